package compiler

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// Draft writes a draft on a topic from what is held, although nothing links there.
func (c *Compiler) Draft(ctx context.Context, topic string, progress func(Event)) (*Report, error) {
	if c.Guest() {
		return nil, errors.New("draft: the vault has no policy; run `assay init` first")
	}
	r, err := c.locked(ctx, func() (*Report, error) {
		s, err := c.look(ctx)
		if err != nil {
			return nil, err
		}
		if file, ok := c.plan(s, true).draft.draftPath(topic); ok {
			to := path.Join(c.Policy.Vault.Wiki, strings.TrimPrefix(file, c.Policy.Vault.Drafts+"/"))
			if _, there := s.base.File(to); there {
				return nil, fmt.Errorf("draft %s: %s is there already, and permanent", topic, to)
			}
		}
		return c.build(ctx, s, BuildOptions{Progress: progress}, func(p *plan) {
			p.draft.directives = []string{topic}
			p.draft.draftOnly = true
		})
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Packet is what a person reads before a draft becomes a permanent note.
func (c *Compiler) Packet(ctx context.Context, note string) (*Packet, error) {
	_, p, err := c.graded(ctx)
	if err != nil {
		return nil, err
	}
	n, err := c.draftNote(p, note)
	if err != nil {
		return nil, err
	}
	return p.packet(n)
}

func (c *Compiler) draftNote(p *plan, note string) (*vault.Note, error) {
	for _, name := range []string{note, path.Join(p.policy.Vault.Drafts, note), path.Join(p.policy.Vault.Drafts, note+".md")} {
		if n := p.byPath[filepath.ToSlash(name)]; n != nil {
			if !p.isDraft(n.Path) {
				return nil, fmt.Errorf("promote %s: it is no draft; drafts lie in %s", note, p.policy.Vault.Drafts)
			}
			return n, nil
		}
	}
	return nil, fmt.Errorf("find draft %q: there is none; `assay review` lists those that wait", note)
}

func (p *plan) packet(n *vault.Note) (*Packet, error) {
	text, err := p.snap.Read(n.Path)
	if err != nil {
		return nil, err
	}
	to := p.draft.promotedPath(n.Path)
	k := &Packet{Note: n.Path, To: to, Text: string(text), Tally: tallyOf(p.grade.verdicts[n.Path]), Digest: vault.HashText(text).String(),
		Claims: []PacketClaim{}, Conflicts: []PacketClaim{}, Blockers: []string{}}
	old, _ := p.current(to)
	k.Diff = unified(to, string(old), string(text))
	lines := vault.NewLines(text)
	for i, v := range p.grade.verdicts[n.Path] {
		pc := packetClaim(n.Claims[i], v, lines)
		count := gates.CountWitnesses(v, p.draft.askedOnceThere(n))
		pc.Witnesses = &count
		k.Claims = append(k.Claims, pc)
		if v.Conflict != nil {
			k.Conflicts = append(k.Conflicts, pc)
		}
		switch {
		case v.Rejected != "":
			k.Blockers = append(k.Blockers, fmt.Sprintf("a person rejected line %d: %s", pc.Line, v.Rejected))
		case v.Tier != provenance.T5 && !(v.Tier == provenance.T1 && v.Attested != ""):
			k.Blockers = append(k.Blockers, fmt.Sprintf("line %d is %s: %s", pc.Line, pc.Tier, v.Reason))
		}
		if gates.LacksWitness(v, count.Asked) {
			k.Blockers = append(k.Blockers, fmt.Sprintf("line %d %s", pc.Line, count.Reason()))
		}
	}
	ok, reason := p.draft.ready(n)
	k.Ready = ok
	if !ok && len(k.Blockers) == 0 {
		k.Blockers = append(k.Blockers, reason)
	}
	return k, nil
}

func packetClaim(c vault.Claim, v provenance.Verdict, lines vault.Lines) PacketClaim {
	pc := PacketClaim{ID: c.ID, Line: lines.Position(c.Start).Line, Text: c.Text, Tier: v.Tier.String(), Rule: v.Rule, Reason: v.Reason}
	if v.Best != nil {
		pc.Quote, pc.URL, pc.Score = v.Best.Evidence.Text, v.Best.Evidence.URL, v.Best.Judgement.Score
		pc.Source = v.Best.Evidence.Span.File
	}
	return pc
}

// Promote makes a draft permanent, if it passes every gate. by is who decides.
func (c *Compiler) Promote(ctx context.Context, note, by string) (*Report, error) {
	var refused error
	r, err := c.locked(ctx, func() (*Report, error) {
		s, err := c.look(ctx)
		if err != nil {
			return nil, err
		}
		seen, err := c.observe(ctx, s, false, nil)
		if err != nil {
			return nil, err
		}
		n, err := c.draftNote(seen, note)
		if err != nil {
			return nil, err
		}
		if refused = seen.mayDecide(n, by); refused != nil {
			return nil, nil
		}
		seen.draft.promotions[n.Path] = by
		if ok, reason := seen.draft.ready(n); !ok {
			refused = fmt.Errorf("promote %s: %s", n.Path, reason)
			return nil, nil
		}
		return c.build(ctx, s, BuildOptions{}, func(p *plan) { p.draft.promotions[n.Path] = by })
	})
	if err == nil {
		err = refused
	}
	return r, err
}

// mayDecide holds promotion to who may decide it: under review, and for notes with a
// high-stakes tag, a person.
func (p *plan) mayDecide(n *vault.Note, by string) error {
	if provenance.KindOfActor(by) == provenance.Person || p.policy.Promotion.Mode == "auto" && !p.policy.HighStakes(n.Meta.Tags) {
		return nil
	}
	return fmt.Errorf("promote %s as %s: %w: a person must run `assay promote %s`", n.Path, by, ErrAuthRequired, gates.ShellWord(n.Path))
}

// findClaim finds a claim by its id, its block id, or Note.md:line.
func (p *plan) findClaim(name string) (*vault.Note, int, error) {
	if file, line, ok := cutLine(name); ok {
		n := p.byPath[filepath.ToSlash(file)]
		if n == nil {
			return nil, 0, fmt.Errorf("find claim %q: there is no note %s", name, file)
		}
		text, err := p.snap.Read(n.Path)
		if err != nil {
			return nil, 0, err
		}
		lines := vault.NewLines(text)
		from, to := lines.Range(line)
		for i, c := range p.whole(n).Claims {
			if c.Start < to && c.End > from {
				return n, i, nil
			}
		}
		return nil, 0, fmt.Errorf("find claim %q: no claim stands on that line", name)
	}
	block := strings.TrimPrefix(name, "^")
	for _, n := range p.notes {
		for i, c := range p.whole(n).Claims {
			if string(c.ID) == name || c.BlockID != "" && c.BlockID == block {
				return n, i, nil
			}
		}
	}
	return nil, 0, fmt.Errorf("find claim %q: want its id, its ^block or Note.md:line", name)
}

// cutLine splits Note.md:14, or Note.md:14:3 as diagnostics have it.
func cutLine(s string) (file string, line int, ok bool) {
	parts := strings.Split(s, ":")
	for n := len(parts) - 1; n > 0 && len(parts)-n <= 2; n-- {
		v := 0
		if _, err := fmt.Sscanf(parts[n], "%d", &v); err != nil || fmt.Sprint(v) != parts[n] {
			return "", 0, false
		}
		if strings.HasSuffix(parts[n-1], ".md") {
			return strings.Join(parts[:n], ":"), v, true
		}
	}
	return "", 0, false
}
