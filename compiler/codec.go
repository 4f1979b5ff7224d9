package compiler

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"
)

// An encoder appends values to a buffer. The state is read on every build, and a
// general codec cost more than the parsing it saves (JSON 0.7 s, gob 0.1 s for
// what this reads in 15 ms), so results are written field by field.
type encoder struct {
	b    []byte
	seen map[string]uint64 // see word
}

// word writes a string that the same record is likely to hold again: once, and
// then by its number.
func (e *encoder) word(v string) {
	if n, ok := e.seen[v]; ok {
		e.uint(n)
		return
	}
	if e.seen == nil {
		e.seen = map[string]uint64{}
	}
	e.seen[v] = uint64(len(e.seen)) + 1
	e.uint(0)
	e.str(v)
}

func (e *encoder) uint(v uint64)   { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int)       { e.b = binary.AppendVarint(e.b, int64(v)) }
func (e *encoder) int64(v int64)   { e.b = binary.AppendVarint(e.b, v) }
func (e *encoder) float(v float64) { e.b = binary.LittleEndian.AppendUint64(e.b, math.Float64bits(v)) }
func (e *encoder) str(v string)    { e.uint(uint64(len(v))); e.b = append(e.b, v...) }
func (e *encoder) bool(v bool) {
	if v {
		e.b = append(e.b, 1)
	} else {
		e.b = append(e.b, 0)
	}
}

func (e *encoder) strs(v []string) {
	e.uint(uint64(len(v)))
	for _, s := range v {
		e.str(s)
	}
}

var errCorrupt = errors.New("corrupt record")

// A decoder reads what an encoder wrote. After a malformed record err is set and
// every read gives a zero value; callers check once at the end.
type decoder struct {
	b   []byte
	s   string // the same bytes, so that strings need no copy each
	err error

	words []string // see encoder.word
}

func (d *decoder) word() string {
	n := d.uint()
	if n == 0 {
		v := d.str()
		d.words = append(d.words, v)
		return v
	}
	if n > uint64(len(d.words)) {
		d.fail()
		return ""
	}
	return d.words[n-1]
}

// newDecoder reads b, which must not change afterwards: strings point into it.
func newDecoder(b []byte) *decoder {
	return &decoder{b: b, s: unsafe.String(unsafe.SliceData(b), len(b))}
}

func (d *decoder) fail() {
	d.err = errCorrupt
	d.b, d.s = nil, ""
}

func (d *decoder) skip(n int) { d.b, d.s = d.b[n:], d.s[n:] }

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.skip(n)
	return v
}

func (d *decoder) int64() int64 {
	v, n := binary.Varint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.skip(n)
	return v
}

func (d *decoder) int() int { return int(d.int64()) }

func (d *decoder) float() float64 {
	if len(d.b) < 8 {
		d.fail()
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(d.b))
	d.skip(8)
	return v
}

func (d *decoder) bool() bool {
	if len(d.b) == 0 {
		d.fail()
		return false
	}
	v := d.b[0] == 1
	d.skip(1)
	return v
}

func (d *decoder) str() string {
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.fail()
		return ""
	}
	v := d.s[:n]
	d.skip(int(n))
	return v
}

// count reads a length, which can never exceed the bytes that are left.
func (d *decoder) count() int {
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) strs() []string {
	n := d.count()
	if n == 0 {
		return nil
	}
	v := make([]string, n)
	for i := range v {
		v[i] = d.str()
	}
	return v
}

// list writes a slice, one element at a time.
func list[T any](e *encoder, v []T, put func(*encoder, *T)) {
	e.uint(uint64(len(v)))
	for i := range v {
		put(e, &v[i])
	}
}

// unlist reads what list wrote.
func unlist[T any](d *decoder, get func(*decoder, *T)) []T {
	n := d.count()
	if n == 0 {
		return nil
	}
	v := make([]T, n)
	for i := range v {
		get(d, &v[i])
	}
	return v
}
