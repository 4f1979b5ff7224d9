package pdf

import (
	"encoding/binary"
	"unicode/utf16"
)

// A cmap maps codes of one to four bytes: to characters, where it is a font's table
// of characters, or to glyph numbers, where it is the font's encoding.
type cmap struct {
	chars  map[uint32]string
	cids   []span
	ranges []span // first match wins
	widths []span // which codes have how many bytes
	ucs    bool
}

type span struct {
	lo, hi uint32
	n      int    // bytes of a code
	to     uint32 // glyph number or first character
	text   string // of a range whose target is longer than one character
}

// maxMapped bounds one table of characters; a font has at most 65,536 glyphs.
const (
	maxMapped = 1 << 17
	maxRanges = 20_000
)

func (f *file) cmap(v any) *cmap {
	s, ok := f.resolve(v).(stream)
	if !ok {
		return nil
	}
	b, err := f.unpack(s)
	if err != nil {
		return nil
	}
	m := &cmap{chars: map[uint32]string{}}
	l := &lexer{b: b, spent: &f.spent}
	var args array
	for {
		switch v := l.next(0).(type) {
		case end:
			return m
		case word:
			m.operate(v, args)
			args = args[:0]
		case closer:
		default:
			if len(args) < 1<<16 {
				args = append(args, v)
			}
		}
	}
}

func (m *cmap) operate(w word, args array) {
	step := 3
	switch w {
	case "endbfchar", "endcidchar", "endcodespacerange":
		step = 2
	case "endbfrange", "endcidrange":
	default:
		return
	}
	// Before the list stands its length: "2 beginbfchar" ends in begin…, which
	// cleared args, so that args are the list alone.
	for ; len(args) >= step && len(m.chars) < maxMapped && len(m.ranges)+len(m.cids) < maxRanges; args = args[step:] {
		lo, ok := args[0].(text)
		if !ok || len(lo) == 0 || len(lo) > 4 {
			continue
		}
		from, n := code(lo), len(lo)
		switch w {
		case "endcodespacerange":
			if hi, ok := args[1].(text); ok && len(hi) == n {
				if len(m.widths) > 100 {
					continue
				}
				m.widths = append(m.widths, span{lo: from, hi: code(hi), n: n})
			}
		case "endbfchar":
			if to, ok := args[1].(text); ok {
				m.chars[key(from, n)] = fromUTF16(to)
			}
		case "endcidchar":
			if to, ok := args[1].(float64); ok && to >= 0 {
				m.cids = append(m.cids, span{lo: from, hi: from, n: n, to: uint32(to)})
			}
		case "endcidrange":
			hi, ok1 := args[1].(text)
			to, ok2 := args[2].(float64)
			if ok1 && ok2 && len(hi) == n && to >= 0 {
				m.cids = append(m.cids, span{lo: from, hi: code(hi), n: n, to: uint32(to)})
			}
		case "endbfrange":
			hi, ok := args[1].(text)
			if !ok || len(hi) != n {
				continue
			}
			switch to := args[2].(type) {
			case text:
				if s := fromUTF16(to); s != "" {
					m.ranges = append(m.ranges, span{lo: from, hi: code(hi), n: n, text: s})
				}
			case array:
				for i, v := range to {
					if t, ok := v.(text); ok && uint64(from)+uint64(i) <= uint64(code(hi)) && len(m.chars) < maxMapped {
						m.chars[key(from+uint32(i), n)] = fromUTF16(t)
					}
				}
			}
		}
	}
}

func code(t text) uint32 {
	var b [4]byte
	copy(b[4-len(t):], t)
	return binary.BigEndian.Uint32(b[:])
}

// key keeps codes of different lengths apart; of four bytes none is that large.
func key(c uint32, n int) uint32 { return c | uint32(n&3)<<30 }

// lookup gives the characters of a code.
func (m *cmap) lookup(c uint32, n int) (string, bool) {
	if m.ucs {
		return string(rune(c)), true
	}
	if s, ok := m.chars[key(c, n)]; ok {
		return s, true
	}
	for _, r := range m.ranges {
		if r.n == n && c >= r.lo && c <= r.hi {
			s := []rune(r.text)
			s[len(s)-1] += rune(c - r.lo)
			return string(s), true
		}
	}
	return "", false
}

// cid gives the glyph number of a code; without a table they are the same.
func (m *cmap) cid(c uint32, n int) uint32 {
	if m == nil {
		return c
	}
	for _, r := range m.cids {
		if r.n == n && c >= r.lo && c <= r.hi {
			return r.to + c - r.lo
		}
	}
	return c
}

// length says how many bytes the next code has.
func (m *cmap) length(s text) int {
	if m == nil || len(m.widths) == 0 {
		return min(2, len(s))
	}
	for n := 1; n <= 4 && n <= len(s); n++ {
		c := code(s[:n])
		for _, w := range m.widths {
			if w.n == n && c >= w.lo && c <= w.hi {
				return n
			}
		}
	}
	return min(m.widths[0].n, len(s))
}

func fromUTF16(t text) string {
	if len(t) == 1 {
		return string(rune(t[0]))
	}
	if len(t) > 512 {
		t = t[:512]
	}
	var u []uint16
	for i := 0; i+1 < len(t); i += 2 {
		u = append(u, uint16(t[i])<<8|uint16(t[i+1]))
	}
	return string(utf16.Decode(u))
}

// cost says how much longer than others a code takes to look up.
func (m *cmap) cost() int {
	if m == nil {
		return 0
	}
	return (len(m.ranges) + len(m.cids)) / 64
}
