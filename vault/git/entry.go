package git

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Mode says what an entry is, as git writes it.
type Mode string

// What an entry may be.
const (
	Regular    Mode = "100644"
	Executable Mode = "100755"
	Link       Mode = "120000"
	Submodule  Mode = "160000"
)

// File reports whether an entry has a text of its own.
func (m Mode) File() bool { return strings.HasPrefix(string(m), "100") }

// An Entry is a file as git has it.
type Entry struct {
	Path string
	Mode Mode
	ID   string // of the blob; of a submodule its commit
}

// Index lists what the index holds of the vault, sorted by path. Submodules are among
// it; what is only intended to be added (`git add -N`) is not.
func (r *Repo) Index(ctx context.Context) ([]Entry, error) {
	if err := r.locate(ctx); err != nil {
		return nil, err
	}
	out, err := r.run(ctx, "ls-files", "-s", "-z", "--full-name", "--", r.root)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	var unmerged []string
	empty := false
	for _, row := range fields(out) {
		// mode SP id SP stage TAB path
		tab := strings.IndexByte(row, '\t')
		if tab < len("100644 x 0") || row[6] != ' ' || row[tab-2] != ' ' {
			return nil, fmt.Errorf("read git's index: no entry: %q", row)
		}
		e := Entry{Path: row[tab+1:], Mode: Mode(row[:6]), ID: row[7 : tab-2]}
		if e.Mode == Submodule && e.Path+"/" == r.prefix {
			return nil, &Error{fmt.Sprintf("the vault %s is a submodule of the repository that git is at work on", r.root), "check it in its own repository; a hook is installed there too", nil}
		}
		var ok bool
		if e.Path, ok = r.inVault(e.Path); !ok {
			continue
		}
		if row[tab-1] != '0' { // a side of a merge
			unmerged = append(unmerged, e.Path)
			continue
		}
		empty = empty || e.ID == emptyBlob(len(e.ID))
		entries = append(entries, e)
	}
	if len(unmerged) > 0 {
		return nil, unmergedError(slices.Compact(unmerged))
	}
	slices.SortFunc(entries, byPath)
	if empty {
		return r.committed(ctx, entries)
	}
	return entries, nil
}

func byPath(a, b Entry) int { return strings.Compare(a.Path, b.Path) }

func unmergedError(names []string) error {
	text := strings.Join(names[:min(3, len(names))], ", ")
	if n := len(names) - 3; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return &Error{"the index has unmerged files: " + text, "settle the conflict and `git add` them, or `git merge --abort`; git commits nothing before", nil}
}

// committed leaves out what is only intended to be added. It looks like an empty file,
// and git tells it from one only in what it shows as different.
func (r *Repo) committed(ctx context.Context, entries []Entry) ([]Entry, error) {
	seen := map[string]bool{}
	for i, way := range []string{"--ita-visible-in-index", "--ita-invisible-in-index"} {
		tree, err := r.head(ctx)
		if err != nil {
			return nil, err
		}
		out, err := r.run(ctx, "diff-index", "--cached", "--name-only", "--diff-filter=A", "--no-renames", "-z", way, tree, "--", r.root)
		if err != nil {
			return nil, err
		}
		for _, name := range fields(out) {
			if name, ok := r.inVault(name); ok {
				seen[name] = i == 0 // left true: shown only where such entries are visible
			}
		}
	}
	return slices.DeleteFunc(entries, func(e Entry) bool { return seen[e.Path] && e.ID == emptyBlob(len(e.ID)) }), nil
}

// Find finds an entry of a sorted list by its path.
func Find(entries []Entry, name string) (Entry, bool) {
	i, ok := search(entries, name)
	if !ok {
		return Entry{}, false
	}
	return entries[i], true
}

func search(entries []Entry, name string) (int, bool) {
	return slices.BinarySearchFunc(entries, name, func(e Entry, name string) int { return strings.Compare(e.Path, name) })
}

// Holds reports whether a sorted list has something in a folder.
func Holds(entries []Entry, folder string) bool {
	i, _ := search(entries, folder+"/")
	return i < len(entries) && strings.HasPrefix(entries[i].Path, folder+"/")
}

// emptyBlob is the id of no bytes, in the hash whose ids are so long.
func emptyBlob(size int) string {
	if size == 40 {
		return "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	}
	return "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
}
