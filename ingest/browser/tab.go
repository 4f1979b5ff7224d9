package browser

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"assay/ingest/web"
)

const (
	// patience is when a page that never rests is taken as it is.
	patience = 10 * time.Second
	// fewShown characters may be all that a page has, or a notice that it is loading.
	fewShown = 160
)

// A tab reads one page.
type tab struct {
	b     *Browser
	s     *session
	r     web.Request
	world runtime.ExecutionContextID
	came  int64 // bytes
	work  sync.WaitGroup
	queue chan any

	mu      sync.Mutex // of all below, and of p while the page is read
	p       *web.Page
	frame   cdp.FrameID // the main one
	leave   func()      // ends the host's turn; nil where it has ended
	sent    int         // requests
	loading map[network.RequestID]bool
	leads   int               // main documents asked for
	waiting int               // of them before a gate
	answer  *network.Response // of the main document
	broke   string            // why the main document did not load
	settled bool
	ended   chan struct{} // closed when settled
}

// settle gives the page its verdict; the first one stands.
func (t *tab) settle(v web.Verdict, class web.Class, reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settleLocked(v, class, reason)
}

func (t *tab) settleLocked(v web.Verdict, class web.Class, reason string) {
	if !t.settled {
		fail(t.p, class, reason)
		t.p.Verdict = v
		t.end()
	}
}

// end says that the verdict of the page stands. The lock is held.
func (t *tab) end() {
	t.settled = true
	close(t.ended)
}

// read opens a tab, reads the page and closes it.
func (t *tab) read(ctx context.Context) error {
	t.queue, t.loading = make(chan any, 1024), map[network.RequestID]bool{}
	watching, done := context.WithCancel(ctx)
	t.s.proxy.Open()
	options := []chromedp.ContextOption{chromedp.WithListener(t.hear)}
	if t.b.o.Profile == "" {
		options = append(options, chromedp.WithNewBrowserContext())
	}
	root, shut := chromedp.NewContext(t.s.root, options...)
	t.work.Go(func() { t.watch(watching) })
	err := chromedp.Do(root, chromedp.Func(func(root context.Context, target *chromedp.Target) error {
		t.mu.Lock()
		t.frame = cdp.FrameID(target.TargetID)
		t.mu.Unlock()
		calls, cancel := context.WithCancel(root)
		defer cancel()
		t.work.Go(func() {
			select {
			case <-t.ended:
				cancel()
			case <-watching.Done():
			}
		})
		t.work.Go(func() { t.answerAll(watching, target) })
		return t.drive(watching, calls, target, chromedp.FromContext(root))
	}))
	// Requests that were held back go on as the tab closes, so the way is shut before.
	t.came = t.s.proxy.Shut()
	done()
	shut()
	t.work.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.leave != nil {
		t.leave()
		t.leave = nil
	}
	return err
}

// drive leads the tab to the page, waits until it rests, and takes it.
func (t *tab) drive(ctx, calls context.Context, target *chromedp.Target, c *chromedp.Context) error {
	_, err := cdp.Call(calls, c.Browser, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: c.BrowserContextID,
	})
	for _, off := range []cdp.Command[cdp.Empty, cdp.Empty]{runtime.Disable, log.Disable, css.Disable, dom.Disable} {
		if err == nil { // what chromedp switches on tells more than we ask
			_, err = cdp.Call(calls, target, off, cdp.Empty{})
		}
	}
	if err == nil {
		_, err = cdp.Call(calls, target, fetch.Enable, fetch.EnableParams{HandleAuthRequests: new(true)})
	}
	if err == nil {
		_, err = cdp.Call(calls, target, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true})
	}
	if err == nil {
		_, err = cdp.Call(calls, target, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: t.s.agent, AcceptLanguage: "en"})
	}
	if err != nil {
		return fmt.Errorf("prepare a tab: %w", err)
	}
	went, err := cdp.Call(calls, target, page.Navigate, page.NavigateParams{URL: t.p.Final})
	switch {
	case err != nil:
		return fmt.Errorf("go to the page: %w", err)
	case went.IsDownload:
		t.settle(web.Type, "", "the server sends a file to keep")
		return nil
	case went.ErrorText != "":
		t.unread(went.ErrorText)
		return nil
	}
	for try := 0; ; try++ {
		if err := t.rest(ctx, calls, target); err != nil {
			return err
		}
		if err := t.take(ctx, calls, target); !errors.Is(err, errMoved) || try > 2 {
			return err
		}
	}
}

var errMoved = errors.New("look at the page: it leads elsewhere while it is read")

// unread is for a main document that did not come.
func (t *tab) unread(why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.answer != nil && t.answer.Status >= 400 { // an answer without a body is no page to Chromium
		t.takeLocked(nil)
		return
	}
	if u, err := url.Parse(t.p.Final); err == nil {
		port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
		for _, no := range t.s.proxy.Refused() {
			if no.Host == u.Host || no.Host == net.JoinHostPort(u.Hostname(), port) {
				t.settleLocked(web.Denied, "", no.Reason)
				return
			}
		}
	}
	t.settleLocked(web.Failed, web.ClassBrowser, "the page did not load: "+why)
}

// A sample is how far a page is.
type sample struct {
	Ready string `json:"ready"`
	Nodes int    `json:"nodes"`
	Text  int    `json:"text"`
	Shown int    `json:"shown"` // characters that can be seen, roughly
}

// rest waits until the page no longer changes.
func (t *tab) rest(ctx, calls context.Context, target *chromedp.Target) error {
	began := time.Now()
	since, often := began, t.b.o.Quiet/5
	wait := often
	var last sample
	for {
		if err := pause(ctx, t.ended, wait); err != nil {
			return err
		}
		var now sample
		asked := time.Now()
		err := t.evaluate(calls, target, sampleScript, &now)
		if err != nil && !errors.Is(err, errMoved) {
			return err
		}
		// A page that is slow to look at is not looked at all the time.
		wait = max(often, 2*time.Since(asked))
		t.mu.Lock()
		busy, waiting, broke := len(t.loading) > 0, t.waiting > 0, t.broke
		t.mu.Unlock()
		switch {
		case broke != "":
			t.unread(broke)
			return nil
		case int64(now.Text) > t.b.o.MaxBody:
			t.settle(web.Failed, web.ClassTooLarge, fmt.Sprintf("after its script ran, larger than the limit of %d bytes", t.b.o.MaxBody))
			return nil
		case now != last, waiting:
			last, since = now, time.Now()
			if waiting || time.Since(began) < patience {
				continue
			}
		}
		if now.Ready == "complete" && t.finished(time.Since(since), busy, now.Shown) || time.Since(began) >= patience {
			return nil
		}
	}
}

// finished reports whether a page that has not changed for a while will stay so. One
// that shows next to nothing, or still loads something, is given longer; one for which
// both are true is given all of patience.
func (t *tab) finished(quiet time.Duration, busy bool, shown int) bool {
	switch few := shown < fewShown; {
	case few && busy:
		return false
	case few || busy:
		return quiet >= 4*t.b.o.Quiet
	}
	return quiet >= t.b.o.Quiet
}

// pause waits, and ends early with the page or the run.
func pause(ctx context.Context, ended <-chan struct{}, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ended:
		return errSettled
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

var errSettled = errors.New("the verdict stands")

// evaluate runs a script in our own world of the main document, and makes that world
// where the document is new.
func (t *tab) evaluate(ctx context.Context, target *chromedp.Target, script string, into any) error {
	for try := 0; ; try++ {
		var err error
		if t.world == 0 {
			var w page.CreateIsolatedWorldResult
			w, err = cdp.Call(ctx, target, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: t.main(), WorldName: "assay"})
			t.world = w.ExecutionContextID
		}
		var res runtime.EvaluateResult
		if err == nil {
			res, err = cdp.Call(ctx, target, runtime.Evaluate, runtime.EvaluateParams{Expression: script, ContextID: t.world, ReturnByValue: new(true), Silent: new(true)})
		}
		var moved *cdproto.Error
		switch {
		case errors.As(err, &moved):
			if t.world = 0; try > 1 {
				return fmt.Errorf("%w: %w", errMoved, err)
			}
			continue
		case err != nil:
			return fmt.Errorf("look at the page: %w", err)
		case res.ExceptionDetails != nil:
			return fmt.Errorf("%w: %s", errMoved, res.ExceptionDetails.Text)
		}
		return json.Unmarshal(res.Result.Value, into)
	}
}

// take reads the document out and has it judged.
func (t *tab) take(ctx, calls context.Context, target *chromedp.Target) error {
	t.mu.Lock()
	settled := t.settled
	t.mu.Unlock()
	if settled {
		return nil
	}
	var taken struct {
		Length int    `json:"length"`
		URL    string `json:"url"`
	}
	if err := t.evaluate(calls, target, takeScript, &taken); err != nil {
		return err
	}
	large := func(n int) bool {
		if int64(n) <= t.b.o.MaxBody {
			return false
		}
		t.settle(web.Failed, web.ClassTooLarge, fmt.Sprintf("after its script ran, larger than the limit of %d bytes", t.b.o.MaxBody))
		return true
	}
	if large(taken.Length) {
		return nil
	}
	body := make([]byte, 0, taken.Length)
	for at := 0; at < taken.Length; {
		var got struct {
			To    int    `json:"to"`
			Piece string `json:"piece"`
		}
		if err := t.evaluate(calls, target, fmt.Sprintf("%s(%d, %d)", pieceScript, at, pieceSize), &got); err != nil {
			return err
		}
		if got.To <= at {
			return errMoved
		}
		body, at = append(body, got.Piece...), got.To
		if large(len(body)) {
			return nil
		}
	}
	t.mu.Lock()
	final := t.p.Final
	t.mu.Unlock()
	if at, err := web.Canonical(taken.URL); err == nil && at != final && !t.lead(ctx, at) {
		return nil // a script may change the address without asking for another page
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.takeLocked(body)
	return nil
}

// takeLocked has the client judge what was read. The lock is held.
func (t *tab) takeLocked(body []byte) {
	if t.settled {
		return
	}
	status, header := http.StatusOK, http.Header{}
	if a := t.answer; a != nil {
		status = int(a.Status)
		if status < 400 && !isHTML(a.MimeType) {
			t.settleLocked(web.Type, "", "its script leads to "+a.MimeType)
			return
		}
		// ETag and Last-Modified are of what the server sent: they say nothing of what
		// scripts load, so that they are not kept for conditional requests.
		for _, k := range []string{"X-Robots-Tag", "Retry-After"} {
			for name, v := range a.Headers {
				if s, ok := v.(string); ok && strings.EqualFold(name, k) {
					header.Set(k, s)
				}
			}
		}
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	t.b.o.Client.Rendered(t.p, status, header, body)
	t.end()
}

// lead takes the page to another address, through the gates of any redirect. It is
// false where one of them refuses.
func (t *tab) lead(ctx context.Context, to string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.p
	switch {
	case t.settled:
		return false
	case len(p.Redirects) >= t.b.o.Client.Options().MaxRedirects:
		t.settleLocked(web.Failed, web.ClassLoop, "more redirects than we follow")
		return false
	case t.leave != nil:
		t.leave()
		t.leave = nil
	}
	p.Redirects, p.Final = append(slices.Clip(p.Redirects), to), to
	asked := *p
	t.waiting++
	t.mu.Unlock()
	leave := t.b.o.Client.Enter(ctx, &asked, to, t.r.Prefixes)
	t.mu.Lock()
	t.waiting--
	t.leave, p.Robots = leave, asked.Robots
	if leave == nil {
		if !t.settled && ctx.Err() == nil {
			p.Verdict, p.Class, p.Reason = asked.Verdict, asked.Class, asked.Reason
			t.end()
		}
		return false
	}
	if t.r.Claim != nil {
		if of := t.r.Claim(to); of != "" {
			t.settleLocked(web.Duplicate, "", "redirects to it")
			p.Of = of
			return false
		}
	}
	return true
}
