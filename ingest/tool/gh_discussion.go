package tool

import (
	"context"
	"fmt"
	"strings"

	"assay/ingest/web"
)

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
