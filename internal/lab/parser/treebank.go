package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"assay/compiler/eval"
	"assay/text/syntax"
)

// node is one word of a treebank.
type node struct {
	form string
	fine string // the universal tag, and what else of its form the parser is to know
	tag  syntax.Tag
	rel  syntax.Relation
	head int32 // -1 for the root
}

type sentence []node

func (s sentence) words() []string {
	words := make([]string, len(s))
	for i, n := range s {
		words[i] = n.form
	}
	return words
}

// readTreebanks reads CoNLL-U files, gzipped or not, separated by commas.
func readTreebanks(paths string) ([]sentence, error) {
	var all []sentence
	for path := range strings.SplitSeq(paths, ",") {
		if path == "" {
			continue
		}
		some, err := readTreebank(path)
		if err != nil {
			return nil, fmt.Errorf("read treebank %s: %w", path, err)
		}
		all = append(all, some...)
	}
	return all, nil
}

func readTreebank(path string) (all []sentence, err error) {
	text, err := eval.ReadPacked(filepath.Split(path))
	var cur sentence
	for line := range strings.SplitSeq(string(text)+"\n\n", "\n") {
		line = strings.TrimSuffix(line, "\r")
		c := strings.Split(line, "\t")
		switch {
		case line == "" && len(cur) > 0:
			all, cur = append(all, cur), nil
		case line == "" || line[0] == '#' || len(c) < 8 || strings.ContainsAny(c[0], "-."):
		default:
			n, err := readNode(c)
			if err != nil {
				return nil, fmt.Errorf("line %q: %w", line, err)
			}
			cur = append(cur, n)
		}
	}
	return all, err
}

func readNode(c []string) (node, error) {
	head, err := strconv.Atoi(c[6])
	if err != nil {
		return node{}, err
	}
	n := node{form: c[1], head: int32(head) - 1, rel: readRelation(c[7])}
	for t := range syntax.Sym + 1 {
		if t.String() == c[3] {
			n.tag = t
		}
	}
	n.fine = c[3] + fineness(c[4], c[5])
	return n, nil
}

// readRelation drops the subtypes that the parser does not tell apart.
func readRelation(name string) syntax.Relation {
	base, _, _ := strings.Cut(name, ":")
	found := syntax.Dep
	for r := range syntax.Punct + 1 {
		switch r.String() {
		case name:
			return r
		case base:
			found = r
		}
	}
	return found
}

// fineness is what the parser is to know of a word beyond its universal tag: the
// treebank's own tag where penn says that it has such (English), else the form of the
// verb and whether a pronoun is relative.
func fineness(xpos, feats string) string {
	if *penn {
		return "/" + xpos
	}
	fine := ""
	for f := range strings.SplitSeq(feats, "|") {
		switch f {
		case "VerbForm=Inf", "VerbForm=Part", "VerbForm=Ger", "PronType=Rel", "PronType=Int,Rel", "PronType=Int", "Reflex=Yes":
			fine += "/" + f
		}
	}
	return fine
}
