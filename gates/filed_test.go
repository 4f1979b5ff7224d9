package gates

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"assay/compiler/codec"
	"assay/vault/markdown"
)

func filedStatements() (out []Statement) {
	for n := range 40 {
		for k := range 3 {
			text := fmt.Sprintf("The tower of town %d was built in the year %d by masons from village %d.", n%13, 1500+7*n+k, k)
			out = append(out, Statement{Note: fmt.Sprintf("%02d.md", n), Claim: markdown.Claim{ID: markdown.ClaimID(fmt.Sprint(n, k)), Text: text, Start: 100 * k, End: 100*k + len(text)}})
		}
	}
	return out
}

// What is read again finds what was filed, also where some notes say something else by now.
func TestFiledIsItsBytes(t *testing.T) {
	t.Parallel()
	all := filedStatements()
	get := func(id uint32) Statement { return all[id] }
	made := File(all)
	read, _ := codec.Decode[*Filed](codec.Encode(made))
	if read == nil || !read.Sound() || len(read.Names) != 40 || read.Names[7] != "07.md" {
		t.Fatalf("read %+v", read)
	}
	if i, ok := slices.BinarySearch(read.Names, "31.md"); !ok || i != 31 {
		t.Errorf("note 31.md is %d, %v", i, ok)
	}
	found := 0
	for _, s := range all {
		a, b := made.Conflicts(get).Disputing(s), read.Conflicts(get).Disputing(s)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%s: made %v, read %v", s.Claim.ID, a, b)
		}
		found += len(a)
	}
	if found == 0 {
		t.Error("nothing contradicts anything")
	}
	others := read.Conflicts(get)
	others.Replace([]string{"00.md", "13.md"}, nil)
	for _, s := range others.Disputing(all[0]) {
		if s.Note == "13.md" {
			t.Errorf("a note that is gone is found: %v", s)
		}
	}
}

// Whatever bytes are read, nothing breaks.
func TestDamagedFiled(t *testing.T) {
	t.Parallel()
	all := filedStatements()
	whole := codec.Encode(File(all))
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		damaged := bytes.Clone(whole)
		for range 1 + r.IntN(3) {
			if r.IntN(4) == 0 {
				damaged = damaged[:1+r.IntN(len(damaged))]
			} else {
				damaged[r.IntN(min(len(damaged), 1+r.IntN(len(damaged))))] = byte(r.Uint32())
			}
		}
		f, err := codec.Decode[*Filed](damaged)
		if err != nil || f == nil || !f.Sound() {
			continue
		}
		c := f.Conflicts(func(id uint32) Statement { return all[int(id)%len(all)] })
		c.Replace([]string{"03.md"}, all[9:12])
		for range 3 {
			c.Find(all[r.IntN(len(all))])
		}
	}
}
