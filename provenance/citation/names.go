package citation

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// nameIndex finds files by parts of their paths, names folded as by
// [vault.FoldName].
type nameIndex struct {
	bases  map[string][]string // folded base name → paths, in order
	hashed map[string][]string // folded base name without its hash, or by its folder, → paths
	arxiv  map[string][]string // arXiv number → paths
	loose  func() map[string][]string
	stems  func() []stem
}

func newNameIndex(files []vault.File) *nameIndex {
	x := &nameIndex{
		bases:  make(map[string][]string, len(files)),
		hashed: make(map[string][]string),
		arxiv:  make(map[string][]string),
		loose:  sync.OnceValue(func() map[string][]string { return readLoose(files) }),
		stems:  sync.OnceValue(func() []stem { return readStems(files) }),
	}
	for i := range files {
		base := path.Base(files[i].Path)
		folded := vault.FoldName(base)
		x.bases[folded] = append(x.bases[folded], files[i].Path)
		if name, ok := cutHash(base); ok {
			name = vault.FoldName(name)
			x.hashed[name] = append(x.hashed[name], files[i].Path)
		}
		if name := folderName(files[i].Path); name != "" {
			x.hashed[name] = append(x.hashed[name], files[i].Path)
		}
		if n := arxivNumber(base); n != "" {
			x.arxiv[n] = append(x.arxiv[n], files[i].Path)
		}
	}
	return x
}

// path is the first file with a folded path; "" for none.
func (x *nameIndex) path(folded string) string {
	for _, p := range x.bases[path.Base(folded)] {
		if vault.FoldName(p) == folded {
			return p
		}
	}
	return ""
}

// folderName is the folded name that a file has from its folder where its own says only what it is:
// PMC123.md of raw/PMC123/paper.md. It is "" for all others.
func folderName(p string) string {
	base, dir := vault.FoldName(path.Base(p)), path.Dir(p)
	ext := path.Ext(base)
	if dir == "." || !wholeTexts[strings.TrimSuffix(base, ext)] {
		return ""
	}
	return vault.FoldName(path.Base(dir)) + ext
}

var wholeTexts = map[string]bool{"paper": true, "fulltext": true, "full-text": true, "full_text": true, "text": true, "content": true, "article": true, "document": true, "transcript": true, "source": true}

// cutHash removes the "-1a2b3c4d" that exports put between a name and its extension.
func cutHash(base string) (string, bool) {
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	if len(stem) < 10 || stem[len(stem)-9] != '-' || strings.Trim(stem[len(stem)-8:], "0123456789abcdefABCDEF") != "" {
		return "", false
	}
	return stem[:len(stem)-9] + ext, true
}

// arxivNumber is the arXiv number in a name, with '.' and without version: people
// write 2301.12345v2 also as 2301-12345.
func arxivNumber(name string) string {
	digits := func(from int) (n int) {
		for from+n < len(name) && '0' <= name[from+n] && name[from+n] <= '9' {
			n++
		}
		return n
	}
	for i := 0; i < len(name); i++ {
		year := digits(i)
		if year == 0 {
			continue
		}
		i += year
		if year != 4 || i == len(name) || strings.IndexByte(".-_", name[i]) < 0 {
			continue
		}
		if n := digits(i + 1); n == 4 || n == 5 {
			return name[i-4:i] + "." + name[i+1:i+1+n]
		}
	}
	return ""
}

// cleanTarget removes what a target is wrapped in: angle brackets, backticks,
// file://, percent signs.
func cleanTarget(s string) string {
	s = strings.Trim(strings.TrimSpace(s), "`")
	if strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
		s = s[1 : len(s)-1]
	}
	if rest, ok := strings.CutPrefix(s, "file://"); ok {
		s = "/" + strings.TrimLeft(rest, "/")
	}
	if strings.Contains(s, "%") && !isURL(s) {
		if decoded, err := url.PathUnescape(s); err == nil {
			s = decoded
		}
	}
	return strings.TrimSpace(s)
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// within joins a relative path to a folder of the vault; "" if it leaves the vault.
func within(folder, p string) string {
	p = path.Join(folder, p)
	if p == ".." || strings.HasPrefix(p, "../") || p == "." {
		return ""
	}
	return strings.TrimPrefix(p, "/")
}

// textExts are tried where a name has no extension, the likeliest first.
var textExts = [...]string{".md", ".txt", ".html", ".htm", ".rst", ".org", ".wiki", ".adoc", ".tex", ".vtt", ".srt"}

// prefixFolders are where wikis that write bare names keep what they cite.
var prefixFolders = [...]string{"raw", "sources", "references"}

// resolve finds the files that a target may mean: none, one, all files of a folder,
// or several with one name. The first way of looking that finds anything decides.
func (l *Library) resolve(note *markdown.Note, target string) []string {
	target = strings.ReplaceAll(target, `\`, "/")
	if target == "" || len(target) > 1000 {
		return nil
	}
	folder, facts := "", noteFacts{}
	if note != nil {
		folder, facts = path.Dir(note.Path), l.facts(note)
	}
	if dest, ok := facts.listed[vault.FoldName(target)]; ok && dest != target {
		if p := l.at(folder, dest); p != "" {
			return []string{p}
		}
	}
	if !strings.Contains(target, "/") && knownExt(target) { // the README.md of what the note is about is none of the vault's
		for _, prefix := range facts.prefixes {
			if p := l.exact(within(prefix, target)); p != "" {
				return []string{p}
			}
		}
	}
	self := ""
	if p := l.at(folder, target); p != "" {
		if note == nil || p != note.Path {
			return []string{p}
		}
		self = p // a page about a file often bears its name: the file is meant, if there is one
	}
	bare := strings.TrimLeft(target, "/")
	for _, prefix := range prefixFolders {
		if p := l.exact(path.Join(prefix, bare)); p != "" {
			return []string{p}
		}
	}
	for _, prefix := range append(append([]string(nil), l.options.Evidence...), facts.prefixes...) {
		if p := l.exact(within(prefix, bare)); p != "" {
			return []string{p}
		}
	}
	found := l.bySuffix(bare, strings.HasPrefix(target, "/"))
	if _, rest, ok := strings.Cut(bare, "/"); ok && len(found) == 0 && strings.Contains(rest, "/") && !strings.HasPrefix(bare, ".") {
		if p := l.exact(rest); p != "" { // the root's own name before it: wiki/raw/a.md
			found = []string{p}
		}
	}
	if self != "" {
		found = slices.DeleteFunc(slices.Clone(found), func(p string) bool { return p == self })
		original := func(p string) bool { return l.role(p) != roleNote }
		if !slices.ContainsFunc(found, original) { // no more than pages of that name; the original may be written in another way
			if alike := l.loosely(self, target); slices.ContainsFunc(alike, original) {
				return alike
			}
		}
		if len(found) == 0 {
			return []string{self}
		}
	}
	if len(found) > 0 {
		return found
	}
	return l.folder(folder, bare, facts.prefixes)
}

// at looks for a path as written: from the note, then from the vault's root.
func (l *Library) at(folder, target string) string {
	if !strings.HasPrefix(target, "/") {
		if p := l.exact(within(folder, target)); p != "" {
			return p
		}
	}
	return l.exact(within("", strings.TrimLeft(target, "/")))
}

// exact finds a path, without regard to case and with a text file's extension
// where it has none.
func (l *Library) exact(p string) string {
	if p == "" {
		return ""
	}
	l.asked.Name(p)
	if _, ok := l.snapshot.File(p); ok {
		return p
	}
	folded := vault.FoldName(p)
	if found := l.names().path(folded); found != "" {
		return found
	}
	if knownExt(folded) {
		return ""
	}
	for _, ext := range textExts {
		if found := l.names().path(folded + ext); found != "" {
			return found
		}
	}
	return ""
}

// knownExt tells an extension from a dot in a name, as in "notes on v1.2".
func knownExt(p string) bool {
	ext := path.Ext(p)
	return plainExts[ext] || binaryExts[ext] || ext == ".html" || ext == ".htm" || ext == ".json" || ext == ".yaml" || ext == ".csv"
}

// bySuffix finds files by the end of their path. rooted is for a path from another
// root, whose first folders mean nothing here.
func (l *Library) bySuffix(target string, rooted bool) []string {
	x := l.names()
	folded := vault.FoldName(strings.TrimPrefix(path.Clean(target), "./"))
	for {
		base := path.Base(folded)
		l.asked.Name(base)
		names := []string{base}
		if !knownExt(base) {
			for _, ext := range textExts {
				names = append(names, base+ext)
			}
		}
		for _, by := range []map[string][]string{x.bases, x.hashed} {
			for _, name := range names {
				if found := withSuffix(by[name], path.Dir(folded)); len(found) > 0 {
					return l.prefer(found)
				}
			}
		}
		_, rest, ok := strings.Cut(folded, "/")
		if !rooted || !ok {
			break
		}
		folded = rest
	}
	if n := arxivNumber(folded); n != "" {
		l.asked.key(keyOfArxiv(n))
		return l.prefer(x.arxiv[n])
	}
	return nil
}

// withSuffix keeps the paths whose folder ends in dir.
func withSuffix(paths []string, dir string) []string {
	if dir == "." || dir == "" {
		return slices.Clone(paths)
	}
	var out []string
	for _, p := range paths {
		if d := vault.FoldName(path.Dir(p)); d == dir || strings.HasSuffix(d, "/"+dir) {
			out = append(out, p)
		}
	}
	return out
}

// prefer thins out several files of one name: originals before pages about them, files
// that a person put there before what was stored of them, text before what cannot be read, and one of those that hold the same bytes.
func (l *Library) prefer(paths []string) []string {
	if len(paths) < 2 {
		return paths
	}
	for _, keep := range []func(string) bool{
		func(p string) bool { return l.role(p) != roleNote },
		func(p string) bool { return !l.isPage(p) },
		func(p string) bool { return !binaryExts[strings.ToLower(path.Ext(p))] },
	} {
		some := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !keep(p) })
		if len(some) > 0 {
			paths = some
		}
	}
	var out []string
	seen := map[vault.Hash]bool{}
	for _, p := range paths {
		f, _ := l.snapshot.File(p)
		if !f.Hash.IsZero() && seen[f.Hash] {
			continue
		}
		seen[f.Hash] = true
		out = append(out, p)
	}
	return out
}

// folder finds the text files of a folder that is cited as a whole.
func (l *Library) folder(from, target string, prefixes []string) []string {
	target = strings.TrimSuffix(target, "/")
	tries := []string{within(from, target), within("", target)}
	for _, p := range prefixes {
		tries = append(tries, within(p, target))
	}
	for _, dir := range tries {
		if dir == "" {
			continue
		}
		l.asked.key(keyOfFolder(dir))
		var out []string
		for _, f := range l.snapshot.Under(dir) {
			if !binaryExts[strings.ToLower(path.Ext(f.Path))] && len(out) < maxAlso && path.Base(f.Path) != provenance.SourceFile {
				out = append(out, f.Path)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}
