package audit

import (
	"context"
	"fmt"
	"math"
	"strings"

	"assay/compiler/compose"
	"assay/compiler/view"
	"assay/ingest"
	"assay/ingest/alike"
	"assay/provenance"
)

const (
	auditSamplesMin = 5    // passages whose own sentence must find them, at least
	auditSamplesMax = 25   // and at most: 20 of 25 found by chance while half of all are lost happens once in 500 times
	auditTop        = 10   // among this many hits
	auditFound      = 0.8  // share of samples that must be found
	auditWindow     = 40   // passages looked at for one with a sentence to search for
	auditSaysSame   = 0.95 // share of a sentence's shingles that a passage has which says it too
)

// A sampleSentence is a sentence of a passage that should find it.
type sampleSentence struct {
	chunk    provenance.ChunkID
	sentence string
}

// sample takes passages with a sentence worth searching for, evenly over the source:
// as many as the square root of all, so that a larger source is looked at more.
func sample(passages []provenance.Passage) []sampleSentence {
	n := min(max(int(math.Ceil(math.Sqrt(float64(len(passages))))), auditSamplesMin), auditSamplesMax, len(passages))
	var out []sampleSentence
	for i := range n {
		from, to := i*len(passages)/n, (i+1)*len(passages)/n
		for _, c := range passages[from:min(to, from+auditWindow)] {
			if s := longestSentence(c.Text); c.Intact && (len(strings.Fields(s)) >= 6 || compose.CountCJK(s) >= 12) {
				out = append(out, sampleSentence{c.ID, s})
				break
			}
		}
	}
	return out
}

// Retrieved is what searching for a source's own sentences brought.
type Retrieved struct {
	Sampled, Found int
	Missed         []string // sentences, of the first few that were not found
}

func (au *Auditor) RetrieveAction(id provenance.SourceID, in Inspection) *view.Action {
	parts := make([]string, 0, 2*len(in.samples))
	for _, s := range in.samples {
		parts = append(parts, string(s.chunk), s.sentence)
	}
	return &view.Action{
		Kind: "audit", Target: string(id), Keep: true,
		Inputs: []view.Input{{Name: "samples", Hash: view.HashOf(parts...)}, {Name: "index", Hash: au.Index.Digest}},
		Run: func(ctx context.Context, w view.World) (any, error) {
			if err := au.Index.Searchable(ctx, w); err != nil {
				return nil, err
			}
			return retrieve(ctx, w, id, in.samples)
		},
	}
}

// retrieve searches for each sentence, by its words: those are what should find it. A passage is found by itself or by another one
// that says the same sentence: manuals repeat theirs, and mirrors all of them.
func retrieve(ctx context.Context, w view.World, id provenance.SourceID, samples []sampleSentence) (Retrieved, error) {
	var out Retrieved
	for _, s := range samples {
		hits, err := w.Index.Search(ctx, ingest.Query{Text: s.sentence, K: auditTop})
		if err != nil {
			return out, fmt.Errorf("audit %s: %w", id, err)
		}
		out.Sampled++
		said, found := alike.Shingles(s.sentence), false
		for _, h := range hits {
			if found = h.Chunk == s.chunk || alike.Contained(said, alike.Shingles(compose.PlainLinks(h.Text))) >= auditSaysSame; found {
				out.Found++
				break
			}
		}
		if !found && len(out.Missed) < auditNamed {
			out.Missed = append(out.Missed, s.sentence)
		}
	}
	return out, nil
}

// longestSentence of a passage, cut to the words a query may have.
func longestSentence(md string) string {
	best := ""
	for _, s := range compose.Sentences(md) {
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
