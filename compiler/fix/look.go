package fix

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/compiler"
	"assay/compiler/draft"
	"assay/compiler/view"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// look is what finding the fixes of one vault needs.
type look struct {
	p     *compiler.Plan
	lib   *citation.Library
	files map[string][]string     // originals, by base name
	same  map[vault.Hash][]string // originals, by their text
	gone  map[string]vault.Hash   // texts that were ingested from files which are not there any more
	words map[string]string       // of files, as they are compared
	caret bool                    // the wiki cites with ^[file.md], and not with (source: path)
}

func newLook(p *compiler.Plan) *look {
	l := &look{p: p, lib: p.Held(), files: map[string][]string{}, same: map[vault.Hash][]string{}, gone: map[string]vault.Hash{}, words: map[string]string{}}
	var stored []string
	if !p.Policy.IsGuest() {
		stored = []string{p.Policy.Vault.Sources}
	}
	for _, f := range p.Base.Files() {
		if !f.Link && !view.Within(f.Path, stored) && l.lib.IsOriginal(f.Path) {
			name := vault.FoldName(path.Base(f.Path))
			l.files[name] = append(l.files[name], f.Path)
			l.same[f.Hash] = append(l.same[f.Hash], f.Path)
		}
	}
	for _, f := range p.Stored() {
		if path.Base(f.Path) != provenance.SourceFile {
			continue
		}
		for _, page := range p.SourceNow(provenance.SourceID(path.Base(path.Dir(f.Path)))).Pages {
			if _, there := p.Base.File(page.URL); !there && !view.IsRemote(page.URL) {
				l.gone[page.URL] = page.Hash
			}
		}
	}
	carets := 0
	for _, n := range p.Notes {
		for _, c := range p.Whole(n).Claims {
			for _, cite := range c.Cites {
				switch cite.Form {
				case markdown.CiteCaretFile:
					carets++
				case markdown.CiteParen:
					carets--
				}
			}
		}
	}
	l.caret = carets > 0
	return l
}

// use is a marker of a citation, with the claims that take it.
type use struct {
	cite   markdown.Cite
	claims []int
}

// usesOf are the markers of a note that stand in its text.
func usesOf(n *markdown.Note) (uses []use) {
	type key struct {
		start, end int
		target     string
	}
	at := map[key]int{}
	for i, c := range n.Claims {
		for _, cite := range c.Cites {
			k := key{cite.Start, cite.End, cite.Target}
			if cite.End <= cite.Start {
				continue
			}
			u, known := at[k]
			if !known {
				u = len(uses)
				at[k] = u
				uses = append(uses, use{cite: cite})
			}
			if mine := uses[u].claims; len(mine) == 0 || mine[len(mine)-1] != i {
				uses[u].claims = append(mine, i)
			}
		}
	}
	return uses
}

// fixes are what is certain of a note.
func (l *look) fixes(n *markdown.Note, vs []provenance.Verdict) (out []Fix) {
	text, err := l.p.Base.Read(n.Path)
	if err != nil || len(vs) != len(n.Claims) {
		return nil
	}
	for _, u := range usesOf(n) {
		for _, find := range [...]func(*markdown.Note, []byte, []provenance.Verdict, use) (Fix, bool){l.lines, l.moved, l.named} {
			if x, ok := find(n, text, vs, u); ok {
				x.Claims = u.claims
				out = append(out, x)
				break
			}
		}
	}
	for i, v := range vs {
		c := n.Claims[i]
		switch {
		case !l.p.Policy.IsGuest() && v.Tier == provenance.T2 && citesTogether(c) && !c.Inferred && v.Rejected == "" && c.Kind != markdown.TableRow:
			out = append(out, Fix{Kind: Derived, New: " (Derived)", Why: "the passages cited behind it say it together and none alone", Start: c.End, End: c.End, Claims: []int{i}})
		default:
			if x, ok := l.passage(n, text, i, v); ok {
				out = append(out, x)
			}
		}
	}
	return append(out, l.headings(n, text)...)
}

// citesTogether reports a claim behind which its author put more than one citation. Of a list
// for the whole page nobody said that a claim is drawn from more than one of its files.
func citesTogether(c markdown.Claim) bool {
	own := map[int]bool{}
	for _, cite := range c.Cites {
		if cite.Scope == markdown.ScopeSentence {
			own[cite.Start] = true
		}
	}
	return len(own) > 1
}

// stands reports a claim that one passage carries, stale or not.
func stands(v provenance.Verdict) bool { return v.Tier == provenance.T5 || v.Tier == provenance.T3 }

// within replaces the one place of a text in a marker.
func within(text []byte, c markdown.Cite, old, now string) (x Fix, ok bool) {
	if c.End > len(text) || bytes.Count(text[c.Start:c.End], []byte(old)) != 1 {
		return Fix{}, false
	}
	at := c.Start + bytes.Index(text[c.Start:c.End], []byte(old))
	return Fix{New: now, Start: at, End: at + len(old)}, true
}

// lines puts the lines right that a citation names, where all that is said by it stands on
// one other line, whose words stand nowhere else in the file.
func (l *look) lines(_ *markdown.Note, text []byte, vs []provenance.Verdict, u use) (Fix, bool) {
	line, file := 0, ""
	for _, i := range u.claims {
		b := vs[i].Best
		if !stands(vs[i]) || b == nil || b.OffRange == 0 || b.Cite.Start != u.cite.Start || b.Cite.Target != u.cite.Target || line != 0 && b.OffRange != line {
			return Fix{}, false
		}
		line, file = b.OffRange, b.Evidence.Span.File
	}
	if line == 0 || !l.once(file, line) {
		return Fix{}, false
	}
	from, to := u.cite.FromLine, u.cite.ToLine
	for _, form := range [...][2]string{
		{fmt.Sprintf("#L%d-L%d", from, to), fmt.Sprintf("#L%d", line)}, {fmt.Sprintf("#L%d", from), fmt.Sprintf("#L%d", line)},
		{fmt.Sprintf(":%d-%d", from, to), fmt.Sprintf(":%d", line)}, {fmt.Sprintf(":%d", from), fmt.Sprintf(":%d", line)},
	} {
		if x, ok := within(text, u.cite, u.cite.Target+form[0], u.cite.Target+form[1]); ok && !startsWithDigit(text[x.End:]) {
			x.Kind, x.Why = Range, fmt.Sprintf("line %d of %s says it", line, file)
			return x, true
		}
	}
	return Fix{}, false
}

func startsWithDigit(b []byte) bool { return len(b) > 0 && (b[0] >= '0' && b[0] <= '9' || b[0] == '-') }

// once reports a line of a file whose words stand nowhere else in it.
func (l *look) once(file string, line int) bool {
	text, err := l.p.Base.Read(file)
	if err != nil {
		return false
	}
	lines := vault.NewLines(text)
	words := fold(string(lines.Line(line)))
	return telling(words) && strings.Count(l.wordsOf(file), words) == 1
}

// moved finds the file that a citation means which leads nowhere: the one that has the text
// which was ingested under that name, or the only original of that name. Whether it is the
// one is told by what it says, then.
func (l *look) moved(n *markdown.Note, text []byte, _ []provenance.Verdict, u use) (Fix, bool) {
	loc := l.lib.Locate(n, u.cite)
	if loc.Status != provenance.NotHeld && loc.Status != provenance.Dangling || strings.Contains(u.cite.Target, "://") {
		return Fix{}, false
	}
	if file := l.again(n, u.cite.Target); file != "" {
		return l.renamed(n, text, u.cite, file, File, "it has the text that was ingested from the file which is cited")
	}
	found := l.files[vault.FoldName(path.Base(strings.ReplaceAll(u.cite.Target, `\`, "/")))]
	if len(found) != 1 {
		return Fix{}, false
	}
	x, ok := l.renamed(n, text, u.cite, found[0], File, "the only file of that name lies there, and says it")
	x.file = found[0]
	return x, ok
}

// again is the one original with the text that was ingested from a file which is gone.
func (l *look) again(n *markdown.Note, target string) string {
	var was []string
	for name := range l.gone {
		if name == path.Clean(target) || name == path.Join(path.Dir(n.Path), target) || strings.HasSuffix(name, "/"+path.Clean(target)) {
			was = append(was, name)
		}
	}
	if len(was) != 1 || len(l.same[l.gone[was[0]]]) != 1 {
		return ""
	}
	return l.same[l.gone[was[0]]][0]
}

// named says which of several files a name means: the one that says a claim word for word.
func (l *look) named(n *markdown.Note, text []byte, _ []provenance.Verdict, u use) (Fix, bool) {
	loc := l.lib.Locate(n, u.cite)
	if loc.Status != provenance.Ambiguous {
		return Fix{}, false
	}
	meant := ""
	for _, i := range u.claims {
		words := fold(n.Claims[i].Text)
		for _, file := range loc.Candidates {
			if !telling(words) || !strings.Contains(l.wordsOf(file), words) {
				continue
			}
			if meant != "" && meant != file {
				return Fix{}, false
			}
			meant = file
		}
	}
	if meant == "" {
		return Fix{}, false
	}
	return l.renamed(n, text, u.cite, meant, Name, fmt.Sprintf("of %d files with that name this one says it word for word", len(loc.Candidates)))
}

// plain is a path that every form can hold as it is.
var plain = regexp.MustCompile(`^[\pL\pN_./+-]+$`)

// renamed writes another file into a marker, in the way in which it names one.
func (l *look) renamed(n *markdown.Note, text []byte, c markdown.Cite, file string, kind Kind, why string) (Fix, bool) {
	now := file
	if strings.HasPrefix(c.Target, "../") || strings.HasPrefix(c.Target, "./") {
		now = draft.Relative(n.Path, file)
	}
	if path.Ext(c.Target) == "" {
		now = strings.TrimSuffix(now, path.Ext(now))
	}
	if !plain.MatchString(now) || now == c.Target {
		return Fix{}, false
	}
	x, ok := within(text, c, c.Target, now)
	x.Kind, x.Why = kind, why
	return x, ok
}

// passage cites the one file of those that a page lists as a whole which says a claim word
// for word, behind the claim.
func (l *look) passage(n *markdown.Note, text []byte, i int, v provenance.Verdict) (Fix, bool) {
	c := n.Claims[i]
	words := fold(c.Text)
	if !stands(v) || len(c.Cites) < 2 || c.Kind == markdown.TableRow || c.Inferred || !telling(words) || !alone(text, n, i) {
		return Fix{}, false
	}
	file, times := "", 0
	seen := map[string]bool{}
	for _, cite := range c.Cites {
		if cite.Scope != markdown.ScopeNote {
			return Fix{}, false
		}
		loc := l.lib.Locate(n, cite)
		if loc.Status != provenance.Held {
			continue
		}
		for _, e := range append([]provenance.Evidence{loc.Evidence}, loc.Also...) {
			if name := e.Span.File; !seen[name] && e.Chunk == "" {
				seen[name] = true
				if k := strings.Count(l.wordsOf(name), words); k > 0 {
					file, times = name, times+k
				}
			}
		}
	}
	if times != 1 || len(seen) < 2 || !plain.MatchString(file) {
		return Fix{}, false
	}
	mark := " (source: " + file + ")"
	if l.caret {
		mark = " ^[" + file + "]"
	}
	return Fix{Kind: Passage, New: mark, Why: fmt.Sprintf("of %d files that the page lists this one says it word for word", len(seen)), Start: c.End, End: c.End, Claims: []int{i}}, true
}

// alone reports a claim that no other shares its paragraph or item with: a citation behind
// it covers what stands before.
func alone(text []byte, n *markdown.Note, i int) bool {
	c := n.Claims[i]
	start, end := bytes.LastIndexByte(text[:c.Start], '\n')+1, len(text)
	if k := bytes.IndexByte(text[c.End:], '\n'); k >= 0 {
		end = c.End + k
	}
	if c.Kind != markdown.ListItem {
		start = max(0, bytes.LastIndex(text[:c.Start], []byte("\n\n")), bytes.LastIndex(text[:c.Start], []byte("\n\r\n")))
		for _, gap := range [...]string{"\n\n", "\n\r\n"} {
			if k := bytes.Index(text[c.End:], []byte(gap)); k >= 0 {
				end = max(end, min(len(text), c.End+k))
				break
			}
		}
	}
	return !slices.ContainsFunc(n.Claims, func(o markdown.Claim) bool { return o.Start >= start && o.Start < end && o.ID != c.ID })
}

// headings corrects wikilinks to headings that differ from the one there is by case or
// punctuation.
func (l *look) headings(n *markdown.Note, text []byte) (out []Fix) {
	for _, link := range n.Links {
		if !link.Wiki || link.Meta || link.URL || link.Anchor == "" || strings.ContainsAny(link.Anchor, "#^") || link.End > len(text) {
			continue
		}
		to := l.p.Links().Resolve(n.Path, link)
		target := l.p.Note(to.Path)
		if to.Status != links.NoHeading || target == nil {
			continue
		}
		var meant []string
		for _, h := range target.Headings {
			if letters(h.Text) == letters(link.Anchor) && !slices.Contains(meant, h.Text) {
				meant = append(meant, h.Text)
			}
		}
		if len(meant) != 1 || letters(link.Anchor) == "" || strings.ContainsAny(meant[0], "[]|#^`*_<>\\") {
			continue
		}
		right := link
		right.Anchor = meant[0]
		if l.p.Links().Resolve(n.Path, right).Status != links.Found {
			continue
		}
		x, ok := within(text, markdown.Cite{Start: link.Start, End: link.End}, "#"+link.Anchor, "#"+meant[0])
		if !ok {
			continue
		}
		x.Kind, x.Why = Heading, "the heading of "+to.Path+" is written so"
		for i, c := range n.Claims {
			if link.Start < c.End && c.Start < link.End {
				x.Claims = append(x.Claims, i)
			}
		}
		out = append(out, x)
	}
	return out
}

// letters are those and the digits of a heading: what stays of it in a slug.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// wordsOf is a file as it is searched for words.
func (l *look) wordsOf(file string) string {
	words, known := l.words[file]
	if !known {
		if text, err := l.p.Base.Read(file); err == nil && utf8.Valid(text) {
			words = fold(string(text))
		}
		l.words[file] = words
	}
	return words
}

// fold is a text as words in small letters and signs that change what is said, each
// between blanks.
func fold(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	for _, r := range s {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			b.WriteRune(unicode.ToLower(r))
		case r == '%', unicode.Is(unicode.Sc, r), unicode.Is(unicode.Sm, r) && !strings.ContainsRune("~|=", r):
			b.WriteString(" " + string(r) + " ")
		default:
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ") + " "
}

// telling reports words that do not stand in a file by chance.
func telling(words string) bool {
	const (
		fewest = 6  // words
		signs  = 14 // of a script without blanks between words
	)
	n, wide := strings.Count(words, " ")-1, 0
	for _, r := range words {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			wide++
		}
	}
	return n >= fewest || wide >= signs
}
