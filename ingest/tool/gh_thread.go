package tool

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"assay/ingest/web"
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

// A writer puts a thread together, each post below a heading of its own.
type writer struct{ strings.Builder }

func (w *writer) part(heading, body string) {
	body = nest(Plain([]byte(body)), 2)
	if body == "" {
		return
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", escaped(heading), body)
}

func (w *writer) facts(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(w, "- %s: %s\n", pairs[i], escaped(pairs[i+1]))
		}
	}
}

func (s *session) repository(ctx context.Context, t thread) ([]byte, error) {
	var r struct {
		FullName    string   `json:"full_name"`
		Description string   `json:"description"`
		Homepage    string   `json:"homepage"`
		Topics      []string `json:"topics"`
		Pushed      string   `json:"pushed_at"`
		Archived    bool     `json:"archived"`
		Language    string   `json:"language"`
		Owner       *login   `json:"owner"`
		Licence     *struct {
			SPDX string `json:"spdx_id"`
		} `json:"license"`
	}
	if err := s.get(ctx, t.api(""), &r); err != nil {
		return nil, err
	}
	var w writer
	name := r.FullName
	if name == "" {
		name = t.owner + "/" + t.name
	}
	fmt.Fprintf(&w, "# %s\n\n", escaped(name))
	if r.Description != "" {
		w.WriteString(escaped(r.Description) + "\n\n")
	}
	archived := ""
	if r.Archived {
		archived = "yes: the repository is read-only"
	}
	w.facts("Homepage", r.Homepage, "Topics", strings.Join(r.Topics, ", "), "Main language", r.Language, "Last push", day(r.Pushed), "Archived", archived)
	readme, err := s.readme(ctx, t)
	if err != nil {
		return nil, err
	}
	if text := nest(Plain(readme), 1); text != "" {
		w.WriteString("\n" + text + "\n")
	}
	licence := ""
	if r.Licence != nil && r.Licence.SPDX != "NOASSERTION" {
		licence = r.Licence.SPDX
	}
	return WithMeta(w.String(), Field{"title", name}, Field{"author", r.Owner.name()}, Field{"published", day(r.Pushed)}, Field{"url", t.url()}, Field{"licence", licence}), nil
}

// readme is the README of a repository, nothing where it has none.
func (s *session) readme(ctx context.Context, t thread) ([]byte, error) {
	var r struct {
		Content  string `json:"content"`
		Encoding string `json:"encoding"`
	}
	err := s.get(ctx, t.api("/readme"), &r)
	if f, ok := err.(*Failure); ok && f.Verdict == web.Gone {
		return nil, nil
	}
	if err != nil || r.Encoding != "base64" {
		return nil, err
	}
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(r.Content), ""))
	if err != nil {
		return nil, failed(web.ClassTool, "gh: the README is not base64: %s", err)
	}
	return b, nil
}

func (s *session) release(ctx context.Context, t thread) ([]byte, error) {
	var r struct {
		Name      string `json:"name"`
		Tag       string `json:"tag_name"`
		Body      string `json:"body"`
		Published string `json:"published_at"`
		Pre       bool   `json:"prerelease"`
		Author    *login `json:"author"`
	}
	if err := s.get(ctx, t.api("/releases/tags/%s", escapePath(t.id)), &r); err != nil {
		return nil, err
	}
	title := t.owner + "/" + t.name + " " + t.id
	if r.Name != "" && r.Name != t.id {
		title += ": " + r.Name
	}
	var w writer
	fmt.Fprintf(&w, "# %s\n\n", escaped(title))
	pre := ""
	if r.Pre {
		pre = "yes"
	}
	w.facts("Tag", t.id, "Published", day(r.Published), "Pre-release", pre)
	if text := nest(Plain([]byte(r.Body)), 1); text != "" {
		w.WriteString("\n" + text + "\n")
	}
	return WithMeta(w.String(), Field{"title", title}, Field{"author", r.Author.name()}, Field{"published", day(r.Published)}, Field{"url", t.url()}), nil
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

// discussionQuery asks for a discussion with its first comments and replies; only the
// GraphQL interface has them.
const discussionQuery = `query($owner:String!,$name:String!,$number:Int!,$after:String){repository(owner:$owner,name:$name){discussion(number:$number){
title body createdAt author{login} category{name} answer{id}
comments(first:50,after:$after){pageInfo{hasNextPage endCursor} nodes{id body createdAt author{login} replies(first:50){totalCount nodes{body createdAt author{login}}}}}}}}`

type remark struct {
	ID      string `json:"id"`
	Body    string `json:"body"`
	Created string `json:"createdAt"`
	Author  *login `json:"author"`
	Replies *struct {
		Total int      `json:"totalCount"`
		Nodes []remark `json:"nodes"`
	} `json:"replies"`
}

type discussion struct {
	remark
	Title    string `json:"title"`
	Category named  `json:"category"`
	Answer   *struct {
		ID string `json:"id"`
	} `json:"answer"`
	Comments struct {
		Page struct {
			More bool   `json:"hasNextPage"`
			End  string `json:"endCursor"`
		} `json:"pageInfo"`
		Nodes []remark `json:"nodes"`
	} `json:"comments"`
}

func (s *session) discussion(ctx context.Context, t thread) ([]byte, error) {
	var head *discussion
	var said []remark
	after, more := "", true
	for page := 0; more && page < maxPages; page++ {
		// -f and never -F for text: -F reads files and guesses types.
		args := []string{"api", "graphql", "--hostname", "github.com", "-f", "query=" + discussionQuery, "-f", "owner=" + t.owner, "-f", "name=" + t.name, "-F", "number=" + t.id}
		if after != "" {
			args = append(args, "-f", "after="+after)
		}
		out, err := s.run(ctx, args...)
		if err != nil {
			return nil, err
		}
		var reply struct {
			Data struct {
				Repository *struct {
					Discussion *discussion `json:"discussion"`
				} `json:"repository"`
			} `json:"data"`
			Errors []struct {
				Message string `json:"message"`
			} `json:"errors"`
		}
		if err := decode("gh", out, &reply); err != nil {
			return nil, err
		}
		if reply.Data.Repository == nil || reply.Data.Repository.Discussion == nil {
			if len(reply.Errors) > 0 && !strings.Contains(reply.Errors[0].Message, "Could not resolve") {
				return nil, failed(web.ClassTool, "gh: %s", clip(line(reply.Errors[0].Message), 300))
			}
			return nil, &Failure{Verdict: web.Gone, Reason: "no such discussion"}
		}
		d := reply.Data.Repository.Discussion
		if head == nil {
			head = d
		}
		said = append(said, d.Comments.Nodes...)
		after, more = d.Comments.Page.End, d.Comments.Page.More && d.Comments.Page.End != ""
	}
	return head.markdown(t, said, more), nil
}

func (d *discussion) markdown(t thread, said []remark, more bool) []byte {
	title := fmt.Sprintf("%s (%s/%s discussion %s)", line(d.Title), t.owner, t.name, t.id)
	var w writer
	fmt.Fprintf(&w, "# %s\n\n", escaped(title))
	w.facts("Category", d.Category.Name)
	w.part(d.Author.name()+", "+day(d.Created), d.Body)
	for _, c := range said {
		head := c.Author.name() + ", " + day(c.Created)
		if d.Answer != nil && c.ID != "" && c.ID == d.Answer.ID {
			head += ", marked as the answer"
		}
		w.part(head, c.Body)
		if c.Replies == nil {
			continue
		}
		for _, r := range c.Replies.Nodes {
			w.part(r.Author.name()+", "+day(r.Created)+", in reply to "+c.Author.name(), r.Body)
		}
		more = more || c.Replies.Total > len(c.Replies.Nodes)
	}
	if more {
		w.WriteString("\n## More\n\nThe discussion goes on: not all of its comments and replies are kept.\n")
	}
	return WithMeta(w.String(), Field{"title", title}, Field{"author", d.Author.name()}, Field{"published", day(d.Created)}, Field{"url", t.url()})
}
