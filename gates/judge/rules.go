package judge

import "assay/provenance"

// Rules that decide a judgement. They stand in reports and in the ledger, so a
// name once given keeps its meaning.
const (
	RuleVerbatim   = "verbatim"
	RuleCoverage   = "coverage"
	RuleSilent     = "silent"
	RuleValue      = "value-mismatch"
	RuleDate       = "date-mismatch"
	RuleUnit       = "unit-mismatch"
	RuleName       = "name-mismatch"
	RuleNegation   = "negation"
	RuleAntonym    = "antonym"
	RuleBoundary   = "boundary"
	RuleQuantifier = "quantifier"
	RuleHedge      = "hedge"
	RuleDirection  = "direction"
	RuleQuotation  = provenance.RuleQuotation
	RuleMissing    = "value-missing"
	RuleNowhere    = provenance.RuleNowhere
	RuleTail       = "clause-unsupported"
	RuleLanguage   = provenance.RuleOtherLanguage
	RuleSpliced    = "spliced"
	RuleClauses    = "clauses"
	RuleCell       = "cell"
	RuleNothing    = "asserts-nothing"
	RuleReplaced   = "replaced"
	RuleUnread     = "unread-language"
	RulePart       = "other-part"
	RuleModel      = "model"
	RulePassedOver = "passed-over"
)

// A Rule is a line of the table of rules.
type Rule struct {
	Name    string
	Meaning string
	Effect  Effect
}

// Effect is what a rule does to the judgement.
type Effect uint8

// The effects, from none to the worst.
const (
	Scores  Effect = iota // the calibrated score stands
	Caps                  // the score stays below any threshold: a person looks
	Refutes               // the stance is Contradicts
)

// Rules returns the table of rules, those that refute first.
func Rules() []Rule {
	return []Rule{
		{RuleValue, "the text gives another number for the same thing", Refutes},
		{RuleDate, "the text gives another date for the same thing", Refutes},
		{RuleUnit, "the text gives the number with another unit", Refutes},
		{RuleName, "the text has another name in the same place", Refutes},
		{RuleNegation, "one of the two denies what the other says", Refutes},
		{RuleAntonym, "the text uses the opposite word", Refutes},
		{RuleBoundary, "the text draws the limit elsewhere: after instead of from, more than instead of exactly", Refutes},
		{RuleDirection, "the text has the two sides the other way round", Refutes},
		{RuleReplaced, "the claim is a sentence of the text with another word in one place, or has what one row says under the label of another", Refutes},
		{RuleQuotation, "the words between quotation marks are not in the text", Caps},
		{RuleQuantifier, "the claim says all, none or only, and the text less", Caps},
		{RuleHedge, "the text says it with a reservation that the claim drops", Caps},
		{RuleSpliced, "the claim is put together from pieces that the text does not join, or breaks off within a phrase", Caps},
		{RuleNothing, "the claim is a question or a fragment, and asserts nothing that a text could support", Caps},
		{RulePart, "the text has both names, and gives the part that one plays in the claim to the other", Caps},
		{RuleMissing, "a value of the claim has no counterpart in the text, or a long text has one of its names in no form", Caps},
		{RuleNowhere, "a number, name or quotation of the claim stands nowhere in a page that is cited as a whole: an error where no other source has it", Caps},
		{RuleLanguage, "claim and text are in different languages: only numbers, names and symbols were compared", Caps},
		{RuleUnread, "the text is in a language that is not read: only its own sentences carry a claim", Caps},
		{RulePassedOver, "many texts are cited, and the text has fewer of the claim's words than those that were read", Caps},
		{RuleVerbatim, "the text has the claim word for word", Scores},
		{RuleCell, "the claim repeats a cell, key or item of the text with its heads", Scores},
		{RuleCoverage, "the words of the claim were weighed against the best passage", Scores},
		{RuleClauses, "each clause of the claim is supported at a place of its own", Scores},
		{RuleModel, "no check found anything, and the model that policy names answered; its score is calibrated", Scores},
		{RuleTail, "one clause of the claim is not in the text", Scores},
		{RuleSilent, "the text says next to nothing of what the claim says", Scores},
	}
}
