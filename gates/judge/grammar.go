package judge

import "strings"

// A bond ties a word to the word it depends on.
type bond struct {
	kind string // one of those below, or the preposition between the two
	head int32  // token of the text
	dep  int32
}

const (
	asSubject  = "subject"  // head a verb
	asObject   = "object"   // head a verb; the subject of a passive is its object
	asBeing    = "is"       // head the subject, dep what it is
	asModifier = "modifier" // head a noun
)

const maxBonds = 120 // of a unit; a sentence has a dozen

// A reader reads a sentence from left to right: who does what, what is what, and what
// stands behind which preposition. It knows no more grammar than that. Where a word
// may belong to either of two, it ties both: a bond too many hides a difference, a
// bond too few makes one up.
type reader struct {
	t     *text
	toks  []token
	tags  []tag
	first int32 // of the unit
	bonds []bond

	subjects []int32
	verbs    []int32
	passive  bool
	copula   bool
	slot     slot
	link     string // preposition of the slot
	agent    bool   // "by" behind a passive
	whole    bool   // "one of", "a kind of"
	aside    bool   // the last subject stands behind a comma that has not closed
	last     int32  // head of the last noun phrase
	governor int32  // noun before the preposition
	joined   bool   // "and" stands before the word
	comma    bool   // a comma stands before the word
}

// A slot is what the next noun phrase will be.
type slot byte

const (
	slotSubject slot = iota
	slotObject
	slotLinked // behind a preposition
)

// bonds reads a unit of English.
func (t *text) bonds(u *unit, forms *stemCache) []bond {
	r := &reader{t: t, toks: t.toks[u.first:u.last], tags: t.tagUnit(u, forms), first: u.first, last: -1, governor: -1}
	depth := 0
	for i := 0; i < len(r.toks); i++ {
		gap := r.gap(i)
		opens, closes := bracket(r.toks[i].low)
		if opens || strings.ContainsAny(gap, "([") {
			depth++
		}
		if closes || strings.ContainsAny(gap, ")]") {
			depth = max(0, depth-1)
		}
		if depth > 0 || opens || closes {
			continue
		}
		if strings.ContainsAny(gap, ";:") {
			r.clause(nil)
			r.last = -1
		}
		r.comma = strings.Contains(gap, ",")
		switch r.tags[i] {
		case tagJoin:
			r.joined = true
			continue
		case tagRelative:
			if r.last >= 0 {
				r.clause([]int32{r.last})
			}
		case tagClause:
			r.clause(nil)
		case tagPronoun:
			if len(r.verbs) == 0 || r.comma || r.joined {
				r.clause([]int32{int32(i)})
			}
		case tagVerb, tagBe, tagModal:
			i = r.verb(i)
		case tagPreposition, tagTo:
			r.preposition(i)
		case tagDeterminer, tagModifier, tagNoun:
			i = r.phrase(i)
		}
		r.joined = false
	}
	return r.bonds
}

// bracket reports brackets as some corpora write them.
func bracket(w string) (opens, closes bool) {
	return w == "lrb" || w == "lsb", w == "rrb" || w == "rsb"
}

// gap is what stands before a word.
func (r *reader) gap(i int) string {
	if i == 0 || r.toks[i].start <= r.toks[i-1].end {
		return ""
	}
	return r.t.raw[r.toks[i-1].end:r.toks[i].start]
}

func (r *reader) emit(kind string, head, dep int32) {
	if head >= 0 && dep >= 0 && head != dep && len(r.bonds) < maxBonds {
		r.bonds = append(r.bonds, bond{kind, head + r.first, dep + r.first})
	}
}

// clause opens a clause.
func (r *reader) clause(subjects []int32) {
	r.subjects, r.verbs, r.slot, r.passive, r.copula, r.aside = subjects, nil, slotSubject, false, false, false
}

// too adds a word to the subjects, and leaves the slice that others hold alone.
func (r *reader) too(word int32) {
	if word >= 0 {
		r.subjects = append(r.subjects[:len(r.subjects):len(r.subjects)], word)
	}
}

// verb reads a group of verbs, "has been known to write", and returns its last word.
func (r *reader) verb(i int) int {
	if r.aside && !r.comma && r.slot == slotSubject && len(r.subjects) > 1 {
		r.subjects = r.subjects[:len(r.subjects)-1] // Camden, New Jersey is
	}
	r.aside = false
	main, end, be := r.verbGroup(i)
	word := r.toks[main].low
	past := pastForm(word)
	chain := r.joined && len(r.verbs) > 0 && r.slot == slotObject
	passive := false
	switch {
	case be && r.tags[main] == tagBe:
		r.copula = true
	case be:
		r.copula, passive = false, past
	case chain && (r.last < 0 || r.last < r.verbs[len(r.verbs)-1]): // written and directed
		r.verbs = append(r.verbs, main)
		r.tieSubjects(main)
		r.slot = slotObject
		return end
	case len(r.verbs) > 0 && past && (r.comma || r.tags[i-1] == tagNoun): // a film directed by
		if !r.comma || r.copula {
			r.too(r.last)
		}
		r.copula, passive = false, true
	case len(r.verbs) > 0 && strings.HasSuffix(word, "ing"):
		if !r.comma {
			r.too(r.last)
		}
		r.copula = false
	default:
		r.copula, passive = false, chain && r.passive && past
	}
	r.passive, r.verbs, r.slot = passive, []int32{main}, slotObject
	r.tieSubjects(main)
	return end
}

func (r *reader) tieSubjects(verb int32) {
	if r.copula {
		return
	}
	kind := asSubject
	if r.passive {
		kind = asObject
	}
	for _, s := range r.subjects {
		r.emit(kind, verb, s)
	}
}

// verbGroup finds the verb that carries the meaning of a group, the group's last
// word, and whether a form of "be" is in it.
func (r *reader) verbGroup(i int) (main int32, end int, be bool) {
	main, end = -1, i
	for j := i; j < len(r.toks); j++ {
		if j > i && strings.ContainsAny(r.gap(j), ",;:(") {
			break
		}
		switch g := r.tags[j]; {
		case g == tagBe:
			be = true
			if main < 0 {
				main = int32(j)
			}
		case g == tagVerb:
			main = int32(j)
		case g == tagModal, g == tagAdverb, g == tagTo && j+1 < len(r.toks) && r.tags[j+1] == tagVerb:
		default:
			return max(main, int32(i)), end, be
		}
		end = j
	}
	return max(main, int32(i)), end, be
}

func (r *reader) preposition(i int) {
	within := r.slot == slotLinked && i > 0 && r.tags[i-1] == tagNoun && !r.comma && !r.joined // with art by
	r.agent = r.passive && !within && r.toks[i].low == "by"
	r.slot, r.link, r.governor = slotLinked, r.toks[i].low, r.last
	if i > 0 && r.tags[i-1] != tagNoun {
		r.governor = -1
	}
}

// phrase reads a noun phrase into its slot and returns its last word.
func (r *reader) phrase(i int) int {
	end := i
	for j := i + 1; j < len(r.toks) && inPhrase(r.tags, i, j); j++ {
		if strings.ContainsAny(r.gap(j), ",;:([)]") || r.tags[j] == tagDeterminer && r.tags[j-1] != tagDeterminer {
			break
		}
		end = j
	}
	head := int32(end)
	for k := int32(i); k < head; k++ {
		if r.toks[k].content() || r.toks[k].is(markNumber) {
			r.emit(asModifier, head, k)
		}
	}
	if r.slot != slotSubject && (r.comma || r.joined) && r.opensClause(end+1) {
		r.clause(nil)
	}
	switch r.slot {
	case slotSubject:
		if !r.comma && !r.joined {
			r.subjects = nil
		}
		r.aside = r.comma && !r.joined && len(r.subjects) > 0
		r.too(head)
	case slotObject:
		r.object(int32(i), head)
	case slotLinked:
		r.linked(head)
	}
	r.last = head
	return end
}

// inPhrase reports whether word j goes on with the noun phrase that opens at word i:
// participles and adverbs do where a noun follows, an independently made film.
func inPhrase(tags []tag, i, j int) bool {
	switch tags[j] {
	case tagDeterminer, tagModifier, tagNoun:
		return true
	case tagAdverb, tagVerb:
		if j+1 >= len(tags) || tags[j-1] == tagNoun {
			return false
		}
		next := tags[j+1]
		return next == tagNoun || next == tagModifier || tags[j] == tagAdverb && next == tagVerb && j+2 < len(tags) && (tags[j+2] == tagNoun || tags[j+2] == tagModifier)
	}
	return false
}

// opensClause reports a verb at word i that has a subject of its own before it, and
// no participle.
func (r *reader) opensClause(i int) bool {
	if i >= len(r.toks) || !r.tags[i].verbal() {
		return false
	}
	w := r.toks[i].low
	return r.tags[i] != tagVerb || !strings.HasSuffix(w, "ing") && !strings.HasSuffix(w, "ed") && !participles.has(w)
}

func (r *reader) object(first, head int32) {
	if !r.copula {
		for _, v := range r.verbs {
			r.emit(asObject, v, head)
		}
		return
	}
	for _, s := range r.subjects {
		r.emit(asBeing, s, head)
		for k := first; k < head; k++ { // an Italian player is Italian
			if r.toks[k].content() {
				r.emit(asBeing, s, k)
			}
		}
	}
	r.whole = kindWords.has(r.toks[head].low)
}

var (
	kindWords   = wordSet(`one some type kind form sort class genre species style variety many two three example name`)
	namingVerbs = wordSet(`known called named referred titled stylized described credited`)
)

func (r *reader) linked(head int32) {
	if r.link == "of" && r.whole && r.copula { // one of the rivers is a river
		for _, s := range r.subjects {
			r.emit(asBeing, s, head)
		}
	}
	if r.link == "as" && len(r.verbs) > 0 && namingVerbs.has(r.toks[r.verbs[len(r.verbs)-1]].low) {
		r.too(head)
	}
	for _, v := range r.verbs {
		switch {
		case r.agent:
			r.emit(asSubject, v, head)
		case r.link == "of" || r.link == "by":
		default:
			r.emit(r.link, v, head)
			if r.copula {
				for _, s := range r.subjects {
					r.emit(r.link, s, head)
				}
			}
		}
	}
	r.emit(r.link, r.governor, head)
}
