package onnx

import (
	"encoding/json"
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"
)

// space is how unigrams write the space before a word.
const space = "▁"

// longUnigram bounds the pieces of a vocabulary: the work for a character grows with it.
const longUnigram = 64

// readScores reads a vocabulary of pieces with their log probabilities.
func (t *tokenizer) readScores(raw json.RawMessage) error {
	var list [][2]json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	t.scores = make([]float64, len(list))
	for i, row := range list {
		var piece string
		if err := json.Unmarshal(row[0], &piece); err != nil {
			return err
		}
		if err := json.Unmarshal(row[1], &t.scores[i]); err != nil {
			return err
		}
		t.vocab[piece] = i
		t.least = math.Min(t.least, t.scores[i])
		t.most = max(t.most, min(longUnigram, utf8.RuneCountInString(piece)))
	}
	return nil
}

// unigrams finds what stands around claim and text: [CLS] and [SEP] as DeBERTa has them,
// or <s> and </s> as XLM-R.
func (t *tokenizer) unigrams(f tokenizerJSON) error {
	t.kind = "Unigram"
	t.unk = -1
	if f.Model.UnkID != nil {
		t.unk = *f.Model.UnkID
	}
	if t.unk < 0 || t.unk >= len(t.scores) {
		return fmt.Errorf("read %s: it has no unknown token", tokenizerFile)
	}
	first, ok1 := t.vocab["[CLS]"]
	sep, ok2 := t.vocab["[SEP]"]
	if ok1 && ok2 {
		t.first, t.sep, t.last, t.typed = first, []int{sep}, sep, true
		return nil
	}
	if first, ok1 = t.vocab["<s>"]; ok1 {
		if sep, ok2 = t.vocab["</s>"]; ok2 {
			t.first, t.sep, t.last = first, []int{sep, sep}, sep
			return nil
		}
	}
	return fmt.Errorf("read %s: it lacks [CLS] and [SEP], and <s> and </s>", tokenizerFile)
}

func isBlank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError
}

// best cuts a word into the pieces whose probabilities have the greatest product
// (Viterbi). A character that no piece covers is unknown, at a price no piece has.
func (t *tokenizer) best(word string) []int {
	runes := []rune(word)
	type cell struct {
		score float64
		from  int
		id    int
	}
	at := make([]cell, len(runes)+1)
	for i := 1; i <= len(runes); i++ {
		at[i] = cell{at[i-1].score + t.least - 10, i - 1, t.unk}
		for from := max(0, i-t.most); from < i; from++ {
			piece := string(runes[from:i])
			id, ok := t.vocab[piece]
			if !ok || t.skip[piece] || id >= len(t.scores) {
				continue
			}
			if s := at[from].score + t.scores[id]; s > at[i].score {
				at[i] = cell{s, from, id}
			}
		}
	}
	var back []int
	for i := len(runes); i > 0; i = at[i].from {
		if id := at[i].id; id != t.unk || len(back) == 0 || back[len(back)-1] != t.unk {
			back = append(back, id)
		}
	}
	out := make([]int, len(back))
	for i, id := range back {
		out[len(back)-1-i] = id
	}
	return out
}
