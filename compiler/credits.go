package compiler

import (
	"fmt"
	"sync"

	"assay/gates"
)

// credits are what one process may spend: quotas.max_credits_per_session. A page is
// paid for before it is asked for.
type credits struct {
	mu    sync.Mutex
	most  int
	spent int
}

// Session gives the credits of one run: what it returns takes one, or says that there is
// none.
func Session(p gates.Policy) func() error {
	return (&credits{most: p.Quotas.MaxCreditsPerSession}).spend
}

// spend takes one credit, or says that there is none.
func (c *credits) spend() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.spent >= c.most {
		return fmt.Errorf("the %d credits of quotas.max_credits_per_session are used up", c.most)
	}
	c.spent++
	return nil
}

// refund gives one back that bought nothing.
func (c *credits) refund() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent--
}
