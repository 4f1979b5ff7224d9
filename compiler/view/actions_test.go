package view

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/compiler/reports"
)

func TestRunKeepsFailuresOutOfTheStore(t *testing.T) {
	t.Parallel()
	res := NewResults(OpenStore(t.TempDir()))
	action := func(name string, run func() (any, error)) *Action {
		return &Action{Kind: "test", Target: name, Keep: true,
			Run: func(context.Context, World) (any, error) { return run() }}
	}
	good := action("good", func() (any, error) { return "fine", nil })
	bad := action("bad", func() (any, error) { return nil, errors.New("no") })
	worse := action("worse", func() (any, error) { panic("hostile input") })
	done, err := res.Run(context.Background(), World{}, []*Action{bad, good, worse}, 2, nil)
	if err != nil || done != 1 {
		t.Fatalf("done %d, %v", done, err)
	}
	for _, a := range []*Action{bad, worse} {
		if _, ok := res.Store.Get(a.Key()); ok {
			t.Errorf("%s is stored", a)
		}
	}
	if f := res.Failures(); len(f) != 2 || f[0].Error != "no" || !strings.Contains(f[1].Error, "hostile input, at actions_test.go:") {
		t.Errorf("failures: %+v", f)
	}
	clear(res.Memo)
	if text, ok := Lookup[string](res, good.Key()); !ok || text != "fine" {
		t.Errorf("the good one: %q, %v", text, ok)
	}
}

func TestRunHonoursJobsAndReportsAll(t *testing.T) {
	t.Parallel()
	var now, most, told atomic.Int32
	var round []*Action
	for i := range 20 {
		round = append(round, &Action{Kind: "test", Target: fmt.Sprint(i), Run: func(context.Context, World) (any, error) {
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(time.Millisecond)
			now.Add(-1)
			return i, nil
		}})
	}
	res := NewResults(OpenStore(t.TempDir()))
	done, err := res.Run(context.Background(), World{}, round, 3, func(e reports.Event) { told.Add(1) })
	if err != nil || done != 20 || told.Load() != 20 || most.Load() > 3 {
		t.Errorf("done %d, told %d, at a time %d, %v", done, told.Load(), most.Load(), err)
	}
}
