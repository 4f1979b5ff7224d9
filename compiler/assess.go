package compiler

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler/codec"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// An assessment is what the gates say of a whole vault: what build and check report,
// kept so that a command that finds nothing changed says it again, and one that finds a
// few notes changed judges those. What there is to tell of single notes lies in their
// outcomes.
type assessment struct {
	made      string    // names the program and the rules that it was made by
	until     time.Time // when it no longer holds by the clock alone; zero: never
	converged bool      // a build made it, and nothing was left to do
	rooted    bool      // a build did, and since then only what since names changed
	postponed bool      // nothing but what takes the network
	claims    Tally
	summary   Summary
	gaps      int
	held      []HeldDraft
	waiting   []Waiting
	showcase  []Example          // where notes were looked at all
	general   []gates.Diagnostic // of files that are no notes
	brief     gates.Brief        // of all that there is to tell
	told      []gates.Diagnostic // all of that, in order; nil where it was not asked for; not stored with it
	each      []gates.Diagnostic // before what has one cause is told once; likewise
	files     int
	passages  int // that notes rest on; one counts once a note

	// For the next look, which may be at a few notes only.
	names     string                // digest of all paths
	held0     string                // digest of all that is no note, see heldDigest
	since     map[string]vault.Hash // notes that changed since a build made an assessment, with the words that it saw
	filed     map[string]bool       // notes whose claims are filed under older words, see statements
	scores    scores
	some      bool            // it was made over some notes
	notes     ofNotes         // what it says of notes; stored beside it
	stored    bool            // that lies in the store, but for what laid has
	laid      laidNotes       // of one that was made over some notes, what is to be laid over it
	wants     map[string]bool // gaps that only a source can close; of this build, not stored
	elsewhere bool            // the sources that notes rest on are others; likewise
}

// scores are those of a build that only a look at the whole vault can give.
type scores struct {
	LicenceClear     Measure
	GapToCrawl       Measure
	IndexAccuracy    Measure
	PolicyCompliance Measure
}

// assess judges the vault with the plan's writes laid over it.
func (p *plan) assess() *assessment {
	if !p.nextTry.IsZero() {
		p.expires(p.nextTry)
	}
	if p.some != nil {
		return p.assessSome()
	}
	a := &assessment{until: p.nextStale, held: p.heldDrafts, waiting: p.waiting, files: len(p.notes), names: p.namesDigest, held0: p.heldDigest(),
		filed: p.filed, notes: ofNotes{pairs: p.pairs, sources: map[string]int{}}}
	links := p.followLinks()
	var gaps []provenance.Gap
	outcomes := make([]*outcome, len(p.notes))
	a.notes.rows = make([]noteRow, len(p.notes))
	promoted := p.promotedNotes()
	for i, n := range p.notes {
		mine := links.gapsOf(i, n)
		gaps = append(gaps, mine...)
		o, row := p.outcomeOf(n, mine, promoted[n.Path])
		row.placed, row.links = links.placed[n.Path], links.linked[n.Path]
		outcomes[i], a.notes.rows[i] = o, row
		a.add(o, 1)
		if !p.isDraft(n.Path) {
			for _, id := range o.sources {
				a.notes.sources[id]++
			}
		}
	}
	a.wants = wanting(gaps)
	a.notes.cited = filesCited(outcomes)
	a.general = p.unattached()
	for _, o := range outcomes {
		if len(o.diagnostics) > 0 {
			a.notes.told = append(a.notes.told, toldNote{o.count.path, o.diagnostics})
		}
	}
	a.tell(a.notes.told)
	a.showcase = p.examples(outcomes)
	return a
}

// add counts what came of a note, or takes it back where sign is -1.
func (a *assessment) add(o *outcome, sign int) {
	a.gaps += sign * (o.linkRows + o.claimGaps)
	a.passages += sign * o.passages
	for i, x := range o.count.claims.list() {
		*a.claims.list()[i] += sign * *x
	}
	for i, x := range o.count.summary.list() {
		*a.summary.list()[i] += sign * *x
	}
}

// tell sorts out what there is to tell, and counts it.
func (a *assessment) tell(of []toldNote) {
	n := len(a.general)
	for i := range of {
		n += len(of[i].diagnostics)
	}
	a.each = append(make([]gates.Diagnostic, 0, n), a.general...)
	for i := range of {
		a.each = append(a.each, of[i].diagnostics...)
	}
	a.told = gates.Gather(a.each)
	a.summary.Errors, a.summary.Warnings, a.summary.Notes = gates.Count(a.told)
	a.brief = gates.NewBrief(a.told)
}

// unattached are the diagnostics of files that are no notes.
func (p *plan) unattached() []gates.Diagnostic {
	return gates.Check(gates.Facts{Problems: p.problems(), Files: p.base.Problems()}, p.policy)
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

// problems are the oddities of files that are no notes: the ledger and the sources.
func (p *plan) problems() map[string][]vault.Problem {
	out := map[string][]vault.Problem{}
	if problems := p.ledger.Problems(); len(problems) > 0 {
		out[p.ledgerPath()] = problems
	}
	if text, err := p.snap.Read(p.policy.AnswersFile()); err == nil {
		if problems := provenance.ReadAnswers(text).Problems(); len(problems) > 0 {
			out[p.policy.AnswersFile()] = problems
		}
	}
	for _, f := range p.stored() {
		if path.Base(f.Path) != provenance.SourceFile {
			continue
		}
		if text, err := p.snap.Read(f.Path); err == nil {
			if _, problems := provenance.ParseSource(text); len(problems) > 0 {
				out[f.Path] = problems
			}
		}
	}
	return out
}

// promotedNotes are the notes that the ledger says were promoted.
func (p *plan) promotedNotes() map[string]bool {
	out := map[string]bool{}
	for _, e := range p.ledger.Events() {
		if e.Kind == provenance.KindPromoted {
			out[e.Subject] = true
		}
	}
	return out
}

// wasPromoted is the same of one note.
func (p *plan) wasPromoted(note string) bool {
	return slices.ContainsFunc(p.ledger.Touching(note), func(e provenance.Event) bool {
		return e.Kind == provenance.KindPromoted && e.Subject == note
	})
}

// encode writes an assessment, without what it says of notes, and without the brief.
func (a *assessment) encode() []byte {
	e := &codec.Encoder{}
	e.Str(a.made)
	putTime(e, a.until)
	e.Uint(flags(a.converged, a.rooted, a.filed != nil, a.postponed))
	for _, n := range a.claims.list() {
		e.Int(*n)
	}
	for _, n := range a.summary.list() {
		e.Int(*n)
	}
	e.Int(a.gaps)
	e.Int(a.files)
	codec.List(e, a.held, func(e *codec.Encoder, h *HeldDraft) {
		e.Str(h.Note)
		for _, n := range h.Claims.list() {
			e.Int(*n)
		}
		e.Str(h.Reason)
	})
	codec.List(e, a.waiting, func(e *codec.Encoder, w *Waiting) {
		e.Strs([]string{w.Source, w.Needs, w.Command})
	})
	codec.List(e, a.general, putDiagnostic)
	e.Int(a.passages)
	e.Str(a.names)
	e.Str(a.held0)
	e.Uint(uint64(len(a.since)))
	for _, note := range slices.Sorted(maps.Keys(a.since)) {
		h := a.since[note]
		e.Str(note)
		e.B = append(e.B, h[:]...)
	}
	e.Strs(slices.Sorted(maps.Keys(a.filed)))
	e.Str(string(encodeJSON(a.scores)))
	return e.B
}

func decodeAssessment(b []byte) (*assessment, error) {
	d := codec.NewDecoder(b)
	a := &assessment{made: d.Str(), until: getTime(d)}
	bits := d.Uint()
	a.converged, a.rooted, a.postponed = bits&1 != 0, bits&2 != 0, bits&8 != 0
	for _, n := range a.claims.list() {
		*n = d.Int()
	}
	for _, n := range a.summary.list() {
		*n = d.Int()
	}
	a.gaps, a.files = d.Int(), d.Int()
	a.held = codec.Unlist(d, func(d *codec.Decoder, h *HeldDraft) {
		h.Note = d.Str()
		for _, n := range h.Claims.list() {
			*n = d.Int()
		}
		h.Reason = d.Str()
	})
	a.waiting = codec.Unlist(d, func(d *codec.Decoder, w *Waiting) {
		if s := d.Strs(); len(s) == 3 {
			w.Source, w.Needs, w.Command = s[0], s[1], s[2]
		}
	})
	a.general = codec.Unlist(d, getDiagnostic)
	a.passages = d.Int()
	a.names, a.held0 = d.Str(), d.Str()
	a.since = map[string]vault.Hash{}
	for range d.Count() {
		note := d.Str()
		var h vault.Hash
		if len(d.B) < len(h) {
			d.Fail()
			break
		}
		copy(h[:], d.B)
		d.Skip(len(h))
		a.since[note] = h
	}
	if filed := d.Strs(); bits&4 != 0 {
		a.filed = map[string]bool{}
		for _, note := range filed {
			a.filed[note] = true
		}
	}
	if scored := d.Str(); d.Err == nil && json.Unmarshal([]byte(scored), &a.scores) != nil {
		d.Fail()
	}
	return a, d.Err
}

func encodeBrief(b gates.Brief) []byte {
	e := &codec.Encoder{}
	codes := slices.Sorted(maps.Keys(b.Errors))
	e.Uint(uint64(len(codes)))
	for _, code := range codes {
		e.Str(string(code))
		e.Int(b.Errors[code])
	}
	codec.List(e, b.First, putGrouped)
	return e.B
}

func decodeBrief(b []byte) (gates.Brief, error) {
	d := codec.NewDecoder(b)
	brief := gates.Brief{Errors: map[gates.Code]int{}}
	for range d.Count() {
		code := gates.Code(d.Str())
		brief.Errors[code] = d.Int()
	}
	brief.First = codec.Unlist(d, getGrouped)
	return brief, d.Err
}

func (t *Tally) list() []*int {
	return []*int{&t.T0, &t.T1, &t.T2, &t.T3, &t.T4, &t.T5, &t.Unchecked}
}

func (s *Summary) list() []*int {
	return append([]*int{&s.Errors, &s.Warnings, &s.Notes, &s.Cited, &s.Hold, &s.DoNot, &s.NotHeld, &s.Abroad, &s.Uncited, &s.Answered, &s.Unanswered}, s.Citations.list()...)
}

func putDiagnostic(e *codec.Encoder, g *gates.Diagnostic) {
	e.Str(string(g.Code))
	e.Uint(uint64(g.Severity))
	putSpan(e, g.Span)
	e.Str(string(g.Claim))
	e.Bool(g.Graded)
	e.Uint(uint64(g.Tier))
	e.Str(g.Message)
	e.Str(g.Hint)
	codec.List(e, g.Related, func(e *codec.Encoder, r *gates.Related) {
		putSpan(e, r.Span)
		e.Str(r.Quote)
		e.Str(r.Message)
	})
	e.Bool(g.Fix != nil)
	if g.Fix != nil {
		e.Str(g.Fix.Title)
		codec.List(e, g.Fix.Edits, func(e *codec.Encoder, x *gates.Edit) {
			putSpan(e, x.Span)
			e.Str(x.Text)
		})
	}
	e.Bool(g.Witnesses != nil)
	if w := g.Witnesses; w != nil {
		e.Int(w.Count)
		e.Int(w.Asked)
		codec.List(e, w.Same, func(e *codec.Encoder, s *gates.SameWitness) { e.Strs([]string{s.File, s.Of, s.Why}) })
	}
}

func getDiagnostic(d *codec.Decoder, g *gates.Diagnostic) {
	g.Code, g.Severity, g.Span = gates.Code(d.Str()), gates.Severity(d.Uint()), getSpan(d)
	g.Claim, g.Graded, g.Tier = vault.ClaimID(d.Str()), d.Bool(), provenance.Tier(d.Uint())
	g.Message, g.Hint = d.Str(), d.Str()
	g.Related = codec.Unlist(d, func(d *codec.Decoder, r *gates.Related) {
		r.Span, r.Quote, r.Message = getSpan(d), d.Str(), d.Str()
	})
	if d.Bool() {
		g.Fix = &gates.Fix{Title: d.Str(), Edits: codec.Unlist(d, func(d *codec.Decoder, x *gates.Edit) {
			x.Span, x.Text = getSpan(d), d.Str()
		})}
	}
	if d.Bool() {
		g.Witnesses = &gates.WitnessCount{Count: d.Int(), Asked: d.Int()}
		g.Witnesses.Same = append([]gates.SameWitness{}, codec.Unlist(d, func(d *codec.Decoder, s *gates.SameWitness) {
			if v := d.Strs(); len(v) == 3 {
				s.File, s.Of, s.Why = v[0], v[1], v[2]
			}
		})...)
	}
}

// within reports whether a path is one of paths or below one.
func within(file string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		return p == "." || p == "" || file == p || strings.HasPrefix(file, strings.TrimSuffix(p, "/")+"/")
	})
}
