package wikis

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/assaytest"

	"github.com/google/go-cmp/cmp"
)

type dialectAnswer struct {
	Claims  map[string]int
	Summary struct {
		Citations map[string]int
	}
	Diagnostics []struct {
		Code, Tier, Message, Hint, File string
		Line                            int
		Related                         []struct {
			File, Message string
			Line          int
		}
		Fix struct{ Edits []struct{ Text string } }
	}
}

func dialect(t *testing.T, files map[string]string, args ...string) (dialectAnswer, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "wiki")
	assaytest.Lay(t, dir, files)
	out, messages, _ := assaytest.Run(t, dir, append([]string{"check", "--format", "json"}, args...)...)
	var a dialectAnswer
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatalf("%v\n%s%s", err, out, messages)
	}
	return a, dir
}

func (a dialectAnswer) told(code string) (out []string) {
	for _, d := range a.Diagnostics {
		if d.Code == code {
			out = append(out, d.Message)
		}
	}
	return out
}

// A claim whose words are in another original than the one it cites is told so, and
// its tier stays what the cited one makes it.
//
// Invariant (grading): What a claim does not cite gives it no tier, but is reported.
func TestFoundElsewhere(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"wiki/looms.md": "# Looms\n\n" + holds3 + " ^[clay.md]\n\nThe Quill loom was built in 1872 by Edwin Pratt. ^[clay.md]\n\n" + holds1 + " ^[arrow.md]\n\n" + invented + " ^[clay.md]\n",
		"raw/arrow.md":  loom,
		"raw/quill.md":  quill,
		"raw/clay.md":   "# Clay\n\nClay is dug near the river in spring, when the water is low.\n",
	}
	a, dir := dialect(t, files)
	want := []string{
		"not in what the claim cites; raw/quill.md has its words",
		`not in what the claim cites; raw/quill.md has its words, all but "1872"`,
	}
	if d := cmp.Diff(want, a.told("found-elsewhere")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, d := range a.Diagnostics {
		if d.Code == "found-elsewhere" && (d.Tier == "T5" || len(d.Related) != 1 || d.Related[0].File != "raw/quill.md" || d.Related[0].Line != 3) {
			t.Errorf("%+v", d)
		}
	}
	// A result that was kept does not outlive what it was found in.
	assaytest.Run(t, dir, "build")
	assaytest.Lay(t, dir, map[string]string{"raw/quill.md": "# The Quill loom\n\nThis text is gone from here and will not come back.\n"})
	out, _, _ := assaytest.Run(t, dir, "check", "--format", "json")
	if strings.Contains(out, "found-elsewhere") {
		t.Errorf("what was found is gone, and still told of:\n%s", out)
	}
}

// A range is a hint: the claim holds, and the right line is offered; a footnote's
// quotation has to be there.
func TestRangesAndQuotations(t *testing.T) {
	t.Parallel()
	a, _ := dialect(t, map[string]string{
		"wiki/looms.md": "# Looms\n\n" + holds2 + " ^[arrow.md:90-95]\n\n" + holds1 + "[^1] " + holds3 + "[^2]\n\n" +
			"[^1]: raw/arrow.wiki §\"The Arrow loom\" L3 — \"The Arrow loom was built in 1887 by Maria Holt in Leeds.\"\n" +
			"[^2]: raw/quill.md L3 — \"It was Edwin Pratt who built it.\"\n",
		"raw/arrow.md":   loom,
		"raw/arrow.wiki": strings.NewReplacer("# The", "= The", "The Arrow loom was", "The '''[[Arrow (loom)|Arrow loom]]''' was", "Maria Holt", "[[Maria Holt]]<ref>Mill, p. 3</ref>").Replace(loom),
		"raw/quill.md":   quill,
	})
	if a.Claims["T5"] != 2 || a.Claims["T1"] != 1 || a.Claims["T0"] != 0 {
		t.Errorf("%v", a.Claims)
	}
	for _, d := range a.Diagnostics {
		if d.Code == "range-off" && (d.Line != 3 || len(d.Fix.Edits) != 1 || d.Fix.Edits[0].Text != ":3") {
			t.Errorf("%+v", d)
		}
	}
	if got := a.told("misquoted"); len(got) != 1 || !strings.Contains(got[0], "It was Edwin Pratt who built it.") {
		t.Errorf("misquoted: %q", got)
	}
	if len(a.told("range-off")) != 1 {
		t.Errorf("range-off: %q", a.told("range-off"))
	}
}

// Citations are counted by what becomes of them, each once, and a page is told which
// of its sources carry it.
func TestCitationsAreCounted(t *testing.T) {
	t.Parallel()
	a, dir := dialect(t, map[string]string{
		"wiki/looms.md": "---\nsources: [arrow.md, quill.md, finch.md]\n---\n# Looms\n\n" + holds1 + "\n\n" + holds2 + "\n\n" + holds3 + "\n",
		"wiki/more.md":  "# More\n\n" + holds1 + " " + holds2 + " ^[arrow.md]\n\n" + dangling + " ^[file.md:START-END]\n\n" + dangling + " ^[stub.md]\n",
		"raw/arrow.md":  loom,
		"raw/quill.md":  quill,
		"raw/stub.md":   "# Finch\n\nThe original text is withheld from this repository.\n",
	})
	want := map[string]int{"total": 6, "resolve": 3, "not_held": 1, "malformed": 1, "stub": 1}
	if d := cmp.Diff(want, a.Summary.Citations); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := a.told("page-citation"); len(got) != 1 || !strings.Contains(got[0], "2 in raw/arrow.md, 1 in raw/quill.md") {
		t.Errorf("page-citation: %q", got)
	}
	text, _, _ := assaytest.Run(t, dir, "check", "--all")
	if !strings.Contains(text, "6 citations: 3 resolve, 1 names what is not held here, 1 leads to a stub, 1 cannot be read\n") {
		t.Errorf("no count of citations:\n%s", text)
	}
}
