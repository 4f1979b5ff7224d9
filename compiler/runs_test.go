package compiler

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/ingest/rank"
	"assay/provenance"
)

func (v *testVault) traces() []Trace {
	v.Helper()
	list, broken, err := newTraces(v.dir).read()
	if err != nil || broken > 0 {
		v.Fatalf("%d broken lines, %v", broken, err)
	}
	return list
}

// last is the newest trace.
func (v *testVault) last() Trace {
	v.Helper()
	list := v.traces()
	if len(list) == 0 {
		v.Fatal("no trace")
	}
	return list[len(list)-1]
}

// scored fails unless a measure is a share of so many, to four places.
func scored(tb testing.TB, name string, m Measure, part, of int) {
	tb.Helper()
	if m.Score == nil || m.Part != part || m.Of != of || math.Abs(*m.Score-float64(part)/float64(of)) > 5e-5 {
		tb.Errorf("%s: %s, want %d of %d", name, encodeJSON(m), part, of)
	}
}

// unscored fails unless a measure says that it is not known, and why.
func unscored(tb testing.TB, name string, m Measure, why string) {
	tb.Helper()
	if m.Score != nil || !strings.Contains(m.Why, why) {
		tb.Errorf("%s: %s, want null because %q", name, encodeJSON(m), why)
	}
}

func TestBuildLeavesATrace(t *testing.T) {
	t.Parallel()
	v := newVault(t, leaf)
	v.write("raw/coffee.md", strings.Replace(leaf["raw/coffee.md"], "---\n", "---\nlicence: CC BY-NC 4.0\n", 1))
	v.write("raw/tea.md", strings.Replace(leaf["raw/tea.md"], "---\n", "---\nlicence: CC0-1.0\n", 1))
	r := v.build()
	tr := v.last()
	if len(v.traces()) != 1 || tr.Kind != "build" || !tr.Time.Equal(testNow) || tr.Actions.Run != r.Actions.Run || tr.Actions.Written != len(r.Written) ||
		tr.Actions.Promoted != len(r.Promoted) || *tr.Claims != r.Claims || tr.Gaps != r.Gaps {
		t.Errorf("%s does not tell of %+v", encodeJSON(tr), r)
	}
	s := r.Summary
	claims := s.Cited + s.Uncited
	x, m := tr.Axes, tr.Metrics
	scored(t, "artefact builds", x.ArtefactBuilds, 1, 1)
	scored(t, "coverage", x.Coverage, s.Cited-s.NotHeld, claims)
	scored(t, "freshness", x.Freshness, s.Hold-r.Claims.T3, s.Hold)
	scored(t, "evidence coverage", m.EvidenceCoverage, s.Hold, claims)
	scored(t, "uptime", m.Uptime, r.Actions.Run, r.Actions.Run)
	events := len(v.events("")) + strings.Count(v.read("03_Sources/ledger.jsonl"), "\n")
	scored(t, "audit integrity", m.AuditIntegrity, events, events)
	scored(t, "policy compliance", m.PolicyCompliance, 3, 3)
	scored(t, "human rewrite", x.HumanRewrite, 0, x.HumanRewrite.Of)
	if x.HumanRewrite.Of == 0 || len(r.Promoted) == 0 {
		t.Errorf("nothing was promoted: %s", encodeJSON(x.HumanRewrite))
	}

	again := v.build()
	if _, err := v.open().Check(context.Background(), CheckOptions{}); err != nil {
		t.Fatal(err)
	}
	if again.Actions.Run != 0 || len(v.traces()) != 1 {
		t.Errorf("a build with nothing to do, and a check, left %d traces", len(v.traces())-1)
	}

	// A wrong claim in a permanent note: the artefact does not build.
	v.edit("01_Wiki/Garden.md", "planted in 1839", "planted in 1838")
	v.build()
	scored(t, "artefact builds", v.last().Axes.ArtefactBuilds, 0, 1)
	if scores := figuresOf(t, v); *scores["artefact_builds"].Change != -1 || scores["coverage"].Known != 2 {
		t.Errorf("over time: %s", encodeJSON(scores))
	}

	// Evidence ages, and nothing else happens: what holds is stale.
	v.edit("01_Wiki/Garden.md", "planted in 1838", "planted in 1839")
	v.build()
	n := len(v.traces())
	v.later(200 * 24 * time.Hour)
	r = v.build()
	if r.Claims.T3 == 0 || r.Actions.Run+len(r.Written) > 0 || len(v.traces()) != n+1 {
		t.Fatalf("nothing got stale, or more than that: %+v, %d traces", r.Claims, len(v.traces())-n)
	}
	scored(t, "freshness", v.last().Axes.Freshness, r.Summary.Hold-r.Claims.T3, r.Summary.Hold)
}

func figuresOf(t *testing.T, v *testVault) map[string]RunFigure {
	t.Helper()
	r, err := v.open().Runs(RunsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]RunFigure{}
	for _, f := range r.Figures {
		out[f.Name] = f
	}
	return out
}

// Sources with three kinds of word on their licence: one lets others use it, one does
// not, one says nothing.
func TestLicenceClear(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": tea["pipeline-policy.yaml"],
		"raw/a.md":             "---\nretrieved: 2026-10-01\n---\n# A\n\nThe garden at Assam was planted in 1839.\n",
		"raw/b.md":             "---\nretrieved: 2026-10-01\n---\n# B\n\nThe mill at Uji was built in 1740.\n",
		"raw/c.md":             "---\nretrieved: 2026-10-01\n---\n# C\n\nThe house at Canton was opened in 1757.\n",
		"01_Wiki/A.md":         "# A\n\nThe garden at Assam was planted in 1839. ^[raw/a.md]\n",
		"01_Wiki/B.md":         "# B\n\nThe mill at Uji was built in 1740. ^[raw/b.md]\n",
		"01_Wiki/C.md":         "# C\n\nThe house at Canton was opened in 1757. ^[raw/c.md]\n",
	})
	v.build()
	unscored(t, "licences", v.last().Axes.LicenceClear, "no source states")
	for id, licence := range map[string]string{"raw/a.md": "CC0-1.0", "raw/b.md": "All rights reserved"} {
		name := "03_Sources/" + string(provenance.NewSourceID(id)) + "/source.yaml"
		v.edit(name, "class:", "licence: \""+licence+"\"\nclass:")
	}
	v.edit("01_Wiki/C.md", "# C", "# See")
	v.build()
	if m := v.last().Axes.LicenceClear; m.Unknown != 1 {
		t.Errorf("%s", encodeJSON(m))
	} else {
		scored(t, "licences", m, 1, 2)
	}
	unscored(t, "human rewrite", v.last().Axes.HumanRewrite, "no note was promoted")
}

func TestHumanRewrite(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	r := v.build()
	if len(r.Promoted) != 1 {
		t.Fatalf("promoted %v", r.Promoted)
	}
	note := r.Promoted[0]
	of := v.last().Axes.HumanRewrite.Of
	text := v.read(note)

	// A build that was killed, or an older assay, did not keep the text: the next one does.
	v.remove(".assay/promoted")
	v.write("01_Wiki/More.md", "# More\n\nMore of it.\n")
	v.build()

	// What a person adds is no change of what was promoted; nor is a tag.
	v.write(note, strings.Replace(text, "\n---\n", "\ntags: [drink]\n---\n", 1)+"\nThis is ours.\n")
	v.build()
	scored(t, "added to", v.last().Axes.HumanRewrite, 0, of)

	// One word for another.
	body := ownWords([]byte(text))
	v.edit(note, "leaves", "foliage")
	v.build()
	if m := v.last().Axes.HumanRewrite; m.Of != of || m.Part < 1 || m.Part > 3*strings.Count(strings.Join(body, " "), "leaves") {
		t.Errorf("one word of %d: %s", of, encodeJSON(m))
	}

	// All of it.
	v.write(note, "# Another thing\n\nNot what it was.\n")
	v.build()
	if m := v.last().Axes.HumanRewrite; m.Of != of || m.Part < of-3 { // "#" and "is" may be the same
		t.Errorf("written anew: %s", encodeJSON(m))
	}

	// Without the text as it was promoted nobody can tell.
	v.remove(".assay/promoted")
	v.write(note, "# Yet another thing\n\nNot what it was.\n")
	v.build()
	unscored(t, "forgotten", v.last().Axes.HumanRewrite, ".assay/promoted")
	v.write(note, text)
	v.build()
	scored(t, "put back", v.last().Axes.HumanRewrite, 0, of)
	v.remove(note)
	v.write("01_Wiki/Home.md", "# Home\n\nNothing is wanted here any more.\n") // or it would be drafted again
	v.build()
	unscored(t, "gone", v.last().Axes.HumanRewrite, "gone")
}

func TestCommonWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a b c", "", 0}, {"a b c", "a b c", 3}, {"a b c", "a x c", 2}, {"a b c d", "b c d a", 3}, {"a a a", "a", 1}, {"x a y b z", "a b", 2},
	} {
		if got := common(strings.Fields(c.a), strings.Fields(c.b)); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	long := strings.Fields("head " + strings.Repeat("a b ", 10_000) + "tail")
	turned := strings.Fields("tail " + strings.Repeat("b a ", 10_000) + "head")
	if got := common(long, turned); got != len(long) {
		t.Errorf("%d of %d", got, len(long))
	}
}

// A guest has no ledger, so what would be read from one is not known.
func TestTraceOfAGuest(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"wiki/Tea.md":  "# Tea\n\nGreen tea is steeped at 80 degrees. ^[guide.md]\n\nNobody says so.\n",
		"raw/guide.md": "# Guide\n\nGreen tea is steeped at 80 degrees.\n",
	})
	r := v.build()
	x, m := v.last().Axes, v.last().Metrics
	unscored(t, "licence", x.LicenceClear, "without a policy")
	unscored(t, "rewrite", x.HumanRewrite, "without a policy")
	for name, got := range map[string]Measure{"gaps": m.GapToCrawl, "index": m.IndexAccuracy, "policy": m.PolicyCompliance, "audit": m.AuditIntegrity} {
		unscored(t, name, got, "no ledger")
	}
	scored(t, "coverage", x.Coverage, r.Summary.Cited, r.Summary.Cited+r.Summary.Uncited)
	scored(t, "claims per passage", m.ClaimsPerPassage, 1, 1)

	empty := newVault(t, map[string]string{"a.md": "# A\n"})
	empty.build()
	unscored(t, "coverage of nothing", empty.last().Axes.Coverage, "no claims")
	unscored(t, "freshness of nothing", empty.last().Axes.Freshness, "no claim holds")
}

func TestRoleMetrics(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.write("01_Wiki/More.md", "# More\n\nSee [[Nobody knows]] and [[Steeping tea]].\n")
	v.build()
	// The topic that got a draft, of that and the one that nothing is held on.
	scored(t, "gap to crawl", v.last().Metrics.GapToCrawl, 1, 2)

	// A person keeps index.md, and lists one note that is there and one that is not.
	v.write("01_Wiki/index.md", "# Index\n\n- [[More]]\n- [[Long gone]]\n")
	v.build()
	notes, _ := filepath.Glob(v.path("01_Wiki/*.md"))
	permanent := 0
	for _, n := range notes {
		if b := filepath.Base(n); b != "index.md" && b != "log.md" {
			permanent++
		}
	}
	scored(t, "index accuracy", v.last().Metrics.IndexAccuracy, 1, permanent+1)

	// A line of the ledger is damaged.
	ledger := v.read("03_Sources/ledger.jsonl")
	lines := strings.Count(ledger, "\n")
	v.write("03_Sources/ledger.jsonl", strings.Replace(ledger, `"kind":"verified"`, `"kind":"verifled"`, 1))
	v.edit("01_Wiki/More.md", "# More", "# Still more")
	if _, err := v.open().Build(context.Background(), BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	if m := v.last().Metrics.AuditIntegrity; m.Score == nil || *m.Score >= 1 || m.Of < lines {
		t.Errorf("audit integrity of a damaged ledger: %s", encodeJSON(m))
	}
}

// An action that fails is work that was asked for and not done.
func TestTraceOfAFailure(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.world.OpenIndex = func(string) Index { return &full{} }
	if _, err := v.open().Build(context.Background(), BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	tr := v.last()
	if tr.Actions.Failed == 0 {
		t.Fatal("nothing failed")
	}
	scored(t, "uptime", tr.Metrics.Uptime, tr.Actions.Run, tr.Actions.Run+tr.Actions.Failed)
	scored(t, "artefact builds", tr.Axes.ArtefactBuilds, 0, 1)

	// A build that someone stops says nothing of the vault.
	v.edit("raw/tea.md", "80 degrees", "81 degrees")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := v.open().Build(ctx, BuildOptions{}); err == nil {
		t.Fatal("it went on")
	}
	if n := len(v.traces()); n != 1 {
		t.Errorf("%d traces", n)
	}
}

func TestSearchLeavesATrace(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	before := v.files()
	ask := func(o SearchOptions) Trace {
		t.Helper()
		hits, err := v.open().Search(context.Background(), "What is the latest Steeping of BLACK tea", o)
		if err != nil || len(hits) == 0 {
			t.Fatalf("%d hits, %v", len(hits), err)
		}
		tr := v.last()
		for i, h := range hits {
			if tr.Query.Hits[i].Chunk != h.Chunk {
				t.Errorf("hit %d is not as it was shown", i)
			}
			if o.Intent != "" && h.Score != rank.Default().Intents[o.Intent].Score(tr.Query.Hits[i].Features) {
				t.Errorf("hit %d scores %v, its features %v", i, h.Score, tr.Query.Hits[i].Features)
			}
			if o.Intent != "" && i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("hit %d is better than the one before", i)
			}
		}
		return tr
	}
	tr := ask(SearchOptions{K: 3})
	if tr.Kind != "query" || tr.Query.Intent != "status" || tr.Query.Ranked || len(tr.Query.Hits) == 0 {
		t.Errorf("%s", encodeJSON(tr))
	}
	unscored(t, "artefact", tr.Axes.ArtefactBuilds, "builds nothing")
	unscored(t, "rewrite", tr.Axes.HumanRewrite, "writes nothing")
	scored(t, "freshness", tr.Axes.Freshness, len(tr.Query.Hits), len(tr.Query.Hits))
	if tr = ask(SearchOptions{K: 3, Intent: "tutorial"}); !tr.Query.Ranked || tr.Query.Intent != "tutorial" {
		t.Errorf("%s", encodeJSON(tr))
	}
	v.same(before)

	// No word of question, note or source is on record.
	record := strings.ToLower(v.read(".assay/" + tracesName))
	for _, word := range []string{"steeping", "latest steep", "flavour", "01_wiki", "raw/"} {
		if strings.Contains(record, word) {
			t.Errorf("the record says %q", word)
		}
	}

	// A file of weights that cannot be read stops a search, and says where.
	v.write(rank.File, "version: 1\nintents: {news: {keyword: 2, freshness: 0, authority: 0}}\n")
	if _, err := v.open().Search(context.Background(), "tea", SearchOptions{}); err == nil || !strings.Contains(err.Error(), rank.File) {
		t.Errorf("%v", err)
	}
	// One that can be read is used.
	v.write(rank.File, "version: 1\nintents:\n  news: {keyword: 0, freshness: 0, authority: 1}\n")
	hits, err := v.open().Search(context.Background(), "tea", SearchOptions{Intent: "news"})
	if err != nil || len(hits) == 0 || hits[0].Score != 0.4 {
		t.Errorf("%v %v", hits, err)
	}
}

// What a killed process, a full disk or an editor left is passed over and counted.
func TestBrokenTraces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tr := newTraces(dir)
	if err := os.Mkdir(tr.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	one := Trace{Time: testNow, Kind: "build", Axes: Axes{Coverage: ratio(1, 2, "")}}
	tr.append(one, true)
	name := filepath.Join(tr.dir, tracesName)
	whole, _ := os.ReadFile(name)
	for what, damage := range map[string][]byte{
		"torn":      whole[:len(whole)/2],
		"binary":    {0, 0xff, '\n', 0},
		"long":      bytes.Repeat([]byte("x"), 3*traceMost),
		"no object": []byte("[1,2]\nnull\n{}\n"),
		"no number": []byte(`{"time":"2026-11-01T12:00:00Z","kind":"build","axes":{"coverage":{"score":-7}}}` + "\n"),
		"no query":  []byte(`{"time":"2026-11-01T12:00:00Z","kind":"query","axes":{}}` + "\n"),
		"odd query": []byte(`{"time":"2026-11-01T12:00:00Z","kind":"query","axes":{},"query":{"hash":"","intent":"news","hits":[{"keyword":9}]}}` + "\n"),
	} {
		if err := os.WriteFile(name, append(bytes.Clone(whole), damage...), 0o644); err != nil {
			t.Fatal(err)
		}
		tr.append(one, true)
		list, broken, err := tr.read()
		if len(list) != 2 || broken == 0 || err != nil {
			t.Errorf("%s: %d traces, %d broken, %v", what, len(list), broken, err)
		}
	}
}

// Many at once lose nothing, and what is kept is bounded.
func TestManyTraces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(newTraces(dir).dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				newTraces(dir).append(Trace{Time: testNow, Kind: "build"}, false)
			}
		})
	}
	all.Wait()
	if list, broken, err := newTraces(dir).read(); len(list) != 800 || broken > 0 || err != nil {
		t.Errorf("%d traces, %d broken, %v", len(list), broken, err)
	}
	tr := newTraces(dir)
	tr.cap = 4 << 10
	size := func() (n int64) {
		for _, name := range []string{tracesName, tracesOlder} {
			if info, err := os.Stat(filepath.Join(tr.dir, name)); err == nil {
				n += info.Size()
			}
		}
		return n
	}
	tr.append(Trace{Time: testNow, Kind: "build"}, true) // the one that was too large is the older one now
	for i := range 500 {
		tr.append(Trace{Time: testNow.Add(time.Duration(i) * time.Second), Kind: "build"}, i%3 > 0)
	}
	if size() > 2*tr.cap+traceMost {
		t.Errorf("%d bytes", size())
	}
	list, _, _ := tr.read()
	if last := list[len(list)-1]; !last.Time.Equal(testNow.Add(499 * time.Second)) {
		t.Errorf("the last is gone: %v", last.Time)
	}
	for range 500 { // without the lock
		tr.append(Trace{Time: testNow, Kind: "build"}, false)
	}
	if size() > 4*tr.cap {
		t.Errorf("%d bytes", size())
	}
	// No .assay, no trace: a search of a vault that was never built makes no folder.
	nowhere := newTraces(filepath.Join(dir, "nowhere"))
	nowhere.append(Trace{Time: testNow, Kind: "build"}, true)
	if _, err := os.Stat(nowhere.dir); !errors.Is(err, os.ErrNotExist) {
		t.Error("a trace made .assay")
	}
}

// asked puts searches on record whose used passage is the fresher one, and has fewer
// of the words.
func asked(v *testVault, n int, used, other provenance.ChunkID) {
	for i := range n {
		newTraces(v.dir).append(Trace{Time: testNow.Add(time.Duration(i) * time.Hour), Kind: "query", Query: &TraceQuery{
			Hash: fmt.Sprintf("%012x", i), Intent: "status", Hits: []TraceHit{
				{other, rank.Features{Keyword: 1, Freshness: .3, Authority: .4}},
				{used, rank.Features{Keyword: .5, Freshness: .9, Authority: .4}},
			}}}, false)
	}
}

func TestReweigh(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	c := v.open()
	_, p, err := c.graded(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var used provenance.ChunkID
	for chunk := range p.usedPassages() {
		if used == "" || chunk < used {
			used = chunk
		}
	}
	if used == "" {
		t.Fatal("no passage is used")
	}
	before := v.files()
	propose := func() (*WeightsProposal, error) { return v.open().Reweigh(context.Background(), time.Time{}) }

	_, err = propose()
	var few ErrFewRuns
	if !errors.As(err, &few) || few.Most != 0 {
		t.Errorf("with no search on record: %v", err)
	}
	asked(v, leastQueries-1, used, "chk_other")
	asked(v, leastQueries-1, used, "chk_other") // the same questions again are no more
	if _, err = propose(); !errors.As(err, &few) || few.Most != leastQueries-1 || few.Intent != "status" {
		t.Errorf("with too few: %v", err)
	}
	asked(v, leastQueries, used, "chk_other")
	got, err := propose()
	if err != nil {
		t.Fatal(err)
	}
	// keyword 0.3·2·(0+10)/40 = 0.15, freshness 0.5·2·(20+10)/40 = 0.75, authority 0.2·2·(10+10)/40 = 0.2, over 1.1: freshness
	// would go to 0.68 and keyword to 0.14, so all go as far as keyword may: 0.1/0.1818 of the way.
	want := rank.Mix{Keyword: 0.21, Freshness: 0.60, Authority: 0.19}
	if len(got.Intents) != 1 || got.Queries != leastQueries || got.Intents[0].Agreement != (rank.Features{Keyword: 0, Freshness: 1, Authority: 0.5}) {
		t.Errorf("%s", encodeJSON(got))
	}
	if to := got.Intents[0].To; to != want {
		t.Errorf("proposed %v, want %v", to, want)
	}
	v.same(before) // nothing is applied
	again, err := propose()
	if err != nil || cmp.Diff(got.Diff, again.Diff) != "" {
		t.Errorf("asked twice, another proposal: %v\n%s", err, again.Diff)
	}
	for _, part := range []string{"--- /dev/null", "+++ b/" + rank.File, "0.60", "was 0.30 0.50 0.20; reference 0.30 0.50 0.20; 20 questions"} {
		if !strings.Contains(got.Diff, part) {
			t.Errorf("no %q in\n%s", part, got.Diff)
		}
	}
	apply(t, v, got.Diff)
	w, err := v.open().Weights()
	if err != nil || w.Intents["status"] != want || w.Intents["news"] != rank.Default().Intents["news"] {
		t.Errorf("applied: %v %v", w, err)
	}

	// The next proposal goes on from there, and keeps what else the file says.
	v.edit(rank.File, "version: 1\n", "version: 1\nauthority: {domains: {example.org: 0.9}}   # ours\n")
	next, err := propose()
	if err != nil {
		t.Fatal(err)
	}
	if from := next.Intents[0].From; from != want || !strings.Contains(next.Diff, "reference 0.30 0.50 0.20") {
		t.Errorf("from %v\n%s", from, next.Diff)
	}
	apply(t, v, next.Diff)
	if w, err := v.open().Weights(); err != nil || w.Intents["status"] != next.Intents[0].To || w.Authority.Domains["example.org"] != .9 {
		t.Errorf("applied: %v", err)
	}

	// A file in another form is not guessed at.
	v.write(rank.File, "version: 1\nintents:\n  status:\n    keyword: 0.3\n    freshness: 0.5\n    authority: 0.2\n")
	if _, err := propose(); err == nil || !strings.Contains(err.Error(), "on a line of its own") {
		t.Errorf("%v", err)
	}
	if r, err := v.open().Reweigh(context.Background(), testNow.Add(19*time.Hour)); !errors.As(err, &few) || few.Most != 1 {
		t.Errorf("since: %v %v", r, err)
	}
}

// apply applies a patch as a person would.
func apply(t *testing.T, v *testVault, diff string) {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("git is not installed")
	}
	cmd := exec.Command(git, "apply", "-")
	cmd.Dir, cmd.Stdin = v.dir, strings.NewReader(diff)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(v.dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s\n%s", err, out, diff)
	}
}

func TestHundredths(t *testing.T) {
	t.Parallel()
	for _, x := range [][3]float64{{.3, .5, .2}, {1. / 3, 1. / 3, 1. / 3}, {.29, .57, .14}, {1, 0, 0}, {.005, .005, .99}, {.2145, .5963, .1892}} {
		h := hundredths(x)
		if sum := math.Round(100*(h[0]+h[1]+h[2])) / 100; sum != 1 {
			t.Errorf("%v → %v adds up to %v", x, h, sum)
		}
		for i := range x {
			if math.Abs(h[i]-x[i]) > .011 {
				t.Errorf("%v → %v", x, h)
			}
		}
	}
}

func TestRuns(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	if r, err := v.open().Runs(RunsOptions{}); err != nil || r.Total != 0 || r.Runs == nil || len(r.Runs) != 0 {
		t.Errorf("of a vault that was never built: %s %v", encodeJSON(r), err)
	}
	v.build()
	for i := range 5 {
		v.later(24 * time.Hour)
		v.write("01_Wiki/More.md", fmt.Sprintf("# More\n\nDay %d.\n", i))
		v.build()
	}
	asked(v, 2, "chk_a", "chk_b")
	r, err := v.open().Runs(RunsOptions{Most: 4, Since: testNow.Add(12 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Total != 5 || len(r.Runs) != 4 { // the first build and the searches are from before
		t.Errorf("%d runs, %d shown", r.Total, len(r.Runs))
	}
	for i := 1; i < len(r.Runs); i++ {
		if r.Runs[i].Time.After(r.Runs[i-1].Time) {
			t.Error("not the latest first")
		}
	}
	for _, f := range r.Figures {
		if len(f.Over) != 4 || f.Known > 0 && (f.Latest == nil || f.Mean == nil || f.Change == nil) || f.Known == 0 && f.Why == "" {
			t.Errorf("%s", encodeJSON(f))
		}
	}
	var back RunsReport
	if err := json.Unmarshal(encodeJSON(r), &back); err != nil || cmp.Diff(r.Runs, back.Runs) != "" {
		t.Errorf("%v %s", err, cmp.Diff(r.Runs, back.Runs))
	}
}

func FuzzReadTraces(f *testing.F) {
	line, _ := json.Marshal(Trace{Time: testNow, Kind: "build", Axes: Axes{Coverage: ratio(1, 2, "")}})
	f.Add(append(line, '\n'))
	f.Add([]byte(`{"time":"2026-11-01T12:00:00Z","kind":"query","axes":{},"query":{"hash":"a","intent":"news","hits":[{"chunk":"c","keyword":1}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, broken, err := readTraces(bytes.NewReader(text))
		if err != nil || len(list)+broken > bytes.Count(text, []byte{'\n'})+1 {
			t.Fatalf("%d traces, %d broken, %v", len(list), broken, err)
		}
		if len(list) > 0 {
			figures(list)
			weigh("news", rank.Default().Intents["news"], list, map[provenance.ChunkID]bool{"c": true})
		}
	})
}
