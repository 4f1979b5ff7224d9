package wikis

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/assaytest"
	"assay/vault"
)

// A made-up source, long enough that a page about it can be right, wrong and silent.
const loom = `# The Arrow loom

The Arrow loom was built in 1887 by Maria Holt in Leeds. It weaves 42 metres of cloth per hour. The shuttle of the Arrow loom is made of boxwood.

## Maintenance

The bearings have to be oiled every 12 days. Unoiled bearings may seize and stop the loom.

Some weavers prefer the Arrow loom to the older Quill loom. The Quill loom was not sold after 1890.
`

const quill = `# The Quill loom

The Quill loom was built in 1871 by Edwin Pratt. It weaves 30 metres of cloth per hour and needs two people.
`

// Pages that every dialect says in its own way: what is cited holds, does not hold, or
// leads nowhere. The verdicts were written down before the program saw them.
const (
	holds1   = "The Arrow loom was built in 1887 by Maria Holt in Leeds."
	holds2   = "The shuttle of the Arrow loom is made of boxwood."
	holds3   = "The Quill loom was built in 1871 by Edwin Pratt."
	wrong    = "The Arrow loom weaves 52 metres of cloth per hour."
	invented = "The Arrow loom won a gold medal at the exhibition of Vienna in 1873 and made its inventor rich."
	dangling = "The Finch loom was driven by a small steam engine."
	uncited  = "Weaving is an old craft."
)

// guestWiki is a wiki that never heard of assay, and what is true of it.
type guestWiki struct {
	files                     map[string]string
	hold, doNot, notHeld      int
	told                      []string // "file:line words" of diagnostics that must be there
	silent                    []string // words of a claim that no error may be about
	worstFirst, submoduleOnce bool
}

var guestWikis = map[string]guestWiki{
	"D1 caret and file": {
		files: map[string]string{
			"wiki/looms.md": "# Looms\n\n" + holds1 + " " + holds2 + " ^[arrow.md]\n\n" + holds3 + " ^[quill.md:3-3]\n\n" +
				wrong + " ^[arrow.md#L3-L3]\n\n" + dangling + " ^[finch.md]\n\n" + uncited + "\n\nOiling is dull work. ^[inferred]\n",
			"sources/arrow.md": "---\ntitle: Arrow\nurl: https://example.org/arrow\ningestedAt: 2026-01-01\n---\n" + loom,
			"sources/quill.md": "---\ntitle: Quill\n---\n" + quill,
		},
		hold: 3, doNot: 1, notHeld: 1,
		told: []string{"wiki/looms.md:7 52 metres", "wiki/looms.md:9 finch.md"},
	},
	"D1 exported, with a list of citations": {
		files: map[string]string{
			"pages/looms.md":               "# Looms\n\n" + holds1 + " ^[arrow.md:3]\n\n" + wrong + " ^[arrow.md]\n\n# Citations\n\n1. [arrow.md:3](/references/arrow-1a2b3c4d.md)\n",
			"references/arrow-1a2b3c4d.md": loom,
		},
		hold: 1, doNot: 1,
		told: []string{"pages/looms.md:5 52 metres"},
	},
	"D2 source in parentheses": {
		files: map[string]string{
			"docs/looms.md": "# Looms\n\n**Sources**: `raw/mill/`\n\n" + holds1 + " (source: `arrow.md`)\n\n" + wrong + " (Source: arrow.md)\n\n" +
				"## Old ones\n\n" + holds3 + "\n\n(source: `old/quill.md`)\n\n## Lost ones\n\n" + dangling + " (source: `finch.md`)\n",
			"raw/mill/arrow.md":     loom,
			"raw/mill/old/quill.md": quill,
		},
		hold: 2, doNot: 1, notHeld: 1,
		told: []string{"docs/looms.md:7 52 metres", "docs/looms.md:17 finch.md"},
	},
	"D2 with a submodule that is not there": {
		files: map[string]string{
			".gitmodules":   "[submodule \"mill\"]\n\tpath = raw/mill\n\turl = https://example.org/mill.git\n",
			"docs/looms.md": "# Looms\n\n**Sources**: `raw/mill/arrow.md`\n\n" + holds1 + " (source: `arrow.md`)\n\n" + holds2 + " (source: `arrow.md`)\n\n" + wrong + " (source: `arrow.md`)\n",
			"raw/readme.md": "# Originals\n\nThe mill's own papers are in a repository of their own.\n",
		},
		notHeld: 3, submoduleOnce: true,
	},
	"D3 sources in the frontmatter": {
		files: map[string]string{
			"wiki/arrow.md": "---\nsources: [arrow.md, \"[Quill](raw/quill.md)\"]\n---\n# Arrow\n\n" + holds1 + "\n\n" + holds3 + "\n\n## Sources\n\n- [Summary of arrow](summaries/arrow.md)\n",
			"wiki/lost.md":  "---\nsources:\n  - The Finch loom, a history\n---\n# Finch\n\n" + dangling + "\n",
			"raw/arrow.md":  loom,
			"raw/quill.md":  quill,
		},
		hold: 2, notHeld: 1,
		silent: []string{"Arrow loom", "Quill loom"},
	},
	"D4 footnotes to summaries": {
		files: map[string]string{
			"wiki/looms.md": "# Looms\n\n" + holds1 + "[^src-arrow] " + wrong + "[^src-arrow]\n\n" + dangling + "[^src-finch]\n\n" +
				"[^src-arrow]: [[source-arrow]]\n[^src-finch]: [[source-finch]]\n",
			"wiki/source-arrow.md": "# Arrow\n\nA summary of the text.\n",
			"wiki/source-finch.md": "# Finch\n\nA summary of a paper that was never kept.[^src-finch]\n\n[^src-finch]: [[source-finch]]\n",
			"raw/arrow.md":         loom,
		},
		hold: 1, doNot: 2, notHeld: 1, // a summary that cites itself is no witness
		told: []string{"wiki/looms.md:3 52 metres", "wiki/source-finch.md:3 cites itself"},
	},
	"footnotes with a quotation": {
		files: map[string]string{
			"wiki/looms.md": "# Looms\n\n" + holds1 + "[^1] " + wrong + "[^2]\n\n" + dangling + "[^3]\n\n" +
				"[^1]: raw/arrow.md §\"The Arrow loom\" L3 — \"The Arrow loom was built in 1887 by Maria Holt in Leeds.\"\n" +
				"[^2]: raw/arrow.md L3 — \"The shuttle of the Arrow loom is made of boxwood.\"\n[^3]: raw/finch.md L1 — \"It was driven by steam.\"\n",
			"raw/arrow.md": loom,
		},
		hold: 1, doNot: 1, notHeld: 1,
		told: []string{"wiki/looms.md:3 52 metres"},
	},
	"Chinese carets, some to stubs": {
		files: map[string]string{
			"wiki/织机.md": "# 织机\n\n箭牌织机于1887年由玛丽亚·霍尔特在利兹制造。^[raw/articles/箭牌.md]\n\n箭牌织机每小时织布52米。^[raw/articles/箭牌.md]\n\n" +
				"雀牌织机由一台小蒸汽机驱动。^[raw/articles/雀牌.md]\n\n纺织是一门古老的手艺。^[https://example.org/craft]\n",
			"raw/articles/箭牌.md": "# 箭牌织机\n\n箭牌织机于1887年由玛丽亚·霍尔特在利兹制造。箭牌织机每小时织布42米。梭子是黄杨木做的。\n",
			"raw/articles/雀牌.md": "---\ntitle: 雀牌\n---\n\n原文因版权原因未收录。\n",
		},
		hold: 1, doNot: 1, notHeld: 2,
		told: []string{"wiki/织机.md:5 52"},
	},
	"a source after each section": {
		files: map[string]string{
			"looms.md":   "# Looms\n\n## Arrow\n\n" + holds1 + "\n\n- " + holds2 + "\n\n(source: raw/big.md)\n\n## Speed\n\n" + wrong + "\n\n(source: raw/big.md)\n\n## Prizes\n\n" + invented + "\n\n(source: raw/big.md)\n",
			"raw/big.md": loom,
		},
		hold: 2, doNot: 2,
		told: []string{"looms.md:13 52 metres", "looms.md:19 "}, worstFirst: true,
	},
}

type guestAnswer struct {
	Claims  map[string]int
	Summary struct {
		Errors, Warnings, Notes, Cited, Hold, Uncited int
		DoNot                                         int `json:"do_not"`
		NotHeld                                       int `json:"not_held"`
	}
	Diagnostics []struct {
		Code, Severity, Tier, Message, Hint, File string
		Line, Column                              int
	}
}

// Invariant (grading): A vault that was never built is not written to. See also
// TestCheckKeepsItsResultsWithTheUser.
//
// Invariant (grading): How a wiki cites is read from each page and set nowhere. See also
// TestForeignCitations.
func TestGuestWikis(t *testing.T) {
	t.Parallel()
	for name, wiki := range guestWikis {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "wiki")
			assaytest.Lay(t, dir, wiki.files)
			before := assaytest.Files(t, dir)
			out, messages, _ := assaytest.Run(t, dir, "check", "--format", "json")
			var a guestAnswer
			if err := json.Unmarshal([]byte(out), &a); err != nil {
				t.Fatalf("%v\n%s%s", err, out, messages)
			}
			type counts struct{ Hold, DoNot, NotHeld int }
			want, got := counts{wiki.hold, wiki.doNot, wiki.notHeld}, counts{a.Summary.Hold, a.Summary.DoNot, a.Summary.NotHeld}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("cited claims (-want +got):\n%s", d)
				for _, d := range a.Diagnostics {
					t.Logf("%s:%d: %s %s %s [%s]", d.File, d.Line, d.Severity, d.Tier, d.Message, d.Code)
				}
			}
			for _, told := range wiki.told {
				place, words, _ := strings.Cut(told, " ")
				found := false
				for _, d := range a.Diagnostics {
					found = found || fmt.Sprintf("%s:%d", d.File, d.Line) == place && strings.Contains(d.Message, words)
				}
				if !found {
					t.Errorf("no word of %q in\n%+v", told, a.Diagnostics)
				}
			}
			for _, d := range a.Diagnostics {
				for _, words := range wiki.silent {
					if d.Severity == "error" && strings.Contains(d.Message, words) {
						t.Errorf("an error about what holds: %+v", d)
					}
				}
				if d.Code == "uncited" {
					t.Errorf("a guest's uncited claim is a gap and no diagnostic: %+v", d)
				}
			}
			// At the terminal: the summary in one line, errors last before it, nothing
			// written.
			text, _, _ := assaytest.Run(t, dir, "check")
			cited := wiki.hold + wiki.doNot + wiki.notHeld
			if !strings.Contains(text, fmt.Sprintf("%d cited claims: %d ", cited, wiki.hold)) {
				t.Errorf("no summary of %d cited claims:\n%s", cited, text)
			}
			if e, w := strings.Index(text, ": error: "), strings.LastIndex(text, ": warning: "); e >= 0 && w >= 0 && e < w {
				t.Errorf("not the worst last:\n%s", text)
			}
			if n := strings.Count(text, "submodule"); wiki.submoduleOnce && (n == 0 || strings.Count(text, ": warning: ") > 1) {
				t.Errorf("a missing submodule is said %d times:\n%s", n, text)
			}
			if d := cmp.Diff(before, assaytest.Files(t, dir)); d != "" {
				t.Errorf("check wrote: %s", d)
			}
			if _, err := os.Lstat(filepath.Join(dir, vault.StateDir)); err == nil {
				t.Error("check made .assay")
			}
			// A build grades the same, and writes nothing but .assay.
			built, _, status := assaytest.Run(t, dir, "build", "--json")
			var b struct{ Claims map[string]int }
			if err := json.Unmarshal([]byte(built), &b); err != nil || cmp.Diff(a.Claims, b.Claims) != "" {
				t.Errorf("build: %v, claims %v, check's %v", err, b.Claims, a.Claims)
			}
			if want := min(a.Summary.Errors, 1); status != want {
				t.Errorf("build: status %d, want %d", status, want)
			}
			if d := cmp.Diff(before, assaytest.Files(t, dir)); d != "" {
				t.Errorf("build wrote: %s", d)
			}
			gaps, _ := assaytest.Must(t, 0, dir, "gaps", "--json")
			var g struct {
				Gaps []struct {
					Kind, File, Target string
					Line, Column       int
				}
			}
			if err := json.Unmarshal([]byte(gaps), &g); err != nil || g.Gaps == nil {
				t.Errorf("gaps: %v\n%s", err, gaps)
			}
			unchecked := 0
			for _, gap := range g.Gaps {
				if gap.Line < 1 || gap.Column < 1 || gap.File == "" {
					t.Errorf("a gap without a place: %+v", gap)
				}
				if gap.Kind == "unchecked" {
					unchecked++
				}
			}
			if unchecked != wiki.notHeld {
				t.Errorf("%d gaps are unchecked claims, want %d:\n%s", unchecked, wiki.notHeld, gaps)
			}
		})
	}
}

// A vault of links and opinions, which cites nothing, is told so in a few lines.
func TestGuestWithoutCitations(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("note %d.md", i)] = fmt.Sprintf("# Note %d\n\n%s\n\nIt is said that [[note %d]] is older. See also [[Nothing %d]].\n", i, holds1, i+1, i%7)
	}
	assaytest.Lay(t, dir, files)
	out, _ := assaytest.Must(t, 0, dir, "check")
	if n := strings.Count(out, "\n"); n > 25 || strings.Contains(out, "T0") {
		t.Errorf("%d lines for a vault that cites nothing:\n%s", n, out)
	}
	if !strings.Contains(out, "no cited claims") && !strings.Contains(out, "0 cited claims") {
		t.Errorf("it does not say that nothing is cited:\n%s", out)
	}
}
