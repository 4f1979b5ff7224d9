package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"assay/ingest/proxy"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

const (
	// startLimit is for a busy machine with a cold disk; a second is usual.
	startLimit = 30 * time.Second
	// closeLimit is how long a browser with a profile may take to write it.
	closeLimit = 5 * time.Second
)

// A session is one Chromium that runs. chromedp starts it, talks to it over a pipe and
// removes its folder where that is not a profile.
type session struct {
	proxy *proxy.Proxy
	root  context.Context // of chromedp; over when the browser is gone
	end   func()
	agent string // its User-Agent with the client's
	once  sync.Once
}

// start starts Chromium and waits until it answers.
func start(ctx context.Context, o *Options, flags []string) (*session, error) {
	p, err := proxy.New(o.Client, 4*o.MaxBody)
	if err != nil {
		return nil, fmt.Errorf("start browser: %w", err)
	}
	// Of a flag that is given twice the last counts.
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(o.Path), chromedp.ModifyCmdFunc(group), chromedp.Flag("no-sandbox", false),
	}
	for _, f := range append(flags, confine(p.URL().Host, o.Profile)...) {
		name, value, with := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if options = append(options, chromedp.Flag(name, value)); !with {
			options = append(options, chromedp.Flag(name, true))
		}
	}
	silent := func(string, ...any) {}
	allocator, gone := chromedp.NewExecAllocator(context.Background(), options...)
	root, cancel := chromedp.NewContext(allocator,
		chromedp.WithBrowserOption(chromedp.WithBrowserLogf(silent), chromedp.WithBrowserErrorf(silent)))
	s := &session{proxy: p, root: root, end: func() { cancel(); gone() }}
	if err := s.meet(ctx, o.Client.Options().UserAgent); err != nil {
		s.kill()
		return nil, fmt.Errorf("start browser: %w", err)
	}
	return s, nil
}

// meet waits for the first answer.
func (s *session) meet(ctx context.Context, agent string) error {
	first := make(chan error, 1)
	go func() {
		v, err := chromedp.CallBrowser(s.root, browser.GetVersion, cdp.Empty{})
		s.agent = v.UserAgent + " " + agent
		first <- err
	}()
	select {
	case err := <-first:
		return explain(err)
	case <-time.After(startLimit):
		return fmt.Errorf("no answer within %s", startLimit)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s *session) alive() bool { return s.root.Err() == nil }

// pid is that of the browser, and of its group of processes.
func (s *session) pid() int { return chromedp.FromContext(s.root).Browser.Process().Pid }

// close ends the browser; gently, where it has something to write.
func (s *session) close(gently bool) {
	if gently && s.alive() {
		limited, cancel := context.WithTimeout(s.root, closeLimit)
		defer cancel()
		chromedp.Cancel(limited)
	}
	s.kill()
}

// kill ends the browser with all its processes and waits until it is gone. It may be
// called at any time and more than once.
func (s *session) kill() {
	s.once.Do(func() {
		s.end()
		s.proxy.Close()
	})
}

// explain makes an error of what Chromium printed, where that says why it did not start.
func explain(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	lower := strings.ToLower(text)
	switch {
	case strings.Contains(lower, "no usable sandbox"), strings.Contains(lower, "setuid sandbox"),
		strings.Contains(lower, "move to new namespace"), strings.Contains(lower, "without --no-sandbox"):
		return errors.New("its sandbox cannot work here; allow unprivileged user namespaces, or give --no-sandbox in ASSAY_CHROMIUM_FLAGS if you trust the container around it")
	case strings.Contains(lower, "profile appears to be in use"), strings.Contains(lower, "existing browser session"), strings.Contains(lower, "singletonlock: file exists"):
		return errors.New("its profile is in use by another browser; close that one, or remove SingletonLock from the folder where none runs")
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, "FATAL") || strings.Contains(line, "error while loading shared libraries") {
			text = "it says: " + line
			break
		}
	}
	return errors.New(strings.TrimSpace(text[:min(len(text), 300)]))
}
