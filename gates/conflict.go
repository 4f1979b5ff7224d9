package gates

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Statement is a claim and the note it stands in, with what it stands under there.
type Statement struct {
	Claim     markdown.Claim
	Note      string
	Title     string   // of the note; "" where it is not known
	Under     []string // the headings of the claim's sections, from the highest
	Generated bool     // the note was made from its sources by a program
}

// StatementOf is a claim of a note as others are compared with it.
func StatementOf(n *markdown.Note, c markdown.Claim) Statement {
	s := Statement{Claim: c, Note: n.Path, Title: n.Title, Generated: n.Meta.Generated}
	if c.Heading < 0 || c.Heading >= len(n.Headings) {
		return s
	}
	level := 1 << 10
	for i := c.Heading; i >= 0; i-- {
		h := &n.Headings[i]
		if h.Level >= level {
			continue
		}
		if level = h.Level; h.Text != n.Title {
			s.Under = append(s.Under, h.Text)
		}
	}
	slices.Reverse(s.Under)
	return s
}

// said is the statement for the judge.
func (s *Statement) said() judge.Said {
	row := s.Claim.Kind == markdown.TableRow
	return judge.Said{Text: s.Claim.Text, Note: s.Note, Title: s.Title, Under: s.Under, Item: row || s.Claim.Kind == markdown.ListItem,
		Row: row && strings.Contains(s.Claim.Text, ": ")} // else one cell says it all
}

// Conflicts finds the statement of a permanent note that a claim contradicts. It is safe
// for concurrent use.
type Conflicts struct {
	judge *judge.Lexical
	filed *Filed
	get   func(id uint32) Statement

	// Of statements filed later: they have the ids after those of filed.
	later   []Statement
	laterBy map[uint64][]uint32
	dead    map[int]bool // notes of filed: its statements are no longer what they were
}

// Two statements can only be about one thing if they share their rarest words. Each
// is filed under the pairs of its keyWords longest words, so that one of them may
// be the value that differs, and a claim looks under all pairs of its lookWords.
const (
	keyWords  = 3
	lookWords = 6  // statements that can dispute have nearly the same words, so the longest are nearly the same
	allWords  = 14 // compared before a closer look
	// maxFound bounds the statements that are looked at for one claim. Beyond it what a claim
	// is compared with hangs on what else there is, so it is no limit that vaults reach.
	maxFound = 1024
	// maxOfNote bounds those of one note that are compared with a claim: more that are alike
	// are no prose.
	maxOfNote = 8
	// maxCompared bounds the bytes of a statement: what takes time is each value of one with
	// each of the other.
	maxCompared = 8 << 10
)

// NewConflicts looks among the statements of permanent notes.
func NewConflicts(permanent []Statement) *Conflicts {
	return File(permanent).Conflicts(func(id uint32) Statement { return permanent[id] })
}

// Conflicts looks among statements that were filed; get gives one by its id.
func (f *Filed) Conflicts(get func(id uint32) Statement) *Conflicts {
	return &Conflicts{judge: judge.NewLexical(), filed: f, get: get}
}

// Replace files the statements of some notes, which are sorted, anew, in place of what was
// filed of them; a note without statements is gone.
func (c *Conflicts) Replace(notes []string, statements []Statement) {
	c.dead = make(map[int]bool, len(notes))
	for _, name := range notes {
		if i, ok := slices.BinarySearch(c.filed.Names, name); ok {
			c.dead[i] = true
		}
	}
	c.later, c.laterBy = statements, map[uint64][]uint32{}
	for i := range statements {
		for _, key := range keysOf(nil, &statements[i]) {
			c.laterBy[key] = append(c.laterBy[key], uint32(c.filed.count()+i))
		}
	}
}

// Find returns the conflict of s with the first statement, in the order given to
// [NewConflicts], that it contradicts: the same subject, and an incompatible
// value, date, name, negation or superlative. It is nil where there is none. A
// statement never conflicts with itself nor with the same sentence elsewhere.
// Versions, dates and places that differ as conditions make two statements, not a
// conflict.
func (c *Conflicts) Find(s Statement) *provenance.Conflict { return c.FindBut(s, nil) }

// FindBut is Find, passing over the pairs that settled reports; nil passes over none.
func (c *Conflicts) FindBut(s Statement, settled func(a, b markdown.Claim) bool) *provenance.Conflict {
	for _, other := range c.near(s) {
		if d := c.dispute(s, other); d != nil && (settled == nil || !settled(s.Claim, other.Claim)) {
			return &provenance.Conflict{With: other.Claim.ID, Note: other.Note, Span: vault.Span{File: other.Note, Start: other.Claim.Start, End: other.Claim.End},
				Text: other.Claim.Text, Mismatch: d.Mismatch, Kind: d.Kind}
		}
	}
	return nil
}

// Disputing are the statements that s contradicts, in order.
func (c *Conflicts) Disputing(s Statement) (others []Statement) {
	for _, other := range c.near(s) {
		if c.dispute(s, other) != nil {
			others = append(others, other)
		}
	}
	return others
}

// near are the statements that may be about what s is about, in order.
func (c *Conflicts) near(s Statement) []Statement {
	if c.filed.count()+len(c.later) == 0 {
		return nil
	}
	var words [maxWords]keyWord
	all := longest(words[:0], s.Claim.Text, allWords)
	var buffer [maxFound]uint32
	var about [lookWords]keyWord
	found := c.look(buffer[:0], withTitle(append(about[:0], all[:min(lookWords, len(all))]...), s.Title, lookWords))
	if head := firstClause(s.Claim.Text); 10*head <= 7*len(s.Claim.Text) {
		var short [maxWords]keyWord
		found = c.look(found, longest(short[:0], s.Claim.Text[:head], keyWords))
	}
	slices.Sort(found)
	found = slices.Compact(found)
	var near []Statement
	note, ofNote := "", 0
	for _, id := range found {
		if int(id) < c.filed.count() && !c.filed.Bags[id].mayBeAlike(all) {
			continue
		}
		other := c.statement(id)
		if other.Note != note {
			note, ofNote = other.Note, 0
		}
		if ofNote < maxOfNote && alike(all, other.Claim.Text) {
			near = append(near, other)
			ofNote++
		}
	}
	if c.later != nil { // ids are in the order of notes only without these
		slices.SortStableFunc(near, func(a, b Statement) int {
			return cmp.Or(strings.Compare(a.Note, b.Note), cmp.Compare(a.Claim.Start, b.Claim.Start))
		})
	}
	return near
}

// dispute is what two statements cannot agree on. A statement has none with itself, nor
// with the same sentence elsewhere.
func (c *Conflicts) dispute(s, other Statement) *judge.Dispute {
	if other.Claim.ID != "" && other.Claim.ID == s.Claim.ID || other.Note == s.Note && other.Claim.Start == s.Claim.Start && other.Claim.End == s.Claim.End ||
		other.Claim.Text == s.Claim.Text || max(len(s.Claim.Text), len(other.Claim.Text)) > maxCompared {
		return nil
	}
	if summarises(&s, &other) || summarises(&other, &s) {
		return nil
	}
	return c.judge.Dispute(s.said(), other.said())
}

// summarises reports a statement that rests on the other's note, or one of a generated
// note that rests on what the other rests on: where they differ, one is a bad copy, which
// its own citation shows.
func summarises(s, other *Statement) bool {
	for i := range s.Claim.Cites {
		target := s.Claim.Cites[i].Target
		if target == "" {
			continue
		}
		if name := strings.TrimSuffix(other.Note, ".md"); target == other.Note || target == name || strings.HasSuffix(name, "/"+strings.TrimSuffix(target, ".md")) {
			return true
		}
		if s.Generated && slices.ContainsFunc(other.Claim.Cites, func(c markdown.Cite) bool { return c.Target == target }) {
			return true
		}
	}
	return false
}

// look adds the statements that are filed under two of the words.
func (c *Conflicts) look(found []uint32, top []keyWord) []uint32 {
	for i := range top {
		for j := range i {
			key := pairKey(top[i].hash, top[j].hash)
			// Those filed later take their turn in the order of notes, so that it makes no
			// difference when a statement was filed.
			later := c.laterBy[key]
			for _, id := range c.filed.under(key) {
				if c.gone(id) {
					continue
				}
				for len(later) > 0 && c.before(later[0], id) {
					found, later = addFound(found, later[0]), later[1:]
				}
				found = addFound(found, id)
			}
			for _, id := range later {
				found = addFound(found, id)
			}
		}
	}
	return found
}

func addFound(found []uint32, id uint32) []uint32 {
	if len(found) >= maxFound { // one may stand there under several keys
		return found
	}
	return append(found, id)
}

// before reports whether a statement that was filed later stands in a note before
// another's.
func (c *Conflicts) before(later, id uint32) bool {
	note, _ := c.filed.Place(id)
	return c.later[int(later)-c.filed.count()].Note < c.filed.Names[note]
}

func (c *Conflicts) gone(id uint32) bool {
	if c.dead == nil {
		return false
	}
	note, _ := c.filed.Place(id)
	return c.dead[note]
}

func (c *Conflicts) statement(id uint32) Statement {
	if at := int(id) - c.filed.count(); at >= 0 {
		return c.later[at]
	}
	return c.get(id)
}

// firstClause is the length of a text's first clause: to a comma, a semicolon or
// "and", where enough stands before and behind it to be a statement.
func firstClause(text string) int {
	const enough = 20
	for i := enough; i+enough/2 < len(text); i++ {
		switch text[i] {
		case ',', ';':
			if text[i+1] == ' ' {
				return i
			}
		case ' ':
			if strings.HasPrefix(text[i+1:], "and ") || strings.HasPrefix(text[i+1:], "while ") {
				return i
			}
		}
	}
	return len(text)
}

func containsWord(words []keyWord, hash uint64) bool {
	return slices.ContainsFunc(words, func(w keyWord) bool { return w.hash == hash })
}

// alike reports that a text has most of the words, and they most of its, or that
// nearly all words of the shorter are in the longer: worth a closer look.
func alike(top []keyWord, text string) bool {
	var words [maxWords]keyWord
	other := longest(words[:0], text, allWords)
	shared := 0
	for _, w := range other {
		if containsWord(top, w.hash) {
			shared++
		}
	}
	return enoughShared(shared, len(other), len(top))
}

// enoughShared says whether two texts with a and b words share enough of them.
func enoughShared(shared, a, b int) bool {
	least, most := min(a, b), max(a, b)
	if least <= keyWords+2 { // two of them may be the name that differs
		return 5*shared >= 2*most
	}
	return 2*shared >= most || least >= 3 && 5*shared >= 4*least
}

// A keyWord is a word by its hash, and how much it tells statements apart.
type keyWord struct {
	hash uint64
	rank int
}

const maxWords = 96

// longest picks the n words of a text that tell most: the longest, each once.
// Letters are folded and the ends of words cut, so that forms of a word meet. Words
// with digits are values and do not file a statement.
func longest(words []keyWord, text string, n int) []keyWord {
	for i := 0; i < len(text) && len(words) < cap(words); {
		start, hash, kept, capitals, stem, digits, wide := i, uint64(14695981039346656037), 0, 0, uint64(0), false, false
		for i < len(text) {
			b := text[i]
			if b >= utf8.RuneSelf {
				// Han and kana have no spaces: three bytes are a word of their own.
				if b >= 0xe3 && b <= 0xed && i+3 <= len(text) {
					if kept > 0 {
						break
					}
					wide = true
					hash = (hash ^ uint64(text[i])<<16 ^ uint64(text[i+1])<<8 ^ uint64(text[i+2])) * 1099511628211
					i += 3
					if i+3 <= len(text) && text[i] >= 0xe4 && text[i] <= 0xed {
						hash = (hash ^ uint64(text[i])<<16 ^ uint64(text[i+1])<<8 ^ uint64(text[i+2])) * 1099511628211
					}
					break
				}
			} else if b >= 'A' && b <= 'Z' {
				b += 'a' - 'A'
				capitals++
			} else if b >= '0' && b <= '9' {
				digits = true
			} else if b < 'a' || b > 'z' {
				break
			}
			hash = (hash ^ uint64(b)) * 1099511628211
			if kept++; kept == 6 {
				stem = hash
			}
			i++
		}
		if i == start {
			i++
			continue
		}
		if digits || !wide && kept < 4 && (kept < 2 || capitals < kept) {
			continue // short words are kept where they are written as TTL is
		}
		w := keyWord{hash: hash, rank: kept}
		if wide {
			w.rank = 4
		} else if stem != 0 {
			w.hash = stem
		}
		words = insertLongest(words, w, n)
	}
	return words
}

// withTitle adds words of a title to fewer than n words of a text.
func withTitle(words []keyWord, title string, n int) []keyWord {
	if len(words) >= n || title == "" {
		return words
	}
	var buffer [maxWords]keyWord
	for _, w := range longest(buffer[:0], title, n) {
		if len(words) < n && !containsWord(words, w.hash) {
			words = append(words, w)
		}
	}
	return words
}

// insertLongest keeps words in falling order of rank, then hash, n at most.
func insertLongest(words []keyWord, w keyWord, n int) []keyWord {
	at := len(words)
	for k := range words {
		if words[k].hash == w.hash {
			return words
		}
	}
	for at > 0 && (words[at-1].rank < w.rank || words[at-1].rank == w.rank && words[at-1].hash > w.hash) {
		at--
	}
	if at >= n {
		return words
	}
	if len(words) == n {
		words = words[:n-1]
	}
	return slices.Insert(words, at, w)
}

func pairKey(a, b uint64) uint64 {
	return (min(a, b)*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(max(a, b), 29)) * 0xff51afd7ed558ccd
}
