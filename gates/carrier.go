package gates

import (
	"fmt"
	"slices"
	"strings"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// carriers tells which of the sources that a page lists as a whole carry its claims.
// Nobody can see that from the page, and a list of several invites a claim that is in
// none of them.
func carriers(n *markdown.Note, verdicts []provenance.Verdict) []Diagnostic {
	listed := map[string]bool{}
	claims := map[string]int{}
	var files []string
	var related []Related
	first := -1
	for i, v := range verdicts {
		for _, c := range citesCounted(n.Claims[i], v) {
			if c.Scope == markdown.ScopeNote {
				listed[c.Target] = true
			}
		}
		b := v.Best
		if b == nil || b.Cite.Scope != markdown.ScopeNote || v.Tier != provenance.T5 && v.Tier != provenance.T3 {
			continue
		}
		if first < 0 {
			first = i
		}
		file := b.Evidence.Span.File
		if claims[file]++; claims[file] == 1 {
			files = append(files, file)
		}
		if len(related) < maxRelated {
			c := n.Claims[i]
			related = append(related, Related{Span: vault.Span{File: n.Path, Start: c.Start, End: c.End}, Message: "in " + file})
		}
	}
	if first < 0 || len(listed) < 2 {
		return nil
	}
	slices.SortStableFunc(files, func(a, b string) int { return claims[b] - claims[a] })
	var parts []string
	for i, f := range files {
		if i == 4 && len(files) > 5 {
			parts = append(parts, fmt.Sprintf("the rest in %d more", len(files)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%d in %s", claims[f], f))
	}
	c := n.Claims[first]
	return []Diagnostic{{
		Code: PageCitation, Severity: Note,
		Span:    vault.Span{File: n.Path, Start: c.Start, End: c.End},
		Message: fmt.Sprintf("claims hold that cite no more than the page's list of %d sources: %s", len(listed), strings.Join(parts, ", ")),
		Hint:    "cite it where the claim stands, as in (source: " + files[0] + "): then a reader sees it, and only that file is asked",
		Related: related,
	}}
}
