package stats

import (
	"fmt"
	"strings"

	"assay/gates/mutate"
	"assay/provenance"
)

// longPassage is more text than a claim needs to be checked by: in so much, another
// sentence may carry a wrong one.
const longPassage = 2000

// advice says what an author can do so that such a change would be found.
func (s *patient) advice(m mutate.Mutant, v provenance.Verdict) string {
	passages := s.Basis.Grading.Passages
	size, has := 0, false
	for _, q := range passages {
		size += len(q.Evidence.Text)
		has = has || strings.Contains(strings.ToLower(q.Evidence.Text), strings.ToLower(strings.TrimSpace(m.From)))
	}
	switch {
	case v.Tier == provenance.Unchecked:
		return "have what the claim cites stored: nothing here can tell the two apart"
	case m.Kind == mutate.Source:
		return fmt.Sprintf("look at %s: it seems to say the same, so cite both, or it is taken for support and the claim should use the words of its own passage", m.To)
	case len(m.From) > 0 && !has && m.Kind != mutate.Roles && m.Kind != mutate.Negation:
		return fmt.Sprintf("cite a passage that has %q: what is cited puts it in other words", m.From)
	case len(passages) > 1:
		return "narrow the citation: cite the one passage that says this, not several"
	case size > longPassage:
		return "narrow the citation: cite the section or block that says this, not so much text"
	}
	if len(strings.Fields(s.Claim.Text)) > longClaim {
		return "split the claim: in a short sentence one word weighs more, and is compared on its own"
	}
	return "read this one yourself when it changes: the passage says it plainly, and the judge does not see the difference"
}

// longClaim is more words than a sentence needs that says one thing.
const longClaim = 20
