package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"assay/gates/judge"
)

func TestZZAll(t *testing.T) {
	fmt.Printf("%-16s %5s %7s %7s %7s %7s %6s %6s %8s\n", "set", "rows", "falseT5", "falseT0", "recall", "prec", "auc", "f1", "rows/s")
	for _, s := range []string{"llm-wiki", "wice", "fever-symmetric", "fever-gold", "fool-me-twice", "scifact-pairs", "begin", "qags", "healthver", "jsick-ja"} {
		r, err := Claims(context.Background(), "/work/shared/data/"+s+"/dev.jsonl.gz", judge.NewLexical(), ClaimsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%-16s %5d %7.3f %7.3f %7.3f %7.3f %6.3f %6.3f %8.0f\n", s, r.Rows, r.FalseT5, r.FalseT0, r.Recall, r.Precision, r.AUC, r.MacroF1, r.RowsPerS)
		if s == "llm-wiki" {
			b, _ := json.Marshal(r)
			fmt.Println(string(b))
		}
	}
}
