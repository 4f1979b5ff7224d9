package compiler

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"time"

	"assay/gates"
	"assay/vault"
)

// A changeCache remembers, between checks of changes, what git's blobs hash to and what
// was said of a state of the vault: what is staged now was HEAD before the next commit.
// It is disposable as all of .assay.
type changeCache struct {
	path  string
	known []blobSum      // in the order in which the last check asked
	at    int            // of known, where the next one that is asked for should stand
	byID  map[string]int // of known; made when one stands elsewhere
	used  []blobSum
	views []*view // the latest first
	dirty bool
}

// A blobSum is the sum of a text that git names by an id.
type blobSum struct {
	id string
	textSum
}

// A textSum is what a snapshot has to know of a text.
type textSum struct {
	hash vault.Hash
	size int64
}

// A view is what the gates say of one state of the vault, before what has one cause is
// told once.
type view struct {
	inputs string // names everything it was made from
	until  time.Time
	each   []gates.Diagnostic

	counted []string // notes whose counts are known, by path
	notes   []noteCount

	code   string // each as it is stored, decoded when it is asked for
	stored bool
}

const (
	changeMagic = "assay staged 1\n"
	keepViews   = 3 // what is staged, HEAD, and what was staged before: HEAD after the next commit
)

func openChangeCache(root string) *changeCache {
	c := &changeCache{path: filepath.Join(root, vault.StateDir, "staged.bin")}
	data, err := os.ReadFile(c.path)
	if err != nil || len(data) < len(changeMagic)+4 || string(data[:len(changeMagic)]) != changeMagic {
		return c
	}
	body := data[len(changeMagic)+4:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(data[len(changeMagic):]) {
		return c
	}
	d := newDecoder(body)
	known := unlist(d, func(d *decoder, s *blobSum) {
		s.id, s.size = d.str(), d.int64()
		if len(d.b) < len(s.hash) {
			d.fail()
			return
		}
		copy(s.hash[:], d.b)
		d.skip(len(s.hash))
	})
	views := unlist(d, func(d *decoder, v **view) {
		*v = &view{inputs: d.str(), until: getTime(d), counted: d.strs(), notes: unlist(d, getNoteCount), code: d.str(), stored: true}
	})
	if d.err == nil {
		c.known, c.views = known, views
	}
	return c
}

// sum is what is known of a blob. Files are asked for in the order of their paths, which
// is nearly that of the last time: so most are found where they are expected.
func (c *changeCache) sum(id string, find func() (textSum, error)) (textSum, error) {
	for i := c.at; i < min(c.at+2, len(c.known)); i++ {
		if c.known[i].id == id {
			c.at = i + 1
			c.used = append(c.used, c.known[i])
			return c.known[i].textSum, nil
		}
	}
	if c.byID == nil {
		c.byID = make(map[string]int, len(c.known))
		for i, s := range c.known {
			c.byID[s.id] = i
		}
	}
	if i, ok := c.byID[id]; ok {
		c.at = i + 1
		c.used = append(c.used, c.known[i])
		return c.known[i].textSum, nil
	}
	s, err := find()
	if err == nil {
		c.used, c.dirty = append(c.used, blobSum{id, s}), true
	}
	return s, err
}

// view is what was said of a state, if that still holds.
func (c *changeCache) view(inputs string, now time.Time) *view {
	for i, v := range c.views {
		if v.inputs != inputs || !v.until.IsZero() && now.After(v.until) {
			continue
		}
		if !v.decode() {
			return nil
		}
		copy(c.views[1:i+1], c.views[:i])
		c.views[0] = v
		return v
	}
	return nil
}

func (c *changeCache) put(v *view) {
	views := []*view{v}
	for _, old := range c.views {
		if old.inputs != v.inputs && len(views) < keepViews {
			views = append(views, old)
		}
	}
	c.views, c.dirty = views, true
}

func (v *view) encode() {
	if v.stored {
		return
	}
	e := &encoder{}
	list(e, v.each, putGrouped)
	v.code, v.stored = string(e.b), true
}

func (v *view) decode() bool {
	if v.each != nil {
		return true
	}
	d := newDecoder([]byte(v.code))
	v.each = unlist(d, getGrouped)
	return d.err == nil
}

// counts reports whether the counts of some notes are known.
func (v *view) counts(notes []string) bool {
	for _, n := range notes {
		if _, ok := slices.BinarySearch(v.counted, n); !ok {
			return false
		}
	}
	return true
}

// save keeps the cache for the next check, where a build or a hook has made a place for
// it. Two checks at a time may each save: the later one is as good as the other.
func (c *changeCache) save() {
	if !c.dirty {
		return
	}
	size := len(changeMagic) + 4 + 80*len(c.used)
	for _, v := range c.views {
		v.encode()
		size += len(v.code) + 200*len(v.notes) + 4096
	}
	e := &encoder{b: append(make([]byte, 0, size), changeMagic+"\x00\x00\x00\x00"...)}
	body := len(e.b)
	list(e, c.used, func(e *encoder, s *blobSum) {
		e.str(s.id)
		e.int64(s.size)
		e.b = append(e.b, s.hash[:]...)
	})
	list(e, c.views, func(e *encoder, v **view) {
		e.str((*v).inputs)
		putTime(e, (*v).until)
		e.strs((*v).counted)
		list(e, (*v).notes, putNoteCount)
		e.str((*v).code)
	})
	binary.LittleEndian.PutUint32(e.b[body-4:], crc32.Checksum(e.b[body:], castagnoli))
	f, err := os.CreateTemp(filepath.Dir(c.path), "staged-*.tmp")
	if err != nil {
		return // no place for it: nobody has built here
	}
	_, err = f.Write(e.b)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), c.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}
