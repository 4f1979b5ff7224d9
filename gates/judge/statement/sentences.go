package statement

import (
	"strings"
	"sync"

	"assay/text/syntax"
)

// Sentences are what the parser made of those of the texts of a cache: what is cited for a
// claim is read piece by piece and as one text.
type Sentences struct {
	mu    sync.Mutex
	known map[string][]syntax.Word
}

// mostSentences is how many are kept before all are forgotten.
const mostSentences = 1 << 12

func (s *Sentences) parse(words []string) []syntax.Word {
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

func (s *Sentences) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = nil
}
