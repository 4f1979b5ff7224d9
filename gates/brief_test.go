package gates

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/vault"
)

// A brief that is kept up to date file by file is the one of all that there is to tell.
func TestBriefReplace(t *testing.T) {
	t.Parallel()
	kept, lost := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		told := map[string][]Diagnostic{}
		tell := func() (file string, ds []Diagnostic) {
			file = fmt.Sprintf("%02d.md", r.IntN(30))
			for at := range r.IntN(5) {
				ds = append(ds, Diagnostic{Code: []Code{Unsupported, StaleEvidence, DanglingCitation}[r.IntN(3)], Severity: []Severity{Error, Error, Warning}[r.IntN(3)],
					Span: vault.Span{File: file, Start: at}, Message: fmt.Sprint(r.IntN(9))})
			}
			return file, ds
		}
		all := func() (ds []Diagnostic) {
			for _, of := range told {
				ds = append(ds, of...)
			}
			return Gather(ds)
		}
		for range r.IntN(60) {
			file, ds := tell()
			told[file] = ds
		}
		b := NewBrief(all())
		for range 40 {
			file, ds := tell()
			old := told[file]
			told[file] = ds
			want := NewBrief(all())
			next, ok := b.Replace(Gather(old), Gather(ds))
			if ok {
				kept++
				if d := cmp.Diff(want, next, cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("seed %d (-all +replaced):\n%s", seed, d)
				}
			} else {
				lost++
			}
			b = want
		}
	}
	if kept < 4*lost {
		t.Errorf("kept %d, had to begin anew %d times", kept, lost)
	}
}
