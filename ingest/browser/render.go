package browser

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"time"

	"assay/ingest/web"
)

// name is what Via says of a page that was rendered.
const name = "browser"

var errTime = errors.New("out of time")

// render reads a page with the browser and writes down what became of it.
func (b *Browser) render(ctx context.Context, r web.Request, p *web.Page) {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		stopped(ctx, p)
		return
	}
	p.Via, p.Body = name, nil
	if p.Verdict != web.Shell && p.Verdict != web.Fetched {
		// Where the plain request was led to is where those go who have no login.
		p.Final, p.Redirects, p.Reason = p.URL, nil, ""
	}
	leave := b.o.Client.Enter(ctx, p, p.Final, r.Prefixes)
	if leave == nil {
		return
	}
	s, err := b.open(ctx)
	if err != nil {
		leave()
		if ctx.Err() != nil {
			stopped(ctx, p)
			return
		}
		fail(p, web.ClassBrowser, err.Error())
		return
	}
	limited, cancel := context.WithTimeoutCause(ctx, b.o.Timeout, errTime)
	defer cancel()
	// A page that answers nothing more takes the browser with it: no command would
	// come through to end it alone.
	end := context.AfterFunc(limited, func() { s.kill() })
	t := &tab{b: b, s: s, r: r, p: p, leave: leave, ended: make(chan struct{})}
	err = t.read(limited)
	if !end() {
		s.kill() // waits until it is done
	}
	p.Requests += t.sent
	p.Bytes += t.came
	switch {
	case t.settled:
	case ctx.Err() != nil:
		stopped(ctx, p)
	case limited.Err() != nil:
		fail(p, web.ClassTimeout, "its script did not come to rest within "+b.o.Timeout.String())
	case err != nil:
		fail(p, web.ClassBrowser, err.Error())
	}
}

func fail(p *web.Page, class web.Class, reason string) {
	p.Verdict, p.Class, p.Reason, p.Body, p.Hash = web.Failed, class, reason, nil, web.Sum{}
}

func stopped(ctx context.Context, p *web.Page) {
	fail(p, web.ClassCancelled, "the run was stopped: "+context.Cause(ctx).Error())
}

// isHTML reports whether a browser shows a type as a page of its own.
func isHTML(contentType string) bool {
	media, _, _ := mime.ParseMediaType(contentType)
	return media == "text/html" || media == "application/xhtml+xml"
}

// watch ends a browser that takes too much memory.
func (t *tab) watch(ctx context.Context) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if memory(t.s.pid()) > t.b.o.MaxMemory {
				t.settle(web.Failed, web.ClassTooLarge, fmt.Sprintf("the browser took more than %d MiB of memory for it", t.b.o.MaxMemory>>20))
				t.s.kill()
				return
			}
		}
	}
}
