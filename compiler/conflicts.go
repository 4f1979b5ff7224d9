package compiler

import (
	"maps"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"

	"assay/compiler/codec"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// conflicts finds the claims that contradict a claim of a permanent note, by note
// and claim. Those between notes whose claims are what they were are taken from the
// last look; only changed notes are compared anew.
func (p *conflictFinder) conflicts() map[string]map[vault.ClaimID]*provenance.Conflict {
	if !p.policy.Synthesis.RequireAgreement {
		return nil
	}
	if p.some != nil {
		return p.conflictsOfSome()
	}
	var wiki []*vault.Note
	digests := map[string]string{}
	for _, n := range p.notes {
		if !p.graded(n) {
			continue
		}
		digests[n.Path] = p.saidDigest(n)
		if p.isDraft(n.Path) {
			continue
		}
		wiki = append(wiki, n)
	}
	decided, key := p.decided()
	last, _ := lookup(p.results, key, decodeConflicts)
	next := &conflictRecord{digests: digests}
	unchanged := func(note string) bool {
		return last != nil && digests[note] != "" && digests[note] == last.digests[note]
	}
	again, moved := newClaimSet(), false
	for note := range digests {
		if !unchanged(note) {
			again.notes[note] = true
			moved = moved || !p.isDraft(note)
		}
	}
	if last != nil {
		for note := range last.digests {
			if digests[note] == "" {
				again.notes[note] = true // gone
				moved = moved || !p.isDraft(note)
			}
		}
	}
	if moved { // what a draft says is in no index
		for note := range digests {
			if p.isDraft(note) {
				again.notes[note] = true
			}
		}
	}
	if last != nil {
		next.pairs, next.filed = last.pairs, last.filed
	}
	if !again.empty() {
		index := p.filing(wiki, digests)
		pairs := next.pairs
		next.pairs = p.compareAgain(func() []conflictPair { return pairs }, again, len(digests), index, decided)
		next.filed = p.filed
	}
	p.filed = next.filed
	next.tidy()
	if (last == nil || !again.empty()) && !p.stopped() {
		p.results.memo[key] = next
		p.results.store.Put(key, next.encode())
	}
	p.pairs = next.pairs
	return p.conflictsIn(next.pairs)
}

// saidDigest names what a note's claims say and what they stand under.
func (p *conflictFinder) saidDigest(n *vault.Note) string {
	if p.results.claims[n] == "" {
		return ""
	}
	parts := []string{p.results.claims[n], n.Title}
	for i := range n.Headings {
		parts = append(parts, strconv.Itoa(n.Headings[i].Level), n.Headings[i].Text)
	}
	return hashOf(parts...)
}

// compareAgain compares claims that changed, and those that have to do with them: a claim
// that lost a pair may have another behind it, and one that gains a pair may have it
// before the one it has. Pairs of the others stay. pairs are those of the notes in again
// at least.
func (p *conflictFinder) compareAgain(pairs func() []conflictPair, again *claimSet, all int, index *gates.Conflicts, decided map[[2]string]bool) []conflictPair {
	there := 0 // some of those that changed are gone
	for note := range again.notes {
		if n := p.note(note); n != nil && p.graded(n) {
			there++
		}
	}
	if there < all {
		for _, note := range again.of() {
			n := p.note(note)
			if n == nil || !p.graded(n) || p.isDraft(note) {
				continue
			}
			for _, c := range p.whole(n).Claims {
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
				a, b := again.has(pair.note, pair.claim), again.has(pair.conflict.Note, pair.conflict.With)
				if a != b {
					again.add(pair.note, pair.claim)
					again.add(pair.conflict.Note, pair.conflict.With)
					grew = true
				}
			}
		}
	}
	old := pairs()
	out := make([]conflictPair, 0, len(old)+16)
	for i := range old {
		if !again.has(old[i].note, old[i].claim) {
			out = append(out, old[i])
		}
	}
	var notes []*vault.Note
	for _, note := range again.of() {
		if n := p.note(note); n != nil && p.graded(n) {
			notes = append(notes, n)
		}
	}
	found := p.compare(notes, again, index, decided)
	if len(found) == 0 && len(out) == len(old) {
		return old // as they are stored
	}
	return append(out, found...)
}

// conflictsIn gives each claim the first conflict that it has, and that its place.
func (p *conflictFinder) conflictsIn(pairs []conflictPair) map[string]map[vault.ClaimID]*provenance.Conflict {
	out := map[string]map[vault.ClaimID]*provenance.Conflict{}
	for i := range pairs {
		pair := &pairs[i]
		if out[pair.note] == nil {
			out[pair.note] = map[vault.ClaimID]*provenance.Conflict{}
		}
		if out[pair.note][pair.claim] == nil {
			c := pair.conflict
			p.place(&c)
			out[pair.note][pair.claim] = &c
		}
	}
	return out
}

// compare looks for conflicts of claims in some notes with all permanent ones, in both
// directions. Pairs that were decided to stand side by side are none.
func (p *conflictFinder) compare(changed []*vault.Note, claims *claimSet, index *gates.Conflicts, decided map[[2]string]bool) []conflictPair {
	var settled func(a, b vault.Claim) bool
	if len(decided) > 0 {
		settled = func(a, b vault.Claim) bool { return decided[pairOf(a, b)] }
	}
	if len(changed) < manyNotes || p.some != nil {
		var out []conflictPair
		for _, n := range changed {
			out = append(out, p.pairsOf(p.whole(n), claims, index, settled)...)
		}
		return out
	}
	for _, n := range p.notes { // nothing is read any more while several compare
		p.whole(n)
	}
	parts := make([][]conflictPair, len(changed))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(changed) && !p.stopped(); i = int(next.Add(1)) - 1 {
				parts[i] = p.pairsOf(changed[i], claims, index, settled)
			}
		})
	}
	wg.Wait()
	return slices.Concat(parts...)
}

// manyNotes is from how many notes on they are compared on all CPUs.
const manyNotes = 64

// pairsOf are the conflicts of a note's claims that are among some, in both directions.
func (p *conflictFinder) pairsOf(n *vault.Note, claims *claimSet, index *gates.Conflicts, settled func(a, b vault.Claim) bool) (out []conflictPair) {
	for _, c := range n.Claims {
		if !claims.has(n.Path, c.ID) {
			continue
		}
		found := index.FindBut(gates.StatementOf(n, c), settled)
		if found == nil {
			continue
		}
		out = append(out, conflictPair{n.Path, c.ID, *found})
		if !p.isDraft(n.Path) {
			back := provenance.Conflict{With: c.ID, Note: n.Path, Span: vault.Span{File: n.Path, Start: c.Start, End: c.End},
				Text: c.Text, Kind: found.Kind}
			if m := found.Mismatch; m != nil {
				back.Mismatch = &provenance.Mismatch{Kind: m.Kind, Claim: m.Source, Source: m.Claim}
			}
			out = append(out, conflictPair{found.Note, found.With, back})
		}
	}
	return out
}

// place finds where the other claim stands now.
func (p *conflictFinder) place(c *provenance.Conflict) {
	n := p.note(c.Note)
	if n == nil {
		return
	}
	for _, other := range p.whole(n).Claims {
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
func (p *conflictFinder) decided() (map[[2]string]bool, Key) {
	var parts []string
	pairs := map[[2]string]bool{}
	for _, s := range p.ledger.Settlements() {
		if a, b := s.Standing(); a != "" && !pairs[[2]string{a, b}] {
			pairs[[2]string{a, b}] = true
			parts = append(parts, a+b)
		}
	}
	sort.Strings(parts)
	return pairs, keyOf(append([]string{"conflicts", "6"}, parts...)...)
}

// pairOf names two claims by their words, in no order.
func pairOf(a, b vault.Claim) [2]string {
	x, y := provenance.ClaimHash(a).String(), provenance.ClaimHash(b).String()
	return [2]string{min(x, y), max(x, y)}
}

type conflictRecord struct {
	digests map[string]string // of each graded note's claims
	pairs   []conflictPair
	filed   map[string]bool // see assessment
}

// tidy puts pairs in order, each once. All but those that were found last are in order.
func (r *conflictRecord) tidy() {
	n := 1
	for n < len(r.pairs) && r.pairs[n-1].compare(&r.pairs[n]) < 0 {
		n++
	}
	if n >= len(r.pairs) {
		return
	}
	found := slices.Clone(r.pairs[n:])
	slices.SortStableFunc(found, func(a, b conflictPair) int { return a.compare(&b) })
	out := make([]conflictPair, 0, len(r.pairs))
	add := func(p *conflictPair) {
		if len(out) == 0 || out[len(out)-1].compare(p) != 0 {
			out = append(out, *p)
		}
	}
	for i := range r.pairs[:n] {
		for len(found) > 0 && found[0].compare(&r.pairs[i]) < 0 {
			add(&found[0])
			found = found[1:]
		}
		add(&r.pairs[i])
	}
	for i := range found {
		add(&found[i])
	}
	r.pairs = out
}

func (r *conflictRecord) encode() []byte {
	e := &codec.Encoder{}
	notes := make([]string, 0, len(r.digests))
	for n := range r.digests {
		notes = append(notes, n)
	}
	sort.Strings(notes)
	e.Uint(uint64(len(notes)))
	for _, n := range notes {
		e.Str(n)
		e.Str(r.digests[n])
	}
	codec.List(e, r.pairs, putConflictPair)
	e.Strs(slices.Sorted(maps.Keys(r.filed)))
	return e.B
}

func decodeConflicts(b []byte) (*conflictRecord, error) {
	d := codec.NewDecoder(b)
	r := &conflictRecord{digests: map[string]string{}}
	for range d.Count() {
		n := d.Str()
		r.digests[n] = d.Str()
	}
	r.pairs = codec.Unlist(d, getConflictPair)
	r.filed = map[string]bool{}
	for _, n := range d.Strs() {
		r.filed[n] = true
	}
	return r, d.Err
}

// conflictDigest names the conflicts of one note.
func conflictDigest(m map[vault.ClaimID]*provenance.Conflict) string {
	if len(m) == 0 {
		return ""
	}
	var parts []string
	for id, c := range m {
		parts = append(parts, string(id)+" "+string(c.With)+" "+c.Note+" "+c.Text)
	}
	sort.Strings(parts)
	return hashOf(parts...)
}
