package provenance

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func answerOf(claim string, stance Stance, score float64) Answer {
	return Answer{AnswerKey: NewAnswerKey(claim, "The text.", []string{"Heading"}, "http/m", "chat/1"), Stance: stance, Score: score,
		At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Tokens: 210}
}

func TestAnswerLineIsFrozen(t *testing.T) {
	const want = `{"id":"an_oy4md2e5nia64huqsxb5pmz5cv37umny","claim":"9b3b0bb251c191a3719540061b3abfc4d746e498a583e48c09a562864258d7ef","evidence":"dc40275b5e9b953fbf2b066cd67c6be88a6dc488e6052ae6b67046de0bd942ea","judge":"http/m","version":"chat/1","stance":"supports","score":0.93,"time":"2026-03-01T12:00:00Z","tokens":210}`
	if got := string(answerOf("Tea is steeped.", Supports, 0.93).Line()); got != want {
		t.Errorf("the line is\n%s\nand was\n%s", got, want)
	}
}

// What is written reads back, in any order, with broken lines between.
func TestAnswersRoundTripProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text bytes.Buffer
		var lines [][]byte
		n := rapid.IntRange(0, 8).Draw(t, "n")
		for i := range n {
			a := answerOf(rapid.String().Draw(t, "claim")+strings.Repeat("x", i), Stance(rapid.IntRange(0, 2).Draw(t, "stance")), rapid.Float64Range(0, 1).Draw(t, "score"))
			a.Judge = "http/" + rapid.StringMatching(`[a-z:/"<]{1,8}`).Draw(t, "judge")
			lines = append(lines, a.Line())
		}
		broken := 0
		for _, i := range rapid.Permutation(lines).Draw(t, "order") {
			if rapid.Bool().Draw(t, "broken") {
				text.WriteString("{\"id\":\"an_x\"\n")
				broken++
			}
			text.Write(append(i, '\n'))
		}
		read := ReadAnswers(text.Bytes())
		if read.Len() != n || len(read.Problems()) != broken {
			t.Fatalf("%d of %d answers read, %d of %d problems", read.Len(), n, len(read.Problems()), broken)
		}
		again := ReadAnswers(bytes.Join(lines, []byte("\n")))
		if diff := cmp.Diff(read.All(), again.All()); diff != "" {
			t.Fatalf("another order, other answers:\n%s", diff)
		}
	})
}

func TestAnswersThatDoNotCount(t *testing.T) {
	good := string(answerOf("A claim.", Supports, 0.9).Line())
	for name, c := range map[string]struct{ line, kind string }{
		"changed":    {strings.Replace(good, "0.9", "1", 1), ProblemAnswerHash},
		"torn":       {good[:len(good)-20], ProblemAnswerTorn},
		"marker":     {"<<<<<<< ours", ProblemAnswerMerge},
		"no JSON":    {"supports\n", ProblemAnswerSyntax},
		"score":      {strings.Replace(good, "0.9", "7", 1) + "\n", ProblemAnswerSyntax},
		"null score": {strings.Replace(good, "0.9", "null", 1) + "\n", ProblemAnswerHash},
		"stance":     {strings.Replace(good, "supports", "proves", 1) + "\n", ProblemAnswerSyntax},
		"more":       {strings.Replace(good, `"tokens"`, `"extra":1,"tokens"`, 1) + "\n", ProblemAnswerSyntax},
		"long":       {strings.Repeat("9", 1<<20) + "\n", ProblemAnswerSyntax},
	} {
		other := string(answerOf("Another.", Contradicts, 0.1).Line())
		a := ReadAnswers([]byte(other + "\n" + c.line))
		if a.Len() != 1 || len(a.Problems()) != 1 || a.Problems()[0].Kind != c.kind {
			t.Errorf("%s: %d answers, %+v; want one and %s", name, a.Len(), a.Problems(), c.kind)
		}
	}
}

func TestCountAnswers(t *testing.T) {
	a, b := answerOf("One.", Supports, 0.9), answerOf("Two.", Silent, 0.1)
	b.Judge = `http/"<m>`
	text := append(append(a.Line(), '\n'), b.Line()...)
	for _, x := range []Answer{a, b} {
		if n := CountAnswers(text, x.Judge, "chat/1"); n != 1 {
			t.Errorf("%s: %d", x.Judge, n)
		}
	}
	if n := CountAnswers(text, "http/m", "chat/2"); n != 0 {
		t.Errorf("of another version: %d", n)
	}
}

// Two branches asked the same: whichever line stands first, the stricter counts.
func TestOfTwoAnswersTheStricterCounts(t *testing.T) {
	kind, strict := answerOf("A claim.", Supports, 0.9), answerOf("A claim.", Contradicts, 0.2)
	for _, lines := range [][]Answer{{kind, strict}, {strict, kind}} {
		a := ReadAnswers(append(append(lines[0].Line(), '\n'), lines[1].Line()...))
		if got, ok := a.Find(kind.AnswerKey); !ok || got.Score != 0.2 {
			t.Errorf("found %+v, %v", got, ok)
		}
	}
}

func FuzzReadAnswers(f *testing.F) {
	f.Add(append(answerOf("A claim.", Supports, 0.9).Line(), '\n'))
	f.Add([]byte("\ufeff{}\r\n<<<<<<<"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a := ReadAnswers(text)
		for _, x := range a.All() {
			if x.Score < 0 || x.Score > 1 {
				t.Fatalf("a score of %v", x.Score)
			}
		}
	})
}
