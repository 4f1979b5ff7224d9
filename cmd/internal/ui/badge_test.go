package ui

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"assay/compiler/reports"
)

// A badge is a picture that browsers show, in the colour of the worst tier.
func TestBadge(t *testing.T) {
	for _, tt := range []struct {
		s            reports.Summary
		claims       reports.Tally
		says, colour string
	}{
		{reports.Summary{}, reports.Tally{}, "nothing is cited", "#6a6a6a"},
		{reports.Summary{Cited: 9, Hold: 9}, reports.Tally{T5: 9}, "9 of 9 claims hold", "#1b7a34"},
		{reports.Summary{Cited: 9, Hold: 9}, reports.Tally{T5: 8, T3: 1}, "9 of 9 claims hold", "#6b6b00"},
		{reports.Summary{Cited: 9, Hold: 8}, reports.Tally{T5: 8, T1: 1}, "8 of 9 claims hold", "#9a5b00"},
		{reports.Summary{Cited: 123_456, Hold: 8}, reports.Tally{T5: 8, T1: 1, T4: 1}, "8 of 123456 claims hold", "#b3261e"},
	} {
		svg := Badge(&reports.StatusReport{Summary: tt.s, Claims: tt.claims})
		if !strings.Contains(string(svg), "assay: "+tt.says+`"`) || !strings.Contains(string(svg), tt.colour) || !strings.Contains(string(svg), BadgeMark) {
			t.Errorf("%s:\n%s", tt.says, svg)
		}
		d := xml.NewDecoder(bytes.NewReader(svg))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v:\n%s", err, svg)
			}
		}
	}
}
