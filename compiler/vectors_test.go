package compiler_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
)

// A build that asks nobody outside leaves vectors to the next one that may; one page of
// which is enough to tell that a model is not there.
func TestEmbeddingWaitsForTheNetwork(t *testing.T) {
	t.Parallel()
	v := newVault(t, map[string]string{
		gates.PolicyFile: "vault: {evidence: [raw]}\nembedding: {use: http, endpoint: 'http://127.0.0.1:1', model: m}\n",
		"raw/a.md":       kettle(50), "raw/b.md": strings.ReplaceAll(kettle(60), "kettle", "samovar"),
		"01_Wiki/N.md": "# N\n\nSee [[Kettle]].\n",
	})
	var asked atomic.Int32
	down := true
	v.world.OpenEmbedder = func(view.EmbedderOptions) (view.Embedder, error) {
		return func(context.Context, string) ([]float32, error) {
			asked.Add(1)
			if down {
				return nil, errors.New("nobody is there")
			}
			return []float32{1, 2}, nil
		}, nil
	}
	build := func(offline bool) *reports.Report {
		r, err := v.open().Build(t.Context(), compiler.BuildOptions{Offline: offline})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := build(true); asked.Load() != 0 || len(r.Failures) != 0 || r.Actions.ByKind["search"] != 0 {
		t.Errorf("offline: asked %d times, %v", asked.Load(), r.Failures)
	}
	if r := build(false); asked.Load() != 1 || len(r.Failures) != 1 {
		t.Errorf("while it is down: asked %d times, %v", asked.Load(), r.Failures)
	}
	down = false
	if r := build(false); len(r.Failures) != 0 || r.Actions.ByKind["embed"] != 2 {
		t.Errorf("once it is there: %v, %v", r.Actions.ByKind, r.Failures)
	}
	n := asked.Load()
	if build(false); asked.Load() != n {
		t.Error("asked again")
	}
}
