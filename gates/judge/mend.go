package judge

import (
	"assay/text"
	"assay/text/syntax"
)

// mend puts right what a parser that reads word by word, and never looks back, gets
// wrong in a way that the tree itself shows: a clause with two subjects, two finite
// verbs that nothing joins, a subject behind a preposition.
func (x *tree) mend() {
	for i := range x.nodes {
		n := int32(i)
		switch {
		case x.nodes[n].Rel == syntax.Nsubj:
			x.mendSubject(n)
		case x.verb(n) || x.nodes[n].Rel == syntax.Relcl:
			x.mendRelative(n)
			x.mendStray(n)
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

// raise puts a word in the place of another, which hangs on it from then on.
func (x *tree) raise(up, down int32, r syntax.Relation) {
	head, rel := x.nodes[down].Head, x.nodes[down].Rel
	x.nodes[up].Head, x.nodes[up].Rel = head, rel
	x.nodes[down].Head, x.nodes[down].Rel = up, r
	x.link()
}

// between reports one of some words between two.
func (x *tree) between(a, b int32, list text.Set) bool {
	return anyIn(a+1, b, func(k int32) bool { return list.Has(x.nodes[k].low) })
}

var (
	commas = text.WordSet(`, ; :`)
	joins  = text.WordSet(`and or but nor`)
)

// own is the subject that stands before a verb and behind another word.
func (x *tree) own(verb, behind int32) int32 {
	for k := x.nodes[verb].kid; k >= 0 && k < verb; k = x.nodes[k].next {
		if r := x.nodes[k].Rel; k > behind && (r == syntax.Nsubj || r == syntax.NsubjPass) && !relatives.Has(x.nodes[k].low) {
			return k
		}
	}
	return -1
}

// mendSubject: "the tourist next to the doctors called", "the banker behind the managers left".
func (x *tree) mendSubject(n int32) {
	verb := x.nodes[n].Head
	if verb < n {
		return
	}
	first := int32(-1) // another subject before it
	for k := x.nodes[verb].kid; k >= 0 && k < n; k = x.nodes[k].next {
		if r := x.nodes[k].Rel; r == syntax.Nsubj || r == syntax.Obl && x.child(n, syntax.Case) >= 0 {
			first = k
		}
	}
	before := int32(-1) // the preposition of its phrase
	for k := n - 1; k >= 0 && k > n-5; k-- {
		if x.nodes[k].Tag == syntax.Adp && x.nodes[k].low != "'s" && (x.nodes[k].Head == n || x.nodes[k].Head == verb) {
			before = k
			break
		}
	}
	if before < 0 {
		return
	}
	if m := x.own(n, -1); m >= 0 {
		first = m
	}
	if d := &x.nodes[verb]; first < 0 && d.Rel == syntax.Relcl && d.Head >= 0 && d.Head < before && x.nodes[d.Head].Rel == syntax.Root {
		first = d.Head
		x.raise(verb, first, syntax.Nsubj)
	}
	if first < 0 || first >= before || x.between(first, before, commas) {
		return
	}
	x.attach(first, verb, syntax.Nsubj)
	x.attach(before, n, syntax.Case)
	x.attach(n, first, syntax.Nmod)
}

// mendRelative: "the banker who helped the president resigned".
func (x *tree) mendRelative(n int32) {
	who := int32(-1)
	for k := x.nodes[n].kid; k >= 0 && k < n; k = x.nodes[k].next {
		if relatives.Has(x.nodes[k].low) && x.nodes[k].Rel == syntax.Nsubj && k > 0 {
			who = k
		}
	}
	if who < 0 {
		return
	}
	noun := who - 1
	main := x.nodes[n].Head
	if x.nodes[n].Rel == syntax.Relcl {
		if main != noun {
			return
		}
		main = x.nodes[noun].Head
	} else if x.nodes[noun].Head != n {
		return
	}
	if main < n { // the verb of the sentence hangs below
		if x.nodes[n].Rel != syntax.Root && (main >= 0 || x.nodes[noun].Rel != syntax.Root) {
			return
		}
		main = -1
		for k := x.nodes[n].kid; k >= 0; k = x.nodes[k].next {
			if k > n && x.verb(k) && x.child(k, syntax.Mark, syntax.Cc) < 0 && !x.between(n, k, commas) {
				main = k
			}
		}
		if main < 0 {
			return
		}
		top := n
		if x.nodes[n].Rel == syntax.Relcl {
			top = noun
		}
		x.nodes[main].Head, x.nodes[main].Rel = -1, syntax.Root
		x.nodes[top].Head = main
	}
	subject := x.own(main, n)
	x.nodes[noun].Head, x.nodes[noun].Rel = main, syntax.Nsubj
	x.nodes[n].Head, x.nodes[n].Rel = noun, syntax.Relcl
	if subject > n && x.child(n, syntax.Obj) < 0 {
		x.nodes[subject].Head, x.nodes[subject].Rel = n, syntax.Obj
	}
	x.link()
}

// mendStray: a clause of its own behind a comma, with no word that could tie it to the
// noun it hangs on, or to the clause whose conjunction opens the sentence.
func (x *tree) mendStray(n int32) {
	d := &x.nodes[n]
	head := d.Head
	if head < 0 || head > n || d.Rel != syntax.Relcl && d.Rel != syntax.Parataxis && d.Rel != syntax.Xcomp && d.Rel != syntax.Ccomp && d.Rel != syntax.Conj && d.Rel != syntax.Acl {
		return
	}
	main := head
	for !x.verb(main) && x.nodes[main].Head >= 0 {
		main = x.nodes[main].Head
	}
	if !x.verb(main) || main > n {
		return
	}
	subject := x.own(n, main)
	opened := x.nodes[main].Rel == syntax.Root && (x.child(main, syntax.Mark) >= 0 && x.child(main, syntax.Mark) < main || x.conditional(main))
	if d.Rel == syntax.Xcomp && opened && subject < 0 && x.nodes[n-1].Head == main && x.nodes[n-1].Rel == syntax.Obj {
		subject = n - 1 // "before the tourists hid the banker left"
		x.attach(subject, n, syntax.Nsubj)
	} else if subject < 0 || !x.between(head, subject, commas) || x.between(head, n, relatives) {
		return
	}
	switch {
	case opened && x.child(n, syntax.Mark) < 0:
		x.nodes[n].Head = -1
		x.raise(n, main, syntax.Advcl)
		x.nodes[n].Head, x.nodes[n].Rel = -1, syntax.Root
		x.link()
	case (d.Rel == syntax.Relcl || d.Rel == syntax.Acl) && x.between(head, subject, joins):
		x.attach(n, main, syntax.Conj)
		for k := head + 1; k < subject; k++ {
			if joins.Has(x.nodes[k].low) {
				x.attach(k, n, syntax.Cc)
			}
		}
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
	if noun < 0 || noun > first || x.child(n, syntax.Cc, syntax.Nsubj, syntax.Mark, syntax.Aux) >= 0 || !pastForm(x.nodes[first].low) ||
		x.child(first, syntax.Aux, syntax.Obj) >= 0 || x.between(first, n, commas) || x.between(first, n, joins) {
		return
	}
	x.raise(n, first, syntax.Acl)
	x.nodes[first].Head = noun
	x.attach(noun, n, syntax.Nsubj)
}

// mendObject: "when the professor moved the president slept".
func (x *tree) mendObject(n int32) {
	if n < 2 || x.child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Aux, syntax.Cc, syntax.Expl) >= 0 || x.nodes[n].Rel != syntax.Root {
		return
	}
	noun := n - 1
	if x.nodes[noun].Rel == syntax.Obj {
		if v := x.nodes[noun].Head; v >= 0 && x.nodes[v].Rel == syntax.Advcl && x.nodes[v].Head == n {
			x.attach(noun, n, syntax.Nsubj)
		}
	}
}
