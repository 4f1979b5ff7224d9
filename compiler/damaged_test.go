package compiler_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler/codec"
	"assay/compiler/grade"
	"assay/compiler/view"
	"assay/gates"
	"assay/vault/markdown"
)

// A build over a damaged or half-deleted .assay says nothing of it, and ends where a
// clean one does.
func TestBuildOverDamagedState(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.build()
	before, tiers := v.files(), v.tiers()
	names, err := filepath.Glob(v.path(".assay/*.bin"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	damage := map[string]func([]byte) []byte{
		"truncated": func(b []byte) []byte { return b[:len(b)/2] },
		"empty":     func([]byte) []byte { return nil },
		"flipped":   func(b []byte) []byte { b[r.IntN(len(b))] ^= 0x40; return b },
		"garbage":   func(b []byte) []byte { return bytes.Repeat([]byte{0xff}, len(b)) },
		"deleted":   nil,
	}
	for kind, change := range damage {
		found, _ := filepath.Glob(v.path(".assay/*.bin"))
		for _, name := range found {
			text, err := os.ReadFile(name)
			if err != nil {
				continue // folded away by the build before
			}
			if change == nil {
				err = os.Remove(name)
			} else {
				err = os.WriteFile(name, change(text), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tiers, v.tiers()); d != "" {
				t.Errorf("%s %s: check differs:\n%s", kind, filepath.Base(name), d)
			}
			v.build()
			v.same(before)
			if r := v.build(); r.Actions.Planned != 0 {
				t.Errorf("%s %s: it does not settle: %+v", kind, filepath.Base(name), r.Actions)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	n := markdown.Parse("a.md", []byte(tea["01_Wiki/Pots and pans.md"]), markdown.Options{})
	f.Add(codec.Encode(view.NewParsed(n)))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(_ *testing.T, b []byte) {
		_, _ = codec.Decode[view.Parsed](b)
		_, _ = codec.Decode[*grade.NoteVerdicts](b)
		if f, err := codec.Decode[gates.Filed](b); err == nil {
			f.Sound()
		}
	})
}
