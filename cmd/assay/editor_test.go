package main

import (
	"strings"
	"testing"
)

// Editors open a note at the claim's line; one that nobody knows gets the file alone.
func TestEditorsOpenAtTheLine(t *testing.T) {
	for command, want := range map[string]string{
		"vi": "+14 A b.md", "/usr/bin/nvim -u NONE": "+14 A b.md", "nano": "+14 A b.md", "emacsclient -t": "+14 A b.md",
		"code": "--wait --goto A b.md:14", `"/opt/VS Code/code" --new-window`: "--wait --goto A b.md:14", "code.exe": "--wait --goto A b.md:14",
		"subl": "--wait A b.md:14", "hx": "A b.md:14", "mate": "--wait --line 14 A b.md", "goland": "--wait --line 14 A b.md",
		"less -R": "+14 A b.md", "ed": "A b.md", "my-editor --fast": "A b.md", "'": "A b.md",
	} {
		if got := strings.Join(atLine(command, "A b.md", 14), " "); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
	if got := atLine("vi", "a.md", 0); got[0] != "+1" {
		t.Error(got)
	}
}

// VISUAL comes before EDITOR, and an empty one does not count.
func TestEditorOfTheUser(t *testing.T) {
	env := map[string]string{"VISUAL": " ", "EDITOR": "nano -l", "PAGER": "most"}
	a := &app{getenv: func(key string) string { return env[key] }}
	if a.editor() != "nano -l" || a.pager() != "most" {
		t.Error(a.editor(), a.pager())
	}
	if env["VISUAL"] = "code"; a.editor() != "code" {
		t.Error(a.editor())
	}
}
