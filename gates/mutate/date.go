package mutate

import (
	"slices"
	"strconv"
	"strings"

	"assay/text"
)

// isoDate is a date in figures.
var isoDate = text.Pattern(`\b[12][0-9]{3}-[01][0-9]-[0-3][0-9]\b`)

var monthNames = strings.Fields("January February March April May June July August September October November December")

func isMonth(s string) bool {
	return slices.ContainsFunc(monthNames, func(n string) bool { return s == n || len(s) == 3 && s == n[:3] })
}

// isDate tells a year, and a day beside a month.
func (m *maker) isDate(v *value) bool {
	if strings.HasPrefix(m.text[v.end:], "年") || strings.HasPrefix(m.text[v.end:], "月") {
		return true
	}
	near := func(i int) bool { return i >= 0 && i < len(m.words) && isMonth(m.words[i].text) }
	if near(v.word-1) || near(v.word+1) {
		return true
	}
	return v.isYear() && v.unit == "" && !m.counts(v) && !yearless[m.at(v.word-1)]
}

// isYear reports four digits of a year from 1000 to 2100.
func (v *value) isYear() bool {
	return len(v.text) == 4 && !strings.ContainsAny(v.text, ".,") && v.text >= "1000" && v.text <= "2100"
}

// yearless are words after which four digits are not a year.
var yearless = set("port rfc pep error code about approximately page line number size version iso")

func (m *maker) dates() {
	for i, at := range isoDate().FindAllStringIndex(m.text, -1) {
		s := m.text[at[0]:at[1]]
		if to, ok := m.otherDay(s[8:], i); ok {
			m.change(at[0]+8, at[1], to)
		}
		if year, ok := m.otherYear(s[:4], i); ok {
			m.change(at[0], at[0]+4, year)
		}
	}
	for i, v := range m.values {
		switch {
		case !v.date:
		case v.isYear():
			if to, ok := m.otherYear(v.text, i); ok {
				m.change(v.start, v.end, to)
			}
		case len(v.text) <= 2:
			if to, ok := m.otherDay(v.text, i); ok {
				m.change(v.start, v.end, to)
			}
		}
	}
	for i, w := range m.words {
		if !isMonth(w.text) || !m.besideDate(i) {
			continue
		}
		n := 0
		for n < 12 && !strings.HasPrefix(monthNames[n], w.text) {
			n++
		}
		for try := range 11 {
			to := monthNames[(n+1+(m.pick(11, i)+try)%11)%12]
			if len(w.text) == 3 && w.text != "May" {
				to = to[:3]
			}
			if !m.held(to) {
				m.change(w.start, w.end, to)
				break
			}
		}
	}
}

// besideDate reports a number beside a month's name, which may be a word too.
func (m *maker) besideDate(i int) bool {
	return slices.ContainsFunc(m.values, func(v value) bool { return v.word == i-1 || v.word == i+1 })
}

// otherYear is a year of the same decade or one beside it.
func (m *maker) otherYear(s string, at int) (string, bool) {
	year, _ := strconv.Atoi(s)
	for try := range 18 {
		step := (m.pick(18, at)+try)%18 - 9
		if step >= 0 {
			step++
		}
		if to := strconv.Itoa(year + step); !m.held(to) {
			return to, true
		}
	}
	return "", false
}

// otherDay is another number from 1 to 28, in as many digits; for a month, to 12.
func (m *maker) otherDay(s string, at int) (string, bool) {
	most := 28
	if i := strings.Index(m.text, s+"月"); i >= 0 {
		most = 12
	}
	for try := range most {
		to := strconv.Itoa(1 + (m.pick(most, at)+try)%most)
		if len(s) == 2 && len(to) == 1 && s[0] == '0' {
			to = "0" + to
		}
		if len(to) == len(s) && to != s && !m.held(to) {
			return to, true
		}
	}
	return "", false
}
