package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers is the import table of ARCHITECTURE.md: what each folder may import of
// ours, besides itself. A sub-package follows its folder's row.
var layers = map[string]string{
	"vault":      "",
	"text":       "",
	"provenance": "vault",
	"ingest":     "vault provenance text",
	"gates":      "vault provenance text",
	"templates":  "vault provenance",
	"compiler":   "vault text provenance ingest gates templates",
	"cmd":        "vault provenance ingest gates templates compiler",
	"internal":   "vault provenance gates templates text compiler",
}

// stages are the packages of compiler in their order: each may import those before it.
var stages = []string{"assay/compiler/tree", "assay/compiler/codec", "assay/compiler/store", "assay/compiler/compose", "assay/compiler", "assay/compiler/eval"}

// heavy leaves link megabytes that most commands never use; only cmd wires them.
var heavy = map[string]bool{"assay/ingest/index": true, "assay/ingest/extract": true, "assay/ingest/browser": true, "assay/ingest/deepwiki": true,
	"assay/ingest/firecrawl": true, "assay/gates/judge/onnx": true}

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		pkgs := strings.Fields(line)
		folder, _, _ := strings.Cut(strings.TrimPrefix(pkgs[0], "assay/"), "/")
		allowed, ok := layers[folder]
		if !ok {
			t.Errorf("%s: the import table has no row for the folder %s", pkgs[0], folder)
			continue
		}
		seen++
		for _, imported := range pkgs[1:] {
			rest, ours := strings.CutPrefix(imported, "assay/")
			if !ours {
				continue
			}
			to, _, _ := strings.Cut(rest, "/")
			if to != folder && !strings.Contains(" "+allowed+" ", " "+to+" ") {
				t.Errorf("%s imports %s: %s may import only %q", pkgs[0], imported, folder, allowed)
			}
			if to == "compiler" && folder == to && slices.Index(stages, imported) >= slices.Index(stages, pkgs[0]) {
				t.Errorf("%s imports %s, a later stage", pkgs[0], imported)
			}
			if heavy[imported] && folder != "cmd" && !strings.HasPrefix(pkgs[0], imported) && pkgs[0] != "assay/compiler/eval" {
				t.Errorf("%s imports %s, which only cmd may", pkgs[0], imported)
			}
		}
	}
	if seen < len(layers) {
		t.Errorf("only %d packages seen", seen)
	}
}
