package view

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Anys are texts as the data of an event has them.
func Anys[T ~string](in []T) []any {
	out := make([]any, len(in))
	for i, s := range in {
		out[i] = string(s)
	}
	return out
}

// Within reports whether a path is one of paths or below one.
func Within(file string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		return p == "." || p == "" || file == p || strings.HasPrefix(file, strings.TrimSuffix(p, "/")+"/")
	})
}

func SortedSet[T ~string](in []T) (out []T) {
	slices.Sort(in)
	for _, s := range in {
		if s != "" && (len(out) == 0 || out[len(out)-1] != s) {
			out = append(out, s)
		}
	}
	return out
}

func EncodeJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data of our own
	}
	return b
}

// Unified is the difference between two texts of a path, in the unified format.
func Unified(name, old, new string) string {
	before := "a/" + name
	if old == "" {
		before = "/dev/null"
	}
	return strings.TrimPrefix(string(diff.Diff(before, []byte(old), "b/"+name, []byte(new))), "diff "+before+" b/"+name+"\n")
}
