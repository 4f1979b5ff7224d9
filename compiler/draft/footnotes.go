package draft

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"assay/compiler/compose"
	"assay/provenance"
	"assay/templates"
	"assay/vault/markdown"
)

// Footnotes writes the definition of every chunk that a graded note cites and does
// not define, and mends those whose link or words no longer fit. All else in the
// note stays as it is, to the byte.
func (dr *Drafter) Footnotes() {
	for _, n := range dr.Notes {
		if dr.Stopped() {
			return
		}
		if !dr.Graded(n) || !dr.Results.Parsed[n].Chunks || dr.Scope.Built(n.Path) || dr.Memo.Footed[n] == dr.EvidenceDigest() {
			continue
		}
		dr.Whole(n)
		first := map[provenance.ChunkID]string{} // the claim that cites a chunk first
		var order []provenance.ChunkID
		for _, c := range n.Claims {
			for _, cite := range c.Cites {
				id, ok := provenance.ChunkFromAnchor(cite.Target)
				if !ok || cite.Form != markdown.CiteChunk || cite.Scope == markdown.ScopeNote {
					continue
				}
				if _, seen := first[id]; !seen {
					first[id] = c.Text
					order = append(order, id)
				}
			}
		}
		if len(order) == 0 || dr.keepDefinitions(n, order, first) {
			dr.Memo.Footed[n] = dr.EvidenceDigest()
		}
	}
}

// keepDefinitions reports whether a note has the definitions of the chunks it cites, and
// writes those that it lacks.
func (dr *Drafter) keepDefinitions(n *markdown.Note, order []provenance.ChunkID, claim map[provenance.ChunkID]string) bool {
	defined := map[string]markdown.Footnote{}
	for _, f := range n.Footnotes {
		if _, twice := defined[f.Label]; !twice {
			defined[f.Label] = f
		}
	}
	var missing []string
	type change struct {
		f    markdown.Footnote
		line string
	}
	var changes []change
	for _, id := range order {
		at, ok := dr.Chunk(n, id)
		if !ok {
			continue // not held or not intact: the claim's verdict says so
		}
		f, there := defined[id.Anchor()]
		if there && fits(f, id, Relative(n.Path, at.Span.File), at.Text) {
			continue // before a sentence is chosen, which costs more than all else here
		}
		want, _ := dr.Footnote(n.Path, id, claim[id], "")
		if there {
			changes = append(changes, change{f, want.Line()})
		} else {
			missing = append(missing, want.Line())
		}
	}
	if len(missing)+len(changes) == 0 {
		return true
	}
	text, err := dr.Snap.Read(n.Path)
	if err != nil {
		return false
	}
	// From the end, so that what is yet to change stands where it stood: definitions need
	// not come in the order in which they are cited.
	slices.SortFunc(changes, func(a, b change) int { return b.f.Start - a.f.Start })
	for _, c := range changes {
		end := c.f.End
		for end > c.f.Start && (text[end-1] == '\n' || text[end-1] == '\r') {
			end--
		}
		text = markdown.Splice(text, c.f.Start, end, c.line)
	}
	if len(missing) > 0 {
		text = AppendLines(text, missing, len(n.Footnotes) > 0)
	}
	dr.Write(n.Path, text)
	return false
}

// AppendLines puts definitions at the end of a note, after those it has.
func AppendLines(text []byte, lines []string, joins bool) []byte {
	tail := strings.Join(lines, "\n") + "\n"
	body := strings.TrimRight(string(text), " \t\r\n")
	gap := "\n\n"
	if i := strings.LastIndexByte(body, '\n'); joins && strings.HasPrefix(strings.TrimSpace(body[i+1:]), "[^") {
		gap = "\n"
	}
	return markdown.Splice(text, len(body), len(text), gap+tail)
}

// fits reports whether a definition still says what it must: the link to the
// passage, and words that the passage has. Wording that a person chose stays.
func fits(f markdown.Footnote, id provenance.ChunkID, file, passage string) bool {
	if !strings.Contains(f.Text, "#^"+id.Anchor()) || !strings.Contains(f.Text, file) {
		return false
	}
	_, quote, _ := strings.Cut(f.Text, "“")
	quote = quote[:max(0, strings.LastIndex(quote, "”"))]
	return quote == "" || strings.Contains(plainQuote(passage), plainQuote(quote))
}

// plainQuote is a text as a quotation is compared: without links and marks.
func plainQuote(s string) string {
	return provenance.NormalizeText(compose.PlainText(compose.PlainLinks(s)))
}

// Footnote is the definition of a chunk as a note at a path should have it. It has a quote that
// the passage has, else the sentence that is closest to a claim.
func (dr *Drafter) Footnote(note string, id provenance.ChunkID, claim, quote string) (templates.Footnote, bool) {
	at, ok := dr.Chunk(&markdown.Note{}, id)
	if !ok {
		return templates.Footnote{}, false
	}
	if quote == "" || !strings.Contains(plainQuote(at.Text), plainQuote(quote)) {
		quote = Closest(at.Text, claim)
	}
	return templates.Footnote{
		Chunk: id, Title: at.Title, Path: Relative(note, at.Span.File), Quote: quote, URL: at.URL, Retrieved: at.Retrieved,
	}, true
}

// Chunk looks a passage up, first where the note's definition of it leads.
func (dr *Drafter) Chunk(n *markdown.Note, id provenance.ChunkID) (provenance.Evidence, bool) {
	at := dr.Held().Locate(n, markdown.Cite{Form: markdown.CiteChunk, Target: id.Anchor(), Label: id.Anchor()})
	return at.Evidence, at.Status == provenance.Held
}

// Relative is the path of a file as a link in a note has it.
func Relative(note, file string) string {
	rel, _ := filepath.Rel(path.Dir(note), file) // both are paths of the vault
	return filepath.ToSlash(rel)
}

// Closest is the sentence of a passage that shares the most words with a claim.
func Closest(text, claim string) string {
	want := compose.Stems(claim)
	best, most := "", -1.0
	for _, s := range compose.Sentences(text) {
		if got := compose.Share(want, compose.Stems(s)); got > most {
			best, most = s, got
		}
	}
	best = compose.PlainText(best)
	if best == "" {
		best = compose.PlainText(strings.Join(strings.Fields(compose.PlainLinks(text)), " "))
	}
	const longest = 300
	if r := []rune(best); len(r) > longest {
		best = string(r[:longest])
		if i := strings.LastIndexByte(best, ' '); i > longest/2 {
			best = best[:i]
		}
	}
	return best
}
