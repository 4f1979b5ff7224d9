package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/compiler/runs"

	"github.com/google/go-cmp/cmp"

	"assay/compiler/stats"
	"assay/compiler/view"
	"assay/ingest/rank"
	"assay/provenance"
)

// asked puts searches on record whose used passage is the fresher one, and has fewer
// of the words.
func asked(v *testVault, n int, used, other provenance.ChunkID) {
	for i := range n {
		runs.Open(v.dir).Append(runs.Trace{Time: testNow.Add(time.Duration(i) * time.Hour), Kind: "query", Query: &runs.Query{
			Hash: fmt.Sprintf("%012x", i), Intent: "status", Hits: []runs.Hit{
				{Chunk: other, Features: rank.Features{Keyword: 1, Freshness: .3, Authority: .4}},
				{Chunk: used, Features: rank.Features{Keyword: .5, Freshness: .9, Authority: .4}},
			}}}, false)
	}
}

func TestReweigh(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	c := v.open()
	_, p, err := c.Graded(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var used provenance.ChunkID
	for chunk := range stats.UsedPassages(p) {
		if used == "" || chunk < used {
			used = chunk
		}
	}
	if used == "" {
		t.Fatal("no passage is used")
	}
	before := v.files()
	propose := func() (*stats.WeightsProposal, error) {
		return stats.Reweigh(context.Background(), v.open(), time.Time{})
	}

	_, err = propose()
	var few stats.ErrFewRuns
	if !errors.As(err, &few) || few.Most != 0 {
		t.Errorf("with no search on record: %v", err)
	}
	asked(v, stats.LeastQueries-1, used, "chk_other")
	asked(v, stats.LeastQueries-1, used, "chk_other") // the same questions again are no more
	if _, err = propose(); !errors.As(err, &few) || few.Most != stats.LeastQueries-1 || few.Intent != "status" {
		t.Errorf("with too few: %v", err)
	}
	asked(v, stats.LeastQueries, used, "chk_other")
	got, err := propose()
	if err != nil {
		t.Fatal(err)
	}
	// keyword 0.3·2·(0+10)/40 = 0.15, freshness 0.5·2·(20+10)/40 = 0.75, authority 0.2·2·(10+10)/40 = 0.2, over 1.1: freshness
	// would go to 0.68 and keyword to 0.14, so all go as far as keyword may: 0.1/0.1818 of the way.
	want := rank.Mix{Keyword: 0.21, Freshness: 0.60, Authority: 0.19}
	if len(got.Intents) != 1 || got.Queries != stats.LeastQueries || got.Intents[0].Agreement != (rank.Features{Keyword: 0, Freshness: 1, Authority: 0.5}) {
		t.Errorf("%s", view.EncodeJSON(got))
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
	w, err := stats.Weights(v.dir)
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
	if w, err := stats.Weights(v.dir); err != nil || w.Intents["status"] != next.Intents[0].To || w.Authority.Domains["example.org"] != .9 {
		t.Errorf("applied: %v", err)
	}

	// A file in another form is not guessed at.
	v.write(rank.File, "version: 1\nintents:\n  status:\n    keyword: 0.3\n    freshness: 0.5\n    authority: 0.2\n")
	if _, err := propose(); err == nil || !strings.Contains(err.Error(), "on a line of its own") {
		t.Errorf("%v", err)
	}
	if r, err := stats.Reweigh(context.Background(), v.open(), testNow.Add(19*time.Hour)); !errors.As(err, &few) || few.Most != 1 {
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
