package stats

import (
	"context"
	"sync"
	"time"

	"assay/compiler"
	"assay/ingest"
)

// A Searcher answers the searches of a process that many ask at once. One look at the vault
// serves all who asked before it began: nobody is answered by an older state than the one
// that they asked of.
type Searcher struct {
	mu      sync.Mutex
	next    *joint     // that who asks now waits for; nil where nobody waits yet
	looking sync.Mutex // held by the look that is under way
	held    *holding   // that the last look found
}

// A joint is one look that several wait for.
type joint struct {
	done chan struct{}
	held *holding
	err  error
}

// Search is [Search].
func (r *Searcher) Search(ctx context.Context, c *compiler.Compiler, query string, o SearchOptions) ([]ingest.Hit, error) {
	began := time.Now()
	r.mu.Lock()
	j := r.next
	if j == nil {
		j = &joint{done: make(chan struct{})}
		r.next = j
		go r.look(context.WithoutCancel(ctx), c, j)
	}
	r.mu.Unlock()
	select {
	case <-j.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if j.err != nil {
		return nil, j.err
	}
	return j.held.search(ctx, query, o, began)
}

func (r *Searcher) look(ctx context.Context, c *compiler.Compiler, j *joint) {
	r.looking.Lock()
	defer r.looking.Unlock()
	r.mu.Lock()
	r.next = nil // who asks from here on may have changed something since
	r.mu.Unlock()
	if j.held, j.err = look(ctx, c, r.held); j.err == nil {
		r.held = j.held
	}
	close(j.done)
}
