package main

import (
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
