package markdown

import (
	"bytes"
	"slices"
	"strings"
)

// A maybe is a citation that counts for its sentence where it leads to an original: see
// [CiteMention].
type maybe struct {
	at   int // where in text it stands
	cite Cite
}

// mention notes a citation that counts if it leads to an original. Whoever wrote it said so by
// no word of the sentence.
func (p *prose) mention(c Cite, at, start, end int) {
	c.Form, c.Start, c.End = CiteMention, start, end
	p.maybe = append(p.maybe, maybe{at, c})
}

// mentions finds what the text of a block names of originals: links and paths into folders
// where those are kept, and keys such as @smith2019.
func (p *prose) mentions() {
	defer func() { slices.SortStableFunc(p.maybe, func(a, b maybe) int { return a.at - b.at }) }()
	for i := range p.links {
		l := &p.links[i]
		if l.Embed || l.URL || !inSources(l.Target) || !l.Wiki && !textFiles[strings.ToLower(ending(l.Target))] {
			continue
		}
		if a, ok := slices.BinarySearchFunc(p.atoms, l.Start, func(a atom, at int) int { return a.start - at }); ok {
			p.mention(linkCite(*l), p.atoms[a].from, l.Start, l.End)
		}
	}
	for at := 0; at < len(p.text); {
		k := bytes.IndexAny(p.text[at:], "/@")
		if k < 0 {
			return
		}
		at += k
		from, to := p.token(at)
		word := strings.TrimRight(string(p.text[from:to]), ".:")
		if at = max(to, at+1); !p.linked(from) {
			if c, ok := mentioned(word); ok {
				p.mention(c, from, p.at(from), p.at(from+len(word)-1)+1)
			}
		}
	}
}

// mentioned reads a word as the path of an original, or as a key.
func mentioned(word string) (Cite, bool) {
	if key, ok := strings.CutPrefix(word, "@"); ok {
		return Cite{Target: key}, len(key) > 2 && letter(key[0]) && !strings.Contains(key, "/") && !textFiles[strings.ToLower(ending(key))] // not @AGENTS.md
	}
	c := ReadTarget(word)
	return c, !strings.Contains(c.Target, "://") && namesFile(c.Target) && inSources(c.Target)
}

// token is the word around a place of text, as paths are set off from what stands beside them.
func (p *prose) token(at int) (from, to int) {
	within := func(r rune) bool { return !strings.ContainsRune(aroundPaths, r) }
	from = len(bytes.TrimRightFunc(p.text[:at], within))
	to = len(p.text) - len(bytes.TrimLeftFunc(p.text[at:], within))
	return from, to
}

const aroundPaths = " \t\n\"'`()[]{}<>|,;=*«»“”‘’【】（）「」，。、；：→←…†"

// linked reports a place within a link or an address.
func (p *prose) linked(at int) bool {
	a := p.firstAtom(at)
	return a < len(p.atoms) && p.atoms[a].from <= at && at < p.atoms[a].to && p.atoms[a].kind != atomCode
}

// mentionedBy are the citations among the block's that stand in text[from:limit].
func (p *prose) mentionedBy(from, limit int) (cites []Cite) {
	k, _ := slices.BinarySearchFunc(p.maybe, from, func(m maybe, at int) int { return m.at - at })
	for ; k < len(p.maybe) && p.maybe[k].at < limit; k++ {
		cites = append(cites, p.maybe[k].cite)
	}
	return cites
}

// onlyFiles are what a block names that consists of nothing but links and paths into folders
// of originals.
func (p *prose) onlyFiles() (cites []Cite) {
	if len(p.marks) > 0 || len(p.maybe) == 0 {
		return nil
	}
	rest := bytes.Clone(p.text)
	for _, m := range p.maybe {
		a := p.firstAtom(m.at)
		switch {
		case a < len(p.atoms) && p.atoms[a].from <= m.at && m.at < p.atoms[a].to:
			clear(rest[p.atoms[a].from:min(p.atoms[a].to, len(rest))])
		case inSources(m.cite.Target):
			_, to := p.token(m.at)
			clear(rest[m.at:to])
		default:
			return nil
		}
		cites = append(cites, m.cite)
	}
	if len(bytes.Trim(rest, "\x00 \t.,;→-–—📄🔗")) > 0 {
		return nil
	}
	return cites
}

// mentionsOnly takes a block that names originals and says nothing: they are cited for what
// stands above, or, where nothing does, for the note, should nothing else say what it rests on.
func (r *reader) mentionsOnly() bool {
	cites := r.prose.onlyFiles()
	switch {
	case len(cites) == 0 || r.sources > 0 || r.prose.linkedSentence([2]int{0, len(r.prose.text)}):
		return false // a sentence that is a link says something: it is counted
	case r.section < len(r.note.Claims):
		r.cover(form(slices.Clone(cites), CiteParen))
	default:
		r.governs(cites)
		r.origins = append(r.origins, withScope(cites, ScopeNote)...)
	}
	return true
}

// labelled reports a link that says by its text that it cites: [source](raw/a.md), [¹](raw/a.md),
// [[source:a]].
func (s *scanner) labelled(f bracketed) bool {
	l := f.link
	said := bytes.TrimRight(s.text, " *_")
	if len(s.open) > 0 || s.env.plain || len(said) == 0 || lastSign(said) == ':' || lastSign(said) == '：' || !citable(l) {
		return false
	}
	if f.wiki {
		word, _, ok := strings.Cut(l.Target, ":")
		return ok && sourceWords[strings.ToLower(word)]
	}
	text := strings.ToLower(strings.Trim(l.Text, " []()"))
	return inSources(l.Target) && (sourceWords[text] || fileWords[text] || strings.Trim(text, "0123456789¹²³⁴⁵⁶⁷⁸⁹⁰*†‡📄🔗📎↗ ") == "")
}

// named takes what a sentence mentions: for its claim, or, at the head of a note, for the note.
func (r *reader) named(claim int, cites []Cite) {
	switch {
	case len(cites) == 0:
	case claim >= 0:
		if r.mentioned == nil {
			r.mentioned = map[int][]Cite{}
		}
		r.mentioned[claim] = cites
	case r.heads():
		r.origins = append(r.origins, withScope(cites, ScopeNote)...)
	}
}

// alsoNamed puts what a sentence mentions before what it cites, but for what is cited already.
func alsoNamed(named, cites []Cite) []Cite {
	named = slices.DeleteFunc(slices.Clone(named), func(n Cite) bool {
		return slices.ContainsFunc(cites, func(c Cite) bool { return c.Target == n.Target && c.Scope < ScopeNote })
	})
	return append(named[:len(named):len(named)], cites...)
}

// fileAlone reads (a.md) and [a.md] behind a sentence: a document cites if it is an original.
func (s *scanner) fileAlone(end, after int) bool {
	body := string(s.src[s.i+1 : end])
	for _, word := range leadWords {
		if rest, ok := strings.CutPrefix(body, word+" "); ok {
			body = rest
		}
	}
	if !documents[strings.ToLower(ending(body))] || strings.ContainsAny(body, " \n(") || len(bytes.TrimSpace(s.text)) == 0 || !s.sentenceEndsAt(after) {
		return false
	}
	s.trimSpace()
	s.mention(ReadTarget(body), len(s.text)-1, s.file(s.i), s.fileEnd(after))
	s.i = after
	return true
}

// documents are the endings of files that nobody names for their own sake.
var documents = set("md", "markdown", "txt", "html", "htm", "pdf", "vtt", "srt", "epub", "docx", "org", "rst")
