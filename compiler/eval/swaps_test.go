package eval

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/gates/judge"
)

// collection writes a small collection of questions with answers.
func collection(t *testing.T, dir string, docs, queries []string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	qrels := "query_id\tdoc_id\tscore\n"
	for i := range queries {
		n := string(rune('a' + i))
		qrels += "q" + n + "\td" + n + "\t1\n"
	}
	for name, text := range map[string]string{
		"corpus.jsonl": strings.Join(docs, "\n"), "queries.jsonl": strings.Join(queries, "\n"), "qrels.tsv": qrels,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func harbours(t *testing.T) string {
	dir := t.TempDir()
	collection(t, filepath.Join(dir, "en"), []string{
		`{"id":"da","text":"The old pier was built by Anselm (a mason) in 1884; it has 12 piles. It is closed in winter."}`,
		`{"id":"db","text":"Dr. Brandt opened the new lighthouse in 1931. Its lamp is seen from 30 miles away."}`,
	}, []string{
		`{"id":"qa","text":"Who built the pier?","answers":["Anselm"],"split":"dev"}`,
		`{"id":"qb","text":"Who opened the lighthouse?","answers":["Brandt"],"split":"dev"}`,
	})
	collection(t, filepath.Join(dir, "zh"), []string{
		`{"id":"da","text":"旧码头由安塞姆于1884年建成。码头是在冬季关闭的。"}`,
		`{"id":"db","text":"布兰特于1931年启用新灯塔。灯塔是在夜间亮的。"}`,
	}, []string{
		`{"id":"qa","text":"谁建了码头？","answers":["安塞姆"],"split":"dev"}`,
		`{"id":"qb","text":"灯塔何时亮？","answers":["夜间"],"split":"test"}`,
	})
	return dir
}

func TestSwaps(t *testing.T) {
	r, err := Swaps(context.Background(), harbours(t), judge.NewLexical(), SwapsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	en, zh := r.Sets["en"], r.Sets["zh"]
	if en == nil || zh == nil {
		t.Fatalf("sets: %v", r.Sets)
	}
	claims := map[string]string{}
	for i, row := range en.rows {
		claims[row.Claim] = en.ways[i] + " " + row.Label
	}
	for claim, want := range map[string]string{
		"The old pier was built by Anselm (a mason) in 1884; it has 12 piles.": "sentence supported",
		"The old pier was built by Anselm in 1884.":                            "shorter supported",
		"The old pier was built by Brandt (a mason) in 1884; it has 12 piles.": "answer refuted",
		"Dr. Brandt opened the new lighthouse in 1931.":                        "sentence supported",
	} {
		if claims[claim] != want {
			t.Errorf("%q is %q, want %q: %v", claim, claims[claim], want, claims)
		}
	}
	if n := zh.Made["negation"].Claims; n != 1 {
		t.Errorf("%d denials in Chinese: %v", n, zh.Made)
	}
	for name, s := range r.Sets {
		if s.FalseT5 != 0 || s.Recall == 0 {
			t.Errorf("%s: false T5 %g, recall %g: %v", name, s.FalseT5, s.Recall, s.Made)
		}
	}
}

// The claims can be kept, and are read as any labelled set.
func TestSwapsAreWrittenAsClaims(t *testing.T) {
	r, err := Swaps(context.Background(), filepath.Join(harbours(t), "zh"), judge.NewLexical(), SwapsOptions{Split: "dev"})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := r.WriteRows(path); err != nil {
		t.Fatal(err)
	}
	again, err := Claims(context.Background(), []string{path}, judge.NewLexical(), ClaimsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if again.Rows != r.Rows || again.FalseT5 != r.FalseT5 || again.Recall != r.Recall {
		t.Errorf("made: %d rows, %g, %g; read: %d, %g, %g", r.Rows, r.FalseT5, r.Recall, again.Rows, again.FalseT5, again.Recall)
	}
}

func TestSwapsSayWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	if _, err := Swaps(context.Background(), dir, judge.NewLexical(), SwapsOptions{}); err == nil || !strings.Contains(err.Error(), "queries.jsonl") {
		t.Errorf("empty folder: %v", err)
	}
	collection(t, dir, []string{`{"id":"da","text":"The old pier was built by Anselm in 1884."}`}, []string{`{"id":"qa","text":"Who built it?"}`})
	if _, err := Swaps(context.Background(), dir, judge.NewLexical(), SwapsOptions{}); err == nil || !strings.Contains(err.Error(), "answers") {
		t.Errorf("no answers: %v", err)
	}
}
