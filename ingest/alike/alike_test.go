package alike

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestShingles(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       float64
	}{
		{"case, punctuation and markup", "Green tea is *steeped* at 80 degrees.", "green TEA is steeped, at [80] degrees", 1},
		{"one word of eight", "one two three four five six seven eight", "one two three four five six seven nine", 4.0 / 6},
		{"nothing in common", "one two three four", "five six seven eight", 0},
		{"short texts", "two words", "Two words!", 1},
		{"short texts that differ", "two words", "two wards", 0},
		{"no words", "— … !", "", 0},
		{"ideographs are compared one by one", "緑茶は八十度の湯で二分間", "緑茶は八十度の湯で三分間", 6.0 / 12},
		{"words order", "one two three four five", "five four three two one", 0},
		{"marks belong to their words", "नमस्ते दुनिया एक दो", "नमस्ते दुनिया एक दो।", 1},
	} {
		if got := Jaccard(Shingles(c.a), Shingles(c.b)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := Contained(Shingles("steeped at 80 degrees"), Shingles("Green tea is steeped at 80 degrees for two minutes")); got != 1 {
		t.Errorf("a sentence of a text is contained in it: %v", got)
	}
	if Hash("A line.") != Hash("a  LINE") || Hash("a line") == Hash("line a") || Hash(" ! ") != 0 {
		t.Error("a hash is of words in their order, and 0 without words")
	}
}

// words of a made-up text; the seed is the text.
func words(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("w%d", r.IntN(5000))
	}
	return out
}

// edited is a text with every nth word another.
func edited(text []string, nth int) []string {
	out := slices.Clone(text)
	for i := nth / 2; i < len(out); i += nth {
		out[i] = "changed" + out[i]
	}
	return out
}

func TestSimilarityIsNearJaccard(t *testing.T) {
	for seed := range uint64(40) {
		text := words(seed, 600)
		for _, nth := range []int{500, 120, 60, 30, 10} {
			a, b := Shingles(strings.Join(text, " ")), Shingles(strings.Join(edited(text, nth), " "))
			exact, guess := Jaccard(a, b), NewSketch(a).Similarity(NewSketch(b))
			if math.Abs(exact-guess) > 0.2 { // four standard errors where it is greatest
				t.Errorf("every %dth word: Jaccard %.2f, estimated %.2f", nth, exact, guess)
			}
		}
	}
}

func TestGroupsFindNearCopiesOnly(t *testing.T) {
	var sets [][]uint64
	var sketches []Sketch
	add := func(text []string) {
		sets = append(sets, Shingles(strings.Join(text, " ")))
		sketches = append(sketches, NewSketch(sets[len(sets)-1]))
	}
	for seed := range uint64(100) {
		text := words(seed, 400)
		add(text)
		add(edited(text, 300)) // Jaccard 0.98: a near-copy
		add(edited(text, 20))  // Jaccard 0.67: another edition
		add(nil)               // no text
	}
	same := func(i, j int) bool { return Jaccard(sets[i], sets[j]) >= Threshold }
	for name, decide := range map[string]func(i, j int) bool{"exact": same, "estimated": nil} {
		groups := Groups(sketches, decide)
		if len(groups) != 100 {
			t.Errorf("%s: %d groups, want 100", name, len(groups))
		}
		for n, g := range groups {
			if !slices.Equal(g, []int{4 * n, 4*n + 1}) {
				t.Errorf("%s: group %d is %v", name, n, g)
			}
		}
	}
}

func TestGroupsOfOneTextOnEveryPage(t *testing.T) {
	s := NewSketch(Shingles("the same wall stands before every page of the site"))
	compared := 0
	groups := Groups(slices.Repeat([]Sketch{s}, 3000), func(int, int) bool { compared++; return true })
	if len(groups) != 1 || len(groups[0]) != 3000 {
		t.Fatalf("%d groups", len(groups))
	}
	if compared > 3000 {
		t.Errorf("%d comparisons", compared)
	}
	// Pages that share bands and are not the same cost a bounded number too.
	compared = 0
	if groups := Groups(slices.Repeat([]Sketch{s}, 3000), func(int, int) bool { compared++; return false }); len(groups) != 0 || compared > 3000*maxInBucket {
		t.Errorf("%d groups after %d comparisons", len(groups), compared)
	}
}

// Marks are the smallest of a text's shingles, however it is cut into pieces between
// words.
func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]string{"tea", "leaf", "water", "pot", "cup", "80", "茶", "à"}), 0, 60).Draw(t, "words")
		m, n := MarksOf(strings.Join(text, " "))
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		if pieces, k := MarksOf(strings.Join(text[:cut], " "), strings.Join(text[cut:], " ")); pieces != m || k != n || n != len(text) {
			t.Fatalf("%v of %d words, in pieces %v of %d", m, n, pieces, k)
		}
		var want Marks
		if len(text) >= width {
			copy(want[:], Shingles(strings.Join(text, " ")))
		}
		if m != want {
			t.Fatalf("%v, want %v", m, want)
		}
	})
	for seed := range uint64(50) {
		text := words(seed, 400)
		m, _ := MarksOf(strings.Join(text, " "))
		near, _ := MarksOf(strings.Join(edited(text, 60), " ")) // Jaccard 0.88
		far, _ := MarksOf(strings.Join(words(seed+1000, 400), " "))
		if m.Shared(m) != marks || m.Shared(near) < 3 || m.Shared(far) > 0 {
			t.Errorf("of %d marks a near-copy shares %d, another text %d", marks, m.Shared(near), m.Shared(far))
		}
	}
}

func TestIdsOfTextsAreFrozen(t *testing.T) {
	// Sketches are stored: another hash would need another version of what stores them.
	if got := Hash("Green tea is steeped at 80 degrees"); got != 0x8eb8040eb600a506 {
		t.Errorf("the hash of a text changed: %#x", got)
	}
}

func FuzzShingles(f *testing.F) {
	f.Add("Green tea", "緑茶")
	f.Add("a\xff b", "\u0e01\u0e02")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := Shingles(a), Shingles(b)
		if j := Jaccard(x, y); j < 0 || j > 1 || j != Jaccard(y, x) {
			t.Errorf("Jaccard %v", j)
		}
		if len(x) > 0 && Jaccard(x, x) != 1 {
			t.Error("a text differs from itself")
		}
	})
}

// The time for 5,000 pages of 1,000 words, shingles and groups.
func BenchmarkGroups(b *testing.B) {
	pages := make([]string, 5000)
	for i := range pages {
		pages[i] = strings.Join(words(uint64(i), 1000), " ")
	}
	for b.Loop() {
		sketches := make([]Sketch, len(pages))
		for i, p := range pages {
			sketches[i] = NewSketch(Shingles(p))
		}
		Groups(sketches, nil)
	}
}
