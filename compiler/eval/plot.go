package eval

import (
	"bytes"
	"fmt"
	"html"
	"math"
)

// Plot draws the calibration table: for each bin its mean score against the share that is
// supported, as large as it has rows. A judge that is right about itself lies on the
// diagonal; what passes lies right of the threshold, and should be above the line of what
// it promises.
func Plot(title string, bins []Bin, threshold, precision float64) []byte {
	const size, left, top, side = 420.0, 60.0, 50.0, 320.0
	x := func(v float64) float64 { return left + v*side }
	y := func(v float64) float64 { return top + (1-v)*side }
	most := 1
	for _, b := range bins {
		most = max(most, b.Rows)
	}
	var s bytes.Buffer
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" font-family="sans-serif" font-size="11">`+"\n", size, size+10, size, size+10)
	fmt.Fprintf(&s, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	fmt.Fprintf(&s, `<text x="%g" y="28" font-size="14">%s</text>`+"\n", left, html.EscapeString(title))
	for i := 0; i <= 10; i += 2 {
		v := float64(i) / 10
		fmt.Fprintf(&s, `<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="#e5e5e5"/>`+"\n", x(0), y(v), x(1), y(v))
		fmt.Fprintf(&s, `<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="#e5e5e5"/>`+"\n", x(v), y(0), x(v), y(1))
		fmt.Fprintf(&s, `<text x="%g" y="%g" text-anchor="end">%.1f</text>`+"\n", x(0)-6, y(v)+4, v)
		fmt.Fprintf(&s, `<text x="%g" y="%g" text-anchor="middle">%.1f</text>`+"\n", x(v), y(0)+16, v)
	}
	fmt.Fprintf(&s, `<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#888"/>`+"\n", x(0), y(1), side, side)
	fmt.Fprintf(&s, `<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="#888" stroke-dasharray="4 4"/>`+"\n", x(0), y(0), x(1), y(1))
	fmt.Fprintf(&s, `<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="#b5651d"/>`+"\n", x(threshold), y(0), x(threshold), y(1))
	fmt.Fprintf(&s, `<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="#b5651d"/>`+"\n", x(threshold), y(precision), x(1), y(precision))
	fmt.Fprintf(&s, `<text x="%g" y="%g" text-anchor="middle">score</text>`+"\n", x(0.5), y(0)+34)
	fmt.Fprintf(&s, `<text transform="translate(%g %g) rotate(-90)" text-anchor="middle">share supported</text>`+"\n", left-38, y(0.5))
	path := ""
	for i, b := range bins {
		move := "L"
		if i == 0 {
			move = "M"
		}
		path += fmt.Sprintf("%s%.1f %.1f", move, x(b.Mean), y(b.Supported))
	}
	fmt.Fprintf(&s, `<path d="%s" fill="none" stroke="#2f5d8a"/>`+"\n", path)
	for _, b := range bins {
		fmt.Fprintf(&s, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#2f5d8a" fill-opacity="0.75"><title>%d rows: mean score %.2f, supported %.2f</title></circle>`+"\n",
			x(b.Mean), y(b.Supported), 2.5+7*math.Sqrt(float64(b.Rows)/float64(most)), b.Rows, b.Mean, b.Supported)
	}
	s.WriteString("</svg>\n")
	return s.Bytes()
}
