package firecrawl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"assay/ingest/web"
	"assay/vault"
)

const (
	// poll is the first pause between two looks at a crawl, pollMost the longest.
	poll     = 2 * time.Second
	pollMost = 30 * time.Second
	// stalled is how long a crawl may stand still. Pages have five minutes each.
	stalled = 30 * time.Minute
	// maxEmpty parts of a result in a row end it: failed pages leave holes.
	maxEmpty = 20
)

// A job is a crawl of the service as its file remembers it. The file is written before
// the crawl is submitted, without id, and again when the service has named it: a run
// that is killed between the two finds the crawl among those that are under way.
type job struct {
	Base      string     `json:"base"`
	Bounds    vault.Hash `json:"bounds"` // of the graph
	Start     string     `json:"start"`
	ID        string     `json:"id,omitempty"`
	Limit     int        `json:"limit"`
	Submitted time.Time  `json:"submitted"`
	Reported  int        `json:"reported,omitempty"` // credits that earlier runs told of
}

// A harvest is what a crawl of the service brought.
type harvest struct {
	job    *job
	old    bool // submitted by an earlier run
	used   int  // credits
	order  []string
	files  map[string]int // of the pages that there is a document of
	told   map[string]web.Page
	places map[string]place
}

type place struct {
	depth int
	found web.Found
	from  string
}

// status is how far a crawl of the service is, with a part of its pages.
type status struct {
	Status    string     `json:"status"`
	Total     int        `json:"total"`
	Completed int        `json:"completed"`
	Credits   float64    `json:"creditsUsed"`
	Next      string     `json:"next"`
	Data      []document `json:"data"`
}

// crawl lets the service crawl where that is the way, or finds the crawl of an earlier run,
// and keeps its pages.
func (r *run) crawl(ctx context.Context, l web.Limits) error {
	if r.o.ListedOnly {
		return nil
	}
	r.files, r.told, r.places = map[string]int{}, map[string]web.Page{}, map[string]place{}
	for _, n := range r.g.Nodes {
		r.places[n.URL] = place{n.Depth, n.Found, n.From}
	}
	r.job = remember(r.o.State, r.e.base, r.g)
	r.old = r.job != nil
	if r.old && r.job.ID == "" {
		if err := r.find(ctx); err != nil {
			return err
		}
	}
	if r.job == nil || r.job.ID == "" {
		// A journal with pages and no job is of a crawl that went page by page, or whose
		// job is lost: the service is not paid twice for what is there.
		held := r.o.Journal != nil && r.o.Journal.Len() > 0
		wide := r.g.Partial != "" || r.g.Wanted() > most(l)
		if held || !wide && !r.old {
			return nil
		}
		if again, err := r.submit(ctx, l); err != nil || !again {
			return err
		}
	}
	err := r.gather(ctx)
	if no := refusalOf(err); no != nil && no.status == 404 { // results are kept a day
		r.harvest = harvest{}
		return forget(r.o.State)
	}
	if err != nil && ctx.Err() != nil {
		// The crawl stops too; its file stays, so that the next run has what was read until then.
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		r.e.ask(late, "/crawl/"+r.job.ID, question{method: "DELETE", once: true}, nil)
	}
	return err
}

// most is how many pages may be asked for.
func most(l web.Limits) int {
	if l.Credits > 0 {
		return min(l.Pages, l.Credits)
	}
	return l.Pages
}

// find looks for a crawl that was submitted by a run that was killed before it heard
// the name of it.
func (r *run) find(ctx context.Context) error {
	var reply struct {
		Crawls []struct {
			ID  string `json:"id"`
			URL string `json:"url"`
		} `json:"crawls"`
	}
	err := r.e.ask(ctx, "/crawl/active", question{}, &reply)
	if no := refusalOf(err); err != nil && (no == nil || no.fatal()) {
		return err
	}
	for _, c := range reply.Crawls {
		if at, err := web.Canonical(c.URL); err == nil && at == r.g.Start && isID(c.ID) {
			r.job.ID = c.ID
			return r.job.keep(r.o.State)
		}
	}
	return nil
}

// submit hands a crawl in, for no more pages than there are credits. It gives false where
// nothing may be asked for.
func (r *run) submit(ctx context.Context, l web.Limits) (bool, error) {
	p := web.Page{URL: r.g.Start}
	if !r.e.o.Client.Admit(ctx, &p, r.prefixes) {
		return false, ctx.Err() // the machine says so of the page
	}
	limit := most(l)
	if r.e.o.Key != "" {
		left, err := r.e.remaining(ctx)
		switch {
		case err != nil:
			return false, err
		case left == 0:
			return false, ErrCredits
		case left > 0:
			limit = min(limit, left)
		}
	}
	if limit = r.afford(limit); limit == 0 {
		return false, nil
	}
	r.old, r.job = false, &job{Base: r.e.base, Bounds: r.g.Digest(), Start: r.g.Start, Limit: limit, Submitted: r.e.now()}
	if err := r.job.keep(r.o.State); err != nil {
		return false, err
	}
	in := map[string]any{
		"url": r.g.Start, "limit": limit, "maxDiscoveryDepth": l.Depth, "sitemap": "include",
		"crawlEntireDomain": true, "allowExternalLinks": false, "allowSubdomains": false, "ignoreQueryParameters": false,
		"scrapeOptions": r.e.scrapeOptions(),
	}
	if paths := includePaths(r.prefixes, r.g.Start); paths != nil {
		in["includePaths"] = paths
	}
	if d := r.e.web.Delay; d > 0 {
		in["delay"] = min(d.Seconds(), 60)
	}
	var reply struct {
		ID string `json:"id"`
	}
	err := r.e.ask(ctx, "/crawl", question{in: in, once: true}, &reply)
	if err == nil && !isID(reply.ID) {
		err = errors.New("the service gives a crawl no usable name")
	}
	if err != nil {
		// An answer of no is final; without one the file stays, for the crawl may be under way.
		if no := refusalOf(err); no != nil && no.status >= 400 && no.status < 500 {
			err = errors.Join(err, forget(r.o.State))
		}
		return false, err
	}
	r.job.ID = reply.ID
	return true, r.job.keep(r.o.State)
}

// afford is how many of so many credits there are.
func (r *run) afford(want int) (n int) {
	if r.o.Spend == nil || r.o.Refund == nil {
		return want
	}
	for n < want && r.o.Spend() == nil {
		n++
	}
	for range n {
		r.o.Refund()
	}
	return n
}

// includePaths gives the patterns of the prefixes on the host of the start. The start
// is tested like any page, and a start that no pattern matches is a crawl of nothing:
// so it has its own. Nil is for a whole host.
func includePaths(prefixes []string, start string) []string {
	at, err := url.Parse(start)
	if err != nil {
		return nil
	}
	paths := []string{"^" + regexp.QuoteMeta(at.EscapedPath()) + "$"}
	for _, p := range prefixes {
		u, err := url.Parse(p)
		if err != nil || u.Host != at.Host {
			continue
		}
		switch path := u.EscapedPath(); {
		case path == "/" || path == "":
			return nil
		case strings.HasSuffix(path, "/"):
			paths = append(paths, "^"+regexp.QuoteMeta(path))
		default:
			paths = append(paths, "^"+regexp.QuoteMeta(path)+"(/|$)")
		}
	}
	return paths
}

// gather takes the pages in as they come. While the crawl runs, parts may be given out
// with holes, so that the parts of what is over are gone through from the first.
func (r *run) gather(ctx context.Context) error {
	wait, since, before := poll, r.e.now(), [3]int{}
	seen, empty, over, at := map[string]bool{}, 0, false, ""
	for {
		s, next, err := r.part(ctx, at)
		if err != nil {
			return err
		}
		if empty++; len(s.Data) > 0 {
			empty = 0
		}
		switch {
		case over && (next == "" || seen[next] || empty >= maxEmpty):
			return r.failures(ctx)
		case over:
			at, seen[next] = next, true
			continue
		case s.Status == "completed", s.Status == "failed", s.Status == "cancelled":
			over, at, empty, seen = true, "", 0, map[string]bool{}
			continue
		case len(s.Data) > 0 && next != "" && !seen[next]:
			at, seen[next] = next, true
			continue
		}
		if now := [3]int{s.Total, s.Completed, len(r.files)}; now != before {
			before, since, wait = now, r.e.now(), poll
		}
		if r.e.now().Sub(since) > stalled {
			return fmt.Errorf("the service's crawl %s stands still for %s (%s, %d of %d pages)", r.job.ID, stalled, r.e.clean(s.Status), s.Completed, s.Total)
		}
		if err := r.e.web.Sleep(ctx, wait); err != nil {
			return context.Cause(ctx)
		}
		wait = min(wait*3/2, pollMost)
	}
}

// part takes a part of the pages in. next is the query of the one that follows: of the
// address that the service gives only that is used, since behind a proxy it names itself
// wrongly, and the key goes nowhere else.
func (r *run) part(ctx context.Context, query string) (s status, next string, err error) {
	if err := r.e.ask(ctx, "/crawl/"+r.job.ID+query, question{}, &s); err != nil {
		return s, "", err
	}
	if s.Status == "" {
		return s, "", errors.New("the service gives a crawl no status")
	}
	r.used = int(min(max(s.Credits, 0), float64(100*max(r.job.Limit, 1))))
	for _, d := range s.Data {
		if err := r.take(d); err != nil {
			return s, "", err
		}
	}
	if r.o.Progress != nil {
		r.o.Progress(web.Progress{Done: s.Completed, Fetched: len(r.files), Queued: max(0, s.Total-s.Completed), URL: r.g.Start})
	}
	if s.Next == "" {
		return s, "", nil
	}
	u, err := url.Parse(s.Next)
	if err != nil || !strings.HasSuffix(u.Path, "/crawl/"+r.job.ID) || u.RawQuery == "" {
		return s, "", fmt.Errorf("the service's next part of the crawl %s is at %q, which is none", r.job.ID, r.e.clean(s.Next))
	}
	return s, "?" + u.Query().Encode(), nil
}

// take keeps a document for when the machine asks for its page. One out of bounds is only
// paid for.
func (r *run) take(d document) error {
	u, err := web.Canonical(d.Metadata.first("sourceURL", "url"))
	if _, had := r.files[u]; err != nil || had {
		return nil // a page without an address is no evidence
	}
	if len(r.files) > 2*r.job.Limit+1000 {
		return fmt.Errorf("the service gives more than the %d pages that were asked for", r.job.Limit)
	}
	r.files[u] = len(r.files)
	if !within(r.prefixes, u) {
		r.charge(d.Metadata.credits())
		return nil
	}
	at := r.place(u)
	for _, ref := range refs(u, d.Links, r.prefixes) {
		if _, ok := r.places[ref]; !ok && within(r.prefixes, ref) && len(r.places) < r.g.Limits.URLs {
			r.places[ref] = place{at.depth + 1, web.FoundLink, u}
		}
	}
	r.order = append(r.order, u)
	raw, err := json.Marshal(d)
	if err == nil {
		err = os.WriteFile(r.file(u), raw, 0o600)
	}
	if err != nil {
		return fmt.Errorf("keep a page of the service: %w", err)
	}
	return nil
}

// place is where an address was found.
func (r *run) place(u string) place {
	at, ok := r.places[u]
	if !ok {
		at = place{min(1, r.g.Limits.Depth), foundMap, r.g.Start}
		r.places[u] = at
	}
	return at
}

func (r *run) file(u string) string { return filepath.Join(r.folder, strconv.Itoa(r.files[u])) }

// harvested is the document of a page, nil where there is none, and when it was read: now,
// or, of a crawl that ran while nobody looked, no later than that began.
func (r *run) harvested(u string) (*document, time.Time, error) {
	if _, ok := r.files[u]; !ok {
		return nil, time.Time{}, nil
	}
	var d document
	raw, err := os.ReadFile(r.file(u))
	if err == nil {
		err = json.Unmarshal(raw, &d)
	}
	at := r.e.now()
	if r.old {
		at = r.job.Submitted
	}
	return &d, at, err
}

// failures asks which pages the crawl could not read.
func (r *run) failures(ctx context.Context) error {
	var reply struct {
		Errors []struct {
			URL   string `json:"url"`
			Code  string `json:"code"`
			Error string `json:"error"`
		} `json:"errors"`
		Robots links `json:"robotsBlocked"`
	}
	err := r.e.ask(ctx, "/crawl/"+r.job.ID+"/errors", question{}, &reply)
	if no := refusalOf(err); err != nil && (no == nil || no.fatal()) {
		return err // else what failed is asked for again, page by page
	}
	for _, one := range reply.Errors {
		p := web.Page{URL: one.URL, Verdict: web.Failed, Class: web.ClassServer, Reason: "Firecrawl: " + r.e.clean(strings.TrimSpace(one.Code+" "+one.Error))}
		switch {
		case strings.Contains(one.Code, "TIMEOUT"):
			p.Class = web.ClassTimeout
		case strings.Contains(one.Code, "DNS"):
			p.Class = web.ClassDNS
		case strings.Contains(one.Code, "SSL"):
			p.Class = web.ClassTLS
		case strings.Contains(one.Code, "UNSUPPORTED_FILE"):
			p.Verdict, p.Class = web.Type, ""
		}
		r.tell(p)
	}
	for _, u := range reply.Robots {
		r.tell(web.Page{URL: u, Verdict: web.Robots, Reason: "Firecrawl says that robots.txt disallows it"})
	}
	return nil
}

// tell notes what became of a page that there is no document of.
func (r *run) tell(p web.Page) {
	u, err := web.Canonical(p.URL)
	if _, had := r.files[u]; err != nil || had || !within(r.prefixes, u) || len(r.told) >= r.g.Limits.URLs {
		return
	}
	r.place(u)
	p.URL, p.Final, p.Retrieved = u, u, r.e.now()
	r.told[u], r.order = p, append(r.order, u)
}

// stopped counts what the service billed for a crawl that is not taken in yet.
func (r *run) stopped() int {
	if r.job == nil || r.job.ID == "" {
		return 0
	}
	fresh := max(0, r.used-r.job.Reported)
	r.job.Reported += fresh
	r.job.keep(r.o.State) // as well as it goes: without it the next run counts them again
	r.charge(fresh)
	r.settle()
	return fresh
}

// reported are the credits that earlier runs told of.
func (r *run) reported() int {
	if r.job == nil {
		return 0
	}
	return r.job.Reported
}

// remember reads what an earlier run of the same bounds left; nil for nothing. A file
// that does not parse is one that was never written in full, or not by us.
func remember(path, base string, g *web.Graph) *job {
	raw, err := vault.ReadFile(path)
	var j job
	if err != nil || json.Unmarshal(raw, &j) != nil || j.Base != base ||
		j.Bounds != g.Digest() || j.Start != g.Start || j.ID != "" && !isID(j.ID) {
		return nil
	}
	return &j
}

// keep writes the job in one step.
func (j *job) keep(path string) error {
	if path == "" {
		return nil
	}
	raw, err := json.Marshal(j)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = vault.Replace(path, raw, 0o644)
	}
	if err != nil {
		return fmt.Errorf("keep the crawl of the service: %w", err)
	}
	return nil
}

// forget removes the file of a crawl that is done: another is another job.
func forget(path string) error {
	if err := os.Remove(path); path != "" && err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("forget the crawl of the service: %w", err)
	}
	return nil
}

// isID reports whether a job's name can be a segment of a path.
func isID(s string) bool {
	return s != "" && len(s) <= 128 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}
