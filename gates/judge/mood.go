package judge

import (
	"strings"

	"assay/text"
	"assay/text/syntax"
)

// A mood is how a clause is said. Only what has none is asserted.
type mood uint8

const (
	moodDenied mood = 1 << iota
	moodIf          // under a condition, or only where one holds
	moodMaybe       // may, perhaps, in order to
	moodSaid        // what somebody said, believed or wanted
	moodOr          // one of several
	moodAsked
	moodBut // taken out: "except on Sundays"
)

var (
	deniers    = text.WordSet(`not n't never neither nor hardly scarcely barely rarely seldom nowhere`)
	nobody     = text.WordSet(`nobody nothing none noone neither`)
	conditions = text.WordSet(`if unless whether lest provided supposing assuming`)
	doubtful   = text.WordSet(`perhaps maybe possibly probably likely unlikely presumably apparently seemingly reportedly allegedly supposedly arguably hopefully potentially`)
	mayVerbs   = text.WordSet(`may might could`)
	opinions   = text.WordSet(`believe believes believed believing think thinks thought hope hopes hoped assume assumes assumed suppose supposes supposed suspect suspects suspected
		claim claims claimed wish wishes wished doubt doubts doubted deny denies denied fear fears feared imagine imagined guess guessed suggest suggests suggested
		predict predicts predicted expect expects expected speculate speculated estimate estimated say said says argue argues argued allege alleged alleges
		pretend pretended feel felt propose proposed hypothesize hypothesized`)
	attempts = text.WordSet(`want wants wanted hope hopes hoped try tries tried attempt attempts attempted plan plans planned refuse refuses refused fail fails failed
		decline declines declined expect expects expected intend intends intended threaten threatened promise promised believed thought said supposed rumored
		rumoured alleged reported considering decide asked told ordered urged encouraged supposed wish wished propose proposed offer offered agreed aim aims likely
		unlikely able unable seem seems seemed appear appears appeared tend tends tended claim claims claimed`)
	turnedDown = text.WordSet(`refuse refuses refused fail fails failed decline declines declined unable`)
	unlikely   = text.WordSet(`possible likely unlikely probable impossible false untrue doubtful unclear uncertain conceivable plausible`)
	universals = text.WordSet(`every each all everyone everybody everything whoever whatever`)
	downward   = text.WordSet(`no few neither nobody nothing none`)
	neitherWay = text.WordSet(`most only exactly just precisely half`)
	definite   = text.WordSet(`the this that these those his her its their my your our`)
	lacking    = text.WordSet(`without except excluding besides than`)
	forgoing   = text.WordSet(`avoid avoids avoided avoiding lack lacks lacked lacking refuse refuses refused fail fails failed forbid forbids forbidden prohibit prohibits prohibited
		prevent prevents prevented deny denies denied doubt doubts doubted`)
)

// read works out mood and sign from the root down, and then what is stated.
func (x *tree) read(raw string) {
	x.link()
	x.mend()
	asked := mood(0)
	if strings.HasSuffix(strings.TrimRight(raw, " \"'”’)*_"), "?") {
		asked = moodAsked
	}
	for i := range x.nodes {
		if x.nodes[i].Head < 0 {
			x.descend(int32(i), asked, 1, 0)
		}
	}
	x.state()
	x.tie()
}

// descend gives a node its mood and sign, from those of its clause, and goes on to
// what depends on it.
func (x *tree) descend(n int32, outer mood, sign int8, depth int) {
	if depth > maxNodes {
		return // heads in a circle
	}
	d := &x.nodes[n]
	own := x.ownMood(n)
	d.mood = outer | own
	scope := sign // of what is said of the subject
	within := x.restrict(n, sign)
	if own&moodDenied != 0 {
		scope = -scope
	}
	for k := d.kid; k >= 0; k = x.nodes[k].next {
		switch r := x.nodes[k].Rel; r {
		case syntax.Nsubj, syntax.NsubjPass:
			switch {
			case x.quantified(k, neitherWay) && !x.quantified(k, mostWord):
				scope = 0
			case x.quantified(k, fewWord), x.atMost(k):
				scope = -scope
			}
		}
	}
	predicate := x.predicate(n)
	if predicate {
		within = scope
		if x.nominal(n) {
			within = x.restrict(n, scope)
		}
	}
	if forgoing.Has(d.low) && predicate {
		within = -within
	}
	d.within = within
	if x.alternative(n) {
		d.mood |= moodOr
	}
	for k := d.kid; k >= 0; k = x.nodes[k].next {
		m, s := d.mood, within
		switch c := &x.nodes[k]; c.Rel {
		case syntax.Nsubj, syntax.NsubjPass:
			s = sign
			if own&moodDenied != 0 && x.quantified(k, universals) {
				s = 0 // "all are not": some are, or none
			}
		case syntax.Csubj, syntax.Ccomp:
			m &^= moodDenied | moodMaybe
			switch {
			case x.has(k, conditions, syntax.Mark):
				m |= moodIf
			case unlikely.Has(d.low):
				m |= moodMaybe
			case c.Rel == syntax.Ccomp && opinions.Has(d.low) && k > n: // "so it is, she said" says it
				m |= moodSaid
			}
		case syntax.Xcomp:
			switch {
			case turnedDown.Has(d.low):
				m |= moodDenied
			case attempts.Has(d.low):
				m |= moodSaid
			}
		case syntax.Advcl:
			m &^= moodDenied | moodMaybe
			switch {
			case x.conditional(k):
				m |= moodIf
				if x.has(k, unlessWords, syntax.Mark) {
					s = 0
				} else {
					s = -sign
				}
			case x.has(k, toWord, syntax.Mark):
				m |= moodMaybe
			case d.mood&moodIf != 0 && own&moodIf == 0:
			default:
				if own&moodIf != 0 {
					m &^= moodIf
				}
			}
		case syntax.Relcl, syntax.Acl:
			m &^= moodDenied | moodMaybe
		case syntax.Conj, syntax.Parataxis:
			s = sign
			m = outer
			if x.alternative(n) {
				m |= moodOr
			}
			if x.child(k, syntax.Nsubj, syntax.NsubjPass, syntax.Aux, syntax.Cop, syntax.AuxPass) < 0 {
				m |= own & (moodMaybe | moodIf)
				if own&moodDenied != 0 && x.has(k, orWords, syntax.Cc) {
					m |= moodDenied
				}
				if predicate {
					s = scope
				}
			}
			if !predicate {
				s = sign
			}
		}
		if x.has(k, lacking, syntax.Case, syntax.Mark) {
			s = -s
		}
		if x.excepted(k) {
			m |= moodBut
		}
		x.descend(k, m, s, depth+1)
	}
}

var (
	toWord      = text.WordSet(`to`)
	orWords     = text.WordSet(`or nor`)
	unlessWords = text.WordSet(`unless`)
)

// ownMood is what a predicate's own words say of how it is said.
func (x *tree) ownMood(n int32) mood {
	var m mood
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		c := &x.nodes[k]
		switch c.Rel {
		case syntax.Aux:
			if mayVerbs.Has(c.low) {
				m |= moodMaybe
			}
		case syntax.Advmod, syntax.Discourse, syntax.Mark, syntax.Cc, syntax.Det:
			switch {
			case deniers.Has(c.low) && !x.notOnly(k):
				if c.Rel != syntax.Mark && c.Rel != syntax.Cc {
					m |= moodDenied
				}
			case doubtful.Has(c.low):
				m |= moodMaybe
			}
		case syntax.Nsubj, syntax.NsubjPass, syntax.Obj:
			if nobody.Has(c.low) || x.has(k, noWord, syntax.Det) {
				m |= moodDenied
			}
		case syntax.Advcl:
			if x.conditional(k) {
				m |= moodIf
			}
		}
	}
	return m
}

var (
	indefinite = text.WordSet(`a an`)
	noWord     = text.WordSet(`no`)
	fewWord    = text.WordSet(`few`)
	mostWord   = text.WordSet(`most half`)
)

// notOnly reports "not only", which denies nothing.
func (x *tree) notOnly(n int32) bool {
	return int(n)+1 < len(x.nodes) && (x.nodes[n+1].low == "only" || x.nodes[n+1].low == "just" || x.nodes[n+1].low == "merely")
}

// conditional reports a clause that says on what the other hangs.
func (x *tree) conditional(n int32) bool {
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if c := &x.nodes[k]; c.Rel == syntax.Mark || c.Rel == syntax.Advmod || c.Rel == syntax.Case {
			if conditions.Has(c.low) || c.low == "in" && int(k)+1 < len(x.nodes) && x.nodes[k+1].low == "case" {
				return true
			}
		} else if c.low == "case" && k < n && x.child(k, syntax.Case) >= 0 && x.child(k, syntax.Det) < 0 {
			return true // in case
		}
	}
	return false
}

// alternative reports one of two that "or" joins. Of a longer list each may hold. What is
// not either is neither, and what may be either may be each.
func (x *tree) alternative(n int32) bool {
	if x.nodes[n].Rel == syntax.Conj {
		n = x.nodes[n].Head
	}
	if x.nodes[n].mood&(moodDenied|moodMaybe) != 0 {
		return false
	}
	joined, or := 0, false
	for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
		if x.nodes[k].Rel == syntax.Conj {
			joined++
			or = or || x.has(k, orWords, syntax.Cc)
		}
	}
	return or && joined == 1 && x.nodes[n].Tag != syntax.Propn
}

// excepted reports what a sentence takes out of what it says.
func (x *tree) excepted(n int32) bool {
	for k := x.nodes[n].kid; k >= 0 && k < n; k = x.nodes[k].next {
		switch x.nodes[k].Rel {
		case syntax.Case, syntax.Mark, syntax.Cc, syntax.Fixed, syntax.Advmod:
			if exceptions.Has(x.nodes[k].low) || x.nodes[k].low == "than" && k > 0 && x.nodes[k-1].low == "other" {
				return true
			}
		}
	}
	return false
}

var exceptions = text.WordSet(`except excepting excluding unlike besides`)

// predicate reports a word that says something of a subject.
func (x *tree) predicate(n int32) bool {
	d := &x.nodes[n]
	switch d.Rel {
	case syntax.Ccomp, syntax.Advcl, syntax.Acl, syntax.Relcl, syntax.Csubj, syntax.Parataxis:
		return d.Tag == syntax.Verb || d.Tag == syntax.AuxVerb || x.child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Cop) >= 0
	case syntax.Xcomp:
		return true
	}
	return d.Tag == syntax.Verb && d.Rel != syntax.Amod && d.Rel != syntax.Compound || x.child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Cop) >= 0
}

// quantified reports a quantifier of a list before a noun, or as one.
func (x *tree) quantified(n int32, list text.Set) bool {
	if x.has(n, indefinite, syntax.Det) {
		return false // "a few"
	}
	return list.Has(x.nodes[n].low) || x.has(n, list, syntax.Det, syntax.Advmod, syntax.Amod, syntax.Nummod) ||
		x.number(n) >= 0 && x.has(x.number(n), list, syntax.Advmod)
}

func (x *tree) number(n int32) int32 { return x.child(n, syntax.Nummod) }

// restrict is the sign of what depends on a noun, by the quantifier before it.
func (x *tree) restrict(n int32, sign int8) int8 {
	switch {
	case x.nodes[n].Tag == syntax.Propn && x.child(n, syntax.Amod) < 0:
		return 1
	case x.quantified(n, neitherWay), x.superlative(n):
		return 0
	case x.nodes[n].Rel == syntax.Obj && x.has(n, noWord, syntax.Det):
		return sign // the verb has turned it
	case x.quantified(n, downward), x.atMost(n), x.quantified(n, universals):
		return -sign
	case x.has(n, definite, syntax.Det, syntax.Nmod, syntax.NmodPoss):
		return max(sign, 0)
	}
	return sign
}

// superlative reports what is one of a kind by all that is said of it: "the fourth
// largest port of the coast".
func (x *tree) superlative(n int32) bool {
	if x.nodes[n].Tag != syntax.Noun {
		return false
	}
	for k := x.nodes[n].kid; k >= 0 && k < n; k = x.nodes[k].next {
		c := &x.nodes[k]
		if c.Rel == syntax.Amod && (superlatives.Has(c.low) || x.has(k, most, syntax.Advmod)) {
			return true
		}
	}
	return false
}

var most = text.WordSet(`most least`)

// atMost reports a number that limits from above.
func (x *tree) atMost(n int32) bool {
	k := x.number(n)
	if k < 2 {
		return false
	}
	a, b := x.nodes[k-2].low, x.nodes[k-1].low
	return a == "at" && b == "most" || (a == "fewer" || a == "less") && b == "than" || a == "up" && b == "to"
}
