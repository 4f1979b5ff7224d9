package skills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every skill that comes with assay can be read, asks for nothing that nobody gives, and asks
// something.
func TestSkills(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		found++
		s, err := Parse(e.Name(), Text(e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if s.Description == "" || s.Version == 0 || s.Hash == "" {
			t.Errorf("%+v", s)
		}
		inputs := map[string]any{}
		for _, in := range s.Inputs {
			if inputs[in.Name] = "value of " + in.Name; in.Type == "list" {
				inputs[in.Name] = []string{"first of " + in.Name, "second of " + in.Name}
			}
		}
		text, err := s.Render(inputs)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range s.Inputs {
			if !strings.Contains(text, "of "+in.Name) {
				t.Errorf("%s does not use %s", s.Name, in.Name)
			}
			delete(inputs, in.Name)
			if _, err := s.Render(inputs); (err == nil) != in.Optional {
				t.Errorf("%s without %s: %v", s.Name, in.Name, err)
			}
			inputs[in.Name] = "x"
			if in.Type == "list" {
				inputs[in.Name] = []string{"x"}
			}
		}
	}
	if found != len(Names())+len(Prompts()) {
		t.Errorf("%d skills, and %v are known", found, Names())
	}
}

func TestWithoutPassages(t *testing.T) {
	t.Parallel()
	s, err := Parse(Draft, Text(Draft))
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.Render(map[string]any{"domain": "Tea", "search_context": nil, "purpose_lens": nil, "schema": "{}"})
	if err != nil || !strings.Contains(text, "nothing was looked up") || strings.Contains(text, "purpose") {
		t.Errorf("%v\n%s", err, text)
	}
}

const front = "---\nname: x\ndescription: d\ninputs:\n  - a: string\n  - b: string | null\noutput_format: json\nversion: 1\n---\n"

func TestStrict(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("the secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ body, want, fails string }{
		"what is given":           {"{{ a }}{% if b %} {{ b }}{% endif %}", "A\n", ""},
		"data is not run":         {"{{ a }}", "A\n", ""},
		"a name that nobody gave": {"{{ a }} {{ c }}", "", "ask by skill x"},
		"a part that is not":      {"{{ a.b.c }}", "", "ask by skill x"},
		"another file":            {`{% include "` + secret + `" %}`, "", "skill x"},
		"a template above":        {`{% extends "` + secret + `" %}`, "", "skill x"},
		"a block without end":     {"{% if a %}", "", "skill x"},
		"nothing":                 {"  \n", "", "asks nothing"},
	} {
		s, err := Parse("x", []byte(front+c.body))
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Render(map[string]any{"a": "A", "b": nil, "unused": "{{ a }}"})
		if got != c.want || (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) || strings.Contains(got, "secret") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	s, _ := Parse("x", []byte(front+"{{ a }}"))
	if got, err := s.Render(map[string]any{"a": "{{ b }}{% include 'x' %} <&>"}); err != nil || got != "{{ b }}{% include 'x' %} <&>\n" {
		t.Errorf("data is run or changed: %q, %v", got, err)
	}
	for name, text := range map[string]string{
		"no front matter": "hello", "another name": strings.Replace(front, "name: x", "name: y", 1), "no JSON": strings.Replace(front, "json", "text", 1),
		"another kind": strings.Replace(front, "version: 1", "version: 1\nkind: source", 1), "broken": "---\nname: [\n---\nx", "too large": front + strings.Repeat("x", maxFile),
	} {
		if _, err := Parse("x", []byte(text)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	a, _ := Parse("x", []byte(front+"one"))
	b, _ := Parse("x", []byte(front+"two"))
	if a.Hash == b.Hash {
		t.Error("two skills have one hash")
	}
}
