package mutate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// roughly are words that make a number a rough one.
var roughly = set("about around approximately roughly nearly almost circa ca some over")

// isRough reports a number that is given as a rough one, by a word or a sign.
func (m *maker) isRough(v *value) bool {
	return roughly[m.at(v.word-1)] || strings.HasSuffix(m.text[:v.start], "~") || strings.HasSuffix(m.text[:v.start], "≈")
}

func (m *maker) numbers() {
	for i, v := range m.values {
		if v.date {
			continue
		}
		if to, ok := m.otherDigits(v.text, i, m.isRough(&v), m.side(v.word)); ok {
			m.change(v.start, v.end, to)
		}
	}
	if !m.english {
		return
	}
	for i, w := range m.words {
		n := slices.Index(spelled, w.low)
		if n < 0 || m.at(i+1) == "hundred" || m.at(i+1) == "thousand" || strings.Contains(w.text, "-") {
			continue
		}
		for try := range len(spelled) {
			to := (n + 1 + m.pick(len(spelled)-1, i) + try) % len(spelled)
			if side := m.side(i); side != 0 && cmp.Compare(to, n) != side {
				continue
			}
			if to != n && !m.held(spelled[to]) && !m.held(strconv.Itoa(to+2)) {
				m.replace(i, i+1, spelled[to])
				break
			}
		}
	}
}

var spelled = strings.Fields("two three four five six seven eight nine ten eleven twelve")

// otherDigits changes one digit, so that a value of the same size and form comes out
// that the evidence does not have.
// With a side, only what lies on that side of the value will do.
func (m *maker) otherDigits(s string, at int, first bool, side int) (string, bool) {
	var places []int
	for i := range s {
		if s[i] >= '0' && s[i] <= '9' {
			places = append(places, i)
		}
	}
	if first {
		places = places[:1]
	}
	start := m.pick(9*len(places), at)
	for try := range 9 * len(places) {
		k := (start + 7*try) % (9 * len(places))
		if (9*len(places))%7 == 0 {
			k = (start + try) % (9 * len(places))
		}
		i := places[k/9]
		d := byte('0' + (int(s[i]-'0')+1+k%9)%10)
		if d == '0' && (i == 0 || len(s) == 1) {
			continue
		}
		to := s[:i] + string(d) + s[i+1:]
		if side != 0 && cmp.Compare(amount(to), amount(s)) != side {
			continue
		}
		// 5.40 is 5.4: a nought at the end of a fraction says nothing.
		if strings.Count(s, ".") == 1 && strings.TrimRight(to, "0") == strings.TrimRight(s, "0") || m.held(to) || m.held(strings.ReplaceAll(to, ",", "")) || m.spells(to) {
			continue
		}
		return to, true
	}
	return "", false
}

func amount(s string) float64 {
	n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	if err != nil {
		return 0 // a version: none is beside another
	}
	return n
}

// Words that make the number behind them a limit, and those that stand before "than".
var (
	lowest  = set("least over above beyond > >= exceeds minimum")
	highest = set("most under below within < <=")
	upwards = set("more greater larger longer higher bigger wider")
	downs   = set("less fewer smaller shorter lower")
	general = set("if when where whenever unless any every each all")
)

// side says on which side of a limit another one would say something else: 1 above, -1
// below, 0 for no limit. What is less than 5 is less than 9 as well, so that a limit
// may only be drawn tighter; in a condition it is the other way.
func (m *maker) side(i int) int {
	side := 0
	prev, before := m.at(i-1), m.at(i-2)
	switch {
	case lowest[prev], prev == "than" && upwards[before]:
		side = 1
	case highest[prev], prev == "than" && downs[before], prev == "to" && before == "up":
		side = -1
	case m.at(i+1) == "or" && upwards[m.at(i+2)], m.at(i+2) == "or" && upwards[m.at(i+3)]:
		side = 1
	case m.at(i+1) == "or" && downs[m.at(i+2)], m.at(i+2) == "or" && downs[m.at(i+3)]:
		side = -1
	}
	if w := m.at(i - 3); w == "not" || w == "no" || m.at(i-2) == "not" {
		side = -side
	}
	for j := i - 1; j >= 0 && !m.words[j].pause; j-- {
		if general[m.words[j].low] {
			return -side
		}
	}
	return side
}

func (m *maker) spells(digits string) bool {
	for i, w := range spelled {
		if digits == strconv.Itoa(i+2) {
			return m.held(w)
		}
	}
	return digits == "1" && (m.held("one") || m.held("a single"))
}
