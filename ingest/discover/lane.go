package discover

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// A lane lets requests through at the pace of one source.
type lane struct {
	pace  *rate.Limiter
	room  *semaphore.Weighted
	until atomic.Int64 // Unix seconds until which the source asked to be left alone

	// The engine's lock is held for these.
	asked int    // requests of this run
	token string // of a login
}

func (l *lane) enter(ctx context.Context) (leave func(), err error) {
	if err := l.room.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	if err := l.pace.Wait(ctx); err != nil {
		l.room.Release(1)
		return nil, err
	}
	return func() { l.room.Release(1) }, nil
}

func (e *Engine) lane(s *Skill) *lane {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lanes == nil {
		e.lanes = map[string]*lane{}
	}
	l := e.lanes[s.Name]
	if l == nil {
		burst := max(1, min(s.Limits.Concurrency, int(s.Limits.RPS)))
		l = &lane{pace: rate.NewLimiter(rate.Limit(s.Limits.RPS), burst), room: semaphore.NewWeighted(int64(s.Limits.Concurrency))}
		e.lanes[s.Name] = l
	}
	return l
}
