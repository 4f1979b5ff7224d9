package rank

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// What a vault says of one number leaves the others as they are.
func TestOverrideOfOneNumber(t *testing.T) {
	w, err := Parse(File, []byte("version: 1\nfusion: {k: 30, quality: {youtube: .1}}\nclusters: {thin: 60}\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := Default()
	if w.Fusion.K != 30 || w.Fusion.Final != d.Fusion.Final || w.Clusters.Thin != 60 || w.Clusters.Merge != d.Clusters.Merge || w.Planning.Depths["deep"] != d.Planning.Depths["deep"] || w.Fusion.Quality["youtube"] != .1 {
		t.Errorf("%+v", w.Fusion)
	}
	for text, want := range map[string]string{
		"fusion: {k: 0}":                        "k,",
		"planning: {depths: {deep: {pool: 0}}}": "deep",
		"planning: {freshness: {news: pz}}":     "pz",
		"fusion: {kk: 3}":                       "kk",
	} {
		if _, err := Parse(File, []byte("version: 1\n"+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The numbers of the reference for planning, signals, fusion and clusters.
func TestNumbersOfTheReference(t *testing.T) {
	w := Default()
	f, p, c := w.Fusion, w.Planning, w.Clusters
	got := fmt.Sprint(f.K, f.Quality["youtube"], f.Quality["hackernews"], f.Quality["x"], f.Quality["bluesky"], f.Quality["reddit"], f.Quality["instagram"],
		f.Quality["tiktok"], f.Quality["polymarket"], f.QualityOther, f.PreRank, f.Floors, f.Author, f.Slots, f.SlotRelevance, f.Final, f.Weak, f.Miss, f.RecencyDays)
	want := "60 0.85 0.8 0.68 0.66 0.6 0.58 0.58 0.5 0.6 {0.65 0.25 0.1} {0.15 0.225 1000 100000 0.3} 3 2 0.25 {0.6 0.2 0.08 0.1 0.05 0.05 6 100} {20 0.3} {20 25} 30"
	if got != want {
		t.Errorf("fusion\n%s\n%s", got, want)
	}
	got = fmt.Sprint(p.Depths["quick"], p.Depths["default"], p.Depths["deep"], p.Caps["how_to"], p.Caps["opinion"], p.Caps["product"], p.Caps["breaking_news"], p.Caps["comparison"], p.Caps["factual"], p.Caps["concept"])
	if want = "{6 15 12 1} {12 40 40 3} {20 60 60 5} 5 5 5 5 4 2 2"; got != want {
		t.Errorf("planning\n%s\n%s", got, want)
	}
	got = fmt.Sprint(p.Caps["prediction"], p.Freshness, p.Shapes, p.Modes, p.Expects, p.Workers, p.Live, Days("pd"), Days("pw"), Days("pm"), Days("py"))
	if want = "2 map[comparison:py news:pw status:pm tutorial:py] " +
		"map[comparison:comparison exploratory:concept factual:factual news:breaking_news resource:product status:breaking_news tutorial:how_to] " +
		"map[answer:[searxng brave tavily] deep:[searxng brave exa tavily grok firecrawl] fast:[searxng brave exa grok unless exa firecrawl]] " +
		"map[answer:[tavily] fast:[exa grok]] {3 3 8} {[searxng brave] 8} 1 7 30 365"; got != want {
		t.Errorf("planning\n%s\n%s", got, want)
	}
	got = fmt.Sprint(p.Boosts, p.Synonyms)
	if want = "map[news:[techcrunch.com arstechnica.com theverge.com] resource:[github.com] tutorial:[dev.to freecodecamp.org realpython.com baeldung.com]] " +
		"map[Go:Golang JS:JavaScript Mongo:MongoDB Postgres:PostgreSQL React:React.js TS:TypeScript Vue:Vue.js k8s:Kubernetes tf:TensorFlow torch:PyTorch]"; got != want {
		t.Errorf("planning\n%s\n%s", got, want)
	}
	got = fmt.Sprint(c.First["breaking_news"], c.FirstOther, c.Merge, c.Lambda, c.Thin, c.Shapes)
	if want = "0.42 0.48 0.45 0.75 55 [breaking_news opinion comparison prediction]"; got != want {
		t.Errorf("clusters\n%s\n%s", got, want)
	}
	for _, l := range []struct {
		mode    string
		recency float64
		want    float64
	}{{"strict_recent", 50, 50}, {"balanced_recent", 50, 50}, {"evergreen_ok", 50, 70}, {"balanced_recent", 100, 90}} {
		line := f.Freshness[l.mode]
		if got := l.recency*line.Times + line.Plus; got != l.want {
			t.Errorf("%s of %v: %v", l.mode, l.recency, got)
		}
	}
	if got := []float64{f.recency(today, today), f.recency(today.AddDate(0, 0, -15), today), f.recency(today.AddDate(-1, 0, 0), today)}; !slices.Equal(got, []float64{100, 50, 0}) {
		t.Errorf("recency %v", got)
	}
}

func TestEngagement(t *testing.T) {
	f := Default().Fusion
	ln := func(x float64) float64 { return math.Log1p(x) }
	for source, c := range map[string]struct {
		signals map[string]float64
		want    float64
	}{
		"hackernews": {map[string]float64{"points": 100, "comments": 20}, .55*ln(100) + .45*ln(20)},
		"reddit":     {map[string]float64{"score": 100, "comments": 20, "upvote_ratio": .9, "top": 10}, .5*ln(100) + .35*ln(20) + .05*9 + .1*ln(10)},
		"x":          {map[string]float64{"likes": 10, "reposts": 5, "replies": 4, "quotes": 1}, .55*ln(10) + .25*ln(5) + .15*ln(4) + .05*ln(1)},
		"bluesky":    {map[string]float64{"likes": 10, "reposts": 5, "replies": 4, "quotes": 1}, .4*ln(10) + .3*ln(5) + .2*ln(4) + .1*ln(1)},
		"polymarket": {map[string]float64{"volume": 10, "liquidity": 5}, .6*ln(10) + .4*ln(5)},
		"youtube":    {map[string]float64{"views": 10, "likes": 5, "comments": 4, "top": 1}, .45*ln(10) + .32*ln(5) + .13*ln(4) + .1*ln(1)},
		"tiktok":     {map[string]float64{"views": 10, "likes": 5, "comments": 4, "top": 1}, .45*ln(10) + .27*ln(5) + .18*ln(4) + .1*ln(1)},
		"instagram":  {map[string]float64{"views": 10, "likes": 5, "comments": 4}, .5*ln(10) + .3*ln(5) + .2*ln(4)},
		"github":     {map[string]float64{"stars": 10, "forks": 5}, (ln(10) + ln(5)) / 2},
		"brave":      {nil, 0},
	} {
		if got := f.engagement(source, c.signals); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%s: %v, want %v", source, got, c.want)
		}
	}
	hits := []Candidate{{Signals: map[string]float64{"a": 1}, Measures: Measures{Engagement: 1}}, {Signals: map[string]float64{"a": 1}, Measures: Measures{Engagement: 3}}, {}}
	stirred(hits)
	if hits[0].Stirred != 0 || hits[1].Stirred != 100 || hits[2].Stirred != 0 {
		t.Errorf("%+v", hits)
	}
	same := hits[:1]
	stirred(same)
	if same[0].Stirred != 50 {
		t.Errorf("all equal: %v", same[0].Stirred)
	}
}

func TestCanonical(t *testing.T) {
	f := Default().Fusion
	for _, group := range [][]string{
		{"https://example.org/a", "http://www.Example.org/a/", "https://m.example.org/a?utm_source=x#top", "https://example.org/a/amp", "https://example-org.cdn.ampproject.org/c/s/example.org/a", "https://example.org:443/a?fbclid=1"},
		{"https://doi.org/10.1000/Tea.1", "http://dx.doi.org/10.1000/tea.1"},
		{"https://arxiv.org/abs/2601.00001", "http://arxiv.org/pdf/2601.00001v2.pdf", "https://ar5iv.org/html/2601.00001", "https://export.arxiv.org/abs/2601.00001v1"},
		{"https://www.youtube.com/watch?v=abc", "https://youtu.be/abc", "https://m.youtube.com/watch?v=abc"},
		{"https://en.wikipedia.org/wiki/Tea", "https://en.m.wikipedia.org/wiki/Tea"},
		{"https://old.reddit.com/r/tea/", "https://www.reddit.com/r/tea"},
		{"https://example.org/?a=1&b=2", "https://example.org/?b=2&a=1"},
	} {
		for _, u := range group[1:] {
			if got, want := f.Canonical(u), f.Canonical(group[0]); got != want {
				t.Errorf("%s: %s, want %s", u, got, want)
			}
		}
	}
	for _, u := range []string{"https://example.org/b", "https://example.org/a?x=1", "https://other.org/a", "https://example.org:8080/a"} {
		if f.Canonical(u) == f.Canonical("https://example.org/a") {
			t.Errorf("%s is another page", u)
		}
	}
}

func stream(source string, weight float64, urls ...string) Stream {
	s := Stream{Source: source, Weight: weight}
	for _, u := range urls {
		s.Hits = append(s.Hits, Candidate{Source: source, Item: Item{Title: "green tea " + u, URL: u, Date: today}})
	}
	return s
}

// Reciprocal ranks add up over streams, by their weights; what is the same thing by way of
// a DOI is one hit with both sources.
func TestFuse(t *testing.T) {
	w := Default()
	w.Fusion.SourceWeight = map[string]float64{"b": .5}
	q := Question{Text: "green tea", Intent: "factual", Shape: "factual", Now: today}
	a, b := stream("a", 1, "https://x.org/1", "https://x.org/2"), stream("b", .7, "https://x.org/2", "https://y.org/paper")
	b.Hits[1].ID = "10.1000/tea.1"
	c := stream("c", 1, "https://doi.org/10.1000/TEA.1")
	got := w.Fuse(q, []Stream{a, b, c}, w.Planning.Depths["default"])
	if len(got) != 3 {
		t.Fatalf("%d hits", len(got))
	}
	by := map[string]Candidate{}
	for _, h := range got {
		by[strings.Join(h.Sources, " ")] = h
	}
	for sources, want := range map[string]float64{"a": 1. / 61, "a b": 1./62 + .7*.5/61, "b c": .7*.5/62 + 1./61} {
		if got := by[sources].RRF; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", sources, got, want)
		}
	}
	h := by["a"]
	want := .6*h.Rerank + .2*(h.RRF/.08*100) + .1*h.Recency + .05*60
	if math.Abs(h.Final-want) > 1e-3 {
		t.Errorf("final %v, want %v of %+v", h.Final, want, h.Measures)
	}
}

func TestFloorsAndCaps(t *testing.T) {
	w := Default()
	q := Question{Text: "green tea steeping", Intent: "factual", Shape: "factual", Now: today}
	d := Depth{Pool: 10, Rerank: 10}
	one := func(source, title string, signals map[string]float64) Stream {
		return Stream{Source: source, Weight: 1, Hits: []Candidate{{Source: source, Signals: signals, Item: Item{Title: title, URL: "https://" + source + ".org/" + strings.ReplaceAll(title, " ", "-"), Date: today}}}}
	}
	titles := func(list []Candidate) (out []string) {
		for _, c := range list {
			out = append(out, c.Source+": "+c.Title)
		}
		slices.Sort(out)
		return out
	}
	got := titles(w.Fuse(q, []Stream{one("web", "coffee", nil), one("web", "green tea", nil), one("tiktok", "tea steeping", map[string]float64{"views": 5}),
		one("tiktok", "green tea steeping", map[string]float64{"views": 5000})}, d))
	if want := []string{"tiktok: green tea steeping", "web: green tea"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := w.Fuse(q, []Stream{one("web", "coffee", nil)}, d); len(got) != 1 || !got[0].Marked {
		t.Errorf("all below the floor: %+v", got)
	}
	many := stream("web", 1, "https://x.org/1", "https://x.org/2", "https://x.org/3", "https://x.org/4", "https://x.org/5")
	for i := range many.Hits {
		many.Hits[i].Author = "ada"
	}
	if got := w.Fuse(q, []Stream{many}, d); len(got) != 3 {
		t.Errorf("%d hits of one author", len(got))
	}
	for i := range many.Hits {
		many.Hits[i].Author = ""
	}
	weak := stream("b", .01, "https://y.org/1", "https://y.org/2", "https://y.org/3")
	if got := w.Fuse(q, []Stream{many, weak}, Depth{Pool: 5, Rerank: 5}); len(slices.DeleteFunc(got, func(c Candidate) bool { return c.Source != "b" })) != 2 {
		t.Errorf("%v", titles(got))
	}
	// Who never names what is asked for comes last.
	q.Entity = "Steeper"
	got2 := w.Fuse(q, []Stream{one("web", "green tea steeping", nil), one("web", "Steeper green tea", nil)}, d)
	if got2[0].Title != "Steeper green tea" || got2[1].Rerank > 100-w.Fusion.Miss.Rerank {
		t.Errorf("%+v", got2)
	}
}

func TestClusters(t *testing.T) {
	w := Default()
	hit := func(source, title string, final float64) Candidate {
		return Candidate{Source: source, Sources: []string{source}, Item: Item{Title: title}, Measures: Measures{Final: final}}
	}
	hits := []Candidate{
		hit("web", "Deno 2.5 released with faster startup", 70),
		hit("hackernews", "Deno 2.5 released, startup faster", 60),
		hit("web", "Tea prices fall again", 40),
		hit("bluesky", "trying Deno 2.5 today", 30),
	}
	got := w.Cluster("breaking_news", hits)
	if len(got) != 2 || !slices.Equal(got[0].Sources, []string{"bluesky", "hackernews", "web"}) || got[0].Members[0] != 0 || len(got[0].Marks) != 0 {
		t.Errorf("%+v", got)
	}
	if !slices.Equal(got[1].Marks, []string{"single-source", "thin-evidence"}) {
		t.Errorf("%+v", got[1])
	}
	if w.Cluster("factual", hits) != nil {
		t.Error("a question of fact has no stories")
	}
	market := append(slices.Clone(hits[:2]), hit("polymarket", "Deno 2.5 released with faster startup", 50))
	if got := w.Cluster("breaking_news", market); len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestPlanning(t *testing.T) {
	w := Default()
	for _, c := range []struct {
		question string
		entity   string
		shape    Shape
		queries  []string
	}{
		{"what is WebTransport", "WebTransport", "factual", []string{"what is WebTransport", "WebTransport explained overview"}},
		{"Bun vs Deno", "Bun", "comparison", []string{"Bun vs Deno", "Bun advantages", "Deno advantages"}},
		{"Deno 最新进展", "Deno", "breaking_news", []string{"Deno 最新进展", "Deno latest progress", "Deno latest 2026"}},
		{"Rust 异步编程", "Rust", "concept", []string{"Rust 异步编程", "Rust async programming"}},
		{"how to write a CLI in Rust", "CLI", "how_to", []string{"how to write a CLI in Rust", "write CLI Rust tutorial", "write CLI Rust guide step by step"}},
		{"RISC-V", "RISC-V", "concept", []string{"RISC-V", "RISC-V overview"}},
		{"will Deno 3 ship this year", "Deno 3", "prediction", []string{"will Deno 3 ship this year", "Deno 3 ship year latest 2026"}},
		{"best tea kettle worth it", "", "opinion", nil},
		{`"connection reset by peer" in Go`, "connection reset by peer", "how_to", nil},
		{"Anthropic MCP documentation", "Anthropic MCP", "product", []string{"Anthropic MCP documentation", "Anthropic MCP official documentation"}},
	} {
		i := w.Intent(c.question)
		shape := w.Shape(c.question, i)
		if got := w.Entity(c.question, i); got != c.entity || shape != c.shape {
			t.Errorf("%s: entity %q, shape %s; want %q, %s", c.question, got, shape, c.entity, c.shape)
		}
		if c.queries == nil {
			continue
		}
		var got []string
		for _, s := range w.Queries(c.question, i, shape, 3, 2026) {
			got = append(got, s.Text)
		}
		if !slices.Equal(got, c.queries) {
			t.Errorf("%s: %q, want %q", c.question, got, c.queries)
		}
	}
	if got := w.Queries("k8s networking", "exploratory", "how_to", 9, 2026); got[len(got)-1].Text != "Kubernetes networking" {
		t.Errorf("%v", got)
	}
}

// Each floor keeps what reaches it and no less; a weak hit counts for three tenths.
func TestEachFloor(t *testing.T) {
	w := Default()
	for name, c := range map[string]struct {
		Candidate
		stays bool
	}{
		"any, below":               {Candidate{Source: "web", Measures: Measures{Relevance: .14}}, false},
		"any":                      {Candidate{Source: "web", Measures: Measures{Relevance: .15}}, true},
		"social and silent, below": {Candidate{Source: "bluesky", Measures: Measures{Relevance: .22}}, false},
		"social and silent":        {Candidate{Source: "bluesky", Measures: Measures{Relevance: .225}}, true},
		"social and heard":         {Candidate{Source: "reddit", Measures: Measures{Relevance: .16, Engagement: 1}}, true},
		"seen by many, below":      {Candidate{Source: "youtube", Signals: map[string]float64{"views": 100_001}, Measures: Measures{Relevance: .29}}, false},
		"seen by many":             {Candidate{Source: "youtube", Signals: map[string]float64{"views": 100_001}, Measures: Measures{Relevance: .3}}, true},
		"seen by fewer":            {Candidate{Source: "youtube", Signals: map[string]float64{"views": 100_000}, Measures: Measures{Relevance: .2}}, true},
		"a video alone":            {Candidate{Source: "tiktok", Signals: map[string]float64{"views": 999}, Measures: Measures{Relevance: .5}}, true},
	} {
		other := Candidate{Source: "web", Measures: Measures{Relevance: 1}}
		if got := len(w.floors([]Candidate{c.Candidate, other})) == 2; got != c.stays {
			t.Errorf("%s: stays %v", name, got)
		}
	}
	scored := func(rerank float64) float64 {
		c := Candidate{Source: "web"}
		w.final(Question{}, &c, rerank)
		return c.Final
	}
	if got := []float64{scored(20), scored(19)}; !slices.Equal(got, []float64{.6*20 + 3, places((.6*19 + 3) * .3)}) {
		t.Errorf("%v", got)
	}
}

// "a unless b" is a where b cannot be asked.
func TestSearchesOfAMode(t *testing.T) {
	p := Default().Planning
	for has, want := range map[string]string{"exa": "searxng brave exa firecrawl", "": "searxng brave exa grok firecrawl"} {
		if got := strings.Join(p.Searches("fast", func(name string) bool { return name == has }), " "); got != want {
			t.Errorf("%s: %s", has, got)
		}
	}
}

// Ranks that tie are told apart by relevance, freshness, source and title; of one page the
// variant stays that has more to say.
func TestTies(t *testing.T) {
	w := Default()
	hit := func(source, title, url string, relevance, recency float64) Stream {
		return Stream{source, 1, []Candidate{{Source: source, Item: Item{Title: title, URL: url}, Measures: Measures{Relevance: relevance, Recency: recency}}}}
	}
	var got []string
	for _, c := range w.merge([]Stream{hit("b", "y", "https://e.org/5", .5, 10), hit("b", "x", "https://e.org/4", .5, 10), hit("a", "z", "https://e.org/3", .5, 10),
		hit("c", "new", "https://e.org/2", .5, 20), hit("d", "best", "https://e.org/1", .9, 0)}) {
		got = append(got, c.Title)
	}
	if want := []string{"best", "new", "z", "x", "y"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	one := w.merge([]Stream{hit("web", "plain", "https://e.org/", .50, 50), hit("hackernews", "told", "https://e.org/", .49, 50)})
	if len(one) != 1 || one[0].Title != "told" || len(one[0].Sources) != 2 { // 49 + 50 + 8 beats 50 + 50 + 6
		t.Errorf("%+v", one)
	}
}
