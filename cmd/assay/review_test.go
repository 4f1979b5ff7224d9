package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/compiler/review"
)

// reviewVault has four weak claims, and a draft that contradicts a permanent note.
var reviewVault = map[string]string{
	"pipeline-policy.yaml": "vault: {evidence: [raw]}\n",
	"raw/tea.md": "---\nretrieved: 2026-05-01\n---\n# Tea\n\n## Green\n\nGreen tea is steeped for two to three minutes.\n\n" +
		"## Black\n\nBlack tea is steeped for five minutes. White tea is steeped in a clay pot for two minutes.\n\n" +
		"## Others\n\nMatcha is whisked with water.\n",
	"raw/lid.md":        "---\nretrieved: 2026-05-01\n---\n# Lids\n\nGreen tea is steeped for two to three minutes in a porcelain pot with a wide lid.\n",
	"raw/cache-2019.md": "---\nretrieved: 2025-02-01\nurl: https://docs.example.org/cache-2019\n---\n# Cache\n\nThe relay cache keeps a response for 60 seconds.\n",
	"raw/cache-2026.md": "---\nretrieved: 2026-05-01\nurl: https://docs.example.org/cache-2026\n---\n# Cache\n\nThe relay cache keeps a response for 600 seconds.\n",
	"01_Wiki/Cache.md":  "# Cache\n\nThe relay cache keeps a response for 60 seconds.^[raw/cache-2019.md]\n",
	"01_Wiki/Tea.md": "# Tea\r\n\r\nGreen tea is steeped for two to three minutes in a *porcelain* pot with a wide lid.^[raw/tea.md]\r\n\r\n" +
		"White tea is steeped for two minutes in an iron kettle with a bamboo handle.^[raw/tea.md]\r\n\r\n" +
		"Black tea is steeped for five minutes in an iron pan.^[raw/tea.md]\r\n",
	"02_Drafts/Cache news.md": "# Cache news\n\nThe relay cache keeps a response for 600 seconds.^[raw/cache-2026.md]\n",
	"02_Drafts/Matcha.md":     "# Matcha\n\nThe matcha is whisked with water by a monk in a quiet garden.^[raw/tea.md]\n",
}

// waitingFor reads the queue as a front end does.
func waitingFor(t *testing.T, dir string, args ...string) (items []review.Item) {
	t.Helper()
	a := assayAt(t, 1780000000, append([]string{"review", dir, "--json"}, args...)...)
	var got struct{ Review []review.Item }
	if err := json.Unmarshal([]byte(a.text), &got); err != nil || a.status != exitClean {
		t.Fatalf("status %d, %v\n%s%s", a.status, err, a.text, a.errs)
	}
	return got.Review
}

// decideAll passes decisions on as lines, and reads a line for each.
func decideAll(t *testing.T, dir string, status int, lines []any, args ...string) (results []review.Decided) {
	t.Helper()
	var in bytes.Buffer
	for _, line := range lines {
		if s, ok := line.(string); ok {
			in.WriteString(s + "\n")
			continue
		}
		b, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(b, '\n'))
	}
	file := filepath.Join(t.TempDir(), "decisions.jsonl")
	if err := os.WriteFile(file, in.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	a := assayAt(t, 1780000000, append([]string{"review", dir, "--json", "--decide", file, "--as", "person:ada"}, args...)...)
	if a.status != status {
		t.Fatalf("status %d, want %d\n%s%s", a.status, status, a.text, a.errs)
	}
	for line := range strings.Lines(a.text) {
		var d review.Decided
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		results = append(results, d)
	}
	if len(results) != len(lines) {
		t.Fatalf("%d results of %d decisions:\n%s", len(results), len(lines), a.text)
	}
	return results
}

func itemOn(t *testing.T, items []review.Item, words string) review.Item {
	t.Helper()
	for _, item := range items {
		if strings.Contains(item.Claim.Text, words) {
			return item
		}
	}
	t.Fatalf("nothing waits that speaks of %q: %+v", words, items)
	return review.Item{}
}

// A front end can draw every item and have it decided, and what it decides holds.
//
// Invariant (grading): A decision of a review is carried out when it is made, is of what was
// shown, changes one thing or nothing, and is no agent's. See also walk.txtar,
// TestReviewIsNoAgents.
func TestReviewByAnotherFrontEnd(t *testing.T) {
	t.Parallel()
	dir := plant(t, reviewVault)
	if a := assayAt(t, 1780000000, "build", dir); a.status != exitClean {
		t.Fatal(a.text, a.errs)
	}
	items := waitingFor(t, dir)
	green, white, black := itemOn(t, items, "Green"), itemOn(t, items, "White"), itemOn(t, items, "Black")
	matcha, cache := itemOn(t, items, "matcha"), itemOn(t, items, "600 seconds")
	if items[0].ID != cache.ID || cache.Kind != review.ReviewConflict || cache.Conflict == nil || len(cache.Against) != 1 || cache.Decisions[0].Decision != "update" || !cache.Decisions[0].Proposed {
		t.Errorf("the conflict: %+v", cache)
	}
	if v := cache.Values; v == nil || v.Claim != "600 seconds" || v.Source != "60 seconds" {
		t.Errorf("the values of the conflict: %+v", v)
	}
	if green.Claim.Line != 3 || green.Markdown != "Green tea is steeped for two to three minutes in a *porcelain* pot with a wide lid." || green.Rule != "weak" || !slices.Contains(green.Absent, "porcelain") {
		t.Errorf("%+v", green.Detail)
	}
	p := green.Passages[0]
	if p.Quote != "Green tea is steeped for two to three minutes." || p.File != "raw/tea.md" || p.Line != 8 || !strings.Contains(p.Before, "## Green") || !strings.Contains(p.After, "Black tea") {
		t.Errorf("the quote in its surroundings: %+v", p)
	}
	if len(green.Elsewhere) != 1 || !strings.Contains(green.Elsewhere[0].Quote, "porcelain") || !strings.HasPrefix(green.Elsewhere[0].File, "03_Sources/") {
		t.Errorf("another source says it: %+v", green.Elsewhere)
	}

	escalate := decideAll(t, dir, exitFaults, []any{review.Decision{ID: cache.ID, Digest: cache.Digest, Decision: "escalate", Keep: "both", Reason: "two counts"}})
	if d := escalate[0]; d.Applied || !strings.Contains(d.Error, "AUTH_REQUIRED") || !strings.Contains(d.Hint, "at a terminal: ") {
		t.Errorf("a file of decisions escalates: %+v", d)
	}
	results := decideAll(t, dir, exitFaults, []any{
		review.Decision{ID: green.ID, Digest: green.Digest, Decision: "accept", Reason: "lid.md says it"},
		review.Decision{ID: white.ID, Digest: white.Digest, Decision: "reject", Reason: "clay, it says", By: "person:bo"},
		review.Decision{ID: black.ID, Digest: black.Digest, Decision: "edit", Text: "Black tea is steeped for **five** minutes."},
		review.Decision{ID: cache.ID, Digest: cache.Digest, Decision: "update"},
		review.Decision{ID: matcha.ID, Digest: matcha.Digest, Decision: "skip"},
		// What is refused changes nothing.
		review.Decision{ID: matcha.ID, Digest: green.Digest, Decision: "accept", Reason: "of another item"},
		review.Decision{ID: matcha.ID, Decision: "accept", Reason: "of nothing that was shown"},
		review.Decision{ID: matcha.ID, Digest: matcha.Digest, Decision: "accept"},
		review.Decision{ID: matcha.ID, Digest: matcha.Digest, Decision: "accept", Reason: "said I", By: "agent:codex"},
		review.Decision{ID: matcha.ID, Digest: matcha.Digest, Decision: "edit", Text: "Matcha.", By: "mcp:x"},
		review.Decision{ID: matcha.ID, Digest: matcha.Digest, Decision: "edit", Text: " \n"},
		review.Decision{ID: matcha.ID, Digest: matcha.Digest, Decision: "shrug"},
		review.Decision{ID: cache.ID, Digest: cache.Digest, Decision: "update"},
		review.Decision{ID: "cl_aaaaaaaaaaaaaaaa", Digest: "x", Decision: "reject", Reason: "there is none"},
		review.Decision{ID: "cf_aaaaaaaaaaaaaaaa", Digest: "x", Decision: "narrow", Reason: "there is none"},
		`{"id":"x","digset":"y"}`, `{"id":`, `[]`, `{} {}`, strings.Repeat(`[`, 100000),
	})
	for i, d := range results {
		if want := i < 4; d.Applied != want || (d.Error == "") != (i < 5) {
			t.Errorf("decision %d: %+v", i, d)
		}
	}
	if d := results[2]; len(d.Claims) != 1 || d.Claims[0].Tier != "T5" || !strings.Contains(d.Diff, "+Black tea is steeped for **five** minutes.^[raw/tea.md]") {
		t.Errorf("the edited claim is not shown as it is graded now: %+v", d)
	}
	text, _ := os.ReadFile(filepath.Join(dir, "01_Wiki", "Tea.md"))
	want := strings.Replace(reviewVault["01_Wiki/Tea.md"], "Black tea is steeped for five minutes in an iron pan.", "Black tea is steeped for **five** minutes.", 1)
	if string(text) != want {
		t.Errorf("the edit changed other bytes:\n%q", text)
	}
	left := waitingFor(t, dir)
	left = slices.DeleteFunc(left, func(item review.Item) bool { return item.Claim.ID == "" })
	if len(left) != 1 || left[0].ID != matcha.ID || left[0].Digest != matcha.Digest {
		t.Errorf("still waiting: %+v", left)
	}
	if a := assayAt(t, 1780000000, "check", dir); !strings.Contains(a.text, "rejected-claim") || strings.Contains(a.text, "T4") || strings.Contains(a.text, "porcelain") {
		t.Error(a.text)
	}
	if a := assayAt(t, 1780000000, "ledger", "verify", dir); a.status != exitClean {
		t.Error(a.text, a.errs)
	}

	// What somebody decided waits no more, also for who was shown it before.
	for _, d := range decideAll(t, dir, exitFaults, []any{
		review.Decision{ID: green.ID, Digest: green.Digest, Decision: "reject", Reason: "too late"},
		review.Decision{ID: white.ID, Digest: white.Digest, Decision: "edit", Text: "Too late."},
	}) {
		if !strings.Contains(d.Error, "waits no more") {
			t.Errorf("%+v", d)
		}
	}

	// A decision is of what was shown: once the evidence says more, it is of something else.
	source := filepath.Join(dir, "raw", "tea.md")
	raw, _ := os.ReadFile(source)
	if err := os.WriteFile(source, append(raw, "A monk whisked it, they say.\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	d := decideAll(t, dir, exitFaults, []any{review.Decision{ID: matcha.ID, Digest: matcha.Digest, Decision: "accept", Reason: "seen"}})
	if !strings.Contains(d[0].Error, "has changed") {
		t.Errorf("%+v", d)
	}
	if items := waitingFor(t, dir); itemOn(t, items, "White").Kind != review.ReviewWeak {
		t.Error("a rejection outlived its evidence")
	}
}

// An agent speaks for nobody, whatever its lines say.
func TestReviewIsNoAgents(t *testing.T) {
	t.Parallel()
	dir := plant(t, reviewVault)
	assayAt(t, 1780000000, "build", dir)
	items := waitingFor(t, dir)
	before := tree(t, dir)
	var lines []any
	for _, by := range []string{"", "person:ada", "agent:codex"} {
		for _, item := range items {
			if item.Detail == nil {
				continue // a draft
			}
			for _, choice := range item.Decisions {
				if choice.Decision != review.DecideSkip {
					lines = append(lines, review.Decision{ID: item.ID, Digest: item.Digest, Decision: choice.Decision, Reason: "because", Text: "Tea.", Keep: "new", By: by})
				}
			}
		}
	}
	for i, d := range decideAll(t, dir, exitFaults, lines, "--as", "agent:codex") {
		if d.Applied || !strings.Contains(d.Error, "AUTH_REQUIRED") && !strings.Contains(d.Error, "both sides stand after") {
			t.Errorf("%+v: %+v", lines[i], d)
		}
	}
	after := tree(t, dir)
	for name, text := range before {
		if name == "03_Sources/ledger.jsonl" { // which says what was asked for and refused, and no more
			added := strings.TrimPrefix(after[name], text)
			if strings.Count(added, `"kind":"refused"`) != strings.Count(added, "\n") || added == "" || added == after[name] {
				t.Errorf("added to the ledger: %s", added)
			}
			continue
		}
		if after[name] != text && !strings.HasPrefix(name, ".assay/") {
			t.Errorf("%s was changed", name)
		}
	}
}

// Paths narrow the queue.
func TestReviewOfPaths(t *testing.T) {
	t.Parallel()
	dir := plant(t, reviewVault)
	assayAt(t, 1780000000, "build", dir)
	all := len(waitingFor(t, dir))
	for _, c := range []struct {
		paths []string
		want  int
	}{{[]string{"01_Wiki/Tea.md"}, 3}, {[]string{"01_Wiki/Cache.md"}, 1}, {[]string{"01_Wiki"}, 4}, {[]string{"02_Drafts"}, all - 3}, {[]string{"01_Wiki", "02_Drafts"}, all}} {
		args := []string{"review", "--json"}
		for _, p := range c.paths {
			args = append(args, filepath.Join(dir, filepath.FromSlash(p)))
		}
		a := assayAt(t, 1780000000, args...)
		var got struct{ Review []review.Item }
		if err := json.Unmarshal([]byte(a.text), &got); err != nil || len(got.Review) != c.want {
			t.Errorf("%v: %d items, want %d of %d; %v", c.paths, len(got.Review), c.want, all, err)
		}
	}
}
