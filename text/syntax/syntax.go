// Package syntax says who does what to whom in a sentence: a small dependency parser,
// trained on the treebanks named in NOTICE.md. Some five words of six get the right
// head, and subjects and objects of plain sentences more than that; attachments of
// prepositions, conjuncts and clauses are often wrong. Its trees are evidence, not proof.
package syntax

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"assay/text/syntax/arc"
)

// Word is one token's place in its sentence's tree.
type Word struct {
	Head int32 // the index of its head in the sentence, -1 for the root
	Rel  Relation
	Tag  Tag
}

//go:embed weights/*.arcs
var files embed.FS

// A language's weights are read when they are first asked for.
type language struct {
	name   string
	states func() *sync.Pool
}

var languages = list()

func list() []language {
	entries, err := files.ReadDir("weights")
	if err != nil {
		panic(fmt.Sprintf("list weights: %v", err)) // they are part of the program
	}
	var all []language
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".arcs")
		all = append(all, language{name, sync.OnceValue(func() *sync.Pool { return load(name) })})
	}
	return all
}

func load(name string) *sync.Pool {
	data, err := files.ReadFile(path.Join("weights", name+".arcs"))
	if err != nil {
		panic(fmt.Sprintf("read weights of %s: %v", name, err))
	}
	m, err := arc.Decode(data)
	if err != nil {
		panic(fmt.Sprintf("read weights of %s: %v", name, err))
	}
	return &sync.Pool{New: func() any { return arc.NewState(m) }}
}

// Parse reads one sentence, cut into words and punctuation as Universal Dependencies
// cuts them (in English "n't", "'s" and each punctuation mark are words of their own).
// What comes back is one tree with one root, or one for each clause where
// semicolons part them. It is nil where lang has no model or there
// are no words. Parse may be called by many goroutines at once, and says the same each
// time.
func Parse(lang string, words []string) []Word {
	i, ok := slices.BinarySearchFunc(languages, lang, func(l language, name string) int { return strings.Compare(l.name, name) })
	if !ok || len(words) == 0 {
		return nil
	}
	pool := languages[i].states()
	s := pool.Get().(*arc.State)
	defer pool.Put(s)
	var all []Word
	for rest := words; len(rest) > 0; {
		n := slices.Index(rest, ";") + 1
		if n == 0 {
			n = len(rest)
		}
		part := parse(s, rest[:n], int32(len(all)))
		if n < len(words) && (n < clause || len(all) == 0 && !slices.ContainsFunc(part, Word.subject)) {
			return parse(s, words, 0) // a list
		}
		all, rest = append(all, part...), rest[n:]
	}
	return all
}

// clause is how many words, marks among them, stand behind a semicolon at least where that
// begins a clause and no item of a list.
const clause = 5

func (w Word) subject() bool { return w.Rel == Nsubj || w.Rel == NsubjPass }

// parse reads words of which the first is the nth of its sentence.
func parse(s *arc.State, words []string, n int32) []Word {
	s.Parse(words)
	out := make([]Word, len(words))
	for i := range out {
		out[i] = Word{s.Head(i), Relation(s.Rel(i)), Tag(s.Coarse(i))}
		if out[i].Head >= 0 {
			out[i].Head += n
		}
	}
	return out
}
