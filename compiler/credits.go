package compiler

import (
	"assay/gates"
)

// Session gives the credits of one run: what it returns takes one, or says that there is
// none.
func Session(p gates.Policy) func() error {
	return (&credits{most: p.Quotas.MaxCreditsPerSession}).spend
}
