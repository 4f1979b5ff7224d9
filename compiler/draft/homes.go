package draft

import (
	"cmp"
	"slices"
	"strings"

	"assay/compiler/compose"
	"assay/ingest"
	"assay/provenance"
)

// homePages is how many pages about a topic a draft reads whole.
const homePages = 2

// withHome puts the passages of pages whose title is the topic before what the
// search found: a page about it says what it is, and a query of two words may find
// every other page that mentions it first.
func (dr *Drafter) withHome(name string, hits []ingest.Hit) []ingest.Hit {
	want := compose.Stems(name)
	var out []ingest.Hit
	seen := map[provenance.ChunkID]bool{}
	titled := dr.titled(want)
	for _, page := range titled[:min(len(titled), homePages)] {
		file := dr.Index.ReadPage(page)
		for _, c := range file.Chunks {
			if c.Intact && !seen[c.ID] {
				seen[c.ID] = true
				out = append(out, ingest.Hit{Chunk: c.ID, Source: file.Source, URL: file.URL, Title: file.Title,
					Heading: c.Heading, Text: c.Text, Retrieved: file.Retrieved})
			}
		}
	}
	found := slices.DeleteFunc(slices.Clone(hits), func(h ingest.Hit) bool { return seen[h.Chunk] })
	return append(out, dr.byPage(found)...)
}

// byPage puts the passages of a page together and in its order, the pages in that of
// their best passage, so that a draft can keep what a source says in the order in
// which it says it.
func (dr *Drafter) byPage(hits []ingest.Hit) []ingest.Hit {
	type key struct {
		source provenance.SourceID
		url    string
	}
	var order []key
	pages := map[key][]ingest.Hit{}
	for _, h := range hits {
		k := key{h.Source, h.URL}
		if _, ok := pages[k]; !ok {
			order = append(order, k)
		}
		pages[k] = append(pages[k], h)
	}
	var out []ingest.Hit
	for _, k := range order {
		found := pages[k]
		if len(found) > 1 {
			file, at := "", map[provenance.ChunkID]int{}
			pages := dr.SourceNow(k.source).Pages
			if i := slices.IndexFunc(pages, func(page provenance.Page) bool { return page.URL == k.url }); i >= 0 {
				file = dr.SourcePath(k.source, pages[i].File)
			}
			for i, id := range dr.Index.PageChunks(file) {
				at[id] = i
			}
			slices.SortStableFunc(found, func(a, b ingest.Hit) int { return at[a.Chunk] - at[b.Chunk] })
		}
		out = append(out, found...)
	}
	return out
}

// titled are the page files whose title is a topic's, the closest first.
func (dr *Drafter) titled(want map[string]bool) []string {
	if dr.titles == nil {
		dr.titles = map[string][]titledPage{}
		for _, id := range dr.Ledger.Sources() {
			for _, page := range dr.SourceNow(id).Pages {
				words := compose.Stems(compose.PlainHeading(page.Title))
				t := titledPage{file: dr.SourcePath(id, page.File), words: words, command: compose.IsCommand(page.Title)}
				for w := range words {
					dr.titles[w] = append(dr.titles[w], t)
				}
			}
		}
	}
	var best []titledPage
	for w := range want {
		if pages := dr.titles[w]; best == nil || len(pages) < len(best) {
			best = pages
		}
	}
	var out []titledPage
	for _, t := range best {
		if compose.Share(want, t.words) == 1 && (len(t.words) == len(want) || len(t.words) <= len(want)+3 && !t.command) {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b titledPage) int {
		return cmp.Or(cmp.Compare(len(a.words), len(b.words)), strings.Compare(a.file, b.file))
	})
	files := make([]string, len(out))
	for i, t := range out {
		files[i] = t.file
	}
	return files
}

// titledPage is a stored page by the words of its title.
type titledPage struct {
	file    string
	words   map[string]bool
	command bool // a manual's page of one
}
