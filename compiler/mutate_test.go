package compiler_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler/stats"
	"assay/gates/mutate"
	"assay/vault"
)

// leaf is a vault whose notes cite passages in several ways, all of them right.
var leaf = map[string]string{
	"pipeline-policy.yaml": tea["pipeline-policy.yaml"],
	"raw/tea.md":           tea["raw/tea.md"],
	"raw/coffee.md":        tea["raw/coffee.md"],
	"raw/garden.md": `# The garden

The garden at Assam was planted in 1839. All rows of the garden are picked by hand. The lower terraces are warmer than the upper ones.

## Wild rows

Wild rows may be older than the garden.
`,
	"01_Wiki/Home.md": "# Home\n\nStart with [[Steeping tea]].\n",
	"01_Wiki/Garden.md": `# Garden

The garden at Assam was planted in 1839. ^[raw/garden.md#The garden]

All rows of the garden are picked by hand. ^[raw/garden.md]

- Wild rows may be older than the garden. ^[raw/garden.md#Wild rows]

Espresso is pressed through ground coffee at nine bars. ^[raw/coffee.md]

Black tea is steeped at 95 degrees for four minutes. ^[raw/tea.md]
`,
	"02_Drafts/Wrong.md": "# Wrong\n\nBlack tea is steeped at 60 degrees for four minutes. ^[raw/tea.md]\n",
}

func (v *testVault) mutate(o stats.MutateOptions) *stats.MutateReport {
	v.Helper()
	r, err := stats.Mutate(context.Background(), v.open(), o)
	if err != nil {
		v.Fatal(err)
	}
	return r
}

func TestMutate(t *testing.T) {
	t.Parallel()
	v := newVault(t, leaf)
	v.build()
	before := v.files()
	r := v.mutate(stats.MutateOptions{})
	v.same(before)
	if r.Claims < 7 || r.Kept != r.Claims {
		t.Errorf("%d claims, %d of them keep their tier", r.Claims, r.Kept)
	}
	for _, kind := range []mutate.Kind{mutate.Number, mutate.Date, mutate.Unit, mutate.Source} {
		if k := r.ByKind[kind]; k.Mutants == 0 || k.Killed != k.Mutants {
			t.Errorf("%s: %d of %d found out", kind, k.Killed, k.Mutants)
		}
	}
	sum := stats.KindCount{}
	for _, k := range r.ByKind {
		sum.Mutants, sum.Killed = sum.Mutants+k.Mutants, sum.Killed+k.Killed
	}
	if sum.Mutants != r.Mutants || sum.Killed != r.Killed || len(r.Survivors) != r.Mutants-r.Killed {
		t.Errorf("%+v does not add up to %d of %d with %d survivors", r.ByKind, r.Killed, r.Mutants, len(r.Survivors))
	}
	for _, s := range r.Survivors {
		if s.File == "" || s.Line == 0 || s.Hint == "" || s.Quote == "" || s.From == s.To {
			t.Errorf("nothing to act on: %+v", s)
		}
		if strings.Contains(s.File, "Wrong") {
			t.Errorf("a claim that does not pass was tried: %+v", s)
		}
	}
	if d := cmp.Diff(r, v.mutate(stats.MutateOptions{})); d != "" {
		t.Errorf("not the same the second time:\n%s", d)
	}
	v.jobs = 7
	if d := cmp.Diff(r, v.mutate(stats.MutateOptions{})); d != "" {
		t.Errorf("not the same with more at once:\n%s", d)
	}
}

// A mutant's tier is the one that a check gives when an author has written it.
//
// Invariant (grading): A corrupted claim gets the tier that a check would give it, one thing
// in it is changed, and nothing is written. See also TestMutantsProperty, TestMutate.
func TestMutantsAreGradedAsACheckWould(t *testing.T) {
	t.Parallel()
	v := newVault(t, leaf)
	v.build()
	const note = "01_Wiki/Garden.md"
	text := v.read(note)
	c := v.open()
	ctx := context.Background()
	s, err := c.Look(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Observe(ctx, s, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := &stats.Trial{C: c, P: p}
	tr.Collect()
	tried := 0
	for _, x := range tr.Patients {
		if x.Note.Path != note {
			continue
		}
		for _, m := range mutate.Mutants(x.Claim.Text, mutate.About{Seed: string(x.Claim.ID)}, nil) {
			verdict, err := tr.Grade(ctx, x, m.Text, x.Basis)
			if err != nil {
				t.Fatal(err)
			}
			v.write(note, text[:x.Claim.Start]+m.Text+text[x.Claim.End:])
			got, ok := v.tiers()[note+": "+m.Text]
			if !ok {
				t.Errorf("%q is no claim once it is written", m.Text)
			} else if got != verdict.Tier.String() {
				t.Errorf("%s %q: %s here, %s in a check", m.Kind, m.Text, verdict.Tier, got)
			}
			tried++
		}
	}
	if tried < 10 {
		t.Errorf("only %d mutants", tried)
	}
}

func TestMutateOptions(t *testing.T) {
	t.Parallel()
	v := newVault(t, leaf)
	v.build()
	r := v.mutate(stats.MutateOptions{Kinds: []mutate.Kind{mutate.Number, mutate.Source}})
	if len(r.ByKind) != 2 || r.ByKind[mutate.Number].Mutants == 0 || r.ByKind[mutate.Source].Mutants == 0 {
		t.Errorf("other kinds than were asked for: %+v", r.ByKind)
	}
	if r := v.mutate(stats.MutateOptions{PerClaim: 1}); r.Mutants > r.Claims || r.Mutants == 0 {
		t.Errorf("%d mutants of %d claims", r.Mutants, r.Claims)
	}
	r = v.mutate(stats.MutateOptions{Sample: 3})
	if r.Claims != 3 {
		t.Errorf("%d claims of 3", r.Claims)
	}
	if d := cmp.Diff(r, v.mutate(stats.MutateOptions{Sample: 3})); d != "" {
		t.Errorf("another sample:\n%s", d)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := stats.Mutate(ctx, v.open(), stats.MutateOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped, it says %v", err)
	}
}

// What a passage says twice is no wrong source where it says it again.
func TestWrongSourcesAreWrong(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": tea["pipeline-policy.yaml"],
		"raw/a.md":             "# A\n\nThe garden at Assam was planted in 1839.\n",
		"raw/b.md":             "# B\n\nAs is well known, the garden at Assam was planted in 1839.\n",
		"01_Wiki/Home.md":      "# Home\n\nThe garden at Assam was planted in 1839. ^[raw/a.md]\n\nAs is well known, the garden at Assam was planted in 1839. ^[raw/b.md]\n",
	})
	r := v.mutate(stats.MutateOptions{Kinds: []mutate.Kind{mutate.Source}})
	if r.Claims != 2 {
		t.Fatalf("%d claims", r.Claims)
	}
	for _, s := range r.Survivors {
		if s.Claim == "The garden at Assam was planted in 1839." {
			t.Errorf("%q is said there too", s.Claim)
		}
	}
}

// A vault that never heard of assay can be tried as well.
func TestMutateGuest(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		"raw/tea.md":   tea["raw/tea.md"],
		"wiki/note.md": "# Note\n\nBlack tea is steeped at 95 degrees for four minutes. ^[raw/tea.md]\n\nTea is warm and nobody cites that.\n",
	})
	r := v.mutate(stats.MutateOptions{})
	if r.Claims != 1 || r.Kept != 1 || r.ByKind[mutate.Number].Killed != 2 {
		t.Errorf("%+v", r)
	}
	if v.exists(vault.StateDir) || v.exists("03_Sources") {
		t.Error("something was written")
	}
}
