package provenance

import (
	"fmt"
	"strings"
)

// Tiers lists the tiers from T0 to T5, and Unchecked last, as reports count them.
func Tiers() []Tier { return []Tier{T0, T1, T2, T3, T4, T5, Unchecked} }

// String is "T0" to "T5", or "unchecked".
func (t Tier) String() string {
	if t >= T0 && t <= T5 {
		return string([]byte{'T', '0' + byte(t-T0)})
	}
	return "unchecked"
}

// Name is the tier's class in words.
func (t Tier) Name() string {
	switch t {
	case T0:
		return "fabrication"
	case T1:
		return "weak evidence"
	case T2:
		return "unmarked inference"
	case T3:
		return "stale evidence"
	case T4:
		return "conflict"
	case T5:
		return "verified"
	}
	return "unchecked"
}

// MarshalText writes what String gives, as a JSON value or key.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what String gives.
func (t *Tier) UnmarshalText(text []byte) error {
	parsed, err := ParseTier(string(text))
	if err == nil {
		*t = parsed
	}
	return err
}

// ParseTier reads a tier's name, without regard to case.
func ParseTier(name string) (Tier, error) {
	for _, t := range Tiers() {
		if strings.EqualFold(name, t.String()) {
			return t, nil
		}
	}
	return Unchecked, fmt.Errorf("read tier %q: want T0 to T5 or unchecked", name)
}

// The stances' names are in stanceNames.
var stanceNames = [...]string{"silent", "supports", "contradicts"}

func (s Stance) String() string {
	if int(s) < len(stanceNames) {
		return stanceNames[s]
	}
	return fmt.Sprintf("stance(%d)", uint8(s))
}

// MarshalText writes the stance's name.
func (s Stance) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a stance's name.
func (s *Stance) UnmarshalText(text []byte) error {
	for i, name := range stanceNames {
		if name == string(text) {
			*s = Stance(i)
			return nil
		}
	}
	return fmt.Errorf("read stance %q: want one of %s", text, strings.Join(stanceNames[:], ", "))
}

// The names of the rules, one for each line of the table of tiers.
const (
	RuleUncited            = "uncited"
	RuleDangling           = "dangling"
	RuleBroken             = "broken"
	RuleValueMismatch      = "value-mismatch"
	RuleContradicted       = "contradicted"
	RuleUnsupported        = "unsupported"
	RuleConflict           = "conflict"
	RuleWeak               = "weak"
	RuleMissingValue       = "missing-value"
	RuleCircular           = "circular"
	RuleDerivedUnverified  = "derived-unverified"
	RuleDerivedUnsupported = "derived-unsupported"
	RuleStale              = "stale"
	RulePageStale          = "page-stale"
	RuleDrifted            = "drifted"
	RuleCombined           = "combined"
	RuleSupported          = "supported"
	RuleDerived            = "derived"
	RuleNotHeld            = "not-held"
	RuleStub               = "stub"
	RuleGenerated          = "generated"
	RuleSubmodule          = "submodule"
	RuleAmbiguous          = "ambiguous"
	RuleMalformed          = "malformed"
	RuleTooLarge           = "too-large"
	RuleUnadmitted         = "unadmitted"
	RuleOtherLanguage      = "other-language"
	RuleUnjudged           = "unjudged"
)

// RuleNowhere is the judge's, of a page cited as a whole that has a claim but for what
// Missing lists.
const RuleNowhere = "nowhere"

// A Rule is one line of the table that turns facts into a tier.
type Rule struct {
	Name string
	Tier Tier
	When string
}

// rules is the table, in the order in which [Grade] asks.
var rules = []Rule{
	{RuleUncited, T0, "no citation and no inference marker (where policy counts them: unchecked)"},
	{RuleBroken, T0, "a cited passage no longer hashes to its id, or its source's passages are not those that were ingested"},
	{RuleDangling, T0, "a citation into held evidence that leads to nothing"},
	{RuleValueMismatch, T0, "a cited passage gives another value"},
	{RuleContradicted, T0, "a cited passage says the opposite"},
	{RuleUnsupported, T0, "every cited passage is held, and support is below reject_below, or a number, name or quotation of the claim is in none of the pages cited (by a marker that stands alone below the claim, or by code alone: weak)"},
	{RuleConflict, T4, "contradicts a claim of a permanent note"},
	{RuleDerivedUnverified, T1, "(Derived), but a premise is missing or not verified"},
	{RuleDerivedUnsupported, T1, "(Derived), but the premises together do not carry it to the threshold"},
	{RuleMissingValue, T1, "supported, but for a value that the passage does not have"},
	{RuleWeak, T1, "support between reject_below and the threshold; or the page has changed since, and says it with another word now"},
	{RuleCircular, T1, "cites only itself, a copy of itself, or what quotes this vault"},
	{RuleDrifted, T3, "would be T5, but the page has changed since the passage was stored"},
	{RuleStale, T3, "would be T5, but was retrieved too long ago"},
	{RulePageStale, T3, "would be T5, but its own page says by `stale_after` that it is to be looked at again"},
	{RuleNotHeld, Unchecked, "the cited source is not held"},
	{RuleStub, Unchecked, "the cited file is a redirect, a notice or empty"},
	{RuleGenerated, Unchecked, "the cited page is generated, with no original behind it"},
	{RuleSubmodule, Unchecked, "the cited file is in a submodule that is not checked out"},
	{RuleAmbiguous, Unchecked, "several files answer to the cited name"},
	{RuleMalformed, Unchecked, "the citation cannot be read"},
	{RuleTooLarge, Unchecked, "the sentence, or the cited text, is more than a judge reads"},
	{RuleUnadmitted, Unchecked, "the cited text was not ingested, or its source has not the state on the ledger that policy asks for"},
	{RuleOtherLanguage, Unchecked, "claim and source are in two languages, and no number of the claim is missing"},
	{RuleUnjudged, Unchecked, "no judge has answered"},
	{RuleCombined, T2, "no passage alone carries it, several cited ones together do: (Derived) is missing"},
	{RuleDerived, T5, "(Derived) from verified premises that carry it together"},
	{RuleSupported, T5, "one fresh passage carries it, at or above the threshold"},
}

// Rules lists every rule by which a claim can get its tier.
func Rules() []Rule { return append([]Rule(nil), rules...) }
