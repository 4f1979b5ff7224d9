package text

import (
	"strings"
)

var Articles = WordSet(`the a an der die das dem den ein eine el la los las un una le les il lo`)

// Light words say no more than that a thing has a value.
var Light = WordSet(`amount amounts amounted total totals totalled stand stands stood come comes get gets give gives given include includes
	included including offer offers offered provide provides provided allow allows allowed permit permits support supports
	cost costs take takes last lasts weigh weighs measure measures hold holds held contain contains use uses used require requires cover covers
	list lists listed show shows shown set sets configured default defaults equal equals run runs count counts value
	values figure limit limited number level reach reaches recorded reported name named call called located based found founded have has
	beträgt betragen enthalten enthält bietet hat haben liegt kostet wiegt dauert umfasst erlaubt lautet gilt läuft heißt misst
	erreicht steht stehen wert anzahl
	incluye incluyen ofrece ofrecen cuesta cuestan tiene tienen pesa mide dura permite alcanza equivale asciende contiene llama valor número`)

// A Clause is one of the statements that a claim joins. One that leaves out its subject gets that
// of the first.
type Clause struct {
	Text  string
	Leans bool // it may have left out its subject, and nothing tells
}

const maxParts = 6

// Joining words begin a statement of its own behind a comma; those of hardJoin do
// without one.
var (
	Joining  = WordSet(`and but while whereas und aber während et mais y pero e ma mas en maar och men и а но`)
	hardJoin = WordSet(`while whereas`)
	// finite verbs end a subject, whatever their form.
	Finite = WordSet(`is are was were be been has have had does do did can could may might must will would shall should
		became began came fell found gave gets goes got grew held kept knew led left lost made met ran rose said saw sent set
		spoke stood took told went won wrote uses use needs need sits lies broke brought bought built caught chose drew drove ate
		fed felt fought flew froze hid hit hung cut paid put read rode sang sank shot shut sold sent slept spent struck swam swept
		taught threw wore woke bore blew dug fled lent meant ought rang sought shook sprang stole swore tore wove bound bred dealt
		ist sind war waren wird hat est sont était a es son era fue è sono`)
)

// Clauses cuts a claim into the statements that it joins: at semicolons, at ends of
// sentences, and before joining words where both sides have enough to be statements. It is nil
// where the claim says one thing.
func (t *Document) Clauses() []Clause {
	var cuts [][2]int32 // the last token before, the first after
	n := int32(len(t.Toks))
	for i := int32(1); i < n; i++ {
		tok := &t.Toks[i]
		gap, before := t.Gap(i-1), int32(0)
		if len(cuts) > 0 {
			before = cuts[len(cuts)-1][1]
		}
		switch {
		case tok.Unit != t.Toks[i-1].Unit, strings.ContainsAny(gap, ";；"):
			next := i
			if Joining.Has(tok.Low) {
				next++
			}
			cuts = append(cuts, [2]int32{i, next})
		case Joining.Has(tok.Low) && (tok.Is(MarkBreak) || hardJoin.Has(tok.Low) || t.opensClause(before, i+1) || t.opensPredicate(before, i+1)):
			cuts = append(cuts, [2]int32{i, i + 1})
		case tok.Is(MarkBreak) && !tok.Is(MarkCJK) && strings.TrimSpace(gap) == "," && t.opensClause(before, i):
			// "The mill was built in 1820, the forge in 1850, and …"
			cuts = append(cuts, [2]int32{i, i})
		case tok.Is(MarkCJK) && strings.ContainsAny(gap, "，、"):
			cuts = append(cuts, [2]int32{i, i})
		}
	}
	if len(cuts) == 0 || len(cuts) >= maxParts {
		return nil
	}
	subject := t.SubjectOf(0, cuts[0][0])
	var parts []Clause
	first := int32(0)
	for k := 0; k <= len(cuts); k++ {
		end, next := n, n
		if k < len(cuts) {
			end, next = cuts[k][0], cuts[k][1]
		}
		if end <= first || t.Says(first, end) < 2 {
			return nil
		}
		if t.Toks[first].Start > t.endOf(end) || first+1 < end && t.Toks[first+1].Start > t.endOf(end) {
			return nil // the tokens of a broken contraction overlap
		}
		s := strings.TrimRight(strings.TrimSpace(t.Raw[t.Toks[first].Start:t.endOf(end)]), ",;，；、. ")
		leans := false
		if k > 0 {
			switch {
			case t.Toks[first].Is(MarkCJK):
				leans = true
			case Pronouns.Has(t.Toks[first].Low) && first+1 < end && subject != "":
				s = subject + " " + strings.TrimSpace(t.Raw[t.Toks[first+1].Start:t.endOf(end)])
			case !t.ownSubject(first, end) && subject != "":
				s = subject + " " + s
			}
		}
		parts = append(parts, Clause{Text: strings.TrimRight(s, ".。") + ".", Leans: leans})
		first = next
	}
	return parts
}

// endOf is where the text before token i ends.
func (t *Document) endOf(i int32) int32 {
	if int(i) >= len(t.Toks) {
		return int32(len(t.Raw))
	}
	return t.Toks[i].Start
}

// Says counts the words of weight and the values of a run of tokens.
func (t *Document) Says(first, end int32) int {
	n := 0
	for i := first; i < end; i++ {
		if t.Toks[i].Content() || t.Toks[i].Is(MarkNumber) {
			n++
		}
	}
	return n
}

var OwnSubjects = WordSet(`the a an its his her their this these that those each every some most all no one two three many both other another
	in on at by after before during since until under over from within for
	der die das ein eine le la les un une el los las il lo`)

// opensClause reports that what follows is a statement where no word or mark says
// so: it names a subject, and both sides have a verb. "The pump was built in 1800 and
// the mill burned in 1820" are two, "between the pump and the mill" is none.
func (t *Document) opensClause(before, i int32) bool {
	n := int32(len(t.Toks))
	if i >= n || !OwnSubjects.Has(t.Toks[i].Low) && !t.Toks[i].Is(MarkName) && !Pronouns.Has(t.Toks[i].Low) {
		return false
	}
	return t.HasVerb(i, n) && t.HasVerb(before, i-1)
}

// opensPredicate reports a verb with its object behind a joining word: "and writes
// the log".
func (t *Document) opensPredicate(before, i int32) bool {
	if i+1 >= int32(len(t.Toks)) || !t.HasVerb(before, i-1) || t.Toks[i].Is(MarkName|MarkNumber) {
		return false
	}
	low, next := t.Toks[i].Low, &t.Toks[i+1]
	form := Finite.Has(low) || len(low) > 3 && (strings.HasSuffix(low, "ed") || strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss"))
	return form && (OwnSubjects.Has(next.Low) || next.Is(MarkStop)) && next.Low != "of" && !next.Is(MarkBreak)
}

func (t *Document) HasVerb(first, end int32) bool { return AnyIn(first+1, end, t.VerbLike) }

// AnyIn reports that something holds of one from first up to last.
func AnyIn(first, last int32, holds func(i int32) bool) bool {
	for i := first; i < last; i++ {
		if holds(i) {
			return true
		}
	}
	return false
}

// VerbLike guesses by form: an auxiliary, a past tense, or a third person behind a noun.
func (t *Document) VerbLike(i int32) bool {
	tok := &t.Toks[i]
	if tok.Is(MarkName|MarkNumber|MarkCode) || i == 0 {
		return false
	}
	if Finite.Has(tok.Low) || len(tok.Low) > 4 && strings.HasSuffix(tok.Low, "ed") {
		return true
	}
	before := &t.Toks[i-1]
	return len(tok.Low) > 3 && strings.HasSuffix(tok.Low, "s") && !strings.HasSuffix(tok.Low, "ss") && !tok.Is(MarkStop) && before.Content() && !strings.HasSuffix(before.Low, "s")
}

// ownSubject reports that a clause names what it speaks of.
func (t *Document) ownSubject(first, end int32) bool {
	tok := &t.Toks[first]
	if tok.Is(MarkCJK) {
		return false
	}
	if OwnSubjects.Has(tok.Low) || tok.Is(MarkName) {
		return true
	}
	// "forests cover the rest" has its own; "covers the rest" and "covered by moss" lean.
	return !Finite.Has(tok.Low) && !strings.HasSuffix(tok.Low, "ed") && !(strings.HasSuffix(tok.Low, "s") && first+1 < end && !t.VerbLike(first+1)) &&
		t.HasVerb(first, end)
}

// SubjectOf is the text from the first word to before the first verb.
func (t *Document) SubjectOf(first, end int32) string {
	content := 0
	for i := first; i < end; i++ {
		tok := &t.Toks[i]
		if content > 0 && (t.VerbLike(i) || tok.Is(MarkStop) && tok.Low != "of" && tok.Low != "the" && tok.Low != "and" || tok.Is(MarkBreak) || tok.Is(MarkCJK) && content >= 2) {
			return strings.TrimSpace(t.Raw[t.Toks[first].Start:max(t.Toks[first].Start, t.Toks[i-1].End)])
		}
		if tok.Content() || tok.Is(MarkNumber) {
			content++
		}
	}
	return ""
}

// WordsIn counts words of meaning.
func (t *Document) WordsIn(first, last int32) int {
	n := 0
	for i := first; i < last; i++ {
		tok := &t.Toks[i]
		if tok.Content() && !Joints.Has(tok.Low) && !InTurn.Has(tok.Low) && !(tok.Is(MarkCJK) && (tok.End-tok.Start <= 3 || strings.ContainsAny(tok.Low, "和与及"))) {
			n++
		}
	}
	return n
}

var (
	Contrasts = WordSet(`while whereas but während wohingegen aber mientras pero sino tandis alors`)
	Joints    = WordSet(`and or und sowie oder y e o et ou en och и`)
)

var WhoseWords = WordSet(`which who that where whose que qui dont cui welche welcher welches`)

// Opening is what a sentence speaks of: the words before its first verb or value.
func (t *Document) Opening(first, last int32) [2]int32 {
	for i := first; i < last; i++ {
		if t.Toks[i].Is(MarkNumber) || i > first && t.VerbLike(i) {
			return [2]int32{first, i}
		}
	}
	return [2]int32{first, first}
}

var InTurn = WordSet(`respectively jeweils beziehungsweise bzw respectivamente respectivement rispettivamente respektive`)
