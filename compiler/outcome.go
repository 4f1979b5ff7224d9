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
func (p *grader) outcomeKey(n *vault.Note) Key {
	return keyOf("outcome", n.Path, p.parsedFrom[n.Path].String(), p.policyDigest, p.version.Judge, p.authorIs(n))
}

// settled reports whether a note's outcome is known and still holds.
func (p *grader) settled(n *vault.Note) bool {
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

// verdictsOf are a note's verdicts, read or made if only its outcome was known.
func (p *grader) verdictsOf(n *vault.Note) []provenance.Verdict {
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
func (p *grader) verdictsIf(n *vault.Note, has func(Tally) bool) []provenance.Verdict {
	if o := p.outcomes[n.Path]; o != nil && !has(o.count.claims) {
		return p.verdicts[n.Path]
	}
	return p.verdictsOf(n)
}

// outcomeOf gives a note's outcome: as it is where it is settled, else made from the
// note's verdicts and kept. The row of it lacks what other notes' links tell.
func (p *grader) outcomeOf(n *vault.Note, rows []provenance.Gap, promoted bool) (*outcome, noteRow) {
	row := noteRow{path: n.Path, aliases: strings.Join(n.Meta.Aliases, aliasEnd)}
	digest := gapsDigest(rows)
	if o := p.outcomes[n.Path]; o != nil && o.linkGaps == digest && o.promoted == promoted {
		row.outcome, row.settled = p.outcomeKey(n), true
		row.asks(n, o.asked)
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
	row.asks(n, o.asked)
	text := o.encode()
	if row.outcome = p.outcomeKey(n); !row.settled { // it hangs on more than its key says: what it says is its name
		row.outcome = keyOf("outcome as it was", n.Path, string(text))
	}
	if !row.settled && !p.isDraft(n.Path) {
		row.hangs = hasPremises(n) || len(p.conflict.pairsNow(n.Path)) == 0
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

// count adds a verdict. Where nobody promised citations, a claim without one is a
// gap and not counted among the graded.
func (c *noteCount) count(v provenance.Verdict, promised bool) {
	if !v.Cited {
		c.summary.Uncited++
		if promised {
			c.claims.count(v.Tier)
		}
		return
	}
	c.claims.count(v.Tier)
	c.summary.Cited++
	c.countJudges(v)
	switch v.Tier {
	case provenance.T5, provenance.T3, provenance.T2:
		if v.Rejected != "" { // by a person who read the evidence
			c.summary.DoNot++
			return
		}
		c.summary.Hold++
	case provenance.Unchecked:
		if v.Rule == provenance.RuleOtherLanguage {
			c.summary.Abroad++
			return
		}
		c.summary.NotHeld++
	default:
		c.summary.DoNot++
	}
}

// countJudges adds whether the judge that policy names had its say in a verdict.
func (c *noteCount) countJudges(v provenance.Verdict) {
	answered, lacking := false, false
	for _, q := range v.Passages {
		lacking = lacking || q.Judgement.Unanswered != ""
		answered = answered || len(q.Judgement.Others) > 0
	}
	switch {
	case lacking:
		c.summary.Unanswered++
	case answered:
		c.summary.Answered++
	}
}

func (p *grader) restsOf(verdicts []provenance.Verdict) rests {
	seen := map[string]bool{}
	var sources []string
	for _, v := range verdicts {
		for _, q := range v.Passages {
			e := q.Evidence
			name := string(e.Chunk)
			if name == "" {
				name = e.Span.File
			}
			if seen[name] {
				continue
			}
			seen[name] = true
			id := e.Source
			if id == "" && !p.policy.IsGuest() {
				id = p.sourceOf(e.Span.File)
			}
			if id != "" {
				sources = append(sources, string(id))
			}
		}
	}
	return rests{len(seen), sortedSet(sources)}
}

// heldThen reports whether a note's outcome held then, and all that it depends on is what
// it was: names and evidence, the files that it rests on, what was said of it.
func (p *grader) heldThen(n *vault.Note, o *outcome) bool {
	if p.earlier == nil || p.namesDigest != p.earlier.names || p.heldDigest() != p.earlier.held {
		return false
	}
	i, ok := rowAt(p.earlier.rows, n.Path)
	return ok && p.earlier.rows[i].settled && p.earlier.rows[i].outcome == p.outcomeKey(n) && p.saidAsBefore(n, &o.noteVerdicts) && p.restsAsBefore(n, &o.noteVerdicts)
}

// unchanged reports whether a note is what it was then, and so is all evidence.
func (p *grader) unchanged(n *vault.Note) bool {
	if p.earlier == nil || !p.evidenceStands() {
		return false
	}
	now, ok := p.snap.File(n.Path)
	was, had := p.earlier.file(n.Path)
	_, changed := p.earlier.since[n.Path]
	return ok && had && !changed && now.Bytes() == was.Bytes() && !was.Ignored
}
