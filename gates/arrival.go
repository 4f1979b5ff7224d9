package gates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// An Arrival is what the ledger says of how a permanent note got where it is.
type Arrival struct {
	Promoted  bool      // it was promoted, here or before somebody renamed it
	Vouched   bool      // a person vouched for the note as a whole
	Void      bool      // the ledger has its promotion or a word for it, which does not count
	Agents    []string  // those that its promotions name
	Latest    time.Time // when the ledger last told of a source that its provenance names; zero where it names none that is known
	Lifecycle bool      // some note of the vault was promoted
}

// Key tells two arrivals apart.
func (a Arrival) Key() string {
	return strings.Join([]string{strconv.FormatBool(a.Promoted), strconv.FormatBool(a.Vouched), strconv.FormatBool(a.Void), strings.Join(a.Agents, "\x00"),
		a.Latest.UTC().Format(time.RFC3339), strconv.FormatBool(a.Lifecycle)}, "\n")
}

// checkArrival tells of a permanent note that came by none of the gates. Where the policy
// does not say whether people write straight into the wiki, the ledger does: a vault in
// which notes are promoted is one in which they have to be.
func checkArrival(n *markdown.Note, f NoteFacts, p Policy) []Diagnostic {
	if f.Arrival.Promoted || f.Arrival.Vouched || p.Promotion.Direct == DirectAllow || len(n.Claims) == 0 && !n.Meta.Stamp.Present {
		return nil
	}
	d := Diagnostic{Code: UnpromotedNote, Severity: Error, Span: vault.Span{File: n.Path, Start: 0, End: min(n.BodyStart, 3)}}
	if p.Promotion.Direct == DirectTell && !f.Arrival.Lifecycle {
		d.Severity = Warning
	}
	d.Message = "nobody promoted this note, and nobody vouched for it: the ledger does not know how it got into the wiki"
	if f.Arrival.Void {
		d.Message = "nobody promoted this note who may, and nobody vouched for it: what the ledger has of it does not count"
		if p.Safety.RequireSignatures {
			d.Message += ", since policy asks for a person's signature"
		}
	}
	d.Hint = fmt.Sprintf("move it to %s and `assay promote` it; or a person reads it and runs `assay attest --reason … %s` (a folder does as well); "+
		"where people write straight into the wiki, say so: `promotion: {direct: allow}` in %s, as `assay adopt` does", orDrafts(p.Vault.Drafts), ShellWord(n.Path), PolicyFile)
	return []Diagnostic{d}
}

func orDrafts(folder string) string {
	if folder == "" {
		return "the drafts"
	}
	return folder
}

// checkForged holds the parts of a provenance block that only the compiler writes to what
// the ledger says.
func checkForged(d Diagnostic, s provenance.Stamp, a Arrival) (ds []Diagnostic) {
	if a.Promoted && len(a.Agents) > 0 && !slices.Contains(a.Agents, s.Agent) {
		d.Message = fmt.Sprintf("%s says %s, and the ledger says %s", provenance.StampAgent, clip(s.Agent, 40), list(a.Agents, 3, clip40))
		ds = append(ds, d)
	}
	if !a.Latest.IsZero() && s.Retrieved.After(a.Latest) {
		d.Message = fmt.Sprintf("%s is %s, later than anything that the ledger has of its sources (%s)",
			provenance.StampRetrieved, s.Retrieved.UTC().Format(time.RFC3339), a.Latest.UTC().Format(time.RFC3339))
		ds = append(ds, d)
	}
	return ds
}
