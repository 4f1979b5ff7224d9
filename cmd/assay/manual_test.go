package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/cmd/internal/ui"
	"assay/internal/assaytest"
	"assay/vault"
)

// The manuals that ASSAY_MANUAL names are a folder as Debian's /usr/share/doc is, with
// postgresql-doc-15 and python3.11-doc in it. ASSAY_TOPICS and ASSAY_QUESTIONS name other
// lists than those in testdata/manual: a topic or question and its page, with a tab between.

// manuals makes a vault of the manuals, or skips.
func manuals(t *testing.T, books ...string) string {
	t.Helper()
	folder := os.Getenv("ASSAY_MANUAL")
	if folder == "" {
		t.Skip("ASSAY_MANUAL names no folder of manuals")
	}
	dir := t.TempDir()
	for _, book := range books {
		if err := copyPages(filepath.Join(folder, book), filepath.Join(dir, book)); err != nil {
			t.Fatal(err)
		}
	}
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": "version: 1.0\nvault:\n  evidence: [" + strings.Join(books, ", ") +
		"]\nsynthesis:\n  freshness_threshold_days: 36500\n"})
	assaytest.Must(t, 0, dir, "build")
	return dir
}

func copyPages(from, to string) error {
	return filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
}

// asked reads a list of what is asked for and the page that has it.
func asked(t *testing.T, name, variable string) (rows [][2]string) {
	t.Helper()
	file := filepath.Join("testdata", "manual", name)
	if other := os.Getenv(variable); other != "" {
		file = other
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if what, page, ok := strings.Cut(s.Text(), "\t"); ok {
			rows = append(rows, [2]string{what, page})
		}
	}
	return rows
}

// What a person asks of two manuals is answered from the page that has it. A question is
// worth the reciprocal of the rank of the first passage of its page.
func TestManualSearch(t *testing.T) {
	dir := manuals(t, "postgresql-doc-15", "python3.11")
	questions, sum := asked(t, "questions.tsv", "ASSAY_QUESTIONS"), 0.0
	for _, q := range questions {
		out, _ := assaytest.Must(t, 0, dir, "search", "--json", "-k", "50", q[0])
		var found ui.HitsAnswer
		if err := json.Unmarshal([]byte(out), &found); err != nil {
			t.Fatal(err)
		}
		rank := 0
		for i, h := range found.Hits {
			if h.URL == q[1] {
				rank = i + 1
				break
			}
		}
		if rank > 0 {
			sum += 1 / float64(rank)
		}
		if rank != 1 && len(found.Hits) > 0 {
			t.Logf("%2d  %s (%s); first is %s", rank, q[0], q[1], found.Hits[0].URL)
		}
	}
	mrr := sum / float64(len(questions))
	t.Logf("mean reciprocal rank of %d questions: %.3f", len(questions), mrr)
	if mrr < 0.80 {
		t.Errorf("mean reciprocal rank %.3f, want 0.80", mrr)
	}
}

// A topic that a page of the manual is about gets a draft that begins with that page, can be
// read without it, and says what it says. ASSAY_DRAFTS names a folder that keeps the drafts.
//
// Invariant (writing): A draft opens no sentence with what stood before it in its source
// and was left out, and cuts no list or table.
func TestManualDrafts(t *testing.T) {
	dir := manuals(t, "postgresql-doc-15")
	held := readPassages(t, dir)
	topics := asked(t, "topics.tsv", "ASSAY_TOPICS")
	drafted, home, sentences, unsettled := 0, 0, 0, 0
	for _, topic := range topics {
		out, _ := assaytest.Must(t, 0, dir, "draft", topic[0])
		file := filepath.Join(dir, "02_Drafts", vault.SafeName(strings.ReplaceAll(topic[0], "/", " "))+".md")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Logf("no draft: %s", topic[0])
			continue
		}
		drafted++
		d := readDraft(string(text))
		sentences += len(d.lines)
		if len(d.lines) > 0 && held[d.lines[0].chunk].page == topic[1] {
			home++
		} else {
			t.Logf("begins with another page: %s", topic[0])
		}
		if !strings.Contains(out, "every gate passes") {
			unsettled++
			t.Logf("held: %s\n%s", topic[0], out)
		}
		for _, fault := range d.faults(held) {
			t.Errorf("%s: %s", topic[0], fault)
		}
		if keep := os.Getenv("ASSAY_DRAFTS"); keep != "" {
			if err := os.WriteFile(filepath.Join(keep, filepath.Base(file)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%s", fmt.Sprintf("%d of %d topics have a draft, %d begin with their page; %d sentences, %d drafts that a gate holds",
		drafted, len(topics), home, sentences, unsettled))
	if 10*drafted < 9*len(topics) {
		t.Errorf("%d of %d topics have a draft", drafted, len(topics))
	}
}
