package conflict

import (
	"maps"
	"slices"

	"assay/compiler/view"
	"assay/gates"
	"assay/vault/markdown"
)

// A statementIndex is where the statements of permanent notes are found by their words, and what
// the notes said when it was made. It is kept, and not made anew for one note: its
// statements are then laid over it.
type statementIndex struct {
	digests []string // of claims, parallel to the notes
	filed   *gates.Filed
}

// fewRefiled is how many notes are laid over a filing before it is made anew.
const fewRefiled = 200

// statementIndexKey names the filing. Who changes what it names changes the key of the last look at
// conflicts too, since without it nothing is filed anew while nothing changes.
func statementIndexKey() view.Key { return view.KeyOf("filing", "6") }

// stored is the filing of an earlier look.
func (cf *Finder) stored() (*statementIndex, bool) {
	f, ok := view.Lookup[*statementIndex](cf.Results, statementIndexKey())
	return f, ok && f != nil && f.filed != nil && f.filed.Sound()
}

// statementIndex is an index of the statements of permanent notes, whose claims have the digests.
func (cf *Finder) statementIndex(wiki []*markdown.Note, digests map[string]string) *gates.Conflicts {
	old, ok := cf.stored()
	if ok && len(old.digests) == len(old.filed.Names) {
		stale := map[string]bool{}
		for i, was := range old.digests {
			if n := old.filed.Names[i]; digests[n] != was || cf.IsDraft(n) {
				stale[n] = true
			}
		}
		for _, n := range wiki {
			if _, there := slices.BinarySearch(old.filed.Names, n.Path); !there && cf.Results.Parsed[n].First != "" {
				stale[n.Path] = true
			}
		}
		if len(stale) <= fewRefiled {
			return cf.reindexed(old, stale)
		}
	}
	var statements []gates.Statement
	for _, n := range wiki {
		statements = append(statements, cf.statementsOf(n)...)
	}
	f := &statementIndex{filed: gates.File(statements)}
	for _, name := range f.filed.Names {
		f.digests = append(f.digests, digests[name])
	}
	cf.Results.Keep(statementIndexKey(), f)
	return cf.reindexed(f, map[string]bool{})
}

// statementIndexOfScope is the same where only some notes are at hand; nil where there is none.
func (cf *Finder) statementIndexOfScope() *gates.Conflicts {
	old, ok := cf.stored()
	if !ok || cf.Scope.Base.Filed == nil {
		return nil
	}
	stale := maps.Clone(cf.Scope.Base.Filed)
	for name := range cf.Scope.Changed {
		if !cf.IsDraft(name) {
			stale[name] = true
		}
	}
	if len(stale) > fewRefiled {
		return nil
	}
	return cf.reindexed(old, stale)
}

// reindexed looks among the statements of a filing, but for notes that say something else
// by now.
func (cf *Finder) reindexed(f *statementIndex, stale map[string]bool) *gates.Conflicts {
	cf.Filed = stale
	index := f.filed.Conflicts(func(id uint32) gates.Statement {
		note, at := f.filed.Place(id)
		name := f.filed.Names[note]
		if n := cf.Note(name); n != nil && at < len(cf.Whole(n).Claims) {
			return gates.StatementOf(n, n.Claims[at])
		}
		return gates.Statement{Note: name}
	})
	if len(stale) > 0 {
		names := slices.Sorted(maps.Keys(stale))
		var statements []gates.Statement
		for _, name := range names {
			n := cf.Note(name)
			if n == nil || !cf.Graded(n) || cf.IsDraft(name) {
				continue
			}
			statements = append(statements, cf.statementsOf(n)...)
		}
		index.Replace(names, statements)
	}
	return index
}

// statementsOf are the claims of a note, as conflicts are looked for among them.
func (cf *Finder) statementsOf(n *markdown.Note) (out []gates.Statement) {
	for _, c := range cf.Whole(n).Claims {
		out = append(out, gates.StatementOf(n, c))
	}
	return out
}
