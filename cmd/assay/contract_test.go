package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The JSON of each command is a contract: programs read it. A shape names fields by
// their type: "int", "number", "string", "bool", [shape] for a list of any length,
// {…} for an object with at least these fields, and {"*": shape} for one with any.

type shape = any

var (
	tallyShape = map[string]shape{"T0": "int", "T1": "int", "T2": "int", "T3": "int", "T4": "int", "T5": "int", "unchecked": "int"}
	placeShape = map[string]shape{"file": "string", "line": "int", "column": "int", "end_line": "int", "end_column": "int", "message": "string"}
	toldShape  = map[string]shape{"code": "string", "severity": "string", "message": "string", "file": "string", "line": "int",
		"column": "int", "end_line": "int", "end_column": "int", "related": []shape{placeShape}}
	gradedShape = with(toldShape, map[string]shape{"tier": "string", "hint": "string", "claim": "string"})
	buildShape  = map[string]shape{
		"vault": "string", "duration_ms": "int", "claims": tallyShape, "gaps": "int",
		"actions":  map[string]shape{"planned": "int", "run": "int", "failed": "int", "by_kind": map[string]shape{"*": "int"}},
		"promoted": []shape{"string"}, "written": []shape{"string"},
		"held":        []shape{map[string]shape{"note": "string", "claims": tallyShape}},
		"waiting":     []shape{map[string]shape{"source": "string", "needs": "string", "command": "string"}},
		"cost":        map[string]shape{"pages": "int", "credits": "int", "tokens": "int"},
		"diagnostics": []shape{toldShape},
	}
	checkShape = map[string]shape{
		"claims": tallyShape, "summary": map[string]shape{"errors": "int", "warnings": "int", "notes": "int"}, "diagnostics": []shape{toldShape},
	}
)

func with(a, b map[string]shape) map[string]shape {
	out := map[string]shape{}
	for k, v := range a {
		out[k] = v
	}
	for k, v := range b {
		out[k] = v
	}
	return out
}

// fits says what of a value does not have its shape.
func fits(at string, want shape, got any) (wrong []string) {
	bad := func() []string { return []string{fmt.Sprintf("%s is %#v, want %v", at, got, want)} }
	switch want := want.(type) {
	case string:
		ok := false
		switch v := got.(type) {
		case string:
			ok = want == "string"
		case bool:
			ok = want == "bool"
		case float64:
			ok = want == "number" || want == "int" && v == float64(int64(v))
		}
		if !ok {
			return bad()
		}
	case []shape:
		list, ok := got.([]any)
		if !ok {
			return bad()
		}
		for i, v := range list {
			wrong = append(wrong, fits(fmt.Sprintf("%s[%d]", at, i), want[0], v)...)
		}
	case map[string]shape:
		object, ok := got.(map[string]any)
		if !ok {
			return bad()
		}
		for key, v := range want {
			if key == "*" {
				for name, each := range object {
					wrong = append(wrong, fits(at+"."+name, v, each)...)
				}
				continue
			}
			field, there := object[key]
			if !there {
				wrong = append(wrong, at+"."+key+" is missing")
				continue
			}
			wrong = append(wrong, fits(at+"."+key, v, field)...)
		}
	}
	return wrong
}

// answered runs a command and reads its one object.
func answered(t *testing.T, status int, want shape, args ...string) map[string]any {
	t.Helper()
	a := assayAt(t, exampleDay, args...)
	if a.status != status {
		t.Fatalf("assay %s: status %d, want %d\n%s%s", strings.Join(args, " "), a.status, status, a.text, a.errs)
	}
	d := json.NewDecoder(strings.NewReader(a.text))
	var got map[string]any
	if err := d.Decode(&got); err != nil {
		t.Fatalf("assay %s: %v\n%s", strings.Join(args, " "), err, a.text)
	}
	if d.More() {
		t.Errorf("assay %s writes more than one object", strings.Join(args, " "))
	}
	for _, wrong := range fits("", want, got) {
		t.Errorf("assay %s: %s", strings.Join(args, " "), wrong)
	}
	return got
}

func TestJSONContract(t *testing.T) {
	dir, _ := builtExample(t)
	in := func(args ...string) []string { return append([]string{"-C", dir}, args...) }
	t.Chdir(t.TempDir()) // -C leaves the process there

	answered(t, exitClean, buildShape, "build", dir, "--json")
	answered(t, exitClean, buildShape, "build", dir, "--json", "-B")
	answered(t, exitClean, buildShape, "build", dir, "--json", "-n")
	for _, args := range [][]string{{"check", dir, "--format", "json"}, {"check", dir, "--json"}} {
		r := answered(t, exitClean, checkShape, args...)
		graded := 0
		for _, d := range r["diagnostics"].([]any) {
			if d := d.(map[string]any); d["tier"] != nil {
				graded++
				for _, wrong := range fits("diagnostic", gradedShape, d) {
					t.Error(wrong)
				}
			}
		}
		if graded == 0 {
			t.Error("no diagnostic has a tier")
		}
	}
	gap := map[string]shape{"kind": "string", "file": "string", "line": "int", "column": "int", "target": "string", "count": "int", "from": []shape{"string"}}
	r := answered(t, exitClean, map[string]shape{"gaps": []shape{gap}}, "gaps", dir, "--json")
	if len(r["gaps"].([]any)) == 0 {
		t.Error("no gaps")
	}
	hit := map[string]shape{"chunk": "string", "source": "string", "score": "number", "url": "string", "title": "string",
		"heading": []shape{"string"}, "text": "string", "retrieved": "string"}
	r = answered(t, exitClean, map[string]shape{"hits": []shape{hit}}, in("search", "--json", "green tea")...)
	if len(r["hits"].([]any)) == 0 {
		t.Error("no hits")
	}
	answered(t, exitClean, map[string]shape{"hits": []shape{hit}}, in("search", "--json", "zzzzqqqq")...)
	source := map[string]shape{"id": "string", "url": "string", "state": "string", "pages": "int", "chunks": "int", "retrieved": "string", "freshness": "string"}
	r = answered(t, exitClean, map[string]shape{"sources": []shape{source}}, "source", "list", dir, "--json")
	if len(r["sources"].([]any)) == 0 {
		t.Error("no sources")
	}
	review := map[string]shape{"id": "string", "kind": "string", "note": "string", "draft": "bool", "command": "string", "claim": map[string]shape{}}
	shown := with(placeShape, map[string]shape{"stance": "string", "score": "number", "similarity": "number", "rule": "string", "judge": "string", "quote": "string", "heading": []shape{"string"}})
	delete(shown, "message")
	asked := map[string]shape{"digest": "string", "column": "int", "end_line": "int", "end_column": "int", "markdown": "string", "rule": "string", "threshold": "number",
		"missing": []shape{"string"}, "absent": []shape{"string"}, "problems": []shape{"string"}, "passages": []shape{shown}, "elsewhere": []shape{shown},
		"decisions": []shape{map[string]shape{"decision": "string", "needs": []shape{"string"}}}}
	r = answered(t, exitClean, map[string]shape{"review": []shape{review}}, in("review", "--json")...)
	if len(r["review"].([]any)) == 0 {
		t.Error("nothing waits for a person")
	}
	for _, item := range r["review"].([]any) {
		if item := item.(map[string]any); item["kind"] == "weak" || item["kind"] == "conflict" {
			for _, wrong := range fits("review", asked, item) {
				t.Error(wrong)
			}
		}
	}
	answered(t, exitClean, with(buildShape, map[string]shape{"topic": "string", "draft": "string", "message": "string"}), in("draft", "--json", "Zeppelin")...)
	answered(t, exitClean, map[string]shape{"codes": []shape{map[string]shape{"code": "string", "severity": "string", "explain": "string"}},
		"terms": []shape{map[string]shape{"name": "string", "kind": "string", "rules": []shape{"string"}}}}, "explain", "--json")
	answered(t, exitClean, map[string]shape{"vault": "string", "claims": tallyShape, "waiting": []shape{"string"}, "gaps": map[string]shape{"*": "int"}}, "status", dir, "--json")
	answered(t, exitClean, map[string]shape{"subject": "string", "kind": "string", "steps": []shape{map[string]shape{"depth": "int", "text": "string"}}}, in("why", "--json", "01_Wiki/Matcha.md")...)

	failed := map[string]shape{"error": map[string]shape{"message": "string", "hint": "string"}}
	for _, args := range [][]string{
		{"biuld", "--json"}, {"check", "--format", "json", "nowhere.md"}, {"explain", "T7", "--json"}, {"check", "--format=json", "--frobnicate"},
		{"promote", "--json", filepath.Join(dir, "02_Drafts", "The Boston Tea Party.md")},
	} {
		answered(t, exitNothing, failed, args...)
	}
}

// An evaluation's JSON, on sets small enough to be written here.
func TestJSONContractOfEvals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "c.jsonl")
	rows := `{"id":"1","claim":"Green tea is steeped for three minutes.","evidence":"Green tea is steeped for three minutes.","label":"supported"}
{"id":"2","claim":"Green tea is steeped for nine minutes.","evidence":["Green tea is steeped for three minutes."],"label":"refuted"}
{"id":"3","claim":"Whales sing.","evidence":"Green tea is steeped for three minutes.","label":"nei"}
`
	if err := os.WriteFile(file, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	tiers := map[string]shape{"T0": "int", "T1": "int", "T2": "int", "T3": "int", "T4": "int", "T5": "int"}
	answered(t, exitClean, map[string]shape{
		"judge": "string", "rows": "int", "threshold": "number", "tiers": map[string]shape{"*": tiers}, "false_t5": "number", "false_t0": "number",
		"t5_recall": "number", "t5_precision": "number", "auc": "number", "macro_f1": "number", "rows_per_s": "number",
	}, "eval", "claims", file, "--json")
}

func TestJSONContractOfMutants(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"wiki/leaf.md":       "# Leaf\n\nGreen tea is steeped for three minutes. ^[leaves.md]\n\nGreen leaves should be stored in the dark. ^[leaves.md]\n",
		"raw/leaves.md":      "# Leaves\n\nGreen tea is steeped for three minutes.\n\nGreen leaves should be stored in the dark.\n",
		".obsidian/app.json": "{}",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	answered(t, exitClean, map[string]shape{
		"claims": "int", "mutants": "int", "killed": "int", "by_kind": map[string]shape{"*": map[string]shape{"mutants": "int", "killed": "int"}},
		"survivors": []shape{map[string]shape{"file": "string", "line": "int", "claim": "string", "mutant": "string", "kind": "string"}},
	}, "eval", "mutate", dir, "--json")
}

// Places are lines from 1 and columns from 1 in code points, ends exclusive, paths
// of the vault with '/', whatever the lines are made of and wherever one stands.
func TestJSONPlaces(t *testing.T) {
	dir := t.TempDir()
	note := "# 茶\n\n漢字。👩‍🔬 Green tea is steeped at 20 degrees. ^[guide.md]\n\n-\tcafe\u0301: tea is steeped for 9 minutes. ^[guide.md]\n"
	for name, text := range map[string]string{
		"wiki/茶 notes.md":    note,
		"raw/guide.md":       "# Tea\n\nGreen tea is steeped at 80 degrees.\n\nTea is steeped for 3 minutes.\n",
		".obsidian/app.json": "{}",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "wiki"))
	r := answered(t, exitFaults, checkShape, "check", "--format", "json")
	lines := strings.Split(note, "\n")
	found := 0
	for _, d := range r["diagnostics"].([]any) {
		d := d.(map[string]any)
		if d["file"] != "wiki/茶 notes.md" {
			t.Errorf("file %v", d["file"])
		}
		n := func(key string) int { return int(d[key].(float64)) }
		if d["tier"] == nil || n("line") != n("end_line") {
			continue
		}
		found++
		said := string([]rune(lines[n("line")-1])[n("column")-1 : n("end_column")-1])
		if !strings.HasSuffix(said, ".") || !strings.Contains(said, "tea is steeped") || strings.Contains(said, "^[") {
			t.Errorf("%v: the place is %q", d["message"], said)
		}
		for _, related := range d["related"].([]any) {
			if file := related.(map[string]any)["file"]; file != "raw/guide.md" {
				t.Errorf("related file %v", file)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d of 2 claims: %v", found, r["diagnostics"])
	}
}
