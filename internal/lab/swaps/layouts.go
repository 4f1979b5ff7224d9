package main

import (
	"fmt"
	"strings"
)

// A layout writes pairs as a source.
type layout struct {
	name  string
	two   bool // it joins two pairs, no more
	write func(*tongue, *domain, []pair) string
}

var layouts = []layout{
	{"list", false, bullets},
	{"key value", false, keys},
	{"table", false, func(_ *tongue, d *domain, pairs []pair) string { return table(d, pairs, false) }},
	{"two columns", false, func(_ *tongue, d *domain, pairs []pair) string { return table(d, pairs, true) }},
	{"transposed", false, transposed},
	{"yaml", false, yaml},
	{"json", false, jsonText},
	{"headings", false, headings},
	{"and", true, func(t *tongue, d *domain, pairs []pair) string { return joined(t, d, pairs, t.and) }},
	{"while", true, func(t *tongue, d *domain, pairs []pair) string { return joined(t, d, pairs, t.while) }},
	{"respectively", true, crossed},
	{"prose", false, func(t *tongue, d *domain, pairs []pair) string { return joined(t, d, pairs, "") }},
}

func bullets(_ *tongue, d *domain, pairs []pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", capital(d.attr))
	for _, p := range pairs {
		fmt.Fprintf(&b, "- %s: %s\n", capital(p.subject), p.value)
	}
	return b.String()
}

func keys(_ *tongue, d *domain, pairs []pair) string {
	var b strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&b, "%s (%s): %s\n", capital(p.subject), d.attr, p.value)
	}
	return b.String()
}

func table(d *domain, pairs []pair, second bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s |", d.head, capital(d.attr))
	if second {
		fmt.Fprintf(&b, " %s |", d.second)
	}
	b.WriteString("\n|---|---|")
	if second {
		b.WriteString("---|")
	}
	b.WriteString("\n")
	for _, p := range pairs {
		fmt.Fprintf(&b, "| %s | %s |", capital(p.subject), p.value)
		if second {
			fmt.Fprintf(&b, " %s |", p.second)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func transposed(_ *tongue, d *domain, pairs []pair) string {
	lines := []string{"| |", "|---|", "| " + capital(d.attr) + " |", "| " + d.second + " |"}
	for _, p := range pairs {
		lines[0] += " " + capital(p.subject) + " |"
		lines[1] += "---|"
		lines[2] += " " + p.value + " |"
		lines[3] += " " + p.second + " |"
	}
	return strings.Join(lines, "\n") + "\n"
}

func yaml(_ *tongue, d *domain, pairs []pair) string {
	var b strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&b, "%s:\n  %s: %s\n  %s: %s\n", p.subject, d.attr, p.value, d.second, p.second)
	}
	return b.String()
}

func jsonText(_ *tongue, d *domain, pairs []pair) string {
	items := make([]string, len(pairs))
	for i, p := range pairs {
		items[i] = fmt.Sprintf("  %q: {%q: %q, %q: %q}", p.subject, d.attr, p.value, d.second, p.second)
	}
	return "{\n" + strings.Join(items, ",\n") + "\n}\n"
}

func headings(t *tongue, d *domain, pairs []pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", t.caption)
	for _, p := range pairs {
		fmt.Fprintf(&b, "\n## %s\n\n%s: %s\n%s: %s\n", capital(p.subject), capital(d.attr), p.value, d.second, p.second)
	}
	return b.String()
}

// joined writes a clause for each pair: in one sentence, or with no joint in a sentence
// each.
func joined(t *tongue, d *domain, pairs []pair, joint string) string {
	clauses := make([]string, len(pairs))
	for i, p := range pairs {
		clauses[i] = fill(d.says, p.subject, p.value)
	}
	end := strings.TrimSpace(t.stop)
	if joint != "" {
		return capital(strings.Join(clauses, joint)) + end
	}
	for i := range clauses {
		clauses[i] = capital(clauses[i])
	}
	return strings.Join(clauses, t.stop) + end
}

func crossed(t *tongue, d *domain, pairs []pair) string {
	form := strings.NewReplacer("{s1}", pairs[0].subject, "{s2}", pairs[1].subject, "{v1}", pairs[0].value, "{v2}", pairs[1].value)
	return form.Replace(d.both) + strings.TrimSpace(t.stop)
}
