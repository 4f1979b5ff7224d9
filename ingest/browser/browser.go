package browser

import (
	"cmp"
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"assay/ingest/web"
)

// Options bound what a [Browser] does. Client must be given.
type Options struct {
	Client    *web.Client
	Path      string        // the program, as [Find] gives it; "" for none: what needs it stays a shell
	Profile   string        // a folder that Chromium keeps logins in; "" for a fresh one each time
	Always    bool          // render every page: for sites that show less to who is not logged in
	Flags     []string      // further ones for Chromium; those that keep it in bounds win
	Timeout   time.Duration // of one page; the client's where 0
	Quiet     time.Duration // without a change that makes a page finished, four times that where it shows little; 500 ms where 0
	MaxBody   int64         // bytes of the document after its script ran; the client's where 0
	MaxMemory int64         // bytes of the browser with its children, where the system tells; 2 GiB where 0
}

// A Browser reads pages, and starts Chromium when the first one needs it. It is safe
// for concurrent use; pages that need it are rendered one at a time.
type Browser struct {
	o    Options
	turn chan struct{} // has room for the page that is rendered

	mu      sync.Mutex
	session *session // nil where none runs
	failed  error    // why none can be started
	closed  bool
	starts  int
}

// New makes a browser. Nothing is started yet.
func New(o Options) *Browser {
	o.Timeout = cmp.Or(max(o.Timeout, 0), o.Client.Options().Timeout)
	o.Quiet = cmp.Or(max(o.Quiet, 0), 500*time.Millisecond)
	o.MaxBody = cmp.Or(max(o.MaxBody, 0), o.Client.Options().MaxBody)
	o.MaxMemory = cmp.Or(max(o.MaxMemory, 0), 2<<30)
	return &Browser{o: o, turn: make(chan struct{}, 1)}
}

// Fetch reads one page: over plain HTTP, and with the browser only where that shows
// a shell, or a login that the profile may have. It is a [web.Fetcher].
func (b *Browser) Fetch(ctx context.Context, r web.Request) web.Page {
	p := b.o.Client.Fetch(ctx, r)
	if !b.needed(&p) {
		return p
	}
	if b.o.Path == "" {
		p.Reason += "; no Chromium is installed"
		return p
	}
	b.render(ctx, r, &p)
	return p
}

// needed reports whether a browser could see more than the plain request.
func (b *Browser) needed(p *web.Page) bool {
	switch {
	case p.Verdict == web.Shell:
		return true
	case p.Verdict == web.Fetched:
		return b.o.Always && isHTML(p.Header.ContentType)
	case b.o.Profile == "":
		return false
	case p.Verdict == web.LoginWall, p.Class == web.ClassForbidden:
		return true
	case p.Verdict == web.Denied && len(p.Redirects) > 0:
		// Logins are often on another host, to which nobody was sent who has one. If
		// the page leads there all the same, it is refused as before.
		return true
	}
	return false
}

// sandboxed reports whether Chromium runs in its own sandbox: not where a person says so,
// nor as root on Linux, where it refuses.
func (b *Browser) sandboxed() bool {
	return !slices.Contains(b.o.Flags, "--no-sandbox") && (runtime.GOOS != "linux" || os.Geteuid() != 0)
}

// Close ends the browser, if one runs, and waits until it is gone. No page is
// rendered afterwards.
func (b *Browser) Close() {
	b.mu.Lock()
	s := b.session
	b.session, b.closed = nil, true
	b.mu.Unlock()
	if s != nil {
		s.close(b.o.Profile != "")
	}
}

var errClosed = errors.New("the browser is closed")

// open gives the session that runs, or starts one. What keeps it from starting is
// remembered: it would keep every page from it.
func (b *Browser) open(ctx context.Context) (*session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return nil, errClosed
	case b.failed != nil:
		return nil, b.failed
	case b.session != nil && b.session.alive():
		return b.session, nil
	case b.session != nil:
		b.session.kill()
		b.session = nil
	}
	s, err := start(ctx, &b.o, b.flags())
	if err != nil {
		if ctx.Err() == nil {
			b.failed = err
		}
		return nil, err
	}
	b.session = s
	b.starts++
	return s, nil
}

// Envelope is the browser as a way to whole sources. It starts with the first page that
// needs it and ends with the map or the crawl.
type Envelope struct{ Options }

var _ web.Envelope = Envelope{}

// Name is "browser", or "http" where plain requests come first.
func (e Envelope) Name() string {
	if e.Always {
		return name
	}
	return web.HTTP{}.Name()
}

// Map is [web.Map] that sees what scripts show.
func (e Envelope) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	b := New(e.Options)
	defer b.Close()
	return web.Map(ctx, e.Client, b.Fetch, seed, l)
}

// Crawl is [web.Crawl] that sees what scripts show. A page for which the plain request
// was enough says so in Via.
func (e Envelope) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	b := New(e.Options)
	defer b.Close()
	o.Fetch = func(ctx context.Context, r web.Request) web.Page {
		p := b.Fetch(ctx, r)
		if p.Via == "" && p.Requests > 0 {
			p.Via = web.HTTP{}.Name()
		}
		return p
	}
	return web.Crawl(ctx, e.Client, g, o)
}
