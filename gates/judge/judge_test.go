package judge

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/provenance"
	"assay/text"

	"pgregory.net/rapid"
)

const threshold, rejectBelow = 0.78, 0.20

func ask(t testing.TB, claim, source string, around ...string) provenance.Judgement {
	t.Helper()
	j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: source, Context: around})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// What a judgement comes to, as a person would put it.
const (
	carries = "carries" // supports, at the threshold or above, with nothing missing
	refutes = "refutes"
	falls   = "falls" // neither: a person looks, or it is rejected
)

func outcome(j provenance.Judgement) string {
	switch {
	case j.Stance == provenance.Contradicts:
		return refutes
	case j.Stance == provenance.Supports && j.Score >= threshold && len(j.Missing) == 0:
		return carries
	}
	return falls
}

type judged struct {
	name, claim, text string
	want              string
	rule              string // empty: any
	values            string // "claim|source" of the mismatch, empty: any
}

// check asks whether the claim comes out as wanted, by the rule and with the two values that
// are wanted, if any are.
func (c judged) check(t *testing.T) {
	t.Helper()
	t.Run(c.name, func(t *testing.T) {
		t.Helper()
		j := ask(t, c.claim, c.text)
		got := ""
		if j.Mismatch != nil {
			got = j.Mismatch.Claim + "|" + j.Mismatch.Source
		}
		if j.Stance == provenance.Contradicts && (j.Mismatch == nil || j.Mismatch.Claim == "" || j.Mismatch.Source == "") {
			t.Errorf("refuted without both sides: %+v", j.Mismatch)
		}
		if outcome(j) != c.want || c.rule != "" && j.Rule != c.rule || c.values != "" && got != c.values {
			t.Errorf("%s by %s at %.2f, %q, missing %v; want %s by %s, %q", outcome(j), j.Rule, j.Score, got, j.Missing, c.want, c.rule, c.values)
		}
	})
}

func TestRules(t *testing.T) {
	cases := []judged{
		// Values.
		{"another number", "The pool keeps at most 20 idle connections.", "The pool keeps at most 10 idle connections.", refutes, RuleValue, "20|10"},
		{"same number, other form", "The archive holds 1.2 million letters.", "The archive holds 1,200,000 letters.", carries, "", ""},
		{"a comma before decimals", "The archive holds 2,500,000 letters.", "The archive holds 2,5 millions of letters.", carries, "", ""},
		{"spelled out", "The council has nine members.", "The council has 9 members.", carries, "", ""},
		{"spelled out, another", "The council has nine members.", "The council has seven members.", refutes, RuleValue, "nine|seven"},
		{"limit of a moment", "The hives stay closed from the day of the first frost.", "The hives stay closed after the day of the first frost.", falls, "", ""},
		{"attached scale", "The dataset has 5k rows.", "The dataset has 5,000 rows.", carries, "", ""},
		{"within what about allows", "The town had about 5,000 inhabitants in 1920.", "The town had 4,950 inhabitants in 1920.", carries, "", ""},
		{"close to", "The hall seats close to 100 people.", "The hall seats 97 people.", falls, "", ""},
		{"the other end of a year", "The bridge opened in early 2005 to cars.", "In late 2005 the bridge opened to cars and lorries.", refutes, RuleDate, ""},
		{"beyond what about allows", "The town had about 5,000 inhabitants in 1920.", "The town had 3,100 inhabitants in 1920.", refutes, RuleValue, ""},
		{"more than", "The tower is more than 300 metres tall.", "The tower is 324 metres tall.", carries, "", ""},
		{"not more than", "The tower is more than 330 metres tall.", "The tower is 324 metres tall.", refutes, RuleValue, ""},
		{"percentage", "Recall rose by 12 % on the test set.", "Recall rose by 21 % on the test set.", refutes, RuleValue, "12 %|21 %"},
		{"ordinal", "Orla is the third daughter of the miller.", "Orla is the second daughter of the miller.", refutes, RuleValue, "third|second"},
		{"currency", "The bridge cost $ 40 million to build.", "The bridge cost $ 55 million to build.", refutes, RuleValue, ""},
		{"identical range", "Responses take 10 to 20 seconds to arrive.", "Responses take 10 to 20 seconds to arrive on a slow line.", carries, "", ""},
		{"value without counterpart", "The brewery employs 120 people in the valley.", "The brewery employs people in the valley.", falls, RuleMissing, ""},
		// Units.
		{"another unit", "A session ends after 30 minutes without activity.", "A session ends after 30 seconds without activity.", refutes, RuleUnit, ""},
		{"converted unit", "A session ends after 30 minutes without activity.", "A session ends after 1800 seconds without activity.", carries, "", ""},
		// Dates.
		{"another year", "The observatory opened in 1887.", "The observatory opened in 1878.", refutes, RuleDate, "1887|1878"},
		{"another day", "The observatory opened on 4 May 1887.", "The observatory opened on 14 May 1887.", refutes, RuleDate, ""},
		{"coarser claim", "The observatory opened in 1887.", "The observatory opened on 14 May 1887.", carries, "", ""},
		{"finer claim", "The observatory opened in May 1887.", "The observatory opened in 1887.", falls, RuleMissing, ""},
		{"within the decade", "The line was closed in the 1960s.", "The line was closed in 1964.", carries, "", ""},
		{"not within the decade", "The line was closed in the 1960s.", "The line was closed in 1974.", refutes, RuleDate, ""},
		{"other notation", "The release came out on 5 April 2026.", "The release came out on 2026-04-05.", carries, "", ""},
		// Versions and boundaries.
		{"another version", "The flag was added in version 3.2 of the compiler.", "The flag was added in version 3.4 of the compiler.", refutes, RuleValue, ""},
		{"the same version", "The flag works in versions 3 and above.", "The flag works in version 3.0 and above of the compiler.", carries, "", ""},
		{"another version and above", "The flag works in versions 3 and above.", "The flag works in version 4.0 and above of the compiler.", refutes, RuleValue, ""},
		{"a unit without its sign", "A round trip takes 7.8us.", "A round trip takes 7.8 μs.", carries, "", ""},
		{"boundary slip", "From version 3.2 on, the module is not included in the runtime.", "The module is not included in the runtime after version 3.2.", refutes, RuleBoundary, ""},
		// Negation.
		{"negated claim", "The driver does not support nested transactions.", "The driver supports nested transactions.", refutes, RuleNegation, ""},
		{"negated source", "The driver supports nested transactions.", "The driver does not support nested transactions.", refutes, RuleNegation, ""},
		{"both negated", "The driver doesn't support nested transactions.", "The driver does not support nested transactions.", carries, "", ""},
		{"denied value", "The default delay of the sender is not 200 milliseconds.", "The default delay of the sender is 200 milliseconds.", refutes, RuleNegation, ""},
		{"value denied in both", "The default delay of the sender is not 200 milliseconds.", "The default delay of the sender is not 200 milliseconds.", carries, "", ""},
		{"own count, another", "The format takes two bits of the header (the high-order bits).", "The format takes six bits of the header (the high-order bits).", refutes, RuleValue, "two bits|six bits"},
		{"own count", "The parser has two modes: strict and lenient.", "The modes of the parser are strict and lenient.", carries, "", ""},
		{"not only", "The driver supports nested transactions.", "The driver not only supports nested transactions, it also logs them.", carries, "", ""},
		{"yet to", "The second volume has been published in English.", "The second volume has yet to be published in English.", refutes, RuleNegation, ""},
		// Antonyms and degree.
		{"antonym", "Compression increases the size of small files.", "Compression decreases the size of small files.", refutes, RuleAntonym, ""},
		{"antonym by prefix", "The call is blocking and the result is mutable.", "The call is blocking and the result is immutable.", refutes, RuleAntonym, ""},
		{"degree", "The new planner is slightly faster on large joins.", "The new planner is much faster on large joins.", refutes, "", ""},
		// Names.
		{"another name", "The opera was composed by Clara Weiss in Vienna.", "The opera was composed by Anton Riedl in Vienna.", refutes, RuleName, ""},
		{"short form", "NATO has its headquarters in Brussels.", "The North Atlantic Treaty Organization has its headquarters in Brussels.", falls, "", ""},
		{"direction", "Redstone is faster than Bluefin.", "Bluefin is faster than Redstone.", refutes, RuleDirection, ""},
		// Quantifier, hedge, quotation.
		{"quantifier", "All indexes are rebuilt during the upgrade.", "Some indexes are rebuilt during the upgrade.", falls, RuleQuantifier, ""},
		{"hedge dropped", "The sediment was carried by a river.", "The sediment was probably carried by a river.", falls, RuleHedge, ""},
		{"hedge kept", "The sediment was probably carried by a river.", "The sediment was probably carried by a river in summer.", carries, "", ""},
		{"made-up quotation", "The author calls the design \"a cathedral of small decisions\" in the preface.", "The author calls the design a heap of many little choices in the preface.", falls, RuleQuotation, ""},
		{"true quotation", "The author calls the design \"a heap of many little choices\".", "In the preface the author calls the design “a heap of many little choices”.", carries, "", ""},
		// The errors of real wikis.
		{"tail", "Unwritten blocks may be lost, and cannot be restored by the recovery tool.", "Unwritten blocks may be lost.", falls, "", ""},
		{"own knowledge", "The protocol is used by Kestrel, Marlin, Heron and Osprey.", "The protocol is used by Kestrel.", falls, "", ""},
		{"wrong file", "The glaze is fired at a low temperature in an oxidising kiln.", "The committee met twice a year and kept minutes of each meeting. Its members were elected by the guild for three years, and the oldest of them held the seal. In wet years the meeting moved to the upper hall, where the clerk read the accounts aloud and the treasurer answered for them.", falls, RuleSilent, ""},
		{"table row", "The default value of max_wal_size is 1 GB.", "| Setting | Default value |\n|---|---|\n| min_wal_size | 80 MB |\n| max_wal_size | 1 GB |", carries, "", ""},
		// Chinese and Japanese.
		{"Chinese", "该数据库默认使用八个工作线程。", "该数据库默认使用八个工作线程，可以修改。", carries, "", ""},
		{"Chinese number", "该数据库默认使用八个工作线程。", "该数据库默认使用四个工作线程。", refutes, RuleValue, ""},
		{"Chinese scale", "这座城市有120万居民。", "这座城市有1200000居民。", carries, "", ""},
		{"Chinese date", "新版本于2026年4月发布。", "新版本于2026年5月发布。", refutes, RuleDate, ""},
		{"Chinese negation", "该驱动不支持嵌套事务。", "该驱动支持嵌套事务。", refutes, RuleNegation, ""},
		{"Chinese word with 不", "不同的用户共享同一个连接池。", "不同的用户共享同一个连接池，设置也相同。", carries, "", ""},
		{"Japanese", "このサーバーは接続を十分間保持する。", "このサーバーは接続を十分間保持する。", carries, RuleVerbatim, ""},
		{"Japanese negation", "この関数は例外を投げない。", "この関数は例外を投げる。", refutes, RuleNegation, ""},
		{"German number", "Das Museum zeigt 240 Gemälde aus dem Norden.", "Das Museum zeigt 420 Gemälde aus dem Norden.", refutes, RuleValue, "240|420"},
		{"French negation", "Le pilote ne gère pas les transactions imbriquées.", "Le pilote gère les transactions imbriquées.", refutes, RuleNegation, ""},
		// Another language.
		{"zh over en", "PostgreSQL 16 于 2023 年发布。", "PostgreSQL 16 was released in 2023.", falls, RuleLanguage, ""},
	}
	for _, c := range cases {
		c.check(t)
		if j := ask(t, c.claim, c.text); c.rule == RuleLanguage && (j.Score < rejectBelow || j.Score >= threshold) {
			t.Errorf("%s: abstains with %.2f", c.name, j.Score)
		}
	}
}

func TestReasons(t *testing.T) {
	abroad := ask(t, "PostgreSQL 17 在第一时间为数百名用户发布。", "PostgreSQL 16 was released in 2023 for all users of the database.")
	if got := strings.Join(abroad.Missing, " "); got != "17" {
		t.Errorf("missing in another language: %q", got)
	}
	source := "# Buffers\n\nThe log is flushed by a background writer. Unwritten blocks may be lost. Nothing else is kept."
	j := ask(t, "Unwritten blocks may be lost and corrupt the catalogue.", source)
	if got := strings.Join(j.Absent, " "); got != "corrupt catalogue" {
		t.Errorf("absent %q", got)
	}
	if got := source[j.QuoteStart:j.QuoteEnd]; got != "Unwritten blocks may be lost." {
		t.Errorf("quote %q", got)
	}
	if j.Similarity <= 0 || j.Similarity >= 1 || j.Judge == "" {
		t.Errorf("similarity %v, judge %q", j.Similarity, j.Judge)
	}
	j = ask(t, "The writer wakes every 200 ms.", "The writer wakes from time to time.")
	if len(j.Missing) != 1 || j.Missing[0] != "200 ms" {
		t.Errorf("missing %q", j.Missing)
	}
}

// The parts of an identifier stand in a long text more often than the judge looks at.
func TestSameAnswerEachTime(t *testing.T) {
	text := strings.Repeat("A model can use each tool. The use of words is free.\n\n", 60) + strings.Repeat("Thinking goes with care.\n\n", 60) +
		"Extended thinking comes with a variant for tool use.\n"
	first := ask(t, "`extended_thinking_with_tool_use` holds the variant with care.", text)
	for range 40 {
		if again := ask(t, "`extended_thinking_with_tool_use` holds the variant with care.", text); again.Score != first.Score {
			t.Fatalf("score %v, then %v", first.Score, again.Score)
		}
	}
}

// What a link leads to is not what the claim says.
func TestTargetsAreNeverAbsent(t *testing.T) {
	j := ask(t, "The log may be lost on [[entities/cloud/lambda-service|Lambda]] and lost on lambda.", "# Buffers\n\nThe log is flushed by a background writer. Unwritten blocks may be lost.")
	if got := strings.Join(j.Absent, " "); got != "Lambda" {
		t.Errorf("absent %q", got)
	}
}

func TestDiscourseWordsAreNeverAbsent(t *testing.T) {
	j := ask(t, "Therefore hard water leaves a film on the tea, and thus dulls its colour.", "Hard water leaves a film on the tea and dulls its colour.")
	if len(j.Absent) > 0 {
		t.Errorf("absent %q", j.Absent)
	}
}

func TestTrueInOtherOrder(t *testing.T) {
	for claim, source := range map[string]string{
		"Planting on Ceylon began in 1867.": "Planting at Darjeeling began in the 1840s and on Ceylon in 1867.",
	} {
		if j := ask(t, claim, source); outcome(j) != carries {
			t.Errorf("%q: %.2f by %s", claim, j.Score, j.Rule)
		}
	}
}

func TestAbsentWordsWithoutSpaces(t *testing.T) {
	for _, c := range [][3]string{
		{"委员会统一领导全市的防洪工作。", "市政府负责领导全市的统一防洪工作。", "委员会"}, // 一领 straddles two words
		{"该模型采用自注意力机制处理长文本。", "该模型处理长文本。", "采用自注意力机制"},
		{"この装置は自動的に温度を調整する。", "この装置は温度を測る。", "自動的 調整"},
	} {
		if got := strings.Join(ask(t, c[0], c[1]).Absent, " "); got != c[2] {
			t.Errorf("%q: absent %q, want %q", c[0], got, c[2])
		}
	}
}

func TestSplicedSummaryIsHeld(t *testing.T) {
	filler := strings.Repeat("The council met in the old hall and the clerk read the minutes of the last meeting aloud. ", 14)
	source := filler + "The mayor opened the new bridge after a delay of three weeks and thanked the masons of the northern quarter for their work in the rain."
	for _, claim := range []string{"The mayor opened the masons of the northern quarter.", "The mayor opened the new bridge after a delay of three weeks and thanked the masons of the northern."} {
		if j := ask(t, claim, source); outcome(j) == carries {
			t.Errorf("%q: %.2f by %s", claim, j.Score, j.Rule)
		}
	}
}

func TestContextNamesTheSubject(t *testing.T) {
	const claim, text = "Vacuum reclaims the storage of dead rows.", "It reclaims the storage of dead rows."
	without, with := ask(t, claim, text), ask(t, claim, text, "Vacuum", "Routine maintenance")
	if with.Score <= without.Score {
		t.Errorf("score %.2f with the subject in the title, %.2f without", with.Score, without.Score)
	}
}

func TestHintIsLookedAtFirst(t *testing.T) {
	const twice = "The lamp is lit at dusk by the keeper.\n\nFog came in.\n\nThe lamp is lit at dusk by the keeper."
	at := strings.LastIndex(twice, "The lamp")
	for _, claim := range []string{"The lamp is lit at dusk by the keeper.", "At dusk the keeper lights the lamp."} {
		j, _ := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: twice, From: at, To: len(twice)})
		if j.QuoteStart != at {
			t.Errorf("%q: quote at %d, hint at %d", claim, j.QuoteStart, at)
		}
		// A hint is no cage.
		j, _ = NewLexical().Judge(context.Background(), Question{Claim: claim, Text: twice[:at], From: strings.Index(twice, "Fog"), To: at})
		if j.QuoteStart != 0 {
			t.Errorf("%q: quote at %d, the sentence is at 0", claim, j.QuoteStart)
		}
	}
}

// Invariant (the house): The page docs/judge.md lists every rule of the judge.
func TestRulesAreListed(t *testing.T) {
	listed := map[string]bool{}
	for _, r := range Rules() {
		if listed[r.Name] || r.Name == "" || r.Meaning == "" {
			t.Errorf("rule %+v", r)
		}
		listed[r.Name] = true
	}
}

func TestWeights(t *testing.T) {
	w, err := ReadWeights(weightsJSON)
	if err != nil {
		t.Fatal(err)
	}
	for _, knots := range [][]Knot{w.Knots, w.KnotsCJK} {
		for i := 1; i < len(knots); i++ {
			if knots[i].Margin <= knots[i-1].Margin || knots[i].Score < knots[i-1].Score {
				t.Errorf("knot %d does not ascend: %+v", i, knots)
			}
		}
	}
	if _, err := ReadWeights([]byte(`{"features":["other"]}`)); err == nil {
		t.Error("weights of other features were accepted")
	}
}

// sentence draws a sentence that has a subject, a verb, an object and a number.
func sentence(t *rapid.T) (before, digits, after string) {
	pick := func(words ...string) string { return rapid.SampledFrom(words).Draw(t, "word") }
	n := rapid.IntRange(2, 998).Draw(t, "n")
	before = "The " + pick("scheduler", "archive", "council", "turbine", "orchard", "harbour") + " " + pick("keeps", "needs", "reports", "holds") + " "
	after = " " + pick("entries", "barrels", "letters", "seconds", "metres") + " " + pick("in the first stage", "behind the western wall", "when the season begins", "for every visitor")
	return before, fmt.Sprint(n), after + "."
}

func TestSameSentenceCarries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, n, after := sentence(t)
		s := before + n + after
		j, _ := NewLexical().Judge(context.Background(), Question{Claim: s, Text: "Something else came first. " + s + " And then it rained."})
		if outcome(j) != carries {
			t.Fatalf("%q over itself: %+v", s, j)
		}
	})
}

func TestChangedDigitRefutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, n, after := sentence(t)
		at := rapid.IntRange(0, len(n)-1).Draw(t, "at")
		digit := byte('1' + rapid.IntRange(0, 8).Draw(t, "digit"))
		if digit == n[at] {
			digit = '1' + (digit-'1'+1)%9
		}
		changed := n[:at] + string(digit) + n[at+1:]
		j, _ := NewLexical().Judge(context.Background(), Question{Claim: before + changed + after, Text: before + n + after})
		if j.Stance != provenance.Contradicts || j.Mismatch == nil || !strings.Contains(j.Mismatch.Claim, changed) || !strings.Contains(j.Mismatch.Source, n) {
			t.Fatalf("%s for %s in %q: %+v %+v", changed, n, before+n+after, j, j.Mismatch)
		}
	})
}

func TestAnyInput(t *testing.T) {
	l := NewLexical()
	rapid.Check(t, func(t *rapid.T) {
		claim, source := rapid.String().Draw(t, "claim"), rapid.String().Draw(t, "text")
		checkSane(t, l, claim, source)
	})
}

type failer interface {
	Fatalf(format string, args ...any)
}

func checkSane(t failer, l *Lexical, claim, source string) {
	j, err := l.Judge(context.Background(), Question{Claim: claim, Text: source, Context: []string{claim, source}, From: 1, To: len(source) / 2})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if !(j.Score >= 0 && j.Score <= 1) || !(j.Similarity >= 0 && j.Similarity <= 1) || j.QuoteStart < 0 || j.QuoteEnd < j.QuoteStart || j.QuoteEnd > len(source) {
		t.Fatalf("%q over %q: %+v", claim, source, j)
	}
	again, _ := (&Lexical{model: l.model, weights: l.weights, stems: text.NewStems()}).Judge(context.Background(), Question{Claim: claim, Text: source, Context: []string{claim, source}, From: 1, To: len(source) / 2})
	if again.Score != j.Score || again.Rule != j.Rule || again.QuoteStart != j.QuoteStart {
		t.Fatalf("%q over %q: %+v, then %+v", claim, source, j, again)
	}
}

func FuzzJudge(f *testing.F) {
	for _, s := range [][2]string{
		{"From version 3.2 on, 5k rows cost $1.2 million.", "| a | b |\n|---|---|\n| 3.2 | v4.0 |\n\n```\ncode(x_y)\n```\n"},
		{"二〇二六年四月，约三万人不来。", "2026年4月5日、ない。\n- item: 10–20 ms"},
		{"\"a quoted \xff run of words\" isn't https://x.y/z", "[a](b) **c** 19th century `d_e\\_f`"},
		{"1,2,3 1.2.3 ... 12:30 %", "$ € -LRB- May 5 ,"},
	} {
		f.Add(s[0], s[1])
	}
	l := NewLexical()
	f.Fuzz(func(t *testing.T, claim, source string) { checkSane(t, l, claim, source) })
}

// Invariant (grading): The judge answers the same question the same way, more evidence never
// lowers its score, and a changed digit is never supported. See also TestTreesAreMonotone,
// TestChangedDigitRefutes.
func TestConcurrent(t *testing.T) {
	l := NewLexical()
	var wg sync.WaitGroup
	for k := range 8 {
		wg.Go(func() {
			for i := range 50 {
				claim := fmt.Sprintf("The pool keeps %d connections.", (i+k)%7)
				if _, err := l.Judge(context.Background(), Question{Claim: claim, Text: "The pool keeps 3 connections. It closes the others."}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkJudge(b *testing.B) {
	passage := strings.Repeat("The background writer flushes dirty buffers to disk at a steady pace. Checkpoints start every 300 seconds or when the log has grown by 1 GB. ", 6)
	l := NewLexical()
	b.ReportAllocs()
	start := time.Now()
	for i := range b.N {
		// A new text each time, so that the cache does not help.
		_, _ = l.Judge(context.Background(), Question{Claim: "Checkpoints start every 300 seconds unless the log has grown by more than 2 GB.", Text: fmt.Sprintf("%s Run %d.", passage, i)})
	}
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "pairs/s")
}

func TestLexicalModelIsWhatItSays(t *testing.T) {
	if got := "lexical/" + builtIn().Version; got != LexicalModel {
		t.Errorf("the weights are of %s, LexicalModel says %s", got, LexicalModel)
	}
}
