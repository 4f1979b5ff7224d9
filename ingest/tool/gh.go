package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"assay/ingest/web"
)

const (
	maxReleases = 10
	// maxPages of 100 comments each are read of a thread; what is left out is said.
	maxPages = 5
)

// GitHub reads repositories, issues, pull requests, discussions and releases of
// github.com through gh, which has the token of the person who logged in.
type GitHub struct{ Options }

// Name is "gh".
func (GitHub) Name() string { return "gh" }

// Fits takes the addresses of the repository, its issues, pull requests, discussions
// and releases.
func (GitHub) Fits(url string) bool {
	_, err := parseThread(url)
	return err == nil
}

// Available finds gh.
func (e GitHub) Available(ctx context.Context) Program {
	return e.available(ctx, Program{
		Name: "gh", For: "repositories, issues, pull requests, discussions and releases of GitHub",
		Install: "install gh (apt install gh, brew install gh, https://cli.github.com), then run gh auth login",
	})
}

// A thread is what an address of github.com means.
type thread struct {
	owner, name string
	kind        string // repo, issues, pull, discussions, release
	id          string // number or tag
}

// reserved are first parts of paths that are no owner.
func reserved(owner string) bool {
	switch strings.ToLower(owner) {
	case "about", "account", "apps", "blog", "codespaces", "collections", "contact", "customer-stories", "dashboard", "enterprise", "enterprises",
		"events", "explore", "features", "issues", "join", "login", "logout", "marketplace", "mobile", "new", "notifications", "organizations", "orgs",
		"pricing", "pulls", "readme", "resources", "search", "security", "sessions", "settings", "signup", "site", "solutions", "sponsors", "stars",
		"team", "topics", "trending", "users", "wiki":
		return true
	}
	return false
}

func parseThread(raw string) (thread, error) {
	at, err := web.Canonical(raw)
	if err != nil {
		return thread{}, err
	}
	u, err := url.Parse(at)
	if err != nil {
		return thread{}, err
	}
	no := fmt.Errorf("read address %s: not one of a repository, issue, pull request, discussion or release of GitHub", at)
	if u.Host != "github.com" && u.Host != "www.github.com" {
		return thread{}, no
	}
	parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	if len(parts) < 2 || reserved(parts[0]) || !ownerName(parts[0]) || !repoName(parts[1]) || strings.HasSuffix(parts[1], ".git") {
		return thread{}, no
	}
	t := thread{owner: parts[0], name: parts[1], kind: "repo"}
	switch rest := parts[2:]; {
	case len(rest) == 0:
		return t, nil
	case len(rest) == 2 && (rest[0] == "issues" || rest[0] == "pull" || rest[0] == "discussions"):
		if n, err := strconv.ParseUint(rest[1], 10, 31); err != nil || n == 0 || rest[1][0] == '0' {
			return thread{}, no
		}
		t.kind, t.id = rest[0], rest[1]
		return t, nil
	case len(rest) >= 3 && rest[0] == "releases" && rest[1] == "tag":
		tag, err := url.PathUnescape(strings.Join(rest[2:], "/"))
		if err != nil || tag == "" || !goodRef(tag) {
			return thread{}, no
		}
		t.kind, t.id = "release", tag
		return t, nil
	}
	return thread{}, no
}

func ownerName(s string) bool {
	return s != "" && len(s) <= 39 && s[0] != '-' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

func repoName(s string) bool {
	return s != "" && len(s) <= 100 && s != "." && s != ".." && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}

func (t thread) repoURL() string { return "https://github.com/" + t.owner + "/" + t.name }

func (t thread) url() string {
	switch t.kind {
	case "repo":
		return t.repoURL()
	case "release":
		return t.repoURL() + "/releases/tag/" + escapePath(t.id)
	}
	return t.repoURL() + "/" + t.kind + "/" + t.id
}

// api is a path of the REST interface.
func (t thread) api(format string, args ...any) string {
	return "repos/" + t.owner + "/" + t.name + fmt.Sprintf(format, args...)
}

// Map lists a repository with its latest releases, or the one thread that is meant.
func (e GitHub) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	t, err := parseThread(seed)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	at := t.url()
	g := e.graph(at, at, l, at)
	add(g, web.Node{URL: at, Found: web.FoundSeed})
	if t.kind != "repo" {
		return g, nil
	}
	s, err := e.session()
	if err != nil {
		return Lost(g, err), nil
	}
	defer s.door.Close()
	var releases []struct {
		Tag       string `json:"tag_name"`
		Published string `json:"published_at"`
		Draft     bool   `json:"draft"`
	}
	g.Requests++
	if err := s.get(ctx, t.api("/releases?per_page=%d", maxReleases), &releases); err != nil {
		return Lost(g, err), ctx.Err()
	}
	for _, r := range releases {
		if r.Draft || r.Tag == "" || !goodRef(r.Tag) {
			continue
		}
		day, _, _ := strings.Cut(line(r.Published), "T")
		add(g, web.Node{URL: thread{t.owner, t.name, "release", r.Tag}.url(), Depth: 1, Found: web.FoundLink, From: at, LastMod: clip(day, 20)})
	}
	return g, ctx.Err()
}

// Crawl reads the threads of a graph.
func (e GitHub) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	var s *session
	open := sync.OnceValue(func() error {
		var err error
		s, err = e.session()
		return err
	})
	defer func() {
		if s != nil {
			s.door.Close()
		}
	}()
	return web.Collect(ctx, e.Client, g, o, func(ctx context.Context, n web.Node) web.Page {
		t, err := parseThread(n.URL)
		if err == nil {
			err = open()
		}
		if err != nil {
			return Written(nil, 0, err)
		}
		before := s.requests
		body, err := s.read(ctx, t)
		return Written(body, s.requests-before, err)
	})
}

// A session is some calls of gh.
type session struct {
	e        GitHub
	door     *door
	requests int
}

func (e GitHub) session() (*session, error) {
	if f := ask(e.Client, "https://api.github.com/"); f != nil {
		return nil, f
	}
	d, err := openDoor(e.Client)
	if err != nil {
		return nil, err
	}
	return &session{e: e, door: d}, nil
}

func (s *session) run(ctx context.Context, args ...string) ([]byte, error) {
	s.requests++
	env := append(s.door.env(), pass("GH_TOKEN", "GITHUB_TOKEN", "GH_CONFIG_DIR")...)
	env = append(env, "GH_HOST=github.com", "GH_PROMPT_DISABLED=1", "GH_NO_UPDATE_NOTIFIER=1", "GH_PAGER=cat", "CLICOLOR=0")
	out, stderr, err := s.e.Programs.Run(ctx, Command{Name: "gh", Args: args, Env: env})
	var e *RunError
	if errors.As(err, &e) && e.Class == web.ClassTool && e.Code != -1 {
		said := strings.ToLower(Plain(stderr))
		if e.Code == 4 || strings.Contains(said, "gh auth login") || strings.Contains(said, "http 401") {
			return nil, failed(web.ClassForbidden, "gh is not logged in: run gh auth login")
		}
	}
	return out, explain(ctx, err, s.door, []sign{
		{"rate limit", web.Failed, web.ClassThrottled},
		{"http 429", web.Failed, web.ClassThrottled},
		{"http 404", web.Gone, ""},
		{"http 410", web.Gone, ""},
		{"could not resolve to a", web.Gone, ""},
		{"http 403", web.Failed, web.ClassForbidden},
		{"http 451", web.Failed, web.ClassForbidden},
		{"http 5", web.Failed, web.ClassServer},
	}...)
}

// get asks the REST interface.
func (s *session) get(ctx context.Context, path string, into any) error {
	out, err := s.run(ctx, "api", "--hostname", "github.com", "--method", "GET",
		"-H", "Accept: application/vnd.github+json", "-H", "X-GitHub-Api-Version: 2022-11-28", path)
	if err != nil {
		return err
	}
	return decode("gh", out, into)
}

// decode reads the JSON of a program.
func decode(program string, out []byte, into any) error {
	if err := json.Unmarshal([]byte(strings.ToValidUTF8(string(out), "\uFFFD")), into); err != nil {
		return failed(web.ClassTool, "%s: its output is not the JSON that was asked for: %s", program, err)
	}
	return nil
}

// list asks for pages of a list until one is not full, and says whether there is more.
func list[T any](ctx context.Context, s *session, path string) (all []T, more bool, err error) {
	for page := 1; page <= maxPages; page++ {
		var some []T
		if err := s.get(ctx, fmt.Sprintf("%s?per_page=100&page=%d", path, page), &some); err != nil {
			return nil, false, err
		}
		all = append(all, some...)
		if len(some) < 100 {
			return all, false, nil
		}
	}
	return all, true, nil
}
