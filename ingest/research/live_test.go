package research

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/ingest/discover"
	"assay/ingest/rank"
	"assay/ingest/skills"
)

// webSearches are SearXNG and Brave as assay asks them, at servers of the test; without a key
// where the second is nil.
func webSearches(t *testing.T, searxng, brave http.HandlerFunc) Seeker {
	t.Helper()
	list, faults := discover.ReadSkills(skills.Files, ".")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	env := map[string]string{}
	for name, h := range map[string]http.HandlerFunc{"SEARXNG_URL": searxng, "BRAVE_API_URL": brave} {
		if h != nil {
			s := httptest.NewServer(h)
			t.Cleanup(s.Close)
			env[name] = s.URL
		}
	}
	if brave != nil {
		env["BRAVE_API_KEY"] = "k-1"
	}
	e := &discover.Engine{Skills: list, UserAgent: "assay-test", Getenv: func(name string) string { return env[name] },
		Sleep: func(context.Context, time.Duration) error { return nil }}
	t.Cleanup(e.Close)
	return Seeker{Engine: e, Live: rank.Default().Planning.Live}
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// Invariant (searching): Who writes is shown results of SearXNG, else of Brave, else is told in
// an error that it may live with what became of both.
func TestLiveChain(t *testing.T) {
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf(`{"title": "Tea %d", "url": "https://t.example/%d", "content": "steep", "engine": "mojeek"}`, i, i))
	}
	results := says(200, `{"results": [`+strings.Join(many, ",")+`], "unresponsive_engines": [["google", "CAPTCHA"]]}`)
	suspended := says(200, `{"results": [], "unresponsive_engines": [["google", "CAPTCHA"], ["bing", "timeout"]]}`)
	brave := says(200, `{"web": {"results": [{"title": "Tea of Brave", "url": "https://b.example/", "description": "steep"}, {"title": "x", "url": "https://denied.example/", "description": "d"}]}}`)
	for name, c := range map[string]struct {
		searxng, brave http.HandlerFunc
		by             string
		leads          int
		says           []string
	}{
		"SearXNG answers":             {results, brave, "searxng", 8, []string{"results of searxng: 8", "google: CAPTCHA"}},
		"a server error":              {says(500, "{}"), brave, "brave", 1, nil},
		"nothing found":               {says(200, `{"results": []}`), brave, "brave", 1, nil},
		"all engines suspended":       {suspended, brave, "brave", 1, nil},
		"a page instead of JSON":      {says(200, "<html>Log in</html>"), brave, "brave", 1, nil},
		"suspended, Brave has no key": {suspended, nil, "", 0, []string{"searxng: failed", "brave: unconfigured", "BRAVE_API_KEY"}},
		"both down":                   {says(502, ""), says(503, ""), "", 0, []string{"searxng: failed", "brave: failed", "503"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := webSearches(t, c.searxng, c.brave)
			s.Deny = func(u string) error {
				if strings.Contains(u, "denied") {
					return errors.New("denied")
				}
				return nil
			}
			l, err := s.Ask(context.Background(), "green tea")
			said := l.Said()
			if err != nil {
				said = err.Error()
			}
			if l.By != c.by || len(l.Leads) != c.leads || isNone(err) != (c.by == "") {
				t.Errorf("%d of %q, %v", len(l.Leads), l.By, err)
			}
			for _, want := range c.says {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in %q", want, said)
				}
			}
			if c.by == "searxng" && l.Leads[0].Engine != "mojeek" {
				t.Errorf("%+v", l.Leads[0])
			}
		})
	}
}

// A search that costs money is not asked where nothing may be spent, and one that is stopped is
// no search without results.
func TestLiveBounds(t *testing.T) {
	s := webSearches(t, says(500, ""), func(http.ResponseWriter, *http.Request) { t.Error("it was asked") })
	s.Spend = func() error { return errors.New("the credits are used up") }
	if _, err := s.Ask(context.Background(), "tea"); !isNone(err) || !strings.Contains(err.Error(), "used up") {
		t.Errorf("%v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := s.Ask(ctx, "tea"); err == nil || isNone(err) {
		t.Errorf("%v", err)
	}
}

func isNone(err error) bool {
	_, ok := errors.AsType[*SearchError](err)
	return ok
}
