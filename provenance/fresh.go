package provenance

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// stale reports whether evidence is older than it may be.
func (g *Grading) stale(e Evidence) bool {
	until := g.expiry(e)
	return !until.IsZero() && g.Now.After(until)
}

// pastItsDay reports whether the note said that what it says is to be looked at again by now.
func (g *Grading) pastItsDay() bool {
	return !g.PageUntil.IsZero() && g.Now.After(g.PageUntil)
}

// PageUntil is the last moment of the day, or the moment, that a note names in stale_after; zero
// where that is no date.
func PageUntil(written string) time.Time {
	t := ParseTime(written)
	if !t.IsZero() && !strings.Contains(written, ":") {
		t = t.AddDate(0, 0, 1).Add(-1)
	}
	return t
}

// expiry is the last moment at which evidence is fresh; zero where it never ages.
func (g *Grading) expiry(e Evidence) time.Time {
	if g.FreshFor == nil || !e.Ages || e.Retrieved.IsZero() {
		return time.Time{}
	}
	window := g.FreshFor(e)
	if window <= 0 {
		return time.Time{}
	}
	return e.Retrieved.Add(window)
}

// NextStale is the moment after which v, which [Grade] gave for g, is T3 instead of
// T5 by the clock alone. It is zero where that never happens, so that a report may
// be kept until the earliest of them.
func NextStale(g Grading, v Verdict) time.Time {
	if v.Tier != T5 {
		return time.Time{}
	}
	next := nextStale(g, v)
	if next.IsZero() || !g.PageUntil.IsZero() && g.PageUntil.Before(next) {
		return g.PageUntil
	}
	return next
}

// nextStale is when the evidence of a claim is too old.
func nextStale(g Grading, v Verdict) time.Time {
	g.Threshold = cmp.Or(g.Threshold, DefaultThreshold)
	var next time.Time
	if v.Rule == RuleSupported {
		// It holds as long as one passage that carries it is fresh.
		for i := range v.Passages {
			p := &v.Passages[i]
			if !g.carries(p.Judgement) || p.old() {
				continue
			}
			until := g.expiry(p.Evidence)
			if until.IsZero() {
				return until
			}
			if until.After(next) {
				next = until
			}
		}
		return next
	}
	// A derived claim holds as long as everything it rests on is fresh.
	earlier := func(until time.Time) {
		if !until.IsZero() && (next.IsZero() || until.Before(next)) {
			next = until
		}
	}
	for i := range v.Passages {
		earlier(g.expiry(v.Passages[i].Evidence))
	}
	for _, p := range g.Premises {
		earlier(NextStale(Grading{Threshold: g.Threshold, FreshFor: g.FreshFor}, p))
	}
	return next
}

// Seen is when a page was last found to say what is stored of it: as its description has
// it, or by a refresh that found it unchanged, which is on the ledger alone.
func (s SourceState) Seen(p Page) time.Time {
	if s.Confirmed.After(p.Retrieved) && !slices.Contains(s.Missed, p.URL) {
		return s.Confirmed
	}
	if !s.At.IsZero() && p.Retrieved.After(s.At.Add(aReading)) {
		return s.At // nobody read it since, whatever its description says
	}
	return p.Retrieved
}

// aReading is the longest that one may take: its event has the time at which it began.
const aReading = 24 * time.Hour
