package view

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Unified is the difference between two texts of a path, in the unified format.
func Unified(name, old, new string) string {
	before := "a/" + name
	if old == "" {
		before = "/dev/null"
	}
	return strings.TrimPrefix(string(diff.Diff(before, []byte(old), "b/"+name, []byte(new))), "diff "+before+" b/"+name+"\n")
}
