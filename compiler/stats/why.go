package stats

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault/markdown"
)

// Why walks from a note, a claim or a source to the bytes it rests on.
func Why(ctx context.Context, c *compiler.Compiler, subject string) (*reports.WhyReport, error) {
	s, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	w := &walk{p: p, s: s, r: &reports.WhyReport{Subject: subject}, flaws: map[provenance.SourceID]map[string]string{}}
	if n := p.ByPath[filepath.ToSlash(subject)]; n != nil {
		w.r.Kind = "note"
		w.note(n)
		return w.r, nil
	}
	if strings.HasPrefix(subject, "sr_") {
		w.r.Kind = "source"
		r, err := sources.Source(ctx, c, subject)
		if err != nil {
			return nil, err
		}
		w.source(0, r.ID)
		return w.r, nil
	}
	n, i, err := review.FindClaim(p, subject)
	if err != nil && w.settled(0, subject) {
		w.r.Kind = "claim" // that was believed once
		return w.r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w, a note's path, or a source's id", err)
	}
	w.r.Kind = "claim"
	w.claim(0, n, i, true)
	return w.r, nil
}

type walk struct {
	p     *compiler.Plan
	s     *compiler.Session
	r     *reports.WhyReport
	flaws map[provenance.SourceID]map[string]string
}

// flaw is why the audit doubts a stored page, or "".
func (w *walk) flaw(id provenance.SourceID, file string) string {
	if id == "" {
		return ""
	}
	if _, ok := w.flaws[id]; !ok {
		w.flaws[id] = w.p.Audit.FlawsOf(id)
	}
	return w.flaws[id][file]
}

func (w *walk) step(depth int, file string, line int, detail, format string, args ...any) {
	w.r.Steps = append(w.r.Steps, reports.WhyStep{Depth: depth, Text: fmt.Sprintf(format, args...), File: file, Line: line, Detail: detail})
}

func (w *walk) note(n *markdown.Note) {
	f, _ := w.p.Snap.File(n.Path)
	w.step(0, n.Path, 1, f.Hash.String(), "%s: %d claims, %s", w.p.Policy.Vault.Area(n.Path), len(n.Claims), compiler.Brief(f.Hash.String()))
	for _, in := range w.s.InputsOf("parse", n.Path) {
		if now := f.Bytes().String(); in.Name == "note" && in.Hash != now {
			w.step(1, n.Path, 0, "", "changed since the last build: %s → %s", compiler.Brief(in.Hash), compiler.Brief(now))
		}
	}
	for i := range n.Claims {
		w.claim(1, n, i, false)
	}
	for _, e := range w.p.Ledger.Touching(n.Path) {
		w.event(1, e)
	}
	if w.p.IsDraft(n.Path) {
		if ok, reason := w.p.Draft.Ready(n); !ok {
			w.step(1, "", 0, "", "held: %s", reason)
		}
	}
}

func (w *walk) claim(depth int, n *markdown.Note, i int, whole bool) {
	c := n.Claims[i]
	line := w.p.LineOf(n.Path, c.Start)
	verdicts := w.p.Grade.Verdicts[n.Path]
	if i >= len(verdicts) {
		w.step(depth, n.Path, line, "", "not graded: %s", view.Short(c.Text))
		return
	}
	v := verdicts[i]
	w.step(depth, n.Path, line, string(c.ID), "%s %s [%s]: %s", v.Tier, v.Word(), v.Rule, v.Reason)
	if whole {
		w.step(depth+1, "", 0, "", "claim: %s", c.Text)
	}
	if v.Attested != "" {
		w.step(depth+1, "", 0, "", "attested: %s", v.Attested)
	}
	if v.Rejected != "" {
		w.step(depth+1, "", 0, "", "rejected by a person: %s", v.Rejected)
	}
	if v.Conflict != nil {
		w.step(depth+1, v.Conflict.Span.File, 0, v.Conflict.Text, "contradicts %s", v.Conflict.Note)
	}
	if len(v.Passages) > 0 && (whole || v.Witnesses.Count > 1 || len(v.Witnesses.Twins) > 0) {
		w.step(depth+1, "", 0, "", "%s; policy asks for %d", w.p.Grade.CountWitnesses(n, v), w.p.Grade.WitnessesAsked(n))
	}
	for _, q := range v.Passages {
		w.passage(depth+1, q, whole)
	}
	for _, at := range v.Problems {
		w.step(depth+1, at.Evidence.Span.File, 0, "", "cites %s: %s", at.Cite.Target, at.Reason)
	}
	if whole {
		for _, e := range w.p.Ledger.Touching(string(c.ID)) {
			if e.Kind != provenance.KindResolved { // told below, with what was believed
				w.event(depth+1, e)
			}
		}
		w.settled(depth+1, string(c.ID))
	}
}

// settled tells of the conflicts of a claim that ended, and what was believed before.
func (w *walk) settled(depth int, id string) (found bool) {
	for _, s := range w.p.Ledger.Resolutions() {
		if !s.Concerns(id) {
			continue
		}
		found = true
		kept := ""
		if s.Keep != "" {
			kept = ", keeping " + s.Keep
		}
		w.step(depth, "", 0, s.Event, "%s resolved by %s as %s%s: %s", s.At.UTC().Format(time.DateOnly), s.By, s.As, kept, s.Reason)
		w.step(depth+1, s.Note, 0, string(s.Existing), "believed until then: %s", s.Was)
		w.step(depth+1, s.NewNote, 0, string(s.New), "against it: %s", s.Against)
	}
	return found
}

func (w *walk) passage(depth int, q provenance.Judged, whole bool) {
	e := q.Evidence
	w.step(depth, e.Span.File, w.p.LineOf(e.Span.File, e.Span.Start), e.Text, "%s at %.2f (similarity %.2f, %s, judge %s)",
		q.Judgement.Stance, q.Judgement.Score, q.Judgement.Similarity, q.Judgement.Rule, q.Judgement.Judge)
	for _, o := range q.Judgement.Others {
		w.step(depth+1, "", 0, "", "%s said %s at %.2f (%s)", o.Judge, o.Stance, o.Score, o.Note)
	}
	if u := q.Judgement.Unanswered; u != "" {
		w.step(depth+1, "", 0, "", "%s; %s graded it alone", u, q.Judgement.Judge)
	}
	if !whole {
		return
	}
	if m := q.Judgement.Mismatch; m != nil {
		w.step(depth+1, "", 0, "", "%s: claim says %s, source says %s", m.Kind, m.Claim, m.Source)
	}
	if len(q.Judgement.Missing) > 0 {
		w.step(depth+1, "", 0, "", "values the source does not have: %s", strings.Join(q.Judgement.Missing, ", "))
	}
	if len(q.Judgement.Absent) > 0 {
		w.step(depth+1, "", 0, "", "words the source never uses: %s", strings.Join(q.Judgement.Absent, ", "))
	}
	if e.Chunk != "" {
		w.step(depth+1, "", 0, "", "%s hashes to its text", e.Chunk)
	}
	if why := w.flaw(e.Source, path.Base(e.Span.File)); why != "" {
		w.step(depth+1, "", 0, "", "the audit doubts its page: %s", why)
	}
	if e.Source != "" {
		if page, ok := w.p.Source(e.Source).Page(path.Base(e.Span.File)); ok {
			w.fate(depth+1, page)
		}
		w.source(depth+1, e.Source)
	}
}

func (w *walk) source(depth int, id provenance.SourceID) {
	s, state := w.p.Seen(w.p.Source(id)), w.p.State(id)
	w.step(depth, w.p.SourcePath(id, provenance.SourceFile), 0, string(id), "source %s: %s, %s, %s", s.URL, state.State, reports.Count(len(s.Pages), "page"), sources.Freshness(w.p, s))
	if standing := sources.StandingOf(w.p, s); standing != "" {
		w.step(depth+1, "", 0, "", "%s", standing)
	}
	for _, page := range s.Pages {
		if depth == 0 {
			w.step(depth+1, w.p.SourcePath(id, page.File), 0, page.Hash.String(), "page %s from original %s, retrieved %s",
				page.URL, compiler.Brief(page.Hash.String()), page.Retrieved.UTC().Format(time.DateOnly))
			w.fate(depth+2, page)
			if why := w.flaw(id, page.File); why != "" {
				w.step(depth+2, "", 0, "", "the audit doubts it: %s", why)
			}
		}
	}
	for _, e := range w.p.Ledger.Touching(string(id)) {
		w.event(depth+1, e)
	}
}

// fate tells what became of a page since it was stored.
func (w *walk) fate(depth int, page provenance.Page) {
	for _, f := range []struct {
		when time.Time
		what string
	}{
		{page.Drifted, "says something else where notes cite it, since"}, {page.Strike, "could not be had again on"},
		{page.Unavailable, "unavailable since"}, {page.Withdrawn, "withdrawn by its publisher, seen on"},
	} {
		if !f.when.IsZero() {
			w.step(depth, "", 0, "", "%s: %s %s", page.URL, f.what, f.when.UTC().Format(time.DateOnly))
		}
	}
	if page.SupersededBy != "" {
		w.step(depth, "", 0, "", "%s: superseded by %s", page.URL, page.SupersededBy)
	}
}

func (w *walk) event(depth int, e provenance.Event) {
	text := fmt.Sprintf("%s %s by %s", e.Time.UTC().Format(time.DateOnly), e.Kind, e.Actor)
	for _, key := range []string{"directive", "gap", "reason", "rule", "draft", "envelope", "partial"} {
		if v := e.Text(key); v != "" {
			text += fmt.Sprintf(", %s: %s", key, v)
		}
	}
	if counts, ok := e.Data["verdicts"].(map[string]any); ok {
		for _, v := range web.Verdicts() {
			if n, ok := counts[string(v)].(float64); ok {
				text += fmt.Sprintf(", %.0f %s", n, v)
			}
		}
	}
	for _, rule := range e.List("robots") {
		text += "; " + rule
	}
	w.step(depth, "", 0, e.ID, "%s", text)
}
