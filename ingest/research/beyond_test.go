package research

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"assay/ingest/discover"
	"assay/ingest/rank"
	"assay/ingest/tool"
)

func titles(r *Result) (out []string) {
	for _, h := range r.Hits {
		out = append(out, h.Title)
	}
	return out
}

func run(t *testing.T, e *discover.Engine, o Options, by Asker) *Result {
	t.Helper()
	w := rank.Default()
	p, err := Compile(o, e, w, now)
	if err != nil {
		t.Fatal(err)
	}
	by.Engine, by.Weights = e, w
	r, err := Run(context.Background(), p, by)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Whoever read the hits says their order. One that has no score keeps its place, and where no
// answer counts, local relevance ranks and the brief says so.
func TestRerank(t *testing.T) {
	e := sources(t, "community", func(w http.ResponseWriter, _ *http.Request) {
		var list []string
		for i := range 4 {
			list = append(list, fmt.Sprintf(`{"title": "Green tea %d", "url": "https://example.org/%d", "text": "Green tea is steeped.", "date": "2026-11-01", "author": "a%d"}`, i, i, i))
		}
		fmt.Fprintf(w, `{"hits": [%s]}`, strings.Join(list, ","))
	}, "forum")
	o := Options{Queries: []string{"green tea"}, Depth: "quick"}
	local := run(t, e, o, Asker{})
	if local.Reranked.By != "local" || len(local.Hits) != 4 {
		t.Fatalf("%+v", local.Reranked)
	}
	before := titles(local)
	scored := run(t, e, o, Asker{Rerank: func(_ context.Context, question string, hits []rank.Candidate) (Scores, error) {
		if question != "green tea" || len(hits) != 4 {
			t.Errorf("asked %q of %d hits", question, len(hits))
		}
		return Scores{By: "agent:x", Of: map[int]float64{0: 10, 2: 50, 3: 95}}, nil
	}})
	if want := []string{before[3], before[1], before[2], before[0]}; !slices.Equal(titles(scored), want) {
		t.Errorf("%q, want %q", titles(scored), want)
	}
	if scored.Reranked != (Reranked{By: "agent:x", Scored: 3}) || !strings.Contains(scored.Markdown(), "Ranked by agent:x, which scored 3 of 4 hits.") || scored.Hits[0].Rerank != 95 {
		t.Errorf("%+v %v", scored.Reranked, scored.Hits[0].Rerank)
	}
	refused := run(t, e, o, Asker{Rerank: func(context.Context, string, []rank.Candidate) (Scores, error) {
		return Scores{}, errors.New("x: it scores hit 9 of 4")
	}})
	if !slices.Equal(titles(refused), before) || refused.Reranked.By != "local" || !strings.Contains(refused.Markdown(), "hit 9 of 4") {
		t.Errorf("%q %+v", titles(refused), refused.Reranked)
	}
}

type finder struct {
	name  string
	found []tool.Found
	err   error
}

func (f finder) Name() string { return f.name }

func (f finder) Find(context.Context, string, string, int) ([]tool.Found, error) {
	return f.found, f.err
}

// Invariant (searching): The last resort is asked where no source and no program of this
// machine has a hit, where policy lets it, and not where a person named the sources; whatever
// comes of it has its row.
func TestLastResort(t *testing.T) {
	answer := `{"hits": []}`
	e := sources(t, "community", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(answer)) }, "forum")
	asked := 0
	found := []discover.Hit{{Title: "Green tea", URL: "https://tea.example/", Snippet: "Green tea is steeped for two minutes.", Rank: 1}}
	resort := func(context.Context, string, int) ([]discover.Hit, string, error) {
		asked++
		return found, "agent:x", nil
	}
	o := Options{Queries: []string{"green tea"}, Depth: "quick"}
	none := []tool.Finder{finder{"ctx7", nil, tool.ErrNotHere}, finder{"browser", nil, tool.ErrUnsuited}, finder{"yt-dlp", nil, errors.New("no network")}}
	rows := func(r *Result) (out string) {
		for _, c := range r.Coverage {
			out += c.Source + " " + string(c.Verdict) + "; "
		}
		return out
	}
	r := run(t, e, o, Asker{Tools: none, Resort: resort})
	if asked != 1 || r.Resorted != "agent:x" || len(r.Hits) != 1 || rows(r) != "forum empty; ctx7 unconfigured; browser unsuited; yt-dlp failed; web_search answered; " {
		t.Errorf("asked %d times: %s %+v", asked, rows(r), r.Hits)
	}
	for _, text := range []string{r.Markdown(), r.ForAgents()} {
		if !strings.Contains(text, "agent:x searched the web by itself") || !strings.Contains(text, "the last resort") {
			t.Error(text)
		}
	}
	r = run(t, e, o, Asker{Resort: func(context.Context, string, int) ([]discover.Hit, string, error) {
		return nil, "", errors.New("x: it hung")
	}})
	if r.Resorted != Nobody || !strings.Contains(rows(r), "web_search failed") || !strings.Contains(r.Markdown(), "no agent could search the web") {
		t.Errorf("where all agents fail: %q %s", r.Resorted, rows(r))
	}
	if r = run(t, e, o, Asker{Tools: none}); r.Resorted != "" || strings.Contains(rows(r), "web_search") {
		t.Errorf("without a policy: %s", rows(r))
	}
	if r = run(t, e, o, Asker{Tools: []tool.Finder{finder{"yt-dlp", []tool.Found{{Title: found[0].Title, URL: found[0].URL, Text: found[0].Snippet}}, nil}}, Resort: resort}); asked != 1 || len(r.Hits) != 1 {
		t.Errorf("although a program found something: %s", rows(r))
	}
	o.Sources = []string{"forum"}
	if r = run(t, e, o, Asker{Tools: none, Resort: resort}); asked != 1 || len(r.Coverage) != 1 {
		t.Errorf("although the sources were named: %s", rows(r))
	}
	o.Sources, e.Cache, answer = nil, "", `{"hits": [{"title": "Green tea", "url": "https://example.org/", "text": "Green tea.", "date": "2026-11-01"}]}`
	e.Skills[0].Limits.Fresh = 1
	if r = run(t, e, o, Asker{Tools: none, Resort: resort}); asked != 1 || len(r.Coverage) != 1 {
		t.Errorf("although a source has a hit: %s", rows(r))
	}
}
