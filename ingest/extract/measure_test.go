package extract

import (
	"context"
	"encoding/json"
	"os"
	"sort"
	"strings"
	"testing"

	"assay/compiler/eval"
)

// TestMeasure prints the figures of eval extract for the set in ASSAY_EXTRACT_SET.
func TestMeasure(t *testing.T) {
	dir := os.Getenv("ASSAY_EXTRACT_SET")
	if dir == "" {
		t.Skip("ASSAY_EXTRACT_SET names no set")
	}
	r, err := eval.Extract(context.Background(), dir, func(ctx context.Context, raw []byte, url string) (string, error) {
		d, err := Extract(ctx, raw, Options{URL: url, ContentType: "text/html"})
		if s := os.Getenv("ASSAY_EXTRACT_DUMP"); s != "" {
			os.WriteFile(s+"/"+strings.NewReplacer("/", "_", ":", "_").Replace(url)[:min(len(url), 80)]+".md", []byte(d.Markdown), 0o644)
		}
		return d.Markdown, err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages := r.PerPage
	r.PerPage = nil
	b, _ := json.Marshal(r)
	t.Logf("%s", b)
	sort.SliceStable(pages, func(i, j int) bool { return f(pages[i]) < f(pages[j]) })
	for _, p := range pages[:min(len(pages), 40)] {
		t.Logf("%.2f %.2f %s %s -%q +%q", p.Precision, p.Recall, p.ID, p.URL[:min(80, len(p.URL))], p.Missed, p.Let)
	}
}

func f(p eval.ExtractPage) float64 {
	return min(p.Precision, p.Recall) - float64(len(p.Let)+len(p.Missed))
}
