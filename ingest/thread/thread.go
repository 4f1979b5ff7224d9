// Package thread reads whole discussions: issues, pull requests and discussions of GitHub
// with all comments, reviews and the events between them, other pages by their text; and
// finds what they refer to.
//
// Read [Thread] and [Reader.Read] first; refs.go finds references in text, follow.go goes
// after those that bear on a question. It asks through an engine of ingest/discover, with
// that source's pace, cache and key, and decides nothing about what may be read.
package thread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"assay/ingest/discover"
)

// A Thread is one discussion.
type Thread struct {
	URL      string    `json:"url"`
	Type     string    `json:"type"` // github_issue, github_pr, github_discussion, web_page
	Title    string    `json:"title"`
	Body     string    `json:"body"`
	State    string    `json:"state"` // open, closed, merged; "" where it has none
	Labels   []string  `json:"labels"`
	Comments []Comment `json:"comments"`
	Refs     []Ref     `json:"refs"`
	Metadata Metadata  `json:"metadata"`
}

// A Comment is what one person said. A review is one too.
type Comment struct {
	Author    string `json:"author"`
	Date      string `json:"date"`
	Body      string `json:"body"`
	Reactions int    `json:"reactions"`
}

// Metadata is what else a thread has.
type Metadata struct {
	Created      string `json:"created"`
	Updated      string `json:"updated"`
	Author       string `json:"author"`
	CommentCount int    `json:"comment_count"` // all there are, not only those that were read
}

// A Reader reads threads.
type Reader struct {
	Engine      *discover.Engine
	Page        func(ctx context.Context, url string) (title, text string, err error) // another page, as Markdown
	API         string                                                                // of GitHub; the public one where ""
	MaxComments int                                                                   // 100 where 0
}

var onGitHub = regexp.MustCompile(`^https?://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+)/(issues|pull|discussions)/(\d+)(?:[/?#].*)?$`)

// IsThread reports whether an address is one of an issue or a pull request of GitHub.
func IsThread(at string) bool {
	m := onGitHub.FindStringSubmatch(at)
	return m != nil && m[3] != "discussions"
}

// Read reads one thread.
func (r *Reader) Read(ctx context.Context, at string) (*Thread, error) {
	m := onGitHub.FindStringSubmatch(at)
	switch {
	case m == nil:
		return r.page(ctx, at)
	case m[3] == "discussions":
		return r.discussion(ctx, at, m[1], m[2], m[4])
	}
	return r.issue(ctx, at, m[1], m[2], m[4])
}

func (r *Reader) most() int {
	if r.MaxComments > 0 {
		return r.MaxComments
	}
	return 100
}

func (r *Reader) api() string {
	if r.API != "" {
		return strings.TrimRight(r.API, "/")
	}
	return "https://api.github.com"
}

func (r *Reader) page(ctx context.Context, at string) (*Thread, error) {
	if u, err := url.Parse(at); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("read thread: %q is no address of a page", at)
	}
	if r.Page == nil {
		return nil, errors.New("read thread: pages cannot be read here")
	}
	title, text, err := r.Page(ctx, at)
	if err != nil {
		return nil, fmt.Errorf("read thread: %w", err)
	}
	t := &Thread{URL: at, Type: "web_page", Title: title, Body: text, Labels: []string{}, Comments: []Comment{}}
	t.refer(references(text, ""))
	return t, nil
}

type user struct {
	Login string `json:"login"`
}

type said struct {
	Body      string    `json:"body"`
	User      user      `json:"user"`
	Created   string    `json:"created_at"`
	Submitted string    `json:"submitted_at"` // of a review
	State     string    `json:"state"`
	Reactions reactions `json:"reactions"`
}

type reactions struct {
	Total int `json:"total_count"`
}

type issue struct {
	said
	Title    string          `json:"title"`
	Updated  string          `json:"updated_at"`
	Comments int             `json:"comments"`
	Pull     json.RawMessage `json:"pull_request"`
	Labels   []struct {
		Name string `json:"name"`
	} `json:"labels"`
}

type event struct {
	Event  string `json:"event"`
	Commit string `json:"commit_id"`
	Source struct {
		Issue struct {
			URL   string          `json:"html_url"`
			Title string          `json:"title"`
			Pull  json.RawMessage `json:"pull_request"`
		} `json:"issue"`
	} `json:"source"`
}

func (r *Reader) issue(ctx context.Context, at, owner, name, number string) (*Thread, error) {
	base := fmt.Sprintf("%s/repos/%s/%s", r.api(), owner, name)
	var i issue
	if err := r.get(ctx, base+"/issues/"+number, &i); err != nil {
		return nil, err
	}
	repo := "https://github.com/" + owner + "/" + name
	t := &Thread{URL: at, Type: "github_issue", Title: i.Title, Body: i.Body, State: i.State, Labels: []string{}, Comments: []Comment{},
		Metadata: Metadata{Created: i.Created, Updated: i.Updated, Author: i.User.Login, CommentCount: i.Comments}}
	for _, l := range i.Labels {
		t.Labels = append(t.Labels, l.Name)
	}
	t.refer(references(i.Body, repo))
	all, err := pages[said](ctx, r, base+"/issues/"+number+"/comments", r.most())
	if err != nil {
		return nil, err
	}
	if len(i.Pull) > 0 && string(i.Pull) != "null" {
		t.Type = "github_pr"
		var pull struct {
			Merged bool `json:"merged"`
		}
		if err := r.get(ctx, base+"/pulls/"+number, &pull); err != nil {
			return nil, err
		}
		if pull.Merged {
			t.State = "merged"
		}
		reviews, err := pages[said](ctx, r, base+"/pulls/"+number+"/reviews", r.most())
		if err != nil {
			return nil, err
		}
		for _, v := range reviews {
			if strings.TrimSpace(v.Body) != "" {
				v.Created = v.Submitted
				all = append(all, v)
			}
		}
	}
	for _, c := range all[:min(len(all), r.most())] {
		t.Comments = append(t.Comments, Comment{c.User.Login, c.Created, c.Body, c.Reactions.Total})
		t.refer(references(c.Body, repo))
	}
	events, err := pages[event](ctx, r, base+"/issues/"+number+"/timeline", 300)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		switch from := e.Source.Issue; {
		case e.Event == "cross-referenced" && from.URL != "":
			kind := "cross_ref_issue"
			if len(from.Pull) > 0 && string(from.Pull) != "null" {
				kind = "cross_ref_pr"
			}
			t.refer([]Ref{{kind, from.URL, from.Title}})
		case e.Commit != "":
			t.refer([]Ref{{"commit", repo + "/commit/" + e.Commit, e.Event}})
		}
	}
	return t, nil
}

// pages reads a list, a hundred a request, up to a number.
func pages[T any](ctx context.Context, r *Reader, at string, most int) ([]T, error) {
	var out []T
	for page := 1; len(out) < most; page++ {
		var some []T
		if err := r.get(ctx, at+"?per_page=100&page="+strconv.Itoa(page), &some); err != nil {
			return nil, err
		}
		out = append(out, some...)
		if len(some) < 100 {
			break
		}
	}
	return out, nil
}

func (r *Reader) get(ctx context.Context, at string, v any) error {
	body, err := r.Engine.Get(ctx, "github-issues", at, nil)
	if err != nil {
		return fmt.Errorf("read thread: %w", err)
	}
	if err := json.Unmarshal(body, v); err != nil {
		return errors.New("read thread: GitHub's answer has another form than its documentation says")
	}
	return nil
}

const discussionQuery = `query($o: String!, $n: String!, $i: Int!, $c: Int!) { repository(owner: $o, name: $n) { discussion(number: $i) {
title body closed createdAt updatedAt author { login } labels(first: 20) { nodes { name } }
comments(first: $c) { totalCount nodes { body createdAt author { login } reactions { totalCount } } } } } }`

func (r *Reader) discussion(ctx context.Context, at, owner, name, number string) (*Thread, error) {
	n, _ := strconv.Atoi(number)
	body, err := r.Engine.Get(ctx, "github-discussions", r.api()+"/graphql", map[string]any{"query": discussionQuery,
		"variables": map[string]any{"o": owner, "n": name, "i": n, "c": min(r.most(), 100)}})
	if err != nil {
		return nil, fmt.Errorf("read thread: %w", err)
	}
	type comment struct {
		Body      string
		CreatedAt string
		Author    user
		Reactions struct{ TotalCount int }
	}
	var reply struct {
		Data struct {
			Repository struct {
				Discussion *struct {
					Title, Body, CreatedAt, UpdatedAt string
					Closed                            bool
					Author                            user
					Labels                            struct{ Nodes []struct{ Name string } }
					Comments                          struct {
						TotalCount int
						Nodes      []comment
					}
				}
			}
		}
	}
	d := &reply.Data.Repository.Discussion
	if err := json.Unmarshal(body, &reply); err != nil || *d == nil {
		return nil, errors.New("read thread: there is no such discussion, or GitHub's answer has another form")
	}
	repo := "https://github.com/" + owner + "/" + name
	t := &Thread{URL: at, Type: "github_discussion", Title: (*d).Title, Body: (*d).Body, State: "open", Labels: []string{}, Comments: []Comment{},
		Metadata: Metadata{(*d).CreatedAt, (*d).UpdatedAt, (*d).Author.Login, (*d).Comments.TotalCount}}
	if (*d).Closed {
		t.State = "closed"
	}
	for _, l := range (*d).Labels.Nodes {
		t.Labels = append(t.Labels, l.Name)
	}
	t.refer(references(t.Body, repo))
	for _, c := range (*d).Comments.Nodes {
		t.Comments = append(t.Comments, Comment{c.Author.Login, c.CreatedAt, c.Body, c.Reactions.TotalCount})
		t.refer(references(c.Body, repo))
	}
	return t, nil
}
