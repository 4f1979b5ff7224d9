package firecrawl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/ingest/extract"
	"assay/ingest/web"
)

func TestMapIsAGraphToReview(t *testing.T) {
	site := newSite(t, "User-agent: *\nDisallow: /docs/private")
	for name, body := range map[string]string{
		"objects": `{"success":true,"links":[{"url":"%[1]s/docs/a?utm_source=x","title":"A"},{"url":"%[1]s/docs/a"},{"url":"%[1]s/docs/private/x"},{"url":"%[1]s/docs/denied"},{"url":"%[1]s/blog"},{"url":"http://10.0.0.1/docs/"},{"title":"none"}]}`,
		"strings": `{"success":true,"links":["%[1]s/docs/a","%[1]s/docs/private/x","%[1]s/docs/denied","%[1]s/blog","http://10.0.0.1/docs/","::"]}`,
	} {
		s := newService(t)
		s.on("POST /v2/map", fmt.Sprintf(body, site))
		e := newEnvelope(t, s, newClock(), web.Options{Allow: func(u string) error {
			if strings.Contains(u, "denied") {
				return errors.New("the policy denies it")
			}
			return nil
		}})
		g, err := e.Map(t.Context(), site+"/docs/", web.Limits{Pages: 50})
		if err != nil || g.Partial != "" || g.Outside != 2 || g.Requests != 1 || len(g.Nodes) != 4 || !g.Reached() || g.Wanted() != 2 {
			t.Fatalf("%s: %+v, %v", name, g, err)
		}
		for i, want := range []web.Verdict{"", "", web.Robots, web.Denied} {
			if g.Nodes[i].Verdict != want {
				t.Errorf("%s: %s is %q, want %q", name, g.Nodes[i].URL, g.Nodes[i].Verdict, want)
			}
		}
		in := s.got("POST", "/map")[0]
		if in.in["url"] != site+"/docs/" || in.in["limit"] != 10000.0 || in.in["sitemap"] != "include" || in.in["ignoreQueryParameters"] != false || in.in["includeSubdomains"] != false || in.key != "Bearer "+key {
			t.Errorf("%s: asked %+v", name, in)
		}
	}
}

func TestMapSaysWhatItDoesNotKnow(t *testing.T) {
	site := newSite(t, "")
	s := newService(t)
	e := newEnvelope(t, s, newClock(), web.Options{Retries: -1})
	s.on("POST /v2/map", `{"success":true,"links":["`+site+`/a","`+site+`/b"]}`)
	if g, err := e.Map(t.Context(), site+"/", web.Limits{URLs: 2}); err != nil || g.Partial == "" || len(g.Nodes) != 2 || g.Unlisted != 1 {
		t.Errorf("limit reached: %+v, %v", g, err)
	}
	s.answer["POST /v2/map"] = func(w http.ResponseWriter, r *http.Request) {
		say(w, 500, `{"success":false,"error":"it broke"}`)
	}
	g, err := e.Map(t.Context(), site+"/", web.Limits{})
	if err != nil || g.Reached() || !strings.Contains(g.Partial, "it broke") || g.Nodes[0].Class != web.ClassServer {
		t.Errorf("broken: %+v, %v", g, err)
	}
	if g, err = e.Map(t.Context(), "http://192.168.0.1/", web.Limits{}); err != nil || g.Nodes[0].Verdict != web.Denied {
		t.Errorf("private: %+v, %v", g, err)
	}
	if n := len(s.got("POST", "/map")); n != 2 {
		t.Errorf("the service was asked %d times", n)
	}
}

func TestScrapeJudgesByWhatTheSiteSaid(t *testing.T) {
	site := newSite(t, "User-agent: *\nDisallow: /private")
	s := newService(t)
	add := func(path string, status int, change func(d, meta map[string]any)) {
		d := page(site+path, "Page "+path, status)
		if change != nil {
			change(d, d["metadata"].(map[string]any))
		}
		s.docs[site+path] = d
	}
	add("/", 200, func(d, m map[string]any) {
		d["links"] = []string{"/new#x", "https://other.example/", "/private", "%zz"}
		d["markdown"] = "---\nlicence: stolen\n---\n\n# The \"one\"\n\n" + d["markdown"].(string)
		m["title"], m["author"], m["publishedTime"] = "The \"one\": title", []string{"Ada", "Bob"}, "2025-06-07T08:09:10Z"
	})
	add("/new", 200, nil)
	add("/gone", 404, func(_, m map[string]any) { m["error"] = "Not Found" })
	add("/forbidden", 403, nil)
	add("/login", 401, nil)
	add("/broken", 502, nil)
	add("/empty", 200, func(d, _ map[string]any) { d["markdown"] = " \n" })
	add("/soft", 200, func(d, m map[string]any) {
		d["markdown"], m["title"] = "# Page not found\n\nThe page you are looking for does not exist.", "Page not found"
	})
	add("/consent", 200, func(d, m map[string]any) {
		d["markdown"], m["title"] = "# Before you continue\n\nWe and our partners use cookies.\n\nAccept all [Manage choices](x)", "Before you continue"
	})
	add("/moved", 200, func(_, m map[string]any) { m["url"] = "https://denied.example/x" })
	add("/inward", 200, func(_, m map[string]any) { m["url"] = "http://169.254.169.254/latest" })
	add("/out", 200, func(_, m map[string]any) { m["url"] = "https://other.example/x" })
	add("/alias", 200, func(_, m map[string]any) { m["url"] = site + "/new" })
	add("/nothing", 200, func(d, m map[string]any) { delete(m, "statusCode"); d["markdown"] = "" })
	c := newClock()
	e := newEnvelope(t, s, c, web.Options{Allow: func(u string) error {
		if strings.Contains(u, "denied.example") {
			return errors.New("the policy denies denied.example")
		}
		return nil
	}})
	var nodes []string
	for u := range s.docs {
		nodes = append(nodes, u)
	}
	slices.Sort(nodes)
	nodes = append(nodes[1:], site+"/private", site+"/unread")
	pages, money := map[string]web.Page{}, &purse{has: 100}
	r, err := e.Crawl(t.Context(), graph(t, site+"/", web.Limits{Depth: 2}, nodes...), web.CrawlOptions{Emit: collect(pages), Spend: money.spend, Refund: money.refund})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]web.Verdict{
		"/": web.Fetched, "/new": web.Fetched, "/gone": web.Gone, "/forbidden": web.Failed, "/login": web.LoginWall, "/broken": web.Failed,
		"/empty": web.Soft404, "/soft": web.Soft404, "/consent": web.ConsentWall, "/moved": web.Denied, "/inward": web.Denied,
		"/out": web.Denied, "/alias": web.Duplicate, "/nothing": web.Failed, "/private": web.Robots, "/unread": web.Failed,
	} {
		p := pages[site+path]
		if p.Verdict != want && !(path == "/new" && p.Verdict == web.Duplicate) {
			t.Errorf("%s is %s (%s), want %s", path, p.Verdict, p.Reason, want)
		}
		if p.Verdict != web.Fetched && len(p.Body) > 0 {
			t.Errorf("%s keeps its body", path)
		}
	}
	if pages[site+"/forbidden"].Class != web.ClassForbidden || pages[site+"/broken"].Class != web.ClassServer {
		t.Error("classes are wrong")
	}
	// What the site refused costs its credit all the same; what the service or
	// robots.txt refused does not.
	if asked := len(s.docs); r.Spent != asked || money.spent != asked {
		t.Errorf("spent %d, counted %d of %d", r.Spent, money.spent, asked)
	}
	p := pages[site+"/"]
	d, err := extract.Extract(t.Context(), p.Body, extract.Options{URL: p.Final, ContentType: p.Header.ContentType})
	if err != nil || d.Title != "The \"one\": title" || d.Author != "Ada, Bob" || d.Published != "2025-06-07" || d.Language != "en" || d.Licence != "" {
		t.Errorf("extracted %+v, %v", d, err)
	}
	for _, a := range s.got("POST", "/scrape") {
		raw, _ := json.Marshal(a.in)
		if a.in["maxAge"] != 0.0 || a.in["onlyMainContent"] != true || fmt.Sprint(a.in["formats"]) != "[markdown links]" || a.in["timeout"] != 60000.0 || a.in["skipTlsVerification"] != false || a.key != "Bearer "+key {
			t.Fatalf("asked %s", raw)
		}
		if u := a.in["url"].(string); strings.Contains(u, "private") || strings.Contains(u, "other.example") {
			t.Errorf("the service was asked for %s", u)
		}
	}
}

func TestAThrottledRequestWaitsAsLongAsAsked(t *testing.T) {
	site := newSite(t, "")
	s, c := newService(t), newClock()
	s.docs[site+"/"] = page(site+"/", "Home", 200)
	first, plain := true, s.answer["POST /v2/scrape"]
	s.answer["POST /v2/scrape"] = func(w http.ResponseWriter, r *http.Request) {
		if first {
			first = false
			w.Header().Set("Retry-After", "17")
			say(w, 429, `{"success":false,"error":"Rate limit exceeded"}`)
			return
		}
		plain(w, r)
	}
	r, err := newEnvelope(t, s, c, web.Options{}).Crawl(t.Context(), graph(t, site+"/", web.Limits{}), web.CrawlOptions{ListedOnly: true})
	if err != nil || r.Counts[web.Fetched] != 1 || !slices.Contains(c.slept, 17*time.Second) {
		t.Errorf("%+v, %v, slept %v", r, err, c.slept)
	}
}

func TestWhatNoOtherPageWouldHelpEndsTheRun(t *testing.T) {
	site := newSite(t, "")
	for status, want := range map[int]string{401: "the key was refused", 402: "the credits of the account are used up"} {
		s := newService(t)
		s.answer["POST /v2/scrape"] = func(w http.ResponseWriter, r *http.Request) {
			say(w, status, `{"success":false,"error":"no, `+key+`"}`)
		}
		money := &purse{has: 10}
		e := newEnvelope(t, s, newClock(), web.Options{})
		r, err := e.Crawl(t.Context(), graph(t, site+"/", web.Limits{Depth: 1}, site+"/a", site+"/b"), web.CrawlOptions{Spend: money.spend, Refund: money.refund})
		if err == nil || !strings.Contains(err.Error(), want) || r == nil || r.Pending != 3 || money.spent != 0 || len(s.got("POST", "/scrape")) != 1 {
			t.Errorf("%d: %+v, %v, %d credits", status, r, err, money.spent)
		}
		if strings.Contains(fmt.Sprint(err), key) {
			t.Errorf("the key is in %v", err)
		}
	}
}

func TestTheKeyGoesNowhereElse(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s was asked with %q", r.URL, r.Header.Get("Authorization"))
	}))
	defer other.Close()
	site := newSite(t, "")
	s := newService(t)
	s.answer["POST /v2/map"] = func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/v2/map", http.StatusTemporaryRedirect)
	}
	e := newEnvelope(t, s, newClock(), web.Options{})
	g, err := e.Map(t.Context(), site+"/", web.Limits{})
	if err != nil || !strings.Contains(g.Partial, "FIRECRAWL_API_URL") {
		t.Errorf("%+v, %v", g, err)
	}
	for _, bad := range []string{"ftp://x", "https://u:p@x", "https://u:p@x y", "//x", "https://x/?a=b", "https://x/#y", "%"} {
		if _, err := New(Options{BaseURL: bad, Client: web.NewClient(web.Options{})}); err == nil || strings.Contains(err.Error(), ":p@") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for _, good := range []string{"", "https://x/", "http://x:3002/v2", "http://x/fire/"} {
		e, err := New(Options{BaseURL: good, Client: web.NewClient(web.Options{})})
		if err != nil || !strings.HasSuffix(e.base, "/v2") || strings.Contains(e.base[8:], "//") {
			t.Errorf("%s: %+v, %v", good, e, err)
		}
	}
}

func TestHostileAnswersAreErrors(t *testing.T) {
	site := newSite(t, "")
	huge := strings.Repeat(`{"url":"x"},`, 1<<20)
	for name, body := range map[string]string{
		"no JSON": "<html>", "a list": "[]", "null": "null", "deep": strings.Repeat(`{"data":`, 20_000), "links": `{"success":true,"links":{"a":1}}`,
		"no": `{"success":false,"error":{"a":"b"}}`, "numbers": `{"success":true,"data":{"markdown":3,"metadata":[]}}`,
		"status": `{"success":true,"data":{"markdown":"x","metadata":{"statusCode":1e300,"title":{"a":1},"url":7}}}`, "empty": "",
		"huge": `{"success":true,"links":[` + huge + huge + huge + `{"url":"x"}]}`,
	} {
		s := newService(t)
		s.on("POST /v2/map", body)
		body = body[:min(len(body), 1<<20)]
		s.on("POST /v2/scrape", body)
		e := newEnvelope(t, s, newClock(), web.Options{Retries: -1})
		g, err := e.Map(t.Context(), site+"/", web.Limits{})
		if err != nil || g.Partial == "" {
			t.Errorf("%s: map: %+v, %v", name, g, err)
		}
		r, err := e.Crawl(t.Context(), graph(t, site+"/", web.Limits{}), web.CrawlOptions{ListedOnly: true})
		if err != nil || r.Counts[web.Failed]+r.Counts[web.Fetched] != 1 {
			t.Errorf("%s: crawl: %+v, %v", name, r, err)
		}
	}
}

func TestPagesOfAPDFAreBilled(t *testing.T) {
	site := newSite(t, "")
	s := newService(t)
	d := page(site+"/a.pdf", "Paper", 200)
	m := d["metadata"].(map[string]any)
	m["creditsUsed"], m["numPages"], m["totalPages"] = 50, 50, 80
	s.docs[site+"/a.pdf"] = d
	money, pages := &purse{has: 100}, map[string]web.Page{}
	r, err := newEnvelope(t, s, newClock(), web.Options{}).Crawl(context.Background(), graph(t, site+"/a.pdf", web.Limits{}),
		web.CrawlOptions{Spend: money.spend, Refund: money.refund, Emit: collect(pages)})
	if err != nil || r.Spent != 50 || money.spent != 50 || !strings.Contains(pages[site+"/a.pdf"].Reason, "50 of 80") {
		t.Errorf("%+v, %v, %d credits, %+v", r, err, money.spent, pages)
	}
}
