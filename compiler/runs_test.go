package compiler_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/compiler/runs"

	"github.com/google/go-cmp/cmp"

	"assay/compiler"
	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/stats"
	"assay/compiler/view"
	"assay/ingest/rank"
	"assay/provenance"
)

func (v *testVault) traces() []runs.Trace {
	v.Helper()
	list, broken, err := runs.Open(v.dir).Read()
	if err != nil || broken > 0 {
		v.Fatalf("%d broken lines, %v", broken, err)
	}
	return list
}

// last is the newest trace.
func (v *testVault) last() runs.Trace {
	v.Helper()
	list := v.traces()
	if len(list) == 0 {
		v.Fatal("no trace")
	}
	return list[len(list)-1]
}

// scored fails unless a measure is a share of so many, to four places.
func scored(tb testing.TB, name string, m reports.Measure, part, of int) {
	tb.Helper()
	if m.Score == nil || m.Part != part || m.Of != of || math.Abs(*m.Score-float64(part)/float64(of)) > 5e-5 {
		tb.Errorf("%s: %s, want %d of %d", name, view.EncodeJSON(m), part, of)
	}
}

// unscored fails unless a measure says that it is not known, and why.
func unscored(tb testing.TB, name string, m reports.Measure, why string) {
	tb.Helper()
	if m.Score != nil || !strings.Contains(m.Why, why) {
		tb.Errorf("%s: %s, want null because %q", name, view.EncodeJSON(m), why)
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
		t.Errorf("%s does not tell of %+v", view.EncodeJSON(tr), r)
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
		t.Errorf("nothing was promoted: %s", view.EncodeJSON(x.HumanRewrite))
	}

	again := v.build()
	if _, err := v.open().Check(context.Background(), compiler.CheckOptions{}); err != nil {
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
		t.Errorf("over time: %s", view.EncodeJSON(scores))
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

func figuresOf(t *testing.T, v *testVault) map[string]stats.RunFigure {
	t.Helper()
	r, err := stats.Runs(v.open(), stats.RunsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]stats.RunFigure{}
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
		t.Errorf("%s", view.EncodeJSON(m))
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
	body := draft.OwnWords([]byte(text))
	v.edit(note, "leaves", "foliage")
	v.build()
	if m := v.last().Axes.HumanRewrite; m.Of != of || m.Part < 1 || m.Part > 3*strings.Count(strings.Join(body, " "), "leaves") {
		t.Errorf("one word of %d: %s", of, view.EncodeJSON(m))
	}

	// All of it.
	v.write(note, "# Another thing\n\nNot what it was.\n")
	v.build()
	if m := v.last().Axes.HumanRewrite; m.Of != of || m.Part < of-3 { // "#" and "is" may be the same
		t.Errorf("written anew: %s", view.EncodeJSON(m))
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
	for name, got := range map[string]reports.Measure{"gaps": m.GapToCrawl, "index": m.IndexAccuracy, "policy": m.PolicyCompliance, "audit": m.AuditIntegrity} {
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
	if _, err := v.open().Build(context.Background(), compiler.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	if m := v.last().Metrics.AuditIntegrity; m.Score == nil || *m.Score >= 1 || m.Of < lines {
		t.Errorf("audit integrity of a damaged ledger: %s", view.EncodeJSON(m))
	}
}

// An action that fails is work that was asked for and not done.
func TestTraceOfAFailure(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.world.OpenIndex = func(string) view.Index { return &full{} }
	if _, err := v.open().Build(context.Background(), compiler.BuildOptions{}); err != nil {
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
	if _, err := v.open().Build(ctx, compiler.BuildOptions{}); err == nil {
		t.Fatal("it went on")
	}
	if n := len(v.traces()); n != 1 {
		t.Errorf("%d traces", n)
	}
}

// Invariant (searching): A trace of a run holds no text, broken lines are passed over, many
// writers lose nothing, and what is not known is null. See also TestBrokenTraces,
// TestManyTraces, TestTraceOfAGuest.
func TestSearchLeavesATrace(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	before := v.files()
	ask := func(o stats.SearchOptions) runs.Trace {
		t.Helper()
		hits, err := stats.Search(context.Background(), v.open(), "What is the latest Steeping of BLACK tea", o)
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
	tr := ask(stats.SearchOptions{K: 3})
	if tr.Kind != "query" || tr.Query.Intent != "status" || tr.Query.Ranked || len(tr.Query.Hits) == 0 {
		t.Errorf("%s", view.EncodeJSON(tr))
	}
	unscored(t, "artefact", tr.Axes.ArtefactBuilds, "builds nothing")
	unscored(t, "rewrite", tr.Axes.HumanRewrite, "writes nothing")
	scored(t, "freshness", tr.Axes.Freshness, len(tr.Query.Hits), len(tr.Query.Hits))
	if tr = ask(stats.SearchOptions{K: 3, Intent: "tutorial"}); !tr.Query.Ranked || tr.Query.Intent != "tutorial" {
		t.Errorf("%s", view.EncodeJSON(tr))
	}
	v.same(before)

	// No word of question, note or source is on record.
	record := strings.ToLower(v.read(".assay/" + runs.Name))
	for _, word := range []string{"steeping", "latest steep", "flavour", "01_wiki", "raw/"} {
		if strings.Contains(record, word) {
			t.Errorf("the record says %q", word)
		}
	}

	// A file of weights that cannot be read stops a search, and says where.
	v.write(rank.File, "version: 1\nintents: {news: {keyword: 2, freshness: 0, authority: 0}}\n")
	if _, err := stats.Search(context.Background(), v.open(), "tea", stats.SearchOptions{}); err == nil || !strings.Contains(err.Error(), rank.File) {
		t.Errorf("%v", err)
	}
	// One that can be read is used.
	v.write(rank.File, "version: 1\nintents:\n  news: {keyword: 0, freshness: 0, authority: 1}\n")
	hits, err := stats.Search(context.Background(), v.open(), "tea", stats.SearchOptions{Intent: "news"})
	if err != nil || len(hits) == 0 || hits[0].Score != 0.4 {
		t.Errorf("%v %v", hits, err)
	}
}

func TestRuns(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	if r, err := stats.Runs(v.open(), stats.RunsOptions{}); err != nil || r.Total != 0 || r.Runs == nil || len(r.Runs) != 0 {
		t.Errorf("of a vault that was never built: %s %v", view.EncodeJSON(r), err)
	}
	v.build()
	for i := range 5 {
		v.later(24 * time.Hour)
		v.write("01_Wiki/More.md", fmt.Sprintf("# More\n\nDay %d.\n", i))
		v.build()
	}
	asked(v, 2, "chk_a", "chk_b")
	r, err := stats.Runs(v.open(), stats.RunsOptions{Most: 4, Since: testNow.Add(12 * time.Hour)})
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
			t.Errorf("%s", view.EncodeJSON(f))
		}
	}
	var back stats.RunsReport
	if err := json.Unmarshal(view.EncodeJSON(r), &back); err != nil || cmp.Diff(r.Runs, back.Runs) != "" {
		t.Errorf("%v %s", err, cmp.Diff(r.Runs, back.Runs))
	}
}
