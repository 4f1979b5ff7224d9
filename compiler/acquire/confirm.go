package acquire

import (
	"time"

	"assay/provenance"
)

// confirm notes that a page says what is stored of it. That is one moment for all pages
// of a source, on the ledger: so a refresh of a site of which nothing changed changes no file.
func (u *update) confirm(page *provenance.Page, at time.Time) {
	u.looked[page.URL] = true
	if at.After(u.p.Now) {
		at = u.p.Now // the build's one moment, by which its events are dated
	}
	if at = at.UTC().Truncate(time.Second); !u.r.more && (u.confirmed.IsZero() || at.Before(u.confirmed)) {
		u.confirmed = at
	}
}

// missed are the pages that are stored and that this crawl did not see. What was known of
// them so far goes into the description, since the ledger's word is of the others now.
func (u *update) missed() []string {
	var out []string
	if u.confirmed.IsZero() {
		return nil
	}
	state := u.p.State(u.r.Id)
	for i := range u.next.Pages {
		if page := &u.next.Pages[i]; !u.looked[page.URL] {
			page.Retrieved = state.Seen(*page)
			out = append(out, page.URL)
		}
	}
	return out
}
