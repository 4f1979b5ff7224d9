package judge

import (
	"strings"
	"testing"

	"assay/gates/judge/reading"
	"assay/text"
)

// scattered is a text of several passages as they are judged together: each begins
// with its heading.
const scattered = `# Harrow Mill

The mill was built in 1820 by a family of weavers. The mill drove six looms. Visitors cross the yard on foot.

# The forge at Stenby

The forge burned down in 1850. Nothing of its roof was left standing, and the ground lay empty for a decade.

# Scheduler

The scheduler retries failed jobs after 30 seconds. A queue keeps the jobs in the order of their arrival.

The dashboard shows how many workers are idle.

## Logging

The scheduler writes each attempt to a log file. Old entries are removed every night.

# The town museum

The museum keeps coins of the old mint on the ground floor.

## Upper floor

The museum also keeps maps of the coast. In a glass case the museum keeps letters of the harbour office.

# 温室

温室于1903年建成。

# 图书馆

图书馆收藏了三万册图书。
`

func TestClausesInPlacesOfTheirOwn(t *testing.T) {
	cases := []struct {
		name, claim string
		carries     bool
	}{
		{"two facts", "The mill was built in 1820, and the forge burned down in 1850.", true},
		{"while", "The mill was built in 1820, while the forge burned down in 1850.", true},
		{"semicolon", "The forge burned down in 1850; the scheduler retries failed jobs after 30 seconds.", true},
		{"whereas", "The mill was built by a family of weavers whereas the forge burned down in 1850.", true},
		{"but", "The mill drove six looms, but the forge burned down in 1850.", true},
		{"no comma", "The mill was built in 1820 and the forge burned down in 1850.", true},
		{"subject left out", "The scheduler retries failed jobs after 30 seconds and writes each attempt to a log file.", true},
		{"subject left out, comma", "The scheduler retries failed jobs after 30 seconds, and writes each attempt to a log file.", true},
		{"pronoun", "The scheduler retries failed jobs after 30 seconds, and it writes each attempt to a log file.", true},
		{"two sentences", "The mill was built in 1820. The forge burned down in 1850.", true},
		{"three facts", "The mill was built in 1820, the forge burned down in 1850, and the scheduler retries failed jobs after 30 seconds.", true},
		{"Chinese", "温室于1903年建成，图书馆收藏了三万册图书。", true},

		{"subjects swapped", "The forge was built in 1820, and the mill burned down in 1850.", false},
		{"predicate of another", "The mill was built in 1820, and the museum burned down in 1850.", false},
		{"values swapped", "The mill was built in 1850, and the forge burned down in 1820.", false},
		{"tail supported nowhere", "The mill was built in 1820, and the forge was sold to a brewer.", false},
		{"head supported nowhere", "The mill belonged to the crown, and the forge burned down in 1850.", false},
		{"second clause denied", "The mill was built in 1820, and the forge did not burn down in 1850.", false},
		{"subject left out, swapped", "The mill was built in 1820 and burned down in 1850.", false},
		{"Chinese, swapped", "图书馆于1903年建成，温室收藏了三万册图书。", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			j := ask(t, c.claim, scattered)
			if got := outcome(j) == carries; got != c.carries {
				t.Errorf("%s %.2f by %s, missing %q, absent %q, mismatch %+v, parts %q", outcome(j), j.Score, j.Rule, j.Missing, j.Absent, j.Mismatch, partTexts(c.claim))
			}
		})
	}
}

func partTexts(claim string) (out []string) {
	for _, p := range reading.Analyse(claim, text.NewStems()).Clauses() {
		out = append(out, p.Text)
	}
	return out
}

func TestStatements(t *testing.T) {
	for claim, want := range map[string]string{
		"The cache keeps 60 entries.":                                    "",
		"Bread and butter are sold at the gate.":                         "",
		"The road runs between the pump and the mill.":                   "",
		"The pump was built in 1800 and the mill burned in 1820.":        "The pump was built in 1800.|the mill burned in 1820.",
		"The old gate was moved in 1911, and restored by monks in 1950.": "The old gate was moved in 1911.|The old gate restored by monks in 1950.",
		"The lamp is lit at dusk; it goes out at dawn.":                  "The lamp is lit at dusk.|The lamp goes out at dawn.",
	} {
		if got := strings.Join(partTexts(claim), "|"); got != want {
			t.Errorf("%q\n got %q\nwant %q", claim, got, want)
		}
	}
}
