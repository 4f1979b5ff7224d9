package judge

import (
	"slices"
	"strings"

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
	s       *statement
	x       *tree
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
	st.lacks = slices.ContainsFunc(b.c.toks, func(t text.Token) bool { return privatives.Has(t.Low) })
	st.verbless = b.c.toks[0].Low == "no" || !slices.ContainsFunc(b.claims, func(t *tree) bool { return len(t.states) > 0 })
	st.forgone = b.c.hasAny(avoiding) != b.s.hasIn([2]int32{b.s.units[a.window.first].first, b.s.units[a.window.last-1].last}, avoiding)
	if a.single.score < statedFloor {
		return st
	}
	found := 0
	st.full, st.alike = true, true
	for _, t := range b.claims {
		for i := range t.states {
			c := &t.states[i]
			if len(c.args) == 0 || !c.being && !b.c.toks[t.nodes[c.pred].tok].Content() {
				continue
			}
			m, ok := b.bestMatch(t, c)
			if !ok {
				st.full = false
				continue
			}
			found++
			if f := b.otherValue(t, c); f != nil && t.main(c.pred) {
				st.full, st.worst = false, f
				continue
			}
			st.converse = st.converse || c.frame != "" && b.c.toks[t.nodes[c.pred].tok].Stem != b.s.toks[m.x.nodes[m.s.pred].tok].Stem
			st.full = st.full && m.crossed+m.taken+m.open == 0 && m.kept > 0
			same := (c.mood^m.s.mood)&moodDenied == 0
			st.alike = st.alike && same && c.mood&moodDenied != 0
			if f := b.judgeMatch(t, c, &m); f != nil {
				st.full, st.worst = false, worse(st.worst, f)
			} else if !same && m.crossed+m.taken+m.open == 0 && m.kept > 0 && t.nodes[c.pred].Head < 0 {
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
		for _, s := range t.states {
			if s.frame != "" {
				framed[t.nodes[s.pred].tok] = true
				for _, a := range s.args {
					framed[t.nodes[a.node].tok] = true
				}
			}
		}
	}
	for _, r := range x.claim {
		if !framed[r.head] && r.kind != asModifier && x.c.toks[r.dep].Weight > 0 && x.find(r).keep < boundHere {
			return false
		}
	}
	return true
}

// turned is a statement that one of the two denies.
func (x *binder) turned(t *tree, c *statement, m *match) *finding {
	f := &finding{rule: RuleNegation, effect: Refutes, unit: x.s.toks[m.x.nodes[m.s.pred].tok].Unit}
	if m.kept < 2 && !c.being || m.s.mood&^x.allowed(c) != 0 {
		f.effect = Caps
	}
	u := x.s.units[f.unit]
	cu := x.c.units[x.c.toks[t.nodes[c.pred].tok].Unit]
	f.mismatch = quoteDenials(x.c, x.s, [2]int32{cu.first, cu.last}, [2]int32{u.first, u.last})
	return f
}

// bestMatch is the statement of the text that comes nearest to one of the claim.
func (x *binder) bestMatch(t *tree, c *statement) (best match, found bool) {
	for _, src := range x.sources {
		for i := range src.states {
			s := &src.states[i]
			if s.being != c.being || x.same(t.nodes[c.pred].tok, src.nodes[s.pred].tok) < 1 && (c.frame == "" || c.frame != s.frame) {
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
func (x *binder) judgeMatch(t *tree, c *statement, m *match) *finding {
	unit := x.s.toks[m.x.nodes[m.s.pred].tok].Unit
	switch {
	case m.crossed+m.taken+m.open > 0:
		if u := x.s.units[unit]; m.at < 0 || u.last-u.first > plainSentence || !t.main(c.pred) {
			return nil
		}
		f := &finding{rule: RulePart, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "name",
			Claim:  x.c.word(t, m.at) + " … " + x.c.word(t, c.pred),
			Source: x.s.word(m.x, m.instead) + " … " + x.s.word(m.x, m.s.pred)}}
		if pred := &x.c.toks[t.nodes[c.pred].tok]; m.crossed > 1 && !strings.ContainsAny(x.c.raw, "=→") && x.s.word(m.x, m.instead) != "" && !c.being && !pred.Is(text.MarkName) && (m.s.mood|c.mood) == 0 && !mutual.Has(t.nodes[c.pred].low) {
			f.rule, f.effect = RuleDirection, Refutes
		} else if x.s.word(m.x, m.instead) == "" {
			f.mismatch = nil // the place stands empty: there is nothing to set against the claim's
		}
		return f
	case m.or, m.s.mood&^x.allowed(c) != 0:
		return &finding{rule: RuleHedge, effect: Caps, unit: unit, mismatch: &provenance.Mismatch{Kind: "hedge",
			Claim: x.c.word(t, c.pred), Source: x.s.word(m.x, m.s.pred)}}
	}
	return nil
}

// plainSentence is how many words a sentence may have for its reading to be trusted
// against what its words say; longer ones are misread too often.
const plainSentence = 40

// main reports a predicate that the sentence asserts by itself, in no clause that only
// describes.
func (x *tree) main(n int32) bool {
	for {
		switch x.nodes[n].Rel {
		case syntax.Conj, syntax.Ccomp, syntax.Parataxis, syntax.Xcomp:
			if n = x.nodes[n].Head; n >= 0 {
				continue
			}
		}
		return n >= 0 && x.nodes[n].Head < 0
	}
}

// allowed are the moods that a statement of the claim has, or that words of the claim
// may give it which have been read otherwise.
func (x *binder) allowed(c *statement) mood {
	m := c.mood | moodDenied
	for i := range x.c.toks {
		switch low := x.c.toks[i].Low; {
		case low == "or" || low == "nor":
			m |= moodOr
		case conditions.Has(low) || caseWords.Has(low) || low == "where":
			m |= moodIf
		case mayVerbs.Has(low) || doubtful.Has(low) || low == "can" || low == "to":
			m |= moodMaybe
		case opinions.Has(low) || attempts.Has(low):
			m |= moodSaid
		}
	}
	return m
}

func (t *reading) word(x *tree, n int32) string {
	if n < 0 || x.nodes[n].tok < 0 {
		return ""
	}
	return span(t, x.nodes[n].tok, x.nodes[n].tok)
}

// lay compares the places of two statements with one predicate, or one frame.
func (x *binder) lay(t *tree, c *statement, src *tree, s *statement) match {
	m := match{s: s, x: src, at: -1, instead: -1}
	for i := range c.args {
		arg := &c.args[i]
		if x.c.toks[t.nodes[arg.node].tok].Content() && arg.core() {
			x.place(&m, t, arg)
		}
	}
	m.score = 4*m.kept - 2*m.crossed - 3*m.taken - m.open
	if s.mood&^x.allowed(c) == 0 && !m.or {
		m.score++
	}
	return m
}

// core reports a place that says who does what to whom.
func (a *argument) core() bool {
	return a.kind == asSubject || a.kind == asObject || a.role != a.kind
}

// place finds what fills a place of the claim's statement in the text's.
func (x *binder) place(m *match, t *tree, arg *argument) {
	filled, crossed, or, pronoun := int32(-1), int32(-1), false, false
	for i := range m.s.args {
		o := &m.s.args[i]
		low := m.x.nodes[o.node].low
		alike := x.fills(t, arg.node, m.x, o.node, 0)
		switch {
		case alike && o.role == arg.role && o.or && !arg.or:
			or = true
		case alike && o.role == arg.role:
			m.kept++
			return
		case alike && o.core():
			crossed = o.node
		case o.role == arg.role && (m.x.nodes[o.node].Tag == syntax.Pron || thirdPersons.Has(low) || relatives.Has(low)):
			pronoun = true
		case o.role == arg.role:
			filled = o.node
		}
	}
	switch {
	case crossed >= 0 && filled < 0 && !pronoun && labile.Has(m.x.nodes[m.s.pred].low):
		m.kept++
	case or:
		m.kept++
		m.or = true
	case pronoun:
		m.kept++
	case crossed >= 0:
		m.crossed++
		m.at, m.instead = arg.node, filled
	case filled >= 0:
		m.taken++
		if x.elsewhere(t, m, arg) {
			m.at, m.instead = arg.node, filled
		}
	default:
		m.open++
		if arg.kind == asObject && m.kept > 0 && x.elsewhere(t, m, arg) {
			m.at = arg.node
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
func (x *binder) fills(t *tree, c int32, src *tree, s int32, depth int) bool {
	ct, st := t.nodes[c].tok, src.nodes[s].tok
	if st >= 0 && x.same(ct, st) >= boundHere && x.c.toks[ct].Stem == x.s.toks[st].Stem {
		return !x.namesake(t, c, src, s)
	}
	exact := func(n int32) bool { return src.nodes[n].tok >= 0 && x.same(ct, src.nodes[n].tok) == 1 }
	for k := src.nodes[s].kid; k >= 0; k = src.nodes[k].next {
		if r := src.nodes[k].Rel; (r == syntax.Flat || r == syntax.Compound || r == syntax.Appos) && exact(k) {
			return true
		}
	}
	d := &src.nodes[s]
	switch {
	case (d.Rel == syntax.Flat || d.Rel == syntax.Appos) && d.Head >= 0 && exact(d.Head):
		return true
	case depth > 1:
		return false
	case d.Rel == syntax.Nmod && d.Head >= 0 && kindWords.Has(src.nodes[d.Head].low) && x.fills(t, c, src, d.Head, depth+1):
		return true // a form of dance
	}
	for i := range src.states {
		b := &src.states[i]
		if !b.being || b.mood != 0 {
			continue
		}
		for _, a := range b.args {
			if a.kind == asSubject && (b.pred == s && x.fills(t, c, src, a.node, depth+1) || a.node == s && x.fills(t, c, src, b.pred, depth+1)) {
				return true
			}
		}
	}
	return false
}

// namesake reports that the sentence has two things of one name, and that what tells
// the claim's apart belongs to the other: sales in France, sales in Spain.
func (x *binder) namesake(t *tree, c int32, src *tree, s int32) bool {
	for i := range src.nodes {
		if n := int32(i); n != s && src.nodes[i].tok >= 0 && x.s.toks[src.nodes[i].tok].Stem == x.s.toks[src.nodes[s].tok].Stem {
			for k := t.nodes[c].kid; k >= 0; k = t.nodes[k].next {
				if distinguishes(t.nodes[k].Rel) && x.hasKid(t, k, src, n) && !x.hasKid(t, k, src, s) {
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
func (x *binder) hasKid(t *tree, c int32, src *tree, s int32) bool {
	if t.nodes[c].tok < 0 {
		return false
	}
	for k := src.nodes[s].kid; k >= 0; k = src.nodes[k].next {
		if distinguishes(src.nodes[k].Rel) && src.nodes[k].tok >= 0 && x.s.toks[src.nodes[k].tok].Stem == x.c.toks[t.nodes[c].tok].Stem {
			return true
		}
	}
	return false
}

// elsewhere reports that the text gives the claim's word another part than that of the
// place: it does something else, or stands behind a preposition.
func (x *binder) elsewhere(t *tree, m *match, arg *argument) bool {
	c, found := t.nodes[arg.node].tok, false
	for i := range m.x.nodes {
		d := &m.x.nodes[i]
		if d.tok < 0 || x.c.toks[c].Stem != x.s.toks[d.tok].Stem {
			continue
		}
		found = true
		if d.Rel == syntax.NmodPoss {
			continue
		}
		if d.Rel == syntax.Nmod || d.Rel == syntax.Obl {
			if link := m.x.preposition(int32(i)); link == "as" {
				return false // known as
			} else if link != "" {
				continue
			}
		}
		if !m.x.fillsOther(int32(i), m.s) {
			return false
		}
	}
	return found
}

// fillsOther reports a word that is subject or object of another statement.
func (x *tree) fillsOther(n int32, but *statement) bool {
	return slices.ContainsFunc(x.states, func(s statement) bool {
		return s.pred != but.pred && slices.ContainsFunc(s.args, func(a argument) bool { return a.node == n && (a.kind == asSubject || a.kind == asObject) })
	})
}

// otherValue finds the value that the text gives in a place of a statement which the claim
// fills with another: graduated in 1953, not 1958; the dose is 20 mg, not 40 mg. A statement
// that has the claim's value speaks for it.
func (x *binder) otherValue(t *tree, c *statement) *finding {
	var found *finding
	for _, src := range x.sources {
		for i := range src.states {
			s := &src.states[i]
			if s.being != c.being || s.mood != c.mood || !s.being && x.same(t.nodes[c.pred].tok, src.nodes[s.pred].tok) < 1 {
				continue
			}
			if s.being && (x.c.valueOf(t, c.pred) == nil || x.s.valueOf(src, s.pred) == nil) {
				continue
			}
			m := x.lay(t, c, src, s)
			if u := x.s.units[x.s.toks[src.nodes[s.pred].tok].Unit]; m.crossed+m.taken+m.open > 0 || u.last-u.first > plainSentence {
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
func (x *binder) valuesIn(t *tree, c *statement, src *tree, s *statement) (f *finding, agrees bool) {
	compare := func(cn, sn int32) {
		cv, sv := x.c.valueOf(t, cn), x.s.valueOf(src, sn)
		if cv == nil || sv == nil {
			return
		}
		switch how := x.relate(cv, sv); {
		case how != different:
			agrees = agrees || how != unlike
		case comparable(cv, sv) && !x.claimGives(sv):
			f = x.otherThan(cv, sv)
		}
	}
	if c.being {
		compare(c.pred, s.pred)
		return f, agrees
	}
	for _, arg := range c.args {
		for _, o := range s.args {
			if o.role == arg.role && !o.or {
				compare(arg.node, o.node)
			}
		}
	}
	return f, agrees
}

// valueOf is the value that a word is a part of, or that counts it.
func (t *reading) valueOf(x *tree, n int32) *value {
	if x.nodes[n].tok < 0 {
		return nil
	}
	if k := x.child(n, syntax.Nummod); k >= 0 && x.nodes[k].tok >= 0 {
		n = k
	}
	tok := x.nodes[n].tok
	for _, v := range t.valuesIn([2]int32{tok, tok + 1}) {
		if v.first <= tok && tok < v.last {
			return v
		}
	}
	return nil
}
