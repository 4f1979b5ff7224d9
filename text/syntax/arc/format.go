package arc

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// magic opens a file of weights. Its number changes with the features: weights are of
// use only to the features that they were trained with.
const magic = "arcs 1\n"

// Encode writes the model so that Decode reads it.
func (m *Model) Encode() ([]byte, error) {
	var raw bytes.Buffer
	put := func(v any) { _ = binary.Write(&raw, binary.LittleEndian, v) } // to memory
	put(uint8(len(m.Wide)))
	put(m.Wide)
	put([]uint64{m.Open, m.Proper, m.Seen})
	put(m.Root)
	put(m.Fits)

	// Words by number, each with the place of its set of tags in the list of sets.
	sets := slices.Sorted(maps.Values(m.Words))
	sets = slices.Compact(sets)
	put(uint16(len(sets)))
	put(sets)
	forms := slices.Sorted(maps.Keys(m.Words))
	put(uint32(len(forms)))
	put(forms)
	for _, f := range forms {
		i, _ := slices.BinarySearch(sets, m.Words[f])
		put(uint16(i))
	}
	for _, t := range []*Table{m.Tags, m.Steps} {
		t.encode(&raw)
	}
	out := bytes.NewBufferString(magic)
	z, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("write weights: %w", err)
	}
	_, err = z.Write(raw.Bytes())
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, fmt.Errorf("write weights: %w", err)
	}
	return out.Bytes(), nil
}

// encode writes the slots in use as columns, which deflate makes smaller than rows.
func (t *Table) encode(raw *bytes.Buffer) {
	var gaps, checks, lengths, classes, codes []byte
	last := -1
	for i := range t.slots {
		check, row := t.row(i)
		if row == nil {
			continue
		}
		gaps = binary.AppendUvarint(gaps, uint64(i-last-1))
		last = i
		checks = append(checks, check)
		lengths = append(lengths, byte(len(row)))
		for _, w := range row {
			classes = append(classes, w.Class)
			codes = append(codes, byte(w.Code))
		}
	}
	raw.WriteByte(byte(t.size()))
	for _, n := range []int{len(gaps), len(checks), len(codes)} {
		raw.Write(binary.LittleEndian.AppendUint32(nil, uint32(n)))
	}
	for _, column := range [][]byte{gaps, checks, lengths, classes, codes} {
		raw.Write(column)
	}
}

// Decode reads a model that Encode wrote.
func Decode(data []byte) (*Model, error) {
	data, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("read weights: not a file of weights of this version")
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, fmt.Errorf("read weights: %w", err)
	}
	r := reader{raw: raw}
	m := &Model{}
	m.Wide = slices.Clone(r.take(int(r.byte())))
	m.Open, m.Proper, m.Seen = r.long(), r.long(), r.long()
	m.Root = r.byte()
	for way := range m.Fits {
		for h := range m.Fits[way] {
			for d := range m.Fits[way][h] {
				m.Fits[way][h][d] = r.long()
			}
		}
	}
	sets := make([]uint64, r.short())
	for i := range sets {
		sets[i] = r.long()
	}
	n := int(r.word())
	forms, places := r.take(4*n), r.take(2*n)
	if r.bad {
		return nil, errors.New("read weights: the file is cut short")
	}
	m.Words = make(map[uint32]uint64, n)
	for i := range n {
		place := int(binary.LittleEndian.Uint16(places[2*i:]))
		if place >= len(sets) {
			return nil, errors.New("read weights: a word has no set of tags")
		}
		m.Words[binary.LittleEndian.Uint32(forms[4*i:])] = sets[place]
	}
	for _, t := range []**Table{&m.Tags, &m.Steps} {
		if *t, err = r.table(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// reader takes numbers off the front; past the end it is bad, and they are 0.
type reader struct {
	raw []byte
	bad bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.raw) {
		r.bad, r.raw = true, nil
		return make([]byte, max(0, min(n, 8)))
	}
	b := r.raw[:n]
	r.raw = r.raw[n:]
	return b
}

func (r *reader) byte() uint8   { return r.take(1)[0] }
func (r *reader) short() uint16 { return binary.LittleEndian.Uint16(r.take(2)) }
func (r *reader) word() uint32  { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *reader) long() uint64  { return binary.LittleEndian.Uint64(r.take(8)) }

func (r *reader) table() (*Table, error) {
	size := int(r.byte())
	g, n, c := int(r.word()), int(r.word()), int(r.word())
	gaps, checks, lengths, classes, codes := r.take(g), r.take(n), r.take(n), r.take(c), r.take(c)
	if r.bad || size < 1 || size > 24 || c >= 1<<24 {
		return nil, errors.New("read weights: the file is cut short")
	}
	t := NewTable(size)
	t.cells = make([]uint32, 1, c+1)
	at := -1
	for i, length := range lengths {
		gap, k := binary.Uvarint(gaps)
		if k <= 0 || gap >= uint64(len(t.slots)-1-at) || length == 0 || int(length) > len(codes) {
			return nil, errors.New("read weights: a weight lies outside its table")
		}
		gaps = gaps[k:]
		at += int(gap) + 1
		t.slots[at] = uint32(checks[i]) | uint32(len(t.cells))<<8
		for j := range length {
			t.cells = append(t.cells, uint32(classes[j])|uint32(uint16(Widen(int8(codes[j]))))<<16|more)
		}
		t.cells[len(t.cells)-1] &^= more
		classes, codes = classes[length:], codes[length:]
	}
	return t, nil
}
