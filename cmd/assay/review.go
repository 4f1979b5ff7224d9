package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/gates"
	"assay/provenance"
)

func (a *app) reviewCommand() *cobra.Command {
	var list bool
	var decide string
	cmd := &cobra.Command{
		Use:   "review [draft | path…]",
		Short: "go through what waits for a person, claim by claim",
		Long: `Review goes through what only a person can settle, worst first: claims in conflict,
then weak claims. At a terminal it shows one at a time: the claim, the quote in its
surroundings, score and reasons, and waits for a key: accept or reject it with a reason,
edit it, skip it; for a conflict one of the four ways out, whose patch is shown first.
Each decision is carried out when it is made: whatever ends the walk loses none.

Elsewhere, and with --list, it prints the queue, with the drafts that are held or ready;
--json has all that a front end needs to show it. --decide reads decisions of a front
end, a JSON object a line with id, digest, decision and what that needs, and answers each
with a line. A decision whose digest is not that of what is there now is refused.

With one draft it shows the packet for its promotion: each claim with its tier, quote
and source, the diff, the conflicts and the cost.`,
		Example: `  assay review
  assay review 01_Wiki "02_Drafts/Tea.md"
  assay review "02_Drafts/Tea.md"
  assay review --json
  echo '{"id":"clm_…","digest":"…","decision":"accept","reason":"table 3"}' | assay review --decide -`,
		Args: takes(0, -1, "drafts, notes and folders"), ValidArgsFunction: a.completeDraft,
		RunE: a.onVault(ofFirst, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			if decide != "" {
				return a.decide(cmd.Context(), c, decide)
			}
			paths, packet, err := reviewPaths(c, args)
			switch {
			case err != nil:
				return err
			case packet != "":
				return a.packet(cmd, c, packet)
			}
			if !list && a.canWalk(c.Opts.As) {
				return a.walk(cmd.Context(), c, c.Opts.As, paths)
			}
			return a.queue(cmd.Context(), c, paths)
		}),
	}
	cmd.Flags().BoolVar(&list, "list", false, "print the queue; ask nothing")
	cmd.Flags().StringVar(&decide, "decide", "", "carry out the decisions in `file`, one JSON object a line; - for standard input")
	a.asFlag(cmd)
	return cmd
}

// reviewPaths tells what of the vault was asked for: all of it, some notes and folders,
// or the packet of a draft.
func reviewPaths(c *compiler.Compiler, args []string) (paths []string, packet string, err error) {
	for _, arg := range args {
		path, ok := inside(c, arg)
		switch {
		case ok && path == ".":
		case ok && (len(args) > 1 || isFolder(arg) || c.Policy.Vault.Area(path) != gates.Draft):
			paths = append(paths, path)
		case len(args) > 1:
			return nil, "", hinted(fmt.Errorf("review %s: it is not in the vault %s", arg, c.Root), "name notes and folders of one vault")
		default:
			packet = inVault(c, arg)
		}
	}
	return paths, packet, nil
}

// walk asks a person at the terminal.
func (a *app) walk(ctx context.Context, c *compiler.Compiler, by string, paths []string) error {
	keys, err := a.openKeyboard()
	if err != nil {
		return a.queue(ctx, c, paths)
	}
	defer keys.Close()
	// What is judged first is kept, so that each look after this one is quick.
	if _, err := c.Check(ctx, compiler.CheckOptions{}); err != nil {
		return err
	}
	w := &walk{a: a, c: c, by: by, keys: keys, paths: paths}
	if err := w.run(ctx); err != nil {
		return err
	}
	a.signed(context.WithoutCancel(ctx), c, by)
	// Drafts are decided on as a whole, with their packet.
	rows, err := a.rows(context.WithoutCancel(ctx), c, paths)
	rows = slices.DeleteFunc(rows, func(r ui.ReviewRow) bool { return r.Claim.ID != "" })
	if err == nil && len(rows) > 0 {
		a.out.Printf("\n")
		a.out.Review(rows)
	}
	return err
}

// queue prints what waits.
func (a *app) queue(ctx context.Context, c *compiler.Compiler, paths []string) error {
	rows, err := a.rows(ctx, c, paths)
	return a.answer(reviewJSON{rows}, err, func() {
		a.out.Review(rows)
		if slices.ContainsFunc(rows, func(r ui.ReviewRow) bool { return r.Claim.ID != "" }) {
			a.out.Messagef("next: at a terminal `%s` asks about each of these claims, and takes one key for an answer", a.out.Command("assay review"))
		}
	})
}

// rows are what waits, drafts too.
func (a *app) rows(ctx context.Context, c *compiler.Compiler, paths []string) ([]ui.ReviewRow, error) {
	items, err := review.Items(ctx, c, review.Options{Paths: paths, Whole: a.out.JSON})
	if err != nil {
		return nil, err
	}
	report, err := c.Check(ctx, compiler.CheckOptions{})
	if err != nil {
		return nil, err
	}
	return a.reviewed(c, items, report.Diagnostics, paths), nil
}

// reviewed joins what waits with what the gates say of it, and with the drafts that
// are held.
func (a *app) reviewed(c *compiler.Compiler, items []review.Item, ds []gates.Diagnostic, paths []string) []ui.ReviewRow {
	rows := make([]ui.ReviewRow, 0, len(items))
	ready := map[string]bool{}
	for _, item := range items {
		row := ui.ReviewRow{Item: item}
		switch {
		case item.Claim.ID == "":
			ready[item.Note] = true
		case item.Claim.Tier == provenance.T4.String():
			for _, d := range ds {
				if d.Claim == item.Claim.ID && d.Graded && d.Tier == provenance.T4 {
					row.Told = append(row.Told, d)
				}
			}
		}
		rows = append(rows, row)
	}
	if !c.Guest() {
		for _, note := range draftsOf(c) {
			if ready[note] || !review.Within(note, paths) {
				continue
			}
			rows = append(rows, ui.ReviewRow{
				Item: review.Item{ID: note, Kind: review.ReviewHeld, Note: note, Draft: true, Command: "assay review " + gates.ShellWord(note)},
				Held: holding(note, ds),
			})
		}
	}
	slices.SortStableFunc(rows, func(a, b ui.ReviewRow) int { return review.Compare(a.Item, b.Item) })
	return rows
}

// holding is what holds a draft: the worst that the gates say of it.
func holding(note string, ds []gates.Diagnostic) string {
	n := 0
	worst := ""
	for _, d := range gates.WorstFirst(ds) {
		if d.Span.File != note || !d.Graded {
			continue
		}
		if n++; n == 1 {
			worst = d.Tier.String() + ": " + d.Message
			if d.Code == gates.SingleWitness { // the tier is no reason
				worst = string(d.Code) + ": a claim " + d.Message
			}
		}
	}
	switch {
	case n == 0:
		return "its packet says why"
	case n > 1:
		return fmt.Sprintf("%s; and %d more", worst, n-1)
	}
	return worst
}

// completeDraft offers the drafts of the vault to a shell.
func (a *app) completeDraft(_ *cobra.Command, args []string, typed string) (names []string, d cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	c, err := a.open("")
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, note := range draftsOf(c) {
		if name := a.out.Path(note); strings.HasPrefix(name, typed) {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// draftsOf are the notes in the drafts folder, in order.
func draftsOf(c *compiler.Compiler) (notes []string) {
	if c.Policy.Vault.Drafts == "" {
		return nil
	}
	root := filepath.Join(c.Root, filepath.FromSlash(c.Policy.Vault.Drafts))
	filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(name), ".md") || strings.HasPrefix(d.Name(), ".") {
			return nil // a folder that is not there holds no drafts
		}
		if rel, err := filepath.Rel(root, name); err == nil {
			notes = append(notes, path.Join(c.Policy.Vault.Drafts, filepath.ToSlash(rel)))
		}
		return nil
	})
	return notes
}

// reviewJSON is what `review` answers with.
type reviewJSON struct {
	Review []ui.ReviewRow `json:"review"`
}

// mostDecision bounds a line: a reason and the text of an edit.
const mostDecision = 1 << 20

// decide carries out the decisions of another front end, each whole or not at all, and
// answers each with a line.
func (a *app) decide(ctx context.Context, c *compiler.Compiler, name string) error {
	by, err := a.decider("a decision", a.out.Command("assay review --decide …"), "--as")
	if err != nil {
		return err
	}
	in := io.Reader(os.Stdin)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return hinted(fmt.Errorf("read decisions %s: %w", name, cause(err)), "name a file with a JSON object a line, or - for standard input")
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostDecision)
	refused := 0
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d := a.decideOne(ctx, c, line, n, by)
		if d.Error != "" {
			refused++
		}
		if err := a.tellDecided(d); err != nil {
			return err
		}
	}
	a.signed(ctx, c, by)
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read decisions %s: %w", name, err)
	}
	if refused > 0 {
		return errFaults // each line said why
	}
	return nil
}

// decideOne carries out one line.
func (a *app) decideOne(ctx context.Context, c *compiler.Compiler, line []byte, n int, by string) review.Decided {
	var d review.Decision
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	err := dec.Decode(&d)
	if err == nil && dec.More() {
		err = errors.New("more than one value")
	}
	if err != nil {
		return a.notDecided(d, hinted(fmt.Errorf("read decision in line %d: %w", n, err), "want one object with id, digest and decision"))
	}
	asked := sources.Refusal{What: "decide " + d.Decision, Subject: d.ID}
	if d.By, err = deciderOfLine(by, d.By); err != nil {
		return a.notDecided(d, a.onRecord(ctx, c, asked, err))
	}
	done, err := review.Decide(ctx, c, d)
	if err = a.onRecord(ctx, c, asked, err); err != nil {
		if errors.Is(err, sources.ErrAuthRequired) && strings.HasPrefix(d.ID, "cf_") {
			err = hinted(err, "a person has to run, at a terminal: "+a.out.Command("assay review"))
		}
		return a.notDecided(d, err)
	}
	return *done
}

// deciderOfLine is who decides by a line. Who one is comes from how one connected: a line can say which
// person or agent it was, and never makes a person of an agent.
func deciderOfLine(by, said string) (string, error) {
	if said == "" || said == by {
		return by, nil
	}
	if provenance.KindOfActor(by) != provenance.Person {
		return by, fmt.Errorf("decide as %s: %w: this is %s", said, sources.ErrAuthRequired, by)
	}
	kind, name, _ := strings.Cut(said, ":")
	if name == "" || kind != "person" && kind != "agent" && kind != "mcp" {
		return by, hinted(fmt.Errorf("by %q does not say who that is", said), "write person:NAME or agent:NAME")
	}
	return said, nil
}

func (a *app) notDecided(d review.Decision, err error) review.Decided {
	return review.Decided{ID: d.ID, Decision: d.Decision, By: d.By, Claims: []reports.PacketClaim{}, Written: []string{},
		Error: err.Error(), Hint: strings.Join(ui.HintsOf(err), "; ")}
}

// tellDecided writes a result as a line, at once: a front end may wait for it before it asks
// on.
func (a *app) tellDecided(d review.Decided) error {
	defer a.out.Flush()
	if !a.out.JSON {
		a.out.Decided(d)
		return nil
	}
	line := *a.out
	line.Lines = true
	return line.Object(d)
}
