package citation

import (
	"bytes"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"assay/provenance"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// nameIndex finds files by parts of their paths, names folded as by
// [vault.FoldName].
type nameIndex struct {
	bases  map[string][]string // folded base name → paths, in order
	hashed map[string][]string // folded base name without its hash → paths
	arxiv  map[string][]string // arXiv number → paths
	loose  func() map[string][]string
}

func newNameIndex(files []vault.File) *nameIndex {
	x := &nameIndex{
		bases:  make(map[string][]string, len(files)),
		hashed: make(map[string][]string),
		arxiv:  make(map[string][]string),
		loose:  sync.OnceValue(func() map[string][]string { return readLoose(files) }),
	}
	for i := range files {
		base := path.Base(files[i].Path)
		folded := vault.FoldName(base)
		x.bases[folded] = append(x.bases[folded], files[i].Path)
		if name, ok := cutHash(base); ok {
			name = vault.FoldName(name)
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
var textExts = [...]string{".md", ".txt", ".html", ".htm", ".rst", ".org"}

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
	for _, f := range l.stems() {
		if d := editDistance(want, f.name, nearLimit(want)); d <= nearLimit(want) {
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

// bagDistance is how many letters of one name the other lacks, whatever their order: never more
// than the edit distance, and told in a tenth of the time.
func bagDistance(a, b []rune) int {
	var counts [32]int
	for _, r := range a {
		counts[r&31]++
	}
	for _, r := range b {
		counts[r&31]--
	}
	more, fewer := 0, 0
	for _, c := range counts {
		more, fewer = more+max(c, 0), fewer+max(-c, 0)
	}
	return max(more, fewer)
}

// editDistance is Levenshtein's, or more than limit if it is.
func editDistance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || bagDistance(a, b) > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal, least := row[0], i
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], cost
			least = min(least, cost)
		}
		if least > limit {
			return limit + 1
		}
	}
	return row[len(b)]
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
// extension alone, and whose folders end as the target's do.
func (l *Library) loosely(from, target string) []string {
	key := looseName(target)
	if utf8.RuneCountInString(key) < fewestLoose {
		return nil
	}
	l.asked.key(keyOfLoose(key))
	dir := looseDir(strings.TrimLeft(path.Clean("/"+target), "/"))
	found := slices.DeleteFunc(slices.Clone(l.names().loose()[key]), func(p string) bool {
		at := looseDir(p)
		return p == from || dir != "" && at != dir && !strings.HasSuffix(at, "/"+dir)
	})
	if found = l.prefer(found); len(found) != 1 {
		return nil
	}
	return found
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

// byOtherNames finds what a citation means that no path answers to: the original that
// a summary which was never written would be about, the names between the commas of a
// list that was read as one, the one original of that title, the one text whose name is
// another way of writing it.
func (l *Library) byOtherNames(note *markdown.Note, c markdown.Cite, target string) []string {
	base := path.Base(vault.FoldName(target))
	if summaryName().MatchString(strings.TrimSuffix(base, path.Ext(base))) {
		if found := l.namesakes(target + ".md"); len(found) > 0 {
			return found
		}
	}
	switch path.Ext(base) {
	case ".pdf", ".docx", ".pptx", ".epub", ".mp3", ".mp4", ".m4a", ".wav": // often never committed, while its text was
		l.asked.Name(strings.TrimSuffix(target, path.Ext(target)))
		if text := l.textOf(target); text != "" {
			return []string{text}
		}
	}
	if c.Form == markdown.CiteMeta && strings.Contains(target, ",") {
		if found := l.splitNames(note, target); len(found) > 0 {
			return found
		}
	}
	if c.Form == markdown.CiteMeta {
		for _, sign := range [...]string{" (", " — ", " – ", " - ", " | "} { // raw/talk.md (transcript)
			if head, _, ok := strings.Cut(target, sign); ok && knownExt(vault.FoldName(head)) {
				if found := l.resolve(note, cleanTarget(head)); len(found) == 1 {
					return found
				}
			}
		}
	}
	if scheme, number, ok := strings.Cut(target, ":"); ok && !strings.ContainsAny(target, "/ ") { // PMID:123, kept as PMID_123.md
		for _, sign := range [...]string{"_", "-", ""} {
			if found := l.resolve(note, scheme+sign+number); len(found) == 1 {
				return found
			}
		}
	}
	if !knownExt(base) && strings.Contains(target, " ") {
		if titled := l.titles()[titleKey(target)]; len(titled) == 1 {
			return titled
		}
	}
	from := ""
	if note != nil {
		from = note.Path
	}
	return l.loosely(from, target)
}

// maxNames is how many names a list may have that was read as one.
const maxNames = 20

// namesakes are originals that a summary's name stands for: raw/X.md for source-X,
// whatever the extension and way of writing an arXiv number.
func (l *Library) namesakes(p string) []string {
	stem := vault.FoldName(strings.TrimSuffix(path.Base(p), path.Ext(p)))
	bare := stem
	for _, affix := range []string{"source-", "src-", "summary-", "sum-"} {
		bare = strings.TrimPrefix(bare, affix)
	}
	bare = strings.TrimSuffix(strings.TrimSuffix(bare, "-summary"), "-source")
	x := l.names()
	var out []string
	collect := func(paths []string) {
		for _, q := range paths {
			if q != p && l.role(q) != roleNote && len(out) == 0 {
				out = append(out, q)
			}
		}
	}
	for _, name := range []string{bare, stem} {
		for _, ext := range textExts {
			collect(x.bases[name+ext])
		}
	}
	if n := arxivNumber(bare); n != "" {
		collect(x.arxiv[n])
	}
	collect(x.bases[bare+".pdf"])
	return out
}

// splitNames finds the files of a list of names, some of which may have commas of
// their own: the longest name that answers counts.
func (l *Library) splitNames(note *markdown.Note, target string) []string {
	parts := strings.Split(target, ",")
	if len(parts) > maxNames {
		return nil
	}
	var found []string
	for from := 0; from < len(parts); {
		next := from + 1
		for to := len(parts); to > from; to-- {
			name := strings.TrimSpace(strings.Join(parts[from:to], ","))
			if paths := l.resolve(note, cleanTarget(name)); len(paths) == 1 {
				if !slices.Contains(found, paths[0]) {
					found = append(found, paths[0])
				}
				next = to
				break
			}
		}
		from = next
	}
	return found
}

// readTitles finds the originals of each title, as their frontmatter or first heading
// gives it.
func (l *Library) readTitles() map[string][]string {
	found := map[string][]string{}
	for _, f := range l.snapshot.Files() {
		if !isPlain(f.Path) || l.role(f.Path) != roleOriginal {
			continue
		}
		text, err := l.snapshot.Read(f.Path)
		if err != nil {
			continue
		}
		front := markdown.ReadFront(text)
		rest := text[front.Body:]
		if len(rest) > titleWithin {
			rest = rest[:titleWithin]
			rest = rest[:bytes.LastIndexByte(rest, '\n')+1]
		}
		if k := titleKey(titleOf(f.Path, front, string(rest))); k != "" {
			found[k] = append(found[k], f.Path)
		}
	}
	return found
}

// titleWithin is how far into a text its title may stand.
const titleWithin = 4 << 10

// titleKey compares titles and headings as written, and as the slugs that sites make of them.
func titleKey(s string) string { return skeleton(vault.FoldName(s)) }

// skeleton is a text's letters and digits, to compare titles, and a page with one that was stored
// as its own source: markup, citations and white space do not matter.
func skeleton(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
			b.WriteByte(c)
		case c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		}
	}
	return b.String()
}
