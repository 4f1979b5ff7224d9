package markdown

import (
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/sentences"
	"pgregory.net/rapid"
)

// A sentence ends where the annex says, though the annex is asked only of its end.
func TestBreaksAgree(t *testing.T) {
	part := rapid.SampledFrom(strings.Split(". ! ? a B c1 2 ( ) [ ] { } \" ' , - : ; * _ # / \\ \n \r \r\n \t \v \f \x00 \x1c \x7f é É – — “ ” ’ … 。 中 ÷ \u0085 \u00ad \u0301 \u2028 \u200d ٣", " "))
	plain := rapid.SampledFrom(strings.Split(". . ! ? a B 2 ( ) \" , ; - \n \r x", " "))
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([]*rapid.Generator[string]{part, plain, rapid.OneOf(plain, rapid.Just(" ")), rapid.OneOf(part, rapid.Just(" "))}).Draw(t, "of")
		b := []byte(strings.Join(rapid.SliceOfN(of, 0, 20).Draw(t, "parts"), rapid.SampledFrom([]string{"", " "}).Draw(t, "join")))
		start := 0
		for it := sentences.FromBytes(b); it.Next(); start = it.End() {
			if end := nextBreak(b, start); end != it.End() {
				t.Fatalf("%q breaks at %d, not at %d", b[start:], it.End()-start, end-start)
			}
		}
	})
}
