package provenance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The sentences in which a verdict says what is so. What to do about it is for gates
// to say.

// A problem is the rule by which a citation that leads to no text leaves a claim unjudged, and
// what is said of it.
type problem struct{ rule, says string }

var problems = map[LocateStatus]problem{
	Dangling:   {RuleDangling, "cites %s, which leads to nothing in what is held"},
	Broken:     {RuleBroken, "cites %s, whose stored text was changed"},
	NotHeld:    {RuleNotHeld, "cites %s, which is not held"},
	Stub:       {RuleStub, "cites %s, which has no text to check against"},
	Generated:  {RuleGenerated, "cites %s, a generated page with no original behind it"},
	Circular:   {RuleCircular, "cites %s, which is no witness of its own"},
	Submodule:  {RuleSubmodule, "cites %s, in a submodule that is not checked out"},
	Ambiguous:  {RuleAmbiguous, "cites %s, and several files answer to that name"},
	TooLarge:   {RuleTooLarge, "cites %s, which is not judged"},
	Unadmitted: {RuleUnadmitted, "cites %s, which is no evidence"},
	Refused:    {RuleUnadmitted, "cites %s, which is no evidence"},
	Malformed:  {RuleMalformed, "cites %s, which cannot be read as a citation"},
}

func problemReason(p Located) string {
	target := p.Cite.Target
	if p.Cite.Anchor != "" {
		target += "#" + p.Cite.Anchor
	}
	reason := fmt.Sprintf(problems[p.Status].says, cmp.Or(target, p.Cite.Label))
	if p.Reason != "" {
		reason += ": " + p.Reason
	}
	return reason
}

func contradictedReason(p *Judged) string {
	if m := p.Judgement.Mismatch; m != nil {
		return fmt.Sprintf("claim says %s, source says %s", m.Claim, m.Source)
	}
	if q := quote(p); q != "" {
		return fmt.Sprintf("the source says the opposite%s: %q", by(p.Judgement), q)
	}
	return "the source says the opposite"
}

func conflictReason(c *Conflict) string {
	if m := c.Mismatch; m != nil {
		return fmt.Sprintf("claim says %s, %s says %s", m.Claim, c.Note, m.Source)
	}
	return fmt.Sprintf("contradicts %s: %q", c.Note, short(c.Text))
}

func supportedReason(p *Judged) string {
	if q := quote(p); q != "" {
		return fmt.Sprintf("the source says: %q (support %.2f%s)", q, p.Judgement.Score, by(p.Judgement))
	}
	return fmt.Sprintf("its source supports it (support %.2f%s)", p.Judgement.Score, by(p.Judgement))
}

func missingReason(p *Judged) string {
	return fmt.Sprintf("its source does not have %s", list(p.Judgement.Missing))
}

func staleReason(p *Judged, now time.Time) string {
	days := int(now.Sub(p.Evidence.Retrieved).Hours() / 24)
	return fmt.Sprintf("supported, but its evidence was retrieved %s, %d days ago", p.Evidence.Retrieved.UTC().Format(time.DateOnly), days)
}

func driftedReason(p *Judged) string {
	where := cmp.Or(p.Evidence.Title, p.Evidence.Span.File, "its page")
	if p.Evidence.Withdrawn {
		return fmt.Sprintf("supported, but %s was withdrawn by its publisher", where)
	}
	return fmt.Sprintf("supported, but %s has changed since the passage was stored", where)
}

func isCircular(p Located) bool { return p.Status == Circular }

func noPremiseReason(problems []Located) string {
	if i := slices.IndexFunc(problems, isCircular); i >= 0 {
		return "marked (Derived), but " + problemReason(problems[i])
	}
	return "marked (Derived), but it cites no premises"
}

func derivedReason(g *Grading) string {
	reason := fmt.Sprintf("marked (Derived), but its premises together carry it only to %.2f, wanted %.2f", g.support(), g.Threshold)
	if g.Together != nil {
		if len(g.Together.Missing) > 0 {
			return fmt.Sprintf("marked (Derived), but its premises do not have %s", list(g.Together.Missing))
		}
		reason += absent(*g.Together)
	}
	return reason
}

// by names the judge that decided, where it was not the only one.
func by(j Judgement) string {
	for _, o := range j.Others {
		if o.Judge != j.Judge && !strings.HasPrefix(o.Note, overruled) {
			return ", as " + j.Judge + " has it"
		}
	}
	return ""
}

// overruled begins the note of an opinion that a check set aside.
const overruled = "overruled"

// absent names the words that the source never uses.
func absent(j Judgement) string {
	if len(j.Absent) == 0 {
		return ""
	}
	return "; it never says " + list(j.Absent)
}

func list(words []string) string {
	const most = 5
	if len(words) > most {
		return strings.Join(words[:most], ", ") + fmt.Sprintf(" and %d more", len(words)-most)
	}
	return strings.Join(words, ", ")
}

func quote(p *Judged) string {
	from, to := p.Judgement.QuoteStart, p.Judgement.QuoteEnd
	if from < 0 || to > len(p.Evidence.Text) || from >= to {
		return ""
	}
	return short(p.Evidence.Text[from:to])
}

// short folds white space and cuts a text to what fits a line.
func short(text string) string {
	const most = 160
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return strings.TrimSpace(string(runes[:most])) + "…"
}
