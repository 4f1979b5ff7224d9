package gates

import (
	"maps"
	"slices"
	"strings"
)

// A Brief is what a reader is shown of many errors: the first of each code, and how many
// there are. It can be kept up to date by those that came and went.
type Brief struct {
	First  []Diagnostic // in order, of each code no more than MostBrief
	Errors map[Code]int // how many there are of a code
}

// MostBrief is how many errors of one code a Brief has.
const MostBrief = 20

// NewBrief is that of diagnostics as Gather gives them.
func NewBrief(ds []Diagnostic) Brief {
	b := Brief{Errors: map[Code]int{}}
	for i := range ds {
		d := &ds[i]
		if d.Severity != Error {
			continue
		}
		if b.Errors[d.Code]++; b.Errors[d.Code] <= MostBrief {
			b.First = append(b.First, *d)
		}
	}
	return b
}

// Replace is the Brief with what there is to tell of some files in place of what there was,
// each as Gather gives it. It is not ok where others, which are not known, would come first
// now.
func (b Brief) Replace(gone, fresh []Diagnostic) (next Brief, ok bool) {
	next = Brief{Errors: maps.Clone(b.Errors)}
	files := map[string]bool{}
	for i := range gone {
		if files[gone[i].Span.File] = true; gone[i].Severity == Error {
			next.Errors[gone[i].Code]--
		}
	}
	had, last, left := map[Code]int{}, map[Code]*Diagnostic{}, map[Code]int{}
	for i := range b.First {
		d := &b.First[i]
		had[d.Code]++
		if last[d.Code] = d; !files[d.Span.File] {
			next.First = append(next.First, *d)
			left[d.Code]++
		}
	}
	for i := range fresh {
		d := &fresh[i]
		if d.Severity != Error {
			continue
		}
		next.Errors[d.Code]++
		// Of those that are not known, all come after the last that is.
		if had[d.Code] == b.Errors[d.Code] || compare(d, last[d.Code]) < 0 {
			next.First = append(next.First, *d)
			left[d.Code]++
		}
	}
	for code, n := range next.Errors {
		if n == 0 {
			delete(next.Errors, code)
		} else if left[code] < min(n, MostBrief) {
			return b, false
		}
	}
	slices.SortFunc(next.First, func(a, b Diagnostic) int { return compare(&a, &b) })
	shown := map[Code]int{}
	next.First = slices.DeleteFunc(next.First, func(d Diagnostic) bool {
		shown[d.Code]++
		return shown[d.Code] > MostBrief
	})
	return next, true
}

// Alone reports whether a diagnostic is told by itself or with others of its file: what
// there is to tell of other files makes no difference to it.
func (d *Diagnostic) Alone() bool {
	return d.Group.Key == "" || strings.HasPrefix(d.Group.Key, d.Span.File)
}
