package thread

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

const discussionQuery = `query($o: String!, $n: String!, $i: Int!, $c: Int!, $a: String) { repository(owner: $o, name: $n) { discussion(number: $i) {
title body closed createdAt updatedAt author { login } labels(first: 20) { nodes { name } } category { name } answer { id }
comments(first: $c, after: $a) { totalCount pageInfo { hasNextPage endCursor } nodes { id body createdAt author { login } reactions { totalCount }
replies(first: 50) { totalCount nodes { body createdAt author { login } reactions { totalCount } } } } } } } }`

type remark struct {
	ID, Body, CreatedAt string
	Author              user
	Reactions           struct{ TotalCount int }
	Replies             struct {
		TotalCount int
		Nodes      []remark
	}
}

func (m remark) comment(note string) Comment {
	return Comment{Author: m.Author.Login, Date: m.CreatedAt, Body: m.Body, Reactions: m.Reactions.TotalCount, Note: note}
}

type discussion struct {
	remark
	Title, UpdatedAt string
	Closed           bool
	Labels           struct{ Nodes []struct{ Name string } }
	Category         struct{ Name string }
	Answer           struct{ ID string }
	Comments         struct {
		TotalCount int
		PageInfo   struct {
			HasNextPage bool
			EndCursor   string
		}
		Nodes []remark
	}
}

func (r *Reader) discussion(ctx context.Context, at, owner, name, number string) (*Thread, error) {
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, fmt.Errorf("read thread: %s is no number of a discussion", number)
	}
	vars := map[string]any{"o": owner, "n": name, "i": n, "c": min(r.most(), 50)}
	var t *Thread
	for {
		d, err := r.discussionPage(ctx, vars)
		if err != nil {
			return nil, err
		}
		if t == nil {
			t = d.thread(at, "https://github.com/"+owner+"/"+name)
		}
		for _, c := range d.Comments.Nodes {
			note := ""
			if c.ID != "" && c.ID == d.Answer.ID {
				note = "marked as the answer"
			}
			t.Comments = append(t.Comments, c.comment(note))
			for _, reply := range c.Replies.Nodes {
				t.Comments = append(t.Comments, reply.comment("in reply to "+cmp.Or(c.Author.Login, "ghost"))) // as GitHub calls those who left
			}
			t.More = t.More || c.Replies.TotalCount > len(c.Replies.Nodes)
		}
		next := d.Comments.PageInfo
		if !next.HasNextPage || next.EndCursor == "" || len(t.Comments) >= r.most() {
			t.More = t.More || next.HasNextPage || len(t.Comments) > r.most()
			break
		}
		vars["a"] = next.EndCursor
	}
	t.Comments = t.Comments[:min(len(t.Comments), r.most())]
	for _, c := range t.Comments {
		t.refer(references(c.Body, "https://github.com/"+owner+"/"+name))
	}
	return t, nil
}

func (r *Reader) discussionPage(ctx context.Context, vars map[string]any) (*discussion, error) {
	body, err := r.Get(ctx, "github-discussions", r.api()+"/graphql", map[string]any{"query": discussionQuery, "variables": vars})
	if err != nil {
		return nil, fmt.Errorf("read thread: %w", err)
	}
	var reply struct {
		Data struct {
			Repository struct{ Discussion *discussion }
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil || reply.Data.Repository.Discussion == nil {
		return nil, errors.New("read thread: there is no such discussion, or GitHub's answer has another form")
	}
	return reply.Data.Repository.Discussion, nil
}

// thread is a discussion without its comments.
func (d *discussion) thread(at, repo string) *Thread {
	t := &Thread{URL: at, Type: "github_discussion", Title: d.Title, Body: d.Body, State: "open", Labels: []string{}, Comments: []Comment{},
		Metadata: Metadata{Created: d.CreatedAt, Updated: d.UpdatedAt, Author: d.Author.Login, CommentCount: d.Comments.TotalCount, Category: d.Category.Name}}
	if d.Closed {
		t.State = "closed"
	}
	for _, l := range d.Labels.Nodes {
		t.Labels = append(t.Labels, l.Name)
	}
	t.refer(references(t.Body, repo))
	return t
}
