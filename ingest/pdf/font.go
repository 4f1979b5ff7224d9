package pdf

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

const (
	maxFonts  = 1 << 12
	maxWidths = 1 << 16 // of one font
	maxGlyphs = 1 << 22 // widths and glyphs that are kept, of all fonts; half of it widths
	maxShown  = 1 << 16 // bytes of one string that is shown: a page has a few thousand
)

// A font turns codes into characters and says how far each moves on.
type font struct {
	composite bool
	chars     *cmap // code to characters, where the file has the table
	codes     *cmap // code to glyph number, of composite fonts
	legacy    encoding.Encoding
	simple    [256]string
	widths    map[uint32]float64
	missing   float64
	standard  string // the base font of a font without widths
	bold      bool
	mono      bool
	matrix    float64 // glyph space to text space
	seen      map[uint32]glyph
	kept      *int // widths and glyphs so far, of all fonts of the file
}

type glyph struct {
	text  string
	width float64 // of a font of size 1
	space bool    // word spacing applies
}

func (f *file) font(v any) *font {
	d := f.dict(v)
	t := &font{widths: map[uint32]float64{}, seen: map[uint32]glyph{}, kept: &f.glyphs, matrix: 0.001}
	base := string(f.name(d["BaseFont"]))
	low := strings.ToLower(base)
	t.bold = strings.Contains(low, "bold") || strings.Contains(low, "black") || strings.Contains(low, "heavy") || strings.Contains(low, "cmbx") || strings.HasSuffix(low, "-bd")
	for _, s := range []string{"courier", "mono", "consol", "typewriter", "cmtt", "menlo", "sourcecode", "inconsolata"} {
		t.mono = t.mono || strings.Contains(low, s)
	}
	t.chars = f.cmap(d["ToUnicode"])
	if f.name(d["Subtype"]) == "Type0" {
		f.compositeFont(t, d)
		return t
	}
	f.simpleFont(t, d, base)
	return t
}

func (f *file) simpleFont(t *font, d dict, base string) {
	enc := f.resolve(d["Encoding"])
	coding, _ := enc.(name)
	e := f.dict(enc)
	if e != nil {
		coding = f.name(e["BaseEncoding"])
	}
	cm := charmap.Windows1252
	if coding == "MacRomanEncoding" || coding == "MacExpertEncoding" {
		cm = charmap.Macintosh
	}
	for i := range t.simple {
		if i >= 32 {
			t.simple[i] = string(cm.DecodeByte(byte(i)))
		}
	}
	if coding == "" && e == nil { // the standard encoding, as far as it differs in prose
		for c, s := range map[int]string{0xa4: "⁄", 0xaa: "“", 0xae: "fi", 0xaf: "fl", 0xb1: "–", 0xb7: "•", 0xba: "”", 0xbc: "…", 0xd0: "—", 0x27: "’", 0x60: "‘"} {
			if base != "" && d["ToUnicode"] == nil {
				t.simple[c] = s
			}
		}
	}
	f.builtIn(t, d)
	at := 0
	for _, v := range f.array(e["Differences"]) {
		switch v := f.resolve(v).(type) {
		case float64:
			at = int(max(0, min(v, 256)))
		case name:
			if at < 256 {
				t.simple[at] = glyphText(string(v))
				at++
			}
		}
	}
	first := f.whole(d["FirstChar"], 1<<16)
	for i, w := range f.array(d["Widths"]) {
		if c := first + i; c >= 0 && c < 256 {
			t.widths[uint32(c)] = f.number(w)
		}
	}
	desc := f.dict(d["FontDescriptor"])
	t.missing = f.number(desc["MissingWidth"])
	if f.whole(desc["Flags"], 1<<30)&1 != 0 {
		t.mono = true
	}
	if len(t.widths) == 0 {
		t.standard = base
	}
	if f.name(d["Subtype"]) == "Type3" {
		if m := f.array(d["FontMatrix"]); len(m) == 6 {
			t.matrix = f.number(m[0])
		}
	}
}

// builtIn reads the encoding that a Type 1 font brings itself, which stands readable
// at the head of its program; it is in force where the file names no other.
func (f *file) builtIn(t *font, d dict) {
	if coding := f.resolve(d["Encoding"]); coding != nil {
		if e := f.dict(coding); e == nil || e["BaseEncoding"] != nil {
			return
		}
	}
	s, ok := f.resolve(f.dict(d["FontDescriptor"])["FontFile"]).(stream)
	if !ok {
		return
	}
	b, err := f.unpack(s)
	if err != nil {
		return
	}
	b = b[:min(len(b), 1<<15)]
	if i := bytes.Index(b, []byte("eexec")); i >= 0 {
		b = b[:i]
	}
	for _, m := range encodes().FindAllSubmatch(b, 256) {
		if c, err := strconv.Atoi(string(m[1])); err == nil && c < 256 {
			t.simple[c] = glyphText(string(m[2]))
		}
	}
}

var encodes = lazily(`dup\s+(\d{1,3})\s*/([A-Za-z0-9_.]{1,40})\s+put`)

func (f *file) compositeFont(t *font, d dict) {
	t.composite = true
	below := f.array(d["DescendantFonts"])
	var cid dict
	if len(below) > 0 {
		cid = f.dict(below[0])
	}
	if n := f.name(d["Encoding"]); n != "" {
		t.legacy, t.codes = predefined(string(n))
		if t.chars == nil && strings.Contains(string(n), "UCS2") || strings.Contains(string(n), "UTF16") && t.chars == nil {
			t.chars = &cmap{ucs: true}
		}
	} else {
		t.codes = f.cmap(d["Encoding"])
	}
	t.missing = 1000
	if v, ok := cid["DW"]; ok {
		t.missing = f.number(v)
	}
	f.compositeWidths(t, f.array(cid["W"]))
}

// compositeWidths reads "from [w w …]" and "from to w". Ranges may overlap, so that
// what is bounded is the work, not the table.
func (f *file) compositeWidths(t *font, w array) {
	room := max(0, min(maxWidths, maxGlyphs/2-f.glyphs))
	set := func(c uint32, v any) {
		t.widths[c] = f.number(v)
		room--
		f.glyphs++
	}
	for i := 0; i+1 < len(w) && room > 0; {
		from := uint32(max(0, f.whole(w[i], maxWidths)))
		if list, ok := f.resolve(w[i+1]).(array); ok {
			for k, v := range list[:min(len(list), room)] {
				set(from+uint32(k), v)
			}
			i += 2
			continue
		}
		if i+2 >= len(w) {
			break
		}
		for c := from; c <= uint32(max(0, f.whole(w[i+1], maxWidths))) && room > 0; c++ {
			set(c, w[i+2])
		}
		i += 3
	}
}

// predefined gives the character set of the named encodings that say which one it
// is, with the lengths of its codes.
func predefined(n string) (encoding.Encoding, *cmap) {
	two := []span{{lo: 0, hi: 0x80, n: 1}, {lo: 0x8100, hi: 0xfefe, n: 2}}
	switch {
	case strings.HasPrefix(n, "GBK") || strings.HasPrefix(n, "GB-EUC"):
		return simplifiedchinese.GBK, &cmap{widths: two}
	case strings.HasPrefix(n, "B5pc") || strings.HasPrefix(n, "ETen-B5") || strings.HasPrefix(n, "HKscs-B5"):
		return traditionalchinese.Big5, &cmap{widths: two}
	case strings.Contains(n, "RKSJ"):
		return japanese.ShiftJIS, &cmap{widths: []span{{lo: 0, hi: 0x80, n: 1}, {lo: 0xa0, hi: 0xdf, n: 1}, {lo: 0x8140, hi: 0xfcfc, n: 2}}}
	case strings.HasPrefix(n, "EUC-"):
		return japanese.EUCJP, &cmap{widths: two}
	case strings.HasPrefix(n, "KSC"):
		return korean.EUCKR, &cmap{widths: two}
	}
	return nil, nil
}

// glyphs cuts a shown string into what it shows; unknown counts codes whose
// characters the file does not say.
func (t *font) glyphs(s text, unknown *int) []glyph {
	s = s[:min(len(s), maxShown)]
	out := make([]glyph, 0, len(s))
	for len(s) > 0 {
		n := 1
		if t.composite {
			n = t.codes.length(s)
		}
		k := key(code(s[:n]), n)
		g, ok := t.seen[k]
		if !ok && *t.kept < maxGlyphs {
			g = t.glyph(s[:n])
			t.seen[k] = g
			*t.kept++
		}
		if g.text == "" {
			*unknown++
		}
		out = append(out, g)
		s = s[n:]
	}
	return out
}

// glyph is what one code shows.
func (t *font) glyph(s text) glyph {
	c, n := code(s), len(s)
	if !t.composite {
		g := glyph{text: t.simple[c], width: t.width(c) * t.matrix, space: c == ' '}
		if t.chars != nil {
			if u, ok := t.chars.lookup(c, 1); ok {
				g.text = u
			}
		}
		return g
	}
	g := glyph{width: t.width(t.codes.cid(c, n)) * t.matrix, space: n == 1 && c == ' '}
	ok := false
	if t.chars != nil {
		g.text, ok = t.chars.lookup(c, n)
	}
	if !ok && t.legacy != nil {
		if u, err := t.legacy.NewDecoder().String(string(s)); err == nil {
			g.text = u
		}
	}
	g.text = strings.Trim(g.text, "\x00")
	return g
}

func (t *font) width(c uint32) float64 {
	if w, ok := t.widths[c]; ok {
		return w
	}
	if t.standard == "" {
		return t.missing
	}
	return standardWidth(t.standard, t.mono, byte(c))
}

// standardWidth gives the width of a letter in the fonts that every reader has and
// that files may leave out (Helvetica, Times, Courier), as their metrics say for
// ASCII; the rest is near enough to tell a gap between words from one in a word.
func standardWidth(base string, mono bool, c byte) float64 {
	if mono {
		return 600
	}
	widths, wider := &times, 1.05
	if strings.HasPrefix(base, "Helvetica") || strings.HasPrefix(base, "Arial") {
		widths, wider = &helvetica, 1.06
	}
	if c < 32 || c > 126 {
		return 500
	}
	if strings.Contains(base, "Bold") {
		return float64(widths[c-32]) * wider
	}
	return float64(widths[c-32])
}

var (
	helvetica = [95]uint16{
		278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
		556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
		333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
		556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	times = [95]uint16{
		250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
		500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
		921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
		556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
		333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
		500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
	}
)
