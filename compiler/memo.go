package compiler

import (
	"sort"

	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault"
)

// results are what actions returned, in this process and in the store: the only
// thing a plan knows of what has been done.
type results struct {
	store  *Store
	force  bool // what earlier builds stored does not count
	memo   map[Key]any
	failed map[Key]failure // facts of this build, never stored

	// Notes as last read by any plan of this process, with the hash they were read
	// from: a memo of decoded results, by path.
	byPath     map[string]*vault.Note
	parsedFrom map[string]vault.Hash

	// Of notes, what decoding gave besides: the digest of their claims, the first of
	// them, whether any cites a chunk, and the part that is read only when needed.
	claims map[*vault.Note]string
	first  map[*vault.Note]string
	chunks map[*vault.Note]bool
	marks  map[*vault.Note]alike.Marks
	cold   map[*vault.Note][]byte

	sources readMemo[vault.Hash, provenance.Source]

	links  func() *vault.Resolver // of the names in the digest linked; it may be being made
	linked string
	names  *provenance.Names // of the paths in the digest named
	named  string
}

type failure struct {
	action *Action
	err    error
}

func newResults(s *Store) *results {
	return &results{store: s, memo: map[Key]any{}, failed: map[Key]failure{},
		byPath: map[string]*vault.Note{}, parsedFrom: map[string]vault.Hash{}, claims: map[*vault.Note]string{},
		first: map[*vault.Note]string{}, chunks: map[*vault.Note]bool{}, cold: map[*vault.Note][]byte{}, marks: map[*vault.Note]alike.Marks{},
		sources: readMemo[vault.Hash, provenance.Source]{most: fewSources}}
}

// lookup finds a result, decoding a stored one once.
func lookup[T any](r *results, k Key, decode func([]byte) (T, error)) (v T, ok bool) {
	if m, found := r.memo[k]; found {
		v, ok = m.(T)
		return v, ok
	}
	if decode == nil || r.force {
		return v, false
	}
	b, found := r.store.Get(k)
	if !found {
		return v, false
	}
	v, err := decode(b)
	if err != nil {
		return v, false // as good as not there: it is made again
	}
	r.memo[k] = v
	return v, true
}

// failures lists what could not be done, by target.
func (r *results) failures() []Failure {
	var out []Failure
	for _, f := range r.failed {
		out = append(out, Failure{f.action.Kind, f.action.Target, f.err.Error()})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Target < out[j].Target })
	return out
}
