// Package codec writes and reads plain values. It goes field by field, exported or not, without
// names, and writes each text once. A value begins with a digest of its type, so that what was
// written before a type changed is corrupt, and never read wrongly. Begin with [Encode] and
// [Decode].
package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// ErrCorrupt is what [Decode] says of bytes that are no value of its type.
var ErrCorrupt = errors.New("corrupt record")

// Encode writes a value. The same value gives the same bytes.
func Encode(value any) []byte {
	t := reflect.TypeOf(value)
	v, p := reflect.New(t), planOf(t)
	v.Elem().Set(reflect.ValueOf(value))
	e := &encoder{b: []byte(p.digest), seen: map[string]uint64{"": 1}}
	p.put(e, v.UnsafePointer())
	return e.b
}

// Decode reads what [Encode] wrote of the same type. The bytes must not change afterwards: strings
// and bytes point into them.
func Decode[T any](b []byte) (v T, err error) {
	err = DecodeTo(b, &v)
	return v, err
}

// DecodeTo is the same into a value that is zero, which stays so where there is an error.
func DecodeTo[T any](b []byte, v *T) error {
	p := planOf(reflect.TypeFor[T]())
	rest, ok := strings.CutPrefix(unsafe.String(unsafe.SliceData(b), len(b)), p.digest)
	d := decoders.Get().(*decoder)
	d.b, d.words, d.bad = rest, append(d.words, ""), !ok
	p.get(d, unsafe.Pointer(v))
	bad := d.bad || d.b != ""
	clear(d.words)
	d.b, d.words = "", d.words[:0]
	decoders.Put(d)
	if bad {
		*v = *new(T)
		return ErrCorrupt
	}
	return nil
}

// A plan is how values of a type are written and read where they lie in memory: a field that is
// not exported is as any other.
type plan struct {
	digest string
	size   uintptr
	least  int  // bytes that a value is written in
	raw    bool // a list of them is written as it lies: they are bytes
	put    func(*encoder, unsafe.Pointer)
	get    func(*decoder, unsafe.Pointer)
}

var (
	plans    sync.Map                                           // by type
	decoders = sync.Pool{New: func() any { return &decoder{} }} // with room for words
	timeType = reflect.TypeFor[time.Time]()
)

func planOf(t reflect.Type) *plan {
	p, ok := plans.Load(t)
	if !ok {
		h := fnv.New32a()
		_, _ = h.Write([]byte(shape(t)))
		made := newPlan(t)
		made.digest = string(h.Sum(nil))
		p, _ = plans.LoadOrStore(t, made)
	}
	return p.(*plan)
}

func shape(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return fmt.Sprint(t.Kind(), " ", shape(t.Elem()))
	case reflect.Map:
		return fmt.Sprint("map ", shape(t.Key()), " ", shape(t.Elem()))
	case reflect.Struct:
		if t == timeType {
			return "time"
		}
		var fields []string
		for i := range t.NumField() {
			fields = append(fields, t.Field(i).Name+" "+shape(t.Field(i).Type))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	return t.Kind().String()
}

func newPlan(t reflect.Type) *plan {
	p := &plan{size: t.Size(), least: 1, raw: t.Kind() == reflect.Uint8}
	switch t.Kind() {
	case reflect.Bool:
		by(p, func(e *encoder, v bool) { e.flag(v) }, (*decoder).flag)
	case reflect.Int:
		by(p, func(e *encoder, v int) { e.int(int64(v)) }, func(d *decoder) int { return int(d.int()) })
	case reflect.Int64:
		by(p, (*encoder).int, (*decoder).int)
	case reflect.Uint8:
		by(p, func(e *encoder, v uint8) { e.uint(uint64(v)) }, func(d *decoder) uint8 { return uint8(d.uint()) })
	case reflect.Uint16:
		by(p, func(e *encoder, v uint16) { e.uint(uint64(v)) }, func(d *decoder) uint16 { return uint16(d.uint()) })
	case reflect.Uint32:
		by(p, func(e *encoder, v uint32) { e.uint(uint64(v)) }, func(d *decoder) uint32 { return uint32(d.uint()) })
	case reflect.Uint64:
		by(p, (*encoder).uint, (*decoder).uint)
	case reflect.Float64:
		by(p, func(e *encoder, v float64) { e.uint(math.Float64bits(v)) }, func(d *decoder) float64 { return math.Float64frombits(d.uint()) })
	case reflect.String:
		by(p, (*encoder).str, (*decoder).str)
	case reflect.Pointer:
		to := newPlan(t.Elem())
		p.put = func(e *encoder, at unsafe.Pointer) {
			if v := *(*unsafe.Pointer)(at); e.flag(v != nil) {
				to.put(e, v)
			}
		}
		p.get = func(d *decoder, at unsafe.Pointer) {
			if d.flag() {
				v := reflect.New(t.Elem()).UnsafePointer()
				*(*unsafe.Pointer)(at) = v
				to.get(d, v)
			}
		}
	case reflect.Array: // a hash, and often of nothing
		of, n := newPlan(t.Elem()), t.Len()
		p.put = func(e *encoder, at unsafe.Pointer) {
			if e.flag(!reflect.NewAt(t, at).Elem().IsZero()) {
				of.putAll(e, at, n)
			}
		}
		p.get = func(d *decoder, at unsafe.Pointer) {
			if d.flag() {
				of.getAll(d, at, n)
			}
		}
	case reflect.Slice: // of any type it lies as one of bytes does
		of := newPlan(t.Elem())
		p.put = func(e *encoder, at unsafe.Pointer) {
			if v := *(*[]byte)(at); e.flag(v != nil) {
				e.uint(uint64(len(v)))
				e.b = slices.Grow(e.b, len(v)*int(of.size)) // what is long is not copied again and again
				of.putAll(e, unsafe.Pointer(unsafe.SliceData(v)), len(v))
			}
		}
		p.get = func(d *decoder, at unsafe.Pointer) {
			if !d.flag() {
				return
			}
			n := d.count(of.least)
			if of.raw {
				s := d.take(uint64(n))
				*(*[]byte)(at) = unsafe.Slice(unsafe.StringData(s), len(s))
				return
			}
			v := reflect.NewAt(t, at).Elem()
			*(*[]byte)(at) = []byte{}
			v.Grow(n)
			v.SetLen(n)
			v.SetCap(n)
			of.getAll(d, *(*unsafe.Pointer)(at), n)
		}
	case reflect.Map:
		p.planMap(t, newPlan(t.Elem()))
	case reflect.Struct:
		if t == timeType {
			by(p, (*encoder).time, (*decoder).time)
			break
		}
		p.planStruct(t)
	default:
		panic(fmt.Sprintf("no codec for %s", t))
	}
	return p
}

// by makes a plan of what writes and reads one value.
func by[T any](p *plan, put func(*encoder, T), get func(*decoder) T) {
	p.put = func(e *encoder, at unsafe.Pointer) { put(e, *(*T)(at)) }
	p.get = func(d *decoder, at unsafe.Pointer) { *(*T)(at) = get(d) }
}

// planMap writes the entries of a map by their keys, which are strings.
func (p *plan) planMap(t reflect.Type, of *plan) {
	p.put = func(e *encoder, at unsafe.Pointer) {
		m := reflect.NewAt(t, at).Elem()
		if !e.flag(!m.IsNil()) {
			return
		}
		keys, v := m.MapKeys(), reflect.New(t.Elem())
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		e.uint(uint64(len(keys)))
		for _, k := range keys {
			e.str(k.String())
			v.Elem().Set(m.MapIndex(k))
			of.put(e, v.UnsafePointer())
		}
	}
	p.get = func(d *decoder, at unsafe.Pointer) {
		if !d.flag() {
			return
		}
		n := d.count(1 + of.least)
		m, key, zero := reflect.MakeMapWithSize(t, n), reflect.New(t.Key()).Elem(), reflect.Zero(t.Elem())
		reflect.NewAt(t, at).Elem().Set(m)
		for v := reflect.New(t.Elem()); n > 0 && !d.bad; n-- {
			key.SetString(d.str())
			v.Elem().Set(zero)
			of.get(d, v.UnsafePointer())
			m.SetMapIndex(key, v.Elem())
		}
	}
}

func (p *plan) planStruct(t reflect.Type) {
	type field struct {
		*plan
		offset uintptr
	}
	var fields []field
	p.least = 0
	for i := range t.NumField() {
		f := field{newPlan(t.Field(i).Type), t.Field(i).Offset}
		fields, p.least = append(fields, f), p.least+f.least
	}
	p.put = func(e *encoder, at unsafe.Pointer) {
		for i := range fields {
			fields[i].put(e, unsafe.Add(at, fields[i].offset))
		}
	}
	p.get = func(d *decoder, at unsafe.Pointer) {
		for i := range fields {
			fields[i].get(d, unsafe.Add(at, fields[i].offset))
		}
	}
}

type encoder struct {
	b    []byte
	seen map[string]uint64 // strings, each by its number from 1
}

func (e *encoder) uint(n uint64) { e.b = binary.AppendUvarint(e.b, n) }
func (e *encoder) int(n int64)   { e.b = binary.AppendVarint(e.b, n) }

func (e *encoder) flag(v bool) bool {
	if v {
		e.uint(1)
	} else {
		e.uint(0)
	}
	return v
}

// str writes a string, or where it was written before its number.
func (e *encoder) str(s string) {
	n := e.seen[s]
	if e.uint(n); n == 0 {
		e.seen[s] = uint64(len(e.seen)) + 1
		e.uint(uint64(len(s)))
		e.b = append(e.b, s...)
	}
}

func (e *encoder) time(t time.Time) {
	if e.flag(!t.IsZero()) {
		e.int(t.UnixNano())
	}
}

// putAll writes n values that lie one behind another.
func (p *plan) putAll(e *encoder, at unsafe.Pointer, n int) {
	if p.raw {
		e.b = append(e.b, unsafe.Slice((*byte)(at), n)...)
		return
	}
	for i := range n {
		p.put(e, unsafe.Add(at, uintptr(i)*p.size))
	}
}

// A decoder gives zero values once it has met what cannot be read.
type decoder struct {
	b     string
	words []string // that were read, the empty one first
	bad   bool
}

func (d *decoder) take(n uint64) (s string) {
	if d.bad = d.bad || n > uint64(len(d.b)); !d.bad {
		s, d.b = d.b[:n], d.b[n:]
	}
	return s
}

func (d *decoder) uint() (n uint64) {
	for i := 0; i < min(len(d.b), binary.MaxVarintLen64); i++ {
		if n |= uint64(d.b[i]&0x7f) << (7 * i); d.b[i] < 0x80 {
			d.b = d.b[i+1:]
			return n
		}
	}
	d.bad = true
	return 0
}

func (d *decoder) int() int64 {
	n := d.uint()
	return int64(n>>1) ^ -int64(n&1)
}

func (d *decoder) flag() bool { return d.uint() == 1 }

// count is how many values follow, which can never exceed the bytes that are left: a record that
// is corrupt asks for no more memory than its length bears.
func (d *decoder) count(least int) int {
	n := d.uint()
	if d.bad = d.bad || n > uint64(len(d.b)/max(1, least)); d.bad {
		return 0
	}
	return int(n)
}

func (d *decoder) time() (t time.Time) {
	if d.flag() {
		t = time.Unix(0, d.int()).UTC()
	}
	return t
}

// getAll reads n values into where they are to lie.
func (p *plan) getAll(d *decoder, at unsafe.Pointer, n int) {
	if p.raw {
		copy(unsafe.Slice((*byte)(at), n), d.take(uint64(n)))
		return
	}
	for i := 0; i < n && !d.bad; i++ {
		p.get(d, unsafe.Add(at, uintptr(i)*p.size))
	}
}

func (d *decoder) str() string {
	n := d.uint()
	if n == 0 {
		s := d.take(d.uint())
		d.words = append(d.words, s)
		return s
	}
	if d.bad = d.bad || n > uint64(len(d.words)); d.bad {
		return ""
	}
	return d.words[n-1]
}
