package firecrawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"assay/ingest/web"
)

// manual is a site of n pages that the service crawls in parts.
func manual(s *service, site string, n int) (docs []map[string]any) {
	for i := range n {
		u := fmt.Sprintf("%s/docs/%d", site, i)
		if i == 0 {
			u = site + "/docs/"
		}
		links := []string{site + "/elsewhere"}
		if i+1 < n {
			links = append(links, fmt.Sprintf("%s/docs/%d", site, i+1))
		}
		d := page(u, fmt.Sprintf("Page %d", i), 200, links...)
		docs, s.docs[u] = append(docs, d), d
	}
	return docs
}

func partial(t *testing.T, site string, l web.Limits) *web.Graph {
	g := graph(t, site+"/docs/", l)
	g.Partial = "there may be more"
	return g
}

func openJournal(t *testing.T, path string, g *web.Graph) *web.Journal {
	t.Helper()
	j, err := web.OpenJournal(path, g.Digest())
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestAGraphThatIsNotKnownInFullIsCrawledByTheService(t *testing.T) {
	site := newSite(t, "")
	s := newService(t)
	docs := manual(s, site, 23)
	meta := func(i int) map[string]any { return docs[i]["metadata"].(map[string]any) }
	meta(5)["statusCode"] = 404
	meta(6)["url"] = "https://denied.example/"
	docs[7]["markdown"] = docs[8]["markdown"]
	meta(7)["title"] = "Page 8"
	docs[22]["links"] = []string{site + "/docs/blocked", site + "/docs/slow", site + "/docs/left"}
	s.docs[site+"/docs/left"] = page(site+"/docs/left", "Left", 200)
	s.crawls("0a1b-2c", 4, docs, `{"errors":[{"id":"1","timestamp":"2026-01-02T03:04:05Z","url":"`+site+`/docs/slow","code":"SCRAPE_TIMEOUT","error":"timed out"}],"robotsBlocked":["`+site+`/docs/blocked"]}`)
	e := newEnvelope(t, s, newClock(), web.Options{Allow: func(u string) error {
		if strings.Contains(u, "denied") {
			return errors.New("denied")
		}
		return nil
	}})
	pages, money := map[string]web.Page{}, &purse{has: 500}
	state := filepath.Join(t.TempDir(), "x", "journal.job")
	r, err := e.Crawl(t.Context(), partial(t, site, web.Limits{Depth: 30, Pages: 100, Credits: 60}), web.CrawlOptions{
		Emit: collect(pages), Spend: money.spend, Refund: money.refund, State: state,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[web.Verdict]int{web.Fetched: 21, web.Gone: 1, web.Denied: 1, web.Duplicate: 1, web.Robots: 1, web.Failed: 1}
	if !reflect.DeepEqual(r.Counts, want) {
		t.Errorf("counts %v, want %v", r.Counts, want)
	}
	if r.Spent != 24 || money.spent != 24 || r.Replayed != 0 || r.Requests != 24 || r.Outside == 0 {
		t.Errorf("%+v, %d credits", r, money.spent)
	}
	if p := pages[site+"/docs/3"]; p.Replayed || p.Depth != 3 || p.Found != web.FoundLink || p.From != site+"/docs/2" || !strings.HasPrefix(string(p.Body), "---\ntitle: \"Page 3\"\n") {
		t.Errorf("page 3 is %+v", p)
	}
	if p := pages[site+"/docs/slow"]; p.Class != web.ClassTimeout || !strings.Contains(p.Reason, "timed out") {
		t.Errorf("slow is %+v", p)
	}
	orders := s.got("POST", "/crawl")
	if len(orders) != 1 {
		t.Fatalf("%d crawls", len(orders))
	}
	in := orders[0].in
	scrape, _ := in["scrapeOptions"].(map[string]any)
	for k, v := range map[string]any{"url": site + "/docs/", "limit": 60.0, "maxDiscoveryDepth": 30.0, "sitemap": "include", "allowExternalLinks": false, "allowSubdomains": false, "maxConcurrency": nil, "delay": nil} {
		if in[k] != v {
			t.Errorf("%s is %v, want %v", k, in[k], v)
		}
	}
	if fmt.Sprint(in["includePaths"]) != "[^/docs/$ ^/docs/]" || scrape["maxAge"] != 0.0 || scrape["onlyMainContent"] != true {
		t.Errorf("asked %v", in)
	}
	if got := s.got("POST", "/scrape"); len(got) != 1 || got[0].in["url"] != site+"/docs/left" {
		t.Errorf("read page by page: %v", got)
	}
	if len(s.got("DELETE", "/crawl/0a1b-2c")) != 0 {
		t.Error("a crawl that is over was cancelled")
	}
	if _, err := os.Stat(state); !os.IsNotExist(err) {
		t.Errorf("the file of the crawl is still there: %v", err)
	}
}

// die ends the goroutine that crawls, as a kill would: nothing is tidied up.
func die(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// Invariant (the web): A service is paid once for what it is asked once, and its key goes
// nowhere else. See also TestTheKeyGoesNowhereElse.
func TestAKilledRunPaysOnce(t *testing.T) {
	site := newSite(t, "")
	for kill := 1; kill <= 3; kill++ {
		s, c := newService(t), newClock()
		docs := manual(s, site, 20)
		s.crawls("job-1", 3, docs, `{"errors":[],"robotsBlocked":[]}`)
		g := partial(t, site, web.Limits{Depth: 30})
		path := filepath.Join(t.TempDir(), "journal")
		n := 0
		c.stop = func() {
			if n++; n == kill {
				runtime.Goexit()
			}
		}
		die(func() {
			j := openJournal(t, path, g)
			defer j.Close()
			newEnvelope(t, s, c, web.Options{}).Crawl(context.Background(), g, web.CrawlOptions{Journal: j, State: path + ".job"})
		})
		c.stop = nil
		j := openJournal(t, path, g)
		pages := map[string]web.Page{}
		r, err := newEnvelope(t, s, c, web.Options{}).Crawl(t.Context(), g, web.CrawlOptions{Journal: j, State: path + ".job", Emit: collect(pages)})
		j.Close()
		if err != nil || r.Counts[web.Fetched] != 20 || r.Spent != 20 || len(s.got("POST", "/crawl")) != 1 || len(s.got("POST", "/scrape")) != 0 {
			t.Errorf("kill %d: %+v, %v, %d crawls, %d scrapes", kill, r, err, len(s.got("POST", "/crawl")), len(s.got("POST", "/scrape")))
		}
		if p := pages[site+"/docs/19"]; p.Retrieved.After(c.now) || p.Retrieved.IsZero() {
			t.Errorf("kill %d: retrieved %s", kill, p.Retrieved)
		}
		// All is in the journal now; a run after it asks for nothing again.
		before := len(s.got("GET", "/crawl/job-1"))
		j = openJournal(t, path, g)
		r, err = newEnvelope(t, s, c, web.Options{}).Crawl(t.Context(), g, web.CrawlOptions{Journal: j, State: path + ".job"})
		j.Close()
		if err != nil || r.Counts[web.Fetched] != 20 || r.Spent != 0 || len(s.got("GET", "/crawl/job-1")) != before || len(s.got("POST", "/crawl")) != 1 {
			t.Errorf("kill %d: the third run: %+v, %v", kill, r, err)
		}
	}
}

func TestAStoppedRunStopsTheService(t *testing.T) {
	site := newSite(t, "")
	s, c := newService(t), newClock()
	docs := manual(s, site, 12)
	s.crawls("job-2", 3, docs, `{}`)
	g := partial(t, site, web.Limits{Depth: 30, Pages: 50})
	path := filepath.Join(t.TempDir(), "journal")
	ctx, cancel := context.WithCancelCause(t.Context())
	c.stop = func() {
		if len(s.got("GET", "/crawl/job-2")) >= 2 {
			cancel(errors.New("the user has had enough"))
		}
	}
	money := &purse{has: 100}
	j := openJournal(t, path, g)
	r, err := newEnvelope(t, s, c, web.Options{}).Crawl(ctx, g, web.CrawlOptions{Journal: j, State: path + ".job", Spend: money.spend, Refund: money.refund})
	j.Close()
	if err == nil || !strings.Contains(err.Error(), "had enough") || len(s.got("DELETE", "/crawl/job-2")) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	first := r.Spent
	if first == 0 || money.spent != first {
		t.Errorf("%+v, %d credits", r, money.spent)
	}
	// The service keeps what it had read; the rest is read page by page.
	kept := mustJSON(docs[:6])
	s.on("GET /v2/crawl/job-2", "")
	s.answer["GET /v2/crawl/job-2"] = func(w http.ResponseWriter, r *http.Request) {
		say(w, 200, fmt.Sprintf(`{"status":"cancelled","total":12,"completed":6,"creditsUsed":6,"data":%s}`, kept))
	}
	c.stop = nil
	j = openJournal(t, path, g)
	defer j.Close()
	r, err = newEnvelope(t, s, c, web.Options{}).Crawl(t.Context(), g, web.CrawlOptions{Journal: j, State: path + ".job"})
	if err != nil || r.Counts[web.Fetched] != 12 || len(s.got("POST", "/crawl")) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if paged := len(s.got("POST", "/scrape")); r.Spent != paged+6-first {
		t.Errorf("spent %d after %d, %d pages one by one", r.Spent, first, paged)
	}
}

func TestACrawlIsFoundThatWasNeverNamed(t *testing.T) {
	site := newSite(t, "")
	s, c := newService(t), newClock()
	s.crawls("job-3", 30, manual(s, site, 5), `{}`)
	s.on("GET /v2/crawl/active", `{"success":true,"crawls":[{"id":"other","teamId":"t","url":"https://other.example/"},{"id":"job-3","teamId":"t","url":"`+site+`/docs/"}]}`)
	e := newEnvelope(t, s, c, web.Options{})
	g := partial(t, site, web.Limits{Depth: 30})
	state := filepath.Join(t.TempDir(), "job")
	if err := (&job{Base: e.base, Bounds: g.Digest(), Start: g.Start, Limit: 200, Submitted: c.Now()}).keep(state); err != nil {
		t.Fatal(err)
	}
	r, err := e.Crawl(t.Context(), g, web.CrawlOptions{State: state})
	if err != nil || r.Counts[web.Fetched] != 5 || len(s.got("POST", "/crawl")) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestACrawlNeverAsksForMoreThanThereIs(t *testing.T) {
	site := newSite(t, "")
	order := func(s *service, l web.Limits, o web.CrawlOptions) (any, *web.Result, error) {
		s.crawls("job-4", 30, manual(s, site, 5), `{}`)
		r, err := newEnvelope(t, s, newClock(), web.Options{}).Crawl(t.Context(), partial(t, site, l), o)
		if got := s.got("POST", "/crawl"); len(got) == 1 {
			return got[0].in["limit"], r, err
		}
		return nil, r, err
	}
	if limit, _, err := order(newService(t), web.Limits{Pages: 40}, web.CrawlOptions{}); limit != 40.0 || err != nil {
		t.Errorf("pages: %v, %v", limit, err)
	}
	money := &purse{has: 7}
	if limit, r, err := order(newService(t), web.Limits{}, web.CrawlOptions{Spend: money.spend, Refund: money.refund}); limit != 7.0 || err != nil || money.spent != 5 || r.Spent != 5 {
		t.Errorf("session: %v, %+v, %v", limit, r, err)
	}
	s := newService(t)
	s.on("GET /v2/team/credit-usage", `{"success":true,"data":{"remainingCredits":11}}`)
	if limit, _, err := order(s, web.Limits{}, web.CrawlOptions{}); limit != 11.0 || err != nil {
		t.Errorf("account: %v, %v", limit, err)
	}
	s = newService(t)
	s.on("GET /v2/team/credit-usage", `{"success":true,"data":{"remainingCredits":0}}`)
	if limit, _, err := order(s, web.Limits{}, web.CrawlOptions{}); limit != nil || !errors.Is(err, ErrCredits) {
		t.Errorf("empty account: %v, %v", limit, err)
	}
	money = &purse{}
	limit, r, err := order(newService(t), web.Limits{}, web.CrawlOptions{Spend: money.spend, Refund: money.refund})
	if limit != nil || err != nil || r.Counts[web.Quota] != 1 {
		t.Errorf("empty session: %v, %+v, %v", limit, r, err)
	}
	s = newService(t)
	money = &purse{has: 50}
	s.crawls("job-5", 1, nil, `{}`)
	s.answer["POST /v2/crawl"] = func(w http.ResponseWriter, r *http.Request) {
		say(w, 402, `{"success":false,"error":"Insufficient credits"}`)
	}
	state := filepath.Join(t.TempDir(), "job")
	_, err = newEnvelope(t, s, newClock(), web.Options{}).Crawl(t.Context(), partial(t, site, web.Limits{}), web.CrawlOptions{Spend: money.spend, Refund: money.refund, State: state})
	if _, stat := os.Stat(state); !errors.Is(err, ErrCredits) || money.spent != 0 || stat == nil {
		t.Errorf("402: %v, %d credits, %v", err, money.spent, stat)
	}
}

func TestACrawlThatIsForgottenIsReadPageByPage(t *testing.T) {
	site := newSite(t, "")
	s, c := newService(t), newClock()
	manual(s, site, 3)
	e := newEnvelope(t, s, c, web.Options{})
	g := partial(t, site, web.Limits{Depth: 30})
	state := filepath.Join(t.TempDir(), "job")
	if err := (&job{Base: e.base, Bounds: g.Digest(), Start: g.Start, ID: "old", Limit: 200, Submitted: c.Now()}).keep(state); err != nil {
		t.Fatal(err)
	}
	r, err := e.Crawl(t.Context(), g, web.CrawlOptions{State: state})
	if err != nil || r.Counts[web.Fetched] != 3 || len(s.got("POST", "/crawl")) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestOddCrawlsEnd(t *testing.T) {
	site := newSite(t, "")
	for name, body := range map[string]string{
		"elsewhere": `{"status":"completed","next":"https://evil.example/v2/crawl/other?skip=1","data":[]}`,
		"no status": `{"data":[]}`,
		"still":     `{"status":"scraping","total":9,"completed":0,"data":[]}`,
	} {
		s, c := newService(t), newClock()
		s.crawls("job-6", 1, nil, `{}`)
		s.on("GET /v2/crawl/job-6", body)
		if _, err := newEnvelope(t, s, c, web.Options{}).Crawl(t.Context(), partial(t, site, web.Limits{}), web.CrawlOptions{}); err == nil {
			t.Errorf("%s: no error", name)
		}
		if looks := len(s.got("GET", "/crawl/job-6")); looks > 100 {
			t.Errorf("%s: %d looks", name, looks)
		}
	}
	// A chain that never ends, and gives the same page for ever.
	s, c := newService(t), newClock()
	docs := manual(s, site, 1)
	s.crawls("job-7", 1, nil, `{}`)
	n := 0
	s.answer["GET /v2/crawl/job-7"] = func(w http.ResponseWriter, r *http.Request) {
		n++
		say(w, 200, fmt.Sprintf(`{"status":"completed","total":1,"completed":1,"creditsUsed":1e30,"next":"/v2/crawl/job-7?skip=%d","data":[]}`, n))
	}
	money := &purse{has: 1000}
	r, err := newEnvelope(t, s, c, web.Options{}).Crawl(t.Context(), partial(t, site, web.Limits{Pages: 2}), web.CrawlOptions{Spend: money.spend, Refund: money.refund})
	if err != nil || n > 50 || r.Counts[web.Fetched] != 1 || money.spent > 1000 {
		t.Errorf("%+v, %v, %d parts of %d documents", r, err, n, len(docs))
	}
}

func TestIncludePaths(t *testing.T) {
	for _, c := range []struct {
		prefixes []string
		start    string
		want     []string
	}{
		{[]string{"https://a.example/docs/"}, "https://a.example/docs/", []string{"^/docs/$", "^/docs/"}},
		{[]string{"https://a.example/docs"}, "https://a.example/docs", []string{"^/docs$", "^/docs(/|$)"}},
		{[]string{"https://a.example/v1.2/", "https://b.example/"}, "https://a.example/start", []string{"^/start$", `^/v1\.2/`}},
		{[]string{"https://a.example/x/", "https://a.example/"}, "https://a.example/x/", nil},
		{[]string{"https://a.example/a(b)%20c/"}, "https://a.example/a(b)%20c/", []string{`^/a\(b\)%20c/$`, `^/a\(b\)%20c/`}},
	} {
		if got := includePaths(c.prefixes, c.start); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.prefixes, got, c.want)
		}
	}
}
