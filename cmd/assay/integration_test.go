package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"assay/cmd/internal/ui"
)

// What other programs are told of assay: the hooks of the pre-commit framework, the
// action for GitHub, and what docs/ci.md says to write for them.

// readYAML reads a file of the repository, and takes no key that into does not have.
func readYAML(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.UnmarshalWithOptions([]byte(text), into, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
}

// takesFlags reports what of a command line assay does not take.
func takesFlags(t *testing.T, line string) {
	t.Helper()
	words := strings.Fields(line)
	if words[0] != "assay" {
		t.Fatalf("%q does not begin with assay", line)
	}
	cmd, rest, err := (&app{out: &ui.Out{}}).root().Find(words[1:])
	if err != nil || !cmd.HasParent() {
		t.Fatalf("%q: no such command: %v", line, err)
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Errorf("%q: %v", line, err)
	}
}

// Invariant (speaking): What the documents tell pre-commit and GitHub to run is there, and
// runs. See also TestActionDefinition, TestAction.
func TestPreCommitHooks(t *testing.T) {
	var hooks []struct {
		ID            string `yaml:"id"`
		Name          string `yaml:"name"`
		Description   string `yaml:"description"`
		Entry         string `yaml:"entry"`
		Language      string `yaml:"language"`
		PassFilenames bool   `yaml:"pass_filenames"`
		AlwaysRun     bool   `yaml:"always_run"`
	}
	readYAML(t, document(t, ".pre-commit-hooks.yaml"), &hooks)
	readme, ids := document(t, "docs/ci.md"), []string{}
	for _, h := range hooks {
		ids = append(ids, h.ID)
		takesFlags(t, h.Entry)
		if h.Language != "golang" || h.PassFilenames || !h.AlwaysRun || h.Name == "" || h.Description == "" {
			t.Errorf("%+v", h)
		}
		if !strings.Contains(readme, "id: "+h.ID+"\n") {
			t.Errorf("docs/ci.md does not tell of the hook %s", h.ID)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^ +- id: (assay\S*)$`).FindAllStringSubmatch(readme, -1) {
		if !slices.Contains(ids, m[1]) {
			t.Errorf("docs/ci.md tells of the hook %s, which is not there", m[1])
		}
	}
}

// An action is action.yml.
type action struct {
	Name        string            `yaml:"name"`
	Description string            `yaml:"description"`
	Branding    map[string]string `yaml:"branding"`
	Inputs      map[string]struct {
		Description string `yaml:"description"`
		Default     string `yaml:"default"`
	} `yaml:"inputs"`
	Outputs map[string]struct {
		Description string `yaml:"description"`
		Value       string `yaml:"value"`
	} `yaml:"outputs"`
	Runs struct {
		Using string       `yaml:"using"`
		Steps []actionStep `yaml:"steps"`
	} `yaml:"runs"`
}

type actionStep struct {
	ID    string            `yaml:"id"`
	If    string            `yaml:"if"`
	Uses  string            `yaml:"uses"`
	With  map[string]string `yaml:"with"`
	Shell string            `yaml:"shell"`
	Env   map[string]string `yaml:"env"`
	Run   string            `yaml:"run"`
}

func TestActionDefinition(t *testing.T) {
	var a action
	readYAML(t, document(t, "action.yml"), &a)
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatalf("%+v", a.Runs)
	}
	used := map[string]bool{}
	named := regexp.MustCompile(`inputs\.([a-z]+)`)
	for _, s := range a.Runs.Steps {
		if (s.Uses == "") == (s.Run == "") || s.Run != "" && s.Shell != "bash" {
			t.Errorf("step %+v", s)
		}
		// A value that is pasted into a script is run by the shell.
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an expression in a script:\n%s", s.Run)
		}
		text := s.If
		for _, v := range s.Env {
			text += " " + v
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`\$(ASSAY[A-Z_]*)`).FindAllStringSubmatch(s.Run, -1) {
			if _, ok := s.Env[m[1]]; !ok {
				t.Errorf("the script uses $%s, which the step does not set", m[1])
			}
		}
	}
	for name, in := range a.Inputs {
		if !used[name] || in.Description == "" {
			t.Errorf("the input %s does nothing or says nothing", name)
		}
		delete(used, name)
	}
	if len(used) > 0 {
		t.Errorf("%v are no inputs", used)
	}
	// docs/ci.md has a workflow with it: what that sets is an input, what it reads an output.
	workflow := blockOf(t, "on:")
	for _, m := range regexp.MustCompile(`steps\.assay\.outputs\.([a-z]+)`).FindAllStringSubmatch(workflow, -1) {
		if _, ok := a.Outputs[m[1]]; !ok {
			t.Errorf("docs/ci.md reads the output %s, which is not there", m[1])
		}
	}
	var w struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(workflow), &w); err != nil {
		t.Fatal(err)
	}
	seen := false
	for _, s := range w.Jobs["assay"].Steps {
		if !strings.Contains(s.Uses, "/assay@") {
			continue
		}
		seen = true
		for name, value := range s.With {
			if _, ok := a.Inputs[name]; !ok {
				t.Errorf("docs/ci.md sets the input %s, which is not there", name)
			}
			if name == "args" {
				takesFlags(t, "assay check "+value)
			}
		}
	}
	if !seen {
		t.Error("docs/ci.md has no step with the action")
	}
}

// blockOf is the YAML block of docs/ci.md that has a line.
func blockOf(t *testing.T, line string) string {
	t.Helper()
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(document(t, "docs/ci.md"), -1) {
		if strings.Contains("\n"+m[1], "\n"+line) {
			return m[1]
		}
	}
	t.Fatalf("docs/ci.md has no YAML with %q", line)
	return ""
}

// TestAction runs the scripts of the action as a runner does.
func TestAction(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		if os.Getenv("CI") != "" && runtime.GOOS != "windows" {
			t.Fatal("no bash")
		}
		t.Skip("no bash to run the action's scripts")
	}
	t.Parallel()
	var a action
	readYAML(t, document(t, "action.yml"), &a)
	scripts := map[string]string{}
	for _, s := range a.Runs.Steps {
		scripts[s.ID] = s.Run
	}
	work, temp := t.TempDir(), t.TempDir()
	summary := filepath.Join(temp, "summary.md")
	writeFiles(t, work, map[string]string{".git/HEAD": "ref: refs/heads/main\n", "my notes/.obsidian/app.json": "{}",
		"my notes/wiki/tea.md": "# Tea\n\nBlack tea is steeped at 60 degrees Celsius. ^[guide.md]\n\nWhite tea is grown in Fujian. ^[gone.md]\n", "my notes/raw/guide.md": "Black tea is steeped at 95 degrees Celsius.\n"})
	step := func(script string, env ...string) (status int, said, outputs string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "outputs")
		cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
		cmd.Dir = work
		cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+file, "RUNNER_TEMP="+temp, "SOURCE_DATE_EPOCH=1780000000", "GITHUB_STEP_SUMMARY="+summary,
			"GITHUB_SERVER_URL=https://github.example", "GITHUB_REPOSITORY=ada/notes", "GITHUB_SHA=0123abc")
		for name, in := range a.Inputs {
			cmd.Env = append(cmd.Env, "ASSAY_"+strings.ToUpper(name)+"="+in.Default)
		}
		cmd.Env = append(cmd.Env, env...)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		var failed *exec.ExitError
		if err := cmd.Run(); errors.As(err, &failed) {
			status = failed.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(file)
		return status, out.String(), string(text)
	}
	check := func(env ...string) (int, string, string) {
		t.Helper()
		return step(scripts["check"], append([]string{"ASSAY=assay", "ASSAY_VAULT=my notes"}, env...)...)
	}
	status, said, outputs := check()
	if status != exitFaults || !strings.Contains(said, "::error file=my notes/wiki/tea.md,line=3,") || outputs != "status=1\n" {
		t.Errorf("status %d, outputs %q\n%s", status, outputs, said)
	}
	if !strings.Contains(said, "read 1 note: 2 citations (^[file.md]); 1 resolves\n") {
		t.Errorf("the log has no first screen:\n%s", said)
	}
	if report, err := os.ReadFile(summary); err != nil || !strings.Contains(string(report), "## assay: 1 error, 1 warning\n") || !strings.Contains(string(report), "(<https://github.example/ada/notes/blob/0123abc/my%20notes/wiki/tea.md#L3>)") {
		t.Errorf("%v\n%s", err, report)
	}
	status, said, outputs = check("ASSAY_SARIF=a b.sarif", "ASSAY_FAIL=false", "ASSAY_FORMAT=text")
	if status != exitClean || !strings.Contains(said, "wiki/tea.md:3:1: error: T0") || outputs != "sarif=a b.sarif\nstatus=1\n" {
		t.Errorf("status %d, outputs %q\n%s", status, outputs, said)
	}
	text, err := os.ReadFile(filepath.Join(work, "a b.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if log := readSARIF(t, sarifSchema(t), text); resultOf(t, log, "value-mismatch").Locations[0].PhysicalLocation.ArtifactLocation.URI != "my%20notes/wiki/tea.md" {
		t.Errorf("%s", text)
	}
	// A flag from args, a baseline, and what is hostile to a shell.
	if a := assayAt(t, exampleDay, "check", filepath.Join(work, "my notes"), "--baseline", filepath.Join(work, "my notes", "x.assay-baseline.jsonl"), "--baseline-write"); a.status != exitClean {
		t.Fatal(a.errs)
	}
	if status, said, _ = check("ASSAY_BASELINE=my notes/x.assay-baseline.jsonl", "ASSAY_ARGS=  --warn-error  --all "); status != exitClean || !strings.Contains(said, "2 known") {
		t.Errorf("status %d\n%s", status, said)
	}
	if status, said, outputs = check("ASSAY_VAULT=$(touch owned); `touch owned`", "ASSAY_ARGS=--all; touch owned", "ASSAY_SARIF=b.sarif"); status != exitNothing || exists(filepath.Join(work, "owned")) || outputs != "status=2\n" || exists(filepath.Join(work, "b.sarif")) {
		t.Errorf("status %d, outputs %q\n%s", status, outputs, said)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	status, said, outputs = step(scripts["build"], "ASSAY_SOURCE="+root, "CGO_ENABLED=0")
	program, ok := strings.CutPrefix(strings.TrimSpace(outputs), "program=")
	if status != 0 || !ok {
		t.Fatalf("status %d, outputs %q\n%s", status, outputs, said)
	}
	if out, err := exec.Command(program, "version").Output(); err != nil || !strings.HasPrefix(string(out), "assay ") {
		t.Errorf("%s: %v", out, err)
	}
}
