package research

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/ingest/discover"
	"assay/ingest/rank"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// sources are skills by these names of a server of the test.
func sources(t *testing.T, class string, handler http.HandlerFunc, names ...string) *discover.Engine {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	e := &discover.Engine{UserAgent: "assay-test", Cache: t.TempDir(), Getenv: func(string) string { return server.URL }}
	for _, n := range names {
		text := fmt.Sprintf("---\nname: %s\nkind: source\ndescription: d\nclass: %s\nwhen_to_use: w\nwhen_not_to_use: n\nrequest: {base: {env: AT}, url: '{base}/%s', params: {q: '{query}', n: '{num}'}}\n"+
			"reply: {hits: hits, map: {title: title, url: url, snippet: text, date: date, author: author, id: id}, signals: {points: points, comments: comments}}\nlimits: {rps: 1000, concurrency: 16}\n---\n", n, class, n)
		s, err := discover.ParseSkill(n+"/SKILL.md", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		e.Skills = append(e.Skills, s)
	}
	t.Cleanup(e.Close)
	return e
}

func ask(t *testing.T, e *discover.Engine, o Options, deny func(string) error) *Result {
	t.Helper()
	w := rank.Default()
	p, err := Compile(o, e, w, now)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), p, Asker{Engine: e, Weights: w, Deny: deny})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Twenty sources are asked at once: none answers before all have been asked. The second run
// comes from the cache, and asks none.
func TestFanOut(t *testing.T) {
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("s%d", i))
	}
	var asked atomic.Int32
	all := make(chan struct{})
	e := sources(t, "community", func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 20 {
			close(all)
		}
		select {
		case <-all:
		case <-time.After(10 * time.Second):
			t.Errorf("%s waits for the others", r.URL.Path)
		}
		fmt.Fprintf(w, `{"hits": [{"title": "green tea of %s", "url": "https://example.org%s", "date": "2026-11-01"}]}`, r.URL.Path, r.URL.Path)
	}, names...)
	r := ask(t, e, Options{Queries: []string{"green tea"}, Depth: "quick", Sources: names}, nil)
	if len(r.Coverage) != 20 || len(r.Hits) != 12 { // quick reranks twelve
		t.Errorf("%d sources, %d hits", len(r.Coverage), len(r.Hits))
	}
	r = ask(t, e, Options{Queries: []string{"green tea"}, Depth: "quick", Sources: names}, nil)
	if asked.Load() != 20 || slices.ContainsFunc(r.Coverage, func(c Coverage) bool { return !c.Cached || c.Requests > 0 }) {
		t.Errorf("the second run asked %d times: %+v", asked.Load()-20, r.Coverage)
	}
}

// One source that fails stops no other, and what came of it is told.
func TestOneFails(t *testing.T) {
	e := sources(t, "community", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/bad" {
			w.Write([]byte("<html>we moved</html>"))
			return
		}
		w.Write([]byte(`{"hits": [{"title": "Green tea", "url": "https://example.org/1", "text": "Green tea is steeped for two minutes.", "date": "2026-11-01"}]}`))
	}, "bad", "good")
	r := ask(t, e, Options{Queries: []string{"green tea steeped"}, Depth: "quick"}, nil)
	if len(r.Hits) != 1 || r.Coverage[0].Verdict != discover.Drifted || r.Coverage[1].Verdict != discover.Answered {
		t.Errorf("%+v", r.Coverage)
	}
}

// A denied address stays as a lead with the denial; nothing older than the window counts.
func TestWindowAndDenial(t *testing.T) {
	e := sources(t, "web", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`{"hits": [
			{"title": "Deno 2.5 released", "url": "https://deno.example/25", "text": "Deno 2.5 is out today.", "date": "2026-11-18"},
			{"title": "Deno 1 released", "url": "https://deno.example/1", "text": "Deno 1 is out.", "date": "2020-05-13"},
			{"title": "Deno undated", "url": "https://deno.example/x", "text": "Deno news."},
			{"title": "Deno 2.5 on a denied site", "url": "https://denied.example/25", "text": "Deno 2.5 here.", "date": "2026-11-18"}]}`))
	}, "engine")
	r := ask(t, e, Options{Queries: []string{"Deno news this week"}, Depth: "quick"}, func(u string) error {
		if strings.Contains(u, "denied") {
			return errors.New("denied by policy")
		}
		return nil
	})
	if r.Plan.Window != "pw" || r.Plan.Shape != "breaking_news" || len(r.Hits) != 2 || r.Denied["https://denied.example/25"] == "" {
		t.Errorf("%+v\n%+v", r.Plan, r.Hits)
	}
	if !strings.Contains(r.Markdown(), "a lead only: denied by policy") {
		t.Error(r.Markdown())
	}
}

// The form follows the number of hits.
func TestForms(t *testing.T) {
	hits := func(n int) *discover.Engine {
		return sources(t, "community", func(w http.ResponseWriter, _ *http.Request) {
			var list []string
			for i := range n {
				list = append(list, fmt.Sprintf(`{"title": "Green tea, part %d", "url": "https://example.org/%d", "text": "Part %d speaks of green tea.", "date": "2026-11-01", "author": "a%d"}`, i, i, i, i))
			}
			fmt.Fprintf(w, `{"hits": [%s]}`, strings.Join(list, ","))
		}, "forum")
	}
	for n, want := range map[int]string{3: "## Sources", 9: "## Green tea, part", 20: "## Overview"} {
		r := ask(t, hits(n), Options{Queries: []string{"green tea"}, Depth: "deep"}, nil)
		if text := r.Markdown(); !strings.Contains(text, want) || len(r.Hits) != n {
			t.Errorf("%d hits:\n%s", len(r.Hits), text)
		}
	}
}

// Every sentence of the answer stands in a hit that it cites.
func TestStatementsStandInTheirHits(t *testing.T) {
	e := sources(t, "reference", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"hits": [{"title": "Tea", "url": "https://%s.example/", "text": "Green tea is steeped for two minutes at eighty degrees. It is grown in Asia.", "date": "2026-11-01"}]}`, r.URL.Path[1:])
	}, "one", "two")
	r := ask(t, e, Options{Queries: []string{"how is green tea steeped"}, Depth: "quick", Intent: "factual"}, nil)
	list := r.Statements()
	if len(list) == 0 || list[0].How != "agreed" || len(list[0].Cites) != 2 {
		t.Errorf("%+v", list)
	}
	for _, s := range list {
		for _, c := range s.Cites {
			if !strings.Contains(r.Hits[c-1].Text, s.Text) {
				t.Errorf("%q is not in %q", s.Text, r.Hits[c-1].Text)
			}
		}
	}
}

// One page that two searches found is one voice, and so are two pages of one host.
func TestOneVoice(t *testing.T) {
	for name, at := range map[string]string{"one page": "https://example.org/", "one host": "https://example.org/%s"} {
		e := sources(t, "reference", func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"hits": [{"title": "Tea", "url": %q, "text": "Green tea is steeped for two minutes at eighty degrees.", "date": "2026-11-01"}]}`, strings.Replace(at, "%s", r.URL.Path[1:], 1))
		}, "one", "two")
		r := ask(t, e, Options{Queries: []string{"how is green tea steeped"}, Depth: "quick", Intent: "factual"}, nil)
		if list := r.Statements(); len(list) != 1 || list[0].How != "single" || !strings.Contains(r.Markdown(), "According to example.org") {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// The banner stands over a run that had a bare word to go by and nothing else.
func TestDegradedBanner(t *testing.T) {
	e := sources(t, "reference", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"hits": []}`)) }, "one")
	for question, want := range map[string]bool{"is": true, "Mercury": false, "green tea": false} {
		if r := ask(t, e, Options{Queries: []string{question}, Depth: "quick", Intent: "factual"}, nil); r.Degraded != want {
			t.Errorf("%s: %v, entity %q", question, r.Degraded, r.Plan.Entity)
		}
	}
}

// BenchmarkOverhead is what a hit costs besides asking: fusion, floors, ranking, clusters.
func BenchmarkOverhead(b *testing.B) {
	w := rank.Default()
	var streams []rank.Stream
	for s := range 20 {
		st := rank.Stream{Source: fmt.Sprint("s", s), Weight: 1}
		for i := range 20 {
			st.Hits = append(st.Hits, rank.Candidate{Source: st.Source, Item: rank.Item{Title: fmt.Sprintf("Green tea and its steeping, part %d of %d", i, s),
				Text: strings.Repeat("How green tea is steeped, and for how long, at what heat. ", 5), URL: fmt.Sprintf("https://s%d.example/%d", s, i), Date: now}})
		}
		streams = append(streams, st)
	}
	for b.Loop() {
		hits := w.Fuse(rank.Question{Text: "how long is green tea steeped", Intent: "news", Shape: "breaking_news", Now: now}, streams, w.Planning.Depths["deep"])
		w.Cluster("breaking_news", hits)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/400, "µs/hit")
}

// Web searches are asked three queries at once, three of them a query, and eight requests in
// all; other sources keep to their own pace.
func TestWorkers(t *testing.T) {
	var names []string
	for i := range 5 {
		names = append(names, fmt.Sprint("w", i))
	}
	var now, most atomic.Int32
	eight := make(chan struct{})
	var full sync.Once
	e := sources(t, "web", func(w http.ResponseWriter, _ *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		for before := most.Load(); n > before && !most.CompareAndSwap(before, n); before = most.Load() {
		}
		if n == 8 {
			full.Do(func() { close(eight) })
		}
		select {
		case <-eight:
		case <-time.After(10 * time.Second):
			t.Error("fewer than eight at once")
		}
		w.Write([]byte(`{"hits": []}`))
	}, names...)
	ask(t, e, Options{Queries: []string{"a tea", "b tea", "c tea", "d tea", "e tea"}, Sources: names}, nil)
	if got := most.Load(); got != 8 {
		t.Errorf("%d at once", got)
	}
}

// Six competitors are asked about and no more. A mode that lacks what it expects goes on, and
// says so; recommended boosts are those of the intent.
func TestBoundsOfAPlan(t *testing.T) {
	e := sources(t, "web", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"hits": []}`)) }, "searxng")
	w := rank.Default()
	p, err := Compile(Options{Queries: []string{"how to steep tea"}, Depth: "quick", Mode: "fast", Boost: []string{"recommended"}, Competitors: strings.Split("abcdefgh", "")}, e, w, now)
	if err != nil || len(p.Queries) != 7 || len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "exa and grok") || len(p.Boost) != 4 {
		t.Errorf("%v %+v", err, p)
	}
	if p, err = Compile(Options{Queries: []string{"tea"}, Mode: "deep"}, e, w, now); err != nil || len(p.Warnings) > 0 || p.PerStream != 12 {
		t.Errorf("%v %+v", err, p)
	}
}
