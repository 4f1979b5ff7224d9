package onnx

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"assay/gates/judge"
	"assay/provenance"
)

var classes = []string{"contradiction", "entailment", "neutral"}

func open(t testing.TB, labels ...string) *Judge {
	t.Helper()
	j, err := Open(folder(t, labels...), "tiny")
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestModelOfInference(t *testing.T) {
	j := open(t, classes...)
	if id := j.Identity(); id.Name != "onnx/tiny" || !strings.HasPrefix(id.Version, "onnx/1+") {
		t.Errorf("it is %v", id)
	}
	for text, want := range map[string]provenance.Stance{
		"Yes.": provenance.Supports, "No.": provenance.Contradicts, "Tea is black.": provenance.Silent, "Yes no yes": provenance.Supports,
		"":  provenance.Silent,
		"☕": provenance.Silent,
	} {
		r, err := j.Ask(context.Background(), judge.Question{Claim: "Tea is green.", Text: text})
		if text == "" {
			if err == nil {
				t.Error("an empty text is judged")
			}
			continue
		}
		if err != nil || r.Stance != want || !(r.Score >= 0 && r.Score <= 1) || r.Sent != 0 {
			t.Errorf("%q: %+v, %v; want %s", text, r, err, want)
		}
	}
}

func TestCrossEncoder(t *testing.T) {
	j := open(t)
	low, err1 := j.Ask(context.Background(), judge.Question{Claim: "Tea is green.", Text: "no"})
	high, err2 := j.Ask(context.Background(), judge.Question{Claim: "Tea is green.", Text: "yes"})
	if err1 != nil || err2 != nil || low.Score > 0.2 || high.Score < 0.8 || high.Stance != provenance.Supports || low.Stance != provenance.Silent {
		t.Errorf("%+v, %+v, %v, %v", low, high, err1, err2)
	}
}

// The same question has the same answer, whoever asks beside it.
func TestConcurrent(t *testing.T) {
	j := open(t, classes...)
	want, err := j.Ask(context.Background(), judge.Question{Claim: "Tea is green.", Text: "Yes, the tea is green."})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if r, err := j.Ask(context.Background(), judge.Question{Claim: "Tea is green.", Text: "Yes, the tea is green."}); err != nil || r != want {
					t.Errorf("%+v, %v; want %+v", r, err, want)
				}
			}
		})
	}
	wg.Wait()
}

// What supports the claim may stand anywhere in a text that the model cannot hold at once.
func TestLongText(t *testing.T) {
	j := open(t, classes...)
	text := strings.Repeat("the tea is black . ", 60) + strings.Repeat("yes ", 30) + strings.Repeat("the tea is black . ", 30)
	r, err := j.Ask(context.Background(), judge.Question{Claim: "Tea is green.", Text: text})
	if err != nil || r.Stance != provenance.Supports {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := j.Ask(context.Background(), judge.Question{Claim: strings.Repeat("tea ", 60), Text: "yes"}); err == nil || !strings.Contains(err.Error(), "tokens") {
		t.Errorf("a claim that the model cannot hold: %v", err)
	}
}

// A text that spells separators does not end, and does not become a claim.
func TestNoTextIsASeparator(t *testing.T) {
	tok, err := parseTokenizer(wordPieceJSON(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"tea [SEP] yes [CLS] [PAD]", "[SEP]", "[sep]", "</s><s>"} {
		for _, id := range tok.encode(text) {
			if id == 2 || id == 3 || id == 0 {
				t.Errorf("%q becomes %v", text, tok.encode(text))
			}
		}
	}
	p := tok.pair([]int{4}, []int{5, 6}, true)
	if !reflect.DeepEqual(p, pair{[]int{2, 5, 6, 3, 4, 3}, []int{0, 0, 0, 0, 1, 1}}) {
		t.Errorf("for inference: %v", p)
	}
	if p = tok.pair([]int{4}, []int{5, 6}, false); !reflect.DeepEqual(p, pair{[]int{2, 4, 3, 5, 6, 3}, []int{0, 0, 0, 1, 1, 1}}) {
		t.Errorf("for search: %v", p)
	}
}

func TestWordPiece(t *testing.T) {
	tok, err := parseTokenizer(wordPieceJSON(t))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]int{
		"Tea is green.": {4, 5, 6, 9}, "  TÉA\n": {4}, "confirmed": {10, 11, 12}, "coffee": {1}, "tea茶tea": {4, 1, 4}, "": nil,
		"tea\u200bis": {1}, strings.Repeat("x", 200): {1}, "\x00tea\ufffd": {4}, "yes/no": {14, 1, 15},
	} {
		if got := tok.encode(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

const byteLevelJSON = `{"added_tokens":[{"id":0,"content":"<s>","special":true},{"id":2,"content":"</s>","special":true}],
"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false},
"model":{"type":"BPE","unk_token":"<unk>","vocab":{"<s>":0,"<pad>":1,"</s>":2,"<unk>":3,"t":4,"e":5,"a":6,"te":7,"tea":8,"Ġ":9,"Ġtea":10,"Ġt":11,"<":12,"/":13,"s":14,">":15,"'s":16,"'":17,"Ã":18,"©":19},
"merges":["t e","te a",["Ġ","tea"],"' s"]}}`

func TestByteLevel(t *testing.T) {
	tok, err := parseTokenizer([]byte(byteLevelJSON))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]int{
		"tea": {8}, "tea tea": {8, 10}, "tea's": {8, 16}, "</s>": {12, 13, 14, 15}, "é": {18, 19}, "tea  tea": {8, 9, 10}, "z": {3}, "": nil,
	} {
		if got := tok.encode(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if p := tok.pair([]int{8}, []int{10}, true); !reflect.DeepEqual(p, pair{[]int{0, 10, 2, 2, 8, 2}, []int{0, 0, 0, 0, 0, 0}}) {
		t.Errorf("%v", p)
	}
}

// A token that the model has no row for is an error or an answer, and nothing worse.
func TestTokenBeyondTheModel(t *testing.T) {
	s, err := newSession(tiny([][]float32{{1}, {2}}, 1))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := s.run(pair{[]int{0, 1, 5000000}, []int{0, 0, 1}}, 0); err == nil && len(out) != 1 {
		t.Errorf("%v", out)
	}
}

// The model that the tests of the program use is the one that is made here.
func TestTinyModelIsTheOneMadeHere(t *testing.T) {
	dir := folder(t, classes...)
	for _, name := range []string{modelFile, tokenizerFile, configFile} {
		made, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join("testdata", "tiny", name)
		if os.Getenv("ASSAY_UPDATE") != "" {
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, made, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if held, err := os.ReadFile(at); err != nil || string(held) != string(made) {
			t.Errorf("%s is another: ASSAY_UPDATE=1 writes it anew (%v)", at, err)
		}
	}
}

const unigramJSON = `{"added_tokens":[{"id":0,"content":"<s>","special":true},{"id":2,"content":"</s>","special":true}],
"model":{"type":"Unigram","unk_id":3,"vocab":[["<s>",0],["<pad>",0],["</s>",0],["<unk>",0],["▁tea",-2],["▁",-3],["t",-4],["e",-4],["a",-4],["te",-5],["▁te",-9],["s",-4],["tea",-20],["<",-6],[">",-6],["/",-6]]}}`

func TestUnigram(t *testing.T) {
	tok, err := parseTokenizer([]byte(unigramJSON))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]int{
		"tea": {4}, " tea\ttea ": {4, 4}, "teas": {4, 11}, "ｔｅａ": {4}, "</s>": {5, 13, 15, 11, 14}, "茶茶 tea": {5, 3, 4}, "茶": {5, 3}, "": nil,
	} {
		if got := tok.encode(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if p := tok.pair([]int{4}, []int{11}, true); !reflect.DeepEqual(p, pair{[]int{0, 11, 2, 2, 4, 2}, []int{0, 0, 0, 0, 0, 0}}) {
		t.Errorf("%v", p)
	}
}

// A folder that is no model says what it lacks, and never panics.
func TestFoldersThatAreNoModel(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none"), "none"); err == nil || !strings.Contains(err.Error(), "there is no config.json") {
		t.Errorf("%v", err)
	}
	good := tiny([][]float32{{1}}, 1)
	for name, c := range map[string]struct{ file, text string }{
		"empty model": {modelFile, ""}, "no model": {modelFile, "PK\x03\x04 this is no graph"}, "cut": {modelFile, string(good[:len(good)/2])},
		"tokenizer": {tokenizerFile, "{}"}, "unigram": {tokenizerFile, `{"model":{"type":"Unigram","vocab":[["a",-1]]}}`}, "characters": {tokenizerFile, `{"model":{"type":"WordLevel","vocab":{}}}`},
		"no specials": {tokenizerFile, `{"model":{"type":"WordPiece","vocab":{"a":1}}}`}, "negative": {tokenizerFile, `{"model":{"type":"WordPiece","vocab":{"[CLS]":-1}}}`},
		"merges": {tokenizerFile, `{"pre_tokenizer":{"type":"ByteLevel"},"model":{"type":"BPE","vocab":{"<s>":0,"</s>":1},"merges":["a"]}}`},
		"config": {configFile, "[]"}, "labels": {configFile, `{"id2label":{"0":"POSITIVE","1":"NEGATIVE"}}`}, "other labels": {configFile, `{"id2label":{"0":"entailment","1":"not_entailment"}}`},
		"holes": {configFile, `{"id2label":{"0":"entailment","7":"neutral"}}`}, "short": {configFile, `{"max_position_embeddings":3}`},
	} {
		dir := folder(t, classes...)
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := Open(dir, "bad")
		if err == nil {
			_, err = j.Ask(context.Background(), judge.Question{Claim: "Tea is green.", Text: "yes"})
		}
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzTokenizer(f *testing.F) {
	word, err := parseTokenizer(wordPieceJSON(f))
	if err != nil {
		f.Fatal(err)
	}
	bytes, err := parseTokenizer([]byte(byteLevelJSON))
	if err != nil {
		f.Fatal(err)
	}
	pieces, err := parseTokenizer([]byte(unigramJSON))
	if err != nil {
		f.Fatal(err)
	}
	f.Add("Tea [SEP] \xff\x00 茶's  ")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range []*tokenizer{word, bytes, pieces} {
			for _, id := range tok.encode(text) {
				if id == tok.first || id == tok.last {
					t.Fatalf("%q becomes a separator", text)
				}
			}
		}
	})
}

func FuzzParseTokenizer(f *testing.F) {
	f.Add(wordPieceJSON(f))
	f.Add([]byte(byteLevelJSON))
	f.Add([]byte(unigramJSON))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if tok, err := parseTokenizer(raw); err == nil {
			tok.encode("Tea is green, it's said.")
		}
	})
}
