package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/provenance"
)

func (a *app) sourceApprove() *cobra.Command {
	return &cobra.Command{
		Use:   "approve source",
		Short: "let a mapped source be read: a person, at a terminal",
		Long: `Approve shows what would be read and has you type the first four characters of the
digest, which names exactly that: hosts, folders, depth, and how many credits one
reading may ever cost. A site that adds a page within that keeps its approval; what is
beyond waits, and another host, folder or depth makes it void.

It asks the terminal and not standard input, so neither a build nor an agent can
answer; they get AUTH_REQUIRED and this command. (An agent that runs as you and holds
a terminal of its own could: do not give it one.) A domain on safety.approved_domains
needs no answer, up to safety.require_hitl_for_costs_over credits.`,
		Example: `  assay source approve sr_k3v9…`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, r, err := a.named(cmd.Context(), "approve source", args[0])
			if err != nil {
				return err
			}
			if r.Map == nil {
				return hinted(fmt.Errorf("approve %s: it is not mapped yet", r.ID), "assay source map "+string(r.ID))
			}
			command := "assay source approve " + string(r.ID)
			question := a.plain(func(o *ui.Out) { o.SourceMap(r, c.Policy) }) + "\napprove " + string(r.ID) + "?"
			if err := a.confirm(cmd.Context(), question, r.Map.Digest, fmt.Sprintf("approving %s is for a person", r.ID), command); err != nil {
				return a.onRecord(cmd.Context(), c, sources.Refusal{What: "approve", Subject: string(r.ID)}, err)
			}
			// Who answered at the terminal is a person; no flag says otherwise.
			return a.approve(cmd.Context(), c, r)
		},
	}
}

// approve lets a source be read by the map that was shown.
func (a *app) approve(ctx context.Context, c *compiler.Compiler, r *reports.SourceReport) error {
	if err := sources.Approve(ctx, c, string(r.ID), r.Map.Digest, a.person()); err != nil {
		return err
	}
	a.signed(ctx, c, a.person())
	return a.decided(sources.Source(ctx, c, string(r.ID)))
}

// plain is what a view shows, without colour: for a question that is put to the
// terminal itself.
func (a *app) plain(view func(*ui.Out)) string {
	var b strings.Builder
	o := *a.out
	o.Stdout, o.Color = &b, false
	view(&o)
	return b.String()
}

// decided shows where a source stands after a decision.
func (a *app) decided(r *reports.SourceReport, err error) error {
	if err != nil {
		return err
	}
	return a.answer(ui.SourceRow(r), nil, func() {
		a.out.SourceHead(r)
		a.out.SourceNext(r)
	})
}

func (a *app) sourceReject() *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:     "reject source --reason …",
		Short:   "say no to a source, and why",
		Example: `  assay source reject sr_k3v9… --reason "an advertisement"`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(reason) == "" {
				return hinted(errors.New("a rejection needs a reason"), "--reason \"why it is no source for this vault\"")
			}
			c, r, err := a.named(cmd.Context(), "reject source", args[0])
			if err == nil {
				err = sources.Reject(cmd.Context(), c, string(r.ID), reason, c.Opts.As)
			}
			if err != nil {
				return err
			}
			return a.decided(sources.Source(cmd.Context(), c, string(r.ID)))
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "`why` not")
	a.asFlag(cmd)
	return cmd
}

func (a *app) sourceCrawl() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "crawl source",
		Short: "read an approved source and store its text; again, if it was read before",
		Long: `Crawl reads an approved source, within its limits and as robots.txt asks, and stores
its text. A source on the web that was read before is read again whole, also what was
pruned; refresh asks only whether the stored pages still stand. A crawl that is stopped,
or for which a session has too few credits, keeps what it fetched, and the next one, or
the next build, goes on from there.`,
		Example: `  assay source crawl sr_k3v9…`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, r, err := a.named(cmd.Context(), "crawl source", args[0])
			if err != nil {
				return err
			}
			step, done := a.watch()
			report, err := sources.Crawl(cmd.Context(), c, string(r.ID), step)
			done()
			return a.built(report, a.onRecord(cmd.Context(), c, sources.Refusal{What: "crawl", Subject: string(r.ID)}, err))
		},
	}
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

func (a *app) sourceVerify() *cobra.Command {
	return &cobra.Command{
		Use:     "verify source",
		Short:   "audit what is stored: hashes, coherence, metadata, sample retrieval",
		Example: `  assay source verify sr_k3v9…`,
		Args:    oneSource,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, r, err := a.named(cmd.Context(), "verify source", args[0])
			if err != nil {
				return err
			}
			if r.Audit, err = sources.Verify(cmd.Context(), c, string(r.ID)); err != nil {
				return err
			}
			if err = a.source(c, r, nil); err == nil && !r.Audit.OK {
				err = errFaults
			}
			return err
		},
	}
}

// actor is who runs the command: --as, else the person at the keyboard.
func (a *app) actor() (string, error) {
	if a.as == "" {
		return a.person(), nil
	}
	kind, name, ok := strings.Cut(a.as, ":")
	if !ok || name == "" || kind != "person" && kind != "agent" && kind != "mcp" {
		return "", hinted(fmt.Errorf("--as %s does not say who that is", a.as), "write person:NAME or agent:NAME")
	}
	return a.as, nil
}

// decider is who decides by this command: whom --as (or --by) names, else the person at the
// terminal that controls it. Without either nobody is taken for a person: an agent that
// leaves the flag out would be one.
func (a *app) decider(what, command, flag string) (string, error) {
	by, err := a.actor()
	if err != nil || a.as != "" {
		return by, err
	}
	tty, err := openTerminal()
	if err != nil {
		return "", hinted(fmt.Errorf("%w: %s is for somebody who is known, and no terminal controls this program", sources.ErrAuthRequired, what),
			"a person runs it at a terminal, or says who decided: "+command+" "+flag+" person:NAME")
	}
	tty.Close()
	return by, nil
}

// person names the person at the keyboard after the account.
func (a *app) person() string {
	if provenance.KindOfActor(a.as) == provenance.Person {
		return a.as
	}
	for _, key := range []string{"USER", "LOGNAME", "USERNAME"} {
		if name := a.getenv(key); name != "" {
			return "person:" + name
		}
	}
	return "person:someone"
}
