package judge

import "slices"

// Bears reads the texts as Judge does, and as a rule after it.
func (l *Lexical) Bears(claim string, texts, quotes []string) []bool {
	c := l.claims.get(claim, l.stems)
	of := l.subjectStems(c)
	if len(of) == 0 { // every text has what is not named
		return slices.Repeat([]bool{true}, len(texts))
	}
	read := make([]*reading, len(texts))
	for i, s := range texts {
		read[i] = l.texts.get(s, l.stems)
	}
	out := make([]bool, len(texts))
	for i, t := range read {
		out[i] = t.hasAll(of)
		if out[i] {
			continue
		}
		its := l.subjectStems(analyse(quotes[i], l.stems))
		out[i] = c.hasAll(its)
		for k, other := range read {
			out[i] = out[i] || k != i && other.hasAll(its)
		}
	}
	return out
}

// subjectStems are the words of what a text speaks of first; none where that is not plain.
func (l *Lexical) subjectStems(t *reading) (out []string) {
	subject := analyse(t.subjectOf(0, int32(len(t.toks))), l.stems)
	for i := range subject.toks {
		if tok := &subject.toks[i]; tok.Content() {
			out = append(out, tok.Stem)
		}
	}
	return out
}

// hasAll reports that a text has each of some words, as words that say something.
func (t *reading) hasAll(stems []string) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool {
		return !slices.ContainsFunc(t.placesOf(stem), func(i int32) bool { return t.toks[i].Content() })
	})
}
