package statement

import (
	"slices"

	"assay/text"
	"assay/text/syntax"
)

// mend puts right what a parser that reads word by word, and never looks back, gets
// wrong in a way that the tree itself shows: a clause with two subjects, two finite
// verbs that nothing joins, a subject behind a preposition.
func (x *Tree) mend() {
	for i := range x.Nodes {
		n := int32(i)
		switch {
		case x.Nodes[n].Rel == syntax.Nsubj:
			x.mendSubject(n)
		case x.Verb(n) || x.Nodes[n].Rel == syntax.Relcl:
			x.mendRelative(n)
			x.mendStray(n)
			x.mendReduced(n)
			x.mendObject(n)
		}
	}
}

func (x *Tree) attach(n, head int32, r syntax.Relation) {
	for h, k := head, 0; h >= 0; h, k = x.Nodes[h].Head, k+1 {
		if h == n || k > len(x.Nodes) {
			return // it would hang on itself
		}
	}
	x.Nodes[n].Head, x.Nodes[n].Rel = head, r
	x.link()
}

// raise puts a word in the place of another, which hangs on it from then on.
func (x *Tree) raise(up, down int32, r syntax.Relation) {
	head, rel := x.Nodes[down].Head, x.Nodes[down].Rel
	x.Nodes[up].Head, x.Nodes[up].Rel = head, rel
	x.Nodes[down].Head, x.Nodes[down].Rel = up, r
	x.link()
}

// between reports one of some words between two.
func (x *Tree) between(a, b int32, list text.Set) bool {
	return a < b && slices.ContainsFunc(x.Nodes[a+1:b], func(k Node) bool { return list.Has(k.Low) })
}

var (
	commas = text.WordSet(`, ; :`)
	Joins  = text.WordSet(`and or but nor`)
)

// own is the subject that stands before a verb and behind another word.
func (x *Tree) own(verb, behind int32) int32 {
	for k := x.Nodes[verb].Kid; k >= 0 && k < verb; k = x.Nodes[k].Next {
		if r := x.Nodes[k].Rel; k > behind && (r == syntax.Nsubj || r == syntax.NsubjPass) && !Relatives.Has(x.Nodes[k].Low) {
			return k
		}
	}
	return -1
}

// mendSubject: "the tourist next to the doctors called", "the banker behind the managers left".
func (x *Tree) mendSubject(n int32) {
	verb := x.Nodes[n].Head
	if verb < n {
		return
	}
	first := int32(-1) // another subject before it
	for k := x.Nodes[verb].Kid; k >= 0 && k < n; k = x.Nodes[k].Next {
		if r := x.Nodes[k].Rel; r == syntax.Nsubj || r == syntax.Obl && x.Child(n, syntax.Case) >= 0 {
			first = k
		}
	}
	before := int32(-1) // the preposition of its phrase
	for k := n - 1; k >= 0 && k > n-5; k-- {
		if x.Nodes[k].Tag == syntax.Adp && x.Nodes[k].Low != "'s" && (x.Nodes[k].Head == n || x.Nodes[k].Head == verb) {
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
	if d := &x.Nodes[verb]; first < 0 && d.Rel == syntax.Relcl && d.Head >= 0 && d.Head < before && x.Nodes[d.Head].Rel == syntax.Root {
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
func (x *Tree) mendRelative(n int32) {
	who := int32(-1)
	for k := x.Nodes[n].Kid; k >= 0 && k < n; k = x.Nodes[k].Next {
		if Relatives.Has(x.Nodes[k].Low) && x.Nodes[k].Rel == syntax.Nsubj && k > 0 {
			who = k
		}
	}
	if who < 0 {
		return
	}
	noun := who - 1
	main := x.Nodes[n].Head
	if x.Nodes[n].Rel == syntax.Relcl {
		if main != noun {
			return
		}
		main = x.Nodes[noun].Head
	} else if x.Nodes[noun].Head != n {
		return
	}
	if main < n { // the verb of the sentence hangs below
		if x.Nodes[n].Rel != syntax.Root && (main >= 0 || x.Nodes[noun].Rel != syntax.Root) {
			return
		}
		main = -1
		for k := x.Nodes[n].Kid; k >= 0; k = x.Nodes[k].Next {
			if k > n && x.Verb(k) && x.Child(k, syntax.Mark, syntax.Cc) < 0 && !x.between(n, k, commas) {
				main = k
			}
		}
		if main < 0 {
			return
		}
		top := n
		if x.Nodes[n].Rel == syntax.Relcl {
			top = noun
		}
		x.Nodes[main].Head, x.Nodes[main].Rel = -1, syntax.Root
		x.Nodes[top].Head = main
	}
	subject := x.own(main, n)
	x.Nodes[noun].Head, x.Nodes[noun].Rel = main, syntax.Nsubj
	x.Nodes[n].Head, x.Nodes[n].Rel = noun, syntax.Relcl
	if subject > n && x.Child(n, syntax.Obj) < 0 {
		x.Nodes[subject].Head, x.Nodes[subject].Rel = n, syntax.Obj
	}
	x.link()
}

// mendStray: a clause of its own behind a comma, with no word that could tie it to the
// noun it hangs on, or to the clause whose conjunction opens the sentence.
func (x *Tree) mendStray(n int32) {
	d := &x.Nodes[n]
	head := d.Head
	if head < 0 || head > n || d.Rel != syntax.Relcl && d.Rel != syntax.Parataxis && d.Rel != syntax.Xcomp && d.Rel != syntax.Ccomp && d.Rel != syntax.Conj && d.Rel != syntax.Acl {
		return
	}
	main := head
	for !x.Verb(main) && x.Nodes[main].Head >= 0 {
		main = x.Nodes[main].Head
	}
	if !x.Verb(main) || main > n {
		return
	}
	subject := x.own(n, main)
	opened := x.Nodes[main].Rel == syntax.Root && (x.Child(main, syntax.Mark) >= 0 && x.Child(main, syntax.Mark) < main || x.Conditional(main))
	if d.Rel == syntax.Xcomp && opened && subject < 0 && x.Nodes[n-1].Head == main && x.Nodes[n-1].Rel == syntax.Obj {
		subject = n - 1 // "before the tourists hid the banker left"
		x.attach(subject, n, syntax.Nsubj)
	} else if subject < 0 || !x.between(head, subject, commas) || x.between(head, n, Relatives) {
		return
	}
	switch {
	case opened && x.Child(n, syntax.Mark) < 0:
		x.Nodes[n].Head = -1
		x.raise(n, main, syntax.Advcl)
		x.Nodes[n].Head, x.Nodes[n].Rel = -1, syntax.Root
		x.link()
	case (d.Rel == syntax.Relcl || d.Rel == syntax.Acl) && x.between(head, subject, Joins):
		x.attach(n, main, syntax.Conj)
		for k := head + 1; k < subject; k++ {
			if Joins.Has(x.Nodes[k].Low) {
				x.attach(k, n, syntax.Cc)
			}
		}
	}
}

// mendReduced: "the tourists helped in the laboratory waited".
func (x *Tree) mendReduced(n int32) {
	d := &x.Nodes[n]
	if d.Head < 0 || d.Head >= n || !x.Verb(d.Head) || d.Rel != syntax.Conj && d.Rel != syntax.Parataxis && d.Rel != syntax.Ccomp && d.Rel != syntax.Xcomp {
		return
	}
	first := d.Head
	noun := x.Child(first, syntax.Nsubj)
	if noun < 0 || noun > first || x.Child(n, syntax.Cc, syntax.Nsubj, syntax.Mark, syntax.Aux) >= 0 || !pastForm(x.Nodes[first].Low) ||
		x.Child(first, syntax.Aux, syntax.Obj) >= 0 || x.between(first, n, commas) || x.between(first, n, Joins) {
		return
	}
	x.raise(n, first, syntax.Acl)
	x.Nodes[first].Head = noun
	x.attach(noun, n, syntax.Nsubj)
}

// mendObject: "when the professor moved the president slept".
func (x *Tree) mendObject(n int32) {
	if n < 2 || x.Child(n, syntax.Nsubj, syntax.NsubjPass, syntax.Aux, syntax.Cc, syntax.Expl) >= 0 || x.Nodes[n].Rel != syntax.Root {
		return
	}
	noun := n - 1
	if x.Nodes[noun].Rel == syntax.Obj {
		if v := x.Nodes[noun].Head; v >= 0 && x.Nodes[v].Rel == syntax.Advcl && x.Nodes[v].Head == n {
			x.attach(noun, n, syntax.Nsubj)
		}
	}
}
