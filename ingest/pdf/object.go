package pdf

// What a PDF is made of. Numbers are float64 throughout: every integer that a file
// may use is exact in one.
type (
	name   string
	ref    int // the object's number; generations matter to no file that is only read
	dict   map[name]any
	array  []any
	text   string // a string of bytes, not yet characters
	word   string // an operator, or a word of the file's own structure
	stream struct {
		dict dict
		raw  []byte
	}
)

// resolve follows references, a few deep: a chain of them is no honest file's.
func (f *file) resolve(v any) any {
	for range 8 {
		r, ok := v.(ref)
		if !ok {
			return v
		}
		v = f.object(int(r))
	}
	return nil
}

func (f *file) dict(v any) dict {
	switch v := f.resolve(v).(type) {
	case dict:
		return v
	case stream:
		return v.dict
	}
	return nil
}

func (f *file) array(v any) array { a, _ := f.resolve(v).(array); return a }

func (f *file) name(v any) name { n, _ := f.resolve(v).(name); return n }

func (f *file) number(v any) float64 { n, _ := f.resolve(v).(float64); return n }

// whole gives a number as an int within ±limit, so that nothing is sized or indexed
// by what a file claims.
func (f *file) whole(v any, limit int) int {
	n := f.number(v)
	return int(max(-float64(limit), min(float64(limit), n)))
}
