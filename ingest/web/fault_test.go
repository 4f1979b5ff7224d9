package web

import (
	"context"
	"errors"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// quick is a client for tests: no pause, short limits, pauses noted and not waited.
func quick(o Options) Options {
	o.UserAgent = "assay/test (+https://example.org/assay)"
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.AllowPrivateHosts == nil {
		o.AllowPrivateHosts = []string{"127.0.0.1"}
	}
	if o.Sleep == nil {
		o.Sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	}
	return o
}

func verdictOf(p Page) string { return strings.TrimSpace(string(p.Verdict) + " " + string(p.Class)) }

// Invariant (the web): Every fault of a server meets its documented verdict, in bounded
// memory. See also TestMemoryStaysSmall.
func TestEveryFaultMeetsItsVerdict(t *testing.T) {
	s := newSite(t)
	want := s.faults(t)
	for path, verdict := range want {
		// A client of its own: five failures in a row would close the host.
		c := NewClient(quick(Options{Timeout: 300 * time.Millisecond, MaxBody: 5 << 20, Retries: 1, Allow: func(u string) error {
			if x, _ := url.Parse(u); x.Hostname() == "denied.example" {
				return errors.New("denied.example is denied")
			}
			return nil
		}}))
		p := c.Fetch(t.Context(), Request{URL: s.URL + path})
		c.Close()
		if verdictOf(p) != verdict {
			t.Errorf("%s: %s (%s), want %s", path, verdictOf(p), p.Reason, verdict)
		}
		if p.Verdict != Fetched && (p.Reason == "" || p.Body != nil) {
			t.Errorf("%s: no reason, or a body that is no evidence: %+v", path, p)
		}
		if p.Verdict == Fetched && len(p.Body) == 0 {
			t.Errorf("%s: fetched without a body", path)
		}
		if strings.Contains(p.Reason, "secret") {
			t.Errorf("%s: the reason shows a password: %s", path, p.Reason)
		}
		if p.Class != "" && p.Verdict != Failed {
			t.Errorf("%s: verdict %s with class %s", path, p.Verdict, p.Class)
		}
	}
	if n := s.count("/f/500"); n != 2 {
		t.Errorf("a failing page was asked for %d times, with one retry allowed", n)
	}
	if n := s.count("/f/404"); n != 1 {
		t.Errorf("a missing page was asked for %d times", n)
	}
	if s.agents["assay/test (+https://example.org/assay)"] != len(s.times) {
		t.Errorf("agents: %v", s.agents)
	}
	var m runtime.MemStats // the resident size would count what the race detector takes
	if runtime.ReadMemStats(&m); m.HeapSys > 300<<20 {
		t.Errorf("the heap rose to %d MiB", m.HeapSys>>20)
	}
}

// peakMemory is the largest resident size of this process so far, in bytes; 0 where
// the system does not tell.
func peakMemory(t *testing.T) int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(kb), " kB"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n << 10
		}
	}
	return 0
}

// Invariant (the web): No request reaches a private address that nobody named.
func TestPrivateAddressesAreRefused(t *testing.T) {
	s := newSite(t)
	s.page("/", "Secret")
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	for _, u := range []string{
		s.URL + "/", "http://localhost" + port + "/", "http://[::1]" + port + "/", "http://[::ffff:127.0.0.1]" + port + "/", "http://0.0.0.0" + port + "/",
		"http://127.1" + port + "/", "http://2130706433" + port + "/", "http://0x7f.0.0.1" + port + "/",
	} {
		c := NewClient(quick(Options{AllowPrivateHosts: []string{}, Retries: -1}))
		if p := c.Fetch(t.Context(), Request{URL: u}); p.Verdict == Fetched || p.Requests > 0 {
			t.Errorf("%s: %s", u, verdictOf(p))
		}
	}
	if len(s.times) != 0 {
		t.Errorf("%d requests came through: %v", len(s.times), s.hits)
	}
	c := NewClient(quick(Options{AllowPrivateHosts: []string{"localhost"}}))
	if p := c.Fetch(t.Context(), Request{URL: "http://localhost" + port + "/"}); p.Verdict != Fetched {
		t.Errorf("a named host: %s %s", verdictOf(p), p.Reason)
	}
	if p := c.Fetch(t.Context(), Request{URL: s.URL + "/"}); p.Verdict != Denied || !strings.Contains(p.Reason, "allow_private_hosts") {
		t.Errorf("the same machine under a name that is not named: %s %s", verdictOf(p), p.Reason)
	}
}

func TestFailuresNameWhatFailed(t *testing.T) {
	s := newSite(t)
	down := s.URL
	s.Close()
	c := NewClient(quick(Options{Retries: -1}))
	p := c.Fetch(t.Context(), Request{URL: down + "/x"})
	if verdictOf(p) != "error robots-error" || !strings.Contains(p.Reason, "refused") {
		t.Errorf("%s: %s", verdictOf(p), p.Reason)
	}
	if p := c.Fetch(t.Context(), Request{URL: "ftp://x"}); verdictOf(p) != "error url" {
		t.Errorf("%s", verdictOf(p))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p := c.Fetch(ctx, Request{URL: "http://127.0.0.1:9/"}); verdictOf(p) != "error cancelled" {
		t.Errorf("%s", verdictOf(p))
	}
}

func TestVerdictsExplainThemselves(t *testing.T) {
	for _, v := range Verdicts() {
		if v.Explain() == "" || v.Explain() == Verdict("").Explain() {
			t.Errorf("%s has no explanation", v)
		}
	}
	if Gone.Look() == Failed.Look() || Fetched.Look() == Gone.Look() || Verdict("").Look() != CouldNotLook {
		t.Error("nothing there and could not look are alike")
	}
}
