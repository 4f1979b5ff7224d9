package compiler

import (
	"path"
	"sort"
	"strings"

	"assay/provenance"
	"assay/vault"
)

// A local is a source that lies on disk: a file, or a folder with all its pages.
type local struct {
	id    provenance.SourceID
	url   string // canonical: a path relative to the vault, or a file: URL
	why   string
	files []original
}

// An original is one file of a local source. It is read and never written.
type original struct {
	path string // relative to the vault, or absolute
	url  string // its page's URL
	hash vault.Hash
}

// readable are the types of file that an original may have: those of texts, and those
// that hold data and are texts only where a person names the file itself.
var readable = map[string]kindOfFile{
	".md": textFile, ".markdown": textFile, ".html": textFile, ".htm": textFile, ".xhtml": textFile, ".txt": textFile, ".text": textFile,
	".pdf": textFile, ".rss": textFile, ".atom": textFile, ".json": dataFile, ".jsonl": dataFile, ".ndjson": dataFile, ".geojson": dataFile,
	".jsonld": dataFile, ".xml": dataFile, ".rdf": dataFile, ".docbook": dataFile, ".dbk": dataFile, ".nxml": dataFile, ".jats": dataFile,
	".dita": dataFile, ".opml": dataFile,
}

type kindOfFile uint8

const (
	textFile kindOfFile = iota + 1
	dataFile
)

// isReadable reports whether a file can be evidence.
func isReadable(name string) bool { return readable[strings.ToLower(path.Ext(name))] == textFile }

// isNamed reports whether a file can be evidence where a person named it or its folder.
func isNamed(name, root string) bool {
	return isReadable(name) || name == root && readable[strings.ToLower(path.Ext(name))] == dataFile
}

// evidence lists the sources in the folders that the policy names. Each entry of
// such a folder is a source: a file, or a folder with all that is below it. A
// folder that is itself a site (it has an index.html) is one source.
func (p *plan) evidence() []local {
	byURL := map[string]*local{}
	for _, f := range p.base.Files() {
		folder, ok := under(f.Path, p.policy.Vault.Evidence)
		if !ok || !isNamed(f.Path, folder) {
			continue
		}
		url := f.Path
		switch {
		case folder == f.Path: // the policy names the file itself
		case p.isSite(folder):
			url = folder
		default:
			rest := strings.TrimPrefix(f.Path, folder+"/")
			if folder == "." {
				rest = f.Path
			}
			if first, _, nested := strings.Cut(rest, "/"); nested {
				url = path.Join(folder, first)
			}
		}
		l := byURL[url]
		if l == nil {
			l = &local{id: provenance.NewSourceID(url), url: url, why: "listed in vault.evidence"}
			byURL[url] = l
		}
		l.files = append(l.files, original{path: f.Path, url: f.Path, hash: f.Hash})
	}
	out := make([]local, 0, len(byURL))
	for _, l := range byURL {
		out = append(out, *l)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].url < out[j].url })
	return out
}

func (p *plan) isSite(folder string) bool {
	for _, name := range []string{"index.html", "index.htm"} {
		if _, ok := p.base.File(path.Join(folder, name)); ok {
			return true
		}
	}
	return false
}

// under finds the folder of a list that holds a path, the longest first.
func under(file string, folders []string) (string, bool) {
	best, found := "", false
	for _, f := range folders {
		f = strings.TrimSuffix(path.Clean(f), "/")
		if (f == "." || file == f || strings.HasPrefix(file, f+"/")) && (!found || len(f) > len(best)) {
			best, found = f, true
		}
	}
	return best, found
}
