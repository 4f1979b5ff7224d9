package firecrawl

import (
	"context"
	"strings"

	"assay/ingest/web"
)

// status is how far a crawl of the service is, with a part of its pages.
type status struct {
	Status    string     `json:"status"`
	Total     int        `json:"total"`
	Completed int        `json:"completed"`
	Credits   float64    `json:"creditsUsed"`
	Ended     string     `json:"completedAt"`
	Next      string     `json:"next"`
	Data      []document `json:"data"`
}

func (s *status) over() bool {
	return s.Status == "completed" || s.Status == "failed" || s.Status == "cancelled"
}

// failures asks which pages the crawl could not read.
func (h *harvest) failures(ctx context.Context) error {
	var reply struct {
		Errors []struct {
			URL   string `json:"url"`
			Code  string `json:"code"`
			Error string `json:"error"`
		} `json:"errors"`
		Robots links `json:"robotsBlocked"`
	}
	err := h.e.call(ctx, question{path: "/crawl/" + h.job.ID + "/errors"}, &reply)
	if failed, ok := asAPIError(err); ok && !failed.fatal() {
		return nil // what failed is asked for again, page by page
	}
	if err != nil {
		return err
	}
	for _, one := range reply.Errors {
		p := web.Page{URL: one.URL, Verdict: web.Failed, Class: classOf(one.Code), Reason: "Firecrawl: " + h.e.clean(strings.TrimSpace(one.Code+" "+one.Error))}
		if p.Class == "" {
			p.Verdict = web.Type
		}
		h.tell(p)
	}
	for _, u := range reply.Robots {
		h.tell(web.Page{URL: u, Verdict: web.Robots, Reason: "Firecrawl says that robots.txt disallows it"})
	}
	return nil
}

// tell notes what became of a page that there is no document of.
func (h *harvest) tell(p web.Page) {
	u, err := web.Canonical(p.URL)
	if err != nil || h.had[u] || !within(h.prefixes, u) || len(h.told) >= h.g.Limits.URLs {
		return
	}
	p.URL, p.Final, p.Retrieved = u, u, h.retrieved(h.last.Ended)
	h.had[u], h.told[u] = true, p
}

// classOf reads the service's codes; "" is for a file that is no text.
func classOf(code string) web.Class {
	switch {
	case strings.Contains(code, "TIMEOUT"):
		return web.ClassTimeout
	case strings.Contains(code, "DNS"):
		return web.ClassDNS
	case strings.Contains(code, "SSL"):
		return web.ClassTLS
	case strings.Contains(code, "UNSUPPORTED_FILE"):
		return ""
	}
	return web.ClassServer
}
