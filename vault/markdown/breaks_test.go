package markdown

import (
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/sentences"
	"pgregory.net/rapid"
)

// TestBreaksAgree compares the short cut for ASCII with the tables of the annex.
func TestBreaksAgree(t *testing.T) {
	part := rapid.SampledFrom(strings.Split(". ! ? a B c1 2 ( ) [ ] { } \" ' , - : ; * _ # / \\ \n \r \r\n \t \v \f \x00 \x1c \x7f é É – — “ ” ’ … 。 中 ÷ \u0085 \u00ad \u0301 \u2028 \u200d ٣", " "))
	plain := rapid.SampledFrom(strings.Split(". . ! ? a B 2 ( ) \" , ; - \n \r x", " "))
	check := func(t *rapid.T, text string) {
		b := []byte(text)
		it := sentences.FromBytes(b)
		start := 0
		for it.Next() {
			if end, _ := nextBreak(b, start); end != it.End() {
				t.Fatalf("%q breaks at %d, not at %d", text[start:], it.End()-start, end-start)
			}
			start = it.End()
		}
		if start != len(b) {
			t.Fatalf("%q: the annex ends at %d", text, start)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([]*rapid.Generator[string]{part, plain, rapid.OneOf(plain, rapid.Just(" "))}).Draw(t, "of")
		check(t, strings.Join(rapid.SliceOfN(of, 0, 14).Draw(t, "parts"), rapid.SampledFrom([]string{"", " "}).Draw(t, "join")))
	})
}
