package tool

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"assay/ingest/web"
)

// A door is a proxy for one use of a program. Every connection that the program wants
// is opened here: policy is asked about the host, and its address is looked at as it is
// connected to, so that redirects and a second look-up of a name change nothing. A
// password keeps other users of the machine out.
type door struct {
	c      *web.Client
	listen net.Listener
	server *http.Server
	plain  *http.Transport
	secret string

	mu    sync.Mutex
	no    *Failure // the first refusal
	conns map[net.Conn]bool
	shut  bool
}

func openDoor(c *web.Client) (*door, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a proxy for a program: %w", err)
	}
	d := &door{c: c, listen: l, secret: rand.Text(), conns: map[net.Conn]bool{}}
	d.plain = &http.Transport{DialContext: c.Dial, DisableCompression: true, ResponseHeaderTimeout: 2 * time.Minute, MaxResponseHeaderBytes: 256 << 10}
	d.server = &http.Server{Handler: d, ReadHeaderTimeout: time.Minute, MaxHeaderBytes: 256 << 10}
	go d.server.Serve(l)
	return d, nil
}

// Close ends all connections.
func (d *door) Close() {
	d.server.Close()
	d.plain.CloseIdleConnections()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shut = true
	for c := range d.conns {
		c.Close()
	}
}

// env makes a program go through the door.
func (d *door) env() []string {
	at := "http://assay:" + d.secret + "@" + d.listen.Addr().String()
	var env []string
	for _, name := range []string{"http_proxy", "https_proxy", "all_proxy"} {
		env = append(env, name+"="+at, strings.ToUpper(name)+"="+at)
	}
	return append(env, "no_proxy=", "NO_PROXY=", "NODE_USE_ENV_PROXY=1")
}

// refused is the first refusal since it was asked last, nil where there was none.
func (d *door) refused() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	no := d.no
	d.no = nil
	if no == nil {
		return nil
	}
	return no
}

func (d *door) refuse(f *Failure) *Failure {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.no == nil {
		d.no = f
	}
	return f
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user, pass, _ := parseProxyAuth(r.Header.Get("Proxy-Authorization"))
	if user != "assay" || subtle.ConstantTimeCompare([]byte(pass), []byte(d.secret)) != 1 {
		w.Header().Set("Proxy-Authenticate", `Basic realm="assay"`)
		http.Error(w, "not for you", http.StatusProxyAuthRequired)
		return
	}
	if r.Method == http.MethodConnect {
		d.connect(w, r)
		return
	}
	d.forward(w, r)
}

func parseProxyAuth(h string) (user, pass string, ok bool) {
	b, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(h, "Basic "))
	if err != nil {
		return "", "", false
	}
	return strings.Cut(string(b), ":")
}

// connect is the tunnel of HTTPS.
func (d *door) connect(w http.ResponseWriter, r *http.Request) {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		http.Error(w, "no host and port", http.StatusBadRequest)
		return
	}
	at := url.URL{Scheme: "https", Host: r.Host, Path: "/"}
	if port == "443" {
		at.Host = bracket(host)
	}
	if f := ask(d.c, at.String()); f != nil {
		http.Error(w, d.refuse(f).Reason, http.StatusForbidden)
		return
	}
	out, err := dial(r.Context(), d.c, r.Host)
	if err != nil {
		d.answer(w, err)
		return
	}
	defer out.Close()
	in, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer in.Close()
	if !d.hold(in, out) {
		return
	}
	defer d.drop(in, out)
	if _, err := io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	done := make(chan struct{}, 2)
	go func() { _, _ = io.Copy(out, buffered); closeWrite(out); done <- struct{}{} }()
	go func() { _, _ = io.Copy(in, out); closeWrite(in); done <- struct{}{} }()
	<-done
	<-done
}

func bracket(host string) string {
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}

func closeWrite(c net.Conn) {
	if t, ok := c.(interface{ CloseWrite() error }); ok {
		_ = t.CloseWrite()
	}
}

func (d *door) hold(conns ...net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range conns {
		d.conns[c] = true
	}
	return !d.shut
}

func (d *door) drop(conns ...net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range conns {
		delete(d.conns, c)
	}
}

// forward passes on a request in clear.
func (d *door) forward(w http.ResponseWriter, r *http.Request) {
	if r.URL.Scheme != "http" || r.URL.Host == "" {
		http.Error(w, "no address", http.StatusBadRequest)
		return
	}
	if f := ask(d.c, r.URL.String()); f != nil {
		http.Error(w, d.refuse(f).Reason, http.StatusForbidden)
		return
	}
	out := r.Clone(r.Context())
	out.RequestURI = ""
	for _, name := range []string{"Proxy-Authorization", "Proxy-Connection", "Connection", "Keep-Alive", "Te", "Trailer", "Upgrade"} {
		out.Header.Del(name)
	}
	resp, err := d.plain.RoundTrip(out)
	if err != nil {
		d.answer(w, err)
		return
	}
	defer resp.Body.Close()
	for name, values := range resp.Header {
		if name != "Connection" && name != "Keep-Alive" && name != "Transfer-Encoding" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(resp.StatusCode)
	if _, err := io.Copy(w, resp.Body); err != nil {
		panic(http.ErrAbortHandler) // a cut answer must look like one
	}
}

// answer tells a program why there is no connection.
func (d *door) answer(w http.ResponseWriter, err error) {
	var no *web.AddressError
	var f *Failure
	switch {
	case errors.As(err, &f):
		http.Error(w, d.refuse(f).Reason, http.StatusForbidden)
	case errors.As(err, &no):
		f = &Failure{Verdict: web.Denied, Reason: no.Error() + "; " + no.Hint()}
		http.Error(w, d.refuse(f).Reason, http.StatusForbidden)
	default:
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
