package compiler_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
)

// countingJudge is a judge that counts what it is asked.
type countingJudge struct {
	judge judge.Judge
	asked atomic.Int64
}

func (c *countingJudge) Model() string { return c.judge.Model() }

func (c *countingJudge) Bears(claim string, texts, quotes []string) []bool {
	return c.judge.Bears(claim, texts, quotes)
}

func (c *countingJudge) Judge(ctx context.Context, q judge.Question) (provenance.Judgement, error) {
	c.asked.Add(1)
	return c.judge.Judge(ctx, q)
}

// A check of a vault that nobody builds does not judge again what did not change, and
// leaves nothing in it.
func TestCheckKeepsItsResultsWithTheUser(t *testing.T) {
	t.Parallel()
	cache := filepath.Join(t.TempDir(), "assay")
	other := newVault(t, map[string]string{"wiki/Loom.md": "# Loom\n"})
	v := newVault(t, map[string]string{
		"wiki/Loom.md":     "# Loom\n\nThe loom was built in 1887 by a weaver. ^[loom.md]\n",
		"wiki/Weaver.md":   "# Weaver\n\nThe weaver of the loom lived in 1887. ^[loom.md]\n",
		"wiki/raw/loom.md": "The loom was built in 1887 by a weaver.\n",
	})
	j := &countingJudge{judge: v.world.Judge}
	v.world.Judge, v.world.Cache, other.world.Cache = j, cache, cache
	check := func(v *testVault) (*reports.CheckReport, int64) {
		before := j.asked.Load()
		r, err := v.open().Check(t.Context(), compiler.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return r, j.asked.Load() - before
	}
	check(other)
	other.remove(".")

	files := v.files()
	first, asked := check(v)
	if asked == 0 || !first.Guest {
		t.Fatalf("%d questions: %+v", asked, first)
	}
	again, asked := check(v)
	if asked != 0 || cmp.Diff(first.Summary, again.Summary) != "" {
		t.Errorf("nothing changed: %d questions, %+v", asked, again.Summary)
	}
	v.edit("wiki/Weaver.md", "lived in 1887", "died in 1890")
	if _, asked = check(v); asked != 1 {
		t.Errorf("one claim changed: %d questions", asked)
	}
	v.write("wiki/Weaver.md", files["wiki/Weaver.md"])
	place := func() vault.Span {
		r, _ := check(v)
		return r.Diagnostics[0].Span
	}
	v.write("wiki/Loom.md", "# Loom\n\nThe loom was built in 1890 by a weaver. ^[loom.md]\n")
	if at := place(); at.Start != 8 || place() != at {
		t.Errorf("a fault at %+v", at)
	}
	v.write("wiki/Loom.md", strings.ReplaceAll(v.read("wiki/Loom.md"), "\n", "\r\n"))
	if at := place(); at.Start != 10 || place() != at {
		t.Errorf("with other line ends a fault at %+v", at)
	}
	v.write("wiki/Loom.md", files["wiki/Loom.md"])
	v.same(files)
	if v.exists(".assay") {
		t.Error("a check made .assay")
	}
	if kept, err := filepath.Glob(filepath.Join(cache, "*")); err != nil || len(kept) != 1 {
		t.Errorf("results of a vault that is gone are kept: %v, %v", kept, err)
	}

	v.build() // from here on they are the vault's own
	if got, want := compiler.StateDir(v.world, v.dir), v.path(".assay"); got != want {
		t.Errorf("results of a vault that was built lie in %s, not in %s", got, want)
	}
}
