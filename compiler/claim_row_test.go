package compiler_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/stats"
	"assay/gates"
)

// Every claim is listed, also those of notes that a build has settled.
//
// Invariant (grading): The list of claims has all of them.
func TestClaimsAreListed(t *testing.T) {
	t.Parallel()
	v := newVault(t, leaf)
	list := func(paths ...string) *reports.CheckReport {
		t.Helper()
		r, err := v.open().Check(context.Background(), compiler.CheckOptions{Paths: paths, Claims: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	cold := list()
	v.build()
	r := list()
	if len(cold.List) == 0 {
		t.Error("nothing is listed before a build")
	}
	if d := cmp.Diff(r.List, list().List); d != "" {
		t.Errorf("another list the second time:\n%s", d)
	}
	var sum reports.Tally
	counts := map[string]*int{"T0": &sum.T0, "T1": &sum.T1, "T2": &sum.T2, "T3": &sum.T3, "T4": &sum.T4, "T5": &sum.T5, "unchecked": &sum.Unchecked}
	errors := 0
	for _, c := range r.List {
		*counts[c.Tier]++
		if c.Severity == gates.Error.String() || c.Tier == "T0" && c.File == "02_Drafts/Wrong.md" {
			errors++
			if c.Code != gates.ValueMismatch || c.Values == nil || c.Values.Claim == "" || c.Quote == "" || c.Source == "" {
				t.Errorf("an error that does not say why: %+v", c)
			}
		}
		if c.Line == 0 || c.EndColumn <= c.Column || c.Rule == "" || c.Text == "" || len(c.Cited) != 1 {
			t.Errorf("a claim without a place or a grade: %+v", c)
		}
	}
	if sum != r.Claims || errors != 1 {
		t.Errorf("listed are %+v with %d errors, counted %+v", sum, errors, r.Claims)
	}
	plain, err := v.open().Check(context.Background(), compiler.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if plain.List != nil || plain.Summary != r.Summary || len(plain.Diagnostics) != len(r.Diagnostics) {
		t.Errorf("the list changes what a check says: %+v, %+v", plain.Summary, r.Summary)
	}
	for _, c := range list("02_Drafts").List {
		if c.File != "02_Drafts/Wrong.md" {
			t.Errorf("%s was not asked for", c.File)
		}
	}
}

// A planted falsehood is one edit of one line, and is no claim that holds any more.
//
// Invariant (grading): What is planted in a wiki, and where its labels lie, is told right. See
// also TestPlacesOfLabels.
func TestPlants(t *testing.T) {
	t.Parallel()
	v := newVault(t, leaf)
	v.build()
	before := v.files()
	plants, err := stats.Plants(context.Background(), v.open(), stats.PlantOptions{Most: 4})
	if err != nil || len(plants) != 4 {
		t.Fatalf("%d plants, %v", len(plants), err)
	}
	v.same(before)
	again, _ := stats.Plants(context.Background(), v.open(), stats.PlantOptions{Most: 4})
	if d := cmp.Diff(plants, again); d != "" {
		t.Errorf("others the second time:\n%s", d)
	}
	for _, p := range plants {
		line := strings.Split(v.read(p.File), "\n")[p.Line-1]
		if p.Old == p.New || !strings.Contains(line, p.Old) {
			t.Errorf("%+v is no edit of %q", p, line)
		}
	}
}
