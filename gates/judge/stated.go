package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/gates/judge/value"
	"assay/provenance"
	"assay/text"
	"assay/text/syntax"
)

// A stated is how the claim's statements fare among those of the text.
type stated struct {
	worst    *finding
	full     bool     // the text has each, the same said of the same
	tied     bool     // and ties its words alike
	alike    bool     // and both deny each
	opposite *finding // the text has the main one, with the denial turned
	verbless bool     // the claim has no predicate
	forgone  bool     // one of the two says to avoid what the other denies
	lacks    bool     // a word of the claim denies without saying not
	converse bool     // one from the other side: what one sold another bought
}

// A match is a statement of the claim laid over one of the text.
type match struct {
	s       *statement.Statement
	x       *statement.Tree
	kept    int // places filled alike
	open    int // places that the text leaves empty
	crossed int // fillers of the claim that fill another place in the text
	taken   int // places that the text fills otherwise
	or      bool
	at      int32 // node of the claim that is out of place, -1 for none
	instead int32 // node of the text in its place, -1 for none
	score   int
}

// statedFloor is the share of the claim's words that a sentence must have for a
// difference in who does what to be no mere change of subject.
const statedFloor = 0.8

// checkStatements looks each statement of the claim up among those of the text: the
// same is to be said of the same, and said flatly where the claim says it flatly.
func (a *alignment) checkStatements() stated {
	var st stated
	b := a.binder()
	if b == nil {
		return st
	}
	st.lacks = slices.ContainsFunc(b.Claim.Toks, func(t text.Token) bool { return reading.Privatives.Has(t.Low) })
	st.verbless = b.Claim.Toks[0].Low == "no" || !slices.ContainsFunc(b.claims, func(t *statement.Tree) bool { return len(t.States) > 0 })
	st.forgone = b.Claim.HasAny(align.Avoiding) != b.Source.HasIn([2]int32{b.Source.Units[a.Window.First].First, b.Source.Units[a.Window.Last-1].Last}, align.Avoiding)
	if a.Single.Score < statedFloor {
		return st
	}
	found := 0
	st.full, st.alike = true, true
	for _, t := range b.claims {
		for i := range t.States {
			c := &t.States[i]
			if len(c.Args) == 0 || !c.Being && !b.Claim.Toks[t.Nodes[c.Pred].Tok].Content() {
				continue
			}
			m, ok := b.bestMatch(t, c)
			if !ok {
				st.full = false
				continue
			}
			found++
			if f := b.otherValue(t, c); f != nil && t.Main(c.Pred) {
				st.full, st.worst = false, f
				continue
			}
			st.converse = st.converse || c.Frame != "" && b.Claim.Toks[t.Nodes[c.Pred].Tok].Stem != b.Source.Toks[m.x.Nodes[m.s.Pred].Tok].Stem
			st.full = st.full && m.crossed+m.taken+m.open == 0 && m.kept > 0
			same := (c.Mood^m.s.Mood)&statement.MoodDenied == 0
			st.alike = st.alike && same && c.Mood&statement.MoodDenied != 0
			if f := b.judgeMatch(t, c, &m); f != nil {
				st.full, st.worst = false, worse(st.worst, f)
			} else if !same && m.crossed+m.taken+m.open == 0 && m.kept > 0 && t.Nodes[c.Pred].Head < 0 {
				st.opposite = b.turned(t, c, &m)
			}
		}
	}
	st.full = st.full && found > 0
	st.tied = st.full && b.bound()
	st.alike = st.alike && st.tied
	return st
}

// bound reports that the text ties the claim's words as the claim does, modifiers apart.
func (x *binder) bound() bool {
	framed := map[int32]bool{} // whose places have been compared by their roles
	for _, t := range x.claims {
		for _, s := range t.States {
			if s.Frame != "" {
				framed[t.Nodes[s.Pred].Tok] = true
				for _, a := range s.Args {
					framed[t.Nodes[a.Node].Tok] = true
				}
			}
		}
	}
	for _, r := range x.claim {
		if !framed[r.Head] && r.Kind != statement.AsModifier && x.Claim.Toks[r.Dep].Weight > 0 && x.find(r).keep < boundHere {
			return false
		}
	}
	return true
}

// turned is a statement that one of the two denies.
func (x *binder) turned(t *statement.Tree, c *statement.Statement, m *match) *finding {
	f := &finding{rule: RuleNegation, effect: Refutes, unit: x.Source.Toks[m.x.Nodes[m.s.Pred].Tok].Unit}
	if m.kept < 2 && !c.Being || m.s.Mood&^x.allowed(c) != 0 {
		f.effect = Caps
	}
	u := x.Source.Units[f.unit]
	cu := x.Claim.Units[x.Claim.Toks[t.Nodes[c.Pred].Tok].Unit]
	f.mismatch = quoteDenials(x.Claim, x.Source, [2]int32{cu.First, cu.Last}, [2]int32{u.First, u.Last})
	return f
}

// bestMatch is the statement of the text that comes nearest to one of the claim.
func (x *binder) bestMatch(t *statement.Tree, c *statement.Statement) (best match, found bool) {
	for _, src := range x.sources {
		for i := range src.States {
			s := &src.States[i]
			if s.Being != c.Being || x.same(t.Nodes[c.Pred].Tok, src.Nodes[s.Pred].Tok) < 1 && (c.Frame == "" || c.Frame != s.Frame) {
				continue
			}
			if m := x.lay(t, c, src, s); !found || m.score > best.score {
				best, found = m, true
			}
		}
	}
	return best, found
}

// judgeMatch says what the best match comes to, nil where it carries the claim's statement.
func (x *binder) judgeMatch(t *statement.Tree, c *statement.Statement, m *match) *finding {
	unit := x.Source.Toks[m.x.Nodes[m.s.Pred].Tok].Unit
	switch {
	case m.crossed+m.taken+m.open > 0:
		if u := x.Source.Units[unit]; m.at < 0 || u.Last-u.First > plainSentence || !t.Main(c.Pred) {
			return nil
		}
		f := &finding{rule: RulePart, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "name",
			Claim:  x.Claim.Word(t, m.at) + " … " + x.Claim.Word(t, c.Pred),
			Source: x.Source.Word(m.x, m.instead) + " … " + x.Source.Word(m.x, m.s.Pred)}}
		if pred := &x.Claim.Toks[t.Nodes[c.Pred].Tok]; m.crossed > 1 && !strings.ContainsAny(x.Claim.Raw, "=→") && x.Source.Word(m.x, m.instead) != "" && !c.Being && !pred.Is(text.MarkName) && (m.s.Mood|c.Mood) == 0 && !mutual.Has(t.Nodes[c.Pred].Low) {
			f.rule, f.effect = RuleDirection, Refutes
		} else if x.Source.Word(m.x, m.instead) == "" {
			f.mismatch = nil // the place stands empty: there is nothing to set against the claim's
		}
		return f
	case m.or, m.s.Mood&^x.allowed(c) != 0:
		return &finding{rule: RuleHedge, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "hedge",
			Claim: x.Claim.Word(t, c.Pred), Source: x.Source.Word(m.x, m.s.Pred)}}
	}
	return nil
}

// plainSentence is how many words a sentence may have for its reading to be trusted
// against what its words say; longer ones are misread too often.
const plainSentence = 40

// allowed are the moods that a statement of the claim has, or that words of the claim
// may give it which have been read otherwise.
func (x *binder) allowed(c *statement.Statement) statement.Mood {
	m := c.Mood | statement.MoodDenied
	for i := range x.Claim.Toks {
		switch low := x.Claim.Toks[i].Low; {
		case low == "or" || low == "nor":
			m |= statement.MoodOr
		case statement.Conditions.Has(low) || reading.CaseWords.Has(low) || low == "where":
			m |= statement.MoodIf
		case statement.MayVerbs.Has(low) || statement.Doubtful.Has(low) || low == "can" || low == "to":
			m |= statement.MoodMaybe
		case statement.Opinions.Has(low) || statement.Attempts.Has(low):
			m |= statement.MoodSaid
		}
	}
	return m
}

// lay compares the places of two statements with one predicate, or one frame.
func (x *binder) lay(t *statement.Tree, c *statement.Statement, src *statement.Tree, s *statement.Statement) match {
	m := match{s: s, x: src, at: -1, instead: -1}
	for i := range c.Args {
		arg := &c.Args[i]
		if x.Claim.Toks[t.Nodes[arg.Node].Tok].Content() && arg.Core() {
			x.place(&m, t, arg)
		}
	}
	m.score = 4*m.kept - 2*m.crossed - 3*m.taken - m.open
	if s.Mood&^x.allowed(c) == 0 && !m.or {
		m.score++
	}
	return m
}

// place finds what fills a place of the claim's statement in the text's.
func (x *binder) place(m *match, t *statement.Tree, arg *statement.Argument) {
	filled, crossed, or, pronoun := int32(-1), int32(-1), false, false
	for i := range m.s.Args {
		o := &m.s.Args[i]
		low := m.x.Nodes[o.Node].Low
		alike := x.fills(t, arg.Node, m.x, o.Node, 0)
		switch {
		case alike && o.Role == arg.Role && o.Or && !arg.Or:
			or = true
		case alike && o.Role == arg.Role:
			m.kept++
			return
		case alike && o.Core():
			crossed = o.Node
		case o.Role == arg.Role && (m.x.Nodes[o.Node].Tag == syntax.Pron || align.ThirdPersons.Has(low) || statement.Relatives.Has(low)):
			pronoun = true
		case o.Role == arg.Role:
			filled = o.Node
		}
	}
	switch {
	case crossed >= 0 && filled < 0 && !pronoun && labile.Has(m.x.Nodes[m.s.Pred].Low):
		m.kept++
	case or:
		m.kept++
		m.or = true
	case pronoun:
		m.kept++
	case crossed >= 0:
		m.crossed++
		m.at, m.instead = arg.Node, filled
	case filled >= 0:
		m.taken++
		if x.elsewhere(t, m, arg) {
			m.at, m.instead = arg.Node, filled
		}
	default:
		m.open++
		if arg.Kind == statement.AsObject && m.kept > 0 && x.elsewhere(t, m, arg) {
			m.at = arg.Node
		}
	}
}

// labile verbs say of their subject what others say of their object: a gate opens, and
// is opened.
var labile = text.WordSet(`open opens opened close closes closed start starts started begin begins began begun end ends ended form forms formed move moves moved
	change changes changed break breaks broke broken sink sinks sank sunk grow grows grew grown rank ranks ranked base based locate located situated increase
	increases increased decrease decreased develop develops developed run runs ran launch launched sell sells sold split merge merged spread burn burned burnt
	premiere premiered star stars starred release released resume resumed stop stops stopped sail sails sailed divide divided consist connect connects connected
	compose composed comprise comprised include`)

// fills reports that what fills a place of the text is what fills it in the claim, or is
// called so: "the singer Ana Weiss", "Harbour is a film made by".
func (x *binder) fills(t *statement.Tree, c int32, src *statement.Tree, s int32, depth int) bool {
	ct, st := t.Nodes[c].Tok, src.Nodes[s].Tok
	if st >= 0 && x.same(ct, st) >= boundHere && x.Claim.Toks[ct].Stem == x.Source.Toks[st].Stem {
		return !x.namesake(t, c, src, s)
	}
	exact := func(n int32) bool { return src.Nodes[n].Tok >= 0 && x.same(ct, src.Nodes[n].Tok) == 1 }
	for k := src.Nodes[s].Kid; k >= 0; k = src.Nodes[k].Next {
		if r := src.Nodes[k].Rel; (r == syntax.Flat || r == syntax.Compound || r == syntax.Appos) && exact(k) {
			return true
		}
	}
	d := &src.Nodes[s]
	switch {
	case (d.Rel == syntax.Flat || d.Rel == syntax.Appos) && d.Head >= 0 && exact(d.Head):
		return true
	case depth > 1:
		return false
	case d.Rel == syntax.Nmod && d.Head >= 0 && statement.KindWords.Has(src.Nodes[d.Head].Low) && x.fills(t, c, src, d.Head, depth+1):
		return true // a form of dance
	}
	for i := range src.States {
		b := &src.States[i]
		if !b.Being || b.Mood != 0 {
			continue
		}
		for _, a := range b.Args {
			if a.Kind == statement.AsSubject && (b.Pred == s && x.fills(t, c, src, a.Node, depth+1) || a.Node == s && x.fills(t, c, src, b.Pred, depth+1)) {
				return true
			}
		}
	}
	return false
}

// namesake reports that the sentence has two things of one name, and that what tells
// the claim's apart belongs to the other: sales in France, sales in Spain.
func (x *binder) namesake(t *statement.Tree, c int32, src *statement.Tree, s int32) bool {
	for i := range src.Nodes {
		if n := int32(i); n != s && src.Nodes[i].Tok >= 0 && x.Source.Toks[src.Nodes[i].Tok].Stem == x.Source.Toks[src.Nodes[s].Tok].Stem {
			for k := t.Nodes[c].Kid; k >= 0; k = t.Nodes[k].Next {
				if distinguishes(t.Nodes[k].Rel) && x.hasKid(t, k, src, n) && !x.hasKid(t, k, src, s) {
					return true
				}
			}
		}
	}
	return false
}

func distinguishes(r syntax.Relation) bool {
	return r == syntax.Amod || r == syntax.Compound || r == syntax.Nmod || r == syntax.NmodPoss || r == syntax.Nummod
}

// hasKid reports a word of the claim among those that tell a thing of the text apart.
func (x *binder) hasKid(t *statement.Tree, c int32, src *statement.Tree, s int32) bool {
	if t.Nodes[c].Tok < 0 {
		return false
	}
	for k := src.Nodes[s].Kid; k >= 0; k = src.Nodes[k].Next {
		if distinguishes(src.Nodes[k].Rel) && src.Nodes[k].Tok >= 0 && x.Source.Toks[src.Nodes[k].Tok].Stem == x.Claim.Toks[t.Nodes[c].Tok].Stem {
			return true
		}
	}
	return false
}

// elsewhere reports that the text gives the claim's word another part than that of the
// place: it does something else, or stands behind a preposition.
func (x *binder) elsewhere(t *statement.Tree, m *match, arg *statement.Argument) bool {
	c, found := t.Nodes[arg.Node].Tok, false
	for i := range m.x.Nodes {
		d := &m.x.Nodes[i]
		if d.Tok < 0 || x.Claim.Toks[c].Stem != x.Source.Toks[d.Tok].Stem {
			continue
		}
		found = true
		if d.Rel == syntax.NmodPoss {
			continue
		}
		if d.Rel == syntax.Nmod || d.Rel == syntax.Obl {
			if link := m.x.Preposition(int32(i)); link == "as" {
				return false // known as
			} else if link != "" {
				continue
			}
		}
		if !m.x.FillsOther(int32(i), m.s) {
			return false
		}
	}
	return found
}

// otherValue finds the value that the text gives in a place of a statement which the claim
// fills with another: graduated in 1953, not 1958; the dose is 20 mg, not 40 mg. A statement
// that has the claim's value speaks for it.
func (x *binder) otherValue(t *statement.Tree, c *statement.Statement) *finding {
	var found *finding
	for _, src := range x.sources {
		for i := range src.States {
			s := &src.States[i]
			if s.Being != c.Being || s.Mood != c.Mood || !s.Being && x.same(t.Nodes[c.Pred].Tok, src.Nodes[s.Pred].Tok) < 1 {
				continue
			}
			if s.Being && (x.Claim.ValueOf(t, c.Pred) == nil || x.Source.ValueOf(src, s.Pred) == nil) {
				continue
			}
			m := x.lay(t, c, src, s)
			if u := x.Source.Units[x.Source.Toks[src.Nodes[s.Pred].Tok].Unit]; m.crossed+m.taken+m.open > 0 || u.Last-u.First > plainSentence {
				continue
			}
			f, agrees := x.valuesIn(t, c, src, s)
			if agrees {
				return nil
			}
			if f != nil {
				found = f
			}
		}
	}
	return found
}

// valuesIn compares the values in the places of two statements.
func (x *binder) valuesIn(t *statement.Tree, c *statement.Statement, src *statement.Tree, s *statement.Statement) (f *finding, agrees bool) {
	compare := func(cn, sn int32) {
		cv, sv := x.Claim.ValueOf(t, cn), x.Source.ValueOf(src, sn)
		if cv == nil || sv == nil {
			return
		}
		switch how := x.Relate(cv, sv); {
		case how != value.Different:
			agrees = agrees || how != value.Unlike
		case value.Comparable(cv, sv) && !x.ClaimGives(sv):
			f = x.otherThan(cv, sv)
		}
	}
	if c.Being {
		compare(c.Pred, s.Pred)
		return f, agrees
	}
	for _, arg := range c.Args {
		for _, o := range s.Args {
			if o.Role == arg.Role && !o.Or {
				compare(arg.Node, o.Node)
			}
		}
	}
	return f, agrees
}
