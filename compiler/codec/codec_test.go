package codec

import (
	"encoding/binary"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"
)

type inner struct {
	Name string
	n    int
}

type value struct {
	inner
	flag   bool
	Float  float64
	List   []inner
	None   []string
	Empty  []string
	Hash   [4]byte
	Zero   [4]byte
	Marks  [2]uint64
	Bytes  []byte
	Of     map[string]inner
	To     *inner
	Nil    *inner
	When   time.Time
	Never  time.Time
	Again  string
	signed int64
}

func sample() value {
	return value{inner{"a", -7}, true, 0.25, []inner{{"b", 1}, {"a", 1 << 40}}, nil, []string{}, [4]byte{1, 2}, [4]byte{}, [2]uint64{1 << 63, 3},
		[]byte("raw"), map[string]inner{"y": {"b", 2}, "x": {"c", 3}}, &inner{"d", 4}, nil, time.Unix(5, 6).UTC(), time.Time{}, "b", -1 << 62}
}

// What is read is what was written, unexported fields and what is nil too, and the same each time.
func TestGivesBack(t *testing.T) {
	b := Encode(sample())
	got, err := Decode[value](b)
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("%+v, %v\nwant %+v", got, err, sample())
	}
	if !slices.Equal(b, Encode(sample())) {
		t.Error("another time it is written otherwise")
	}
}

// Bytes that were cut or changed are an error or another value, and never a panic; those of
// another type are an error.
func TestDamaged(t *testing.T) {
	b := Encode(sample())
	for i := range b {
		if _, err := Decode[value](b[:i]); err == nil {
			t.Errorf("cut at %d of %d: no error", i, len(b))
		}
		for _, bit := range []byte{1, 0x80, 0xff} {
			c := slices.Clone(b)
			c[i] ^= bit
			_, _ = Decode[value](c)
		}
	}
	if _, err := Decode[inner](b); err == nil {
		t.Error("read as another type")
	}
}

// A length asks for no more memory than the bytes behind it can be values of.
func TestLengthsAreBounded(t *testing.T) {
	type rows struct{ All []value }
	b := Encode(rows{[]value{sample()}})
	at := len(planOf(reflect.TypeFor[rows]()).digest) + 1 // behind the flag of the list
	b = append(binary.AppendUvarint(b[:at:at], 1<<20), make([]byte, 1<<20)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Decode[rows](b)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > 1<<20 {
		t.Errorf("%d bytes for a record of 1 MB, %v", took, err)
	}
}
