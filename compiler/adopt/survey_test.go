package adopt

import (
	"slices"
	"strings"
	"testing"
)

// What a note is for is told by the names that tools and people agreed on.
func TestRolesOf(t *testing.T) {
	notes := strings.Split("CLAUDE.md|wiki/AGENTS.md|skills/tea [1]/SKILL.md|skills/tea [1]/more.md|CHANGELOG.md|wiki/log.md|2026-01-02.md|Journal/first.md|02 - Daily Notes/x.md|_templates/page.md|wiki/tea.md|wiki/1984.md|wiki/2026-01-tea.md", "|")
	got := map[string][]string{}
	for _, f := range rolesOf(notes, []string{"wiki/tea.md"}) {
		got[f.what] = f.globs
	}
	for what, want := range map[string][]string{
		"instructions for agents": {"AGENTS.md", "CLAUDE.md", `skills/tea \[1]/**`},
		"changelogs":              {"CHANGELOG.md", "log.md"},
		"daily notes":             {"02 - Daily Notes/**", "Journal/**", "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].md"},
		"templates":               {"_templates/**"},
	} {
		if !slices.Equal(got[what], want) {
			t.Errorf("%s: %q, want %q", what, got[what], want)
		}
	}
	days := []string{"2026-01-02.md", "2026-01-03.md", "tea.md"}
	if r := rolesOf(days, days); len(r) > 0 {
		t.Errorf("a wiki that is made of days: %v", r)
	}
}

func TestWiki(t *testing.T) {
	for _, tt := range []struct{ citing, want string }{
		{"", ""},
		{"a/x.md a/b/y.md", "a"},
		{"a/x.md b/y.md", "."},
		{"wiki/a/1.md wiki/a/2.md wiki/b/3.md far/4.md", "wiki"},
		{"wiki/1.md wiki/2.md far/3.md", "."},
		{"1.md wiki/2.md wiki/3.md wiki/4.md", "wiki"},
		{"a/1.md a/2.md b/3.md b/4.md c/5.md", "."},
		{"wiki/1.md CLAUDE.md", "wiki"},
	} {
		s := &survey{citing: strings.Fields(tt.citing)}
		s.isApart = func(f string) bool { return f == "CLAUDE.md" }
		if got := s.wiki(); got != tt.want {
			t.Errorf("wiki of %q is %q, want %q", tt.citing, got, tt.want)
		}
	}
}
