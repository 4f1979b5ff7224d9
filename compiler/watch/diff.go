package watch

import (
	"cmp"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/gates"
	"assay/vault"
	"assay/vault/markdown"
)

// seen is what was last told of a vault, to tell only what is other now.
type seen struct {
	said  map[string][]gates.Diagnostic // by file
	base  *vault.Snapshot
	links []string // other names of files, and links that led nowhere

	doubted bool // not all places could be told
}

// differ compares a report with what was told before, and keeps it for the next.
func (s *seen) differ(r *reports.Report) Change {
	now := seen{said: byFile(r.Diagnostics), base: r.Base.Applied(), links: linksOf(r.Base)}
	ch := Change{Paths: changedFiles(s.base, r.Base)}
	changed := map[string]bool{}
	for _, path := range ch.Paths {
		changed[path] = true
	}
	var fresh, gone []gates.Diagnostic
	for file, ds := range now.said {
		old := s.said[file]
		same := slices.EqualFunc(old, ds, sameDiagnostic)
		if same && !s.doubted && !placed(file, ds, changed) {
			ch.Still += len(ds)
			continue
		}
		ch.Files = append(ch.Files, FileDiagnostics{file, ds})
		if same {
			ch.Still += len(ds)
			continue
		}
		f, g := unmatched(ds, old, saidOf)
		ch.Still += len(ds) - len(f)
		fresh, gone = append(fresh, f...), append(gone, g...)
	}
	for file, ds := range s.said {
		if _, ok := now.said[file]; !ok {
			ch.Files = append(ch.Files, FileDiagnostics{File: file})
			gone = append(gone, ds...)
		}
	}
	moved := renames(s.base, r.Base, ch.Paths)
	ch.New, ch.Fixed = unmatched(fresh, gone, moved.saidOf)
	ch.Still += len(fresh) - len(ch.New)
	slices.SortFunc(ch.Files, func(a, b FileDiagnostics) int { return strings.Compare(a.File, b.File) })
	slices.SortStableFunc(ch.New, byPlace)
	slices.SortStableFunc(ch.Fixed, byPlace)
	*s = now
	return ch
}

// byFile groups diagnostics, which come sorted by file.
func byFile(ds []gates.Diagnostic) map[string][]gates.Diagnostic {
	out := map[string][]gates.Diagnostic{}
	for len(ds) > 0 {
		file, n := ds[0].Span.File, 1
		for n < len(ds) && ds[n].Span.File == file {
			n++
		}
		if before, ok := out[file]; ok {
			out[file] = slices.Concat(before, ds[:n])
		} else {
			out[file] = ds[:n:n]
		}
		ds = ds[n:]
	}
	return out
}

// placed reports whether diagnostics may stand on other lines now though they are of
// the same bytes: some file that they point into is another one.
func placed(file string, ds []gates.Diagnostic, changed map[string]bool) bool {
	pointsInto := func(d gates.Diagnostic) bool {
		return slices.ContainsFunc(d.Related, func(r gates.Related) bool { return changed[r.Span.File] }) ||
			d.Fix != nil && slices.ContainsFunc(d.Fix.Edits, func(e gates.Edit) bool { return changed[e.Span.File] })
	}
	return len(changed) > 0 && (changed[file] || slices.ContainsFunc(ds, pointsInto))
}

// unmatched are those of now that have no like before, and those of before that have
// none now; each stands for one.
func unmatched[K comparable](now, before []gates.Diagnostic, like func(gates.Diagnostic) K) (fresh, gone []gates.Diagnostic) {
	left := map[K]int{}
	for _, d := range before {
		left[like(d)]++
	}
	for _, d := range now {
		if k := like(d); left[k] > 0 {
			left[k]--
		} else {
			fresh = append(fresh, d)
		}
	}
	for _, d := range slices.Backward(before) {
		if k := like(d); left[k] > 0 {
			left[k]--
			gone = append(gone, d)
		}
	}
	slices.Reverse(gone)
	return fresh, gone
}

// remark is what a reader takes for the same remark, wherever it stands in the file.
type remark struct {
	code    gates.Code
	file    string
	claim   markdown.ClaimID
	message string
}

func saidOf(d gates.Diagnostic) remark { return remark{d.Code, d.Span.File, d.Claim, d.Message} }

// moves are files that were renamed, by their old and by their new path: the path that
// both go by.
type moves map[string]string

// saidOf is the same of a renamed note under either name: what its claims are called
// changes with the note's.
func (m moves) saidOf(d gates.Diagnostic) remark {
	if as, ok := m[d.Span.File]; ok {
		return remark{d.Code, as, "", d.Message}
	}
	return saidOf(d)
}

// renames finds files that went and came back under another path, by their bytes.
func renames(old, now *vault.Snapshot, paths []string) moves {
	went := map[vault.Hash]string{}
	for _, path := range paths {
		if _, stays := now.File(path); !stays {
			if f, _ := old.File(path); !f.Hash.IsZero() {
				went[f.Hash] = path
			}
		}
	}
	m := moves{}
	for _, path := range paths {
		f, is := now.File(path)
		if _, was := old.File(path); !is || was || went[f.Hash] == "" {
			continue
		}
		m[path], m[went[f.Hash]] = path, path
		delete(went, f.Hash)
	}
	return m
}

func byPlace(a, b gates.Diagnostic) int {
	return cmp.Or(strings.Compare(a.Span.File, b.Span.File), a.Span.Start-b.Span.Start)
}

func sameDiagnostic(a, b gates.Diagnostic) bool {
	return a.Code == b.Code && a.Severity == b.Severity && a.Span == b.Span && a.Claim == b.Claim && a.Graded == b.Graded &&
		a.Tier == b.Tier && a.Message == b.Message && a.Hint == b.Hint && slices.Equal(a.Related, b.Related) &&
		sameFix(a.Fix, b.Fix) && sameWitnesses(a.Witnesses, b.Witnesses)
}

func sameFix(a, b *gates.Fix) bool {
	return a == b || a != nil && b != nil && a.Title == b.Title && slices.Equal(a.Edits, b.Edits)
}

func sameWitnesses(a, b *gates.WitnessCount) bool {
	return a == b || a != nil && b != nil && a.Count == b.Count && a.Asked == b.Asked && slices.Equal(a.Same, b.Same)
}

// changedFiles are the files whose bytes differ between two snapshots, sorted. Nothing
// differs from no snapshot.
func changedFiles(old, now *vault.Snapshot) (paths []string) {
	if old == nil || now == nil || old == now {
		return nil
	}
	for a, b := range vault.Differences(old.Files(), now.Files()) {
		switch {
		case b == nil:
			paths = append(paths, a.Path)
		case a == nil || !sameFile(*a, *b):
			paths = append(paths, b.Path)
		}
	}
	return paths
}

func sameFile(a, b vault.File) bool {
	if a.Link != b.Link || a.Ignored != b.Ignored || a.Bytes() != b.Bytes() {
		return false
	}
	return !a.Hash.IsZero() || a.Size == b.Size && a.ModTime == b.ModTime // not a text: its bytes are not read
}

// linksOf are the links of a vault: to files in it, and those that cannot be followed.
func linksOf(s *vault.Snapshot) (links []string) {
	for _, f := range s.Files() {
		if f.Link {
			links = append(links, f.Path)
		}
	}
	for _, p := range s.Problems() {
		if strings.HasPrefix(p.Kind, "symlink-") {
			links = append(links, p.Path)
		}
	}
	return links
}
