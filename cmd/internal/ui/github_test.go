package ui

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// A command is a workflow command as the runner of GitHub Actions reads it.
type command struct {
	name       string
	properties map[string]string
	data       string
}

// commandOf reads a line as the runner does: '::', a name, properties up to the next
// '::', and data, of which the escapes are undone.
func commandOf(line string) (command, bool) {
	line = strings.TrimLeft(line, " \t")
	rest, ok := strings.CutPrefix(line, "::")
	if !ok {
		return command{}, false
	}
	info, data, ok := strings.Cut(rest, "::")
	if !ok {
		return command{}, false
	}
	undo := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	undoProperty := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	name, properties, _ := strings.Cut(info, " ")
	c := command{name, map[string]string{}, undo.Replace(data)}
	for _, p := range strings.Split(strings.TrimSpace(properties), ",") {
		if key, value, ok := strings.Cut(p, "="); ok && value != "" {
			c.properties[key] = undoProperty.Replace(value)
		}
	}
	return c, true
}

func commands(f files, repo string, ds []gates.Diagnostic) (cs []command, text string) {
	var b bytes.Buffer
	o := &Out{Stdout: &b, Stderr: &b, Texts: f.Read, Repo: repo}
	o.CheckGitHub(&reports.CheckReport{Diagnostics: ds})
	for line := range strings.Lines(b.String()) {
		if c, ok := commandOf(strings.TrimSuffix(line, "\n")); ok {
			cs = append(cs, c)
		}
	}
	return cs, b.String()
}

func TestGitHubCommands(t *testing.T) {
	f := files{"01_Wiki/a, b: 50%.md": "# Tea\n\nOne. It is 茶🍵 wrong.\nTwo\nlines.\n", "raw/x.md": "It is right.\n"}
	name := "01_Wiki/a, b: 50%.md"
	ds := []gates.Diagnostic{
		{Code: gates.UnresolvedLink, Span: at(f, name, "Two\nlines"), Message: "links to `x`"},
		{Code: gates.ValueMismatch, Severity: gates.Error, Graded: true, Tier: provenance.T0, Span: at(f, name, "It is 茶🍵 wrong."),
			Message: "claim says 100 %, its source says 5 %\r\n::error::injected", Hint: "correct it",
			Related: []gates.Related{{Span: vault.Span{File: "raw/x.md", End: 12}, Message: `"It is right."`}}},
		{Code: gates.DamagedLedger, Severity: gates.Warning, Message: "the vault as a whole"},
	}
	cs, text := commands(f, "my notes", ds)
	if len(cs) != 3 {
		t.Fatalf("%d commands\n%s", len(cs), text)
	}
	want := command{"error", map[string]string{"file": "my notes/" + name, "line": "3", "endLine": "3", "col": "6", "endColumn": "21", "title": "T0 value-mismatch"},
		"claim says 100 %, its source says 5 %␍\n::error::injected\nmy notes/raw/x.md:1:1: \"It is right.\"\nhint: correct it"}
	if fmt.Sprint(cs[0]) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", cs[0], want)
	}
	if cs[1].name != "warning" || cs[1].properties["file"] != "" {
		t.Errorf("of the vault: %v", cs[1])
	}
	if c := cs[2]; c.name != "notice" || c.properties["line"] != "4" || c.properties["endLine"] != "5" || c.properties["col"] != "" {
		t.Errorf("of two lines: %v", c)
	}
	if !strings.HasSuffix(text, "no cited claims\n") {
		t.Errorf("no last line\n%s", text)
	}
}

// TestGitHubCommandsOfAnything: a note can make no command of its own, and what it says
// arrives.
func TestGitHubCommandsOfAnything(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a::b", "\n::error::x", "%0A::set-env", "##[error]x", "a,line=7", "x:y", "%", "%25", "\r", ""}))
	rapid.Check(t, func(r *rapid.T) {
		message, name := texts.Draw(r, "message"), texts.Draw(r, "name")
		cs, text := commands(files{}, "", []gates.Diagnostic{{Code: gates.OddText, Severity: gates.Warning, Message: message, Span: vault.Span{File: name}}})
		if len(cs) != 1 || cs[0].name != "warning" || cs[0].data != Visible(message) || cs[0].properties["file"] != name || cs[0].properties["title"] != "odd-text" {
			r.Fatalf("of %q in %q: %+v\n%s", message, name, cs, text)
		}
	})
}
