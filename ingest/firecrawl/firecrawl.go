// Package firecrawl reads sources through a service that speaks Firecrawl's API v2. It may be
// hosted or one's own.
//
// Read [Envelope] first. A map is one request to the service. A graph that is known
// in full is read page by page, through the crawl machine of package web. For one that is
// not, the service crawls first (job.go): its pages are kept in a folder, and the machine
// takes them from there. What is not among them is read page by page. Both give pages of
// Markdown with a frontmatter, judged as if we had read them ourselves: by the status that
// the site answered, by the address that it led to, by what the text says.
//
// The service connects to the pages, so the guard of package web cannot watch it: a
// page's address passes policy, prefixes and robots.txt before the service hears of
// it, and the address that it ended at passes them again. The service obeys robots.txt
// in its crawls alone, not where it is asked for one page. The key goes to the site
// that was configured and to no other; of the links that the service gives to itself only
// the query is used.
package firecrawl

import (
	"context"
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
	if o.BaseURL == "" {
		o.BaseURL = Hosted
	}
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

// Close drops idle connections.
func (e *Envelope) Close() { e.service.Close() }

func (e *Envelope) now() time.Time { return e.web.Now().UTC().Truncate(time.Second) }

// remaining is how many credits the account has, -1 where the service counts none.
func (e *Envelope) remaining(ctx context.Context) (int, error) {
	var reply struct {
		Data struct {
			Remaining *float64 `json:"remainingCredits"`
		} `json:"data"`
	}
	err := e.ask(ctx, "/team/credit-usage", question{}, &reply)
	if no := refusalOf(err); no != nil && !no.fatal() || err == nil && reply.Data.Remaining == nil {
		return -1, nil // a service of one's own has no accounts
	}
	if err != nil {
		return 0, err
	}
	return int(min(max(*reply.Data.Remaining, 0), 1e9)), nil
}
