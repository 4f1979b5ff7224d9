package eval

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"assay/compiler/reports"
	"assay/compiler/stats"
)

// A labelPlace is where a label's claim stands: bytes of a file, or words alone.
type labelPlace struct {
	file     string
	from, to int
	words    string
}

// Where it is not known where a claim ends, so many characters are taken; and a claim of
// so many may have been cut off.
const (
	unknownEnd = 80
	maybeCut   = 160
)

// place finds a label's claim on its line. It may go on in the next line, or be told in
// other words: then it is the line's beginning.
func (w *wikiRun) place(l *WikiLabel) (labelPlace, error) {
	text, err := w.read(l.File)
	if err != nil {
		return labelPlace{}, fmt.Errorf("labels and wiki differ: %w", err)
	}
	if l.Line == 0 {
		return labelPlace{file: l.File, words: stats.Letters(l.Claim)}, nil
	}
	from, to, ok := lineOf(text, l.Line)
	if !ok {
		return labelPlace{}, fmt.Errorf("labels and wiki differ: %s has no line %d", l.File, l.Line)
	}
	line := string(text[from:to])
	words := strings.Fields(l.Claim)
	for n := len(words); n > 0; n-- {
		at := findWords(line, words[:n])
		if at == nil {
			continue
		}
		p := labelPlace{file: l.File, from: from + at[0], to: from + at[1]}
		if n < len(words) || utf8.RuneCountInString(l.Claim) >= maybeCut {
			p.to = from + ahead(line, at[0])
		}
		return p, nil
	}
	return labelPlace{file: l.File, from: from, to: from + ahead(line, 0)}, nil
}

// findWords finds words with any space between them.
func findWords(line string, words []string) []int {
	if !strings.Contains(line, words[0]) {
		return nil
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	e, err := regexp.Compile(strings.Join(quoted, `\s+`))
	if err != nil {
		return nil // not UTF-8
	}
	return e.FindStringIndex(line)
}

// ahead is the byte so many characters on, in the line.
func ahead(line string, at int) int {
	for range unknownEnd {
		_, size := utf8.DecodeRuneInString(line[at:])
		at += size
	}
	return at
}

// overlap is how many bytes of a claim lie in the place, or of one that is found by its
// words, whether it is the claim.
func (p labelPlace) overlap(c reports.ClaimRow) int {
	switch {
	case c.File != p.file:
		return 0
	case p.words != "":
		if words := stats.Letters(c.Text); words != "" && (strings.HasPrefix(words, p.words) || strings.HasPrefix(p.words, words)) {
			return len(words)
		}
		return 0
	}
	return max(0, min(p.to, c.End)-max(p.from, c.Start))
}

func (p labelPlace) meets(c reports.ClaimRow) bool { return p.overlap(c) > 0 }

// lineOf is where line n lies, from 1 and without its end. A line ends with LF.
func lineOf(text []byte, n int) (from, to int, ok bool) {
	for ; n > 1; n-- {
		i := bytes.IndexByte(text[from:], '\n')
		if i < 0 {
			return 0, 0, false
		}
		from += i + 1
	}
	if i := bytes.IndexByte(text[from:], '\n'); i >= 0 {
		return from, from + i, true
	}
	return from, len(text), true
}
