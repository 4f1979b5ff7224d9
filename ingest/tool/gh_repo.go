package tool

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"assay/ingest/web"
)

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
	var f *Failure
	if errors.As(err, &f) && f.Verdict == web.Gone {
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
