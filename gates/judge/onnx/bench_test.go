package onnx

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// layers is a model with the matrix products of a small transformer: width wide, deep
// layers of four products of width × width and two of width × 4·width. Attention itself
// and norms, a few parts in a hundred of the work at these lengths, are left out.
func layers(width, deep, words int) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	weights := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = (r.Float32() - 0.5) / float32(width)
		}
		return v
	}
	graph := proto{}.text(2, "layers").
		bytes(5, floats("table", weights(words*width), uint64(words), uint64(width))).
		bytes(1, node("Gather", []string{"table", "input_ids"}, "x0", attribute("axis", 0)))
	at := "x0"
	for i := range deep {
		for k := range 6 {
			in, out := width, width
			if k == 4 {
				out = 4 * width
			}
			if k == 5 {
				in = 4 * width
			}
			name := fmt.Sprintf("w%d_%d", i, k)
			graph = graph.bytes(5, floats(name, weights(in*out), uint64(in), uint64(out))).
				bytes(1, node("MatMul", []string{at, name}, name+"x"))
			at = name + "x"
		}
		graph = graph.bytes(1, node("Tanh", []string{at}, fmt.Sprintf("t%d", i)))
		at = fmt.Sprintf("t%d", i)
	}
	graph = graph.bytes(5, floats("head", weights(width*3), uint64(width), 3)).
		bytes(1, node("ReduceMean", []string{at}, "mean", attributes("axes", 1), attribute("keepdims", 0))).
		bytes(1, node("MatMul", []string{"mean", "head"}, "logits")).
		bytes(11, value("input_ids", 7, "batch", "sequence")).
		bytes(12, value("logits", 1, "batch", 3))
	return proto{}.varint(1, 8).bytes(8, proto{}.varint(2, 13)).bytes(7, graph)
}

// BenchmarkModel says how long a question takes of a model of six layers, 384 wide, as the
// small cross-encoders are, for each length of input.
func BenchmarkModel(b *testing.B) {
	s, err := newSession(layers(384, 6, 1000))
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range lengths {
		in := pair{ids: make([]int, n), types: make([]int, n)}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.run(in, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
