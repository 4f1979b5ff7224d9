package change

import (
	"encoding/binary"
	"hash/crc32"
	"path/filepath"
	"time"

	"assay/compiler/codec"
	"assay/compiler/store"
	"assay/compiler/view"
	"assay/gates"
	"assay/vault"
)

// A changeCache remembers, between checks of changes, what git's blobs hash to and what
// was said of a state of the vault: what is staged now was HEAD before the next commit.
// It is disposable as all of .assay.
type changeCache struct {
	path   string
	known  []blobSum      // in the order in which the last check asked
	at     int            // of known, where the next one that is asked for should stand
	byID   map[string]int // of known; made when one stands elsewhere
	used   []blobSum
	states []*faults // the latest first
	dirty  bool
}

// A blobSum is the sum of a text that git names by an id.
type blobSum struct {
	id string
	vault.Sum
}

// A faults is where something is wrong in one state of the vault, and how severe it is.
type faults struct {
	inputs string // names everything that it was found from
	until  time.Time

	worst map[view.Key]gates.Severity // by what placeOf names
	code  string                      // worst as it is stored, decoded when it is asked for
}

const (
	changeMagic = "assay staged 3\n"
	keepStates  = 3 // what is staged, HEAD, and what was staged before: HEAD after the next commit
)

func openChangeCache(root string) *changeCache {
	c := &changeCache{path: filepath.Join(root, vault.StateDir, "staged.bin")}
	data, err := vault.ReadFile(c.path)
	if err != nil || len(data) < len(changeMagic)+4 || string(data[:len(changeMagic)]) != changeMagic {
		return c
	}
	body := data[len(changeMagic)+4:]
	if crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)) != binary.LittleEndian.Uint32(data[len(changeMagic):]) {
		return c
	}
	d := codec.NewDecoder(body)
	known := codec.Unlist(d, func(d *codec.Decoder, s *blobSum) {
		s.id, s.Sum = d.Str(), store.GetSum(d)
	})
	states := codec.Unlist(d, func(d *codec.Decoder, f **faults) {
		*f = &faults{inputs: d.Str(), until: view.GetTime(d), code: d.Str()}
	})
	if d.Err == nil {
		c.known, c.states = known, states
	}
	return c
}

// sum is what is known of a blob. Files are asked for in the order of their paths, which
// is nearly that of the last time: so most are found where they are expected.
func (c *changeCache) sum(id string, find func() (vault.Sum, error)) (vault.Sum, error) {
	for i := c.at; i < min(c.at+2, len(c.known)); i++ {
		if c.known[i].id == id {
			c.at = i + 1
			c.used = append(c.used, c.known[i])
			return c.known[i].Sum, nil
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
		return c.known[i].Sum, nil
	}
	s, err := find()
	if err == nil {
		c.used, c.dirty = append(c.used, blobSum{id, s}), true
	}
	return s, err
}

// faults is what was found in a state, if that still holds.
func (c *changeCache) faults(inputs string, now time.Time) *faults {
	for i, f := range c.states {
		if f.inputs != inputs || !f.until.IsZero() && now.After(f.until) {
			continue
		}
		if !f.decode() {
			return nil
		}
		copy(c.states[1:i+1], c.states[:i])
		c.states[0] = f
		return f
	}
	return nil
}

func (c *changeCache) put(f *faults) {
	states := []*faults{f}
	for _, old := range c.states {
		if old.inputs != f.inputs && len(states) < keepStates {
			states = append(states, old)
		}
	}
	c.states, c.dirty = states, true
}

func (f *faults) encode() string {
	if f.code == "" && len(f.worst) > 0 {
		b := make([]byte, 0, len(f.worst)*(len(view.Key{})+1))
		for at, severity := range f.worst {
			b = append(append(b, at[:]...), byte(severity))
		}
		f.code = string(b)
	}
	return f.code
}

func (f *faults) decode() bool {
	if f.worst != nil {
		return true
	}
	const size = len(view.Key{}) + 1
	if len(f.code)%size != 0 {
		return false
	}
	f.worst = make(map[view.Key]gates.Severity, len(f.code)/size)
	for at := 0; at < len(f.code); at += size {
		f.worst[view.Key([]byte(f.code[at:at+size-1]))] = gates.Severity(f.code[at+size-1])
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
	for _, f := range c.states {
		size += len(f.encode()) + 100
	}
	e := &codec.Encoder{B: append(make([]byte, 0, size), changeMagic+"\x00\x00\x00\x00"...)}
	body := len(e.B)
	codec.List(e, c.used, func(e *codec.Encoder, s *blobSum) {
		e.Str(s.id)
		store.PutSum(e, &s.Sum)
	})
	codec.List(e, c.states, func(e *codec.Encoder, f **faults) {
		e.Str((*f).inputs)
		view.PutTime(e, (*f).until)
		e.Str((*f).encode())
	})
	binary.LittleEndian.PutUint32(e.B[body-4:], crc32.Checksum(e.B[body:], crc32.MakeTable(crc32.Castagnoli)))
	_ = vault.ReplaceCache(c.path, e.B) // there may be no place for it: nobody has built here
}
