package ui

import (
	"fmt"

	"assay/compiler/reports"
)

// BadgeMark is in every badge that assay wrote, so that it writes over nothing else.
const BadgeMark = "<!-- a badge made by assay -->"

// Badge is how the cited claims of a vault stand, as a small picture (SVG) that needs nothing
// else. Its colour is that of the worst tier.
func Badge(r *reports.StatusReport) []byte {
	const label, labelWidth = "assay", 43
	says := fmt.Sprintf("%d of %d claims hold", r.Summary.Hold, r.Summary.Cited)
	if r.Summary.Cited == 0 {
		says = "nothing is cited"
	}
	const letter, margin = 6.4, 10 // of Verdana at 11 pixels, on average; textLength makes it so
	textWidth := int(letter * float64(len(says)))
	width := labelWidth + textWidth + margin
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="20" role="img" aria-label="%[2]s: %[3]s">
%[4]s
<title>%[2]s: %[3]s</title>
<clipPath id="r"><rect width="%[1]d" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="%[5]d" height="20" fill="#444"/><rect x="%[5]d" width="%[6]d" height="20" fill="%[7]s"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle">
<text x="%[8]g" y="14" textLength="%[9]d">%[2]s</text>
<text x="%[10]g" y="14" textLength="%[11]d">%[3]s</text>
</g>
</svg>
`, width, label, says, BadgeMark, labelWidth, textWidth+margin, badgeColour(r.Claims),
		float64(labelWidth)/2, labelWidth-margin, float64(labelWidth)+float64(textWidth+margin)/2, textWidth)
}

// badgeColour is that of the worst tier: white stands out from each by 4.5 to 1 (WCAG 2.2).
func badgeColour(t reports.Tally) string {
	switch {
	case t.T0+t.T4 > 0:
		return "#b3261e" // red
	case t.T1 > 0:
		return "#9a5b00" // amber
	case t.T3+t.T2 > 0:
		return "#6b6b00" // olive
	case t.T5 > 0:
		return "#1b7a34" // green
	}
	return "#6a6a6a" // nothing was checked
}
