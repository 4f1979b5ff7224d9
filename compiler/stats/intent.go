package stats

import (
	"fmt"
	"strings"

	"assay/compiler"
	"assay/gates"
	"assay/ingest/rank"
)

// Intents are the names of what a question can be after.
func Intents() (names []string) {
	for _, i := range rank.Intents() {
		names = append(names, string(i))
	}
	return names
}

// IntentOf is the intent that was asked for by name, or "auto"; "" is none.
func IntentOf(c *compiler.Compiler, name, query string) (rank.Intent, error) {
	switch {
	case name == "" || rank.Intent(name).Valid():
		return rank.Intent(name), nil
	case name == "auto":
		w, err := Weights(c.Root)
		if err != nil {
			return "", err
		}
		return w.Intent(query), nil
	}
	return "", errIntent(name)
}

type errIntent string

func (e errIntent) Error() string { return fmt.Sprintf("unknown intent %q", string(e)) }

// Hint names the nearest, or all there are.
func (e errIntent) Hint() string {
	if near := gates.Nearest(string(e), Intents()); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return "intents: auto, " + strings.Join(Intents(), ", ")
}
