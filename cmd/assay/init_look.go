package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/compiler/reports"
	"assay/provenance/citation"
	"assay/templates"
	"assay/vault"
)

// sight is what a look at a folder shows.
type sight struct {
	obsidian  bool
	templates string   // Obsidian's folder of templates
	folders   []folder // of the first level, by name
	notes     int      // Markdown files, in the whole folder
	loose     int      // of these, in the folder itself
	others    bool     // there is something besides hidden files and a README
}

// folder is a folder of the first level.
type folder struct {
	name  string
	notes int // Markdown files in it and below
	texts int // files that can be evidence: Markdown, HTML, text
}

func (s *sight) empty() bool { return !s.obsidian && s.notes == 0 && !s.others }

// lookLimit bounds a look at a folder that is no vault at all, such as a home.
const lookLimit = 200_000

func look(dir string) (*sight, error) {
	s := &sight{}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, cause(err)
	}
	left := lookLimit
	for _, e := range entries {
		name := e.Name()
		switch {
		case name == ".obsidian":
			s.obsidian = true
			s.templates = templateFolder(filepath.Join(dir, name))
		case strings.HasPrefix(name, "."), name == "node_modules":
		case e.IsDir():
			s.others = true
			f := count(filepath.Join(dir, name), name, &left)
			s.notes += f.notes
			s.folders = append(s.folders, f)
		case vault.IsNote(name):
			s.notes++
			s.loose++
			s.others = s.others || !strings.EqualFold(name, "readme.md")
		case !strings.EqualFold(strings.TrimSuffix(name, filepath.Ext(name)), "license"):
			s.others = true
		}
	}
	if s.loose == 1 && !s.others {
		s.notes = 0 // a README alone, as of a fresh repository
	}
	return s, nil
}

func count(path, name string, left *int) folder {
	f := folder{name: name}
	_ = filepath.WalkDir(path, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be looked at does not count
		}
		if *left--; *left < 0 {
			return fs.SkipAll
		}
		if e.IsDir() {
			if p != path && strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		switch strings.ToLower(filepath.Ext(e.Name())) {
		case ".md", ".markdown":
			f.notes++
			f.texts++
		case ".html", ".htm", ".txt":
			f.texts++
		}
		return nil
	})
	return f
}

// templateFolder reads which folder Obsidian's template plugin uses.
func templateFolder(config string) string {
	text, err := vault.ReadFile(filepath.Join(config, "templates.json"))
	if err != nil {
		return ""
	}
	var c struct{ Folder string }
	if json.Unmarshal(text, &c) != nil {
		return ""
	}
	return strings.Trim(filepath.ToSlash(c.Folder), "/")
}

// The names that people and tools give to the parts of a vault, best first,
// compared without case, digits and punctuation in front ("00 - Inbox").
var (
	wikiNames  = []string{"wiki", "permanent notes", "permanent", "zettelkasten", "evergreen", "knowledge"}
	inboxNames = []string{"inbox", "fleeting notes", "fleeting", "capture"}
	draftNames = []string{"drafts", "draft"}
)

// settle proposes folders for what was seen.
func (s *sight) settle(to *templates.Starter) {
	say := func(format string, args ...any) { to.Found = append(to.Found, fmt.Sprintf(format, args...)) }
	if s.obsidian {
		say("an Obsidian vault, %s", reports.Count(s.notes, "note"))
	} else {
		say("a folder with %s", reports.Count(s.notes, "note"))
	}
	if f, ok := s.named(inboxNames); ok {
		to.Inbox = f.name
	} else {
		to.Inbox = ""
	}
	if f, ok := s.named(draftNames); ok {
		to.Drafts = f.name
	}
	wiki, hasWiki := s.named(wikiNames)
	for _, f := range s.folders {
		// A folder of sources among someone's notes may hold their own summaries;
		// only beside a wiki, or under the name raw, is it surely originals.
		if f.texts > 0 && f.name != to.Sources && citation.AmongSources(f.name+"/x") && (hasWiki || plainName(f.name) == "raw") {
			to.Evidence = append(to.Evidence, f.name)
			say("%s/ has %s to check against: it becomes evidence", f.name, reports.Count(f.texts, "file"))
		}
	}
	switch {
	case hasWiki && wiki.notes > 0:
		to.Wiki = wiki.name
		say("%s/ has %s: they become the permanent notes, whose claims must all pass", wiki.name, reports.Count(wiki.notes, "note"))
	default:
		say("the notes that are there stay as they are: links and gaps are read, claims are not graded; move a note to %s/ when it is to be held to its sources, or set vault.wiki to \".\" to hold all of them", to.Wiki)
	}
	if s.templates != "" {
		to.Exclude = append(to.Exclude, s.templates+"/**")
		say("%s/ holds Obsidian's templates: left out", s.templates)
	}
}

// named is the first folder with one of the names.
func (s *sight) named(names []string) (folder, bool) {
	for _, name := range names {
		i := slices.IndexFunc(s.folders, func(f folder) bool { return plainName(f.name) == name })
		if i >= 0 {
			return s.folders[i], true
		}
	}
	return folder{}, false
}

// plainName is a folder's name without case and without the number or sign by which
// people sort folders.
func plainName(name string) string {
	return strings.ToLower(strings.TrimLeft(name, "0123456789 -_.+~"))
}
