package eval

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeSet(t *testing.T, truth string, pages map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	pack := func(name, text string) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pack("ground_truth.jsonl.gz", truth)
	for name, text := range pages {
		pack(name, text)
	}
	return dir
}

// same returns a page as its own extraction.
func same(_ context.Context, raw []byte, _ string) (string, error) { return string(raw), nil }

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestExtractScoresShingles(t *testing.T) {
	dir := writeSet(t, `{"id":"1","url":"u","file":"html/1.gz","article_body":"one two three four five six"}
{"id":"2","url":"u","file":"html/2.gz","article_body":"a b c d"}
`, map[string]string{
		// Two of three shingles found, one of three found wrong.
		"html/1.gz": "## one *two* [three](http://x/y_(z)) four five seven",
		"html/2.gz": "> - a **b** `c` d",
	})
	r, err := Extract(context.Background(), dir, same)
	if err != nil {
		t.Fatal(err)
	}
	if r.Pages != 2 || r.Scoring != "shingles" || !near(r.Precision, (2.0/3+1)/2) || !near(r.Recall, (2.0/3+1)/2) || !near(r.F1, r.Precision) || r.PagesPerSec <= 0 {
		t.Errorf("%+v", r)
	}
}

func TestExtractCountsRepeatedShingles(t *testing.T) {
	p, r := shingleScore("a b c d", "a b c d a b c d")
	if !near(p, 1.0/5) || !near(r, 1) {
		t.Errorf("precision %v, recall %v", p, r)
	}
	if p, r := shingleScore("a b c d e", ""); p != 1 || r != 0 {
		t.Errorf("nothing found: precision %v, recall %v", p, r)
	}
}

func TestExtractScoresPieces(t *testing.T) {
	dir := writeSet(t, `{"id":"1","url":"u","file":"1.gz","with":["the text itself","not there"],"without":["Subscribe","menu"]}`,
		map[string]string{"1.gz": "the **text**\n[itself](x) and Subscribe"})
	r, err := Extract(context.Background(), dir, same)
	if err != nil {
		t.Fatal(err)
	}
	if r.Scoring != "pieces" || r.TruePositives != 1 || r.FalseNegatives != 1 || r.FalsePositives != 1 || r.TrueNegatives != 1 || !near(r.Accuracy, .5) || !near(r.Precision, .5) || !near(r.Recall, .5) {
		t.Errorf("%+v", r)
	}
	if p := r.PerPage[0]; len(p.Missed) != 1 || p.Missed[0] != "not there" || len(p.Let) != 1 {
		t.Errorf("%+v", p)
	}
}

func TestExtractCountsFailures(t *testing.T) {
	dir := writeSet(t, `{"id":"1","url":"u","file":"1.gz","article_body":"one two three four"}`, map[string]string{"1.gz": "x"})
	r, err := Extract(context.Background(), dir, func(context.Context, []byte, string) (string, error) { return "", errors.New("no") })
	if err != nil || r.Failed != 1 || r.Recall != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestExtractRefusesOddSets(t *testing.T) {
	for _, c := range []struct{ truth, want string }{
		{"", "no rows"},
		{"{", "line 1"},
		{`{"id":"1","file":"../x","article_body":""}`, "leaves the folder"},
		{`{"id":"1","file":"missing","article_body":""}`, "read page 1"},
		{`{"id":"1","file":"x"}`, "neither"},
	} {
		if _, err := Extract(context.Background(), writeSet(t, c.truth, nil), same); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.truth, err, c.want)
		}
	}
	if _, err := Extract(context.Background(), t.TempDir(), same); err == nil {
		t.Error("an empty folder is no set")
	}
}

func TestStripMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"# a\n\n- b *c*\n1. d":                    "a\n\nb c\nd",
		"![alt](x.png) [t](<a b>) \\[x\\]":        " t [x]",
		"```go\nx := 1\n```\n":                    "\nx := 1\n\n",
		"| a | b |\n| --- | --- |\n| c \\| d | e": "| a b |\n\n| c | d e",
	} {
		if got := stripMarkdown(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
