package ingest

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"
)

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
		"a.b,c;d":                           "b c d",
		strings.Repeat("x", 100):            "",
	} {
		if text == "read-only" {
			want = "read-only read"
		}
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("Terms(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzTerms(f *testing.F) {
	for _, seed := range []string{"HTTP/2 wal_level", "黑豹队 abc’s", "\xff\xfe", "a\u0301", "l'homme d'état", "３.５"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first := Terms(text)
		for _, term := range first {
			if term == "" || len(term) > 4*maxTerm {
				t.Errorf("term %q of %d bytes", term, len(term))
			}
			if utf8.ValidString(text) && !utf8.ValidString(term) {
				t.Errorf("term %q is no text", term)
			}
		}
		if again := Terms(text); !reflect.DeepEqual(first, again) {
			t.Errorf("terms differ: %q, %q", first, again)
		}
	})
}

// library has passages on two subjects whose words are often met together.
func library() (sample [][]Feature, passages []Passage) {
	sea := strings.Fields("ship harbour sailor anchor wave tide captain mast")
	kitchen := strings.Fields("oven flour dough butter baker sugar yeast crust")
	for i := range 60 {
		words := sea
		if i%2 == 1 {
			words = kitchen
		}
		p := Passage{Text: fmt.Sprintf("%s %s %s number%d", words[i%8], words[(i/2+1)%8], words[(i/3+2)%8], i)}
		counts, _ := p.Counts()
		passages, sample = append(passages, p), append(sample, Features(counts))
	}
	return sample, passages
}

func cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// Words of one subject come near each other, of different subjects do not.
func TestRightSpaceFindsSubjects(t *testing.T) {
	sample, _ := library()
	e := &Embedder{docs: len(sample)}
	e.vocabulary(sample)
	e.index()
	a, _ := e.matrix(sample)
	v := rightSpace(a, 2, e.terms)
	of := func(word string) []float32 {
		i, ok := e.find(xxhash.Sum64String(Terms(word)[0]))
		if !ok {
			t.Fatalf("%s is not known", word)
		}
		row := slices.Clone(v.row(i))
		unit(row, 1)
		return row
	}
	if near, far := cosine(of("ship"), of("captain")), cosine(of("ship"), of("oven")); near < 0.9 || far > 0.5 {
		t.Errorf("ship and captain %.2f, ship and oven %.2f", near, far)
	}
}

func TestEmbedder(t *testing.T) {
	sample, passages := library()
	e := Train(sample)
	if a, b := e.EmbedQuery("zyzzyva"), e.EmbedQuery("zyzzyva quokka"); a == nil || cosine(a, b) < 0.3 {
		t.Error("words the sample lacks are not hashed")
	}
	for _, p := range append(passages, Passage{Title: "Bread", Heading: []string{"Bread", "Crust"}, Text: "The crust."}) {
		if v := e.Embed(p); len(v) != Dims || math.Abs(cosine(v, v)-1) > 1e-5 {
			t.Errorf("vector of %q: %d numbers, norm² %.6f", p.Text, len(v), cosine(v, v))
		}
	}
	if e.Embed(Passage{Text: "the of and"}) != nil || e.EmbedQuery("") != nil {
		t.Error("a vector for no words")
	}
}

func TestEmbedderIsReproducible(t *testing.T) {
	sample, passages := library()
	a := Train(sample)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b := Train(sample)
	if a.Hash() != b.Hash() {
		t.Errorf("hashes differ by cores: %s, %s", a.Hash(), b.Hash())
	}
	file, _ := a.MarshalBinary()
	c, err := ReadEmbedder(a.Hash(), file, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range passages {
		if !slices.Equal(a.Embed(p), c.Embed(p)) {
			t.Errorf("vectors of %q differ after reading", p.Text)
		}
	}
	odd, err := ReadEmbedder(a.Hash(), append([]byte{0}, file...)[1:], true) // another alignment
	if err != nil || !slices.Equal(odd.Embed(passages[0]), a.Embed(passages[0])) {
		t.Errorf("unaligned file: %v", err)
	}
}

func TestTrainOnLittle(t *testing.T) {
	for _, sample := range [][][]Feature{nil, {nil}, {{{1, 1}}}, {{{1, 1}}, {{1, 2}}}, {{{1, 1}, {2, 1}}, {{1, 1}, {2, 1}}, {{1, 1}, {2, 1}}}} {
		e := Train(sample)
		if v := e.EmbedQuery("anything"); math.Abs(cosine(v, v)-1) > 1e-5 {
			t.Errorf("trained on %d: norm² %f", len(sample), cosine(v, v))
		}
	}
}

func FuzzReadEmbedder(f *testing.F) {
	sample, _ := library()
	file, _ := Train(sample[:6]).MarshalBinary()
	f.Add(file)
	f.Add(file[:70])
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, err := ReadEmbedder("x", b, false); err == nil {
			e.EmbedQuery("ship harbour zyzzyva")
		}
	})
}

// The basis that training finds is orthonormal, or zero where there is none.
func TestOrthonormal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 40).Draw(t, "rows"), rapid.IntRange(1, 8).Draw(t, "cols")
		x := newDense(rows, cols)
		for i := range x.val {
			x.val[i] = float32(rapid.IntRange(-3, 3).Draw(t, "v"))
		}
		x = orthonormal(x)
		for a := range cols {
			for b := range cols {
				sum := 0.0
				for i := range rows {
					sum += float64(x.row(i)[a]) * float64(x.row(i)[b])
				}
				if want := 1.0; a == b && math.Abs(sum) > 1e-6 && math.Abs(sum-want) > 1e-3 || a != b && math.Abs(sum) > 1e-3 {
					t.Fatalf("columns %d and %d: %f", a, b, sum)
				}
			}
		}
	})
}

func TestSteer(t *testing.T) {
	sample, _ := library()
	e := Train(sample)
	q, a := e.EmbedQuery("ship"), e.Embed(Passage{Text: "oven flour"})
	if s := Steer(q, [][]float32{a}, 2); cosine(s, a) <= cosine(q, a) {
		t.Error("not steered")
	}
	if s := Steer(q, nil, 2); !slices.Equal(s, q) {
		t.Error("steered by nothing")
	}
}
