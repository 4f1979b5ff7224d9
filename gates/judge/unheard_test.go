package judge

import (
	"context"
	"testing"

	"assay/provenance"
)

// A name in the place of another, in a sentence that is else the text's, is an error; what
// only may be another name of the same thing is none.
func TestNameInThePlaceOfAnother(t *testing.T) {
	l := NewLexical()
	for _, test := range []struct {
		name, claim, text string
		refuted           bool
	}{
		{"the subject", "Ilse Pell was a painter of the Dorian court.", "Ilse Pell sailed north. Anna Voss was a painter of the Dorian court.", true},
		{"a name before a noun", "On the Varro page, select the red kiln.", "On the Orrin page, select the red kiln.", true},
		{"between the same words of a sentence in another order", "To keep the gates from falling, use the `TALVIN` option (the usual one) on each gate.",
			"Use the `VELLUM` option (the usual one) on each gate to keep the gates from falling.", true},
		{"what the text describes", "Ilse Pell stopped in the race to ask the judge for water.", "A runner from Dorum stopped in the race to ask the judge for water.", false},
		{"a description of what the text names", "The northern wing has been closed for a year of repairs.", "Dorum has been closed for a year of repairs.", false},
		{"a pronoun", "Ilse Pell was a painter of the Dorian court.", "She was a painter of the Dorian court.", false},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: test.claim, Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Stance == provenance.Contradicts; got != test.refuted {
			t.Errorf("%s: refuted %v by %s %.2f %+v, want %v", test.name, got, j.Rule, j.Score, j.Mismatch, test.refuted)
		}
	}
}

// "Late 2031" is not "late 2034", whatever happened early in 2031; and what is given to the
// last digit is no rough number.
func TestPartsOfYearsAndRoughNumbers(t *testing.T) {
	l := NewLexical()
	for _, test := range []struct {
		claim, text string
		passes      bool
	}{
		{"The Orrin (late 2031) showed the glaze.", "The Orrin (late 2034) was the first that showed the glaze, but the Vell (early 2031) showed more.", false},
		{"The wall has about 200 stones.", "The wall has 206 stones.", true},
		{"The wall has about 206 stones.", "The wall has 200 stones.", false},
	} {
		j, err := l.Judge(context.Background(), Question{Claim: test.claim, Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Score >= 0.78 && len(j.Missing) == 0; got != test.passes {
			t.Errorf("%q of %q: passes %v by %s %.2f, want %v", test.claim, test.text, got, j.Rule, j.Score, test.passes)
		}
	}
}
