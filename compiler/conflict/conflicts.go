// Package conflict finds claims of different notes that cannot hold at once. The pairs are kept
// from build to build.
package conflict

import (
	"maps"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// A Finder finds claims that cannot hold beside others.
type Finder struct {
	*view.View

	Pairs map[string]*view.NotePairs // in scope, of notes that have others than before
	Filed map[string]bool            // notes whose claims are filed under older words
}

// Find finds the claims that contradict a claim of a permanent note, by note
// and claim. Those between notes whose claims are what they were are taken from the
// last look; only changed notes are compared anew.
func (cf *Finder) Find() map[string]map[markdown.ClaimID]*provenance.Conflict {
	if cf.Policy.IsGuest() {
		return nil
	}
	if cf.Scope != nil {
		return cf.conflictsInScope()
	}
	var wiki []*markdown.Note
	digests := map[string]string{}
	for _, n := range cf.Notes {
		if !cf.Graded(n) {
			continue
		}
		digests[n.Path] = cf.saidDigest(n)
		if cf.IsDraft(n.Path) {
			continue
		}
		wiki = append(wiki, n)
	}
	decided, key := cf.decided()
	last, _ := view.Lookup[*conflictRecord](cf.Results, key)
	next := &conflictRecord{digests: digests}
	unchanged := func(note string) bool {
		return last != nil && digests[note] != "" && digests[note] == last.digests[note]
	}
	again, moved := newClaimSet(), false
	for note := range digests {
		if !unchanged(note) {
			again.notes[note] = true
			moved = moved || !cf.IsDraft(note)
		}
	}
	if last != nil {
		for note := range last.digests {
			if digests[note] == "" {
				again.notes[note] = true // gone
				moved = moved || !cf.IsDraft(note)
			}
		}
	}
	if moved { // what a draft says is in no index
		for note := range digests {
			if cf.IsDraft(note) {
				again.notes[note] = true
			}
		}
	}
	if last != nil {
		next.pairs, next.filed = last.pairs, last.filed
	}
	if !again.empty() {
		index := cf.statementIndex(wiki, digests)
		pairs := next.pairs
		next.pairs = cf.compareAgain(func() []view.ConflictPair { return pairs }, again, len(digests), index, decided)
		next.filed = cf.Filed
	}
	cf.Filed = next.filed
	next.tidy()
	if (last == nil || !again.empty()) && !cf.Stopped() {
		cf.Results.Keep(key, next)
	}
	cf.Pairs = view.ByNote(next.pairs)
	return cf.conflictsIn(next.pairs)
}

// saidDigest names what a note's claims say and what they stand under.
func (cf *Finder) saidDigest(n *markdown.Note) string {
	if cf.Results.Parsed[n].Claims == "" {
		return ""
	}
	parts := []string{cf.Results.Parsed[n].Claims, n.Title}
	for i := range n.Headings {
		parts = append(parts, strconv.Itoa(n.Headings[i].Level), n.Headings[i].Text)
	}
	return view.HashOf(parts...)
}

// compareAgain compares claims that changed, and those that have to do with them: a claim
// that lost a pair may have another behind it, and one that gains a pair may have it
// before the one it has. Pairs of the others stay. pairs are those of the notes in again
// at least.
func (cf *Finder) compareAgain(pairs func() []view.ConflictPair, again *claimSet, all int, index *gates.Conflicts, decided map[[2]string]bool) []view.ConflictPair {
	there := 0 // some of those that changed are gone
	for note := range again.notes {
		if n := cf.Note(note); n != nil && cf.Graded(n) {
			there++
		}
	}
	if there < all {
		for _, note := range again.of() {
			n := cf.Note(note)
			if n == nil || !cf.Graded(n) || cf.IsDraft(note) {
				continue
			}
			for _, c := range cf.Whole(n).Claims {
				if !again.has(note, c.ID) {
					continue
				}
				for _, other := range index.Disputing(gates.StatementOf(n, c)) {
					again.add(other.Note, other.Claim.ID)
				}
			}
		}
		for grew := true; grew; {
			grew = false
			all := pairs()
			for i := range all {
				pair := &all[i]
				a, b := again.has(pair.Note, pair.Claim), again.has(pair.Conflict.Note, pair.Conflict.With)
				if a != b {
					again.add(pair.Note, pair.Claim)
					again.add(pair.Conflict.Note, pair.Conflict.With)
					grew = true
				}
			}
		}
	}
	old := pairs()
	out := make([]view.ConflictPair, 0, len(old)+16)
	for i := range old {
		if !again.has(old[i].Note, old[i].Claim) {
			out = append(out, old[i])
		}
	}
	var notes []*markdown.Note
	for _, note := range again.of() {
		if n := cf.Note(note); n != nil && cf.Graded(n) {
			notes = append(notes, n)
		}
	}
	found := cf.compare(notes, again, index, decided)
	if len(found) == 0 && len(out) == len(old) {
		return old // as they are stored
	}
	return append(out, found...)
}

// conflictsIn gives each claim the first conflict that it has, and that its place.
func (cf *Finder) conflictsIn(pairs []view.ConflictPair) map[string]map[markdown.ClaimID]*provenance.Conflict {
	out := map[string]map[markdown.ClaimID]*provenance.Conflict{}
	for i := range pairs {
		pair := &pairs[i]
		if out[pair.Note] == nil {
			out[pair.Note] = map[markdown.ClaimID]*provenance.Conflict{}
		}
		if out[pair.Note][pair.Claim] == nil {
			c := pair.Conflict
			cf.place(&c)
			out[pair.Note][pair.Claim] = &c
		}
	}
	return out
}

// compare looks for conflicts of claims in some notes with all permanent ones, in both
// directions. Pairs that were decided to stand side by side are none.
func (cf *Finder) compare(changed []*markdown.Note, claims *claimSet, index *gates.Conflicts, decided map[[2]string]bool) []view.ConflictPair {
	var settled func(a, b markdown.Claim) bool
	if len(decided) > 0 {
		settled = func(a, b markdown.Claim) bool { return decided[pairOf(a, b)] }
	}
	if len(changed) < manyNotes || cf.Scope != nil {
		var out []view.ConflictPair
		for _, n := range changed {
			out = append(out, cf.pairsOf(cf.Whole(n), claims, index, settled)...)
		}
		return out
	}
	for _, n := range cf.Notes { // nothing is read any more while several compare
		cf.Whole(n)
	}
	parts := make([][]view.ConflictPair, len(changed))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, n := range changed {
		group.Go(func() error {
			if !cf.Stopped() {
				parts[i] = cf.pairsOf(n, claims, index, settled)
			}
			return nil
		})
	}
	_ = group.Wait()
	return slices.Concat(parts...)
}

// manyNotes is from how many notes on they are compared on all CPUs.
const manyNotes = 64

// pairsOf are the conflicts of a note's claims that are among some, in both directions.
func (cf *Finder) pairsOf(n *markdown.Note, claims *claimSet, index *gates.Conflicts, settled func(a, b markdown.Claim) bool) (out []view.ConflictPair) {
	for _, c := range n.Claims {
		if !claims.has(n.Path, c.ID) {
			continue
		}
		found := index.FindBut(gates.StatementOf(n, c), settled)
		if found == nil {
			continue
		}
		out = append(out, view.ConflictPair{Note: n.Path, Claim: c.ID, Conflict: *found})
		if !cf.IsDraft(n.Path) {
			back := provenance.Conflict{With: c.ID, Note: n.Path, Span: vault.Span{File: n.Path, Start: c.Start, End: c.End},
				Text: c.Text, Kind: found.Kind}
			if m := found.Mismatch; m != nil {
				back.Mismatch = &provenance.Mismatch{Kind: m.Kind, Claim: m.Source, Source: m.Claim}
			}
			out = append(out, view.ConflictPair{Note: found.Note, Claim: found.With, Conflict: back})
		}
	}
	return out
}

// place finds where the other claim stands now.
func (cf *Finder) place(c *provenance.Conflict) {
	n := cf.Note(c.Note)
	if n == nil {
		return
	}
	for _, other := range cf.Whole(n).Claims {
		if other.ID == c.With {
			c.Span = vault.Span{File: n.Path, Start: other.Start, End: other.End}
			return
		}
	}
}

// decided is the pairs of claims that both stand since a conflict of theirs was
// settled, and the key of the last look at conflicts. That is a cache of one value
// which is checked against the digests in it, not a result under a key of its inputs:
// only after a decision everything is looked at anew.
func (cf *Finder) decided() (map[[2]string]bool, view.Key) {
	var parts []string
	pairs := map[[2]string]bool{}
	for _, s := range cf.Ledger.Resolutions() {
		if a, b := s.Standing(); a != "" && !pairs[[2]string{a, b}] {
			pairs[[2]string{a, b}] = true
			parts = append(parts, a+b)
		}
	}
	slices.Sort(parts)
	return pairs, view.KeyOf(append([]string{"conflicts", "7"}, parts...)...)
}

// pairOf names two claims by their words, in no order.
func pairOf(a, b markdown.Claim) [2]string {
	x, y := provenance.ClaimHash(a).String(), provenance.ClaimHash(b).String()
	return [2]string{min(x, y), max(x, y)}
}

type conflictRecord struct {
	digests map[string]string // of each graded note's claims
	pairs   []view.ConflictPair
	filed   map[string]bool // see assessment
}

// tidy puts pairs in order, each once: of equal ones the first. Mostly they are in order.
func (r *conflictRecord) tidy() {
	compare := func(a, b view.ConflictPair) int { return a.Compare(&b) }
	if !slices.IsSortedFunc(r.pairs, compare) {
		r.pairs = slices.Clone(r.pairs)
		slices.SortStableFunc(r.pairs, compare)
	}
	r.pairs = slices.CompactFunc(r.pairs, func(a, b view.ConflictPair) bool { return a.Compare(&b) == 0 })
}

// Digest names the conflicts of one note.
func Digest(m map[markdown.ClaimID]*provenance.Conflict) string {
	if len(m) == 0 {
		return ""
	}
	var parts []string
	for id, c := range m {
		parts = append(parts, string(id)+" "+string(c.With)+" "+c.Note+" "+c.Text)
	}
	slices.Sort(parts)
	return view.HashOf(parts...)
}

// A claimSet is claims of notes: all of some notes, and some of others.
type claimSet struct {
	notes  map[string]bool
	claims map[string]map[markdown.ClaimID]bool
}

func newClaimSet() *claimSet {
	return &claimSet{notes: map[string]bool{}, claims: map[string]map[markdown.ClaimID]bool{}}
}

func (s *claimSet) has(note string, id markdown.ClaimID) bool {
	return s.notes[note] || s.claims[note][id]
}

func (s *claimSet) add(note string, id markdown.ClaimID) {
	if s.claims[note] == nil {
		s.claims[note] = map[markdown.ClaimID]bool{}
	}
	s.claims[note][id] = true
}

func (s *claimSet) empty() bool { return len(s.notes)+len(s.claims) == 0 }

// of are the notes that any of the claims stand in, in order.
func (s *claimSet) of() []string {
	all := maps.Clone(s.notes)
	for note := range s.claims {
		all[note] = true
	}
	return slices.Sorted(maps.Keys(all))
}
