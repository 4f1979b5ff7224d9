package ui

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/ingest"
	"assay/provenance"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Gaps writes what is missing, kind by kind.
func (o *Out) Gaps(rows []compiler.GapRow, most int) {
	counts := map[string]int{}
	for _, r := range rows {
		counts[r.Kind]++
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b compiler.GapRow) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	shown := map[string]int{}
	for _, r := range rows {
		if shown[r.Kind]++; most > 0 && shown[r.Kind] > most {
			if shown[r.Kind] == most+1 {
				o.Printf("%s\n", o.Dim(fmt.Sprintf("    and %d more %s; see them with --all", counts[r.Kind]-most, r.Kind)))
			}
			continue
		}
		o.Printf("%s %s%s%s\n", o.Bold(fmt.Sprintf("%s:%d:%d:", o.Path(r.File), r.Line, r.Column)), o.style(blue, r.Kind), colon(r.Target), o.Dim(gapNote(r)))
	}
	if len(rows) == 0 {
		o.Printf("%s\n", o.Bold("no gaps"))
		return
	}
	o.Printf("\n")
	parts := make([]string, 0, len(counts))
	for _, kind := range sorted(counts) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[kind], kind))
	}
	o.Printf("%s\n", o.Bold(plural(len(rows), "gap")+": "+strings.Join(parts, ", ")))
}

func gapNote(r compiler.GapRow) string {
	var parts []string
	if r.Count > 1 && r.Kind != string(provenance.StubNote) { // of a stub it counts words
		parts = append(parts, fmt.Sprintf("%d times", r.Count))
	}
	if r.Note != "" {
		parts = append(parts, r.Note)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

func colon(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// Hits writes passages that a search found.
func (o *Out) Hits(hits []ingest.Hit) {
	for i, h := range hits {
		where := h.Title
		if len(h.Heading) > 0 {
			where = strings.Join(h.Heading, " › ")
		}
		o.Printf("%s %s %s\n", o.Bold(fmt.Sprintf("%d.", i+1)), o.Bold(where), o.Dim(fmt.Sprintf("%.4f", h.Score)))
		for _, line := range wrap(strings.Join(strings.Fields(h.Text), " "), o.textWidth()-3, 6) {
			o.Printf("   %s\n", line)
		}
		retrieved := ""
		if !h.Retrieved.IsZero() {
			retrieved = ", retrieved " + h.Retrieved.UTC().Format(time.DateOnly)
		}
		o.Printf("   %s\n\n", o.Dim(fmt.Sprintf("[^%s] %s%s", h.Chunk.Anchor(), h.URL, retrieved)))
	}
	o.Printf("%s\n", o.Bold(plural(len(hits), "passage")))
}

func (o *Out) textWidth() int {
	if o.Width > 0 {
		return min(o.Width, 100)
	}
	return 100
}

// wrap breaks a text into lines of at most width columns, at most that many.
func wrap(s string, width, most int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		for columnsOf(word) > width { // CJK has no spaces to break at
			head := strings.TrimSuffix(firstColumns(word, width), "…")
			if head == "" {
				break
			}
			if line != "" {
				lines, line = append(lines, line), ""
			}
			lines, word = append(lines, head), strings.TrimPrefix(word, head)
		}
		switch {
		case line == "":
			line = word
		case columnsOf(line)+1+columnsOf(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = firstColumns(lines[most-1]+" …", width)
	}
	return lines
}

// Wrap breaks a paragraph into lines that fit the terminal.
func (o *Out) Wrap(s string) string {
	return strings.Join(wrap(s, o.textWidth(), 1000), "\n")
}
