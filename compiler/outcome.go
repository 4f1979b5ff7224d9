package compiler

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/compiler/codec"
	"assay/gates"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault"
)

// An outcome is what a build needs of a note that nothing happened to: its counts
// and its diagnostics. With it neither claims nor verdicts are read, so that a build
// costs what changed and not what there is.
type outcome struct {
	noteVerdicts // what it depends on; its verdicts stay out
	count        noteCount
	claimGaps    int
	linkRows     int    // gaps that its links and the note itself show
	linkGaps     string // digest of the note's rows of gaps, which diagnostics tell of
	promoted     bool
	rests        // of the note
	diagnostics  []gates.Diagnostic
}

// outcomeKey names a note's outcome by the note and what grades it.
func (p *plan) outcomeKey(n *vault.Note) Key {
	return keyOf("outcome", n.Path, p.parsedFrom[n.Path].String(), p.policyDigest, p.version.Judge, p.authorIs(n))
}

// settled reports whether a note's outcome is known and still holds.
func (p *plan) settled(n *vault.Note) bool {
	if !p.lazy || p.isDraft(n.Path) {
		return false
	}
	o, ok := lookup(p.results, p.outcomeKey(n), decodeOutcome)
	if !ok || !p.heldThen(n, o) && !p.stillHold(n, &o.noteVerdicts) {
		return false
	}
	p.outcomes[n.Path] = o
	p.expires(o.nextStale)
	return true
}

// whole reads the claims of a note, if they have not been read yet.
func (p *plan) whole(n *vault.Note) *vault.Note {
	if c, ok := p.results.cold[n]; ok {
		delete(p.results.cold, n)
		d := codec.NewDecoder(c)
		n.Footnotes, n.Claims = getCold(d)
	}
	return n
}

// verdictsOf are a note's verdicts, read or made if only its outcome was known.
func (p *plan) verdictsOf(n *vault.Note) []provenance.Verdict {
	if vs, ok := p.verdicts[n.Path]; ok {
		return vs
	}
	if _, ok := p.outcomes[n.Path]; ok || p.some != nil && !p.some.names[n.Path] && p.graded(n) {
		next := p.nextStale
		p.gradeNote(n, nil)
		p.nextStale = next
	}
	return p.verdicts[n.Path]
}

// verdictsIf are a note's verdicts if its claims may be of a tier that is looked for,
// which their counts tell without reading them.
func (p *plan) verdictsIf(n *vault.Note, has func(Tally) bool) []provenance.Verdict {
	if o := p.outcomes[n.Path]; o != nil && !has(o.count.claims) {
		return p.verdicts[n.Path]
	}
	return p.verdictsOf(n)
}

// outcomeOf gives a note's outcome: as it is where it is settled, else made from the
// note's verdicts and kept. The row of it lacks what other notes' links tell.
func (p *plan) outcomeOf(n *vault.Note, rows []provenance.Gap, promoted bool) (*outcome, noteRow) {
	row := noteRow{path: n.Path, aliases: strings.Join(n.Meta.Aliases, aliasEnd)}
	digest := gapsDigest(rows)
	if o := p.outcomes[n.Path]; o != nil && o.linkGaps == digest && o.promoted == promoted {
		row.outcome, row.settled = p.outcomeKey(n), true
		row.asks(n, o)
		return o, row
	}
	o := &outcome{linkRows: len(rows), linkGaps: digest, promoted: promoted, count: noteCount{path: n.Path}}
	verdicts := p.verdictsOf(n)
	if len(verdicts) > 0 {
		p.whole(n)
	}
	o.rests = p.restsOf(verdicts)
	o.count.summary.Citations = citationsIn(verdicts)
	found := map[int]gates.Found{}
	p.looked = false
	for i, v := range verdicts {
		o.count.count(v, p.policy.Synthesis.RequireCitations)
		if e, ok := p.foundElsewhere(n.Claims[i], v); ok {
			found[i] = e
		}
		if _, ok := p.claimGap(n, v); ok {
			o.claimGaps++
		}
	}
	o.diagnostics = gates.CheckNote(gates.NoteFacts{Note: n, Verdicts: verdicts, Gaps: rows, Promoted: o.promoted, Elsewhere: found}, p.policy)
	rec := p.records[n.Path]
	if rec != nil || !p.graded(n) || n.Meta.Generated {
		o.attested = p.words[n.Path]
		if rec != nil {
			o.noteVerdicts = *rec
			o.verdicts = nil
		}
		if p.looked { // what is found, or not, depends on every original
			o.names, o.held, o.led = p.namesDigest, p.heldDigest(), ""
		}
		row.settled = !p.isDraft(n.Path)
	}
	if rec == nil { // not to tell whether it holds, but what other notes may have to do with
		if seen := p.cites[n.Path]; seen != nil {
			o.files, o.asked, o.led = seen.files, seen.asked, seen.led
		}
	}
	row.asks(n, o)
	text := o.encode()
	if row.outcome = p.outcomeKey(n); !row.settled { // it hangs on more than its key says: what it says is its name
		row.outcome = keyOf("outcome as it was", n.Path, string(text))
	}
	if !row.settled && !p.isDraft(n.Path) {
		row.hangs = hasPremises(n) || len(p.pairsNow(n.Path)) == 0
	}
	p.results.memo[row.outcome] = o
	p.results.store.Put(row.outcome, text)
	return o, row
}

func gapsDigest(rows []provenance.Gap) string {
	if len(rows) == 0 {
		return ""
	}
	parts := make([]string, 0, 6*len(rows))
	for _, g := range rows {
		parts = append(parts, string(g.Kind), g.Target, g.Note, strconv.Itoa(g.Start), strconv.Itoa(g.End), strconv.Itoa(g.Count))
	}
	return hashOf(parts...)
}

func (o *outcome) encode() []byte {
	e := &codec.Encoder{}
	o.putDependencies(e)
	putNoteCount(e, &o.count)
	e.Int(o.claimGaps)
	e.Int(o.linkRows)
	e.Str(o.linkGaps)
	e.Bool(o.promoted)
	e.Int(o.passages)
	e.Strs(o.sources)
	codec.List(e, o.diagnostics, putGrouped)
	return e.B
}

func decodeOutcome(b []byte) (*outcome, error) {
	d := codec.NewDecoder(b)
	o := &outcome{}
	o.getDependencies(d)
	getNoteCount(d, &o.count)
	o.claimGaps, o.linkRows, o.linkGaps, o.promoted = d.Int(), d.Int(), d.Str(), d.Bool()
	o.passages, o.sources = d.Int(), d.Strs()
	o.diagnostics = codec.Unlist(d, getGrouped)
	return o, d.Err
}

// putGrouped writes a diagnostic that may yet be told together with others.
func putGrouped(e *codec.Encoder, g *gates.Diagnostic) {
	putDiagnostic(e, g)
	e.Str(g.Group.Key)
	e.Str(g.Group.Many)
}

func getGrouped(d *codec.Decoder, g *gates.Diagnostic) {
	getDiagnostic(d, g)
	g.Group.Key, g.Group.Many = d.Str(), d.Str()
}

// filesCited are the files that the notes of some outcomes cite, by path.
func filesCited(outcomes []*outcome) []citedFile {
	files := map[string]citedFile{}
	for _, o := range outcomes {
		for _, d := range o.files {
			if d.marks == (alike.Marks{}) {
				if _, ok := files[d.path]; !ok {
					files[d.path] = citedFile{path: d.path}
				}
				continue
			}
			files[d.path] = citedFile{path: d.path, marks: d.marks, like: d.like, copied: files[d.path].copied || d.copies != ""}
		}
	}
	out := slices.Collect(maps.Values(files))
	slices.SortFunc(out, func(a, b citedFile) int { return strings.Compare(a.path, b.path) })
	return out
}

// has reports whether a tally counts any claim of a tier.
func has(t Tally, tier provenance.Tier) bool {
	var one Tally
	one.count(tier)
	for i, n := range one.list() {
		if *n > 0 && *t.list()[i] > 0 {
			return true
		}
	}
	return false
}

// examples are one claim for each tier, the first in the order of paths.
func (p *plan) examples(outcomes []*outcome) []Example {
	var out []Example
	for _, t := range provenance.Tiers() {
		for _, o := range outcomes {
			if !has(o.count.claims, t) {
				continue
			}
			if e, ok := p.example(p.note(o.count.path), t); ok {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// shown is what there is to tell of the notes that the showcase is from.
func (a *assessment) shown() (ds []gates.Diagnostic) {
	for _, e := range a.showcase {
		at := func(t toldNote, path string) int { return strings.Compare(t.path, path) }
		if i, ok := slices.BinarySearchFunc(a.notes.told, e.Note, at); ok {
			ds = append(ds, a.notes.told[i].diagnostics...)
		}
	}
	return ds
}

func (p *plan) example(n *vault.Note, t provenance.Tier) (Example, bool) {
	if n == nil {
		return Example{}, false
	}
	for i, v := range p.verdictsOf(n) {
		if v.Tier != t || i >= len(n.Claims) || t == provenance.Unchecked && !v.Cited {
			continue
		}
		c := n.Claims[i]
		line := 0
		if text, err := p.snap.Read(n.Path); err == nil {
			line = vault.NewLines(text).Position(c.Start).Line
		}
		return Example{Tier: t, Rule: v.Rule, Note: n.Path, Line: line, Claim: c.Text, Reason: v.Reason, InDraft: p.isDraft(n.Path)}, true
	}
	return Example{}, false
}
