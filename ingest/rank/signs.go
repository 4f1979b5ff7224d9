package rank

import (
	"strings"
	"unicode"
)

// Signs are what of a question's form may tell its intent: its words alone, in twos and where they
// stand, parts of runs without spaces, and how long it is. Numbers are all one.
func Signs(question string) []string {
	var words, signs []string
	long := 0
	for _, word := range strings.Fields(plain(question)) {
		for _, w := range runs(word) {
			switch n := len([]rune(w)); {
			case isHan(w):
				long += (n + 1) / 2
				words = append(words, w)
			case strings.ContainsFunc(w, unicode.IsDigit):
				long++
				words = append(words, "#")
			default:
				long++
				words = append(words, w)
			}
		}
	}
	if len(words) == 0 {
		return nil
	}
	name := func(i int) string { // of a word beside another
		switch {
		case i < 0:
			return "^"
		case i >= len(words):
			return "$"
		case isHan(words[i]):
			return "汉"
		}
		return words[i]
	}
	add := func(sign string) { signs = append(signs, sign) }
	for i, w := range words {
		if isHan(w) {
			edged := []rune(w)
			if i == 0 {
				edged = append([]rune{'^'}, edged...)
			}
			if i == len(words)-1 {
				edged = append(edged, '$')
			}
			for n := 1; n <= 4; n++ {
				for at := 0; at+n <= len(edged); at++ {
					add(string(edged[at : at+n]))
				}
			}
		} else {
			add(w)
		}
		add(name(i-1) + " " + name(i))
		add(name(i-2) + " " + name(i-1) + " " + name(i))
	}
	last := len(words) - 1
	add(name(last) + " $")
	add(name(last-1) + " " + name(last) + " $")
	if len(words) > 1 {
		add("2 " + name(1))
		add(name(0) + " … " + name(last))
		add("^ " + ending(name(0)))
		add(ending(name(last)) + " $")
	}
	add("long " + []string{"1", "2", "3", "4", "5", "5", "7", "7", "7"}[min(max(long, 1)-1, 8)])
	return signs
}

// ending is what a word's form may tell of it: "-ing", "-est".
func ending(w string) string {
	if r := []rune(w); len(r) > 4 {
		w = string(r[len(r)-3:])
	}
	return "-" + w
}

// runs cuts a word where a script with spaces meets one without.
func runs(word string) (out []string) {
	from := 0
	for i, r := range word {
		if i > from && isHan(word[from:i]) != isHan(string(r)) {
			out = append(out, word[from:i])
			from = i
		}
	}
	return append(out, word[from:])
}
