package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"assay/provenance"
)

// record writes an event into the ledger by hand, well formed.
func (v *gateVault) record(actor, kind, subject string, data map[string]any) {
	l := provenance.ReadLedger([]byte(v.read(bypassLedger)))
	l.Append(provenance.Event{Time: time.Unix(1793880000, 0), Actor: actor, Role: provenance.RolePerson, Kind: kind, Subject: subject, Data: data})
	v.write(bypassLedger, v.read(bypassLedger)+string(l.Pending()))
}

// forgeAcceptance records that a person accepts what is staged.
func (v *gateVault) forgeAcceptance() {
	v.git("add", ".")
	var r struct {
		Change struct{ Lowers []struct{ ID string } }
	}
	if err := json.Unmarshal([]byte(v.assay(exitFaults, "check", "--staged", "--json", v.dir)), &r); err != nil {
		v.t.Fatal(err)
	}
	var ids []any
	for _, l := range r.Change.Lowers {
		ids = append(ids, l.ID)
	}
	v.record("person:ada", provenance.KindBarAccepted, "vault", map[string]any{"accepts": ids})
}

// forgeNote lays a note into the wiki whose provenance block names a source that is there.
func (v *gateVault) forgeNote(agent string) (source string) {
	for _, id := range provenance.ReadLedger([]byte(v.read(bypassLedger))).Sources() {
		source = string(id)
		v.write("01_Wiki/New.md", string(provenance.Stamp{SourceIDs: []provenance.SourceID{id}, Retrieved: time.Unix(1793880000, 0), Agent: agent}.Print()))
	}
	v.write("01_Wiki/New.md", "---\n"+v.read("01_Wiki/New.md")+"---\n# New\n\nGreen tea is steeped at 80 degrees. ^[raw/tea.txt]\n")
	return source
}

const signedPolicy = "promotion: {direct: refuse}\nsafety: {require_signatures: true}\n"

var ledgerBypasses = []bypass{
	{"an acceptance without a signature turns signatures off", func(v *gateVault) {
		v.policy("promotion: {direct: allow}\ngates: {uncited: count}\n")
		v.write("01_Wiki/New.md", "# New\n\nTea came from the moon.\n")
		v.forgeAcceptance()
	}, "lowered-bar unsigned-decision uncited unpromoted-note", ""},
	{"an acceptance without a signature lets claims be uncited", func(v *gateVault) {
		v.policy(signedPolicy + "gates: {uncited: count}\n")
		v.write("01_Wiki/New.md", "# New\n\nTea came from the moon.\n")
		v.forgeAcceptance()
	}, "lowered-bar unsigned-decision uncited", ""},
	{"a word for a note without a signature", func(v *gateVault) {
		v.write("01_Wiki/New.md", "# New\n\nGreen tea is steeped at 80 degrees. ^[raw/tea.txt]\n")
		v.record("person:ada", provenance.KindVouched, "01_Wiki/New.md", map[string]any{"reason": "read"})
	}, "unsigned-decision unpromoted-note", ""},
	{"a promotion without a signature", func(v *gateVault) {
		v.record("person:ada", provenance.KindPromoted, "01_Wiki/New.md", map[string]any{"sources": []any{v.forgeNote("person:ada")}, "agent": "person:ada"})
	}, "unsigned-decision unpromoted-note", ""},
	{"a promotion in the compiler's name, where persons sign theirs", func(v *gateVault) {
		v.record(provenance.ActorChronicler, provenance.KindPromoted, "01_Wiki/New.md", map[string]any{"sources": []any{v.forgeNote("agent:solo")}, "agent": "agent:solo"})
	}, "unpromoted-note", "does not count, since policy asks for a person's signature"},
}

// Invariant (lives and decisions): Where policy asks for signatures, a decision without one
// counts for nothing, also where it takes that policy away.
func TestBypassesByTheLedger(t *testing.T) {
	base := bypassVault(t)
	for name, text := range map[string]string{"01_Wiki/Tea.md": goodTea, "01_Wiki/Coffee.md": "# Coffee\n\nCoffee is brewed at 93 degrees. ^[raw/coffee.txt]\n"} {
		base.git("rm", "-q", name)
		base.write("02_Drafts/"+strings.TrimPrefix(name, "01_Wiki/"), text)
	}
	base.policy(signedPolicy)
	base.assay(exitClean, "build", base.dir)
	base.git("add", ".")
	base.git("commit", "-q", "-m", "signed")
	tryBypasses(t, base, ledgerBypasses)
}
