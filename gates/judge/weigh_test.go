package judge

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"assay/provenance"
)

func straight() *Calibration {
	return &Calibration{Format: CalibrationFormat, Judge: "http/m", Version: "1", Knots: []Step{{0, 0}, {1, 1}}}
}

// A model overrules no deterministic check, however sure it is.
//
// Invariant (grading): A model overrules no check, and passes nothing without a calibration.
// See also TestUncalibratedJudgeDoesNotCount, TestCalibrationKeepsItsPromise.
func TestAModelOverrulesNoCheck(t *testing.T) {
	l := NewLexical()
	sure := provenance.Answer{Stance: provenance.Supports, Score: 1}
	for _, q := range []Question{
		{Claim: "A response is fresh for 60 seconds.", Text: "A response is fresh for 600 seconds."},
		{Claim: "The cache is never shared.", Text: "The cache is shared."},
		{Claim: "The parser was written in 1998 by Ada Long.", Text: "The parser was written in 1989 by Ada Long."},
		{Claim: `The manual calls it "a leap in the dark".`, Text: "The manual calls it a risk that nobody should take."},
		{Claim: "All requests are logged to the disk.", Text: "Some requests are logged to the disk."},
	} {
		before, _ := l.Judge(context.Background(), q)
		after := Weigh(before, Identity{"http/m", "1"}, sure, straight())
		if after.Stance != before.Stance || after.Score != before.Score || after.Judge != before.Judge || after.Score >= 0.78 {
			t.Errorf("%q: %s at %.2f [%s] became %s at %.2f", q.Claim, before.Stance, before.Score, before.Rule, after.Stance, after.Score)
		}
		if len(after.Others) != 1 || !strings.Contains(after.Others[0].Note, "overruled") {
			t.Errorf("%q: it is not said that the model was overruled: %+v", q.Claim, after.Others)
		}
	}
}

func TestWhatAModelDecides(t *testing.T) {
	open := provenance.Judgement{Judge: "lexical/13", Rule: RuleCoverage, Score: 0.5, Stance: provenance.Supports}
	strong := open
	strong.Score = 0.9
	missing := open
	missing.Missing = []string{"600"}
	for _, c := range []struct {
		name   string
		l      provenance.Judgement
		a      provenance.Answer
		c      *Calibration
		stance provenance.Stance
		least  float64
		most   float64
	}{
		{"supports", open, provenance.Answer{Stance: provenance.Supports, Score: 0.95}, straight(), provenance.Supports, 0.95, 0.95},
		{"lowers", strong, provenance.Answer{Stance: provenance.Silent, Score: 0.3}, straight(), provenance.Silent, 0.3, 0.3},
		{"contradicts", open, provenance.Answer{Stance: provenance.Contradicts, Score: 0.02}, straight(), provenance.Contradicts, 0, 0.1},
		{"two words", strong, provenance.Answer{Stance: provenance.Contradicts, Score: 0.02}, straight(), provenance.Silent, 0.2, 0.7},
		{"silent and sure", open, provenance.Answer{Stance: provenance.Silent, Score: 0.99}, straight(), provenance.Silent, 0, 0.7},
		{"uncalibrated", open, provenance.Answer{Stance: provenance.Supports, Score: 1}, nil, provenance.Supports, 0, 0.77},
		{"uncalibrated contradicts", open, provenance.Answer{Stance: provenance.Contradicts, Score: 0}, nil, provenance.Silent, 0, 0.2},
		{"missing values stay", missing, provenance.Answer{Stance: provenance.Supports, Score: 0.95}, straight(), provenance.Supports, 0.95, 0.95},
	} {
		j := Weigh(c.l, Identity{"http/m", "1"}, c.a, c.c)
		if j.Stance != c.stance || j.Score < c.least || j.Score > c.most || len(j.Missing) != len(c.l.Missing) {
			t.Errorf("%s: %s at %.2f, missing %v", c.name, j.Stance, j.Score, j.Missing)
		}
		if j.Judge != "http/m@1" || len(j.Others) != 1 || j.Others[0].Judge != "lexical/13" {
			t.Errorf("%s: judged by %q beside %+v", c.name, j.Judge, j.Others)
		}
	}
}

// What is settled without a model is what a check found; doubts about words are not.
func TestSettled(t *testing.T) {
	open := map[string]bool{RuleCoverage: true, RuleClauses: true, RuleTail: true, RuleSilent: true, RuleLanguage: true, RuleUnread: true, RuleSpliced: true, RuleModel: true}
	for _, r := range Rules() {
		if got := Settled(provenance.Judgement{Rule: r.Name}); got == open[r.Name] {
			t.Errorf("%s: settled is %v", r.Name, got)
		}
	}
	if !Settled(provenance.Judgement{Rule: RuleCoverage, Stance: provenance.Contradicts}) {
		t.Error("a contradiction is left open")
	}
}

// What is shown of a text is a part of it, holds what was found, and keeps its length.
func TestExcerptProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Repeat(rapid.StringN(1, 60, -1).Draw(t, "line")+"\n", rapid.IntRange(1, 300).Draw(t, "lines"))
		from := rapid.IntRange(-1, len(source)).Draw(t, "from")
		found := provenance.Judgement{QuoteStart: from, QuoteEnd: from + rapid.IntRange(-1, 200).Draw(t, "length")}
		kind := rapid.SampledFrom([]string{"http", "onnx"}).Draw(t, "kind")
		q := Excerpt(kind, Question{Claim: "c", Text: source, From: 3, To: 9}, found)
		budget := map[string]int{"http": chatExcerpt, "onnx": onnxExcerpt}[kind]
		if len(q.Text) > budget || !strings.Contains(source, q.Text) || q.From != 0 || q.To != 0 {
			t.Fatalf("%d bytes of %d are shown", len(q.Text), len(source))
		}
		if utf8.ValidString(source) && !utf8.ValidString(q.Text) {
			t.Fatal("a character was cut")
		}
	})
	page := strings.Repeat("Nothing of note stands here.\n", 400) + "The needle is made of steel.\n" + strings.Repeat("Nor here.\n", 900)
	at := strings.Index(page, "The needle")
	q := Excerpt("onnx", Question{Text: page}, provenance.Judgement{QuoteStart: at, QuoteEnd: at + 28})
	if !strings.Contains(q.Text, "The needle is made of steel.") || !strings.HasPrefix(q.Text, "Nothing of note") {
		t.Errorf("shown is %q", q.Text[:80])
	}
}
