package index

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/ingest"
	"assay/provenance"
)

// searcher is what the conformance tests ask of an index.
type searcher interface {
	Set(t *testing.T, docs []ingest.Doc)
	Search(ctx context.Context, q ingest.Query) ([]ingest.Hit, error)
}

// stored is the real index, with the built-in vectors of what it was last set to.
type stored struct {
	*Store
	docs []ingest.Doc
	set  string
}

func (s *stored) Set(t *testing.T, docs []ingest.Doc) {
	t.Helper()
	s.docs, s.set = docs, nameOf(docs)
	if _, err := s.Sync(t.Context(), s.set, docs); err != nil {
		t.Fatal(err)
	}
}

func (s *stored) Search(ctx context.Context, q ingest.Query) ([]ingest.Hit, error) {
	return s.Store.Search(ctx, asks(q, s.docs))
}

// asks gives a query the vectors of passages.
func asks(q ingest.Query, docs []ingest.Doc) ingest.Query {
	q.Set = nameOf(docs)
	q.Vectors = func(yield func(ingest.Vector, error) bool) {
		for _, d := range docs {
			if !yield(ingest.Vector{Chunk: d.ID, Source: d.Source, Packed: ingest.Pack(ingest.Embed(d.Passage()))}, nil) {
				return
			}
		}
	}
	return q
}

func nameOf(docs []ingest.Doc) string {
	h := fnv.New64a()
	for _, d := range docs {
		fmt.Fprintf(h, "%+v", d)
	}
	return fmt.Sprintf("%x", h.Sum64())
}

// plain is an index of a few lines that counts shared terms.
type plain struct{ docs []ingest.Doc }

func (p *plain) Set(_ *testing.T, docs []ingest.Doc) { p.docs = docs }

func (p *plain) Search(_ context.Context, o ingest.Query) ([]ingest.Hit, error) {
	var found []match
	byID := map[string]ingest.Doc{}
	for _, d := range p.docs {
		byID[string(d.ID)] = d
		if o.Source != "" && d.Source != o.Source {
			continue
		}
		counts, length := ingest.Passage{Title: d.Title, Heading: d.Heading, Text: d.Text}.Counts()
		score := 0.0
		for _, q := range queryTerms(o.Text) {
			for _, c := range counts {
				if c.Term == q.Term {
					score += float64(c.N) / float64(c.N+length)
				}
			}
		}
		if score > 0 {
			found = append(found, match{string(d.ID), score})
		}
	}
	var hits []ingest.Hit
	for _, m := range cutMatches(found, max(1, o.K)) {
		d := byID[m.id]
		hits = append(hits, ingest.Hit{Chunk: d.ID, Source: d.Source, Score: m.score, URL: d.URL, Title: d.Title,
			Heading: d.Heading, Text: d.Text, Retrieved: d.Retrieved})
	}
	return hits, nil
}

func open(t testing.TB) *Store {
	t.Helper()
	s := Open(t.TempDir())
	t.Cleanup(func() { s.Close() })
	return s
}

var passages = []ingest.Doc{
	{ID: "chk_wal", Source: "sr_pg", Title: "Write-Ahead Logging", URL: "https://example.org/wal", Heading: []string{"Write-Ahead Logging", "wal_level"},
		Text: "The wal_level setting decides how much information is written to the log. The default is replica.", Retrieved: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)},
	{ID: "chk_conn", Source: "sr_pg", Title: "Connections", Text: "At most max_connections clients may be connected at the same time, 100 by default."},
	{ID: "chk_http", Source: "sr_rfc", Title: "HTTP/2", Text: "HTTP/2 frames are multiplexed over one connection; version v1.2 of the protocol never existed."},
	{ID: "chk_zh", Source: "sr_zh", Title: "黑豹队", Text: "黑豹队的防守只丢了 308分，在联赛中排名第六，同时也以 24 次拦截领先国家橄榄球联盟。"},
	{ID: "chk_ja", Source: "sr_ja", Title: "富士山", Text: "富士山は静岡県と山梨県に跨る活火山である。標高は3776メートルで日本最高峰。"},
	{ID: "chk_ko", Source: "sr_ko", Title: "서울", Text: "서울은 대한민국의 수도이자 최대 도시이다."},
	{ID: "chk_de", Source: "sr_de", Title: "Bäche", Text: "Die Größe der Bäche ändert sich mit dem Regen."},
	{ID: "chk_ru", Source: "sr_ru", Title: "Столица", Text: "Москва является столицей России и крупнейшим городом страны."},
	{ID: "chk_who", Source: "sr_band", Title: "The Who", Text: "An English rock band formed in London in 1964."},
	{ID: "chk_bake", Source: "sr_food", Title: "Bread", Text: "Bakers knead dough before baking loaves of bread in ovens."},
}

func TestConformance(t *testing.T) {
	indexes := map[string]func(t *testing.T) searcher{
		"plain":  func(*testing.T) searcher { return &plain{} },
		"stored": func(t *testing.T) searcher { return &stored{Store: open(t)} },
	}
	first := map[string]string{
		"how much is written with wal_level": "chk_wal",
		"write ahead log":                    "chk_wal",
		"max_connections":                    "chk_conn",
		"HTTP/2":                             "chk_http",
		"protocol v1.2":                      "chk_http",
		"黑豹队的防守丢了多少分":                        "chk_zh",
		"富士山の標高":                             "chk_ja",
		"대한민국 수도":                            "chk_ko",
		"grosse bache":                       "chk_de",
		"столица России":                     "chk_ru",
		"the who":                            "chk_who",
		"baked loaf breads":                  "chk_bake",
	}
	for name, make := range indexes {
		t.Run(name, func(t *testing.T) {
			x, ctx := make(t), t.Context()
			x.Set(t, passages)
			for query, want := range first {
				hits, err := x.Search(ctx, ingest.Query{Text: query, K: 3})
				if err != nil {
					t.Fatal(err)
				}
				if len(hits) == 0 || string(hits[0].Chunk) != want {
					t.Errorf("search %q: want %s first, got %v", query, want, ids(hits))
				}
			}
			hits, _ := x.Search(ctx, ingest.Query{Text: "wal_level", K: 1})
			if d := passages[0]; len(hits) != 1 || hits[0].URL != d.URL || hits[0].Title != d.Title || hits[0].Text != d.Text ||
				!slices.Equal(hits[0].Heading, d.Heading) || !hits[0].Retrieved.Equal(d.Retrieved) || hits[0].Source != d.Source {
				t.Errorf("a hit does not show its passage: %+v", hits)
			}
			if hits, _ := x.Search(ctx, ingest.Query{Text: "connection", K: 9, Source: "sr_rfc"}); !reflect.DeepEqual(ids(hits), []string{"chk_http"}) {
				t.Errorf("search in one source: %v", ids(hits))
			}
			for _, nothing := range []string{"", "   ", "!?", "qqqqxyzzy"} {
				if hits, err := x.Search(ctx, ingest.Query{Text: nothing, K: 9}); err != nil || len(hits) != 0 {
					t.Errorf("search %q: %v, %v", nothing, ids(hits), err)
				}
			}
			x.Set(t, passages[1:]) // and without it
			if hits, _ := x.Search(ctx, ingest.Query{Text: "wal_level", K: 9}); len(hits) != 0 {
				t.Errorf("a removed passage is found: %v", ids(hits))
			}
		})
	}
}

func ids(hits []ingest.Hit) (ids []string) {
	for _, h := range hits {
		ids = append(ids, string(h.Chunk))
	}
	return ids
}

// corpusOf makes passages of invented words with a few subjects.
func corpusOf(n int) []ingest.Doc {
	r := rand.New(rand.NewPCG(1, 2))
	docs := make([]ingest.Doc, n)
	for i := range docs {
		var b strings.Builder
		for range 40 {
			fmt.Fprintf(&b, "w%dx ", int(math.Pow(r.Float64(), 3)*500)+i%5*30)
		}
		docs[i] = ingest.Doc{ID: provenance.ChunkID(fmt.Sprintf("chk_%04d", i)), Source: provenance.SourceID(fmt.Sprintf("sr_%d", i%7)),
			Title: fmt.Sprintf("page w%dx", i%50), Text: b.String()}
	}
	return docs
}

// answers are the results of some queries in every mode.
func answers(t testing.TB, s *Store, docs []ingest.Doc) (all []ingest.Hit) {
	t.Helper()
	for i := range 8 {
		words := ingest.Query{Text: fmt.Sprintf("w%dx w%dx w3x", i*17, i*40), K: 20}
		both, meaning := asks(words, docs), asks(words, docs)
		meaning.Meaning = true
		for _, q := range []ingest.Query{words, both, meaning} {
			hits, err := s.Search(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, hits...)
		}
	}
	return all
}

// TestSameSetSameAnswers: neither the order of passages nor the number of cores
// nor the history of a build shows.
//
// Invariant (searching): The same passages give the same index and answers, bit by bit. See
// also TestEmbeddingIsFrozen.
func TestSameSetSameAnswers(t *testing.T) {
	docs := corpusOf(600)
	a := open(t)
	(&stored{Store: a}).Set(t, docs)
	want := answers(t, a, docs)
	if len(want) == 0 {
		t.Fatal("no hits")
	}
	shuffled := slices.Clone(docs)
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b := open(t)
	(&stored{Store: b}).Set(t, shuffled)
	if got := answers(t, b, shuffled); !reflect.DeepEqual(got, want) {
		t.Error("answers differ by order or cores")
	}
	for i := range 12 { // churn: away and back again
		(&stored{Store: b}).Set(t, append(slices.Clone(docs[:i*40]), docs[i*40+30:]...))
	}
	(&stored{Store: b}).Set(t, docs)
	if got := answers(t, b, shuffled); !reflect.DeepEqual(got, want) {
		t.Error("answers differ after churn")
	}
}

func TestSyncOnlyTheDifference(t *testing.T) {
	s, docs := open(t), corpusOf(60)
	sync := func(docs []ingest.Doc) Changes {
		c, err := s.Sync(t.Context(), nameOf(docs), docs)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := sync(nil); c.Held != 0 || c.Rebuilt == "" {
		t.Errorf("nothing at first: %+v", c)
	}
	if hits, err := s.Search(t.Context(), ingest.Query{Text: "page"}); err != nil || len(hits) != 0 {
		t.Errorf("search of nothing: %v, %v", hits, err)
	}
	if c := sync(docs); c.Added != 60 || c.Rebuilt != "" || c.Held != 60 {
		t.Errorf("first: %+v", c)
	}
	if c := sync(docs); c.Added+c.Removed != 0 {
		t.Errorf("no-op: %+v", c)
	}
	docs[7].Title = "A new title"
	if c := sync(docs); c.Added != 1 || c.Removed != 1 || c.Rebuilt != "" {
		t.Errorf("new title: %+v", c)
	}
	hits, err := s.Search(t.Context(), ingest.Query{Text: "new title", K: 1})
	if err != nil || len(hits) != 1 || hits[0].Title != "A new title" {
		t.Errorf("new title not found: %v, %v", hits, err)
	}
	if c := sync(append(docs, docs[0])); c.Added+c.Removed != 0 {
		t.Errorf("the same passage twice: %+v", c)
	}
	if c := sync(nil); c.Removed != 60 || c.Held != 0 {
		t.Errorf("all removed: %+v", c)
	}
	if hits, err := s.Search(t.Context(), ingest.Query{Text: "page"}); err != nil || len(hits) != 0 {
		t.Errorf("search of nothing: %v, %v", hits, err)
	}
	if c := sync(docs); c.Held != 60 {
		t.Errorf("all back: %+v", c)
	}
}

// TestDamage: whatever happens to the files, the next Sync makes it good.
func TestDamage(t *testing.T) {
	docs := corpusOf(120)
	s := open(t)
	(&stored{Store: s}).Set(t, docs)
	want := answers(t, s, docs)
	var files []string
	filepath.WalkDir(s.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	for _, path := range files {
		for name, harm := range map[string]func(b []byte) []byte{
			"empty":   func([]byte) []byte { return nil },
			"cut":     func(b []byte) []byte { return b[:len(b)/2] },
			"flipped": func(b []byte) []byte { b[len(b)/2] ^= 0x40; return b },
		} {
			b, err := os.ReadFile(path)
			if os.IsNotExist(err) {
				continue // an earlier repair named it anew
			}
			s.Close()
			os.Remove(path) // a new file: the old may still be mapped
			os.WriteFile(path, harm(b), 0o644)
			if _, err := s.Sync(t.Context(), nameOf(docs), docs); err != nil {
				t.Fatalf("%s %s: %v", filepath.Base(path), name, err)
			}
			if got := answers(t, s, docs); !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s: answers differ after the repair", filepath.Base(path), name)
			}
		}
	}
}

// TestKill: a process killed at any moment of a Sync leaves an index that answers
// as before or as after, and that the next Sync completes.
//
// Invariant (searching): A killed or damaged index loses nothing that cannot be built again,
// and readers need no lock. See also TestDamage, TestReadersDuringSync, TestReaderOfASweptGeneration,
// TestConformance.
func TestKill(t *testing.T) {
	docs := corpusOf(400)
	if dir := os.Getenv("ASSAY_INDEX_KILL"); dir != "" {
		s := Open(dir)
		for i := 0; ; i++ {
			half := docs[i%4*50 : i%4*50+200]
			if _, err := s.Sync(context.Background(), nameOf(half), half); err != nil {
				fmt.Println("sync failed:", err)
				os.Exit(3)
			}
		}
	}
	reference := open(t)
	(&stored{Store: reference}).Set(t, docs)
	want := answers(t, reference, docs)
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	s := open(t)
	r := rand.New(rand.NewPCG(5, 6))
	for range rounds {
		child := exec.Command(os.Args[0], "-test.run=^TestKill$")
		child.Env = append(os.Environ(), "ASSAY_INDEX_KILL="+s.dir)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+r.IntN(400)) * time.Millisecond)
		child.Process.Kill()
		if child.Wait(); child.ProcessState.Exited() {
			t.Errorf("the child stopped by itself: %v", child.ProcessState)
		}
		if _, err := s.Search(t.Context(), ingest.Query{Text: "w3x"}); err != nil && !strings.Contains(err.Error(), ErrNoIndex.Error()) {
			t.Errorf("search after a kill: %v", err)
		}
	}
	if _, err := s.Sync(t.Context(), nameOf(docs), docs); err != nil {
		t.Fatal(err)
	}
	if got := answers(t, s, docs); !reflect.DeepEqual(got, want) {
		t.Error("answers differ after kills")
	}
	entries, _ := os.ReadDir(filepath.Join(s.dir, textName))
	if len(entries) != 1 {
		t.Errorf("%d text generations left", len(entries))
	}
}

// TestReadersDuringSync: searches go on while another Store writes.
func TestReadersDuringSync(t *testing.T) {
	docs := corpusOf(300)
	s := open(t)
	(&stored{Store: s}).Set(t, docs)
	other := Open(s.dir)
	defer other.Close()
	done := make(chan error, 1)
	go func() {
		for i := range 10 {
			if _, err := s.Sync(context.Background(), nameOf(docs[i*10:]), docs[i*10:]); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for n := 0; ; n++ {
		for _, reader := range []*Store{s, other} {
			if hits, err := reader.Search(t.Context(), ingest.Query{Text: "page w40x"}); err != nil || len(hits) == 0 {
				t.Fatalf("search during Sync: %d hits, %v", len(hits), err)
			}
		}
		select {
		case err := <-done:
			if err != nil || n == 0 {
				t.Errorf("%d searches, %v", n, err)
			}
			return
		default:
		}
	}
}

// TestReaderOfASweptGeneration: what another process commits and sweeps between any two steps of
// a reader is no damage. Either the reader has the old generation open, or it takes the next.
func TestReaderOfASweptGeneration(t *testing.T) {
	docs := corpusOf(60)
	s, ctx := open(t), t.Context()
	other := Open(s.dir)
	defer other.Close()
	var named []string
	set := func(docs []ingest.Doc) manifest {
		t.Helper()
		(&stored{Store: s}).Set(t, docs)
		m, err := readManifest(s.dir)
		if err != nil || slices.Contains(named, m.Text.Name) {
			t.Fatalf("generation %s after %v: %v", m.Text.Name, named, err)
		}
		named = append(named, m.Text.Name)
		return m
	}
	q := ingest.Query{Text: "page w40x", K: 5}
	set(docs)
	r, err := other.read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	set(docs[1:])
	if hits, err := other.search(ctx, r, q); err != nil || len(hits) == 0 {
		t.Errorf("swept before it was searched: %d hits in the generation that is open, %v", len(hits), err)
	}
	r.close()

	old := set(docs)
	folder := filepath.Join(s.dir, textName, old.Text.Name)
	bolt, err := os.ReadFile(filepath.Join(folder, "root.bolt"))
	if err != nil {
		t.Fatal(err)
	}
	set(docs[1:])
	if r, err := other.open(old); err != nil || r != nil {
		t.Errorf("swept before it was opened: %v", err)
	}
	os.Mkdir(folder, 0o755) // a sweep that is not done yet
	os.WriteFile(filepath.Join(folder, "root.bolt"), bolt, 0o644)
	old.Text.Files = nil // it began behind the check
	if r, err := other.open(old); err != nil || r != nil {
		t.Errorf("swept while it was opened: %v", err)
	}
	if hits, err := other.Search(ctx, q); err != nil || len(hits) == 0 {
		t.Errorf("search after the sweep: %d hits, %v", len(hits), err)
	}

	now := set(docs)
	os.Remove(filepath.Join(s.dir, textName, now.Text.Name, "root.bolt"))
	if _, err := other.Search(ctx, q); !errors.Is(err, errCorrupt) {
		t.Errorf("a file is missing: %v", err)
	}
}

// TestUnreadablePassages: bleve opens an index without the segments that it cannot read, and
// would find nothing in them.
func TestUnreadablePassages(t *testing.T) {
	s := open(t)
	(&stored{Store: s}).Set(t, corpusOf(60))
	segments, err := filepath.Glob(filepath.Join(s.dir, textName, "*", "*.zap"))
	if err != nil || len(segments) == 0 {
		t.Fatalf("%d segments, %v", len(segments), err)
	}
	for _, name := range segments {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(name)
		os.WriteFile(name, make([]byte, info.Size()), 0o644)
	}
	if hits, err := s.Search(t.Context(), ingest.Query{Text: "page w40x"}); !errors.Is(err, errCorrupt) {
		t.Errorf("%d hits, %v", len(hits), err)
	}
}

func TestNoIndex(t *testing.T) {
	s := open(t)
	if _, err := s.Search(t.Context(), ingest.Query{Text: "anything"}); err == nil || !strings.Contains(err.Error(), "no index yet") {
		t.Errorf("search without an index: %v", err)
	}
	if s.Holds("") {
		t.Error("nothing held, but named")
	}
}
