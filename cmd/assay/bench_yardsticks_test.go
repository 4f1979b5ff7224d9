package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"go.abhg.dev/goldmark/wikilink"

	"assay/provenance"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// walkTree is the yardstick of what changed nothing: the tree, hidden folders aside,
// and its stats.
func walkTree(t *testing.T, dir string) (files int) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir():
			files++
		}
		_, err = d.Info()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// readCold is the first half of a cold build, without anything stored.
func readCold(t *testing.T, dir string) {
	d, err := vault.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	snap, err := d.Scan(context.Background(), vault.ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	notes := make(map[string]*markdown.Note)
	var held sync.Mutex
	var group sync.WaitGroup
	for files := range slices.Chunk(snap.Files(), len(snap.Files())/runtime.GOMAXPROCS(0)+1) {
		group.Go(func() {
			for _, f := range files {
				if text, err := snap.Read(f.Path); err == nil && vault.IsNote(f.Path) {
					n := markdown.Parse(f.Path, text, markdown.Options{})
					held.Lock()
					notes[f.Path] = n
					held.Unlock()
				}
			}
		})
	}
	group.Wait()
	list := make([]*markdown.Note, 0, len(notes))
	for _, f := range snap.Files() {
		if n := notes[f.Path]; n != nil {
			list = append(list, n)
		}
	}
	r := links.New(snap, func(path string) *markdown.Note { return notes[path] }, links.Options{})
	if len(provenance.LinkGaps(list, r, provenance.GapOptions{MinWords: 30})) == 0 {
		t.Fatal("no gaps in a vault with broken links")
	}
}

// parseAlone is the yardstick of reading: goldmark with the extensions a vault
// needs, over the same files on as many cores, and nothing else.
func parseAlone(t *testing.T, dir string) {
	var texts [][]byte
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !vault.IsNote(path) {
			return err
		}
		b, err := os.ReadFile(path)
		texts = append(texts, b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, &wikilink.Extender{}))
	var wg sync.WaitGroup
	work := make(chan []byte)
	for range runtime.NumCPU() {
		wg.Go(func() {
			for b := range work {
				md.Parser().Parse(text.NewReader(b))
			}
		})
	}
	for _, b := range texts {
		work <- b
	}
	close(work)
	wg.Wait()
}
