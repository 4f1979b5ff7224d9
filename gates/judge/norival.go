package judge

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// saysItself reports that another sentence of a page has the claim's value and more of the claim
// than the one that is held against it: more of its words in a row, or as many, and no less of all;
// or more of its values.
// A name is held against no claim whose numbers stand in another sentence alone.
func (a *alignment) saysItself(f *finding) bool {
	u := &a.s.Units[f.unit]
	if f.rule == RuleName || f.rule == RuleReplaced {
		for _, tm := range a.terms {
			if tok := &a.c.Toks[tm.tok]; tok.Is(text.MarkCode) && a.c.Raw[tok.Start:tok.End] == f.mismatch.Claim {
				for _, h := range tm.hits {
					if h.unit != f.unit && h.strength == 1 && a.longestRun(&a.s.Units[h.unit]) > 1 && a.perUnit[h.unit] >= a.perUnit[f.unit]/2 {
						return true
					}
				}
			}
		}
	}
	for i := range a.c.Values {
		v := &a.c.Values[i]
		own := a.c.Show(v) == f.mismatch.Claim
		if !own && f.rule != RuleName && f.rule != RuleReplaced {
			continue
		}
		if !own && slices.ContainsFunc(a.s.Values, func(sv value.Value) bool { return sv.In == f.unit && a.c.IsValue(&sv, v, a.s) }) {
			return false
		}
		rival, last := a.longestRun(u), int32(-1)
		for k := range a.s.Values {
			sv := &a.s.Values[k]
			if sv.In == f.unit || sv.In == last || a.s.Units[sv.In].Kind == text.Heading || a.relate(v, sv) != value.Same {
				continue
			}
			last = sv.In
			if n := a.givenIn(last); own && n > 1 && n > a.givenIn(f.unit) {
				return true
			}
			run := a.longestRun(&a.s.Units[last])
			if run > 0 && (!own || run > rival || run == rival && run > 1 && a.perUnit[last] >= a.perUnit[f.unit]) {
				return true
			}
		}
	}
	return false
}

// givenIn counts the values of the claim that a sentence has.
func (a *alignment) givenIn(unit int32) (n int) {
	for i := range a.c.Values {
		if slices.ContainsFunc(a.s.Values, func(sv value.Value) bool { return sv.In == unit && a.relate(&a.c.Values[i], &sv) == value.Same }) {
			n++
		}
	}
	return n
}

// longestRun counts the words of meaning of the longest run that the claim and a sentence share.
func (a *alignment) longestRun(u *text.Unit) (longest int) {
	for i := range a.c.Toks {
		for k := u.First; k < u.Last; k++ {
			words := 0
			for n := int32(0); i+int(n) < len(a.c.Toks) && k+n < u.Last && a.c.Toks[i+int(n)].Stem == a.s.Toks[k+n].Stem; n++ {
				if a.c.Toks[i+int(n)].Content() {
					words++
				}
			}
			longest = max(longest, words)
		}
	}
	return longest
}

// sharesNone reports a row of several numbers of which a sentence has none: it is of another table.
func (a *alignment) sharesNone(f *finding) bool {
	const several = 3
	if _, cells := a.c.RowOf(0); !cells || f.rule != RuleValue && f.rule != RuleUnit {
		return false
	}
	numbers := 0
	for i := range a.c.Values {
		if v := &a.c.Values[i]; v.Kind == value.Number {
			if slices.ContainsFunc(a.s.Values, func(sv value.Value) bool { return sv.In == f.unit && a.relate(v, &sv) == value.Same }) {
				return false
			}
			numbers++
		}
	}
	return numbers >= several
}

// countsOff reports that a sentence goes through some things one by one, so that the claim's may be
// another of them: "the first …, the last …".
func (a *alignment) countsOff(f *finding) bool {
	n := 0
	for _, v := range a.s.Values {
		if v.In == f.unit && v.Kind == value.Ordinal {
			n++
		}
	}
	return n > 1 && slices.ContainsFunc(a.c.Values, func(v value.Value) bool { return v.Kind == value.Ordinal && a.c.Show(&v) == f.mismatch.Claim })
}

// noNames reports what is no name, the end of a line with the start of the next, and the number of
// a paper held against one.
func (a *alignment) noNames(m *provenance.Mismatch) bool {
	_, behind, _ := strings.Cut(a.c.Raw, m.Claim)
	return strings.Contains(m.Source, "\n") || len(behind) > 1 && behind[0] == ':' && text.IsDigitByte(behind[1]) || digitsIn(m.Claim) > 3 && digitsIn(m.Source) == 0
}

func digitsIn(s string) (n int) {
	for i := range len(s) {
		if text.IsDigitByte(s[i]) {
			n++
		}
	}
	return n
}

// multipliesOther reports factors of two things: "20 times more people" and "6 times faster".
func (a *alignment) multipliesOther(f *finding) bool {
	of := func(t *reading.Text, shown string, unit int32) string {
		at := slices.IndexFunc(t.Values, func(v value.Value) bool { return v.Unit == "x" && t.Show(&v) == shown && (unit < 0 || v.In == unit) })
		if at < 0 {
			return ""
		}
		const near = 3 // words behind the factor
		v := &t.Values[at]
		for i := v.Last; i < min(v.Last+near, t.Units[v.In].Last) && !t.Toks[i].Is(text.MarkBreak); i++ {
			if t.Toks[i].Content() && !moreWords.Has(t.Toks[i].Low) {
				return t.Toks[i].Stem
			}
		}
		return ""
	}
	own, other := of(a.c, f.mismatch.Claim, -1), of(a.s, f.mismatch.Source, f.unit)
	return own != "" && other != "" && own != other
}

var moreWords = text.WordSet(`more less much many as than más menos mais plus moins que`)

// standsBare reports a share with decimals that the text has without its sign, as a table does
// that says above what its numbers are.
func (a *alignment) standsBare(shown string) bool {
	return slices.ContainsFunc(a.c.Values, func(v value.Value) bool {
		return v.Unit == "%" && strings.ContainsAny(shown, ".,") && a.c.Show(&v) == shown && slices.ContainsFunc(a.s.Values, func(sv value.Value) bool {
			return sv.Unit == "" && sv.Kind == value.Number && sv.N == value.RawNumber(&v)
		})
	})
}

// ofAnother reports a value held against a claim that tells a thing by a number written to its word, "plot-05",
// "ティア3", of which the sentence, or the whole text, has only others; or such a number, for one with
// a nought before it is none of an amount.
func (a *alignment) ofAnother(f *finding) bool {
	if f.mismatch == nil || f.rule != RuleValue && f.rule != RuleDate && f.rule != RuleUnit {
		return false
	}
	if shown := f.mismatch.Claim; len(shown) > 1 && shown[0] == '0' && digitsIn(shown) == len(shown) {
		return true
	}
	if a.numbersAlone(f) {
		return true
	}
	return slices.ContainsFunc(a.c.Values, func(v value.Value) bool {
		if v.Kind != value.Number || v.Of != "" || v.First == 0 || a.c.Gap(v.First-1) != "" && a.c.Gap(v.First-1) != "-" || a.c.Toks[v.First-1].Is(text.MarkNumber) {
			return false
		}
		word := a.c.Toks[v.First-1].Stem
		if r, _ := utf8.DecodeRuneInString(word); text.IsCJK(r) && !unicode.Is(unicode.Katakana, r) {
			return false // where there are no blanks, any number is written to a word
		}
		numbered := func(same, here bool) bool {
			return slices.ContainsFunc(a.s.Values, func(sv value.Value) bool {
				return sv.First > 0 && a.s.Toks[sv.First-1].Stem == word && (sv.N == v.N) == same && (!here || sv.In == f.unit)
			})
		}
		return !numbered(true, true) && (numbered(false, true) || numbered(false, false) && !numbered(true, false))
	})
}

// numbersAlone reports a number of the claim that tells by its word which thing is meant, "day 42", where
// what is held against it tells no such thing.
func (a *alignment) numbersAlone(f *finding) bool {
	word := func(t *reading.Text, v *value.Value) string {
		if before := v.First - 1; before >= t.Units[v.In].First && reading.LabelWords.Has(t.Toks[before].Low) && t.Gap(before) == " " && v.Kind == value.Number && v.Unit == "" && v.Scaled == 0 {
			return t.Toks[before].Stem
		}
		return ""
	}
	return slices.ContainsFunc(a.c.Values, func(v value.Value) bool {
		own := word(a.c, &v)
		return own != "" && a.c.Show(&v) == f.mismatch.Claim && !slices.ContainsFunc(a.s.Values, func(sv value.Value) bool {
			return sv.In == f.unit && a.s.Show(&sv) == f.mismatch.Source && word(a.s, &sv) == own
		})
	})
}

// standsOver reports a line before a sentence that has some words and no others.
func (a *alignment) standsOver(unit int32, words string) bool {
	return unit > 0 && strings.Trim(a.s.Sentence(unit-1), " -*•\n") == words
}

// sameSurname reports two names that the same name follows: William of Rubruck, Guillaume de Rubruck.
func sameSurname(claim, name, source, other string) bool {
	_, behind, _ := strings.Cut(claim, name)
	_, next, _ := strings.Cut(source, other)
	surname := func(s string) string {
		for i, w := range strings.Fields(s) {
			if r, _ := utf8.DecodeRuneInString(w); i < 2 && unicode.IsUpper(r) {
				return w
			}
		}
		return ""
	}
	return surname(behind) != "" && surname(behind) == surname(next)
}

// noRival reports a value or word of which the sentence of a page that is held against it gives
// another beside it, or that is no value of what the claim speaks of: the key of a line of a list,
// a number of a footnote, an identifier's, what an assignment gives to something else, a bare
// number in a cell.
func (a *alignment) noRival(rule string, m *provenance.Mismatch, quote string) bool {
	switch rule {
	case RuleDate:
		own, _, _ := strings.Cut(a.c.Raw, m.Claim)
		if there, _, _ := strings.Cut(quote, m.Source); deadline.MatchString(there) && !deadline.MatchString(own) {
			return true // "80% (May 2026)", and what is to be "by mid-2027"
		}
		if rest, ok := strings.CutPrefix(a.c.Raw, m.Claim); ok && strings.HasPrefix(strings.TrimLeft(rest, " "), "—") && len(a.terms) < copyWords {
			return true // the day of an entry: "Jan 27 — On gates."
		} else if ok && strings.HasPrefix(strings.TrimLeft(rest, "日 "), ":") && a.kept < copiedRest && digitsIn(m.Claim) < 5 && digitsIn(m.Source) > 4 {
			return true // "Nov 27: …", of a year that stands elsewhere
		}
		parts := strings.FieldsFunc(m.Claim, func(r rune) bool { return r == ' ' || r == '–' || r == '-' })
		return len(parts) > 1 && !slices.ContainsFunc(parts, func(w string) bool { return !text.Spells(quote, w) })
	case RuleValue:
		before, behind, _ := strings.Cut(quote, m.Source)
		before = strings.TrimRight(before, " ")
		name := strings.Trim(before[strings.LastIndexAny(before, " \t\n|,;(")+1:], "*_`:：")
		switch {
		case strings.HasSuffix(before, "["), strings.HasPrefix(strings.TrimLeft(behind, " "), "="), (text.IsUpperWord(name) && len(name) > 1 || reading.LabelWords.Has(strings.ToLower(name))) && !hasWords(a.c.Raw, name):
			return true
		case strings.HasSuffix(before, "="):
			before = strings.TrimRight(before, "= ")
			return !hasWords(a.c.Raw, before[strings.LastIndexAny(before, " \t\n|,;(")+1:])
		}
		switch {
		case a.perOther(behind), m.Claim == "1" && hasWords(quote, "single"), a.ofPart(quote):
			return true
		case strings.Contains(quote, m.Claim+" →"): // a way through several, "6 → 7 → 8", has each
			return strings.Count(quote, "→") > 1
		}
		anaphor := hasWords(a.c.Raw, "other "+m.Claim) || hasWords(a.c.Raw, "these "+m.Claim) || hasWords(a.c.Raw, "those "+m.Claim)
		return anaphor || a.c.InCell(m.Claim) || a.notedIn(quote, m.Claim) || len(a.c.Values) > 1 && text.Spells(quote, m.Claim)
	}
	return rule == RuleAntonym && a.sameAsOpposite(m, quote)
}

// ofPart reports a sentence that has a part of a name which the page has whole elsewhere: what is said of
// GPT-4o is not said of GPT-4o-mini.
func (a *alignment) ofPart(quote string) bool {
	for name := range strings.FieldsSeq(a.c.Raw) {
		name = strings.Trim(name, "*`_.,;:()\"'")
		if text.HasUpper(name) && strings.Contains(name, "-") && !hasWords(quote, name) && hasWords(a.s.Raw, name) &&
			slices.ContainsFunc(strings.Split(name, "-"), func(part string) bool { return digitsIn(part) > 0 && hasWords(quote, part) }) {
			return true
		}
	}
	return false
}

// ofOtherName reports a sentence with names, and without the one that a line is on by its label, or else by
// the title of its page, of which the text speaks elsewhere: "Samsung: ~30 % of the market" is no share of Hynix.
func (a *alignment) ofOtherName(f *finding) bool {
	about, _, found := strings.Cut(a.c.Raw, " — ")
	if row, ok := a.c.RowOf(0); ok {
		about, found = a.c.Span(row.Label[0], row.Label[1]-1), true
	}
	if found && !a.namesOf(about) && len(a.q.Lead) > 0 {
		about = a.q.Lead[0]
	}
	u := a.s.Units[f.unit]
	beside := a.s.Sentence(f.unit)
	if f.unit > 0 && !a.s.IsNamed(u.First) {
		beside += a.s.Sentence(f.unit - 1) // which "it" may be of
	}
	return found && a.namesOf(about) && !slices.ContainsFunc(strings.Fields(about), func(w string) bool { return hasWords(beside, w) }) &&
		text.AnyIn(u.First+1, u.Last, a.s.IsNamed)
}

// namesOf reports one to three words, each of which the text has with a capital and never without.
func (a *alignment) namesOf(words string) bool {
	all := reading.Analyse(words, a.stems).Toks
	return len(all) > 0 && len(all) <= 3 && !slices.ContainsFunc(all, func(tok text.Token) bool {
		at := a.s.PlacesOf(tok.Stem)
		return len(at) == 0 || slices.ContainsFunc(at, func(i int32) bool { return !a.s.Capital(int(i)) }) || !slices.ContainsFunc(at, a.s.IsNamed)
	})
}

// perOther reports what stands behind a value and says per what it is, of which the claim and what
// stands over it say nothing: "$0.42 per page" is no other price than "$6" of an hour.
func (a *alignment) perOther(behind string) bool {
	words := strings.Fields(strings.TrimLeft(behind, "* "))
	if len(words) < 2 || !pers.Has(strings.ToLower(words[0])) {
		return false
	}
	s := reading.Analyse(strings.Trim(words[1], ".,;:*)"), a.stems)
	return len(s.Toks) > 0 && s.Toks[0].Content() && !slices.ContainsFunc([]*reading.Text{a.c, a.lead}, func(t *reading.Text) bool {
		return t != nil && len(t.PlacesOf(s.Toks[0].Stem)) > 0
	})
}

// deadline stands before a date by which something is to be.
var deadline = regexp.MustCompile(`(?i)\b(?:by|until)(?: the (?:end|start|middle) of|[ -](?:mid|late|early|end))?[ -]$`)

var pers = text.WordSet(`per pro par por je each every`)

// remarks reports a value that the claim gives in brackets, in words of their own, and the sentence
// too: "removed (deprecated since 1.11)" of "deprecated since 1.11, removed in 1.36".
func (a *alignment) remarks(f *finding) bool {
	i := slices.IndexFunc(a.c.Values, func(v value.Value) bool { return a.c.Show(&v) == f.mismatch.Claim })
	if i < 0 || f.unit < 0 || !a.c.InBrackets(a.c.Values[i].First) || !text.Spells(a.s.Sentence(f.unit), f.mismatch.Claim) {
		return false
	}
	v := &a.c.Values[i]
	from := strings.LastIndexAny(a.c.Raw[:v.Start], "(（")
	to := strings.IndexAny(a.c.Raw[v.End:], ")）")
	return to >= 0 && slices.ContainsFunc(a.terms, func(tm term) bool {
		tok := &a.c.Toks[tm.tok]
		return int(tok.Start) > from && int(tok.End) <= int(v.End)+to && (tm.tok < v.First || tm.tok >= v.Last) && tok.Stem != v.Noun && tok.Low != v.UnitWord
	})
}

// sameAsOpposite reports a word and its opposite in two sentences that may say one thing: "they are
// all" of what is said of one, an exception, a word of the same sense beside the opposite, or a time
// after which the one and before which the other stands.
func (a *alignment) sameAsOpposite(m *provenance.Mismatch, quote string) bool {
	word := strings.ToLower(m.Claim)
	switch word {
	case "all":
		return hasWords(a.c.Raw, "are all") || hasWords(a.c.Raw, "were all")
	case "single":
		return hasWords(quote, "one")
	case "after", "before":
		_, behind, _ := strings.Cut(strings.ToLower(a.c.Raw), word)
		_, there, _ := strings.Cut(strings.ToLower(quote), strings.ToLower(m.Source))
		c, s := reading.Analyse(behind, a.stems), reading.Analyse(there, a.stems)
		i, k := c.ContentFrom(0), s.ContentFrom(0)
		return i >= 0 && (k < 0 || c.Toks[i].Stem != s.Toks[k].Stem)
	}
	return strings.Contains(quote, "except") || slices.ContainsFunc(lexicon.Synonyms()[a.stemOf(word)], func(w string) bool { return hasWords(quote, w) })
}

// notedIn reports a sentence that has a value of the claim in another notation, or, of several values,
// one that is the same.
func (a *alignment) notedIn(quote, shown string) bool {
	i := slices.IndexFunc(a.c.Values, func(v value.Value) bool { return a.c.Show(&v) == shown })
	if i < 0 || text.Spells(quote, shown) {
		return false
	}
	s, v := reading.Analyse(quote, a.stems), &a.c.Values[i]
	return s.Notates(v, shown) || len(a.c.Values) > 1 && slices.ContainsFunc(s.Values, func(sv value.Value) bool { return value.Relate(v, &sv) == value.Same })
}

var onlyWord = text.WordSet(`only`)
