package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"assay/text"
	"assay/vault"
)

// This file is for envelopes that read a page by a way of their own, or let somebody else connect
// to it: the same gates before, the same verdicts after, as where the client reads it itself.

// Admit gives the verdict of a page that is not to be asked for, and true for one
// that may be: policy allows it, it lies within the prefixes (nil for no bounds), and
// robots.txt does. Another's connection cannot be watched, so a host that is of no
// public network by its name alone is refused unless it was named.
func (c *Client) Admit(ctx context.Context, p *Page, prefixes []string) bool {
	at, err := Canonical(p.URL)
	if err != nil {
		(&Failure{Class: ClassURL, Reason: err.Error()}).Into(p)
		return false
	}
	p.URL, p.Final = at, at
	fail := c.inward(at)
	if fail == nil {
		fail = c.pass(ctx, p, at, prefixes)
	}
	if fail != nil {
		fail.Into(p)
	}
	return fail == nil
}

// inward refuses a host that by its name alone is of this machine or its network.
func (c *Client) inward(canonical string) *Failure {
	host := hostOf(canonical)
	_, port, _ := net.SplitHostPort(dropScheme(siteOf(canonical)))
	if c.guard.names(host, port) {
		return nil
	}
	kind := ""
	if a, err := netip.ParseAddr(host); err == nil {
		kind = addressKind(a)
	} else if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		kind = "loopback"
	} else if !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal") || strings.HasSuffix(host, ".home.arpa") {
		kind = "a name of a local network"
	}
	if kind == "" {
		return nil
	}
	return &Failure{Verdict: Denied, Reason: fmt.Sprintf("%s is %s; if that is meant, name it in crawl.allow_private_hosts", host, kind)}
}

// JudgeMarkdown gives a page that somebody else read its verdict, as [Client.Judge]
// does where there is HTML. Status, Final, Header and Body are given, Body as Markdown,
// and what the page calls itself. A body stays with a fetched page alone.
func (c *Client) JudgeMarkdown(p *Page, prefixes []string, title string) {
	body := p.Body
	p.Body, p.Verdict, p.Hash = nil, Fetched, Sum{}
	if at, err := Canonical(p.Final); err != nil {
		(&Failure{Class: ClassURL, Reason: err.Error()}).Into(p)
		return
	} else if p.Final = at; at != p.URL {
		p.Redirects = []string{at}
	}
	fail := c.gate(p, p.Final, prefixes)
	if fail == nil {
		fail = c.inward(p.Final)
	}
	if fail == nil {
		fail = ofStatus(p.Status, http.Header{}, c.now())
	}
	switch {
	case fail != nil:
		fail.Into(p)
		return
	case strings.TrimSpace(string(body)) == "":
		p.drop(Soft404, "the answer is empty")
		return
	}
	p.Body, p.Hash = body, vault.HashText(body)
	start, heading := body[:min(len(body), maxLookBytes)], ""
	if m := markdownHeading().FindSubmatch(start); m != nil {
		heading = string(m[1])
	}
	p.judge(textSight(title, heading, markdownTarget().ReplaceAllString(string(start), "]")), false)
	if p.Verdict != Fetched {
		p.Hash = Sum{}
	}
}

var (
	markdownHeading = text.Pattern(`(?m)^#[ \t]+(.+)$`)
	markdownTarget  = text.Pattern(`\]\([^)\n]*\)`)
)

// Settled reports whether asking for the page again in the same crawl would bring
// nothing new: such pages belong in a [Journal].
func (p *Page) Settled() bool { return p.Verdict.final() || p.Class.Lasting() }

// An Answer is what a service said, for envelopes and look-ups that are no crawl.
type Answer struct {
	Status int
	Body   []byte
}

// A Question is what a service is asked.
type Question struct {
	Accept string
	Header http.Header // a key; it is sent to no other host than the first
	Post   []byte      // a body
	Limit  int64       // bytes of the answer
	Cut    bool        // the beginning of an answer that is larger will do
}

// Ask asks a service, politely as any host: policy and address are looked at at every
// hop, a pause is kept, what may pass is tried again. robots.txt is for crawlers and
// not asked. Why there is no answer is a [Failure].
func (c *Client) Ask(ctx context.Context, url string, q Question) (*Answer, error) {
	at, err := Canonical(url)
	if err != nil {
		return nil, err
	}
	r, at, fail := c.follow(ctx, at, ask{
		accept: q.Accept, header: q.Header, post: q.Post,
		limit: q.Limit, any: true, cut: q.Cut, said: true,
	}, c.o.MaxRedirects, c.Allow)
	if fail == nil {
		return &Answer{r.status, r.body}, nil
	}
	if r != nil {
		fail.Status, fail.Said = r.status, r.body
	}
	return nil, fmt.Errorf("ask %s: %w", at, fail)
}

// Enter is for what reads a page by a way of its own, such as a browser: an address
// passes what every hop of [Client.Fetch] passes (policy, prefixes, robots.txt), and
// waits for the host's turn. Where one of them refuses, the page has the verdict and
// leave is nil; else leave ends the turn, and must be called before the next Enter.
func (c *Client) Enter(ctx context.Context, p *Page, at string, prefixes []string) (leave func()) {
	fail := c.pass(ctx, p, at, prefixes)
	if fail == nil {
		leave, fail = c.lane(at).enter(ctx, c)
	}
	if fail != nil {
		fail.Into(p)
		return nil
	}
	return leave
}

// Rendered takes in what such a way read of a page, after its scripts ran: the page gets
// status, header, body and the verdict that [Client.Fetch] would give.
func (c *Client) Rendered(p *Page, status int, h http.Header, body []byte) {
	p.Status, p.Header, p.Retrieved = status, headerOf(h), c.now().UTC().Truncate(time.Second)
	p.Verdict, p.Class, p.Reason, p.Body, p.Hash = "", "", "", nil, Sum{}
	if fail := ofStatus(status, h, c.now()); fail != nil {
		fail.Into(p)
		return
	}
	p.Body, p.Verdict, p.Hash = body, Fetched, vault.HashText(body)
	p.look(true)
}
