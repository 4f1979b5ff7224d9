package judge

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/judge/align"
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
	u := &a.Source.Units[f.unit]
	if f.rule == RuleName || f.rule == RuleReplaced {
		for _, tm := range a.Terms {
			if tok := &a.Claim.Toks[tm.Tok]; tok.Is(text.MarkCode) && a.Claim.Raw[tok.Start:tok.End] == f.mismatch.Claim {
				for _, h := range tm.Hits {
					if h.Unit != f.unit && h.Strength == 1 && a.LongestRun(&a.Source.Units[h.Unit]) > 1 && a.PerUnit[h.Unit] >= a.PerUnit[f.unit]/2 {
						return true
					}
				}
			}
		}
	}
	for i := range a.Claim.Values {
		v := &a.Claim.Values[i]
		own := a.Claim.Show(v) == f.mismatch.Claim
		if !own && f.rule != RuleName && f.rule != RuleReplaced {
			continue
		}
		if !own && slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool { return sv.In == f.unit && a.Claim.IsValue(&sv, v, a.Source) }) {
			return false
		}
		rival, last := a.LongestRun(u), int32(-1)
		for k := range a.Source.Values {
			sv := &a.Source.Values[k]
			if sv.In == f.unit || sv.In == last || a.Source.Units[sv.In].Kind == text.Heading || a.Relate(v, sv) != value.Same {
				continue
			}
			last = sv.In
			if n := a.GivenIn(last); own && n > 1 && n > a.GivenIn(f.unit) {
				return true
			}
			run := a.LongestRun(&a.Source.Units[last])
			if run > 0 && (!own || run > rival || run == rival && run > 1 && a.PerUnit[last] >= a.PerUnit[f.unit]) {
				return true
			}
		}
	}
	return false
}

// sharesNone reports a row of several numbers of which a sentence has none: it is of another table.
func (a *alignment) sharesNone(f *finding) bool {
	const several = 3
	if _, cells := a.Claim.RowOf(0); !cells || f.rule != RuleValue && f.rule != RuleUnit {
		return false
	}
	numbers := 0
	for i := range a.Claim.Values {
		if v := &a.Claim.Values[i]; v.Kind == value.Number {
			if slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool { return sv.In == f.unit && a.Relate(v, &sv) == value.Same }) {
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
	for _, v := range a.Source.Values {
		if v.In == f.unit && v.Kind == value.Ordinal {
			n++
		}
	}
	return n > 1 && slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool { return v.Kind == value.Ordinal && a.Claim.Show(&v) == f.mismatch.Claim })
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
	own, other := of(a.Claim, f.mismatch.Claim, -1), of(a.Source, f.mismatch.Source, f.unit)
	return own != "" && other != "" && own != other
}

var moreWords = text.WordSet(`more less much many as than más menos mais plus moins que`)

// ofAnother reports a value held against a claim that tells a thing by a number written to its word, "plot-05",
// "ティア3", of which the sentence, or the whole text, has only others; or such a number, for one with
// a nought before it is none of an amount.
func (a *alignment) ofAnother(f *finding) bool {
	if f.mismatch == nil || f.rule != RuleValue && f.rule != RuleDate && f.rule != RuleUnit {
		return false
	}
	if shown := f.mismatch.Claim; len(shown) > 1 && shown[0] == '0' && align.DigitsIn(shown) == len(shown) {
		return true
	}
	if a.numbersAlone(f) {
		return true
	}
	return slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool {
		if v.Kind != value.Number || v.Of != "" || v.First == 0 || a.Claim.Gap(v.First-1) != "" && a.Claim.Gap(v.First-1) != "-" || a.Claim.Toks[v.First-1].Is(text.MarkNumber) {
			return false
		}
		word := a.Claim.Toks[v.First-1].Stem
		if r, _ := utf8.DecodeRuneInString(word); text.IsCJK(r) && !unicode.Is(unicode.Katakana, r) {
			return false // where there are no blanks, any number is written to a word
		}
		numbered := func(same, here bool) bool {
			return slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool {
				return sv.First > 0 && a.Source.Toks[sv.First-1].Stem == word && (sv.N == v.N) == same && (!here || sv.In == f.unit)
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
	return slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool {
		own := word(a.Claim, &v)
		return own != "" && a.Claim.Show(&v) == f.mismatch.Claim && !slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool {
			return sv.In == f.unit && a.Source.Show(&sv) == f.mismatch.Source && word(a.Source, &sv) == own
		})
	})
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
		own, _, _ := strings.Cut(a.Claim.Raw, m.Claim)
		if there, _, _ := strings.Cut(quote, m.Source); deadline.MatchString(there) && !deadline.MatchString(own) {
			return true // "80% (May 2026)", and what is to be "by mid-2027"
		}
		if rest, ok := strings.CutPrefix(a.Claim.Raw, m.Claim); ok && strings.HasPrefix(strings.TrimLeft(rest, " "), "—") && len(a.Terms) < align.CopyWords {
			return true // the day of an entry: "Jan 27 — On gates."
		} else if ok && strings.HasPrefix(strings.TrimLeft(rest, "日 "), ":") && a.kept < copiedRest && align.DigitsIn(m.Claim) < 5 && align.DigitsIn(m.Source) > 4 {
			return true // "Nov 27: …", of a year that stands elsewhere
		}
		parts := strings.FieldsFunc(m.Claim, func(r rune) bool { return r == ' ' || r == '–' || r == '-' })
		return len(parts) > 1 && !slices.ContainsFunc(parts, func(w string) bool { return !text.Spells(quote, w) })
	case RuleValue:
		before, behind, _ := strings.Cut(quote, m.Source)
		before = strings.TrimRight(before, " ")
		name := strings.Trim(before[strings.LastIndexAny(before, " \t\n|,;(")+1:], "*_`:：")
		switch {
		case strings.HasSuffix(before, "["), strings.HasPrefix(strings.TrimLeft(behind, " "), "="), (text.IsUpperWord(name) && len(name) > 1 || reading.LabelWords.Has(strings.ToLower(name))) && !align.HasWords(a.Claim.Raw, name):
			return true
		case strings.HasSuffix(before, "="):
			before = strings.TrimRight(before, "= ")
			return !align.HasWords(a.Claim.Raw, before[strings.LastIndexAny(before, " \t\n|,;(")+1:])
		}
		switch {
		case a.PerOther(behind), m.Claim == "1" && align.HasWords(quote, "single"), a.OfPart(quote):
			return true
		case strings.Contains(quote, m.Claim+" →"): // a way through several, "6 → 7 → 8", has each
			return strings.Count(quote, "→") > 1
		}
		anaphor := align.HasWords(a.Claim.Raw, "other "+m.Claim) || align.HasWords(a.Claim.Raw, "these "+m.Claim) || align.HasWords(a.Claim.Raw, "those "+m.Claim)
		return anaphor || a.Claim.InCell(m.Claim) || a.NotedIn(quote, m.Claim) || len(a.Claim.Values) > 1 && text.Spells(quote, m.Claim)
	}
	return rule == RuleAntonym && a.SameAsOpposite(m, quote)
}

// ofOtherName reports a sentence with names, and without the one that a line is on by its label, or else by
// the title of its page, of which the text speaks elsewhere: "Samsung: ~30 % of the market" is no share of Hynix.
func (a *alignment) ofOtherName(f *finding) bool {
	about, _, found := strings.Cut(a.Claim.Raw, " — ")
	if row, ok := a.Claim.RowOf(0); ok {
		about, found = a.Claim.Span(row.Label[0], row.Label[1]-1), true
	}
	if found && !a.NamesOf(about) && len(a.Question.Lead) > 0 {
		about = a.Question.Lead[0]
	}
	u := a.Source.Units[f.unit]
	beside := a.Source.Sentence(f.unit)
	if f.unit > 0 && !a.Source.IsNamed(u.First) {
		beside += a.Source.Sentence(f.unit - 1) // which "it" may be of
	}
	return found && a.NamesOf(about) && !slices.ContainsFunc(strings.Fields(about), func(w string) bool { return align.HasWords(beside, w) }) &&
		text.AnyIn(u.First+1, u.Last, a.Source.IsNamed)
}

// deadline stands before a date by which something is to be.
var deadline = regexp.MustCompile(`(?i)\b(?:by|until)(?: the (?:end|start|middle) of|[ -](?:mid|late|early|end))?[ -]$`)

// remarks reports a value that the claim gives in brackets, in words of their own, and the sentence
// too: "removed (deprecated since 1.11)" of "deprecated since 1.11, removed in 1.36".
func (a *alignment) remarks(f *finding) bool {
	i := slices.IndexFunc(a.Claim.Values, func(v value.Value) bool { return a.Claim.Show(&v) == f.mismatch.Claim })
	if i < 0 || f.unit < 0 || !a.Claim.InBrackets(a.Claim.Values[i].First) || !text.Spells(a.Source.Sentence(f.unit), f.mismatch.Claim) {
		return false
	}
	v := &a.Claim.Values[i]
	from := strings.LastIndexAny(a.Claim.Raw[:v.Start], "(（")
	to := strings.IndexAny(a.Claim.Raw[v.End:], ")）")
	return to >= 0 && slices.ContainsFunc(a.Terms, func(tm align.Term) bool {
		tok := &a.Claim.Toks[tm.Tok]
		return int(tok.Start) > from && int(tok.End) <= int(v.End)+to && (tm.Tok < v.First || tm.Tok >= v.Last) && tok.Stem != v.Noun && tok.Low != v.UnitWord
	})
}

var onlyWord = text.WordSet(`only`)
