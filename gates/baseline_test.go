package gates

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/vault"
	"assay/vault/markdown"
)

// sayings is a vault for baselines: each note is sentences, one a line, each of them a
// claim that is at fault.
type sayings map[string][]string

// faultsOf are an error for every sentence of every note, in the order of paths.
func (v sayings) faultsOf(code Code) (ds []Diagnostic) {
	for note, lines := range v {
		at := 0
		for _, line := range lines {
			ds = append(ds, Diagnostic{Code: code, Severity: Error, Claim: markdown.NewClaimID(note, line), Message: "it is wrong",
				Span: vault.Span{File: note, Start: at, End: at + len(line)}})
			at += len(line) + 1
		}
	}
	return Gather(ds)
}

func (v sayings) world(today Day) BaselineWorld {
	return BaselineWorld{Today: today, Whole: true,
		Read: func(path string) ([]byte, error) {
			if lines, ok := v[path]; ok {
				return []byte(strings.Join(lines, "\n")), nil
			}
			return nil, fs.ErrNotExist
		},
		Claims: func(note string) map[markdown.ClaimID]string {
			out := map[markdown.ClaimID]string{}
			for _, line := range v[note] {
				out[markdown.NewClaimID(note, line)] = line
			}
			return out
		},
	}
}

const (
	adoption = Day("2026-07-01")
	lapse    = Day("2026-09-29")
)

// adopted is the baseline of a vault as it is.
func adopted(v sayings) *Baseline {
	return (&Baseline{}).Split(v.faultsOf(Unsupported), v.world(adoption)).Grow(lapse)
}

// Invariant (speaking): A baseline only gets shorter, but for --baseline-grow; what is new in
// a note that it knows fails, of lines that join claims too; an entry ends on its day. See
// also TestBaselineOnlyShrinks, TestBaselineOfGroups, baseline.txtar.
func TestBaseline(t *testing.T) {
	old := sayings{"a.md": {"One.", "Two."}, "b.md": {"Three.", "Three."}}
	b := adopted(old)
	for _, c := range []struct {
		name                       string
		now                        sayings
		today                      Day
		code                       Code
		fresh, known, fixed, ended int
	}{
		{"nothing changed", old, adoption, Unsupported, 0, 4, 0, 0},
		{"the last day counts", old, lapse, Unsupported, 0, 4, 0, 0},
		{"the day after it is over", old, "2026-09-30", Unsupported, 0, 0, 0, 4},
		{"lines moved", sayings{"a.md": {"Two.", "One."}, "b.md": {"Three.", "Three."}}, adoption, Unsupported, 0, 4, 0, 0},
		{"one is mended", sayings{"a.md": {"Two."}, "b.md": {"Three.", "Three."}}, adoption, Unsupported, 0, 3, 1, 0},
		{"one of two alike is mended", sayings{"a.md": {"One.", "Two."}, "b.md": {"Three."}}, adoption, Unsupported, 0, 3, 1, 0},
		{"one more in a note that is known", sayings{"a.md": {"One.", "Two.", "Four."}, "b.md": {"Three.", "Three."}}, adoption, Unsupported, 1, 4, 0, 0},
		{"a third of two alike", sayings{"a.md": {"One.", "Two."}, "b.md": {"Three.", "Three.", "Three."}}, adoption, Unsupported, 1, 4, 0, 0},
		{"one mended, another made", sayings{"a.md": {"One.", "Four."}, "b.md": {"Three.", "Three."}}, adoption, Unsupported, 1, 3, 1, 0},
		{"the same claims at fault otherwise", old, adoption, ValueMismatch, 4, 0, 4, 0},
		{"a note renamed", sayings{"new/a.md": {"One.", "Two."}, "b.md": {"Three.", "Three."}}, adoption, Unsupported, 0, 4, 0, 0},
		{"a note renamed and edited", sayings{"c.md": {"Two.", "Five."}, "b.md": {"Three.", "Three."}}, adoption, Unsupported, 1, 3, 1, 0},
		{"a note copied", sayings{"a.md": {"One.", "Two."}, "b.md": {"Three.", "Three."}, "c.md": {"One."}}, adoption, Unsupported, 1, 4, 0, 0},
		{"all mended", sayings{"a.md": {}, "b.md": {}}, adoption, Unsupported, 0, 0, 4, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := b.Split(c.now.faultsOf(c.code), c.now.world(c.today))
			if got := [...]int{s.Fresh, len(s.Known), s.Fixed, s.Expired}; got != [...]int{c.fresh, c.known, c.fixed, c.ended} {
				t.Errorf("new, known, fixed, expired: %v, want %v", got, []int{c.fresh, c.known, c.fixed, c.ended})
			}
			if len(s.New) != s.Fresh+s.Expired {
				t.Errorf("%d count, of %d new and %d expired", len(s.New), s.Fresh, s.Expired)
			}
			for _, d := range s.New {
				if s.Expired > 0 && !strings.HasSuffix(d.Hint, "until 2026-09-29") {
					t.Errorf("the hint %q does not say that it was let be", d.Hint)
				}
			}
			// Pruned, it lets be what it let be, and no more.
			p := s.Prune()
			again := p.Split(c.now.faultsOf(c.code), c.now.world(c.today))
			if p.Len() != b.Len()-c.fixed || again.Fixed != 0 || again.Fresh != c.fresh || len(again.Known) != c.known || again.Expired != c.ended {
				t.Errorf("pruned: %d entries, new %d, known %d, fixed %d, expired %d", p.Len(), again.Fresh, len(again.Known), again.Fixed, again.Expired)
			}
			// Grown, it lets all be.
			all := s.Grow("2027-01-01").Split(c.now.faultsOf(c.code), c.now.world(c.today))
			if all.Fresh+all.Expired+all.Fixed != 0 {
				t.Errorf("grown: new %d, expired %d, fixed %d", all.Fresh, all.Expired, all.Fixed)
			}
		})
	}
}

// What is joined to one line is still known or new by itself.
func TestBaselineOfGroups(t *testing.T) {
	group := func(v sayings) []Diagnostic {
		ds := v.faultsOf(StaleEvidence)
		for i := range ds {
			ds[i].Severity, ds[i].Group = Warning, Group{Key: "day", Many: "%s rest on old evidence"}
		}
		return Gather(ds)
	}
	old := sayings{"a.md": {"One.", "Two."}, "b.md": {"Three."}}
	b := (&Baseline{}).Split(group(old), old.world(adoption)).Grow(lapse)
	if b.Len() != 3 {
		t.Fatalf("%d entries of 3 claims", b.Len())
	}
	now := sayings{"a.md": {"One.", "Zero."}, "b.md": {"Three.", "Four."}}
	s := b.Split(group(now), now.world(adoption))
	if len(s.New) != 1 || s.New[0].Message != "2 claims in 2 notes rest on old evidence" || s.New[0].Span.Start != len("One.\n") {
		t.Errorf("new: %+v", s.New)
	}
	if len(s.Known) != 1 || s.Known[0].Message != "2 claims in 2 notes rest on old evidence" || s.Fixed != 1 {
		t.Errorf("known: %+v, fixed %d", s.Known, s.Fixed)
	}
	now = sayings{"a.md": {"One.", "Two."}, "b.md": {"Three.", "Four."}}
	if s = b.Split(group(now), now.world(adoption)); len(s.New) != 1 || s.New[0].Message != "1 claim rests on old evidence" {
		t.Errorf("new: %+v", s.New)
	}
}

// A check of a part says nothing of the rest.
func TestBaselineOfPart(t *testing.T) {
	old := sayings{"a.md": {"One."}, "b.md": {"Two."}}
	b, w := adopted(old), old.world(adoption)
	w.Whole = false
	s := b.Split(sayings{"a.md": {"One."}}.faultsOf(Unsupported), w)
	if s.Fixed != 0 || len(s.Known) != 1 || s.Prune().Len() != 2 {
		t.Errorf("fixed %d, known %d, kept %d", s.Fixed, len(s.Known), s.Prune().Len())
	}
}

// Faults that are no claim's are known by their words, and what is only noted is
// neither new nor known.
func TestBaselineOfWords(t *testing.T) {
	v := sayings{"a.md": {"See [[Gone#Part]].", "See [[Gone#Part]]."}}
	link := func(at int, severity Severity) Diagnostic {
		return Diagnostic{Code: MissingHeading, Severity: severity, Span: vault.Span{File: "a.md", Start: at, End: at + 13}}
	}
	b := (&Baseline{}).Split([]Diagnostic{link(4, Warning), link(23, Note)}, v.world(adoption)).Grow(lapse)
	if b.Len() != 1 {
		t.Fatalf("%d entries of 1 warning and 1 note", b.Len())
	}
	s := b.Split([]Diagnostic{link(4, Warning), link(23, Warning), link(4, Note)}, v.world(adoption))
	if len(s.Known) != 1 || s.Fresh != 1 || len(s.New) != 2 {
		t.Errorf("known %d, fresh %d, told %d", len(s.Known), s.Fresh, len(s.New))
	}
}

func TestBaselineFile(t *testing.T) {
	b := adopted(sayings{"01_Wiki/茶 <tea>.md": {"One \"quoted\".", "Two."}, "b.md": {"Three.", "Three."}})
	text := b.Encode()
	if n := strings.Count(string(text), "\n"); n != 1+3 || !strings.HasPrefix(string(text), `{"assay":"baseline/1"}`) || !strings.Contains(string(text), "茶 <tea>") {
		t.Errorf("%d lines:\n%s", n, text)
	}
	again, err := ParseBaseline([]byte("\ufeff" + strings.ReplaceAll(string(text), "\n", "\r\n\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.Encode(), again.Encode()); diff != "" {
		t.Error(diff)
	}
	entry := `{"code":"unsupported","note":"a.md","claim":"cl_aaaaaaaaaaaaaaaa","count":3,"until":"2026-09-29"}`
	for text, want := range map[string]string{
		"":                    "it is empty",
		"\n\n":                "it is empty",
		"[]":                  "not a baseline",
		entry:                 "not a baseline",
		`{"assay":"page/1"}`:  `format "page/1"`,
		"\x00\xff{":           "not a baseline",
		"{}":                  "not a baseline",
		`{"assay":"x"} trail`: "not a baseline",
		"HEAD\n<<<<<<< ours\n" + entry + "\n=======\n" + entry + "\n>>>>>>> theirs": "line 2: a marker of a merge, <<<<<<<",
		"HEAD\n" + strings.Replace(entry, "2026-09-29", "soon", 1):                  "line 2: `until` is \"soon\"",
		"HEAD\n" + strings.Replace(entry, "3,", "-1,", 1):                           "a count below nought",
		"HEAD\n" + strings.Replace(entry, "note", "nota", 1):                        `unknown field "nota"`,
		"HEAD\n" + entry + "\n" + strings.TrimSuffix(entry, "}"):                    "line 3: not an entry",
		"HEAD\n{\"note\":\"a.md\",\"until\":\"2026-09-29\"}":                        "it has no code",
	} {
		_, err := ParseBaseline([]byte(strings.Replace(text, "HEAD", `{"assay":"baseline/1"}`, 1)))
		var told interface{ Hint() string }
		if !errors.As(err, &told) || !strings.Contains(err.Error(), want) || told.Hint() == "" {
			t.Errorf("%q: %v, want %q and a hint", text, err, want)
		}
	}
	// Both sides of a merge have the entry: the stricter of the two holds.
	merged, err := ParseBaseline([]byte(`{"assay":"baseline/1"}` + "\n" + entry + "\n" + strings.NewReplacer("3", "2", "09-29", "12-24").Replace(entry)))
	if err != nil || len(merged.Entries) != 1 || merged.Entries[0].Count != 2 || merged.Entries[0].Until != lapse {
		t.Errorf("merged: %+v %v", merged, err)
	}
}

// TestBaselineOnlyShrinks: whatever is edited, nothing but growing lets more be.
func TestBaselineOnlyShrinks(t *testing.T) {
	words := rapid.SampledFrom([]string{"One.", "Two.", "Three.", "Four."})
	vaults := rapid.MapOfN(rapid.SampledFrom([]string{"a.md", "b.md", "sub/a.md", "c.md"}), rapid.SliceOfN(words, 0, 5), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		v := sayings(vaults.Draw(t, "old"))
		b := adopted(v)
		first := b.Len()
		if first != len(v.faultsOf(Unsupported)) {
			t.Fatalf("%d entries of %d faults", first, len(v.faultsOf(Unsupported)))
		}
		for i := range rapid.IntRange(1, 4).Draw(t, "edits") {
			v = vaults.Draw(t, fmt.Sprint("vault", i))
			ds := v.faultsOf(Unsupported)
			s := b.Split(ds, v.world(adoption))
			if len(s.New)+len(s.Known) != len(ds) || len(s.Known)+s.Fixed != b.Len() {
				t.Fatalf("%d new, %d known, %d fixed, of %d faults and %d entries", len(s.New), len(s.Known), s.Fixed, len(ds), b.Len())
			}
			next, err := ParseBaseline(s.Prune().Encode())
			if err != nil || next.Len() > b.Len() || next.Len() != len(s.Known) {
				t.Fatalf("%d entries became %d: %v", b.Len(), next.Len(), err)
			}
			b = next
		}
	})
}

func FuzzParseBaseline(f *testing.F) {
	f.Add([]byte(`{"assay":"baseline/1"}` + "\n" + `{"code":"uncited","note":"a.md","claim":"cl_x","until":"2026-09-29"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := ParseBaseline(text)
		if err != nil {
			return
		}
		again, err := ParseBaseline(b.Encode())
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, b.Encode())
		}
		if diff := cmp.Diff(b.Encode(), again.Encode()); diff != "" {
			t.Error(diff)
		}
	})
}
