package gates

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"assay/text"
	"assay/vault"
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

// ParseBaseline reads a baseline. It takes nothing that it does not know: a line that
// is half understood could let more be than was meant. The error names the line and has a hint.
func ParseBaseline(text []byte) (*Baseline, error) {
	b := &Baseline{Entries: make([]Known, 0, bytes.Count(text, []byte("\n")))}
	n, began := 0, false
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		fail := func(hint, problem string, args ...any) error {
			return WithHint(fmt.Errorf("line %d: "+problem, append([]any{n}, args...)...), hint)
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
		return nil, WithHint(errors.New("line 1: it is empty"), "delete the file, or let `assay check --baseline-write` write one")
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
	b.Entries = joinKnown(b.Entries, func(last *Known, k Known) {
		last.Until = min(last.Until, k.Until)
		if k.count() < last.count() {
			last.Count = k.Count
		}
	})
}

// joinKnown sorts entries, and joins those of one thing.
func joinKnown(list []Known, join func(last *Known, k Known)) []Known {
	slices.SortStableFunc(list, compareKnown)
	out := list[:0]
	for _, k := range list {
		if n := len(out); n > 0 && out[n-1].key() == k.key() {
			join(&out[n-1], k)
			continue
		}
		out = append(out, k)
	}
	return out
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

// BaselineWorld is what a comparison with a baseline has to know besides the
// diagnostics.
type BaselineWorld struct {
	Today Day
	Whole bool // the diagnostics are those of the whole vault: what is not among them is fixed
	// Read gives the text of a file of the vault.
	Read func(path string) ([]byte, error)
	// Claims gives the normalised text of each claim of a note.
	Claims func(note string) map[markdown.ClaimID]string
}

// A Split is what a baseline makes of diagnostics.
type Split struct {
	New     []Diagnostic // those that count, notes among them
	Known   []Diagnostic // those that are let be
	LetBe   int          // errors and warnings of Known: a line may stand for several
	Expired int          // of New: errors and warnings whose entry is over
	Fresh   int          // of New: errors and warnings without an entry
	Fixed   int          // what the baseline lists and is not found any more; only of the whole vault

	kept  []Known // the entries that were found, as they are named now
	fresh []Known // what has no entry
	over  []Known // what has one that is over
}

// Split tells what is known from what is new. Without a baseline all is new.
func (b *Baseline) Split(ds []Diagnostic, w BaselineWorld) Split {
	if b == nil {
		b = &Baseline{}
	}
	c := &comparison{w: w, entries: b.Entries, at: make(map[knownKey]int, len(b.Entries)), words: map[string][]byte{}}
	c.left, c.renamed = make([]int, len(b.Entries)), make([]*Known, len(b.Entries))
	for i, k := range b.Entries {
		c.at[k.key()], c.left[i] = i, k.count()
	}
	lines := make([][]fault, len(ds))
	for i, d := range ds {
		lines[i] = c.faults(d)
	}
	c.followRenames(lines)
	return c.split(ds, lines)
}

// A fault is an error or a warning about one thing: a member of a diagnostic.
type fault struct {
	Member
	key   knownKey
	entry int // that lists it, or -1
}

type comparison struct {
	w       BaselineWorld
	entries []Known
	at      map[knownKey]int
	left    []int    // how many of each entry have not been found
	renamed []*Known // entries under the name that their note has now
	words   map[string][]byte
}

// faults are the members of a diagnostic, each with its entry. Notes fail nothing
// and have none.
func (c *comparison) faults(d Diagnostic) (fs []fault) {
	for _, m := range d.Members() {
		f := fault{Member: m, key: knownKey{code: d.Code, note: m.Span.File, claim: m.Claim}, entry: -1}
		if m.Severity > Note {
			if m.Claim == "" {
				f.key.words = hashWords(c.text(m.Span))
			}
			c.take(&f, f.key)
		}
		fs = append(fs, f)
	}
	return fs
}

// take gives a fault the entry of that key, if some of it are left.
func (c *comparison) take(f *fault, key knownKey) bool {
	i, ok := c.at[key]
	if !ok || c.left[i] == 0 {
		return false
	}
	c.left[i]--
	f.entry = i
	return true
}

// mostRenames is how many pairs of an entry's note and a fault are compared; beyond
// that only those whose file kept its name.
const mostRenames = 1 << 20

// followRenames looks for entries of notes that are gone under the names of others:
// a claim's id holds the path of its note, and what it would be under the old one
// can be told.
func (c *comparison) followRenames(lines [][]fault) {
	gone := map[string]bool{}
	for i, k := range c.entries {
		if c.left[i] > 0 && k.Note != "" && !gone[k.Note] {
			if _, err := c.w.Read(k.Note); err != nil {
				gone[k.Note] = true
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	olds := slices.Sorted(maps.Keys(gone))
	unknown := 0
	for _, fs := range lines {
		for _, f := range fs {
			if f.entry < 0 && f.Severity > Note {
				unknown++
			}
		}
	}
	claims := map[string]map[markdown.ClaimID]string{}
	for _, fs := range lines {
		for j := range fs {
			f := &fs[j]
			if f.entry >= 0 || f.Severity == Note || f.key.claim == "" && f.key.words == "" {
				continue
			}
			note := f.key.note
			if f.Claim != "" && claims[note] == nil {
				claims[note] = c.w.Claims(note)
			}
			for _, old := range olds {
				if unknown*len(olds) > mostRenames && path.Base(old) != path.Base(note) {
					continue
				}
				key := f.key
				if key.note = old; f.Claim != "" {
					key.claim = markdown.NewClaimID(old, claims[note][f.Claim])
				}
				if c.take(f, key) {
					k := c.entries[f.entry]
					k.Note, k.Claim = f.key.note, f.key.claim
					c.renamed[f.entry] = &k
					break
				}
			}
		}
	}
}

func (c *comparison) split(ds []Diagnostic, lines [][]fault) Split {
	var s Split
	fresh := map[knownKey]int{}
	for i, d := range ds {
		var counts, known []Member
		var over Day
		for _, f := range lines[i] {
			switch {
			case f.Severity == Note:
				counts = append(counts, f.Member)
			case f.entry < 0:
				s.Fresh++
				counts = append(counts, f.Member)
				if n, ok := fresh[f.key]; ok {
					s.fresh[n].Count = s.fresh[n].count() + 1
					continue
				}
				fresh[f.key] = len(s.fresh)
				s.fresh = append(s.fresh, Known{Code: d.Code, Note: f.key.note, Claim: f.key.claim, Words: f.key.words, Text: beginning(c.text(f.Span))})
			case c.entries[f.entry].Until < c.w.Today:
				s.Expired++
				over = c.entries[f.entry].Until
				counts = append(counts, f.Member)
			default:
				s.LetBe++
				known = append(known, f.Member)
			}
		}
		switch {
		case len(known) == 0:
		case len(counts) == 0:
			s.Known = append(s.Known, d)
			continue
		default:
			s.Known = append(s.Known, Regroup(d, known))
			d = Regroup(d, counts)
		}
		if over != "" {
			d.Hint = strings.TrimPrefix(d.Hint+"; the baseline let this be until "+string(over), "; ")
		}
		s.New = append(s.New, d)
	}
	c.settle(&s)
	return s
}

// settle says what became of each entry.
func (c *comparison) settle(s *Split) {
	for i, k := range c.entries {
		found := k.count() - c.left[i]
		if !c.w.Whole {
			found = k.count() // of what was not looked at nothing is known
		}
		s.Fixed += k.count() - found
		if found == 0 {
			continue
		}
		if r := c.renamed[i]; r != nil {
			k = *r
		}
		k.Count = found
		if k.Until < c.w.Today {
			s.over = append(s.over, k)
		} else {
			s.kept = append(s.kept, k)
		}
	}
}

// Prune is the baseline without what is not found any more, under the names that
// notes have now. It adds nothing.
func (s Split) Prune() *Baseline {
	return assemble(s.kept, s.over)
}

// Grow is the baseline with all that counts now, until a day: new entries, and those
// that were over once more.
func (s Split) Grow(until Day) *Baseline {
	added := slices.Concat(s.over, s.fresh)
	for i := range added {
		added[i].Until = until
	}
	return assemble(s.kept, added)
}

// assemble puts lists of different faults together: what two of them have of one
// kind is let be until the sooner day.
func assemble(lists ...[]Known) *Baseline {
	all := append([]Known{}, slices.Concat(lists...)...)
	return &Baseline{Entries: joinKnown(all, func(last *Known, k Known) {
		last.Count, last.Until = last.count()+k.count(), min(last.Until, k.Until)
	})}
}

// text are the words of a span, or nothing where they cannot be read.
func (c *comparison) text(s vault.Span) []byte {
	text, ok := c.words[s.File]
	if !ok && s.File != "" {
		text, _ = c.w.Read(s.File)
		c.words[s.File] = text
	}
	if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
		return nil
	}
	return text[s.Start:s.End]
}

// hashWords names words whatever their white space; "" for none.
func hashWords(text []byte) string {
	folded := strings.Join(strings.Fields(string(text)), " ")
	if folded == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(folded))
	return hex.EncodeToString(sum[:8])
}

// beginning is enough of a text to know it again.
func beginning(passage []byte) string {
	return text.Clip(strings.Join(strings.Fields(string(passage)), " "), 80)
}
