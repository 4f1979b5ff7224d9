package gates

import (
	"path"
	"strings"

	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/lists"
)

// Area is the part of a vault that a file belongs to.
type Area uint8

// The areas. A file under none of the folders that policy names is Elsewhere: its
// links count, its claims do not.
const (
	Elsewhere Area = iota
	Wiki           // permanent notes: every claim must pass
	Draft          // waiting for promotion: claims are graded, nothing is an error
	Inbox          // capture: links and gaps are read, claims are not graded
	Sources        // the sidecar of stored evidence
	Original       // what a person put there as evidence
)

func (a Area) String() string {
	return [...]string{"elsewhere", "wiki", "draft", "inbox", "sources", "original"}[a]
}

// Graded reports whether claims of the area's notes are graded.
func (a Area) Graded() bool { return a == Wiki || a == Draft }

// Area of a path of the vault. The longest folder that holds the path decides, so
// that a wiki at "." can have its drafts below it.
func (l Layout) Area(path string) Area {
	area, longest := Elsewhere, -1
	try := func(folder string, a Area) {
		if n, ok := under(folder, path); ok && n > longest {
			area, longest = a, n
		}
	}
	try(l.Wiki, Wiki)
	try(l.Drafts, Draft)
	try(l.Inbox, Inbox)
	try(l.Sources, Sources)
	for _, e := range l.Evidence {
		try(e, Original)
	}
	if n := len(l.Wiki); area == Elsewhere && n > 0 && n < len(path) && path[n] == '/' && strings.EqualFold(path[:n], l.Wiki) {
		area = Wiki // the same folder, on a disk that does not tell cases apart
	}
	if area == Elsewhere && l.isList(path) {
		area = Wiki
	}
	if area == Wiki && len(l.Ungraded) > 0 && vault.Excludes(l.Ungraded)(path) {
		return Elsewhere
	}
	return area
}

// isList reports a list that policy names.
func (l Layout) isList(file string) bool {
	return len(l.Lists.Files) > 0 && lists.IsData(file) && vault.Excludes(l.Lists.Files)(file)
}

// ListFields says how a list of claims in YAML or JSON is to be read, if a file is one.
func (l Layout) ListFields(file string) (lists.Fields, bool) {
	if !lists.IsData(file) {
		return lists.Fields{}, false
	}
	if l.isList(file) {
		return lists.Fields{Claim: l.Lists.Claim, Reference: l.Lists.Reference, Snippet: l.Lists.Snippet}, true
	}
	return lists.Known(file)
}

// IsEvidence reports whether a file is a source and no note of the vault.
func (l Layout) IsEvidence(file string) bool {
	if _, in := under(l.Sources, file); in || l.EvidenceByName && citation.AmongOriginals(file) {
		return true
	}
	if l.Area(file) == Wiki {
		return false
	}
	for _, folder := range l.Evidence {
		if _, in := under(folder, file); in {
			return true
		}
	}
	return false
}

// Stored is a file of the folder of sources, "" where the vault has none.
func (l Layout) Stored(name string) string {
	if l.Sources == "" {
		return ""
	}
	return path.Join(l.Sources, name)
}

// LedgerFile is where the ledger lies in the vault.
func (p Policy) LedgerFile() string { return p.Vault.Stored("ledger.jsonl") }

// under reports whether path is folder or lies in it, and how specific that is.
func under(folder, path string) (int, bool) {
	switch {
	case folder == "":
		return 0, false
	case folder == ".":
		return 0, true
	case path == folder || strings.HasPrefix(path, folder) && path[len(folder)] == '/':
		return len(folder), true
	}
	return 0, false
}
