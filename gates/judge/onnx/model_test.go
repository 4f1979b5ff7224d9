package onnx

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// A model is made here byte by byte, in the protocol buffers of the ONNX specification
// (onnx.proto3): the embedding of each token is looked up, those that the mask leaves are
// averaged, and the average is multiplied to logits.

type proto []byte

func (p proto) varint(field int, v uint64) proto {
	return binary.AppendUvarint(binary.AppendUvarint(p, uint64(field)<<3), v)
}

func (p proto) bytes(field int, b []byte) proto {
	p = binary.AppendUvarint(p, uint64(field)<<3|2)
	return append(binary.AppendUvarint(p, uint64(len(b))), b...)
}

func (p proto) text(field int, s string) proto { return p.bytes(field, []byte(s)) }

func floats(name string, values []float32, dims ...uint64) proto {
	var p proto
	for _, d := range dims {
		p = p.varint(1, d)
	}
	raw := []byte{}
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return p.varint(2, 1).text(8, name).bytes(9, raw) // FLOAT
}

func ints(name string, values ...int64) proto {
	raw := []byte{}
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return proto{}.varint(1, uint64(len(values))).varint(2, 7).text(8, name).bytes(9, raw) // INT64
}

func node(op string, in []string, out string, attributes ...proto) proto {
	var p proto
	for _, s := range in {
		p = p.text(1, s)
	}
	p = p.text(2, out).text(3, out).text(4, op)
	for _, a := range attributes {
		p = p.bytes(5, a)
	}
	return p
}

func attribute(name string, v uint64) proto { return proto{}.text(1, name).varint(3, v).varint(20, 2) } // INT

func attributes(name string, v ...uint64) proto {
	p := proto{}.text(1, name).varint(20, 7) // INTS
	for _, x := range v {
		p = p.varint(8, x)
	}
	return p
}

func value(name string, kind uint64, dims ...any) proto {
	var shape proto
	for _, d := range dims {
		switch d := d.(type) {
		case int:
			shape = shape.bytes(1, proto{}.varint(1, uint64(d)))
		case string:
			shape = shape.bytes(1, proto{}.text(2, d))
		}
	}
	tensor := proto{}.varint(1, kind).bytes(2, shape)
	return proto{}.text(1, name).bytes(2, proto{}.bytes(1, tensor))
}

// tiny is a model with a row of logits for each token: what it says of a pair is the mean
// over its tokens, times scale.
func tiny(rows [][]float32, scale float32) []byte {
	classes := len(rows[0])
	var table, diagonal []float32
	for _, r := range rows {
		table = append(table, r...)
	}
	for i := range classes {
		for k := range classes {
			v := float32(0)
			if i == k {
				v = scale
			}
			diagonal = append(diagonal, v)
		}
	}
	graph := proto{}.
		bytes(1, node("Gather", []string{"table", "input_ids"}, "embedded", attribute("axis", 0))).
		bytes(1, node("Gather", []string{"types", "token_type_ids"}, "typed", attribute("axis", 0))).
		bytes(1, node("Add", []string{"embedded", "typed"}, "both")).
		bytes(1, node("Cast", []string{"attention_mask"}, "mask", attribute("to", 1))).
		bytes(1, node("Unsqueeze", []string{"mask", "axes"}, "wide")).
		bytes(1, node("Mul", []string{"both", "wide"}, "masked")).
		bytes(1, node("ReduceMean", []string{"masked"}, "mean", attributes("axes", 1), attribute("keepdims", 0))).
		bytes(1, node("MatMul", []string{"mean", "diagonal"}, "logits")).
		text(2, "tiny").
		bytes(5, floats("table", table, uint64(len(rows)), uint64(classes))).
		bytes(5, floats("types", make([]float32, 2*classes), 2, uint64(classes))).
		bytes(5, floats("diagonal", diagonal, uint64(classes), uint64(classes))).
		bytes(5, ints("axes", 2)).
		bytes(11, value("input_ids", 7, "batch", "sequence")).
		bytes(11, value("attention_mask", 7, "batch", "sequence")).
		bytes(11, value("token_type_ids", 7, "batch", "sequence")).
		bytes(12, value("logits", 1, "batch", classes))
	return proto{}.varint(1, 8).bytes(8, proto{}.varint(2, 13)).bytes(7, graph)
}

// vocabulary of the tiny model, the special tokens first.
var vocabulary = []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "tea", "is", "green", "black", "not", ".", "con", "##firm", "##ed", "the", "yes", "no"}

func wordPieceJSON(t testing.TB) []byte {
	vocab := map[string]int{}
	for i, w := range vocabulary {
		vocab[w] = i
	}
	raw, err := json.Marshal(map[string]any{
		"version":       "1.0",
		"added_tokens":  []any{map[string]any{"id": 2, "content": "[CLS]", "special": true}, map[string]any{"id": 3, "content": "[SEP]", "special": true}},
		"normalizer":    map[string]any{"type": "BertNormalizer", "lowercase": true, "clean_text": true, "handle_chinese_chars": true, "strip_accents": nil},
		"pre_tokenizer": map[string]any{"type": "BertPreTokenizer"},
		"model":         map[string]any{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocab},
	})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// folder lays a model of inference whose word "yes" means entailment and "no" means
// contradiction, or, with one class, a cross-encoder.
func folder(t testing.TB, labels ...string) string {
	dir := t.TempDir()
	classes := max(1, len(labels))
	rows := make([][]float32, len(vocabulary))
	for i, w := range vocabulary {
		rows[i] = make([]float32, classes)
		for k, label := range labels {
			if w == "yes" && label == "entailment" || w == "no" && label == "contradiction" {
				rows[i][k] = 4
			}
		}
		if classes == 1 && w == "yes" {
			rows[i][0] = 4
		}
		if classes == 1 && w == "no" {
			rows[i][0] = -4
		}
	}
	names := map[string]string{}
	for i, l := range labels {
		names[fmt.Sprint(i)] = l
	}
	config, err := json.Marshal(map[string]any{"model_type": "bert", "id2label": names, "max_position_embeddings": 64, "pad_token_id": 0})
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{modelFile: tiny(rows, 32), tokenizerFile: wordPieceJSON(t), configFile: config} {
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
