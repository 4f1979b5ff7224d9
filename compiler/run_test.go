package compiler

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/gates/judge"
	"assay/ingest"
	"assay/provenance"
)

func TestRunKeepsFailuresOutOfTheStore(t *testing.T) {
	t.Parallel()
	res := newResults(OpenStore(t.TempDir()))
	action := func(name string, run func() (any, error)) *Action {
		return &Action{Kind: "test", Target: name, keep: true, encode: func(v any) []byte { return []byte(v.(string)) },
			run: func(context.Context, World) (any, error) { return run() }}
	}
	good := action("good", func() (any, error) { return "fine", nil })
	bad := action("bad", func() (any, error) { return nil, errors.New("no") })
	worse := action("worse", func() (any, error) { panic("hostile input") })
	done, err := res.run(context.Background(), World{}, []*Action{bad, good, worse}, 2, nil)
	if err != nil || done != 1 {
		t.Fatalf("done %d, %v", done, err)
	}
	for _, a := range []*Action{bad, worse} {
		if _, ok := res.store.Get(a.Key()); ok {
			t.Errorf("%s is stored", a)
		}
	}
	if f := res.failures(); len(f) != 2 || f[0].Error != "no" || !strings.Contains(f[1].Error, "hostile input") {
		t.Errorf("failures: %+v", f)
	}
	if text, ok := res.store.Get(good.Key()); !ok || string(text) != "fine" {
		t.Errorf("the good one: %q, %v", text, ok)
	}
}

func TestRunHonoursJobsAndReportsAll(t *testing.T) {
	t.Parallel()
	var now, most, told atomic.Int32
	var round []*Action
	for i := range 20 {
		round = append(round, &Action{Kind: "test", Target: fmt.Sprint(i), run: func(context.Context, World) (any, error) {
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(time.Millisecond)
			now.Add(-1)
			return i, nil
		}})
	}
	res := newResults(OpenStore(t.TempDir()))
	done, err := res.run(context.Background(), World{}, round, 3, func(e Event) { told.Add(1) })
	if err != nil || done != 20 || told.Load() != 20 || most.Load() > 3 {
		t.Errorf("done %d, told %d, at a time %d, %v", done, told.Load(), most.Load(), err)
	}
}

// stuck is a judge that waits until the build is stopped.
type stuck struct {
	patient judge.Judge
	asked   chan struct{}
}

func (j stuck) Model() string { return j.patient.Model() }

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
	if _, err := v.open().Build(ctx, BuildOptions{}); !errors.Is(err, context.Canceled) {
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

func (broken) Extract(ctx context.Context, raw []byte, o Original) (ingest.Document, error) {
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
		c.opts.KeepGoing = keepGoing
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
