package ui

import (
	"fmt"
	"strings"
	"time"

	"assay/compiler"
	"assay/provenance"
)

// Sources writes a list of sources.
func (o *Out) Sources(rows []compiler.SourceRow) {
	for _, r := range rows {
		title := r.Title
		if title == "" {
			title = r.URL
		}
		o.Printf("%s %s %s\n", o.Bold(string(r.ID)), o.state(r.State), o.fit(title, 34))
		facts := []string{r.URL, plural(r.Pages, "page"), plural(r.Chunks, "passage")}
		if r.Retrieved != "" {
			facts = append(facts, "retrieved "+day(r.Retrieved))
		}
		if r.Freshness != "" {
			facts = append(facts, r.Freshness)
		}
		o.Printf("    %s\n", o.Dim(strings.Join(facts, ", ")))
	}
	o.Printf("%s\n", o.Bold(plural(len(rows), "source")))
}

func (o *Out) state(s string) styled {
	code := blue
	switch s {
	case "rejected", "failed", "auth_required":
		code = red
	case "verified", "synthesized", "promoted":
		code = green
	}
	return o.style(code, fmt.Sprintf("%-13s", s))
}

func day(rfc3339 string) string {
	d, _, _ := strings.Cut(rfc3339, "T")
	return d
}

// Source writes one source whole.
func (o *Out) Source(r *compiler.SourceReport) {
	o.Printf("%s %s\n", o.Bold(string(r.ID)), o.state(r.State))
	row := func(name, text string) {
		if text != "" {
			o.Printf("  %s %s\n", o.Dim(fmt.Sprintf("%-10s", name)), text)
		}
	}
	row("title", r.Title)
	row("url", r.URL)
	if r.Pages > 0 || r.Chunks > 0 {
		row("holds", plural(r.Pages, "page")+", "+plural(r.Chunks, "passage"))
	}
	row("retrieved", r.Retrieved)
	row("freshness", r.Freshness)
	o.sourceMap(r.Map)
	if r.Audit != nil {
		for _, c := range r.Audit.Checks {
			mark := o.style(green, "passes")
			if !c.OK {
				mark = o.style(red, "fails ")
			}
			o.Printf("  %s %s %s\n", mark, o.Dim(fmt.Sprintf("%-10s", c.Name)), c.Text)
		}
	}
	for _, e := range r.Events {
		o.Printf("  %s %s %s\n", o.Dim(e.Time.UTC().Format(time.RFC3339)), fmt.Sprintf("%-12s", e.Kind), o.Dim(e.Actor))
	}
	if r.Needs != "" {
		o.Printf("%s %s\n", o.style(yellow, "needs"), r.Needs)
	}
	if r.Command != "" {
		o.Printf("%s %s\n", o.style(green, "hint:"), r.Command)
	}
}

// mapLines is how many pages of a map are named; the sum counts them all.
const mapLines = 20

func (o *Out) sourceMap(m *compiler.SourceMap) {
	if m == nil {
		return
	}
	for i, page := range m.Pages {
		if i == mapLines {
			o.Printf("  %s\n", o.Dim(fmt.Sprintf("… and %d more", len(m.Pages)-mapLines)))
			break
		}
		o.Printf("  %s\n", page)
	}
	o.Printf("  %s %s, %s, %s; digest %s\n", o.Dim("would read"), plural(len(m.Pages), "page"), Size(m.Bytes), plural(m.Cost.Credits, "credit"), o.Bold(short(m.Digest)))
}

func short(digest string) string {
	if len(digest) > 16 {
		return digest[:16]
	}
	return digest
}

// Size says a size in powers of 1000, as disks are sold.
func Size(n int64) string {
	units := []string{"B", "KB", "MB", "GB"}
	f := float64(n)
	for _, unit := range units {
		if f < 1000 || unit == "GB" {
			if unit == "B" {
				return fmt.Sprintf("%d B", n)
			}
			return fmt.Sprintf("%.1f %s", f, unit)
		}
		f /= 1000
	}
	return ""
}

// SourcesJSON writes a list of sources as JSON.
func (o *Out) SourcesJSON(rows []compiler.SourceRow) error {
	return o.Object(struct {
		Sources []compiler.SourceRow `json:"sources"`
	}{list(rows)})
}

// SourceJSON writes one source as JSON.
func (o *Out) SourceJSON(r *compiler.SourceReport) error {
	whole := *r
	whole.Events = make([]provenance.Event, len(r.Events))
	for i, e := range r.Events {
		e.Prev = list(e.Prev)
		whole.Events[i] = e
	}
	return o.Object(whole)
}
