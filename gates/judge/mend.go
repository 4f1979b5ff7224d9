package judge

import (
	"strings"

	"assay/text/syntax"
)

// mend puts right what a parser that reads word by word, and never looks back, gets
// wrong in a way that the tree itself shows: a clause with two subjects, two finite
// verbs that nothing joins, a subject behind a preposition.
func (x *tree) mend() {
	for i := range x.nodes {
		n := int32(i)
		switch {
		case x.nodes[n].Rel == syntax.Nsubj && x.child(n, syntax.Case) >= 0:
			x.mendSubject(n)
		case x.verb(n):
			x.mendRelative(n)
			x.mendJoined(n)
			x.mendReduced(n)
			x.mendObject(n)
		}
	}
}

func (x *tree) attach(n, head int32, r syntax.Relation) {
	for h, k := head, 0; h >= 0; h, k = x.nodes[h].Head, k+1 {
		if h == n || k > len(x.nodes) {
			return // it would hang on itself
		}
	}
	x.nodes[n].Head, x.nodes[n].Rel = head, r
	x.link()
}

// raise hangs a verb on what hung on it, which takes its place.
func (x *tree) raise(up, down int32, r syntax.Relation) {
	head, rel := x.nodes[down].Head, x.nodes[down].Rel
	x.nodes[up].Head, x.nodes[up].Rel = head, rel
	x.nodes[down].Head, x.nodes[down].Rel = up, r
	x.link()
}

// mendSubject: "the tourist next to the doctors called".
func (x *tree) mendSubject(n int32) {
	if k := x.child(n, syntax.Case); x.nodes[k].low == "'s" || k > n {
		return
	}
	verb := x.nodes[n].Head
	m := x.child(n, syntax.Nsubj)
	if m < 0 {
		for k := x.nodes[verb].kid; k >= 0 && k < n; k = x.nodes[k].next {
			if x.nodes[k].Rel == syntax.Nsubj || x.nodes[k].Rel == syntax.Obl {
				m = k
			}
		}
	}
	if m < 0 || m >= n || !x.nominal(m) {
		return
	}
	x.attach(m, verb, syntax.Nsubj)
	x.attach(n, m, syntax.Nmod)
}

func (x *tree) nominal(n int32) bool {
	t := x.nodes[n].Tag
	return t == syntax.Noun || t == syntax.Propn || t == syntax.Pron
}

// mendRelative: "the banker who helped the president resigned".
func (x *tree) mendRelative(n int32) {
	who := int32(-1)
	for k := x.nodes[n].kid; k >= 0 && k < n; k = x.nodes[k].next {
		if relatives.has(x.nodes[k].low) && k > 0 && x.nominal(k-1) {
			who = k
		}
	}
	if who < 0 || x.nodes[n].Rel == syntax.Relcl {
		return
	}
	noun, head, rel := who-1, x.nodes[n].Head, x.nodes[n].Rel
	if x.nodes[noun].Head != n || x.nodes[noun].Rel != syntax.Nsubj || head < n {
		return
	}
	subject := x.child(head, syntax.Nsubj)
	if rel == syntax.Root {
		return
	}
	x.nodes[noun].Head, x.nodes[noun].Rel = head, syntax.Nsubj
	x.nodes[n].Head, x.nodes[n].Rel = noun, syntax.Relcl
	if subject > n && subject < head && x.child(n, syntax.Obj) < 0 {
		x.nodes[subject].Head, x.nodes[subject].Rel = n, syntax.Obj
	}
	x.link()
}

// mendJoined: "the students waited, or the banker left", "they believed the tourists ran".
func (x *tree) mendJoined(n int32) {
	d := &x.nodes[n]
	if d.Head <= n || d.Rel != syntax.Advcl && d.Rel != syntax.Parataxis && d.Rel != syntax.Ccomp || x.child(n, syntax.Mark) >= 0 {
		return
	}
	if x.child(n, syntax.Nsubj) < 0 || strings.HasSuffix(d.low, "ing") || !x.verb(d.Head) {
		return
	}
	head := d.Head
	for k := x.nodes[head].kid; k >= 0 && k < head; k = x.nodes[k].next {
		if k > n && x.nodes[k].Rel == syntax.Cc {
			x.raise(n, head, syntax.Conj)
			return
		}
	}
	for k := n + 1; k < head; k++ {
		if x.nodes[k].low == "," {
			return
		}
	}
	if s := x.child(head, syntax.Nsubj); s > n && d.Rel == syntax.Advcl {
		x.raise(n, head, syntax.Ccomp)
	}
}

// mendReduced: "the tourists helped in the laboratory waited".
func (x *tree) mendReduced(n int32) {
	d := &x.nodes[n]
	if d.Head < 0 || d.Head >= n || !x.verb(d.Head) || d.Rel != syntax.Conj && d.Rel != syntax.Parataxis && d.Rel != syntax.Ccomp && d.Rel != syntax.Xcomp {
		return
	}
	first := d.Head
	noun := x.child(first, syntax.Nsubj)
	if noun < 0 || noun > first || x.child(n, syntax.Cc, syntax.Nsubj, syntax.Mark, syntax.Aux) >= 0 || !finitePast(d.low) || !pastForm(x.nodes[first].low) || x.child(first, syntax.Aux, syntax.Obj) >= 0 || !x.nominal(noun) {
		return
	}
	for k := first + 1; k < n; k++ {
		if x.nodes[k].low == "," {
			return
		}
	}
	x.raise(n, first, syntax.Acl)
	x.nodes[first].Head = noun
	x.attach(noun, n, syntax.Nsubj)
}

func finitePast(low string) bool {
	return strings.HasSuffix(low, "ed") || finite.has(low)
}

// mendObject: "when the professor moved the president slept".
func (x *tree) mendObject(n int32) {
	if !finitePast(x.nodes[n].low) || n < 2 || x.child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Aux, syntax.Cc, syntax.Expl) >= 0 || x.nodes[n].Rel != syntax.Root {
		return
	}
	noun := n - 1
	if x.nodes[noun].Rel == syntax.Obj && x.nominal(noun) {
		if v := x.nodes[noun].Head; v >= 0 && x.nodes[v].Rel == syntax.Advcl && x.nodes[v].Head == n {
			x.attach(noun, n, syntax.Nsubj)
		}
	}
}
