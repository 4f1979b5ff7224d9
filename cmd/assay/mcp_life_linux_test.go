package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/internal/assaytest"
	"assay/provenance"
)

// teaSite is a site of one page.
func teaSite(t *testing.T) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/tea/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><html lang="en"><title>Steeping tea</title><main><h1>Steeping tea</h1>
<p>Steeping tea draws its taste into hot water. Green tea is steeped for two to three minutes at 80 degrees Celsius. Black tea is steeped for four minutes at 95 degrees Celsius. Longer steeping draws more tannin and makes the tea bitter.</p>
<p>Whoever steeps tea in a pot with a lid keeps the heat in while the leaves open.</p></main>`)
	}))
	t.Cleanup(s.Close)
	return s
}

// teaVault asks a person for every new domain.
var teaVault = map[string]string{
	"pipeline-policy.yaml": "version: 1.0\ncrawl: {delay: 0s, allow_private_hosts: [\"127.0.0.1\"]}\n",
	"01_Wiki/Home.md":      "# Home\n\n- [[Steeping tea]]\n",
}

// atKeyboard runs a program at a terminal of its own, and types when the screen shows a text.
func atKeyboard(t *testing.T, dir, shows, types string, args ...string) {
	t.Helper()
	keyboard, screen, err := openPTY()
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close()
	cmd := assaytest.Program(dir, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = screen, screen, screen
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Close()
	hung := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer hung.Stop()
	var shown bytes.Buffer
	for buf, done := make([]byte, 4096), false; ; {
		n, err := keyboard.Read(buf)
		shown.Write(buf[:n])
		if !done && strings.Contains(shown.String(), shows) {
			done = true
			if _, err := keyboard.WriteString(types); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil { // nobody has the terminal open any more
			break
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("assay %v: %v\n%s", args, err, shown.String())
	}
}

// approveByHand does what a client's AUTH_REQUIRED asks of a person.
func approveByHand(t *testing.T, dir, id string) {
	t.Helper()
	stdout, _ := assaytest.Must(t, 0, dir, "source", "map", id, "--as", "person:ada", "--json")
	_, rest, _ := strings.Cut(stdout, `"digest": "`)
	digest, _, _ := strings.Cut(rest, `"`)
	atKeyboard(t, dir, "digest to go on", digest[:digestSign]+"\n", "source", "approve", id)
}

// A client takes a source through its eight states, with a person where one is needed and not
// without.
//
// Invariant (lives and decisions): Over MCP nothing is approved and nothing promoted; the answer
// is AUTH_REQUIRED, with the digest and the command that a person runs.
func TestClientTakesSourceThroughItsLife(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"stdio", "http"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			assaytest.Lay(t, dir, teaVault)
			connect := func() client { return stdioClient(t, dir, "claude") }
			if way == "http" {
				s, tokens := serveVault(t, dir, "claude")
				connect = func() client { return clientBy(t, s.transport(tokens["claude"]), "some client") }
			}
			takeThrough(t, dir, teaSite(t).URL+"/tea/", connect())
		})
	}
}

func takeThrough(t *testing.T, dir, url string, c client) {
	w, failed := c.work("propose_source_intake", map[string]any{"target": url, "reason": "the note on steeping tea"})
	if failed || w.Status != "AUTH_REQUIRED" || w.Approval.State != "never_asked" || w.Source.State != "auth_required" {
		t.Fatalf("a proposal: %+v", w)
	}
	id := w.Source.ID
	for _, command := range []string{"source map " + id, "source approve " + id} {
		if !slices.ContainsFunc(w.Approval.Commands, func(c string) bool { return strings.HasSuffix(c, command) }) {
			t.Errorf("no command %q for a person: %q", command, w.Approval.Commands)
		}
	}
	for _, tool := range []string{"orchestrate_ingestion", "execute_source_crawl"} {
		if w, failed = c.work(tool, map[string]any{"source": id}); !failed || w.Status != "AUTH_REQUIRED" || w.Approval.State != "waiting" {
			t.Errorf("%s without a person: %+v", tool, w)
		}
	}
	if w, failed = c.work("index_crawled_source", map[string]any{"source": id}); !failed || !strings.Contains(w.Message, "missing") {
		t.Errorf("an index of what was not read: %+v", w)
	}

	approveByHand(t, dir, id)

	if w, failed = c.work("orchestrate_ingestion", map[string]any{"source": id}); failed || w.Status != "done" || w.Approval.State != "approved" || w.Source.Map.Count != 1 {
		t.Errorf("a map after the approval: %+v", w)
	}
	if w, failed = c.work("execute_source_crawl", map[string]any{"source": id, "digest": w.Approval.Digest}); failed || w.Status != "done" {
		t.Fatalf("a crawl after the approval: %+v", w)
	}
	if w, failed = c.work("index_crawled_source", map[string]any{"source": id}); failed || w.Source.State != "verified" {
		t.Errorf("an index: %+v", w)
	}
	if w, failed = c.work("verify_source_index", map[string]any{"source": id}); failed || !w.Audit.OK {
		t.Errorf("an audit: %+v", w)
	}
	var found struct {
		Hits []struct{ Chunk, Source, URL, Text, Cite string }
	}
	if c.call("semantic_search_sources", map[string]any{"query": "how hot is green tea steeped"}, &found); len(found.Hits) == 0 || found.Hits[0].Source != id {
		t.Fatalf("a search: %+v", found)
	}
	w, failed = c.work("promote_synthesis_candidate", map[string]any{"topic": "Steeping tea"})
	if failed || w.Status != "AUTH_REQUIRED" || !w.Packet.Ready || w.Approval.Digest == "" || !strings.Contains(w.Approval.Commands[1], "assay") {
		t.Fatalf("a packet: %+v", w)
	}
	if _, err := os.Stat(filepath.Join(dir, "01_Wiki", "Steeping tea.md")); err == nil {
		t.Fatal("the packet merged the note")
	}

	assaytest.Must(t, 0, dir, "promote", w.Packet.Note, "--as", "person:ada")

	var stands struct{ Source struct{ State string } }
	if c.call("show_source", map[string]any{"source": id}, &stands); stands.Source.State != "promoted" {
		t.Errorf("at last it is %s", stands.Source.State)
	}
	var kinds []string
	for _, e := range events(t, dir) {
		if kinds = append(kinds, e.Kind); (e.Kind == provenance.KindApproved || e.Kind == provenance.KindPromoted) && provenance.KindOfActor(e.Actor) != provenance.Person {
			t.Errorf("%s by %s", e.Kind, e.Actor)
		}
	}
	for _, kind := range []string{"proposed", "mapped", "approved", "crawled", "indexed", "verified", "synthesized", "promoted"} {
		if !slices.Contains(kinds, kind) {
			t.Errorf("no event %s", kind)
		}
	}
	assaytest.Must(t, 0, dir, "ledger", "verify")
}

// An approval is of one source within its bounds, as long as a person lets it stand: neither its
// digest nor its line in the ledger opens anything else.
func TestApprovalIsNotReplayed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assaytest.Lay(t, dir, teaVault)
	site := teaSite(t)
	c := stdioClient(t, dir, "claude")
	propose := func(url string) workAnswer {
		w, _ := c.work("propose_source_intake", map[string]any{"target": url, "reason": "tea"})
		return w
	}
	first := propose(site.URL + "/tea/").Source.ID
	approveByHand(t, dir, first)
	var stands struct {
		Approval struct{ State, Digest string }
	}
	c.call("show_source", map[string]any{"source": first}, &stands)
	if stands.Approval.State != "approved" {
		t.Fatalf("%+v", stands)
	}

	// For another source.
	other := propose(site.URL + "/other/").Source.ID
	w, failed := c.work("execute_source_crawl", map[string]any{"source": other, "digest": stands.Approval.Digest})
	if !failed || w.Status != "AUTH_REQUIRED" {
		t.Errorf("the digest of another source: %+v", w)
	}
	if e := refused(t, dir, "mcp:claude", "crawl", "digest "+stands.Approval.Digest); e.Subject != other {
		t.Errorf("the event is about %s", e.Subject)
	}
	ledger := filepath.Join(dir, "03_Sources", "ledger.jsonl")
	text, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `"kind":"approved"`) {
			forged := append(slices.Clone(text), strings.ReplaceAll(line, first, other)...)
			if err := os.WriteFile(ledger, forged, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if w, failed = c.work("execute_source_crawl", map[string]any{"source": other}); !failed || w.Status != "AUTH_REQUIRED" {
		t.Errorf("a copied line of the ledger: %+v", w)
	}
	assaytest.Must(t, 1, dir, "ledger", "verify")
	if err := os.WriteFile(ledger, text, 0o644); err != nil {
		t.Fatal(err)
	}

	// For another state of the same source.
	if w, failed = c.work("execute_source_crawl", map[string]any{"source": first, "digest": "0123"}); !failed || w.Status != "AUTH_REQUIRED" || !strings.Contains(w.Next, "something else was approved") {
		t.Errorf("another digest: %+v", w)
	}

	// After it was taken back: declined is another answer than never asked.
	assaytest.Must(t, 0, dir, "source", "reject", first, "--reason", "an advertisement", "--as", "person:ada")
	for _, tool := range []string{"execute_source_crawl", "orchestrate_ingestion"} {
		w, failed = c.work(tool, map[string]any{"source": first})
		if !failed || w.Status != "DECLINED" || w.Approval.State != "declined" || w.Approval.By != "person:ada" || w.Approval.Reason != "an advertisement" {
			t.Errorf("%s of what a person rejected: %+v", tool, w)
		}
	}
	if w = propose(site.URL + "/tea/"); w.Status != "DECLINED" {
		t.Errorf("proposed again: %+v", w)
	}
	refused(t, dir, "mcp:claude", "propose", "person:ada rejected it")
	refused(t, dir, "mcp:claude", "crawl", "person:ada rejected it")
	assaytest.Must(t, 0, dir, "ledger", "verify")
}

// The same by a client from npm.
func TestNpmClientTakesSourceThroughItsLife(t *testing.T) {
	t.Parallel()
	run := node(t)
	dir, url := t.TempDir(), teaSite(t).URL+"/tea/"
	assaytest.Lay(t, dir, teaVault)
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs(filepath.Join("testdata", "mcp", "life.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	do := func(step string) (got map[string]json.RawMessage) {
		t.Helper()
		cmd := run(script, os.Getenv("ASSAY_MCP_NODE"), program, dir, step, url)
		cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1780000000", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir)) // the clock of the other commands
		out, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(out, &got)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", step, err, out)
		}
		return got
	}
	read := func(got map[string]json.RawMessage, tool string) (a struct {
		workAnswer
		Failed bool
		Hits   []struct{ Text string }
	}) {
		t.Helper()
		if err := json.Unmarshal(got[tool], &a); err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		return a
	}
	got := do("ask")
	id := read(got, "propose_source_intake").Source.ID
	if a := read(got, "execute_source_crawl"); !a.Failed || a.Status != "AUTH_REQUIRED" {
		t.Fatalf("a crawl without a person: %s", got["execute_source_crawl"])
	}
	approveByHand(t, dir, id)
	got = do("take")
	for _, tool := range []string{"orchestrate_ingestion", "execute_source_crawl", "index_crawled_source", "verify_source_index"} {
		if a := read(got, tool); a.Failed || a.Status != "done" {
			t.Errorf("%s: %s", tool, got[tool])
		}
	}
	if a := read(got, "semantic_search_sources"); len(a.Hits) == 0 {
		t.Errorf("a search: %s", got["semantic_search_sources"])
	}
	a := read(got, "promote_synthesis_candidate")
	if a.Failed || a.Packet == nil || !a.Packet.Ready {
		t.Fatalf("a packet: %s", got["promote_synthesis_candidate"])
	}
	assaytest.Must(t, 0, dir, "promote", a.Packet.Note, "--as", "person:ada")
	if a := read(do("end"), "show_source"); a.Source.State != "promoted" {
		t.Errorf("at last it is %s", a.Source.State)
	}
	assaytest.Must(t, 0, dir, "ledger", "verify")
}
