package compiler

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/provenance"
	"assay/vault"
)

func testKey(n int) Key { return keyOf("test", fmt.Sprint(n)) }

func commit(tb testing.TB, s *Store) {
	tb.Helper()
	if err := s.Commit(); err != nil {
		tb.Fatal(err)
	}
}

func TestStoreGivesBackWhatItWasGiven(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := []vault.File{{Path: "a.md", Size: 3, ModTime: 7, Ctime: 8, Inode: 9, Hash: vault.HashText([]byte("a"))}, {Path: "b.md", Link: true}}
	want := map[int]string{}
	for build := range 40 {
		s := OpenStore(dir)
		for n, text := range want {
			if got, ok := s.Get(testKey(n)); !ok || string(got) != text {
				t.Fatalf("build %d: result %d is %q, %v, want %q", build, n, got, ok, text)
			}
		}
		s.Begin()
		for n := build * 100; n < build*100+100; n++ {
			want[n] = fmt.Sprint("result ", n)
			s.Put(testKey(n), []byte(want[n]))
		}
		s.SetFiles(files[:1+build%2], int64(build))
		s.SetHead([]byte(fmt.Sprint("assessment ", build)))
		commit(t, s)
		again := OpenStore(dir)
		if string(again.Head()) != fmt.Sprint("assessment ", build) || again.Since() != int64(build) {
			t.Fatalf("build %d: last %q, since %d", build, again.Head(), again.Since())
		}
		if d := cmp.Diff(files[:1+build%2], again.Files()); d != "" {
			t.Fatalf("build %d: files (-want +got):\n%s", build, d)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "results-*.bin"))
	if err != nil || len(left) == 0 || len(left) > mostSegments {
		t.Errorf("results files: %v, %v", left, err)
	}
}

// Rows and pairs of few notes are laid over those that are stored, also when the journal
// becomes a state again.
func TestStorePatches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pair := func(note, claim, with string) conflictPair {
		return conflictPair{note: note, claim: vault.ClaimID(claim), conflict: provenance.Conflict{Note: "x.md", With: vault.ClaimID(with), Mismatch: &provenance.Mismatch{Kind: "number"}}}
	}
	steps := []struct {
		rows  []noteRow
		pairs []conflictPair
	}{
		{[]noteRow{{path: "a.md", asked: "1234"}, {path: "b.md", links: 2}, {path: "c.md"}}, []conflictPair{pair("a.md", "1", "9"), pair("b.md", "1", "9"), pair("b.md", "2", "9")}},
		{[]noteRow{{path: "b.md", links: 3}, {path: "bb.md", near: "gone"}, {path: "c.md"}}, []conflictPair{pair("b.md", "2", "9"), pair("bb.md", "1", "9")}},
		{[]noteRow{{path: "a.md"}, {path: "bb.md", near: "gone"}, {path: "d.md"}}, []conflictPair{pair("bb.md", "1", "8"), pair("d.md", "1", "9")}},
		{nil, nil},
		{[]noteRow{{path: "a.md"}}, []conflictPair{pair("a.md", "1", "9")}},
	}
	for _, fold := range []bool{false, true} {
		for i, step := range steps {
			s := OpenStore(dir)
			if i == 0 {
				s.SetRows(step.rows)
			} else {
				s.PatchRows(step.rows)
			}
			s.SetPairs(step.pairs)
			commit(t, s)
			if fold {
				if err := s.foldAll(); err != nil {
					t.Fatal(err)
				}
			}
			again := OpenStore(dir)
			pairs, ok := again.Pairs()
			all := cmp.Options{cmp.AllowUnexported(noteRow{}, conflictPair{}), cmpopts.EquateEmpty()}
			if d := cmp.Diff(step.rows, again.Rows(), all); d != "" {
				t.Errorf("fold %v, step %d: rows (-want +got):\n%s", fold, i, d)
			}
			if d := cmp.Diff(step.pairs, pairs, all); d != "" || !ok {
				t.Errorf("fold %v, step %d: pairs, %v (-want +got):\n%s", fold, i, ok, d)
			}
		}
	}
}

func TestStoreForgetsWhatNobodyAsksFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := OpenStore(dir)
	s.Put(testKey(1), []byte("used"))
	s.Put(testKey(2), []byte("never again"))
	commit(t, s)
	for n := range keepBuilds + 2 {
		s = OpenStore(dir)
		s.Begin()
		if _, ok := s.Get(testKey(1)); !ok {
			t.Fatalf("build %d: gone although in use", n)
		}
		if err := s.fold(true); err != nil { // what is forgotten goes when the journal is folded
			t.Fatal(err)
		}
	}
	if _, ok := OpenStore(dir).Get(testKey(2)); ok {
		t.Error("a result that nobody asked for is kept for ever")
	}
}

// Whatever happens to the files, what is read is what was written or nothing.
func TestDamagedStoreIsAsGoodAsNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := OpenStore(dir)
	for n := range 50 {
		s.Put(testKey(n), []byte(fmt.Sprint("result ", n)))
	}
	s.SetHead([]byte("assessment"))
	commit(t, s)
	for n := 50; n < 60; n++ {
		s.Put(testKey(n), []byte(fmt.Sprint("result ", n)))
	}
	commit(t, s)
	names, err := filepath.Glob(filepath.Join(dir, "*.bin"))
	if err != nil || len(names) != 3 {
		t.Fatalf("files %v, %v", names, err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range names {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			damaged := bytes.Clone(whole)
			if r.IntN(2) == 0 {
				damaged = damaged[:r.IntN(len(damaged))]
			} else {
				damaged[r.IntN(len(damaged))] ^= 1 << r.IntN(8)
			}
			if err := os.WriteFile(name, damaged, 0o644); err != nil {
				t.Fatal(err)
			}
			s := OpenStore(dir)
			for n := range 60 {
				if got, ok := s.Get(testKey(n)); ok && string(got) != fmt.Sprint("result ", n) {
					t.Fatalf("%s: result %d is %q", filepath.Base(name), n, got)
				}
			}
			if last := s.Head(); last != nil && string(last) != "assessment" {
				t.Fatalf("%s: last is %q", filepath.Base(name), last)
			}
		}
		if err := os.WriteFile(name, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

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

// The codec of a note loses nothing.
func TestNoteCodec(t *testing.T) {
	t.Parallel()
	for name, text := range tea {
		n := vault.Parse(name, []byte(text+"\n> [!question] Why?\n\nA claim (Derived). ^block\n\n[^1]: note\n"), vault.Options{})
		got, err := decodeNote(encodeNote(newParsed(n)))
		if err != nil {
			t.Fatal(err)
		}
		if got.cold != nil {
			got.note.Footnotes, got.note.Claims = getCold(newDecoder(got.cold))
		}
		if d := cmp.Diff(n, got.note); d != "" || got.claims != newParsed(n).claims {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func FuzzDecode(f *testing.F) {
	n := vault.Parse("a.md", []byte(tea["01_Wiki/Pots and pans.md"]), vault.Options{})
	f.Add(encodeNote(newParsed(n)))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(_ *testing.T, b []byte) {
		_, _ = decodeNote(b)
		_, _ = decodeVerdicts(b)
		_, _ = decodeJudged(b)
		_, _ = decodeConflicts(b)
		_, _ = decodeAssessment(b)
		_, _ = decodeOutcome(b)
		getCold(newDecoder(b))
	})
}
