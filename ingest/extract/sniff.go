package extract

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A guess is an encoding of East Asia with the characters that make up a third and
// more of any text in it.
type guess struct {
	enc   encoding.Encoding
	usual string
}

// sniffed tells which encoding of East Asia bytes are in that nobody declared, nil
// where it is none surely. Two things must hold: the bytes are valid in it almost
// throughout, and the commonest characters of its language are common. Western text
// fails the first or, where letters happen to pair, the second.
func sniffed(raw []byte) encoding.Encoding {
	guesses := []guess{
		{japanese.ShiftJIS, kana}, {japanese.EUCJP, kana}, {simplifiedchinese.GB18030, hansSet},
		{traditionalchinese.Big5, hantSet}, {korean.EUCKR, hangul},
	}
	sample := raw[:min(len(raw), 128<<10)]
	var best encoding.Encoding
	bestScore := 0.0
	for _, g := range guesses {
		if s := g.score(sample); s > bestScore {
			best, bestScore = g.enc, s
		}
	}
	if bestScore < 0.14 {
		return nil
	}
	return best
}

const (
	kana    = "のにはをたがでてとしれさあいうるなんもかこらっすくりけだまよきつそおめわえせどやみアイスンルトラリー。、"
	hansSet = "的一是不了在人有我他这中大来上个国和说们为子时到地出就你要会也对生能而下过得自后以可那之家发成年，。"
	hantSet = "的一是不了在人有我他這中大來上個國和說們為子時到地出就你要會也對生能而下過得自後以可那之家發成年，。"
	hangul  = "이다는을의가에고로도한지하은사기를서시리어자그인나대해아수일들있과전보부정상주제원스만라구조"
)

// score is the share of usual characters among those beyond ASCII, 0 where the bytes
// are not valid.
func (g guess) score(sample []byte) float64 {
	text, err := g.enc.NewDecoder().Bytes(sample)
	if err != nil {
		return 0
	}
	usual := map[rune]bool{}
	for _, r := range g.usual {
		usual[r] = true
	}
	all, hits, bad, letters := 0, 0, 0, 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if r < utf8.RuneSelf {
			continue
		}
		all++
		switch {
		case r == utf8.RuneError || unicode.Is(unicode.Co, r) || r >= 0x80 && r < 0xa0 || r >= 0xff61 && r <= 0xff9f:
			bad++ // half-width kana come of bytes that are something else
		case usual[r]:
			hits++
		}
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			letters++
		}
	}
	if all < 6 || bad*100 > all || letters*10 < all*6 {
		return 0
	}
	return float64(hits) / float64(all)
}
