package main

import (
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"assay/compiler"
	"assay/compiler/view"
	"assay/ingest/browser"
	"assay/ingest/deepwiki"
	"assay/ingest/firecrawl"
	"assay/ingest/github"
	"assay/ingest/tool"
	"assay/ingest/web"
)

// ways are the envelopes by which sources on the web are reached.
type ways struct {
	o      view.WebOptions
	getenv func(string) string
	client *web.Client
}

func newWays(o view.WebOptions, getenv func(string) string) *ways {
	o.UserAgent = cmp.Or(o.UserAgent, userAgent)
	return &ways{o, getenv, web.NewClient(o.Options)}
}

// ways are those that the policy of a vault leaves.
func (a *app) ways(c *compiler.Compiler) *ways {
	return newWays(view.WebOptionsOf(c.Policy, c.World.Now, c.Root), a.getenv)
}

// userAgent says who asks, where policy does not.
const userAgent = "assay/" + version + " (evidence for a Markdown vault)"

// Ways lists the envelopes for a seed, the one to take first. One stands before plain
// requests where it gives what the page does not: threads without their frame, subtitles,
// files. Where only a program or a server will do, plain requests are not among them: their
// answer would be a frame without the content, taken for evidence. It asks nobody.
func (w *ways) Ways(seed string) (string, []web.Envelope, error) {
	at, pageErr := web.Canonical(seed)
	if pageErr != nil {
		at = seed
	}
	for _, t := range tool.All(tool.Options{Client: w.client, Programs: w.programs()}) {
		if t.Fits(seed) {
			return at, []web.Envelope{t}, nil
		}
	}
	if wiki := w.deepwiki(); wiki.Fits(seed) {
		return at, []web.Envelope{wiki}, nil
	}
	if pageErr != nil {
		return at, nil, fmt.Errorf("read address: %w", pageErr)
	}
	page, err := w.pages()
	if err != nil {
		return at, nil, err
	}
	hub := github.GitHub{Client: w.client, API: w.getenv("GITHUB_API_URL"), Token: gitHubToken(w.getenv)}
	if hub.Fits(seed) {
		return at, []web.Envelope{hub, page}, nil
	}
	return at, []web.Envelope{page}, nil
}

func (w *ways) deepwiki() deepwiki.Wiki {
	return deepwiki.Wiki{Options: deepwiki.Options{Client: w.client, Endpoint: w.getenv("ASSAY_DEEPWIKI_URL")}}
}

// gitHubToken is the person's, under the names that GitHub's own programs know.
func gitHubToken(getenv func(string) string) string {
	return strings.TrimSpace(cmp.Or(getenv("GITHUB_TOKEN"), getenv("GH_TOKEN")))
}

// programs are those on $PATH; none that lies in the vault is ever run.
func (w *ways) programs() tool.Programs {
	return tool.Programs{Path: w.getenv("PATH"), Avoid: []string{w.o.Root}}
}

// pages is the way to pages of a site that policy chooses.
func (w *ways) pages() (web.Envelope, error) {
	if w.o.Backend == "firecrawl" {
		key, base := w.getenv("FIRECRAWL_API_KEY"), w.getenv("FIRECRAWL_API_URL")
		if key == "" && base == "" {
			return nil, hinted(errors.New("crawl.backend is firecrawl, and no service is configured"),
				"set FIRECRAWL_API_KEY for the hosted one, or FIRECRAWL_API_URL for one of your own")
		}
		return firecrawl.New(firecrawl.Options{BaseURL: base, Key: key, Client: w.client})
	}
	o := browser.Options{Client: w.client, Always: w.o.Backend == "browser", Flags: strings.Fields(w.getenv("ASSAY_CHROMIUM_FLAGS"))}
	o.Path, _ = browser.Find(w.getenv, exec.LookPath)
	if name := w.o.Profile; name != "" {
		o.Profile = filepath.Join(configDir(w.getenv), "profiles", name) // the user's own: a vault cannot say where
	}
	switch {
	case o.Path == "" && o.Always:
		return nil, hinted(errors.New("crawl.backend is browser, and no Chromium was found"),
			"install Chromium or Chrome, or set crawl.backend to builtin")
	case w.o.Profile != "" && !isFolder(o.Profile):
		return nil, hinted(fmt.Errorf("crawl.profile names %q, and there is no such profile", w.o.Profile),
			"make it once: start Chromium with --user-data-dir="+o.Profile+", log in, and close it")
	case w.o.Profile != "" && o.Path == "":
		return nil, hinted(errors.New("crawl.profile names a browser profile, and no Chromium was found"),
			"install Chromium or Chrome, or take the key off the policy")
	case o.Path == "":
		return web.HTTP{Client: w.client}, nil
	}
	return browser.Envelope{Options: o}, nil
}
