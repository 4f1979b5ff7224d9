package view

import (
	"slices"
	"strings"

	"assay/compiler/codec"
	"assay/compiler/reports"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// Results are what actions returned, in this process and in the store: the only
// thing a plan knows of what has been done.
type Results struct {
	Store  *Store
	Force  bool // what earlier builds stored does not count
	Memo   map[Key]any
	Failed map[Key]Failure // facts of this build, never stored

	// Notes as last read by any plan of this process, with the hash they were read
	// from: a memo of decoded results, by path.
	ByPath     map[string]*markdown.Note
	ParsedFrom map[string]vault.Hash

	Parsed map[*markdown.Note]Parsed // what reading gave besides
	cold   map[*markdown.Note][]byte // of that, what is read only when needed; nil where it lies in the store

	sources ReadMemo[vault.Hash, provenance.Source]
	pages   ReadMemo[pageKey, provenance.PageFile]

	links  func() *links.Resolver // of the names in the digest linked; it may be being made
	linked string
	names  citation.Names // of the paths in the digest named
	named  string
	held   *citation.Library // of the snapshot heldOf, whose ledger may have grown since
	heldOf *vault.Snapshot
}

type Failure struct {
	action *Action
	err    error
}

func NewResults(s *Store) *Results {
	return &Results{Store: s, Memo: map[Key]any{}, Failed: map[Key]Failure{},
		ByPath: map[string]*markdown.Note{}, ParsedFrom: map[string]vault.Hash{}, Parsed: map[*markdown.Note]Parsed{},
		cold:    map[*markdown.Note][]byte{},
		sources: ReadMemo[vault.Hash, provenance.Source]{most: fewSources}, pages: ReadMemo[pageKey, provenance.PageFile]{most: fewPages}}
}

// Lookup finds a result, decoding a stored one once.
func Lookup[T any](r *Results, k Key) (v T, ok bool) {
	if m, found := r.Memo[k]; found {
		v, ok = m.(T)
		return v, ok
	}
	if r.Force {
		return v, false
	}
	b, found := r.Store.Get(k)
	if !found {
		return v, false
	}
	v, err := codec.Decode[T](b)
	if err != nil {
		return v, false // as good as not there: it is made again
	}
	r.Memo[k] = v
	return v, true
}

// Keep puts a result in memory and into the store.
func (r *Results) Keep(k Key, v any) {
	r.Memo[k] = v
	r.Store.Put(k, codec.Encode(v))
}

// Release lets go of a result in memory that was put to use. The store has it, if it is
// asked for again.
func (r *Results) Release(keys ...Key) {
	if r.Force {
		return
	}
	for _, k := range keys {
		delete(r.Memo, k)
	}
}

// Failure is why an action could not be done in this build, nil where it is not known to have
// failed.
func (r *Results) Failure(k Key) error { return r.Failed[k].err }

// Failures lists what could not be done, by target.
func (r *Results) Failures() []reports.Failure {
	var out []reports.Failure
	for _, f := range r.Failed {
		out = append(out, reports.Failure{Kind: f.action.Kind, Target: f.action.Target, Error: f.err.Error()})
	}
	slices.SortFunc(out, func(a, b reports.Failure) int { return strings.Compare(a.Target, b.Target) })
	return out
}
