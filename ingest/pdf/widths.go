package pdf

import "strings"

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
