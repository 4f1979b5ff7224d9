package compiler_test

import (
	"context"
	"errors"
	"sort"
	"strings"
	"testing"
	"time"

	"assay/compiler"
	"assay/compiler/compose"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/ingest"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// testNow is the time of every test, unless it says otherwise.
var testNow = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// testWorld is a world without disk, network or real time: originals are taken as
// they are, and the index is a list.
func testWorld() view.World {
	return view.World{
		Now:       func() time.Time { return testNow },
		Judge:     judge.NewLexical(),
		Extract:   plainExtractor{},
		OpenIndex: func(string) view.Index { return &listIndex{} },
		Outside:   noOutside{},
	}
}

func mustBuild(tb testing.TB, c *compiler.Compiler) *reports.Report {
	tb.Helper()
	r, err := c.Build(context.Background(), compiler.BuildOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// plainExtractor takes Markdown as it is.
type plainExtractor struct{}

func (plainExtractor) Repeated([]string) []string               { return nil }
func (plainExtractor) Strip(markdown string, _ []string) string { return markdown }

func (plainExtractor) Extract(_ context.Context, raw []byte, o view.Original) (ingest.Document, error) {
	n := markdown.Parse(o.Name, raw, markdown.Options{})
	body := string(raw[n.BodyStart:])
	d := ingest.Document{URL: o.URL, Title: n.Title, Markdown: body, Hash: vault.HashText([]byte(body))}
	if n.Meta.Retrieved != "" {
		d.Retrieved = provenance.ParseTime(n.Meta.Retrieved)
	}
	return d, nil
}

// listIndex finds passages by the words they share with a query.
type listIndex struct {
	set  string
	held []ingest.Doc
}

func (x *listIndex) Sync(_ context.Context, set string, want []ingest.Doc) error {
	x.set, x.held = set, want
	return nil
}

func (x *listIndex) Holds(set string) bool { return x.set == set }

func (x *listIndex) Search(_ context.Context, q ingest.Query) ([]ingest.Hit, error) {
	want := compose.Stems(q.Text)
	var hits []ingest.Hit
	for _, p := range x.held {
		if s := compose.Share(want, compose.Stems(p.Title+" "+p.Text)); s > 0 {
			hits = append(hits, ingest.Hit{Chunk: p.ID, Source: p.Source, Score: s, URL: p.URL, Title: p.Title,
				Heading: p.Heading, Text: p.Text, Retrieved: p.Retrieved})
		}
	}
	sort.SliceStable(hits, func(i, j int) bool {
		if hits[i].Score != hits[j].Score {
			return hits[i].Score > hits[j].Score
		}
		return strings.Compare(string(hits[i].Chunk), string(hits[j].Chunk)) < 0
	})
	return hits[:min(q.K, len(hits))], nil
}

// noOutside is a world in which nothing beyond the vault may be read.
type noOutside struct{}

var errOutside = errors.New("a test reached outside the vault")

func (noOutside) List(string) ([]view.OutsideFile, error) { return nil, errOutside }
func (noOutside) Read(string) ([]byte, error)             { return nil, errOutside }
