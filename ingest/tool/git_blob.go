package tool

import (
	"context"
	"errors"
	"slices"
	"strings"

	"assay/ingest/web"
)

const prefetch = 64 // documents asked for at once

// find is the file of a page's address. The default branch may have another name
// than when the repository was mapped.
func (c *clone) find(url, start string) (document, bool) {
	for _, base := range []string{start, c.r.base(c.at)} {
		for _, d := range []string{"/", "#"} {
			if file, ok := strings.CutPrefix(url, base+d); ok {
				if f, ok := c.by[web.UnescapePath(file)]; ok {
					return f, true
				}
			}
		}
	}
	return document{}, false
}

// queue says which documents will be asked for, so that many come at once.
func (c *clone) queue(nodes []web.Node, start string) {
	for _, n := range nodes {
		if f, ok := c.find(n.URL, start); ok {
			c.todo = append(c.todo, f)
		}
	}
}

// blob reads a file, and fetches it with those that will be asked for next.
func (c *clone) blob(ctx context.Context, f document) ([]byte, error) {
	if !c.asked[f.oid] {
		if err := c.ahead(ctx, f); err != nil {
			return nil, err
		}
	}
	limit := c.e.Client.Options().MaxBody
	var out []byte
	err := c.watched(ctx, func(ctx context.Context) error {
		var err error
		out, err = c.git(ctx, nil, limit, "cat-file", "blob", f.oid)
		return err
	})
	return out, err
}

func (c *clone) ahead(ctx context.Context, f document) error {
	i := slices.Index(c.todo, f)
	next := []document{f}
	if i >= 0 {
		next = c.todo[i:min(len(c.todo), i+prefetch)]
	}
	var ids strings.Builder
	for _, d := range next {
		if !c.asked[d.oid] {
			c.asked[d.oid] = true
			ids.WriteString(d.oid + "\n")
		}
	}
	// A server that gives no single objects has sent all of them with the tree; of one
	// that fails now, cat-file will say what is wrong.
	err := c.watched(ctx, func(ctx context.Context) error {
		_, err := c.git(ctx, []byte(ids.String()), 1<<20, "-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--filter=blob:none", "--no-recurse-submodules", "--stdin", "origin")
		return err
	})
	if failure, ok := errors.AsType[*web.Failure](err); ok && (failure.Class == web.ClassTooLarge || failure.Class == web.ClassCancelled) {
		return err
	}
	return nil
}
