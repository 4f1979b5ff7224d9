package compose

import (
	"slices"
	"strings"
	"testing"

	"assay/ingest"
	"assay/provenance"
	"assay/templates"
)

// passage is a hit of a page, with its headings after the title.
func passage(title, text string, headings ...string) ingest.Hit {
	id := provenance.NewChunkID("sr_aaaaaaaaaaaaaaaa", title+text)
	return ingest.Hit{Chunk: id, Source: "sr_aaaaaaaaaaaaaaaa", URL: title, Title: title, Heading: headings, Text: text}
}

func said(lines []templates.Cited) string {
	var out []string
	for _, c := range lines {
		out = append(out, c.Text)
	}
	return strings.Join(out, " ")
}

// oolong is enough for a note.
const oolong = "Oolong is a tea that has been partly oxidised. Oolong comes from Fujian and from Taiwan. " +
	"Oolong is steeped in a small pot at ninety degrees. The leaves of oolong are rolled into tight beads or long twists."

func TestSynthesisOfOneTopic(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, topic string
		hits        []ingest.Hit
		with        []string // the draft says
		without     []string
		none        bool
		lead        string // how it begins
		heading     string // it has
	}{
		{name: "what the subject is comes first", topic: "Oolong",
			hits: []ingest.Hit{passage("Tea", "Oolong comes from Fujian and from Taiwan. Many drinkers like oolong best of all the teas. Oolong is partly oxidised tea. In a small pot oolong can be steeped many times over.", "Oolong")},
			lead: "Oolong is partly oxidised tea."},
		{name: "two sentences are no note", topic: "Oolong", none: true,
			hits: []ingest.Hit{passage("Oolong", "Oolong is a tea that has been partly oxidised, anywhere from about ten to eighty per cent of the leaf. Most oolong comes from Fujian and Guangdong in mainland China and also from Taiwan.")}},
		{name: "nor are few words", topic: "Oolong", none: true,
			hits: []ingest.Hit{passage("Oolong", "Oolong is a kind of tea. Oolong comes from old Fujian. Oolong keeps well in tins.")}},
		{name: "a section about something else lends only what names the topic", topic: "Theanine",
			hits: []ingest.Hit{
				passage("Theanine and caffeine", "Theanine is an amino acid that tea makes. Theanine gives green tea much of its savoury taste. Sunlight turns theanine into catechins in the leaf.", "Theanine"),
				passage("Theanine and caffeine", "Caffeine makes up four per cent of the leaf. Young buds hold more of it than old leaves. Trials have found that theanine and caffeine together improve attention.", "Caffeine"),
			},
			with: []string{"together improve attention"}, without: []string{"four per cent", "Young buds"}},
		{name: "headings with more words stay sections", topic: "Oolong", heading: "How oolong is brewed",
			hits: []ingest.Hit{passage("Tea", oolong, "Oolong"),
				passage("Tea", "Water just off the boil suits oolong. A rolled oolong can be infused five times or more.", "How oolong is brewed")},
			with: []string{"infused five times"}},
		{name: "a parameter is another subject", topic: "Autovacuum",
			hits: []ingest.Hit{passage("Autovacuum", "Autovacuum is a daemon that removes dead rows of tables. Autovacuum runs in several worker processes at a time. By its workers autovacuum also collects the statistics of each table."),
				passage("Settings", "`autovacuum_naptime` sets how long the launcher of autovacuum sleeps.")},
			without: []string{"naptime"}},
		{name: "what stands under a term is about the term", topic: "Autovacuum",
			hits: []ingest.Hit{
				passage("Autovacuum", "Autovacuum is a daemon that removes dead rows of tables. Autovacuum runs in several worker processes at a time. By its workers autovacuum also collects the statistics of each table."),
				passage("Glossary", "**Logger**\n\nA process that writes what autovacuum and others report to a file."),
			},
			without: []string{"writes what"}},
		{name: "advice to the reader stays where it is", topic: "Oolong",
			hits:    []ingest.Hit{passage("Oolong", oolong), passage("Pots", "You can steep oolong as often as you like.")},
			without: []string{"You can"}},
		{name: "an abbreviation is the topic's", topic: "Write-ahead logging", lead: "*Write-Ahead Logging* (WAL) is a standard method for keeping data whole.",
			hits: []ingest.Hit{passage("30.3. Write-Ahead Logging (WAL)", "*Write-Ahead Logging* (WAL) is a standard method for keeping data whole. WAL records are flushed before the data pages are. "+
				"The log is written in sequence, so that WAL costs less than writing pages.")},
			with: []string{"WAL records"}},
		{name: "what names the topic only in a compound is about something else", topic: "Oolong",
			hits:    []ingest.Hit{passage("Oolong", oolong), passage("Pots", "Some oolong-coloured pots of thick clay are sold in Taipei.")},
			without: []string{"coloured"}},
		{name: "a topic that is never a subject", topic: "Japan", none: true,
			hits: []ingest.Hit{passage("Matcha", "The monk Eisai carried seeds and the habit of powdered tea to Japan in 1191."),
				passage("Machines", "Tall machines with long blades cut tea in Japan, where labour is dear."),
				passage("Green", "China mostly fires the leaf in a hot pan, while steaming it is what Japan does.")}},
		{name: "code cut in half", topic: "Oolong",
			hits:    []ingest.Hit{passage("Oolong", oolong+" FOR SHARE` in the oolong of sub queries holds.")},
			without: []string{"FOR SHARE"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d, ok := Draft(c.topic, 20, c.hits)
			if ok == c.none {
				t.Fatalf("drafted %v: %+v", ok, d)
			}
			text := said(d.Lines())
			for _, w := range c.with {
				if !strings.Contains(text, w) {
					t.Errorf("lacks %q: %s", w, text)
				}
			}
			for _, w := range c.without {
				if strings.Contains(text, w) {
					t.Errorf("has %q: %s", w, text)
				}
			}
			if !strings.HasPrefix(text, c.lead) {
				t.Errorf("begins with %q, want %q", text, c.lead)
			}
			if c.heading != "" && !slices.ContainsFunc(d.Sections, func(s templates.Section) bool { return s.Heading == c.heading }) {
				t.Errorf("no section %q: %+v", c.heading, d.Sections)
			}
		})
	}
}

func TestSynthesisDefinitions(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]bool{
		"Oolong is partly oxidised tea.":                     true,
		"Oolong is a tea that has been oxidised.":            true,
		"Oolong, also called wulong, is a kind of tea.":      true,
		"The oolong is a tea of Fujian.":                     true,
		"Oolong (wulong) is a standard of the trade.":        true,
		"Oolong refers to tea between green and black.":      true,
		"The half-oxidised kind is called oolong.":           true,
		"Oolong is steeped at ninety degrees.":               false,
		"Oolong comes from Fujian.":                          false,
		"Green tea is a tea that is not oxidised as oolong.": false,
		"Most of the oolong that is drunk is a blend.":       false,
	} {
		if got := definition("Oolong", sentence); got != want {
			t.Errorf("%q defines: %v", sentence, got)
		}
	}
}

func TestSynthesisSentencesThatStandAlone(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]bool{
		"A vegetable dish goes well with green tea.":                     true, // not "table"
		"Above all it is the water that makes the tea.":                  true,
		"The next harvest of the garden comes in June.":                  true,
		"Table owners bypass the policies of their tables.":              true,
		"Heredity decides how much caffeine a bush makes.":               true,
		"People can see the leaves open in a glass pot.":                 true,
		"The limits are listed in Table 13.2 of the manual.":             false,
		"The leaf is dried as described in Section 4.":                   false,
		"Green tea is heated (see the page on heat) before it is dried.": false,
		"The leaves are dried in the following way.":                     false,
		"The pot shown below holds half a litre.":                        false,
		"This makes the tea bitter and dull.":                            false,
		"Here the leaf is left to wither.":                               false,
		"Specifies the number of workers of the daemon.":                 false,
		"The statement is a form of ALTER TABLE ...":                     false,
		"We like our tea at eighty degrees.":                             false,
	} {
		if got := standsAlone(sentence); got != want {
			t.Errorf("%q stands alone: %v", sentence, got)
		}
	}
}

func TestSynthesisHeadings(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"the-sage-and-the-leaf":                "The sage and the leaf",
		"Chapter 30. Reliability":              "Reliability",
		"30.3.\u00a0Write-Ahead Logging (WAL)": "Write-Ahead Logging (WAL)",
		"F.35.5. Text Search Integration":      "Text Search Integration",
		"Appendix M. Glossary":                 "Glossary",
		"3 ways to brew":                       "3 ways to brew",
		"How tea is made.":                     "How tea is made",
		"Tea, coffee etc.":                     "Tea, coffee etc",
		"**Bold** `code`":                      "Bold code",
		"B-tree":                               "B-tree",
		"pg_locks":                             "pg_locks",
		"A. Smith & Sons":                      "A. Smith & Sons",
	} {
		if got := PlainHeading(title); got != want {
			t.Errorf("%q is headed %q, want %q", title, got, want)
		}
	}
}

// definition reports whether a sentence says what a topic is.
func definition(topic, sentence string) bool {
	s := subject{name: topic, names: [][]string{sequence(topic)}, want: Stems(topic)}
	plain := PlainText(sentence)
	return s.bearingOf(sentence, plain, words(plain)).strength >= introduces
}
