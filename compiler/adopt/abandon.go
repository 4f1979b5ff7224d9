package adopt

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates"
	"assay/templates"
	"assay/vault"
)

// Abandoned is what taking an adoption back did, or would do.
type Abandoned struct {
	Vault    string              `json:"vault"`
	DryRun   bool                `json:"dry_run,omitempty"`
	Restored []string            `json:"restored"` // notes, as they were
	Removed  []string            `json:"removed"`
	Kept     []reports.LeftAlone `json:"kept"` // what was changed since, and why it stays
}

// ErrNotAdopted says that a vault has no record of an adoption.
var ErrNotAdopted = errors.New("this vault has no record of an adoption")

// Abandon takes adoptions back: citations become what they were, and what was written
// and nobody changed since is removed. What a person did since stays, and is told.
func Abandon(ctx context.Context, c *compiler.Compiler, dry bool) (*Abandoned, error) {
	return afresh(ctx, c, dry, func() (*Abandoned, error) { return abandon(ctx, c, dry) })
}

func abandon(ctx context.Context, c *compiler.Compiler, dry bool) (*Abandoned, error) {
	v, _, err := readAdopted(c)
	if err != nil {
		return nil, err
	}
	if len(v.Runs) == 0 {
		return nil, ErrNotAdopted
	}
	u := &undo{c: c, texts: map[string][]byte{}, gone: map[string]bool{},
		out: &Abandoned{Vault: c.Root, DryRun: dry, Restored: []string{}, Removed: []string{}, Kept: []reports.LeftAlone{}}}
	for _, run := range slices.Backward(v.Runs) {
		for _, w := range run.Rewritten {
			u.restore(w)
		}
	}
	if err := u.remove(ctx, v); err != nil {
		return nil, err
	}
	writes := u.writes()
	if !dry {
		if err := c.Apply(ctx, writes); err != nil {
			return nil, err
		}
		c.Dir.RemoveEmpty(u.out.Removed)
	}
	return u.out, nil
}

const (
	ledgerName = "ledger.jsonl"
	agentsFile = "AGENTS.md"
)

// undo is the vault as it will be.
type undo struct {
	c     *compiler.Compiler
	texts map[string][]byte // of notes that change
	gone  map[string]bool
	out   *Abandoned
}

func (u *undo) keep(file, why string) {
	u.out.Kept = append(u.out.Kept, reports.LeftAlone{File: file, Why: why})
}

func (u *undo) read(file string) ([]byte, error) {
	if text, ok := u.texts[file]; ok {
		return text, nil
	}
	return u.c.Dir.ReadFile(file)
}

// restore puts the citations of a note back.
func (u *undo) restore(w Rewrite) {
	text, err := u.read(w.Note)
	if err != nil {
		u.keep(w.Note, "it is not there any more")
		return
	}
	out, ok := w.undo(text)
	if !ok {
		u.keep(w.Note, "it was edited where its citations were rewritten; "+u.c.AdoptedPath()+" has what they were")
		return
	}
	u.texts[w.Note] = out
	u.out.Restored = append(u.out.Restored, w.Note)
}

// undo gives a note's bytes as they were before. Where a person has edited the note
// since, each citation is put back where it stands now, if all of them are there.
func (w Rewrite) undo(text []byte) ([]byte, bool) {
	untouched := rawHash(text) == w.Is
	places, wanted := map[string][]int{}, map[string]int{}
	for _, e := range w.Edits {
		wanted[e.New]++
		if untouched {
			places[e.New] = append(places[e.New], e.At)
		}
	}
	for s, n := range wanted {
		if !untouched {
			places[s] = standing(text, s)
		}
		if len(places[s]) != n {
			return nil, false
		}
	}
	edits := slices.Clone(w.Edits) // where they stand now
	for i, e := range edits {
		edits[i].At, places[e.New] = places[e.New][0], places[e.New][1:]
	}
	slices.SortFunc(edits, func(a, b RewriteEdit) int { return b.At - a.At })
	out, before := text, len(text)
	for _, e := range edits {
		end := e.At + len(e.New)
		if e.At < 0 || end > before || string(out[e.At:end]) != e.New { // such as of two that overlap
			return nil, false
		}
		out, before = slices.Concat(out[:e.At], []byte(e.Old), out[end:]), e.At
	}
	return out, !untouched || rawHash(out) == w.Was
}

// standing are the places where a citation stands in a text, its definition left out.
func standing(text []byte, s string) (at []int) {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(s))
		if i < 0 {
			return at
		}
		i += from
		from = i + max(1, len(s))
		line := i == 0 || text[i-1] == '\n'
		if strings.HasSuffix(s, "]") && line && bytes.HasPrefix(text[i+len(s):], []byte(":")) {
			continue
		}
		at = append(at, i)
	}
}

// remove finds what adoptions wrote and nobody needs any more.
func (u *undo) remove(ctx context.Context, v adopted) error {
	last := map[string]adoptedPath{}
	for _, run := range v.Runs {
		for _, w := range run.Written {
			before, again := last[w.Path]
			w.Had = w.Had && (!again || before.Had) // before the first of them
			last[w.Path] = w
		}
	}
	sources := u.c.SourcesFolder()
	why, err := u.needed(ctx, last)
	if err != nil {
		return err
	}
	recorded := last[path.Join(sources, ledgerName)].Had // its events stay, so what they are of does as well
	for _, w := range last {
		text, err := u.c.Dir.ReadFile(w.Path)
		evidence := strings.HasPrefix(w.Path, sources+"/")
		switch {
		case !evidence && w.Path != gates.PolicyFile && w.Path != gates.BaselineFile && w.Path != agentsFile:
			u.keep(w.Path, "no adoption writes it") // the record is a file that anybody edits
		case errors.Is(err, os.ErrNotExist), w.Had, evidence && recorded:
		case err != nil:
			return fmt.Errorf("read %s: %w", w.Path, err)
		case evidence && why != "":
		case evidence || rawHash(text) == w.SHA256: // what lies there is assay's own to change
			u.gone[w.Path] = true
		default:
			u.keep(w.Path, "it was changed since")
		}
	}
	if why != "" {
		u.keep(sources, why)
		return nil
	}
	u.gone[u.c.AdoptedPath()] = true
	if area := u.c.Policy.Vault.Wiki; u.gone[gates.PolicyFile] {
		for _, name := range []string{"index.md", "log.md"} { // of a build since
			file := path.Join(area, name)
			if text, err := u.c.Dir.ReadFile(file); err == nil && bytes.HasPrefix(text, []byte(templates.GeneratedMarker)) {
				u.gone[file] = true
			}
		}
	}
	return nil
}

// needed says why the stored evidence has to stay, "" where it may go: a note cites a
// passage of it, or the ledger has a person's word.
func (u *undo) needed(ctx context.Context, last map[string]adoptedPath) (string, error) {
	base, err := u.c.Dir.Scan(ctx, vault.ScanOptions{Exclude: u.c.Policy.Vault.Exclude})
	if err != nil {
		return "", err
	}
	for _, f := range base.Files() {
		if !vault.IsNote(f.Path) || f.Link || strings.HasPrefix(f.Path, u.c.SourcesFolder()+"/") {
			continue
		}
		text, err := u.read(f.Path)
		if err == nil && bytes.Contains(text, []byte("[^chk-")) {
			return f.Path + " cites passages of it", nil
		}
	}
	ledger := path.Join(u.c.SourcesFolder(), ledgerName)
	text, err := u.c.Dir.ReadFile(ledger)
	w, known := last[ledger]
	if err != nil || !known || w.Had {
		return "", nil
	}
	if len(text) < w.Bytes || rawHash(text[:w.Bytes]) != w.SHA256 {
		return "its ledger was changed since", nil
	}
	for line := range bytes.Lines(text[w.Bytes:]) {
		var e struct{ Actor string }
		if json.Unmarshal(line, &e) != nil || !strings.HasPrefix(e.Actor, "assay-") {
			return "its ledger has what persons decided since", nil
		}
	}
	return "", nil
}

func (u *undo) writes() []vault.Write {
	var out []vault.Write
	for file, text := range u.texts {
		now, err := u.c.Dir.ReadFile(file)
		if err == nil {
			out = append(out, vault.Write{Path: file, Data: text, Base: vault.HashText(now)})
		}
	}
	for file := range u.gone {
		now, err := u.c.Dir.ReadFile(file)
		if err == nil {
			out = append(out, vault.Write{Path: file, Delete: true, Base: vault.HashText(now)})
			u.out.Removed = append(u.out.Removed, file)
		}
	}
	slices.Sort(u.out.Removed)
	slices.Sort(u.out.Restored)
	u.out.Restored = slices.Compact(u.out.Restored)
	slices.SortFunc(u.out.Kept, func(a, b reports.LeftAlone) int { return strings.Compare(a.File, b.File) })
	slices.SortFunc(out, func(x, y vault.Write) int { return strings.Compare(x.Path, y.Path) })
	return out
}

// rawHash is the SHA-256 of bytes as they are, line ends included.
func rawHash(data []byte) string { return vault.Hash(sha256.Sum256(data)).String() }
