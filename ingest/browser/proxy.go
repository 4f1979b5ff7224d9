package browser

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"assay/ingest/web"
)

// user is the name that goes with the secret.
const user = "assay"

// A proxy is the one way out that Chromium has. It dials as the client does, so that
// no private address is reached that is not named, and asks policy for every host.
// While no page is rendered, it lets nothing through.
type proxy struct {
	client *web.Client
	secret string
	limit  int64 // bytes of a page with all that it loads
	ln     net.Listener
	server *http.Server
	out    *http.Transport

	mu      sync.Mutex
	open    bool
	came    int64
	refused map[string]string // why, by host and port
	conns   map[net.Conn]bool // to the outside
}

func newProxy(c *web.Client, limit int64) (*proxy, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open proxy: %w", err)
	}
	p := &proxy{client: c, secret: rand.Text(), limit: limit, ln: ln, refused: map[string]string{}, conns: map[net.Conn]bool{}}
	p.out = &http.Transport{
		DialContext: p.dial, DisableCompression: true, MaxIdleConnsPerHost: 2, IdleConnTimeout: 10 * time.Second,
		ResponseHeaderTimeout: c.Options().Timeout, MaxResponseHeaderBytes: 256 << 10,
	}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 256 << 10}
	go p.server.Serve(ln)
	return p, nil
}

func (p *proxy) address() string { return p.ln.Addr().String() }

func (p *proxy) close() {
	p.shut()
	p.server.Close()
	p.out.CloseIdleConnections()
}

// admit opens the way for a page.
func (p *proxy) admit() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open, p.came = true, 0
	clear(p.refused)
}

// shut closes the way, connections that are open included, and tells what came through.
func (p *proxy) shut() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = false
	for c := range p.conns {
		c.Close()
	}
	clear(p.conns)
	return p.came
}

// why gives the reason for which a host was refused, "" for one that was not.
func (p *proxy) why(host string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused[host]
}

func (p *proxy) refuse(host string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.refused) < 1000 {
		p.refused[host] = err.Error()
	}
}

// ask asks policy.
func (p *proxy) ask(address string) error {
	p.mu.Lock()
	open := p.open
	p.mu.Unlock()
	if !open {
		return fmt.Errorf("nothing is being read")
	}
	at, err := policyURL(address)
	if err != nil {
		return err
	}
	if allow := p.client.Options().Allow; allow != nil {
		return allow(at)
	}
	return nil
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !p.knows(r) {
		w.Header().Set("Proxy-Authenticate", `Basic realm="assay"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	ask := []string{r.URL.String()}
	if r.Method == http.MethodConnect { // which does not say what will be spoken
		ask = []string{"https://" + r.Host + "/", "http://" + r.Host + "/"}
	}
	for _, address := range ask {
		if err := p.ask(address); err != nil {
			p.refuse(r.Host, err)
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
	}
	if r.Method == http.MethodConnect {
		p.tunnel(w, r)
		return
	}
	p.forward(w, r)
}

// knows tells our browser from other programs of this machine.
func (p *proxy) knows(r *http.Request) bool {
	given := http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}
	name, secret, _ := given.BasicAuth()
	return name == user && subtle.ConstantTimeCompare([]byte(secret), []byte(p.secret)) == 1
}

// dial opens a connection that counts what comes, and ends with the page.
func (p *proxy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := p.client.Dial(ctx, network, address)
	if err != nil {
		p.refuse(address, err)
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open {
		c.Close()
		return nil, net.ErrClosed
	}
	p.conns[c] = true
	return &counted{c, p}, nil
}

type counted struct {
	net.Conn
	p *proxy
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.p.mu.Lock()
	c.p.came += int64(n)
	over := c.p.came > c.p.limit
	c.p.mu.Unlock()
	if over {
		return 0, fmt.Errorf("more than %d bytes for one page", c.p.limit)
	}
	return n, err
}

func (c *counted) Close() error {
	c.p.mu.Lock()
	delete(c.p.conns, c.Conn)
	c.p.mu.Unlock()
	return c.Conn.Close()
}

func (p *proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), p.client.Options().Timeout)
	defer cancel()
	out, err := p.dial(ctx, "tcp", r.Host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer out.Close()
	in, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer in.Close()
	if _, err := io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	done := make(chan struct{}, 2)
	go func() {
		io.Copy(out, io.MultiReader(io.LimitReader(buffered, int64(buffered.Reader.Buffered())), in))
		done <- struct{}{}
	}()
	go func() {
		io.Copy(in, out)
		done <- struct{}{}
	}()
	<-done
}

// ofConnection are headers that are for the next hop alone (RFC 9110 §7.6.1).
var ofConnection = []string{"Connection", "Proxy-Connection", "Proxy-Authorization", "Proxy-Authenticate", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

func (p *proxy) forward(w http.ResponseWriter, r *http.Request) {
	out := r.Clone(r.Context())
	out.RequestURI = ""
	for _, h := range ofConnection {
		out.Header.Del(h)
	}
	resp, err := p.out.RoundTrip(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	for _, h := range ofConnection {
		resp.Header.Del(h)
	}
	for k, v := range resp.Header {
		w.Header()[k] = v
	}
	w.WriteHeader(resp.StatusCode)
	if _, err := io.Copy(flushing{w}, resp.Body); err != nil {
		panic(http.ErrAbortHandler) // so that the browser sees that it is cut off
	}
}

// flushing passes on what comes as it comes: a stream of events has no end.
type flushing struct{ w http.ResponseWriter }

func (f flushing) Write(b []byte) (int, error) {
	n, err := f.w.Write(b)
	if err == nil {
		err = http.NewResponseController(f.w).Flush()
	}
	return n, err
}
