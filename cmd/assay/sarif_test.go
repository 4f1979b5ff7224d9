package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"
	"pgregory.net/rapid"

	"assay/cmd/internal/ui"
	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// sarifSchema is the JSON schema of SARIF 2.1.0 that OASIS publishes (errata 01). The
// module of go-sarif carries it, and shows it to nobody: so it is read from there.
func sarifSchema(t testing.TB) *gojsonschema.Schema {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatalf("find go-sarif: %v", err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "pkg/report/v210/sarif/schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err = strconv.Unquote(lit.Value)
		}
		return err == nil
	})
	if err != nil || !strings.Contains(text, "docs.oasis-open.org/sarif/sarif/v2.1.0/errata01") {
		t.Fatalf("no schema in go-sarif: %v", err)
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// A sarifFile is what these tests read of a log.
type sarifFile struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID                   string
					ShortDescription     struct{ Text string }
					DefaultConfiguration struct{ Level string }
				}
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ExitCode                   int
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
		AutomationDetails struct{ ID string }
		Artifacts         []struct{ Location struct{ URI string } }
		ColumnKind        string
		Results           []sarifFault
	}
}

type sarifFault struct {
	RuleID              string
	RuleIndex           int
	Level               string
	Message             struct{ Text string }
	Locations           []sarifPlace
	RelatedLocations    []sarifPlace
	PartialFingerprints map[string]string
	Suppressions        *[]struct{ Kind string }
	Fixes               []struct {
		ArtifactChanges []struct {
			Replacements []struct {
				DeletedRegion   sarifRegion
				InsertedContent struct{ Text string }
			}
		}
	}
	Properties map[string]string
}

type sarifPlace struct {
	Message          struct{ Text string }
	PhysicalLocation struct {
		ArtifactLocation struct {
			URI, URIBaseID string
			Index          int
		}
		Region sarifRegion
	}
}

type sarifRegion struct {
	StartLine, StartColumn, EndLine, EndColumn int
	Snippet                                    struct{ Text string }
}

// readSARIF holds a log against the standard, and reads it: against the schema, and
// against what a schema cannot say.
func readSARIF(t testing.TB, schema *gojsonschema.Schema, text []byte) sarifFile {
	t.Helper()
	result, err := schema.Validate(gojsonschema.NewBytesLoader(text))
	if err != nil {
		t.Fatalf("validate: %v\n%s", err, text)
	}
	for _, wrong := range result.Errors() {
		t.Errorf("not SARIF: %s", wrong)
	}
	// Another reader finds the same in it.
	report, err := sarif.FromBytes(text)
	if err != nil {
		t.Fatalf("go-sarif does not read it: %v", err)
	}
	var log sarifFile
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 || log.Runs[0].ColumnKind != "unicodeCodePoints" {
		t.Fatalf("%d runs\n%s", len(log.Runs), text)
	}
	run := log.Runs[0]
	if n := len(report.Runs[0].Results); n != len(run.Results) {
		t.Errorf("go-sarif reads %d of %d results", n, len(run.Results))
	}
	suppressions := 0
	for _, r := range run.Results {
		if r.Suppressions != nil {
			suppressions++
		}
		if rule := run.Tool.Driver.Rules[r.RuleIndex]; rule.ID != r.RuleID {
			t.Errorf("rule %d is %s, not %s", r.RuleIndex, rule.ID, r.RuleID)
		}
		if len(r.Locations) != 1 {
			t.Errorf("%s has %d locations: GitHub wants one", r.RuleID, len(r.Locations))
		}
		for _, p := range slices.Concat(r.Locations, r.RelatedLocations) {
			at := p.PhysicalLocation
			if at.ArtifactLocation.URI != run.Artifacts[at.ArtifactLocation.Index].Location.URI {
				t.Errorf("artifact %d is not %s", at.ArtifactLocation.Index, at.ArtifactLocation.URI)
			}
			if at.ArtifactLocation.URIBaseID != "%SRCROOT%" {
				t.Errorf("%s has no base", at.ArtifactLocation.URI)
			}
		}
		if strings.Contains(r.Message.Text, "](") || regexp.MustCompile(`(^|[^{])({{)*{[^{]`).MatchString(r.Message.Text) {
			t.Errorf("a message with a link or a placeholder: %s", r.Message.Text)
		}
	}
	if suppressions != 0 && suppressions != len(run.Results) {
		t.Errorf("%d of %d results say whether they are suppressed", suppressions, len(run.Results))
	}
	return log
}

// cut takes a region out of a text, counting as the standard says: lines from 1, ended
// by CRLF, LF or CR; columns from 1, in code points; the end exclusive; a byte order
// mark is no part of the text.
func cut(text string, r sarifRegion) string {
	runes := []rune(strings.TrimPrefix(text, "\ufeff"))
	offset := func(line, column int) int {
		at := 0
		for ; line > 1; line-- {
			for at < len(runes) && runes[at] != '\n' && runes[at] != '\r' {
				at++
			}
			if at+1 < len(runes) && runes[at] == '\r' && runes[at+1] == '\n' {
				at++
			}
			at++
		}
		return at + column - 1
	}
	from, to := offset(r.StartLine, r.StartColumn), offset(r.EndLine, r.EndColumn)
	if from < 0 || from > to || to > len(runes) {
		return fmt.Sprintf("nothing: %d to %d of %d", from, to, len(runes))
	}
	return string(runes[from:to])
}

// TestRegions: whatever stands before it, a fault is where its words are. The fault of
// each text stands between ⟦ and ⟧.
//
// Invariant (speaking): A place is where its words are, whatever stands before them, in every
// form of the answer.
func TestRegions(t *testing.T) {
	const fault = "⟦Black tea is steeped at 60 degrees Celsius.⟧"
	schema := sarifSchema(t)
	texts := map[string]string{
		"plain":      "# Tea\n\n" + fault + " ^[guide.md]\n",
		"cjk":        "# 茶\n\n緑茶は三分間蒸らす。" + fault + " ^[guide.md]\n",
		"chinese":    "# 茶\n\n⟦红茶在60摄氏度冲泡。⟧^[guide.md]\n",
		"tab":        "# Tea\n\n-\tTea.\t\tIt is old. " + fault + " ^[guide.md]\n",
		"emoji":      "# 🍵\n\nTea is 🍵🍵 good 𝕿𝖊𝖆. " + fault + " ^[guide.md]\n",
		"in it":      "# 🍵\n\n⟦Black tea 🍵 is steeped at 60 degrees 👨‍👩‍👧‍👦 Celsius.⟧ ^[guide.md]\n",
		"zwj":        "# Tea\n\nA family 👨‍👩‍👧‍👦 and a flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿 drink 👩🏽‍🍳 tea. " + fault + " ^[guide.md]\n",
		"combining":  "# Tea\n\nThe cafe\u0301 serves n\u0303 and a\u0328\u0301 tea. " + fault + " ^[guide.md]\n",
		"crlf":       "# Tea\r\n\r\nTea is old.\r\n" + fault + " ^[guide.md]\r\n",
		"cr":         "# Tea\r\rTea is old.\r\r" + fault + " ^[guide.md]\r",
		"bom":        "\ufeff" + fault + " ^[guide.md]\n",
		"bom crlf":   "\ufeff# Tea\r\n\r\n茶🍵 is old. " + fault + " ^[guide.md]\r\n",
		"two lines":  "# Tea\r\n\r\n茶🍵 is old. ⟦Black tea is steeped\r\nat 60 degrees Celsius.⟧ ^[guide.md]\r\n",
		"rtl":        "# שלום\n\nשלום עולם tea. " + fault + " ^[guide.md]\n",
		"separators": "# Tea\n\nTea is\u2028old\u0085and\u000bgood. " + fault + " ^[guide.md]\n",
		"no end":     "# Tea\n\n" + fault + " ^[guide.md]",
	}
	guide := "# Tea\n\nBlack tea is steeped at 95 degrees Celsius.\n\n红茶在95摄氏度冲泡。\n"
	for name, text := range texts {
		before, rest, _ := strings.Cut(text, "⟦")
		want, after, ok := strings.Cut(rest, "⟧")
		if !ok {
			t.Fatalf("%s has no fault", name)
		}
		text = before + want + after
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, map[string]string{"wiki/茶 & tea.md": text, "raw/guide.md": guide})
			a := assayAt(t, exampleDay, "check", dir, "--format", "sarif")
			if a.status != exitFaults {
				t.Fatalf("status %d\n%s%s", a.status, a.text, a.errs)
			}
			log := readSARIF(t, schema, []byte(a.text))
			found := false
			for _, r := range log.Runs[0].Results {
				place := r.Locations[0].PhysicalLocation
				if got := cut(text, place.Region); got != place.Region.Snippet.Text {
					t.Errorf("%s: the region is %q, the snippet %q", r.RuleID, got, place.Region.Snippet.Text)
				}
				if r.RuleID != "value-mismatch" {
					continue
				}
				found = true
				if got := cut(text, place.Region); got != want {
					t.Errorf("the region is %q", got)
				}
				if place.ArtifactLocation.URI != "wiki/%E8%8C%B6%20%26%20tea.md" {
					t.Errorf("uri %s", place.ArtifactLocation.URI)
				}
				if len(r.RelatedLocations) == 0 {
					t.Fatal("no quote")
				}
				if at := r.RelatedLocations[0].PhysicalLocation; cut(guide, at.Region) != at.Region.Snippet.Text || !strings.Contains(at.Region.Snippet.Text, "95") {
					t.Errorf("the quote is %q", cut(guide, at.Region))
				}
			}
			if !found {
				t.Fatalf("no fault found\n%s", a.text)
			}
			// The commands for GitHub say the same place.
			a = assayAt(t, exampleDay, "check", dir, "--format", "github")
			m := regexp.MustCompile(`(?m)^::error file=wiki/茶 & tea.md,line=(\d+),endLine=(\d+)(?:,col=(\d+),endColumn=(\d+))?,title=T0 value-mismatch::`).FindStringSubmatch(a.text)
			if m == nil {
				t.Fatalf("no command\n%s", a.text)
			}
			var r sarifRegion
			r.StartLine, _ = strconv.Atoi(m[1])
			r.EndLine, _ = strconv.Atoi(m[2])
			if r.StartLine != r.EndLine {
				if m[3] != "" {
					t.Error("columns of two lines, which the runner does not take")
				}
				return
			}
			r.StartColumn, _ = strconv.Atoi(m[3])
			r.EndColumn, _ = strconv.Atoi(m[4])
			if got := cut(text, r); got != want {
				t.Errorf("the command is of %q", got)
			}
		})
	}
}

func writeFiles(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// resultOf finds the first result of a rule.
func resultOf(t testing.TB, log sarifFile, rule string) sarifFault {
	t.Helper()
	for _, r := range log.Runs[0].Results {
		if r.RuleID == rule {
			return r
		}
	}
	t.Fatalf("no %s", rule)
	return sarifFault{}
}

// TestSARIF: the log of the real program, of a vault in a repository.
//
// Invariant (speaking): A SARIF log is valid by the schema of OASIS, and no text of a note is
// a link, placeholder or command in it or for GitHub. See also TestSARIFOfExample,
// TestSARIFOfAnything, TestSARIFLimit, TestGitHubCommands, TestGitHubCommandsOfAnything.
//
// Invariant (speaking): A fault keeps its fingerprint when lines above it move.
func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	repo := t.TempDir()
	dir := filepath.Join(repo, "notes", "my vault")
	note := "# Tea\n\nBlack tea is steeped at 60 degrees Celsius. ^[guide.md]\n\nOolong is rolled on Mondays. ^[gone-source.md]\n"
	writeFiles(t, dir, map[string]string{"wiki/tea.md": note, "raw/guide.md": "Black tea is steeped at 95 degrees Celsius.\n", ".obsidian/app.json": "{}"})
	writeFiles(t, repo, map[string]string{".git/HEAD": "ref: refs/heads/main\n"})
	read := func(status int, args ...string) sarifFile {
		t.Helper()
		a := assayAt(t, exampleDay, append([]string{"check", dir, "--format", "sarif"}, args...)...)
		if a.status != status {
			t.Fatalf("status %d, want %d\n%s%s", a.status, status, a.text, a.errs)
		}
		log := readSARIF(t, schema, []byte(a.text))
		if log.Runs[0].Invocations[0].ExitCode != status || !log.Runs[0].Invocations[0].ExecutionSuccessful {
			t.Errorf("invocation %+v", log.Runs[0].Invocations[0])
		}
		return log
	}
	log := read(exitFaults)
	first := resultOf(t, log, "value-mismatch")
	if first.Level != "error" || first.Properties["tier"] != "T0" || !strings.HasPrefix(first.Properties["claim"], "cl_") || len(first.PartialFingerprints) != 1 {
		t.Errorf("%+v", first)
	}
	if uri := first.Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "notes/my%20vault/wiki/tea.md" {
		t.Errorf("uri %s is not the repository's", uri)
	}
	if id := log.Runs[0].AutomationDetails.ID; id != "assay/notes/my vault/" {
		t.Errorf("category %q", id)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	if len(rules) != len(gates.Codes()) || rules[first.RuleIndex].DefaultConfiguration.Level != "error" || rules[first.RuleIndex].ShortDescription.Text == "" {
		t.Errorf("%d rules", len(rules))
	}
	if again := assayAt(t, exampleDay, "check", dir, "--format", "sarif"); strings.Contains(again.text, repo) {
		t.Error("the log has a path of this machine")
	}

	// Lines above it come and go, and others are wrong as well: it is the same fault.
	writeFiles(t, dir, map[string]string{"wiki/tea.md": "# Tea\n\nWhite tea is steeped at 10 degrees Celsius. ^[guide.md]\n\nNew.\n" + strings.TrimPrefix(note, "# Tea\n")})
	moved := read(exitFaults)
	same := 0
	for _, r := range moved.Runs[0].Results {
		if r.PartialFingerprints["assayFault/v1"] == first.PartialFingerprints["assayFault/v1"] {
			same++
			if was, is := first.Locations[0].PhysicalLocation.Region.StartLine, r.Locations[0].PhysicalLocation.Region.StartLine; is != was+4 {
				t.Errorf("line %d was %d", is, was)
			}
		}
	}
	if same != 1 {
		t.Errorf("%d results have the fault's fingerprint", same)
	}

	// What a baseline lets be is left out, since GitHub would show it as open; --all has it
	// as suppressed.
	if a := assayAt(t, exampleDay, "check", dir, "--baseline-write"); a.status != exitClean {
		t.Fatalf("%s%s", a.text, a.errs)
	}
	log = read(exitClean)
	if len(log.Runs[0].Results) != 0 || !strings.Contains(log.Runs[0].Invocations[0].ToolExecutionNotifications[0].Message.Text, "known") {
		t.Errorf("%+v", log.Runs[0].Invocations)
	}
	log = read(exitClean, "--all")
	if n := len(log.Runs[0].Results); n < 2 {
		t.Errorf("%d results", n)
	}
	for _, r := range log.Runs[0].Results {
		if r.Suppressions == nil || len(*r.Suppressions) != 1 || (*r.Suppressions)[0].Kind != "external" {
			t.Errorf("%s is not suppressed", r.RuleID)
		}
	}
	read(exitFaults, "--no-baseline")

	// A check that cannot be done writes no log: an empty one would close every alert.
	writeFiles(t, dir, map[string]string{gates.PolicyFile: "version: 9\n"})
	if a := assayAt(t, exampleDay, "check", dir, "--format", "sarif"); a.status != exitNothing || a.text != "" || a.errs == "" {
		t.Errorf("status %d: %s%s", a.status, a.text, a.errs)
	}
}

// TestSARIFOfExample: drafts, stale evidence that is told in one line, inferences.
func TestSARIFOfExample(t *testing.T) {
	dir, _ := builtExample(t)
	a := assayAt(t, exampleDay, "check", dir, "--format", "sarif")
	log := readSARIF(t, sarifSchema(t), []byte(a.text))
	seen := map[string]bool{}
	for _, r := range log.Runs[0].Results {
		place := r.Locations[0].PhysicalLocation
		name, err := url.PathUnescape(place.ArtifactLocation.URI)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if got := cut(string(text), place.Region); got != place.Region.Snippet.Text {
			t.Errorf("%s: %q is not %q", name, got, place.Region.Snippet.Text)
		}
		for _, fix := range r.Fixes {
			for _, edit := range fix.ArtifactChanges[0].Replacements {
				seen["fix"] = seen["fix"] || edit.InsertedContent.Text != ""
			}
		}
		mark := r.PartialFingerprints["assayFault/v1"]
		if seen[mark] {
			t.Errorf("two results have the fingerprint %s", mark)
		}
		seen[mark] = true
	}
	if !seen["fix"] {
		t.Error("no result has a fix")
	}
}

// mapped is a vault in memory.
type mapped map[string]string

func (m mapped) Read(path string) ([]byte, error) {
	if text, ok := m[path]; ok {
		return []byte(text), nil
	}
	return nil, os.ErrNotExist
}

// TestSARIFOfAnything: whatever notes are called and say, the log is valid, its places
// are in the file, and no message holds a link or a placeholder.
func TestSARIFOfAnything(t *testing.T) {
	schema := sarifSchema(t)
	if result, err := schema.Validate(gojsonschema.NewStringLoader(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"message":{}}]}]}`)); err != nil || result.Valid() {
		t.Fatalf("the schema takes anything: %v", err)
	}
	texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"[click](http://example.org)", "{0} and {{1}}", `\[a\](b) ]\(c)`, "50 % of a#b?c=d&e", "a: b, c\r\n::error::x", "<script>", "\x00\x1b[2J\u202e", "茶 🍵 é", "", "\xff\xfe"}))
	names := rapid.OneOf(rapid.SampledFrom([]string{"a.md", "b c.md", "茶.md", "50%.md", "a:b.md", "x#y?z.md", "../up.md", "d//e.md", "\x01.md", "", "http://example.org/x"}), rapid.StringN(1, 8, -1))
	rapid.Check(t, func(r *rapid.T) {
		files := mapped{}
		span := func() vault.Span {
			name := names.Draw(r, "name")
			if _, ok := files[name]; !ok && rapid.Bool().Draw(r, "there") {
				files[name] = texts.Draw(r, "text")
			}
			return vault.Span{File: name, Start: rapid.IntRange(0, 20).Draw(r, "start"), End: rapid.IntRange(0, 20).Draw(r, "end")}
		}
		var ds []gates.Diagnostic
		codes := gates.Codes()
		for range rapid.IntRange(0, 5).Draw(r, "faults") {
			d := gates.Diagnostic{Code: codes[rapid.IntRange(0, len(codes)-1).Draw(r, "code")].Code, Severity: gates.Severity(rapid.IntRange(0, 2).Draw(r, "severity")),
				Span: span(), Message: texts.Draw(r, "message"), Hint: texts.Draw(r, "hint"), Graded: rapid.Bool().Draw(r, "graded"), Tier: provenance.T0,
				Claim: markdown.ClaimID(rapid.SampledFrom([]string{"", "cl_a", "cl_b"}).Draw(r, "claim"))}
			for range rapid.IntRange(0, 2).Draw(r, "related") {
				d.Related = append(d.Related, gates.Related{Span: span(), Message: texts.Draw(r, "said"), Quote: texts.Draw(r, "quote")})
			}
			if rapid.Bool().Draw(r, "fix") {
				d.Fix = &gates.Fix{Title: texts.Draw(r, "title"), Edits: []gates.Edit{{Span: span(), Text: texts.Draw(r, "edit")}, {Span: span()}}}
			}
			ds = append(ds, d)
		}
		report := &reports.CheckReport{Diagnostics: ds, Known: ds, Baseline: &reports.BaselineReport{File: "base {0} [x](y)"}}
		var out bytes.Buffer
		o := &ui.Out{Stdout: &out, Stderr: &out, Texts: files.Read, Repo: rapid.SampledFrom([]string{"", "my vault", "茶"}).Draw(r, "repo")}
		if err := o.CheckSARIF(report, "0.1.0", 0, rapid.Bool().Draw(r, "known")); err != nil {
			r.Fatal(err)
		}
		result, err := schema.Validate(gojsonschema.NewBytesLoader(out.Bytes()))
		if err != nil || !result.Valid() {
			r.Fatalf("not SARIF: %v %v\n%s", err, result.Errors(), out.Bytes())
		}
		var log sarifFile
		if err := json.Unmarshal(out.Bytes(), &log); err != nil {
			r.Fatal(err)
		}
		for _, res := range log.Runs[0].Results {
			if strings.Contains(res.Message.Text, "](") || strings.Contains(strings.NewReplacer("{{", "", "}}", "").Replace(res.Message.Text), "{") {
				r.Fatalf("a message with a link or a placeholder: %q", res.Message.Text)
			}
			for _, p := range res.Locations {
				if u, err := url.Parse(p.PhysicalLocation.ArtifactLocation.URI); err != nil || u.IsAbs() && p.PhysicalLocation.ArtifactLocation.URIBaseID != "" || u.RawQuery+u.Fragment != "" {
					r.Fatalf("uri %q: %v", p.PhysicalLocation.ArtifactLocation.URI, err)
				}
			}
		}
	})
}

// TestSARIFLimit: GitHub rejects a log of more than 25,000 results, so the least of
// them go, and the log says so.
func TestSARIFLimit(t *testing.T) {
	ds := make([]gates.Diagnostic, 25_010)
	for i := range ds {
		ds[i] = gates.Diagnostic{Code: gates.UnresolvedLink, Span: vault.Span{File: "a.md"}, Message: "links to nothing"}
	}
	ds[len(ds)-1] = gates.Diagnostic{Code: gates.Uncited, Severity: gates.Error, Span: vault.Span{File: "z.md"}, Message: "says so"}
	var out, errs bytes.Buffer
	o := &ui.Out{Stdout: &out, Stderr: &errs, Texts: mapped{"a.md": "text"}.Read}
	if err := o.CheckSARIF(&reports.CheckReport{Diagnostics: ds}, "0.1.0", 0, false); err != nil {
		t.Fatal(err)
	}
	var log sarifFile
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != 25_000 || run.Results[0].RuleID != "uncited" || !strings.Contains(run.Invocations[0].ToolExecutionNotifications[0].Message.Text, "10 of 25010") || errs.Len() == 0 {
		t.Errorf("%d results, %s first, told %q %+v", len(run.Results), run.Results[0].RuleID, errs.String(), run.Invocations)
	}
}
