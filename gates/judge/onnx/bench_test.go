package onnx

import (
	"fmt"
	"testing"
)

// BenchmarkModel says how long a question takes of a BERT of six layers, 384 wide, as the
// small cross-encoders are, for each length of input.
func BenchmarkModel(b *testing.B) {
	s, err := newSession(bert(1000, 512, 384, 12, 6))
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range lengths {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.run(bertPair(n), 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
