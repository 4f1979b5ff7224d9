package proxy

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"assay/ingest/web"
)

func TestKnowsItsProgram(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer s.Close()
	p, err := New(web.NewClient(web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	get := func(u *url.Userinfo) int {
		c := http.Client{Transport: &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: p.URL().Host, User: u})}}
		resp, err := c.Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if code := get(url.UserPassword(User, p.Secret())); code != http.StatusForbidden {
		t.Errorf("while nothing is read: %d", code)
	}
	p.Open()
	if code := get(url.UserPassword(User, p.Secret())); code != http.StatusOK {
		t.Errorf("with the secret: %d", code)
	}
	for _, u := range []*url.Userinfo{nil, url.UserPassword(User, ""), url.UserPassword(User, "x")} {
		if code := get(u); code != http.StatusProxyAuthRequired {
			t.Errorf("with %v: %d", u, code)
		}
	}
}

// A program hears of a host that policy or its address forbids, in clear and by a
// tunnel, and whoever started it is told the first.
func TestRefuses(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(r.URL.RawQuery)) }))
	defer s.Close()
	host := strings.TrimPrefix(s.URL, "https://")
	for _, x := range []struct {
		o    web.Options
		want string
	}{
		{web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}, ""},
		{web.Options{}, "name \"127.0.0.1\" in crawl.allow_private_hosts"},
		{web.Options{AllowPrivateHosts: []string{"127.0.0.1"}, Allow: func(string) error { return errors.New("denied by the policy") }}, "denied by the policy"},
	} {
		p, err := New(web.NewClient(x.o), 0)
		if err != nil {
			t.Fatal(err)
		}
		p.Open()
		tr := s.Client().Transport.(*http.Transport).Clone()
		tr.Proxy = http.ProxyURL(p.URL())
		for _, at := range []string{s.URL + "/?a;b", "http://" + host + "/?a;b"} {
			resp, err := (&http.Client{Transport: tr}).Get(at)
			if err == nil {
				resp.Body.Close()
			}
			no := p.Refused()
			if x.want == "" {
				if len(no) > 0 || err != nil {
					t.Errorf("%s: %v %v", at, no, err)
				}
			} else if len(no) == 0 || no[0].Host != host || !strings.Contains(no[0].Reason, x.want) {
				t.Errorf("%s: %v, want %q", at, no, x.want)
			}
		}
		tr.CloseIdleConnections()
		p.Close()
	}
}

// What one page may load has an end, and so have its connections.
func TestLimit(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(make([]byte, 1<<20)) }))
	defer s.Close()
	p, err := New(web.NewClient(web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}), 100<<10)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.Open()
	c := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(p.URL()), DisableKeepAlives: true}}
	resp, err := c.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if n, err := io.Copy(io.Discard, resp.Body); err == nil || n > 100<<10 {
		t.Errorf("%d bytes came: %v", n, err)
	}
	if n := p.Shut(); n < 100<<10 {
		t.Errorf("%d bytes counted", n)
	}
}
