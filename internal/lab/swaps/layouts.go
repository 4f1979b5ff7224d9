package main

import (
	"strings"
	"text/template"
)

// A layout writes pairs as a source.
type layout struct {
	name string
	two  bool // it joins two pairs, no more
	form string
}

var layouts = []layout{
	{"list", false, "## {{capital .Attr}}\n\n{{range .Pairs}}- {{capital .Subject}}: {{.Value}}\n{{end}}"},
	{"key value", false, "{{range .Pairs}}{{capital .Subject}} ({{$.Attr}}): {{.Value}}\n{{end}}"},
	{"table", false, "| {{.Head}} | {{capital .Attr}} |\n|---|---|\n{{range .Pairs}}| {{capital .Subject}} | {{.Value}} |\n{{end}}"},
	{"two columns", false, "| {{.Head}} | {{capital .Attr}} | {{.Second}} |\n|---|---|---|\n" +
		"{{range .Pairs}}| {{capital .Subject}} | {{.Value}} | {{.Second}} |\n{{end}}"},
	{"transposed", false, "| |{{range .Pairs}} {{capital .Subject}} |{{end}}\n|---|{{range .Pairs}}---|{{end}}\n" +
		"| {{capital .Attr}} |{{range .Pairs}} {{.Value}} |{{end}}\n| {{.Second}} |{{range .Pairs}} {{.Second}} |{{end}}\n"},
	{"yaml", false, "{{range .Pairs}}{{.Subject}}:\n  {{$.Attr}}: {{.Value}}\n  {{$.Second}}: {{.Second}}\n{{end}}"},
	{"json", false, "{\n{{range $i, $_ := .Pairs}}{{if $i}},\n{{end}}" +
		`  {{printf "%q: {%q: %q, %q: %q}" .Subject $.Attr .Value $.Second .Second}}{{end}}` + "\n}\n"},
	{"headings", false, "# {{.Caption}}\n{{range .Pairs}}\n## {{capital .Subject}}\n\n{{capital $.Attr}}: {{.Value}}\n{{$.Second}}: {{.Second}}\n{{end}}"},
	{"and", true, "{{with .Pairs}}{{capital ($.Clause (index . 0))}}{{$.And}}{{$.Clause (index . 1)}}{{end}}{{.End}}"},
	{"while", true, "{{with .Pairs}}{{capital ($.Clause (index . 0))}}{{$.While}}{{$.Clause (index . 1)}}{{end}}{{.End}}"},
	{"respectively", true, "{{.Crossed}}{{.End}}"},
	{"prose", false, "{{range $i, $p := .Pairs}}{{if $i}}{{$.Stop}}{{end}}{{capital ($.Clause $p)}}{{end}}{{.End}}"},
}

// A source is what a layout is filled in with.
type source struct {
	*tongue
	*domain
	Pairs []pair
}

func (s source) Clause(p pair) string { return fill(s.Says, p.Subject, p.Value) }
func (s source) End() string          { return strings.TrimSpace(s.Stop) }

// Crossed tells both subjects, and then both values.
func (s source) Crossed() string {
	a, b := s.Pairs[0], s.Pairs[1]
	return strings.NewReplacer("{s1}", a.Subject, "{s2}", b.Subject, "{v1}", a.Value, "{v2}", b.Value).Replace(s.Both)
}

func (l layout) write(s source) string {
	var b strings.Builder
	form := template.New(l.name).Funcs(template.FuncMap{"capital": capital})
	if err := template.Must(form.Parse(l.form)).Execute(&b, s); err != nil {
		panic(err) // forms are part of the program
	}
	return b.String()
}
