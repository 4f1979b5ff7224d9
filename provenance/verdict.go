// Package provenance is why a claim may be believed: where stored text came from,
// what it was judged to say of a claim, and who decided what and when.
//
// Read [Verdict] first. A [Source] has pages; a page file holds [Evidence], each a
// passage with a stable id; provenance/citation finds what a note's citation points at
// ([Located]); a judge says how a passage bears on a claim ([Judgement]); [Grade] is the
// table that turns judgements into a [Tier]; the [Ledger] records each step of a
// source's life, and a note's [Stamp] says what it rests on.
//
// The package is pure: it reads no clock, no disk and no network, and it never
// speaks to the author; gates does.
package provenance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/vault"
	"assay/vault/markdown"
)

// Stance is a judge's answer: how a text bears on a claim.
type Stance uint8

// The three answers.
const (
	Silent Stance = iota
	Supports
	Contradicts
)

// A Judgement is what a judge said of one claim and one text.
type Judgement struct {
	Stance     Stance
	Score      float64   // calibrated probability that the text supports the claim, 0 to 1
	Similarity float64   // share of the claim's meaning-bearing words that the quote covers, 0 to 1
	Rule       string    // the rule that decided, such as "value-mismatch", "negation", "coverage"
	Mismatch   *Mismatch // the two values, where the text says another one
	Missing    []string  // values of the claim without a counterpart in the text
	Absent     []string  // words of the claim that the text never uses
	QuoteStart int       // the decisive sentence: bytes of the judged text
	QuoteEnd   int
	Judge      string // name and version of the judge
	Others     []Opinion
	Unanswered string // why the judge that policy names did not decide this, where it might have; "" otherwise
}

// An Opinion is what another judge said of the same question, and why it did not decide.
type Opinion struct {
	Judge  string
	Stance Stance
	Score  float64
	Note   string // the rule it came to, or what overruled it
}

// A Mismatch is a value that the claim and its source give differently.
type Mismatch struct {
	Kind   string // number, date, unit, name, negation, boundary, quotation
	Claim  string // as the claim has it
	Source string // as the source has it
}

// Tier grades a claim. The zero value is Unchecked, which is no tier: there is
// nothing to check against.
type Tier uint8

// The tiers, T0 the worst that can be said and T5 the best.
const (
	Unchecked Tier = iota
	T0             // fabrication
	T1             // weak evidence
	T2             // unmarked inference
	T3             // stale evidence
	T4             // conflict
	T5             // verified
)

// A Verdict is the grade of one claim, with its reason.
type Verdict struct {
	Claim    markdown.ClaimID
	Tier     Tier
	Rule     string    // which line of the table decided: see Rules
	Reason   string    // one sentence of plain text: what is so
	Best     *Judged   // the passage that carried or sank the claim
	Passages []Judged  // every passage that was judged
	Problems []Located // citations that could not be judged, and why
	Conflict *Conflict // for T4
	Cited    bool      // the claim has a citation of its own, its block's or its note's
	Attested string    // the reason a person gave for a T1 claim, where that word still holds; the tier stays
	Rejected string    // the reason a person gave against a claim, where that word still holds; the tier stays
	// Witnesses never make a tier: a copy supports a claim as well as its original does.
	// How many there have to be before a note is promoted is the policy's to say.
	Witnesses Witnesses
}

// Word is the verdict's class in words: that of its tier, but for a claim that cites
// nothing, which nobody has found to be wrong.
func (v Verdict) Word() string { return WordOf(v.Tier, v.Rule) }

// WordOf is the class of a tier that came by a rule.
func WordOf(t Tier, rule string) string {
	if rule == RuleUncited {
		return rule
	}
	return t.Name()
}

// Judged is a passage and what the judge said of it.
type Judged struct {
	Cite      markdown.Cite
	Evidence  Evidence
	Judgement Judgement
	Stale     bool
	OffRange  int // the line where the evidence is, when the cited line range does not hold it; 0 otherwise
}

// Conflict is a claim of a permanent note that a claim contradicts.
type Conflict struct {
	With     markdown.ClaimID
	Note     string
	Span     vault.Span
	Text     string
	Mismatch *Mismatch
	Kind     string // number, date, negation, name, superlative
}

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
	if t > T5 {
		t = Unchecked
	}
	return tierNames[t]
}

var tierNames = [...]string{"unchecked", "fabrication", "weak evidence", "unmarked inference", "stale evidence", "conflict", "verified"}

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
	i := slices.Index(stanceNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("read stance %q: want one of %s", text, strings.Join(stanceNames[:], ", "))
	}
	*s = Stance(i)
	return nil
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
// Missing lists. RuleQuotation is likewise of a text that has nearly the words of a quotation.
const (
	RuleNowhere   = "nowhere"
	RuleQuotation = "quotation"
)

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
	{RuleUnsupported, T0, "every cited passage is held, and support is below reject_below, or a number, name or quotation of the claim is in none of the pages cited (by a marker that stands alone below the claim, or all but a name by code alone: weak)"},
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

// SourceID names a source: sr_ and 16 base32 characters of the SHA-256 of its
// canonical URL, or of a local file's path relative to the vault.
type SourceID string

// ChunkID names a passage: chk_ and 16 base32 characters of the SHA-256 of its
// source's id and its normalised text.
type ChunkID string

// Evidence is stored text that can bear on a claim: one chunk of a page file, or,
// where a note cites a file as a whole, that file.
type Evidence struct {
	Chunk      ChunkID // empty for a whole file
	Source     SourceID
	Span       vault.Span // where the text stands in the vault
	Heading    []string   // breadcrumb: page title, then headings
	Text       string     // Markdown, anchors removed, escapes of stored pages undone
	Title      string     // of the page
	About      []string   // what its frontmatter says of it: author, date, venue
	URL        string
	Retrieved  time.Time // zero where unknown
	Ages       bool      // false for what does not go stale by itself
	Superseded bool      // stands under "Superseded passages" of a page that drifted
	Drifted    bool      // its page has changed since the passage was stored, or was withdrawn
	Withdrawn  bool      // its publisher took the page back
	Remote     bool      // its source can be asked again over a network
	Barred     string    // why the ledger does not let it carry a claim, a clause; "" where it may
}

// Located is where a citation leads.
type Located struct {
	Cite       markdown.Cite
	Status     LocateStatus
	Evidence   Evidence   // when Held
	Also       []Evidence // what else the citation names: a folder's other files, a summary's other originals
	Hint       Range      // of Evidence.Text: the cited lines, section or block; empty where there is none
	Candidates []string   // when Ambiguous or Dangling: files the author may have meant
	Reason     string     // one clause of plain text, for all but Held
}

// NotAsIngested ends the reason of what is Broken though its own passage hashes to its id.
const NotAsIngested = "are not those that the ledger says were ingested"

// A Range is a part of a text in bytes; End is exclusive.
type Range struct{ Start, End int }

// IsEmpty reports whether there is nothing in r.
func (r Range) IsEmpty() bool { return r.End <= r.Start }

// LocateStatus says whether a citation leads to stored text, and if not, why.
type LocateStatus uint8

// What can become of a citation. Dangling and Broken are faults of the note or the
// store; the others mean that there is nothing here to check against.
const (
	Held       LocateStatus = iota // stored text, intact
	Dangling                       // points into what is held, at nothing
	Broken                         // the passage no longer hashes to its id
	NotHeld                        // a URL or file that was never stored
	Stub                           // a redirect, a notice, an empty file
	Generated                      // a generated page with no original behind it
	Circular                       // the note itself, or a file equal to it
	Submodule                      // in a git submodule that is not checked out
	Ambiguous                      // several files answer to the name
	Malformed                      // not a citation that can be read
	TooLarge                       // the sentence or the text is more than a judge reads
	Unadmitted                     // its source has not the state on the ledger that evidence needs
	Refused                        // its source was rejected
)

var statusNames = [...]string{"held", "dangling", "broken", "not held", "stub", "generated", "circular", "submodule", "ambiguous", "malformed", "too large", "unadmitted", "refused"}

func (s LocateStatus) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "unknown"
}
