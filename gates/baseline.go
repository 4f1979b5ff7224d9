package gates

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/vault/markdown"
)

// BaselineFile is where a baseline lies, at the top of the vault.
const BaselineFile = "assay-baseline.jsonl"

// IsBaseline reports a name that only a baseline has, the usual one or another before
// it: tea.assay-baseline.jsonl. No such file is evidence.
func IsBaseline(path string) bool { return strings.HasSuffix(path, BaselineFile) }

// baselineFormat stands in its first line.
const baselineFormat = "baseline/1"

// A Baseline lists the errors and warnings of an old vault that do not fail it yet.
// It only gets shorter: nothing but [Baseline.Grow] adds to it, and each entry has a
// day from which it counts again.
type Baseline struct {
	Entries []Known // sorted: by note, code, claim, words
}

// Known is a line of a baseline. What it is of is told by code, note, and claim (or
// words, where it is about no claim): by what is said, and not by where it stands.
type Known struct {
	Code  Code             `json:"code"`
	Note  string           `json:"note"`
	Claim markdown.ClaimID `json:"claim,omitempty"`
	Words string           `json:"words,omitempty"` // a hash of the words that are meant
	Count int              `json:"count,omitempty"` // where there are several; 0 is one
	Until Day              `json:"until"`
	Text  string           `json:"text,omitempty"` // the beginning, for who reads the file
}

// A Day is a date as it is written, such as 2027-02-20: known through that day.
type Day string

// DayOf is the day of a moment.
func DayOf(t time.Time) Day { return Day(t.UTC().Format(time.DateOnly)) }

// knownKey is what an entry and a fault are compared by.
type knownKey struct {
	code  Code
	note  string
	claim markdown.ClaimID
	words string
}

func (k Known) key() knownKey { return knownKey{k.Code, k.Note, k.Claim, k.Words} }

func (k Known) count() int { return max(1, k.Count) }

func compareKnown(a, b Known) int {
	if a.Note != b.Note {
		return cmp.Compare(a.Note, b.Note)
	}
	return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Claim, b.Claim), cmp.Compare(a.Words, b.Words))
}

// A BaselineError says what is wrong with a baseline, and where.
type BaselineError struct {
	Line       int
	Problem    string
	Suggestion string
}

func (e *BaselineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

// Hint says what to do.
func (e *BaselineError) Hint() string { return e.Suggestion }

// ParseBaseline reads a baseline. It takes nothing that it does not know: a line that
// is half understood could let more be than was meant.
func ParseBaseline(text []byte) (*Baseline, error) {
	b := &Baseline{Entries: make([]Known, 0, bytes.Count(text, []byte("\n")))}
	n, began := 0, false
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		fail := func(hint, problem string, args ...any) error {
			return &BaselineError{n, fmt.Sprintf(problem, args...), hint}
		}
		if mark := line[:min(len(line), 7)]; line[0] != '{' && strings.Contains("<<<<<<< ======= >>>>>>> |||||||", string(mark)) {
			return nil, fail("delete the marker's line; of an entry that both sides have keep one", "a marker of a merge, %s", mark)
		}
		if !began {
			var head struct {
				Assay string `json:"assay"`
			}
			if err := decodeStrictly(line, &head); err != nil || head.Assay == "" {
				return nil, fail("`assay check --baseline-write` writes one", `not a baseline: it has to begin with {"assay":%q}`, baselineFormat)
			}
			if head.Assay != baselineFormat {
				return nil, fail("a newer assay may have written it", "format %q, and this assay reads %q", head.Assay, baselineFormat)
			}
			began = true
			continue
		}
		var k Known
		if err := decodeStrictly(line, &k); err != nil {
			return nil, fail("restore the line from git, or delete it: what it let be counts again", "not an entry: %v", err)
		}
		if _, err := time.Parse(time.DateOnly, string(k.Until)); err != nil {
			return nil, fail("write a day, such as 2027-02-20", "`until` is %q, not a day", k.Until)
		}
		if k.Code == "" || k.Count < 0 || k.Claim != "" && k.Words != "" {
			return nil, fail("restore the line from git, or delete it: what it let be counts again", "not an entry: it has no code, a count below nought, or both claim and words")
		}
		b.Entries = append(b.Entries, k)
	}
	if !began {
		return nil, &BaselineError{1, "it is empty", "delete the file, or let `assay check --baseline-write` write one"}
	}
	b.tidy()
	return b, nil
}

func decodeStrictly(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("more than one value")
	}
	return nil
}

// tidy sorts, and joins lines of one thing, as a merge may leave them: fewer and
// sooner win, so that no merge lets more be than either side did.
func (b *Baseline) tidy() {
	slices.SortStableFunc(b.Entries, compareKnown)
	out := b.Entries[:0]
	for _, k := range b.Entries {
		if n := len(out); n > 0 && out[n-1].key() == k.key() {
			last := &out[n-1]
			last.Until = min(last.Until, k.Until)
			if fewer := min(last.count(), k.count()); fewer != last.count() {
				last.Count = k.Count
			}
			continue
		}
		out = append(out, k)
	}
	b.Entries = out
}

// Encode writes a baseline: an entry a line, sorted.
func (b *Baseline) Encode() []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	fmt.Fprintf(&out, "{\"assay\":%q}\n", baselineFormat)
	for _, k := range b.Entries {
		if k.Count == 1 {
			k.Count = 0
		}
		_ = e.Encode(k) // texts and numbers; a buffer takes all
	}
	return out.Bytes()
}

// Over is how many faults of a baseline count again, and the next day that others are known
// through; "" for none.
func (b *Baseline) Over(today Day) (over int, next Day) {
	for _, k := range b.Entries {
		if k.Until < today {
			over += k.count()
		} else if next == "" || k.Until < next {
			next = k.Until
		}
	}
	return over, next
}

// Len is how many faults a baseline lets be, one that stands twice counted twice.
func (b *Baseline) Len() (n int) {
	if b == nil {
		return 0
	}
	for _, k := range b.Entries {
		n += k.count()
	}
	return n
}
