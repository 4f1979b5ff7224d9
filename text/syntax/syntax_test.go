package syntax

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// tree writes a parse as "word relation head", for the words asked for.
func relationOf(t *testing.T, sentence, word string) (string, string) {
	t.Helper()
	words := strings.Fields(sentence)
	i := slices.Index(words, word)
	w := Parse("en", words)[i]
	if w.Head < 0 {
		return w.Rel.String(), ""
	}
	return w.Rel.String(), words[w.Head]
}

func TestWhoDoesWhatToWhom(t *testing.T) {
	for _, c := range []struct{ sentence, word, rel, head string }{
		{"The scheduler starts the worker .", "scheduler", "nsubj", "starts"},
		{"The scheduler starts the worker .", "worker", "obj", "starts"},
		{"The scheduler starts the worker .", "starts", "root", ""},
		{"The worker is started by the scheduler .", "worker", "nsubj:pass", "started"},
		{"The worker is started by the scheduler .", "scheduler", "obl:agent", "started"},
		{"The worker is started by the scheduler .", "is", "aux:pass", "started"},
		{"The report that the committee wrote was long .", "wrote", "acl:relcl", "report"},
		{"The report that the committee wrote was long .", "committee", "nsubj", "wrote"},
		{"She sold the house and bought a boat .", "bought", "conj", "sold"},
		{"She sold the house and bought a boat .", "boat", "obj", "bought"},
		{"The cache does not survive a restart .", "not", "advmod", "survive"},
		{"the cache does not survive a restart", "cache", "nsubj", "survive"},
		{"Anna 's brother lives in Lima .", "Anna", "nmod:poss", "brother"},
	} {
		rel, head := relationOf(t, c.sentence, c.word)
		if rel != c.rel || head != c.head {
			t.Errorf("%q: %s is %s of %q, want %s of %q", c.sentence, c.word, rel, head, c.rel, c.head)
		}
	}
}

func TestOtherLanguages(t *testing.T) {
	for _, c := range []struct {
		lang, sentence, word string
		rel                  Relation
	}{
		{"es", "El comité aprobó la ley .", "comité", Nsubj},
		{"es", "El comité aprobó la ley .", "ley", Obj},
		{"fr", "Le maire a signé la loi .", "maire", Nsubj},
		{"fr", "Le maire a signé la loi .", "loi", Obj},
	} {
		words := strings.Fields(c.sentence)
		if got := Parse(c.lang, words)[slices.Index(words, c.word)]; got.Rel != c.rel {
			t.Errorf("%q: %s is %s, want %s", c.sentence, c.word, got.Rel, c.rel)
		}
	}
}

func TestUnknownLanguageAndNoWords(t *testing.T) {
	if Parse("xx", []string{"a"}) != nil || Parse("en", nil) != nil {
		t.Error("a tree of nothing")
	}
	if !slices.Contains(codes(), "en") || !slices.IsSorted(codes()) {
		t.Errorf("languages %q", codes())
	}
}

func TestManyAtOnce(t *testing.T) {
	words := strings.Fields("The committee that met in March rejected the plan , and the mayor signed it .")
	want := Parse("en", words)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if !slices.Equal(Parse("en", words), want) {
					t.Error("another tree")
				}
			}
		})
	}
	wg.Wait()
}

func FuzzTree(f *testing.F) {
	f.Add("Retry limit : 5")
	f.Add("")
	f.Add("\xff \x00 … ( ( ( ) , , , und dass der die das 東京 Ελλάδα 1,000,000")
	f.Add(strings.Repeat("that he said ", 100))
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, " ")
		for _, lang := range codes() {
			checkTree(t, Parse(lang, words), len(words))
		}
	})
}

func checkTree(t *testing.T, tree []Word, n int) {
	t.Helper()
	if len(tree) != n {
		t.Fatalf("%d words, %d in the tree", n, len(tree))
	}
	roots := 0
	for i := range tree {
		if tree[i].Head < 0 {
			roots++
			if tree[i].Rel != Root {
				t.Fatalf("the root is %v", tree[i].Rel)
			}
		}
		at := int32(i)
		for range n {
			if at = tree[at].Head; at < 0 {
				break
			}
		}
		if at >= 0 {
			t.Fatalf("word %d never comes to the root: %v", i, tree)
		}
	}
	if roots != 1 {
		t.Fatalf("%d roots: %v", roots, tree)
	}
}

func BenchmarkParse(b *testing.B) {
	words := strings.Fields("The committee that met in March rejected the plan , and the new mayor of the town signed it .")
	Parse("en", words)
	for b.Loop() {
		Parse("en", words)
	}
}

// codes are the codes of those that Parse reads, in order.
func codes() []string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}
