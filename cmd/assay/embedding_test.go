package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/internal/assaytest"
)

// a meaner is an endpoint that makes vectors by both APIs, and knows which words mean the
// same.
type meaner struct {
	*httptest.Server
	mu    sync.Mutex
	texts []string
	auth  string
}

func newMeaner(t *testing.T) *meaner {
	m := &meaner{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var ask struct{ Model, Input, Prompt string }
		if err := json.Unmarshal(raw, &ask); err != nil || r.Method != http.MethodPost || ask.Model != "m:1" {
			t.Errorf("%s %s: %s", r.Method, r.URL.Path, raw)
		}
		text := ask.Input + ask.Prompt
		m.mu.Lock()
		m.texts, m.auth = append(m.texts, text), r.Header.Get("Authorization")
		m.mu.Unlock()
		vector := []float32{0.1, 0.1, 0.1}
		for i, words := range []string{"kettle samovar", "harvest picking", "cup mug"} {
			for word := range strings.FieldsSeq(words) {
				if strings.Contains(strings.ToLower(text), word) {
					vector[i] += 2
				}
			}
		}
		switch r.URL.Path {
		case "/v1/embeddings":
			json.NewEncoder(w).Encode(map[string]any{"object": "list", "model": ask.Model, "data": []any{map[string]any{"object": "embedding", "index": 0, "embedding": vector}}})
		case "/api/embeddings":
			json.NewEncoder(w).Encode(map[string]any{"embedding": vector})
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(m.Close)
	return m
}

// asked is what was asked for since the last time.
func (m *meaner) asked() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	texts := m.texts
	m.texts = nil
	return texts
}

func embeddedVault(t *testing.T, embedding string) string {
	dir := filepath.Join(t.TempDir(), "vault")
	page := func(title, text string) string {
		return "---\ntitle: " + title + "\nretrieved: 2026-05-01\n---\n# " + title + "\n\n" + text + "\n"
	}
	assaytest.Lay(t, dir, map[string]string{
		"pipeline-policy.yaml": "vault: {evidence: [raw]}\n" + embedding,
		"raw/water.md":         page("Water", "The kettle stands for a minute before the leaves are put in."),
		"raw/leaves.md":        page("Leaves", "The harvest begins in April on the southern slopes of the hills."),
		"raw/ware.md":          page("Ware", "A cup of thin porcelain keeps less heat than one of thick clay."),
		"01_Wiki/Tea.md":       "# Tea\n\nThe harvest begins in April on the southern slopes of the hills. ^[raw/leaves.md]\n",
	})
	return dir
}

func found(t *testing.T, dir, query string) string {
	t.Helper()
	out, _ := assaytest.Must(t, 0, dir, "search", "-k", "1", query)
	return out
}

// The model that policy names is asked once for each passage, and once for each query;
// what it said is kept.
func TestEmbeddingByAModel(t *testing.T) {
	t.Parallel()
	for _, api := range []string{"openai", "ollama"} {
		m := newMeaner(t)
		dir := embeddedVault(t, "embedding: {use: http, endpoint: '"+m.URL+"', api: "+api+", model: 'm:1', timeout: 5s}\n")
		assaytest.Must(t, 0, dir, "check")
		if got := m.asked(); len(got) > 0 {
			t.Fatalf("check asks for %q", got)
		}
		assaytest.Must(t, 0, dir, "build")
		if got := m.asked(); len(got) != 3 || !strings.Contains(strings.Join(got, "\n"), "Water\n\nThe kettle stands") {
			t.Fatalf("a build asks for %q", got)
		}
		assaytest.Must(t, 0, dir, "build")
		assaytest.Must(t, 0, dir, "check")
		if got := m.asked(); len(got) > 0 {
			t.Errorf("nothing changed, and %q is asked for", got)
		}
		if out := found(t, dir, "samovar"); !strings.Contains(out, "The kettle stands") {
			t.Errorf("another word for it finds\n%s", out)
		}
		if got := m.asked(); len(got) != 1 || got[0] != "samovar" {
			t.Errorf("a search asks for %q", got)
		}
		assaytest.Lay(t, dir, map[string]string{"raw/more.md": "---\ntitle: More\nretrieved: 2026-05-01\n---\n# More\n\nA mug of clay is older than the oldest pot that is known.\n"})
		assaytest.Must(t, 0, dir, "build")
		if got := m.asked(); len(got) != 1 || !strings.Contains(got[0], "A mug of clay") {
			t.Errorf("another page asks for %q", got)
		}
		if out, _ := assaytest.Must(t, 0, dir, "doctor"); !strings.Contains(out, "embedding m:1") {
			t.Errorf("doctor says\n%s", out)
		}
	}
}

// A model that is not there is told of once. Notes are graded all the same, and search says
// what it lacks.
func TestEmbeddingWithoutItsModel(t *testing.T) {
	t.Parallel()
	m := newMeaner(t)
	dir := embeddedVault(t, "embedding: {use: http, endpoint: '"+m.URL+"', model: 'm:1', timeout: 5s}\n")
	m.Close()
	out, errs, status := assaytest.Run(t, dir, "build")
	if all := out + errs; status == 0 || strings.Count(all, "ask m:1 for a vector") != 1 || !strings.Contains(all, "1 cited claim: 1 holds") {
		t.Errorf("the build ends with %d and says\n%s", status, all)
	}
	if _, errs, status := assaytest.Run(t, dir, "search", "kettle"); status == 0 || !strings.Contains(errs, "ask m:1 for a vector") {
		t.Errorf("search ends with %d and says\n%s", status, errs)
	}
}

// A key goes to a host only where the user lets it, and passages leave the machine only
// where the policy approves the host.
func TestEmbeddingNeedsConsent(t *testing.T) {
	m := newMeaner(t)
	dir := embeddedVault(t, "embedding: {use: http, endpoint: '"+m.URL+"', model: 'm:1', key_env: TEST_EMBEDDING_KEY}\n")
	t.Setenv("TEST_EMBEDDING_KEY", "k-secret")
	if out, errs, status := assaytest.Run(t, dir, "build"); status == 0 || !strings.Contains(out+errs, "ASSAY_JUDGE_KEYS does not let it") || len(m.asked()) > 0 {
		t.Errorf("without a word of the user the build ends with %d:\n%s%s", status, out, errs)
	}
	t.Setenv("ASSAY_JUDGE_KEYS", "TEST_EMBEDDING_KEY@127.0.0.1")
	assaytest.Must(t, 0, dir, "build")
	if m.auth != "Bearer k-secret" || len(m.asked()) != 3 {
		t.Errorf("with it the key is %q", m.auth)
	}
	dir = embeddedVault(t, "embedding: {use: http, endpoint: 'https://vectors.example.org', model: 'm:1'}\n")
	if _, errs, status := assaytest.Run(t, dir, "build"); status == 0 || !strings.Contains(errs, "not in safety.approved_domains") {
		t.Errorf("a host that nobody approved: %d\n%s", status, errs)
	}
}
