package github

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"assay/ingest/plain"
	"assay/ingest/tool"
	"assay/ingest/web"
)

func (s *session) repository(ctx context.Context, a address) ([]byte, error) {
	var r struct {
		FullName    string   `json:"full_name"`
		Description string   `json:"description"`
		Homepage    string   `json:"homepage"`
		Topics      []string `json:"topics"`
		Pushed      string   `json:"pushed_at"`
		Archived    bool     `json:"archived"`
		Language    string   `json:"language"`
		Owner       login    `json:"owner"`
		Licence     *struct {
			SPDX string `json:"spdx_id"`
		} `json:"license"`
	}
	if err := s.repo(ctx, a, "", &r); err != nil {
		return nil, err
	}
	var w tool.Writer
	name := cmp.Or(r.FullName, a.owner+"/"+a.name)
	fmt.Fprintf(&w, "# %s\n\n", plain.Escaped(name))
	if r.Description != "" {
		w.WriteString(plain.Escaped(r.Description) + "\n\n")
	}
	archived := ""
	if r.Archived {
		archived = "yes: the repository is read-only"
	}
	w.Facts("Homepage", r.Homepage, "Topics", strings.Join(r.Topics, ", "), "Main language", r.Language, "Last push", day(r.Pushed), "Archived", archived)
	readme, err := s.readme(ctx, a)
	if err != nil {
		return nil, err
	}
	w.Text(string(readme))
	licence := ""
	if r.Licence != nil && r.Licence.SPDX != "NOASSERTION" {
		licence = r.Licence.SPDX
	}
	return tool.WithMeta(w.String(), tool.Field{Key: "title", Value: name}, tool.Field{Key: "author", Value: who(r.Owner.Login)}, tool.Field{Key: "published", Value: day(r.Pushed)}, tool.Field{Key: "url", Value: a.url()}, tool.Field{Key: "licence", Value: licence}), nil
}

// readme is the README of a repository, nothing where it has none.
func (s *session) readme(ctx context.Context, a address) ([]byte, error) {
	var r struct {
		Content  string `json:"content"`
		Encoding string `json:"encoding"`
	}
	err := s.repo(ctx, a, "/readme", &r)
	if web.IsGone(err) {
		return nil, nil
	}
	if err != nil || r.Encoding != "base64" {
		return nil, err
	}
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(r.Content), ""))
	if err != nil {
		return nil, tool.Failed(web.ClassTool, "the README is not base64: %s", err)
	}
	return b, nil
}

func (s *session) release(ctx context.Context, a address) ([]byte, error) {
	var r struct {
		Name      string `json:"name"`
		Body      string `json:"body"`
		Published string `json:"published_at"`
		Pre       bool   `json:"prerelease"`
		Author    login  `json:"author"`
	}
	if err := s.repo(ctx, a, "/releases/tags/"+tool.EscapePath(a.id), &r); err != nil {
		return nil, err
	}
	title := a.owner + "/" + a.name + " " + a.id
	if r.Name != "" && r.Name != a.id {
		title += ": " + r.Name
	}
	var w tool.Writer
	fmt.Fprintf(&w, "# %s\n\n", plain.Escaped(title))
	pre := ""
	if r.Pre {
		pre = "yes"
	}
	w.Facts("Tag", a.id, "Published", day(r.Published), "Pre-release", pre)
	w.Text(r.Body)
	return tool.WithMeta(w.String(), tool.Field{Key: "title", Value: title}, tool.Field{Key: "author", Value: who(r.Author.Login)}, tool.Field{Key: "published", Value: day(r.Published)}, tool.Field{Key: "url", Value: a.url()}), nil
}

type login struct {
	Login string `json:"login"`
}
