package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"assay/compiler/reports"
)

// The speed that a bar shows is the one of late, without its jumps.
func TestPace(t *testing.T) {
	at := time.Date(2026, 5, 28, 0, 0, 0, 0, time.UTC)
	var p pace
	done := 0
	run := func(perSecond, seconds float64) (rate float64) {
		for range int(seconds * 10) {
			at = at.Add(100 * time.Millisecond)
			done += int(perSecond / 10)
			rate = p.add(done, at)
		}
		return rate
	}
	if got := run(100, 5); math.Abs(got-100) > 15 {
		t.Errorf("100 pages a second show as %.1f", got)
	}
	if got := run(0, 1); got < 50 || got > 95 {
		t.Errorf("a second of silence shows as %.1f: it neither jumps nor hides", got)
	}
	if got := run(0, 30); got > 1 {
		t.Errorf("half a minute of silence shows as %.1f", got)
	}
	if got := p.add(0, at.Add(time.Second)); got < 0 {
		t.Errorf("a count that falls shows as %.1f", got)
	}
}

// Crawls that run side by side are one bar.
func TestCrawlsAreSummed(t *testing.T) {
	at := time.Date(2026, 5, 28, 0, 0, 0, 0, time.UTC)
	var c crawls
	c.sum(reports.Event{Phase: "crawl", Source: "a", Done: 10, Total: 100, Bytes: 1000, Text: "http://a.example/x"}, at)
	got := c.sum(reports.Event{Phase: "crawl", Source: "b", Done: 9, Kept: 4, Total: 20, Bytes: 2000, Text: "http://b.example/" + strings.Repeat("long/", 20) + "end.html"}, at.Add(time.Second))
	if got.Done != 19 || got.Total != 120 || got.Bytes != 3000 {
		t.Errorf("got %+v", got)
	}
	if !strings.HasPrefix(got.Text, "5.0/s  3.0 KB  …") || !strings.HasSuffix(got.Text, "/end.html") || columnsOf(got.Text) > 60 {
		t.Errorf("got %q", got.Text)
	}
}
