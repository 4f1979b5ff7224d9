package onnx

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A tokenizer cuts text as the model's own does: WordPiece as BERT has it, byte-level BPE
// as RoBERTa has it, or unigrams as DeBERTa v3 and XLM-R have them. It gives only tokens of text: that a text spells the name of a
// separator makes no separator of it.
type tokenizer struct {
	kind   string
	vocab  map[string]int
	unk    int
	first  int   // before all
	sep    []int // between the two
	last   int
	typed  bool // the second part has type 1
	lower  bool
	strip  bool // accents
	prefix string
	most   int       // characters of a word, or of a unigram
	scores []float64 // of unigrams, by number
	least  float64
	ranks  map[[2]string]int
	space  bool // byte-level: a space goes before the first word
	bytes  [256]string
	skip   map[string]bool // tokens that mean something to the model: never made from text
	memo   map[string][]int
}

// tokenizerJSON is what tokenizer.json has that matters here.
type tokenizerJSON struct {
	Added []struct {
		ID      int    `json:"id"`
		Content string `json:"content"`
		Special bool   `json:"special"`
	} `json:"added_tokens"`
	Normalizer   *normalizerJSON `json:"normalizer"`
	PreTokenizer *struct {
		Type  string `json:"type"`
		Space bool   `json:"add_prefix_space"`
	} `json:"pre_tokenizer"`
	Model struct {
		Type   string            `json:"type"`
		Vocab  json.RawMessage   `json:"vocab"`
		Unk    string            `json:"unk_token"`
		UnkID  *int              `json:"unk_id"`
		Prefix string            `json:"continuing_subword_prefix"`
		Most   int               `json:"max_input_chars_per_word"`
		Merges []json.RawMessage `json:"merges"`
	} `json:"model"`
}

type normalizerJSON struct {
	Type  string           `json:"type"`
	Lower bool             `json:"lowercase"`
	Strip *bool            `json:"strip_accents"`
	List  []normalizerJSON `json:"normalizers"`
}

func readTokenizer(dir string) (*tokenizer, error) {
	raw, err := readFile(dir, tokenizerFile, maxConfig)
	if err != nil {
		return nil, err
	}
	return parseTokenizer(raw)
}

func parseTokenizer(raw []byte) (*tokenizer, error) {
	var f tokenizerJSON
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, fmt.Errorf("read %s: %w", tokenizerFile, err)
	}
	t := &tokenizer{vocab: map[string]int{}, skip: map[string]bool{}, prefix: f.Model.Prefix, most: f.Model.Most, memo: map[string][]int{}}
	if f.Model.Type == "" && len(f.Model.Merges) > 0 {
		f.Model.Type = "BPE"
	}
	var err error
	switch f.Model.Type {
	case "WordPiece", "BPE":
		err = json.Unmarshal(f.Model.Vocab, &t.vocab)
	case "Unigram":
		err = t.readScores(f.Model.Vocab)
	default:
		return nil, fmt.Errorf("read %s: it is of the kind %.20q; WordPiece (BERT), byte-level BPE (RoBERTa) and Unigram (DeBERTa v3, XLM-R) are known", tokenizerFile, f.Model.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: no vocabulary: %w", tokenizerFile, err)
	}
	for _, a := range f.Added {
		t.vocab[a.Content] = a.ID
		if a.Special {
			t.skip[a.Content] = true
		}
	}
	for word, id := range t.vocab {
		if id < 0 || id > 10_000_000 {
			return nil, fmt.Errorf("read %s: %.40q has the number %d", tokenizerFile, word, id)
		}
	}
	switch f.Model.Type {
	case "WordPiece":
		return t, t.wordPiece(f)
	case "Unigram":
		return t, t.unigrams(f)
	}
	return t, t.byteLevel(f)
}

func (t *tokenizer) wordPiece(f tokenizerJSON) error {
	t.kind = "WordPiece"
	if t.prefix == "" {
		t.prefix = "##"
	}
	if t.most <= 0 {
		t.most = 100
	}
	var ok [3]bool
	t.first, ok[0] = t.vocab["[CLS]"]
	sep, found := t.vocab["[SEP]"]
	unk := f.Model.Unk
	if unk == "" {
		unk = "[UNK]"
	}
	t.unk, ok[2] = t.vocab[unk]
	t.sep, t.last, ok[1], t.typed = []int{sep}, sep, found, true
	if ok != [3]bool{true, true, true} {
		return fmt.Errorf("read %s: it lacks [CLS], [SEP] or %s", tokenizerFile, unk)
	}
	if n := f.Normalizer; n != nil {
		t.lower = n.lower()
		t.strip = t.lower
		if n.Strip != nil {
			t.strip = *n.Strip
		}
	}
	return nil
}

func (n normalizerJSON) lower() bool {
	if n.Lower || n.Type == "Lowercase" {
		return true
	}
	for _, x := range n.List {
		if x.lower() {
			return true
		}
	}
	return false
}

func (t *tokenizer) byteLevel(f tokenizerJSON) error {
	t.kind = "byte-level BPE"
	if p := f.PreTokenizer; p == nil || p.Type != "ByteLevel" {
		return fmt.Errorf("read %s: its BPE is not byte-level, as RoBERTa's is", tokenizerFile)
	}
	t.space = f.PreTokenizer.Space
	first, ok1 := t.vocab["<s>"]
	sep, ok2 := t.vocab["</s>"]
	if !ok1 || !ok2 {
		return fmt.Errorf("read %s: it lacks <s> or </s>", tokenizerFile)
	}
	t.first, t.sep, t.last = first, []int{sep, sep}, sep
	t.unk = -1
	if id, ok := t.vocab["<unk>"]; ok {
		t.unk = id
	}
	t.ranks = make(map[[2]string]int, len(f.Model.Merges))
	for i, raw := range f.Model.Merges {
		var two []string
		var one string
		if json.Unmarshal(raw, &one) == nil {
			two = strings.SplitN(one, " ", 2)
		} else if err := json.Unmarshal(raw, &two); err != nil {
			return fmt.Errorf("read %s: merge %d: %w", tokenizerFile, i+1, err)
		}
		if len(two) != 2 {
			return fmt.Errorf("read %s: merge %d is no pair", tokenizerFile, i+1)
		}
		t.ranks[[2]string{two[0], two[1]}] = i
	}
	// GPT-2's letters for bytes: printable ones stand for themselves, the others for
	// characters from U+0100 on.
	n := 0
	for b := range 256 {
		if b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE {
			t.bytes[b] = string(rune(b))
		} else {
			t.bytes[b] = string(rune(256 + n))
			n++
		}
	}
	return nil
}

// A pair is claim and text as the model is given them.
type pair struct{ ids, types []int }

// extra is how many tokens stand around the two.
func (t *tokenizer) extra() int { return 2 + len(t.sep) }

// pair puts claim and text together: for inference the text is the premise and stands
// first, for a cross-encoder of search the claim is what is asked.
func (t *tokenizer) pair(claim, text []int, inference bool) pair {
	one, two := claim, text
	if inference {
		one, two = text, claim
	}
	var p pair
	add := func(kind int, ids ...int) {
		for _, id := range ids {
			p.ids, p.types = append(p.ids, id), append(p.types, kind)
		}
	}
	second := 0
	if t.typed {
		second = 1
	}
	add(0, t.first)
	add(0, one...)
	add(0, t.sep...)
	add(second, two...)
	add(second, t.last)
	return p
}

// encode cuts a text into tokens.
func (t *tokenizer) encode(text string) []int {
	var out []int
	if t.ranks != nil {
		if t.space && text != "" && text[0] != ' ' {
			text = " " + text
		}
		for _, word := range byteWords(text) {
			out = append(out, t.word(word, t.merge)...)
		}
		return out
	}
	if t.scores != nil {
		for _, word := range strings.FieldsFunc(norm.NFKC.String(text), isBlank) {
			ids := t.word(space+word, t.best)
			if n := len(out); n > 0 && len(ids) > 0 && out[n-1] == t.unk && ids[0] == t.unk {
				ids = ids[1:] // what is unknown in a row is one token
			}
			out = append(out, ids...)
		}
		return out
	}
	for _, word := range t.words(text) {
		out = append(out, t.word(word, t.pieces)...)
	}
	return out
}

// memoWords bounds what is remembered of words.
const memoWords = 50_000

func (t *tokenizer) word(word string, cut func(string) []int) []int {
	if ids, ok := t.memo[word]; ok {
		return ids
	}
	if len(t.memo) > memoWords {
		clear(t.memo)
	}
	ids := cut(word)
	t.memo[word] = ids
	return ids
}

// words cleans and splits as BERT does: at white space, around punctuation and around
// each Chinese character.
func (t *tokenizer) words(text string) []string {
	if t.lower {
		text = strings.ToLower(text)
	}
	if t.strip {
		text = norm.NFD.String(text)
	}
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	for _, r := range text {
		switch {
		case r == 0 || r == unicode.ReplacementChar || t.strip && unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			flush()
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		case isPunct(r) || isChinese(r):
			flush()
			out = append(out, string(r))
		default:
			word.WriteRune(r)
		}
	}
	flush()
	return out
}

// isPunct counts, as BERT does, all of ASCII that is neither letter, digit nor space.
func isPunct(r rune) bool {
	if r < 0x80 {
		return r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	return unicode.IsPunct(r)
}

func isChinese(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0x20000 && r <= 0x2CEAF ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F
}

// pieces cuts a word into the longest pieces of the vocabulary, from the left.
func (t *tokenizer) pieces(word string) []int {
	runes := []rune(word)
	if len(runes) > t.most {
		return []int{t.unk}
	}
	var out []int
	for from := 0; from < len(runes); {
		to, id := len(runes), -1
		for ; to > from; to-- {
			piece := string(runes[from:to])
			if from > 0 {
				piece = t.prefix + piece
			}
			if n, ok := t.vocab[piece]; ok && !t.skip[piece] {
				id = n
				break
			}
		}
		if id < 0 {
			return []int{t.unk}
		}
		out = append(out, id)
		from = to
	}
	return out
}

// byteWords splits as GPT-2 does: contractions, runs of letters, of digits, of anything
// else, each with the one space before it.
func byteWords(text string) []string {
	runes := []rune(text)
	kind := func(r rune) int {
		switch {
		case unicode.IsSpace(r):
			return 0
		case unicode.IsLetter(r):
			return 1
		case unicode.IsNumber(r):
			return 2
		}
		return 3
	}
	var out []string
	for i := 0; i < len(runes); {
		if n := contraction(runes[i:]); n > 0 {
			out = append(out, string(runes[i:i+n]))
			i += n
			continue
		}
		j := i
		if runes[i] == ' ' && i+1 < len(runes) && kind(runes[i+1]) != 0 {
			j++
		}
		if k := kind(runes[j]); k != 0 {
			end := j
			for end < len(runes) && kind(runes[end]) == k {
				end++
			}
			out = append(out, string(runes[i:end]))
			i = end
			continue
		}
		end := i
		for end < len(runes) && kind(runes[end]) == 0 {
			end++
		}
		if end < len(runes) && end-i > 1 {
			end-- // the last space goes with the word behind it
		}
		out = append(out, string(runes[i:end]))
		i = end
	}
	return out
}

func contraction(r []rune) int {
	if len(r) < 2 || r[0] != '\'' {
		return 0
	}
	switch r[1] {
	case 's', 't', 'm', 'd':
		return 2
	}
	if len(r) > 2 {
		switch string(r[1:3]) {
		case "re", "ve", "ll":
			return 3
		}
	}
	return 0
}

// longWord is the longest word, in bytes, of which pairs are merged: the work grows with
// its square.
const longWord = 1000

// merge joins the bytes of a word by the pairs that were learnt, the earliest first.
func (t *tokenizer) merge(word string) []int {
	var parts []string
	for i := 0; i < len(word); i++ {
		parts = append(parts, t.bytes[word[i]])
	}
	for len(parts) > 1 && len(word) <= longWord {
		best, at := -1, 0
		for i := range len(parts) - 1 {
			if rank, ok := t.ranks[[2]string{parts[i], parts[i+1]}]; ok && (best < 0 || rank < best) {
				best, at = rank, i
			}
		}
		if best < 0 {
			break
		}
		parts[at] += parts[at+1]
		parts = append(parts[:at+1], parts[at+2:]...)
	}
	var out []int
	for _, p := range parts {
		if id, ok := t.vocab[p]; ok && !t.skip[p] {
			out = append(out, id)
		} else if t.unk >= 0 {
			out = append(out, t.unk)
		}
	}
	return out
}
