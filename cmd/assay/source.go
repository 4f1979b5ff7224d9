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

func (a *app) sourceCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "source",
		Short: "a source's life by hand: propose, map, approve, crawl, refresh",
		Long: `A source passes eight states, and none can be skipped:

  proposed → mapped → approved → crawled → indexed → verified → synthesized → promoted

Proposing maps a source: what would be read and what it would cost, before anything is
spent. Approval is a person's, at a terminal, by typing the first four characters of
the digest; or it is the policy's, for a domain on safety.approved_domains and up to
safety.require_hitl_for_costs_over credits. assay build then takes it through.

A file or folder of the vault that vault.evidence lists is approved by being listed. A
folder outside needs a person. So does a site on the web: one fetched page is one
credit, and its approval carries a ceiling. What the site grows beyond that waits for a
person. quotas.max_credits_per_session and quotas.max_pages_per_source hold before a
request is sent, too. A domain on safety.denied_domains is refused at every door, a
redirect too. robots.txt is kept.

Text ages: refresh asks servers whether what is stored still stands. What a note cites
is never replaced unseen. prune removes pages that nothing rests on.`,
		Example: `  assay source propose https://www.rfc-editor.org/rfc/rfc9111.html
  assay source propose ~/papers/wal.html
  assay source approve sr_k3v9…
  assay source show sr_k3v9…          what was read, and what could not be
  assay source refresh --stale
  assay source list`,
		Args: takes(0, 0, "a verb: propose, map, approve, reject, crawl, verify, refresh, prune, list or show"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.sourcePropose(), a.sourceMap(), a.sourceApprove(), a.sourceReject(), a.sourceCrawl(), a.sourceVerify(),
		a.sourceRefresh(), a.sourcePrune(), a.sourceList(), a.sourceShow())
	return cmd
}

// onSource is a command on one source of the vault here.
func (a *app) onSource(what string, do func(*cobra.Command, *compiler.Compiler, *reports.SourceReport) error) func(*cobra.Command, []string) error {
	return a.onGoverned(what, here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
		r, err := sources.Source(cmd.Context(), c, args[0])
		if err != nil {
			return err
		}
		return do(cmd, c, r)
	})
}

// source shows a source whole.
func (a *app) source(c *compiler.Compiler, r *reports.SourceReport, err error) error {
	if err != nil {
		return err
	}
	return a.answer(ui.SourceRow(r), nil, func() { a.out.Source(r, c.Policy) })
}

// oneSource checks the arguments of a verb that takes a source.
var oneSource = takes(1, 1, "one source: its id, the beginning of its id, or its URL")

func (a *app) sourcePropose() *cobra.Command {
	var why string
	var page bool
	cmd := &cobra.Command{
		Use:   "propose address",
		Short: "ask for a site, a page, a file or a folder to become a source",
		Long: `Propose registers a source and maps it. For a site that is: what robots.txt says, what
its sitemaps and feeds list, the links of its first pages, and what reading it would
cost. No text is stored until it is approved.

On a terminal it shows the map and asks once: type the first four characters of the
digest to approve it, or press Enter to leave it waiting. Elsewhere it only says what
the source waits for. What policy allows by itself is not asked about.`,
		Example: `  assay source propose https://www.postgresql.org/docs/15/wal.html
  assay source propose https://www.postgresql.org/docs/15/wal.html --page
  assay source propose ~/papers/wal.html --why "the paper that the notes cite"
  assay source propose https://go.dev/ref/mem --json | jq .map.cost`,
		Args: takes(1, 1, "one address, file or folder"),
		RunE: a.onGoverned("propose source", here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			r, err := sources.Propose(cmd.Context(), c, sources.Proposal{Target: args[0], By: c.Opts.As, Why: why, Page: page})
			if err != nil {
				return a.onRecord(cmd.Context(), c, sources.Refusal{What: "propose", URL: args[0]}, err)
			}
			return a.proposed(cmd.Context(), c, r)
		}),
	}
	cmd.Flags().BoolVar(&page, "page", false, "of a site, this page alone")
	cmd.Flags().StringVar(&why, "why", "asked for at the command line", "what the source is `for`")
	a.asFlag(cmd)
	return cmd
}

// proposed shows a map and, where a person at a terminal can let the source go on,
// asks once.
func (a *app) proposed(ctx context.Context, c *compiler.Compiler, r *reports.SourceReport) error {
	if a.out.JSON {
		return a.out.Object(ui.SourceRow(r))
	}
	a.out.SourceMap(r, c.Policy)
	approve := "assay source approve " + string(r.ID)
	if r.Map == nil || r.Command != approve || !a.out.Screen || provenance.KindOfActor(c.Opts.As) != provenance.Person {
		a.out.SourceNext(r)
		return nil
	}
	typed, err := a.ask(ctx, fmt.Sprintf("approve it? type the first %d characters of the digest, or press Enter to leave it waiting: ", digestSign))
	switch {
	case errors.Is(err, errNoTerminal), err == nil && typed == "":
		a.out.SourceNext(r)
		return nil
	case err != nil:
		return err
	case !signs(typed, r.Map.Digest):
		return hinted(fmt.Errorf("%q is not how the digest begins; the source waits", typed), approve)
	}
	return a.approve(ctx, c, r)
}

func (a *app) sourceMap() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "map source",
		Short: "what a crawl would read, and its cost",
		Long: `Map looks at a source and shows what a crawl would read, as a tree with counts, and
what it would cost. A site is asked again: its robots.txt, sitemaps, feeds and first
pages. Nothing that is stored changes.`,
		Example: `  assay source map sr_k3v9…`,
		Args:    oneSource,
		RunE: a.onGoverned("map source", here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			r, err := sources.Map(cmd.Context(), c, args[0], c.Opts.As)
			err = a.onRecord(cmd.Context(), c, sources.Refusal{What: "map", Subject: args[0]}, err)
			if err != nil || a.out.JSON {
				return a.source(c, r, err)
			}
			a.out.SourceMap(r, c.Policy)
			a.out.SourceNext(r)
			return nil
		}),
	}
	a.asFlag(cmd)
	return cmd
}

func (a *app) sourceList() *cobra.Command {
	return &cobra.Command{
		Use:   "list [vault]",
		Short: "every source, its state and how fresh it is",
		Example: `  assay source list
  assay source list --json | jq -r '.sources[] | select(.freshness == "stale") | .id'`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onGoverned("list sources", first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			rows, err := sources.Sources(cmd.Context(), c)
			return a.answer(ui.SourcesAnswer{Sources: rows}, err, func() { a.out.Sources(rows) })
		}),
	}
}

func (a *app) sourceShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show source",
		Short: "one source: its state, its pages, and what the ledger says",
		Long: `Show says where a source stands: its map, what the last crawl read, and which addresses
have no text and why. What is not there (somebody looked) and what could not be seen
(robots.txt, a limit, an error) are told apart.`,
		Example: `  assay source show sr_k3v9…`,
		Args:    oneSource,
		RunE: a.onSource("show source", func(cmd *cobra.Command, c *compiler.Compiler, r *reports.SourceReport) (err error) {
			r.Audit, err = c.Audited(cmd.Context(), r.ID)
			return a.source(c, r, err)
		}),
	}
}

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
		RunE: a.onSource("approve source", func(cmd *cobra.Command, c *compiler.Compiler, r *reports.SourceReport) error {
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
		}),
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
		PreRunE: func(*cobra.Command, []string) error {
			if strings.TrimSpace(reason) == "" {
				return hinted(errors.New("a rejection needs a reason"), "--reason \"why it is no source for this vault\"")
			}
			return nil
		},
		RunE: a.onSource("reject source", func(cmd *cobra.Command, c *compiler.Compiler, r *reports.SourceReport) error {
			if err := sources.Reject(cmd.Context(), c, string(r.ID), reason, c.Opts.As); err != nil {
				return err
			}
			return a.decided(sources.Source(cmd.Context(), c, string(r.ID)))
		}),
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
		RunE: a.onSource("crawl source", func(cmd *cobra.Command, c *compiler.Compiler, r *reports.SourceReport) error {
			report, err := sources.Crawl(cmd.Context(), c, string(r.ID), a.watch())
			return a.built(report, a.onRecord(cmd.Context(), c, sources.Refusal{What: "crawl", Subject: string(r.ID)}, err))
		}),
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
		RunE: a.onSource("verify source", func(cmd *cobra.Command, c *compiler.Compiler, r *reports.SourceReport) error {
			audit, err := sources.Verify(cmd.Context(), c, string(r.ID))
			if err != nil {
				return err
			}
			r.Audit = audit
			return orFaults(a.source(c, r, nil), !audit.OK)
		}),
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
