package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest/alike"
	"assay/provenance"
)

// An Inspection is what there is to see in a source's stored text, before anybody
// judges it. It depends on that text alone.
type Inspection struct {
	Pages    []inspectedPage     // in the order of their files
	copies   [][]int             // pages that say nearly the same
	distinct int                 // pages, each group of copies counted once
	words    int                 // of the distinct pages
	repeated int                 // of these words, those in lines that page after page has
	faults   []reports.AuditPage // of the folder: what is listed and not held, or held and not listed
	licence  bool                // somebody said under which licence the text is
	language bool
	samples  []sampleSentence
}

// An inspectedPage is one stored page.
type inspectedPage struct {
	file      string // below the source's folder
	url       string
	passages  int
	broken    int      // passages that do not hash to their ids
	fault     string   // what else is wrong with the file
	lacks     []string // of its metadata
	retrieved time.Time
	words     int
	flaw      flaw
	why       string // the flaw in words
	sketch    alike.Sketch
}

// name of a page for people: its address, and where it has none its file.
func (i inspectedPage) name() string {
	return cmp.Or(i.url, i.file)
}

func (au *Auditor) inspectAction(id provenance.SourceID, files []string) *view.Action {
	parts := make([]string, 0, 2*len(files))
	for _, file := range files {
		f, _ := au.Snap.File(file)
		parts = append(parts, file, f.Bytes().String())
	}
	about, _ := au.Snap.File(au.SourcePath(id, provenance.SourceFile))
	return &view.Action{
		Kind: "inspect", Target: string(id), Keep: true,
		Inputs: []view.Input{{Name: "pages", Hash: view.HashOf(parts...)}, {Name: "source", Hash: about.Hash.String()}},
		Run: func(ctx context.Context, w view.World) (any, error) {
			return au.Inspect(ctx, id, files)
		},
	}
}

// inspections are those of the sources held, where look has one.
func (au *Auditor) inspections(look func(id provenance.SourceID, files []string) (Inspection, bool)) map[provenance.SourceID]Inspection {
	all, held := map[provenance.SourceID]Inspection{}, au.PagesBySource()
	for _, id := range slices.Sorted(maps.Keys(held)) { // actions are asked for in one order
		if au.State(id).State == provenance.Rejected {
			continue
		}
		if in, known := look(id, held[id]); known {
			all[id] = in
		}
	}
	return all
}

// Inspected are the inspections that are known already.
func (au *Auditor) Inspected() map[provenance.SourceID]Inspection {
	return au.inspections(func(id provenance.SourceID, files []string) (Inspection, bool) {
		return view.Lookup[Inspection](au.Results, au.inspectAction(id, files).Key())
	})
}

// FlawsOf says of a source's pages, by file, why the audit doubts them, where that is
// known.
func (au *Auditor) FlawsOf(id provenance.SourceID) map[string]string {
	in, _ := view.Lookup[Inspection](au.Results, au.inspectAction(id, au.PagesBySource()[id]).Key())
	flaws := map[string]string{}
	for _, page := range in.Pages {
		if page.flaw != sound {
			flaws[page.file] = page.why
		}
	}
	return flaws
}

// Inspect reads a source's stored pages.
func (au *Auditor) Inspect(ctx context.Context, id provenance.SourceID, files []string) (Inspection, error) {
	source := au.SourceNow(id)
	in := Inspection{licence: source.Licence != "", language: source.Language != ""}
	entries := map[string]provenance.Page{}
	for _, page := range source.Pages {
		if _, twice := entries[page.File]; twice {
			in.faults = append(in.faults, reports.AuditPage{Page: page.URL, File: page.File, Why: "shares its page file with another entry of source.yaml"})
		}
		entries[page.File] = page
	}
	var passages []provenance.Passage
	lines := make([][]textLine, 0, len(files))
	sketches := make([]alike.Sketch, 0, len(files))
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return Inspection{}, fmt.Errorf("inspect %s: %w", id, err)
		}
		page := au.Index.ReadPage(file)
		base := path.Base(file)
		entry, listed := entries[base]
		if !listed {
			in.faults = append(in.faults, reports.AuditPage{Page: page.URL, File: base, Why: "source.yaml does not list it"})
		}
		delete(entries, base)
		i, on := inspectPage(base, page, entry)
		in.licence = in.licence || page.Licence != ""
		in.language = in.language || page.Language != ""
		in.Pages = append(in.Pages, i)
		sketches = append(sketches, i.sketch)
		lines = append(lines, on)
		passages = append(passages, page.Chunks...)
	}
	for _, page := range source.Pages {
		if _, missing := entries[page.File]; missing {
			in.faults = append(in.faults, reports.AuditPage{Page: page.URL, File: page.File, Why: "source.yaml lists it, and there is no such file"})
			delete(entries, page.File)
		}
	}
	in.copies = alike.Groups(sketches, au.sameText(files, sketches))
	in.repeats(lines)
	in.samples = sample(passages)
	return in, nil
}

// inspectPage looks at one page alone, and gives its lines.
func inspectPage(file string, page provenance.PageFile, entry provenance.Page) (inspectedPage, []textLine) {
	i := inspectedPage{file: file, url: page.URL, passages: len(page.Chunks) + len(page.Superseded), retrieved: page.Retrieved}
	if entry.Retrieved.After(i.retrieved) {
		i.retrieved = entry.Retrieved
	}
	var text strings.Builder
	for _, list := range [][]provenance.Passage{page.Chunks, page.Superseded} {
		for _, c := range list {
			if !c.Intact {
				i.broken++
			}
			if !c.Superseded {
				text.WriteString(c.Text)
				text.WriteString("\n\n")
			}
		}
	}
	if len(page.Problems) > 0 {
		i.fault = page.Problems[0].Text
	}
	for _, field := range []struct {
		name    string
		missing bool
	}{{"title", page.Title == ""}, {"address", page.URL == ""}, {"date", page.Retrieved.IsZero()}, {"hash", page.Hash.IsZero()}} {
		if field.missing {
			i.lacks = append(i.lacks, field.name)
		}
	}
	lines := linesOf(text.String())
	for _, l := range lines {
		i.words += l.words
	}
	i.flaw, i.why = flawOf(page.Title, text.String(), i.words)
	i.sketch = alike.NewSketch(alike.Shingles(text.String()))
	return i, lines
}

// sameText decides for two pages with like sketches. Where these agree wholly, the
// texts differ in more than a tenth once in 20,000 times; else both are read again.
func (au *Auditor) sameText(files []string, sketches []alike.Sketch) func(i, j int) bool {
	read := map[int][]uint64{}
	shingles := func(i int) []uint64 {
		s, ok := read[i]
		if !ok {
			var text strings.Builder
			for _, c := range au.Index.ReadPage(files[i]).Chunks {
				text.WriteString(c.Text)
				text.WriteString("\n\n")
			}
			s = alike.Shingles(text.String())
			read[i] = s
		}
		return s
	}
	return func(i, j int) bool {
		switch like := sketches[i].Similarity(sketches[j]); {
		case like == 1:
			return true
		case like < alike.Threshold-auditDoubt:
			return false
		}
		return alike.Jaccard(shingles(i), shingles(j)) >= alike.Threshold
	}
}
