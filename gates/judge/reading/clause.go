package reading

import (
	"slices"
	"strings"

	"assay/gates/judge/statement"
	"assay/text"
	"assay/text/syntax"
)

// A wording is the stems of a run of tokens in order, and where there are no spaces the
// characters: articles, "do", "all" and negators apart.
type Wording struct {
	Words []string
	Toks  []int32 // of each word
	Not   []int   // the words before which a negator stands
}

func (t *Text) Spell(first, last int32) (s Wording) {
	add := func(i int32, w string) { s.Words, s.Toks = append(s.Words, w), append(s.Toks, i) }
	end := int32(0)
	for i := first; i < last; i++ {
		switch tok := &t.Toks[i]; {
		case tok.Is(text.MarkNeg):
			if tok.Low == "cannot" {
				add(i, "can")
			}
			cell := tok.Low == "no" && (i+1 == last || t.Parted(i+1))                  // "Optional: No; a name"
			behind := i+1 < last && i > first && strings.ContainsAny(t.Gap(i), ":;：；") // "im Dorf nicht: …"
			if !cell && !behind && !t.IdleNegator(i, last) {
				s.Not = append(s.Not, len(s.Words))
			}
		case tok.Is(text.MarkCJK): // pairs overlap
			for _, r := range t.Raw[max(end, tok.Start):max(end, tok.End)] {
				add(i, string(r))
			}
		case i+1 < last && t.Toks[i+1].Low == "n't" && tok.Low != "can":
			if w := strings.TrimSuffix(tok.Low, "n"); !Doing.Has(w) {
				add(i, w)
			}
		case !text.Articles.Has(tok.Low) && !Doing.Has(tok.Low) && !universal.Has(tok.Low):
			add(i, tok.Stem)
		}
		end = max(end, t.Toks[i].End)
	}
	return s
}

// Negates reports a negator before a word, or before one of some words in front of it.
func (w *Wording) Negates(at, back int) bool {
	return slices.ContainsFunc(w.Not, func(n int) bool { return n <= at && n >= at-back })
}

// Count is how often a text has a run of words.
func (w *Wording) Count(run []string) (n int) {
	for at := range len(w.Words) - len(run) + 1 {
		if slices.Equal(w.Words[at:at+len(run)], run) {
			n++
		}
	}
	return n
}

// UnderCondition reports a token of a clause that says when the rest holds.
func (t *Text) UnderCondition(i int32) bool {
	if int(i) >= len(t.Toks) {
		return false
	}
	for j := i; j >= t.Units[t.Toks[i].Unit].First; j-- {
		if CaseWords.Has(t.Toks[j].Low) {
			return true
		}
		if j > 0 && t.Toks[j].Is(text.MarkBreak) && strings.HasPrefix(strings.TrimSpace(t.Gap(j-1)), ",") {
			return false
		}
	}
	return false
}

// Shown quotes a run of tokens, or the words beside an empty one.
func (t *Text) Shown(r [2]int32) string {
	first, last := r[0], r[1]
	if first == last {
		first, last = max(0, first-1), min(last+1, int32(len(t.Toks)))
		for first < r[0] && last > r[0] && t.Toks[first].Unit != t.Toks[last-1].Unit {
			first++
		}
	}
	if first >= last {
		return ""
	}
	return t.Raw[t.Toks[first].Start:max(t.Toks[first].Start, t.Toks[last-1].End)]
}

// WithoutOf leaves off the "of" of "none of".
func (t *Text) WithoutOf(words []int32) []int32 {
	if last := len(words) - 1; last > 0 && t.Toks[words[last]].Low == "of" {
		return words[:last]
	}
	return words
}

// BreaksAt reports that a phrase begins or ends within a place, or where it stands.
func (t *Text) BreaksAt(words []int32, r [2]int) bool {
	return r[0] < len(words) && text.AnyIn(words[r[0]], words[min(r[1], len(words)-1)]+1, t.Parted)
}

// Around quotes a place with some words beside it.
func (t *Text) Around(words []int32, r [2]int, beside int) string {
	first, last := max(0, r[0]-beside), min(len(words), r[1]+beside)
	return t.Span(words[first], words[last-1])
}

// TailFrom is the first of some tokens that a tail may begin with, -1 for none.
func (t *Text) TailFrom(from, to int32) int32 {
	for i := from; i <= to; i++ {
		if tailLeads.Has(t.Toks[i].Low) || t.Parted(i) && strings.ContainsAny(t.Gap(i-1), ",;") {
			return i
		}
	}
	return -1
}

var tailLeads = text.WordSet(`and which who because since so such while whereas thereby without`)

// Quantified is the strength of the quantifier up to two words before a token.
func (t *Text) Quantified(i int32) (float32, string) {
	for j := i - 1; j >= 0 && j >= i-3 && t.Toks[j].Unit == t.Toks[i].Unit; j-- {
		if t.Toks[j+1].Is(text.MarkBreak) {
			break
		}
		if q, ok := text.Quantifiers()[t.Toks[j].Low]; ok {
			return q, t.Toks[j].Low
		}
	}
	return 0, ""
}

// ClausesAt cuts a sentence at joints that have a verb on both sides.
func (t *Text) ClausesAt(u text.Unit) [][2]int32 {
	var clauses [][2]int32
	from := u.First
	for i := u.First + 1; i < u.Last; i++ {
		between := t.Gap(i - 1)
		low := t.Toks[i].Low
		joint := text.Joints.Has(low) || text.Contrasts.Has(low) || strings.ContainsAny(between, ";；，、") && (t.Toks[i].Is(text.MarkCJK) || strings.ContainsAny(between, ";；"))
		if joint && t.mayBeClause(from, i) && t.mayBeClause(i, u.Last) {
			clauses = append(clauses, [2]int32{from, i})
			from = i
		}
	}
	return append(clauses, [2]int32{from, u.Last})
}

// mayBeClause reports a run of words that may be a clause: two words of meaning, and a verb.
func (t *Text) mayBeClause(first, last int32) bool {
	if t.WordsIn(first, last) < 2 {
		return false
	}
	if t.Toks[first].Is(text.MarkCJK) || t.Toks[last-1].Is(text.MarkCJK) {
		run := t.Raw[t.Toks[first].Start:t.Toks[last-1].End]
		return strings.ContainsAny(run, "是为はが") || strings.Contains(run, "位于")
	}
	return text.AnyIn(first, last, func(i int32) bool {
		return text.Finite.Has(t.Toks[i].Low) || text.Light.Has(t.Toks[i].Low) || i > first && t.VerbLike(i)
	})
}

// Alike reports two clauses of one form: about as long, with words that both have.
func (t *Text) Alike(x, y [2]int32) bool {
	const (
		share = 0.33 // of the words of meaning of the shorter
		apart = 2
	)
	m, n, both := t.WordsIn(x[0], x[1]), t.WordsIn(y[0], y[1]), 0
	for i := x[0]; i < x[1]; i++ {
		for k := y[0]; k < y[1] && t.Toks[i].Content(); k++ {
			if t.Toks[k].Content() && t.Toks[k].Stem == t.Toks[i].Stem {
				both++
				break
			}
		}
	}
	return m-n <= apart && n-m <= apart && float32(both) >= share*float32(min(m, n))
}

// Brackets are the tokens that the first brackets of a sentence hold, 0, 0 for none.
func (t *Text) Brackets(u text.Unit) (first, last int32) {
	depth := 0
	for i := u.First + 1; i < u.Last; i++ {
		gap := t.Gap(i - 1)
		opens, closes := statement.Bracket(t.Toks[i].Low)
		up, down := strings.Count(gap, "("), strings.Count(gap, ")")
		if opens {
			up++
		}
		if closes {
			down++
		}
		if first == 0 && up > down {
			first = i
		}
		if depth += up - down; first > 0 && depth <= 0 {
			return first, i
		}
	}
	return 0, 0
}

// ConditionIn is the word of a condition among some tokens, "".
func (t *Text) ConditionIn(r [2]int32) string {
	for i := r[0]; i < r[1]; i++ {
		if low := t.Toks[i].Low; statement.Conditions.Has(low) || low == "even" && t.Low(i+1, r[1]) == "if" {
			return low
		}
	}
	return ""
}

// governed is how far a word that denies reaches, in words: behind more than that a
// sentence mostly goes on with something else.
const governed = 10

var (
	ofAll   = text.WordSet(`at of after above first`)
	factive = text.WordSet(`know knows knew known knowing realize realizes realized realizing realise realised realising notice noticed noticing aware`) // what nobody knew is so
)

// LeavesScope reports a joint behind which what was denied before is denied no more.
func (t *Text) LeavesScope(i int32) bool {
	switch low := t.Toks[i].Low; {
	case low == "but" && i > 0 && statement.Nobody.Has(t.Toks[i-1].Low):
	case clauseJoints.Has(low):
		return true
	case statement.Joins.Has(low) && int(i+1) < len(t.Toks) && t.Toks[i+1].Unit == t.Toks[i].Unit:
		tag := t.TagAt(i + 1)
		return tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Pron
	}
	return false
}

var clauseJoints = text.WordSet(`because although though since while whereas so as but unless until when after before`)

// restricts reports a place within the noun phrase that a quantifier opens: no verb stands
// between but those of its relative clauses.
func (t *Text) restricts(quantifier, at int32) bool {
	if tag := t.TagAt(min(at, int32(len(t.Toks))-1)); tag == syntax.Verb || tag == syntax.AuxVerb {
		return false
	}
	verbs, within := 0, false
	for i := quantifier + 1; i < at; i++ {
		tag := t.TagAt(i)
		// What a determiner follows is a verb, whatever the parser took it for.
		verb := tag == syntax.Verb || tag == syntax.AuxVerb || tag == syntax.Noun && i+1 < at && (statement.Definite.Has(t.Toks[i+1].Low) || statement.Indefinite.Has(t.Toks[i+1].Low))
		switch {
		case statement.Universals.Has(t.Toks[i].Low):
			return false // that one does
		case statement.Relatives.Has(t.Toks[i].Low):
			verbs--
		case verb && !within:
			verbs++
		}
		within = verb || tag == syntax.Part || within && tag == syntax.Adv
	}
	return verbs <= 0
}

// PhraseFrom quotes a phrase from a word on.
func (t *Text) PhraseFrom(first, last int32) string {
	for end := first + 1; end < last; end++ {
		if t.Toks[end].Is(text.MarkBreak) {
			last = end
		}
	}
	end := min(last, first+quotedMost)
	if end <= first {
		return ""
	}
	s := t.Raw[t.Toks[first].Start:t.Toks[end-1].End]
	if end < last {
		s += " …"
	}
	return s
}

// ShareWith is the share of the words of a run that a run of another text has.
func (t *Text) ShareWith(of [2]int32, other *Text, in [2]int32) float64 {
	words, has := 0, 0
	for i := of[0]; i < of[1]; i++ {
		tok := &t.Toks[i]
		if !tok.Content() && !tok.Is(text.MarkNumber) {
			continue
		}
		words++
		if slices.ContainsFunc(other.Toks[in[0]:in[1]], func(o text.Token) bool {
			return o.Stem == tok.Stem && (!tok.Is(text.MarkNumber) || o.Low == tok.Low)
		}) {
			has++
		}
	}
	if words == 0 {
		return 0
	}
	return float64(has) / float64(words)
}

// BehindScope reports a name up to two words behind a word of scope: "for Scala", "on the
// Mac".
func (t *Text) BehindScope(i int32) bool {
	tok := &t.Toks[i]
	if !tok.Is(text.MarkName|text.MarkCode) && !text.IsUpperWord(t.Raw[tok.Start:tok.End]) {
		return false
	}
	u := t.Units[tok.Unit]
	for j := i - 1; j >= max(u.First, i-2); j-- {
		if ScopeWords.Has(t.Toks[j].Low) {
			return true
		}
		if t.Toks[j].Content() && !t.Toks[j].Is(text.MarkName) {
			break
		}
	}
	return false
}

var (
	ScopeWords = text.WordSet(`in on at for with under within using via without before after since until für auf bei mit unter vor nach pour sous avec sans en para con`)
	Platforms  = text.WordSet(`linux windows macos mac ios iphone ipados android ubuntu debian fedora aws azure gcp docker kubernetes
		python java javascript typescript scala rust ruby kotlin php`)
)

// EndsAt reports that a phrase ends before the word at i, in a direction.
func (t *Text) EndsAt(words []int32, i, step int) bool {
	if i < 0 || i >= len(words) {
		return true
	}
	if step > 0 {
		return t.Parted(words[i])
	}
	return i+1 < len(words) && text.AnyIn(words[i]+1, words[i+1]+1, t.Parted)
}

func (t *Text) WithoutArticles(u text.Unit) []int32 {
	out := make([]int32, 0, u.Last-u.First)
	for i := u.First; i < u.Last; i++ {
		if low := t.Toks[i].Low; low != "a" && low != "an" && low != "the" {
			out = append(out, i)
		}
	}
	return out
}

func (t *Text) Span(first, last int32) string { return t.Raw[t.Toks[first].Start:t.Toks[last].End] }

// Parted reports a mark before token i that parts phrases: not a hyphen, a minus, the
// brackets of a call or of a link.
func (t *Text) Parted(i int32) bool {
	if i == 0 || !t.Toks[i].Is(text.MarkBreak) {
		return false
	}
	gap := statement.WithoutTarget(strings.ReplaceAll(t.Gap(i-1), "()", ""))
	return strings.ContainsAny(gap, ",;:!?|()/—–") || strings.Contains(gap, ". ") || strings.Contains(gap, " - ")
}

// Opposes reports a word of a run whose opposite a run of another text has.
func (t *Text) Opposes(run [2]int32, other *Text, at [2]int32) bool {
	return slices.ContainsFunc(t.Toks[run[0]:run[1]], func(tok text.Token) bool {
		return slices.ContainsFunc(text.Antonyms()[tok.Low], func(word string) bool {
			return slices.ContainsFunc(other.Toks[at[0]:at[1]], func(tok text.Token) bool { return tok.Low == word })
		})
	})
}

// InCase reports a token of a clause that says of which case the rest holds.
func (t *Text) InCase(i int32) bool {
	i = min(i, int32(len(t.Toks))-1)
	for j := i; j >= t.Units[t.Toks[i].Unit].First; j-- {
		switch low := t.Toks[j].Low; {
		case low == "within", low == "until", j > 0 && t.Parted(j):
			return false
		case CaseWords.Has(low):
			return true
		}
	}
	return false
}

// Items are the items of a list that lost its lines, a sentence as a whole where it is none.
func (t *Text) Items(unit int32) (found [][2]int32) {
	u := t.Units[unit]
	first := u.First
	for i := u.First; i+1 < u.Last; i++ {
		if strings.ContainsAny(t.Gap(i), bullets) {
			found, first = append(found, [2]int32{first, i + 1}), i+1
		}
	}
	return append(found, [2]int32{first, u.Last})
}

const bullets = "•●▪◦‣"

// InBrackets reports a token within brackets.
func (t *Text) InBrackets(i int32) bool {
	before := t.Before(i)
	return strings.LastIndexAny(before, "(（") > strings.LastIndexAny(before, ")）")
}

// quotedMost is how many words of a sentence a message quotes.
const quotedMost = 8
