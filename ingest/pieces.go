package ingest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/provenance"
	"assay/vault/markdown"
)

// A piece is the smallest part of a document that a passage may begin or end with.
// Pieces follow each other without gap, blank lines belonging to the piece before.
type piece struct {
	start, end int
	size       int // characters
	level      int // of a heading, 0 for all else
	title      string
	leads      bool   // announces what follows ("… as follows:"), so it goes with it
	before     string // what a passage that begins here must repeat: a table's header, a fence's first line
	after      string // what a passage that ends here must add: the fence's last line
}

func cutPieces(md string, o cut) []piece {
	blocks := readBlocks(md)
	pieces := make([]piece, 0, len(blocks))
	for _, b := range blocks {
		pieces = appendBlock(pieces, md, b, o)
	}
	for i := range pieces {
		p := &pieces[i]
		p.size = utf8.RuneCountInString(md[p.start:p.end])
	}
	return pieces
}

func appendBlock(pieces []piece, md string, b block, o cut) []piece {
	text := strings.TrimRight(md[b.start:b.end], " \t\n")
	limit := o.max
	if b.kind == fenceBlock {
		limit = o.hard
	}
	if b.kind == headingBlock || len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return append(pieces, piece{start: b.start, end: b.end, level: b.level, title: b.title,
			leads: b.kind == textBlock && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："))})
	}
	n := len(pieces)
	switch b.kind {
	case fenceBlock:
		pieces = appendFence(pieces, md, b, o)
	case tableBlock:
		pieces = appendRows(pieces, md, b, o)
	case codeBlock:
		pieces = appendCuts(pieces, b.start, lineCuts(text), o, text)
	default:
		pieces = appendProse(pieces, md, b, o)
	}
	pieces[len(pieces)-1].end = b.end
	if len(pieces) == n {
		panic("a block without pieces")
	}
	return pieces
}

// appendCuts adds the pieces of a text that begins at start and may be cut at the
// offsets given. What is still longer than the hard limit is cut within.
func appendCuts(pieces []piece, start int, cuts []int, o cut, text string) []piece {
	from := 0
	for _, to := range slices.Concat(cuts, []int{len(text)}) {
		if to <= from {
			continue
		}
		for _, r := range cutHard(text[from:to], o) {
			pieces = append(pieces, piece{start: start + from + r[0], end: start + from + r[1]})
		}
		from = to
	}
	return pieces
}

// cutHard cuts a text that is longer than the hard limit where it hurts least: at
// line ends, else at white space, else anywhere between characters.
func cutHard(text string, o cut) [][2]int {
	if len(text) <= o.hard || utf8.RuneCountInString(text) <= o.hard {
		return [][2]int{{0, len(text)}}
	}
	var out [][2]int
	for from := 0; from < len(text); {
		to := runesOn(text, from, o.max)
		if to < len(text) {
			part := text[from:to]
			if i := strings.LastIndexByte(part, '\n'); i > len(part)/2 {
				to = from + i + 1
			} else if i := strings.LastIndexAny(part, " \t、，；,;"); i > len(part)/2 {
				_, n := utf8.DecodeRuneInString(part[i:])
				to = from + i + n
			}
		}
		out = append(out, [2]int{from, to})
		from = to
	}
	return out
}

// runesOn is the offset n characters after from.
func runesOn(text string, from, n int) int {
	for ; n > 0 && from < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[from:])
		from += size
	}
	return from
}

func lineCuts(text string) []int {
	var cuts []int
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			cuts = append(cuts, i+1)
		}
	}
	return cuts
}

// appendRows cuts a table between rows. The header row is repeated, unless it is so
// long itself that little else would fit.
func appendRows(pieces []piece, md string, b block, o cut) []piece {
	text := md[b.start:b.end]
	cuts := lineCuts(strings.TrimRight(text, " \t\n"))
	if len(cuts) < 3 {
		return appendCuts(pieces, b.start, cuts, o, text)
	}
	header := text[:cuts[1]]
	n := len(pieces)
	pieces = appendCuts(pieces, b.start, cuts[2:], o, text) // header and first row stay together
	if utf8.RuneCountInString(header) > o.target/2 {
		return pieces
	}
	for i := n + 1; i < len(pieces); i++ {
		pieces[i].before = header
	}
	return pieces
}

// appendFence cuts a fence that is longer than the hard limit, at line ends.
func appendFence(pieces []piece, md string, b block, o cut) []piece {
	text := strings.TrimRight(md[b.start:b.end], " \t\n")
	cuts := lineCuts(text)
	if len(cuts) == 0 {
		return appendCuts(pieces, b.start, nil, o, text)
	}
	opening := text[:cuts[0]]
	indent := opening[:len(opening)-len(strings.TrimLeft(opening, " \t"))]
	mark := strings.TrimLeft(opening, " \t")
	closing := "\n" + indent + mark[:len(mark)-len(strings.TrimLeft(mark, mark[:1]))]
	if utf8.RuneCountInString(opening) > o.target/2 {
		opening = strings.TrimPrefix(closing, "\n") + "\n" // an info string of a page's length
	}
	// The first and the last line stay with their neighbours.
	cuts = cuts[min(1, len(cuts)):]
	cuts = cuts[:max(0, len(cuts)-1)]
	n := len(pieces)
	pieces = appendCuts(pieces, b.start, cuts, o, text)
	for i := n; i < len(pieces); i++ {
		if i > n {
			pieces[i].before = opening
		}
		if i < len(pieces)-1 {
			pieces[i].after = closing
		}
	}
	return pieces
}

// appendProse cuts paragraphs, list items and quotes between sentences, never
// within inline code or the target of a link; a fence within a list item stays
// whole.
func appendProse(pieces []piece, md string, b block, o cut) []piece {
	text := md[b.start:b.end]
	if b.fences {
		for _, part := range fenceParts(text) {
			at := block{kind: textBlock, start: b.start + part.start, end: b.start + part.end}
			if part.kind == fenceBlock {
				at.kind = codeBlock // its lines; its container is gone in any case
				if utf8.RuneCountInString(md[at.start:at.end]) <= o.hard {
					pieces = append(pieces, piece{start: at.start, end: at.end})
					continue
				}
			}
			pieces = appendBlock(pieces, md, at, o)
		}
		return pieces
	}
	var cuts []int
	guard := guards(text)
	sentences := markdown.Sentences(text)
	for i, s := range sentences {
		if i == 0 {
			continue
		}
		for len(guard) > 0 && guard[0][1] <= s[0] {
			guard = guard[1:]
		}
		if len(guard) == 0 || guard[0][0] >= s[0] {
			cuts = append(cuts, s[0])
		}
	}
	return appendCuts(pieces, b.start, cuts, o, text)
}

// maxLink bounds, in bytes, how far the label and the target of a link reach, so
// that text full of stray brackets is read in linear time.
const maxLink = 1000

// guards are the ranges of a paragraph that no cut may enter, in order: code spans
// and links.
func guards(text string) [][2]int {
	code := provenance.InlineCode(text)
	var links [][2]int
	for i := 0; ; {
		k := strings.Index(text[i:], "](")
		if k < 0 {
			break
		}
		i += k + 2
		if n := strings.IndexAny(text[i:min(len(text), i+maxLink)], ")\n"); n >= 0 && text[i+n] == ')' {
			from := max(0, i-2-maxLink)
			if n := len(links); n > 0 {
				from = max(from, min(links[n-1][1], i-2))
			}
			label := from + max(0, strings.LastIndexByte(text[from:i-2], '['))
			links = append(links, [2]int{label, i + n + 1})
		}
	}
	all := slices.Concat(code, links)
	slices.SortStableFunc(all, func(a, b [2]int) int { return a[0] - b[0] })
	merged := all[:0]
	for _, next := range all {
		if n := len(merged); n > 0 && next[0] < merged[n-1][1] {
			merged[n-1][1] = max(merged[n-1][1], next[1])
			continue
		}
		merged = append(merged, next)
	}
	return merged
}
