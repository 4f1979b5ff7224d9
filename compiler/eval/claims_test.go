package eval

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assay/gates/judge"
	"assay/provenance"
)

// scripted answers by the first word of the claim.
type scripted struct{}

func (scripted) Model() string { return "scripted/1" }

func (scripted) Judge(_ context.Context, q judge.Question) (provenance.Judgement, error) {
	switch word, _, _ := strings.Cut(q.Claim, " "); word {
	case "yes":
		return provenance.Judgement{Stance: provenance.Supports, Score: 0.9, Rule: "r"}, nil
	case "no":
		return provenance.Judgement{Stance: provenance.Contradicts, Score: 0.02, Rule: "r"}, nil
	case "unlike":
		return provenance.Judgement{Score: 0.1, Rule: "r"}, nil
	}
	return provenance.Judgement{Score: 0.5, Rule: "r"}, nil
}

func (scripted) Bears(_ string, texts, _ []string) []bool {
	return slices.Repeat([]bool{true}, len(texts))
}

const claimRows = `{"id":"1","claim":"yes a","evidence":["x","y"],"label":"supported"}
{"id":"2","claim":"maybe b","evidence":"x","label":"supported"}

{"id":"3","claim":"yes c","evidence":"x","label":"nei"}
{"id":"4","claim":"no d","evidence":"x","label":"refuted"}
{"id":"5","claim":"unlike e","evidence":"x","label":"supported"}
{"id":"6","claim":"maybe f","evidence":"x","label":"nei"}
{"id":"7","claim":"yes g","evidence":"x","label":"derived"}
`

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestClaims(t *testing.T) {
	r, err := Claims(t.Context(), []string{write(t, "rows.jsonl", []byte(claimRows))}, scripted{}, ClaimsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Judge != "scripted/1" || r.Rows != 7 || r.Threshold != 0.78 {
		t.Errorf("%+v", r)
	}
	want := map[string]map[string]int{
		"supported": {"T0": 1, "T1": 1, "T2": 0, "T3": 0, "T4": 0, "T5": 1},
		"refuted":   {"T0": 1, "T1": 0, "T2": 0, "T3": 0, "T4": 0, "T5": 0},
		"nei":       {"T0": 0, "T1": 1, "T2": 0, "T3": 0, "T4": 0, "T5": 1},
		"derived":   {"T0": 0, "T1": 0, "T2": 0, "T3": 0, "T4": 0, "T5": 1},
	}
	if !reflect.DeepEqual(r.Tiers, want) {
		t.Errorf("tiers %v", r.Tiers)
	}
	near := func(name string, got, want float64) {
		if got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%s %v, want %v", name, got, want)
		}
	}
	near("false_t5", r.FalseT5, 1.0/3)
	near("false_t0", r.FalseT0, 1.0/3)
	near("recall", r.Recall, 1.0/3)
	near("precision", r.Precision, 0.5)
	// Supported .9 .5 .1 against .9 .02 .5: 2.5 + 1.5 + 1 of 9 pairs.
	near("auc", r.AUC, 5.0/9)
	near("f1 supported", r.Classes["supported"].F1, 0.4)
	near("f1 refuted", r.Classes["refuted"].F1, 2.0/3)
	near("f1 nei", r.Classes["nei"].F1, 0.5)
	near("macro f1", r.MacroF1, (0.4+2.0/3+0.5)/3)
}

func TestClaimsGzipAndJobs(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(claimRows))
	_ = z.Close()
	path := write(t, "rows.jsonl.gz", packed.Bytes())
	one, err := Claims(t.Context(), []string{path}, judge.NewLexical(), ClaimsOptions{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	many, err := Claims(t.Context(), []string{path}, judge.NewLexical(), ClaimsOptions{Jobs: 8})
	if err != nil {
		t.Fatal(err)
	}
	one.RowsPerS, many.RowsPerS = 0, 0
	if !reflect.DeepEqual(one, many) {
		t.Errorf("%+v with one job, %+v with eight", one, many)
	}
	data, err := json.Marshal(one)
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"judge", "rows", "threshold", "tiers", "false_t5", "false_t0", "t5_recall", "t5_precision", "auc", "macro_f1", "rows_per_s"} {
		if !strings.Contains(string(data), `"`+field+`":`) {
			t.Errorf("no %s in %s", field, data)
		}
	}
}

func TestClaimsBadInput(t *testing.T) {
	for name, text := range map[string]string{
		"empty":    "\n",
		"not json": "{\"claim\":\"a\",\"label\":\"nei\"}\nnonsense\n",
		"no label": `{"id":"1","claim":"a","evidence":"b"}`,
		"number":   `{"id":"1","claim":"a","evidence":3,"label":"nei"}`,
	} {
		if _, err := Claims(t.Context(), []string{write(t, "rows.jsonl", []byte(text))}, scripted{}, ClaimsOptions{}); err == nil {
			t.Errorf("%s: no error", name)
		} else if name == "not json" && !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Claims(t.Context(), []string{filepath.Join(t.TempDir(), "none.jsonl")}, scripted{}, ClaimsOptions{}); err == nil {
		t.Error("no error for a missing file")
	}
}
