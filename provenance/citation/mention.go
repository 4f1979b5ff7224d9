package citation

import (
	"slices"
	"strings"

	"assay/provenance"
	"assay/vault/markdown"
)

// Settled are the citations that count for a claim. What its sentence only mentions counts where it
// is an original, and then before what the note as a whole rests on; otherwise it is as if it
// were not there.
func (l *Library) Settled(note *markdown.Note, cites []markdown.Cite, see func(provenance.Located)) []markdown.Cite {
	mention := func(c markdown.Cite) bool { return c.Form == markdown.CiteMention }
	if !slices.ContainsFunc(cites, mention) {
		return cites
	}
	nearest := markdown.ScopeNote + 1
	held := map[int]bool{}
	for i, c := range cites {
		if mention(c) && l.meansOriginal(note, c, see) {
			held[i], nearest = true, min(nearest, c.Scope)
		}
	}
	kept := make([]markdown.Cite, 0, len(cites))
	for i, c := range cites {
		if held[i] || !mention(c) && (c.Scope < markdown.ScopeNote || nearest >= markdown.ScopeNote) {
			kept = append(kept, c)
		}
	}
	return kept
}

// meansOriginal reports a mention that leads straight to text from elsewhere.
func (l *Library) meansOriginal(note *markdown.Note, c markdown.Cite, see func(provenance.Located)) bool {
	at := l.Locate(note, c)
	see(at)
	if at.Status != provenance.Held {
		return false
	}
	if strings.HasPrefix(c.Target, "@") {
		return true
	}
	return slices.ContainsFunc(l.resolve(note, cleanTarget(c.Target)), func(p string) bool { return l.role(p) != roleNote })
}
