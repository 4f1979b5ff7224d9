package vault

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// ErrChanged says that a file no longer holds what a write was made from. Nothing
// was written.
type ErrChanged struct{ Path string }

func (e ErrChanged) Error() string {
	return fmt.Sprintf("%s was changed by someone else in the meantime", e.Path)
}

// tempPrefix begins the names of files that will be renamed into place. The dot
// keeps Obsidian, and our own scan, from seeing them.
const tempPrefix = ".assay-tmp-"

// txnDir holds one folder for each transaction that has not ended.
const txnDir = StateDir + "/txn"

// A step of a transaction puts one file in place. Hashes are SHA-256 of the bytes
// as they are, line ends included.
type step struct {
	Path string `json:"path"`           // the file itself, no symbolic link
	Temp string `json:"temp,omitempty"` // what is renamed to Path; empty for a delete
	Old  string `json:"old,omitempty"`  // hash of what is replaced; empty when nothing is there
	New  string `json:"new,omitempty"`  // hash of what Temp holds
	Tail int64  `json:"tail,omitempty"` // of an append: how many of Temp's bytes are new
}

// An intent is what a transaction is about to do. Under the name "plan" it only
// says what to clean up; renamed to "intent", it will be carried out.
type intent struct {
	Steps []step   `json:"steps"`
	Made  []string `json:"made,omitempty"` // folders created for the transaction, outermost first
}

// Apply carries out writes, all or none of them. Every file is first written in
// full beside its target and synced, so that a full disk or a folder that cannot be
// written to is found before anything changes; then the intent is made durable,
// which is the point of no return; then files are renamed. When the process dies
// after that point, [Recover] does the rest.
//
// A file whose bytes no longer hash to a write's Base fails all with [ErrChanged].
// An append with a zero Base takes the file as it is. The caller holds the vault's
// [Lock].
func Apply(ctx context.Context, d *Dir, writes []Write) error {
	if len(writes) == 0 {
		return nil
	}
	if _, err := Recover(ctx, d); err != nil {
		return fmt.Errorf("apply %d writes: %w", len(writes), err)
	}
	t := transaction{d: d}
	if err := t.run(ctx, writes); err != nil {
		return fmt.Errorf("apply %d writes: %w", len(writes), err)
	}
	return nil
}

type transaction struct {
	d      *Dir
	dir    string // txnDir/<id>
	intent intent
	stats  []fs.FileInfo // of each step's target when its Base was compared; nil where none
}

func (t *transaction) run(ctx context.Context, writes []Write) error {
	todo, err := t.verify(writes)
	if err != nil || len(todo) == 0 {
		return err
	}
	if err := t.begin(); err != nil {
		return err
	}
	err = t.stage(ctx, todo)
	if err == nil {
		err = t.unchanged()
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = t.commit()
	}
	if err != nil {
		if cleanup := t.drop(); cleanup != nil {
			err = fmt.Errorf("%w (and then: %w)", err, cleanup)
		}
		return err
	}
	return t.finish(false)
}

// verify compares each write's Base and plans a step for each write that would
// change something.
func (t *transaction) verify(writes []Write) ([]Write, error) {
	var todo []Write
	seen := map[string]bool{}
	for _, w := range writes {
		if err := checkPath(w.Path); err != nil {
			return nil, fmt.Errorf("write %s: %w", w.Path, err)
		}
		if strings.HasPrefix(w.Path, StateDir+"/") || strings.HasPrefix(w.Path, ".git/") || strings.HasPrefix(w.Path, ".obsidian/") {
			return nil, fmt.Errorf("write %s: the folder is not the author's", w.Path)
		}
		target, ok := t.d.target(w.Path)
		if !ok {
			return nil, fmt.Errorf("write %s: %w", w.Path, errNotLocal)
		}
		if key := FoldName(target); seen[key] {
			return nil, fmt.Errorf("write %s: two writes have this path", w.Path)
		} else {
			seen[key] = true
		}
		s := step{Path: target}
		info, err := t.d.root.Lstat(target)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if !w.Base.IsZero() {
				return nil, ErrChanged{w.Path}
			}
			if w.Delete {
				continue
			}
			if err := CheckName(target); err != nil {
				return nil, fmt.Errorf("create %s: %w", w.Path, err)
			}
		case err != nil:
			return nil, fmt.Errorf("write %s: %w", w.Path, cause(err))
		case info.IsDir() && !w.Base.IsZero():
			return nil, ErrChanged{w.Path} // it was a file when it was read
		case !info.Mode().IsRegular():
			return nil, fmt.Errorf("write %s: %w", w.Path, errNotFile)
		default:
			old, err := t.d.readFile(target)
			if err != nil {
				return nil, fmt.Errorf("read %s: %w", w.Path, cause(err))
			}
			if HashText(old) != w.Base && !(w.Append && w.Base.IsZero()) {
				return nil, ErrChanged{w.Path}
			}
			if !w.Delete && !w.Append && bytes.Equal(old, w.Data) || w.Append && len(w.Data) == 0 {
				continue
			}
			s.Old = rawHash(old)
		}
		todo = append(todo, w)
		t.intent.Steps = append(t.intent.Steps, s)
		t.stats = append(t.stats, info)
	}
	return todo, nil
}

// begin makes the transaction's folder.
func (t *transaction) begin() error {
	if err := MakeStateDir(t.d); err != nil {
		return err
	}
	if err := t.d.root.MkdirAll(txnDir, 0o755); err != nil {
		return fmt.Errorf("create %s: %w", txnDir, cause(err))
	}
	// The lock leaves one writer, so the first free number is ours.
	for n := 1; ; n++ {
		t.dir = fmt.Sprintf("%s/%d", txnDir, n)
		err := t.d.root.Mkdir(t.dir, 0o755)
		if err == nil {
			return nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("create %s: %w", t.dir, cause(err))
		}
	}
}

// stage records what is about to be created, then writes every new file beside its
// target.
func (t *transaction) stage(ctx context.Context, todo []Write) error {
	made := map[string]bool{}
	for i, w := range todo {
		s := &t.intent.Steps[i]
		if w.Delete {
			continue
		}
		folder := path.Dir(s.Path)
		s.Temp = path.Join(folder, fmt.Sprintf("%s%s-%d", tempPrefix, path.Base(t.dir), i))
		if w.Append {
			s.Tail = int64(len(w.Data))
		}
		for _, missing := range t.d.missing(folder) {
			if !made[missing] {
				made[missing] = true
				t.intent.Made = append(t.intent.Made, missing)
			}
		}
	}
	slices.SortFunc(t.intent.Made, func(a, b string) int { return len(a) - len(b) })
	if err := t.record("plan"); err != nil {
		return err
	}
	for _, folder := range t.intent.Made {
		if err := t.d.root.Mkdir(folder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("create folder %s: %w", folder, cause(err))
		}
	}
	return t.temps(ctx, todo)
}

// syncers is how many files are written and synced at a time: a disk takes many
// syncs in the time of one.
const syncers = 8

// temps writes the new files. It stops at the first error.
func (t *transaction) temps(ctx context.Context, todo []Write) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(syncers)
	for i, w := range todo {
		if w.Delete {
			continue
		}
		group.Go(func() error {
			err := ctx.Err()
			if err == nil {
				err = t.temp(i, w)
			}
			if err != nil {
				return fmt.Errorf("write %s: %w", w.Path, cause(err))
			}
			return nil
		})
	}
	return group.Wait()
}

// temp writes the file that step i will rename.
func (t *transaction) temp(i int, w Write) error {
	s, info := &t.intent.Steps[i], t.stats[i]
	f, err := t.d.root.OpenFile(s.Temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if w.Append && info != nil {
		if err := t.copyOld(io.MultiWriter(f, h), s); err != nil {
			return err
		}
	}
	if _, err := io.MultiWriter(f, h).Write(w.Data); err != nil {
		return err
	}
	if info != nil {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return err
		}
		keepOwner(f, info)
	}
	s.New = sum(h)
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

// copyOld writes what step s replaces, and makes sure it is what was verified.
func (t *transaction) copyOld(to io.Writer, s *step) error {
	old, err := t.d.root.Open(s.Path)
	if err != nil {
		return err
	}
	defer old.Close()
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, h), old); err != nil {
		return err
	}
	if sum(h) != s.Old {
		return ErrChanged{s.Path}
	}
	return nil
}

// unchanged looks once more, after the slow part, whether someone saved a file.
func (t *transaction) unchanged() error {
	for i, s := range t.intent.Steps {
		info, err := t.d.root.Lstat(s.Path)
		was := t.stats[i]
		switch {
		case errors.Is(err, fs.ErrNotExist) && was == nil:
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("write %s: %w", s.Path, cause(err))
		case err != nil, was == nil, !os.SameFile(info, was), info.Size() != was.Size(), !info.ModTime().Equal(was.ModTime()):
			return ErrChanged{s.Path}
		}
	}
	return nil
}

// commit makes the intent durable. From here on the transaction will be carried
// out, by us or by the next run.
func (t *transaction) commit() error {
	if err := t.syncFolders(); err != nil {
		return err
	}
	if err := t.record("intent.tmp"); err != nil {
		return err
	}
	if err := t.d.root.Rename(t.dir+"/intent.tmp", t.dir+"/intent"); err != nil {
		return fmt.Errorf("commit: %w", cause(err))
	}
	return t.d.syncDir(t.dir)
}

// record writes the intent into the transaction's folder and syncs both.
func (t *transaction) record(name string) error {
	data, err := json.Marshal(t.intent)
	if err != nil {
		return fmt.Errorf("record intent: %w", err)
	}
	if err := t.d.create(t.dir+"/"+name, data); err != nil {
		return fmt.Errorf("record intent: %w", cause(err))
	}
	return t.d.syncDir(t.dir)
}

// create writes a file anew and syncs it.
func (d *Dir) create(name string, data []byte) error {
	f, err := d.root.Create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// finish puts every step in place and forgets the transaction. In a recovery, files
// that someone changed since stay as that person left them.
func (t *transaction) finish(recovery bool) error {
	for _, s := range t.intent.Steps {
		if err := t.d.put(s, recovery); err != nil {
			return fmt.Errorf("put %s in place (the next run will finish it): %w", s.Path, cause(err))
		}
	}
	if err := t.syncFolders(); err != nil {
		return err
	}
	return t.forget()
}

// drop undoes a transaction that was not committed.
func (t *transaction) drop() error {
	for _, s := range t.intent.Steps {
		if s.Temp == "" {
			continue
		}
		if err := t.d.root.Remove(s.Temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s: %w", s.Temp, cause(err))
		}
	}
	for _, folder := range slices.Backward(t.intent.Made) {
		// Fails when someone put a file there meanwhile; then the folder is theirs.
		_ = t.d.root.Remove(folder)
	}
	return t.forget()
}

func (t *transaction) forget() error {
	if err := t.d.root.RemoveAll(t.dir); err != nil {
		return fmt.Errorf("remove %s: %w", t.dir, cause(err))
	}
	return nil
}

// syncFolders makes the names in every folder concerned durable.
func (t *transaction) syncFolders() error {
	folders := map[string]bool{}
	for _, s := range t.intent.Steps {
		folders[path.Dir(s.Path)] = true
	}
	for _, made := range t.intent.Made {
		folders[path.Dir(made)] = true
	}
	for folder := range folders {
		if err := t.d.syncDir(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// target is the path of the file that a write to name changes: name itself, or
// where its symbolic links lead, if that is in the vault.
func (d *Dir) target(name string) (string, bool) {
	real, ok := d.Rel(d.Abs(name))
	if !ok || real == "." {
		return "", false
	}
	// A link to nothing is not followed by Rel: writing would replace the link, or
	// create its target who knows where.
	if info, err := d.root.Lstat(real); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "", false
	}
	return real, true
}

// missing are the folders that must be made for folder to be there, outermost
// first.
func (d *Dir) missing(folder string) []string {
	var list []string
	for ; folder != "." && folder != "/"; folder = path.Dir(folder) {
		if _, err := d.root.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		list = append(list, folder)
	}
	slices.Reverse(list)
	return list
}

func rawHash(data []byte) string { return Hash(sha256.Sum256(data)).String() }

func sum(h hash.Hash) string { return Hash(h.Sum(nil)).String() }

// A Write is what a path should hold.
type Write struct {
	Path   string
	Data   []byte
	Delete bool
	Append bool // Data goes after what is there (the ledger)
	Base   Hash // HashText of what the write replaces; zero: nothing may be there
}
