package text

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// hanWord is how many letters say what a character of Chinese or Japanese does: much of what
// stands between them in technical text are names and code.
const hanWord = 6

// Language guesses a text's language by its script and its stop words.
func Language(raw string) string {
	sample := raw[:min(len(raw), sampleBytes)]
	var latin, cyrillic, han, kana, hangul, other int
	for _, r := range sample {
		switch {
		case r < 0x80:
			if r >= 'A' {
				latin++
			}
		case r < 0x250:
			latin++
		case r >= 0x400 && r < 0x530:
			cyrillic++
		case IsHiragana(r) || IsKatakana(r):
			kana++
		case IsHan(r):
			han++
		case IsHangul(r):
			hangul++
		case (r < 0x1e00 || r >= 0x2c00) && r < 0xfb00 && unicode.IsLetter(r):
			other++ // Arabic, Devanagari, Thai; not ligatures, nor the letters of formulas
		}
	}
	cjk := han + kana + hangul
	switch {
	case hangul > han+kana && 3*cjk > latin && cjk > cyrillic:
		return "ko"
	case hangul <= han+kana && hanWord*cjk > latin && cjk > cyrillic:
		if 12*kana > cjk {
			return "ja"
		}
		return "zh"
	case cyrillic > latin:
		return "ru"
	case 3*other > latin:
		return Undetermined
	case latin == 0:
		return ""
	}
	return latinLanguage(sampleOf(raw))
}

// sampleBytes is how much of a text tells its language: of a long one in Latin letters in sampledAt
// places, for a paper may begin with an abstract in another.
const (
	sampleBytes = 2000
	sampledAt   = 3
)

func sampleOf(raw string) string {
	if len(raw) <= sampleBytes {
		return raw
	}
	var b strings.Builder
	for i := range sampledAt {
		at := i * (len(raw) / sampledAt)
		b.WriteString(raw[at:at+sampleBytes/sampledAt] + " ")
	}
	return b.String()
}

// LatinLanguages in the order that decides a tie.
var LatinLanguages = []string{"en", "de", "fr", "es", "it", "pt", "nl", "sv"}

// A tell is which languages have a small word: a bit for each of latinLanguages, by
// itself, and shared with English.
type tell struct {
	own, shared uint8
	english     bool
}

// tells are the small words of all languages: "as", "do" and "die" are words of several.
var tells = sync.OnceValue(func() map[string]tell {
	all := map[string]tell{}
	for i, lang := range LatinLanguages {
		for _, w := range strings.Fields(strings.Join(Stopwords[lang].lists, " ")) {
			x := all[w]
			switch {
			case i == 0:
				x.english = true
			case len(w) == 1 || Stopwords["en"].Has(w) || CommonEnglish.Has(w):
				x.shared |= 1 << i
			default:
				x.own |= 1 << i
			}
			all[w] = x
		}
	}
	return all
})

func latinLanguage(sample string) string {
	var own, shared, english [8]int  // english: words of English that the language has not
	words, accented, said := 0, 0, 0 // said: words of English
	for w := range strings.FieldsFuncSeq(sample, func(r rune) bool { return !unicode.IsLetter(r) }) {
		words++
		if latinMarks(w) {
			accented++
		}
		x, ok := tells()[strings.ToLower(w)]
		if !ok {
			x = tellOf(w)
		}
		if x.english && len(w) > 1 {
			said++
		}
		for i := 1; i < len(LatinLanguages); i++ {
			if x.own&(1<<i) != 0 {
				own[i]++
			}
			if x.shared&(1<<i) != 0 {
				shared[i]++
			} else if x.english {
				english[i]++
			}
		}
	}
	best := 0
	for i, n := range own {
		// Another language must win clearly: a short English sentence may hold few stop
		// words. Where it holds none at all, what is shared counts as well; where it holds next to
		// none, a few of the other's tell: lists and tables have few of any.
		clear := n >= english[i]+2 && 12*n > words || n >= 3 && n >= 4*english[i] || english[i] == 0 && (n > 0 || accented > 0) && n+shared[i] >= 3 && 4*(n+shared[i]) >= words
		if i > 0 && clear && (best == 0 || n > own[best] || n == own[best] && shared[i] > shared[best]) {
			best = i
		}
	}
	if best == 0 && words >= fewWords && 5*accented >= words && 10*said < words {
		return Undetermined
	}
	return LatinLanguages[best]
}

// Undetermined is the language of a text in none of the languages read, as BCP 47 has it: in another
// script, or in Latin letters with few English words among many with marks.
const Undetermined = "und"

const fewWords = 12

// latinMarks reports a letter with a mark: é, ł, ế.
func latinMarks(w string) bool {
	return strings.ContainsFunc(w, func(r rune) bool { return r >= 0xc0 && r < 0x250 || r >= 0x1e00 && r < 0x1f00 })
}

// MaySay reports a text that may be in a language, for all that its small words tell: no more of
// them are English than are words of the language alone.
func MaySay(raw, lang string) bool {
	at, own, english := slices.Index(LatinLanguages, lang), 0, 0
	for w := range strings.FieldsFuncSeq(raw, func(r rune) bool { return !unicode.IsLetter(r) }) {
		x, ok := tells()[strings.ToLower(w)]
		if !ok {
			x = tellOf(w)
		}
		switch {
		case len(w) == 1: // "A needs B"
		case at < 0 && latinMarks(w), at >= 0 && (x.own|x.shared)&(1<<at) != 0 && !x.english:
			own++
		case x.english && (at < 0 || x.shared&(1<<at) == 0):
			english++
		}
	}
	return own >= english
}

// SaysOther reports small words of another language than English, and none of English: what there is
// of technical terms between them may be of any.
func SaysOther(raw string) (says bool) {
	letter := func(r rune) bool { return !unicode.IsLetter(r) }
	for field := range strings.FieldsSeq(raw) {
		word := strings.TrimFunc(field, letter)
		for w := range strings.FieldsFuncSeq(word, letter) {
			x, ok := tells()[w]
			if !ok {
				x = tellOf(w)
			}
			if tells()[strings.ToLower(w)].english && len(w) > 1 {
				return false
			}
			says = says || x.own != 0 && len(w) > 1 && w == word && !strings.HasPrefix(field, `\`)
		}
	}
	return says
}

// tellOf is what the letters of a word tell. Of a capital one they tell nothing: an
// English text has names of everywhere.
func tellOf(w string) (x tell) {
	if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
		return x
	}
	for _, r := range w {
		switch r {
		case 'ß', 'ü':
			x.own |= 1 << 1 // de
		case 'ä', 'ö':
			x.own |= 1<<1 | 1<<7 // de, sv
		case 'å':
			x.own |= 1 << 7
		case 'ñ':
			x.own |= 1 << 3 // es
		case 'ã', 'õ':
			x.own |= 1 << 5 // pt
		}
	}
	return x
}

// SaysEnglish reports a word that English has and no other language here.
func SaysEnglish(raw string) bool {
	for w := range strings.FieldsFuncSeq(raw, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if x := tells()[strings.ToLower(w)]; x.english && x.own == 0 && x.shared == 0 {
			return true
		}
	}
	return false
}

// HasUpper reports a word with a capital letter.
func HasUpper(w string) bool {
	return strings.ContainsFunc(w, unicode.IsUpper)
}
