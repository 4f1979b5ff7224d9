package compiler

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"assay/gates"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
)

// AdoptOptions are one adoption's.
type AdoptOptions struct {
	Rewrite  bool              // also turn citations that hold into assay's own
	DryRun   bool              // say what would be done; write nothing
	Look     templates.Starter // what a look at the folders' names says: inbox, drafts, what is to be left out
	Progress func(Event)
}

// An Adoption is what became, or would become, of a vault that never heard of assay.
type Adoption struct {
	Vault     string      `json:"vault"`
	DryRun    bool        `json:"dry_run,omitempty"`
	Had       bool        `json:"had_policy"` // it has a policy, which stays as it is
	Found     []string    `json:"found"`      // what was seen, a sentence each
	Dialects  []Dialect   `json:"dialects"`
	Wiki      string      `json:"wiki"`
	Sources   string      `json:"sources"`
	Evidence  []string    `json:"evidence"`
	Ungraded  []string    `json:"ungraded"` // pages whose cited claims are no longer graded: summaries outside the wiki
	Before    Tally       `json:"before"`   // of cited claims
	After     Tally       `json:"after"`    // of all claims of permanent notes
	Uncited   int         `json:"uncited"`  // of these, errors because they cite nothing
	Stored    int         `json:"stored"`   // originals whose text is stored now
	Rewritten []Rewritten `json:"rewritten"`
	Left      []LeftAlone `json:"left"` // notes whose citations could have been rewritten, and why they were not
	Written   []string    `json:"written"`
	Policy    string      `json:"policy,omitempty"` // the text of the proposed one
	Failures  []Failure   `json:"failures"`
}

// Rewritten says how many citations of a note became assay's own.
type Rewritten struct {
	Note      string `json:"note"`
	Citations int    `json:"citations"`
}

// LeftAlone is a file that stays as it is, and why.
type LeftAlone struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

// Adopt makes an assay vault of one that another tool wrote: a policy for the folders
// as they are, and the text of its originals as evidence. Notes are not touched, unless
// their citations are to be rewritten; then only those that hold, and nothing else of
// the note. It is one transaction, and [Compiler.Abandon] takes it back.
func (c *Compiler) Adopt(ctx context.Context, o AdoptOptions) (*Adoption, error) {
	var a *Adoption
	err := c.afresh(ctx, o.DryRun, func() (err error) {
		a, err = c.adopt(ctx, o)
		return err
	})
	return a, err
}

// afresh runs f as the only writer, or beside others if it only looks. The policy is
// read once more when a killed process's writes have been rolled forward: it may be
// among them.
func (c *Compiler) afresh(ctx context.Context, look bool, f func() error) error {
	if look && !vault.Interrupted(c.dir) {
		return f()
	}
	_, err := c.locked(ctx, func() (*Report, error) {
		text, err := vault.ReadFile(c.dir.Abs(gates.PolicyFile))
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("read policy: %w", err)
		default:
			if c.Policy, err = gates.ParsePolicy(gates.PolicyFile, text); err != nil {
				return nil, err
			}
		}
		return nil, f()
	})
	return err
}

func (c *Compiler) adopt(ctx context.Context, o AdoptOptions) (*Adoption, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p, err := c.observe(ctx, s, false, o.Progress)
	if err != nil {
		return nil, err
	}
	seen := p.survey()
	a := &Adoption{Vault: c.Root, DryRun: o.DryRun, Had: !c.Guest(), Found: []string{}, Dialects: seen.dialects, Before: seen.tally,
		Ungraded: []string{}, Evidence: []string{}, Rewritten: []Rewritten{}, Left: []LeftAlone{}, Written: []string{}, Failures: []Failure{}}
	if a.Dialects == nil {
		a.Dialects = []Dialect{}
	}
	with := *c // the same vault, under the policy that is proposed
	var starter []vault.Write
	if c.Guest() {
		if starter, err = with.propose(a, seen, o.Look, s.base); err != nil {
			return nil, err
		}
	}
	a.Wiki, a.Sources = with.Policy.Vault.Wiki, with.Policy.Vault.Sources
	a.Evidence = append(a.Evidence, with.Policy.Vault.Evidence...)
	return a, with.carryOut(ctx, o, a, starter)
}

// propose puts a policy that suits the vault into c, and gives the files of a starter
// that are not there yet.
func (c *Compiler) propose(a *Adoption, seen *survey, look templates.Starter, base *vault.Snapshot) ([]vault.Write, error) {
	starter := seen.starter(base, look)
	files, err := starter.Files()
	if err != nil {
		return nil, err
	}
	a.Found, a.Policy = append(a.Found, starter.Found...), string(files[0].Data)
	a.Ungraded = append(a.Ungraded, seen.dropped(starter.Wiki)...)
	if c.Policy, err = gates.ParsePolicy(gates.PolicyFile, files[0].Data); err != nil {
		return nil, err
	}
	var writes []vault.Write
	for _, f := range files {
		if _, err := os.Lstat(c.dir.Abs(f.Path)); errors.Is(err, os.ErrNotExist) {
			writes = append(writes, vault.Write{Path: f.Path, Data: f.Data})
		}
	}
	return writes, nil
}

// carryOut stores the evidence and rewrites what is to be rewritten, under the policy
// of c. Tiers are compared with those before, and a replacement that changed one is
// dropped, until only citations have changed.
func (c *Compiler) carryOut(ctx context.Context, o AdoptOptions, a *Adoption, starter []vault.Write) error {
	s, err := c.look(ctx) // the policy may leave out files
	if err != nil {
		return err
	}
	if !o.DryRun {
		s.store.Begin()
	}
	res := s.results
	r := &rewrites{drop: map[string]map[int]bool{}, none: map[string]bool{}, made: map[string]rewritten{}, text: map[string][]heldPassage{}}
	for range maxAdoptRounds {
		p := c.plan(s, false)
		p.acquire.intakeOnly, p.acquire.recrawl = true, map[provenance.SourceID]reread{}
		settled, done, left := p.adopt(o.Rewrite, r, c.dir)
		if len(p.todo) > 0 {
			if _, err := res.run(ctx, c.world, p.todo, c.jobs(), o.Progress); err != nil {
				return err
			}
			continue
		}
		if failed := p.results.failures(); !settled && len(failed) > 0 {
			return fmt.Errorf("adopt: %s %s: %s", failed[0].Kind, failed[0].Target, failed[0].Error)
		}
		if !settled {
			continue
		}
		return c.settleAdoption(ctx, o, a, s, p, starter, done, left)
	}
	return errors.New("adopt: rewriting the citations did not settle; adopt without it")
}

// maxAdoptRounds bounds the loop: each round runs actions, or drops replacements.
const maxAdoptRounds = 200

// adopt is one look at the vault as it would be. It reports false where actions have to
// run first, or where replacements were dropped and it has to look again.
func (p *plan) adopt(rewrite bool, r *rewrites, dir *vault.Dir) (settled bool, done []Rewrite, left map[string]string) {
	if !p.lay() || !p.acquire.intake() || !p.lay() || !p.grade.gradeAll() {
		return false, nil, nil
	}
	if !rewrite {
		return true, nil, nil
	}
	before, was := p.grade.verdicts, map[string]*vault.Note{}
	for _, n := range p.notes {
		was[n.Path] = n
	}
	if done, left = p.rewrite(r, dir); len(done) == 0 {
		return true, nil, left
	}
	if !p.lay() || !p.grade.gradeAll() {
		return false, nil, nil
	}
	return !p.disturbed(r, done, before, was), done, left
}

// settleAdoption writes what was planned, and what it takes to undo it.
func (c *Compiler) settleAdoption(ctx context.Context, o AdoptOptions, a *Adoption, s *session, p *plan, starter []vault.Write, done []Rewrite, left map[string]string) error {
	a.Failures = append(a.Failures, p.results.failures()...)
	for _, n := range p.notes {
		if !p.graded(n) {
			continue
		}
		for _, v := range p.grade.verdictsOf(n) {
			a.After.count(v.Tier)
			if !v.Cited && v.Tier == provenance.T0 {
				a.Uncited++
			}
		}
	}
	for _, w := range done {
		count := 0
		for _, e := range w.Edits {
			if strings.HasPrefix(e.New, "[^chk-") {
				count++
			}
		}
		a.Rewritten = append(a.Rewritten, Rewritten{w.Note, count})
	}
	for file, why := range left {
		a.Left = append(a.Left, LeftAlone{file, why})
	}
	sort.Slice(a.Left, func(i, j int) bool { return a.Left[i].File < a.Left[j].File })
	writes := append(p.list(), starter...)
	for _, w := range writes {
		if strings.HasPrefix(w.Path, a.Sources+"/sr_") && path.Base(w.Path) != provenance.SourceFile {
			a.Stored++
		}
	}
	if len(writes) > 0 {
		record, err := c.recordAdoption(s, writes, done)
		if err != nil {
			return err
		}
		writes = append(writes, record)
	}
	slices.SortFunc(writes, func(x, y vault.Write) int { return strings.Compare(x.Path, y.Path) })
	for _, w := range writes {
		a.Written = append(a.Written, w.Path)
	}
	if o.DryRun || len(writes) == 0 {
		return nil
	}
	if err := vault.Apply(ctx, c.dir, writes); err != nil {
		return err
	}
	return s.store.Commit()
}

// adopted is what adoptions of a vault wrote, so that they can be undone.
type adopted struct {
	Assay string       `json:"assay"` // adopted/1
	Runs  []adoptedRun `json:"runs"`
}

type adoptedRun struct {
	Time      string        `json:"time"`
	By        string        `json:"by"`
	Written   []adoptedPath `json:"written"`
	Rewritten []Rewrite     `json:"rewritten"`
}

// adoptedPath is a file that an adoption wrote.
type adoptedPath struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Bytes  int    `json:"bytes"`
	Had    bool   `json:"had,omitempty"` // it was there before
}

const adoptedVersion = "adopted/1"

// readAdopted reads what was adopted; nothing where nothing was.
func (c *Compiler) readAdopted() (adopted, []byte, error) {
	text, err := c.dir.ReadFile(c.adoptedPath())
	if errors.Is(err, os.ErrNotExist) {
		return adopted{Assay: adoptedVersion}, nil, nil
	}
	if err != nil {
		return adopted{}, nil, fmt.Errorf("read %s: %w", c.adoptedPath(), err)
	}
	var v adopted
	if err := json.Unmarshal(text, &v); err != nil {
		line := 1
		if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
			line += bytes.Count(text[:min(int(at.Offset), len(text))], []byte("\n"))
		}
		return adopted{}, nil, RecordError{c.adoptedPath(), fmt.Sprintf("line %d: %v", line, err)}
	}
	if v.Assay != adoptedVersion {
		return adopted{}, nil, RecordError{c.adoptedPath(), "line 1: it is no record of an adoption (" + adoptedVersion + ")"}
	}
	return v, text, nil
}

// recordAdoption is the write that makes the others undoable. It is part of their
// transaction: what is written is on record, and what is on record was written.
func (c *Compiler) recordAdoption(s *session, writes []vault.Write, done []Rewrite) (vault.Write, error) {
	v, old, err := c.readAdopted()
	if err != nil {
		return vault.Write{}, err
	}
	run := adoptedRun{Time: s.now.Truncate(time.Second).Format(time.RFC3339), By: c.opts.As, Written: []adoptedPath{}, Rewritten: append([]Rewrite{}, done...)}
	for _, w := range writes {
		if slices.ContainsFunc(done, func(r Rewrite) bool { return r.Note == w.Path }) {
			continue
		}
		data := w.Data
		if w.Append {
			before, err := c.dir.ReadFile(w.Path)
			if err != nil {
				return vault.Write{}, fmt.Errorf("read %s: %w", w.Path, err)
			}
			data = slices.Concat(before, w.Data)
		}
		run.Written = append(run.Written, adoptedPath{w.Path, rawHash(data), len(data), w.Append || !w.Base.IsZero()})
	}
	v.Runs = append(v.Runs, run)
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return vault.Write{}, fmt.Errorf("record the adoption: %w", err)
	}
	w := vault.Write{Path: c.adoptedPath(), Data: []byte(b.String())}
	if old != nil {
		w.Base = vault.HashText(old)
	}
	return w, nil
}
