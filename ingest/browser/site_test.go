package browser

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/ingest/web"
)

// chromium finds the browser that the tests run; CI has one.
func chromium(t *testing.T) string {
	t.Helper()
	path, ok := Find(os.Getenv, exec.LookPath)
	if !ok {
		if os.Getenv("CI") != "" {
			t.Fatal("no Chromium is installed")
		}
		t.Skip("no Chromium is installed: on Debian, apt-get install chromium")
	}
	return path
}

const shell = `<!DOCTYPE html><html><head><title>App</title></head><body><div id="root"></div>%s</body></html>`

const filler = "Green tea is steamed or pan-fired soon after it was picked, which stops the leaf from going brown, and then it is rolled and dried by hand or by machine until it keeps. "

// A site is a server that notes what it was asked for.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	agent string
}

func serve(t *testing.T, pages map[string]string) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.URL.Path)
		s.agent = r.UserAgent()
		s.mu.Unlock()
		body, ok := pages[r.URL.Path]
		switch {
		case !ok:
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, "<h1>no such page</h1>")
			return
		case strings.HasSuffix(r.URL.Path, ".json"):
			w.Header().Set("Content-Type", "application/json")
		case strings.HasSuffix(r.URL.Path, ".js"):
			w.Header().Set("Content-Type", "text/javascript")
		case strings.HasSuffix(r.URL.Path, ".txt"):
			w.Header().Set("Content-Type", "text/plain")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) saw(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.asked {
		if p == path {
			return true
		}
	}
	return false
}

// at gives an address of the site under another name.
func (s *site) at(host, path string) string {
	u, _ := url.Parse(s.URL)
	return "http://" + net.JoinHostPort(host, u.Port()) + path
}

func browse(t *testing.T, o Options, w web.Options) *Browser {
	t.Helper()
	if w.AllowPrivateHosts == nil {
		w.AllowPrivateHosts = []string{"127.0.0.1"}
	}
	w.Retries = -1
	if o.Quiet == 0 {
		o.Quiet = 150 * time.Millisecond
	}
	o.Client = web.NewClient(w)
	if o.Path == "" {
		o.Path = chromium(t)
	}
	b := New(o)
	t.Cleanup(func() {
		b.Close()
		o.Client.Close()
	})
	return b
}

func script(js string) string { return fmt.Sprintf(shell, "<script>"+js+"</script>") }

func show(text string) string {
	return `document.getElementById("root").innerHTML = "<h1>Tea</h1><p>" + ` + text + ` + "</p>";`
}
