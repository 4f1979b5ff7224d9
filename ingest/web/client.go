package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/text"
)

// Options bound what a [Client] does. The zero value is polite but for the pause:
// Delay is taken as it is.
type Options struct {
	UserAgent         string // "name/version (+URL)"; "assay" where empty
	Delay             time.Duration
	Timeout           time.Duration // of one request, from dialling to the last byte; 30 s where 0
	MaxBody           int64         // bytes, before and after decompression; 20 MiB where 0
	MaxRedirects      int           // 10 where 0
	Retries           int           // after a failure that may pass; 2 where 0, none where negative
	MaxWait           time.Duration // longest Retry-After that is waited for; 2 min where 0
	AllowPrivateHosts []string      // host, host:port, *.host
	Allow             func(url string) error

	Now   func() time.Time                           // time.Now where nil
	Sleep func(context.Context, time.Duration) error // the real one where nil
}

// A Client fetches pages politely: one request at a time to a host, a pause between
// them, robots.txt obeyed, nothing outside the public internet unless it is named.
// It keeps no cookies. It is safe for concurrent use; hosts do not wait for each other.
type Client struct {
	o       Options
	guard   *guard
	product string
	http    *http.Client

	mu    sync.Mutex
	lanes map[string]*lane        // by host and port
	files map[string]*robotsEntry // by site
}

// NewClient makes a client.
func NewClient(o Options) *Client {
	o.UserAgent = cmp.Or(o.UserAgent, "assay")
	o.Timeout = cmp.Or(max(o.Timeout, 0), 30*time.Second)
	o.MaxBody = cmp.Or(max(o.MaxBody, 0), 20<<20)
	o.MaxRedirects = cmp.Or(max(o.MaxRedirects, 0), 10)
	o.Retries = cmp.Or(o.Retries, 2)
	o.MaxWait = cmp.Or(max(o.MaxWait, 0), 2*time.Minute)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = Pause
	}
	g := newGuard(o.AllowPrivateHosts, o.Timeout)
	return &Client{
		o:       o,
		guard:   g,
		product: productToken(o.UserAgent),
		lanes:   map[string]*lane{},
		files:   map[string]*robotsEntry{},
		http: &http.Client{
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			// No proxy: behind one, the address check would see the proxy alone.
			Transport: &http.Transport{
				DialContext:            g.dial,
				DisableCompression:     true, // the limits of readBody must see both sizes
				ForceAttemptHTTP2:      true,
				MaxConnsPerHost:        1,
				MaxIdleConnsPerHost:    1,
				MaxIdleConns:           64,
				IdleConnTimeout:        time.Minute,
				TLSHandshakeTimeout:    o.Timeout,
				MaxResponseHeaderBytes: 256 << 10,
			},
		},
	}
}

// Close drops idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Options are those that the client was made with, defaults filled in.
func (c *Client) Options() Options { return c.o }

// Dial opens a connection as the client does: to the public internet, or to hosts
// that were named. It is for what connects by itself, such as a browser.
func (c *Client) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	return c.guard.dial(ctx, network, address)
}

func (c *Client) now() time.Time { return c.o.Now() }

// Allow asks policy: nil where it lets an address be read.
func (c *Client) Allow(url string) *Failure {
	if c.o.Allow == nil {
		return nil
	}
	if err := c.o.Allow(url); err != nil {
		return &Failure{Verdict: Denied, Reason: err.Error()}
	}
	return nil
}

func (c *Client) lane(canonical string) *lane {
	host, _, _ := strings.Cut(dropScheme(canonical), "/")
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.lanes[host]
	if l == nil {
		l = &lane{turn: make(chan struct{}, 1), delay: c.o.Delay}
		c.lanes[host] = l
	}
	return l
}

// A reply is one answer of a server, body included.
type reply struct {
	status int
	header http.Header
	body   []byte
	wire   int64 // bytes of the body as sent
}

// ask is what an exchange may send and take.
type ask struct {
	etag, modified string
	accept         string
	header         http.Header
	post           []byte // a body
	limit          int64
	any            bool // take a body of any type
	cut            bool // take the beginning of a body that is too large
	said           bool // keep the beginning of what a failure says
	requests       *int // counts what was sent
}

// exchange sends one request and tries again where that may help. Redirects are
// replies. A failure with a status of the server still has its reply.
func (c *Client) exchange(ctx context.Context, url string, a ask) (*reply, *Failure) {
	l := c.lane(url)
	for try := 0; ; try++ {
		r, fail := c.once(ctx, l, url, a)
		if fail == nil || !fail.retry {
			l.settle(fail, c.now())
			return r, fail
		}
		wait := max(fail.after, backoff(url, try))
		if fail.after > c.o.MaxWait {
			fail.Reason += ", and asks to wait " + fail.after.String()
			l.shut(c.now().Add(fail.after), "the host answered "+fail.Reason)
			return r, fail
		}
		if try >= c.o.Retries {
			l.hold(c.now().Add(wait))
			l.settle(fail, c.now())
			fail.Reason += fmt.Sprintf(" (%d tries)", try+1)
			return r, fail
		}
		l.hold(c.now().Add(wait))
	}
}

// once sends one request.
func (c *Client) once(ctx context.Context, l *lane, url string, a ask) (*reply, *Failure) {
	leave, fail := l.enter(ctx, c)
	if fail != nil {
		return nil, fail
	}
	defer leave()
	limited, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	method := http.MethodGet
	if a.post != nil {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(limited, method, url, bytes.NewReader(a.post))
	if err != nil {
		return nil, &Failure{Class: ClassURL, Reason: last(err)}
	}
	maps.Copy(req.Header, a.header)
	req.Header.Set("User-Agent", c.o.UserAgent)
	req.Header.Set("Accept", a.accept)
	req.Header.Set("Accept-Encoding", "gzip")
	req.Header.Set("Accept-Language", "en, *;q=0.5")
	if a.etag != "" {
		req.Header.Set("If-None-Match", a.etag)
	}
	if a.modified != "" {
		req.Header.Set("If-Modified-Since", a.modified)
	}
	if a.requests != nil {
		*a.requests++
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, classify(ctx, err, c.o.Timeout)
	}
	defer resp.Body.Close()
	r := &reply{status: resp.StatusCode, header: resp.Header}
	if isRedirect(r.status, r.header) || resp.StatusCode == http.StatusNotModified {
		return r, nil
	}
	if fail := ofStatus(resp.StatusCode, resp.Header, c.now()); fail != nil {
		if a.said {
			r.body, _, _, _ = readBody(resp, maxSaid, true)
		}
		return r, fail
	}
	if m := mediaType(resp.Header.Get("Content-Type")); !a.any && m != "" && m != "application/octet-stream" && (!matchesAny(textual, m) || matchesAny(unread, m)) {
		return r, &Failure{Verdict: Type, Reason: "the server says " + text.Clip(m, maxShown)}
	}
	if r.body, r.wire, fail, err = readBody(resp, a.limit, a.cut); err != nil {
		fail = classify(ctx, err, c.o.Timeout)
	}
	return r, fail
}

// maxSaid is how much is kept of what a failure says.
const maxSaid = 64 << 10

func isRedirect(status int, h http.Header) bool {
	return slices.Contains([]int{301, 302, 303, 307, 308}, status) && h.Get("Location") != ""
}

// location is the canonical target of a redirect, "" where the reply is none.
func (r *reply) location(from string) (string, *Failure) {
	if !isRedirect(r.status, r.header) {
		return "", nil
	}
	base, err := url.Parse(from)
	if err == nil {
		var to string
		if to, err = resolve(base, r.header.Get("Location")); err == nil {
			return to, nil
		}
	}
	return "", &Failure{Class: ClassURL, Reason: "redirect: " + err.Error()}
}
