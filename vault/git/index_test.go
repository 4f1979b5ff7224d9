package git

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is read of an index file is what git says of it; what only git can read is left to it.
func TestIndexFile(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2", "3", "4"} {
		r := newRepo(t, ".")
		for _, name := range []string{"a.md", "ab/c.md", "ab/cd.md", "知识/ノート 🍵.md", strings.Repeat("long ", 30) + ".md", "z"} {
			r.write(name, name)
		}
		r.git("add", ".")
		if version == "3" {
			r.write("later.md", "later")
			r.git("add", "-N", "later.md")
		} else {
			r.git("update-index", "--index-version", version)
		}
		file, err := os.ReadFile(filepath.Join(r.dir, ".git", "index"))
		if err != nil {
			t.Fatal(err)
		}
		rows, ok := readIndex(file, 20)
		if !ok || file[7] != version[0]-'0' {
			t.Fatalf("version %s: %v, of version %d", version, ok, file[7])
		}
		var got []string
		for _, e := range rows {
			got = append(got, string(e.Mode)+" "+e.ID+" 0\t"+e.Path)
			if e.intends != (e.Path == "later.md") {
				t.Errorf("version %s: %+v", version, e)
			}
		}
		if d := cmp.Diff(strings.Split(strings.TrimSuffix(r.git("ls-files", "-s", "-z"), "\x00"), "\x00"), got); d != "" {
			t.Errorf("version %s: (-git +read)\n%s", version, d)
		}
		for n := range len(file) {
			if _, ok := readIndex(file[:n], 20); ok {
				t.Errorf("version %s: read though cut off at %d of %d bytes", version, n, len(file))
			}
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 5000 { // reads no bytes that are not there
			broken := slices.Clone(file)
			for range 1 + random.IntN(3) {
				broken[random.IntN(len(broken))] = byte(random.Uint32())
			}
			readIndex(broken, 20)
		}
		r.git("update-index", "--split-index")
		if file, err = os.ReadFile(filepath.Join(r.dir, ".git", "index")); err != nil {
			t.Fatal(err)
		}
		if _, ok := readIndex(file, 20); ok {
			t.Errorf("version %s: a split index was read as if it were whole", version)
		}
	}
}
