package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/ingest/discover"
	"assay/ingest/skills"
)

// sourceRegion is a row for each source that `assay research` knows.
func sourceRegion(t *testing.T) string {
	list, faults := discover.ReadSkills(skills.Files, ".")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	e := &discover.Engine{Skills: list}
	rows := newTable("source", "class", "has", "asked", "its form was seen in")
	for _, s := range list {
		asked := "always"
		if wants := e.Ready(s); wants != "" {
			asked = wants
		}
		if s.Use == "named" {
			asked = strings.TrimPrefix(asked+", by `--source "+s.Name+"`", "always, ")
		}
		seen := s.Seen.In
		if s.Seen.Note != "" {
			seen += ": " + s.Seen.Note
		}
		rows.row("`"+s.Name+"`", s.Class, s.Description, asked, seen)
	}
	return rows.String()
}

// What docs/research.md says is held by a test has that test.
func TestNumbersHaveTheirTests(t *testing.T) {
	text, err := os.ReadFile("../../docs/research.md")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, folder := range []string{".", "../../ingest/discover", "../../ingest/rank", "../../ingest/research", "../../ingest/thread"} {
		files, err := filepath.Glob(folder + "/*_test.go")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, f := range files {
			test, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(test)
		}
	}
	names := regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(string(text), -1)
	for _, name := range names {
		if !strings.Contains(all.String(), "func "+name+"(t *testing.T)") {
			t.Errorf("docs/research.md names %s, which is nowhere", name)
		}
	}
	if len(names) < 40 {
		t.Errorf("%d names", len(names))
	}
}
