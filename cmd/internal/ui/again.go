package ui

import (
	"fmt"

	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/provenance"
)

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
