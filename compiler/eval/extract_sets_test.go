package eval_test

import (
	"context"
	"encoding/json"
	"os"
	"sort"
	"testing"

	"assay/compiler/eval"
	"assay/ingest/extract"
)

// TestExtractSet prints what `eval extract` says of our own extractor on the set in
// the folder that ASSAY_EXTRACT_SET names, and the pages where it does worst.
func TestExtractSet(t *testing.T) {
	dir := os.Getenv("ASSAY_EXTRACT_SET")
	if dir == "" {
		t.Skip("ASSAY_EXTRACT_SET names no folder")
	}
	r, err := eval.Extract(context.Background(), dir, func(ctx context.Context, raw []byte, url string) (string, error) {
		d, err := extract.Extract(ctx, raw, extract.Options{URL: url, ContentType: "text/html"})
		return d.Markdown, err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages := r.PerPage
	r.PerPage = nil
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", b)
	wrong := func(p eval.ExtractPage) float64 {
		return min(p.Precision, p.Recall) - float64(len(p.Let)+len(p.Missed))
	}
	sort.SliceStable(pages, func(i, j int) bool { return wrong(pages[i]) < wrong(pages[j]) })
	for _, p := range pages[:min(len(pages), 20)] {
		t.Logf("%.2f %.2f %s %s missed %q let in %q", p.Precision, p.Recall, p.ID, p.URL, p.Missed, p.Let)
	}
}
