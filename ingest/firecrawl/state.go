package firecrawl

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assay/ingest/web"
	"assay/vault"
)

// maxState bounds the file that a job is remembered by.
const maxState = 64 << 10

// A job is a crawl of the service as its file remembers it. The file is written before
// the crawl is submitted, without id, and again when the service has named it: a run
// that is killed between the two finds the crawl among those that are under way.
type job struct {
	Base      string     `json:"base"`
	Bounds    vault.Hash `json:"bounds"` // of the graph
	Start     string     `json:"start"`
	ID        string     `json:"id,omitempty"`
	Limit     int        `json:"limit"`
	Submitted time.Time  `json:"submitted"`
	Reported  int        `json:"reported,omitempty"` // credits that earlier runs told of
}

// remember reads what an earlier run of the same bounds left; nil for nothing. A file
// that does not parse is one that was never written in full, or not by us.
func remember(path, base string, g *web.Graph) *job {
	if path == "" {
		return nil
	}
	f, err := vault.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	raw := make([]byte, maxState)
	n, _ := f.Read(raw)
	var j job
	if json.Unmarshal(raw[:n], &j) != nil || j.Base != base || j.Bounds != g.Digest() || j.Start != g.Start || j.ID != "" && !isID(j.ID) {
		return nil
	}
	return &j
}

// keep writes the job in one step.
func (j *job) keep(path string) error {
	if path == "" {
		return nil
	}
	raw, err := json.Marshal(j)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = vault.Replace(path, raw, 0o644)
	}
	if err != nil {
		return fmt.Errorf("keep the crawl of the service: %w", err)
	}
	return nil
}

// forget removes the file of a crawl that is done: another is another job.
func forget(path string) error {
	if path == "" {
		return nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget the crawl of the service: %w", err)
	}
	return nil
}

// isID reports whether a job's name can be a segment of a path.
func isID(s string) bool {
	for _, r := range s {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_') {
			return false
		}
	}
	return s != "" && len(s) <= 128
}

// scratch is a journal for a run that has none: pages are handed on through it, one in
// memory at a time.
type scratch struct {
	folder  string
	journal *web.Journal
}

func newScratch(bounds vault.Hash) (*scratch, error) {
	folder, err := os.MkdirTemp("", "assay-firecrawl-")
	if err != nil {
		return nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	journal, err := web.OpenJournal(filepath.Join(folder, "journal"), bounds)
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	return &scratch{folder, journal}, nil
}

func (s *scratch) close() {
	if s != nil {
		s.journal.Close()
		os.RemoveAll(s.folder)
	}
}
