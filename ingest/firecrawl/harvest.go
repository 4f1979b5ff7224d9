package firecrawl

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"assay/ingest/web"
	"assay/vault"
)

const (
	// poll is the first pause between two looks at a crawl.
	poll = 2 * time.Second
	// pollMost is the longest pause between two looks at a crawl.
	pollMost = 30 * time.Second
	// stalled is how long a crawl may stand still. Pages have five minutes each.
	stalled = 30 * time.Minute
	// maxEmpty parts of a result in a row end it: failed pages leave holes.
	maxEmpty = 20
)

var errGone = errors.New("the service does not know the crawl any more")

// harvest is a crawl of the service whose pages are being taken in.
type harvest struct {
	*run
	job    *job
	old    bool                  // submitted by an earlier run
	had    map[string]bool       // URLs that have a page, in the journal or told
	sums   map[vault.Hash]string // URL of a content
	depths map[string]place
	docs   map[string]bool // URLs of the documents of this job
	used   int
	last   status
}

type place struct {
	depth int
	found web.Found
	from  string
}

// gather waits for the crawl to end and takes its pages in as they come.
func (h *harvest) gather(ctx context.Context) error {
	at, wait, since := "", poll, h.e.now()
	before, seen := [3]int{}, map[string]bool{}
	for {
		s, err := h.part(ctx, at)
		if err != nil {
			return err
		}
		next, err := h.next(s.Next)
		if err != nil {
			return err
		}
		if now := [3]int{s.Total, s.Completed, len(h.docs)}; now != before {
			before, since, wait = now, h.e.now(), poll
		}
		if s.over() {
			break
		}
		if len(s.Data) > 0 && next != "" && !seen[next] {
			at, seen[next] = next, true
			continue
		}
		if h.e.now().Sub(since) > stalled {
			return fmt.Errorf("the service's crawl %s stands still for %s (%s, %d of %d pages)", h.job.ID, stalled, h.e.clean(s.Status), s.Completed, s.Total)
		}
		if err := h.e.web.Sleep(ctx, wait); err != nil {
			return context.Cause(ctx)
		}
		wait = min(wait*3/2, pollMost)
	}
	// While it ran, parts may have been given out with holes, so that the parts of
	// what is over are gone through from the first.
	if err := h.rest(ctx); err != nil {
		return err
	}
	return h.failures(ctx)
}

// rest takes in all parts of a crawl that is over.
func (h *harvest) rest(ctx context.Context) error {
	seen, empty := map[string]bool{"": true}, 0
	for at := ""; ; {
		s, err := h.part(ctx, at)
		if err != nil {
			return err
		}
		if empty++; len(s.Data) > 0 {
			empty = 0
		}
		if at, err = h.next(s.Next); err != nil || at == "" || seen[at] || empty >= maxEmpty {
			return err
		}
		seen[at] = true
	}
}

// part asks for a part of the pages and takes them in.
func (h *harvest) part(ctx context.Context, query string) (*status, error) {
	var s status
	err := h.e.call(ctx, question{path: "/crawl/" + h.job.ID + query}, &s)
	if failed, ok := asAPIError(err); ok && failed.status == 404 {
		return nil, errGone
	}
	if err != nil {
		return nil, err
	}
	if s.Status == "" {
		return nil, errors.New("the service gives a crawl no status")
	}
	h.used = int(min(max(s.Credits, 0), float64(100*max(h.job.Limit, 1))))
	h.last = s
	h.last.Data = nil
	for i := range s.Data {
		if err := h.take(s.Data[i], s.Ended); err != nil {
			return nil, err
		}
	}
	if h.o.Progress != nil {
		h.o.Progress(web.Progress{Done: s.Completed, Fetched: len(h.docs), Queued: max(0, s.Total-s.Completed), Bytes: h.bytes, URL: h.g.Start})
	}
	return &s, nil
}

// next is the query of the next part. Of the address that the service gives only that
// is used: behind a proxy it names itself wrongly, and the key goes nowhere else.
func (h *harvest) next(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || !strings.HasSuffix(u.Path, "/crawl/"+h.job.ID) || u.RawQuery == "" {
		return "", fmt.Errorf("the service's next part of the crawl %s is at %q, which is none", h.job.ID, h.e.clean(address))
	}
	return "?" + u.Query().Encode(), nil
}

// take makes a page of a document and keeps it.
func (h *harvest) take(d document, ended string) error {
	u, err := web.Canonical(d.Metadata.first("sourceURL", "url"))
	if err != nil {
		return nil // a page without an address is no evidence
	}
	h.docs[u] = true
	if len(h.docs) > 2*h.job.Limit+1000 {
		return fmt.Errorf("the service gives more than the %d pages that were asked for", h.job.Limit)
	}
	if h.had[u] {
		return nil
	}
	h.had[u] = true
	p := web.Page{URL: u}
	h.e.read(&p, d, h.prefixes)
	p.Retrieved = h.retrieved(ended)
	at, ok := h.depths[u]
	if !ok {
		at = place{min(1, h.g.Limits.Depth), foundMap, h.g.Start}
	}
	p.Depth, p.Found, p.From = at.depth, at.found, at.from
	for _, ref := range p.Refs {
		if _, ok := h.depths[ref]; !ok && within(h.prefixes, ref) && len(h.depths) < h.g.Limits.URLs {
			h.depths[ref] = place{at.depth + 1, web.FoundLink, p.Final}
		}
	}
	if of, ok := h.sums[p.Hash]; ok && p.Verdict == web.Fetched {
		p.Verdict, p.Of, p.Reason, p.Body, p.Refs = web.Duplicate, of, "the same bytes", nil, nil
	} else if p.Verdict == web.Fetched {
		h.sums[p.Hash] = u
	}
	if !within(h.prefixes, u) || h.refused(u) || !p.Settled() {
		p.Requests = 0 // it is paid with the crawl, and not asked for again in this run
		h.told[u] = p
		return nil
	}
	h.fresh[u] = true
	h.bytes += p.Bytes
	return h.o.Journal.Append(p)
}

// refused asks policy about an address that the service read of itself.
func (h *harvest) refused(u string) bool { return h.e.web.Allow != nil && h.e.web.Allow(u) != nil }

// retrieved is when a page was read: now, or, of a crawl that ran while nobody looked,
// no later than that ended, and where that is not known, when it began.
func (h *harvest) retrieved(ended string) time.Time {
	now := h.e.now()
	if !h.old {
		return now
	}
	if t, err := time.Parse(time.RFC3339, ended); err == nil && t.After(h.job.Submitted) && t.Before(now) {
		return t.UTC().Truncate(time.Second)
	}
	return h.job.Submitted
}

// close settles what the crawl cost. A run that was stopped stops the crawl too; its
// file stays, so that the next run has what was read until then.
func (h *harvest) close(ctx context.Context, err error) error {
	stopped := ctx.Err() != nil
	if stopped && !h.last.over() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		h.e.send(late, question{method: "DELETE", path: "/crawl/" + h.job.ID}, nil)
	}
	if !h.old && (stopped || h.last.over()) { // one that goes on may need all that was asked for
		h.refund(h.job.Limit - h.used)
		h.charge(h.used - h.job.Limit)
		h.settle()
		h.run.spent = 0 // it is in what the crawl cost
	}
	h.run.job = max(0, h.used-h.job.Reported)
	h.job.Reported = max(h.used, h.job.Reported)
	if stopped {
		h.job.keep(h.o.State) // as well as it goes: without it nothing is counted less
		return nil            // the machine hands on what is there, and says why it stopped
	}
	return errors.Join(err, h.job.keep(h.o.State))
}
