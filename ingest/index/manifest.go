package index

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/ingest"
	"assay/vault"
)

const (
	manifestName = "MANIFEST"
	textName     = "text"

	// manifestFormat is bumped when an older index cannot be read or would
	// give other results; it is then built anew.
	manifestFormat = 2
)

// A manifest is the committed state: one JSON object, then a line with the CRC-32C
// of the object's bytes.
type manifest struct {
	Format int        `json:"format"`
	Terms  int        `json:"terms"`  // ingest.TermsVersion
	Set    string     `json:"set"`    // what the caller calls the passages held
	Docs   int        `json:"docs"`   // their number
	Length int64      `json:"length"` // terms in them
	Text   generation `json:"text"`
}

// A generation is a text index with the files it consisted of when committed.
type generation struct {
	Name  string     `json:"name"`
	Files []fileMark `json:"files"`
}

// A fileMark tells whether a file is still what was written.
type fileMark struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	CRC  uint32 `json:"crc32c"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// readManifest reads the committed state.
func readManifest(dir string) (m manifest, err error) {
	path := filepath.Join(dir, manifestName)
	text, err := vault.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, ErrNoIndex
	}
	if err != nil {
		return m, fmt.Errorf("read index: %w", err)
	}
	body, sum, _ := bytes.Cut(text, []byte("\n"))
	if want := fmt.Sprintf("crc32c %08x\n", crc32.Checksum(body, castagnoli)); string(sum) != want {
		return m, fmt.Errorf("read index %s: %w: checksum", path, errCorrupt)
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("read index %s: %w: %w", path, errCorrupt, err)
	}
	if m.Format != manifestFormat || m.Terms != ingest.TermsVersion {
		return m, fmt.Errorf("read index %s: %w of this version", path, ErrNoIndex)
	}
	if strings.ContainsAny(m.Text.Name, `/\`) {
		return m, fmt.Errorf("read index %s: %w: names a path", path, errCorrupt)
	}
	return m, nil
}

// write commits m: afterwards the next reader sees it. After a loss of power it may be another
// one that is found, or none, and the next Sync makes it good.
func (m manifest) write(dir string) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write index manifest: %w", err)
	}
	text := fmt.Appendf(body, "\ncrc32c %08x\n", crc32.Checksum(body, castagnoli))
	if err := vault.Replace(filepath.Join(dir, manifestName), text, 0o644); err != nil {
		return fmt.Errorf("write index manifest: %w", err)
	}
	return nil
}

// mark lists the files of a closed generation.
func (g *generation) mark(dir string) error {
	folder := filepath.Join(dir, textName, g.Name)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("list text index: %w", err)
	}
	g.Files = nil
	for _, e := range entries {
		one, err := markFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return fmt.Errorf("list text index: %w", err)
		}
		g.Files = append(g.Files, one)
	}
	return nil
}

// check compares the files with their marks: sizes always, since a file cut short
// under a memory map would kill the process; contents with verify.
func (g generation) check(dir string, verify bool) error {
	folder := filepath.Join(dir, textName, g.Name)
	for _, want := range g.Files {
		path := filepath.Join(folder, want.Name)
		stat, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("open text index: %w: %w", errCorrupt, err)
		}
		if stat.Size() != want.Size {
			return fmt.Errorf("open text index: %w: %s has %d bytes, not %d", errCorrupt, path, stat.Size(), want.Size)
		}
		if !verify {
			continue
		}
		if got, err := markFile(path); err != nil || got.CRC != want.CRC {
			return fmt.Errorf("open text index: %w: checksum of %s", errCorrupt, path)
		}
	}
	return nil
}

// markFile reads one file.
func markFile(path string) (fileMark, error) {
	f, err := os.Open(path)
	if err != nil {
		return fileMark{}, err
	}
	defer f.Close()
	sum := crc32.New(castagnoli)
	n, err := io.Copy(sum, f)
	return fileMark{filepath.Base(path), n, sum.Sum32()}, err
}
