package adopt

import (
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/compiler"
	"assay/compiler/compose"
	"assay/compiler/draft"
	"assay/provenance"
	"assay/templates"
	"assay/text"
	"assay/vault"
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

// recite is a replacement that is considered, in the bytes of the note as it was.
type recite struct {
	start, end int
	text       string
}

// recited are the passages that a note's edits name, the first claim first: the words
// of that claim, and what carries it.
type recited struct {
	order         []string
	words, quotes map[string]string
}

func (r *recited) add(id provenance.ChunkID, c markdown.Claim, v provenance.Verdict) {
	anchor := id.Anchor()
	if _, known := r.words[anchor]; known {
		return
	}
	r.order, r.words[anchor] = append(r.order, anchor), c.Text
	quote := compose.PlainText(compose.PlainLinks(strings.Join(strings.Fields(v.Best.Evidence.Text), " ")))
	quote = strings.TrimSpace(strings.TrimLeft(quote, "-*+ "))
	if utf8.RuneCountInString(quote) <= longestQuote {
		r.quotes[anchor] = quote
	}
}

// longestQuote is how much of a passage a footnote quotes.
const longestQuote = 300

// rewrites are the notes with their citations rewritten. drop has, by note, where
// replacements begin that changed more than the citation when they were tried.
type rewrites struct {
	drop map[string]map[int]bool
	none map[string]bool          // notes that are left alone
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
func citations(p *compiler.Plan, n *markdown.Note, vs []provenance.Verdict, pages map[string]string, known *rewrites) (edits []recite, r recited) {
	type marker struct{ start, end int }
	type taker struct {
		claim int
		chunk provenance.ChunkID
		by    markdown.Cite
	}
	takers := map[marker][]taker{}
	targets := map[marker]map[string]bool{}
	spoilt := map[marker]bool{}
	r = recited{words: map[string]string{}, quotes: map[string]string{}}
	for i, c := range n.Claims {
		if len(c.Cites) == 0 || i >= len(vs) {
			continue
		}
		chunk, by, ok := carrier(p, vs[i], pages, known)
		for _, cite := range c.Cites {
			if cite.Scope == markdown.ScopeNote || cite.End <= cite.Start {
				continue
			}
			m := marker{cite.Start, cite.End}
			if targets[m] == nil {
				targets[m] = map[string]bool{}
			}
			targets[m][cite.Target] = true
			switch {
			case !ok || by.Start != cite.Start || !replaceable(cite.Form):
				spoilt[m] = true
			case by.Target == cite.Target:
				takers[m] = append(takers[m], taker{i, chunk, cite})
			}
		}
		if ok && by.Scope == markdown.ScopeNote {
			edits = append(edits, recite{c.End, c.End, "[^" + chunk.Anchor() + "]"})
			r.add(chunk, c, vs[i])
		}
	}
	for m, ts := range takers {
		carried := map[string]bool{}
		for _, t := range ts {
			carried[t.by.Target] = true
		}
		if spoilt[m] || len(carried) < len(targets[m]) {
			continue
		}
		var labels []string
		for _, t := range ts {
			label := "[^" + t.chunk.Anchor() + "]"
			c := n.Claims[t.claim]
			if t.by.Scope == markdown.ScopeSection {
				edits = append(edits, recite{c.End, c.End, label})
			} else if !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
			r.add(t.chunk, c, vs[t.claim])
		}
		if len(labels) > 0 {
			edits = append(edits, recite{m.start, m.end, strings.Join(labels, "")})
		}
	}
	slices.SortFunc(edits, func(a, b recite) int { return a.start - b.start })
	return edits, r
}

// replaceable reports forms that are a citation and nothing else: a link is also a way
// to go, so it stays.
func replaceable(f markdown.CiteForm) bool {
	return f == markdown.CiteCaretFile || f == markdown.CiteParen || f == markdown.CiteFootnote || f == markdown.CiteMeta
}

// carrier is the stored passage that says what carries a claim, and the citation that
// led there.
func carrier(p *compiler.Plan, v provenance.Verdict, pages map[string]string, known *rewrites) (provenance.ChunkID, markdown.Cite, bool) {
	if v.Tier != provenance.T5 || v.Rule != provenance.RuleSupported || v.Best == nil || v.Best.Evidence.Chunk != "" || !replaceable(v.Best.Cite.Form) {
		return "", markdown.Cite{}, false
	}
	page := pages[v.Best.Evidence.Span.File]
	quote := provenance.NormalizeText(v.Best.Evidence.Text)
	if page == "" || quote == "" {
		return "", markdown.Cite{}, false
	}
	passages, ok := known.text[page]
	if !ok {
		for _, c := range p.Index.ReadPage(page).Chunks {
			if c.Intact {
				passages = append(passages, heldPassage{c.ID, provenance.NormalizeText(c.Text)})
			}
		}
		known.text[page] = passages
	}
	for _, c := range passages {
		if strings.Contains(c.normalized, quote) {
			return c.id, v.Best.Cite, true
		}
	}
	return "", markdown.Cite{}, false
}

// rewriteCites lays the rewritten notes over the vault. It gives what was done to each, and
// why others were left alone.
func rewriteCites(p *compiler.Plan, r *rewrites, dir *vault.Dir) (done []Rewrite, left map[string]string) {
	left = map[string]string{}
	pages := map[string]string{} // stored ones, by the path of their original
	for _, l := range p.Evidence() {
		for _, page := range p.SourceNow(l.Id).Pages {
			pages[page.URL] = p.SourcePath(l.Id, page.File)
		}
	}
	verdicts := p.Grade.Verdicts
	for _, n := range slices.Clone(p.Notes) {
		if !p.Graded(n) || r.none[n.Path] {
			continue
		}
		edits, cites := citations(p, p.Whole(n), verdicts[n.Path], pages, r)
		edits = slices.DeleteFunc(edits, func(e recite) bool { return r.drop[n.Path][e.start] })
		text, err := p.Snap.Read(n.Path)
		if len(edits) == 0 || err != nil {
			continue
		}
		why := p.Unwritable(n.Path, text)
		if info, err := os.Lstat(dir.Abs(n.Path)); why == "" && err == nil && info.Mode().Perm()&0o200 == 0 {
			why = "it is read-only"
		}
		if why != "" {
			left[n.Path] = why
			continue
		}
		out, made := splice(text, edits)
		if lines := definitions(p, n, edits, cites); len(lines) > 0 {
			out, made = appendDefinitions(out, made, lines, len(n.Footnotes) > 0)
		}
		p.Write(n.Path, out)
		done = append(done, Rewrite{Note: n.Path, Was: rawHash(text), Is: rawHash(out), Edits: made})
	}
	return done, left
}

// splice makes edits, sorted and apart from each other, and says what it did in the
// bytes that came of it.
func splice(text []byte, edits []recite) (out []byte, made []RewriteEdit) {
	last := 0
	for _, e := range edits {
		if e.start < last || e.end > len(text) {
			continue // two that overlap: the first stands
		}
		out = append(out, text[last:e.start]...)
		made = append(made, RewriteEdit{At: len(out), Old: string(text[e.start:e.end]), New: e.text})
		out = append(out, e.text...)
		last = e.end
	}
	return append(out, text[last:]...), made
}

// definitions are those of the passages that edits name and the note does not define.
func definitions(p *compiler.Plan, n *markdown.Note, edits []recite, r recited) []string {
	var lines []string
	known := map[string]bool{}
	for _, f := range n.Footnotes {
		known[strings.ToLower(f.Label)] = true
	}
	for _, anchor := range r.order {
		used := slices.ContainsFunc(edits, func(e recite) bool { return strings.Contains(e.text, anchor) })
		id, ok := provenance.ChunkFromAnchor(anchor)
		if !used || !ok || known[anchor] {
			continue
		}
		known[anchor] = true
		at, ok := p.Draft.Chunk(n, id)
		if !ok {
			continue
		}
		quote := r.quotes[anchor]
		if quote == "" || !strings.Contains(draft.PlainQuote(at.Text), draft.PlainQuote(quote)) {
			quote = draft.Closest(at.Text, r.words[anchor])
		}
		lines = append(lines, templates.Footnote{
			Chunk: id, Title: at.Title, Path: draft.Relative(n.Path, at.Span.File), Quote: quote, URL: at.URL, Retrieved: at.Retrieved,
		}.Line())
	}
	return lines
}

// appendDefinitions puts definitions at the end of a note, and notes it as one more
// edit: from where the two texts differ to their ends.
func appendDefinitions(text []byte, made []RewriteEdit, lines []string, joins bool) ([]byte, []RewriteEdit) {
	out := draft.AppendLines(text, lines, joins)
	same := 0
	for same < len(text) && same < len(out) && text[same] == out[same] {
		same++
	}
	return out, append(made, RewriteEdit{At: same, Old: string(text[same:]), New: string(out[same:])})
}

// disturbed finds what changed besides the citations: it drops the replacements of a
// block in which a claim's tier is another, and says whether there were any.
func disturbed(p *compiler.Plan, r *rewrites, done []Rewrite, before map[string][]provenance.Verdict, was map[string]*markdown.Note) (changed bool) {
	for _, w := range done {
		n, old := p.ByPath[w.Note], was[w.Note]
		now, then := p.Grade.VerdictsOf(n), before[w.Note]
		text, err := p.Base.Read(w.Note)
		if err != nil || len(now) != len(then) {
			r.none[w.Note], changed = true, true
			continue
		}
		for i := range now {
			if now[i].Claim != then[i].Claim {
				r.none[w.Note], changed = true, true
				break
			}
			if now[i].Tier == then[i].Tier {
				continue
			}
			changed = true
			r.dropBlock(w, text, old.Claims[i])
		}
	}
	return changed
}

// dropBlock drops the replacements in the block of a claim; of a note that has none
// there, all.
func (r *rewrites) dropBlock(w Rewrite, text []byte, c markdown.Claim) {
	start, end := blockAt(text, c.Start)
	if r.drop[w.Note] == nil {
		r.drop[w.Note] = map[int]bool{}
	}
	found, delta := false, 0
	for _, e := range w.Edits {
		at := e.At - delta // in the text as it was
		delta += len(e.New) - len(e.Old)
		if at >= start && at <= end && !r.drop[w.Note][at] {
			r.drop[w.Note][at] = true
			found = true
		}
	}
	if !found {
		r.none[w.Note] = true
	}
}

var blankLine = text.Pattern(`(?m)^[\s\pZ]*?$`)

// blockAt is the stretch between blank lines around a place.
func blockAt(text []byte, at int) (start, end int) {
	for _, blank := range blankLine().FindAllIndex(text, -1) {
		if blank[0] > at {
			return start, blank[0]
		}
		start = blank[1]
	}
	return start, len(text)
}
