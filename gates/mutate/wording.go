package mutate

import (
	"slices"
	"strings"
)

// auxiliaries take "not" behind them. Those that only allow or advise are left out: what
// may be may also not be.
var auxiliaries = set("is are was were can will would must does do did cannot has have")

// verbs are common ones that stand in the third person, with the form that "does not"
// wants.
var verbs = verbTable(`uses use|stores store|supports support|returns return|provides provide|requires require|contains contain|creates create|
	allows allow|runs run|holds hold|makes make|takes take|keeps keep|gives give|needs need|causes cause|reads read|writes write|becomes become|removes remove|
	adds add|calls call|raises raise|waits wait|blocks block|accepts accept|includes include|happens happen|occurs occur|applies apply|works work|
	means mean|begins begin|starts start|ends end|lets let|prevents prevent|performs perform|produces produce|changes change|lies lie|comes come|
	depends depend|consists consist|belongs belong|exists exist|specifies specify|controls control|defines define|affects affect|generates generate|
	executes execute|acquires acquire|releases release|implements implement|represents represent|shows show|drops drop|grows grow|helps help`)

func verbTable(list string) map[string]string {
	out := map[string]string{}
	for _, p := range strings.Split(list, "|") {
		f := strings.Fields(p)
		out[f[0]] = f[1]
	}
	return out
}

// denies are words that deny; where one stands, another denial may not reverse.
var denies = set("not no never none neither nor nothing without cannot hardly rarely seldom unless whether only")

// negations denies what the sentence says, or says what it denies: once, at its first verb,
// and not where that would be no opposite.
func (m *maker) negations() {
	for i, w := range m.words {
		next := m.at(i + 1)
		switch {
		case w.low == "cannot":
			m.replace(i, i+1, "can")
			return
		case auxiliaries[w.low] && next == "not" && !merely[m.at(i+2)] && !w.pause:
			m.change(w.end, m.words[i+1].end, "")
			return
		case strings.HasSuffix(w.low, "n't") || strings.HasSuffix(w.low, "n’t"):
			if stem := w.text[:len(w.text)-len(w.low)+strings.LastIndex(w.low, "n")]; auxiliaries[strings.ToLower(stem)] {
				m.change(w.start, w.end, stem)
				return
			}
		case w.low == "no" && next == "longer":
			m.replace(i, i+2, "still")
			return
		case w.low == "without" && i > 0:
			m.replace(i, i+1, "with")
			return
		}
	}
	if m.deniedIn(0, len(m.words)) {
		return
	}
	for i, w := range m.words {
		if i == 0 || w.pause || i+1 >= len(m.words) {
			continue
		}
		next := m.at(i + 1)
		base, verb := verbs[w.low]
		switch {
		case w.low == "has" || w.low == "have" || w.low == "do" || w.low == "does" || w.low == "did":
			if participle(next) && strings.HasPrefix(w.low, "ha") {
				m.change(w.end, w.end, " not")
				return
			}
			if w.low == "has" && (next == "a" || next == "an" || next == "the" || next == "its") {
				m.replace(i, i+1, "does not have")
				return
			}
		case auxiliaries[w.low] && !m.subordinate(i) && !pointsOn[next] && !merely[next]:
			m.change(w.end, w.end, " not")
			return
		case verb && !m.subordinate(i) && nounBefore(m.at(i-1)):
			m.replace(i, i+1, "does not "+base)
			return
		}
	}
}

// merely are words that a denial belongs to alone: what is not just small is small.
var merely = set("only just simply merely necessarily always all")

// pointsOn are words before which a denial would only be half of "not this but that".
var pointsOn = set("this that because to when where why how")

func participle(w string) bool {
	return strings.HasSuffix(w, "ed") || w == "been" || w == "become" || w == "begun"
}

// subordinate reports that a verb stands in a clause that merely names something: its
// denial would not deny the sentence.
func (m *maker) subordinate(i int) bool {
	for j := i - 1; j >= 0 && j >= i-6; j-- {
		if clauseOpeners[m.words[j].low] {
			return true
		}
		if m.words[j].pause {
			return false
		}
	}
	return false
}

var clauseOpeners = set("that which who whose if when where while because since as than until once what how why after before")

// nounBefore reports that a word can end a subject.
func nounBefore(w string) bool { return w != "" && !notSubjects[w] }

var notSubjects = set("the a an its of and or to in on for with by from at into as this that these those their each every any all some no two both more most such between")

// quantifierTable gives for a word one that says something else of the same things,
// and never something that follows from it.
func (m *maker) quantifiers() {
	for i, w := range m.words {
		prev, next := m.at(i-1), m.at(i+1)
		switch w.low {
		case "all", "every", "each":
			switch {
			case next == "" || w.pause || next == "other" || notBeforeAll[prev] || m.denied(i) || m.valueIn(i+1) || slices.Index(spelled, next) >= 0:
			case w.low == "all" && (next == "of" || next == "the" || next == "its" || next == "these" || next == "those" || next == "other"):
				if next == "of" {
					m.replace(i, i+1, "none")
				} else {
					m.replace(i, i+1, "none of")
				}
			case next == "of":
				m.replace(i, i+1, "none")
			case !notAfterAll[next]:
				m.replace(i, i+1, "no")
			}
		case "some", "several":
			if next != "" && !w.pause && !m.denied(i) && (strings.HasSuffix(next, "s") || next == "of") {
				m.replace(i, i+1, "all")
			}
		case "many", "most":
			if !w.pause && (strings.HasSuffix(next, "s") && !endInS[next] || next == "of") && next != "times" && !notBeforeMost[prev] {
				m.replace(i, i+1, "all")
			}
		case "few":
			if prev != "a" && strings.HasSuffix(next, "s") {
				m.replace(i, i+1, "most")
			}
		case "always": // a pause stands in a list of settings
			if !m.denied(i) && !w.pause && !m.paused(i-1) {
				m.replace(i, i+1, "never")
			}
		case "never":
			if !w.pause && !m.paused(i-1) && prev != "and" && prev != "or" {
				m.replace(i, i+1, "always")
			}
		case "rarely", "seldom":
			m.replace(i, i+1, "always")
		case "usually", "often", "sometimes", "typically", "generally", "normally", "frequently", "occasionally", "commonly":
			if !m.denied(i) && !modifiesOnly[prev] && !degreeAfter[next] {
				m.replace(i, i+1, "always")
			}
		case "none":
			if next == "of" {
				m.replace(i, i+1, "all")
			}
		}
	}
}

func (m *maker) paused(i int) bool { return i >= 0 && m.words[i].pause }

var (
	notBeforeAll  = set("at of after above them us you it they are is in by for")
	notAfterAll   = set("in at on is are that which it you and or but at-once time times")
	notBeforeMost = set("the at how as too so very its their one")
	modifiesOnly  = set("more most less as how very")
	degreeAfter   = set("used known called")
)

// denied reports a denial in the few words before one: "not always" is no "always".
func (m *maker) denied(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		if denies[m.words[j].low] || strings.HasSuffix(m.words[j].low, "n't") {
			return true
		}
	}
	return false
}

// opposites point the other way.
var opposites = pairs(`faster slower|larger smaller|bigger tinier|higher lower|greater smaller-|longer shorter|older newer|earlier later|better worse|stronger weaker|
	increases decreases|increase decrease|increased decreased|increasing decreasing|maximum minimum|maximal minimal|largest smallest|highest lowest|longest shortest|oldest newest|
	fastest slowest|best worst|easier harder|cheaper dearer|wider narrower|deeper shallower|lighter heavier|warmer cooler|hotter colder|ascending descending|
	upper lower-|more less|fewer more-|most least|earliest latest|strongest weakest|greatest smallest-|simpler harder-|quicker slower-`)

func (m *maker) comparatives() {
	for i, w := range m.words {
		to := strings.TrimSuffix(opposites[w.low], "-")
		prev, next := m.at(i-1), m.at(i+1)
		switch {
		case to == "", m.held(to), (prev == "a" || prev == "an") && vowel(to) != vowel(w.low):
		case w.low == "longer" && prev == "no", w.low == "more" && (prev == "or" || prev == "and" || prev == "once" || prev == "what" || next == "or" || next == "information" || next == "details" || prev == "no"),
			w.low == "less" && (prev == "or" || next == "or"), (w.low == "most" || w.low == "least") && (prev == "at" || strings.HasSuffix(next, "s") || next == "of"),
			w.low == "most" && prev != "the", w.low == "later" && w.pause && prev != "or", w.low == "best" && prev == "at", w.low == "better" && prev == "or":
		case (w.low == "more" || w.low == "less" || w.low == "fewer" || w.low == "greater") && next == "than" && prev == "no":
		default:
			m.replace(i, i+1, to)
		}
	}
}

func vowel(w string) bool { return strings.IndexByte("aeiou", w[0]) >= 0 }

// hedges takes the reservation out of a sentence.
func (m *maker) hedges() {
	for i, w := range m.words {
		next := m.at(i + 1)
		switch w.low {
		case "may", "might", "could":
			if i > 0 && !w.pause && next != "" && next != "not" && next != "or" && m.at(i-1) != "or" && !m.denied(i) && !m.valueIn(i+1) && !m.valueIn(i-1) {
				m.replace(i, i+1, "will")
			}
		case "should":
			if i > 0 && !w.pause && next != "" && next != "not" {
				m.replace(i, i+1, "must")
			}
		case "probably", "possibly", "perhaps", "likely":
			if w.low != "likely" || m.at(i-1) == "will" || m.at(i-1) == "would" {
				m.drop(i)
			}
		case "about", "approximately", "roughly", "around", "nearly", "almost":
			if j := i + 1; j < len(m.words) && !w.pause && m.valueIn(j) {
				m.replace(i, i+1, "exactly")
			}
		}
	}
}

// valueIn reports a number in word i.
func (m *maker) valueIn(i int) bool {
	return slices.ContainsFunc(m.values, func(v value) bool { return v.word == i })
}

// boundaries moves a limit by one: what holds after a version does not hold from it on.
func (m *maker) boundaries() {
	for i, w := range m.words {
		next, after := m.at(i+1), m.at(i+2)
		two := func(a, b, to string) bool {
			if w.low == a && next == b && !w.pause && (m.valueIn(i+2) || slices.Index(spelled, after) >= 0 || after == "one") && !m.denied(i) {
				m.replace(i, i+2, to)
				return true
			}
			return false
		}
		switch {
		case two("at", "least", "more than"), two("at", "most", "less than"), two("more", "than", "at least"), two("less", "than", "at most"),
			two("fewer", "than", "at most"), two("greater", "than", "at least"):
		case w.pause:
		case (w.low == "after" || w.low == "before" || w.low == "since") && m.limits(i+1):
			m.replace(i, i+1, map[string]string{"after": "from", "before": "until", "since": "after"}[w.low])
		}
	}
}

// limits reports a version, date or "version" with one: a word before which "after"
// and "from" are both right English, and differ.
func (m *maker) limits(i int) bool {
	if m.at(i) == "version" || m.at(i) == "release" {
		i++
	} else if i+1 < len(m.words) && shapeOf(m.words[i], false) == proper && !m.words[i].pause && m.valueIn(i+1) && !m.isUnit(i+1) {
		return true
	}
	return m.valueIn(i) && !m.isUnit(i)
}

// isUnit reports that the number of word i counts something: after 5 minutes.
func (m *maker) isUnit(i int) bool {
	return slices.ContainsFunc(m.values, func(v value) bool { return v.word == i && (v.unit != "" || m.counts(&v)) })
}

// sequence is what says in which order things come.
var sequence = pairs("before after|precedes follows|preceding following|first last|previous next|prior subsequent|begins ends|begin end|starts stops|start stop")

func (m *maker) orders() {
	for i, w := range m.words {
		to := sequence[w.low]
		prev, next := m.at(i-1), m.at(i+1)
		switch {
		case to == "", m.held(to):
		case (w.low == "before" || w.low == "after") && (next == "" || m.limits(i+1) || next == "all"):
		case (w.low == "first" || w.low == "last" || w.low == "next" || w.low == "previous") && (w.pause || prev == "at" || next == "of" || prev != "the"):
		case (w.low == "following" || w.low == "preceding") && prev != "the":
		case (w.low == "start" || w.low == "end" || w.low == "begin" || w.low == "stop") && notSubjects[prev]: // a noun, or to start
		default:
			m.replace(i, i+1, to)
		}
	}
}
