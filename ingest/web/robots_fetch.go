package web

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"assay/vault"
)

const (
	// robotsFresh is how long a robots.txt is trusted (RFC 9309 §2.4: at most a day).
	robotsFresh = 24 * time.Hour
	// robotsAgain is when one that could not be read is asked for again.
	robotsAgain = 10 * time.Minute
	// robotsRedirects is how many redirects are followed (§2.3.1.2: at least five).
	robotsRedirects = 5
)

// A RobotsRecord says where the rules for a site came from.
type RobotsRecord struct {
	Site      string        `json:"site"`
	URL       string        `json:"url"` // after redirects
	Status    int           `json:"status,omitempty"`
	Retrieved time.Time     `json:"retrieved"`
	Hash      *vault.Hash   `json:"hash,omitempty"`
	Delay     time.Duration `json:"delay,omitempty"` // that it asks for
	Sitemaps  []string      `json:"sitemaps,omitempty"`
	Means     string        `json:"means"` // what is made of it
	Unread    bool          `json:"unread,omitempty"`
}

type robotsEntry struct {
	mu    sync.Mutex // held while the file is fetched: one fetch for all who wait
	until time.Time
	rules
}

type rules struct {
	file   *RobotsFile
	record RobotsRecord
	fail   *Failure // why nothing may be read
}

// Robots tells where the rules for the site of a canonical URL came from.
func (c *Client) Robots(ctx context.Context, canonical string) RobotsRecord {
	return c.robots(ctx, canonical).record
}

// robots gives the rules for a site, and fetches them where they are not known or no longer
// fresh.
func (c *Client) robots(ctx context.Context, canonical string) rules {
	site := siteOf(canonical)
	c.mu.Lock()
	e := c.files[site]
	if e == nil {
		e = &robotsEntry{}
		c.files[site] = e
	}
	c.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !c.now().Before(e.until) {
		c.fetchRobots(ctx, site, e)
	}
	return e.rules
}

// ruling says what robots.txt says about a URL; fail is set where nobody could know.
func (c *Client) ruling(ctx context.Context, canonical string) (Ruling, *Failure) {
	rules := c.robots(ctx, canonical)
	if rules.fail != nil {
		return Ruling{}, rules.fail
	}
	return rules.file.Test(c.product, pathOf(canonical)), nil
}

func (c *Client) fetchRobots(ctx context.Context, site string, e *robotsEntry) {
	now := c.now()
	e.file, e.fail, e.until = nil, nil, now.Add(robotsFresh)
	e.record = RobotsRecord{Site: site, Retrieved: now.UTC().Truncate(time.Second)}
	a := ask{accept: "text/plain, */*;q=0.5", limit: maxRobots + 1, any: true, cut: true}
	r, at, fail := c.follow(ctx, site+"/robots.txt", a, robotsRedirects, c.Allow)
	if e.record.URL = at; r != nil {
		e.record.Status = r.status
	}
	switch {
	case fail == nil:
		e.file = ParseRobots(r.body)
		h := vault.HashText(r.body)
		e.record.Hash, e.record.Sitemaps, e.record.Delay = &h, e.file.Sitemaps, e.file.Delay(c.product)
		e.record.Means = "its rules hold"
		c.lane(site).slow(e.record.Delay)
		return
	case fail.Class == ClassCancelled:
		e.fail, e.until = fail, now
		return
	case fail.Class == ClassLoop, fail.Class == ClassURL && r != nil:
		e.record.Means = "robots.txt redirects without end: all is allowed"
		return
	case r != nil && r.status >= 400 && r.status < 500 && r.status != http.StatusTooManyRequests:
		// §2.3.1.3: unavailable, so that anything may be read. 429 is among them in
		// the RFC, but a server that asks for less is not to be read as one that
		// has no wishes.
		e.record.Means = fmt.Sprintf("no robots.txt (%d): all is allowed", r.status)
		return
	case fail.Verdict == Denied:
		e.fail = fail // the file is out of reach by our own choice, and so are its rules
	default:
		e.fail = &Failure{Class: ClassNoRobots, Reason: "robots.txt could not be read (" + fail.Reason + "), so nothing of " + site + " may be (RFC 9309 §2.3.1.4)"}
	}
	e.until = now.Add(robotsAgain)
	e.record.Unread, e.record.Means = true, e.fail.Reason
}
