package web

import (
	"context"
	"net/http"
	"slices"
	"time"

	"assay/vault"
)

// acceptPage is the Accept header of a page.
const acceptPage = "text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8, application/pdf;q=0.7, application/xml;q=0.6, */*;q=0.1"

// A Page is one URL and what became of it.
type Page struct {
	URL       string    `json:"url"`             // canonical, as asked for
	Final     string    `json:"final,omitempty"` // canonical, after redirects
	Redirects []string  `json:"redirects,omitempty"`
	Status    int       `json:"status,omitempty"` // of the last answer, 0 for none
	Header    Header    `json:"header,omitzero"`
	Body      []byte    `json:"-"` // decompressed, as sent; of [Fetched] alone
	Hash      Sum       `json:"hash,omitzero"`
	Bytes     int64     `json:"bytes,omitempty"` // of the body as sent
	Retrieved time.Time `json:"retrieved"`       // UTC, whole seconds
	Verdict   Verdict   `json:"verdict"`
	Class     Class     `json:"class,omitempty"`  // of [Failed]
	Reason    string    `json:"reason,omitempty"` // a sentence; empty where all is well
	Robots    *Ruling   `json:"robots,omitempty"` // the last that was asked
	Of        string    `json:"of,omitempty"`     // of [Duplicate]: the URL that has the page
	Requests  int       `json:"requests"`         // sent for this page; robots.txt not counted
	Extra     int       `json:"-"`                // credits that it cost beyond the one of a page
	Depth     int       `json:"depth"`            // links from the seed
	Via       string    `json:"via,omitempty"`    // the envelope that read it, where it was not the crawl's own
	Refs      []string  `json:"refs,omitempty"`   // links as an envelope tells them, where the body does not
	Links     []string  `json:"-"`                // canonical, within the bounds, of [Fetched] alone
	Replayed  bool      `json:"-"`                // from the journal, not from the network
}

// Sum is the SHA-256 of a body.
type Sum = vault.Hash

// Header is what is kept of an answer's header.
type Header struct {
	ContentType  string `json:"content_type,omitempty"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Robots       string `json:"robots,omitempty"` // X-Robots-Tag
}

func headerOf(h http.Header) Header {
	return Header{
		ContentType: h.Get("Content-Type"), ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified"), Robots: h.Get("X-Robots-Tag"),
	}
}

// A Request is one page to fetch.
type Request struct {
	URL      string
	Known    Known
	Prefixes []string // what was approved: a redirect out of it is refused; nil for no bounds
	// Claim is asked before a redirect is followed; another URL than "" says who has
	// the target already.
	Claim func(target string) string
}

// Known is what an earlier fetch of a page left, for asking whether it changed.
type Known struct {
	ETag         string
	LastModified string
	Links        []string // canonical; where the page is unchanged, its links are these
}

// Fetch reads one page. It always gives an answer: what went wrong is its verdict.
func (c *Client) Fetch(ctx context.Context, r Request) Page {
	p := Page{URL: r.URL, Retrieved: c.now().UTC().Truncate(time.Second)}
	at, err := Canonical(r.URL)
	if err != nil {
		(&Failure{Class: ClassURL, Reason: err.Error()}).Into(&p)
		return p
	}
	p.URL, p.Final = at, at
	first := true
	rep, _, fail := c.follow(ctx, at, ask{
		etag: r.Known.ETag, modified: r.Known.LastModified, accept: acceptPage, limit: c.o.MaxBody, requests: &p.Requests,
	}, c.o.MaxRedirects, func(at string) *Failure {
		if !first {
			if fail := c.lead(&p, at, r); fail != nil {
				return fail
			}
		}
		first = false
		return c.pass(ctx, &p, at, r.Prefixes)
	})
	if rep != nil {
		p.Status, p.Header, p.Bytes = rep.status, headerOf(rep.header), rep.wire
	}
	if fail != nil {
		fail.Into(&p)
		return p
	}
	p.Retrieved = c.now().UTC().Truncate(time.Second)
	switch {
	case rep.status != http.StatusNotModified:
		p.Body, p.Verdict, p.Hash = rep.body, Fetched, vault.HashText(rep.body)
		p.look(false)
	case len(p.Redirects) > 0 || r.Known.ETag == "" && r.Known.LastModified == "":
		(&Failure{Class: ClassStatus, Reason: "304 to a question that was not asked"}).Into(&p)
	default:
		p.Verdict, p.Links = NotModified, r.Known.Links
	}
	return p
}

// lead takes a page to where it redirects.
func (c *Client) lead(p *Page, to string, r Request) *Failure {
	if to == p.URL || slices.Contains(p.Redirects, to) {
		return &Failure{Class: ClassLoop, Reason: "redirects go in a circle through " + to}
	}
	p.Redirects, p.Final = append(p.Redirects, to), to
	// A refused target is refused whoever has it, so the gate comes before the claim.
	if fail := c.gate(p, to, r.Prefixes); fail != nil {
		return fail
	}
	if r.Claim != nil {
		if of := r.Claim(to); of != "" {
			return &Failure{Verdict: Duplicate, Reason: "redirects to it", of: of}
		}
	}
	return nil
}

// gate is what every address passes before anything is sent to it.
func (c *Client) gate(p *Page, at string, prefixes []string) *Failure {
	if fail := c.Allow(at); fail != nil {
		if at != p.URL {
			fail.Reason = "redirects to " + at + ": " + fail.Reason
		}
		return fail
	}
	if prefixes != nil && !WithinAny(prefixes, at) {
		reason := "lies outside the prefixes that were approved"
		if at != p.URL {
			reason = "redirects to " + at + ", which " + reason
		}
		return &Failure{Verdict: Denied, Reason: reason}
	}
	return nil
}

// pass is gate, and then robots.txt.
func (c *Client) pass(ctx context.Context, p *Page, at string, prefixes []string) *Failure {
	if fail := c.gate(p, at, prefixes); fail != nil {
		return fail
	}
	ruling, fail := c.ruling(ctx, at)
	if fail == nil {
		if p.Robots = &ruling; !ruling.Allowed {
			fail = &Failure{Verdict: Robots, Reason: ruling.String()}
		}
	}
	return fail
}

// follow asks one question through redirects. Each address passes the gate before anything
// is sent to it; a header, which may be a key, goes to the first site alone, and what is known
// to the first address.
func (c *Client) follow(
	ctx context.Context, at string, a ask, most int, gate func(at string) *Failure,
) (r *reply, end string, fail *Failure) {
	for hop := 0; ; hop++ {
		if fail = gate(at); fail != nil {
			return r, at, fail
		}
		if r, fail = c.exchange(ctx, at, a); fail != nil {
			return r, at, fail
		}
		to, fail := r.location(at)
		switch {
		case fail != nil || to == "":
			return r, at, fail
		case a.post != nil:
			return r, at, &Failure{Class: ClassStatus, Reason: "redirects what was posted"}
		case hop >= most:
			return r, at, &Failure{Class: ClassLoop, Reason: "more redirects than we follow"}
		case siteOf(to) != siteOf(at):
			a.header = nil
		}
		at, a.etag, a.modified = to, "", ""
	}
}
