package draft

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
	"assay/templates"
	"assay/vault"
	"assay/vault/markdown"
)

// Librarian keeps index.md and log.md. A file of that name that is not marked as
// generated belongs to a person and is left alone.
func (dr *Drafter) Librarian() {
	wiki := dr.Policy.Vault.Wiki
	if wiki == "" {
		return
	}
	entries := dr.entries()
	if len(entries) == 0 && dr.Ledger.Len() == 0 {
		return
	}
	dr.keep(dr.CatalogueFile(), templates.Catalogue(entries))
	if days := dr.days(); len(days) > 0 {
		dr.keep(path.Join(wiki, "log.md"), templates.Log(days))
	}
}

func (dr *Drafter) keep(file string, text []byte) {
	old, err := dr.Base.Read(file)
	if err == nil && !bytes.Contains(old[:min(len(old), 512)], []byte(templates.GeneratedMarker)) {
		return
	}
	if bytes.Contains(old, []byte("\r\n")) { // git or an editor wants them so
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	dr.Write(file, text)
}

// entries are the permanent notes, by folder and title.
func (dr *Drafter) entries() []templates.Entry {
	var out []templates.Entry
	for _, n := range dr.Notes {
		if dr.Catalogued(n) {
			out = append(out, dr.entry(n.Path, n.Title, dr.Results.Parsed[n].First))
		}
	}
	if dr.Scope != nil {
		rows := dr.Scope.Store.Rows.All()
		for i := range rows {
			if r := &rows[i]; r.Listed && !dr.Scope.Dirty[r.Path] && !dr.Scope.Gone[r.Path] {
				out = append(out, dr.entry(r.Path, r.Title, r.First))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b templates.Entry) int { // by group, then by title
		return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(vault.FoldName(a.Title), vault.FoldName(b.Title)), strings.Compare(a.Path, b.Path))
	})
	return out
}

// Catalogued reports whether the catalogue lists a note.
func (dr *Drafter) Catalogued(n *markdown.Note) bool {
	return dr.Policy.Vault.Area(n.Path) == view.WikiArea && !n.Meta.Generated
}

// entry is what the catalogue says of a note and its first claim.
func (dr *Drafter) entry(file, title, first string) templates.Entry {
	e := templates.Entry{Path: Relative(dr.CatalogueFile(), file), Title: title, Summary: first}
	if dir := path.Dir(e.Path); dir != "." {
		e.Group = dir
	}
	return e
}

func (dr *Drafter) CatalogueFile() string { return path.Join(dr.Policy.Vault.Wiki, "index.md") }

// days are the ledger's doings that a reader of the vault cares about, newest
// first.
func (dr *Drafter) days() []templates.LogDay {
	byDate := map[string][]string{}
	for _, e := range dr.Ledger.Events() {
		if line := dr.logLine(e); line != "" {
			date := e.Time.UTC().Format("2006-01-02")
			byDate[date] = append(byDate[date], line)
		}
	}
	var out []templates.LogDay
	for _, d := range slices.Backward(slices.Sorted(maps.Keys(byDate))) {
		out = append(out, templates.LogDay{Date: d, Lines: byDate[d]})
	}
	return out
}

func (dr *Drafter) logLine(e provenance.Event) string {
	switch e.Kind {
	case provenance.KindCrawled, provenance.KindRefreshed:
		title := dr.State(provenance.SourceID(e.Subject)).URL
		verb := "read"
		if e.Kind == provenance.KindRefreshed {
			verb = "read again"
		}
		return fmt.Sprintf("%s: %s (%s)", verb, code(title), reports.Count(int(e.Number("pages")), "page"))
	case provenance.KindPromoted:
		return fmt.Sprintf("promoted: [%s](<%s>), by %s", strings.TrimSuffix(path.Base(e.Subject), ".md"),
			Relative(path.Join(dr.Policy.Vault.Wiki, "log.md"), e.Subject), e.Actor)
	case provenance.KindRejected:
		return fmt.Sprintf("rejected: %s: %s", code(e.Subject), e.Text("reason"))
	case provenance.KindAttested:
		return fmt.Sprintf("attested by %s: a claim of %s: %s", e.Actor, code(e.Text("note")), e.Text("reason"))
	case provenance.KindClaimRejected:
		return fmt.Sprintf("rejected by %s: a claim of %s: %s", e.Actor, code(e.Text("note")), e.Text("reason"))
	case provenance.KindResolved:
		return fmt.Sprintf("resolved by %s as %s: a conflict of %s with %s: %s", e.Actor, e.Text("as"), code(e.Text("note")), code(e.Text("with_note")), provenance.EscapeText(strings.Join(strings.Fields(e.Text("reason")), " ")))
	}
	return ""
}

func code(s string) string { return "`" + strings.ReplaceAll(s, "`", "'") + "`" }
