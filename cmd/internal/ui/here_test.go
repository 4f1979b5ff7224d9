package ui

import (
	"path/filepath"
	"testing"
)

// outside is someone who stands beside the vault garden; within, in its wiki.
func outside() *Out {
	return &Out{Rel: func(p string) string { return filepath.Join("garden", p) }, Enter: "garden", Tops: []string{"01_Wiki/", "raw/", "Home.md"}}
}

func TestSay(t *testing.T) {
	within := &Out{Tops: outside().Tops, Rel: func(p string) string {
		rel, _ := filepath.Rel("01_Wiki", p)
		return rel
	}}
	for _, tt := range []struct{ text, outside, within string }{
		{"claim says 1, 01_Wiki/My tea.md says 2", "claim says 1, garden/01_Wiki/My tea.md says 2", "claim says 1, My tea.md says 2"},
		{"raw/a.md leads to nothing", "garden/raw/a.md leads to nothing", "../raw/a.md leads to nothing"},
		{"did you mean Home.md?", "did you mean garden/Home.md?", "did you mean ../Home.md?"},
		{"did you mean one of raw/a.md, raw/b.md?", "did you mean one of garden/raw/a.md, garden/raw/b.md?", "did you mean one of ../raw/a.md, ../raw/b.md?"},
		{`says "raw/a.md is raw"`, `says "raw/a.md is raw"`, `says "raw/a.md is raw"`},
		{"cites https://x.org/raw/a.md", "cites https://x.org/raw/a.md", "cites https://x.org/raw/a.md"},
		{"let `assay draft raw/x` begin it", "let `assay -C garden draft raw/x` begin it", "let `assay draft raw/x` begin it"},
		{"links to `raw/x`, not there", "links to `raw/x`, not there", "links to `raw/x`, not there"},
		{"one ` alone", "one ` alone", "one ` alone"},
		{"", "", ""},
	} {
		if got := filepath.ToSlash(outside().Say(tt.text)); got != tt.outside {
			t.Errorf("outside: got %q, want %q", got, tt.outside)
		}
		if got := filepath.ToSlash(within.Say(tt.text)); got != tt.within {
			t.Errorf("within: got %q, want %q", got, tt.within)
		}
	}
	if got := (&Out{}).Say("raw/a.md and `assay check`"); got != "raw/a.md and `assay check`" {
		t.Errorf("got %q", got)
	}
}

func TestCommand(t *testing.T) {
	o := &Out{Enter: "my vault"}
	for command, want := range map[string]string{
		"assay check":      "assay -C 'my vault' check",
		"assay -C x check": "assay -C x check",
		"git init":         "git init",
	} {
		if got := o.Command(command); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
