package compiler

import (
	"context"
	"fmt"

	"assay/ingest"
	"assay/vault"
)

// Search finds stored passages. If the index does not hold what the vault does, it
// is brought up to date first.
func (c *Compiler) Search(ctx context.Context, query string, k int) ([]ingest.Hit, error) {
	s, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	p := c.plan(s, c.results(s), false)
	p.snap = p.base
	if len(p.pages()) == 0 {
		return []ingest.Hit{}, nil
	}
	if err := c.ready(ctx, p); err != nil {
		return nil, err
	}
	hits, err := c.world.index.Search(ctx, query, k)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return hits, nil
}

// ready makes the index hold the passages of a plan's snapshot. Only a set that
// differs takes the lock.
func (c *Compiler) ready(ctx context.Context, p *plan) error {
	set := chunkDigest(p.wanted())
	if c.world.index.Holds(set) {
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
	if err := c.world.index.Sync(ctx, set, p.passages()); err != nil {
		return fmt.Errorf("index passages: %w", err)
	}
	return nil
}
