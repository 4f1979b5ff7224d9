package provenance

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assay/vault"
)

var day = time.Date(2026, 4, 29, 12, 0, 0, 0, time.UTC)

const (
	alice = "person:alice"
	src   = SourceID("sr_aaaaaaaaaaaaaaaa")
)

// on is an event of a source by the built-in Engineer, or by whom data's "by" names.
func on(kind string, data ...string) Event {
	e := Event{Time: day, Actor: ActorEngineer, Role: RoleEngineer, Kind: kind, Subject: string(src), Data: map[string]any{}}
	for i := 0; i+1 < len(data); i += 2 {
		switch data[i] {
		case "by":
			e.Actor = data[i+1]
		case "subject":
			e.Subject = data[i+1]
		default:
			e.Data[data[i]] = data[i+1]
		}
	}
	if kind == KindApproved && e.Actor == ActorEngineer {
		e.Data["approver"] = PolicyApprover
	}
	if kind == KindPromoted && e.Actor == ActorEngineer {
		e.Actor = ActorChronicler
	}
	return e
}

// write appends events to a ledger's text.
func write(text string, events ...Event) string {
	l := ReadLedger([]byte(text))
	for _, e := range events {
		l.Append(e)
	}
	return text + string(l.Pending())
}

// events of the kinds, one after the other.
func steps(kinds ...string) []Event {
	list := make([]Event, len(kinds))
	for i, k := range kinds {
		list[i] = on(k)
	}
	return list
}

var life = []string{KindProposed, KindMapped, KindApproved, KindCrawled, KindIndexed, KindVerified, KindSynthesized, KindPromoted}

func kinds(problems []vault.Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, p.Kind)
	}
	return list
}

func TestLedgerLineIsFrozen(t *testing.T) {
	got := write("", Event{Time: day.Add(time.Millisecond), Actor: alice, Role: RolePerson, Kind: KindDirective, Subject: "01_Wiki/缓存 & <more>.md",
		Data: map[string]any{"b": []string{"x"}, "a": 1, "c": math.NaN()}})
	want := `{"id":"ev_4kwy667znh2pdgz6eihcotdtv3m47zwl","prev":[],"time":"2026-04-29T12:00:00Z","actor":"person:alice","role":"person","kind":"directive","subject":"01_Wiki/缓存 & <more>.md","data":{"a":1,"b":["x"],"c":"NaN"}}` + "\n"
	if got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestLedgerReadsWhatItAppends(t *testing.T) {
	l := ReadLedger(nil)
	var appended []Event
	for _, e := range steps(life...) {
		e.Data["pages"] = 3
		e.Data["sources"] = []SourceID{src}
		appended = append(appended, l.Append(e))
	}
	if got := l.Events(); !reflect.DeepEqual(got, appended) {
		t.Errorf("events are %+v, appended %+v", got, appended)
	}
	back := ReadLedger(l.Pending())
	if got := back.Events(); !reflect.DeepEqual(got, appended) {
		t.Errorf("read back %+v, appended %+v", got, appended)
	}
	if p := back.Verify(); len(p) > 0 {
		t.Errorf("problems: %+v", p)
	}
	if e := appended[3]; e.Number("pages") != 3 || !slices.Equal(e.List("sources"), []string{string(src)}) || e.Prev[0] != appended[2].ID {
		t.Errorf("event reads %+v", e)
	}
	if len(back.Pending()) > 0 {
		t.Error("reading leaves something pending")
	}
}

func TestLedgerDefects(t *testing.T) {
	whole := write("", steps(life[:5]...)...)
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	at := func(i int) int { return len(strings.Join(lines[:i], "")) }
	for _, c := range []struct {
		name  string
		text  string
		kind  string
		start int // of the problem
		state State
	}{
		{"untouched", whole, "", 0, Indexed},
		{"crlf", strings.ReplaceAll(whole, "\n", "\r\n"), "", 0, Indexed},
		{"bom", "\ufeff" + whole, "", 0, Indexed},
		{"no end of line", strings.TrimSuffix(whole, "\n"), "", 0, Indexed},
		{"blank lines", strings.ReplaceAll(whole, "\n", "\n\n"), "", 0, Indexed},
		{"every line twice", whole + whole, "", 0, Indexed},
		{"spaces put in", strings.Replace(whole, `"kind":`, `"kind": `, 1), "", 0, Indexed},
		{"torn", whole[:len(whole)-20], ProblemTorn, at(4), Crawled},
		{"garbage", lines[0] + "hello\n" + strings.Join(lines[1:], ""), ProblemSyntax, at(1), Indexed},
		{"edited", strings.Replace(whole, life[1], "verified", 1), ProblemHash, at(1), Proposed},
		{"edited data", strings.Replace(whole, `"approver":"policy"`, `"approver":"person:eve"`, 1), ProblemHash, at(2), Mapped},
		{"member added", strings.Replace(whole, `"data":{}}`, `"data":{},"note":1}`, 1), ProblemHash, at(0), StateNone},
		{"inner line removed", lines[0] + strings.Join(lines[2:], ""), ProblemMissing, at(1), Proposed},
		{"conflict marker", lines[0] + "<<<<<<< HEAD\n" + strings.Join(lines[1:], ""), ProblemMerge, at(1), Indexed},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := ReadLedger([]byte(c.text))
			if got := l.State(src).State; got != c.state {
				t.Errorf("state is %s, want %s", got, c.state)
			}
			problems := l.Problems()
			if c.kind == "" && len(l.Verify()) > 0 {
				t.Fatalf("problems: %+v", l.Verify())
			}
			if c.kind != "" && (len(problems) != 1 || problems[0].Kind != c.kind || problems[0].Start != c.start || problems[0].End <= c.start) {
				t.Errorf("problems: %+v, want %s at %d", problems, c.kind, c.start)
			}
		})
	}
}

func TestAppendAfterTornLine(t *testing.T) {
	whole := write("", steps(life[:4]...)...)
	torn := whole[:len(whole)-20]
	after := write(torn, on(KindCrawled))
	l := ReadLedger([]byte(after))
	if got := l.State(src).State; got != Crawled {
		t.Errorf("state is %s", got)
	}
	if got := kinds(l.Problems()); !slices.Equal(got, []string{ProblemSyntax}) {
		t.Errorf("problems are %v", got)
	}
}

func TestVerifyNamesEveryDefect(t *testing.T) {
	text := write("",
		on(KindProposed),
		on(KindVerified),                                       // a jump
		on(KindMapped), on(KindApproved, "by", "agent:claude"), // who may not
		on(KindApproved, "by", ActorChronicler, "approver", "nobody"), // nor this
		on("celebrated"),
		on(KindIndexed, "subject", "somewhere"),
		Event{Time: day, Actor: "mcp:editor", Kind: KindAttested, Subject: "clm_1"},
	)
	l := ReadLedger([]byte(text))
	want := []string{ProblemTransition, ProblemRole, ProblemRole, ProblemKind, ProblemSyntax, ProblemRole}
	problems := l.Verify()
	if !slices.Equal(kinds(problems), want) {
		t.Fatalf("got %+v, want %v", problems, want)
	}
	if s := l.State(src); s.State != Mapped {
		t.Errorf("state is %s", s.State)
	}
	line := strings.Split(text, "\n")[1]
	if got := text[problems[0].Start:problems[0].End]; got != line || !strings.Contains(problems[0].Text, "mapped, approved, crawled, indexed are missing") {
		t.Errorf("problem %q is at %s", problems[0].Text, got)
	}
}

// branched is a ledger with two branches, merged as git's union would.
func branched(base string, a, b []Event) []string {
	left, right := write(base, a...), write(base, b...)
	tailA, tailB := strings.TrimPrefix(left, base), strings.TrimPrefix(right, base)
	return []string{base + tailA + tailB, base + tailB + tailA, tailB + base + tailA, left + right}
}

// Invariant (lives and decisions): The ledger is a graph: the order of its lines means
// nothing, every edit shows, of concurrent decisions the stricter wins. See also
// TestVerifyNamesEveryDefect, TestOfConcurrentDecisionsTheStricterWins,
// TestAppendAfterTornLine.
func TestOrderOfLinesMeansNothing(t *testing.T) {
	base := write("", steps(life[:4]...)...)
	texts := branched(base, steps(KindIndexed, KindVerified), []Event{on(KindRejected, "reason", "mirror")})
	first := ReadLedger([]byte(texts[0]))
	for _, text := range texts[1:] {
		l := ReadLedger([]byte(text))
		if !reflect.DeepEqual(l.Events(), first.Events()) || !reflect.DeepEqual(l.State(src), first.State(src)) || !slices.Equal(l.Heads(), first.Heads()) {
			t.Errorf("another order of lines, another ledger: %+v, %+v", l.State(src), first.State(src))
		}
		if p := l.Verify(); len(p) > 0 {
			t.Errorf("problems: %+v", p)
		}
	}
	if len(first.Heads()) != 2 {
		t.Errorf("heads are %v", first.Heads())
	}
	first.Append(on(KindProposed))
	if len(first.Heads()) != 1 {
		t.Errorf("after an append heads are %v", first.Heads())
	}
	if s := first.State(src); s.State != Proposed {
		t.Errorf("after the merge was seen the state is %s", s.State)
	}
}

// Any graph of events: shuffled lines give the same events, each behind those it
// had seen, and before answers as a plain search does.
func TestGraphProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 25).Draw(t, "n")
		ids := []string{}
		var lines []string
		for i := range n {
			e := on(rapid.SampledFrom(append(slices.Clone(life), KindRejected, KindFailed, KindRefreshed)).Draw(t, "kind"))
			e.Data["n"] = i
			for range rapid.IntRange(0, min(i, 3)).Draw(t, "parents") {
				e.Prev = append(e.Prev, ids[rapid.IntRange(max(0, i-6), i-1).Draw(t, "parent")])
			}
			line, id, _ := e.canonical()
			ids = append(ids, id)
			lines = append(lines, string(line)+"\n")
		}
		l := ReadLedger([]byte(strings.Join(lines, "")))
		if l.Len() != n || len(l.Problems()) > 0 {
			t.Fatalf("%d of %d events, problems %+v", l.Len(), n, l.Problems())
		}
		for b := range l.entries {
			seen := map[string]bool{}
			var walk func(id string)
			walk = func(id string) {
				if seen[id] {
					return
				}
				seen[id] = true
				for _, p := range l.entries[l.byID[id]].Prev {
					walk(p)
				}
			}
			walk(l.entries[b].ID)
			for a := range l.entries {
				if got := l.before(a, b); got != seen[l.entries[a].ID] {
					t.Fatalf("before(%d, %d) is %v", a, b, got)
				}
			}
		}
		shuffled := rapid.Permutation(lines).Draw(t, "lines")
		again := ReadLedger([]byte(strings.Join(shuffled, "")))
		if !reflect.DeepEqual(again.Events(), l.Events()) || !reflect.DeepEqual(again.State(src), l.State(src)) {
			t.Fatal("another order of lines, another ledger")
		}
	})
}

// What is folded in the process that appended is what the next process folds.
func TestAppendFoldsAsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for range rapid.IntRange(1, 3).Draw(t, "runs") {
			l := ReadLedger([]byte(text))
			for range rapid.IntRange(1, 6).Draw(t, "events") {
				e := on(rapid.SampledFrom(append(slices.Clone(life), KindAuthRequired, KindRejected, KindFailed, KindRefreshed)).Draw(t, "kind"))
				e.Subject = rapid.SampledFrom([]string{string(src), "01_Wiki/ä.md", "a\"b\n"}).Draw(t, "subject")
				e.Data["sources"] = []string{string(src)}
				e.Data["reason"] = rapid.String().Draw(t, "reason")
				l.Append(e)
			}
			text += string(l.Pending())
			if rapid.Bool().Draw(t, "chopped") {
				text = strings.TrimSuffix(text, "\n")
			}
			again := ReadLedger([]byte(text))
			if !reflect.DeepEqual(again.Events(), l.Events()) || !reflect.DeepEqual(again.State(src), l.State(src)) ||
				!reflect.DeepEqual(again.Verify(), l.Verify()) {
				t.Fatalf("%s\nfolds to %+v, was %+v\n%+v\n%+v", text, again.State(src), l.State(src), again.Verify(), l.Verify())
			}
		}
	})
}

func FuzzReadLedger(f *testing.F) {
	whole := write("", steps(life...)...)
	f.Add([]byte(whole))
	f.Add([]byte(whole[:len(whole)-7]))
	f.Add([]byte(strings.Join(branched(write("", steps(life[:3]...)...), steps(KindCrawled), steps(KindFailed)), "=======\n")))
	f.Add([]byte("\ufeff{\"id\":\"ev_x\",\"prev\":[\"ev_x\"],\"data\":{\"sources\":3}}\r\n{}\nnull\n[]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l := ReadLedger(text)
		for _, p := range l.Verify() {
			if p.Start < 0 || p.End < p.Start || p.End > len(text) {
				t.Fatalf("problem out of place: %+v in %d bytes", p, len(text))
			}
		}
		before := len(l.Events())
		l.State(src)
		e := l.Append(on(KindProposed))
		again := ReadLedger(append(bytes.Clone(text), l.Pending()...))
		if again.Len() != before+1 || !slices.Equal(again.Heads(), []string{e.ID}) {
			t.Fatalf("appended to %q: %d events and then %d, heads %v", text, before, again.Len(), again.Heads())
		}
		if !reflect.DeepEqual(again.State(src), l.State(src)) {
			t.Fatalf("state %+v, read back %+v", l.State(src), again.State(src))
		}
	})
}

// large is a ledger of n events over n/10 sources; with branches it is two long
// branches that nobody has merged yet.
func large(n int, branches bool) []byte {
	var b bytes.Buffer
	heads := []string{"", ""}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		id := NewSourceID(fmt.Sprint(i / 10))
		e := on(append(slices.Clone(life), KindRefreshed, KindIndexed)[i%10], "subject", string(id))
		e.Data["digest"], e.Data["pages"], e.Data["requested_by"] = vault.HashText([]byte(id)).String(), 17, alice
		side := 0
		if branches {
			side = rng.IntN(2)
		}
		if heads[side] != "" {
			e.Prev = []string{heads[side]}
		}
		line, next, _ := e.canonical()
		heads[side] = next
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func BenchmarkReadLedger(b *testing.B) {
	for _, branches := range []bool{false, true} {
		text := large(100_000, branches)
		b.Run(fmt.Sprintf("events=100000/branches=%v", branches), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ReadLedger(text)
			}
		})
		l := ReadLedger(text)
		b.Run(fmt.Sprintf("fold=100000/branches=%v", branches), func(b *testing.B) {
			for b.Loop() {
				for _, id := range l.Sources() {
					l.State(id)
				}
			}
		})
	}
}
