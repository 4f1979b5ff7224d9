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
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	e := &encoder{b: []byte(digest(v.Type())), seen: map[string]uint64{"": 1}}
	e.put(v)
	return e.b
}

// Decode reads what [Encode] wrote of the same type. The bytes must not change afterwards: strings
// and bytes point into them.
func Decode[T any](b []byte) (v T, err error) {
	rest, ok := strings.CutPrefix(unsafe.String(unsafe.SliceData(b), len(b)), digest(reflect.TypeFor[T]()))
	d := &decoder{b: rest, words: make([]string, 1, 16), bad: !ok}
	if d.get(reflect.ValueOf(&v).Elem()); d.bad || d.b != "" {
		var none T
		return none, ErrCorrupt
	}
	return v, nil
}

var (
	digests  sync.Map // by type
	timeType = reflect.TypeFor[time.Time]()
)

func digest(t reflect.Type) string {
	d, ok := digests.Load(t)
	if !ok {
		h := fnv.New32a()
		_, _ = h.Write([]byte(shape(t)))
		d, _ = digests.LoadOrStore(t, string(h.Sum(nil)))
	}
	return d.(string)
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

// open is a value of a field as if that were exported.
func open(v reflect.Value) reflect.Value {
	if v.CanInterface() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
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

func (e *encoder) put(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		e.flag(v.Bool())
	case reflect.Int, reflect.Int64:
		e.int(v.Int())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.uint(v.Uint())
	case reflect.Float64:
		e.uint(math.Float64bits(v.Float()))
	case reflect.String:
		e.str(v.String())
	case reflect.Pointer:
		if e.flag(!v.IsNil()) {
			e.put(v.Elem())
		}
	case reflect.Array: // a hash, and often of nothing
		if e.flag(!v.IsZero()) {
			e.list(v)
		}
	case reflect.Slice:
		if e.flag(!v.IsNil()) {
			e.uint(uint64(v.Len()))
			e.list(v)
		}
	case reflect.Map:
		if !e.flag(!v.IsNil()) {
			return
		}
		v = open(v)
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		e.uint(uint64(len(keys)))
		for _, k := range keys {
			of := reflect.New(v.Type().Elem()).Elem()
			of.Set(v.MapIndex(k))
			e.str(k.String())
			e.put(of)
		}
	case reflect.Struct:
		if v.Type() == timeType {
			if t := open(v).Interface().(time.Time); e.flag(!t.IsZero()) {
				e.int(t.UnixNano())
			}
			return
		}
		for i := range v.NumField() {
			e.put(v.Field(i))
		}
	default:
		panic(fmt.Sprintf("no codec for %s", v.Type()))
	}
}

func (e *encoder) list(v reflect.Value) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		e.b = append(e.b, v.Bytes()...)
		return
	}
	for i := range v.Len() {
		e.put(v.Index(i))
	}
}

// A decoder gives zero values once it has met what cannot be read.
type decoder struct {
	b     string
	words []string
	bad   bool
}

func (d *decoder) take(n uint64) (s string) {
	if d.bad = d.bad || n > uint64(len(d.b)); !d.bad {
		s, d.b = d.b[:n], d.b[n:]
	}
	return s
}

func (d *decoder) uint() (n uint64) {
	for shift := 0; shift < 64; shift += 7 {
		b := d.take(1)
		if b == "" {
			return 0
		}
		if n |= uint64(b[0]&0x7f) << shift; b[0] < 0x80 {
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

// count is a length, which can never exceed the bytes that are left.
func (d *decoder) count() int {
	n := d.uint()
	if d.bad = d.bad || n > uint64(len(d.b)); d.bad {
		return 0
	}
	return int(n)
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

func (d *decoder) get(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.flag())
	case reflect.Int, reflect.Int64:
		v.SetInt(d.int())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(d.uint())
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(d.uint()))
	case reflect.String:
		v.SetString(d.str())
	case reflect.Pointer:
		if d.flag() {
			v.Set(reflect.New(v.Type().Elem()))
			d.get(v.Elem())
		}
	case reflect.Array:
		if d.flag() {
			d.list(v)
		}
	case reflect.Slice:
		if d.flag() {
			n := d.count()
			if v.Type().Elem().Kind() == reflect.Uint8 {
				s := d.take(uint64(n))
				v.SetBytes(unsafe.Slice(unsafe.StringData(s), len(s)))
				return
			}
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			d.list(v)
		}
	case reflect.Map:
		if !d.flag() {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range d.count() {
			k, of := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			d.get(k)
			if d.get(of); d.bad {
				return
			}
			v.SetMapIndex(k, of)
		}
	case reflect.Struct:
		if v.Type() == timeType {
			if d.flag() {
				v.Set(reflect.ValueOf(time.Unix(0, d.int()).UTC()))
			}
			return
		}
		for i := range v.NumField() {
			d.get(open(v.Field(i)))
		}
	}
}

func (d *decoder) list(v reflect.Value) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		copy(v.Bytes(), d.take(uint64(v.Len())))
		return
	}
	for i := 0; i < v.Len() && !d.bad; i++ {
		d.get(v.Index(i))
	}
}
