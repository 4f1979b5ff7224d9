package store

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

	"assay/vault"
)

func key(n int) Key { return Key(fmt.Appendf(nil, "%016d", n)) }

func commit(tb testing.TB, s *Store) {
	tb.Helper()
	if err := s.Commit(); err != nil {
		tb.Fatal(err)
	}
}

func fold(tb testing.TB, s *Store) {
	tb.Helper()
	if err := s.fold(); err != nil {
		tb.Fatal(err)
	}
}

func files(tb testing.TB, dir string) []string {
	tb.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		tb.Fatal(err)
	}
	return names
}

func TestGivesBackWhatItWasGiven(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	listed := []vault.File{{Path: "a.md", ModTime: 7, Ctime: 8, Inode: 9, Sum: vault.Sum{Size: 3, Hash: vault.HashText([]byte("a")), Returns: 5}}, {Path: "b.md", Link: true}}
	want := map[int]string{}
	for build := range 40 {
		s := Open(dir)
		for n, text := range want {
			if got, ok := s.Get(key(n)); !ok || string(got) != text {
				t.Fatalf("build %d: result %d is %q, %v, want %q", build, n, got, ok, text)
			}
		}
		s.Begin()
		for n := build * 100; n < build*100+100; n++ {
			want[n] = fmt.Sprint("result ", n)
			s.Put(key(n), []byte(want[n]))
		}
		s.SetFiles(listed[:1+build%2], int64(build))
		s.SetHead(fmt.Append(nil, "assessment ", build), fmt.Append(nil, "brief ", build/3))
		if commit(t, s); build%7 == 3 {
			fold(t, s)
		}
		again := Open(dir)
		head, brief := again.Head()
		if string(head) != fmt.Sprint("assessment ", build) || string(brief) != fmt.Sprint("brief ", build/3) || again.Since() != int64(build) || !again.Assessed() {
			t.Fatalf("build %d: %q, %q, since %d", build, head, brief, again.Since())
		}
		if d := cmp.Diff(listed[:1+build%2], again.Files()); d != "" {
			t.Fatalf("build %d: files (-want +got):\n%s", build, d)
		}
		if !s.Unchanged() || len(files(t, dir)) > 2 {
			t.Fatalf("build %d: files %v", build, files(t, dir))
		}
	}
}

// What another process put into the folder is noticed.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second := Open(dir), Open(dir)
	for n := range 4 {
		second.Put(key(n), []byte("more"))
		if commit(t, second); first.Unchanged() || !second.Unchanged() {
			t.Fatalf("commit %d is not noticed", n)
		}
		if n == 2 {
			fold(t, second)
		}
		first = Open(dir)
	}
}

type row struct {
	path, text string
	n          int
}

func rows(r *row) string { return r.path }

// A table is what was put into it, however it is stored.
func TestTable(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		dir := t.TempDir()
		r := rand.New(rand.NewPCG(seed, 9))
		want := map[string]row{}
		draw := func() row {
			return row{path: fmt.Sprintf("%03d.md", r.IntN(400)), n: r.IntN(9), text: strings.Repeat("key ", r.IntN(300))}
		}
		var s *Store
		var table *Table[row]
		open := func() { s = Open(dir); table = NewTable(s, 3, rows) }
		open()
		for step := range 40 {
			if r.IntN(3) > 0 {
				open()
			}
			switch {
			case step == 0 || r.IntN(12) == 0:
				clear(want)
				for range r.IntN(600) * r.IntN(3) { // often none
					v := draw()
					want[v.path] = v
				}
				table.Lay(byPath(slices.Collect(maps.Values(want))), true)
			default:
				over := map[string]*row{}
				for range r.IntN(12) {
					v := draw()
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
					table.All()
				}
				table.Lay(over, false)
			}
			s.Put(key(step), []byte("result"))
			if commit(t, s); r.IntN(4) == 0 {
				fold(t, s)
			}
			for _, table := range []*Table[row]{table, NewTable(Open(dir), 3, rows)} {
				for n := range 400 {
					path := fmt.Sprintf("%03d.md", n)
					got, ok := table.At(path)
					if v, there := want[path]; ok != there || got != v {
						t.Fatalf("seed %d, step %d: %s is %v, %v, want %v, %v", seed, step, path, got, ok, v, there)
					}
				}
				all := table.With(nil, false)
				if len(all) != len(want) || !slices.IsSortedFunc(all, func(a, b row) int { return strings.Compare(a.path, b.path) }) {
					t.Fatalf("seed %d, step %d: %d rows, want %d in order", seed, step, len(all), len(want))
				}
				for _, v := range all {
					if v != want[v.path] {
						t.Fatalf("seed %d, step %d: %v, want %v", seed, step, v, want[v.path])
					}
				}
			}
			if all := NewTable(Open(dir), 4, rows).All(); len(all) > 0 {
				t.Fatalf("another table has %v", all)
			}
		}
	}
}

func byPath(all []row) map[string]*row {
	out := map[string]*row{}
	for _, v := range all {
		out[v.path] = &v
	}
	return out
}

func TestForgetsWhatNobodyAsksFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := Open(dir)
	s.Put(key(1), []byte("used"))
	s.Put(key(2), []byte("never again"))
	NewTable(s, 1, rows).Lay(map[string]*row{"a.md": {path: "a.md"}}, true)
	commit(t, s)
	for n := range keepBuilds + 2 {
		s = Open(dir)
		s.Begin()
		if _, ok := s.Get(key(1)); !ok {
			t.Fatalf("build %d: gone although in use", n)
		}
		fold(t, s)
	}
	s = Open(dir)
	if _, ok := s.Get(key(2)); ok {
		t.Error("a result that nobody asked for is kept for ever")
	}
	if _, ok := NewTable(s, 1, rows).At("a.md"); !ok {
		t.Error("a row was forgotten as if it were a result")
	}
}

// Whatever happens to the files, what is read is what was written or nothing, and an
// assessment that lacks notes is none.
//
// Invariant (building): A damaged store is as good as none. See also
// TestBuildOverDamagedState.
func TestDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := Open(dir)
	var all []row
	for n := range 500 {
		all = append(all, row{path: fmt.Sprintf("%04d.md", n), n: n, text: strings.Repeat("k", 50)})
	}
	for n := range 50 {
		s.Put(key(n), fmt.Append(nil, "result ", n))
	}
	NewTable(s, 1, rows).Lay(byPath(all), true)
	s.SetHead([]byte("assessment"), []byte("brief"))
	fold(t, s)
	for n := 50; n < 60; n++ {
		s.Put(key(n), fmt.Append(nil, "result ", n))
	}
	all[7].text = "laid over"
	NewTable(s, 1, rows).Lay(map[string]*row{all[7].path: &all[7]}, false)
	s.SetHead([]byte("assessment"), []byte("brief"))
	commit(t, s)
	whole := map[string][]byte{}
	for _, name := range files(t, dir) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		whole[name] = data
	}
	if len(whole) != 2 {
		t.Fatalf("files %v", slices.Collect(maps.Keys(whole)))
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range slices.Sorted(maps.Keys(whole)) {
		for range 120 {
			for _, old := range files(t, dir) {
				os.Remove(old)
			}
			for other, data := range whole {
				if data = bytes.Clone(data); other == name && r.IntN(2) == 0 {
					data = data[:r.IntN(len(data))]
				} else if other == name {
					data[r.IntN(len(data))] ^= 1 << r.IntN(8)
				}
				if err := os.WriteFile(other, data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			s := Open(dir)
			for n := range 60 {
				if got, ok := s.Get(key(n)); ok && string(got) != fmt.Sprint("result ", n) {
					t.Fatalf("%s: result %d is %q", filepath.Base(name), n, got)
				}
			}
			table := NewTable(s, 1, rows)
			if r.IntN(2) == 0 {
				if got, ok := table.At(all[9].path); ok && got != all[9] || !ok && s.Assessed() {
					t.Fatalf("%s: row is %v, %v", filepath.Base(name), got, ok)
				}
				table.Lay(map[string]*row{"0000.md": nil}, false)
				fold(t, s)
				s = Open(dir)
				table = NewTable(s, 1, rows)
			} else {
				table.Lay(map[string]*row{"0000.md": nil}, false)
			}
			if got := table.All(); s.Assessed() && len(got) != 499 {
				t.Fatalf("%s: an assessment that lacks notes: %d", filepath.Base(name), len(got))
			}
			if head, _ := s.Head(); head != nil && string(head) != "assessment" {
				t.Fatalf("%s: head is %q", filepath.Base(name), head)
			}
			NewTable(s, 1, rows).Lay(byPath(all), true)
			s.SetHead([]byte("anew"), nil)
			commit(t, s)
			again := Open(dir)
			if got := NewTable(again, 1, rows).With(nil, false); again.Broken() || !slices.Equal(got, all) || !again.Assessed() {
				t.Fatalf("%s: what was stored over the damage is not there: %d rows, %v", filepath.Base(name), len(got), again.Assessed())
			}
		}
	}
}
