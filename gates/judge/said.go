package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/align"
	"assay/gates/judge/reading"
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
	ownA, cases := scoped(p.b.Around, p.b.Claim, p.a.Around)
	ownB, cases2 := scoped(p.a.Around, p.a.Claim, p.b.Around)
	return !ownA && !ownB && (!cases || !cases2)
}

// scoped reports whether over names a version, date or platform that neither the other
// statement nor what that stands under has, and whether it names another case: "for
// Scala". A note may be of one case, what it says holding of all.
func scoped(over, t, other *reading.Text) (own, cases bool) {
	if over == nil {
		return false, false
	}
	for i := range over.Values {
		if v := &over.Values[i]; !over.NumbersHeading(v) && !t.HasValue(v, over) && !other.HasValue(v, over) {
			return true, false
		}
	}
	for i := range over.Toks {
		tok := &over.Toks[i]
		if !tok.Content() || t.Has(tok) || other.Has(tok) {
			continue
		}
		own = own || reading.Platforms.Has(tok.Low)
		cases = cases || over.BehindScope(int32(i))
	}
	return own, cases
}

// sameSubject reports that both statements are about one thing: they stand in one place,
// name it alike, or the one names what the other's note is about. A statement without a
// subject of its own is about the subject of its note.
func (p *pairing) sameSubject(l *Lexical) bool {
	if p.one.Title == "" || p.other.Title == "" {
		return true
	}
	if p.a.Leans(p.skipA) && p.b.Leans(p.skipB) {
		return false // each has only over it what the other says
	}
	named := p.named() && (p.a.Claim.Defines() || !p.a.Claim.Fragment() && !p.b.Claim.Fragment())
	if p.one.Note == p.other.Note || strings.EqualFold(p.one.Title, p.other.Title) {
		return named || p.one.under() == p.other.under() || within(p.b.Around, p.b.Claim, p.a.Around) && within(p.a.Around, p.a.Claim, p.b.Around)
	}
	x, y := l.context([]string{withoutBrackets(p.one.Title)}), l.context([]string{withoutBrackets(p.other.Title)})
	xIn, yIn := coveredBy(x, p.b.Claim), coveredBy(y, p.a.Claim)
	pointsA, pointsB := p.a.Claim.Points(), p.b.Claim.Points()
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
	case p.a.Claim.Fragment() || p.b.Claim.Fragment():
		return false
	}
	// Neither is named by what it is called: a sentence of so many words is hardly said of two things.
	const telling = 4
	return !p.one.Row && !p.other.Row && p.a.Claim.TellsBeside(p.skipA) >= telling && p.b.Claim.TellsBeside(p.skipB) >= telling &&
		!p.qualified(x) && !p.qualified(y) && !(x.Identifies() && y.Identifies())
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
	for i := range p.a.Terms[:min(opening, len(p.a.Terms))] {
		tm := &p.a.Terms[i]
		if tm.Tok >= p.skipA[0] && p.skipA[1] > 0 || tm.Found < 1 {
			continue
		}
		tok := &p.a.Claim.Toks[tm.Tok]
		if tok.Is(text.MarkName|text.MarkCode) || tok.Is(text.MarkFirst) && !tok.Is(text.MarkCJK) && p.a.Claim.TagAt(tm.Tok) == syntax.Propn && len(tok.Low) > 2 {
			return true
		}
	}
	return false
}

// allGeneral reports headings that name no subject, "Overview", or a scope that both have:
// "Version 3".
func allGeneral(t *reading.Text) bool { return len(t.Values) > 0 || len(t.Topics()) == 0 }

// within reports that what stands over a statement says no more than the other statement
// and what stands over that.
func within(over, t, other *reading.Text) bool {
	return over == nil || !slices.ContainsFunc(over.Topics(), func(tok *text.Token) bool { return !t.Has(tok) && !other.Has(tok) })
}

// coveredBy reports that a statement has all words of a title.
func coveredBy(title, t *reading.Text) bool {
	return len(title.Topics()) > 0 && within(title, t, nil)
}

// qualified reports a title that has a word of the statements' subject and others
// besides: of two caches one is meant.
func (p *pairing) qualified(title *reading.Text) bool {
	const subject = 2
	return slices.ContainsFunc(p.a.Terms[:min(subject, len(p.a.Terms))], func(tm align.Term) bool { return title.Has(&p.a.Claim.Toks[tm.Tok]) })
}
