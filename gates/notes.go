package gates

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// checkGaps tells of links that lead nowhere. The other gaps are wishes, not
// faults: `assay gaps` lists them.
func checkGaps(gaps []provenance.Gap, p Policy) (ds []Diagnostic) {
	for _, g := range gaps {
		d := Diagnostic{Span: vault.Span{File: g.File, Start: g.Start, End: g.End}, Code: Code(g.Kind)}
		target := text.Clip(g.Target, 80)
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

func without(all, these []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(these, s) })
}

// checkLifecycle tells what a note with claims says of how long, and how far, it can be relied on.
func checkLifecycle(n *markdown.Note, claims int) (ds []Diagnostic) {
	top := vault.Span{File: n.Path, Start: 0, End: min(n.BodyStart, 3)}
	if says := n.Meta.StaleAfter; says != "" && provenance.PageUntil(says).IsZero() {
		ds = append(ds, Diagnostic{Code: BrokenFrontmatter, Severity: Warning, Span: top,
			Message: fmt.Sprintf("`stale_after: %s` is no date, and has no effect", text.Clip(says, 40)), Hint: "write it as YYYY-MM-DD"})
	}
	if claims == 0 || !n.Meta.Provisional() {
		return ds
	}
	d := Diagnostic{Code: ProvisionalPage, Severity: Note, Span: top, Message: "the page says that it is a draft: what is wrong here is told, and fails nobody", Hint: "take `status: draft` out when it is finished"}
	if n.Meta.Status == "deprecated" {
		d.Message, d.Hint = "the page says that it is deprecated: what is wrong here is told, and fails nobody", "link to the page that took its place"
	}
	return append(ds, d)
}

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

// An Arrival is what the ledger says of how a permanent note got where it is.
type Arrival struct {
	Promoted  bool      // it was promoted, here or before somebody renamed it
	Vouched   bool      // a person vouched for the note as a whole
	Void      bool      // the ledger has its promotion or a word for it, which does not count
	Agents    []string  // those that its promotions name
	Latest    time.Time // when the ledger last told of a source that its provenance names; zero where it names none that is known
	Lifecycle bool      // some note of the vault was promoted
}

// Key tells two arrivals apart.
func (a Arrival) Key() string {
	return strings.Join([]string{strconv.FormatBool(a.Promoted), strconv.FormatBool(a.Vouched), strconv.FormatBool(a.Void), strings.Join(a.Agents, "\x00"),
		a.Latest.UTC().Format(time.RFC3339), strconv.FormatBool(a.Lifecycle)}, "\n")
}

// checkArrival tells of a permanent note that came by none of the gates. Where the policy
// does not say whether people write straight into the wiki, the ledger does: a vault in
// which notes are promoted is one in which they have to be.
func checkArrival(n *markdown.Note, f NoteFacts, p Policy) []Diagnostic {
	if f.Arrival.Promoted || f.Arrival.Vouched || p.Promotion.Direct == DirectAllow || len(n.Claims) == 0 && !n.Meta.Stamp.Present {
		return nil
	}
	d := Diagnostic{Code: UnpromotedNote, Severity: Error, Span: vault.Span{File: n.Path, Start: 0, End: min(n.BodyStart, 3)}}
	if p.Promotion.Direct == DirectTell && !f.Arrival.Lifecycle {
		d.Severity = Warning
	}
	d.Message = "nobody promoted this note, and nobody vouched for it: the ledger does not know how it got into the wiki"
	if f.Arrival.Void {
		d.Message = "nobody promoted this note who may, and nobody vouched for it: what the ledger has of it does not count"
		if p.Safety.RequireSignatures {
			d.Message += ", since policy asks for a person's signature"
		}
	}
	d.Hint = fmt.Sprintf("move it to %s and `assay promote` it; or a person reads it and runs `assay attest --reason … %s` (a folder does as well); "+
		"where people write straight into the wiki, say so: `promotion: {direct: allow}` in %s, as `assay adopt` does", cmp.Or(p.Vault.Drafts, "the drafts"), ShellWord(n.Path), PolicyFile)
	return []Diagnostic{d}
}

// checkForged holds the parts of a provenance block that only the compiler writes to what
// the ledger says.
func checkForged(d Diagnostic, s provenance.Stamp, a Arrival) (ds []Diagnostic) {
	if a.Promoted && len(a.Agents) > 0 && !slices.Contains(a.Agents, s.Agent) {
		d.Message = fmt.Sprintf("%s says %s, and the ledger says %s", provenance.StampAgent, text.Clip(s.Agent, 40), list(a.Agents, 3, clip40))
		ds = append(ds, d)
	}
	if !a.Latest.IsZero() && s.Retrieved.After(a.Latest) {
		d.Message = fmt.Sprintf("%s is %s, later than anything that the ledger has of its sources (%s)",
			provenance.StampRetrieved, s.Retrieved.UTC().Format(time.RFC3339), a.Latest.UTC().Format(time.RFC3339))
		ds = append(ds, d)
	}
	return ds
}
