package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"assay/agents"
	"assay/cmd/internal/ui"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

var update = flag.Bool("update", false, "rewrite the generated parts and the examples of the documents")

// regions are the parts of documents that the program's own tables make. In a document
// one stands between <!-- generated: NAME --> and <!-- /generated -->.
var regions = map[string]func(*testing.T) string{
	"tiers": tierRegion, "rules": ruleRegion, "codes": codeRegion, "terms": termRegion, "policy": policyRegion,
	"commands": commandRegion, "verdicts": verdictRegion,
	"json": jsonRegion, "packages": packageRegion, "sources": sourceRegion, "agents": agentRegion, "mcp": mcpRegion,
}

// agentRegion is a table of the agents that assay knows.
func agentRegion(*testing.T) string {
	var b strings.Builder
	b.WriteString("| agent | tier | how it is asked | schema | lines read from |\n|---|---|---|---|---|\n")
	list := agents.Table()
	slices.SortStableFunc(list, func(a, b agents.Spec) int { return cmp.Compare(b.Tier, a.Tier) })
	for _, s := range list {
		how, schema := "`"+strings.Join(append(append([]string{s.Program.Program}, quotedEmpty(s.Args)...), s.Last...), " ")+"`", "held to it by a flag"
		if s.Endpoint != "" {
			how, schema = s.Endpoint, "held to it over HTTP"
		} else if len(s.WithSchema) == 0 {
			schema = "told in the question"
		}
		if s.MinVersion != "" {
			how += ", " + s.MinVersion + " or newer"
		}
		if len(s.Needs) > 0 {
			how += ", with a key"
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", s.Name, s.Tier, how, schema, s.ReadFrom)
	}
	return b.String()
}

func quotedEmpty(args []string) []string {
	out := slices.Clone(args)
	for i := range out {
		if out[i] == "" {
			out[i] = `""`
		}
	}
	return out
}

// documents are all that a reader is given, by their path from the top.
func documents(t *testing.T) (paths []string) {
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("no documents %s: %v", pattern, err)
		}
		for _, f := range found {
			rel, _ := filepath.Rel(filepath.Join("..", ".."), f)
			paths = append(paths, filepath.ToSlash(rel))
		}
	}
	return paths
}

// rewrite puts a document's new text in its place, where -update asks for that.
func rewrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join("..", "..", filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

var region = regexp.MustCompile(`(?s)(<!-- generated: ([a-z]+) -->\n)(.*?)(<!-- /generated -->)`)

// TestDocumentationIsGenerated: what documents list is what the program has.
func TestDocumentationIsGenerated(t *testing.T) {
	used := map[string]bool{}
	for _, name := range documents(t) {
		text := document(t, name)
		fresh := region.ReplaceAllStringFunc(text, func(s string) string {
			m := region.FindStringSubmatch(s)
			make, ok := regions[m[2]]
			if !ok {
				t.Errorf("%s: nothing generates %q", name, m[2])
				return s
			}
			used[m[2]] = true
			return m[1] + "\n" + strings.TrimSpace(make(t)) + "\n\n" + m[4]
		})
		switch {
		case fresh == text:
		case *update:
			rewrite(t, name, fresh)
		default:
			t.Errorf("%s is not what the program has; go test ./cmd/assay -run TestDocumentation -update\n%s", name, firstDifference(text, fresh))
		}
	}
	for name := range regions {
		if !used[name] {
			t.Errorf("no document has the part %q", name)
		}
	}
}

// firstDifference are the first lines of two texts that are not the same.
func firstDifference(old, fresh string) string {
	a, b := strings.Split(old, "\n"), strings.Split(fresh, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, and %d", len(a), len(b))
}

// A table is one of Markdown.
type table struct{ bytes.Buffer }

func newTable(heads ...string) *table {
	t := &table{}
	t.row(heads...)
	t.WriteString(strings.Repeat("|---", len(heads)) + "|\n")
	return t
}

func (t *table) row(cells ...string) {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(strings.ReplaceAll(c, "\n", " "), "|", `\|`)
	}
	fmt.Fprintf(t, "| %s |\n", strings.Join(cells, " | "))
}

func tierRegion(*testing.T) string {
	rows := newTable("tier", "name", "what it says")
	for _, tier := range provenance.Tiers() {
		term, _ := gates.LookupTerm(tier.String())
		what, _, _ := strings.Cut(term.Explain, ". ")
		rows.row(term.Name, term.Means, strings.TrimSuffix(what, ".")+".")
	}
	return rows.String()
}

func ruleRegion(*testing.T) string {
	rows := newTable("rule", "tier", "when")
	for _, r := range provenance.Rules() {
		rows.row("`"+r.Name+"`", r.Tier.String(), r.When)
	}
	return rows.String()
}

func codeRegion(*testing.T) string {
	rows := newTable("code", "severity", "what it means", "what to do")
	for _, c := range gates.Codes() {
		rows.row("`"+string(c.Code)+"`", c.Severity.String(), c.Means, c.Do)
	}
	return rows.String()
}

func termRegion(*testing.T) string {
	rows := newTable("word", "of", "what it means", "and what to do")
	for _, term := range gates.Terms() {
		rows.row("`"+term.Name+"`", term.Kind, term.Means, term.Explain)
	}
	return rows.String()
}

func verdictRegion(*testing.T) string {
	looks := map[web.Look]string{web.LooksGood: "there is a page", web.NothingThere: "there is nothing", web.CouldNotLook: "could not look"}
	rows := newTable("verdict", "says", "meaning")
	for _, v := range web.Verdicts() {
		rows.row("`"+string(v)+"`", looks[v.Look()], v.Explain())
	}
	return rows.String()
}

// policyRegion is a table for each section of the policy.
func policyRegion(*testing.T) string {
	var b strings.Builder
	section, rows := "", newTable("key", "value", "default", "meaning")
	end := func() {
		if section != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n", section, rows)
		}
	}
	for _, k := range gates.PolicyKeys() {
		of, _, ok := strings.Cut(k.Key, ".")
		if !ok {
			of = "version"
		}
		if of != section {
			end()
			section, rows = of, newTable("key", "value", "default", "meaning")
		}
		rows.row("`"+k.Key+"`", k.Value, "`"+k.Default+"`", k.Means)
	}
	end()
	return b.String()
}

// commandRegion is the help of every command.
func commandRegion(*testing.T) string {
	var b strings.Builder
	root := (&app{out: &ui.Out{}}).root()
	rows := newTable("command", "does")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "completion" {
			rows.row("[`assay "+c.Name()+"`](#assay-"+c.Name()+")", c.Short)
		}
	}
	fmt.Fprintf(&b, "%s\nEvery command takes:\n\n```\n%s```\n\n", rows, root.PersistentFlags().FlagUsagesWrapped(98))
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "completion" {
			writeCommand(&b, c)
		}
	}
	return b.String()
}

var listed = regexp.MustCompile(`(?m)^  (\S.*)$`) // of a help text

func writeCommand(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "## %s\n\n%s\n\n", c.CommandPath(), listed.ReplaceAllString(cmp.Or(c.Long, wrapped(c.Short)), "- $1"))
	usage := c.UseLine()
	if c.HasAvailableSubCommands() {
		usage = c.CommandPath() + " COMMAND"
	}
	fmt.Fprintf(b, "```\n%s\n```\n\n", usage)
	if c.LocalNonPersistentFlags().HasAvailableFlags() {
		fmt.Fprintf(b, "```\n%s```\n\n", c.LocalNonPersistentFlags().FlagUsagesWrapped(98))
	}
	if c.Example != "" {
		fmt.Fprintf(b, "```\n%s\n```\n\n", c.Example)
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			writeCommand(b, sub)
		}
	}
}
