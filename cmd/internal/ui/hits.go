package ui

import (
	"time"

	"assay/ingest"
)

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
