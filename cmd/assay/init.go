package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance/citation"
	"assay/templates"
	"assay/vault"
)

func (a *app) initCommand() *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "init [folder]",
		Short: "a policy for the vault that is there, or a new vault",
		Long: `Init looks at a folder. Where there is a vault already (an Obsidian vault, a wiki/
with its raw/ sources, a folder of notes) it proposes a policy that fits, and writes
that and AGENTS.md; it moves and changes nothing. An empty folder becomes a small
vault with a place for everything.`,
		Example: `  assay init -n          what it sees and what it would write
  assay init
  assay init my-vault`,
		Args: takes(0, 1, "one folder at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.initVault(cmd.Context(), cmp.Or(first(args), "."), dry)
		},
	}
	cmd.Flags().BoolVarP(&dry, "dry-run", "n", false, "show what would be written; write nothing")
	return cmd
}

// initReport is the answer of `assay init`.
type initReport struct {
	Vault   string   `json:"vault"`
	Found   []string `json:"found"` // what was seen, a sentence each
	Written []string `json:"written"`
	Kept    []string `json:"kept"` // there already, left alone
	Policy  string   `json:"policy"`
}

func (a *app) initVault(ctx context.Context, dir string, dry bool) error {
	if exists(filepath.Join(dir, gates.PolicyFile)) {
		return hinted(fmt.Errorf("%s has a %s already", dir, gates.PolicyFile), "`assay doctor` says what it configures")
	}
	s, err := survey(dir)
	if err != nil {
		return fmt.Errorf("look at %s: %w", dir, err)
	}
	files, err := s.Files()
	if err != nil {
		return err
	}
	r := initReport{Vault: dir, Found: append([]string{}, s.Found...), Written: []string{}, Kept: []string{}, Policy: string(files[0].Data)}
	// A proposal that assay itself would refuse is a fault of this program.
	if _, err := gates.ParsePolicy(gates.PolicyFile, files[0].Data); err != nil {
		return err
	}
	var writes []vault.Write
	for _, f := range files {
		if exists(filepath.Join(dir, filepath.FromSlash(f.Path))) {
			r.Kept = append(r.Kept, f.Path)
			continue
		}
		r.Written = append(r.Written, f.Path)
		writes = append(writes, f)
	}
	if !dry {
		if err := writeAll(ctx, dir, "assay init", writes); err != nil {
			return err
		}
	}
	return a.answer(r, nil, func() { a.initText(r, dry) })
}

func writeAll(ctx context.Context, dir, command string, writes []vault.Write) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("make folder %s: %w", dir, cause(err))
	}
	d, err := vault.OpenDir(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	unlock, err := vault.Lock(ctx, d, vault.LockOptions{Command: command})
	if err != nil {
		return err
	}
	defer unlock()
	return vault.Apply(ctx, d, writes)
}

func (a *app) initText(r initReport, dry bool) {
	for _, found := range r.Found {
		a.out.Printf("%s\n", found)
	}
	verb := "wrote      "
	if dry {
		verb = "would write"
	}
	for _, path := range r.Written {
		a.out.Printf("%s %s\n", a.out.Bold(verb), filepath.Join(r.Vault, filepath.FromSlash(path)))
	}
	for _, path := range r.Kept {
		a.out.Printf("%s %s\n", a.out.Dim("left alone "), filepath.Join(r.Vault, filepath.FromSlash(path)))
	}
	if dry {
		a.out.Printf("\n%s", r.Policy)
		return
	}
	next := "`assay check` grades what is there; `assay build` stores evidence and drafts what is missing"
	if r.Vault != "." {
		next = fmt.Sprintf("`assay build %s` stores evidence and drafts what is missing", r.Vault)
	}
	a.out.Messagef("%s %s", a.out.Bold("next:"), next)
}

// survey looks at a folder and says what policy would suit it.
func survey(dir string) (templates.Starter, error) {
	d := gates.Default().Vault
	s := templates.Starter{Wiki: d.Wiki, Drafts: d.Drafts, Inbox: d.Inbox, Sources: d.Sources, Exclude: []string{"AGENTS.md"}, Uncited: gates.Default().Gates.Uncited}
	seen, err := look(dir)
	if err != nil {
		return s, err
	}
	if seen.empty() {
		s.Empty, s.Evidence = true, []string{"raw"}
		return s, nil
	}
	seen.settle(&s)
	s.Direct = true // whoever wrote what is there wrote it by hand
	return s, nil
}

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
