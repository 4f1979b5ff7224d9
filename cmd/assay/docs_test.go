package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/gates"
	"assay/provenance"
)

// TestDocumentation holds the documents against the program where they are written by
// hand; TestDocumentationIsGenerated and TestDocumentationExamples do the rest.
func TestDocumentation(t *testing.T) {
	texts := map[string]string{}
	for _, name := range documents(t) {
		texts[name] = document(t, name)
	}
	contributing, runbook := texts["CONTRIBUTING.md"], texts["RUNBOOK.md"]
	for name, most := range map[string]int{"README.md": 12 << 10, "ARCHITECTURE.md": 12 << 10} {
		if n := len(texts[name]); n > most {
			t.Errorf("%s has %d bytes: what a newcomer need not know goes to docs/; at most %d", name, n, most)
		}
	}
	for s := provenance.Proposed; s <= provenance.AuthRequired; s++ {
		if !strings.Contains(runbook, s.String()) {
			t.Errorf("RUNBOOK.md does not tell of the state %s", s)
		}
	}
	for _, module := range directModules(t) {
		if !strings.Contains(contributing, "`"+module+"`") {
			t.Errorf("CONTRIBUTING.md does not say why %s is needed", module)
		}
	}
	root := (&app{out: &ui.Out{}}).root()
	tests := declaredTests(t)
	for name, text := range texts {
		testColumns(t, name, text)
		if name == "CHANGELOG.md" { // tells of what was
			continue
		}
		testCommandsExist(t, root, name, text)
		testNamedTests(t, tests, name, text)
		testNamedFiles(t, name, text)
		testLinks(t, texts, name, text)
	}
}

// columns is how long a line of prose may be.
const columns = 100

// testColumns looks at the lines that are neither code nor of a table.
func testColumns(t *testing.T, name, text string) {
	for n, line := range strings.Split(prose(text), "\n") {
		if c := utf8.RuneCountInString(line); c > columns && !strings.HasPrefix(line, "|") && strings.Count(strings.TrimSpace(line), " ") > 1 {
			t.Errorf("%s:%d: %d columns, more than %d", name, n+1, c, columns)
		}
	}
}

var fence = regexp.MustCompile("(?ms)^ *```.*?^ *```$")

// prose is a document with its code blocks empty, line for line.
func prose(text string) string {
	return fence.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
}

var (
	codeSpan = regexp.MustCompile("`[^`\n]+`")
	mdLink   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	noSlug   = regexp.MustCompile(`[^\pL\pN _-]`)
)

// testLinks follows links to files and headings of the repository.
func testLinks(t *testing.T, texts map[string]string, name, text string) {
	for _, m := range mdLink.FindAllStringSubmatch(codeSpan.ReplaceAllString(prose(text), ""), -1) {
		file, anchor, _ := strings.Cut(m[1], "#")
		if strings.Contains(file, ":") || strings.ContainsAny(m[1], "…<") {
			continue
		}
		to := name
		if file != "" {
			to = path.Join(path.Dir(name), file)
		}
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(to))); err != nil {
			t.Errorf("%s links to %s, which is not there", name, m[1])
		} else if anchor != "" && !slices.Contains(anchors(texts[to]), anchor) {
			t.Errorf("%s links to %s: %s has no such heading", name, m[1], to)
		}
	}
}

// anchors are the names of a document's headings, as GitHub makes them.
func anchors(text string) (names []string) {
	for _, m := range heading.FindAllStringSubmatch(prose(text), -1) {
		names = append(names, strings.ReplaceAll(noSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return names
}

var sourceFile = regexp.MustCompile("`((?:vault|provenance|ingest|gates|templates|compiler|cmd|text|internal|docs)/[a-z_/]+(?:\\.[a-z]+)?)`")

// testNamedFiles looks for every file of the repository that a text names.
func testNamedFiles(t *testing.T, name, text string) {
	for _, m := range sourceFile.FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil {
			t.Errorf("%s names %s, which is not there", name, m[1])
		}
	}
}

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
}

// TestPolicyKeys: the table of keys is what the reader of policies knows, and its
// defaults are the default policy.
func TestPolicyKeys(t *testing.T) {
	t.Parallel()
	type keys map[string]any
	file := keys{}
	for _, k := range gates.PolicyKeys() {
		at, parts := file, strings.Split(k.Key, ".")
		for _, section := range parts[:len(parts)-1] {
			if at[section] == nil {
				at[section] = keys{}
			}
			at = at[section].(keys)
		}
		var value any
		if err := yaml.Unmarshal([]byte(k.Default), &value); err != nil {
			t.Fatalf("%s: %v", k.Key, err)
		}
		at[parts[len(parts)-1]] = value
	}
	text, err := yaml.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := gates.ParsePolicy("table", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(gates.Default(), p, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the defaults in the table are not the default policy:\n%s", diff)
	}
	known := func(prefix string) []string { // as the error for a key that is none lists them
		_, err := gates.ParsePolicy("p", []byte(prefix+"{zzzzzzzzzz: 1}"))
		for _, h := range ui.HintsOf(err) {
			if _, list, ok := strings.Cut(h, ": "); ok {
				return strings.Split(list, ", ")
			}
		}
		t.Fatalf("no known keys in the error %v", err)
		return nil
	}
	for _, section := range known("") {
		in, ok := file[section].(keys)
		if !ok && section != "version" {
			t.Errorf("the table lacks the section %s", section)
		}
		if !ok {
			continue
		}
		for _, key := range known(section + ": ") {
			if _, ok := in[key]; !ok {
				t.Errorf("the table lacks %s.%s", section, key)
			}
		}
	}
}

// testCommandsExist looks at every command in backticks.
func testCommandsExist(t *testing.T, root *cobra.Command, name, text string) {
	for _, m := range regexp.MustCompile("`assay ([a-z]+)(?: ([a-z]+))?").FindAllStringSubmatch(text, -1) {
		cmd, rest, err := root.Find(m[1:2])
		if err != nil || len(rest) > 0 && cmd == root {
			if m[1] != "completion" && m[1] != "help" { // cobra adds these when it runs
				t.Errorf("%s tells of `assay %s`, which is no command", name, m[1])
			}
			continue
		}
		if m[2] == "" || !cmd.HasSubCommands() {
			continue
		}
		if sub, _, err := cmd.Find(m[2:3]); err != nil || sub == cmd {
			t.Errorf("%s tells of `assay %s %s`, which is no command", name, m[1], m[2])
		}
	}
}

// declaredTests are all tests, fuzz targets, benchmarks and scripts.
func declaredTests(t *testing.T) map[string]bool {
	have := map[string]bool{}
	testFiles(t, func(path, text string) {
		have[filepath.Base(path)] = true
		for _, m := range declared.FindAllStringSubmatch(text, -1) {
			have[m[1]] = true
		}
	})
	return have
}

var (
	declared = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Za-z0-9_]+)\(`)
	named    = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Za-z0-9_]+|[a-z_]+\\.txtar)`")
)

// testFiles reads every test and script of the module.
func testFiles(t *testing.T, each func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".txtar") && !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		each(filepath.ToSlash(path), string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// testNamedTests looks for every test and script that a text names.
func testNamedTests(t *testing.T, have map[string]bool, name, text string) {
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		if !have[m[1]] {
			t.Errorf("%s names %s, which is not there", name, m[1])
		}
	}
}

// directModules are the modules that our packages and their tests import.
func directModules(t *testing.T) (paths []string) {
	out, err := exec.Command("go", "list", "-f", `{{range .Imports}}{{.}} {{end}}{{range .TestImports}}{{.}} {{end}}{{range .XTestImports}}{{.}} {{end}}`, "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	used := strings.Fields(string(out))
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(?:require )?(\S+) v`).FindAllSubmatch(text, -1) {
		module := string(m[1])
		for _, path := range used {
			if path == module || strings.HasPrefix(path, module+"/") {
				paths = append(paths, module)
				break
			}
		}
	}
	if len(paths) == 0 {
		t.Fatal("go.mod names no module that is imported")
	}
	return paths
}
