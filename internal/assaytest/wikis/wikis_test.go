package wikis

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/assaytest"
)

// A wikiClaim is one line of testdata/NAME.txt: what is true of a claim, written
// down before the program saw it.
type wikiClaim struct {
	page, words string // words of the claim, or of a page a line after ':' and no words
	tiers       []string
	codes       []string // one of them is the code; of a claim that holds, told besides
	say         string   // is in the message or the hint
	line, col   int      // where the words stand
}

// wikiExpected reads testdata/NAME.txt: page | words | verdicts and codes | say | why.
func wikiExpected(t *testing.T, name string) []wikiClaim {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all []wikiClaim
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) < 4 {
			t.Fatalf("%s: %q has not five fields", name, line)
		}
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		c := wikiClaim{page: f[0], words: f[1], say: f[3]}
		for _, v := range strings.Fields(f[2]) {
			if v == "none" || v == "unchecked" || len(v) == 2 && v[0] == 'T' {
				c.tiers = append(c.tiers, v)
			} else {
				c.codes = append(c.codes, v)
			}
		}
		if c.words == "" {
			page, at, _ := strings.Cut(c.page, ":")
			c.page = page
			fmt.Sscan(at, &c.line)
			all = append(all, c)
			continue
		}
		page, err := os.ReadFile(filepath.Join("testdata", name, c.page))
		if err != nil {
			t.Fatal(err)
		}
		i := strings.Index(string(page), c.words)
		if i < 0 || strings.Contains(string(page[i+1:]), c.words) {
			t.Fatalf("%s: %q stands not once in %s", name, c.words, c.page)
		}
		before := string(page[:i])
		c.line = 1 + strings.Count(before, "\n")
		c.col = 1 + len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
		all = append(all, c)
	}
	return all
}

// madeUpWikis are the made-up wikis, one for each way to cite.
func madeUpWikis(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no wikis", err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".txt"))
	}
	return names
}

// wikiCopy lays a made-up wiki into a folder of its own.
func wikiCopy(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

type wikiDiagnostic struct {
	Code, Tier, Message, Hint, File, Claim string
	Line, Column                           int
	EndLine                                int `json:"end_line"`
	EndColumn                              int `json:"end_column"`
	Related                                []struct {
		File, Message string
		Line, Column  int
		EndLine       int `json:"end_line"`
		EndColumn     int `json:"end_column"`
	}
}

type wikiAnswer struct {
	Claims  map[string]int
	Summary struct {
		Cited, Hold int
		DoNot       int `json:"do_not"`
		NotHeld     int `json:"not_held"`
	}
	Diagnostics []wikiDiagnostic
}

// about reports whether a diagnostic is of the claim that the words stand in.
func (d wikiDiagnostic) about(c wikiClaim) bool {
	in := func(file string, line, col, endLine, endCol int) bool {
		return file == c.page && (line < c.line || line == c.line && col <= c.col) && (c.line < endLine || c.line == endLine && c.col < endCol)
	}
	if in(d.File, d.Line, d.Column, d.EndLine, d.EndColumn) {
		return true
	}
	for _, r := range d.Related {
		if r.Message == "also here" && in(r.File, r.Line, r.Column, r.EndLine, r.EndColumn) {
			return true
		}
	}
	return false
}

// verdict is the tier that a check gives a claim, what it tells of it, and by which of
// its diagnostics. What holds, and what is no claim, is told nothing of.
func (a wikiAnswer) verdict(c wikiClaim) (tier string, told []string, said string, of []int) {
	tier = "T5"
	for i, d := range a.Diagnostics {
		if !d.about(c) && !(d.Claim != "" && d.File == c.page && d.Line == c.line && d.Code == "range-off") {
			continue
		}
		of = append(of, i)
		told = append(told, d.Code)
		said += d.Message + "\n" + d.Hint + "\n"
		if d.Tier != "" && d.Tier != "T5" && d.Claim != "" {
			tier = d.Tier
		}
	}
	return tier, told, said, of
}

func wikiCheck(t *testing.T, dir string) wikiAnswer {
	t.Helper()
	out, messages, _ := assaytest.Run(t, dir, "check", "--no-baseline", "--format", "json")
	var a wikiAnswer
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatalf("%v\n%s%s", err, out, messages)
	}
	return a
}

// Wikis made by other tools are checked with no set-up, whatever way they cite: what
// holds holds, what does not is told, and what cannot be checked says why.
//
// Invariant (other tools' wikis): A wiki that another tool wrote is checked without set-up,
// whatever way it cites, and gets the verdicts that were written down before the program saw
// it. See also TestGuestWikis.
func TestWikis(t *testing.T) {
	t.Parallel()
	for _, name := range madeUpWikis(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			claims := wikiExpected(t, name)
			dir := wikiCopy(t, name)
			before := assaytest.Files(t, dir)
			a := wikiCheck(t, dir)
			silent := 0
			explained := make([]bool, len(a.Diagnostics))
			for _, c := range claims {
				if c.words == "" {
					told := slices.ContainsFunc(a.Diagnostics, func(d wikiDiagnostic) bool {
						return d.File == c.page && d.Line == c.line && slices.Contains(c.codes, d.Code) && strings.Contains(d.Message+d.Hint, c.say)
					})
					if !told {
						t.Errorf("%s:%d: no word of %v", c.page, c.line, c.codes)
					}
					continue
				}
				tier, told, said, of := a.verdict(c)
				for _, i := range of {
					explained[i] = true
				}
				if tier == "T5" {
					silent++
					if slices.Contains(c.tiers, "none") {
						silent--
						tier = "none"
					}
				}
				switch {
				case !slices.Contains(c.tiers, tier):
					t.Errorf("%s:%d %q: %s %v, want %v %v\n%s", c.page, c.line, c.words, tier, told, c.tiers, c.codes, said)
				case len(c.codes) > 0 && !slices.ContainsFunc(c.codes, func(code string) bool { return slices.Contains(told, code) }):
					t.Errorf("%s:%d %q: %s %v, want one of %v\n%s", c.page, c.line, c.words, tier, told, c.codes, said)
				case !strings.Contains(said, c.say):
					t.Errorf("%s:%d %q: nothing says %q:\n%s", c.page, c.line, c.words, c.say, said)
				}
			}
			if a.Summary.Hold != silent {
				t.Errorf("%d claims hold by the summary, %d by the list", a.Summary.Hold, silent)
			}
			for i, d := range a.Diagnostics {
				if d.Claim != "" && !explained[i] {
					t.Errorf("%s:%d: a claim that the list lacks: %s %s [%s]", d.File, d.Line, d.Tier, d.Message, d.Code)
				}
			}
			if got := assaytest.Files(t, dir); !equalBytes(before, got) {
				t.Error("check wrote")
			}
		})
	}
}

func equalBytes(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || w != v {
			return false
		}
	}
	return true
}
