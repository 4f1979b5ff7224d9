package index

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"time"
	"unsafe"

	"github.com/cespare/xxhash/v2"

	"assay/ingest"
	"assay/provenance"
)

// A segment's two files, all numbers little-endian, rows in the order of their
// ids:
//
//	.f32  header, then rows of ingest.Dims float32; a passage without terms has
//	      zeros and is never returned
//	.doc  header, then an entry of 32 bytes per row (offset of its record uint64,
//	      tag uint64, xxhash of its source uint64, its length in terms uint32,
//	      four bytes unused), then the records: id, source, title, URL, headings,
//	      text, each a length (uvarint) and bytes, and the time in nanoseconds
//
// A header has 32 bytes: a magic of eight, then uint32: format, rows, dims, and
// the CRC-32C of all that follows.
const (
	vecMagic      = "assayvec"
	docMagic      = "assaydoc"
	segmentFormat = 1
	segmentHeader = 32
	entrySize     = 32
)

// A segment is an immutable set of rows, opened.
type segment struct {
	ref    segmentRef
	vec    []float32 // rows of ingest.Dims
	docs   []byte    // the .doc file
	dead   bits
	unmaps []func() error
}

// bits is a set of rows.
type bits []uint64

func (b bits) has(i int) bool { return len(b) > 0 && b[i/64]>>(i%64)&1 != 0 }

func openSegment(folder string, ref segmentRef, verify bool) (*segment, error) {
	g := &segment{ref: ref}
	open := func(ext, magic string, least int) ([]byte, error) {
		path := filepath.Join(folder, ref.Name+ext)
		b, unmap, err := mapFile(path)
		if err != nil {
			return nil, fmt.Errorf("open segment: %w: %w", errCorrupt, err)
		}
		g.unmaps = append(g.unmaps, unmap)
		if len(b) < segmentHeader+least || !bytes.HasPrefix(b, []byte(magic)) ||
			binary.LittleEndian.Uint32(b[8:]) != segmentFormat || binary.LittleEndian.Uint32(b[12:]) != uint32(ref.Rows) ||
			binary.LittleEndian.Uint32(b[16:]) != ingest.Dims || binary.LittleEndian.Uint64(b[24:]) != uint64(len(b)) {
			return nil, fmt.Errorf("open segment %s: %w: header", path, errCorrupt)
		}
		if verify && crc32.Checksum(b[segmentHeader:], castagnoli) != binary.LittleEndian.Uint32(b[20:]) {
			return nil, fmt.Errorf("open segment %s: %w: checksum", path, errCorrupt)
		}
		return b, nil
	}
	vec, err := open(".f32", vecMagic, ref.Rows*ingest.Dims*4)
	if err == nil {
		g.vec = ingest.Floats(vec[segmentHeader:])
		g.docs, err = open(".doc", docMagic, ref.Rows*entrySize)
	}
	if err != nil {
		g.close()
		return nil, err
	}
	if len(ref.Dead) > 0 {
		g.dead = make(bits, ref.Rows/64+1)
		for _, row := range ref.Dead {
			if int(row) < ref.Rows {
				g.dead[row/64] |= 1 << (row % 64)
			}
		}
	}
	return g, nil
}

func (g *segment) close() error {
	var first error
	for _, unmap := range g.unmaps {
		if err := unmap(); first == nil {
			first = err
		}
	}
	g.unmaps = nil
	return first
}

func (g *segment) row(i int) []float32 {
	return g.vec[i*ingest.Dims : (i+1)*ingest.Dims : (i+1)*ingest.Dims]
}

func (g *segment) entry(i int) []byte {
	return g.docs[segmentHeader+i*entrySize : segmentHeader+(i+1)*entrySize]
}

func (g *segment) tag(i int) uint64    { return binary.LittleEndian.Uint64(g.entry(i)[8:]) }
func (g *segment) source(i int) uint64 { return binary.LittleEndian.Uint64(g.entry(i)[16:]) }
func (g *segment) length(i int) int    { return int(binary.LittleEndian.Uint32(g.entry(i)[24:])) }

// record returns the bytes of a row's record and of what follows; empty where the
// offset points outside, as in a damaged file.
func (g *segment) record(i int) []byte {
	at := binary.LittleEndian.Uint64(g.entry(i))
	if at > uint64(len(g.docs)) {
		return nil
	}
	return g.docs[at:]
}

// id returns a row's id without a copy: valid while the segment is open.
func (g *segment) id(i int) string {
	b, _ := cutBytes(g.record(i))
	if len(b) == 0 {
		return ""
	}
	return unsafe.String(&b[0], len(b))
}

func (g *segment) find(id string) (int, bool) {
	i := sort.Search(g.ref.Rows, func(i int) bool { return g.id(i) >= id })
	return i, i < g.ref.Rows && g.id(i) == id
}

func (g *segment) doc(i int) (d Doc) {
	b := g.record(i)
	next := func() string {
		var s []byte
		s, b = cutBytes(b)
		return string(s)
	}
	d.ID, d.Source = provenance.ChunkID(next()), provenance.SourceID(next())
	d.Title, d.URL = next(), next()
	n, size := binary.Uvarint(b)
	b = b[max(0, size):]
	for ; n > 0 && len(b) > 0; n-- {
		d.Heading = append(d.Heading, next())
	}
	d.Text = next()
	if ns, size := binary.Varint(b); size > 0 && ns != noTime {
		d.Retrieved = time.Unix(0, ns).UTC()
	}
	return d
}

// noTime stands for the zero time, which has no count of nanoseconds.
const noTime = math.MinInt64

func appendDoc(b []byte, d Doc) []byte {
	for _, s := range []string{string(d.ID), string(d.Source), d.Title, d.URL} {
		b = appendString(b, s)
	}
	b = binary.AppendUvarint(b, uint64(len(d.Heading)))
	for _, h := range d.Heading {
		b = appendString(b, h)
	}
	b = appendString(b, d.Text)
	if d.Retrieved.IsZero() {
		return binary.AppendVarint(b, noTime)
	}
	return binary.AppendVarint(b, d.Retrieved.UnixNano())
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func cutBytes(b []byte) (s, rest []byte) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return nil, nil
	}
	return b[size : size+int(n)], b[size+int(n):]
}

// A row is what a segment is made of.
type row struct {
	doc    Doc
	tag    uint64
	length int
	vec    []float32 // nil where the passage has no terms
}

// segmentName is the content hash of a segment: its rows follow from the ids, the
// tags and the model.
func segmentName(model string, rows []row) string {
	h := sha256.New()
	h.Write([]byte(model))
	var b []byte
	for _, r := range rows {
		b = binary.LittleEndian.AppendUint64(appendString(b[:0], string(r.doc.ID)), r.tag)
		h.Write(b)
	}
	return "seg-" + hex.EncodeToString(h.Sum(nil)[:12])
}

func sortRows(rows []row) {
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.doc.ID, b.doc.ID) })
}

// writeDocs writes the .doc file of sorted rows.
func writeDocs(path string, rows []row) error {
	body := make([]byte, len(rows)*entrySize)
	for i, r := range rows {
		e := body[i*entrySize:]
		binary.LittleEndian.PutUint64(e, uint64(segmentHeader+len(body)))
		binary.LittleEndian.PutUint64(e[8:], r.tag)
		binary.LittleEndian.PutUint64(e[16:], xxhash.Sum64String(string(r.doc.Source)))
		binary.LittleEndian.PutUint32(e[24:], uint32(r.length))
		body = appendDoc(body, r.doc)
	}
	return writeFile(path, header(docMagic, len(rows), body), body)
}

// writeVectors writes the .f32 file.
func writeVectors(path string, rows int, vector func(i int) []float32) error {
	body := make([]byte, rows*ingest.Dims*4)
	for i := range rows {
		b := body[i*ingest.Dims*4:]
		v := vector(i)
		if !finite(v) {
			continue // zeros: a scan passes over them
		}
		for j, x := range v {
			binary.LittleEndian.PutUint32(b[4*j:], math.Float32bits(x))
		}
	}
	return writeFile(path, header(vecMagic, rows, body), body)
}

// finite reports whether v has a length that can be compared: NaN and infinity
// would be nearest to every query.
func finite(v []float32) bool {
	sum := float32(0)
	for _, x := range v {
		sum += x * x
	}
	return sum > 0 && !math.IsInf(float64(sum), 0)
}

func header(magic string, rows int, body []byte) []byte {
	b := make([]byte, segmentHeader)
	copy(b, magic)
	binary.LittleEndian.PutUint32(b[8:], segmentFormat)
	binary.LittleEndian.PutUint32(b[12:], uint32(rows))
	binary.LittleEndian.PutUint32(b[16:], ingest.Dims)
	binary.LittleEndian.PutUint32(b[20:], crc32.Checksum(body, castagnoli))
	binary.LittleEndian.PutUint64(b[24:], uint64(segmentHeader+len(body)))
	return b
}
