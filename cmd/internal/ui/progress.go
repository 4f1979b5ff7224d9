package ui

import (
	"fmt"
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

// Progress shows how far the work is: a bar on standard error, on a terminal only
// and not before the work has taken a moment. The zero value and nil show nothing.
type Progress struct {
	out   *Out
	begun time.Time

	mu    sync.Mutex
	bars  *mpb.Progress
	bar   *mpb.Bar
	phase string
	crawl crawls
	first *time.Timer   // shows what there is to show when patience is over
	last  reports.Event // that was told before

	text atomic.Value // read by the bar's own goroutine, which must not wait for mu
}

// NewProgress starts to watch the clock.
func (o *Out) NewProgress() *Progress {
	if !o.Bars || o.JSON {
		return nil
	}
	p := &Progress{out: o, begun: time.Now(), last: reports.Event{Phase: "read"}}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.first = time.AfterFunc(patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.first != nil {
			p.show(p.last)
		}
	})
	return p
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
	p.last = e
	if time.Since(p.begun) >= patience {
		p.show(e)
	}
}

func (p *Progress) show(e reports.Event) {
	p.text.Store(Visible(e.Text))
	if p.bars == nil {
		p.bars = mpb.New(mpb.WithOutput(p.out.Stderr), mpb.WithWidth(32), mpb.WithRefreshRate(120*time.Millisecond))
	}
	if p.phase != e.Phase || p.bar == nil {
		p.drop()
		p.phase = e.Phase
		p.bar = p.bars.AddBar(int64(e.Total),
			mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(fmt.Sprintf("%-8s", e.Phase)), decor.Any(howMany)),
			mpb.AppendDecorators(decor.Any(func(s decor.Statistics) string {
				return " " + firstColumns(p.label(), max(20, min(72, s.AvailableWidth-44)))
			})),
		)
	}
	p.bar.SetTotal(int64(max(e.Total, e.Done+1)), false) // a full bar would end itself before its phase does
	p.bar.SetCurrent(int64(e.Done))
}

// howMany says how many of how many, where that is known.
func howMany(s decor.Statistics) string {
	if s.Current == 0 && s.Total <= 1 {
		return ""
	}
	return fmt.Sprintf("%d/%d ", s.Current, s.Total)
}

func (p *Progress) label() string {
	s, _ := p.text.Load().(string)
	return s
}

func (p *Progress) drop() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bar = nil
	}
}

// Done takes the bar away; the line it stood on is free again.
func (p *Progress) Done() {
	if p == nil {
		return
	}
	p.mu.Lock()
	bars := p.bars
	if p.first != nil {
		p.first.Stop()
		p.first = nil
	}
	p.drop()
	p.bars = nil
	p.mu.Unlock()
	if bars != nil {
		bars.Wait()
	}
}
