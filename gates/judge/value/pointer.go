package value

import (
	"strings"

	"assay/text"
)

// pointers name a place in a document: their numbers are compared with those of the same
// kind of place alone.
var pointers = text.WordSet(`page pages slide slides figure fig figures section sections chapter chapters footnote equation eq listing appendix paragraph part
	seite abbildung abb abschnitt kapitel figura página sección capítulo chapitre`)

// marker is the name that the markers of items and notes are numbers of: they say nothing.
const marker = "#"

// readPointer reads the number of a place: page 16, Fig. 3, [12], the marker of a list item.
func (t *Text) readPointer(i int32) (Value, int32) {
	v := Value{Kind: Version}
	tok := &t.Toks[i]
	plain := strings.Trim(tok.Low, "0123456789.") == ""
	if !plain {
		return v, i
	}
	u := &t.Units[tok.Unit]
	rest := t.After(i)
	switch {
	case i == u.First && len(tok.Low) <= 3 && u.Kind == text.Item && (strings.HasPrefix(rest+" ", ". ") || strings.HasPrefix(rest+" ", ") ")) && strings.TrimSpace(t.Before(i)) == "":
		v.Of = marker
	case len(tok.Low) <= 3 && strings.HasSuffix(t.Before(i), "[") && strings.HasPrefix(rest, "]"), strings.HasSuffix(t.Before(i), "[^") && strings.HasPrefix(rest, "]"):
		v.Of = marker
	case i == u.First && u.Kind == text.Heading && strings.Contains(strings.TrimSuffix(tok.Low, "."), ".") && strings.HasPrefix(strings.TrimLeft(rest, "."), " "):
		v.Of = marker // 7.9 Search
	case i == 0 && len(tok.Low) <= 3 && u.Kind != text.Row && strings.HasPrefix(rest, ": ") && strings.Contains(rest, ";"):
		v.Of = marker // the number of a row
	case i > u.First && (pointers.Has(t.Toks[i-1].Low) || t.Toks[i-1].Low == "s" && strings.HasPrefix(t.Gap(i-1), ".")) && strings.Trim(t.Gap(i-1), ". ") == "":
		v.Of = t.Toks[i-1].Stem
	default:
		return v, i
	}
	v.Parts = tok.Low
	return v, i + 1
}
