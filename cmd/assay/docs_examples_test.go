package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// An example is a fenced block whose first line is a command behind "$ ". What follows
// a command is what it prints; a line … stands for any number of lines. Blocks run in
// the order of their document, below a comment that says what they find:
//
//	<!-- example: example-vault -->       that vault, as it is committed
//	<!-- example
//	-- wiki/a.md --                       these files (txtar)
//	…
//	-->
//
// A comment <!-- not run: why --> right above a block leaves it as it is.
var (
	exampleStart = regexp.MustCompile(`(?ms)^<!-- example(?:: (example-vault)| *\n(.*?)\n)\s*-->\n|^(<!-- not run: [^\n]+ -->\n)?` + "```[a-z]*\n(\\$ .*?)^```\n")
	duration     = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)?(ms|s)\b`)
)

// TestDocumentationExamples: what documents say that assay prints, it prints.
func TestDocumentationExamples(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("examples are commands for a shell")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range documents(t) {
		text := document(t, name)
		if !exampleStart.MatchString(text) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, failed := "", false
			fresh := exampleStart.ReplaceAllStringFunc(text, func(s string) string {
				m := exampleStart.FindStringSubmatch(s)
				switch {
				case m[4] == "":
					dir = exampleFiles(t, m[1], m[2])
					return s
				case m[3] != "":
					return s
				case dir == "":
					t.Fatalf("%s: nothing says what this finds: write <!-- example: example-vault --> above it\n%s", name, s)
				}
				got := runExample(t, dir, m[4])
				if matches(m[4], got) {
					return s
				}
				failed = true
				if !*update {
					t.Errorf("%s: it prints something else: go test ./cmd/assay -run TestDocumentationExamples -update\n%s", name, got)
				}
				return strings.Replace(s, m[4], got, 1)
			})
			if failed && *update {
				rewrite(t, name, fresh)
			}
		})
	}
}

// exampleFiles makes what an example finds.
func exampleFiles(t *testing.T, name, files string) string {
	dir := t.TempDir()
	if name != "" {
		ignored := ignoredBy(t, exampleDir)
		for path, text := range tree(t, exampleDir) {
			if !ignored(path) {
				writeExample(t, dir, name+"/"+path, []byte(text))
			}
		}
		return dir
	}
	for _, f := range txtar.Parse([]byte(files + "\n")).Files {
		writeExample(t, dir, f.Name, f.Data)
	}
	return dir
}

func writeExample(t *testing.T, dir, name string, data []byte) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, fs.FileMode(0o666)); err != nil {
		t.Fatal(err)
	}
}

// runExample runs the commands of a block and gives the block as it would be.
func runExample(t *testing.T, dir, block string) string {
	var b strings.Builder
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1782864000", "NO_COLOR=1", "USER=ada", "GIT_CEILING_DIRECTORIES="+dir,
			"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=ada", "GIT_AUTHOR_EMAIL=ada@example.org",
			"GIT_COMMITTER_NAME=ada", "GIT_COMMITTER_EMAIL=ada@example.org", "XDG_CACHE_HOME="+dir+".cache")
		out, err := cmd.CombinedOutput()
		if status, ok := err.(*exec.ExitError); err != nil && (!ok || status.ExitCode() > exitNothing) {
			t.Errorf("%s%v\n%s", line, err, out)
		}
		b.WriteString(line)
		b.WriteString(strings.ReplaceAll(string(out), dir, "/home/ada/notes"))
	}
	return b.String()
}

// matches reports whether a block is what was printed: times are not compared, and a
// line … is any lines.
func matches(block, got string) bool {
	var pattern strings.Builder
	pattern.WriteString(`^`)
	for line := range strings.Lines(duration.ReplaceAllString(block, "1ms")) {
		if line == "…\n" {
			pattern.WriteString(`(?:.*\n)*?`)
		} else {
			pattern.WriteString(regexp.QuoteMeta(line))
		}
	}
	return regexp.MustCompile(pattern.String() + `$`).MatchString(duration.ReplaceAllString(got, "1ms"))
}
