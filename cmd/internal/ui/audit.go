package ui

import (
	"fmt"

	"assay/compiler/reports"
)

// audit writes an audit check by check: what each says, the pages that it names, and
// where it failed what to do.
func (o *Out) audit(a *reports.Audit) {
	if a == nil {
		return
	}
	for _, c := range a.Checks {
		mark := o.style(green, "passes")
		if !c.OK {
			mark = o.style(red, "fails ")
		}
		o.Printf("  %s %s %s\n", mark, o.Dim(fmt.Sprintf("%-10s", c.Name)), c.Text)
		for _, page := range c.Pages {
			o.Printf("         %s %s\n", page.Page, o.Dim(page.Why))
		}
		if c.Hint != "" {
			o.Printf("         %s %s\n", o.style(green, "hint:"), c.Hint)
		}
	}
}
