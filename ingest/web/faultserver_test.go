package web

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A site is a web server on loopback that counts what it is asked.
type site struct {
	*httptest.Server
	mux *http.ServeMux

	mu     sync.Mutex
	hits   map[string]int // by path and query
	agents map[string]int
	times  []time.Time
	open   int           // requests under way
	most   int           // at a time
	slow   time.Duration // pause before every answer
}

func newSite(t *testing.T) *site {
	s := &site{mux: http.NewServeMux(), hits: map[string]int{}, agents: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.hits[r.URL.RequestURI()]++
		s.agents[r.UserAgent()]++
		s.times = append(s.times, time.Now())
		s.open++
		s.most = max(s.most, s.open)
		s.mu.Unlock()
		defer func() {
			s.mu.Lock()
			s.open--
			s.mu.Unlock()
		}()
		time.Sleep(s.slow)
		s.mux.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hits[path]
}

// page serves a page with enough text to be content, and links.
func (s *site) page(path, title string, links ...string) {
	s.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) { writePage(w, title, links...) })
}

func writePage(w http.ResponseWriter, title string, links ...string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!doctype html><title>%s</title><h1>%s</h1><p>%s is about %s.", title, title, title, strings.Repeat("real words that say something ", 30))
	for _, l := range links {
		fmt.Fprintf(w, "<a href=\"%s\">x</a>\n", l)
	}
}

// cut answers with raw bytes and breaks the connection as told.
func (s *site) raw(path string, reset bool, answer string) {
	s.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		io.WriteString(conn, answer)
		if reset {
			conn.(*net.TCPConn).SetLinger(0)
		}
		conn.Close()
	})
}

func (s *site) html(path, body string) {
	s.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, body)
	})
}

func bomb(size int) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	zeros := make([]byte, 1<<20)
	for range size >> 20 {
		z.Write(zeros)
	}
	z.Close()
	return b.Bytes()
}

// faults adds every fault to a site, and gives the verdict that each must meet.
func (s *site) faults(t *testing.T) map[string]string {
	want := map[string]string{}
	on := func(path, verdict string, h http.HandlerFunc) {
		want[path] = verdict
		if h != nil {
			s.mux.HandleFunc(path, h)
		}
	}
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	status := func(n int) http.HandlerFunc { return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(n) } }
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop) })
	stall := func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}

	on("/f/good", "fetched", func(w http.ResponseWriter, r *http.Request) { writePage(w, "Good") })
	on("/f/slow", "fetched", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(50 * time.Millisecond)
		writePage(w, "Slow")
	})
	on("/f/stall-head", "error timeout", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	})
	on("/f/stall-body", "error timeout", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "<p>half")
		stall(w, r)
	})
	on("/f/drip", "error timeout", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	})
	on("/f/reset", "error reset", nil)
	s.raw("/f/reset", true, "")
	on("/f/reset-body", "error reset", nil)
	s.raw("/f/reset-body", true, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n<p>half")
	on("/f/short", "error truncated", nil)
	s.raw("/f/short", false, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n<p>half")
	on("/f/long", "fetched", nil)
	s.raw("/f/long", false, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 7\r\n\r\n<p>half of it was promised")
	on("/f/noise", "error protocol", nil)
	s.raw("/f/noise", false, "SSH-2.0-OpenSSH_9.2\r\n")
	on("/f/charset", "fetched", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, "<title>Caf\xe9</title><p>\xe9\xe8 is Latin-1 whatever the header says")
	})
	on("/f/big", "error too-large", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for range 1000 { // unless it is stopped, 62 MiB
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				return
			}
		}
	})
	on("/f/big-said", "error too-large", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "9000000000")
	})
	boom := bomb(64 << 20)
	on("/f/bomb", "error bomb", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(boom)
	})
	on("/f/bomb-twice", "error encoding", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip, gzip")
		w.Write(boom)
	})
	on("/f/gzip", "fetched", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(zipped("<p>" + strings.Repeat("packed but honest ", 100)))
	})
	on("/f/gzip-lie", "error encoding", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "this is not packed at all")
	})
	on("/f/gzip-torn", "error truncated", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "text/html")
		z := zipped(strings.Repeat("packed but not whole ", 100))
		w.Write(z[:len(z)-12])
	})
	on("/f/brotli", "error encoding", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "br")
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "x")
	})
	on("/f/loop", "error redirects", redirect("/f/loop2"))
	on("/f/loop2", "error redirects", redirect("/f/loop"))
	on("/f/self", "error redirects", redirect("/f/self"))
	on("/f/endless", "error redirects", nil)
	s.mux.HandleFunc("/f/endless", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("n"))
		http.Redirect(w, r, fmt.Sprintf("/f/endless?n=%d", n+1), http.StatusMovedPermanently)
	})
	on("/f/to-loopback", "policy", redirect("http://localhost:1/"))
	on("/f/to-metadata", "policy", redirect("http://169.254.169.254/latest/meta-data/"))
	on("/f/to-mapped", "policy", redirect("http://[::ffff:10.0.0.1]/"))
	on("/f/to-denied", "policy", redirect("https://denied.example/x"))
	on("/f/to-file", "error url", redirect("file:///etc/passwd"))
	on("/f/to-secret", "error url", redirect("http://user:secret@example.org/"))
	on("/f/location-none", "error status", status(http.StatusFound))
	on("/f/moved", "fetched", redirect("/f/moved-here"))
	s.page("/f/moved-here", "Moved")
	on("/f/404", "gone", status(404))
	on("/f/410", "gone", status(410))
	on("/f/401", "login-wall", status(401))
	on("/f/403", "error forbidden", status(403))
	on("/f/451", "error forbidden", status(451))
	on("/f/418", "error status", status(418))
	on("/f/500", "error server", status(500))
	on("/f/503", "error throttled", status(503))
	on("/f/204", "error status", status(204))
	on("/f/304", "error status", status(304))
	on("/f/empty", "soft-404", func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Content-Type", "text/html") })
	on("/f/image", "type", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		io.WriteString(w, "\x89PNG\r\n\x1a\n")
	})
	on("/f/image-lie", "type", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	})
	on("/f/zip-lie", "type", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "PK\x03\x04\x14\x00\x00\x00")
	})
	on("/f/soft", "soft-404", nil)
	s.html("/f/soft", "<title>Page not found – Example</title><nav>Home About</nav><h1>Oops</h1><p>The page you were looking for does not exist.")
	on("/f/soft-ja", "soft-404", nil)
	s.html("/f/soft-ja", "<title>ページが見つかりません</title><p>お探しのページが見つかりません。")
	on("/f/soft-redirect", "soft-404", redirect("/f/errors/404.html"))
	s.html("/f/errors/404.html", "<title>Example</title><p>Nothing here.")
	on("/f/about-404", "fetched", nil)
	s.html("/f/about-404", "<title>404 Not Found - HTTP | Reference</title><h1>404 Not Found</h1><p>"+strings.Repeat("The status code tells that a server found nothing for the address. ", 20))
	on("/f/consent", "consent-wall", nil)
	s.html("/f/consent", "<title>Before you continue</title><h1>We value your privacy</h1><p>We and our partners use cookies.<form><button>Accept all</button><button>Reject all</button></form>")
	on("/f/consent-redirect", "consent-wall", redirect("/f/consent/"))
	s.html("/f/consent/", "<p>Choose.")
	on("/f/cookie-banner", "fetched", nil)
	s.html("/f/cookie-banner", "<title>Guide</title><div>We use cookies. We value your privacy <button>Accept all</button></div><h1>Guide</h1><p>"+strings.Repeat("There is a whole article below the banner. ", 40))
	on("/f/login", "login-wall", nil)
	s.html("/f/login", "<title>Sign in to Example</title><form><input name=u><input type=password></form>")
	on("/f/login-redirect", "login-wall", redirect("/f/accounts/login/?next=/f/login-redirect"))
	s.html("/f/accounts/login/", "<title>Example</title><form><input type=password></form>")
	on("/f/with-login", "fetched", nil)
	s.html("/f/with-login", "<title>Forum: how to log in</title><form><input type=password></form><p>"+strings.Repeat("A thread with plenty of answers in it. ", 40))
	on("/f/private", "robots", func(w http.ResponseWriter, r *http.Request) { t.Error("robots.txt was not obeyed") })
	s.html("/robots.txt", "User-agent: assay\nDisallow: /f/private\n")
	return want
}
