package view

import (
	"maps"
	"path"
	"slices"
	"time"

	"assay/compiler/codec"
	"assay/compiler/reports"
	"assay/gates"
	"assay/vault"
)

// An Assessment is what the gates say of a whole vault: what build and check report,
// kept so that a command that finds nothing changed says it again, and one that finds a
// few notes changed judges those. What there is to tell of single notes lies in their
// outcomes.
type Assessment struct {
	Head
	Showcase []reports.Example  // where notes were looked at all
	Brief    gates.Brief        // of all that there is to tell
	Reported []gates.Diagnostic // all of that, in order; nil where it was not asked for; not stored with it
	Each     []gates.Diagnostic // before what has one cause is told once; likewise

	Scope bool            // it was made over some notes
	Notes OfNotes         // what it says of notes; stored beside it
	Wants map[string]bool // gaps that only a source can close; of this build, not stored
}

// Head is what the store has of an assessment by itself.
type Head struct {
	Standing
	Counts
	Reuse

	Held    []reports.HeldDraft
	Waiting []reports.Waiting
	General []gates.Diagnostic // of files that are no notes
}

// Standing is how far an assessment holds.
type Standing struct {
	Made      string    // names the program and the rules that it was made by
	Until     time.Time // when it no longer holds by the clock alone; zero: never
	Converged bool      // a build made it, and nothing was left to do
	Rooted    bool      // a build did, and since then only what since names changed
	Postponed bool      // nothing but what takes the network
}

// Counts are of the whole vault.
type Counts struct {
	Claims   reports.Tally
	Summary  reports.Summary
	Gaps     int
	Files    int
	Passages int // that notes rest on; one counts once a note
}

// Add counts a note, or takes it back where sign is -1.
func (c *Counts) Add(n *NoteCount, sign int) {
	reports.Add(&c.Claims, n.Claims, sign)
	reports.Add(&c.Summary, n.Summary, sign)
}

// Folders are the counts of the notes of folders, by name; nil stands for one that has none.
type Folders map[string]*reports.FolderRow

// Add counts a note, or takes it back where sign is -1.
func (f Folders) Add(n *NoteCount, sign int) {
	row := reports.FolderRow{Folder: path.Dir(n.Path)}
	if had := f[row.Folder]; had != nil {
		row = *had
	}
	row.Notes += sign
	reports.Add(&row.Claims, n.Claims, sign)
	reports.Add(&row.Summary, n.Summary, sign)
	if f[row.Folder] = &row; row.Notes == 0 {
		f[row.Folder] = nil
	}
}

// Rows are those that have notes, by name.
func (f Folders) Rows() []reports.FolderRow {
	rows := []reports.FolderRow{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if row := f[name]; row != nil {
			rows = append(rows, *row)
		}
	}
	return rows
}

// TellFolders adds to folders what there is to tell of their notes.
func TellFolders(rows []reports.FolderRow, ds []gates.Diagnostic) []reports.FolderRow {
	told := map[string][]gates.Diagnostic{}
	for _, d := range ds {
		name := path.Dir(d.Span.File)
		told[name] = append(told[name], d)
	}
	rows = slices.Clone(rows)
	for i := range rows {
		of := &rows[i].Summary
		of.Errors, of.Warnings, of.Notes = gates.Count(told[rows[i].Folder])
	}
	return rows
}

// Reuse is for the next look, which may be at a few notes only.
type Reuse struct {
	Names  string                // digest of all paths
	Held0  string                // digest of all that is no note, see heldDigest
	Since  map[string]vault.Hash // notes that changed since a build made an assessment, with the words that it saw
	Filed  map[string]bool       // notes whose claims are filed under older words, see statements
	Scores scores
}

// scores are those of a build that only a look at the whole vault can give.
type scores struct {
	LicenceClear     reports.Measure
	GapToCrawl       reports.Measure
	IndexAccuracy    reports.Measure
	PolicyCompliance reports.Measure
}

// OfNotes is what an assessment says of notes and what they rest on, by path. It is laid over
// what the store has, unless it is whole; nil stands for what is gone.
type OfNotes struct {
	Whole     bool
	Rows      map[string]*NoteRow
	Questions map[string]*NoteQuestions
	Told      map[string]*ReportedNote
	Pairs     map[string]*NotePairs
	Cited     map[string]*CitedFile
	Sources   map[string]*SourceCount
	Folders   Folders
}

// NoteCount is one note's share of the counts.
type NoteCount struct {
	Path    string
	Claims  reports.Tally
	Summary reports.Summary
}

// Rests is what notes rest on.
type Rests struct {
	Passages int      // a passage counts once a note
	Sources  []string // sorted
}

// Row is what an assessment has of a note.
func (a *Assessment) Row(s *Store, path string) (NoteRow, bool) {
	r, laid := a.Notes.Rows[path]
	switch {
	case r != nil:
		return *r, true
	case laid || a.Notes.Whole:
		return NoteRow{}, false
	}
	return s.Rows.At(path)
}

// KeepNotes stores what an assessment says of notes.
func (s *Store) KeepNotes(n *OfNotes) {
	s.Rows.Lay(n.Rows, n.Whole)
	s.Questions.Lay(n.Questions, n.Whole)
	s.Told.Lay(n.Told, n.Whole)
	s.Pairs.Lay(n.Pairs, n.Whole)
	s.Cited.Lay(n.Cited, n.Whole)
	s.Sources.Lay(n.Sources, n.Whole)
	s.Folders.Lay(n.Folders, n.Whole)
}

// Assessment is the last one, but for what it says of notes.
func (s *Store) Assessment() (*Assessment, error) {
	head, brief := s.Head()
	h, err := codec.Decode[Head](head)
	a := &Assessment{Head: h}
	if err == nil {
		a.Brief, err = codec.Decode[gates.Brief](brief)
	}
	return a, err
}

// SinceThen adds what changed to the notes that changed since a build had nothing to do.
func (a *Assessment) SinceThen(changed map[string]vault.Hash) map[string]vault.Hash {
	all := make(map[string]vault.Hash, len(a.Since)+len(changed))
	maps.Copy(all, changed)
	maps.Copy(all, a.Since)
	return all
}
