package firecrawl

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/ingest/web"
)

// A service is a made-up Firecrawl on loopback that answers as its documentation says.
type service struct {
	*httptest.Server
	t *testing.T

	mu     sync.Mutex
	asked  []asked
	answer map[string]http.HandlerFunc // by method and path; the first that fits
	docs   map[string]map[string]any   // by URL, for /scrape
}

type asked struct {
	method, path, query, key string
	in                       map[string]any
}

const key = "fc-0123456789abcdef"

func newService(t *testing.T) *service {
	s := &service{t: t, answer: map[string]http.HandlerFunc{}, docs: map[string]map[string]any{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	s.answer["POST /v2/scrape"] = func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		d := s.docs[s.asked[len(s.asked)-1].in["url"].(string)]
		s.mu.Unlock()
		if d == nil {
			say(w, 500, `{"success":false,"code":"SCRAPE_ALL_ENGINES_FAILED","error":"All scraping engines failed"}`)
			return
		}
		json.NewEncoder(w).Encode(map[string]any{"success": true, "data": d})
	}
	return s
}

func (s *service) serve(w http.ResponseWriter, r *http.Request) {
	a := asked{method: r.Method, path: strings.TrimPrefix(r.URL.Path, "/v2"), query: r.URL.RawQuery, key: r.Header.Get("Authorization")}
	json.NewDecoder(r.Body).Decode(&a.in)
	s.mu.Lock()
	s.asked = append(s.asked, a)
	h := s.answer[r.Method+" "+r.URL.Path]
	s.mu.Unlock()
	if h == nil {
		say(w, 404, `{"success":false,"error":"Not found"}`)
		return
	}
	h(w, r)
}

func say(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

func (s *service) on(what, body string) {
	s.answer[what] = func(w http.ResponseWriter, r *http.Request) { say(w, 200, body) }
}

// got lists what was asked at a path.
func (s *service) got(method, path string) (all []asked) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.asked {
		if a.method == method && a.path == path {
			all = append(all, a)
		}
	}
	return all
}

// page makes a document as the service gives it.
func page(url, title string, status int, links ...string) map[string]any {
	return map[string]any{
		"markdown": "# " + title + "\n\n" + strings.Repeat(title+" has words that say something. ", 40),
		"links":    links,
		"metadata": map[string]any{"title": title, "sourceURL": url, "url": url, "statusCode": status, "language": []string{"en"}, "creditsUsed": 1},
	}
}

// A clock goes on by what is slept.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func newClock() *clock { return &clock{now: time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	if d > 0 {
		c.now, c.slept = c.now.Add(d), append(c.slept, d)
	}
	c.mu.Unlock()
	return ctx.Err()
}

// newSite serves the robots.txt of a site; its pages are the service's affair.
func newSite(t *testing.T, robots string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			t.Errorf("the page %s is asked for by us", r.URL.Path)
		}
		fmt.Fprint(w, robots)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func newEnvelope(t *testing.T, s *service, c *clock, o web.Options) *Envelope {
	t.Helper()
	o.UserAgent, o.Now, o.Sleep = "assay/test", c.Now, c.Sleep
	if o.AllowPrivateHosts == nil {
		o.AllowPrivateHosts = []string{"127.0.0.1"}
	}
	e, err := New(Options{BaseURL: s.URL, Key: key, Client: web.NewClient(o)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A purse counts credits.
type purse struct{ has, spent int }

func (p *purse) spend() error {
	if p.spent >= p.has {
		return fmt.Errorf("the session's %d credits are used up", p.has)
	}
	p.spent++
	return nil
}

func (p *purse) refund() { p.spent-- }

func collect(pages map[string]web.Page) func(web.Page) error {
	return func(p web.Page) error {
		if _, ok := pages[p.URL]; ok {
			return fmt.Errorf("%s is emitted twice", p.URL)
		}
		pages[p.URL] = p
		return nil
	}
}

func graph(t *testing.T, seed string, l web.Limits, more ...string) *web.Graph {
	t.Helper()
	g, err := web.NewGraph(seed, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range more {
		g.Nodes = append(g.Nodes, web.Node{URL: u, Depth: 1, Found: foundMap, From: g.Seed})
	}
	return g
}
