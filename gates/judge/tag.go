package judge

import (
	"strings"
	"sync"
)

// A tag is the part a word plays in its sentence, as far as a list of words and its
// neighbours tell.
type tag byte

const (
	tagNoun tag = iota // names too
	tagDeterminer
	tagModifier // adjectives, numbers, participles before nouns
	tagAdverb
	tagVerb
	tagBe
	tagModal
	tagPreposition
	tagTo
	tagJoin     // and, or
	tagRelative // who, which, that
	tagClause   // while, because, but
	tagPronoun
)

func (t tag) verbal() bool { return t == tagVerb || t == tagBe || t == tagModal }

var (
	determiners  = wordSet(`a an the this that these those his her its their my our your each every some any all both no several many most few one another other`)
	modals       = wordSet(`will would can could may might shall should must did does do`)
	beForms      = wordSet(`is are was were be been being am 's`)
	haveForms    = wordSet(`has have had having`)
	prepositions = wordSet(`of in on at by for from with to into onto about against between among during through over under after before since until
		within without toward towards across along around behind beyond near per than as like via upon alongside despite throughout outside inside off up
		out down opposite except including`)
	relatives    = wordSet(`who which that whom whose`)
	clauseHeads  = wordSet(`while because although though but if when where whereas since so unless until whether after before once`)
	thirdPersons = wordSet(`he she it they him them himself herself itself themselves there i we you`)
	participles  = wordSet(`written made born held known given taken shown seen built led won sold sent found set put based shot told thought taught
		caught brought bought fought begun run become come drawn driven grown spoken stolen thrown worn broken chosen frozen hidden ridden risen`)
)

// tagUnit gives each word of a unit its tag.
func (t *text) tagUnit(u *unit, forms *stemCache) []tag {
	toks := t.toks[u.first:u.last]
	tags := make([]tag, len(toks))
	for i := range toks {
		tags[i] = closedTag(toks, tags, i)
		if tags[i] == tagOpen {
			tags[i] = openTag(toks, tags, i, forms)
		}
	}
	rescueVerb(toks, tags, forms)
	return tags
}

// tagOpen marks a word that no short list has.
const tagOpen tag = 255

// grammarWords gives the words of grammar their tags. Where two lists have a word the
// later one here wins, but for "that" and for conjunctions that are prepositions too.
var grammarWords = sync.OnceValue(func() map[string]tag {
	all := map[string]tag{}
	for _, list := range [...]struct {
		words words
		tag   tag
	}{
		{thirdPersons, tagPronoun}, {prepositions, tagPreposition}, {clauseHeads, tagClause}, {modals, tagModal},
		{determiners, tagDeterminer}, {relatives, tagRelative}, {haveForms, tagVerb}, {beForms, tagBe},
	} {
		for _, lines := range list.words.lists {
			for w := range strings.FieldsSeq(lines) {
				all[w] = list.tag
			}
		}
	}
	all["and"], all["or"], all["&"], all["to"] = tagJoin, tagJoin, tagJoin, tagTo
	return all
})

// closedTag tags the words of grammar, values and names.
func closedTag(toks []token, tags []tag, i int) tag {
	tok, w := &toks[i], toks[i].low
	if t, ok := grammarWords()[w]; ok {
		followed := i+1 < len(toks)
		switch {
		case w == "that" && followed && (i == 0 || tags[i-1] != tagNoun):
			return tagDeterminer
		case t == tagClause && followed && toks[i+1].is(markNumber|markName) && prepositions.has(w):
			return tagPreposition
		}
		return t
	}
	switch {
	case tok.is(markNeg):
		return tagAdverb
	case tok.is(markNumber):
		return tagModifier
	case tok.is(markName|markCode) && !tok.is(markFirst):
		return tagNoun
	}
	return tagOpen
}

// openTag tags a word by what it may be and what stands before it.
func openTag(toks []token, tags []tag, i int, forms *stemCache) tag {
	w := toks[i].low
	s := forms.speechOf(w)
	n, v, a, r := s.may(mayNoun), s.may(mayVerb), s.may(mayAdjective), s.may(mayAdverb)
	if s == 0 {
		switch {
		case strings.HasSuffix(w, "ly"):
			return tagAdverb
		case len(w) > 4 && strings.HasSuffix(w, "ed"), len(w) > 5 && strings.HasSuffix(w, "ing"):
			v = 3
		default:
			n = 3
		}
	}
	if r > n && r > v && r > a {
		return tagAdverb
	}
	inflected := pastForm(w) || strings.HasSuffix(w, "ing")
	if inflected && v+a > 0 && i > 0 && i+1 < len(toks) && toks[i+1].low == "by" {
		return tagVerb // disabled by
	}
	if i > 0 && i+1 < len(toks) && tags[i-1] == tagNoun && strings.HasSuffix(w, "ing") && (toks[i+1].is(markName) || determiners.has(toks[i+1].low)) {
		return tagVerb // a film starring Tom Berg
	}
	if i > 0 {
		switch before := tags[i-1]; {
		case v > 0 && (before == tagTo || before == tagModal || before == tagPronoun || before == tagBe && inflected):
			return tagVerb
		case before == tagModifier || before == tagDeterminer || before == tagPreposition:
			switch {
			case n > 0 && n >= a:
				return tagNoun
			case a > 0 || inflected:
				return tagModifier
			}
			return tagNoun
		}
	}
	orders := i == 0 && len(toks) > 1 && determiners.has(toks[1].low) // "Update the setting"
	switch {
	case v > n && v >= a, v > 0 && v == n && v >= a && (inflected || orders || strings.HasSuffix(w, "s")):
		return tagVerb
	case a > n:
		return tagModifier
	}
	return tagNoun
}

// pastForm reports a word that looks like a past participle.
func pastForm(w string) bool {
	return participles.has(w) || strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en")
}

// rescueVerb makes a verb of the word that is most likely one, where a sentence seems
// to have none: "Modern Family stars Ty Burrell".
func rescueVerb(toks []token, tags []tag, forms *stemCache) {
	for _, g := range tags {
		if g.verbal() {
			return
		}
	}
	for i := 1; i+1 < len(toks); i++ {
		w := toks[i].low
		if tags[i] == tagNoun && tags[i-1] == tagNoun && !toks[i].is(markName) && (strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ed")) && forms.speechOf(w).may(mayVerb) > 0 {
			tags[i] = tagVerb
			return
		}
	}
}
