package grade

import (
	"fmt"
	"path"
	"slices"

	"assay/compiler/view"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
)

// Texts below these lengths say nothing by being alike. Two pages may both say that
// they have moved. Of a plain fact two authors may make one sentence of a dozen words;
// twenty words in a row are not put together twice.
const (
	pageWords    = 12 // word for word
	passageWords = 25
	quoteWords   = 20
)

// whole is what is known of a file that notes cite, besides its passages.
type whole struct {
	hash      vault.Hash
	about     vault.Hash // of its source's description
	origin    string     // the original that it was read from
	site      string     // what it is a page of, where all of that is one publisher's
	addresses []string   // keys of those it has
	named     []string   // the same, as written
	from      []string   // what it says that it was written from
	words     int
	text      uint64 // hash of its words
	marks     alike.Marks
	cites     bool   // some passage, as only notes of a vault do
	ours      string // address of this vault that it refers to
}

// wholeOf reads a cited file once for all plans of a build.
func (gr *Grader) wholeOf(file string) *whole {
	f, _ := gr.Snap.File(file)
	about, _ := gr.Snap.File(path.Join(path.Dir(file), provenance.SourceFile))
	if w := gr.Memo.wholes[file]; w != nil && w.hash == f.Hash && w.about == about.Hash {
		return w
	}
	told := gr.Held().Whole(file)
	w := &whole{hash: f.Hash, about: about.Hash, origin: told.Origin, site: told.Site, from: told.From, text: alike.Hash(told.Text)}
	for _, a := range told.Addresses {
		if key := citation.AddressKey(a); key != "" && !slices.Contains(w.addresses, key) {
			w.addresses, w.named = append(w.addresses, key), append(w.named, a)
		}
	}
	w.marks, w.words = alike.MarksOf(told.Text)
	if w.words < view.MirrorWords {
		w.marks = alike.Marks{}
	}
	w.cites, w.ours = citation.CitesPassages(told.Text), gr.Policy.NamesOurs(told.Text)
	gr.Memo.wholes[file] = w
	return w
}

// sameWitness says why two passages are one witness, "" if they are two: whoever
// answers for both is one, and so is whoever wrote a text that both have.
func (gr *Grader) sameWitness(a, b provenance.Judged) string {
	x, y := a.Evidence, b.Evidence
	if x.Span.File == y.Span.File {
		return "same page"
	}
	if x.Chunk != "" && x.Chunk == y.Chunk {
		return "same passage"
	}
	v, w := gr.wholeOf(x.Span.File), gr.wholeOf(y.Span.File)
	if v.site != "" && v.site == w.site {
		return "same source, " + v.site
	}
	if v.origin == w.origin {
		return "same original, " + v.origin
	}
	for i, key := range v.addresses {
		if slices.Contains(w.addresses, key) {
			return "same address, " + v.named[i]
		}
	}
	if v.text == w.text && v.words >= pageWords {
		return fmt.Sprintf("same text, word for word (hash %016x)", v.text)
	}
	if why := gr.twins(x.Span.File, y.Span.File, v, w); why != "" {
		return why
	}
	if x.Chunk != "" && y.Chunk != "" {
		if j, ok := nearly(x.Text, y.Text, passageWords); ok {
			return fmt.Sprintf("same passage (Jaccard %.2f)", j)
		}
	}
	return sameQuote(a, b)
}

// twins says that two pages are near-copies. Texts that are share most of their marks,
// so of those that do not none is read.
func (gr *Grader) twins(a, b string, v, w *whole) string {
	if v.words < view.MirrorWords || w.words < view.MirrorWords || v.marks.Shared(w.marks) < 3 ||
		float64(min(v.words, w.words)) < alike.Threshold*float64(max(v.words, w.words))-4 {
		return ""
	}
	key := [2]vault.Hash{v.hash, w.hash}
	why, known := gr.Memo.twins[key]
	if !known {
		if j, ok := nearly(gr.Held().Whole(a).Text, gr.Held().Whole(b).Text, view.MirrorWords); ok {
			why = fmt.Sprintf("near-copies (Jaccard %.2f)", j)
		}
		gr.Memo.twins[key] = why
	}
	return why
}

// nearly reports whether two texts of some length are nearly the same.
func nearly(a, b string, least int) (float64, bool) {
	x, y := alike.Shingles(a), alike.Shingles(b)
	if min(len(x), len(y)) < least-4 {
		return 0, false
	}
	j := alike.Jaccard(x, y)
	return j, j >= alike.Threshold
}

// sameQuote says that two sources decide by the very same sentence: one has it of the
// other, or both of a third.
func sameQuote(a, b provenance.Judged) string {
	x, y := decisive(a), decisive(b)
	hash := alike.Hash(x)
	if hash == 0 || hash != alike.Hash(y) {
		return ""
	}
	if _, words := alike.MarksOf(x); words >= quoteWords {
		return fmt.Sprintf("same sentence, %d words", words)
	}
	return ""
}

func decisive(q provenance.Judged) string {
	from, to := q.Judgement.QuoteStart, q.Judgement.QuoteEnd
	if from < 0 || to > len(q.Evidence.Text) || from >= to {
		return ""
	}
	return q.Evidence.Text[from:to]
}
