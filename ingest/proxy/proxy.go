// Package proxy is the one way out for a program that connects by itself, such as a
// browser or git. It asks policy for each host, and opens connections as [web.Client]
// does, so that redirects and a second look-up of a name change nothing.
package proxy

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"

	"assay/ingest/web"
)

// User is the name that goes with the password.
const User = "assay"

// A Refusal is a host that was not let through, and why.
type Refusal struct {
	Host   string // with its port
	Reason string
}

// A Proxy listens on loopback. A password keeps other programs of the machine out, and
// while it is shut it lets nothing through.
type Proxy struct {
	client *web.Client
	limit  int64
	secret string
	ln     net.Listener
	server *http.Server
	out    *http.Transport
	plain  *httputil.ReverseProxy

	mu      sync.Mutex
	way     context.Context // over when the way is shut, with what was opened for it
	shut    context.CancelFunc
	came    int64
	refused []Refusal
}

// New starts a proxy that is shut; limit is how many bytes may come while it is open, 0
// for any number.
func New(c *web.Client, limit int64) (*Proxy, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a proxy: %w", err)
	}
	p := &Proxy{client: c, limit: limit, secret: rand.Text(), ln: ln}
	p.Open()
	p.Shut() // until something is read
	p.out = &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			return p.dial(ctx, network, address)
		}, DisableCompression: true, MaxIdleConnsPerHost: 2, IdleConnTimeout: 10 * time.Second,
		ResponseHeaderTimeout: 2 * time.Minute, MaxResponseHeaderBytes: 256 << 10,
	}
	p.plain = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.RawQuery = r.In.URL.RawQuery // which net/url may not be able to read
	}, Transport: p.out, FlushInterval: -1, ErrorHandler: p.fail}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: time.Minute, MaxHeaderBytes: 256 << 10}
	go p.server.Serve(ln)
	return p, nil
}

// URL is the proxy's address with its password.
func (p *Proxy) URL() *url.URL {
	return &url.URL{Scheme: "http", User: url.UserPassword(User, p.secret), Host: p.ln.Addr().String()}
}

// Secret is the password alone, for who is asked for it.
func (p *Proxy) Secret() string { return p.secret }

// Open opens the way, and forgets what was refused.
func (p *Proxy) Open() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.way, p.shut = context.WithCancel(context.Background())
	p.came, p.refused = 0, nil
}

// Shut closes the way, connections that are open included, and tells how many bytes came.
func (p *Proxy) Shut() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut()
	return p.came
}

// Close ends the proxy.
func (p *Proxy) Close() {
	p.Shut()
	p.server.Close()
	p.out.CloseIdleConnections()
}

// Refused is what was refused since it was asked last or the way was opened.
func (p *Proxy) Refused() []Refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	refused := p.refused
	p.refused = nil
	return refused
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	given := http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}
	if name, secret, _ := given.BasicAuth(); name != User || subtle.ConstantTimeCompare([]byte(secret), []byte(p.secret)) != 1 {
		w.Header().Set("Proxy-Authenticate", `Basic realm="assay"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	asked := []string{r.URL.String()}
	switch {
	case r.Method == http.MethodConnect: // which does not say what will be spoken
		asked = []string{"https://" + r.Host + "/", "http://" + r.Host + "/"}
	case r.URL.Scheme != "http" || r.URL.Host == "":
		http.Error(w, "no address", http.StatusBadRequest)
		return
	}
	for _, address := range asked {
		if err := p.allow(address); err != nil {
			p.refuse(r.Host, err.Error())
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
	}
	if r.Method == http.MethodConnect {
		p.tunnel(w, r)
		return
	}
	p.plain.ServeHTTP(w, r)
}

// allow asks policy.
func (p *Proxy) allow(address string) error {
	if p.opened().Err() != nil {
		return errors.New("nothing is being read")
	}
	at, err := PolicyURL(address)
	if err != nil {
		return err
	}
	if no := p.client.Allow(at); no != nil {
		return no
	}
	return nil
}

// PolicyURL is what policy is asked about: an address that is too long for one of a
// page stands for its site.
func PolicyURL(raw string) (string, error) {
	at, err := web.Canonical(raw)
	if err == nil {
		return at, nil
	}
	u, e := url.Parse(raw)
	if e != nil {
		return "", err
	}
	return web.Canonical((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/"}).String())
}

func (p *Proxy) refuse(host, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.refused) < 1000 {
		p.refused = append(p.refused, Refusal{host, reason})
	}
}

// dial opens a connection that counts what comes, and ends when the way is shut.
func (p *Proxy) dial(ctx context.Context, network, address string) (*outside, error) {
	c, err := p.client.Dial(ctx, network, address)
	if no, ok := errors.AsType[*web.Failure](err); ok {
		p.refuse(address, no.Reason)
	}
	if err != nil {
		return nil, err
	}
	return &outside{c, p, context.AfterFunc(p.opened(), func() { c.Close() })}, nil
}

func (p *Proxy) opened() context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.way
}

// outside is a connection that counts what comes.
type outside struct {
	net.Conn
	p    *Proxy
	free func() bool // from the end of the way
}

func (c *outside) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.p.mu.Lock()
	defer c.p.mu.Unlock()
	if c.p.came += int64(n); c.p.limit > 0 && c.p.came > c.p.limit {
		return 0, fmt.Errorf("more than %d bytes for one page", c.p.limit)
	}
	return n, err
}

func (c *outside) Close() error {
	c.free()
	return c.Conn.Close()
}

// tunnel passes on what both sides write, until both are done.
func (p *Proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	out, err := p.dial(r.Context(), "tcp", r.Host)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	defer out.Close()
	in, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer in.Close()
	defer context.AfterFunc(p.opened(), func() { in.Close() })()
	if _, err := io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { pass(out.Conn, buffered) })
	both.Go(func() { pass(in, out) })
	both.Wait()
}

// pass copies what comes and hands on its end.
func pass(to net.Conn, from io.Reader) {
	io.Copy(to, from)
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}

// fail tells a program why there is no connection.
func (p *Proxy) fail(w http.ResponseWriter, _ *http.Request, err error) {
	code := http.StatusBadGateway
	if _, ok := errors.AsType[*web.Failure](err); ok {
		code = http.StatusForbidden
	}
	http.Error(w, err.Error(), code)
}
