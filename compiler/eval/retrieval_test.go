package eval

import (
	"compress/gzip"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fixed answers every query alike.
type fixed []string

func (f fixed) Search(_ context.Context, _ string, mode SearchMode, k int) ([]string, error) {
	if mode == SearchVector {
		return nil, nil
	}
	return f[:min(k, len(f))], nil
}

func (fixed) Close() error { return nil }

func collectionIn(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, "corpus.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	z.Write([]byte(`{"id":"a","title":"A","section":"One | Two","text":"x"}` + "\n\n" + `{"id":"b","text":"y"}`))
	z.Close()
	f.Close()
	os.WriteFile(filepath.Join(dir, "queries.jsonl"), []byte(`{"id":"1","text":"q","split":"dev"}
{"id":"2","text":"r","split":"heldout"}
{"id":"3","text":"nobody judged this","split":"dev"}
`), 0o644)
	os.WriteFile(filepath.Join(dir, "qrels.tsv"), []byte("query_id\tdoc_id\tscore\n1\ta\t1\n1\tc\t1\n1\tb\t0\n2\tb\t1\n"), 0o644)
}

func TestRetrieval(t *testing.T) {
	dir := t.TempDir()
	collectionIn(t, filepath.Join(dir, "en"))
	collectionIn(t, filepath.Join(dir, "zh"))
	o := RetrievalOptions{Split: "dev", Index: func(_ context.Context, _ string, docs []Document) (Searcher, error) {
		if len(docs) != 2 || len(docs[0].Passage().Heading) != 2 {
			t.Errorf("documents: %+v", docs)
		}
		return fixed{"b", "a"}, nil
	}}
	r, err := Retrieval(t.Context(), filepath.Join(dir, "en"), o)
	if err != nil {
		t.Fatal(err)
	}
	want := (1 / math.Log2(3)) / (1 + 1/math.Log2(3)) // rank 2 of two relevant
	if r.Queries != 1 || math.Abs(r.NDCG10.Text-want) > 1e-9 || r.NDCG10.Vector != 0 || r.Recall100.Hybrid != 0.5 {
		t.Errorf("report: %+v", r)
	}
	all, err := Retrieval(t.Context(), dir, o)
	if err != nil || len(all.Sets) != 2 || all.Queries != 2 || math.Abs(all.NDCG10.Text-want) > 1e-9 {
		t.Errorf("report of a folder: %+v, %v", all, err)
	}
	o.Split = ""
	if r, err := Retrieval(t.Context(), filepath.Join(dir, "en"), o); err != nil || r.Queries != 2 {
		t.Errorf("all splits: %+v, %v", r, err)
	}
}

func TestRetrievalSaysWhatIsWrong(t *testing.T) {
	index := func(context.Context, string, []Document) (Searcher, error) { return fixed{}, nil }
	for name, c := range map[string]struct{ file, text, want string }{
		"row":       {"queries.jsonl", "{\"id\":\"1\"}\n{oops", "line 2"},
		"judgement": {"qrels.tsv", "1\ta\tmany\n", `score "many"`},
		"none":      {"qrels.tsv", "query_id\tdoc_id\tscore\n", "none has a relevant document"},
	} {
		dir := t.TempDir()
		collectionIn(t, dir)
		os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644)
		if _, err := Retrieval(t.Context(), dir, RetrievalOptions{Index: index}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Retrieval(t.Context(), t.TempDir(), RetrievalOptions{Index: index}); err == nil {
		t.Error("an empty folder passes")
	}
}
