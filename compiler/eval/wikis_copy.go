package eval

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const archiveEnd = ".tar.gz"

// largestWiki bounds what an archive may unpack to.
const largestWiki = 4 << 30

// wikiNames are those that labels name, in their order; with others also the rest of the
// folder. absent are those that the folder lacks.
func wikiNames(dir string, labels []*WikiLabel, others bool) (found, absent []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("look for wikis: %w", err)
	}
	var have []string
	for _, e := range entries {
		name, archive := strings.CutSuffix(e.Name(), archiveEnd)
		if (archive || e.IsDir()) && !strings.HasPrefix(name, ".") && !slices.Contains(have, name) {
			have = append(have, name)
		}
	}
	for _, l := range labels {
		list := &found
		if !slices.Contains(have, l.Wiki) {
			list = &absent
		}
		if !slices.Contains(*list, l.Wiki) {
			*list = append(*list, l.Wiki)
		}
	}
	for _, name := range have {
		if others && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return nil, nil, fmt.Errorf("look for wikis: %s has none that the labels name, as a folder or %s", dir, "NAME"+archiveEnd)
	}
	return found, absent, nil
}

// copyWiki lays a wiki below a folder, and marks it as a vault of its own.
func copyWiki(dir, name, to string) (root string, err error) {
	root = filepath.Join(to, name)
	if info, statErr := os.Stat(filepath.Join(dir, name)); statErr == nil && info.IsDir() {
		err = copyTree(filepath.Join(dir, name), root)
	} else {
		err = unpack(filepath.Join(dir, name+archiveEnd), to)
	}
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s holds no folder %s", name+archiveEnd, name)
	}
	return root, os.MkdirAll(filepath.Join(root, ".assay"), 0o777)
}

// left reports what is not copied: what git and assay keep, and the settings of a vault
// within the vault, of which the labels know nothing.
func left(path string) bool {
	first, rest, _ := strings.Cut(path, "/")
	return first == ".git" || first == ".assay" || slices.Contains(strings.Split(rest, "/"), ".obsidian")
}

func copyTree(from, to string) error {
	files := os.DirFS(from)
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err == nil && d.IsDir() && left(name):
			return fs.SkipDir
		case err != nil || left(name) || !d.Type().IsRegular():
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return lay(filepath.Join(to, filepath.FromSlash(name)), text)
	})
}

// lay writes a file, and makes the folders above it.
func lay(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

// unpack lays the files of an archive below a folder.
func unpack(archive, to string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("unpack %s: %w", archive, err)
	}
	t, room := tar.NewReader(z), int64(largestWiki)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("unpack %s: %w", archive, err)
		}
		name := filepath.FromSlash(h.Name)
		_, inWiki, _ := strings.Cut(strings.TrimPrefix(h.Name, "./"), "/")
		if h.Typeflag != tar.TypeReg || left(inWiki) {
			continue // links lead elsewhere
		}
		if room -= h.Size; !filepath.IsLocal(name) || room < 0 {
			return fmt.Errorf("unpack %s: %s leaves the folder, or is too large", archive, h.Name)
		}
		text, err := io.ReadAll(t)
		if err != nil {
			return fmt.Errorf("unpack %s: %w", archive, err)
		}
		if err := lay(filepath.Join(to, name), text); err != nil {
			return err
		}
	}
}

func (w *wikiRun) read(file string) ([]byte, error) {
	if text, ok := w.files[file]; ok {
		return text, nil
	}
	text, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(file)))
	w.files[file] = text
	return text, err
}

func (w *wikiRun) write(file string, text []byte) error {
	w.files[file] = text
	return os.WriteFile(filepath.Join(w.root, filepath.FromSlash(file)), text, 0o666)
}
