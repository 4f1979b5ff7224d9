package main

import (
	"go/ast"
	"go/token"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers is the import table of ARCHITECTURE.md: what each folder may import of
// ours, besides itself. A sub-package follows its folder's row.
var layers = map[string]string{
	"vault":      "",
	"agents":     "",
	"text":       "",
	"provenance": "vault text",
	"ingest":     "vault provenance text",
	"gates":      "vault provenance text agents",
	"templates":  "vault provenance",
	"compiler":   "vault text provenance ingest gates templates agents",
	"cmd":        "vault provenance ingest gates templates compiler agents",
	"internal":   "vault provenance gates templates text compiler ingest",
}

// stages are the packages of compiler in their order, "" for itself: each may import those
// before it.
var stages = []string{"tree", "codec", "store", "compose", "reports", "view", "runs", "index", "acquire", "audit", "conflict", "grade", "author", "draft", "assess", "",
	"change", "sources", "review", "fix", "adopt", "export", "stats", "watch", "eval"}

// within is what the packages of vault and provenance may import of their own folder.
var within = map[string]string{
	"assay/vault":               "",
	"assay/vault/git":           "assay/vault",
	"assay/vault/markdown":      "assay/vault",
	"assay/vault/links":         "assay/vault assay/vault/markdown",
	"assay/vault/lists":         "assay/vault assay/vault/markdown",
	"assay/provenance":          "",
	"assay/provenance/citation": "assay/provenance",
}

// heavy leaves link megabytes that most commands never use; only cmd wires them.
var heavy = map[string]bool{"assay/ingest/index": true, "assay/ingest/extract": true, "assay/ingest/browser": true, "assay/ingest/deepwiki": true,
	"assay/ingest/firecrawl": true, "assay/gates/judge/onnx": true}

func stageOf(t *testing.T, pkg string) int {
	name := strings.TrimPrefix(strings.TrimPrefix(pkg, "assay/compiler"), "/")
	at := slices.Index(stages, name)
	if at < 0 {
		t.Errorf("%s has no place among the stages of the compiler", pkg)
	}
	return at
}

// Invariant (the house): Imports follow the order of packages, and only cmd links the heavy
// leaves.
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
			if to == "compiler" && folder == to && stageOf(t, imported) >= stageOf(t, pkgs[0]) {
				t.Errorf("%s imports %s, a later stage", pkgs[0], imported)
			}
			if to == folder && (folder == "vault" || folder == "provenance") && !strings.Contains(" "+within[pkgs[0]]+" ", " "+imported+" ") {
				t.Errorf("%s imports %s: of its folder it may import only %q", pkgs[0], imported, within[pkgs[0]])
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

// What is larger than this holds more than one thought: take it apart, do not raise the bound.
const (
	mostLines  = 3200 // of a package of the compiler, tests aside
	mostFields = 20   // of a type of it, each that it embeds being one
)

// Invariant (the house): No package of the compiler and none of its types grows beyond what one
// can keep in mind.
func TestBoundsOfTheCompiler(t *testing.T) {
	lines := map[string]int{}
	sourceFiles(t, func(file string, tree *ast.File, fset *token.FileSet) {
		if !strings.HasPrefix(file, "compiler/") {
			return
		}
		lines[path.Dir(file)] += fset.File(tree.FileStart).LineCount()
		ast.Inspect(tree, func(n ast.Node) bool {
			if s, ok := n.(*ast.StructType); ok && s.Fields.NumFields() > mostFields {
				t.Errorf("%s: %d fields, and %d are the most", fset.Position(s.Pos()), s.Fields.NumFields(), mostFields)
			}
			return true
		})
	})
	if len(lines) < len(stages) {
		t.Errorf("only %d packages seen", len(lines))
	}
	for pkg, n := range lines {
		if n > mostLines {
			t.Errorf("%s: %d lines, and %d are the most", pkg, n, mostLines)
		}
	}
}
