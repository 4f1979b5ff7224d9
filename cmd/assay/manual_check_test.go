package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"assay/provenance"
)

// A heldPassage is a passage as the checker of drafts looks at it: letters and digits only.
type heldPassage struct {
	page  string // its address
	text  string
	all   string // the whole page's text
	items []item // and its lists
}

// readPassages reads what is stored, apart from everything that writes drafts.
func readPassages(t *testing.T, dir string) map[string]heldPassage {
	t.Helper()
	held := map[string]heldPassage{}
	err := filepath.WalkDir(filepath.Join(dir, "03_Sources"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		page := provenance.ParsePage(path, text, provenance.Source{})
		var all, raw strings.Builder
		for _, c := range page.Chunks {
			all.WriteString(letters(c.Text))
			raw.WriteString(c.Text + "\n\n")
		}
		items := itemsOf(raw.String())
		for _, c := range page.Chunks {
			held[c.ID.Anchor()] = heldPassage{page.URL, letters(c.Text), all.String(), items}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return held
}

var (
	linkTarget = regexp.MustCompile(`\]\((?:[^()]|\([^()]*\))*\)`)
	noteLink   = regexp.MustCompile(`\[\[(?:[^\]|]*\|)?([^\]]*)\]\]`)
	itemNumber = regexp.MustCompile(`(?m)^\s*\d+[.)] `)
)

// letters are what two texts have in common whatever their markup: letters and digits.
func letters(s string) string {
	s = itemNumber.ReplaceAllString(noteLink.ReplaceAllString(linkTarget.ReplaceAllString(s, "]"), "$1"), "")
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// A draftLine is what a draft has before a marker, and where it stands.
type draftLine struct {
	text, chunk   string
	before, after string // letters of the paragraph or list before it, and of what follows
	first         bool   // below a heading
}

type readDraftNote struct{ lines []draftLine }

var marker = regexp.MustCompile(`\[\^(chk-[a-z2-7]+)\]`)

// readDraft cuts a draft at its markers.
func readDraft(note string) (d readDraftNote) {
	_, body, _ := strings.Cut(strings.TrimPrefix(note, "---\n"), "\n---\n")
	body, _, _ = strings.Cut(body, "\n[^chk-")
	if i := strings.Index(body, "\n## See also\n"); i >= 0 {
		body = body[:i]
	}
	if i := strings.Index(body, "\n## Not in this draft\n"); i >= 0 {
		body = body[:i]
	}
	plain := func(s string) string { return letters(marker.ReplaceAllString(s, "")) }
	from := 0
	for _, m := range marker.FindAllStringSubmatchIndex(body, -1) {
		text, first := body[from:m[0]], false
		for {
			text = strings.TrimLeft(text, " \n")
			if !strings.HasPrefix(text, "#") {
				break
			}
			_, text, _ = strings.Cut(text, "\n")
			first = true
		}
		at := m[0] - len(text)
		d.lines = append(d.lines, draftLine{text: text, chunk: body[m[2]:m[3]], before: plain(body[:at]), after: plain(body[m[1]:]), first: first})
		from = m[1]
	}
	return d
}

var (
	// A sentence that opens so leans on what stood before it.
	leansOn = regexp.MustCompile(`^(?i:this|that|these|those|it|its|they|their|he|she|his|her|such|however|but|also|and|or|therefore|thus|hence|then|here|there (?:it|they)|` +
		`otherwise|instead|moreover|furthermore|similarly|likewise|conversely|nevertheless|consequently|accordingly|the latter|the former|the above|the same|as a result|in addition|` +
		`in this|in that|in these|in such|in contrast|for this|for these|for example|for instance|if so|if not|when this|another|both of|neither|additionally|in other words|so|still|yet|too|finally|again|besides|` +
		`(?:one|some|most|all|none|each|either|both) of (?:this|these|those|them))\b`)
	demonstrative = regexp.MustCompile(`(?i)\b(?:this|these|those|such)\b(?:\s+(\pL+))?`)
	announces     = regexp.MustCompile(`(?i):$|\bas follows\b|\bthe following\b|\b(?:shown|listed|given|described|summarized) below\b|\bfollowing (?:list|table|example|command|query)\b`)
	notPointing   = map[string]bool{"as": true, "that": true, "who": true, "which": true, "of": true, "in": true, "for": true, "with": true, "a": true, "an": true, "where": true, "whose": true}
)

// faults are what is wrong with a draft, as far as its source shows it.
func (d readDraftNote) faults(held map[string]heldPassage) (out []string) {
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, l := range d.lines {
		at, own := held[l.chunk], letters(l.text)
		if !strings.Contains(at.text, own) {
			say("not in its passage: %q", l.text)
			continue
		}
		k := strings.Index(at.all, own)
		before, after := at.all[:k], at.all[k+len(own):]
		joined := !l.first && agree(before, l.before, true)
		prose := strings.TrimLeft(strings.ReplaceAll(l.text, "*", ""), " -0123456789.`|")
		if !joined && (leansOn.MatchString(prose) || refersBack(prose)) {
			say("what it leans on is left out: %q", l.text)
		}
		if announces.MatchString(strings.TrimRight(strings.TrimSpace(l.text), "*_`")) && !agree(after, l.after, false) {
			say("what it announces is left out: %q", l.text)
		}
		if fault := cutShort(l, at.items); fault != "" {
			say("%s: %q", fault, l.text)
		}
	}
	return out
}

// refersBack reports a demonstrative among the first words of a sentence.
func refersBack(s string) bool {
	for _, m := range demonstrative.FindAllStringSubmatchIndex(s, -1) {
		if m[2] >= 0 && notPointing[strings.ToLower(s[m[2]:m[3]])] {
			continue
		}
		return len(strings.Fields(s[:m[0]])) < 8
	}
	return false
}

// agree reports whether two texts have the same letters at their end, or at their beginning.
func agree(a, b string, end bool) bool {
	const enough = 20
	if n := min(enough, len(a), len(b)); n == 0 {
		return false
	} else if end {
		return a[len(a)-n:] == b[len(b)-n:]
	} else {
		return a[:n] == b[:n]
	}
}

var listMark = regexp.MustCompile(`^\s*(?:[-*+] |\d+[.)] |\|)`)

// An item is an item or row of a list or table of a source, by its letters.
type item struct {
	text string
	list int
}

// itemsOf are the items and rows of a page in order. What is indented below an item, and
// blank lines, belong to its list.
func itemsOf(md string) (out []item) {
	list, inside := 0, false
	for line := range strings.Lines(md) {
		switch {
		case listMark.MatchString(line):
			if !inside {
				list++
			}
			inside = true
			if text := letters(line); text != "" {
				out = append(out, item{text, list})
			}
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "  "):
			inside = false
		}
	}
	return out
}

// cutShort says whether the items of lists that a draft has lack the one before or after.
func cutShort(l draftLine, items []item) string {
	for line := range strings.Lines(l.text) {
		own := letters(line)
		if !listMark.MatchString(line) || own == "" {
			continue
		}
		for i, it := range items {
			if !strings.HasPrefix(it.text, own) && !strings.HasPrefix(own, it.text) {
				continue
			}
			if i+1 < len(items) && items[i+1].list == it.list && !strings.Contains(letters(l.text)+l.after, items[i+1].text) {
				return "a list that is cut after it"
			}
			if i > 0 && items[i-1].list == it.list && !strings.Contains(l.before+letters(l.text), items[i-1].text) {
				return "a list that is cut before it"
			}
			break
		}
	}
	return ""
}
