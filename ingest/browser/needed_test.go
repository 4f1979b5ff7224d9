package browser

import (
	"io"
	"strings"
	"testing"

	"assay/ingest/web"
)

// Invariant (the web): What a page makes the browser say is bounded before it is read.
func TestMessagesAreBounded(t *testing.T) {
	long := strings.Repeat("x", maxMessage)
	var out strings.Builder
	if err := relay(&out, strings.NewReader("one\x00"+long+"\x00two\x00"+long)); err != io.EOF || out.String() != "one\x00two\x00" {
		t.Errorf("%v: %.200q", err, out.String())
	}
}

func TestSandboxIsNeverDroppedSilently(t *testing.T) {
	b := &Browser{o: Options{Flags: []string{"--no-sandbox"}}}
	if b.sandboxed() {
		t.Error("what a person says is not heard")
	}
	b = &Browser{}
	on := b.sandboxed()
	if given := strings.Contains(strings.Join(b.flags(), " "), "--no-sandbox"); given == on {
		t.Errorf("sandbox %v, flag %v", on, given)
	}
	b = &Browser{o: Options{Flags: []string{"--disable-features=none", "--proxy-server=direct://"}}}
	all := append(b.flags(), confine("127.0.0.1:1", "/tmp/x")...)
	last := map[string]string{}
	for _, f := range all {
		name, v, _ := strings.Cut(f, "=")
		last[name] = v
	}
	if last["--proxy-server"] != "http://127.0.0.1:1" || !strings.Contains(last["--disable-features"], "HttpsUpgrades") {
		t.Errorf("a person's flags loosen ours: %q", all)
	}
}

func TestBrowserOnlyWhereItIsNeeded(t *testing.T) {
	html := web.Header{ContentType: "text/html; charset=utf-8"}
	for _, c := range []struct {
		o    Options
		p    web.Page
		want bool
	}{
		{Options{}, web.Page{Verdict: web.Fetched, Header: html}, false},
		{Options{}, web.Page{Verdict: web.Shell}, true},
		{Options{}, web.Page{Verdict: web.LoginWall}, false},
		{Options{Profile: "p"}, web.Page{Verdict: web.LoginWall}, true},
		{Options{Profile: "p"}, web.Page{Verdict: web.Failed, Class: web.ClassForbidden}, true},
		{Options{Profile: "p"}, web.Page{Verdict: web.Denied}, false},
		{Options{Profile: "p"}, web.Page{Verdict: web.Denied, Redirects: []string{"http://sso/"}}, true},
		{Options{Profile: "p"}, web.Page{Verdict: web.Fetched, Header: html}, false},
		{Options{Profile: "p", Always: true}, web.Page{Verdict: web.Fetched, Header: html}, true},
		{Options{Profile: "p", Always: true}, web.Page{Verdict: web.Fetched, Header: web.Header{ContentType: "application/pdf"}}, false},
		{Options{Profile: "p", Always: true}, web.Page{Verdict: web.Robots}, false},
		{Options{Profile: "p", Always: true}, web.Page{Verdict: web.Gone}, false},
	} {
		if got := (&Browser{o: c.o}).needed(&c.p); got != c.want {
			t.Errorf("%+v, %s: %v", c.o, c.p.Verdict, got)
		}
	}
}

// Started is how many times a browser was started.
func (b *Browser) Started() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.starts
}
