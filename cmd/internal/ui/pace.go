package ui

import (
	"fmt"
	"math"
	"time"

	"assay/compiler/reports"
)

// crawlPhase is the phase of events that tell of a crawl.
const crawlPhase = "crawl"

// crawls puts together the progress of the crawls that run side by side.
type crawls struct {
	at   map[string]reports.Event // the latest, by source
	pace pace
}

// sum is one event for all crawls: pages done and known, how fast, how much, and the
// address that was just read.
func (c *crawls) sum(e reports.Event, now time.Time) reports.Event {
	if c.at == nil {
		c.at = map[string]reports.Event{}
	}
	c.at[e.Source] = e
	all := reports.Event{Phase: e.Phase, Text: e.Text}
	for _, one := range c.at {
		all.Done += one.Done
		all.Total += one.Total
		all.Bytes += one.Bytes
		all.Kept += one.Kept
	}
	rate := c.pace.add(all.Done-all.Kept, now) // what was fetched before says nothing of the speed
	all.Text = fmt.Sprintf("%s/s  %s  %s", speed(rate), Size(all.Bytes), shortAddress(e.Text, 40))
	return all
}

// A pace is a speed, smoothed so that it can be read.
type pace struct {
	rate  float64 // a second
	done  int
	since time.Time
}

// How often the speed is taken, and how long a change of it takes to show by two
// thirds.
const (
	paceEvery = 250 * time.Millisecond
	paceOver  = 3 * time.Second
)

// add takes a count at a moment and gives the speed.
func (p *pace) add(done int, now time.Time) float64 {
	if p.since.IsZero() {
		p.since, p.done = now, done
		return 0
	}
	passed := now.Sub(p.since)
	if passed < paceEvery {
		return p.rate
	}
	latest := float64(max(0, done-p.done)) / passed.Seconds()
	if p.rate == 0 {
		p.rate = latest
	} else {
		p.rate += (latest - p.rate) * (1 - math.Exp(-passed.Seconds()/paceOver.Seconds()))
	}
	p.since, p.done = now, done
	return p.rate
}

func speed(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// shortAddress is the end of an address, which tells the pages of a site apart.
func shortAddress(url string, width int) string {
	_, path := cutSite(Visible(url))
	if columnsOf(path) > width {
		return "…" + lastColumns(path, width-1)
	}
	return "/" + path
}
