package main

import (
	"cmp"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors are the folders from the ground up: [layers] says what each may import.
var floors = []string{"agents", "vault", "text", "provenance", "ingest", "gates", "templates", "compiler", "cmd", "internal"}

// packageRegion is a row for each package with the first sentence of its documentation.
// A package stands below those that it imports.
func packageRegion(t *testing.T) string {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{join .Imports " "}}|{{.Doc}}`, "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports, docs, paths := map[string][]string{}, map[string]string{}, []string{}
	for line := range strings.Lines(string(out)) {
		path, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
		imported, doc, _ := strings.Cut(rest, "|")
		paths = append(paths, path)
		imports[path], docs[path] = strings.Fields(imported), doc
	}
	height := map[string]int{}
	var measure func(path string) int
	measure = func(path string) int {
		if _, ours := docs[path]; ours && height[path] == 0 {
			most := 0
			for _, p := range imports[path] {
				most = max(most, measure(p))
			}
			height[path] = most + 1
		}
		return height[path]
	}
	floor := func(path string) int {
		folder, _, _ := strings.Cut(strings.TrimPrefix(path, "assay/"), "/")
		return slices.Index(floors, folder)
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(floor(a)-floor(b), measure(a)-measure(b), cmp.Compare(a, b))
	})
	rows := newTable("package", "what it does")
	for i, path := range paths {
		if floor(path) < 0 {
			t.Errorf("floors has no folder of %s", path)
		}
		if docs[path] == "" {
			t.Errorf("%s has no package documentation", path)
		}
		for _, p := range imports[path] {
			if slices.Index(paths, p) > i {
				t.Errorf("%s imports %s, which stands below it", path, p)
			}
		}
		short := strings.TrimPrefix(path, "assay/")
		if strings.HasPrefix(short, "internal/") {
			continue // no part of the program
		}
		rows.row("`"+short+"`", firstClause(short[strings.LastIndex(short, "/")+1:], docs[path]))
	}
	return rows.String()
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
	if open := strings.LastIndex(doc, "("); open > strings.LastIndex(doc, ")") {
		doc = doc[:open]
	}
	return strings.TrimRight(doc, ".: ")
}
