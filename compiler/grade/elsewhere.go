package grade

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"

	"assay/gates"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// A wiki often has the fact that a claim states, in another file than the one that the
// claim cites. originalWords finds it by words alone, without an index on disk, and
// proves nothing: what it finds is offered to a reader, and no grade depends on it.
type originalWords struct {
	files     []string
	with      map[string][]int32 // stem → files that have it, by their places in files
	at        map[string][]int32 // stem → sentences that have it, counted through all files
	sentences []int32            // by file, how many those before it have
	ends      []int32            // of each sentence, in its file
	stems     *text.Stems
}

const (
	mostOriginals = 64 << 20 // bytes that are read to find something elsewhere; of more, the first
	mostLook      = 3        // files that are looked at for one claim
	fewestTelling = 3        // words a claim must have to be looked for
	foundFrom     = 0.75     // of the weight of the claim's words, to be found in two sentences
	foundMore     = 0.25     // and so much more than the cited text has of it
	absentFrom    = 0.4      // of the claim's words, absent from the cited file, to look at all
)

// originalWords reads the words of all originals, once and only where some claim asks.
// What a note's claims are told by it depends on all of them.
func (gr *Grader) originalWords() *originalWords {
	if from := gr.NamesDigest + gr.HeldDigest(); gr.Memo.words == nil || gr.Memo.from != from {
		x := &originalWords{with: map[string][]int32{}, at: map[string][]int32{}, stems: text.NewStems()}
		size := 0
		for _, f := range gr.Snap.Files() {
			// As heldDigest: a page of the wiki may change and leave what is kept as it is.
			if gr.IsNote(f) && !citation.AmongSources(f.Path) || !gr.Held().IsOriginal(f.Path) || !isOriginalText(f.Path) {
				continue
			}
			text := gr.Held().Text(f.Path)
			if size += len(text); size > mostOriginals {
				break
			}
			x.add(f.Path, text)
		}
		gr.Memo.words, gr.Memo.from = x, from
	}
	gr.looked = true
	return gr.Memo.words
}

func isOriginalText(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".markdown", ".mdx", ".txt", ".text", ".rst", ".org", ".wiki", ".vtt", ".srt":
		return true
	}
	return false
}

// foundElsewhere says where the originals have the words of a claim that its citations
// do not carry, and how the cited texts lack them.
func (gr *Grader) foundElsewhere(c markdown.Claim, v provenance.Verdict) (gates.Found, bool) {
	if v.Rule == provenance.RuleUncited && v.Tier == provenance.T0 {
		return gr.foundStored(c)
	}
	if !gr.Policy.Vault.EvidenceByName || !v.Cited {
		return gates.Found{}, false
	}
	switch v.Rule {
	case provenance.RuleUnsupported, provenance.RuleWeak, provenance.RuleMissingValue:
	case provenance.RuleNotHeld, provenance.RuleStub, provenance.RuleGenerated, provenance.RuleMalformed:
	default:
		return gates.Found{}, false
	}
	x := gr.originalWords()
	want, words, total := x.weigh(c.Text)
	if len(want) < fewestTelling || v.Best != nil && float64(len(v.Best.Judgement.Absent)) < absentFrom*float64(len(want)) {
		return gates.Found{}, false
	}
	cited := map[string]bool{}
	for _, q := range v.Passages {
		cited[q.Evidence.Span.File] = true
	}
	likely := x.likeliest(want, cited, foundFrom*total)
	if len(likely) == 0 {
		return gates.Found{}, false
	}
	had := 0.0
	for file := range cited {
		if n, ok := slices.BinarySearch(x.files, file); ok {
			had = max(had, x.window(int32(n), want).weight)
		} else {
			had = max(had, x.windowOf(gr.Held().Text(file), want).weight)
		}
	}
	n, w, text := x.best(likely, want, max(foundFrom*total, had+foundMore*total), func(n int32) string { return gr.Held().Text(x.files[n]) })
	if text == "" {
		return gates.Found{}, false
	}
	return gates.Found{Span: gr.Held().WholeSpan(x.files[n], w.start, w.end), Quote: text[w.start:w.end], Lacks: w.lacks(words)}, true
}

// best is the stretch that has most of the words, and enough of them; text gives the text that it
// is in, which is "" where there is none.
func (x *originalWords) best(likely []int32, want map[string]float64, enough float64, textOf func(int32) string) (file int32, best stretch, text string) {
	for _, n := range likely {
		w := x.window(n, want)
		if w.weight < enough || w.words < fewestTelling {
			continue
		}
		if s := textOf(n); s != "" {
			w.trim(s)
			file, best, text, enough = n, w, s, w.weight+1e-9
		}
	}
	return file, best, text
}

// weigh gives the words of a claim their weights by how rare they are, and lists them as
// stems and as written.
func (x *originalWords) weigh(claim string) (want map[string]float64, words [][2]string, total float64) {
	want = map[string]float64{}
	x.stems.Each(claim, func(stem string, start, end int) {
		if _, twice := want[stem]; !twice {
			words = append(words, [2]string{stem, claim[start:end]})
			want[stem] = math.Log(1 + float64(len(x.files))/float64(1+max(1, len(x.with[stem]))))
			total += want[stem]
		}
	})
	return want, words, total
}

// add takes a text in, under a name.
func (x *originalWords) add(name, text string) {
	n, before := int32(len(x.files)), int32(len(x.ends))
	x.files, x.sentences, x.ends = append(x.files, name), append(x.sentences, before), sentenceEnds(text, x.ends)
	s := before
	x.stems.Each(text, func(stem string, start, _ int) {
		for int32(start) >= x.ends[s] {
			s++
		}
		file(x.with, stem, n)
		file(x.at, stem, s)
	})
}

// file adds a number to those of a stem, which come in order.
func file(to map[string][]int32, stem string, n int32) {
	if in := to[stem]; len(in) == 0 || in[len(in)-1] != n {
		to[stem] = append(in, n)
	}
}

// likeliest are the files that have most of the words that are looked for, and enough of them.
func (x *originalWords) likeliest(want map[string]float64, cited map[string]bool, enough float64) []int32 {
	sums := map[int32]float64{}
	for stem, weight := range want {
		for _, n := range x.with[stem] {
			sums[n] += weight
		}
	}
	var order []int32
	for n, sum := range sums {
		if sum > enough-1e-6 && !cited[x.files[n]] {
			order = append(order, n)
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		// Sums of the same weights in another order differ in their last digits.
		return cmp.Or(cmp.Compare(math.Round(sums[b]*1e6), math.Round(sums[a]*1e6)), cmp.Compare(a, b))
	})
	return order[:min(len(order), mostLook)]
}

// A stretch of a text that has words which are looked for.
type stretch struct {
	start, end int
	weight     float64
	words      int
	has        map[string]bool
}

// lacks are those of a claim's words that a stretch does not have, as written.
func (w stretch) lacks(words [][2]string) (out []string) {
	for _, word := range words {
		if !w.has[word[0]] {
			out = append(out, word[1])
		}
	}
	return out
}

// window is the stretch of two sentences of a file, or of one line where that is shorter,
// that has most of the words.
func (x *originalWords) window(file int32, want map[string]float64) (best stretch) {
	from, to := x.sentences[file], int32(len(x.ends))
	if int(file)+1 < len(x.sentences) {
		to = x.sentences[file+1]
	}
	type hit struct {
		stem     string
		sentence int32
	}
	var hits []hit
	for stem := range want {
		at := x.at[stem]
		k, _ := slices.BinarySearch(at, from)
		for ; k < len(at) && at[k] < to; k++ {
			hits = append(hits, hit{stem, at[k]})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(a.sentence, b.sentence), cmp.Compare(a.stem, b.stem)) })
	for i := 0; i < len(hits); {
		s := hits[i].sentence
		w := stretch{has: map[string]bool{}}
		for k := i; k < len(hits) && hits[k].sentence <= s+1; k++ {
			if !w.has[hits[k].stem] {
				w.has[hits[k].stem] = true
				w.weight += want[hits[k].stem]
				w.words++
				w.end = int(x.ends[hits[k].sentence])
			}
		}
		if w.weight > best.weight+1e-9 {
			if s > from {
				w.start = int(x.ends[s-1])
			}
			best = w
		}
		for i < len(hits) && hits[i].sentence == s {
			i++
		}
	}
	return best
}

// windowOf is the same of a text that is no original.
func (x *originalWords) windowOf(s string, want map[string]float64) stretch {
	one := &originalWords{with: map[string][]int32{}, at: map[string][]int32{}, stems: x.stems}
	one.add("", s)
	return one.window(0, want)
}

// trim leaves out white space at the ends of a stretch.
func (w *stretch) trim(text string) {
	for w.start < w.end && unicode.IsSpace(rune(text[w.start])) {
		w.start++
	}
	w.end = w.start + len(strings.TrimRight(text[w.start:w.end], " \t\r\n"))
}

// sentenceEnds adds where the sentences of a text end.
func sentenceEnds(text string, ends []int32) []int32 {
	from := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		stop := c == '\n' || (c == '.' || c == '!' || c == '?') && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n') ||
			strings.HasPrefix(text[i:], "。") || i-from > maxStretch && c == ' '
		if stop {
			ends = append(ends, int32(i+1))
			from = i + 1
		}
	}
	return append(ends, int32(len(text)))
}

// maxStretch is how long a line goes on without a stop before it is cut at a blank.
const maxStretch = 400

// mostStored is how many bytes of page files are read to find the passage that an
// uncited claim could cite. In a larger vault `assay search` finds it, which has an index.
const mostStored = 2 << 20

// A storedWords is the words of all stored passages, to find one by.
type storedWords struct {
	originalWords // its files are the passages, by their places in passages
	passages      []storedPassage
}

type storedPassage struct {
	file string
	provenance.Passage
}

// storedWords reads the stored passages, once and only where some claim asks; none where
// there are too many.
func (gr *Grader) storedWords() *storedWords {
	gr.looked = true
	if from := gr.NamesDigest + gr.HeldDigest(); gr.Memo.passages == nil || gr.Memo.passagesFrom != from {
		x := &storedWords{originalWords: originalWords{with: map[string][]int32{}, at: map[string][]int32{}, stems: text.NewStems()}}
		size, files := int64(0), gr.Index.Pages()
		for _, file := range files {
			f, _ := gr.Snap.File(file)
			size += f.Size
		}
		if size > mostStored {
			files = nil
		}
		for _, file := range files {
			for _, c := range gr.Index.ReadPage(file).Chunks {
				if c.Intact {
					x.add(string(c.ID), c.Text)
					x.passages = append(x.passages, storedPassage{file, c})
				}
			}
		}
		gr.Memo.passages, gr.Memo.passagesFrom = x, from
	}
	return gr.Memo.passages
}

// foundStored is the stored passage that has the words of a claim which cites nothing.
func (gr *Grader) foundStored(c markdown.Claim) (gates.Found, bool) {
	x := gr.storedWords()
	want, words, total := x.weigh(c.Text)
	if len(want) < fewestTelling || len(x.passages) == 0 {
		return gates.Found{}, false
	}
	n, w, text := x.best(x.likeliest(want, nil, foundFrom*total), want, foundFrom*total, func(n int32) string {
		if at := x.passages[n]; gr.Policy.Denied(gr.Index.ReadPage(at.file).URL) == nil {
			return at.Text
		}
		return ""
	})
	if text == "" {
		return gates.Found{}, false
	}
	at := x.passages[n]
	return gates.Found{Span: vault.Span{File: at.file, Start: at.Start, End: at.End}, Chunk: at.ID, Quote: text[w.start:w.end], Lacks: w.lacks(words)}, true
}
