package acquire

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest/web"
	"assay/provenance"
)

// Wait lists the sources that do not go on by themselves; where only some are read,
// of those.
func (aq *Acquirer) Wait() {
	told := map[string]bool{}
	for _, w := range aq.Waiting {
		told[w.Source] = true
	}
	for _, id := range aq.Ledger.Sources() {
		if aq.IntakeOnly && aq.Recrawl[id] == rereadNo {
			continue
		}
		if w, ok := aq.Waits(id); ok && !told[w.Source] && w.Command != "assay build" {
			aq.Waiting = append(aq.Waiting, w)
		}
	}
}

// Waits says what a source waits for, and the command that lets it go on.
func (aq *Acquirer) Waits(id provenance.SourceID) (reports.Waiting, bool) {
	s := aq.State(id)
	w := reports.Waiting{Source: string(id)}
	r, onMap := aq.RemoteOf(id)
	if view.IsRemote(s.URL) {
		if err := aq.Policy.Denied(s.URL); err != nil && s.State != provenance.Rejected {
			w.Needs, w.Command = "another policy: "+err.Error(), "assay source reject "+string(id)+" --reason denied"
			return w, true
		}
	}
	switch s.State {
	case provenance.Proposed:
		w.Needs, w.Command = "a map", "assay source map "+string(id)
		if !view.IsRemote(s.URL) {
			w.Needs, w.Command = "a person's approval", "assay source approve "+string(id)
		}
	case provenance.Mapped:
		w.Needs, w.Command = "a person's approval", "assay source approve "+string(id)
		if onMap {
			needs := aq.NeedsPerson(r)
			if needs == "" {
				w.Needs, w.Command = "to be read", "assay build"
				return w, true
			}
			w.Needs += ": " + needs
		}
	case provenance.AuthRequired:
		w.Needs, w.Command = "a person: "+s.Reason, "assay source approve "+string(id)
		if view.IsRemote(s.URL) && (!onMap || s.From < provenance.Mapped || strings.HasPrefix(s.Reason, movedTo)) {
			w.Command = "assay source map " + string(id)
		}
	case provenance.Approved:
		w.Needs, w.Command = "to be read", "assay build"
	case provenance.Failed:
		w.Needs, w.Command = "a look: "+s.Reason, "assay source show "+string(id)
		if s.From == provenance.Approved {
			w.Command = "assay source crawl " + string(id)
		}
	default:
		if !onMap {
			return w, false
		}
		if aq.Trails.unfinished(r) || r.more {
			w.Needs, w.Command = "to be read to its end", "assay build"
			return w, true
		}
		if left, limit := aq.left(r.Id); left > 0 && limit >= r.Ceiling {
			w.Command, w.Needs = "assay source map "+string(r.Id), fmt.Sprintf(
				"a person's approval of more: it has grown by %d addresses beyond the %d credits that were approved for a reading", left, r.Ceiling)
			return w, true
		}
		now := aq.Seen(aq.SourceNow(id)) // as this build leaves it
		at, ages := aq.staleAt(now)
		if ages && aq.Now.After(at) {
			w.Needs, w.Command = "to be read again: its text is of "+OldestRetrieval(now)[:len(time.DateOnly)], "assay source refresh "+string(id)
			return w, true
		}
		if ages {
			aq.until(at.Add(1)) // whoever cites it or not, a build then reads it again
		}
		return w, false
	}
	return w, true
}

// movedTo begins the reason of a source that leads somewhere else than was approved.
const movedTo = "it leads to "

// UrlsOf lists the addresses of a source that have no text of their own, or whose text
// could not be had again, as the last crawl found them.
func (aq *Acquirer) UrlsOf(id provenance.SourceID) []reports.SourceURL {
	var out []reports.SourceURL
	at := map[string]int{}
	for url, f := range aq.Trails.of(id).URLs {
		if f.Verdict.Look() == web.LooksGood && f.Verdict != web.Duplicate {
			continue
		}
		u := reports.SourceURL{URL: url, Verdict: string(f.Verdict), Class: string(f.Class), Reason: f.Reason}
		if f.Of != "" {
			u.Reason += " as " + f.Of
		}
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b reports.SourceURL) int { return strings.Compare(a.URL, b.URL) })
	for i, u := range out {
		at[u.URL] = i
	}
	for _, page := range aq.Source(id).Pages {
		i, ok := at[page.URL]
		since, verdict := page.Unavailable, "unavailable"
		switch {
		case !page.Withdrawn.IsZero():
			since, verdict = page.Withdrawn, "withdrawn"
		case page.SupersededBy != "":
			verdict = "superseded"
		case page.Unavailable.IsZero() && !ok:
			continue
		}
		if !ok {
			i = len(out)
			out = append(out, reports.SourceURL{URL: page.URL, Verdict: verdict})
		}
		out[i].Held = true
		if page.SupersededBy != "" {
			out[i].Reason = "by " + page.SupersededBy
		}
		if !since.IsZero() {
			out[i].Verdict, out[i].Since = verdict, since.UTC().Format(time.RFC3339)
		}
	}
	return out
}
