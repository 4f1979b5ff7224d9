package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os/exec"
	"strings"

	"assay/gates"
	"assay/ingest/browser"
	"assay/ingest/tool"
	"assay/ingest/web"
)

// web looks at what sources on the web would be read with. It asks no host anything.
func (d *diagnosis) web(ctx context.Context, p gates.Policy) {
	c := p.Crawl
	agent := cmp.Or(c.UserAgent, userAgent)
	d.fine("crawl", "%s, as %q; %d at a time, %v between requests to a host", c.Backend, agent, c.Concurrency, c.Delay)
	d.fine("limits", "%d credits a session, %d pages a source; a person is asked above %d credits%s", p.Quotas.MaxCreditsPerSession,
		p.Quotas.MaxPagesPerSource, p.Safety.RequireHITLForCostsOver, newDomains(p))
	if len(c.AllowPrivateHosts) > 0 {
		d.fine("private", "crawl.allow_private_hosts lets crawls reach %s", strings.Join(c.AllowPrivateHosts, ", "))
	} else {
		d.fine("private", "no crawl reaches this machine or its network")
	}
	d.browser(c)
	d.firecrawl(c)
	d.fine("github", "asked for repositories and threads; GITHUB_TOKEN is %s: without one it answers 60 requests an hour, and no discussions", setOrNot(gitHubToken(d.a.getenv) != ""))
	d.tools(ctx)
}

// newDomains says whether a domain needs a person, and which do not.
func newDomains(p gates.Policy) string {
	switch {
	case !p.Safety.RequireHITLForNewDomain:
		return ", and for no domain"
	case len(p.Safety.ApprovedDomains) == 0:
		return ", and for every domain"
	}
	return ", and for every domain but " + strings.Join(p.Safety.ApprovedDomains, ", ")
}

func (d *diagnosis) browser(c gates.Crawl) {
	const hint = "install Chromium, Chrome or Edge"
	switch path, ok := browser.Find(d.a.getenv, exec.LookPath); {
	case ok:
		d.fine("browser", "%s, for pages whose text only a script makes", path)
	case c.Backend == "browser" || c.Profile != "":
		d.wrong("browser", "policy wants one for crawls, and no Chromium is found", hint+", or set crawl.backend to builtin in "+gates.PolicyFile)
	default:
		d.missing("browser", "no Chromium: pages whose text only a script makes, or behind a login, cannot be read", hint)
	}
}

// firecrawl says whether the service could be used. Its key is never shown.
func (d *diagnosis) firecrawl(c gates.Crawl) {
	key, at := d.a.getenv("FIRECRAWL_API_KEY") != "", d.a.getenv("FIRECRAWL_API_URL")
	const hint = "set FIRECRAWL_API_KEY, or FIRECRAWL_API_URL to a service of your own"
	switch {
	case at != "":
		if u, err := url.Parse(at); err == nil {
			at = u.Redacted()
		}
		d.fine("firecrawl", "at %s, FIRECRAWL_API_KEY is %s", at, setOrNot(key))
	case key && c.Backend == "firecrawl":
		d.fine("firecrawl", "FIRECRAWL_API_KEY is set: the hosted service reads pages, for credits of its own")
	case key:
		d.fine("firecrawl", "FIRECRAWL_API_KEY is set, and used only where crawl.backend is firecrawl")
	case c.Backend == "firecrawl":
		d.wrong("firecrawl", "crawl.backend is firecrawl, and FIRECRAWL_API_KEY is not set", hint)
	default:
		d.missing("firecrawl", "FIRECRAWL_API_KEY is not set: the service that reads pages for a price is not used", hint)
	}
}

func setOrNot(set bool) string {
	if set {
		return "set"
	}
	return "not set"
}

// tools looks for the programs that read what is no page.
func (d *diagnosis) tools(ctx context.Context) {
	o := tool.Options{
		Client:   web.NewClient(web.Options{}),
		Programs: tool.Programs{Path: d.a.getenv("PATH"), Avoid: []string{d.root}},
	}
	for _, t := range tool.All(o) {
		p := t.Available(ctx)
		if p.Path == "" {
			d.missing(p.Name, fmt.Sprintf("not installed: it is for %s", p.For), p.Install)
			continue
		}
		d.fine(p.Name, "%s, for %s", strings.TrimSpace(p.Path+" "+p.Version), p.For)
	}
}
