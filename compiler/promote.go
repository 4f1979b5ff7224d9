package compiler

import (
	"path"
	"strings"
	"time"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// promote turns drafts that pass every gate into permanent notes, where the policy
// or a person lets it, and says why the others are held. It reports whether any
// was promoted.
func (p *drafter) promote() bool {
	any := false
	for _, n := range p.notes {
		if !p.isDraft(n.Path) || n.Meta.Generated {
			continue
		}
		tally := tallyOf(p.grade.verdicts[n.Path])
		ready, reason := p.ready(n)
		switch {
		case ready && p.allowed(n):
			p.promoteNote(n)
			any = true
			continue
		case ready:
			reason = "every gate passes; waits for a person"
			p.acquire.waiting = append(p.acquire.waiting, Waiting{Source: n.Path, Needs: "a person's promotion", Command: "assay promote " + gates.ShellWord(n.Path)})
		}
		p.heldDrafts = append(p.heldDrafts, HeldDraft{Note: n.Path, Claims: tally, Reason: reason})
	}
	return any
}

// ready reports whether a draft passes every gate, and if not, what stops it.
func (p *drafter) ready(n *vault.Note) (bool, string) {
	verdicts := p.grade.verdicts[n.Path]
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
	asked := p.askedOnceThere(n)
	for _, v := range verdicts {
		if gates.LacksWitness(v, asked) {
			return false, string(provenance.SingleWitness) + ": a claim " + gates.CountWitnesses(v, asked).Reason()
		}
	}
	if _, ok := p.base.File(p.promotedPath(n.Path)); ok {
		return false, "a note of this name is permanent already"
	}
	sources, _, _ := p.stampOf(verdicts)
	for _, id := range sources {
		if s := p.state(id); s.State != provenance.Synthesized && s.State != provenance.Promoted && s.State != provenance.Verified {
			return false, "source " + string(id) + " is " + s.State.String()
		}
	}
	if err := provenance.MayPromote(p.ledger, p.promoter(n), sources); err != nil {
		return false, err.Error()
	}
	if p.blocked && !p.keepGoing {
		return false, "an action failed in this build (-k promotes all the same)"
	}
	return true, ""
}

// askedOnceThere is how many witnesses the claims of a draft need: what policy asks of
// the place where it will stand counts as well as what it asks of the drafts.
func (p *drafter) askedOnceThere(n *vault.Note) int {
	return max(p.grade.witnessesAsked(n), p.policy.Vault.WitnessesFor(p.promotedPath(n.Path), n.Meta.Tags))
}

// promoter is who promotes: the person who asked for it, else the Chronicler.
func (p *drafter) promoter(n *vault.Note) string {
	if who := p.promotions[n.Path]; who != "" {
		return who
	}
	return provenance.ActorChronicler
}

// allowed reports whether a draft that passes may be promoted now.
func (p *drafter) allowed(n *vault.Note) bool {
	if p.promotions[n.Path] != "" {
		return true
	}
	return p.policy.Promotion.Mode == "auto" && !p.policy.HighStakes(n.Meta.Tags)
}

func (p *drafter) promotedPath(draft string) string {
	return path.Join(p.policy.Vault.Wiki, strings.TrimPrefix(draft, p.policy.Vault.Drafts+"/"))
}

// promoteNote moves a draft into the wiki, stamped with what it rests on.
func (p *drafter) promoteNote(n *vault.Note) {
	text, err := p.snap.Read(n.Path)
	if err != nil {
		return
	}
	to := p.promotedPath(n.Path)
	sources, chunks, oldest := p.stampOf(p.grade.verdicts[n.Path])
	if oldest.IsZero() {
		oldest = p.now
	}
	who := p.promoter(n)
	stamp := provenance.Stamp{SourceIDs: sources, ChunkIDs: chunks, Retrieved: oldest, Agent: who}
	text, err = vault.RemoveMeta(text, "assay")
	if err == nil {
		text, err = stampText(text, stamp)
	}
	if err != nil {
		p.heldDrafts = append(p.heldDrafts, HeldDraft{Note: n.Path, Claims: tallyOf(p.grade.verdicts[n.Path]), Reason: err.Error()})
		return
	}
	p.remove(n.Path)
	p.write(to, text)
	p.promoted = append(p.promoted, to)
	p.synthesizedByHand(n, sources, chunks)
	p.acquire.record(who, roleOf(who), provenance.KindPromoted, to, map[string]any{
		"hash": vault.HashText(text).String(), "sources": anys(idStrings(sources)), "chunks": anys(idStrings(chunks)),
		"agent": who, "draft": n.Path,
	})
}

// synthesizedByHand records what a build records of the drafts that it writes: a draft
// that cites these sources was there. No source may be promoted without.
func (p *drafter) synthesizedByHand(n *vault.Note, sources []provenance.SourceID, chunks []provenance.ChunkID) {
	var fresh []provenance.SourceID
	for _, id := range sources {
		if p.state(id).State == provenance.Verified {
			fresh = append(fresh, id)
		}
	}
	if len(fresh) == 0 {
		return
	}
	f, _ := p.snap.File(n.Path)
	p.acquire.record(provenance.ActorChronicler, provenance.RoleChronicler, provenance.KindSynthesized, n.Path, map[string]any{
		"hash": f.Hash.String(), "sources": anys(idStrings(fresh)), "chunks": anys(idStrings(chunks)),
	})
}

// stampText writes the four provenance fields into a note's frontmatter.
func stampText(text []byte, s provenance.Stamp) ([]byte, error) {
	for line := range strings.Lines(string(s.Print())) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var err error
		if text, err = vault.SetMeta(text, key, vault.MetaValue{Raw: value}); err != nil {
			return nil, err
		}
	}
	return text, nil
}

func roleOf(actor string) string {
	if provenance.KindOfActor(actor) == provenance.Person {
		return provenance.RolePerson
	}
	return provenance.RoleChronicler
}

func idStrings[T ~string](ids []T) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// stampOf is what a note's verdicts rest on, and the oldest retrieval among it.
func (p *drafter) stampOf(verdicts []provenance.Verdict) (sources []provenance.SourceID, chunks []provenance.ChunkID, oldest time.Time) {
	var s, c []string
	for _, v := range verdicts {
		for _, q := range v.Passages {
			e := q.Evidence
			if e.Source == "" {
				e.Source = p.sourceOf(e.Span.File)
			}
			if e.Source == "" {
				continue
			}
			s = append(s, string(e.Source))
			if e.Chunk != "" {
				c = append(c, string(e.Chunk))
			}
			if !e.Retrieved.IsZero() && (oldest.IsZero() || e.Retrieved.Before(oldest)) {
				oldest = e.Retrieved
			}
		}
	}
	for _, id := range sortedSet(s) {
		sources = append(sources, provenance.SourceID(id))
	}
	for _, id := range sortedSet(c) {
		chunks = append(chunks, provenance.ChunkID(id))
	}
	return sources, chunks, oldest
}

func tallyOf(verdicts []provenance.Verdict) Tally {
	var t Tally
	for _, v := range verdicts {
		t.count(v.Tier)
	}
	return t
}
