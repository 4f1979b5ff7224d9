package firecrawl

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"assay/ingest/web"
)

// manual is a site of n pages, each with a link to the next.
func manual(s *service, site string, n int) {
	for i := range n {
		u := fmt.Sprintf("%s/docs/%d", site, i)
		if i == 0 {
			u = site + "/docs/"
		}
		links := []string{site + "/elsewhere"}
		if i+1 < n {
			links = append(links, fmt.Sprintf("%s/docs/%d", site, i+1))
		}
		s.docs[u] = page(u, fmt.Sprintf("Page %d", i), 200, links...)
	}
}

func openJournal(t *testing.T, path string, g *web.Graph) *web.Journal {
	t.Helper()
	j, err := web.OpenJournal(path, g.Digest())
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestAGraphThatIsNotKnownInFullIsFollowedByItsLinks(t *testing.T) {
	site := newSite(t, "User-agent: *\nDisallow: /docs/4")
	s := newService(t)
	manual(s, site, 6)
	pages := map[string]web.Page{}
	r, err := newEnvelope(t, s, newClock(), web.Options{}).Crawl(t.Context(), graph(t, site+"/docs/", web.Limits{Depth: 30}), web.CrawlOptions{Emit: collect(pages)})
	if err != nil || r.Counts[web.Fetched] != 4 || r.Counts[web.Robots] != 1 || r.Spent != 4 || r.Outside == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if p := pages[site+"/docs/3"]; p.Depth != 3 || !strings.HasPrefix(string(p.Body), "---\ntitle: \"Page 3\"\n") {
		t.Errorf("page 3 is %+v", p)
	}
}

func TestACrawlKeepsToItsLimits(t *testing.T) {
	site := newSite(t, "")
	for has, limit := range map[int]int{7: 3, 2: 40, 0: 40} {
		s := newService(t)
		manual(s, site, 5)
		money := &purse{has: has}
		r, err := newEnvelope(t, s, newClock(), web.Options{}).Crawl(t.Context(), graph(t, site+"/docs/", web.Limits{Depth: 30, Pages: limit}),
			web.CrawlOptions{Spend: money.spend, Refund: money.refund})
		want := min(has, limit)
		if err != nil || r.Counts[web.Fetched] != want || money.spent != want || r.Counts[web.Quota] == 0 || len(s.got("POST", "/scrape")) != want {
			t.Errorf("%d credits, %d pages: %+v, %v, %d spent", has, limit, r, err, money.spent)
		}
	}
}

// Invariant (the web): A service is paid once for what it is asked once, and its key goes
// nowhere else. See also TestTheKeyGoesNowhereElse.
func TestAKilledRunPaysOnce(t *testing.T) {
	site := newSite(t, "")
	for kill := 1; kill <= 3; kill++ {
		s := newService(t)
		manual(s, site, 20)
		g := graph(t, site+"/docs/", web.Limits{Depth: 30})
		path := filepath.Join(t.TempDir(), "journal")
		crawl := func(ctx context.Context, o web.CrawlOptions) (*web.Result, error) {
			j := openJournal(t, path, g)
			defer j.Close()
			o.Journal = j
			return newEnvelope(t, s, newClock(), web.Options{}).Crawl(ctx, g, o)
		}
		killed := make(chan bool)
		go func() { // ends as a kill would end it: nothing is tidied up
			defer close(killed)
			n := 0
			crawl(context.Background(), web.CrawlOptions{Emit: func(web.Page) error {
				if n++; n == kill {
					runtime.Goexit()
				}
				return nil
			}})
		}()
		<-killed
		pages := map[string]web.Page{}
		r, err := crawl(t.Context(), web.CrawlOptions{Emit: collect(pages)})
		if err != nil || r.Counts[web.Fetched] != 20 || r.Replayed != kill || r.Spent != 20-kill || len(s.got("POST", "/scrape")) != 20 {
			t.Errorf("kill %d: %+v, %v, %d scrapes", kill, r, err, len(s.got("POST", "/scrape")))
		}
		// All is in the journal now; a run after it asks for nothing again.
		r, err = crawl(t.Context(), web.CrawlOptions{})
		if err != nil || r.Counts[web.Fetched] != 20 || r.Spent != 0 || len(s.got("POST", "/scrape")) != 20 {
			t.Errorf("kill %d: the third run: %+v, %v", kill, r, err)
		}
	}
}
