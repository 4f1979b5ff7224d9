package judge

import (
	"assay/text"
	"assay/text/syntax"
	"strings"
	"sync"
)

// A textCache keeps analysed texts: pages are judged for many claims, claims by
// many passages. When the young half is full it becomes the old half, so that what
// is in use stays.
type textCache struct {
	mu         sync.Mutex
	young, old map[string]*reading
	bytes      int
	lives      bool // of texts: dates in brackets are read as sentences, and more is kept
	parsed     sentences
}

// sentences are what the parser made of those of the texts of a cache: what is cited for a
// claim is read piece by piece and as one text.
type sentences struct {
	mu    sync.Mutex
	known map[string][]syntax.Word
}

// mostSentences is how many are kept before all are forgotten.
const mostSentences = 1 << 12

func (s *sentences) parse(words []string) []syntax.Word {
	if s == nil {
		return syntax.Parse("en", words)
	}
	key := strings.Join(words, "\x00")
	s.mu.Lock()
	tree, ok := s.known[key]
	s.mu.Unlock()
	if ok && len(tree) == len(words) {
		return tree
	}
	tree = syntax.Parse("en", words)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= mostSentences {
		s.known = map[string][]syntax.Word{}
	}
	s.known[key] = tree
	return tree
}

// textCacheBytes is how much text is kept read, or twice that; what was read of a text takes
// twenty times its size.
const textCacheBytes = 2 << 20

// claimShare is by how much less is kept of claims, which seldom come again.
const claimShare = 16

func (c *textCache) get(raw string, stems *text.Stems) *reading {
	c.mu.Lock()
	t, ok := c.young[raw]
	if !ok {
		if t, ok = c.old[raw]; ok {
			c.put(strings.Clone(raw), t)
		}
	}
	c.mu.Unlock()
	if ok {
		return t
	}
	raw = strings.Clone(raw) // it may be a part of something large, which would stay in memory with it
	if c.lives {
		t = withLives(raw, stems)
	} else {
		t = analyse(raw, stems)
	}
	t.parsed = &c.parsed
	c.mu.Lock()
	c.put(raw, t)
	c.mu.Unlock()
	return t
}

func (c *textCache) put(raw string, t *reading) {
	most := textCacheBytes
	if !c.lives {
		most /= claimShare
	}
	if c.young == nil || c.bytes > most {
		c.young, c.old, c.bytes = map[string]*reading{}, c.young, 0
	}
	c.young[raw] = t
	c.bytes += len(raw)
}

// Forget lets go of the texts that were read.
func (l *Lexical) Forget() {
	l.claims.forget()
	l.texts.forget()
}

func (c *textCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.bytes = nil, nil, 0
	c.parsed.mu.Lock()
	defer c.parsed.mu.Unlock()
	c.parsed.known = nil
}
