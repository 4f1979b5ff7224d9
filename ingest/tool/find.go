package tool

import (
	"context"
	"errors"
	"fmt"

	"assay/ingest/web"
)

// A Finder can look for what a question is about.
type Finder interface {
	Name() string
	Find(ctx context.Context, question, entity string, most int) ([]Found, error)
}

// Found is one thing that a tool found.
type Found struct{ Title, URL, Text string }

// ErrUnsuited says that a question has not what a tool looks things up by, ErrNotHere that its
// program is not installed.
var (
	ErrUnsuited = errors.New("the question names nothing that it could look up")
	ErrNotHere  = errors.New("not installed")
)

// Find is the libraries of a name.
func (e Context7) Find(ctx context.Context, question, entity string, most int) ([]Found, error) {
	if _, err := e.Programs.Look(e.Name()); err != nil {
		return nil, ErrNotHere
	}
	if entity == "" {
		return nil, ErrUnsuited
	}
	found, err := e.resolve(ctx, entity, question)
	switch {
	case web.IsGone(err):
		return nil, nil // it looked
	case err != nil:
		return nil, err
	}
	var out []Found
	for _, m := range found[:min(len(found), most)] {
		lib := library{id: m.ID}
		out = append(out, Found{Title: "Documentation of " + m.ID[1:], URL: lib.page("")})
	}
	return out, nil
}

// Find is videos of YouTube, which yt-dlp searches by itself.
func (e Video) Find(ctx context.Context, question, _ string, most int) ([]Found, error) {
	if _, err := e.Programs.Look(e.Name()); err != nil {
		return nil, ErrNotHere
	}
	w, err := e.watch("https://www.youtube.com/results")
	if err != nil {
		return nil, err
	}
	defer w.close()
	v, _, err := w.ask(ctx, fmt.Sprintf("ytsearch%d:%s", most, question), "--flat-playlist")
	if err != nil {
		return nil, err
	}
	var out []Found
	for _, one := range v.Entries {
		if one != nil && one.URL != "" && one.Title != "" {
			out = append(out, Found{one.Title, one.URL, one.Description})
		}
	}
	return out, nil
}
