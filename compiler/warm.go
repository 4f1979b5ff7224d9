package compiler

import (
	"context"

	"assay/provenance"
	"assay/vault"
)

// keptBuilds is after how many builds what was kept in memory is let go of, since notes
// that are no longer what they were stay in it.
const keptBuilds = 200

// keep holds on to what a build learnt, if the next one is to profit from it. After a
// look at the whole vault that is no more than where things are: all of its notes would
// be too much.
func (c *Compiler) keep(s *session) {
	if !c.warm {
		return
	}
	s.builds++
	if s.store.Whole() || s.builds > keptBuilds {
		s.forget()
		s.builds = 0
	}
	s.store.Rest()
	s.some, s.recorder = nil, nil
	s.policy = policyDigest(c.Policy)
	c.kept = s
}

// again is look, with what the last build left in memory. Only files at the paths touched
// may have changed since it; nil for any.
func (c *Compiler) again(ctx context.Context, touched []string) (*session, error) {
	s := c.kept
	c.kept = nil
	if s == nil || !s.store.Unchanged() {
		return c.look(ctx)
	}
	s.now, s.trails = c.world.Now().UTC(), newTrails(c.Root)
	s.results.failed = map[Key]failure{}
	s.gitmodules, _ = c.dir.ReadFile(".gitmodules")
	if policy := policyDigest(c.Policy); policy != s.policy {
		s.policy, s.builds = policy, 0 // notes were read by another
		s.forget()
	}
	if touched != nil {
		if base, ok := c.dir.Refresh(ctx, s.base, touched); ok {
			s.base, s.reads = base, len(touched)
			return s, nil
		}
	}
	return s, s.scan(ctx, func() *Store { return s.store })
}

// A readLedger is the ledger as a file has it, and what it has to say of claims.
type readLedger struct {
	hash   vault.Hash
	text   []byte
	ledger *provenance.Ledger
	words  map[string]string
}

// ledgerNow reads the ledger, unless it is the one that was read last and nothing was
// added to it since.
func (s *session) ledgerNow(file string) *readLedger {
	f, ok := s.base.File(file)
	if r := s.ledger; r != nil && ok && r.hash == f.Hash && len(r.ledger.Pending()) == 0 {
		return r
	}
	text, _ := s.base.Read(file)
	r := &readLedger{hash: f.Hash, text: text, ledger: provenance.ReadLedger(text)}
	r.words = wordsOn(r.ledger)
	s.ledger = r
	return r
}
