package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/value"
	"assay/text"
	"assay/text/syntax"
)

// Said is a statement of a note, with what it stands under there.
type Said struct {
	Text  string
	Note  string   // which note
	Title string   // of the note; "" where it is not known
	Under []string // the headings of its sections below the title, what leads in its list, the heads of its columns
	Item  bool     // an item of a list or of a table
	Row   bool     // a row of a table: its head, and what it says of it
}

// over is all that the statement stands under.
func (s *Said) over() []string {
	if s.Title == "" {
		return s.Under
	}
	return append([]string{s.Title}, s.Under...)
}

func (s *Said) under() string { return strings.Join(s.Under, "\n") }

// isCalled reports a name that the note has.
func (s *Said) isCalled(name string) bool {
	return strings.EqualFold(s.Title, name) || strings.EqualFold(strings.TrimSuffix(s.Note[strings.LastIndexByte(s.Note, '/')+1:], ".md"), name)
}

// apart reports statements that are of two things by where they stand: items of one
// list, rows of a table and anything but the same row of such a table.
func apart(a, b *Said) bool {
	sameNote := a.Note == b.Note
	switch {
	case a.Row != b.Row:
		return true
	case a.Row:
		return sameNote && a.under() == b.under() || a.under() != b.under() || rowHead(a.Text) != rowHead(b.Text)
	case a.Item && b.Item && sameNote:
		return a.under() == b.under()
	}
	return false
}

// rowHead is a row's first cell.
func rowHead(row string) string {
	head, _, _ := strings.Cut(row, ": ")
	return strings.ToLower(head)
}

// sameScope reports that nothing which one statement stands under, and the other does
// not have, says that it holds of a version, a date, a platform or a case of its own.
func (p *pairing) sameScope() bool {
	ownA, cases := scoped(p.b.around, p.b.c, p.a.around)
	ownB, cases2 := scoped(p.a.around, p.a.c, p.b.around)
	return !ownA && !ownB && (!cases || !cases2)
}

// scoped reports whether over names a version, date or platform that neither the other
// statement nor what that stands under has, and whether it names another case: "for
// Scala". A note may be of one case, what it says holding of all.
func scoped(over, t, other *reading) (own, cases bool) {
	if over == nil {
		return false, false
	}
	for i := range over.Values {
		if v := &over.Values[i]; !over.numbersHeading(v) && !t.hasValue(v, over) && !other.hasValue(v, over) {
			return true, false
		}
	}
	for i := range over.Toks {
		tok := &over.Toks[i]
		if !tok.Content() || t.has(tok) || other.has(tok) {
			continue
		}
		own = own || platforms.Has(tok.Low)
		cases = cases || over.behindScope(int32(i))
	}
	return own, cases
}

// has reports a word that another text has too. That may be read in another language, a
// title being short.
func (t *reading) has(word *text.Token) bool {
	return t != nil && (len(t.placesOf(word.Stem)) > 0 || slices.ContainsFunc(t.Toks, func(tok text.Token) bool { return tok.Low == word.Low }))
}

// numbersHeading reports the number that a heading begins with: "3. Storage".
func (t *reading) numbersHeading(v *value.Value) bool {
	u := t.Units[v.In]
	rest := t.Raw[v.End:]
	return v.Kind == value.Number && v.First == u.First && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ") || strings.HasPrefix(rest, "、"))
}

// behindScope reports a name up to two words behind a word of scope: "for Scala", "on the
// Mac".
func (t *reading) behindScope(i int32) bool {
	tok := &t.Toks[i]
	if !tok.Is(text.MarkName|text.MarkCode) && !text.IsUpperWord(t.Raw[tok.Start:tok.End]) {
		return false
	}
	u := t.Units[tok.Unit]
	for j := i - 1; j >= max(u.First, i-2); j-- {
		if scopeWords.Has(t.Toks[j].Low) {
			return true
		}
		if t.Toks[j].Content() && !t.Toks[j].Is(text.MarkName) {
			break
		}
	}
	return false
}

var (
	scopeWords = text.WordSet(`in on at for with under within using via without before after since until für auf bei mit unter vor nach pour sous avec sans en para con`)
	platforms  = text.WordSet(`linux windows macos mac ios iphone ipados android ubuntu debian fedora aws azure gcp docker kubernetes
		python java javascript typescript scala rust ruby kotlin php`)
)

// sameSubject reports that both statements are about one thing: they stand in one place,
// name it alike, or the one names what the other's note is about. A statement without a
// subject of its own is about the subject of its note.
func (p *pairing) sameSubject(l *Lexical) bool {
	if p.one.Title == "" || p.other.Title == "" {
		return true
	}
	if p.a.leans(p.skipA) && p.b.leans(p.skipB) {
		return false // each has only over it what the other says
	}
	named := p.named() && (p.a.c.defines() || !p.a.c.fragment() && !p.b.c.fragment())
	if p.one.Note == p.other.Note || strings.EqualFold(p.one.Title, p.other.Title) {
		return named || p.one.under() == p.other.under() || within(p.b.around, p.b.c, p.a.around) && within(p.a.around, p.a.c, p.b.around)
	}
	x, y := l.context([]string{withoutBrackets(p.one.Title)}), l.context([]string{withoutBrackets(p.other.Title)})
	xIn, yIn := coveredBy(x, p.b.c), coveredBy(y, p.a.c)
	pointsA, pointsB := p.a.c.points(), p.b.c.points()
	switch {
	case pointsA && pointsB:
		return false
	case pointsA:
		return xIn
	case pointsB:
		return yIn
	case len(p.one.Under) > 0 && p.one.under() == p.other.under() && !allGeneral(l.context(p.one.Under)):
		return false // the same section of two notes, each of its own subject
	case xIn || yIn || named:
		return true
	case p.a.c.fragment() || p.b.c.fragment():
		return false
	}
	// Neither is named by what it is called: a sentence of so many words is hardly said of two things.
	const telling = 4
	return !p.one.Row && !p.other.Row && p.a.c.tellsBeside(p.skipA) >= telling && p.b.c.tellsBeside(p.skipB) >= telling &&
		!p.qualified(x) && !p.qualified(y) && !(x.identifies() && y.identifies())
}

// identifies reports a title with a number, "Model 7", or of one word that is written as a name in any
// place, "PostgreSQL": what stands in such notes is of the one thing that is called so.
func (t *reading) identifies() bool {
	return strings.ContainsAny(t.Raw, "0123456789") || len(t.Toks) == 1 && text.HasUpper(t.Raw[t.Toks[0].Start+1:t.Toks[0].End])
}

// withoutBrackets is a title without what it says of its name in brackets.
func withoutBrackets(title string) string {
	if at := strings.IndexAny(title, "(（"); at > 0 {
		return title[:at]
	}
	return title
}

// named reports a name that both statements have before what differs.
func (p *pairing) named() bool {
	const opening = 4
	for i := range p.a.terms[:min(opening, len(p.a.terms))] {
		tm := &p.a.terms[i]
		if tm.tok >= p.skipA[0] && p.skipA[1] > 0 || tm.found < 1 {
			continue
		}
		tok := &p.a.c.Toks[tm.tok]
		if tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkFirst) && !tok.Is(text.MarkCJK) && p.a.c.tagAt(tm.tok) == syntax.Propn && len(tok.Low) > 2 {
			return true
		}
	}
	return false
}

// points reports a statement whose subject stands before it: it opens with a pronoun, or
// has a word that points back.
func (t *reading) points() bool {
	return text.AnyIn(0, int32(len(t.Toks)), func(i int32) bool {
		low := t.Toks[i].Low
		return pointing.Has(low) || strings.HasPrefix(low, "该") && !strings.HasSuffix(t.Before(i), "应") || i == 0 && text.Pronouns.Has(low) && (t.Lang == "en" || !text.OwnSubjects.Has(low))
	})
}

var pointing = text.WordSet(`this these dies dieser dieses cette ces este estos
	该 此 其 本 これ それ この その 当該 이 그`)

// fragment reports a text without a verb, or one that begins with it, or a key and its
// value: a label, a step.
func (t *reading) fragment() bool {
	return t.Lang == "en" && (!t.HasVerb(0, int32(len(t.Toks))) || t.tagAt(0) == syntax.Verb || strings.HasPrefix(t.Raw[t.Toks[0].End:], ":"))
}

// defines reports a name and, behind a dash, what it is.
func (t *reading) defines() bool {
	const opening = 6
	return text.AnyIn(0, opening-1, func(i int32) bool {
		gap := strings.TrimSpace(t.Gap(i))
		return gap == "–" || gap == "—"
	})
}

// leans reports a claim that has words, but for what differs, which stand only over the
// other statement.
func (a *alignment) leans(but [2]int32) bool {
	return slices.ContainsFunc(a.terms, func(tm term) bool {
		return tm.found < asForm && tm.context > 0 && tm.here >= asForm && (tm.tok < but[0] || tm.tok >= but[1])
	})
}

// allGeneral reports headings that name no subject, "Overview", or a scope that both have:
// "Version 3".
func allGeneral(t *reading) bool { return len(t.Values) > 0 || len(t.topics()) == 0 }

// topics are the words of a title or heading that name its subject.
func (t *reading) topics() (words []*text.Token) {
	for i := range t.Toks {
		if tok := &t.Toks[i]; tok.Content() && !general.Has(tok.Low) {
			words = append(words, tok)
		}
	}
	return words
}

// within reports that what stands over a statement says no more than the other statement
// and what stands over that.
func within(over, t, other *reading) bool {
	return over == nil || !slices.ContainsFunc(over.topics(), func(tok *text.Token) bool { return !t.has(tok) && !other.has(tok) })
}

// coveredBy reports that a statement has all words of a title.
func coveredBy(title, t *reading) bool { return len(title.topics()) > 0 && within(title, t, nil) }

// qualified reports a title that has a word of the statements' subject and others
// besides: of two caches one is meant.
func (p *pairing) qualified(title *reading) bool {
	const subject = 2
	return slices.ContainsFunc(p.a.terms[:min(subject, len(p.a.terms))], func(tm term) bool { return title.has(&p.a.c.Toks[tm.tok]) })
}

// general words of titles and headings name no subject.
var general = text.WordSet(`overview summary introduction details detail notes note facts fact key general guide about reference concept concepts basics description
	background definition specification specifications parameters properties settings configuration information info main
	überblick zusammenfassung einleitung einführung allgemeines grundlagen
	résumé introduction généralités resumen introducción
	概述 概要 简介 摘要 总结 介绍 说明 はじめに 概説 まとめ 개요 요약`)
