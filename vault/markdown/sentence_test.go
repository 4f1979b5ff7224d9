package markdown

import (
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestSentences(t *testing.T) {
	file, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.ReplaceAll(line, `\n`, "\n")
		var want []string
		for _, s := range strings.Split(line, "¦") {
			if s = strings.TrimSpace(s); s != "" {
				want = append(want, s)
			}
		}
		text := strings.ReplaceAll(line, "¦", "")
		var got []string
		for _, s := range Sentences(text) {
			got = append(got, text[s[0]:s[1]])
		}
		if strings.Join(got, "¦") != strings.Join(want, "¦") {
			t.Errorf("line %d:\n got %q\nwant %q", i+1, got, want)
		}
	}
}

// checkSentences holds for any text: ranges ascend, do not overlap, lie on
// characters, and leave out nothing but white space.
func checkSentences(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string) {
	t.Helper()
	end := 0
	for _, s := range Sentences(text) {
		if s[0] < end || s[1] <= s[0] || s[1] > len(text) {
			t.Fatalf("range %v after %d in %q", s, end, text)
		}
		if strings.TrimFunc(text[end:s[0]], unicode.IsSpace) != "" {
			t.Fatalf("%q is in no sentence of %q", text[end:s[0]], text)
		}
		if utf8.ValidString(text) && !utf8.ValidString(text[s[0]:s[1]]) {
			t.Fatalf("range %v cuts a character of %q", s, text)
		}
		end = s[1]
	}
	if strings.TrimFunc(text[end:], unicode.IsSpace) != "" {
		t.Fatalf("%q is in no sentence of %q", text[end:], text)
	}
}

func TestSentencesCoverText(t *testing.T) {
	part := rapid.SampledFrom([]string{"The", "cache", "e.g.", "U.S.", "Dr.", "3.5", "v1.2.", ".", "?", "!", "…", "\"", ")", "。", "」", "他说", "\n", "\n\n", " ", "- ", "1. ", "x.go", "J."})
	rapid.Check(t, func(t *rapid.T) {
		checkSentences(t, strings.Join(rapid.SliceOf(part).Draw(t, "parts"), rapid.SampledFrom([]string{"", " "}).Draw(t, "join")))
	})
}

func FuzzSentences(f *testing.F) {
	f.Add("Dr. Smith came. He left…\n\n「行く。」と言った。")
	f.Fuzz(func(t *testing.T, text string) { checkSentences(t, text) })
}

func BenchmarkSentences(b *testing.B) {
	text := strings.Repeat("The cache keeps a response for 60 seconds, e.g. in memory. Is it fresh? Dr. Smith says so. ", 40)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Sentences(text)
	}
}
