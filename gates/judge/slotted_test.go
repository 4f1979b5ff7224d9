package judge

import (
	"context"
	"strings"
	"testing"

	"assay/provenance"
)

// aboutTolls is a page of more than 200 words that names several things of a kind.
var aboutTolls = `The VELL gate rejects barges without papers. The MARL gate is painted once a year. ` +
	`Wardens open the KERN sluice before the morning bell, and the count of 4,120 barges is kept in the tower. The clerks drew 3,150 crowns. ` +
	`Each letter is carried to all of the wardens. A larger crew of rowers takes the night watch. ` +
	`The toll is not asked of fishers until they land. It doesn't rain often here, but the lower bank is pretty wet in the spring. ` +
	strings.Repeat(`The banks are mown in the dry weeks, and the cut grass is left for the sheep of the mill to find. `, 10)

// What a page has between the same words is held against a claim, though the page has the claim's
// name, value or word elsewhere; where it says of that as much, nothing is.
func TestBetweenTheSameWords(t *testing.T) {
	for _, test := range []struct {
		name, claim, source string
	}{
		{"a name", "The MARL gate rejects barges without papers.", "VELL"},
		{"a name in the midst", "Wardens open the MARL sluice before the morning bell.", "KERN"},
		{"its own name", "The VELL gate rejects barges without papers.", ""},
		{"what is said of both", "The MARL gate is painted once a year.", ""},
		{"a value", "The count of 3,150 barges is kept in the tower.", "4,120"},
		{"its own value", "The count of 4,120 barges is kept in the tower.", ""},
		{"an amount", "No letter is carried to all of the wardens.", "letter is carried to all of the wardens"},
		{"a size", "A smaller crew of rowers takes the night watch.", "larger"},
	} {
		if got := refutedBy(t, aboutTolls, test.claim); got != test.source {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

// A claim that a page carries is held against the value that stands in the place of its own, though
// the page has that of something else.
func TestValueDisplaced(t *testing.T) {
	page := "The batch size is limited to 50 thousand sacks to prevent the job from taking too long at a gate with many loose sacks. The hill has 40 thousand sheep. " +
		strings.Repeat(`The banks are mown in the dry weeks, and the cut grass is left for the sheep of the mill to find. `, 12)
	for claim, other := range map[string]string{
		"Loose sacks go in batches of at most 40 thousand so that the job does not take too long.": "50",
		"Loose sacks go in batches of at most 50 thousand so that the job does not take too long.": "",
	} {
		if got := refutedBy(t, page, claim); !strings.HasPrefix(got, other) || (got == "") != (other == "") {
			t.Errorf("%s: %q", claim, got)
		}
	}
}

// What a sentence says that is the reason of a denial refutes no denial of something else.
func TestDenialWithAReason(t *testing.T) {
	page := "The clerks keep many reports. For barge reports, the window is a single day of the year in the tower. The lookback of ledgers does apply to 30 days of toll. " +
		strings.Repeat(`The banks are mown in the dry weeks, and the cut grass is left for the sheep of the mill to find. `, 10)
	if got := refutedBy(t, page, "For barge reports, the lookback does not apply because the window is a single day."); got != "" {
		t.Errorf("held against %q", got)
	}
}

// No value is held against a claim of which the sentence has that of the claim as well, written otherwise.
func TestValueInTheSameSentence(t *testing.T) {
	page := "磨坊由老李一手创办，从未引入外部资本，从1931年区区25万美元的净资产和40万美元的存款起步，到1969年已壮大为净资产1700万美元、存款1亿美元的磨坊。" +
		strings.Repeat("河岸在旱季割草，割下的草留给羊群过冬，木匠修理水车和闸门。", 20)
	if got := refutedBy(t, page, "磨坊净资产: $1,700 万"); got != "" {
		t.Errorf("held against %q", got)
	}
}

// A denial by "not" and nothing else is told of a page that says it in words of its own, from the
// line on that would carry the claim; one that goes on to say how it is instead is a doubt.
func TestFlatDenials(t *testing.T) {
	page := "Many guilds follow the rule of two keys. The clerk holds the iron key. The master holds the brass key. " +
		"Keepers of the dyke read the marks. Each morning one of them walks along the water." +
		strings.Repeat(" The harbour opened in spring and boats left with salt and grain for towns along the coast.", 20)
	for claim, denied := range map[string]bool{
		"It does not follow the modern rule of two keys: the clerk keeps one and the warden another.":     true,
		"The old keepers do not go the whole length of the dyke each morning to copy the water marks.":    true,
		"The old keepers do not go the whole length of the dyke each morning; one copies the marks.":      false,
		"The keepers copy and do not go the whole length of the dyke each morning for the water marks.":   false,
		"No rule: keys of the clerk and of the master.":                                                   false,
		"The old keepers go the whole length of the dyke each morning to copy the marks at the water.":    false,
		"The modern rule of two keys is not what they follow: the clerk keeps one, the warden the other.": false,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if got := j.Stance == provenance.Contradicts; err != nil || got != denied || got && j.Rule != RuleNegation {
			t.Errorf("%s: %s %v, %v", claim, j.Rule, j.Stance, err)
		}
	}
}

// A denial is told where both go on with "until", and where the sentence denies something else
// beside what it says word for word; "no-op" denies nothing.
func TestDenialsBeside(t *testing.T) {
	for _, c := range []judged{
		{"both until", "The toll is asked of fishers until they land.", aboutTolls, refutes, RuleNegation, ""},
		{"beside another denial", "The lower bank is not pretty wet in the spring.", aboutTolls, refutes, RuleNegation, ""},
		{"before a colon", "Rank does not lower the toll: fishers of the first rank and of the second pay the toll until they land.", aboutTolls, falls, "", ""},
		{"behind its word", "Als Gasse in Ordnung, im Hafen nicht: ein Kahn ohne festen Anker hält keinen Sturm aus.", "**Das Tor** ist als Gasse fein, im Hafen aber schwierig — ein Kahn ohne festen Anker hält keinen Sturm aus.", falls, "", ""},
		{"pas alone", "La grille tient bien le vent mais pas encore en service dans les grands ports.", "La grille tient bien le vent mais n'est pas encore en service dans les grands ports.", carries, "", ""},
		{"pas dropped", "La grille est encore en service dans les grands ports de la baie.", "La grille n'est pas encore en service dans les grands ports de la baie.", refutes, RuleNegation, ""},
		{"a hyphen", "The second ring is a no-op for the wardens.", "The second ring is a no-op for the wardens.", carries, "", ""},
		{"not skipped", "The next round is skipped as a no-op by the wardens.", "The next round is not skipped as a no-op by the wardens.", refutes, RuleNegation, ""},
	} {
		c.check(t)
	}
}
