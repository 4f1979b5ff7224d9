package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"assay/compiler"
	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/lists"
	"assay/vault/markdown"
)

// Draft writes a draft on a topic from what is held, although nothing links there.
func Draft(ctx context.Context, c *compiler.Compiler, topic string, progress func(reports.Event)) (*reports.Report, error) {
	if c.Guest() {
		return nil, errors.New("draft: the vault has no policy; run `assay init` first")
	}
	return c.Locked(ctx, func() (*reports.Report, error) {
		s, err := c.LookToBuild(ctx)
		if err != nil {
			return nil, err
		}
		look := c.Plan(s, true).Draft
		if t, ok := look.TopicIn(topic); ok {
			to := look.PromotedPath(t.Path)
			if _, there := s.Base.File(to); there {
				return nil, fmt.Errorf("draft %s: %s is there already, and permanent", topic, to)
			}
		}
		return c.BuildWith(ctx, s, compiler.BuildOptions{Progress: progress}, func(p *compiler.Plan) {
			p.Draft.Directives = []string{topic}
			p.Draft.DraftOnly = true
		})
	})
}

// Packet is what a person reads before a draft becomes a permanent note.
func Packet(ctx context.Context, c *compiler.Compiler, note string) (*reports.Packet, error) {
	_, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	n, err := draftNote(p, note)
	if err != nil {
		return nil, err
	}
	return packet(p, n)
}

func draftNote(p *compiler.Plan, note string) (*markdown.Note, error) {
	for _, name := range []string{note, path.Join(p.Policy.Vault.Drafts, note), path.Join(p.Policy.Vault.Drafts, note+".md")} {
		if n := p.ByPath[filepath.ToSlash(name)]; n != nil {
			if !p.IsDraft(n.Path) {
				return nil, fmt.Errorf("promote %s: it is no draft; drafts lie in %s", note, p.Policy.Vault.Drafts)
			}
			return n, nil
		}
	}
	return nil, fmt.Errorf("find draft %q: there is none; `assay review` lists those that wait", note)
}

func packet(p *compiler.Plan, n *markdown.Note) (*reports.Packet, error) {
	text, err := p.Snap.Read(n.Path)
	if err != nil {
		return nil, err
	}
	to := p.Draft.PromotedPath(n.Path)
	k := &reports.Packet{Note: n.Path, To: to, Text: string(text), Tally: draft.TallyOf(p.Grade.Verdicts[n.Path]), Digest: vault.HashText(text).String(),
		Claims: []reports.PacketClaim{}, Conflicts: []reports.PacketClaim{}, Blockers: []string{}}
	old, _ := p.Current(to)
	k.Diff = view.Unified(to, string(old), string(text))
	for i, v := range p.Grade.Verdicts[n.Path] {
		pc := packetClaim(p, n, i)
		count := gates.CountWitnesses(v, p.Draft.AskedOnceThere(n))
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
	ok, reason := p.Draft.Ready(n)
	k.Ready = ok
	if !ok && len(k.Blockers) == 0 {
		k.Blockers = append(k.Blockers, reason)
	}
	return k, nil
}

func packetClaim(p *compiler.Plan, n *markdown.Note, i int) reports.PacketClaim {
	c, v := p.Whole(n).Claims[i], p.Grade.VerdictsOf(n)[i]
	pc := reports.PacketClaim{ID: c.ID, Line: p.LineOf(n.Path, c.Start), Text: c.Text, Tier: v.Tier.String(), Rule: v.Rule, Reason: v.Reason}
	if v.Best != nil {
		pc.Quote, pc.URL, pc.Score = v.Best.Evidence.Text, v.Best.Evidence.URL, v.Best.Judgement.Score
		pc.Source = v.Best.Evidence.Span.File
	}
	return pc
}

// Promote makes a draft permanent, if it passes every gate. by is who decides.
func Promote(ctx context.Context, c *compiler.Compiler, note, by string) (*reports.Report, error) {
	var refused error
	r, err := c.Locked(ctx, func() (*reports.Report, error) {
		s, err := c.Look(ctx)
		if err != nil {
			return nil, err
		}
		seen, err := c.Observe(ctx, s, false, nil)
		if err != nil {
			return nil, err
		}
		n, err := draftNote(seen, note)
		if err != nil {
			return nil, err
		}
		if refused = mayDecide(seen, n, by); refused != nil {
			return nil, nil
		}
		seen.Draft.Promotions[n.Path] = by
		if ok, reason := seen.Draft.Ready(n); !ok {
			refused = fmt.Errorf("promote %s: %s", n.Path, reason)
			return nil, nil
		}
		return c.BuildWith(ctx, s, compiler.BuildOptions{}, func(p *compiler.Plan) { p.Draft.Promotions[n.Path] = by })
	})
	return r, cmp.Or(err, refused)
}

// mayDecide holds promotion to who may decide it: under review, and for notes with a
// high-stakes tag, a person.
func mayDecide(p *compiler.Plan, n *markdown.Note, by string) error {
	if provenance.KindOfActor(by) == provenance.Person || p.Policy.Promotion.Mode == "auto" && !p.Policy.HighStakes(n.Meta.Tags) {
		return nil
	}
	return fmt.Errorf("promote %s as %s: %w: a person must run `assay promote %s`", n.Path, by, sources.ErrAuthRequired, gates.ShellWord(n.Path))
}

// FindClaim finds a claim by its id, its block id, or Note.md:line. Of several on a line it is the first,
// or with Note.md:line:column the one that stands there.
func FindClaim(p *compiler.Plan, name string) (*markdown.Note, int, error) {
	if file, line, column, ok := cutLine(name); ok {
		n := p.ByPath[filepath.ToSlash(file)]
		if n == nil {
			return nil, 0, fmt.Errorf("find claim %q: there is no note %s", name, file)
		}
		text, err := p.Snap.Read(n.Path)
		if err != nil {
			return nil, 0, err
		}
		lines := vault.NewLines(text)
		from, to := lines.Range(line)
		at := -1
		for i, c := range p.Whole(n).Claims {
			if c.Start >= to || c.End <= from {
				continue
			}
			if start := lines.Position(c.Start); at < 0 || start.Line == line && start.Column <= column {
				at = i
			}
		}
		if at < 0 {
			return nil, 0, fmt.Errorf("find claim %q: no claim stands on that line", name)
		}
		return n, at, nil
	}
	block := strings.TrimPrefix(name, "^")
	for _, n := range p.Notes {
		for i, c := range p.Whole(n).Claims {
			if string(c.ID) == name || c.BlockID != "" && c.BlockID == block {
				return n, i, nil
			}
		}
	}
	return nil, 0, fmt.Errorf("find claim %q: want its id, its ^block or Note.md:line", name)
}

// linePlace is Note.md:14, or Note.md:14:3 as diagnostics have it.
var linePlace = text.Pattern(`^(.*?):(0|[1-9][0-9]*)(?::(0|[1-9][0-9]*))?$`)

func cutLine(s string) (file string, line, column int, ok bool) {
	m := linePlace().FindStringSubmatch(s)
	if m == nil || !vault.IsNote(m[1]) && !lists.IsData(m[1]) {
		return "", 0, 0, false
	}
	line, err := strconv.Atoi(m[2])
	column, _ = strconv.Atoi(m[3]) // 0 where there is none
	return m[1], line, column, err == nil
}
