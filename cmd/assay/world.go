package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"assay/agents"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/ingest"
	"assay/ingest/extract"
	"assay/ingest/index"
	"assay/vault"
	"assay/vault/git"
)

// world is the real one: the only place that names the clock, the disk outside the
// vault and the indexes.
func world(getenv func(string) string) view.World {
	return view.World{
		Cache:          cacheDir(),
		Now:            clock(getenv("SOURCE_DATE_EPOCH")),
		Judge:          judge.NewLexical(),
		Extract:        pages{},
		Outside:        outside{},
		OpenIndex:      func(dir string) view.Index { return passages{index.Open(dir)} },
		OpenJudge:      func(o view.JudgeOptions) (judge.Asker, error) { return openJudge(o, getenv) },
		OpenEmbedder:   func(o view.EmbedderOptions) (view.Embedder, error) { return openEmbedder(o, getenv) },
		OpenAgents:     func(o view.AgentOptions) ([]*agents.Agent, []agents.Missing) { return findAgents(o, getenv) },
		OpenSearch:     func(o view.SearchOptions) (view.Search, error) { return openSearch(o, getenv) },
		OpenUser:       func(root string) view.User { return openUser(getenv, root) },
		OpenGit:        func(root string) (*git.Repo, error) { return repository(root, getenv) },
		OpenSignatures: func(root string) view.Signatures { return openUser(getenv, root) },
		OpenWeb:        func(o view.WebOptions) view.Web { return newWays(o, getenv) },
	}
}

// cacheDir is the user's folder for results of vaults that have no .assay.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "assay")
}

// clock is the time, or the fixed one of SOURCE_DATE_EPOCH (seconds since 1970, as
// reproducible-builds.org specifies).
func clock(epoch string) func() time.Time {
	if seconds, err := strconv.ParseInt(epoch, 10, 64); err == nil {
		return func() time.Time { return time.Unix(seconds, 0).UTC() }
	}
	return time.Now
}

// pages extracts documents.
type pages struct{}

func (pages) Repeated(texts []string) []string { return extract.Repeated(texts) }

func (pages) Strip(markdown string, repeated []string) string {
	return extract.Strip(markdown, repeated)
}

func (pages) Extract(ctx context.Context, raw []byte, o view.Original) (ingest.Document, error) {
	return extract.Extract(ctx, raw, extract.Options{Name: o.Name, URL: o.URL, ContentType: o.ContentType})
}

// passages is the index of a vault.
type passages struct{ *index.Store }

func (p passages) Sync(ctx context.Context, set string, want []ingest.Doc) error {
	_, err := p.Store.Sync(ctx, set, want)
	return err
}

// outside reads files that a person named beyond the vault.
type outside struct{}

func (outside) List(root string) ([]view.OutsideFile, error) {
	var out []view.OutsideFile
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil // links may lead anywhere, and were not named
		}
		info, err := d.Info()
		if err != nil {
			return fmt.Errorf("look at %s: %w", path, err)
		}
		out = append(out, view.OutsideFile{Path: path, Size: info.Size()})
		return nil
	})
	return out, err
}

func (outside) Read(path string) ([]byte, error) { return vault.ReadFile(path) }
