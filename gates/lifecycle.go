package gates

import (
	"fmt"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// checkLifecycle tells what a note with claims says of how long, and how far, it can be relied on.
func checkLifecycle(n *markdown.Note, claims int) (ds []Diagnostic) {
	top := vault.Span{File: n.Path, Start: 0, End: min(n.BodyStart, 3)}
	if says := n.Meta.StaleAfter; says != "" && provenance.PageUntil(says).IsZero() {
		ds = append(ds, Diagnostic{Code: BrokenFrontmatter, Severity: Warning, Span: top,
			Message: fmt.Sprintf("`stale_after: %s` is no date, and has no effect", clip(says, 40)), Hint: "write it as YYYY-MM-DD"})
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
