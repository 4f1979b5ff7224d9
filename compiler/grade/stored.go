package grade

import (
	"assay/gates"
	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

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
	var best gates.Found
	most := foundFrom * total
	for _, n := range x.likeliest(want, nil, most) {
		at := x.passages[n]
		w := x.window(n, want)
		if w.weight < most || w.words < fewestTelling || gr.Policy.Denied(gr.Index.ReadPage(at.file).URL) != nil {
			continue
		}
		w.trim(at.Text)
		most = w.weight + 1e-9
		best = gates.Found{Span: vault.Span{File: at.file, Start: at.Start, End: at.End}, Chunk: at.ID, Quote: at.Text[w.start:w.end], Lacks: w.lacks(words)}
	}
	return best, best.Chunk != ""
}
