package ingest

import (
	"slices"
	"strings"

	"assay/provenance"
)

// A Chunk is a passage of a document: what is cited, indexed and judged.
type Chunk struct {
	ID      provenance.ChunkID
	Heading []string // breadcrumb: the document's title, then the headings above and in it
	Start   int      // of the passage in Document.Markdown, in bytes
	End     int
	// Text is the Markdown of the span as a page file holds it. It is more than the
	// span in two cases: a part of a long table begins with the table's header row,
	// and a part of an over-long fence opens and closes its fence.
	Text string
}

// A cut says how long passages are, in characters (runes), so that it means the same in
// every script.
type cut struct {
	target int // a passage is closed near this length
	max    int // a longer paragraph or table is cut; a passage is longer only where a sentence, row or fence is
	min    int // a remainder shorter than this joins the passage before it
	hard   int // even a fence, row or sentence longer than this is cut, at line ends where it has any
}

// usual is how passages are cut. 800 characters are about 130 English words: enough to
// stand alone as evidence, short enough to be quoted and embedded whole.
var usual = cut{target: 800, max: 1600, min: 200, hard: 8000}

// Split cuts a document into passages, in order. A passage lies under one heading
// and begins with the headings that open its section; it ends between blocks where
// it can, and otherwise between list items, rows, sentences or lines of a fence.
// Together the spans hold all text of the document. The same text twice is one
// passage, the first.
//
// Keep holds the passages that the page was cut into before. Where one still stands in the
// text as it was, it stays a passage: only what changed is cut anew.
func Split(doc Document, source provenance.SourceID, keep []string) []Chunk {
	return split(doc, source, keep, usual)
}

func split(doc Document, source provenance.SourceID, keep []string, o cut) []Chunk {
	all := passages(doc, keep, o)
	seen := make(map[provenance.ChunkID]bool, len(all))
	chunks := all[:0]
	for _, c := range all {
		if c.ID = provenance.NewChunkID(source, c.Text); !seen[c.ID] {
			seen[c.ID] = true
			chunks = append(chunks, c)
		}
	}
	return chunks
}

// passages are all of a document, those that repeat themselves too, without ids.
func passages(doc Document, keep []string, o cut) []Chunk {
	md := doc.Markdown
	pieces := cutPieces(md, o)
	var chunks []Chunk
	var trail provenance.Trail
	for _, run := range pack(pieces, keptRuns(md, pieces, keep), o) {
		for _, p := range pieces[run.from:run.to] {
			if p.level > 0 {
				trail.Add(p.level, p.title)
			}
		}
		c := chunkOf(md, pieces[run.from:run.to])
		if c.Start == c.End {
			continue // white space that a hard cut left alone
		}
		c.Heading = trail.Under(doc.Title)
		chunks = append(chunks, c)
	}
	return chunks
}

func chunkOf(md string, pieces []piece) Chunk {
	first, last := pieces[0], pieces[len(pieces)-1]
	start := first.start
	text := strings.TrimRight(md[start:last.end], " \t\r\n")
	if blank := len(text) - len(strings.TrimLeft(text, " \t\r\n")); blank > 0 {
		if start == 0 || md[start-1] == '\n' || strings.IndexByte(text[:blank], '\n') >= 0 {
			blank = strings.LastIndexByte(text[:blank], '\n') + 1 // a first line keeps its indentation
		}
		start, text = start+blank, text[blank:]
	}
	end := start + len(text)
	if end == start {
		return Chunk{}
	}
	text = provenance.PassageText(first.before + text + last.after)
	return Chunk{Start: start, End: end, Text: text}
}

// A run is a range of pieces that make one passage.
type run struct{ from, to int }

// pack gathers pieces into passages. kept[i] is the end of the run that begins at
// piece i and has been a passage before, 0 where there is none.
func pack(pieces []piece, kept []int, o cut) []run {
	var runs []run
	section := 0 // runs before this one are not of the present section
	from, size, body := 0, 0, false
	flush := func(to int) {
		if to > from {
			runs = append(runs, run{from, to})
		}
		from, size, body = to, 0, false
	}
	endSection := func() {
		if n := len(runs); n-section >= 2 {
			a, b := runs[n-2], runs[n-1]
			if la, lb := length(pieces, a), length(pieces, b); lb < o.min && la+lb <= o.max {
				runs = append(runs[:n-2], run{a.from, b.to})
			}
		}
		section = len(runs)
	}
	for i := 0; i < len(pieces); i++ {
		p := pieces[i]
		if kept[i] > 0 {
			// Headings that are new above a passage stand alone: what is below them is
			// as it was, and so is its name.
			alone := !body && i > from
			flush(i)
			if !alone {
				endSection()
			}
			from = i
			flush(kept[i])
			section = len(runs)
			i = kept[i] - 1
			continue
		}
		switch {
		case p.level > 0 && body:
			flush(i)
			endSection()
		case i == from:
		case !body && size <= o.max: // headings alone wait for their text
		case size+p.size > o.max:
			flush(i)
		case pieces[i-1].leads:
		case size+p.size/2 > o.target:
			flush(i)
		}
		size += p.size
		body = body || p.level == 0
	}
	flush(len(pieces))
	endSection()
	return runs
}

func length(pieces []piece, r run) int {
	n := 0
	for _, p := range pieces[r.from:r.to] {
		n += p.size
	}
	return n
}

// keptRuns finds the passages of the page's last cutting that still stand in the
// text.
func keptRuns(md string, pieces []piece, keep []string) []int {
	begin := map[byte][]string{} // by their first byte, the longer first: a part of a passage is not mistaken for it
	for _, text := range slices.SortedStableFunc(slices.Values(keep), func(a, b string) int { return len(b) - len(a) }) {
		if text != "" {
			begin[text[0]] = append(begin[text[0]], text)
		}
	}
	ends := make(map[int]int, len(pieces)) // trimmed end of a piece → the piece after it
	for i, p := range pieces {
		if p.after == "" {
			ends[p.start+len(strings.TrimRight(md[p.start:p.end], " \t\r\n"))] = i + 1
		}
	}
	kept := make([]int, len(pieces))
	for i, p := range pieces {
		if p.before != "" || p.start == len(md) {
			continue
		}
		for _, text := range begin[md[p.start]] {
			if !strings.HasPrefix(md[p.start:], text) {
				continue
			}
			if to := ends[p.start+len(text)]; to > i && pieces[to-1].level == 0 { // a heading goes with what now follows it
				kept[i] = to
				break
			}
		}
	}
	return kept
}
