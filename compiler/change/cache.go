package change

import (
	"encoding/binary"
	"hash/crc32"
	"path/filepath"
	"slices"
	"time"

	"assay/compiler/codec"
	"assay/gates"
	"assay/vault"
)

// A changeCache remembers, between checks of changes, what git's blobs hash to and what
// was said of a state of the vault: what is staged now was HEAD before the next commit.
// It is disposable as all of .assay.
type changeCache struct {
	path  string
	kept  keptChange
	had   []blobSum      // what is known; kept is what was asked for
	byID  map[string]int // of that
	dirty bool
}

type keptChange struct {
	known  []blobSum
	states []*faults // the latest first
}

// A blobSum is what is known of a text, by the id that git has for it.
type blobSum struct {
	id  []byte
	sum vault.Sum
}

// A faults is where something is wrong in one state of the vault, and how severe it is.
type faults struct {
	inputs string // names everything that it was found from
	until  time.Time
	all    []byte // a list of them as it is encoded, since most states are only handed on
}

type fault struct {
	at       place
	severity gates.Severity
}

// worst is how severe the worst fault of each place is.
func (f *faults) worst() map[place]gates.Severity {
	all, _ := codec.Decode[[]fault](f.all) // from this process, or from a file whose sum was right
	worst := make(map[place]gates.Severity, len(all))
	for _, one := range all {
		worst[one.at] = max(worst[one.at], one.severity)
	}
	return worst
}

const (
	changeMagic = "assay staged 5\n"
	keepStates  = 3 // what is staged, HEAD, and what was staged before: HEAD after the next commit
)

func openChangeCache(root string) *changeCache {
	c := &changeCache{path: filepath.Join(root, vault.StateDir, "staged.bin"), byID: map[string]int{}}
	data, err := vault.ReadFile(c.path)
	if err != nil || len(data) < len(changeMagic)+4 || string(data[:len(changeMagic)]) != changeMagic {
		return c
	}
	if body := data[len(changeMagic)+4:]; checksum(body) == binary.LittleEndian.Uint32(data[len(changeMagic):]) {
		c.kept, _ = codec.Decode[keptChange](body)
		c.had, c.kept.known, c.byID = c.kept.known, make([]blobSum, 0, len(c.kept.known)+16), make(map[string]int, len(c.kept.known))
		for i := range c.had {
			c.byID[string(c.had[i].id)] = i
		}
	}
	return c
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// sum is what is known of a blob.
func (c *changeCache) sum(id string, find func() (vault.Sum, error)) (s vault.Sum, err error) {
	i, is := c.byID[id]
	if !is {
		if s, err = find(); err != nil {
			return s, err
		}
		i = len(c.had)
		c.byID[id], c.had, c.dirty = i, append(c.had, blobSum{[]byte(id), s}), true
	}
	c.kept.known = append(c.kept.known, c.had[i])
	return c.had[i].sum, nil
}

// faults is what was found in a state, if that still holds.
func (c *changeCache) faults(inputs string, now time.Time) *faults {
	i := slices.IndexFunc(c.kept.states, func(f *faults) bool {
		return f.inputs == inputs && (f.until.IsZero() || !now.After(f.until))
	})
	if i < 0 {
		return nil
	}
	f := c.kept.states[i]
	c.kept.states = slices.Insert(slices.Delete(c.kept.states, i, i+1), 0, f)
	return f
}

func (c *changeCache) put(f *faults) {
	older := slices.DeleteFunc(c.kept.states, func(old *faults) bool { return old.inputs == f.inputs })
	c.kept.states, c.dirty = append([]*faults{f}, older[:min(len(older), keepStates-1)]...), true
}

// save keeps the cache for the next check, where a build or a hook has made a place for
// it. Two checks at a time may each save: the later one is as good as the other.
func (c *changeCache) save() {
	if !c.dirty {
		return
	}
	body := codec.Encode(c.kept)
	data := binary.LittleEndian.AppendUint32([]byte(changeMagic), checksum(body))
	_ = vault.ReplaceCache(c.path, append(data, body...)) // there may be no place for it: nobody has built here
}
