package eval

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/mutate"
)

// swapKinds are the kinds of mutants that say something else beyond doubt.
var swapKinds = []mutate.Kind{mutate.Number, mutate.Date, mutate.Unit, mutate.Name, mutate.Negation, mutate.Quantifier, mutate.Comparative, mutate.Roles}

const shortest = 8 // characters of a claim: what is shorter says next to nothing

// A swapper makes claims of one collection.
type swapper struct {
	o       SwapsOptions
	answers []string // all, each once, in order
	names   []string
	made    map[string]bool
	rows    []claimRow
	ways    []string
}

// swapRows makes the claims of a collection, each with its document as evidence.
func swapRows(dir string, o SwapsOptions) ([]claimRow, []string, error) {
	docs, err := readCorpus(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("make claims by swaps: %w", err)
	}
	queries, err := readQueries(dir, o.Split)
	if err != nil {
		return nil, nil, fmt.Errorf("make claims by swaps: %w", err)
	}
	answers, err := readAnswers(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("make claims by swaps: %w", err)
	}
	texts := make(map[string]string, len(docs))
	s := &swapper{o: o, made: map[string]bool{}}
	for _, d := range docs {
		texts[d.ID] = d.Text
		s.names = append(s.names, mutate.Names(d.Text)...)
	}
	for _, list := range answers {
		s.answers = append(s.answers, list...)
	}
	slices.Sort(s.answers)
	s.answers = slices.Compact(s.answers)
	slices.Sort(s.names)
	s.names = slices.Compact(s.names)
	for _, q := range queries {
		for _, doc := range slices.Sorted(maps.Keys(q.relevant)) {
			for _, answer := range answers[q.ID] {
				s.claim(q.ID, texts[doc], answer)
			}
		}
	}
	if len(s.rows) == 0 {
		return nil, nil, fmt.Errorf("make claims by swaps: no sentence of %s holds an answer: queries.jsonl needs \"answers\" in the words of the documents", dir)
	}
	return s.rows, s.ways, nil
}

// claim makes the claims of one answer: the sentence that holds it, true ones and
// false ones made of it.
func (s *swapper) claim(id, text, answer string) {
	sentence := sentenceWith(text, answer)
	if utf8.RuneCountInString(sentence) < shortest {
		return
	}
	if to, ok := s.otherAnswer(id, text, answer); ok && strings.Count(sentence, answer) == 1 {
		s.add(id, wayAnswer, labelRefuted, strings.Replace(sentence, answer, to, 1), text)
	}
	if !s.add(id, wayAsIs, labelSupported, sentence, text) {
		return // another question was about the same sentence
	}
	if short := shortened(sentence); short != sentence {
		s.add(id, wayShort, labelSupported, short, text)
	}
	all := mutate.Mutants(sentence, mutate.About{Seed: id, Evidence: text, Names: s.names}, swapKinds)
	for _, m := range mutate.Few(all, s.o.PerClaim) {
		s.add(id, string(m.Kind), labelRefuted, m.Text, text)
	}
}

func (s *swapper) add(id, way, label, claim, text string) bool {
	if s.made[claim] {
		return false
	}
	s.made[claim] = true
	s.rows = append(s.rows, claimRow{ID: fmt.Sprintf("%s-%d", id, len(s.rows)), Claim: claim, Evidence: evidenceText(text), Label: label})
	s.ways = append(s.ways, way)
	return true
}

// otherAnswer is the answer to another question that may stand in the place of one:
// of its form, and not in the document.
func (s *swapper) otherAnswer(id, text, answer string) (string, bool) {
	n := len(s.answers)
	from := mutate.Pick(n, id, answer)
	low := strings.ToLower(text)
	for k := range n {
		to := s.answers[(from+k)%n]
		if sameForm(answer, to) && !strings.Contains(low, strings.ToLower(to)) {
			return to, true
		}
	}
	return "", false
}

// sameForm reports answers of one form: both a number with the same words about it, or
// none, as many words, with a capital or without.
func sameForm(a, b string) bool {
	if strings.ContainsAny(a, "0123456789") || strings.ContainsAny(b, "0123456789") {
		return figures(a) == figures(b)
	}
	x, y := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	fa, _ := utf8.DecodeRuneInString(a)
	fb, _ := utf8.DecodeRuneInString(b)
	return len(strings.Fields(a)) == len(strings.Fields(b)) && unicode.IsUpper(fa) == unicode.IsUpper(fb) && 2*x >= y && 2*y >= x
}

// figures is a text with one 0 for each digit.
func figures(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, s)
}

// sentenceWith is the sentence of a text that holds an answer; it may be cut at an
// abbreviation, and still be a piece of the text.
func sentenceWith(text, answer string) string {
	at := strings.Index(text, answer)
	if at < 0 || answer == "" {
		return ""
	}
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if !endsSentence(text, r, end) {
			continue
		}
		if end >= at+len(answer) {
			return strings.TrimSpace(text[start:end])
		}
		if end <= at {
			start = end
		}
	}
	return strings.TrimSpace(text[start:])
}

// endsSentence reports that r, before text[end:], ends a sentence.
func endsSentence(text string, r rune, end int) bool {
	switch r {
	case '。', '！', '？', '؟':
		return true
	case '.', '!', '?':
		rest := text[end:]
		next := strings.TrimLeft(rest, " \n\"'«“")
		f, _ := utf8.DecodeRuneInString(next)
		return rest == "" || len(next) < len(rest) && !unicode.IsLower(f) && !unicode.IsDigit(f) && !shortWordBefore(text[:end-1])
	}
	return false
}

// shortWordBefore reports what is likely an abbreviation: Dr., St., J.
func shortWordBefore(s string) bool {
	word := s[strings.LastIndexAny(s, " .(")+1:]
	return utf8.RuneCountInString(word) <= 3
}

// shortened is a sentence with less in it, and as true: without what stands in
// brackets, and up to a semicolon.
func shortened(s string) string {
	for _, pair := range [...][2]string{{" (", ")"}, {"（", "）"}, {" （", "）"}, {"(", ")"}} {
		before, rest, ok := strings.Cut(s, pair[0])
		if !ok {
			continue
		}
		if inner, after, ok := strings.Cut(rest, pair[1]); ok && !strings.ContainsAny(inner, "(（") && before != "" {
			s = before + after
		}
		break
	}
	for _, mark := range [...]string{"；", "; "} {
		if first, _, ok := strings.Cut(s, mark); ok && utf8.RuneCountInString(first) >= shortest {
			return first + strings.TrimSpace(map[string]string{"；": "。", "; ": "."}[mark])
		}
	}
	return s
}

// readAnswers reads the answers of queries, by id.
func readAnswers(dir string) (map[string][]string, error) {
	path := filepath.Join(dir, "queries.jsonl")
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read answers: %w", err)
	}
	defer f.Close()
	answers := map[string][]string{}
	err = eachLine(f, func(line []byte) error {
		var q struct {
			ID      string   `json:"id"`
			Answers []string `json:"answers"`
		}
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		answers[q.ID] = q.Answers
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read answers %s: %w", path, err)
	}
	return answers, nil
}
