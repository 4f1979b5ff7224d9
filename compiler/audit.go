package compiler

import (
	"context"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/provenance"
)

// audit takes crawled sources through indexed to verified, or to failed with the
// reasons.
func (p *plan) audit() {
	byID := map[provenance.SourceID][]string{}
	for _, file := range p.pages() {
		id := provenance.SourceID(path.Base(path.Dir(file)))
		byID[id] = append(byID[id], file)
	}
	for _, id := range p.ledger.Sources() {
		state := p.state(id)
		if state.State != provenance.Crawled && state.State != provenance.Indexed || len(byID[id]) == 0 {
			continue
		}
		var chunks []provenance.ChunkID
		for _, file := range byID[id] {
			for _, c := range p.pageChunks(file) {
				chunks = append(chunks, provenance.ChunkID(c))
			}
		}
		a, ok := p.auditSource(id, byID[id], chunks)
		if !ok {
			continue
		}
		if state.State == provenance.Crawled {
			p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindIndexed, string(id),
				map[string]any{"chunks": float64(len(chunks)), "digest": chunkDigest(chunks)})
		}
		if a.OK {
			p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindVerified, string(id),
				map[string]any{"chunks": float64(len(chunks)), "sampled": float64(a.Sampled), "found": float64(a.Found)})
		} else {
			p.record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindFailed, string(id),
				map[string]any{"step": "verify", "reason": a.reasons()})
		}
	}
}

// audited is an audit as it is stored.
type audited struct {
	Audit
	Sampled, Found int
}

func (a audited) reasons() string {
	var bad []string
	for _, c := range a.Checks {
		if !c.OK {
			bad = append(bad, c.Name+": "+c.Text)
		}
	}
	return strings.Join(bad, "; ")
}

const (
	auditSamples  = 5    // passages whose own sentence must find them
	auditTop      = 10   // among this many hits
	auditFound    = 0.8  // share of samples that must be found
	auditDamage   = 0.01 // share of U+FFFD at which text counts as damaged
	auditLetters  = 0.4  // least share of letters and digits in what is not space
	auditMinWords = 5    // a source with fewer words is an empty shell
)

func (p *plan) auditSource(id provenance.SourceID, files []string, chunks []provenance.ChunkID) (audited, bool) {
	self := p
	return need(p, &Action{
		Kind: "audit", Version: "1", Target: string(id), keep: true,
		Inputs: []Input{{"chunks", chunkDigest(chunks)}, {"index", p.digest}},
		run: func(ctx context.Context, w World) (any, error) {
			if err := self.searchable(ctx, w); err != nil {
				return nil, err
			}
			return self.runAudit(ctx, w, id, files)
		},
		encode: encodeJSON,
	}, decodeJSON[audited])
}

// runAudit checks integrity, coherence, metadata and sample retrieval.
func (p *plan) runAudit(ctx context.Context, w World, id provenance.SourceID, files []string) (audited, error) {
	var a audited
	add := func(name string, ok bool, text string) {
		a.Checks = append(a.Checks, AuditCheck{name, ok, text})
	}
	var passages []provenance.Passage
	broken, untitled, undated := 0, 0, 0
	for _, file := range files {
		page := p.readPage(file)
		for _, c := range page.Chunks {
			if !c.Intact {
				broken++
			}
			passages = append(passages, c)
		}
		if page.Title == "" || page.URL == "" {
			untitled++
		}
		if page.Retrieved.IsZero() {
			undated++
		}
	}
	add("integrity", broken == 0, fmt.Sprintf("%d of %d passages hash to their ids", len(passages)-broken, len(passages)))
	text, ok := coherent(passages)
	add("coherence", ok, text)
	add("metadata", untitled+undated == 0, fmt.Sprintf("%d of %d pages have a title, an address and a date", len(files)-max(untitled, undated), len(files)))
	for _, c := range sample(passages) {
		hits, err := w.index.Search(ctx, longestSentence(c.Text), auditTop)
		if err != nil {
			return a, fmt.Errorf("audit %s: %w", id, err)
		}
		a.Sampled++
		for _, h := range hits {
			if h.Chunk == c.ID {
				a.Found++
				break
			}
		}
	}
	add("retrieval", float64(a.Found) >= auditFound*float64(a.Sampled),
		fmt.Sprintf("%d of %d sampled passages are found by their own words", a.Found, a.Sampled))
	a.OK = true
	for _, c := range a.Checks {
		a.OK = a.OK && c.OK
	}
	return a, nil
}

// coherent reports whether stored text is text.
func coherent(passages []provenance.Passage) (string, bool) {
	words, runes, letters, damaged := 0, 0, 0, 0
	for _, c := range passages {
		words += len(strings.Fields(c.Text)) + countCJK(c.Text)
		for _, r := range c.Text {
			switch {
			case unicode.IsSpace(r):
				continue
			case unicode.IsLetter(r) || unicode.IsDigit(r):
				letters++
			case r == utf8.RuneError:
				damaged++
			}
			runes++
		}
	}
	switch {
	case words < auditMinWords:
		return fmt.Sprintf("only %d words of text", words), false
	case float64(damaged) > auditDamage*float64(runes):
		return fmt.Sprintf("%d of %d characters are damaged", damaged, runes), false
	case float64(letters) < auditLetters*float64(runes):
		return "mostly signs and no words", false
	}
	return fmt.Sprintf("%d words of text", words), true
}

// sample takes passages with a sentence worth searching for, evenly over the source.
func sample(passages []provenance.Passage) []provenance.Passage {
	var fit []provenance.Passage
	for _, c := range passages {
		if s := longestSentence(c.Text); len(strings.Fields(s)) >= 6 || countCJK(s) >= 12 {
			fit = append(fit, c)
		}
	}
	if len(fit) <= auditSamples {
		return fit
	}
	out := make([]provenance.Passage, auditSamples)
	for i := range out {
		out[i] = fit[i*len(fit)/auditSamples]
	}
	return out
}

// longestSentence of a passage, cut to the words a query may have.
func longestSentence(md string) string {
	best := ""
	for _, s := range proseSentences(md) {
		if len(s) > len(best) {
			best = s
		}
	}
	const most = 40
	if words := strings.Fields(best); len(words) > most {
		best = strings.Join(words[:most], " ")
	}
	return best
}
