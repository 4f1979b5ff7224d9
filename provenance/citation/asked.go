package citation

import (
	"path"
	"slices"

	"assay/text"
	"assay/vault"
	"assay/vault/links"
)

// Asked is what a search for files asked of their names, whether it found them or not. Notes
// under other names may come and go, and it finds what it found.
type Asked struct {
	Keys []links.NameKey
	Near []string // what names were to be like, folded
}

// Asking is the library, with a record of what is asked of it. It is for one goroutine.
func (l *Library) Asking(a *Asked) *Library {
	view := *l
	view.asked = a
	return &view
}

// Name adds the name of a target.
func (a *Asked) Name(target string) {
	if a != nil {
		a.key(links.KeyOfName(target))
	}
}

func (a *Asked) key(k links.NameKey) {
	if a != nil {
		a.Keys = append(a.Keys, k)
	}
}

func (a *Asked) near(want string) {
	if a != nil && !slices.Contains(a.Near, want) {
		a.Near = append(a.Near, want)
	}
}

// Add adds what another search asked.
func (a *Asked) Add(o Asked) {
	if a == nil {
		return
	}
	a.Keys = append(a.Keys, o.Keys...)
	for _, want := range o.Near {
		a.near(want)
	}
}

// Tidy puts it in order, each once.
func (a *Asked) Tidy() {
	slices.Sort(a.Keys)
	a.Keys = slices.Compact(a.Keys)
	slices.Sort(a.Near)
}

// KeysOf are the keys of all searches that files at some paths may be found by.
func KeysOf(files []string) map[links.NameKey]bool {
	keys := map[links.NameKey]bool{}
	add := func(file string) {
		for _, k := range links.KeysOfFile(file) {
			keys[k] = true
		}
	}
	for _, file := range files {
		add(file)
		name := path.Base(file)
		if whole, ok := cutHash(name); ok {
			add(whole)
		}
		if named := folderName(file); named != "" {
			add(named)
		}
		if n := arxivNumber(name); n != "" {
			keys[keyOfArxiv(n)] = true
		}
		keys[keyOfLoose(looseName(file))] = true
		for dir := path.Dir(file); ; dir = path.Dir(dir) {
			keys[keyOfFolder(dir)] = true
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return keys
}

func keyOfArxiv(number string) links.NameKey { return links.KeyOfWords("arxiv:" + number) }

func keyOfFolder(dir string) links.NameKey { return links.KeyOfWords(path.Clean(dir) + "/") }

// Likened are names as a search for what is like a name compares them.
func Likened(files []string) func(want string) bool {
	all := make([]vault.File, len(files))
	for i, file := range files {
		all[i].Path = file
	}
	stems := readStems(all)
	return func(want string) bool {
		w := []rune(want)
		limit := nearLimit(w)
		return slices.ContainsFunc(stems, func(s stem) bool { return text.EditDistance(w, s.name, limit) <= limit })
	}
}
