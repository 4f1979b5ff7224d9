package pdf

import (
	"strings"

	"golang.org/x/text/encoding"
)

const (
	maxFonts  = 1 << 12
	maxWidths = 1 << 16 // of one font
	maxGlyphs = 1 << 22 // widths and glyphs of all fonts, those that are hard to find counted more; half of it widths
	maxShown  = 1 << 16 // bytes of one string that is shown: a page has a few thousand
)

// A font turns codes into characters and says how far each moves on.
type font struct {
	composite bool
	chars     *cmap // code to characters, where the file has the table
	codes     *cmap // code to glyph number, of composite fonts
	legacy    encoding.Encoding
	collection
	simple   [256]string
	widths   map[uint32]float64
	missing  float64
	standard string // the base font of a font without widths
	bold     bool
	mono     bool
	matrix   float64 // glyph space to text space
	seen     map[uint32]glyph
	kept     *int // widths and glyphs so far, of all fonts of the file
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
			*t.kept += 1 + t.chars.cost() + t.codes.cost()
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
			g.text, ok = u, true
		}
	}
	if !ok {
		g.text = t.character(t.codes.cid(c, n))
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
