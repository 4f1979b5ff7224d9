package tool

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"assay/ingest/plain"
	"assay/ingest/web"
	"assay/text"
)

const maxFiles = 200_000 // entries of a tree that are looked at

// A target is what a ref turned out to be.
type target struct {
	name   string // as the site's addresses have it
	kind   string // branch, tag, commit
	full   string // as git is asked for it
	commit string
}

// A document is a file of the tree.
type document struct {
	path, oid string
	rank      int
}

// A clone is a bare repository with one commit, its trees, and those files that were
// asked for. It is gone when it is closed.
type clone struct {
	e        Git
	r        repo
	dir      string
	door     *door
	at       target
	date     time.Time
	files    []document // documents, the most wanted first
	by       map[string]document
	todo     []document // documents that will be asked for
	asked    map[string]bool
	cut      bool // the tree has more entries than are looked at
	requests int
}

func (c *clone) close() {
	if c.door != nil {
		c.door.Close()
	}
	if c.dir != "" {
		_ = os.RemoveAll(c.dir)
	}
}

// clone fetches the tree of a repository.
func (e Git) clone(ctx context.Context, r repo) (*clone, error) {
	if err := e.admit(ctx, r); err != nil {
		return nil, err
	}
	c := &clone{e: e, r: r, by: map[string]document{}, asked: map[string]bool{}}
	var err error
	if c.dir, err = os.MkdirTemp(e.Temp, "assay-git-"); err != nil {
		return nil, fmt.Errorf("make a folder for a repository: %w", err)
	}
	if r.scheme == "https" || r.scheme == "http" {
		if c.door, err = openDoor(e.Client); err != nil {
			c.close()
			return nil, err
		}
	}
	for _, step := range []func(context.Context) error{c.create, c.resolve, c.fetch, c.list} {
		if err := step(ctx); err != nil {
			c.close()
			return nil, err
		}
	}
	return c, nil
}

// admit asks policy before anything is run.
func (e Git) admit(ctx context.Context, r repo) error {
	if r.scheme == "file" {
		return nil // no host is asked
	}
	if no := e.Client.Allow("https://" + r.host + r.path); no != nil {
		return no
	}
	if r.scheme == "ssh" {
		return look(ctx, e.Client, "ssh://"+r.host+r.path)
	}
	return nil
}

func (c *clone) create(ctx context.Context) error {
	if _, err := c.git(ctx, nil, 1<<20, "init", "--quiet", "--bare", "--template="); err != nil {
		return err
	}
	_, err := c.git(ctx, nil, 1<<20, "config", "remote.origin.url", c.r.remote)
	return err
}

// resolve finds out what is meant by a ref.
func (c *clone) resolve(ctx context.Context) error {
	if isCommit(c.r.ref) {
		c.at = target{c.r.ref, "commit", c.r.ref, c.r.ref}
		return nil
	}
	args := []string{"ls-remote", "--quiet", "--symref", "origin", "HEAD"}
	if ref := c.r.ref; ref != "" {
		args = append(args[:4], "refs/tags/"+ref, "refs/tags/"+ref+"^{}", "refs/heads/"+ref)
	}
	c.requests++
	out, err := c.git(ctx, nil, 4<<20, args...)
	if err != nil {
		return err
	}
	ids, head := map[string]string{}, ""
	for l := range strings.Lines(plain.Text(out)) {
		if name, ok := strings.CutPrefix(l, "ref: refs/heads/"); ok {
			head, _, _ = strings.Cut(name, "\t")
			continue
		}
		if id, name, ok := strings.Cut(strings.TrimSpace(l), "\t"); ok && isCommit(id) {
			ids[name] = id
		}
	}
	tag, branch := "refs/tags/"+c.r.ref, "refs/heads/"+c.r.ref
	switch {
	case c.r.ref == "" && ids["HEAD"] == "":
		return Failed(web.ClassTool, "git: it names no commit, so it is empty or no repository")
	case c.r.ref == "":
		head = cmp.Or(head, "HEAD")
		c.at = target{head, "branch", "HEAD", ids["HEAD"]}
	case ids[tag] != "":
		c.at = target{c.r.ref, "tag", tag, ids[tag]}
		if peeled := ids[tag+"^{}"]; peeled != "" {
			c.at.commit = peeled
		}
	case ids[branch] != "":
		c.at = target{c.r.ref, "branch", branch, ids[branch]}
	default:
		return &web.Failure{Verdict: web.Gone, Reason: fmt.Sprintf("the repository has no branch or tag %q", c.r.ref)}
	}
	if !IsRef(c.at.name) {
		return Failed(web.ClassTool, "git: odd name of a branch %q", text.Clip(c.at.name, 80))
	}
	return nil
}

func (c *clone) fetch(ctx context.Context) error {
	c.requests++
	return c.watched(ctx, func(ctx context.Context) error {
		_, err := c.git(ctx, nil, 1<<20, "fetch", "--quiet", "--no-tags", "--depth=1", "--filter=blob:none", "--no-recurse-submodules", "origin", "+"+c.at.full+":refs/assay/it")
		return err
	})
}

// list reads date and tree of the commit.
func (c *clone) list(ctx context.Context) error {
	out, err := c.git(ctx, nil, 1<<20, "log", "-1", "--no-show-signature", "--format=%H %cI", "refs/assay/it")
	if err != nil {
		return err
	}
	commit, date, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if c.date, err = time.Parse(time.RFC3339, date); err != nil || !isCommit(commit) {
		return Failed(web.ClassTool, "git: no date of the commit")
	}
	c.at.commit = commit
	if out, err = c.git(ctx, nil, maxOutput, "ls-tree", "-r", "-z", "refs/assay/it"); err != nil {
		return err
	}
	for i, entry := range bytes.Split(out, []byte{0}) {
		if i >= maxFiles {
			c.cut = true
			break
		}
		// "100644 blob <oid>\t<path>"; links and submodules have other modes.
		head, name, ok := strings.Cut(string(entry), "\t")
		f := strings.Fields(head)
		if !ok || len(f) != 3 || f[1] != "blob" || f[0] == "120000" || !isCommit(f[2]) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
			continue
		}
		if c.r.sub != "" && name != c.r.sub && !strings.HasPrefix(name, c.r.sub+"/") {
			continue
		}
		rank, ok := wanted(name)
		if !ok && name != c.r.sub {
			continue
		}
		d := document{name, f[2], rank}
		c.by[name] = d
		c.files = append(c.files, d)
	}
	slices.SortStableFunc(c.files, func(a, b document) int { return cmp.Or(a.rank-b.rank, strings.Compare(a.path, b.path)) })
	return nil
}

// wanted reports whether a file of a repository is there to be read, and how soon it
// is worth it: the lower the sooner, so that limits cut off what matters least.
func wanted(file string) (rank int, ok bool) {
	name := strings.ToLower(path.Base(file))
	for _, dir := range strings.Split(strings.ToLower(path.Dir(file)), "/") {
		switch dir {
		case "node_modules", "vendor", "third_party", "testdata", ".git":
			return 0, false
		case "doc", "docs", "documentation", "guide", "manual":
			rank = -1
		}
	}
	depth := strings.Count(file, "/")
	readme := strings.HasPrefix(name, "readme")
	switch path.Ext(name) {
	case ".md", ".markdown", ".mdx", ".rst", ".txt", ".adoc", ".asciidoc", ".html", ".htm", ".org":
	default:
		if !readme && name != "changelog" && name != "changes" && name != "news" && name != "contributing" {
			return 0, false
		}
	}
	switch {
	case readme && depth == 0:
		return 0, true
	case readme, rank < 0:
		return 1, true
	case depth == 0:
		return 2, true
	}
	return 3, true
}

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
