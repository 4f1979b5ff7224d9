package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler/adopt"
	"assay/compiler/eval"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/stats"
	"assay/gates"
	"assay/provenance"
)

// TestDocumentation holds the documents against the program: what they list is all
// there is, as it is.
func TestDocumentation(t *testing.T) {
	format, readme, architecture := document(t, "FORMAT.md"), document(t, "README.md"), document(t, "ARCHITECTURE.md")
	runbook, contributing := document(t, "RUNBOOK.md"), document(t, "CONTRIBUTING.md")
	row := func(cells ...string) {
		t.Helper()
		if line := "| " + strings.Join(cells, " | ") + " |"; !strings.Contains(format, line+"\n") {
			t.Errorf("FORMAT.md lacks the row\n%s", line)
		}
	}
	t.Run("states", func(t *testing.T) {
		for s := provenance.Proposed; s <= provenance.AuthRequired; s++ {
			if !strings.Contains(runbook, s.String()) {
				t.Errorf("RUNBOOK.md does not tell of the state %s", s)
			}
		}
	})
	t.Run("events", func(t *testing.T) {
		for _, k := range provenance.EventKinds() {
			sets := ""
			if k.Sets != provenance.StateNone {
				sets = k.Sets.String()
			}
			row("`"+k.Name+"`", k.Subject, sets, "`"+strings.Join(k.Data, "`, `")+"`", k.Doc)
		}
	})
	t.Run("tiers", func(t *testing.T) {
		for _, r := range provenance.Rules() {
			row("`"+r.Name+"`", r.Tier.String(), r.When)
		}
		for _, tier := range provenance.Tiers() {
			if !strings.Contains(readme, "\n| "+tier.String()+" | ") {
				t.Errorf("README.md has no row for %s", tier)
			}
		}
	})
	t.Run("codes", func(t *testing.T) {
		for _, c := range gates.Codes() {
			if line := fmt.Sprintf("| `%s` | %s | ", c.Code, c.Severity); !strings.Contains(format, "\n"+line) {
				t.Errorf("FORMAT.md has no row that begins with %s", line)
			}
		}
	})
	t.Run("policy", func(t *testing.T) { testPolicyDocument(t, format) })
	t.Run("commands", func(t *testing.T) {
		root := (&app{out: &ui.Out{}}).root()
		for _, c := range root.Commands() {
			if !c.Hidden && c.Name() != "help" && !strings.Contains(readme, "`assay "+c.Name()) {
				t.Errorf("README.md does not tell of `assay %s`", c.Name())
			}
			for _, sub := range c.Commands() {
				if !sub.Hidden && !strings.Contains(readme, sub.Name()) {
					t.Errorf("README.md does not tell of `assay %s %s`", c.Name(), sub.Name())
				}
			}
		}
		for name, text := range map[string]string{"README.md": readme, "RUNBOOK.md": runbook, "CONTRIBUTING.md": contributing, "FORMAT.md": format} {
			testCommandsExist(t, root, name, text)
		}
	})
	t.Run("json", func(t *testing.T) {
		for _, v := range []any{reports.Report{}, reports.ChangeReport{}, hookReport{}, reports.StatusReport{}, reports.ClaimRow{}, reports.GapRow{}, reports.WhyReport{},
			stats.MutateReport{}, stats.RunsReport{}, stats.WeightsProposal{}, reports.SourceReport{}, reports.Packet{}, review.ReviewItem{}, review.Decision{}, review.Decided{}, review.ConflictRow{}, review.Resolution{}, ui.Diagnostic{}, ui.Event{}, ui.LedgerReport{}, ui.Finding{},
			adopt.Adoption{}, adopt.Abandoned{}, eval.ClaimsReport{}, eval.SwapsReport{}, eval.WikisReport{}, eval.WikiLabel{}, eval.Comparison{}, eval.CalibrationReport{}, reports.JudgeReport{}, reports.BaselineReport{}, eval.RetrievalReport{}, eval.ExtractReport{}} {
			for _, field := range jsonFields(reflect.TypeOf(v), map[reflect.Type]bool{}) {
				if !strings.Contains(format, "`"+field+"`") {
					t.Errorf("FORMAT.md does not tell of the field %q of %T", field, v)
				}
			}
		}
	})
	t.Run("tests", func(t *testing.T) { testNamedTests(t, architecture+contributing) })
	t.Run("dependencies", func(t *testing.T) {
		for _, module := range directModules(t) {
			if !strings.Contains(contributing, "`"+module+"`") {
				t.Errorf("CONTRIBUTING.md does not say why %s is needed", module)
			}
		}
	})
	t.Run("files", func(t *testing.T) {
		for name, text := range map[string]string{"CONTRIBUTING.md": contributing, "ARCHITECTURE.md": architecture} {
			for _, m := range regexp.MustCompile("`((?:vault|provenance|ingest|gates|templates|compiler|cmd)/[a-z_/]+(?:\\.[a-z]+)?)`").FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil {
					t.Errorf("%s names %s, which is not there", name, m[1])
				}
			}
		}
	})
}

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
}

// how is what FORMAT.md says of an edge besides where it leads.
// testPolicyDocument reads the policy that FORMAT.md gives as the default one, and
// looks for every key that the reader of policies knows.
func testPolicyDocument(t *testing.T, format string) {
	_, text, ok := strings.Cut(format, "```yaml\nversion: 1.0\n")
	if !ok {
		t.Fatal("FORMAT.md has no policy")
	}
	text, _, _ = strings.Cut(text, "```")
	p, err := gates.ParsePolicy("FORMAT.md", []byte("version: 1.0\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(gates.Default(), p, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the policy in FORMAT.md is not the default one:\n%s", diff)
	}
	known := func(prefix string) []string {
		_, err := gates.ParsePolicy("p", []byte(prefix+"{zzzzzzzzzz: 1}"))
		var hints []string
		for _, h := range ui.HintsOf(err) {
			if _, list, ok := strings.Cut(h, ": "); ok {
				hints = strings.Split(list, ", ")
			}
		}
		if len(hints) == 0 {
			t.Fatalf("no known keys in the error %v", err)
		}
		return hints
	}
	for _, section := range known("") {
		if !strings.Contains("\n"+text, "\n"+section+":") && section != "version" {
			t.Errorf("the policy in FORMAT.md lacks %s", section)
			continue
		}
		if section == "version" {
			continue
		}
		_, body, _ := strings.Cut("\n"+text, "\n"+section+":")
		body = regexp.MustCompile(`\n[a-z]`).Split(body, 2)[0]
		for _, key := range known(section + ": ") {
			if !strings.Contains(body, key+":") {
				t.Errorf("the policy in FORMAT.md lacks %s.%s", section, key)
			}
		}
	}
}

// testCommandsExist looks at every command in backticks.
func testCommandsExist(t *testing.T, root *cobra.Command, name, text string) {
	for _, m := range regexp.MustCompile("`assay ([a-z]+)(?: ([a-z]+))?").FindAllStringSubmatch(text, -1) {
		cmd, rest, err := root.Find(m[1:2])
		if err != nil || len(rest) > 0 && cmd == root {
			if m[1] != "completion" && m[1] != "help" { // cobra adds these when it runs
				t.Errorf("%s tells of `assay %s`, which is no command", name, m[1])
			}
			continue
		}
		if m[2] == "" || !cmd.HasSubCommands() {
			continue
		}
		if sub, _, err := cmd.Find(m[2:3]); err != nil || sub == cmd {
			t.Errorf("%s tells of `assay %s %s`, which is no command", name, m[1], m[2])
		}
	}
}

// jsonFields are the names that values of a type have in JSON.
func jsonFields(t reflect.Type, seen map[reflect.Type]bool) (names []string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return jsonFields(t.Elem(), seen)
	case reflect.Struct:
	default:
		return nil
	}
	if seen[t] || !strings.HasPrefix(t.PkgPath(), "assay/") {
		return nil
	}
	seen[t] = true
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name != "" {
			names = append(names, name)
		}
		names = append(names, jsonFields(t.Field(i).Type, seen)...)
	}
	return names
}

// testNamedTests looks for every test, fuzz target and script that a text names.
func testNamedTests(t *testing.T, text string) {
	have := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Za-z0-9_]+)\(`)
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, ".txtar"):
			have[d.Name()] = true
		case strings.HasSuffix(path, "_test.go"):
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range declared.FindAllSubmatch(source, -1) {
				have[string(m[1])] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Za-z0-9_]+|[a-z]+\\.txtar)`").FindAllStringSubmatch(text, -1) {
		if !have[m[1]] {
			t.Errorf("the documents name %s, which is not there", m[1])
		}
	}
}

// directModules are the modules that our packages and their tests import.
func directModules(t *testing.T) (paths []string) {
	out, err := exec.Command("go", "list", "-f", `{{range .Imports}}{{.}} {{end}}{{range .TestImports}}{{.}} {{end}}{{range .XTestImports}}{{.}} {{end}}`, "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	used := strings.Fields(string(out))
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(?:require )?(\S+) v`).FindAllSubmatch(text, -1) {
		module := string(m[1])
		for _, path := range used {
			if path == module || strings.HasPrefix(path, module+"/") {
				paths = append(paths, module)
				break
			}
		}
	}
	if len(paths) == 0 {
		t.Fatal("go.mod names no module that is imported")
	}
	return paths
}
