package ui

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"assay/compiler/reports"
)

// patience is how long work may take before it shows a bar: what is over sooner
// would only flicker.
const patience = 400 * time.Millisecond

// Progress shows how far the work is: a bar on standard error, on a terminal only, not
// before the work has taken a moment, and until something is said. nil shows nothing.
type Progress struct {
	out *Out

	mu    sync.Mutex
	bars  *mpb.Progress
	late  *time.Timer // until bars are shown
	bar   *mpb.Bar
	phase string
	crawl crawls

	text atomic.Value // read by the bar's own goroutine, which must not wait for mu
}

// NewProgress starts to watch the clock.
func (o *Out) NewProgress() *Progress {
	if !o.Bars || o.JSON {
		return nil
	}
	o.progress.hide() // the last one
	o.progress = &Progress{out: o}
	o.progress.Step(reports.Event{Phase: "read"})
	return o.progress
}

// Step says how far a phase is; a total of 0 where nobody knows.
func (p *Progress) Step(e reports.Event) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case e.Source != "":
		e = p.crawl.sum(e, time.Now())
	case e.Phase == crawlPhase:
		return // the end of one, which its own events have told
	}
	p.text.Store(Visible(e.Text))
	if p.bars == nil {
		late := make(chan struct{})
		p.late = time.AfterFunc(patience, func() { close(late) })
		p.bars = mpb.New(mpb.WithOutput(p.out.Stderr), mpb.WithWidth(32), mpb.WithRefreshRate(120*time.Millisecond), mpb.WithRenderDelay(late))
	}
	if p.bar == nil || p.phase != e.Phase {
		p.phase = e.Phase
		p.drop()
		p.bar = p.bars.AddBar(int64(e.Total),
			mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-8s", e.Phase)), decor.Any(func(s decor.Statistics) string {
				if s.Current == 0 && s.Total <= 1 { // nobody knows of how many
					return ""
				}
				return fmt.Sprintf("%d/%d ", s.Current, s.Total)
			})),
			mpb.AppendDecorators(decor.Any(func(s decor.Statistics) string {
				text, _ := p.text.Load().(string)
				return " " + firstColumns(text, max(20, min(72, s.AvailableWidth-44)))
			})),
		)
	}
	p.bar.SetTotal(int64(max(e.Total, e.Done+1)), false) // a full bar would end itself before its phase does
	p.bar.SetCurrent(int64(e.Done))
}

func (p *Progress) drop() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bar = nil
	}
}

// hide takes the bar away, until the next step; the line it stood on is free again.
func (p *Progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		p.late.Stop()
		p.drop()
		p.bars.Wait()
		p.bars = nil
	}
}

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
	format := "%.0f/s  %s  %s"
	if rate < 10 {
		format = "%.1f/s  %s  %s"
	}
	all.Text = fmt.Sprintf(format, rate, Size(all.Bytes), shortAddress(e.Text, 40))
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

// shortAddress is the end of an address, which tells the pages of a site apart.
func shortAddress(url string, width int) string {
	_, path := cutSite(Visible(url))
	if columnsOf(path) > width {
		return ending(path, width)
	}
	return "/" + path
}
