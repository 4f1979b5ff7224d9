package judge

import (
	"strings"

	"assay/gates/judge/align"
	"assay/text"
)

// How long a run must be that is not the whole claim.
const copyRun = 4

// deniedCopy finds a run of the claim's words that is the text's but for a denial which one of
// the two has alone. Nothing could make both right.
func (a *alignment) deniedCopy() *finding {
	claim := a.Claim.Spell(0, int32(len(a.Claim.Toks)))
	for k, u := range a.Order {
		if k == align.EchoTries {
			break
		}
		su := a.Source.Units[u]
		said := a.Source.Spell(su.First, su.Last)
		if len(claim.Not)+len(said.Not) == 0 || text.WithoutSpaces(a.Claim.Raw) && len(said.Not) > 0 && len(claim.Not) != 0 {
			continue
		}
		for _, r := range sharedRuns(claim.Words, said.Words) {
			at := r.Denied(&claim, &said)
			switch whole := r.N == len(claim.Words); {
			case at < 0, len(claim.Words) < align.CopyWords && !(whole && len(said.Words) == r.N), claim.Count(claim.Words[r.A:r.A+r.N]) > 1: // "the one does not leak, the other does leak"
			case !whole && (r.N < copyRun || a.LacksOf(u, a.Claim.Toks[claim.Toks[r.A]].Unit) || a.Claim.Turns(claim.Toks[r.A+at]) || a.Source.Turns(said.Toks[r.B+at])):
			case a.SaysRun(&claim, r):
				return nil
			default:
				f := a.denial(u)
				f.copied = true
				return f
			}
		}
	}
	return nil
}

func sharedRuns(a, b []string) (runs []align.SharedRun) {
	for i := range a {
		for j := range b {
			if a[i] != b[j] || i > 0 && j > 0 && a[i-1] == b[j-1] {
				continue
			}
			n := 1
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			if n >= copyRun {
				runs = append(runs, align.SharedRun{A: i, B: j, N: n})
			}
		}
	}
	return runs
}

// changesAmount reports a claim that is all but word for word what a page says, with another word
// for how many or how often: "always" for "often".
func (a *alignment) changesAmount(f *finding) bool {
	return f.rule == RuleQuantifier && f.mismatch != nil && amounts.Has(f.mismatch.Claim) && amounts.Has(f.mismatch.Source) &&
		a.Source.IsArticle() && len(a.Terms) >= align.CopyWords && a.kept >= amountCopy && !a.saysAmount(f)
}

// saysAmount reports that the sentence quoted has the claim's word too, of the same noun.
func (a *alignment) saysAmount(f *finding) bool {
	_, behind, _ := strings.Cut(a.Claim.Raw, f.mismatch.Claim+" ")
	noun, _, _ := strings.Cut(behind, " ")
	u := a.Source.Units[f.unit]
	return align.HasWords(a.Source.Raw[u.Start:u.End], f.mismatch.Claim+" "+noun)
}

// amountCopy is the share of the words of such a claim that the page has in their order.
const amountCopy = 0.7

var amounts = text.WordSet(`all every each always most mostly usually often many some several sometimes few rarely`)
