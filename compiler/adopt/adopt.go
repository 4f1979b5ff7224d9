// Package adopt makes a vault of a wiki that was written without assay, and undoes it.
package adopt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/acquire"
	"assay/compiler/fix"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
)

// Options are one adoption's.
type Options struct {
	Rewrite  bool              // also turn citations that hold into assay's own
	DryRun   bool              // say what would be done; write nothing
	Look     templates.Starter // what a look at the folders' names says: inbox, drafts, what is to be left out
	Progress func(reports.Event)
}

// An Adoption is what became, or would become, of a vault that never heard of assay.
type Adoption struct {
	Vault    string        `json:"vault"`
	DryRun   bool          `json:"dry_run,omitempty"`
	Had      bool          `json:"had_policy"` // it has a policy, which stays as it is
	Found    []string      `json:"found"`      // what was seen, a sentence each
	Dialects []Dialect     `json:"dialects"`
	Wiki     string        `json:"wiki"`
	Sources  string        `json:"sources"`
	Evidence []string      `json:"evidence"`
	Ungraded []string      `json:"ungraded"` // pages whose cited claims are no longer graded: summaries outside the wiki
	Before   reports.Tally `json:"before"`   // of cited claims
	After    reports.Tally `json:"after"`    // of all claims of permanent notes
	Findings
	Stored    int                 `json:"stored"` // originals whose text is stored now
	Rewritten []Rewritten         `json:"rewritten"`
	Left      []reports.LeftAlone `json:"left"` // notes whose citations could have been rewritten, and why they were not
	Written   []string            `json:"written"`
	Policy    string              `json:"policy,omitempty"` // the text of the proposed one
	Failures  []reports.Failure   `json:"failures"`
}

// Findings are what is found under the policy as it would be.
type Findings struct {
	Bar     []Found   `json:"bar"`   // what is found under the policy as it would be, the worst first
	Known   int       `json:"known"` // errors and warnings of that which a baseline lets be
	Until   gates.Day `json:"known_until,omitempty"`
	Uncited int       `json:"uncited"` // of these, those that cite nothing: counted, or errors, as policy has it
}

// Found says how often something is found under a policy.
type Found struct {
	Code     gates.Code `json:"code"`
	Severity string     `json:"severity"`
	Count    int        `json:"count"`
}

// Rewritten says how many citations of a note became assay's own.
type Rewritten struct {
	Note      string `json:"note"`
	Citations int    `json:"citations"`
}

// Run makes an assay vault of one that another tool wrote: a policy for the folders
// as they are, and the text of its originals as evidence. Notes are not touched, unless
// their citations are to be rewritten; then only those that hold, and nothing else of
// the note. It is one transaction, and [Abandon] takes it back.
func Run(ctx context.Context, c *compiler.Compiler, o Options) (*Adoption, error) {
	return afresh(ctx, c, o.DryRun, func() (*Adoption, error) { return adoptOnce(ctx, c, o) })
}

// afresh runs f as the only writer, or beside others if it only looks. The policy is
// read once more when a killed process's writes have been rolled forward: it may be
// among them.
func afresh[T any](ctx context.Context, c *compiler.Compiler, look bool, f func() (T, error)) (out T, err error) {
	if look && !vault.Interrupted(c.Dir) {
		return f()
	}
	err = c.Alone(ctx, func() (err error) {
		if c.Policy, err = compiler.ReadPolicy(c.Root); err == nil {
			out, err = f()
		}
		return err
	})
	return out, err
}

func adoptOnce(ctx context.Context, c *compiler.Compiler, o Options) (*Adoption, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	p, err := c.Observe(ctx, s, false, o.Progress)
	if err != nil {
		return nil, err
	}
	seen := takeSurvey(p)
	a := &Adoption{Vault: c.Root, DryRun: o.DryRun, Had: !c.Guest(), Found: []string{}, Dialects: append([]Dialect{}, seen.dialects...), Before: seen.tally,
		Ungraded: []string{}, Findings: Findings{Bar: []Found{}}, Evidence: []string{}, Rewritten: []Rewritten{}, Left: []reports.LeftAlone{}, Written: []string{}, Failures: []reports.Failure{}}
	with := *c // the same vault, under the policy that is proposed
	var starter []vault.Write
	if c.Guest() {
		if err := seen.declined(); err != nil {
			return nil, err
		}
		if starter, err = propose(&with, a, seen, o.Look, s.Base); err != nil {
			return nil, err
		}
	}
	a.Wiki, a.Sources = with.Policy.Vault.Wiki, with.Policy.Vault.Sources
	a.Evidence = append(a.Evidence, with.Policy.Vault.Evidence...)
	return a, carryOut(ctx, &with, o, a, starter)
}

// propose puts a policy that suits the vault into c, and gives the files of a starter
// that are not there yet.
func propose(c *compiler.Compiler, a *Adoption, seen *survey, look templates.Starter, base *vault.Snapshot) ([]vault.Write, error) {
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
		if _, err := os.Lstat(c.Dir.Abs(f.Path)); errors.Is(err, os.ErrNotExist) {
			writes = append(writes, f)
		}
	}
	return writes, nil
}

// carryOut stores the evidence and rewrites what is to be rewritten, under the policy
// of c. Tiers are compared with those before, and a replacement that changed one is
// dropped, until only citations have changed.
func carryOut(ctx context.Context, c *compiler.Compiler, o Options, a *Adoption, starter []vault.Write) error {
	s, err := c.Look(ctx) // the policy may leave out files
	if err != nil {
		return err
	}
	if !o.DryRun {
		s.Store.Begin()
	}
	w := &rewriter{Trial: fix.Trial{Dir: c.Dir}, text: map[string][]heldPassage{}}
	var now *view.Assessment
	p, err := c.Settle(ctx, s, o.Progress, func(p *compiler.Plan) (bool, error) {
		p.Acquire.IntakeOnly, p.Acquire.Recrawl = true, map[provenance.SourceID]acquire.Reread{}
		if w.round(p, o) {
			now = p.Assess.All()
			return true, nil
		}
		if failed := p.Results.Failures(); len(p.Todo) == 0 && len(failed) > 0 {
			return false, fmt.Errorf("adopt: %s %s: %s", failed[0].Kind, failed[0].Target, failed[0].Error)
		}
		return false, nil
	})
	if err != nil {
		return err
	}
	done, err := w.rewrites(p)
	if err != nil {
		return err
	}
	a.count(p, now, done, w.Left)
	return settleAdoption(ctx, c, o, a, s, append(p.List(), starter...), now, done)
}

// round is one look at the vault as it would be. It reports false where actions have to
// run first, or where replacements were dropped and it has to look again.
func (w *rewriter) round(p *compiler.Plan, o Options) bool {
	if !p.Lay() || !p.Acquire.Intake() || !p.Lay() {
		return false
	}
	if !o.DryRun { // what was read is evidence once it was audited
		if !p.Index.Sync() {
			return false
		}
		if p.Audit.Run(); len(p.Todo) > 0 {
			return false
		}
	}
	if !o.Rewrite {
		return p.Grade.All()
	}
	return w.Round(p, w.propose(p), w.disturbed)
}

// count says what came of the plan.
func (a *Adoption) count(p *compiler.Plan, now *view.Assessment, done []Rewrite, left []reports.LeftAlone) {
	a.Failures = append(a.Failures, p.Results.Failures()...)
	for _, n := range p.Notes {
		if !p.Graded(n) {
			continue
		}
		for _, v := range p.Grade.VerdictsOf(n) {
			a.After.Count(v.Tier)
			if v.Rule == provenance.RuleUncited {
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
	a.Left = append(a.Left, left...)
	slices.SortFunc(a.Left, func(a, b reports.LeftAlone) int { return strings.Compare(a.File, b.File) })
	a.setBar(now.Reported)
}

// setBar counts what there is to tell, by code.
func (a *Adoption) setBar(ds []gates.Diagnostic) {
	type kind struct {
		code     gates.Code
		severity gates.Severity
	}
	counts := map[kind]int{}
	for _, d := range ds {
		for _, m := range d.Members() {
			if m.Severity > gates.Note {
				counts[kind{d.Code, m.Severity}]++
			}
		}
	}
	kinds := slices.SortedFunc(maps.Keys(counts), func(x, y kind) int {
		return cmp.Or(cmp.Compare(y.severity, x.severity), cmp.Compare(counts[y], counts[x]), cmp.Compare(x.code, y.code))
	})
	for _, k := range kinds {
		a.Bar = append(a.Bar, Found{k.code, k.severity.String(), counts[k]})
	}
}

// settleAdoption writes what was planned, and what it takes to undo it. What is found in
// a vault that had no bar is let be: what is new fails from then on.
func settleAdoption(ctx context.Context, c *compiler.Compiler, o Options, a *Adoption, s *compiler.Session, writes []vault.Write, now *view.Assessment, done []Rewrite) error {
	if !a.Had {
		until := gates.DayOf(s.Now.AddDate(0, 0, compiler.BaselineDays))
		known, n, err := s.Baselined(now.Reported, writes, until)
		if err != nil {
			return err
		}
		if a.Known = n; known != nil {
			writes, a.Until = append(writes, *known), until
		}
	}
	for _, w := range writes {
		if strings.HasPrefix(w.Path, a.Sources+"/sr_") && path.Base(w.Path) != provenance.SourceFile {
			a.Stored++
		}
	}
	if len(writes) > 0 {
		record, err := recordAdoption(c, s, writes, done)
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
	if err := c.Apply(ctx, writes); err != nil {
		return err
	}
	return s.Store.Commit()
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
func readAdopted(c *compiler.Compiler) (adopted, []byte, error) {
	text, err := c.Dir.ReadFile(c.AdoptedPath())
	if errors.Is(err, os.ErrNotExist) {
		return adopted{Assay: adoptedVersion}, nil, nil
	}
	if err != nil {
		return adopted{}, nil, fmt.Errorf("read %s: %w", c.AdoptedPath(), err)
	}
	var v adopted
	if err := json.Unmarshal(text, &v); err != nil {
		line := 1
		if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
			line += bytes.Count(text[:min(int(at.Offset), len(text))], []byte("\n"))
		}
		return adopted{}, nil, compiler.Unreadable(c.AdoptedPath(), fmt.Sprintf("line %d: %v", line, err))
	}
	if v.Assay != adoptedVersion {
		return adopted{}, nil, compiler.Unreadable(c.AdoptedPath(), "line 1: it is no record of an adoption ("+adoptedVersion+")")
	}
	return v, text, nil
}

// recordAdoption is the write that makes the others undoable. It is part of their
// transaction: what is written is on record, and what is on record was written.
func recordAdoption(c *compiler.Compiler, s *compiler.Session, writes []vault.Write, done []Rewrite) (vault.Write, error) {
	v, old, err := readAdopted(c)
	if err != nil {
		return vault.Write{}, err
	}
	run := adoptedRun{Time: s.Now.Truncate(time.Second).Format(time.RFC3339), By: c.Opts.As, Written: []adoptedPath{}, Rewritten: append([]Rewrite{}, done...)}
	for _, w := range writes {
		if slices.ContainsFunc(done, func(r Rewrite) bool { return r.Note == w.Path }) {
			continue
		}
		if w.Path == gates.BaselineFile && !w.Base.IsZero() {
			old, err := c.Dir.ReadFile(w.Path)
			if err != nil {
				return vault.Write{}, fmt.Errorf("read %s: %w", w.Path, err)
			}
			run.Rewritten = append(run.Rewritten, Rewrite{Note: w.Path, Was: rawHash(old), Is: rawHash(w.Data), Edits: []RewriteEdit{{Old: string(old), New: string(w.Data)}}})
			continue
		}
		data := w.Data
		if w.Append {
			before, err := c.Dir.ReadFile(w.Path)
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
	w := vault.Write{Path: c.AdoptedPath(), Data: []byte(b.String())}
	if old != nil {
		w.Base = vault.HashText(old)
	}
	return w, nil
}
