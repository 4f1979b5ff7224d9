package view

import (
	"path"
	"slices"
	"strings"

	"assay/gates"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
)

// Evidence lists the sources in the folders that the policy names. Each entry of
// such a folder is a source: a file, or a folder with all that is below it. A
// folder that is itself a site (it has an index.html) is one source.
func (v *View) Evidence() []Local {
	byURL := map[string]*Local{}
	for _, f := range v.Base.Files() {
		folder, ok := under(f.Path, v.Policy.Vault.Evidence)
		if !ok || !IsNamed(f.Path, folder) || folder != "." && !Covers(folder, f.Path) {
			continue
		}
		url := f.Path
		switch {
		case folder == f.Path: // the policy names the file itself
		case citation.IsSite(v.Base, folder):
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
			l = &Local{Id: provenance.NewSourceID(url), Url: url, Why: "listed in vault.evidence"}
			byURL[url] = l
		}
		l.Files = append(l.Files, OriginalFile{Path: f.Path, Url: f.Path, Hash: f.Hash})
	}
	out := make([]Local, 0, len(byURL))
	for _, l := range byURL {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Local) int { return strings.Compare(a.Url, b.Url) })
	return out
}

// EvidenceDigest names the evidence: all that is no note, but for what is said of it.
func (v *View) EvidenceDigest() string {
	if v.digestedOf != v.Snap {
		v.digestedOf, v.evidenceSum = v.Snap, v.digestEvidence(v.Snap.Files())
	}
	return v.evidenceSum
}

func (v *View) digestEvidence(files []vault.File) string {
	var parts []string
	for i := range files {
		if f := &files[i]; !v.IsNote(*f) && f.Path != v.LedgerPath() && f.Path != v.Policy.AnswersFile() && !gates.IsBaseline(f.Path) {
			sum := f.Bytes()
			parts = append(parts, f.Path, string(sum[:]))
		}
	}
	return HashOf(parts...)
}
