package adopt

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/vault"
	"assay/vault/markdown"
)

// A role is what notes are for that nobody holds to sources, wherever they lie.
type role struct {
	what string                   // as one would say it
	glob func(file string) string // of the files of that role which this one is of; "" if it is of none
}

// roles are told by the names that tools and people have agreed on. What is marked as
// generated, and an index of links, is told by the note itself and needs no pattern.
var roles = []role{
	{"instructions for agents", instructions},
	{"changelogs", changelog},
	{"daily notes", daily},
	{"templates", inFolderNamed("templates", "template")},
}

func instructions(file string) string {
	name := path.Base(file)
	switch {
	case name == "SKILL.md": // and what the skill brings along
		if dir := path.Dir(file); dir != "." {
			return escaped(dir) + "/**"
		}
	case name == "log.md": // a changelog
		return ""
	}
	if markdown.Instructs(file) {
		return name
	}
	return ""
}

func changelog(file string) string {
	name := path.Base(file)
	switch strings.ToLower(strings.TrimSuffix(name, path.Ext(name))) {
	case "changelog", "release-notes", "release_notes", "log", "更新日志", "変更履歴":
		return escaped(name)
	}
	return ""
}

var dated = regexp.MustCompile(`^\d{4}([-_.]?)\d{2}([-_.]?)\d{2}$`)

func daily(file string) string {
	if glob := dailyFolder(file); glob != "" {
		return glob
	}
	name := path.Base(file)
	parts := dated.FindStringSubmatch(strings.TrimSuffix(name, path.Ext(name)))
	if parts == nil {
		return ""
	}
	return "[0-9][0-9][0-9][0-9]" + parts[1] + "[0-9][0-9]" + parts[2] + "[0-9][0-9]" + path.Ext(name)
}

var dailyFolder = inFolderNamed("daily", "daily notes", "daily-notes", "daily_notes", "dailies", "journal", "journals", "diary", "日记", "日志", "日記", "일기")

// inFolderNamed is the role of all that lies below a folder of one of the names, the
// number aside by which people sort folders.
func inFolderNamed(names ...string) func(string) string {
	return func(file string) string {
		parts := strings.Split(path.Dir(file), "/")
		for i, part := range parts {
			if slices.Contains(names, strings.ToLower(strings.TrimLeft(part, "0123456789 -_.+~"))) {
				return escaped(strings.Join(parts[:i+1], "/")) + "/**"
			}
		}
		return ""
	}
}

// escaped is a name as a glob that means just that name.
func escaped(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
}

// roleFound is a role with the globs of its notes.
type roleFound struct {
	what  string
	notes int
	globs []string
}

// rolesOf tells which notes of a vault are none to hold to sources. A glob that would
// take more than half of the notes that cite something says nothing of their role: they
// are what the wiki is made of.
func rolesOf(notes, citing []string) (out []roleFound) {
	taken := map[string]bool{}
	for _, r := range roles {
		by := map[string][]string{}
		for _, n := range notes {
			if glob := r.glob(n); glob != "" {
				by[glob] = append(by[glob], n)
			}
		}
		f := roleFound{what: r.what}
		for glob := range by {
			if kept := slices.DeleteFunc(slices.Clone(citing), vault.Excludes([]string{glob})); len(citing) > 2*len(kept) {
				continue
			}
			f.globs = append(f.globs, glob)
			for _, n := range by[glob] {
				if !taken[n] {
					taken[n] = true
					f.notes++
				}
			}
		}
		if slices.Sort(f.globs); f.notes > 0 {
			out = append(out, f)
		}
	}
	return out
}
