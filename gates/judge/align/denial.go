package align

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/gates/judge/lexicon"
	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
)

// appraising are what headings begin with under which a note says what it makes of its source, and not what
// that says: how far it goes, how far it is to be trusted, how it was read, what is to be done next, what one does wrong with it.
var appraising = [...]string{"limitation", "caveat", "reliability note", "reliability assess", "source reliab", "credibility", "evidence quality", "source quality",
	"extraction note", "ingest note", "ingested", "open question", "critical assess", "critique", "my take", "commentary", "reviewer note", "to chase", "follow-up", "next step",
	"speculat", "not independently", "unverified", "not verified", "risks and limit", "relation to other wiki", "relationship to other wiki", "linked entit", "linked concept", "cross-ref", "relevance to", "relationship to existing", "relation to existing", "trap", "mistake", "pitfall",
	"局限", "可信度", "待确认", "待验证", "个人思考", "我的思考", "개인 의견", "한계", "限界", "所感"}

// Appraises reports a claim under such a heading.
func (a *Alignment) Appraises() bool {
	if len(a.Question.Lead) < 2 {
		return false
	}
	return slices.ContainsFunc(a.Question.Lead[1:], func(over string) bool {
		over = strings.ToLower(over)
		return slices.ContainsFunc(appraising[:], func(w string) bool {
			return strings.HasPrefix(strings.TrimLeft(over, "0123456789.)# "), w) || strings.Contains(over, " "+w)
		})
	})
}

// DeniesOtherwise reports that of a claim and a sentence the one that has no negator denies in other
// words ("untaxed", "disables", "unless"), that a claim of what may not be meets a sentence of what
// is, or that the claim says in the same breath what is so instead.
func (a *Alignment) DeniesOtherwise(u text.Unit) bool {
	in := [2]int32{u.First, u.Last}
	i := a.Claim.Negator()
	if i < 0 {
		return slices.ContainsFunc(a.Terms, func(tm Term) bool {
			tok := &a.Claim.Toks[tm.Tok]
			return tm.Anywhere < 1 && (reading.Otherwise.Has(tok.Low) || reading.Privatives.Has(tok.Low) || a.Source.HasBase(tok.Stem, in))
		})
	}
	if i > 0 && demands.Has(a.Claim.Toks[i-1].Low) && !a.Source.HasIn(in, norms) {
		return true
	}
	return a.deniesByWord(in) || a.Source.HasIn(in, otherCases)
}

var (
	demands    = text.WordSet(`may must should shall`)
	norms      = text.WordSet(`may must should shall can could might need allowed able`)
	otherCases = text.WordSet(`unless except exception exceptions disable disables disabling`)
)

// DiffersByDenial reports a claim that has nothing but the denial which a sentence of the
// text has not, or the other way round. In a long text, what has other words besides
// denies another thing.
func (a *Alignment) DiffersByDenial(unit int32) bool {
	if !a.Source.IsArticle() {
		return true
	}
	if unit < 0 || strings.ContainsAny(a.Claim.Raw, ";；") {
		return false
	}
	w := Window{First: unit, Last: unit + 1}
	for i := range a.Terms {
		if a.strength(&a.Terms[i], w) < AsForm {
			return false
		}
	}
	return true
}

// LacksOf reports a sentence that has too little of the claim's, or not each of its values.
func (a *Alignment) LacksOf(unit, claim int32) bool {
	if a.AlignedIn(unit, claim) < copyRest {
		return true
	}
	return slices.ContainsFunc(a.Claim.Values, func(v value.Value) bool {
		return v.In == claim && !slices.ContainsFunc(a.Source.Values, func(sv value.Value) bool { return sv.In == unit && value.Relate(&v, &sv) == value.Same })
	})
}

// Forbidden reports that the window has all the words of what the claim says there is
// none of. What is to be avoided is so in any place and at any time that the claim adds.
func (a *Alignment) Forbidden() bool {
	if first := a.Claim.Toks[0].Low; first != "no" && !Avoiding.Has(first) {
		return false
	}
	n := 0
	for i := range a.Terms {
		tok := a.Terms[i].Tok
		if tok > 0 && n > 0 && restricting.Has(a.Claim.Toks[tok-1].Low) {
			break
		}
		if a.Terms[i].Here < 1 {
			return false
		}
		n++
	}
	return n > 0
}

var restricting = text.WordSet(`in on at within during inside for from when while`)

// Avoiding words forbid without a negator.
var Avoiding = text.WordSet(`avoid avoids avoided avoiding forbid forbids forbidden prohibit prohibits prohibited ban bans banned prevent prevents prevented refrain refrains`)

// DeniesAlike reports that what each of a claim and a sentence of a page denies, the other denies too, or, of the
// sentence's, does not speak of: "without a key" leaves alone what says nothing of keys.
func (a *Alignment) DeniesAlike(unit int32) bool {
	if unit < 0 || !a.Source.IsArticle() || text.WithoutSpaces(a.Claim.Raw) {
		return false
	}
	u := a.Source.Units[unit]
	all, said := [2]int32{0, int32(len(a.Claim.Toks))}, [2]int32{u.First, u.Last}
	own, other := a.Claim.Denied(all), a.Source.Denied(said)
	agrees := func(t *reading.Text, r [2]int32, denied [][2]int32, stem string, absent bool) bool {
		if slices.ContainsFunc(denied, func(d [2]int32) bool { return t.Toks[d[1]].Stem == stem }) {
			return true
		}
		found := absent
		for i := r[0]; i < r[1]; i++ {
			if t.Toks[i].Stem == stem {
				if !t.Toks[i].Is(text.MarkNegated) {
					return false
				}
				found = true
			}
		}
		return found
	}
	return len(own)+len(other) > 0 &&
		!slices.ContainsFunc(own, func(d [2]int32) bool {
			return !agrees(a.Source, said, other, a.Claim.Toks[d[1]].Stem, false) && !a.deniesNext(d[1], said)
		}) &&
		!slices.ContainsFunc(other, func(d [2]int32) bool { return !agrees(a.Claim, all, own, a.Source.Toks[d[1]].Stem, true) })
}

// deniesNext reports that the word behind one that a claim denies is denied in a sentence: "without asking
// for a key" where that has "asking for no key".
func (a *Alignment) deniesNext(i int32, r [2]int32) bool {
	next := a.Claim.ContentFrom(i + 1)
	return next > 0 && a.Claim.Toks[next].Is(text.MarkNegated) && slices.ContainsFunc(a.Source.Denied(r), func(d [2]int32) bool { return a.Source.Toks[d[1]].Stem == a.Claim.Toks[next].Stem })
}

// DeniedAbove reports that what stands over the claim denies what is listed under it, as
// "What it cannot do" does, and "Limitations" where the claim itself denies nothing: it
// says then what a text says in so many words. The title of a note denies nothing.
func (a *Alignment) DeniedAbove(claim int) bool {
	if a.Lead == nil || len(a.Question.Lead) < 2 {
		return false
	}
	title := int32(len(a.Question.Lead[0]))
	for i := range a.Lead.Toks {
		tok := &a.Lead.Toks[i]
		if tok.Start >= title && tok.Is(text.MarkNeg) && !a.Lead.IdleNegator(int32(i), a.Lead.Units[tok.Unit].Last) {
			return true
		}
	}
	if a.Claim.Lang == "en" && (!a.Claim.Fragment() || a.Claim.Predicates()) {
		return false // a sentence of its own says what it says under "Restrictions" too
	}
	low := strings.ToLower(strings.Join(a.Question.Lead[1:], "\n"))
	return claim == 0 && reading.HasAnyOf(low, denials)
}

// denials are what lists of what is not so stand under, beside the negators.
var denials = []string{"limitation", "restriction", "unsupported", "drawback", "anti-pattern", "pitfall", "lacks", "missing", "excluded", "einschränkung", "limites", "limitaciones",
	"限制", "局限", "缺点", "不足", "不支持", "制限", "制約", "非対応", "未対応", "注意点", "落とし穴", "한계", "제한", "미지원"}

// SameAsOpposite reports a word and its opposite in two sentences that may say one thing: "they are
// all" of what is said of one, an exception, a word of the same sense beside the opposite, or a time
// after which the one and before which the other stands.
func (a *Alignment) SameAsOpposite(m *provenance.Mismatch, quote string) bool {
	word := strings.ToLower(m.Claim)
	switch word {
	case "all":
		return HasWords(a.Claim.Raw, "are all") || HasWords(a.Claim.Raw, "were all")
	case "single":
		return HasWords(quote, "one")
	case "after", "before":
		_, behind, _ := strings.Cut(strings.ToLower(a.Claim.Raw), word)
		_, there, _ := strings.Cut(strings.ToLower(quote), strings.ToLower(m.Source))
		c, s := reading.Analyse(behind, a.Stems), reading.Analyse(there, a.Stems)
		i, k := c.ContentFrom(0), s.ContentFrom(0)
		return i >= 0 && (k < 0 || c.Toks[i].Stem != s.Toks[k].Stem)
	}
	return strings.Contains(quote, "except") || slices.ContainsFunc(lexicon.Synonyms()[a.stemOf(word)], func(w string) bool { return HasWords(quote, w) })
}

// NotedIn reports a sentence that has a value of the claim in another notation, or, of several values,
// one that is the same.
func (a *Alignment) NotedIn(quote, shown string) bool {
	i := slices.IndexFunc(a.Claim.Values, func(v value.Value) bool { return a.Claim.Show(&v) == shown })
	if i < 0 || text.Spells(quote, shown) {
		return false
	}
	s, v := reading.Analyse(quote, a.Stems), &a.Claim.Values[i]
	return s.Notates(v, shown) || len(a.Claim.Values) > 1 && slices.ContainsFunc(s.Values, func(sv value.Value) bool { return value.Relate(v, &sv) == value.Same })
}

// DeniesAmong counts the negators of a sentence that stand among the claim's words.
func (a *Alignment) DeniesAmong(unit int32) (n int) {
	const beside = 2 // words before and behind
	u := a.Source.Units[unit]
	first, last := u.Last, u.First
	for i := range a.Terms {
		if p := a.Terms[i].Pos; p >= u.First && p < u.Last {
			first, last = min(first, p-beside), max(last, p+beside+1)
		}
	}
	for i := max(first, u.First); i < min(last+beside, u.Last); i++ { // in Japanese and Korean it ends the sentence
		if a.Source.Lang == "ko" && i > last-beside-1 && a.Source.Parted(i) {
			break
		}
		if a.Source.Toks[i].Is(text.MarkNeg) && (i < last || a.Source.Toks[i].Is(text.MarkCJK)) && !a.Source.IdleNegator(i, u.Last) {
			n++
		}
	}
	return n
}

// retold is the share of the words of meaning in a stretch of the text that the claim
// must have, for the stretch to be the claim's own sentence: a denial elsewhere in a
// longer sentence denies something else.
const retold = 0.75

// Retells reports that the claim's words lie in one unit, in their order and next to
// nothing else.
func (a *Alignment) Retells(unit int32) bool {
	first, last, content, placed := int32(-1), int32(-1), 0, map[int32]bool{}
	for i := range a.Terms {
		tm := &a.Terms[i]
		if tm.Pos < 0 {
			continue
		}
		if a.Source.Toks[tm.Pos].Unit != unit || tm.Pos < last {
			return false
		}
		if first < 0 {
			first = tm.Pos
		}
		last = tm.Pos
		placed[tm.Pos] = true
	}
	if first < 0 {
		return false
	}
	for k := first; k <= last; k++ {
		if a.Source.Toks[k].Content() {
			content++
		}
	}
	return len(placed) >= 2 && float64(len(placed)) >= retold*float64(content)
}

// Opposite finds an antonym of a word in the window: from the list, or by a prefix
// that denies.
func (a *Alignment) Opposite(tok *text.Token) int32 {
	find := func(stem, low string) int32 {
		for _, at := range a.Source.PlacesOf(stem) {
			if a.InWindow(a.Source.Toks[at].Unit) && (low == "" || a.Source.Toks[at].Low == low || len(low) > 3) {
				return at
			}
		}
		return -1
	}
	for _, other := range text.Antonyms()[tok.Low] {
		for _, at := range [...]int32{find(other, other), find(a.stemOf(other), other)} {
			if at >= 0 {
				return at
			}
		}
	}
	if tok.Is(text.MarkName|text.MarkCode|text.MarkCJK) || len(tok.Low) < 5 {
		return -1
	}
	for _, prefix := range [...]string{"un", "in", "im", "non", "dis", "ir", "il", "de"} {
		if base, ok := strings.CutPrefix(tok.Stem, prefix); ok && len(base) >= 4 {
			if at := find(base, ""); at >= 0 {
				return at
			}
		}
		if at := find(prefix+tok.Stem, ""); at >= 0 {
			return at
		}
	}
	return -1
}

// Beside reports whether a token of the source stands where the claim's token
// should: an aligned neighbour of the one is near the other.
func (a *Alignment) Beside(claim, source int32) bool {
	return slices.ContainsFunc(a.Terms, func(tm Term) bool {
		dc, ds := tm.Tok-claim, tm.Pos-source
		return tm.Pos >= 0 && dc != 0 && dc >= -4 && dc <= 4 && ds >= -5 && ds <= 5 && (dc < 0) == (ds < 0)
	})
}

// LabelBehind reports a row of which a sentence has the label only behind what the row denies, and so
// as something else: "Trains: cars do not stop" of "cars stop for trains".
func (a *Alignment) LabelBehind(negator, unit int32) bool {
	row, ok := a.Claim.RowOf(0)
	next := a.TermFrom(negator + 1)
	if !ok || next == len(a.Terms) {
		return false
	}
	first := func(tm Term) int32 {
		for _, h := range tm.Hits {
			if h.Unit == unit {
				return h.Tok
			}
		}
		return -1
	}
	denied, labels := first(a.Terms[next]), 0
	for _, tm := range a.Terms {
		if tm.Tok < row.Label[1] {
			if at := first(tm); at < denied {
				return false
			}
			labels++
		}
	}
	return labels > 0 && denied >= 0
}

// DeniesBefore reports a denial before a colon of which a sentence has neither the subject nor every word:
// what stands behind the colon may be so.
func (a *Alignment) DeniesBefore(negator int32, w Window) bool {
	u := a.Claim.Units[a.Claim.Toks[negator].Unit]
	colon := negator + 1
	for ; colon < u.Last && !strings.ContainsAny(a.Claim.Gap(colon-1), ":："); colon++ {
		if strings.ContainsAny(a.Claim.Gap(colon-1), "—–;；") {
			return false
		}
	}
	lacks := func(first, last int32) bool {
		return slices.ContainsFunc(a.Terms, func(tm Term) bool {
			return tm.Tok >= first && tm.Tok < last && !slices.ContainsFunc(tm.Hits, func(h Hit) bool {
				return h.Unit >= w.First && h.Unit < w.Last && h.Strength >= AsForm
			})
		})
	}
	return colon < u.Last && lacks(negator+1, colon) && (a.TermFrom(u.First) == a.TermFrom(negator) || lacks(u.First, negator))
}

// DeniesOutright reports a claim of some words that says in its first clause, and under no condition,
// that something is not so of which the text speaks.
func (a *Alignment) DeniesOutright(negator int32) bool {
	c := a.Claim
	tok := &c.Toks[negator]
	before := c.Toks[c.Units[tok.Unit].First:negator]
	next := a.TermFrom(negator + 1)
	return !text.WithoutSpaces(c.Raw) && len(a.Terms) >= CopyWords && next < len(a.Terms) && a.Terms[next].Anywhere > 0 &&
		outrightNegators.Has(c.Raw[tok.Start:tok.End]) && !strings.ContainsAny(c.Before(negator), ";—–") && !c.Heads(negator) && !c.HasAny(reading.CaseWords) &&
		!slices.ContainsFunc(before, func(tok text.Token) bool {
			return statement.Relatives.Has(tok.Low) || text.ClauseWords.Has(tok.Low) && (tok.Low != "and" || tok.Is(text.MarkBreak))
		})
}

// DeniesFlatly reports a denial in a claim that neither says something else first nor how it is
// instead.
func (a *Alignment) DeniesFlatly(negator int32) bool {
	c := a.Claim
	before := [2]int32{c.Units[c.Toks[negator].Unit].First, negator}
	return !strings.ContainsAny(c.After(negator), ";；") && !c.HasIn(before, text.Joints) && !strings.HasPrefix(c.After(negator), " what")
}

var outrightNegators = text.WordSet(`not n't cannot no No Not`)

// SaysOnly reports a denial in the main clause of a claim, over a sentence of a page that has
// enough words, most of the claim's, and none that denies in another way than "not".
func (a *Alignment) SaysOnly(negator, unit int32) bool {
	c, u := &a.Claim.Toks[negator], a.Source.Units[unit]
	w := a.Claim.Raw[c.Start:c.End]
	if text.WithoutSpaces(a.Claim.Raw) || w == strings.ToUpper(w) || a.Claim.UnderCondition(negator) ||
		u.Last-u.First < CopyWords || a.Coverage(Window{unit, unit + 1, 0}) < mostCovered {
		return false
	}
	r := [2]int32{u.First, u.Last}
	return !a.Source.HasIn(r, reading.Otherwise) && !a.Source.HasIn(r, reading.Privatives)
}

// mostCovered is the share of a claim's words that such a sentence must have.
const mostCovered = 0.6

// DeniesAlone reports a claim that denies, and not a piece beside what it says, of a text that
// denies nothing where it says most of it.
func (a *Alignment) DeniesAlone() bool {
	at := a.Claim.Negator()
	if at < 0 || a.Claim.Contrasts(at) || at > 0 && strings.ContainsAny(a.Claim.Gap(at-1), "(（;|") || len(a.Source.Units) == 0 {
		return false
	}
	return a.DeniesNothing(false)
}

// DeniesNothing reports a text that denies nothing, in whatever word, where it says most of a claim;
// among sentences beside one another only those count, where that is asked, that have some of it.
func (a *Alignment) DeniesNothing(some bool) bool {
	for _, w := range [...]Window{a.Single, a.Window} {
		for u := w.First; u < w.Last; u++ {
			items := a.Source.Items(u)
			for _, r := range items {
				if (len(items) == 1 && !some || a.PlacedIn(r)) && (a.Source.DeniesIn(r) || a.deniesByWord(r)) {
					return false
				}
			}
		}
	}
	return true
}

// deniesByWord reports a range of the text with a word that denies in itself and that the claim does not have.
func (a *Alignment) deniesByWord(r [2]int32) bool {
	return slices.ContainsFunc(a.Source.Toks[r[0]:r[1]], func(tok text.Token) bool {
		return (reading.Otherwise.Has(tok.Low) || reading.Privatives.Has(tok.Low)) && len(a.Claim.PlacesOf(tok.Stem)) == 0
	})
}

// PlacedIn reports a range in which some of the claim's words are laid over the text's.
func (a *Alignment) PlacedIn(r [2]int32) bool {
	const some = 2
	n := 0
	for i := range a.Terms {
		if p := a.Terms[i].Pos; p >= r[0] && p < r[1] {
			n++
		}
	}
	return n >= min(some, len(a.Terms))
}

// HasDenied reports that a sentence has what the claim denies, and first of all the word
// behind the negator.
func (a *Alignment) HasDenied(w Window) bool {
	found := false
	for i := range a.Terms {
		if tm := &a.Terms[i]; a.Claim.Toks[tm.Tok].Is(text.MarkNegated) {
			if s := a.strength(tm, w); s < AsForm || !found && s < asPart {
				return false
			}
			found = true
		}
	}
	return found
}

// HasDeniedWord reports that a window has the word which a negator denies, an auxiliary of Chinese apart.
func (a *Alignment) HasDeniedWord(i int32, w Window) bool {
	k := a.TermFrom(i + 1)
	switch tok := &a.Claim.Toks[i]; tok.Stem {
	case "不":
		r, n := utf8.DecodeRuneInString(a.Claim.Raw[tok.End:])
		if r == '可' && !strings.HasPrefix(a.Claim.Raw[int(tok.End)+n:], "以") && !strings.HasPrefix(a.Claim.Raw[int(tok.End)+n:], "能") {
			return false // 不可用 says how something is
		}
		if r == '有' { // the word behind it, of which a pair of characters may hold one alone
			k = a.TermFrom(a.Claim.TokenFrom(int(tok.End) + n))
			return slices.ContainsFunc(a.Terms[min(k, len(a.Terms)):min(k+2, len(a.Terms))], func(tm Term) bool { return a.strength(&tm, w) >= AsForm })
		}
		if strings.ContainsRune("可能会會是支需应應", r) {
			return true
		}
	case "ない":
		k = a.TermFrom(i) - 1
	}
	return k >= 0 && k < len(a.Terms) && slices.ContainsFunc(a.Terms[k].Hits, func(h Hit) bool { return h.Unit >= w.First && h.Unit < w.Last && h.Strength >= AsForm })
}
