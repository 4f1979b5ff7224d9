package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// login is who wrote something.
type login struct {
	Login string `json:"login"`
}

func (l *login) name() string {
	if l == nil || l.Login == "" {
		return "ghost" // as GitHub calls those who left
	}
	return line(l.Login)
}

// A post is an issue, a pull request, a comment or a review.
type post struct {
	Title     string  `json:"title"`
	Body      string  `json:"body"`
	State     string  `json:"state"`
	Reason    string  `json:"state_reason"`
	User      *login  `json:"user"`
	Created   string  `json:"created_at"`
	Submitted string  `json:"submitted_at"`
	Merged    string  `json:"merged_at"`
	Path      string  `json:"path"`
	Hunk      string  `json:"diff_hunk"`
	Labels    []named `json:"labels"`
}

type named struct {
	Name string `json:"name"`
}

func (p post) date() string {
	at := p.Created
	if at == "" {
		at = p.Submitted
	}
	return day(at)
}

func day(at string) string {
	d, _, _ := strings.Cut(line(at), "T")
	return clip(d, 20)
}

func (s *session) read(ctx context.Context, t thread) ([]byte, error) {
	switch t.kind {
	case "repo":
		return s.repository(ctx, t)
	case "release":
		return s.release(ctx, t)
	case "discussions":
		return s.discussion(ctx, t)
	}
	return s.issue(ctx, t)
}

// issue reads an issue or a pull request: what was said, in order of time.
func (s *session) issue(ctx context.Context, t thread) ([]byte, error) {
	var head post
	at := t.api("/issues/%s", t.id)
	if t.kind == "pull" {
		at = t.api("/pulls/%s", t.id)
	}
	if err := s.get(ctx, at, &head); err != nil {
		return nil, err
	}
	said, more, err := list[post](ctx, s, t.api("/issues/%s/comments", t.id))
	if err != nil {
		return nil, err
	}
	if t.kind == "pull" {
		for _, what := range []string{"reviews", "comments"} {
			some, rest, err := list[post](ctx, s, t.api("/pulls/%s/%s", t.id, what))
			if err != nil {
				return nil, err
			}
			said, more = append(said, some...), more || rest
		}
		slices.SortStableFunc(said, func(a, b post) int { return strings.Compare(a.Created+a.Submitted, b.Created+b.Submitted) })
	}
	state := head.State
	if head.Merged != "" {
		state = "merged " + day(head.Merged)
	} else if head.Reason != "" {
		state += " (" + head.Reason + ")"
	}
	var labels []string
	for _, l := range head.Labels {
		labels = append(labels, l.Name)
	}
	title := fmt.Sprintf("%s (%s/%s#%s)", line(head.Title), t.owner, t.name, t.id)
	var w writer
	fmt.Fprintf(&w, "# %s\n\n", escaped(title))
	w.facts("State", state, "Labels", strings.Join(labels, ", "))
	w.part(head.User.name()+", "+head.date(), head.Body)
	for _, p := range said {
		body := p.Body
		if p.Hunk != "" && body != "" {
			body = fenced("diff", Plain([]byte(p.Hunk))) + "\n\n" + body
		}
		w.part(heading(p.User.name(), p.date(), p.State, p.Path), body)
	}
	if more {
		fmt.Fprintf(&w, "\n## More\n\nThe thread goes on: the first %d comments of a kind are kept.\n", 100*maxPages)
	}
	return WithMeta(w.String(), Field{"title", title}, Field{"author", head.User.name()}, Field{"published", head.date()}, Field{"url", t.url()}), nil
}

// heading says who said something, when, and of a review in which sense and on what.
func heading(who, when, state, path string) string {
	s := who + ", " + when
	switch state {
	case "APPROVED", "CHANGES_REQUESTED", "DISMISSED":
		s += ", " + strings.ToLower(strings.ReplaceAll(state, "_", " "))
	}
	if path != "" {
		s += ", on " + path
	}
	return s
}
