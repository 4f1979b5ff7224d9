package ui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/sources"
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

// Refreshed writes what a refresh recorded of each source.
func (o *Out) Refreshed(events []provenance.Event) {
	for _, e := range events {
		switch e.Kind {
		case provenance.KindRefreshed, provenance.KindCrawled:
			o.Printf("%s %s: %d changed, %d gone, of %s\n", o.Dim("asked   "), e.Subject, int(e.Number("changed")), int(e.Number("gone")),
				reports.Count(int(e.Number("pages")), "page"))
			if line := verdictCounts(e.Counts("verdicts")); line != "" {
				o.Printf("         %s\n", o.Dim(line))
			}
		case provenance.KindUnreachable:
			o.Printf("%s %s brought no page: %s\n", o.style(yellow, "unseen  "), e.Subject, e.Text("reason"))
		case provenance.KindWithdrawn:
			o.Printf("%s %s: %s\n", o.style(red, "withdrawn"), e.Text("url"), e.Text("reason"))
		}
	}
}

// mostPruned is how many pages of a source are named that were removed.
const mostPruned = 10

// Pruned writes which pages nothing rests on.
func (o *Out) Pruned(r *sources.PruneReport) {
	removed := 0
	for _, s := range r.Sources {
		o.Printf("%s %s\n", o.Bold(string(s.ID)), s.URL)
		for i, page := range s.Removed {
			if i == mostPruned {
				o.Printf("  %s\n", o.Dim(fmt.Sprintf("… and %d more", len(s.Removed)-i)))
				break
			}
			o.Printf("  %s\n", page)
		}
		o.Printf("  %s\n", o.Dim(fmt.Sprintf("%s, %d kept", reports.Count(len(s.Removed), "page"), s.Kept)))
		removed += len(s.Removed)
	}
	switch {
	case removed == 0:
		o.Printf("%s\n", o.Bold("nothing to remove: something rests on every stored page of a source on the web"))
	case r.DryRun:
		o.Printf("%s\n", o.Bold("would remove "+reports.Count(removed, "page")))
	default:
		o.Printf("%s\n", o.Bold("removed "+reports.Count(removed, "page")))
		o.Messagef("%s `%s` brings the results up to date", o.style(green, "next:"), o.Command("assay build"))
	}
}

// Archived is what an archive has of a page that is gone.
type Archived struct {
	Source   string `json:"source"`
	URL      string `json:"url"`
	Verdict  string `json:"verdict"` // unavailable or withdrawn
	Since    string `json:"since"`
	Looked   bool   `json:"looked"` // the archive was asked and answered; false where nobody could look
	Snapshot string `json:"snapshot,omitempty"`
	Taken    string `json:"taken,omitempty"` // RFC 3339
	Command  string `json:"command,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// Copies writes what an archive has of what is gone. That it has none and that nobody
// could look are told apart.
func (o *Out) Copies(found []Archived) {
	if len(found) == 0 {
		o.Printf("%s\n", o.Dim("no stored page is unavailable or withdrawn: there is nothing to look up"))
	}
	for _, a := range found {
		o.Printf("%s %s, %s since %s\n", o.style(yellow, "gone    "), a.URL, a.Verdict, day(a.Since))
		switch {
		case a.Snapshot != "":
			taken := ""
			if a.Taken != "" {
				taken = " of " + day(a.Taken)
			}
			o.Printf("         a copy%s: %s\n         %s\n", taken, a.Snapshot, o.Command(a.Command))
		case a.Looked:
			o.Printf("         %s\n", a.Reason)
		default:
			o.Printf("         could not look: %s\n", a.Reason)
		}
	}
}

// RefreshAnswer is a refresh with what an archive has, as JSON.
type RefreshAnswer struct {
	BuildAnswer
	Archive []Archived `json:"archive"`
}

// RefreshJSON writes a refresh as JSON, with what an archive has of what is gone.
func (o *Out) RefreshJSON(r *reports.Report, found []Archived) error {
	return o.Object(RefreshAnswer{o.buildJSON(r), list(found)})
}
