package judge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
)

// unread reports a text in a language of which the judge knows neither the words that
// deny nor those that limit, so that it can vouch for the text's own sentences alone.
func (t *reading) unread() bool {
	if t.Lang == text.Undetermined {
		return true
	}
	sample := t.Raw
	if len(sample) > 2000 {
		sample = sample[:2000]
	}
	letters, read, accented := 0, 0, 0
	for _, r := range sample {
		switch {
		case r < utf8.RuneSelf:
			if r|0x20 >= 'a' && r|0x20 <= 'z' {
				letters, read = letters+1, read+1
			}
		case r < 0x250 && unicode.IsLetter(r):
			letters, read, accented = letters+1, read+1, accented+1
		case r >= 0x400 && r < 0x530, text.IsCJK(r):
			letters, read = letters+1, read+1
		case r >= 0x1e00 && r < 0x1f00:
			letters, read, accented = letters+1, read+1, accented+1
		case unicode.IsLetter(r):
			letters++
		}
	}
	if 3*read < 2*letters {
		return true
	}
	return t.Lang == "en" && 50*accented > letters && !t.plainEnglish()
}

// plainEnglish reports the small words that no English text does without.
func (t *reading) plainEnglish() bool {
	words, small := 0, 0
	for i := range t.Toks {
		if t.Toks[i].Is(text.MarkNumber) {
			continue
		}
		words++
		if t.Toks[i].Is(text.MarkStop) && !text.CommonEnglish.Has(t.Toks[i].Low) && !strings.ContainsFunc(t.Toks[i].Low, func(r rune) bool { return r >= utf8.RuneSelf }) {
			small++
		}
	}
	return words < 8 || 10*small >= words
}

// checkLanguage caps what is said in a language that is not read.
func (a *alignment) checkLanguage() *finding {
	if !a.s.unread() && !a.c.unread() {
		return nil
	}
	return doubt(RuleUnread)
}
