package provenance

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assay/vault/markdown"
)

// says is a passage with a judgement of it.
func says(stance Stance, score float64, change ...func(*Judged)) Judged {
	p := Judged{Evidence: Evidence{Text: "It was founded in 1989. It grew.", Title: "History", Ages: true, Retrieved: day.AddDate(0, 0, -10)},
		Judgement: Judgement{Stance: stance, Score: score, QuoteEnd: 23}}
	for _, f := range change {
		f(&p)
	}
	return p
}

func old(p *Judged)       { p.Evidence.Retrieved = day.AddDate(0, 0, -91) }
func ageless(p *Judged)   { old(p); p.Evidence.Ages = false }
func undated(p *Judged)   { p.Evidence.Retrieved = time.Time{} }
func drifted(p *Judged)   { p.Evidence.Drifted = true }
func forNote(p *Judged)   { p.Cite.Scope = markdown.ScopeNote }
func beside(p *Judged)    { p.Cite.Scope = markdown.ScopeBeside }
func swept(p *Judged)     { p.Cite.Scope = markdown.ScopeSection }
func lacks(p *Judged)     { p.Judgement.Missing = []string{"42 km"} }
func otherYear(p *Judged) { p.Judgement.Mismatch = &Mismatch{"date", "1998", "1989"} }
func negated(p *Judged)   { p.Judgement.Mismatch = &Mismatch{"negation", "closes", "does not close"} }
func abroad(p *Judged)    { p.Judgement.Rule = RuleOtherLanguage }
func nowhere(p *Judged)   { p.Judgement.Rule = RuleNowhere }
func code(p *Judged)      { p.Evidence.Span.File = "src/ferry.go" }
func unnamed(p *Judged)   { p.Judgement.Missing = []string{"afterToll"} }
func measures(p *Judged)  { p.Evidence.Text = "It is 42 km from the coast." }
func misquoted(p *Judged) { p.Judgement.Missing = []string{"“it runs at night”"} }
func nearly(p *Judged)    { p.Judgement.Rule, p.Judgement.Similarity = RuleQuotation, .9 }
func unsaid(p *Judged)    { p.Judgement.Absent = []string{"quickly", "everywhere"} }

func second(p *Judged)    { p.Evidence.Source, p.Evidence.Text = "sr_2", "Orin founded it." }
func whole(p *Judged)     { p.Judgement.Similarity = 1 }
func otherName(p *Judged) { p.Judgement.Mismatch = &Mismatch{"name", "Orin", "Vell"} }

func otherNumber(p *Judged) {
	p.Judgement.Mismatch, p.Judgement.Similarity = &Mismatch{"number", "0.025", "0.0001"}, .8
}
func givesNumber(p *Judged) {
	p.Evidence.Source, p.Evidence.Text, p.Judgement.Similarity = "sr_2", "It rose (p=0.025).", .5
}
func apart(p *Judged) { p.Judgement.Similarity = .2 }

func leads(s LocateStatus) Located {
	return Located{Cite: markdown.Cite{Target: "raw/a.md"}, Status: s, Reason: "why"}
}

func leadsForNote(s LocateStatus) Located {
	l := leads(s)
	l.Cite.Scope = markdown.ScopeNote
	return l
}

func all(p ...Judged) []Judged { return p }

func TestGrade(t *testing.T) {
	together := func(score float64, missing ...string) *Judgement {
		return &Judgement{Stance: Supports, Score: score, Missing: missing}
	}
	inferred := markdown.Claim{Inferred: true}
	conflict := &Conflict{Note: "01_Wiki/b.md", Text: "It was founded in 1989.", Mismatch: &Mismatch{"date", "1998", "1989"}}
	for _, c := range []struct {
		name string
		g    Grading
		tier Tier
		rule string
		says string // in the reason
	}{
		{"no citation", Grading{}, T0, RuleUncited, "no citation and no inference marker"},
		{"no citation in a draft", Grading{Draft: true}, T0, RuleUncited, ""},
		{"no citation, guest", Grading{CitesAtWill: true}, Unchecked, RuleUncited, ""},
		{"dangling", Grading{Problems: []Located{leads(Dangling)}}, T0, RuleDangling, "cites raw/a.md, which leads to nothing in what is held: why"},
		{"broken", Grading{Problems: []Located{leads(Broken)}}, T0, RuleBroken, "changed"},
		{"dangling beside one that carries", Grading{Passages: all(says(Supports, .9)), Problems: []Located{leads(Dangling)}}, T0, RuleDangling, ""},
		{"dangling in the note's list, carried", Grading{Passages: all(says(Supports, .9)), Problems: []Located{leadsForNote(Dangling)}}, T5, RuleSupported, ""},
		{"dangling in the note's list, not carried", Grading{Passages: all(says(Silent, .5)), Problems: []Located{leadsForNote(Dangling)}}, T0, RuleDangling, ""},
		{"another value", Grading{Passages: all(says(Contradicts, .1, otherYear))}, T0, RuleValueMismatch, "claim says 1998, source says 1989"},
		{"another value on a page named on the way", Grading{Passages: all(says(Silent, .5), says(Contradicts, .1, otherYear, beside))}, T1, RuleWeak, ""},
		{"carried by a page named on the way", Grading{Passages: all(says(Silent, .1), says(Supports, .9, beside))}, T5, RuleSupported, ""},
		{"the opposite", Grading{Passages: all(says(Contradicts, .1, negated))}, T0, RuleContradicted, "claim says closes, source says does not close"},
		{"the opposite, quoted", Grading{Passages: all(says(Contradicts, .1))}, T0, RuleContradicted, `"It was founded in 1989."`},
		{"one supports, one contradicts", Grading{Passages: all(says(Supports, .95), says(Contradicts, .1, otherYear))}, T0, RuleValueMismatch, "1989"},
		{"one supports, the note's list contradicts", Grading{Passages: all(says(Supports, .95), says(Contradicts, .1, otherYear, forNote))}, T5, RuleSupported, ""},
		{"the note's list contradicts, nothing supports", Grading{Passages: all(says(Silent, .5), says(Contradicts, .1, otherYear, forNote))}, T0, RuleValueMismatch, ""},
		{"the note's list contradicts, another of it says all", Grading{Passages: all(says(Contradicts, .1, otherYear, forNote), says(Silent, .5, forNote, second, whole))}, T1, RuleWeak, ""},
		{"the note's list contradicts, another of it says a part", Grading{Passages: all(says(Contradicts, .1, otherYear, forNote), says(Silent, .5, forNote, second))}, T0, RuleValueMismatch, ""},
		{"cited itself it contradicts, another says all", Grading{Passages: all(says(Contradicts, .1, otherYear), says(Silent, .5, second, whole))}, T0, RuleValueMismatch, ""},
		{"another name, and a second source has the claim's", Grading{Passages: all(says(Contradicts, .1, otherName), says(Silent, .5, second))}, T1, RuleWeak, ""},
		{"another number, and another source of the note has the claim's", Grading{Passages: all(says(Contradicts, .1, otherNumber, forNote), says(Silent, .5, givesNumber, forNote))}, T1, RuleWeak, ""},
		{"another number at the claim's own citation", Grading{Passages: all(says(Contradicts, .1, otherNumber), says(Silent, .5, givesNumber, forNote))}, T0, RuleValueMismatch, ""},
		{"another number, and what has the claim's speaks of something else", Grading{Passages: all(says(Contradicts, .1, otherNumber, forNote), says(Silent, .5, givesNumber, apart, forNote))}, T0, RuleValueMismatch, ""},
		{"another name, and no source has the claim's", Grading{Passages: all(says(Contradicts, .1, otherName), says(Silent, .5))}, T0, RuleValueMismatch, ""},
		{"the page drifted and now contradicts", Grading{Passages: all(says(Supports, .95, drifted), says(Contradicts, .1, otherYear))}, T0, RuleValueMismatch, `source says 1989; before it changed it said "It was founded`},
		{"contradicted and another not held", Grading{Passages: all(says(Contradicts, .1, otherYear)), Problems: []Located{leads(NotHeld)}}, T0, RuleValueMismatch, ""},
		{"below reject_below", Grading{Passages: all(says(Silent, .19, unsaid))}, T0, RuleUnsupported, "it never says quickly, everywhere"},
		{"below reject_below, by a marker that stands alone", Grading{Passages: all(says(Silent, .01, swept, unsaid))}, T1, RuleWeak, "it never says quickly, everywhere"},
		{"contradicted by it", Grading{Passages: all(says(Contradicts, .01, swept, otherYear))}, T0, RuleValueMismatch, "source says 1989"},
		{"at reject_below", Grading{Passages: all(says(Silent, .2, unsaid))}, T1, RuleWeak, "support 0.20, wanted 0.78; it never says quickly"},
		{"below the threshold", Grading{Passages: all(says(Supports, .77))}, T1, RuleWeak, ""},
		{"likely, but silent", Grading{Passages: all(says(Silent, .9))}, T1, RuleWeak, ""},
		{"a value that is not there", Grading{Passages: all(says(Supports, .9, lacks))}, T1, RuleMissingValue, "does not have 42 km"},
		{"a value that another passage has", Grading{Passages: all(says(Supports, .9, lacks), says(Silent, .3)), Together: together(.9)}, T2, RuleCombined, "2 together do; (Derived) is missing"},
		{"at the threshold", Grading{Passages: all(says(Supports, .78))}, T5, RuleSupported, `"It was founded in 1989."`},
		{"one of three", Grading{Passages: all(says(Silent, .1), says(Supports, .9), says(Silent, 0))}, T5, RuleSupported, ""},
		{"together", Grading{Passages: all(says(Silent, .1), says(Silent, .1)), Together: together(.8)}, T2, RuleCombined, "missing"},
		{"together, in a draft", Grading{Draft: true, Passages: all(says(Silent, .5), says(Silent, .4)), Together: together(.8)}, T2, RuleCombined, "will be added"},
		{"together, but vetoed", Grading{Passages: all(says(Silent, .5), says(Contradicts, .1, otherYear, forNote)), Together: together(.8)}, T0, RuleValueMismatch, ""},
		{"together, but a value is missing", Grading{Passages: all(says(Silent, .5), says(Silent, .4)), Together: together(.8, "42 km")}, T1, RuleWeak, ""},
		{"together not enough", Grading{Passages: all(says(Silent, .1), says(Silent, .1)), Together: together(.5)}, T1, RuleWeak, ""},
		{"91 days old", Grading{Passages: all(says(Supports, .9, old))}, T3, RuleStale, "91 days ago"},
		{"old, but does not age", Grading{Passages: all(says(Supports, .9, ageless))}, T5, RuleSupported, ""},
		{"old, date unknown", Grading{Passages: all(says(Supports, .9, undated))}, T5, RuleSupported, ""},
		{"old and surer, fresh and less so", Grading{Passages: all(says(Supports, .95, old), says(Supports, .8))}, T5, RuleSupported, ""},
		{"on a page past its day", Grading{Passages: all(says(Supports, .9)), PageUntil: day.Add(-time.Hour)}, T3, RulePageStale, "its page says that it is stale after"},
		{"on a page up to its day", Grading{Passages: all(says(Supports, .9)), PageUntil: day}, T5, RuleSupported, ""},
		{"weak on a page past its day", Grading{Passages: all(says(Supports, .5)), PageUntil: day.Add(-time.Hour)}, T1, RuleWeak, ""},
		{"derived on a page past its day", Grading{Claim: inferred, Passages: all(says(Silent, .1), says(Silent, .1)), Together: together(.8), PageUntil: day.Add(-time.Hour)}, T3, RulePageStale, ""},
		{"drifted", Grading{Passages: all(says(Supports, .9, drifted))}, T3, RuleDrifted, "History has changed"},
		{"weak and old is weak", Grading{Passages: all(says(Supports, .5, old))}, T1, RuleWeak, ""},
		{"conflict", Grading{Passages: all(says(Supports, .9)), Conflict: conflict}, T4, RuleConflict, "claim says 1998, 01_Wiki/b.md says 1989"},
		{"conflict and weak", Grading{Passages: all(says(Supports, .5)), Conflict: conflict}, T4, RuleConflict, ""},
		{"conflict and mismatch", Grading{Passages: all(says(Contradicts, .1, otherYear)), Conflict: conflict}, T0, RuleValueMismatch, ""},
		{"conflict and stale", Grading{Passages: all(says(Supports, .9, old)), Conflict: conflict}, T4, RuleConflict, ""},
		{"conflict, not held", Grading{Problems: []Located{leads(NotHeld)}, Conflict: conflict}, T4, RuleConflict, ""},
		{"not held", Grading{Problems: []Located{leads(NotHeld)}}, Unchecked, RuleNotHeld, "which is not held"},
		{"stub", Grading{Problems: []Located{leads(Stub)}}, Unchecked, RuleStub, ""},
		{"generated", Grading{Problems: []Located{leads(Generated)}}, Unchecked, RuleGenerated, ""},
		{"submodule", Grading{Problems: []Located{leads(Submodule)}}, Unchecked, RuleSubmodule, ""},
		{"ambiguous", Grading{Problems: []Located{leads(Ambiguous)}}, Unchecked, RuleAmbiguous, ""},
		{"malformed", Grading{Problems: []Located{leads(Malformed)}}, Unchecked, RuleMalformed, ""},
		{"circular", Grading{Problems: []Located{leads(Circular)}}, T1, RuleCircular, "no witness"},
		{"circular beside one that carries", Grading{Problems: []Located{leads(Circular)}, Passages: all(says(Supports, .9))}, T5, RuleSupported, ""},
		{"circular beside one not held", Grading{Problems: []Located{leads(Circular), leads(NotHeld)}}, Unchecked, RuleNotHeld, ""},
		{"held carries, another not held", Grading{Problems: []Located{leads(NotHeld)}, Passages: all(says(Supports, .9))}, T5, RuleSupported, ""},
		{"held is silent, another not held", Grading{Problems: []Located{leads(NotHeld)}, Passages: all(says(Silent, .05))}, Unchecked, RuleNotHeld, ""},
		{"a page has a value nowhere", Grading{Passages: all(says(Silent, .6, lacks, nowhere))}, T0, RuleUnsupported, "42 km"},
		{"a quotation stands nowhere", Grading{Passages: all(says(Silent, .6, misquoted, nowhere), says(Silent, .6, misquoted))}, T0, RuleUnsupported, "“it runs at night”"},
		{"a quotation stands nowhere, and nearly so in another", Grading{Passages: all(says(Silent, .6, misquoted, nowhere), says(Silent, .6, misquoted, nearly))}, T1, RuleWeak, ""},
		{"code has a value nowhere", Grading{Passages: all(says(Silent, .6, lacks, nowhere, code))}, T1, RuleWeak, ""},
		{"code has a name nowhere", Grading{Passages: all(says(Silent, .6, unnamed, nowhere, code))}, T0, RuleUnsupported, "afterToll"},
		{"a page has it nowhere, another may", Grading{Passages: all(says(Silent, .6, lacks, nowhere), says(Silent, .3))}, T1, RuleWeak, ""},
		{"a page has it nowhere, another carries", Grading{Passages: all(says(Silent, .6, lacks, nowhere), says(Supports, .9))}, T5, RuleSupported, ""},
		{"a page has it but for a name that stands nowhere", Grading{Passages: all(says(Supports, .9, lacks, nowhere))}, T0, RuleUnsupported, "42 km"},
		{"a page has it but for a name that another has", Grading{Passages: all(says(Supports, .9, lacks, nowhere), says(Silent, .1, measures))}, T5, RuleSupported, ""},
		{"over a source in another language", Grading{Passages: all(says(Silent, .3, abroad))}, Unchecked, RuleOtherLanguage, "another language"},
		{"over another language, and a number is not there", Grading{Passages: all(says(Silent, .3, abroad, lacks))}, T1, RuleWeak, ""},
		{"over another language beside one that is silent", Grading{Passages: all(says(Silent, .1), says(Silent, .3, abroad))}, Unchecked, RuleOtherLanguage, ""},
		{"over another language beside one that carries", Grading{Passages: all(says(Silent, .3, abroad), says(Supports, .9))}, T5, RuleSupported, ""},
		{"cited, nobody judged", Grading{Claim: markdown.Claim{Cites: make([]markdown.Cite, 1)}}, Unchecked, RuleUnjudged, ""},

		{"derived from nothing", Grading{Claim: inferred}, T1, RuleDerivedUnverified, "cites no premises"},
		{"derived from itself", Grading{Claim: inferred, Problems: []Located{leads(Circular)}}, T1, RuleDerivedUnverified, "no witness"},
		{"derived, premise not held", Grading{Claim: inferred, Problems: []Located{leads(NotHeld)}}, Unchecked, RuleNotHeld, ""},
		{"derived, premise dangles", Grading{Claim: inferred, Problems: []Located{leads(Dangling)}}, T0, RuleDangling, ""},
		{"derived, said outright", Grading{Claim: inferred, Passages: all(says(Supports, .9))}, T5, RuleSupported, ""},
		{"derived from passages", Grading{Claim: inferred, Passages: all(says(Silent, .1), says(Silent, .1)), Together: together(.8)}, T5, RuleDerived, ""},
		{"derived from an old passage", Grading{Claim: inferred, Passages: all(says(Silent, .1), says(Silent, .1, old)), Together: together(.8)}, T3, RuleStale, ""},
		{"derived, low support is no fabrication", Grading{Claim: inferred, Passages: all(says(Silent, .01))}, T1, RuleDerivedUnsupported, "0.01"},
		{"derived, contradicted", Grading{Claim: inferred, Passages: all(says(Contradicts, .01, otherYear))}, T0, RuleValueMismatch, ""},
		{"derived from verified claims", Grading{Claim: inferred, Premises: []Verdict{{Tier: T5}, {Tier: T5}}, Together: together(.8)}, T5, RuleDerived, ""},
		{"derived from verified claims that do not carry it", Grading{Claim: inferred, Premises: []Verdict{{Tier: T5}}, Together: together(.5, "42 km")}, T1, RuleDerivedUnsupported, "42 km"},
		{"derived from a weak claim", Grading{Claim: inferred, Premises: []Verdict{{Tier: T5}, {Tier: T1, Reason: "half"}}, Together: together(.8)}, T1, RuleDerivedUnverified, "T1: half"},
		{"derived from a stale claim", Grading{Claim: inferred, Premises: []Verdict{{Tier: T5}, {Tier: T3}}, Together: together(.8)}, T3, RuleStale, "premise"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.g.RejectBelow = .2
			c.g.Now = day
			c.g.FreshFor = func(Evidence) time.Duration { return 90 * 24 * time.Hour }
			v := Grade(c.g)
			if v.Tier != c.tier || v.Rule != c.rule || !strings.Contains(v.Reason, c.says) || v.Reason == "" {
				t.Errorf("%s %s %q, want %s %s %q", v.Tier, v.Rule, v.Reason, c.tier, c.rule, c.says)
			}
			if strings.Contains(v.Reason, "\n") || strings.HasSuffix(v.Reason, ".") && !strings.HasSuffix(v.Reason, "…") {
				t.Errorf("%q is not one clause", v.Reason)
			}
		})
	}
}

func TestAttestedKeepsItsTier(t *testing.T) {
	g := Grading{Passages: all(says(Supports, .5)), Attested: "alice knows"}
	if v := Grade(g); v.Tier != T1 || v.Attested != "alice knows" {
		t.Errorf("got %s, %q", v.Tier, v.Attested)
	}
	g.Passages[0].Judgement = Judgement{Stance: Contradicts}
	if v := Grade(g); v.Tier != T0 || v.Attested != "" {
		t.Errorf("a contradicted claim is %s, attested %q", v.Tier, v.Attested)
	}
}

// Every verdict is by a rule of the table and has that rule's tier; grading does not
// change what it is given, and the order of the passages does not change the tier.
//
// Invariant (grading): A tier follows from the table and from nothing else. See also
// TestGrade.
func TestGradeKeepsToTheTable(t *testing.T) {
	passage := rapid.Custom(func(t *rapid.T) Judged {
		p := says(Stance(rapid.IntRange(0, 2).Draw(t, "stance")), rapid.Float64Range(0, 1).Draw(t, "score"))
		for _, f := range []func(*Judged){old, drifted, forNote, lacks, otherYear} {
			if rapid.IntRange(0, 3).Draw(t, "change") == 0 {
				f(&p)
			}
		}
		return p
	})
	problem := rapid.Custom(func(t *rapid.T) Located {
		l := leads(LocateStatus(rapid.IntRange(int(Dangling), int(Malformed)).Draw(t, "status")))
		l.Cite.Scope = markdown.CiteScope(rapid.IntRange(0, 3).Draw(t, "scope"))
		return l
	})
	rapid.Check(t, func(t *rapid.T) {
		g := Grading{
			Claim:       markdown.Claim{Inferred: rapid.Bool().Draw(t, "inferred")},
			CitesAtWill: rapid.Bool().Draw(t, "guest"),
			Passages:    rapid.SliceOfN(passage, 0, 3).Draw(t, "passages"), Problems: rapid.SliceOfN(problem, 0, 2).Draw(t, "problems"),
			Now: day, RejectBelow: .2, FreshFor: func(Evidence) time.Duration { return 90 * 24 * time.Hour },
		}
		if rapid.Bool().Draw(t, "together") {
			g.Together = &Judgement{Stance: Supports, Score: rapid.Float64Range(0, 1).Draw(t, "score")}
		}
		v := Grade(g)
		i := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == v.Rule })
		if i < 0 || rules[i].Tier != v.Tier && !(g.CitesAtWill && v.Rule == RuleUncited && v.Tier == Unchecked) {
			t.Fatalf("%s by %q", v.Tier, v.Rule)
		}
		for _, p := range g.Passages {
			if p.Stale {
				t.Fatal("grading marked the caller's passage")
			}
		}
		slices.Reverse(g.Passages)
		if w := Grade(g); w.Tier != v.Tier {
			t.Fatalf("%s by %s, reversed %s by %s", v.Tier, v.Rule, w.Tier, w.Rule)
		}
		if next := NextStale(g, v); !next.IsZero() {
			if next.Before(day) {
				t.Fatalf("T5 ended at %s", next)
			}
			g.Now = next
			if w := Grade(g); w.Tier != T5 {
				t.Fatalf("%s at %s, promised T5", w.Tier, next)
			}
			g.Now = next.Add(time.Nanosecond)
			if w := Grade(g); w.Tier != T3 {
				t.Fatalf("%s after %s, promised T3", w.Tier, next)
			}
		} else if v.Tier == T5 {
			g.Now = day.AddDate(100, 0, 0)
			if w := Grade(g); w.Tier != T5 {
				t.Fatalf("%s after a hundred years, promised T5", w.Tier)
			}
		}
	})
}

func TestTierText(t *testing.T) {
	var words []string
	for _, tier := range Tiers() {
		if back, err := ParseTier(tier.String()); err != nil || back != tier {
			t.Errorf("%s comes back as %v (%v)", tier, back, err)
		}
		words = append(words, tier.String())
	}
	if got := strings.Join(words, " "); got != "T0 T1 T2 T3 T4 T5 unchecked" {
		t.Error(got)
	}
	if _, err := ParseTier("T6"); err == nil {
		t.Error("T6 is a tier")
	}
	if p, err := ParseTier("t4"); err != nil || p != T4 {
		t.Errorf("t4 is %s, %v", p, err)
	}
}

func BenchmarkGrade(b *testing.B) {
	g := Grading{Passages: all(says(Supports, .9), says(Silent, .1)), Now: day, FreshFor: func(Evidence) time.Duration { return time.Hour }}
	for b.Loop() {
		Grade(g)
	}
}

func TestPageUntil(t *testing.T) {
	for written, want := range map[string]string{
		"2026-05-31": "2026-05-31T23:59:59Z", "2026/05/31": "2026-05-31T23:59:59Z", "31 May 2026": "2026-05-31T23:59:59Z",
		"2026-05-31T08:00:00Z": "2026-05-31T08:00:00Z", "2026-05-31T00:00:00+02:00": "2026-05-30T22:00:00Z", "soon": "0001-01-01T00:00:00Z", "": "0001-01-01T00:00:00Z",
	} {
		if got := PageUntil(written).Format(time.RFC3339); got != want {
			t.Errorf("%q: %s, want %s", written, got, want)
		}
	}
}
