package syntax

// Tag is a universal part of speech (universaldependencies.org/u/pos).
type Tag uint8

// The parts of speech. Those whose plain name is a relation's too are spelled out.
const (
	X Tag = iota
	Noun
	Propn
	Verb
	AuxVerb
	Adj
	Adv
	Pron
	Determiner
	Adp
	Num
	Part
	Sconj
	Cconj
	Intj
	Punctuation
	Sym
)

var tagNames = [...]string{"X", "NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "PRON", "DET", "ADP", "NUM", "PART", "SCONJ", "CCONJ", "INTJ", "PUNCT", "SYM"}

// String is the name that treebanks use.
func (t Tag) String() string {
	if int(t) < len(tagNames) {
		return tagNames[t]
	}
	return "_"
}

// Relation is a universal relation (universaldependencies.org/u/dep). Of the subtypes,
// those are kept that say who does what to whom.
type Relation uint8

// The relations.
const (
	Dep Relation = iota
	Root
	Nsubj
	NsubjPass
	Obj
	Iobj
	Csubj
	CsubjPass
	Ccomp
	Xcomp
	Obl
	OblAgent
	Vocative
	Expl
	Dislocated
	Advcl
	Advmod
	Discourse
	Aux
	AuxPass
	Cop
	Mark
	Nmod
	NmodPoss
	Appos
	Nummod
	Acl
	Relcl
	Amod
	Det
	Clf
	Case
	Conj
	Cc
	Fixed
	Flat
	List
	Parataxis
	Compound
	Orphan
	Goeswith
	Reparandum
	Punct
)

var relationNames = [...]string{"dep", "root", "nsubj", "nsubj:pass", "obj", "iobj", "csubj", "csubj:pass", "ccomp", "xcomp", "obl", "obl:agent",
	"vocative", "expl", "dislocated", "advcl", "advmod", "discourse", "aux", "aux:pass", "cop", "mark", "nmod", "nmod:poss", "appos", "nummod",
	"acl", "acl:relcl", "amod", "det", "clf", "case", "conj", "cc", "fixed", "flat", "list", "parataxis", "compound", "orphan", "goeswith",
	"reparandum", "punct"}

// String is the name that treebanks use.
func (r Relation) String() string {
	if int(r) < len(relationNames) {
		return relationNames[r]
	}
	return "_"
}
