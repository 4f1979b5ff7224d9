package ui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/ingest"
)

// Hits writes passages that a search found.
func (o *Out) Hits(hits []ingest.Hit) {
	for i, h := range hits {
		where := h.Title
		if len(h.Heading) > 0 {
			where = strings.Join(h.Heading, " › ")
		}
		o.Printf("%s %s %s\n", o.Bold(fmt.Sprintf("%d.", i+1)), o.Bold(where), o.Dim(fmt.Sprintf("%.4f", h.Score)))
		o.below("   ", strings.Join(strings.Fields(h.Text), " "), o.textWidth()-3, 6, plainly)
		retrieved := ""
		if !h.Retrieved.IsZero() {
			retrieved = ", retrieved " + h.Retrieved.UTC().Format(time.DateOnly)
		}
		o.Printf("   %s\n\n", o.Dim(fmt.Sprintf("[^%s] %s%s", h.Chunk.Anchor(), h.URL, retrieved)))
	}
	o.Printf("%s\n", o.Bold(reports.Count(len(hits), "passage")))
}

func (o *Out) textWidth() int {
	return min(cmp.Or(o.Width, 100), 100)
}

// wrap breaks a text into lines of at most width columns, at most that many.
func wrap(s string, width, most int) (lines []string) {
	if room := 8 * width * (most + 1); len(s) > room { // the rest is not shown
		s = strings.ToValidUTF8(s[:room], "")
	}
	line := ""
	for _, word := range strings.Fields(Visible(s)) {
		for columnsOf(word) > width { // CJK has no spaces to break at
			if line != "" && width-columnsOf(line)-1 < 8 {
				lines, line = append(lines, line), ""
			}
			room := width
			if line != "" {
				line += " "
				room -= columnsOf(line)
			}
			head := strings.TrimSuffix(firstColumns(word, room), "…")
			if head == "" {
				break
			}
			lines, line, word = append(lines, line+head), "", strings.TrimPrefix(word, head)
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

// below writes a text behind an indent, wrapped to a width, on no more than so many lines.
func (o *Out) below(indent, text string, width, most int, how func(string) styled) {
	for _, line := range wrap(text, width, most) {
		o.Printf("%s%s\n", indent, how(line))
	}
}

// plainly shows a text as it is.
func plainly(s string) styled { return styled(Visible(s)) }

// fact writes lines beside a name.
func (o *Out) fact(indent string, width int, name string, lines []string) {
	for _, line := range lines {
		o.Printf("%s%s %s\n", indent, o.Dim(fmt.Sprintf("%-*s", width, name)), line)
		name = ""
	}
}

// Wrap breaks a paragraph into lines that fit the terminal.
func (o *Out) Wrap(s string) string {
	return strings.Join(wrap(s, o.textWidth(), 1000), "\n")
}

// Hit is a passage as `search --json` gives it.
type Hit struct {
	Chunk     string   `json:"chunk"` // id of the passage
	Source    string   `json:"source"`
	Score     float64  `json:"score"`
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Heading   []string `json:"heading"` // those that it stands under
	Text      string   `json:"text"`
	Retrieved string   `json:"retrieved"` // RFC 3339, UTC; empty where unknown
}

// HitsAnswer is what a search found, as JSON.
type HitsAnswer struct {
	Hits []Hit `json:"hits"`
}

// HitRows renders passages for JSON. It is never nil.
func HitRows(hits []ingest.Hit) []Hit {
	rows := make([]Hit, 0, len(hits))
	for _, h := range hits {
		row := Hit{Chunk: string(h.Chunk), Source: string(h.Source), Score: h.Score, URL: h.URL, Title: h.Title, Heading: list(h.Heading), Text: h.Text}
		if !h.Retrieved.IsZero() {
			row.Retrieved = h.Retrieved.UTC().Format(time.RFC3339)
		}
		rows = append(rows, row)
	}
	return rows
}
