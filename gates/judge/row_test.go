package judge

import (
	"context"
	"testing"

	"assay/provenance"
)

// What one row of a table says is not said of another, in a page as in a passage.
func TestRowsAreKeptApart(t *testing.T) {
	const table = "| Interface | Backlight control |\n|---|---|\n| MIPI | needs a separate controller board |\n| eDP | built into the timing controller |\n| eDP wide | sold as a kit of two boards |\n\n"
	for _, test := range []struct {
		name, claim string
		refuted     bool
	}{
		{"its own row", "eDP: built into the timing controller", false},
		{"another's", "eDP: needs a separate controller board", true},
		{"another's as a row", "| eDP | needs a separate controller board |", true},
		{"another's under a longer label", "eDP wide: needs a separate controller board", true},
		{"in other words", "eDP: part of the timing chip", false},
	} {
		for _, page := range []string{"", aboutKilns} {
			j := ask(t, test.claim, table+page)
			if got := j.Stance == provenance.Contradicts; got != test.refuted {
				t.Errorf("%s: %s %s %.2f %+v", test.name, j.Stance, j.Rule, j.Score, j.Mismatch)
			}
		}
	}
}

// A label that is one row's to the letter is that row's, though another's begins with it, and each
// cell is asked for, in any language.
func TestCellsAreKeptApart(t *testing.T) {
	const table = "| 명령 | 설명 | 예 |\n|---|---|---|\n| `lock` | 수문을 연다 | `lock` |\n| `lock -p` | 배의 목록을 보여 준다 | `lock -p all` |\n| `pump` | 펌프를 멈추고 기다린다 | `pump` |\n"
	for claim, refuted := range map[string]bool{
		"`lock -p` | 배의 목록을 보여 준다":            false,
		"`lock` | 배의 목록을 보여 준다":               true,
		"`lock` | 펌프를 멈추고 기다린다 | `lock`":      true,
		"`lock` | 수문을 연다 | `lock`":            false,
		"`pump` | 펌프를 멈추고 배를 기다린다 | `pump 2`": false,
	} {
		for _, page := range []string{"", "\n" + aboutKilns} {
			j := ask(t, claim, table+page)
			if got := j.Stance == provenance.Contradicts; got != refuted {
				t.Errorf("%s: %s %s %.2f %+v", claim, j.Stance, j.Rule, j.Score, j.Mismatch)
			}
		}
	}
}

// Columns of a text without marks are read as the table that they are; a gap in one line is none.
func TestColumnsOfPlainText(t *testing.T) {
	mill := "Depths of the locks, in feet:\n\n          upper lock               7\n          lower lock               3\n" +
		"          lock of the old mill    10\n\nThe banks are mown.   The grass is left for the sheep.\nSluices leak in the frost.\n"
	options := "OPTIONS\n  -q, --quiet     print nothing\n  -w, --wait      wait 30 seconds for the gate\n                  to open\n  -d, --depth     wait 90 seconds for the pump\n"
	pumps := "| Depth of the lock | 1 foot | 2 feet | 4 feet |\n|---|---|---|---|\n| Gallons an hour | 160 | 256 | 2048 |\n| Men at the pump | 2 | 3 | 5 |\n"
	plain := "=================    ======   ======   ======\nDepth of the lock    1 foot   2 feet   4 feet\n=================    ======   ======   ======\n" +
		"Gallons an hour       160      256     2048\nMen at the pump         2        3        5\n"
	flags := "       Flag    Action   Comment\n       ─────────────────────────\n       RED     stop     a barge is in the lock\n       GREEN   enter    the lock is free\n       BLUE    wait     the pump is at work\n"
	for _, test := range []struct {
		text, claim string
		want        provenance.Stance
	}{
		{pumps, "At a depth of 1 foot the gallons an hour are 160.", provenance.Supports},
		{pumps, "At a depth of 1 foot the gallons an hour are 256.", provenance.Contradicts},
		{plain, "At a depth of 1 foot the gallons an hour are 160.", provenance.Supports},
		{plain, "At a depth of 1 foot the gallons an hour are 256.", provenance.Contradicts},
		{flags, "GREEN: enter", provenance.Supports},
		{mill, "The lower lock has a depth of 3 feet.", provenance.Supports},
		{mill, "The lower lock has a depth of 7 feet.", provenance.Contradicts},
		{options, "`--wait`: wait 30 seconds for the gate to open", provenance.Supports},
		{options, "`--wait`: wait 90 seconds for the gate to open", provenance.Contradicts},
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: test.claim, Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		if j.Stance != test.want || j.Stance == provenance.Supports && j.Score < heldScore {
			t.Errorf("%s: %v by %s %.2f %+v", test.claim, j.Stance, j.Rule, j.Score, j.Mismatch)
		}
	}
}

// A row that has each cell of the claim but one, and in that another value, says otherwise, unless
// another row of that label has the claim's.
func TestOtherCell(t *testing.T) {
	const table = "| Service | Gate | Sealed service | Sealed gate |\n|---|---|---|---|\n| salt | 23 | salts | 992 |\n| wool | 25 | wools | 465 |\n| rye | 79 | ryes | 31 |\n| rye | 80 | ryes | 31 |\n\n"
	for claim, other := range map[string]string{
		"salt: 8; salts; 992":   "23",
		"salt: 23; salts; 2127": "992",
		"salt: 23; salts; 992":  "",
		"rye: 80; ryes; 31":     "",
	} {
		if got := refutedBy(t, table+aboutKilns, claim); got != other {
			t.Errorf("%s: %q", claim, got)
		}
	}
}
