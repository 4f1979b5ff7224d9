package compiler

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"assay/vault"
)

// A segment is one results-N.bin: results sorted by key, and after them where each
// begins. It is never changed. What is read of it is the index, at the first question,
// and then one record for each, so that a build reads what it needs and not what there is.
type segment struct {
	gen    uint64
	name   string
	file   *os.File // nil until the first question, and where there is none
	opened bool
	keys   []byte // of each record, in order: the key and the offset, see indexEntry
}

const (
	indexEntry = 16 + 8 // key, u64 offset of the record
	footerSize = 8 + 8 + 4
)

// open reads the index. A segment that does not check out holds nothing.
func (g *segment) open() {
	if g.opened {
		return
	}
	g.opened = true
	f, err := vault.Open(g.name)
	if err != nil {
		return
	}
	if g.keys, err = readIndex(f, g.gen); err != nil {
		f.Close()
		return
	}
	g.file = f
}

func readIndex(f *os.File, gen uint64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(resultMagic)+8)
	if _, err := f.ReadAt(head, 0); err != nil || string(head[:len(resultMagic)]) != resultMagic || binary.LittleEndian.Uint64(head[len(resultMagic):]) != gen {
		return nil, errCorrupt
	}
	foot := make([]byte, footerSize)
	if _, err := f.ReadAt(foot, info.Size()-footerSize); err != nil {
		return nil, errCorrupt
	}
	at, n, sum := binary.LittleEndian.Uint64(foot), binary.LittleEndian.Uint64(foot[8:]), binary.LittleEndian.Uint32(foot[16:])
	if n > uint64(info.Size())/indexEntry || at+n*indexEntry+footerSize != uint64(info.Size()) {
		return nil, errCorrupt
	}
	keys := make([]byte, n*indexEntry)
	if _, err := f.ReadAt(keys, int64(at)); err != nil || crc32.Checksum(keys, castagnoli) != sum {
		return nil, errCorrupt
	}
	return keys, nil
}

func (g *segment) len() int { return len(g.keys) / indexEntry }

func (g *segment) key(i int) []byte { return g.keys[i*indexEntry : i*indexEntry+16] }

func (g *segment) offset(i int) int64 {
	return int64(binary.LittleEndian.Uint64(g.keys[i*indexEntry+16:]))
}

// find gives the record under a key, head and data; nil where there is none that is sound.
func (g *segment) find(k Key) []byte {
	g.open()
	lo, hi := 0, g.len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if bytes.Compare(g.key(mid), k[:]) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == g.len() || !bytes.Equal(g.key(lo), k[:]) {
		return nil
	}
	return g.record(lo)
}

// record reads one record, whose length the next one's place tells.
func (g *segment) record(i int) []byte {
	from := g.offset(i)
	var raw []byte
	if i+1 < g.len() {
		raw = make([]byte, max(0, g.offset(i+1)-from))
	} else {
		info, err := g.file.Stat()
		if err != nil {
			return nil
		}
		raw = make([]byte, max(0, info.Size()-footerSize-int64(len(g.keys))-from))
	}
	if _, err := g.file.ReadAt(raw, from); err != nil || len(raw) < 8+resultHeadSize {
		return nil
	}
	body := raw[8:]
	if int(binary.LittleEndian.Uint32(raw)) != len(body) || crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(raw[4:]) {
		return nil
	}
	return body
}

func resultsName(dir string, gen uint64) string {
	return filepath.Join(dir, fmt.Sprintf("results-%d.bin", gen))
}

// writeSegment writes results, frames by key, under a name of their own.
func writeSegment(dir string, gen uint64, frames map[Key][]byte) error {
	keys := slices.SortedFunc(maps.Keys(frames), func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	w, err := newSegmentWriter(dir, gen)
	if err != nil {
		return err
	}
	for _, k := range keys {
		w.add(k, frames[k])
	}
	return w.close()
}

// mergeSegments writes the results of segments anew as one, without those that keep
// refuses. Of a key that stands in several the newest counts; they are given oldest
// first.
func mergeSegments(dir string, gen uint64, from []*segment, keep func(k Key, body []byte) bool) error {
	type place struct {
		seg *segment
		i   int
	}
	var all []place
	for _, g := range slices.Backward(from) {
		g.open()
		for i := range g.len() {
			all = append(all, place{g, i})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return bytes.Compare(a.seg.key(a.i), b.seg.key(b.i)) })
	w, err := newSegmentWriter(dir, gen)
	if err != nil {
		return err
	}
	var last Key
	for n, p := range all {
		k := Key(p.seg.key(p.i))
		if n > 0 && k == last {
			continue
		}
		last = k
		if body := p.seg.record(p.i); body != nil && keep(k, body) {
			w.add(k, body)
		}
	}
	return w.close()
}

// A segmentWriter writes a segment as its results come, in the order of their keys.
type segmentWriter struct {
	file  *os.File
	path  string
	buf   []byte
	at    int64
	index []byte
	err   error
}

func newSegmentWriter(dir string, gen uint64) (*segmentWriter, error) {
	path := resultsName(dir, gen)
	f, err := vault.BeginFile(path)
	if err != nil {
		return nil, err
	}
	return &segmentWriter{file: f, path: path, buf: binary.LittleEndian.AppendUint64([]byte(resultMagic), gen)}, nil
}

func (w *segmentWriter) add(k Key, body []byte) {
	w.index = binary.LittleEndian.AppendUint64(append(w.index, k[:]...), uint64(w.at)+uint64(len(w.buf)))
	w.buf = frame(w.buf, body)
	if len(w.buf) > 1<<20 {
		w.flush()
	}
}

func (w *segmentWriter) flush() {
	if w.err == nil {
		_, w.err = w.file.Write(w.buf)
	}
	w.at += int64(len(w.buf))
	w.buf = w.buf[:0]
}

func (w *segmentWriter) close() error {
	w.flush()
	at := w.at
	w.buf = append(w.buf, w.index...)
	w.buf = binary.LittleEndian.AppendUint64(w.buf, uint64(at))
	w.buf = binary.LittleEndian.AppendUint64(w.buf, uint64(len(w.index)/indexEntry))
	w.buf = binary.LittleEndian.AppendUint32(w.buf, crc32.Checksum(w.index, castagnoli))
	w.flush()
	return vault.FinishFile(w.file, w.path, w.err)
}
