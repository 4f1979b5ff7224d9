// Package firecrawl reads sources through a service that speaks Firecrawl's API v2. It may be
// hosted or one's own.
//
// Read [Envelope] first. A map is one request to the service, and each page is another,
// through the crawl machine of package web. A page comes as Markdown, gets a frontmatter, and
// is judged as if we had read it ourselves: by the status that the site answered, by the
// address that it led to, by what the text says.
//
// The service connects to the pages, so the guard of package web cannot watch it: a
// page's address passes policy, prefixes and robots.txt before the service hears of
// it, and the address that it ended at passes them again: asked for one page, the service does
// not look at robots.txt. The key goes to the site that was configured and to no other.
package firecrawl

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"assay/ingest/web"
)

// Hosted is the service that is meant where no other is.
const Hosted = "https://api.firecrawl.dev"

// Options say which service to use and how. Client must be given.
type Options struct {
	BaseURL string      // Hosted where empty; "/v2" is added where it is missing
	Key     string      // a service of one's own may want none
	Client  *web.Client // policy, robots.txt, pauses, clock and limits of a page
}

// An Envelope is the way through one service.
type Envelope struct {
	o       Options
	web     web.Options // of the client
	base    string      // ends in /v2
	service *web.Client // for what is asked of the service itself
}

// New makes the envelope. Nothing is asked for yet.
func New(o Options) (*Envelope, error) {
	o.BaseURL = cmp.Or(o.BaseURL, Hosted)
	base, err := url.Parse(strings.TrimRight(strings.TrimSpace(o.BaseURL), "/"))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the address of Firecrawl: %w", errors.Unwrap(err)) // around it is the address, with what may be a password
	case base.Scheme != "http" && base.Scheme != "https", base.Host == "", base.User != nil, base.RawQuery != "", base.Fragment != "":
		return nil, fmt.Errorf("read the address of Firecrawl: %q is not scheme, host and path", base.Redacted())
	}
	if !strings.HasSuffix(base.Path, "/v2") {
		base.Path += "/v2"
	}
	c := o.Client.Options()
	return &Envelope{
		o: o, web: c, base: base.String(),
		service: web.NewClient(web.Options{
			UserAgent: c.UserAgent, Timeout: 2 * time.Minute, MaxBody: maxReply, Retries: c.Retries, MaxWait: c.MaxWait,
			AllowPrivateHosts: []string{base.Host}, Now: c.Now, Sleep: c.Sleep,
		}),
	}, nil
}

// Name is "firecrawl".
func (*Envelope) Name() string { return "firecrawl" }

func (e *Envelope) now() time.Time { return e.web.Now().UTC().Truncate(time.Second) }
