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
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{.Doc}}`, "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		path, folder, says string
		stage              int
	}
	var rows []row
	for line := range strings.Lines(string(out)) {
		path, doc, _ := strings.Cut(strings.TrimSpace(line), "|")
		if doc == "" {
			t.Errorf("%s has no package documentation", path)
		}
		short := strings.TrimPrefix(path, "assay/")
		folder, _, _ := strings.Cut(short, "/")
		if !slices.Contains(floors, folder) {
			t.Errorf("floors has no folder %s", folder)
		}
		rows = append(rows, row{short, folder, firstClause(short[strings.LastIndex(short, "/")+1:], doc), slices.Index(stages, path)})
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

// firstClause is a package's synopsis without its name, and without what stands behind
// a colon or beyond a line where enough stands before it: the rest is read in the package.
func firstClause(name, doc string) string {
	title := strings.ToUpper(name[:1]) + name[1:]
	for _, start := range []string{"Package " + name + " ", "Command " + name + " ", title + " ", "is "} {
		doc = strings.TrimPrefix(doc, start)
	}
	for i, r := range doc {
		if (r == ':' || r == ';') && i >= 30 {
			doc = doc[:i]
			break
		}
	}
	if most := 110; len(doc) > most {
		doc = doc[:max(strings.LastIndex(doc[:most], ", "), strings.Index(doc, " "))]
	}
	return strings.TrimRight(doc, ".:")
}
