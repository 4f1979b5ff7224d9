package text

import (
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
	sample := raw
	if len(sample) > 2000 {
		sample = sample[:2000]
	}
	var latin, cyrillic, han, kana, hangul int
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
	case latin == 0:
		return ""
	}
	return latinLanguage(sample)
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
	var own, shared, english [8]int // english: words of English that the language has not
	words, accented := 0, false
	for w := range strings.FieldsFuncSeq(sample, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if words++; words > 150 {
			break
		}
		accented = accented || hasMarks(w)
		x, ok := tells()[strings.ToLower(w)]
		if !ok {
			x = tellOf(w)
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
		// words. Where it holds none at all, what is shared counts as well.
		clear := n >= english[i]+2 && 12*n > words || english[i] == 0 && (n > 0 || accented) && n+shared[i] >= 3 && 4*(n+shared[i]) >= words
		if i > 0 && clear && (best == 0 || n > own[best] || n == own[best] && shared[i] > shared[best]) {
			best = i
		}
	}
	return LatinLanguages[best]
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
