package compiler_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"assay/compiler"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/ingest"
	"assay/provenance"
)

// stuck is a judge that waits until the build is stopped.
type stuck struct {
	patient judge.Judge
	asked   chan struct{}
}

func (j stuck) Model() string { return j.patient.Model() }

func (j stuck) Bears(claim string, texts, quotes []string) []bool {
	return j.patient.Bears(claim, texts, quotes)
}

func (j stuck) Judge(ctx context.Context, q judge.Question) (provenance.Judgement, error) {
	if strings.Contains(q.Claim, "moka") {
		select {
		case j.asked <- struct{}{}:
		default:
		}
		<-ctx.Done()
		return provenance.Judgement{}, ctx.Err()
	}
	return j.patient.Judge(ctx, q)
}

// Invariant (building): A failure is never stored, and a build that is stopped writes nothing
// and goes on from there. See also TestRunKeepsFailuresOutOfTheStore.
func TestStoppedBuildWritesNothingAndGoesOn(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	before := v.files()
	patient := v.world.Judge
	j := stuck{patient, make(chan struct{}, 1)}
	v.world.Judge = j
	ctx, stop := context.WithCancel(context.Background())
	go func() { <-j.asked; stop() }()
	if _, err := v.open().Build(ctx, compiler.BuildOptions{}); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped build: %v", err)
	}
	v.same(before)
	// What was done before the stop is not done again.
	v.world.Judge = patient
	r := v.build()
	if r.Actions.ByKind["parse"] >= 7 {
		t.Errorf("after the stop: %+v", r.Actions)
	}
	clean := newVault(t, tea)
	clean.build()
	v.same(clean.files())
}

// broken is an extractor that fails on some originals.
type broken struct{ plainExtractor }

func (broken) Extract(ctx context.Context, raw []byte, o view.Original) (ingest.Document, error) {
	if strings.Contains(o.Name, "bad") {
		panic("hostile page")
	}
	return plainExtractor{}.Extract(ctx, raw, o)
}

func TestFailedActionIsTold(t *testing.T) {
	t.Parallel()
	for _, keepGoing := range []bool{false, true} {
		v := newVault(t, tea)
		v.write("raw/bad.md", "anything\n")
		v.world.Extract = broken{}
		c := v.open()
		c.Opts.KeepGoing = keepGoing
		for range 2 { // a failure is tried again by every build
			r := mustBuild(t, c)
			if r.Actions.Failed != 1 || len(r.Failures) != 1 || r.Failures[0].Target != "raw/bad.md" || !strings.Contains(r.Failures[0].Error, "hostile page") {
				t.Errorf("-k %v: %+v, %+v", keepGoing, r.Actions, r.Failures)
			}
		}
		if got := v.exists("01_Wiki/Steeping tea.md"); got != keepGoing {
			t.Errorf("-k %v: promoted: %v", keepGoing, got)
		}
		// Mended, the build does what it left.
		v.write("raw/bad.md", "# Fine\n\nIt is a good page now, with a sentence in it.\n")
		v.world.Extract = plainExtractor{}
		v.build()
		if !v.exists("01_Wiki/Steeping tea.md") {
			t.Error("the mended build did not promote")
		}
	}
}
