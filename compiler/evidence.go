package compiler

import (
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"path"
	"sort"
	"strings"
)

// evidence lists the sources in the folders that the policy names. Each entry of
// such a folder is a source: a file, or a folder with all that is below it. A
// folder that is itself a site (it has an index.html) is one source.
func (p *view) evidence() []local {
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

// evidenceDigest names the evidence: all that is no note, but for what is said of it.
func (p *view) evidenceDigest() string {
	if p.digestedOf != p.snap {
		p.digestedOf, p.evidenceSum = p.snap, p.digestEvidence(p.snap.Files())
	}
	return p.evidenceSum
}

func (p *view) digestEvidence(files []vault.File) string {
	var parts []string
	for i := range files {
		if f := &files[i]; p.isEvidenceOf(f) {
			sum := f.Bytes()
			parts = append(parts, f.Path, string(sum[:]))
		}
	}
	return hashOf(parts...)
}

func (p *view) isEvidenceOf(f *vault.File) bool {
	return !p.isNote(*f) && f.Path != p.ledgerPath() && f.Path != p.policy.AnswersFile() && !gates.IsBaseline(f.Path)
}
