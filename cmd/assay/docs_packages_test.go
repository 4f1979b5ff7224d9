package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors are the folders from the ground up: [layers] says what each may import.
var floors = []string{"vault", "text", "provenance", "ingest", "gates", "templates", "compiler", "cmd", "internal"}

// packageRegion is a row for each package, in the order in which they build on each
// other, with the first sentence of its documentation.
func packageRegion(t *testing.T) string {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{.Name}}|{{.Doc}}`, "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		path, folder, says string
		stage              int
	}
	var rows []row
	for line := range strings.Lines(string(out)) {
		path, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
		name, doc, _ := strings.Cut(rest, "|")
		if doc == "" {
			t.Errorf("%s has no package documentation", path)
		}
		short := strings.TrimPrefix(path, "assay/")
		folder, _, _ := strings.Cut(short, "/")
		if !slices.Contains(floors, folder) {
			t.Errorf("floors has no folder %s", folder)
		}
		rows = append(rows, row{short, folder, firstClause(name, doc), slices.Index(stages, path)})
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if a.folder != b.folder {
			return slices.Index(floors, a.folder) - slices.Index(floors, b.folder)
		}
		if a.stage != b.stage {
			return a.stage - b.stage
		}
		return strings.Compare(a.path, b.path)
	})
	all := newTable("package", "what it does")
	for _, r := range rows {
		all.row("`"+r.path+"`", r.says)
	}
	return all.String()
}

// firstClause is a package's synopsis without its name, up to the first colon or
// semicolon: the rest stands in the package.
func firstClause(name, doc string) string {
	for _, start := range []string{"Package " + name + " ", "Command " + name + " ", strings.ToUpper(name[:1]) + name[1:] + " "} {
		doc = strings.TrimPrefix(doc, start)
	}
	for _, end := range []string{": ", "; ", ", which ", ", so that "} {
		doc, _, _ = strings.Cut(doc, end)
	}
	return strings.TrimRight(doc, ".:")
}
