package ui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// Sources writes a list of sources.
func (o *Out) Sources(rows []reports.SourceRow) {
	for _, r := range rows {
		o.Printf("%s %s %s\n", o.Bold(string(r.ID)), o.state(r.State), o.fit(cmp.Or(r.Title, r.URL), 34))
		facts := []string{r.URL, reports.Count(r.Pages, "page"), reports.Count(r.Chunks, "passage")}
		if r.Retrieved != "" {
			facts = append(facts, "retrieved "+day(r.Retrieved))
		}
		if r.Freshness != "" {
			facts = append(facts, r.Freshness)
		}
		o.Printf("    %s\n", o.Dim(strings.Join(facts, ", ")))
	}
	o.Printf("%s\n", o.Bold(reports.Count(len(rows), "source")))
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

// Source writes one source whole. p is the policy that bounds it.
func (o *Out) Source(r *reports.SourceReport, p gates.Policy) {
	o.SourceHead(r)
	if r.Pages > 0 || r.Chunks > 0 {
		o.row("holds", reports.Count(r.Pages, "page")+", "+reports.Count(r.Chunks, "passage"))
	}
	o.row("retrieved", r.Retrieved)
	o.row("freshness", r.Freshness)
	o.row("class", r.Class)
	if a := r.Rank; a != nil {
		o.row("authority", gates.Authority{Tier: a.Tier, Weight: a.Weight, By: a.By}.String())
	}
	o.sourceMap(r.Map, p)
	o.lastCrawl(r)
	o.audit(r.Audit)
	for _, e := range r.Events {
		o.Printf("  %s %s %s\n", o.Dim(e.Time.UTC().Format(time.RFC3339)), fmt.Sprintf("%-12s", e.Kind), o.Dim(e.Actor))
	}
	o.SourceNext(r)
}

// SourceMap writes what would be read of a source, and what it waits for.
func (o *Out) SourceMap(r *reports.SourceReport, p gates.Policy) {
	o.SourceHead(r)
	o.sourceMap(r.Map, p)
}

// SourceHead writes which source it is, and where it stands.
func (o *Out) SourceHead(r *reports.SourceReport) {
	o.Printf("%s %s\n", o.Bold(string(r.ID)), o.state(r.State))
	o.row("title", r.Title)
	o.row("url", r.URL)
}

// SourceNext writes what a source waits for.
func (o *Out) SourceNext(r *reports.SourceReport) {
	if r.Needs != "" {
		o.Printf("%s %s\n", o.style(yellow, "needs"), o.Say(r.Needs))
	}
	if r.Command != "" {
		o.Printf("%s %s\n", o.style(green, "hint:"), o.Command(r.Command))
	}
}

// row writes a fact with its name, on as many lines as it takes.
func (o *Out) row(name, text string) {
	o.fact("  ", 10, name, wrap(text, max(30, o.textWidth()-13), 40))
}

// notHeldLines is how many addresses without text are named; JSON has them all.
const notHeldLines = 10

// lastCrawl says what became of the addresses of a source when it was last read. What
// is not there and what nobody could look at are told apart.
func (o *Out) lastCrawl(r *reports.SourceReport) {
	counts := map[web.Look]map[string]int{}
	for _, e := range r.Events {
		if e.Data["verdicts"] == nil {
			continue
		}
		clear(counts) // the last one is of interest
		for v, n := range e.Counts("verdicts") {
			look := web.Verdict(v).Look()
			if counts[look] == nil {
				counts[look] = map[string]int{}
			}
			counts[look][v] = n
		}
	}
	o.row("read", verdictCounts(counts[web.LooksGood]))
	if line := verdictCounts(counts[web.NothingThere]); line != "" {
		o.row("not there", line+": somebody looked, and there is no page of text")
	}
	if line := verdictCounts(counts[web.CouldNotLook]); line != "" {
		o.row("not seen", line+": nobody could look, so nothing is known of what they say")
	}
	for i, u := range r.URLs {
		if i == notHeldLines {
			o.Printf("  %s\n", o.Dim(fmt.Sprintf("… and %d more; --json has them all", len(r.URLs)-i)))
			break
		}
		o.notHeld(u)
	}
}

// notHeld writes an address and why its text is not held, or not any more as it is.
func (o *Out) notHeld(u reports.SourceURL) {
	verdict := u.Verdict
	if u.Class != "" {
		verdict += " (" + u.Class + ")"
	}
	o.Printf("  %s %s\n", o.style(yellow, fmt.Sprintf("%-12s", verdict)), o.fit(u.URL, 15))
	why := u.Reason
	if means := web.Verdict(u.Verdict).Explain(); why == "" && means != web.Verdict("").Explain() {
		why = means
	}
	var facts []string
	if why != "" {
		facts = append(facts, why)
	}
	if u.Since != "" {
		facts = append(facts, "since "+day(u.Since))
	}
	if u.Held {
		facts = append(facts, "what it said before is held")
	}
	o.below("               ", strings.Join(facts, "; "), max(30, o.textWidth()-15), 3, o.Dim)
}

// Size says a size in powers of 1000, as disks are sold.
func Size(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	f, units := float64(n)/1000, []string{"KB", "MB", "GB"}
	for f >= 1000 && len(units) > 1 {
		f, units = f/1000, units[1:]
	}
	return fmt.Sprintf("%.1f %s", f, units[0])
}

// SourcesAnswer is a list of sources, as JSON.
type SourcesAnswer struct {
	Sources []reports.SourceRow `json:"sources"`
}

// SourceRow is one source, as JSON.
func SourceRow(r *reports.SourceReport) reports.SourceReport {
	whole := *r
	whole.Events = make([]provenance.Event, len(r.Events))
	for i, e := range r.Events {
		e.Prev = list(e.Prev)
		whole.Events[i] = e
	}
	return whole
}

// audit writes an audit check by check: what each says, the pages that it names, and
// where it failed what to do.
func (o *Out) audit(a *reports.Audit) {
	if a == nil {
		return
	}
	for _, c := range a.Checks {
		mark := o.style(green, "passes")
		if !c.OK {
			mark = o.style(red, "fails ")
		}
		o.Printf("  %s %s %s\n", mark, o.Dim(fmt.Sprintf("%-10s", c.Name)), c.Text)
		for _, page := range c.Pages {
			o.Printf("         %s %s\n", page.Page, o.Dim(page.Why))
		}
		if c.Hint != "" {
			o.Printf("         %s %s\n", o.style(green, "hint:"), c.Hint)
		}
	}
}
