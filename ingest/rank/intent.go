package rank

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

//go:embed intents.tsv
var fitted string

// told are the signs that tell intents, each with a letter for each intent, in their order: what
// the sign says for it, 'A' the least. internal/lab/intents fits them.
var told = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(fitted) {
		sign, says, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		m[sign] = says
	}
	return m
})

// Intent tells what a question is after: by signals of a vault's own where one stands in it, the
// most specific intent first, else by its signs. One without any is exploratory.
func (w *Weights) Intent(query string) Intent {
	spaced := " " + plain(query) + " "
	for _, i := range Intents() {
		if slices.ContainsFunc(w.own[i], func(s string) bool { return signalled(spaced, s) }) {
			return i
		}
	}
	best, score := Intent("exploratory"), [7]int{}
	for _, sign := range Signs(query) {
		for k, letter := range []byte(told()[sign]) {
			score[k] += int(letter)
		}
	}
	most := score[slices.Index(Intents(), best)]
	for k, i := range Intents() {
		if score[k] > most {
			best, most = i, score[k]
		}
	}
	return best
}

var (
	han     = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}]+`)
	numbers = regexp.MustCompile(`\S*\pN\S*`)
)

// Signs are what of a question's form may tell its intent: its words alone, in twos and where they
// stand, parts of runs without spaces, and how long it is. Numbers are all one.
func Signs(question string) (signs []string) {
	words := strings.Fields(numbers.ReplaceAllString(han.ReplaceAllString(plain(question), " $0 "), "#"))
	if len(words) == 0 {
		return nil
	}
	long, names := 0, []string{"^"}
	for i, w := range words {
		if !isHan(w) {
			long, names, signs = long+1, append(names, w), append(signs, w)
			continue
		}
		if names = append(names, "汉"); i == 0 {
			w = "^" + w
		}
		if i == len(words)-1 {
			w += "$"
		}
		run := []rune(w)
		long += len(run) / 2
		for at := range run {
			for end := at + 1; end <= min(at+4, len(run)); end++ {
				signs = append(signs, string(run[at:end]))
			}
		}
	}
	names = append(names, "$")
	for i, name := range names[1:] {
		signs = append(signs, names[i]+" "+name)
	}
	if len(words) > 1 {
		signs = append(signs, "2 "+names[2], names[1]+" … "+names[len(words)])
	}
	return append(signs, "long "+strconv.Itoa(min(long, 7)))
}

// signalled looks for a signal as whole words, or anywhere in scripts that have no spaces.
func signalled(spaced, signal string) bool {
	signal = plain(signal)
	if !isHan(signal) {
		signal = " " + signal + " "
	}
	return strings.TrimSpace(signal) != "" && strings.Contains(spaced, signal)
}

// plain is a text in lower case with one space for whatever stands between words.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}), " ")
}
