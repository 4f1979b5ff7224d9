package compose

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/ingest"
)

// page is a page's passages, cut where "%%" stands between blocks.
func page(blocks ...string) (hits []ingest.Hit) {
	for text := range strings.SplitSeq(strings.Join(blocks, "\n\n"), "\n\n%%\n\n") {
		hits = append(hits, passage("Oolong", text))
	}
	return hits
}

// What a draft promises of lists, tables, quotations and sentences that lean on others.
func TestPromisesOfADraft(t *testing.T) {
	t.Parallel()
	items := func(n int) string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf("- grade %d of the garden", i+1))
		}
		return strings.Join(out, "\n")
	}
	const announced = "The gardens of Fujian sell the following grades:"
	const table = "| grade | colour |\n|---|---|\n| pale | yellow |\n| dark | amber |"
	for _, c := range []struct {
		name    string
		blocks  []string
		with    []string // the draft has, in this order
		without []string
	}{
		{"a list stands whole behind what announces it", []string{announced, items(3)}, []string{announced, "grade 1 ", "grade 2 ", "grade 3 "}, nil},
		{"also where it is longer than there is room", []string{announced, items(30)}, []string{announced, "grade 1 ", "grade 30 "}, nil},
		{"or goes on in the next passage", []string{announced, items(2), "%%", "- grade 3 of the garden"}, []string{announced, "grade 1 ", "grade 2 ", "grade 3 "}, nil},
		{"a list too long for a note is not announced", []string{announced, items(31)}, nil, []string{"grade", "grades"}},
		{"nor one with a piece of code cut off", []string{announced, items(2) + "\n- grade `three of the garden"}, nil, []string{"grade", "grades"}},
		{"nor one that holds a table", []string{announced, items(2), "  " + strings.ReplaceAll(table, "\n", "\n  ")}, nil, []string{"grade", "grades"}},
		{"nor nothing", []string{announced, "Oolong keeps for years in a tin of lead."}, []string{"keeps for years"}, []string{"grades"}},
		{"nor what ends the page", []string{announced}, nil, []string{"grades"}},
		{"an announcement that leans on what is left out", []string{"The leaf is withered as described in Section 4.", "It is sold in the following grades:", items(3)}, nil, []string{"grade", "It is sold"}},
		{"what leans on a list left out", []string{announced, items(31), "These grades keep for many years in tins."}, nil, []string{"grades"}},
		{"a table stands whole", []string{announced, table}, []string{announced, table}, nil},
		{"a table over two passages is left out with what announces it", []string{announced, table, "%%", "| grade | colour |\n|---|---|\n| black | brown |"}, nil, []string{"grade", "amber", "brown"}},
		{"a table of nothing but its head", []string{announced, "| grade | colour |\n|---|---|"}, nil, []string{"grade"}},
		{"a quotation stays one", []string{"A poet of the Tang said this of it:", "> The first cup of oolong moistens my throat.\n> The second breaks my loneliness."},
			[]string{"> The first cup of oolong moistens my throat.\n> The second breaks my loneliness."}, nil},
		{"a quotation of several paragraphs", []string{"A poet of the Tang wrote as follows:", "> The first cup of oolong moistens my throat.", "> The second breaks my loneliness."},
			[]string{"A poet", "> The first cup", "> The second breaks"}, nil},
		{"an opener keeps what it points at", []string{"Oolong is rolled into beads by hand. This takes the whole night of the harvest."},
			[]string{"rolled into beads by hand.", "This takes the whole night"}, nil},
		{"or goes with it", []string{"The leaf is rolled as shown below. This takes the whole night of the harvest."}, nil, []string{"whole night", "rolled as"}},
		{"and so does what leans on it in turn", []string{"The leaf is rolled as shown below. This takes the whole night of the harvest. It also tires the pickers very much."}, nil, []string{"whole night", "tires"}},
		{"a passage that begins with an opener", []string{"## Rolling", "%%", "However, it keeps for years in a tin of lead."}, nil, []string{"However"}},
		{"code stands whole behind what announces it", []string{"The kettle is set as follows:", "```\nkettle --hot\n\nkettle --off\n```"}, []string{"as follows:", "kettle --hot\n\nkettle --off"}, nil},
		{"code cut off by the passage's end", []string{"The kettle is set as follows:", "```\nkettle --hot"}, nil, []string{"kettle"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, ok := Draft("Oolong", 20, page(append([]string{oolong}, c.blocks...)...))
			if !ok {
				t.Fatal("no draft")
			}
			text := ""
			for _, l := range d.Lines() {
				text += l.Text + "\n"
			}
			rest := text
			for _, w := range c.with {
				_, after, ok := strings.Cut(rest, w)
				if !ok {
					t.Errorf("lacks %q, in its order:\n%s", w, text)
					break
				}
				rest = after
			}
			for _, w := range c.without {
				if strings.Contains(text, w) {
					t.Errorf("has %q:\n%s", w, text)
				}
			}
		})
	}
}

// Whatever a page consists of and wherever its passages part: of a list, table, quotation or
// piece of code a draft has all or nothing, what is announced stands behind what announces it,
// and an opener behind the sentence that it leans on.
//
// Invariant (writing): A draft takes nothing of a page that what is left out would explain.
// See also TestManualDrafts.
func TestDraftsOfAnyPage(t *testing.T) {
	t.Parallel()
	kinds := map[string]string{
		"plain":    "Oolong of garden %d is packed in tins of lead.",
		"leaning":  "This gives the leaf of garden %d a darker colour.",
		"pointing": "The leaf of garden %d is dried as described in Section 4.",
		"announce": "The teas of garden %d are these, with the following grades:",
		"list":     "- grade %[1]d alpha of tea\n- grade %[1]d beta of tea\n- grade %[1]d gamma of tea",
		"torn":     "- grade %[1]d alpha of tea\n- grade %[1]d `beta of tea",
		"table":    "| grade %[1]d | colour |\n|---|---|\n| alpha %[1]d | pale |\n| beta %[1]d | dark |",
		"quote":    "> The cup of garden %[1]d is clear.\n> So is the evening of garden %[1]d.",
		"code":     "```\nbrew %[1]d\n\npour %[1]d\n```",
	}
	names := []string{"plain", "leaning", "pointing", "announce", "list", "torn", "table", "quote", "code", "cut"}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SliceOfN(rapid.SampledFrom(names), 1, 12).Draw(t, "kinds")
		blocks := []string{oolong}
		for i, k := range kind {
			if k == "cut" {
				blocks = append(blocks, "%%")
			} else {
				blocks = append(blocks, fmt.Sprintf(kinds[k], 100+i))
			}
		}
		d, ok := Draft("Oolong", 20, page(blocks...))
		if !ok {
			t.Fatal("no draft")
		}
		var lines []string
		for _, l := range d.Lines() {
			lines = append(lines, l.Text)
		}
		text := strings.Join(lines, "\n")
		has := func(i int) bool { return strings.Contains(text, fmt.Sprint(100+i)) }
		before := func(i int) int { // the block before, over the ends of passages
			for i--; i >= 0 && kind[i] == "cut"; i-- {
			}
			return i
		}
		for i, k := range kind {
			if k == "cut" || !has(i) {
				continue
			}
			whole := blocks[i+1]
			if !strings.Contains(text, whole) {
				t.Fatalf("%s %d is not whole:\n%s", k, i, text)
			}
			switch at := before(i); {
			case k == "pointing" || k == "torn":
				t.Fatalf("%s %d is in the draft:\n%s", k, i, text)
			case k == "announce":
				next := i + 1
				for next < len(kind) && kind[next] == "cut" {
					next++
				}
				if next == len(kind) || kind[next] == "plain" || !strings.Contains(text, whole+"\n"+blocks[next+1]) {
					t.Fatalf("what %d announces does not follow:\n%s", i, text)
				}
			case k == "leaning" && at >= 0 && !strings.Contains(text, blocks[at+1]+"\n"+whole):
				t.Fatalf("opener %d stands alone:\n%s", i, text)
			}
		}
	})
}
