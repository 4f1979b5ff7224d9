package judge

import (
	"strings"
	"sync"

	"assay/gates/judge/reading"
	"assay/gates/judge/statement"
	"assay/text"
)

// A textCache keeps analysed texts: pages are judged for many claims, claims by
// many passages. When the young half is full it becomes the old half, so that what
// is in use stays.
type textCache struct {
	mu         sync.Mutex
	young, old map[string]*reading.Text
	bytes      int
	lives      bool // of texts: dates in brackets are read as sentences, and more is kept
	parsed     statement.Sentences
}

// textCacheBytes is how much text is kept read, or twice that; what was read of a text takes
// twenty times its size.
const textCacheBytes = 2 << 20

// claimShare is by how much less is kept of claims, which seldom come again.
const claimShare = 16

func (c *textCache) get(raw string, stems *text.Stems) *reading.Text {
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
		t = reading.WithLives(raw, stems)
	} else {
		t = reading.Analyse(raw, stems)
	}
	t.Parsed = &c.parsed
	c.mu.Lock()
	c.put(raw, t)
	c.mu.Unlock()
	return t
}

func (c *textCache) put(raw string, t *reading.Text) {
	most := textCacheBytes
	if !c.lives {
		most /= claimShare
	}
	if c.young == nil || c.bytes > most {
		c.young, c.old, c.bytes = map[string]*reading.Text{}, c.young, 0
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
	c.parsed.Forget()
}
