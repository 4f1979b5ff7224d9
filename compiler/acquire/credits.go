package acquire

import (
	"assay/compiler/view"
	"assay/gates"
)

// Session gives the credits of one run: what it returns takes one, or says that there is
// none.
func Session(p gates.Policy) func() error {
	return (&view.Credits{Most: p.Quotas.MaxCreditsPerSession}).Spend
}
