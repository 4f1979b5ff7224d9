package audit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
)

const (
	auditNamed       = 5              // pages that a check names; it counts all
	auditBad         = 0.2            // share of a source's pages that may be no content
	auditEmpty       = 0.5            // share that may hardly have a word: those say nothing wrong
	auditRepeats     = 3              // pages that have a line, at which it counts as repeated,
	auditRepeatShare = 0.2            // and the least share of the source's pages
	auditBoiler      = 0.8            // share of words in repeated lines. Web pages before extraction have 0.4 to 0.5 (Gibson, Punera and Tomkins 2005)
	auditOneText     = 0.5            // share of the pages that one text may stand on,
	auditOneTextOf   = 5              // in a source of so many pages or more
	auditDoubt       = 0.15           // five standard errors of a sketch's estimate: below, no text need be read
	auditSkew        = 24 * time.Hour // clocks differ by minutes, and a date alone by up to 14 hours of time zone
)

// AuditOf makes the checks of what was found. Without found, whether search finds the
// source is left out.
func (au *Auditor) AuditOf(id provenance.SourceID, in Inspection, found *Retrieved, copies map[PageRef][]PageRef) reports.Audit {
	a := reports.Audit{OK: true, Checks: []reports.AuditCheck{
		au.asIndexed(id, in.integrity()),
		in.coherence(),
		in.duplicates(id, copies, au.urlOf),
		in.metadata(au.Now),
	}}
	if found != nil {
		a.Checks = append(a.Checks, found.check())
	}
	for i := range a.Checks {
		c := &a.Checks[i]
		c.Pages = c.Pages[:min(len(c.Pages), auditNamed)]
		if !c.OK {
			a.OK = false
			c.Hint = au.auditHint(id, c.Name)
		}
	}
	return a
}

// auditHint says what to do about a failed check.
func (au *Auditor) auditHint(id provenance.SourceID, check string) string {
	s := au.SourceNow(id)
	folder := au.SourcePath(id, "")
	inside := !strings.Contains(s.URL, ":")
	again := "`assay source crawl " + string(id) + "` reads it again"
	if inside {
		again = "mend or take away the originals and run `assay build`"
	}
	drop := "`assay source reject " + string(id) + " --reason …` leaves it out"
	switch check {
	case "integrity":
		if inside {
			again = "delete the page files named and run `assay build`: it makes them anew from the originals"
		}
		return "restore " + folder + " from git, or " + again
	case "retrieval":
		return "delete .assay/index and run `assay build`: the index is made anew"
	}
	return again + "; " + drop
}

// integrity: what is stored is what was stored, and nothing else lies there.
func (in Inspection) integrity() reports.AuditCheck {
	c := reports.AuditCheck{Name: "integrity"}
	passages, broken := 0, 0
	for _, page := range in.Pages {
		passages += page.passages
		broken += page.broken
		switch {
		case page.broken > 0:
			c.Pages = append(c.Pages, reports.AuditPage{Page: page.name(), File: page.file, Why: reports.Count(page.broken, "passage") + " changed after it was stored"})
		case page.fault != "":
			c.Pages = append(c.Pages, reports.AuditPage{Page: page.name(), File: page.file, Why: page.fault})
		}
	}
	c.Pages = append(c.Pages, in.faults...)
	c.OK = len(c.Pages) == 0
	c.Text = fmt.Sprintf("%d of %d passages hash to their ids", passages-broken, passages)
	if !c.OK {
		c.Text += "; " + reports.Count(len(c.Pages), "page") + " " + reports.Verb(len(c.Pages), "is", "are") + " not as stored"
	}
	return c
}

// asIndexed adds to the check of integrity whether the passages are those of which the ledger
// has the digest: a changed passage can be given the id of its new words, the ledger cannot.
func (au *Auditor) asIndexed(id provenance.SourceID, c reports.AuditCheck) reports.AuditCheck {
	if want := au.State(id).Passages; want != "" && au.Index.PassagesOf(id) != want {
		c.OK = false
		c.Text += "; they are not those that the ledger says were ingested"
	}
	return c
}

// coherence: the text is text, and content. One bad page among many is named and
// fails nothing: it is one page that nobody should cite.
func (in Inspection) coherence() reports.AuditCheck {
	c := reports.AuditCheck{Name: "coherence", OK: true}
	bad, bare, words := 0, 0, 0
	for _, page := range in.Pages {
		words += page.words
		switch page.flaw {
		case sound:
			continue
		case empty:
			bare++
		default:
			bad++
		}
		c.Pages = append(c.Pages, reports.AuditPage{Page: page.name(), File: page.file, Why: page.why})
	}
	// The worse first: of pages without words there may be many.
	slices.SortStableFunc(c.Pages, func(a, b reports.AuditPage) int { return in.bareness(a) - in.bareness(b) })
	all := len(in.Pages)
	share := 0.0
	if in.words > 0 {
		share = float64(in.repeated) / float64(in.words)
	}
	c.Text = fmt.Sprintf("%d words of text", words)
	if in.distinct >= auditRepeats {
		c.Text += fmt.Sprintf(", %.0f %% of them in lines that page after page has", 100*share)
	}
	if bad > 0 {
		c.Text += fmt.Sprintf("; %d of %s %s no content", bad, reports.Count(all, "page"), reports.Verb(bad, "is", "are"))
	}
	if bare > 0 {
		c.Text += fmt.Sprintf("; %d of %s %s hardly a word", bare, reports.Count(all, "page"), reports.Verb(bare, "has", "have"))
	}
	c.OK = words >= auditMinWords && float64(bad) <= auditBad*float64(all) && float64(bare) <= auditEmpty*float64(all) &&
		bad+bare < all && share <= auditBoiler
	return c
}

func (in Inspection) bareness(a reports.AuditPage) int {
	for _, page := range in.Pages {
		if page.file == a.File && page.flaw == empty {
			return 1
		}
	}
	return 0
}

// duplicates: pages that say nearly the same. They are one witness, and no fault; but
// one text on page after page is what a site says that has nothing else to say.
func (in Inspection) duplicates(id provenance.SourceID, copies map[PageRef][]PageRef, urlOf func(PageRef) string) reports.AuditCheck {
	c := reports.AuditCheck{Name: "duplicates", OK: true}
	copied, most := 0, 0
	for _, group := range in.copies {
		copied += len(group) - 1
		most = max(most, len(group))
		for _, n := range group[1:] {
			c.Pages = append(c.Pages, reports.AuditPage{Page: in.Pages[n].name(), File: in.Pages[n].file, Why: "says nearly the same as " + in.Pages[group[0]].name()})
		}
	}
	mirrored := 0
	for _, page := range in.Pages {
		for _, other := range copies[PageRef{id, page.file}] {
			if other.source != id {
				mirrored++
				c.Pages = append(c.Pages, reports.AuditPage{Page: page.name(), File: page.file, Why: fmt.Sprintf("says nearly the same as %s of %s", urlOf(other), other.source)})
				break
			}
		}
	}
	c.Text = fmt.Sprintf("%d of %s %s nearly the same as another", copied, reports.Count(len(in.Pages), "page"), reports.Verb(copied, "says", "say"))
	if mirrored > 0 {
		c.Text += fmt.Sprintf("; %d %s held from other sources too", mirrored, reports.Verb(mirrored, "is", "are"))
	}
	if all := len(in.Pages); all >= auditOneTextOf && float64(most) > auditOneText*float64(all) {
		c.OK = false
		c.Text = fmt.Sprintf("%d of %s say one and the same", most, reports.Count(all, "page"))
	}
	return c
}

// metadata: a citation needs a title, an address and a date. Licence and language are
// worth knowing, and few pages name them.
func (in Inspection) metadata(now time.Time) reports.AuditCheck {
	c := reports.AuditCheck{Name: "metadata"}
	for _, page := range in.Pages {
		switch {
		case len(page.lacks) > 0:
			c.Pages = append(c.Pages, reports.AuditPage{Page: page.name(), File: page.file, Why: "has no " + strings.Join(page.lacks, ", no ")})
		case page.retrieved.Sub(now) > auditSkew:
			c.Pages = append(c.Pages, reports.AuditPage{Page: page.name(), File: page.file, Why: "was retrieved in the future, " + page.retrieved.UTC().Format(time.RFC3339)})
		}
	}
	c.OK = len(c.Pages) == 0
	good := len(in.Pages) - len(c.Pages)
	c.Text = fmt.Sprintf("%d of %s %s a title, an address, a date and a hash", good, reports.Count(len(in.Pages), "page"), reports.Verb(good, "has", "have"))
	var unknown []string
	if !in.licence {
		unknown = append(unknown, "licence")
	}
	if !in.language {
		unknown = append(unknown, "language")
	}
	if len(unknown) > 0 {
		c.Text += "; not known: " + strings.Join(unknown, ", ")
	}
	return c
}

// check says whether search finds the source.
func (r Retrieved) check() reports.AuditCheck {
	c := reports.AuditCheck{Name: "retrieval", OK: float64(r.Found) >= auditFound*float64(r.Sampled)}
	if r.Sampled == 0 {
		c.Text = "no passage has a sentence to search for"
		return c
	}
	c.Text = fmt.Sprintf("%d of %d sampled passages are found by their own words", r.Found, r.Sampled)
	if len(r.Missed) > 0 {
		c.Text += "; not by “" + view.Short(r.Missed[0]) + "”"
	}
	return c
}

// urlOf is a stored page's address.
func (au *Auditor) urlOf(ref PageRef) string {
	if page, ok := au.SourceNow(ref.source).Page(ref.file); ok && page.URL != "" {
		return page.URL
	}
	return ref.file
}
