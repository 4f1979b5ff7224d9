package reading

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/text"
	"assay/text/syntax"
)

var (
	placeWords = text.WordSet(`in at on near from to off beside within inside outside into onto`)
	settling   = text.WordSet(`called named founded headquartered located based born buried written implemented licensed`)
	Defaulting = text.WordSet(`default defaults defaulted renamed`)
)

// TimeLimits say on which side of a moment something holds, the moment itself counted or
// not.
var TimeLimits = map[string]value.Bound{"after": value.MoreThan, "before": value.LessThan, "from": value.AtLeast, "since": value.AtLeast, "until": value.AtMost, "till": value.AtMost,
	"nach": value.MoreThan, "vor": value.LessThan, "seit": value.AtLeast, "bis": value.AtMost, "después": value.MoreThan, "antes": value.LessThan, "desde": value.AtLeast, "hasta": value.AtMost}

// LimitBefore is the limit that a word stands behind with nothing but a few words of its
// phrase between, or -1.
func (t *Text) LimitBefore(i int32) int32 {
	const phrase = 7
	for k := i - 1; k >= 0 && k >= i-phrase && t.Toks[k].Unit == t.Toks[i].Unit && !t.Toks[k+1].Is(text.MarkBreak); k-- {
		if TimeLimits[t.Toks[k].Low] != value.Exactly {
			return k
		}
	}
	return -1
}

// Tabulates reports a number in a row of a text that speaks of millions, which is a claim's in another
// scale: bare there, of a row here, or in words of a scale here. In prose "1,500" is not "1.5 million".
func (t *Text) Tabulates(own, v *value.Value, of *Text) bool {
	const bare = "0123456789.,"
	if t.Units[own.In].Kind != text.Row || !InOtherScale(v, own) || !t.HasAny(scaleWords) {
		return false
	}
	_, cells := of.RowOf(v.In)
	return cells || strings.Trim(t.Show(own), bare) == "" && strings.Trim(of.Show(v), bare) != ""
}

// InOtherScale reports two numbers of some digits that are the same but for a power of a thousand:
// "$1.170B" in a table of millions that has 1,170.
func InOtherScale(c, s *value.Value) bool {
	if c.Kind != value.Number || s.Kind != value.Number || c.Unit != s.Unit && c.Unit != "" && s.Unit != "" || c.Unit == "%" || s.Unit == "%" || !exact(c) || !exact(s) {
		return false
	}
	big, small := c, s
	if big.N < small.N {
		big, small = s, c
	}
	for _, scale := range [...]float64{1e3, 1e6, 1e9} {
		if math.Abs(big.N-small.N*scale) <= max(big.Step, small.Step*scale) {
			return true
		}
	}
	return false
}

// exact reports a whole number of three digits or more, without the noughts at its end, or one with
// a dot of fifty or more in its last place.
func exact(v *value.Value) bool {
	const digits = 100 // halves of the last place
	if v.Step > 0 {
		return v.N/v.Step >= digits
	}
	n := math.Abs(v.N)
	for n > 0 && math.Mod(n, 10) == 0 {
		n /= 10
	}
	return n >= 100
}

var scaleWords = text.WordSet(`thousand thousands million millions billion billions mn bn mio mrd millionen milliarden milliers millones`)

// PartOfYear is the word before a year that says which end of it is meant.
func (t *Text) PartOfYear(v *value.Value) string {
	if v.Date.Month != 0 || v.First == 0 || t.Toks[v.First].Is(text.MarkBreak) || !partsOfYear.Has(t.Toks[v.First-1].Low) {
		return ""
	}
	return t.Toks[v.First-1].Low
}

var partsOfYear = text.WordSet(`early mid late`)

// ShowBound shows a value with the word that limits it.
func (t *Text) ShowBound(v *value.Value) string {
	start, end := v.Start, v.End
	if v.Bound != value.Exactly {
		start, end = t.Limited(v)
		u := t.Units[v.In]
		for i := v.First - 1; i >= u.First && i >= v.First-3; i-- {
			if w := t.Toks[i].Low; value.DateWords[w] != 0 || value.BoundWords[w] != 0 || w == "than" || w == "least" || w == "most" {
				start = t.Toks[i].Start
				if (w == "than" || w == "least" || w == "most") && i > u.First {
					start = t.Toks[i-1].Start
				}
				break
			}
		}
		for i := v.Last; i < u.Last && i < v.Last+3; i++ {
			if value.BoundTails[t.Toks[i].Low] != 0 {
				end = t.Toks[i].End
				break
			}
		}
	}
	return t.Raw[start:end]
}

// InPath reports a value that begins the name of a file: raw/2026-04-22-core-update.
func (t *Text) InPath(v *value.Value) bool {
	return strings.HasSuffix(t.Raw[:v.Start], "/") && strings.HasPrefix(t.Raw[v.End:], "-")
}

// LoneValues are the values, two at most, that another statement, with what it stands under,
// does not have, not even less exactly.
func (t *Text) LoneValues(other, over *Text) (lone []*value.Value) {
	for i := range t.Values {
		if v := &t.Values[i]; !other.HasValue(v, t) && !over.HasValue(v, t) {
			if lone = append(lone, v); len(lone) == 2 {
				break
			}
		}
	}
	return lone
}

// HasValue reports that a text gives a value of another text, maybe less or more exactly.
func (t *Text) HasValue(v *value.Value, of *Text) bool {
	return t != nil && slices.ContainsFunc(t.Values, func(sv value.Value) bool { return t.IsValue(v, &sv, of) })
}

// IsValue reports that a value of a text is one of another, maybe less or more exactly.
func (t *Text) IsValue(v, own *value.Value, of *Text) bool {
	switch value.Relate(v, own) {
	case value.Same, value.Coarser, value.Bounded:
		return true
	}
	r := value.Relate(own, v)
	return r == value.Same || r == value.Coarser || strings.EqualFold(of.Show(v), t.Show(own))
}

// Digits are those of a number as written, without what stands around them.
func (t *Text) Digits(v *value.Value) string {
	all := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return -1
	}, t.Show(v))
	return strings.TrimRight(all, ".")
}

// InCell reports a bare number that is all of a cell of a row.
func (t *Text) InCell(number string) bool {
	before, behind, found := strings.Cut(t.Raw, number)
	return found && strings.Trim(number, "0123456789") == "" && strings.Contains(t.Raw, "; ") &&
		(strings.HasSuffix(before, ": ") || strings.HasSuffix(before, "; ")) && (behind == "" || behind[0] == ';')
}

// GivesOne reports a text that says "a month" for "1 month".
func (t *Text) GivesOne(shown string) bool {
	number, unit, _ := strings.Cut(shown, " ")
	return (number == "1" || number == "one") && slices.ContainsFunc([]string{"past ", "last ", "a ", "an ", "un ", "une ", "una ", "um ", "uma ", "ein ", "eine ", "einem ", "einer ", "eines ", "en ", "ett "}, func(article string) bool {
		return text.SpellsIn(t.As.Low(), article+unit)
	})
}

// Multiplies reports a text that has a factor as a verb, "doubled throughput" for 2x, or "a couple".
func (t *Text) Multiplies(v *value.Value) bool {
	if v.N == 2 && v.Unit == "" {
		return slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == "couple" })
	}
	words, ok := factors[v.N]
	return ok && (v.Unit == "times" || v.Unit == "x") && slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return words.Has(tok.Low) })
}

var factors = map[float64]text.Set{
	0.5: text.WordSet(`halve halves halved halving half`),
	2:   text.WordSet(`double doubles doubled doubling twice twofold`),
	3:   text.WordSet(`triple triples tripled tripling thrice threefold treble trebled`),
	4:   text.WordSet(`quadruple quadruples quadrupled quadrupling fourfold`),
}

// Gives reports a text with a value, less or more exactly. A limit or a range within which the
// value lies is of the same thing: "over 1,000 users" does not give port 8080.
func (t *Text) Gives(v *value.Value, of *Text) bool {
	return slices.ContainsFunc(t.Values, func(sv value.Value) bool {
		if v.Kind == value.Number && sv.Kind == value.Number && v.Noun != sv.Noun && !slices.Contains([]float64{sv.N, value.RawNumber(&sv)}, value.RawNumber(v)) && math.Abs(v.N-sv.N) > nearly*math.Abs(v.N) {
			return false
		}
		return t.IsValue(v, &sv, of) || t.Tabulates(&sv, v, of)
	})
}

// Plainly reports a text that has the number of a value and no unit behind it: 3200 for 3200MHz.
func (t *Text) Plainly(v *value.Value) bool {
	return v.Unit != "" && value.RawNumber(v) >= 100 && slices.ContainsFunc(t.Values, func(sv value.Value) bool {
		return sv.Kind == value.Number && sv.Unit == "" && sv.N == value.RawNumber(v) || sv.Kind == value.Dated && strings.HasPrefix(t.Show(&sv), strconv.Itoa(int(value.RawNumber(v))))
	})
}

// MeasuresApart reports a sentence that has the number of a value and its unit, though not side
// by side: "a number of days (default: 90)".
func (t *Text) MeasuresApart(v *value.Value) bool {
	return v.Unit != "" && slices.ContainsFunc(t.Values, func(sv value.Value) bool {
		u := t.Units[sv.In]
		return sv.Unit == "" && value.RawNumber(&sv) == value.RawNumber(v) &&
			slices.ContainsFunc(t.Toks[u.First:u.Last], func(tok text.Token) bool { return tok.Low == v.UnitWord && value.UnitOf(tok.Low).Base == v.Unit })
	})
}

// ValuesIn are the values of a stretch.
func (t *Text) ValuesIn(r [2]int32) []*value.Value {
	at, _ := slices.BinarySearchFunc(t.Values, r[0], func(v value.Value, first int32) int { return int(v.Last) - int(first) - 1 })
	var in []*value.Value
	for ; at < len(t.Values) && t.Values[at].First < r[1]; at++ {
		in = append(in, &t.Values[at])
	}
	return in
}

// SpansRange reports one end of numbers that lie between two.
func (t *Text) SpansRange(s [2]int32) bool {
	if !slices.ContainsFunc(t.Toks[s[0]:s[1]], func(t text.Token) bool { return t.Is(text.MarkNumber) }) {
		return false
	}
	if t.Toks[s[0]].Low == "between" {
		return t.Toks[s[1]-1].Low == "and"
	}
	return t.Toks[s[0]].Low == "and" && s[0] >= 2 && t.Toks[s[0]-2].Low == "between" && t.Toks[s[0]-1].Is(text.MarkNumber)
}

// NumbersItem reports the number of an item before what it says, "Q1.2: Forms dense stands".
func (t *Text) NumbersItem(i int32) bool {
	return i == 0 && strings.HasPrefix(t.Raw[t.Toks[i].End:], ":") && itemNumber.MatchString(t.Raw[t.Toks[i].Start:t.Toks[i].End])
}

var itemNumber = regexp.MustCompile(`^(?:[A-Z]{1,3}-?)?\d+(?:\.\d+)+$`)

// SignAt says what leaving out or adding words at a token does to what a sentence says:
// 1 where fewer words say less, -1 where they say more, 0 where they say something else.
// It multiplies what stands before in the same clause and governs the place: denials,
// "every" and "few", limits from above (the monotonicity of natural logic; MacCartney and
// Manning 2007). No tree is asked for the scope, since a sentence is repeated here, and
// what a parser gets wrong in it is wrong twice.
// The place may be the end of the sentence that token of stands in.
func (t *Text) SignAt(of, at int32) int8 {
	u := &t.Units[t.Toks[of].Unit]
	from := at
	for from > u.First && (from == u.Last || !t.Toks[from].Is(text.MarkBreak) && !t.LeavesScope(from)) {
		from--
	}
	sign := int8(1)
	for i := max(from, at-governed); i < at; i++ {
		low, before, next := t.Toks[i].Low, t.Low(i-1, u.Last), t.Low(i+1, u.Last)
		switch {
		case i > u.First && before == "at" && low == "most", low == "than" && (before == "fewer" || before == "less"), low == "no" && (next == "more" || next == "greater") && t.Low(i+2, u.Last) == "than":
			sign = -sign
		case low == "no" && (next == "less" || next == "fewer"):
			i += 2 // at least
		case t.Toks[i].Is(text.MarkNeg) && t.IdleNegator(i, u.Last):
		case t.Toks[i].Is(text.MarkNeg), statement.Deniers.Has(low), low == "without", low == "if", low == "few" && before != "a", statement.Forgoing.Has(low) && t.TagAt(i) == syntax.Verb:
			sign = -sign
		case factive.Has(low):
			sign = 1
		case statement.Universals.Has(low) && !ofAll.Has(before) && !t.Toks[i].Is(text.MarkName) && t.restricts(i, at):
			sign = -sign
		case low == "most" && next != "of" && t.TagAt(i+1) == syntax.Noun && t.restricts(i, at):
			return 0
		case low == "exactly", low == "precisely", low == "only" && next != "to" && before != "not" && before != "if" && t.TagAt(i) == syntax.Adv && !statement.Definite.Has(before):
			return 0
		}
	}
	return sign
}

// EndOfRange tells the lower end of a range, "6am–4pm", by -1 and its upper end by 1; of what is none 0.
func (t *Text) EndOfRange(i int32) int {
	joined := func(x, y *value.Value) bool {
		return x.In == y.In && x.Last == y.First && value.Rivals(x, y) && rangeSigns.Has(strings.TrimSpace(t.Raw[x.End:max(x.End, y.Start)]))
	}
	switch {
	case int(i)+1 < len(t.Values) && joined(&t.Values[i], &t.Values[i+1]):
		return -1
	case i > 0 && joined(&t.Values[i-1], &t.Values[i]):
		return 1
	}
	return 0
}

var rangeSigns = text.WordSet(`- – — ~ ～`)

// InScore reports a value that is a part of something written with several, and no end of a range of a
// unit: 6-4, 7:40.
func (t *Text) InScore(i int32) bool {
	v := &t.Values[i]
	if end := t.EndOfRange(i); end < 0 && t.Values[i+1].Unit != "" || end > 0 && v.Unit != "" {
		return false
	}
	touches := func(x, y *value.Value) bool {
		return x.In == y.In && x.Last == y.First && value.Rivals(x, y) && strings.ContainsAny(t.Raw[x.End:max(x.End, y.Start)], "-–:(`")
	}
	return i > 0 && touches(&t.Values[i-1], v) || int(i)+1 < len(t.Values) && touches(v, &t.Values[i+1])
}

// NumbersHeading reports the number that a heading begins with: "3. Storage".
func (t *Text) NumbersHeading(v *value.Value) bool {
	u := t.Units[v.In]
	rest := t.Raw[v.End:]
	return v.Kind == value.Number && v.First == u.First && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ") || strings.HasPrefix(rest, "、"))
}

// Beside are the words around a value, up to the next value, sign or "and".
func (t *Text) Beside(v *value.Value) [2]int32 {
	u := &t.Units[v.In]
	first, last := v.First, v.Last
	for first > u.First && !t.Toks[first].Is(text.MarkBreak) && !t.Toks[first-1].Is(text.MarkNumber) && !text.Joints.Has(t.Toks[first-1].Low) {
		first--
	}
	for last < u.Last && !t.Toks[last].Is(text.MarkBreak) && !t.Toks[last].Is(text.MarkNumber) && !text.Joints.Has(t.Toks[last].Low) {
		last++
	}
	return [2]int32{first, last}
}

// FromTo reports a word for what was before a change: "from no users to a thousand".
func (t *Text) FromTo(i int32) bool {
	u := t.Units[t.Toks[i].Unit]
	near := func(first, last int32, word string) bool {
		return slices.ContainsFunc(t.Toks[first:last], func(tok text.Token) bool { return tok.Low == word })
	}
	return near(max(u.First, i-NearWords), i, "from") && near(i, min(u.Last, i+NearWords), "to")
}

// Placed reports a value that has a place among words: it numbers no item, and is no part of a
// formula, of a time of day or of an address.
func (t *Text) Placed(v *value.Value) bool {
	if Points(t.Raw[:v.Start], t.Raw[v.End:]) {
		return false
	}
	before, behind := t.Before(v.First), t.After(v.Last-1)
	if bare, ok := strings.CutSuffix(before, "("); ok && strings.HasPrefix(behind, ")") {
		before, behind = strings.TrimRight(bare, " "), strings.TrimPrefix(behind, ")")
		if bare == before {
			return false // f(3)
		}
	}
	if t.InBrackets(v.First) { // "(by default 3)"
		behind = strings.TrimPrefix(strings.TrimPrefix(behind, ")"), "）")
	}
	power := strings.TrimRight(before, " ^/") != strings.TrimRight(before, " ")
	return !power && !strings.HasSuffix(before, ":") && strings.TrimLeft(behind, ")）:⁰¹²³⁴⁵⁶⁷⁸⁹⁻") == behind
}

// Dotted reports a number with points in it, as of a version.
func (t *Text) Dotted(v *value.Value) bool {
	return (v.Kind == value.Number || v.Kind == value.Version) && strings.Contains(t.Show(v), ".")
}

// Told reports a value that a page must have if it is the source of it: not a date, which may be
// when the page was published, a count, a number of slides or in an address, and the size of a file.
func (t *Text) Told(v *value.Value) bool {
	before, behind := strings.TrimRight(t.Before(v.First), " "), t.After(v.Last-1)
	switch {
	case v.N == 1 && v.Unit == "", strings.HasPrefix(t.Show(v), "0") && v.Unit == "" && v.N >= 1:
		return false // "one", "only", "the first"; a permission
	case Points(t.Raw[:v.Start], t.Raw[v.End:]), strings.Contains(t.Show(v), ":"), strings.HasSuffix(t.Show(v), "'s"), strings.HasSuffix(t.Show(v), "’s"):
		return false // it numbers an item; a time of day; "2026's"
	case strings.HasSuffix(before, "-") && strings.HasPrefix(behind, "-"), strings.HasPrefix(behind, ".md"):
		return false // a part of an address
	case v.Unit == "s" && strings.HasPrefix(v.UnitWord, "s") && (strings.HasPrefix(behind, ".") || v.N >= 100 && strings.HasPrefix(behind, " of")):
		return false // "s. 11" is a slide, "100s of" are hundreds
	case v.Kind == value.Dated:
		return v.Date.Day == 0 && v.Date.Month > 0 && v.Date.From > 0
	case v.Spelled && (v.Unit == "" || v.Unit == "%" || v.Unit == "x"), t.Labels(v) && !t.literal(v), strings.HasSuffix(before, "/"), v.Unit == "" && strings.HasPrefix(behind, "/"), v.Of != "", t.sizes(v):
		return false
	case v.Unit == "s" && v.N >= daySeconds && int(v.Last) < len(t.Toks) && spanWords.Has(t.Toks[v.Last].Low):
		return false // reckoned from two days: "18 days after the first"
	case strings.HasPrefix(strings.TrimLeft(behind, " "), "×"), strings.ContainsRune(t.Raw, '='), t.reckoned(v), v.Unit == "" && v.First > 0 && t.Toks[v.First-1].Is(text.MarkName):
		return false // it was reckoned, or is a part of a name: "Software 2.0"
	case v.Kind == value.Number && v.Unit == "" && strings.HasSuffix(before, ":") && strings.HasPrefix(behind, ";"):
		return false // a cell that counts what the next one lists
	case v.Kind == value.Number && v.Unit == "":
		return v.N < 1e5 || strings.ContainsAny(t.Show(v), ", ")
	}
	return true
}

const daySeconds = 86400

// spanWords stand behind the time from one day to another.
var spanWords = text.WordSet(`between before after later earlier since ago apart entre antes depois desde después más depuis après avant plus zwischen vor nach seit später früher prima dopo fra tra na voor`)

// reckoned reports a factor or a share that two other values of the text come to: "rose from 24% to
// 67%, a 2.8x lift".
func (t *Text) reckoned(v *value.Value) bool {
	off := max(v.Step, 0.02*v.N)
	return (v.Unit == "x" || v.Unit == "%") && slices.ContainsFunc(t.Values, func(of value.Value) bool {
		return slices.ContainsFunc(t.Values, func(by value.Value) bool {
			if of.First == v.First || by.First == v.First || of.Kind != value.Number || by.Kind != value.Number || of.Unit != by.Unit || of.N == by.N || by.N == 0 {
				return false
			}
			if v.Unit == "x" {
				return math.Abs(of.N/by.N-v.N) <= off
			}
			share := 100 * of.N / by.N
			return of.Unit != "%" && (math.Abs(share-v.N) <= off || math.Abs(math.Abs(share-100)-v.N) <= off)
		})
	})
}

// sizes reports a value that is as long or large as a file that the text names.
func (t *Text) sizes(v *value.Value) bool {
	lines := int(v.Last) < len(t.Toks) && lineWords.Has(t.Toks[v.Last].Low)
	return (lines || v.Unit == "B" && v.N < 1e6) && fileName.MatchString(t.Raw)
}

var (
	lineWords = text.WordSet("line lines loc 줄 行")
	fileName  = regexp.MustCompile(`\w\.[A-Za-z]\w`)
)

// literal reports a value that is looked up as it is written: an address, a port, a version in full.
func (t *Text) literal(v *value.Value) bool {
	return t.Exact(v) && v.Kind != value.Ordinal && (v.First == 0 || !LabelWords.Has(t.Toks[v.First-1].Low) || v.Kind == value.Version)
}

// Exact reports a value that nobody writes by chance: with a unit, or of three digits.
func (t *Text) Exact(v *value.Value) bool {
	digits := 0
	for _, r := range t.Show(v) {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return v.Kind != value.Dated && (digits >= 3 || digits > 0 && v.Unit != "")
}

// WithValues is a run of tokens, with the whole of the values that it has a part of.
func (t *Text) WithValues(first, last int32) [2]int32 {
	run := [2]int32{first, last}
	for i := range t.Values {
		if v := &t.Values[i]; v.First < last && v.Last > first {
			run = [2]int32{min(run[0], v.First), max(run[1], v.Last)}
		}
	}
	return run
}

// OfCase reports values among which is one that says of which case, version or time the rest holds: beside
// another case it may hold.
func (t *Text) OfCase(values []*value.Value) bool {
	return slices.ContainsFunc(values, func(v *value.Value) bool { return t.Labels(v) || v.Bound == value.Exactly && t.InCase(v.First) })
}

// WordsBut are the words of meaning of a run that belong to none of some values, in alphabetical order.
func (t *Text) WordsBut(run [2]int32, values []*value.Value) []string {
	var words []string
	for i := run[0]; i < run[1]; i++ {
		if t.Toks[i].Content() && !slices.ContainsFunc(values, func(v *value.Value) bool { return i >= v.First && i < v.Last }) {
			words = append(words, t.Toks[i].Stem)
		}
	}
	slices.Sort(words)
	return words
}

// TellsBeside counts the words of meaning and the values of a statement outside a run. Two characters of
// a text without spaces are half a word.
func (t *Text) TellsBeside(run [2]int32) int {
	n := 0
	for i := range t.Toks {
		switch tok := &t.Toks[i]; {
		case int32(i) >= run[0] && int32(i) < run[1] || !tok.Content() && !tok.Is(text.MarkNumber):
		case tok.Is(text.MarkCJK):
			n++
		default:
			n += 2
		}
	}
	return n / 2
}
