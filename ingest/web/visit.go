package web

import (
	"context"
	"net/http"
	"time"

	"assay/vault"
)

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
