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
				if t.simple[at] == "" && coded().MatchString(string(v)) {
					t.simple[at] = texCharacter(at)
				}
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

// coded are names of glyphs that say their code and nothing else, as in the bitmap
// fonts that dvips writes.
var coded = lazily(`^[A-Za-z]{0,2}\d{1,3}$`)

// texCharacter is what TeX's fonts for text have at a code.
func texCharacter(c int) string {
	if s, ok := texCharacters[c]; ok || c < 33 || c > 126 {
		return s
	}
	return string(rune(c))
}

var texCharacters = map[int]string{11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 25: "ß", 27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl",
	34: "”", 39: "’", 92: "“", 96: "‘", 123: "–", 124: "—", 136: "•"}

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
	if t.legacy == nil && (t.codes != nil || strings.HasPrefix(string(f.name(d["Encoding"])), "Identity-")) {
		ordering, _ := f.resolve(f.dict(cid["CIDSystemInfo"])["Ordering"]).(text)
		t.collection = collections[string(ordering)]
	}
	t.missing = 1000
	if v, ok := cid["DW"]; ok {
		t.missing = f.number(v)
	}
	f.compositeWidths(t, f.array(cid["W"]))
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
