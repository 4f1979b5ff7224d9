package gates

import (
	"slices"
	"strings"

	"assay/provenance"
)

// A Term is a word of assay's that stands in its answers and is no code: a tier, a
// state of a source, a kind of gap.
type Term struct {
	Name    string
	Kind    string // tier, state or gap
	Means   string // in a few words
	Explain string // two or three sentences: what is so, and what to do
}

// Terms is every term there is: tiers from the best to the worst, states in their
// order, gaps.
func Terms() []Term { return slices.Clone(terms[:]) }

// LookupTerm finds a term without regard to case; auth-required and AUTH_REQUIRED
// are one.
func LookupTerm(name string) (Term, bool) {
	fold := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }
	return lookup(terms[:], func(t Term) bool { return fold(t.Name) == fold(name) })
}

// RulesOf are the rules by which a claim gets a tier, as the table has them.
func RulesOf(tier string) (rules []provenance.Rule) {
	for _, r := range provenance.Rules() {
		if strings.EqualFold(r.Tier.String(), tier) {
			rules = append(rules, r)
		}
	}
	return rules
}

var terms = [...]Term{
	{"T5", "tier", "verified", "A stored passage that the claim cites says so, surely enough (`synthesis.min_similarity_threshold`) and fresh. Only claims of this tier are promoted without a person."},
	{"T3", "tier", "stale evidence", "The claim is supported, by evidence that is older than `synthesis.freshness_threshold_days` or whose page has changed since. Ingest the source again; if it still says so, the claim is T5."},
	{"T2", "tier", "unmarked inference", "No passage alone says it and several cited ones together do. Put (Derived) after the sentence; in drafts assay does it by itself."},
	{"T1", "tier", "weak evidence", "The source bears on the claim and says less than it does: support below the threshold, a value it does not give, an inference whose premises do not hold. Say less, cite more, or, having read the source, `assay attest` it. A warning."},
	{"T4", "tier", "conflict", "The claim contradicts a claim of a permanent note. Correct one of the two, or say in both when, where or in which version it holds; `assay conflicts` proposes one of four ways out, `assay resolve` takes it. An error in a permanent note; a draft with one is held."},
	{"T0", "tier", "fabrication", "The claim cites nothing, or what it cites is not there, was changed, says the opposite or another value, or is about something else. Correct the claim or its citation. An error in a permanent note; a draft with one is held."},
	{"unchecked", "tier", "nothing to check against", "The cited source is not held here, is a stub, a generated page or in a submodule that is not checked out. That is no verdict on the claim. It is a warning and holds a draft back; the message says how to bring the source in."},

	{"proposed", "state", "someone asked for the source", "A gap or a person asks for the source; nothing was read. Next: mapped, by `assay source map`."},
	{"mapped", "state", "what it would read is known", "The pages that would be read and their cost are known, and nothing was spent. Next: approved, by policy or, at a terminal, by `assay source approve`."},
	{"approved", "state", "it may be read", "The policy or a person allows it to be read, within the bounds that were mapped. Next: crawled, by `assay build` or `assay source crawl`."},
	{"crawled", "state", "its text is stored", "The text lies in the sources folder. Next: indexed, by `assay build`."},
	{"indexed", "state", "its passages can be found", "The text is cut into passages with ids of their own, and these are in the index. Next: verified, by the audit of `assay source verify`."},
	{"verified", "state", "it passed the audit", "Stored text hashes to its record, is text, has its metadata, and its passages are found by their own sentences. Next: synthesized, when a draft rests on it."},
	{"synthesized", "state", "a draft rests on it", "A draft cites it. Next: promoted, when the draft passes every gate and is promoted by someone who did not ingest the source."},
	{"promoted", "state", "a permanent note rests on it", "A permanent note cites it. A refresh opens a new revision that passes crawled to verified again."},
	{"rejected", "state", "refused", "A person or the policy refused it, for the reason that `assay source show` gives. It can be proposed again."},
	{"failed", "state", "a step could not be done", "The step that failed and its reason are in `assay source show`. It can be tried again from where it stood."},
	{"AUTH_REQUIRED", "state", "a person has to decide", "Neither a build nor an agent may go on: a new domain, a cost above the limit, or bounds that grew. The message has the command that a person runs at a terminal."},

	{"stub", "gap", "a note that says next to nothing", "The note has fewer words than `vault.min_note_words`. Write it, or let `assay draft` begin it from the evidence."},
	{"orphan", "gap", "a note that nothing links to", "No other note leads to it, so readers will not find it. Link to it where it matters."},
	{"dead-end", "gap", "a note that links to nothing", "It leads to no other note. Link what it mentions."},
	{"open-question", "gap", "a question the author left open", "A callout of the kind question or todo, or a task marked with a question mark. Answer it, or cite who does."},
	{"declared", "gap", "a topic that a note asks for", "It stands under gaps: or sources_wanted: in the note's frontmatter. A build drafts it where the evidence has something on it."},
	{"stale", "gap", "a claim on evidence that has grown old", "The claim is T3. Ingest the source again, or cite a newer one."},
	{"held", "draft", "a draft that was not promoted", "Some claim is not T5, or a person has to decide. `assay review DRAFT` shows each claim with its quote and what stops it. A held draft is no failure."},
}
