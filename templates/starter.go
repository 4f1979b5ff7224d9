package templates

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"text/template"

	"assay/vault"
)

//go:embed starter/*.tmpl
var starter embed.FS

// A Starter is what assay knows of a folder that is to become a vault. Folders are
// paths relative to it, with '/'.
type Starter struct {
	Wiki, Drafts, Inbox, Sources string
	Evidence                     []string // folders with originals
	Exclude                      []string // globs
	Ungraded                     []string // globs
	Found                        []string // what was seen there, a sentence each; empty for an empty folder
	Direct                       bool     // people write straight into the wiki
	Uncited                      string   // what comes of claims that cite nothing, as policy has it
	Empty                        bool     // nothing is there yet: make folders and a first note
}

// Files are the files of a starter, in the order in which one would read them. What
// the folder already has is for the caller to leave alone.
func (s Starter) Files() ([]vault.Write, error) {
	names := [][2]string{{"pipeline-policy.yaml", "policy.tmpl"}, {"AGENTS.md", "agents.tmpl"}, {s.Sources + "/.gitattributes", "gitattributes.tmpl"}}
	if s.Empty {
		names = append(names, [2]string{s.Inbox + "/Welcome.md", "welcome.tmpl"})
		for _, folder := range append([]string{s.Wiki, s.Drafts}, s.Evidence...) {
			names = append(names, [2]string{folder + "/.gitkeep", ""})
		}
	}
	var files []vault.Write
	for _, n := range names {
		var data []byte
		if n[1] != "" {
			var err error
			if data, err = s.render(n[1]); err != nil {
				return nil, err
			}
		}
		files = append(files, vault.Write{Path: n[0], Data: data})
	}
	return files, nil
}

func (s Starter) render(name string) ([]byte, error) {
	t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		"yaml": quoteYAML,
		"yamls": func(items []string) string {
			quoted := make([]string, len(items))
			for i, item := range items {
				quoted[i] = quoteYAML(item)
			}
			return "[" + strings.Join(quoted, ", ") + "]"
		},
	}).ParseFS(starter, "starter/"+name)
	if err != nil {
		return nil, fmt.Errorf("read template %s: %w", name, err)
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, s); err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return b.Bytes(), nil
}
