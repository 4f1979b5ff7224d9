package citation

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/text"
	"assay/vault"
	"assay/vault/links"
)

// nearest names up to three files whose names are like the one that was not found.
func (l *Library) nearest(target string) []string {
	base := vault.FoldName(path.Base(strings.ReplaceAll(target, `\`, "/")))
	base = strings.TrimSuffix(base, path.Ext(base))
	if base == "index" || base == "readme" { // x/index.md was moved to x.md
		if dir := path.Dir(vault.FoldName(strings.ReplaceAll(target, `\`, "/"))); dir != "." && dir != "/" {
			if found := l.bySuffix(dir+".md", false); len(found) > 0 {
				return found[:min(len(found), 3)]
			}
		}
	}
	want := []rune(base)
	if len(want) == 0 || len(want) > 200 {
		return nil
	}
	l.asked.near(base)
	type near struct {
		path     string
		distance int
	}
	var all []near
	for _, f := range l.names().stems() {
		if d := text.EditDistance(want, f.name, nearLimit(want)); d <= nearLimit(want) {
			all = append(all, near{f.path, d})
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return a.distance - b.distance }) // the first of those that are alike stays
	var out []string
	for _, b := range all[:min(len(all), 3)] {
		out = append(out, b.path)
	}
	return out
}

// nearLimit is how many letters a name may differ in from one that it is like.
func nearLimit(want []rune) int { return max(2, len(want)/4) }

// A stem is a file's name without folders and extension.
type stem struct {
	path string
	name []rune
}

func readStems(files []vault.File) []stem {
	out := make([]stem, 0, len(files))
	for i := range files {
		if file := files[i].Path; vault.IsText(file) || binaryExts[strings.ToLower(path.Ext(file))] {
			name := vault.FoldName(path.Base(file))
			out = append(out, stem{file, []rune(strings.TrimSuffix(name, path.Ext(name)))})
		}
	}
	return out
}

// People and tools write one name in several ways: My Notes, my-notes.md, My_notes.txt. A loose
// key is what these have in common, for what no name leads to as it is written.

const fewestLoose = 3 // letters and digits of a name; shorter ones are alike by chance

// looseKey is the letters and digits of a name. What stands between two digits tells versions
// apart, so that it stays.
func looseKey(name string) string {
	var b strings.Builder
	digit, gap := false, false
	for _, r := range vault.FoldName(name) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = true
			continue
		}
		if gap && digit && unicode.IsDigit(r) {
			b.WriteByte('.')
		}
		b.WriteRune(r)
		digit, gap = unicode.IsDigit(r), false
	}
	return b.String()
}

// looseName is that of a file's name without its folders and the extension of a text.
func looseName(file string) string {
	base := path.Base(vault.FoldName(file))
	if isDocument(base) {
		base = strings.TrimSuffix(base, path.Ext(base))
	}
	return looseKey(base)
}

// isDocument reports a name whose extension says no more than in which form its text is kept.
func isDocument(name string) bool {
	ext := path.Ext(name)
	return plainExts[ext] || ext == ".html" || ext == ".htm" || ext == ".pdf" || ext == ".docx" || ext == ".epub"
}

func keyOfLoose(key string) links.NameKey { return links.KeyOfWords("loose:" + key) }

func readLoose(files []vault.File) map[string][]string {
	found := map[string][]string{}
	for i := range files {
		if name := files[i].Path; isDocument(vault.FoldName(path.Base(name))) {
			key := looseName(name)
			found[key] = append(found[key], name)
		}
	}
	return found
}

// loosely finds the one text whose name differs from a target in case, dashes, spaces and
// extension alone, and whose folders end as the target's do. Of a long name there may be one in
// another folder, but for one of another year: the original was moved.
func (l *Library) loosely(from, target string) []string {
	key := looseName(target)
	if utf8.RuneCountInString(key) < fewestLoose {
		return nil
	}
	l.asked.key(keyOfLoose(key))
	dir := looseDir(strings.TrimLeft(path.Clean("/"+target), "/"))
	named := slices.DeleteFunc(slices.Clone(l.names().loose()[key]), func(p string) bool { return p == from })
	found := slices.DeleteFunc(slices.Clone(named), func(p string) bool {
		at := looseDir(p)
		return dir != "" && at != dir && !strings.HasSuffix(at, "/"+dir)
	})
	if len(found) == 0 && len(key) >= longTitle {
		found = slices.DeleteFunc(named, func(p string) bool {
			of, at := digits(dir), digits(looseDir(p))
			return l.role(p) == roleNote || of != at && of != "" && at != ""
		})
	}
	if found = l.prefer(found); len(found) != 1 {
		return nil
	}
	return found
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// looseDir is the folders of a path, each by its loose key.
func looseDir(p string) string {
	dir := path.Dir(p)
	if dir == "." || dir == "/" {
		return ""
	}
	parts := strings.Split(dir, "/")
	for i := range parts {
		parts[i] = looseKey(parts[i])
	}
	return strings.Join(parts, "/")
}
