package compiler

import (
	"context"

	"assay/compiler/acquire"
	"assay/compiler/view"
)

// keptBuilds is after how many builds what was kept in memory is let go of, since notes
// that are no longer what they were stay in it.
const keptBuilds = 200

// keep holds on to what a build learnt, if the next one is to profit from it. After a
// look at the whole vault that is no more than where things are: all of its notes would
// be too much.
func (c *Compiler) keep(s *Session) {
	if !c.Warm {
		return
	}
	s.builds++
	if s.Store.Whole() || s.builds > keptBuilds {
		s.Forget()
		s.builds = 0
	}
	s.Store.Rest()
	s.Scope, s.recorder, s.crew = nil, nil, nil
	s.policy = policyDigest(c.Policy)
	c.kept = s
}

// again is look, with what the last build left in memory. Only files at the paths touched
// may have changed since it; nil for any.
func (c *Compiler) again(ctx context.Context, touched []string) (*Session, error) {
	s := c.kept
	c.kept = nil
	if s == nil || !s.Store.Unchanged() {
		return c.Look(ctx)
	}
	s.Now, s.Trails = c.World.Now().UTC(), acquire.NewTrails(c.Root)
	s.Results.Failed = map[view.Key]view.Failure{}
	s.readHidden()
	if policy := policyDigest(c.Policy); policy != s.policy {
		s.policy, s.builds = policy, 0 // notes were read by another
		s.Forget()
	}
	if touched != nil {
		if base, ok := c.Dir.Refresh(ctx, s.Base, touched); ok {
			s.Base = base
			return s, nil
		}
	}
	return s, s.scan(ctx, func() *view.Store { return s.Store })
}
