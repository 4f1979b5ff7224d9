package browser

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"assay/ingest/proxy"
	"assay/ingest/web"
)

const (
	// maxRequests is how many requests a page may send; a large application sends 200.
	maxRequests = 500
	// maxLeads is how often a page may ask for a main document, itself included.
	maxLeads = 20
)

// unneeded types of what a page loads hold no text.
var unneeded = map[network.ResourceType]bool{
	network.ResourceTypeImage: true, network.ResourceTypeMedia: true, network.ResourceTypeFont: true, network.ResourceTypeTextTrack: true,
	network.ResourceTypePrefetch: true, network.ResourceTypeManifest: true, network.ResourceTypePing: true, network.ResourceTypeCSPViolationReport: true,
	network.ResourceTypeSignedExchange: true,
}

// hear takes in what the browser tells of the tab. It must not wait.
func (t *tab) hear(ev any) {
	switch ev := ev.(type) {
	case *fetch.EventRequestPaused, *fetch.EventAuthRequired, *page.EventJavascriptDialogOpening:
		t.later(ev)
	case *target.EventTargetCreated:
		if ev.TargetInfo.OpenerID != "" {
			t.later(ev)
		}
	case *network.EventResponseReceived:
		if ev.Type == network.ResourceTypeDocument && ev.FrameID == t.main() {
			t.mu.Lock()
			t.answer = ev.Response
			t.mu.Unlock()
		}
	case *network.EventLoadingFinished:
		t.mu.Lock()
		delete(t.loading, ev.RequestID)
		t.mu.Unlock()
	case *network.EventLoadingFailed:
		t.mu.Lock()
		if ev.Type == network.ResourceTypeDocument && t.loading[ev.RequestID] && !ev.Canceled && t.leads > 1 {
			t.broke = ev.ErrorText
		}
		delete(t.loading, ev.RequestID)
		t.mu.Unlock()
	case *inspector.EventTargetCrashed:
		t.settle(web.Failed, web.ClassBrowser, "the page made the browser break down")
	}
}

// main is the id of the main frame, which is that of its tab.
func (t *tab) main() cdp.FrameID {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frame
}

// later leaves an event to answerAll.
func (t *tab) later(ev any) {
	select {
	case t.queue <- ev:
	default:
		t.settle(web.Failed, web.ClassTooLarge, "its script asks for more at once than we let through")
	}
}

// answerAll answers what the browser asks, one after the other.
func (t *tab) answerAll(ctx context.Context, tab *chromedp.Target) {
	for {
		select {
		case <-ctx.Done():
			return
		case ev := <-t.queue:
			switch ev := ev.(type) {
			case *fetch.EventRequestPaused:
				t.request(ctx, tab, ev)
			case *fetch.EventAuthRequired:
				// A server that asks for a password gets none, so that its answer is seen.
				r := fetch.AuthChallengeResponse{Response: fetch.AuthChallengeResponseResponseCancelAuth}
				if ev.AuthChallenge != nil && ev.AuthChallenge.Source == fetch.AuthChallengeSourceProxy {
					r = fetch.AuthChallengeResponse{Response: fetch.AuthChallengeResponseResponseProvideCredentials, Username: proxy.User, Password: t.s.proxy.Secret()}
				}
				cdp.Call(ctx, tab, fetch.ContinueWithAuth, fetch.ContinueWithAuthParams{RequestID: ev.RequestID, AuthChallengeResponse: &r})
			case *page.EventJavascriptDialogOpening:
				cdp.Call(ctx, tab, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false})
			case *target.EventTargetCreated:
				cdp.Call(ctx, chromedp.FromContext(t.s.root).Browser, target.CloseTarget, target.CloseTargetParams{TargetID: ev.TargetInfo.TargetID})
			}
		}
	}
}

// request decides on one request of the page. A main document may have to wait for its
// host's turn, and so does not hold up the others.
func (t *tab) request(ctx context.Context, tab *chromedp.Target, ev *fetch.EventRequestPaused) {
	if ev.ResourceType == network.ResourceTypeDocument && ev.FrameID == t.main() {
		t.work.Go(func() { t.pass(ctx, tab, ev, t.document(ctx, ev)) })
		return
	}
	t.pass(ctx, tab, ev, t.part(ev))
}

func (t *tab) pass(ctx context.Context, tab *chromedp.Target, ev *fetch.EventRequestPaused, ok bool) {
	if !ok {
		cdp.Call(ctx, tab, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
		return
	}
	t.mu.Lock()
	t.sent++
	if ev.NetworkID != "" {
		t.loading[ev.NetworkID] = true
	}
	t.mu.Unlock()
	cdp.Call(ctx, tab, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID})
}

// document reports whether a main document may be asked for.
func (t *tab) document(ctx context.Context, ev *fetch.EventRequestPaused) bool {
	to, err := web.Canonical(ev.Request.URL)
	if err != nil {
		t.settle(web.Denied, "", "its script leads to "+ev.Request.URL[:min(len(ev.Request.URL), 120)]+", which is no address of a page")
		return false
	}
	t.mu.Lock()
	t.leads++
	leads, same := t.leads, to == t.p.Final
	t.mu.Unlock()
	switch {
	case leads > maxLeads:
		t.settle(web.Failed, web.ClassLoop, "its script leads on and on")
		return false
	case ev.Request.Method != "GET" && t.b.o.Profile == "":
		t.settle(web.Denied, "", "its script sends a form, and we send none")
		return false
	case same:
		return true
	}
	return t.lead(ctx, to)
}

// part reports whether something that belongs to the page may be loaded.
func (t *tab) part(ev *fetch.EventRequestPaused) bool {
	if scheme, _, _ := strings.Cut(ev.Request.URL, ":"); scheme == "data" || scheme == "blob" {
		return true
	}
	at, err := proxy.PolicyURL(ev.Request.URL)
	if err != nil || unneeded[ev.ResourceType] {
		return false
	}
	// Frames within the page hold no text of it; logins use some.
	if ev.ResourceType == network.ResourceTypeDocument && t.b.o.Profile == "" {
		return false
	}
	if t.b.o.Client.Allow(at) != nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sent < maxRequests
}
