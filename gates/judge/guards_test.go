package judge

import (
	"strings"
	"testing"

	"assay/provenance"
)

// What no set of claims has, and a reader of a wiki meets: each of these was lost once, when a
// mechanism that changed no verdict of the sets was taken out.
func TestGuards(t *testing.T) {
	plans := "| Plan | Export |\n|---|---|\n| Free | No |\n| Team | Included |\n| Max | Yes |\n"
	kinds := `Barges often wait at the lower lock in the spring. ` + aboutTolls
	for _, c := range []judged{
		{"not only", "The gate is wide.", "The gate is not only wide but also deep.", carries, "", ""},
		{"a yes of another row", "| Team | Yes |", plans, falls, RuleNothing, ""},
		{"how often", "Barges always wait at the lower lock in the spring.", kinds, refutes, RuleQuantifier, "always|often"},
		{"a release", "The option was removed prior to 9.10.", "The option was removed prior to 9.1.", refutes, RuleValue, "9.10|9.1"},
		{"a value that leads its clause", "The load is 5 kg by night.", "The load is 5 kg by day and 8 kg by night.", refutes, RuleValue, "5 kg|8 kg"},
		{"a verb left out", "Der Ofen kostet 20 Euro.", "Die Lampe kostet 20 Euro, der Ofen 30 Euro.", refutes, RuleValue, "20 Euro|30 Euro"},
		{"a place within the other", "She was born in Harrow and moved north as a child.", "She was born in Kent and moved north as a child. Harrow lies in Kent.", falls, RuleName, ""},
		{"a word that the end of a line breaks", "The old gate is deactivated in the winter.", "The old gate is de-\n  activated in the winter.", carries, "", ""},
		{"a phrase that goes on", "List the units from smallest to largest.", "List the units from largest to smallest, separated by commas.", refutes, RuleDirection, ""},
	} {
		c.check(t)
	}
}

// What stands beside a claim's words in a page and is held against none of them, and what still is.
func TestNoRivals(t *testing.T) {
	rest := "\n\n" + strings.Repeat("The mill grinds oats for the villages on the river and the banks are mown in the dry weeks.\n", 30)
	for _, test := range []struct{ name, claim, page, want string }{
		{"so since a release, otherwise before", "The name of a gate may have at most 64 letters, a limit that is enforced since 4.95 where longer names used to be cut.",
			"The name of a gate is limited to be 64 letters long; prior to Lock 4.95 names would be silently cut at this length, but now the limit is enforced.", ""},
		{"one of a list of years", "Ormond announced the RHS in 2005.",
			"The RHS is a summer of Ormond at the river. It is for helpers. We have had RHS helpers in 2012, 2015, 2016, 2017 and 2020.", ""},
		{"the day of an entry", "June 2006: Harbour watch; gift of 190 crowns to the mill",
			"-   June 2006\n\n    The harbour watch says “the harbour watch May 2006 gift has been awarded to the mill (190 crowns)”.", ""},
		{"the day of no entry", "June 2006: Harbour watch; gift of 190 crowns to the mill",
			"The harbour watch says “the harbour watch May 2006 gift has been awarded to the mill (190 crowns)”.", "May 2006"},
		{"a name by its initials and the article", "TRB joins the lower lock and the upper lock to the harbour by rules of the river.",
			"# The River Board joins the lower lock and the upper lock to the harbour\n\nThis tells how TRB writes its rules.", ""},
		{"a name by its initials", "The lower lock follows the FSF's rules of the river for each barge.",
			"The lower lock follows the Free Systems Fund rules of the river for each barge. The FSF is the Free Systems Fund.", ""},
		{"initials of a name elsewhere in the sentence", "PureLock: Calm and safe; Led by Purists; follows the FSF's distribution guidelines",
			"PureLock aims at calm. Purists lead it. It follows the [GNU Free System Distribution Guidelines](https://www.gnu.org/distros), used by the Free Systems Fund to name a lock as free.", ""},
		{"two cells of one row", "major: major third, perfect fifth; C-E-G",
			"| chord | intervals | notes |\n|---|---|---|\n| minor triad      | minor third/perfect fifth    | C-E-G-B  |\n| major triad      | major third/perfect fifth    | C-E-G, C, CM   |\n", ""},
		{"the code of a sign", `If clerk or warden begins with an octal stroke, use \040 there.`, "If clerk or warden begins with an octal stroke, use 32 there.", ""},
		{"a verb without a subject", "nopen, closen, nops and clops turn 32 and 16 stone wheels.",
			"Lock houses have calls for turning 16 and 32 stone wheels - `nopen, closen, nops, clops` where “n” means *north* and “c” means *close*.", ""},
		{"the day that heads an entry", "Jan 27 — Harbour reflections.", "Since the latest lift in harbour work I went from oars in November to sails in December; reflections follow.", ""},
		{"a word that denies in both", "The third gate does not need its lamps to be disabled.",
			"The third gate of the lower lock needs all its lamps to be disabled for the summer.", "needs all its lamps to be disabled for …"},
		{"another of the same name", "GATE-6 costs slightly more than GATE-4 and GATE-5.",
			"For a really long bank, GATE-1 can of course be set up on more than two locks, with a direct impact on the cost of each.", ""},
		{"it does not matter", "It does not matter what a plan of the lock looks like as long as the warden understands it, yet its structure makes mistakes easier or harder to find.",
			"The structure of a plan of the lock can make certain mistakes easier (or harder) to find. What matters is that it is read.", ""},
		{"the reason alone", "There are no ropes or ladders, since plans of the lock are written as text.",
			"## Where are the ropes and ladders?\n\nThe warden requires you to write plans of the lock as text. Some like it.", ""},
		{"a word of another's entry", "Bells are not fire-safe.", "# Bells\n\n## The rope\n\nFire-safe.\n\nAnother of the kind.", ""},
		{"a word of its own entry", "The bell is not fire-safe.", "## The bell\n\nFire-safe.\n\nAnother of the kind.", "Fire"},
		{"one of some, by its number", "The third rope is normally left empty.",
			"You give the lock three ropes: the first holds all boats that you might want to lift; the second all the boats you might want to sink, and the last (normally left empty) those that you want to paint.", ""},
		{"the number of an example", "Default: rope:$dir/verify_cache; 2.7", "> address_map = rope:$dir/verify_cache\n>\n> # Example 2: Shared rope cache (Lock 2.11 or later).", ""},
		{"how something is, in Chinese", "emerg: 最高，系统可能已经不可用。",
			"-   emerg：紧急状态，系统可能已挂了。\n-   alert：快点。\n\n" + strings.Repeat("水车为河边的村庄磨麦，干旱的几周里堤岸的草被割掉。", 30), ""},
		{"the default of something else", "Their pin priority is 100 by default.",
			"The lock keeper runs by default on gate 9999 by a rope and asks the wardens to change their list of gates to point to the lock keeper.", ""},
		{"said of itself in other words", "First search → top 150 letters (index + ledger)",
			"- **Joining the index letters and the ledger letters cut the top-20-letter search failure rate by 49%** (5.7% → 2.9%).\n\nMake a first search to get the top likely letters (we used the top 150);", ""},
		{"a letter for any number", "This is a star of locks — adding lock N doesn't raise the work of the warden for locks 1 through N-1.",
			"This is a star of locks — adding lock 5 does not raise the work of the warden for locks 1 through 4.", ""},
		{"a part of a series", "Part 1: Collecting the right tolls", "- Part 1: [Locks 101: Collecting the right tolls](/blog/locks-101-tolls/)", ""},
		{"a price per something else", "Night barge 4.6: ~$6–8", "With the night barge 4.6 on its usual loop the best price lies at about **$0.42 per page**.", ""},
		{"nearly half", "278,881 lines across 911 letters (~42% of codebase size).",
			"The letters — notes, records, lists — come to 278,881 lines across 911 letters. That's nearly half the codebase.", ""},
		{"of which the row has another part", "Barges: Warden can't run Gates itself (Gates-in-Gates)",
			"Each warden runs in an isolated version of your house, so when it mends ropes, paints walls, sells boats, or runs Gates barges, your river stays untouched.", ""},
		{"a table in millions", "Cash and equivalents: USD 1.170B; Q1 2026 Form 10-Q.",
			"Units: USD millions.\n\n| Item | 2026-03-31 | 2025-12-31 | Source |\n|---|---:|---:|---|\n| Cash and equivalents | 1,170 | 774 | Q1 2026 Form 10-Q. |\n| Debt | 40,105 | 39,973 | Q1 2026 Form 10-Q. |\n\n" +
				"| Metric | Value | Source |\n|---|---:|---|\n| Q1 2026 operating cash flow | USD 2.412B | Q1 2026 Form 10-Q cash-flow statement. |", ""},
		{"the number of an item", "Q1.2: Can form very dense rows and crowd out other barges.",
			"| Identify type of barges or harbours:<br>Can form very dense rows and crowd out other barges. Suppresses light. |", ""},
		{"a share without its sign in a table", "Painting appears in 60.5% of files.",
			"Painting Details the ways for painting of barges 60.5\n\nWhile the most common notes (Build and Row, Locks, Ropes, Painting) address the barges, other kinds of files like Tolls (12.7%), Bells (8.7%), and Dues", ""},
		{"more of its values in another sentence", "~1–1.25 oz of a 61% concentrate per gallon.",
			"Tar mixes that have a lower strength, such as Brown Tar Concentrate (18% pitch), will require 5 to 7 ounces of mix per gallon of water (4% to 6% of the whole).\n\n" +
				"Mixes with a minimum of 61% pitch do well when applied at 1 to 1.25 ounces of mix per gallon of water (0.75% to 1% of the whole).", ""},
		{"the number of a paper", "Locks and Bells in the Lower Harbour Town. arXiv:2606.22225.", "Locks and Bells in the Lower Harbour Town\nRussell Arkwright", ""},
		{"one as a single", "For a boat above the weir gates and banks change places: 3 lower gates, 1 upper gate.",
			"Instead of three upper gates and one lower gate, boats above the weir see three lower gates and only a single upper gate.", ""},
		{"a way through several", "If queued rope → Step 6.", "Is there a next boat in the queue?\n├── YES → Return to Step 0 with next boat\n└── NO → Is any lock past its review date?\n\n" +
			"├── YES → Return to Step 0 with that lock as target\n└── NO → Is any rope queued in the ledger?\n├── YES → Mend highest-priority rope (Step 6 → 7 → 8)\n└── NO → REST — set next bell based on earliest review date", ""},
		{"a part of the name", "The BARGE-4-mini costs 3 crowns a day at each lock.", "The BARGE-4 costs 9 crowns a day at each lock. The BARGE-4-mini is smaller.", ""},
		{"the whole of the name", "The BARGE-4 costs 3 crowns a day at each lock.", "The BARGE-4 costs 9 crowns a day at each lock. The BARGE-4-mini is smaller.", "9"},
		{"not even", "And the old harbour was not even the rope-innovation leader — river weavers and hill potters dominated the trade more effectively.",
			"Harbour smiths, tapestry weavers, and windmill and boat builders innovated in certain ropes to be sure — but less so than river producers of variously woven cloth, or the makers of hill pots, who dominated the trade for their ropes even more effectively than the old harbour.", ""},
		{"what the source does not say", "A 2023 harbour-bank document detailing wider lock-transformation plans for Norwick put WEIR at an original estimate of $180 million, financed by Ropebank — the source does not state which country's export-import bank.",
			"The government of Norwick is investing $204.7m in a State Lock Modernization Project (WEIR).\n\nThe WEIR project was originally thought to cost $180 million and was financed by Ropebank (export-import bank, origin country unknown), according to a 2023 Harbour Bank document detailing wider lock transformation plans for the country.", ""},
		{"without one thing and with another", "The guidance is to choose a rope ID without semantic or special-character meaning in the harbour.",
			"When tying from scratch, the warden tries to fill the rope bell ID with an explicit line argument first (you can choose a rope bell ID that does not carry any semantic meaning or special character in the harbour).", ""},
		{"denied alike behind code", "O rio inativo não aparece na tela de venda da ponte", "**Decisão:** O campo `active boolean NOT NULL DEFAULT true` fica. O rio inativo não aparece na tela de venda da ponte mas permanece na lista.\n\n" +
			strings.Repeat("O moinho de água mói o trigo das aldeias e a erva da margem é cortada nas semanas secas do verão. ", 80), ""},
		{"said where it is denied, behind code", "Um rio inativo aparece na tela de venda da ponte", "**Decisão:** O campo `active boolean NOT NULL DEFAULT true` fica. Um rio inativo não aparece na tela de venda da ponte mas permanece na lista.\n\n" +
			strings.Repeat("O moinho de água mói o trigo das aldeias e a erva da margem é cortada nas semanas secas do verão. ", 80), "não aparece na tela de venda da ponte …"},
		{"a factor of something else", "False bells reach 20 times more people than true bells.", "- False bells ring 6 times faster than true bells.", ""},
		{"a factor of the same", "False bells ring 20 times faster than true bells.", "- False bells ring 6 times faster than true bells.", "6 times"},
		{"not only, in Chinese", "不能只看一条绳子：要看绳子、铃铛和闸门", "要看绳子、铃铛、闸门和堤岸，还要看一条绳子的颜色。\n\n" + strings.Repeat("水车为河边的村庄磨麦，干旱的几周里堤岸的草被割掉。", 30), ""},
		{"not the same as", "Not the same as rope toll per barge — this is about the whole toll across a lock",
			"Figure 3: Whole rope toll in a 5-barge lock of the harbour.", ""},
		{"by when something is to be", "Pilot yield: 80–85% (May 2026)",
			"The warden said that the lower gate has a yield above 98%, while the upper gate remains at 80% to 85% pilot yield, a risk if it fails to reach 95% yield by mid-2027.", ""},
		{"the title of the page", "gMSA: Yes; Harbour Server 2012+", "# Setting up delegated Managed Service Accounts (dMSA) in Harbour Server 2025\n\nA dMSA is for one device.", ""},
	} {
		if got := refutedBy(t, test.page+rest, test.claim); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// What a page says of one name is not held against the line of another, nor against a page that is on another.
func TestNumbersOfAnotherName(t *testing.T) {
	page := "Where Hanno does lead is in market position: Petra Voss has placed Hanno's share of bell orders at approximately 70%, with Lund projecting a similar share of the bell market. " +
		"The second source of bells is Ormond.\n\n" + strings.Repeat("The mill grinds oats for the villages on the river and the banks are mown in the dry weeks.\n", 30)
	for _, test := range []struct {
		claim, title string
		refuted      bool
	}{
		{"Bell position: Second to Hanno; ~30%+ of bell market", "Ormond", false},
		{"Bell position: Second to Hanno; ~30%+ of bell market", "Hanno", true},
		{"Ormond: Second to Hanno; ~30%+ of bell market", "Bells", false},
		{"Hanno: ~30%+ share of bell orders", "Bells", true},
	} {
		j, err := NewLexical().Judge(t.Context(), Question{Claim: test.claim, Text: page, Lead: []string{test.title}, Whole: true})
		if err != nil || (j.Stance == provenance.Contradicts) != test.refuted {
			t.Errorf("%s, of %s: %s %+v %v", test.claim, test.title, j.Rule, j.Mismatch, err)
		}
	}
}

// A share that the page has without its sign, as tables do, stands there.
func TestSharesWithoutTheirSign(t *testing.T) {
	page := "Files by what they tell of, in percent of all files. Painting Details the ways for painting of barges 60.5. Building Details how barges are built 71.2.\n\n" +
		strings.Repeat("The mill grinds oats for the villages on the river and the banks are mown in the dry weeks.\n", 30)
	for claim, gone := range map[string]bool{"Painting of barges is told of in 60.5% of files.": false, "Painting of barges is told of in 60.7% of files.": true} {
		j, err := NewLexical().Judge(t.Context(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil || (j.Rule == RuleNowhere) != gone {
			t.Errorf("%s: %s, missing %q %v", claim, j.Rule, j.Missing, err)
		}
	}
}
