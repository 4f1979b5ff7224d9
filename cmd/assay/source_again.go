package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/archive"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
)

func (a *app) sourceRefresh() *cobra.Command {
	var stale, look bool
	cmd := &cobra.Command{
		Use:   "refresh [source…]",
		Short: "ask whether what is stored still stands",
		Long: `Refresh asks servers about the pages that are stored, with the marks they gave last time
(ETag, Last-Modified), so that what did not change is not sent again, and takes in what
did. A passage that a note cites and the page no longer has stays, under "Superseded
passages", and the claim is told of it. A page that cannot be had twice, on different
days, is unavailable; its text stays too. Sources on this machine are read again.

--archive asks a web archive (ASSAY_ARCHIVE_URL, else archive.org) for copies of pages
that are unavailable or withdrawn, from about when they were stored, and says how to
propose each. Nothing of them is read.`,
		Example: `  assay source refresh --stale
  assay source refresh sr_k3v9…
  assay source refresh --archive`,
		Args: takes(0, -1, "sources: ids, their beginnings or URLs; all that are stored where none is named"),
		RunE: a.onGoverned("refresh sources", here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			before := a.ledger(c)
			report, err := sources.Refresh(cmd.Context(), c, sources.RefreshOptions{Sources: args, Stale: stale, Progress: a.watch()})
			if err != nil {
				return err
			}
			events := before.LostSince(a.ledger(c)) // those that it lacks
			var copies []ui.Archived
			if look {
				if copies, err = a.archived(cmd.Context(), c, args); err != nil {
					return err
				}
				if a.out.JSON {
					return orFaults(a.out.RefreshJSON(report, copies), ui.Faulty(report))
				}
			}
			if !a.out.JSON {
				a.out.Refreshed(events)
				if look {
					a.out.Copies(copies)
				}
			}
			return a.built(report, nil)
		}),
	}
	cmd.Flags().BoolVar(&stale, "stale", false, "only sources whose evidence is older than policy keeps it fresh")
	cmd.Flags().BoolVar(&look, "archive", false, "look up in a web archive what is gone")
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

// ledger reads a vault's record as it is on disk; empty where there is none yet.
func (a *app) ledger(c *compiler.Compiler) *provenance.Ledger {
	text, _ := vault.ReadFile(filepath.Join(c.Root, filepath.FromSlash(c.Policy.LedgerFile())))
	return provenance.ReadLedger(text)
}

func (a *app) sourcePrune() *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "prune [source…]",
		Short: "remove stored pages that nothing rests on",
		Long: `Prune removes the stored pages of sources on the web that no note, draft or attestation
rests on. A refresh then asks only for those that stayed; assay source crawl reads the
whole source again. git has what was removed, if the vault is under version control.`,
		Example: `  assay source prune -n               which pages that would be
  assay source prune sr_k3v9…`,
		Args: takes(0, -1, "sources: ids, their beginnings or URLs; all on the web where none is named"),
		RunE: a.onGoverned("prune sources", here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			r, err := sources.Prune(cmd.Context(), c, args, dry)
			return a.answer(r, err, func() { a.out.Pruned(r) })
		}),
	}
	cmd.Flags().BoolVarP(&dry, "dry-run", "n", false, "show what would be removed; remove nothing")
	a.asFlag(cmd)
	return cmd
}

// archived looks up in a web archive what the vault holds and its site does not have
// any more, of some sources or of all.
func (a *app) archived(ctx context.Context, c *compiler.Compiler, names []string) ([]ui.Archived, error) {
	base := cmp.Or(a.getenv("ASSAY_ARCHIVE_URL"), archive.Wayback)
	if needs := c.Policy.NeedsPerson([]string{base}, 0); needs != "" && provenance.KindOfActor(c.Opts.As) != provenance.Person {
		return nil, needsPerson("to ask an archive: "+needs, "assay source refresh --archive")
	}
	if len(names) == 0 {
		rows, err := sources.Sources(ctx, c)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if row.Pages > 0 {
				names = append(names, string(row.ID))
			}
		}
	}
	o := view.WebOptionsOf(c.Policy, c.World.Now, c.Root)
	o.Delay = 0 // no site is crawled
	client := newWays(o, a.getenv).client
	out := []ui.Archived{}
	for _, name := range names {
		r, err := sources.Source(ctx, c, name)
		if err != nil {
			return nil, err
		}
		for _, u := range r.URLs {
			if !u.Held || u.Since == "" {
				continue
			}
			found, err := lookUp(ctx, client, base, r, u)
			if err != nil {
				return nil, err
			}
			out = append(out, found)
		}
	}
	return out, nil
}

// lookUp finds the copy of a page from about when it was stored: what the notes rest
// on. It fails only where the run was stopped.
func lookUp(ctx context.Context, client *web.Client, base string, r *reports.SourceReport, u reports.SourceURL) (ui.Archived, error) {
	out := ui.Archived{Source: string(r.ID), URL: u.URL, Verdict: u.Verdict, Since: u.Since}
	at, err := time.Parse(time.RFC3339, r.Retrieved)
	if err != nil {
		at = time.Time{} // the latest, then
	}
	copied, err := archive.Find(ctx, client, base, u.URL, at)
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case errors.Is(err, archive.ErrNone):
		out.Looked, out.Reason = true, archive.ErrNone.Error()
	case err != nil:
		out.Reason = err.Error()
	default:
		out.Looked, out.Snapshot, out.Command = true, copied.URL, "assay source propose "+gates.ShellWord(copied.URL)
		if !copied.Time.IsZero() {
			out.Taken = copied.Time.UTC().Format(time.RFC3339)
		}
	}
	return out, nil
}
