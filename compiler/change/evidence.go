package change

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/git"
)

// descriptions finds sources whose description makes evidence fresher, or as good as new,
// though the ledger has nothing that happened to them.
func (b *bar) descriptions(ctx context.Context) error {
	for _, d := range b.ch.diffs {
		name := d.New.Path
		id := provenance.SourceID(path.Base(path.Dir(name)))
		if path.Base(name) != provenance.SourceFile || name != d.Old.Path || !id.Valid() || b.happened[id] {
			continue
		}
		old, err := present(b.ch.was(ctx, name))
		if err != nil {
			return err
		}
		now, err := b.ch.now(ctx, name)
		if err != nil {
			continue // what cannot be read is told by whoever judges it
		}
		was, _ := provenance.ParseSource(old)
		is, _ := provenance.ParseSource(now)
		if says := fresher(was, is); says != "" && !b.add(gates.NewLowering(gates.LowersEvidence, name, says+", and nothing on the ledger says why", string(now))) {
			b.writes = append(b.writes, vault.Write{Path: name, Data: old})
		}
	}
	return nil
}

// fresher says what of a description makes evidence count for more than before, or "".
func fresher(was, is provenance.Source) string {
	switch {
	case is.Fixed && !was.Fixed:
		return "the source never goes stale any more (`fixed`)"
	case is.Class != was.Class:
		return fmt.Sprintf("the class of the source, which says how long it is fresh, is %q and was %q", is.Class, was.Class)
	}
	for _, page := range is.Pages {
		old, had := was.Page(page.File)
		gone := func(was, is time.Time) bool { return !was.IsZero() && is.IsZero() }
		switch {
		case !had:
		case page.Retrieved.After(old.Retrieved):
			return "the page " + page.File + " was retrieved later than before"
		case gone(old.Drifted, page.Drifted), gone(old.Withdrawn, page.Withdrawn), page.Hash != old.Hash:
			return "the page " + page.File + " is not the one that changed, or was withdrawn"
		}
	}
	return ""
}

// links finds symbolic links in place of folders of notes, which are not followed, and of
// notes, which are followed only to files of the vault.
func (b *bar) links(ctx context.Context) error {
	for _, d := range b.ch.diffs {
		name := d.New.Path
		if d.New.Mode != git.Link || d.Old.Mode == git.Link || !b.coversNotes(name) {
			continue
		}
		to, err := b.ch.leadsTo(ctx, d.New)
		if err != nil {
			return err
		}
		switch to = path.Join(path.Dir(name), to); {
		case vault.IsNote(name) && !b.ch.isFile(to):
			b.add(gates.NewLowering(gates.LowersIgnored, name, "the note is a symbolic link to no file of the vault, so nothing in it would be graded", "link"))
		case vault.IsNote(name), path.Ext(name) != "" && b.ch.isFile(to):
		default:
			b.add(gates.NewLowering(gates.LowersIgnored, name, "the folder is a symbolic link, so nothing in it would be graded", "link"))
		}
	}
	return nil
}

// leadsTo is what a symbolic link names; an absolute path stays one that no vault has.
func (ch *Changeset) leadsTo(ctx context.Context, e git.Entry) (string, error) {
	to, err := os.Readlink(ch.Dir.Abs(e.Path))
	if ch.Staged {
		var text []byte
		text, err = ch.repo.Read(ctx, e)
		to = string(text)
	}
	if path.IsAbs(to) {
		to = strings.Repeat("../", 1+strings.Count(e.Path, "/")) + "out"
	}
	return to, err
}

// isFile reports a file of the vault, as it is with the change.
func (ch *Changeset) isFile(name string) bool {
	if ch.Staged {
		e, ok := git.Find(ch.entries, name)
		return ok && e.Mode.File()
	}
	info, err := os.Lstat(ch.Dir.Abs(name))
	return err == nil && info.Mode().IsRegular() && !strings.HasPrefix(name, "../")
}

// forged are the events that a change adds to the ledger by actors who may not do so.
func forged(file string, l, old *provenance.Ledger) []gates.Diagnostic {
	var problems []vault.Problem
	for _, p := range l.VerifySince(old) {
		if p.Kind == provenance.ProblemRole { // what two branches did apart may not fit together, and is no forgery
			problems = append(problems, p)
		}
	}
	return gates.CheckProblems(file, problems)
}

// proseFiles are texts that people read and that are no notes.
var proseFiles = []string{".canvas", ".html", ".htm", ".xhtml", ".mdx", ".qmd", ".rmd", ".txt", ".text", ".rst", ".org", ".adoc", ".tex"}

func isProse(name string) bool { return slices.Contains(proseFiles, strings.ToLower(path.Ext(name))) }
