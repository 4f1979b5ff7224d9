package mutate

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// corrupt gives the mutants of one kind, as "from → to".
func corrupt(claim, evidence string, kind Kind) []string {
	var out []string
	for _, m := range Mutants(claim, About{Seed: "cl_1", Evidence: evidence, Names: vaultNames}, []Kind{kind}) {
		out = append(out, m.From+" → "+m.To)
	}
	return out
}

var vaultNames = []string{"Ceylon", "Darjeeling", "WAL", "TOAST", "max_rows", "min_age", "os.path", "sys.argv", "len()", "sorted()"}

// What each kind changes. Where the value hangs on the seed only what is changed is
// said, and that it comes out as something else.
func TestKinds(t *testing.T) {
	tests := []struct {
		kind  Kind
		claim string
		want  string // mutants joined by |; "from → *" where any other value will do
	}{
		{Number, "The default is 128 pages and the limit is 4,096.", "128 → *|4,096 → *"},
		{Number, "It was fixed in 3.2.1.", "3.2.1 → *"},
		{Number, "The index has three levels.", "three → *"},
		{Number, "缓存保存 600 个页面。", "600 → *"},
		{Number, "Der Wert ist 42.", "42 → *"},
		{Number, "The module sha256 and UTF-8 follow RFC-7159 at https://a.example/12.", ""},
		{Number, "12) The index has 3 levels.", "3 → *"},
		{Number, "12.", ""},
		{Number, "12 pages are held.", "12 → *"},
		{Number, "The house was built in 1998.", ""},
		{Date, "The house was built in 1998.", "1998 → *"},
		{Date, "It came out on 12 March 1998.", "12 → *|1998 → *|March → *"},
		{Date, "It came out on 2021-10-04.", "04 → *|2021 → *"},
		{Date, "Das Haus wurde 1998 gebaut.", "1998 → *"},
		{Date, "它于1998年发布。", "1998 → *"},
		{Date, "The server listens on port 1433.", ""},
		{Date, "The table has 2000 rows.", ""},
		{Date, "You may march on.", ""},
		{Unit, "The timeout is 30 seconds and the limit is 2 GB.", "seconds → minutes|GB → TB"},
		{Unit, "The delay is 5ms.", "ms → s"},
		{Unit, "The tea is steeped for four minutes.", "minutes → seconds"},
		{Unit, "Die Frist ist 3 Tage.", "Tage → Stunden"},
		{Unit, "超时是 30 秒。", "秒 → 毫秒"},
		{Unit, "The second page has 30 lines.", ""},
		{Name, "The leaf comes from Assam and the file is called LOG.", "Assam → *|LOG → *"},
		{Name, "The value is held by max_wal and read by os.walk.", "max_wal → *|os.walk → *"},
		{Name, "The leaf comes from New York on Monday.", ""},
		{Name, "The page has 2 GB and follows RFC 7159.", ""},
		{Name, "Das Buch ist von Berlin nach Hamburg gegangen.", ""},
		{Negation, "The cache is warm.", " → not"},
		{Negation, "The cache is not warm.", "not → "},
		{Negation, "The cache cannot be shared.", "cannot → can"},
		{Negation, "The cache isn't warm.", "isn't → is"},
		{Negation, "The page stores rows of the table.", "stores → does not store"},
		{Negation, "The option no longer works.", "no longer → still"},
		{Negation, "The cache may be warm.", ""},
		{Negation, "The cache is only used for reads.", ""},
		{Negation, "The files are not just small.", ""},
		{Negation, "The cache that is warm may be shared.", ""},
		{Quantifier, "All rows are locked.", "All → No"},
		{Quantifier, "All of the rows are locked.", "All → None"},
		{Quantifier, "Most rows are locked.", "Most → All"},
		{Quantifier, "The lock is always taken.", "always → never"},
		{Quantifier, "The lock is usually taken.", "usually → always"},
		{Quantifier, "The lock is not always taken at all.", ""},
		{Quantifier, "The settings are always, auto and never.", ""},
		{Quantifier, "The job runs every 10 minutes in all three cases.", ""},
		{Quantifier, "The most recent rows lock each other.", ""},
		{Comparative, "A hash index is faster than a scan.", "faster → slower"},
		{Comparative, "The largest page is read.", "largest → smallest"},
		{Comparative, "The value is more than the limit.", "more → less"},
		{Comparative, "The option is no longer there for one or more rows.", ""},
		{Roles, "The planner calls the executor.", "The planner calls the executor → The executor calls the planner"},
		{Roles, "Autovacuum is triggered by a write.", "Autovacuum is triggered by a write → A write is triggered by autovacuum"},
		{Roles, "A hash join is faster than a loop.", "A hash join is faster than a loop → A loop is faster than a hash join"},
		{Roles, "The tool copies rows from Assam to Ceylon.", "Assam to Ceylon → Ceylon to Assam"},
		{Roles, "It calls the executor.", ""},
		{Roles, "The planner calls the executor of a query.", ""},
		{Roles, "The planner calls the parser, the executor and the writer.", ""},
		{Roles, "The planner equals the executor.", ""},
		{Hedge, "The rows may be lost.", "may → will"},
		{Hedge, "The table has about 5,000 rows.", "about → exactly"},
		{Hedge, "The lock is probably held.", "probably held → held"},
		{Hedge, "The rows may not be lost.", ""},
		{Hedge, "The book is about tea.", ""},
		{Boundary, "The option is gone after 3.2.", "after → from"},
		{Boundary, "The option works before version 12.", "before → until"},
		{Boundary, "A page has at least 4 rows.", "at least → more than"},
		{Boundary, "The job ends after 5 minutes.", ""},
		{Boundary, "The job ends after the write.", ""},
		{Order, "The log is written before the page.", "before → after"},
		{Order, "The lock is held at the first page that is read.", "first → last"},
		{Order, "It is written first.", ""},
	}
	for _, test := range tests {
		t.Run(string(test.kind)+"/"+test.claim, func(t *testing.T) {
			got := corrupt(test.claim, test.claim, test.kind)
			var want []string
			if test.want != "" {
				want = strings.Split(test.want, "|")
			}
			fits := len(got) == len(want)
			for i := 0; fits && i < len(want); i++ {
				from, any := strings.CutSuffix(want[i], " → *")
				fits = strings.TrimSpace(got[i]) == strings.TrimSpace(want[i]) || strings.ReplaceAll(got[i], " → ", "→") == strings.ReplaceAll(want[i], " → ", "→") ||
					any && strings.HasPrefix(got[i], from+" → ") || strings.Join(strings.Fields(got[i]), " ") == strings.Join(strings.Fields(want[i]), " ")
			}
			if !fits {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// What the evidence has as well may be as true as what the claim says.
func TestMutantsAreNotInTheEvidence(t *testing.T) {
	evidence := "It is 2 or 3 or 4 or 5 or 6 or 7 or 8. Ceylon and Darjeeling are as good as Assam. It takes seconds or minutes. It is slower or faster."
	for _, test := range []struct {
		kind  Kind
		claim string
		not   string
	}{
		{Number, "The level is 1 of many.", "2345678"},
		{Name, "The leaf comes from Assam.", "Ceylon Darjeeling"},
		{Unit, "The wait is 10 seconds.", "minutes"},
		{Comparative, "The scan is faster by far.", "slower"},
	} {
		for _, m := range Mutants(test.claim, About{Seed: "cl_1", Evidence: evidence, Names: vaultNames}, []Kind{test.kind}) {
			if strings.Contains(test.not, m.To) {
				t.Errorf("%s: %q may be true", test.kind, m.Text)
			}
		}
	}
	// What is less than 5 is less than 9 as well: a limit is drawn tighter, and wider where it
	// is a condition.
	for _, test := range []struct {
		claim string
		ok    func(string) bool
	}{
		{"The page has less than 50 rows.", func(n string) bool { return n < "50" }},
		{"The page has at least 50 rows.", func(n string) bool { return n > "50" }},
		{"The page has 50 or more rows.", func(n string) bool { return n > "50" }},
		{"The page is split when it has more than 50 rows.", func(n string) bool { return n < "50" }},
	} {
		for _, seed := range []string{"a", "b", "c", "d", "e", "f"} {
			got := Mutants(test.claim, About{Seed: seed}, []Kind{Number})
			if len(got) != 1 || len(got[0].To) == 2 && !test.ok(got[0].To) {
				t.Errorf("%+v follows from %q", got, test.claim)
			}
		}
	}
	if got := Mutants("The answer has 0 bytes, or less than 9 seconds.", About{Seed: "a"}, []Kind{Unit}); len(got) > 0 {
		t.Errorf("%+v is the same or follows", got)
	}
	// A name's forms are the same name, and an abbreviation is what it stands for.
	for _, m := range Mutants("The store is called Postgres by many.", About{Seed: "x", Names: []string{"PostgreSQL"}}, []Kind{Name}) {
		t.Errorf("%q is the same", m.Text)
	}
	for _, m := range Mutants("The log is the JRN of the store.", About{Seed: "x", Evidence: "the write-ahead log is JRN", Names: []string{"WAL"}}, []Kind{Name}) {
		t.Errorf("%q is the same", m.Text)
	}
}

// What is taken from the evidence itself, and is said there of something else.
func TestKindsOfEvidence(t *testing.T) {
	const (
		tins = "| Tin | Weight | Price |\n|---|---|---|\n| Small | 50 g | 4 euros |\n| Large | 250 g | 15 euros |\n"
		list = "- Green leaf: pale\n- Black leaf: dark\n"
		tea  = "Green tea is steeped for 3 minutes. Black tea is steeped for 5 minutes. A pot holds 4 cups."
	)
	for _, test := range []struct {
		kind            Kind
		claim, evidence string
		want            string
	}{
		{Neighbour, "Green tea is steeped for 3 minutes.", tea, "3 → 5"},
		{Neighbour, "Green tea is steeped for 3 to 5 minutes.", tea, ""},
		{Neighbour, "Green tea is steeped for 3 minutes.", "Green tea is steeped for 3 minutes, or 5 minutes.", ""},
		{Neighbour, "Green tea is steeped for less than 3 minutes.", "Green tea is steeped for less than 3 minutes. Black tea takes 5 minutes.", ""},
		{Neighbour, "绿茶泡3分钟。", "绿茶泡3分钟，红茶泡5分钟。", "3 → 5"},
		{Neighbour, "The garden was planted in 1839.", "The garden was planted in 1839. The mill was built in 1851.", "1839 → 1851"},
		{Neighbour, "The garden was planted in 1839.", "The garden was planted in 1839. The garden was planted anew in 1851.", ""},
		{Row, "The small tin weighs 50 g.", tins, "50 g → 250 g"},
		{Row, "The price of the small tin is 4 euros.", tins, "4 euros → 15 euros"},
		{Row, "The black leaf is dark.", list, "dark → pale"},
		{Row, "The black leaf is dark and the green leaf is pale.", list, ""},
		{Subject, "The small tin weighs 50 g.", tins, "small → Large"},
		{Subject, "Green tea is steeped for 3 minutes.", tea + " Porcelain is thin.", "Green tea → Porcelain"},
		{Row, "The price of a small tin is 4 euros.", "| Tin | Price | Deposit |\n|---|---|---|\n| Small | 4 euros | 1 euros |\n", "4 euros → 1 euros"},
		{Row, "The lean mode is on.", "- lean mode: on\n- map: {\n", ""},
		{Subject, "How tea is steeped is known.", tea + " How tea is steeped is known. Porcelain is thin.", ""},
		{Subject, "Green tea is steeped for 3 minutes.", tea + " Why porcelain is thin.", ""},
		{Subject, "White tea is rare.", tea, ""},
		{Ordinal, "Assam is the fourth largest garden.", "Assam is the fourth largest garden.", "fourth  → "},
		{Ordinal, "Assam is the 2nd-most visited garden.", "", "2nd- → "},
		{Ordinal, "Assam is the fourth largest garden.", "Assam is the largest garden of all, or the fourth largest.", ""},
		{Ordinal, "It is the fourth request.", "", ""},
		{Ordinal, "阿萨姆是第四大茶园。", "阿萨姆是第四大茶园。", "第四大 → 最大"},
		{Ordinal, "Assam ist der viertgrößte Garten.", "", "viertgrößte → größte"},
		{Tail, "Green tea is steeped for 3 minutes.", tea, " → *"},
		{Tail, "绿茶泡3分钟。", "绿茶泡3分钟。", " → *"},
		{Tail, "He called it \"the best tea\".", tea, ""},
	} {
		got := corrupt(test.claim, test.evidence, test.kind)
		from, any := strings.CutSuffix(test.want, "*")
		if test.want == "" && len(got) > 0 || test.want != "" && (len(got) != 1 || !any && got[0] != test.want || any && !strings.HasPrefix(got[0], from)) {
			t.Errorf("%s of %q: got %q, want %q", test.kind, test.claim, got, test.want)
		}
	}
}

func TestFewKeepsAllKindsThatItCan(t *testing.T) {
	all := []Mutant{{Kind: Number, Text: "1"}, {Kind: Number, Text: "2"}, {Kind: Name, Text: "3"}, {Kind: Negation, Text: "4"}}
	var got []string
	for _, m := range Few(all, 3) {
		got = append(got, m.Text)
	}
	if want := []string{"1", "3", "4"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if len(Few(all, 0)) != 4 || len(Few(all, 9)) != 4 {
		t.Error("0 and more than there are keep all")
	}
}

// holds checks what is so of every mutant of every text.
func holds(t interface {
	Errorf(string, ...any)
}, claim string, about About) {
	mutants := Mutants(claim, about, nil)
	seen := map[string]bool{}
	for _, m := range mutants {
		switch {
		case m.Text == claim:
			t.Errorf("%s: the mutant is the claim: %q", m.Kind, claim)
		case m.Start < 0 || m.Start+len(m.From) > len(claim) || claim[m.Start:m.Start+len(m.From)] != m.From:
			t.Errorf("%s: %q does not stand at %d of %q", m.Kind, m.From, m.Start, claim)
		case claim[:m.Start]+m.To+claim[m.Start+len(m.From):] != m.Text:
			t.Errorf("%s: more than one change in %q", m.Kind, m.Text)
		case seen[m.Text]:
			t.Errorf("%s: %q twice", m.Kind, m.Text)
		case utf8.ValidString(claim) && !utf8.ValidString(m.Text):
			t.Errorf("%s: broken text %q", m.Kind, m.Text)
		case m.Kind == Source || !slices.Contains(Kinds(), m.Kind):
			t.Errorf("kind %q", m.Kind)
		}
		seen[m.Text] = true
	}
	if again := Mutants(claim, about, nil); !slices.Equal(again, mutants) {
		t.Errorf("other mutants the second time: %q", claim)
	}
}

func TestMutantsProperty(t *testing.T) {
	parts := strings.Fields(`the The planner calls executor. is are not cannot isn't may about 5,000 3.2.1 12 March 1998 2021-10-04 30 seconds 2 GB 5ms faster than
		slower all All of each usually always at least more before after version from Assam to Ceylon WAL max_rows os.path len() , ; ( ) — 缓存 600 个 秒 1998年 three without no longer`)
	rapid.Check(t, func(t *rapid.T) {
		claim := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 14).Draw(t, "words"), " ")
		evidence := strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(parts, "|", "|", "\n|", "\n-", "\n", ":", "fourth largest")), 0, 24).Draw(t, "evidence"), " ")
		holds(t, claim, About{Seed: rapid.String().Draw(t, "seed"), Evidence: evidence, Names: vaultNames})
	})
}

func FuzzMutants(f *testing.F) {
	f.Add("The planner calls the executor after 3.2, in 30 seconds.", "The planner calls 4.", "Ceylon")
	f.Add("The small tin is the fourth largest, 50 g.", "| Tin | Weight |\n|---|---|\n| Small | 50 g |\n| Large | 250 g |", "Tin")
	f.Add("它于1998年3月发布，超时是 30 秒。", "", "")
	f.Add("It isn’t all of the 12 March 1998 — from A to B.", "\xff", "WAL")
	f.Fuzz(func(t *testing.T, claim, evidence, name string) {
		holds(t, claim, About{Seed: "s", Evidence: evidence, Names: append([]string{name}, vaultNames...)})
	})
}

// A decade is no number of seconds, and a rough number is changed by more than it is rough.
func TestRoughNumbersAndDecades(t *testing.T) {
	for _, m := range Mutants("The mill of the 1980s is as old as that of the 1970s.", About{Seed: "a"}, []Kind{Unit}) {
		t.Errorf("unit: %s", m.Text)
	}
	for _, m := range Mutants("The tool has ~206 lines and is the first of its kind.", About{Seed: "a"}, []Kind{Number}) {
		if m.To[1:] != "06" {
			t.Errorf("number: %s", m.Text)
		}
	}
}
