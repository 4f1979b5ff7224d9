// Package github reads repositories with their README, releases, issues, pull requests and
// discussions of github.com as evidence.
//
// It asks GitHub's documented interface (REST, GraphQL for discussions) by the client of all
// sources, so that policy, the guard of private hosts, pauses and limits hold for it. Read
// [GitHub.Map] and [GitHub.Crawl] first; address.go says which addresses it is for,
// ingest/thread reads discussions, thread.go and repository.go write them as Markdown.
package github

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"assay/ingest/plain"
	"assay/ingest/thread"
	"assay/ingest/tool"
	"assay/ingest/web"
	"assay/text"
)

const (
	maxReleases = 10
	maxComments = 500 // of a thread; what is left out is said
)

// GitHub is the envelope. Client must be set.
type GitHub struct {
	Client *web.Client
	API    string // the public one where ""
	Token  string // of the person who asks; without one GitHub answers few requests and no discussions
}

// Name is "github".
func (GitHub) Name() string { return "github" }

// Fits takes the addresses of a repository, its issues, pull requests, discussions and
// releases.
func (GitHub) Fits(url string) bool {
	_, err := parse(url)
	return err == nil
}

// Map lists a repository with its latest releases, or the one thread that is meant.
func (e GitHub) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	a, err := parse(seed)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	at := a.url()
	o := tool.Options{Client: e.Client}
	g := o.Graph(at, at, l, at)
	tool.Add(g, web.Node{URL: at, Found: web.FoundSeed})
	if a.kind != "repo" {
		return g, nil
	}
	var releases []struct {
		Tag       string `json:"tag_name"`
		Published string `json:"published_at"`
		Draft     bool   `json:"draft"`
	}
	s := session{GitHub: e}
	err = s.repo(ctx, a, fmt.Sprintf("/releases?per_page=%d", maxReleases), &releases)
	g.Requests = s.requests
	if err != nil {
		return tool.Lost(g, err), ctx.Err()
	}
	for _, r := range releases {
		if !r.Draft && tool.IsRef(r.Tag) {
			tool.Add(g, web.Node{URL: address{a.owner, a.name, "release", r.Tag}.url(), Depth: 1, Found: web.FoundLink, From: at, LastMod: day(r.Published)})
		}
	}
	return g, ctx.Err()
}

// Crawl reads what a graph lists.
func (e GitHub) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	return web.Collect(ctx, e.Client, g, o, func(ctx context.Context, n web.Node) web.Page {
		s := session{GitHub: e}
		body, err := s.read(ctx, n.URL)
		return tool.Written(body, s.requests, err)
	})
}

// A session is the requests of one page.
type session struct {
	GitHub
	requests int
}

func (s *session) read(ctx context.Context, at string) ([]byte, error) {
	a, err := parse(at)
	if err != nil {
		return nil, err
	}
	switch a.kind {
	case "repo":
		return s.repository(ctx, a)
	case "release":
		return s.release(ctx, a)
	}
	r := thread.Reader{API: s.API, MaxComments: maxComments, Alone: true, Get: func(ctx context.Context, _, at string, body any) ([]byte, error) {
		return s.get(ctx, at, body)
	}}
	t, err := r.Read(ctx, a.url())
	if err != nil {
		return nil, err
	}
	return written(a, t), nil
}

// repo asks something of a repository.
func (s *session) repo(ctx context.Context, a address, path string, into any) error {
	api := cmp.Or(strings.TrimRight(s.API, "/"), "https://api.github.com")
	body, err := s.get(ctx, api+"/repos/"+a.owner+"/"+a.name+path, nil)
	if err == nil && json.Unmarshal(body, into) != nil {
		return tool.Failed(web.ClassTool, "GitHub's answer is not the JSON that was asked for")
	}
	return err
}

// get asks GitHub; with a body its GraphQL interface, which takes nothing without a token.
func (s *session) get(ctx context.Context, at string, body any) ([]byte, error) {
	q := web.Question{Accept: "application/vnd.github+json", Limit: s.Client.Options().MaxBody, Header: http.Header{"X-Github-Api-Version": {"2022-11-28"}}}
	if s.Token != "" {
		q.Header.Set("Authorization", "Bearer "+s.Token)
	}
	if body != nil {
		if s.Token == "" {
			return nil, tool.Failed(web.ClassForbidden, "GitHub gives discussions to those who say who they are: set GITHUB_TOKEN")
		}
		q.Header.Set("Content-Type", "application/json")
		var err error
		if q.Post, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	s.requests++
	answer, err := s.Client.Ask(ctx, at, q)
	var no *web.Failure
	switch {
	case errors.As(err, &no) && no.Verdict == web.LoginWall:
		return nil, tool.Failed(web.ClassForbidden, "GitHub does not take the token in GITHUB_TOKEN or GH_TOKEN: %s", no.Reason)
	case err != nil:
		return nil, err
	}
	text := []byte(strings.ToValidUTF8(string(answer.Body), "\uFFFD"))
	if body != nil {
		err = refusal(text)
	}
	return text, err
}

// refusal is the error of an answer in GraphQL, whose status is 200 all the same.
func refusal(body []byte) error {
	var reply struct {
		Errors []struct{ Type, Message string }
	}
	if json.Unmarshal(body, &reply) != nil {
		return tool.Failed(web.ClassTool, "GitHub's answer is not the JSON that was asked for")
	}
	if len(reply.Errors) == 0 {
		return nil
	}
	said := "GitHub: " + text.Clip(plain.Line(reply.Errors[0].Message), 300)
	switch reply.Errors[0].Type {
	case "NOT_FOUND":
		return &web.Failure{Verdict: web.Gone, Reason: said}
	case "RATE_LIMITED":
		return tool.Failed(web.ClassThrottled, "%s", said)
	}
	return tool.Failed(web.ClassTool, "%s", said)
}
