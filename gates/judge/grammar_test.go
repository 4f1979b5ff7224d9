package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The reader of sentences is right about who does what in the plain ones.
func TestBonds(t *testing.T) {
	t.Parallel()
	forms := newStemCache()
	for sentence, want := range map[string]string{
		"The server sends the request to the client.":                     "subject(sends,server) object(sends,request) to(sends,client)",
		"The request is sent by the server.":                              "object(sent,request) subject(sent,server)",
		"Harbour is a 2005 drama film written and directed by Ana Weiss.": "is(harbour,film) object(directed,film) subject(written,weiss) subject(directed,weiss)",
		"Lu Yu (born 733) was a tea master and writer.":                   "is(yu,master) is(yu,writer)",
		"Camden, New Jersey is a city.":                                   "is(camden,city)",
		"The Elbe is one of the rivers of Europe.":                        "is(elbe,rivers) of(rivers,europe)",
		"The wife of the mayor, who lives abroad, resigned.":              "of(wife,mayor)",
		"Anna Berg, known as Nan, is a painter.":                          "is(nan,painter)",
		"The band, which toured Europe, released the album.":              "subject(toured,band) object(toured,europe)",
		"An independently made film won.":                                 "modifier(film,made) subject(won,film)",
		"Update the setting each day.":                                    "object(update,setting)",
	} {
		x := analyse(sentence, forms)
		var got []string
		for i := range x.units {
			for _, b := range x.bonds(&x.units[i], forms) {
				got = append(got, fmt.Sprintf("%s(%s,%s)", b.kind, x.toks[b.head].low, x.toks[b.dep].low))
			}
		}
		for b := range strings.SplitSeq(want, " ") {
			if !slices.Contains(got, b) {
				t.Errorf("%s: no %s in %v", sentence, b, got)
			}
		}
	}
	for _, odd := range []string{"", "by by by", "(((((", "of the", "a a a a a", "is", "-LRB- -LRB- x", strings.Repeat("who is ", 400), "Über\x00 \xff is \xf0 by"} {
		x := analyse(odd, forms)
		for i := range x.units {
			if n := len(x.bonds(&x.units[i], forms)); n > maxBonds {
				t.Errorf("%.20q: %d bonds", odd, n)
			}
		}
	}
}

func TestSpeech(t *testing.T) {
	t.Parallel()
	for word, part := range map[string]int{"film": mayNoun, "stopped": mayVerb, "studies": mayVerb, "written": mayVerb, "larger": mayAdjective, "quickly": mayAdverb, "children": mayNoun} {
		if findSpeech(word).may(part) == 0 {
			t.Errorf("%s is no %d: %02x", word, part, findSpeech(word))
		}
	}
	if s := findSpeech("zorblatt"); s != 0 {
		t.Errorf("a word that no list has: %02x", s)
	}
	if !findSpeech("emptying").onlyVerb() || findSpeech("film").onlyVerb() {
		t.Error("what can only be a verb")
	}
	if !slices.IsSorted(strings.Split(strings.TrimSuffix(speechTable, "\n"), "\n")) {
		t.Error("the table is searched by halving and is not sorted")
	}
}

// What ties the words counts, and not only that they are there.
func TestTies(t *testing.T) {
	t.Parallel()
	l := NewLexical()
	text := "Harbour is a 2005 drama film written and directed by Ana Weiss, starring Tom Berg. It was shot in Lisbon."
	score := func(claim string) float64 {
		j, err := l.Judge(context.Background(), Question{Claim: claim, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return j.Score
	}
	for _, pair := range [][2]string{
		{"Harbour was directed by Ana Weiss.", "Harbour was directed by Tom Berg."},
		{"Ana Weiss directed Harbour.", "Tom Berg directed Harbour."},
		{"Harbour stars Tom Berg.", "Harbour stars Ana Weiss."},
	} {
		if held, not := score(pair[0]), score(pair[1]); held <= not || not >= 0.78 {
			t.Errorf("%q %.2f, %q %.2f", pair[0], held, pair[1], not)
		}
	}
}

// A question or a fragment is not supported by a text that has its words, nor by one
// that has it as it stands.
func TestAssertsNothing(t *testing.T) {
	t.Parallel()
	l := NewLexical()
	for claim, nothing := range map[string]bool{
		"Does the cache keep pages?":   true,
		"The cache.":                   true,
		"But that the cache is warm.":  true,
		"The cache keeps pages.":       false,
		"Port: 5432":                   false,
		"That cache keeps pages.":      false,
		"The cache keeps three pages.": false,
	} {
		j, err := l.Judge(context.Background(), Question{Claim: claim, Text: claim + " The cache keeps three pages. Port: 5432"})
		if err != nil {
			t.Fatal(err)
		}
		if (j.Rule == RuleNothing) != nothing || nothing && j.Score >= 0.78 {
			t.Errorf("%q: %s %.2f", claim, j.Rule, j.Score)
		}
	}
}
