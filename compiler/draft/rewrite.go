package draft

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// promotedTexts keeps notes as they were promoted, so that what people changed since
// can be told without git. They lie in .assay/promoted under the hash that the ledger
// has of them, and are a memory only: without one, a note that was changed counts as
// unknown.
type promotedTexts struct{ dir string }

func NewPromotedTexts(root string) promotedTexts {
	return promotedTexts{filepath.Join(root, vault.StateDir, "promoted")}
}

func (t promotedTexts) file(hash string) string { return filepath.Join(t.dir, hash+".md") }

// read gives the text of a hash, if what is kept is that text.
func (t promotedTexts) read(hash string) ([]byte, bool) {
	if len(hash) != 64 || strings.Trim(hash, "0123456789abcdef") != "" {
		return nil, false // it is part of a path, and the ledger is a file that anybody edits
	}
	text, err := vault.ReadFile(t.file(hash))
	return text, err == nil && vault.HashText(text).String() == hash
}

// Keep stores every note that reads as it was promoted and is not kept yet, also where
// an earlier build was killed before it did, and forgets what no note was promoted as
// last. A disk that refuses costs a figure and nothing else.
func (t promotedTexts) Keep(p *Drafter, as map[string]string) {
	if len(as) == 0 || os.MkdirAll(t.dir, 0o755) != nil {
		return
	}
	kept, wanted := map[string]bool{}, map[string]bool{}
	entries, _ := os.ReadDir(t.dir)
	for _, e := range entries {
		kept[e.Name()] = true
	}
	for note, hash := range as {
		name := hash + ".md"
		wanted[name] = true
		if f, there := p.Snap.File(note); kept[name] || !there || f.Hash.String() != hash {
			continue
		}
		if text, err := p.Snap.Read(note); err == nil {
			_ = vault.ReplaceCache(t.file(hash), text)
		}
	}
	for name := range kept {
		if !wanted[name] {
			os.Remove(filepath.Join(t.dir, name))
		}
	}
}

// HumanRewrite is how much of what was promoted is not there any more: of the words of
// all promoted notes, those that were changed or removed. What people added is no
// change of it. A note that is gone, or whose promoted text is not kept, is unknown.
func (dr *Drafter) HumanRewrite(as map[string]string) reports.Measure {
	changed, all, lost := 0, 0, 0
	for note, hash := range as {
		f, there := dr.Snap.File(note)
		if !there {
			lost++
			continue
		}
		n := dr.Note(note)
		if f.Hash.String() == hash && n != nil {
			all += n.Words
			continue
		}
		now, err := dr.Snap.Read(note)
		then, ok := dr.Texts.read(hash)
		if err != nil || !ok {
			lost++
			continue
		}
		old, words := OwnWords(then), markdown.Parse(note, then, markdown.Options{}).Words
		all += words
		if len(old) > 0 {
			changed += int(math.Round(float64(words) * (1 - float64(common(old, OwnWords(now)))/float64(len(old)))))
		}
	}
	why := "no note was promoted yet"
	if lost > 0 {
		why = "the promoted notes are gone, or were changed and .assay/promoted does not have them as they were"
	}
	m := reports.Ratio(changed, all, why)
	m.Unknown = lost
	return m
}

// OwnWords are a note's words without its frontmatter, which stamps change, and its
// footnote definitions, which the compiler keeps.
func OwnWords(text []byte) []string {
	var out []string
	for line := range strings.Lines(string(text[markdown.ReadFront(text).Body:])) {
		if !strings.HasPrefix(line, "[^") || !strings.Contains(line, "]:") {
			out = append(out, strings.Fields(line)...)
		}
	}
	return out
}

// maxTable bounds the table that finds what two texts have in common.
const maxTable = 4 << 20

// common is the length of the longest common subsequence of two lists of words: what
// of a stands in b, in its order. Texts that differ over thousands of words are
// compared without regard to order, which can only find more.
func common(a, b []string) int {
	same := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b, same = a[1:], b[1:], same+1
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, same = a[:len(a)-1], b[:len(b)-1], same+1
	}
	if len(a) == 0 || len(b) == 0 {
		return same
	}
	if len(a) > maxTable/len(b) {
		left := map[string]int{}
		for _, w := range b {
			left[w]++
		}
		for _, w := range a {
			if left[w] > 0 {
				left[w]--
				same++
			}
		}
		return same
	}
	row := make([]int, len(b)+1)
	for _, w := range a {
		diagonal := 0
		for j, x := range b {
			up := row[j+1]
			if w == x {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(up, row[j])
			}
			diagonal = up
		}
	}
	return same + row[len(b)]
}

// derivedMarker is what an inference carries after its sentence.
const derivedMarker = " (Derived)"

// MarkDerived writes (Derived) after each sentence of a draft that several cited passages
// carry only together: an inference may go on, but not unmarked. It reports whether any was
// marked; those notes have to be graded anew. Permanent notes are their authors': they are told.
func (dr *Drafter) MarkDerived() bool {
	any := false
	for _, n := range dr.Notes {
		if !dr.IsDraft(n.Path) || n.Meta.Generated {
			continue
		}
		var ends []int
		for i, v := range dr.Grade.Verdicts[n.Path] {
			if c := dr.Whole(n).Claims[i]; v.Tier == provenance.T2 && !c.Inferred && !slices.Contains(ends, c.End) {
				ends = append(ends, c.End)
			}
		}
		if len(ends) == 0 {
			continue
		}
		text, err := dr.Snap.Read(n.Path)
		if err != nil {
			continue
		}
		slices.Sort(ends)
		for _, end := range slices.Backward(ends) {
			text = markdown.Splice(text, end, end, derivedMarker)
		}
		if !marked(n, text, len(ends), dr.View) {
			continue // where a marker would not be read as one, as in some cells: the note is told of it
		}
		dr.Write(n.Path, text)
		any = true
	}
	return any
}

// marked reports whether a text has the same claims as a note, but for some that are
// inferences now.
func marked(n *markdown.Note, text []byte, more int, v *view.View) bool {
	now := markdown.Parse(n.Path, text, markdown.Options{ExemptSections: v.Policy.Vault.ExemptSections})
	if len(now.Claims) != len(n.Claims) {
		return false
	}
	for i, c := range now.Claims {
		if c.Text != n.Claims[i].Text || len(c.Cites) != len(n.Claims[i].Cites) {
			return false
		}
		if c.Inferred && !n.Claims[i].Inferred {
			more--
		}
	}
	return more == 0
}
