package draft

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Promote turns drafts that pass every gate into permanent notes, where the policy
// or a person lets it, and says why the others are held. It reports whether any
// was promoted.
func (dr *Drafter) Promote() bool {
	any := false
	for _, n := range dr.Notes {
		if !dr.IsDraft(n.Path) || n.Meta.Generated {
			continue
		}
		tally := TallyOf(dr.Grade.Verdicts[n.Path])
		ready, reason := dr.Ready(n)
		byPolicy := !dr.Hold && dr.Policy.Promotion.Mode == "auto" && !dr.Policy.HighStakes(n.Meta.Tags)
		switch {
		case ready && (byPolicy || dr.Promotions[n.Path] != ""):
			dr.promoteNote(n)
			any = true
			continue
		case ready:
			reason = "every gate passes; waits for a person"
			dr.Acquire.Waiting = append(dr.Acquire.Waiting, reports.Waiting{Source: n.Path, Needs: "a person's promotion", Command: "assay promote " + gates.ShellWord(n.Path)})
		}
		dr.HeldDrafts = append(dr.HeldDrafts, reports.HeldDraft{Note: n.Path, Claims: tally, Reason: reason})
	}
	return any
}

// Ready reports whether a draft passes every gate, and if not, what stops it.
func (dr *Drafter) Ready(n *markdown.Note) (bool, string) {
	verdicts := dr.Grade.Verdicts[n.Path]
	if len(verdicts) == 0 {
		return false, "it makes no claim"
	}
	for _, t := range []provenance.Tier{provenance.T0, provenance.T4, provenance.T1, provenance.T3, provenance.Unchecked, provenance.T2} {
		for _, v := range verdicts {
			if v.Tier == t && !(t == provenance.T1 && v.Attested != "") {
				return false, t.String() + ": " + v.Reason
			}
		}
	}
	for _, v := range verdicts {
		if v.Rejected != "" {
			return false, "a person rejected a claim: " + v.Rejected
		}
	}
	asked := dr.AskedOnceThere(n)
	for _, v := range verdicts {
		if gates.LacksWitness(v, asked) {
			return false, string(provenance.SingleWitness) + ": a claim " + gates.CountWitnesses(v, asked).Reason()
		}
	}
	if _, ok := dr.Base.File(dr.PromotedPath(n.Path)); ok {
		return false, "a note of this name is permanent already"
	}
	sources, _, _ := dr.StampOf(verdicts)
	for _, id := range sources {
		if s := dr.State(id); s.State != provenance.Synthesized && s.State != provenance.Promoted && s.State != provenance.Verified {
			return false, "source " + string(id) + " is " + s.State.String()
		}
	}
	decide := []string{dr.promoter(n)}
	if wrote := dr.synthesiser(n); provenance.KindOfActor(decide[0]) == provenance.BuiltIn && provenance.Automatic(wrote) {
		decide = append(decide, wrote)
	}
	for _, who := range decide {
		if err := provenance.MayPromote(dr.Ledger, who, sources); err != nil {
			return false, err.Error()
		}
	}
	if by := dr.Acquire.RequestedBy; by != "" {
		if err := provenance.MayPromote(dr.Ledger, by, sources); err != nil {
			dr.Postponed = true // somebody else's build may promote it
			return false, err.Error()
		}
	}
	if dr.Blocked && !dr.KeepGoing {
		return false, "an action failed in this build (-k promotes all the same)"
	}
	return true, ""
}

// AskedOnceThere is how many witnesses the claims of a draft need: what policy asks of
// the place where it will stand counts as well as what it asks of the drafts.
func (dr *Drafter) AskedOnceThere(n *markdown.Note) int {
	return max(dr.Grade.WitnessesAsked(n), dr.Policy.Vault.WitnessesFor(dr.PromotedPath(n.Path), n.Meta.Tags))
}

// promoter is who promotes: the person who asked for it, else the Chronicler.
func (dr *Drafter) promoter(n *markdown.Note) string {
	return cmp.Or(dr.Promotions[n.Path], provenance.ActorChronicler)
}

// synthesiser is who wrote a draft: the Chronicler where the compiler did and nobody
// touched it since, else who promotes it, or has the compiler do so.
func (dr *Drafter) synthesiser(n *markdown.Note) string {
	f, _ := dr.Snap.File(n.Path)
	for _, e := range slices.Backward(dr.Ledger.Touching(n.Path)) {
		if e.Kind == provenance.KindDrafted {
			if who := e.Text("agent"); who != "" && e.Text("hash") == f.Hash.String() {
				return who
			}
			break
		}
	}
	if who := dr.promoter(n); provenance.KindOfActor(who) != provenance.BuiltIn {
		return who
	}
	return cmp.Or(dr.Acquire.RequestedBy, provenance.ActorChronicler)
}

func (dr *Drafter) PromotedPath(draft string) string {
	return path.Join(dr.Policy.Vault.Wiki, strings.TrimPrefix(draft, dr.Policy.Vault.Drafts+"/"))
}

// promoteNote moves a draft into the wiki, stamped with what it rests on.
func (dr *Drafter) promoteNote(n *markdown.Note) {
	text, err := dr.Snap.Read(n.Path)
	if err != nil {
		return
	}
	to := dr.PromotedPath(n.Path)
	sources, chunks, oldest := dr.StampOf(dr.Grade.Verdicts[n.Path])
	if oldest.IsZero() {
		oldest = dr.Now
	}
	who, wrote := dr.promoter(n), dr.synthesiser(n)
	stamp := provenance.Stamp{SourceIDs: sources, ChunkIDs: chunks, Retrieved: oldest, Agent: wrote}
	text, err = markdown.RemoveMeta(text, "assay")
	if err == nil {
		text, err = StampText(text, stamp)
	}
	if err != nil {
		dr.HeldDrafts = append(dr.HeldDrafts, reports.HeldDraft{Note: n.Path, Claims: TallyOf(dr.Grade.Verdicts[n.Path]), Reason: err.Error()})
		return
	}
	dr.Remove(n.Path)
	dr.Write(to, text)
	dr.Promoted = append(dr.Promoted, to)
	dr.synthesizedByHand(n, sources, chunks)
	data := map[string]any{
		"hash": vault.HashText(text).String(), "sources": view.Anys(sources), "chunks": view.Anys(chunks),
		"agent": wrote, "draft": n.Path,
	}
	dr.Acquire.Ran(data)
	dr.Acquire.Record(who, RoleOf(who), provenance.KindPromoted, to, data)
}

// synthesizedByHand records what a build records of the drafts that it writes: a draft
// that cites these sources was there. No source may be promoted without.
func (dr *Drafter) synthesizedByHand(n *markdown.Note, sources []provenance.SourceID, chunks []provenance.ChunkID) {
	var fresh []provenance.SourceID
	for _, id := range sources {
		if dr.State(id).State == provenance.Verified {
			fresh = append(fresh, id)
		}
	}
	if len(fresh) == 0 {
		return
	}
	f, _ := dr.Snap.File(n.Path)
	data := map[string]any{"hash": f.Hash.String(), "sources": view.Anys(fresh), "chunks": view.Anys(chunks)}
	dr.Acquire.Ran(data)
	dr.Acquire.Record(provenance.ActorChronicler, provenance.RoleChronicler, provenance.KindSynthesized, n.Path, data)
}

// StampText writes the four provenance fields into a note's frontmatter.
func StampText(text []byte, s provenance.Stamp) ([]byte, error) {
	for line := range strings.Lines(string(s.Print())) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var err error
		if text, err = markdown.SetMeta(text, key, value); err != nil {
			return nil, err
		}
	}
	return text, nil
}

func RoleOf(actor string) string {
	if provenance.KindOfActor(actor) == provenance.Person {
		return provenance.RolePerson
	}
	return provenance.RoleChronicler
}

// StampOf is what a note's verdicts rest on, and the oldest retrieval among it.
func (dr *Drafter) StampOf(verdicts []provenance.Verdict) (sources []provenance.SourceID, chunks []provenance.ChunkID, oldest time.Time) {
	for _, v := range verdicts {
		for _, q := range v.Passages {
			e := q.Evidence
			if e.Source == "" {
				e.Source = dr.SourceOf(e.Span.File)
			}
			if e.Source == "" {
				continue
			}
			sources = append(sources, e.Source)
			if e.Chunk != "" {
				chunks = append(chunks, e.Chunk)
			}
			if !e.Retrieved.IsZero() && (oldest.IsZero() || e.Retrieved.Before(oldest)) {
				oldest = e.Retrieved
			}
		}
	}
	return view.SortedSet(sources), view.SortedSet(chunks), oldest
}

func TallyOf(verdicts []provenance.Verdict) reports.Tally {
	var t reports.Tally
	for _, v := range verdicts {
		t.Count(v.Tier)
	}
	return t
}
