package compiler

import (
	"assay/vault"
	"context"
	"fmt"
)

// ready makes the index hold the passages of a plan's snapshot, and the store their
// vectors where those are asked for. Only where something is missing it takes the lock.
func (c *Compiler) ready(ctx context.Context, s *session, p *plan, vectors bool) error {
	held := c.world.index.Holds(p.index.digest)
	if held && !(vectors && p.index.embed()) {
		return nil
	}
	unlock, err := vault.Lock(ctx, c.dir, vault.LockOptions{Command: c.opts.Command, Wait: true, Waiting: func(h vault.Holder) {
		if c.opts.Waiting != nil {
			c.opts.Waiting(h.String())
		}
	}})
	if err != nil {
		return err
	}
	defer unlock()
	if !held {
		if err := c.world.index.Sync(ctx, p.index.digest, p.index.passages()); err != nil {
			return fmt.Errorf("index passages: %w", err)
		}
	}
	for vectors && p.index.embed() {
		round := p.todo
		p.todo = nil
		if _, err := s.results.run(ctx, c.world, round, c.jobs(), nil); err != nil {
			return err
		}
		for _, f := range s.results.failures() {
			return fmt.Errorf("%s %s: %s", f.Kind, f.Target, f.Error)
		}
	}
	if s.store.Unchanged() { // else a build has made them meanwhile
		return s.store.Commit()
	}
	return nil
}
