package vault

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
)

// Recover ends transactions that a dead process left behind: a committed one is
// carried out, any other is undone. It reports whether there was one. A file that
// someone changed after the process died keeps that change; the next build sees it
// and plans anew. The caller holds the vault's [Lock].
func Recover(ctx context.Context, d *Dir) (recovered bool, err error) {
	ids, err := d.transactions()
	if err != nil {
		return false, fmt.Errorf("recover %s: %w", d.path, err)
	}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return recovered, err
		}
		t := transaction{d: d, dir: txnDir + "/" + id}
		if err := t.recover(); err != nil {
			return recovered, fmt.Errorf("recover %s: %w", d.path, err)
		}
		recovered = true
	}
	return recovered, nil
}

// Interrupted reports whether an [Apply] has left something for [Recover] to do. It
// needs no lock, so a reader can say so; while another process writes, it is true
// as well.
func Interrupted(d *Dir) bool {
	ids, err := d.transactions()
	return err == nil && len(ids) > 0
}

func (d *Dir) transactions() ([]string, error) {
	f, err := d.root.Open(txnDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", txnDir, cause(err))
	}
	defer f.Close()
	ids, err := f.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", txnDir, cause(err))
	}
	slices.Sort(ids)
	return ids, nil
}

func (t *transaction) recover() error {
	data, err := t.d.readFile(t.dir + "/intent")
	if err == nil {
		if err := json.Unmarshal(data, &t.intent); err != nil {
			// It was synced before it got this name: only a broken disk does this.
			return fmt.Errorf("read %s/intent: %w (delete the folder to give the transaction up)", t.dir, err)
		}
		return t.finish(true)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s/intent: %w", t.dir, cause(err))
	}
	// No plan, or half of one: nothing was created yet.
	if data, err := t.d.readFile(t.dir + "/plan"); err == nil {
		if json.Unmarshal(data, &t.intent) != nil {
			t.intent = intent{}
		}
	}
	return t.drop()
}

// put carries out one step. It can be repeated: a step that was carried out is
// recognised by what its file holds.
func (d *Dir) put(s step, recovery bool) error {
	if !recovery {
		if s.Temp == "" {
			return d.root.Remove(s.Path)
		}
		return d.root.Rename(s.Temp, s.Path)
	}
	now, err := d.readFile(s.Path)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if s.Temp == "" {
		if there && rawHash(now) == s.Old {
			return d.root.Remove(s.Path)
		}
		return nil
	}
	staged, err := d.readFile(s.Temp)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // renamed before the process died
	}
	if err != nil {
		return err
	}
	unchanged := there && rawHash(now) == s.Old || !there && s.Old == ""
	switch {
	case rawHash(staged) != s.New:
		return errors.New("the staged file is damaged")
	case unchanged:
		return d.root.Rename(s.Temp, s.Path)
	case s.Tail > 0:
		// Others have written to the ledger since. Lines are never taken out of it,
		// so ours go after theirs, once.
		tail := staged[int64(len(staged))-s.Tail:]
		if there && bytes.Contains(now, tail) {
			return d.root.Remove(s.Temp)
		}
		return d.extend(s, slices.Concat(now, tail))
	default:
		return d.root.Remove(s.Temp)
	}
}

// extend replaces an appended file with whole, by way of its temporary file.
func (d *Dir) extend(s step, whole []byte) error {
	next := s.Temp + "-merged"
	if err := d.create(next, whole); err != nil {
		return err
	}
	if err := d.root.Rename(next, s.Path); err != nil {
		return err
	}
	return d.root.Remove(s.Temp)
}

// syncDir makes the names in a folder durable.
func (d *Dir) syncDir(name string) error {
	f, err := d.root.Open(name)
	if err != nil {
		return fmt.Errorf("sync %s: %w", name, err)
	}
	defer f.Close()
	if err := syncFolder(f); err != nil {
		return fmt.Errorf("sync %s: %w", name, err)
	}
	return nil
}

// MakeStateDir makes .assay with a .gitignore that keeps all of it out of git.
func MakeStateDir(d *Dir) error {
	if err := d.root.Mkdir(StateDir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("create %s: %w", StateDir, cause(err))
	}
	ignore := path.Join(StateDir, ".gitignore")
	f, err := d.root.OpenFile(ignore, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("create %s: %w", ignore, cause(err))
	}
	_, err = io.WriteString(f, "*\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", ignore, cause(err))
	}
	return nil
}

// RemoveEmpty removes the folders that files were in and that hold nothing any more.
// A folder that is not empty stays: it is not ours to judge.
func (d *Dir) RemoveEmpty(files []string) {
	folders := map[string]bool{}
	for _, f := range files {
		for dir := path.Dir(f); dir != "." && dir != "/"; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	deepest := slices.SortedFunc(maps.Keys(folders), func(a, b string) int { return len(b) - len(a) })
	for _, dir := range deepest {
		_ = d.root.Remove(dir) // fails where something is in it
	}
}
