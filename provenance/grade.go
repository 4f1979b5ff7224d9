package provenance

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"assay/text"
	"assay/vault/markdown"
)

// DefaultThreshold is the support that carries a claim where a Grading names none:
// synthesis.min_similarity_threshold of the default policy.
const DefaultThreshold = 0.78

// Grading is everything that the tier of one claim depends on.
type Grading struct {
	Claim       markdown.Claim
	Draft       bool                         // stands in a draft, where the build adds a missing (Derived)
	CitesAtWill bool                         // nobody promised citations, as in a vault without a policy
	Passages    []Judged                     // held evidence, each judged alone
	Together    *Judgement                   // all of them as one text, where there are several and none carries the claim; for (Derived) its premises
	Problems    []Located                    // citations that lead to nothing that can be judged
	Rewritten   *Judged                      // what a page that drifted says now in place of a cited passage, with another word in it
	Conflict    *Conflict                    // a permanent note's claim that this one contradicts
	Premises    []Verdict                    // of claims that a (Derived) claim rests on
	Attested    string                       // the reason of an attestation that holds
	Rejected    string                       // the reason of a rejection that holds
	Threshold   float64                      // support that carries a claim, 0 to 1; 0 is DefaultThreshold
	RejectBelow float64                      // support below which a claim is rejected, 0 to 1
	FreshFor    func(Evidence) time.Duration // how long evidence stays fresh; nil or 0: for ever
	Same        func(a, b Judged) string     // why two passages are one witness, "" if they are two; nil: where they are of one source
	PageUntil   time.Time                    // through when the note vouches for what it says, by its own stale_after; zero: it does not say
	Now         time.Time
}

// Grade gives a claim its tier, by [Rules] and nothing else. Where several hold the
// worst comes first: T0, T4, T1, T3, T2, T5.
//
// With several citations one passage that carries the claim is enough, and others
// may be silent. One that contradicts is a fault even if another supports, when the
// claim or its block cites it; what it merely takes from a list for the whole section
// or note counts against it only if nothing carries it. The same goes for citations
// that dangle or are broken. Where held passages do not carry a claim and others that
// it cites are not held, it is unchecked: what is not here may well support it.
func Grade(g Grading) Verdict {
	g.Threshold = cmp.Or(g.Threshold, DefaultThreshold)
	g.Passages = slices.Clone(g.Passages)
	for i := range g.Passages {
		g.Passages[i].Stale = g.stale(g.Passages[i].Evidence)
	}
	v := Verdict{Claim: g.Claim.ID, Passages: g.Passages, Problems: g.Problems, Conflict: g.Conflict,
		Cited: len(g.Claim.Cites) > 0 || len(g.Passages) > 0 || len(g.Problems) > 0}
	g.grade(&v)
	if v.Tier == T5 && g.pastItsDay() {
		v.Tier, v.Rule, v.Reason = T3, RulePageStale, fmt.Sprintf("supported, but its page says that it is stale after %s", g.PageUntil.UTC().Format(time.DateOnly))
	}
	v.Witnesses = g.witnesses(&v)
	if v.Tier == T1 {
		v.Attested = g.Attested
	}
	v.Rejected = g.Rejected
	return v
}

func (g *Grading) grade(v *Verdict) {
	carrying := g.carrying()
	carried := carrying != nil || g.combined()
	switch {
	case g.fault(v, carried):
	case g.Conflict != nil:
		v.Tier, v.Rule, v.Reason = T4, RuleConflict, conflictReason(g.Conflict)
		v.Best = g.best()
	case carrying != nil:
		g.supported(v, carrying)
	case g.barred(v):
	case g.Claim.Inferred:
		g.derived(v)
	case !v.Cited:
		// Where claims are cited at will: fault has dealt with the others.
		v.Tier, v.Rule, v.Reason = Unchecked, RuleUncited, "no citation and no inference marker"
	case g.combined():
		v.Tier, v.Rule, v.Reason = T2, RuleCombined, fmt.Sprintf("no passage alone says this, %d together do; (Derived) is missing", len(g.Passages))
		if g.Draft {
			v.Reason += " and will be added"
		}
		v.Best = g.best()
	default:
		g.lacking(v)
	}
}

// fault finds what makes a claim T0 whatever else holds.
func (g *Grading) fault(v *Verdict, carried bool) bool {
	v.Tier = T0
	if !v.Cited && !g.Claim.Inferred && !g.CitesAtWill {
		v.Rule, v.Reason = RuleUncited, "no citation and no inference marker"
		return true
	}
	for _, status := range [...]LocateStatus{Broken, Dangling} {
		for _, p := range g.Problems {
			if p.Status == status && (own(p.Cite) || !carried) {
				v.Rule, v.Reason = problems[status].rule, problemReason(p)
				return true
			}
		}
	}
	for i := range g.Passages {
		p := &g.Passages[i]
		if p.Judgement.Stance != Contradicts || p.Cite.Scope == markdown.ScopeBeside || !own(p.Cite) && (carried || g.saidBeside(p)) || g.namedBeside(p) {
			continue
		}
		v.Rule, v.Best = RuleContradicted, p
		if p.Judgement.Mismatch != nil && p.Judgement.Mismatch.Kind != "negation" {
			v.Rule = RuleValueMismatch
		}
		v.Reason = contradictedReason(p) + g.formerly(p)
		return true
	}
	if best := g.best(); best != nil && !g.Claim.Inferred && g.unheld() == nil && !g.swept() {
		if g.support() < g.RejectBelow && !g.codeAlone() {
			v.Rule, v.Best = RuleUnsupported, best
			v.Reason = fmt.Sprintf("its source does not say this: support %.2f, rejected below %.2f%s", best.Judgement.Score, g.RejectBelow, absent(best.Judgement))
			return true
		}
		if p := g.madeUp(); p != nil && !carried {
			v.Rule, v.Best, v.Reason = RuleUnsupported, p, missingReason(p)
			return true
		}
	}
	v.Tier = Unchecked
	return false
}

// saidBeside reports that of the sources of a whole note another has all words and values of the
// claim in one place: that one speaks of something else proves nothing then.
func (g *Grading) saidBeside(p *Judged) bool {
	const all = 0.95
	return slices.ContainsFunc(g.Passages, func(q Judged) bool {
		return q.Evidence.Source != p.Evidence.Source && q.Judgement.Stance != Contradicts && q.Judgement.Similarity >= all && len(q.Judgement.Missing) == 0
	})
}

// namedBeside reports that another of several sources of a claim has the name which this one has
// another for: each may be the source of a part of it. So may each of those of a whole note, if it
// speaks of what the claim does, for a number that nobody writes by chance.
func (g *Grading) namedBeside(p *Judged) bool {
	m := p.Judgement.Mismatch
	if m == nil {
		return false
	}
	exact := !own(p.Cite) && exactNumber().MatchString(m.Claim)
	return slices.ContainsFunc(g.Passages, func(q Judged) bool {
		return q.Evidence.Source != p.Evidence.Source && q.Judgement.Stance != Contradicts && text.Spells(q.Evidence.Text, m.Claim) &&
			(m.Kind == "name" || exact && 2*q.Judgement.Similarity >= p.Judgement.Similarity)
	})
}

// exactNumber is one with a point or comma, or of four digits: nobody writes such by chance.
var exactNumber = text.Pattern(`\d[.,]\d|\d{4}`)

// madeUp is a page in which something of the claim stands nowhere, nor in anything else that is
// cited: that alone is missing then. Code is asked for names alone.
func (g *Grading) madeUp() *Judged {
	code := g.codeAlone()
	for _, p := range g.Passages {
		if p.Judgement.Rule != RuleNowhere {
			continue
		}
		excused := func(words string) bool {
			isName := !strings.ContainsAny(words, " 0123456789")
			return code && !isName || slices.ContainsFunc(g.Passages, func(q Judged) bool {
				return !q.lacks(words) || q.Judgement.Rule == RuleQuotation && strings.HasPrefix(words, "“") && q.Judgement.Similarity > p.Judgement.Similarity
			})
		}
		if p.Judgement.Missing = slices.DeleteFunc(slices.Clone(p.Judgement.Missing), excused); len(p.Judgement.Missing) > 0 {
			return &p
		}
	}
	return nil
}

// lacks reports words of the claim that a text does not have. A number that a judgement says to be
// missing may stand elsewhere on its page.
func (p *Judged) lacks(words string) bool {
	j := &p.Judgement
	return !(strings.ContainsAny(words, "0123456789") && text.Spells(p.Evidence.Text, words)) && (slices.Contains(j.Missing, words) ||
		!slices.ContainsFunc(strings.Fields(words), func(w string) bool { return !slices.Contains(j.Absent, w) }))
}

// codeAlone reports that nothing but code is cited. It says what a claim says in other words, so that
// words which it never uses prove nothing; names it spells as the claim does.
func (g *Grading) codeAlone() bool {
	return !slices.ContainsFunc(g.Passages, func(p Judged) bool { return !codeFiles[strings.ToLower(path.Ext(p.Evidence.Span.File))] })
}

var codeFiles = map[string]bool{".go": true, ".py": true, ".js": true, ".mjs": true, ".cjs": true, ".jsx": true, ".ts": true, ".tsx": true, ".rs": true, ".c": true, ".h": true, ".cc": true,
	".cpp": true, ".hpp": true, ".cs": true, ".java": true, ".kt": true, ".scala": true, ".swift": true, ".rb": true, ".php": true, ".sh": true, ".sql": true, ".proto": true, ".lua": true, ".zig": true}

// formerly quotes what a source said for the claim before it changed to what
// contradicts it.
func (g *Grading) formerly(now *Judged) string {
	for i := range g.Passages {
		p := &g.Passages[i]
		if p.Evidence.Source == now.Evidence.Source && p.drifted() && g.passes(p.Judgement) {
			if q := quote(p); q != "" {
				return fmt.Sprintf("; before it changed it said %q", q)
			}
		}
	}
	return ""
}

// swept reports that all that the claim cites is a marker which stands alone below it. How
// far back such a marker is meant to reach nobody says: that it does not carry a claim is
// a doubt, and only what contradicts the claim is a fault.
func (g *Grading) swept() bool {
	return !slices.ContainsFunc(g.Passages, func(p Judged) bool { return p.Cite.Scope != markdown.ScopeSection })
}

// drifted reports a passage that its page no longer has, as far as is known.
func (p *Judged) drifted() bool { return p.Evidence.Drifted || p.Evidence.Superseded }

// old reports a passage that carries a claim only as of another day.
func (p *Judged) old() bool { return p.Stale || p.drifted() }

// own reports whether the author put a citation to this very claim or its block.
func own(c markdown.Cite) bool {
	return c.Scope == markdown.ScopeSentence || c.Scope == markdown.ScopeBlock
}

// supported grades a claim that a passage carries alone.
func (g *Grading) supported(v *Verdict, p *Judged) {
	v.Best = p
	switch {
	case p.drifted() && g.Rewritten != nil:
		v.Tier, v.Rule, v.Best = T1, RuleWeak, g.Rewritten
		v.Reason = fmt.Sprintf("its page has changed: claim says %s, it says %s now", g.Rewritten.Judgement.Mismatch.Claim, g.Rewritten.Judgement.Mismatch.Source)
	case p.drifted():
		v.Tier, v.Rule, v.Reason = T3, RuleDrifted, driftedReason(p)
	case p.Stale:
		v.Tier, v.Rule, v.Reason = T3, RuleStale, staleReason(p, g.Now)
	default:
		v.Tier, v.Rule, v.Reason = T5, RuleSupported, supportedReason(p)
	}
}

// derived grades a claim marked (Derived) that no passage carries alone. Its premises
// are the claims it rests on and the passages it cites; the passages are verified by
// being held. That they do not say the conclusion is no fabrication, so it is never
// T0 for low support.
func (g *Grading) derived(v *Verdict) {
	v.Tier, v.Rule, v.Best = T1, RuleDerivedUnverified, g.best()
	if len(g.Premises) == 0 && len(g.Passages) == 0 {
		v.Reason = noPremiseReason(g.Problems)
		g.unchecked(v)
		return
	}
	stale := false
	for _, p := range g.Premises {
		switch p.Tier {
		case T5:
		case T3:
			stale = true
		default:
			v.Reason = fmt.Sprintf("marked (Derived), but a premise is %s: %s", p.Tier, p.Reason)
			return
		}
	}
	if !g.combined() {
		if !g.unchecked(v) {
			v.Rule, v.Reason = RuleDerivedUnsupported, derivedReason(g)
		}
		return
	}
	for i := range g.Passages {
		if p := &g.Passages[i]; p.old() {
			g.supported(v, p)
			return
		}
	}
	if stale {
		v.Tier, v.Rule, v.Reason = T3, RuleStale, "a premise rests on stale evidence"
		return
	}
	v.Tier, v.Rule, v.Reason = T5, RuleDerived, "derived from verified premises that carry it together"
}

// lacking grades a cited claim that nothing held carries.
func (g *Grading) lacking(v *Verdict) {
	v.Best = g.best()
	if g.unchecked(v) {
		return
	}
	v.Tier = T1
	if v.Best == nil {
		if i := slices.IndexFunc(g.Problems, isCircular); i >= 0 {
			v.Rule, v.Reason = RuleCircular, problemReason(g.Problems[i])
			return
		}
		v.Tier, v.Rule, v.Reason = Unchecked, RuleUnjudged, "no judge has answered"
		return
	}
	if p := g.abroad(); p != nil {
		v.Tier, v.Rule, v.Best = Unchecked, RuleOtherLanguage, p
		v.Reason = "its source is in another language, and what both write alike does not contradict it"
		return
	}
	for i := range g.Passages {
		p := &g.Passages[i]
		if !g.passes(p.Judgement) || len(p.Judgement.Missing) == 0 {
			continue
		}
		if p.Judgement.Missing = g.missing(p.Judgement.Missing); len(p.Judgement.Missing) > 0 {
			v.Rule, v.Best, v.Reason = RuleMissingValue, p, missingReason(p)
		} else {
			v.Rule, v.Best = RuleWeak, p // several passages have its parts, and do not carry it as one text either
			v.Reason = fmt.Sprintf("no passage alone says this, and %d together carry it only to %.2f, wanted %.2f", len(g.Passages), g.Together.Score, g.Threshold)
		}
		return
	}
	v.Rule = RuleWeak
	v.Reason = fmt.Sprintf("its source supports it only in part: support %.2f, wanted %.2f%s", v.Best.Judgement.Score, g.Threshold, absent(v.Best.Judgement))
}

// missing leaves out of the values that one passage lacks those that another has.
func (g *Grading) missing(lacks []string) []string {
	return slices.DeleteFunc(slices.Clone(lacks), func(value string) bool {
		return slices.ContainsFunc(g.Passages, func(p Judged) bool { return !slices.Contains(p.Judgement.Missing, value) }) &&
			g.Together != nil && !slices.Contains(g.Together.Missing, value)
	})
}

// abroad is the first passage in another language than the claim that has all of its
// numbers: it may well say the claim, and no judge here can tell.
func (g *Grading) abroad() *Judged {
	for i := range g.Passages {
		if j := &g.Passages[i].Judgement; j.Rule == RuleOtherLanguage && j.Stance == Silent && len(j.Missing) == 0 {
			return &g.Passages[i]
		}
	}
	return nil
}

// passes reports support at or above the threshold, missing values aside.
func (g *Grading) passes(j Judgement) bool { return j.Stance == Supports && j.Score >= g.Threshold }

// carries reports a judgement that passes, with nothing missing but what another text that is cited
// has.
func (g *Grading) carries(j Judgement) bool {
	return g.passes(j) && (j.Rule == RuleNowhere || len(j.Missing) == 0) && !slices.ContainsFunc(j.Missing, func(words string) bool {
		return !slices.ContainsFunc(g.Passages, func(p Judged) bool { return text.Spells(p.Evidence.Text, words) })
	})
}

// carrying is the best passage that carries the claim alone: a fresh one before a
// stale one, then the surer, then the first cited.
func (g *Grading) carrying() *Judged {
	var best *Judged
	for i := range g.Passages {
		p := &g.Passages[i]
		if !g.carries(p.Judgement) || p.Evidence.Barred != "" {
			continue
		}
		if best == nil || best.old() && !p.old() || best.old() == p.old() && p.Judgement.Score > best.Judgement.Score {
			best = p
		}
	}
	return best
}

// combined reports whether what is cited carries the claim as one text. A passage
// that contradicts is a veto, wherever its citation stands.
func (g *Grading) combined() bool {
	return g.Together != nil && g.carries(*g.Together) &&
		!slices.ContainsFunc(g.Passages, func(p Judged) bool { return p.Judgement.Stance == Contradicts || p.Evidence.Barred != "" })
}

// barred grades a claim that holds but for the ledger: what carries it, alone or with the
// others, was not ingested.
func (g *Grading) barred(v *Verdict) bool {
	together := g.Together != nil && g.carries(*g.Together)
	for i := range g.Passages {
		p := &g.Passages[i]
		if p.Evidence.Barred == "" || !together && !g.carries(p.Judgement) {
			continue
		}
		at := Located{Cite: p.Cite, Status: Unadmitted, Evidence: p.Evidence, Reason: p.Evidence.Barred}
		at.Evidence.Text = ""
		v.Tier, v.Rule, v.Best, v.Reason = Unchecked, RuleUnadmitted, p, problemReason(at)
		v.Problems = append(slices.Clone(v.Problems), at)
		return true
	}
	return false
}

// best is the passage with the most support.
func (g *Grading) best() *Judged {
	var best *Judged
	for i := range g.Passages {
		if p := &g.Passages[i]; best == nil || p.Judgement.Score > best.Judgement.Score {
			best = p
		}
	}
	return best
}

// support is the most that any passage, or all as one text, give.
func (g *Grading) support() float64 {
	most := 0.0
	if best := g.best(); best != nil {
		most = max(most, best.Judgement.Score)
	}
	if g.Together != nil {
		most = max(most, g.Together.Score)
	}
	return most
}

// unchecked leaves a claim ungraded where there is a citation with nothing to check against.
func (g *Grading) unchecked(v *Verdict) bool {
	p := g.unheld()
	if p != nil {
		v.Tier, v.Rule, v.Reason = Unchecked, problems[p.Status].rule, problemReason(*p)
	}
	return p != nil
}

// unheld is the first citation that there is nothing to check against.
func (g *Grading) unheld() *Located {
	for i := range g.Problems {
		switch g.Problems[i].Status {
		case Held, Dangling, Broken, Circular:
		default:
			return &g.Problems[i]
		}
	}
	return nil
}
