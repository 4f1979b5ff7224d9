package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/gates/judge"
	"assay/internal/assaytest"
)

// labelled are claims in other words than their text, each supported or not, such that
// words alone do not tell which.
func labelled(n int) (rows string, truth map[string]bool) {
	truth = map[string]bool{}
	var b strings.Builder
	for i := range n {
		claim := fmt.Sprintf("Keeping the cellar%d damp spares the wine%d.", i, i)
		truth[claim] = i%2 == 0
		label := "nei"
		if truth[claim] {
			label = "supported"
		}
		line, _ := json.Marshal(map[string]any{"id": fmt.Sprint(i), "claim": claim, "label": label,
			"evidence": fmt.Sprintf("Whoever stores bottles%d likes moist air below ground, since corks dry out and the wine%d in the cellar%d is lost.", i, i, i)})
		b.Write(append(line, '\n'))
	}
	return b.String(), truth
}

// opinion is what a fair model says: mostly right, surer where it is right.
func opinion(claim string, truth map[string]bool) string {
	h := fnv.New32a()
	io.WriteString(h, claim)
	noise := float64(h.Sum32()%1000) / 1000
	score := 0.05 + 0.5*noise*noise
	if truth[claim] {
		score = 0.97 - 0.5*noise*noise*noise
	}
	verdict := "silent"
	if score >= 0.5 {
		verdict = "supports"
	}
	return fmt.Sprintf(`{"verdict":%q,"score":%.2f}`, verdict, score)
}

// A judge is measured, calibrated, compared, and then passes claims that words alone do
// not; a set is asked once.
func TestCalibrateAndCompare(t *testing.T) {
	t.Parallel()
	rows, truth := labelled(240)
	o := newOracle(t, func(claim string) (int, string) { return 200, opinion(claim, truth) })
	dir := judgedVault(t, httpJudge(o))
	assaytest.Lay(t, dir, map[string]string{"rows.jsonl": rows})
	before, _ := assaytest.Must(t, 0, dir, "eval", "claims", "--judge", "http", "rows.jsonl", "--answers", "answers.jsonl")
	if !strings.Contains(before, "is not calibrated") || !strings.Contains(before, "T5 recall 0.0000") {
		t.Errorf("without a calibration it says\n%s", before)
	}
	asked := o.asked()
	if asked < 200 {
		t.Fatalf("asked %d times of 240 rows", asked)
	}
	out, _ := assaytest.Must(t, 0, dir, "eval", "calibrate", "--judge", "http", "rows.jsonl", "--answers", "answers.jsonl", "--plot", "plot.svg")
	if !strings.Contains(out, "nothing was written") || o.asked() != asked {
		t.Errorf("asked %d times; it says\n%s", o.asked(), out)
	}
	if _, err := os.Stat(filepath.Join(dir, "03_Sources", "judge.json")); err == nil {
		t.Error("a calibration was written that nobody asked for")
	}
	os.MkdirAll(filepath.Join(dir, "03_Sources"), 0o755)
	out, _ = assaytest.Must(t, 0, dir, "eval", "calibrate", "--judge", "http", "rows.jsonl", "--answers", "answers.jsonl", "-o", "03_Sources/judge.json")
	if !strings.Contains(out, "wrote 03_Sources/judge.json, which was not there") {
		t.Errorf("it says\n%s", out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "03_Sources", "judge.json"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := judge.ReadCalibration(text)
	if err != nil || c.Judge != "http/m:7b" || c.Version != "chat/1" || c.Sets[0].Name != "rows.jsonl" || c.Measured.Precision < 0.93 || c.Measured.Recall < 0.5 {
		t.Fatalf("%v\n%s", err, text)
	}
	svg, err := os.ReadFile(filepath.Join(dir, "plot.svg"))
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(svg, new(struct{ XMLName xml.Name })); err != nil || strings.Count(string(svg), "<circle") < 3 {
		t.Errorf("%v\n%s", err, svg)
	}
	table, _ := assaytest.Must(t, 0, dir, "eval", "claims", "--judge", "lexical,http", "rows.jsonl", "--answers", "answers.jsonl")
	if !strings.Contains(table, "false T5") || !strings.Contains(table, "http/m:7b@chat/1") || !strings.Contains(table, "lexical/") {
		t.Errorf("the table is\n%s", table)
	}
	var r struct {
		Judges []struct {
			Judge   string
			FalseT5 float64 `json:"false_t5"`
			Recall  float64 `json:"t5_recall"`
			Cost    *struct{ Replayed, Asked, Tokens int }
		}
	}
	text2, _ := assaytest.Must(t, 0, dir, "eval", "claims", "--judge", "lexical,http", "rows.jsonl", "--answers", "answers.jsonl", "--json")
	if err := json.Unmarshal([]byte(text2), &r); err != nil || len(r.Judges) != 2 || r.Judges[0].Cost != nil || r.Judges[1].Cost.Replayed < 200 {
		t.Fatalf("%v\n%s", err, text2)
	}
	if m := r.Judges[1]; m.Recall < 0.5 || m.FalseT5 > 0.05 {
		t.Errorf("calibrated, it lets %.3f through and finds %.3f", m.FalseT5, m.Recall)
	}
	if o.asked() != asked {
		t.Errorf("asked %d times, then %d", asked, o.asked())
	}
}

// The built-in judge is measured too, and nothing is written over what is no calibration.
func TestCalibrateRefuses(t *testing.T) {
	t.Parallel()
	rows, _ := labelled(120)
	o := newOracle(t, func(string) (int, string) { return 200, "no idea" })
	dir := judgedVault(t, httpJudge(o))
	assaytest.Lay(t, dir, map[string]string{"rows.jsonl": rows, "few.jsonl": strings.Join(strings.SplitAfter(rows, "\n")[:10], ""), "notes.txt": "mine"})
	if out, _ := assaytest.Must(t, 0, dir, "eval", "calibrate", "rows.jsonl"); !strings.Contains(out, "at 0.78: ") {
		t.Errorf("of the built-in judge it says\n%s", out)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"rows.jsonl", "-o", "x.json"}, "has its calibration built in"},
		{[]string{"rows.jsonl", "--judge", "http"}, "are too few"},
		{[]string{"few.jsonl", "--judge", "http"}, "are too few"},
		{[]string{"rows.jsonl", "--judge", "lexical,http"}, "one judge at a time"},
		{[]string{"rows.jsonl", "--judge", "oracle"}, "no judge \"oracle\""},
		{[]string{"rows.jsonl", "--judge", "onnx"}, "policy names no model for onnx"},
		{[]string{"rows.jsonl", "--judge", "onnx:nowhere"}, "nowhere"},
		{[]string{"none.jsonl", "--judge", "http"}, "none.jsonl"},
	} {
		_, messages := assaytest.Must(t, 2, dir, append([]string{"eval", "calibrate"}, c.args...)...)
		if !strings.Contains(messages, c.says) {
			t.Errorf("%v: it says\n%s", c.args, messages)
		}
	}
	o.mu.Lock()
	_, truth := labelled(120)
	o.say = func(claim string) (int, string) { return 200, opinion(claim, truth) }
	o.mu.Unlock()
	if _, messages := assaytest.Must(t, 2, dir, "eval", "calibrate", "--judge", "http", "rows.jsonl", "-o", "notes.txt"); !strings.Contains(messages, "is no calibration") {
		t.Errorf("it says\n%s", messages)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "notes.txt")); string(text) != "mine" {
		t.Errorf("it wrote over %q", text)
	}
}
