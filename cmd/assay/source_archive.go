package main

import (
	"cmp"
	"context"
	"errors"
	"time"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/gates"
	"assay/ingest/archive"
	"assay/ingest/web"
	"assay/provenance"
)

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
	w := a.ways(c)
	w.o.Delay = 0 // no site is crawled
	client := w.http()
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
