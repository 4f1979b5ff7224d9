package adopt

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"assay/compiler"
	"assay/compiler/compose"
	"assay/compiler/draft"
	"assay/compiler/fix"
	"assay/provenance"
	"assay/text"
	"assay/vault/markdown"
)

// A Rewrite is a note whose citations became assay's own.
type Rewrite struct {
	Note  string        `json:"note"`
	Was   string        `json:"was"` // SHA-256 of the bytes before
	Is    string        `json:"is"`  // and after
	Edits []RewriteEdit `json:"edits"`
}

// A RewriteEdit is one replacement, in the bytes of the note as it is now.
type RewriteEdit struct {
	At  int    `json:"at"`
	Old string `json:"old"`
	New string `json:"new"`
}

// A recited passage is one that a note's edits name: by whose words first, and what carries them.
type recited struct {
	id           provenance.ChunkID
	words, quote string
}

func recite(id provenance.ChunkID, c markdown.Claim, v provenance.Verdict) recited {
	quote := compose.PlainText(compose.PlainLinks(strings.Join(strings.Fields(v.Best.Evidence.Text), " ")))
	if quote = strings.TrimSpace(strings.TrimLeft(quote, "-*+ ")); utf8.RuneCountInString(quote) > longestQuote {
		quote = ""
	}
	return recited{id, c.Text, quote}
}

// longestQuote is how much of a passage a footnote quotes.
const longestQuote = 300

// A rewriter turns citations into assay's own.
type rewriter struct {
	fix.Trial
	text map[string][]heldPassage // of stored pages, by path
}

// heldPassage is a stored one, with its text as quotes are looked for in it.
type heldPassage struct {
	id         provenance.ChunkID
	normalized string
}

// citations proposes, for a note, to replace what carries its claims by the passages
// that do. A marker is replaced only as a whole: every claim that takes it must hold by
// it, and every file that it names must carry one. Where a marker stands for a section
// or the page, it stays, and each claim that holds gets its own.
func (w *rewriter) citations(p *compiler.Plan, n *markdown.Note, vs []provenance.Verdict, pages map[string]string) (edits []fix.Fix, passages []recited) {
	type taker struct {
		claim int
		chunk provenance.ChunkID
		scope markdown.CiteScope
	}
	type marker struct {
		takers  []taker
		carries map[string]bool // by what it names: whether that carries a claim
		spoilt  bool
	}
	markers := map[[2]int]*marker{} // by start and end
	for i, c := range n.Claims {
		if len(c.Cites) == 0 || i >= len(vs) {
			continue
		}
		chunk, by, ok := w.carrier(p, vs[i], pages)
		for _, cite := range c.Cites {
			if cite.Scope == markdown.ScopeNote || cite.End <= cite.Start {
				continue
			}
			at := [2]int{cite.Start, cite.End}
			if markers[at] == nil {
				markers[at] = &marker{carries: map[string]bool{}}
			}
			m, takes := markers[at], by.Target == cite.Target
			m.spoilt = m.spoilt || !ok || by.Start != cite.Start || !replaceable(cite.Form)
			m.carries[cite.Target] = m.carries[cite.Target] || takes
			if takes {
				m.takers = append(m.takers, taker{i, chunk, cite.Scope})
			}
		}
		if ok && by.Scope == markdown.ScopeNote {
			edits = append(edits, fix.Fix{Start: c.End, End: c.End, New: "[^" + chunk.Anchor() + "]"})
			passages = append(passages, recite(chunk, c, vs[i]))
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(markers), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		m := markers[at]
		if m.spoilt || slices.Contains(slices.Collect(maps.Values(m.carries)), false) {
			continue
		}
		var labels []string
		for _, t := range m.takers {
			label := "[^" + t.chunk.Anchor() + "]"
			c := n.Claims[t.claim]
			if t.scope == markdown.ScopeSection {
				edits = append(edits, fix.Fix{Start: c.End, End: c.End, New: label})
			} else if !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
			passages = append(passages, recite(t.chunk, c, vs[t.claim]))
		}
		if len(labels) > 0 {
			edits = append(edits, fix.Fix{Start: at[0], End: at[1], New: strings.Join(labels, "")})
		}
	}
	return edits, passages
}

// replaceable reports forms that are a citation and nothing else: a link is also a way
// to go, so it stays.
func replaceable(f markdown.CiteForm) bool {
	return f == markdown.CiteCaretFile || f == markdown.CiteParen || f == markdown.CiteFootnote || f == markdown.CiteMeta
}

// carrier is the stored passage that says what carries a claim, and the citation that
// led there.
func (w *rewriter) carrier(p *compiler.Plan, v provenance.Verdict, pages map[string]string) (provenance.ChunkID, markdown.Cite, bool) {
	if v.Tier != provenance.T5 || v.Rule != provenance.RuleSupported || v.Best == nil || v.Best.Evidence.Chunk != "" || !replaceable(v.Best.Cite.Form) {
		return "", markdown.Cite{}, false
	}
	page := pages[v.Best.Evidence.Span.File]
	quote := provenance.NormalizeText(v.Best.Evidence.Text)
	if page == "" || quote == "" {
		return "", markdown.Cite{}, false
	}
	passages, ok := w.text[page]
	if !ok {
		for _, c := range p.Index.ReadPage(page).Chunks {
			if c.Intact {
				passages = append(passages, heldPassage{c.ID, provenance.NormalizeText(c.Text)})
			}
		}
		w.text[page] = passages
	}
	for _, c := range passages {
		if strings.Contains(c.normalized, quote) {
			return c.id, v.Best.Cite, true
		}
	}
	return "", markdown.Cite{}, false
}

// propose gives the rewritten citations of a note, and the definitions that it lacks then.
func (w *rewriter) propose(p *compiler.Plan) func(*markdown.Note, []provenance.Verdict) []fix.Fix {
	pages := map[string]string{} // stored ones, by the path of their original
	for _, l := range p.Evidence() {
		for _, page := range p.SourceNow(l.Id).Pages {
			pages[page.URL] = p.SourcePath(l.Id, page.File)
		}
	}
	return func(n *markdown.Note, vs []provenance.Verdict) []fix.Fix {
		edits, passages := w.citations(p, p.Whole(n), vs, pages)
		text, err := p.Base.Read(n.Path)
		if edits = w.Kept(n.Path, edits); len(edits) == 0 || err != nil {
			return nil
		}
		blanks := blankLine().FindAllIndex(text, -1)
		block := func(at int) int { // how many blank lines stand before a place
			return sort.Search(len(blanks), func(i int) bool { return blanks[i][0] > at })
		}
		for i, e := range edits {
			for k, c := range n.Claims {
				if block(c.Start) == block(e.Start) {
					edits[i].Claims = append(edits[i].Claims, k)
				}
			}
		}
		if lines := definitions(p, n, edits, passages); len(lines) > 0 {
			out, same := draft.AppendLines(text, lines, len(n.Footnotes) > 0), 0
			for same < len(text) && text[same] == out[same] {
				same++
			}
			edits = append(edits, fix.Fix{Kind: "definitions", Start: same, End: len(text), New: string(out[same:])})
		}
		return edits
	}
}

// rewrites are what was done to notes, in their order.
func (w *rewriter) rewrites(p *compiler.Plan) (done []Rewrite, err error) {
	for _, n := range p.Notes {
		made := w.Made[n.Path]
		if len(made) == 0 {
			continue
		}
		text, err := p.Base.Read(n.Path)
		if err != nil {
			return nil, err
		}
		r := Rewrite{Note: n.Path, Was: rawHash(text), Is: rawHash(fix.Splice(text, made))}
		delta := 0
		for _, x := range made {
			r.Edits = append(r.Edits, RewriteEdit{At: x.Start + delta, Old: x.Old, New: x.New})
			delta += len(x.New) - len(x.Old)
		}
		done = append(done, r)
	}
	return done, nil
}

// definitions are those of the passages that edits name and the note does not define.
func definitions(p *compiler.Plan, n *markdown.Note, edits []fix.Fix, passages []recited) []string {
	var lines []string
	known := map[string]bool{}
	for _, f := range n.Footnotes {
		known[strings.ToLower(f.Label)] = true
	}
	for _, r := range passages {
		anchor := r.id.Anchor()
		if known[anchor] || !slices.ContainsFunc(edits, func(e fix.Fix) bool { return strings.Contains(e.New, anchor) }) {
			continue
		}
		known[anchor] = true
		if f, ok := p.Draft.Footnote(n.Path, r.id, r.words, r.quote); ok {
			lines = append(lines, f.Line())
		}
	}
	return lines
}

// disturbed drops the replacements of a block in which a claim's tier is another, and all of a note
// in which a claim is.
func (w *rewriter) disturbed(x fix.Tried) {
	for i, v := range x.Now {
		if v.Claim != x.Then[i].Claim {
			w.Drop(x.Note.Path, -1)
			return
		}
		if v.Tier != x.Then[i].Tier {
			w.Drop(x.Note.Path, i)
		}
	}
}

var blankLine = text.Pattern(`(?m)^[\s\pZ]*?$`)
