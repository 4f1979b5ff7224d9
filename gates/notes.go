package gates

import (
	"fmt"
	"slices"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// checkGaps tells of links that lead nowhere. The other gaps are wishes, not
// faults: `assay gaps` lists them.
func checkGaps(gaps []provenance.Gap, p Policy) (ds []Diagnostic) {
	for _, g := range gaps {
		d := Diagnostic{Span: vault.Span{File: g.File, Start: g.Start, End: g.End}, Code: Code(g.Kind)}
		target := clip(g.Target, 80)
		switch d.Code {
		case UnresolvedLink:
			d.Message = fmt.Sprintf("links to `%s`, which is not there%s", target, times(g.Count))
			d.Hint = "write the note, or let `assay draft " + ShellWord(g.Target) + "` begin it from the evidence"
		case MissingHeading:
			d.Message = fmt.Sprintf("links to `%s`, a heading that is not there%s", target, times(g.Count))
			d.Hint = "correct the link, or restore the heading"
		case MissingBlock:
			d.Message = fmt.Sprintf("links to `%s`, a block that is not there%s", target, times(g.Count))
			d.Hint = "correct the link, or put the block's ^id back"
		case MissingAttachment:
			d.Message = fmt.Sprintf("shows `%s`, a file that is not there%s", target, times(g.Count))
			d.Hint = "add the file, or correct its name"
		default:
			continue
		}
		entry, _ := Lookup(d.Code)
		d.Severity = entry.Severity
		if p.IsGuest() { // which has no drafts, and is looked at for what is broken
			d.Severity = Warning
			if d.Code == UnresolvedLink {
				d.Hint = "write the note, or correct the link"
			}
		}
		ds = append(ds, d)
	}
	return ds
}

func times(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (%d times)", n)
}

// checkStamp holds a promoted note's provenance block to its citations.
func checkStamp(n *markdown.Note, f NoteFacts, p Policy) []Diagnostic {
	s := n.Meta.Stamp
	d := Diagnostic{Severity: Error, Span: vault.Span{File: n.Path, Start: 0, End: min(n.BodyStart, 3)}}
	switch {
	case !s.Present && f.Arrival.Promoted && p.Synthesis.RequireProvenanceBlock:
		d.Code, d.Message = MissingProvenance, "a promoted note without its provenance block"
		d.Hint = "restore the four provenance_ keys of its frontmatter from git, or promote it again"
		return []Diagnostic{d}
	case !s.Present:
		return nil
	}
	d.Code, d.Hint = InvalidProvenance, "restore the block from git, or let `assay build` write it anew"
	var ds []Diagnostic
	stamp, err := provenance.ParseStamp(s)
	if err != nil {
		d.Message = "the provenance block cannot be read: " + err.Error()
		return []Diagnostic{d}
	}
	cited := citedChunks(n)
	if extra := without(s.ChunkIDs, cited); len(extra) > 0 {
		d.Message = "the provenance block names passages that the note does not cite: " + list(extra, 3, clip40)
		ds = append(ds, d)
	}
	if missing := without(cited, s.ChunkIDs); len(missing) > 0 && len(cited) > 0 {
		d.Message = "the note cites passages that its provenance block does not name: " + list(missing, 3, clip40)
		ds = append(ds, d)
	}
	return append(ds, checkForged(d, stamp, f.Arrival)...)
}

// citedChunks are the ids of the stored passages that a note's text cites.
func citedChunks(n *markdown.Note) []string {
	var ids []string
	for _, c := range n.Claims {
		for _, cite := range c.Cites {
			if cite.Form != markdown.CiteChunk {
				continue
			}
			if id, ok := provenance.ChunkFromAnchor(cite.Target); ok && !slices.Contains(ids, string(id)) {
				ids = append(ids, string(id))
			}
		}
	}
	return ids
}

func without(all, these []string) (rest []string) {
	for _, s := range all {
		if !slices.Contains(these, s) {
			rest = append(rest, s)
		}
	}
	return rest
}
