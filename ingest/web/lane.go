package web

import (
	"context"
	"hash/fnv"
	"sync"
	"time"
)

const (
	// downAfter failures of a host in a row close its lane: a host that stalls would
	// otherwise cost a time-out for each of its pages.
	downAfter = 5
	// downFor is how long a closed lane stays closed.
	downFor = 10 * time.Minute
	// backoffBase doubles with every try, up to backoffMax.
	backoffBase = 500 * time.Millisecond
	backoffMax  = 30 * time.Second
)

// A lane is the one connection that we have to a host at a time. Whoever is in it
// may send one request; whoever enters next waits for the pause to pass.
type lane struct {
	turn chan struct{} // has room for who is in the lane

	mu     sync.Mutex
	next   time.Time // no request before
	closed time.Time // refuse everything before
	why    string    // of closed
	failed int       // in a row
	delay  time.Duration
}

// enter waits for the lane to be free and for its pause. It returns a failure where
// the host is not to be asked at all, and a function to leave by.
func (l *lane) enter(ctx context.Context, c *Client) (leave func(), fail *Failure) {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, cancelled(ctx)
	}
	l.mu.Lock()
	now := c.now()
	wait, closed, why := l.next.Sub(now), l.closed.After(now), l.why
	l.mu.Unlock()
	if closed {
		<-l.turn
		return nil, &Failure{Class: ClassHostDown, Reason: why}
	}
	if err := c.o.Sleep(ctx, wait); err != nil {
		<-l.turn
		return nil, cancelled(ctx)
	}
	return func() {
		l.mu.Lock()
		l.next = later(l.next, c.now().Add(l.delay))
		l.mu.Unlock()
		<-l.turn
	}, nil
}

// hold keeps everyone out for a while.
func (l *lane) hold(until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next = later(l.next, until)
}

// shut refuses everyone until then.
func (l *lane) shut(until time.Time, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until.After(l.closed) {
		l.closed, l.why = until, why
	}
}

// slow raises the pause to what robots.txt asks for.
func (l *lane) slow(delay time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.delay = max(l.delay, delay)
}

// settle counts how the host does.
func (l *lane) settle(fail *Failure, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if fail == nil || !fail.ofHost() {
		l.failed = 0
		return
	}
	if l.failed++; l.failed >= downAfter {
		l.closed, l.why = now.Add(downFor), "the host failed too often in a row; the last time: "+fail.Reason
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// backoff is the pause before another try: exponential, and spread over half to one
// and a half of it by a hash of the address, so that many clients do not come back
// together and yet one run is as the other.
func backoff(url string, try int) time.Duration {
	d := min(backoffBase<<min(try, 16), backoffMax)
	h := fnv.New32a()
	h.Write([]byte(url))
	h.Write([]byte{byte(try)})
	return d/2 + time.Duration(float64(d)*float64(h.Sum32()%1024)/1024)
}

// Pause is the real clock's way to wait.
func Pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
