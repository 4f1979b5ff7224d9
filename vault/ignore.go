package vault

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
)

// skipName says whether a folder entry is no part of any vault: Obsidian and every
// other tool leave names with a dot in front alone, and nobody writes notes into
// node_modules. In .claims OpenWiki keeps what its pages say, with the evidence. The dot files that assay itself writes beside stored sources are
// read by name, never found by a scan.
func skipName(name string) bool {
	return strings.HasPrefix(name, ".") && name != ".claims" || name == "node_modules"
}

// Skips says whether a path is no part of any vault: see skipName.
func Skips(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if skipName(part) {
			return true
		}
	}
	return false
}

// obsidianSettings is what of .obsidian bears on which files are notes.
type obsidianSettings struct {
	filters   []filter
	templates []string // folders, with '/' at the end
}

// A filter is one of Obsidian's "Excluded files": the beginning of a path, or a
// regular expression between slashes.
type filter struct {
	prefix string
	expr   *regexp.Regexp
}

// SettingsFiles are the files of .obsidian that a scan reads.
func SettingsFiles() []string {
	return []string{".obsidian/app.json", ".obsidian/templates.json", ".obsidian/plugins/templater-obsidian/data.json"}
}

// readObsidian reads settings through read. What is missing or cannot be read as
// JSON counts as not set, as it does in Obsidian.
func readObsidian(read func(name string) ([]byte, error)) obsidianSettings {
	var s obsidianSettings
	var app struct {
		Filters []string `json:"userIgnoreFilters"`
	}
	load(read, ".obsidian/app.json", &app)
	for _, text := range app.Filters {
		if len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/' {
			// Obsidian's expressions ignore case. One that Go cannot compile
			// filters nothing.
			if expr, err := regexp.Compile("(?i)" + text[1:len(text)-1]); err == nil {
				s.filters = append(s.filters, filter{expr: expr})
			}
		} else if text != "" {
			s.filters = append(s.filters, filter{prefix: strings.ToLower(text)})
		}
	}
	var core struct {
		Folder string `json:"folder"`
	}
	load(read, ".obsidian/templates.json", &core)
	var templater struct {
		Folder string `json:"templates_folder"`
	}
	load(read, ".obsidian/plugins/templater-obsidian/data.json", &templater)
	for _, folder := range []string{core.Folder, templater.Folder} {
		if folder = strings.Trim(folder, "/"); folder != "" {
			s.templates = append(s.templates, strings.ToLower(folder)+"/")
		}
	}
	return s
}

func load(read func(string) ([]byte, error), name string, into any) {
	if text, err := read(name); err == nil {
		_ = json.Unmarshal(bytes.TrimPrefix(text, []byte(BOM)), into)
	}
}

// LeftOut says in words what settings of .obsidian leave out of a vault, a part of it each.
func LeftOut(read func(name string) ([]byte, error)) []string {
	s := readObsidian(read)
	var parts []string
	for _, f := range s.filters {
		if f.expr != nil {
			parts = append(parts, "files whose path matches "+f.expr.String())
		} else {
			parts = append(parts, "files whose path begins with "+f.prefix)
		}
	}
	for _, folder := range s.templates {
		parts = append(parts, "the folder of templates "+folder)
	}
	return parts
}

// ignores says whether the settings leave the file out.
func (s obsidianSettings) ignores(name string) bool {
	if len(s.filters) == 0 && len(s.templates) == 0 {
		return false
	}
	lower := strings.ToLower(name)
	return slices.ContainsFunc(s.filters, func(f filter) bool {
		return f.expr != nil && f.expr.MatchString(name) || f.expr == nil && strings.HasPrefix(lower, f.prefix)
	}) || slices.ContainsFunc(s.templates, func(folder string) bool { return strings.HasPrefix(lower, folder) })
}

// globs are patterns of files and folders to leave out.
type globs []glob

type glob struct {
	parts    []string
	anywhere bool // no slash: matches a name at any depth
}

// newGlobs reads patterns. A pattern with a slash is matched from the vault's root,
// one without at any depth; ** stands for any number of folders; a pattern that
// matches a folder leaves out everything in it. A slash at the end is allowed.
func newGlobs(patterns []string) globs {
	var gs globs
	for _, p := range patterns {
		p = strings.TrimSuffix(strings.TrimSpace(strings.ReplaceAll(p, "\\", "/")), "/")
		p = strings.TrimPrefix(p, "./")
		rooted := strings.HasPrefix(p, "/")
		if p = strings.Trim(p, "/"); p == "" {
			continue
		}
		gs = append(gs, glob{strings.Split(p, "/"), !rooted && !strings.Contains(p, "/")})
	}
	return gs
}

// match says whether the file or folder at name is left out by itself; that a folder
// above it is, the scan has seen already.
func (gs globs) match(name string) bool {
	return slices.ContainsFunc(gs, func(g glob) bool {
		if g.anywhere {
			return matchParts(g.parts, []string{path.Base(name)})
		}
		return matchParts(g.parts, strings.Split(name, "/"))
	})
}

func matchParts(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			return matchParts(pattern[1:], name) || len(name) > 0 && matchParts(pattern, name[1:])
		}
		if len(name) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], name[0]); !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// Excludes says which paths a list of globs leaves out, with everything in the
// folders it matches: see [ScanOptions].
func Excludes(patterns []string) func(name string) bool {
	gs := newGlobs(patterns)
	return func(name string) bool {
		for i := 0; i <= len(name); i++ {
			if (i == len(name) || name[i] == '/') && gs.match(name[:i]) {
				return true
			}
		}
		return false
	}
}
