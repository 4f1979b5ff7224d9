package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"assay/ingest/proxy"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

const (
	// startLimit is for a busy machine with a cold disk; a second is usual.
	startLimit = 30 * time.Second
	// closeLimit is how long a browser with a profile may take to write it.
	closeLimit = 5 * time.Second
	// maxSaid is how much of what a browser prints at its start is kept.
	maxSaid = 16 << 10
)

// A session is one Chromium that runs.
type session struct {
	cmd   *exec.Cmd
	conn  *pipe
	proxy *proxy.Proxy
	temp  string        // its folder, where that is ours to remove
	gone  chan struct{} // closed when the process has ended
	said  *said
	root  context.Context // of chromedp
	end   context.CancelFunc
	agent string // its User-Agent with the client's
	once  sync.Once
}

// start starts Chromium and waits until it answers.
func start(ctx context.Context, o *Options, flags []string) (*session, error) {
	s := &session{gone: make(chan struct{}), said: &said{}}
	dir := o.Profile
	if dir == "" {
		temp, err := os.MkdirTemp("", "assay-browser-*")
		if err != nil {
			return nil, fmt.Errorf("start browser: %w", err)
		}
		s.temp, dir = temp, temp
	} else if err := free(dir); err != nil {
		return nil, fmt.Errorf("start browser: %w", err)
	}
	var err error
	if s.proxy, err = proxy.New(o.Client, 4*o.MaxBody); err == nil {
		s.cmd = exec.Command(o.Path, append(flags, confine(s.proxy.URL().Host, dir)...)...)
		err = s.run()
	}
	if err != nil {
		s.kill()
		return nil, fmt.Errorf("start browser: %w", err)
	}
	if err := s.meet(ctx, o.Client.Options().UserAgent); err != nil {
		s.kill()
		return nil, fmt.Errorf("start browser: %w", err)
	}
	return s, nil
}

// run starts the process and connects to it.
func (s *session) run() error {
	childR, w, err := os.Pipe()
	if err != nil {
		return err
	}
	r, childW, err := os.Pipe()
	if err != nil {
		childR.Close()
		w.Close()
		return err
	}
	s.conn = newPipe(r, w)
	s.cmd.Stdout, s.cmd.Stderr = s.said, s.said
	s.cmd.WaitDelay = time.Second // what it left behind may hold its output open
	group(s.cmd)
	inherit(s.cmd, childR, childW)
	started := make(chan error)
	go func() {
		// On Linux the browser is tied to the thread that starts it, which must
		// therefore live as long.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := s.cmd.Start()
		started <- err
		if err == nil {
			s.cmd.Wait()
			close(s.gone)
		}
	}()
	err = <-started
	childR.Close()
	childW.Close()
	if err != nil {
		s.cmd.Process = nil
		return err
	}
	return nil
}

// meet waits for the first answer.
func (s *session) meet(ctx context.Context, agent string) error {
	silent := func(string, ...any) {}
	root, cancel := chromedp.NewAllocatorContext(context.Background(), attached{s.conn})
	root, end := chromedp.NewContext(root, chromedp.WithBrowserOption(chromedp.WithBrowserLogf(silent), chromedp.WithBrowserErrorf(silent)))
	s.root, s.end = root, func() { cancel(); end() }
	type answer struct {
		v   browser.GetVersionResult
		err error
	}
	first := make(chan answer, 1)
	go func() {
		v, err := chromedp.CallBrowser(root, browser.GetVersion, cdp.Empty{})
		first <- answer{v, err}
	}()
	t := time.NewTimer(startLimit)
	defer t.Stop()
	select {
	case a := <-first:
		if a.err == nil {
			s.agent = a.v.UserAgent + " " + agent
			return nil
		}
		select {
		case <-s.gone: // which says more than a broken pipe
		case <-time.After(time.Second):
		}
		return s.said.explain(a.err)
	case <-s.gone:
		return s.said.explain(errors.New("it ended at once"))
	case <-t.C:
		return fmt.Errorf("no answer within %s", startLimit)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s *session) alive() bool {
	select {
	case <-s.gone:
		return false
	default:
		return s.root.Err() == nil
	}
}

// close ends the browser; gently, where it has something to write.
func (s *session) close(gently bool) error {
	if gently && s.alive() {
		// The id is one that chromedp, which counts from one, does not come to.
		if s.conn.Write(s.root, &cdproto.Message{ID: 1 << 30, Method: browser.CommandClose}) == nil {
			select {
			case <-s.gone:
			case <-time.After(closeLimit):
			}
		}
	}
	return s.kill()
}

// kill ends the browser with all its processes and removes what it left. It may be
// called at any time and more than once.
func (s *session) kill() (err error) {
	s.once.Do(func() {
		if s.cmd != nil && s.cmd.Process != nil {
			killGroup(s.cmd)
			<-s.gone
		}
		if s.conn != nil {
			s.conn.Close()
		}
		if s.end != nil {
			s.end()
		}
		if s.proxy != nil {
			s.proxy.Close()
		}
		if s.temp != "" {
			err = remove(s.temp)
		}
	})
	return err
}

// remove removes a folder in which processes that are being killed may still write.
func remove(dir string) error {
	var err error
	for range 50 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("remove the browser's folder: %w", err)
}

// said keeps the beginning of what a browser prints.
type said struct {
	mu  sync.Mutex
	buf []byte
}

var _ io.Writer = (*said)(nil)

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buf = append(s.buf, p[:min(len(p), maxSaid-len(s.buf))]...)
	return len(p), nil
}

// explain makes an error of what was printed, where that says why.
func (s *said) explain(err error) error {
	s.mu.Lock()
	text := string(s.buf)
	s.mu.Unlock()
	lower := strings.ToLower(text)
	switch {
	case strings.Contains(lower, "no usable sandbox"), strings.Contains(lower, "setuid sandbox"), strings.Contains(lower, "move to new namespace"), strings.Contains(lower, "without --no-sandbox"):
		return errors.New("its sandbox cannot work here; allow unprivileged user namespaces, or give --no-sandbox in ASSAY_CHROMIUM_FLAGS if you trust the container around it")
	case strings.Contains(lower, "profile appears to be in use"), strings.Contains(lower, "existing browser session"):
		return errors.New("its profile is in use by another browser; close that one")
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "FATAL") || strings.Contains(lower, "error while loading shared libraries") {
			return fmt.Errorf("it says: %s", strings.TrimSpace(line[:min(len(line), 300)]))
		}
	}
	return err
}
