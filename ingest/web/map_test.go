package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestMap(t *testing.T) {
	s := newSite(t)
	s.html("/robots.txt", "User-agent: *\nDisallow: /docs/private\nSitemap: /index.xml\n")
	s.mux.Handle("/start", http.RedirectHandler("/docs/", http.StatusMovedPermanently))
	s.mux.HandleFunc("/docs/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/docs/" {
			http.NotFound(w, r)
			return
		}
		writePage(w, "Docs", "linked", "private/x", "/blog/", "a.zip")
		fmt.Fprint(w, `<link rel="alternate" type="application/atom+xml" href="/feed.xml">`)
	})
	s.page("/docs/linked", "Linked", "deeper")
	s.page("/docs/listed", "Listed")
	s.page("/docs/deeper", "Deeper")
	s.page("/docs/fed", "Fed")
	s.mux.HandleFunc("/index.xml", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<sitemapindex><sitemap><loc>%s/one.xml.gz</loc></sitemap><sitemap><loc>%s/gone.xml</loc></sitemap></sitemapindex>", s.URL, s.URL)
	})
	s.mux.HandleFunc("/one.xml.gz", func(w http.ResponseWriter, r *http.Request) {
		w.Write(zipped(fmt.Sprintf("<urlset><url><loc>%s/docs/listed</loc><lastmod>2026-01-01</lastmod></url><url><loc>%s/shop/</loc></url></urlset>", s.URL, s.URL)))
	})
	s.mux.HandleFunc("/feed.xml", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `<feed><entry><link href="/docs/fed"/></entry></feed>`)
	})
	c := NewClient(quick(Options{}))
	g, err := Map(t.Context(), c, c.Fetch, s.URL+"/start", Limits{Depth: 3, Pages: 50})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range g.Nodes {
		got = append(got, fmt.Sprintf("%s %s %d %s", strings.TrimPrefix(n.URL, s.URL), n.Found, n.Depth, n.Verdict))
	}
	want := "/docs/ seed 0 fetched|/docs/listed sitemap 1 fetched|/docs/fed feed 1 fetched|/docs/linked link 1 fetched|/docs/private/x link 1 robots|/docs/a.zip link 1 type|/docs/deeper link 2 fetched"
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
	if g.Partial != "" || g.Credits() != 5 || g.Outside < 2 || g.Start != s.URL+"/docs/" || g.Limits.Prefixes[0] != s.URL+"/docs/" {
		t.Errorf("%+v", g)
	}
	if r := g.Nodes[4].Robots; r == nil || r.Line != 2 || r.Group != "*" {
		t.Errorf("the ruling is not on the record: %+v", r)
	}
	if len(g.Robots) != 1 || g.Robots[0].Hash == nil || len(g.Sitemaps) != 3 || len(g.Feeds) != 1 {
		t.Errorf("%+v %+v %+v", g.Robots, g.Sitemaps, g.Feeds)
	}
	r, err := Crawl(t.Context(), c, g, CrawlOptions{})
	if err != nil || r.Counts[Fetched] != 5 || r.Counts[Robots] != 1 || r.Counts[Type] != 1 {
		t.Errorf("%+v, %v", r, err)
	}

	few, err := Map(t.Context(), c, c.Fetch, s.URL+"/docs/", Limits{Depth: 3, Pages: 50, Probe: -1})
	if err != nil || few.Partial == "" || few.Credits() != 50 {
		t.Errorf("a partial map costs %d: %q, %v", few.Credits(), few.Partial, err)
	}
	if few.Digest() != g.Digest() {
		t.Error("how much the map read changes what is approved")
	}
}

func TestDigestIsOfTheBounds(t *testing.T) {
	g := mustGraph(t, "https://example.org/docs/", Limits{Depth: 3, Pages: 10})
	same := *g
	same.Nodes = append(same.Nodes, Node{URL: "https://example.org/docs/new"})
	if same.Digest() != g.Digest() {
		t.Error("a new page within the bounds changes the digest")
	}
	for name, change := range map[string]func(*Limits){
		"depth": func(l *Limits) { l.Depth++ }, "pages": func(l *Limits) { l.Pages++ }, "credits": func(l *Limits) { l.Credits = 5 },
		"prefix": func(l *Limits) { l.Prefixes = []string{"https://example.org/"} }, "host": func(l *Limits) { l.Prefixes = []string{"https://example.com/docs/"} },
	} {
		other := *g
		change(&other.Limits)
		if other.Digest() == g.Digest() {
			t.Errorf("another %s leaves the digest", name)
		}
	}
}
