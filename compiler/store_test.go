package compiler

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler/codec"
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
	files := []vault.File{{Path: "a.md", ModTime: 7, Ctime: 8, Inode: 9, Sum: vault.Sum{Size: 3, Hash: vault.HashText([]byte("a")), Returns: 5}}, {Path: "b.md", Link: true}}
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
		s.SetHead([]byte(fmt.Sprint("assessment ", build)), nil)
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

// A table is what was put into it, however it was stored: as a whole, in the journal, in a
// file of notes, or partly in each.
func TestTable(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		dir := t.TempDir()
		r := rand.New(rand.NewPCG(seed, 9))
		want := map[string]noteRow{}
		row := func() noteRow {
			return noteRow{path: fmt.Sprintf("%03d.md", r.IntN(400)), links: r.IntN(9), asked: strings.Repeat("key ", r.IntN(300)), near: "gone"}
		}
		s := OpenStore(dir)
		for step := range 40 {
			if r.IntN(3) > 0 {
				s = OpenStore(dir)
			}
			switch {
			case step == 0 || r.IntN(12) == 0:
				clear(want)
				for range r.IntN(600) * r.IntN(3) { // often none
					v := row()
					want[v.path] = v
				}
				var all []noteRow
				for _, path := range slices.Sorted(maps.Keys(want)) {
					all = append(all, want[path])
				}
				s.rows.set(all)
			default:
				over := map[string]*noteRow{}
				for range r.IntN(12) {
					v := row()
					if over[v.path] = &v; r.IntN(3) == 0 {
						over[v.path] = nil
					}
				}
				for path, v := range over {
					if delete(want, path); v != nil {
						want[path] = *v
					}
				}
				if r.IntN(2) == 0 {
					s.rows.every()
				}
				s.rows.layAll(over)
			}
			commit(t, s)
			if r.IntN(4) == 0 {
				if err := s.foldAll(); err != nil {
					t.Fatal(err)
				}
			}
			for _, s := range []*Store{s, OpenStore(dir)} {
				for n := range 400 {
					path := fmt.Sprintf("%03d.md", n)
					got, ok := s.rows.at(path)
					if v, there := want[path]; ok != there || got != v {
						t.Fatalf("seed %d, step %d: %s is %v, %v, want %v, %v", seed, step, path, got, ok, v, there)
					}
				}
				all, ok := s.rows.every()
				if !ok || len(all) != len(want) || !slices.IsSortedFunc(all, func(a, b noteRow) int { return strings.Compare(a.path, b.path) }) {
					t.Fatalf("seed %d, step %d: %d rows, %v, want %d in order", seed, step, len(all), ok, len(want))
				}
				for _, v := range all {
					if v != want[v.path] {
						t.Fatalf("seed %d, step %d: %v, want %v", seed, step, v, want[v.path])
					}
				}
			}
		}
		if left, err := filepath.Glob(filepath.Join(dir, "notes-*")); err != nil || len(left) > 1 {
			t.Errorf("files of notes: %v, %v", left, err)
		}
	}
}

// Damage to a file of notes is noticed, at once or when the damaged part is read, also by
// those who come after another state was written.
func TestDamagedNotes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := OpenStore(dir)
	var rows []noteRow
	for n := range 2000 {
		rows = append(rows, noteRow{path: fmt.Sprintf("%04d.md", n), links: n, asked: strings.Repeat("k", 100)})
	}
	s.rows.set(rows)
	s.SetHead([]byte("assessment"), nil)
	if err := s.foldAll(); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "notes-*.bin"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%v, %v", names, err)
	}
	state, err := os.ReadFile(filepath.Join(dir, stateName))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 5))
	for range 200 {
		damaged := bytes.Clone(whole)
		if r.IntN(3) == 0 {
			damaged = damaged[:r.IntN(len(damaged))]
		} else {
			damaged[r.IntN(len(damaged))] ^= 1 << r.IntN(8)
		}
		for name, data := range map[string][]byte{names[0]: damaged, filepath.Join(dir, stateName): state} {
			if err := os.WriteFile(name, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s := OpenStore(dir)
		if s.Head() == nil {
			continue // noticed at once
		}
		n := r.IntN(len(rows))
		if got, ok := s.rows.at(rows[n].path); ok && got != rows[n] || !ok && !s.Broken() {
			t.Fatalf("row %d is %v, %v", n, got, ok)
		}
		s.rows.layAll(map[string]*noteRow{"0000.md": nil})
		if err := s.foldAll(); err != nil {
			t.Fatal(err)
		}
		again := OpenStore(dir)
		if again.Head() == nil {
			continue
		}
		all, ok := again.rows.every()
		if d := cmp.Diff(rows[1:], all, cmp.AllowUnexported(noteRow{})); ok && d != "" || !ok && again.Assessed() {
			t.Fatalf("a state that lacks notes is taken for an assessment, %v:\n%s", ok, d)
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
	s.SetHead([]byte("assessment"), []byte("brief"))
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
			got.note.Footnotes, got.note.Claims = getCold(codec.NewDecoder(got.cold))
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
		_, _ = decodeBrief(b)
		_, _ = decodeFiling(b)
		_, _ = decodeOutcome(b)
		getCold(codec.NewDecoder(b))
	})
}
