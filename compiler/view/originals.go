package view

import (
	"path"
	"strings"

	"assay/provenance"
	"assay/vault"
)

// A Local is a source that lies on disk: a file, or a folder with all its pages.
type Local struct {
	Id    provenance.SourceID
	Url   string // canonical: a path relative to the vault, or a file: URL
	Why   string
	Files []OriginalFile
}

// An OriginalFile is one file of a local source. It is read and never written.
type OriginalFile struct {
	Path string // relative to the vault, or absolute
	Url  string // its page's URL
	Hash vault.Hash
}

// readable are the types of file that an original may have: those of texts, and those
// that hold data and are texts only where a person names the file itself.
var readable = map[string]kindOfFile{
	".md": textFile, ".markdown": textFile, ".html": textFile, ".htm": textFile, ".xhtml": textFile, ".txt": textFile, ".text": textFile,
	".pdf": textFile, ".vtt": textFile, ".srt": textFile, ".rss": textFile, ".atom": textFile, ".json": dataFile, ".jsonl": dataFile, ".ndjson": dataFile, ".geojson": dataFile,
	".jsonld": dataFile, ".xml": dataFile, ".rdf": dataFile, ".docbook": dataFile, ".dbk": dataFile, ".nxml": dataFile, ".jats": dataFile,
	".dita": dataFile, ".opml": dataFile,
}

type kindOfFile uint8

const (
	textFile kindOfFile = iota + 1
	dataFile
)

// IsReadable reports whether a file can be evidence.
func IsReadable(name string) bool { return readable[strings.ToLower(path.Ext(name))] == textFile }

// IsNamed reports whether a file can be evidence where a person named it or its folder.
func IsNamed(name, root string) bool {
	return IsReadable(name) || name == root && readable[strings.ToLower(path.Ext(name))] == dataFile
}

// Covers reports whether an approval of a file or folder is one of a file: that of a file,
// which its name tells, is not one of all that lies in a folder put in its place.
func Covers(root, file string) bool {
	return file == root || !IsNamed(root, root) && strings.HasPrefix(file, strings.TrimSuffix(root, "/")+"/")
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
