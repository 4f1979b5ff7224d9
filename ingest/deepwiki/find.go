package deepwiki

import (
	"context"
	"errors"
	"strings"

	"assay/ingest/tool"
	"assay/ingest/web"
)

// Find is the wiki of the repository that a question names as owner/name, with what it is about.
func (e Wiki) Find(ctx context.Context, question, _ string, _ int) ([]tool.Found, error) {
	for _, word := range strings.Fields(question) {
		repo := strings.TrimPrefix(strings.Trim(word, `.,;:!?()"'`), "https://github.com/")
		owner, name, ok := strings.Cut(repo, "/")
		if !ok || !tool.IsRepo(owner, name) {
			continue
		}
		text, err := e.ask(ctx, "read_wiki_structure", repo)
		pages := structure(text)
		if err == nil && len(pages) == 0 {
			err = nothing(text)
		}
		var none *web.Failure
		switch {
		case errors.As(err, &none) && none.Verdict == web.Gone:
			return nil, nil // it looked
		case err != nil:
			return nil, err
		}
		text = "Its pages, written by a model: " + strings.Join(pages, ", ")
		return []tool.Found{{Title: "DeepWiki of " + repo, URL: "https://deepwiki.com/" + repo, Text: text}}, nil
	}
	return nil, tool.ErrUnsuited
}
