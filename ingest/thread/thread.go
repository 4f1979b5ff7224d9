// Package thread reads whole discussions of GitHub. They are issues, pull requests and discussions,
// with all comments, reviews and the events between them, other pages by their text; and
// finds what they refer to.
//
// Read [Thread] and [Reader.Read] first; refs.go finds references in text, follow.go goes
// after those that bear on a question. How GitHub is asked is the caller's: through an engine
// of ingest/discover, with its cache and key, or as a source that becomes evidence. It decides
// nothing about what may be read.
package thread

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Thread is one discussion.
type Thread struct {
	URL      string    `json:"url"`
	Type     string    `json:"type"` // github_issue, github_pr, github_discussion, web_page
	Title    string    `json:"title"`
	Body     string    `json:"body"`
	State    string    `json:"state"` // open, closed, merged; "" where it has none
	Labels   []string  `json:"labels"`
	Comments []Comment `json:"comments"`       // in order of time
	More     bool      `json:"more,omitempty"` // there are comments that were not read
	Refs     []Ref     `json:"refs"`
	Metadata Metadata  `json:"metadata"`
}

// A Comment is what one person said. A review is one too, a remark on code, and a reply.
type Comment struct {
	Author    string `json:"author"`
	Date      string `json:"date"`
	Body      string `json:"body"`
	Reactions int    `json:"reactions"`
	Note      string `json:"note,omitempty"` // "approved", "on FILE", "in reply to NAME", "marked as the answer"
	Diff      string `json:"diff,omitempty"` // the lines that a remark on code is of
}

// Metadata is what else a thread has.
type Metadata struct {
	Created      string `json:"created"`
	Updated      string `json:"updated"`
	Author       string `json:"author"`
	CommentCount int    `json:"comment_count"`      // all there are, not only those that were read
	Reason       string `json:"reason,omitempty"`   // why it was closed: completed, not_planned
	Merged       string `json:"merged,omitempty"`   // when a pull request was
	Category     string `json:"category,omitempty"` // of a discussion
}

// A Reader reads threads.
type Reader struct {
	// Get asks an address of GitHub, as JSON of a POST where there is a body. Source is the
	// skill that knows its key: github-issues or github-discussions.
	Get         func(ctx context.Context, source, at string, body any) ([]byte, error)
	Page        func(ctx context.Context, url string) (title, text string, err error) // another page, as Markdown
	API         string                                                                // of GitHub; the public one where ""
	MaxComments int                                                                   // 100 where 0
	Alone       bool                                                                  // without the events that lead elsewhere
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

func (r *Reader) most() int { return cmp.Or(max(r.MaxComments, 0), 100) }

func (r *Reader) api() string {
	return strings.TrimRight(cmp.Or(r.API, "https://api.github.com"), "/")
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
	Path      string    `json:"path"` // of a remark on code
	Hunk      string    `json:"diff_hunk"`
	Reactions reactions `json:"reactions"`
}

type reactions struct {
	Total int `json:"total_count"`
}

type issue struct {
	said
	Title    string          `json:"title"`
	Reason   string          `json:"state_reason"`
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
		Metadata: Metadata{Created: i.Created, Updated: i.Updated, Author: i.User.Login, CommentCount: i.Comments, Reason: i.Reason}}
	for _, l := range i.Labels {
		t.Labels = append(t.Labels, l.Name)
	}
	t.refer(references(i.Body, repo))
	all, more, err := pages[said](ctx, r, base+"/issues/"+number+"/comments", r.most())
	if err != nil {
		return nil, err
	}
	if len(i.Pull) > 0 && string(i.Pull) != "null" {
		reviews, rest, err := r.pull(ctx, t, base+"/pulls/"+number)
		if err != nil {
			return nil, err
		}
		all, more = append(all, reviews...), more || rest
		slices.SortStableFunc(all, func(a, b said) int { return strings.Compare(a.date(), b.date()) })
	}
	t.More = more || len(all) > r.most()
	for _, c := range all[:min(len(all), r.most())] {
		t.Comments = append(t.Comments, Comment{c.User.Login, c.date(), c.Body, c.Reactions.Total, c.note(), c.Hunk})
		t.refer(references(c.Body, repo))
	}
	if r.Alone {
		return t, nil
	}
	return t, r.events(ctx, t, base+"/issues/"+number+"/timeline", repo)
}

// pull adds what only a pull request has, and gives its reviews and remarks on code.
func (r *Reader) pull(ctx context.Context, t *Thread, at string) (all []said, more bool, err error) {
	t.Type = "github_pr"
	var pull struct {
		Merged bool   `json:"merged"`
		At     string `json:"merged_at"`
	}
	if err := r.get(ctx, at, &pull); err != nil {
		return nil, false, err
	}
	if pull.Merged || pull.At != "" {
		t.State, t.Metadata.Merged = "merged", pull.At
	}
	for _, what := range []string{"/reviews", "/comments"} {
		some, rest, err := pages[said](ctx, r, at+what, r.most())
		if err != nil {
			return nil, false, err
		}
		all, more = append(all, some...), more || rest
	}
	return slices.DeleteFunc(all, func(s said) bool { return strings.TrimSpace(s.Body) == "" }), more, nil
}

func (s said) date() string { return cmp.Or(s.Submitted, s.Created) }

// note is the sense of a review, or what a remark is on.
func (s said) note() string {
	switch {
	case s.Path != "":
		return "on " + s.Path
	case s.State == "APPROVED" || s.State == "CHANGES_REQUESTED" || s.State == "DISMISSED":
		return strings.ToLower(strings.ReplaceAll(s.State, "_", " "))
	}
	return ""
}

// events adds what the timeline leads to.
func (r *Reader) events(ctx context.Context, t *Thread, at, repo string) error {
	events, _, err := pages[event](ctx, r, at, 300)
	if err != nil {
		return err
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
	return nil
}

// pages reads a list, a hundred a request, up to a number, and says whether it goes on.
func pages[T any](ctx context.Context, r *Reader, at string, most int) (out []T, more bool, err error) {
	for page := 1; len(out) < most; page++ {
		var some []T
		if err := r.get(ctx, at+"?per_page=100&page="+strconv.Itoa(page), &some); err != nil {
			return nil, false, err
		}
		if out = append(out, some...); len(some) < 100 {
			return out, false, nil
		}
	}
	return out, true, nil
}

func (r *Reader) get(ctx context.Context, at string, v any) error {
	body, err := r.Get(ctx, "github-issues", at, nil)
	if err != nil {
		return fmt.Errorf("read thread: %w", err)
	}
	if err := json.Unmarshal(body, v); err != nil {
		return errors.New("read thread: GitHub's answer has another form than its documentation says")
	}
	return nil
}
