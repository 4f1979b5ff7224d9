package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/ingest/plain"
	"assay/ingest/tool"
)

// A habit is what a fake program does: tools have many.
type habit struct {
	Stdout  string
	Stderr  string
	Code    int
	File    string        // what it writes to the file behind -o
	Sleep   time.Duration // before it ends
	Fork    bool          // leave another of itself behind, which holds its output open
	Version string        // what it says to --version
	Write   string        // a file that it writes besides
}

const sleeper = "sleeper"

// TestMain lets the test binary stand in for agents: under another name it does what the file
// beside it says.
func TestMain(m *testing.M) {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if strings.HasSuffix(name, ".test") || strings.Contains(name, "__debug") {
		os.Exit(m.Run())
	}
	os.Exit(play(name))
}

func play(name string) int {
	if name == sleeper {
		time.Sleep(time.Minute)
		return 0
	}
	dir := filepath.Dir(os.Args[0])
	var h habit
	b, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err != nil || json.Unmarshal(b, &h) != nil {
		return 99
	}
	if len(os.Args) > 1 && os.Args[1] == "--version" {
		fmt.Println(h.Version)
		return 0
	}
	stdin, _ := io.ReadAll(os.Stdin)
	here, _ := os.ReadDir(".")
	wd, _ := os.Getwd()
	run, _ := json.Marshal(ran{os.Args[1:], string(stdin), os.Environ(), wd, len(here)})
	if f, err := os.OpenFile(filepath.Join(dir, name+".log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		fmt.Fprintf(f, "%s\n", run)
		f.Close()
	}
	for i, arg := range os.Args {
		if arg == "-o" && h.File != "" && i+1 < len(os.Args) {
			os.WriteFile(os.Args[i+1], []byte(h.File), 0o600)
		}
	}
	if h.Write != "" {
		os.WriteFile(h.Write, []byte("patch"), 0o600)
	}
	io.WriteString(os.Stderr, h.Stderr)
	io.WriteString(os.Stdout, h.Stdout)
	if h.Fork {
		c := exec.Command(filepath.Join(dir, sleeper))
		c.Stdout = os.Stdout
		if c.Start() == nil {
			os.WriteFile(filepath.Join(dir, "child.pid"), fmt.Append(nil, c.Process.Pid), 0o600)
		}
	}
	time.Sleep(h.Sleep)
	return h.Code
}

// ran is how a fake program was run.
type ran struct {
	Args  []string
	Stdin string
	Env   []string
	Dir   string
	Files int // in its folder
}

// bench is a folder for a $PATH with fake programs.
type bench struct {
	dir string
	env map[string]string
}

func newBench(t *testing.T) *bench {
	return &bench{t.TempDir(), map[string]string{}}
}

func (b *bench) put(t *testing.T, name string, h habit) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{name, sleeper} {
		if err := os.Symlink(self, filepath.Join(b.dir, program)); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
	text, _ := json.Marshal(h)
	if err := os.WriteFile(filepath.Join(b.dir, name+".json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) runs(t *testing.T, name string) (list []ran) {
	t.Helper()
	text, _ := os.ReadFile(filepath.Join(b.dir, name+".log"))
	for line := range strings.Lines(string(text)) {
		var r ran
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func (b *bench) options() Options {
	return Options{Door: door{tool.Programs{Path: b.dir}}, Getenv: func(name string) string { return b.env[name] }, Timeout: 30 * time.Second}
}

// door is the real one, as the program has it.
type door struct{ tool.Programs }

func (d door) Run(ctx context.Context, r Run) (stdout, stderr string, err error) {
	out, errs, err := d.Programs.Run(ctx, tool.Command{Name: r.Program, Args: r.Args, Dir: r.Dir, Env: r.Env, Stdin: r.Stdin, Timeout: r.Timeout})
	return plain.Text(out), plain.Text(errs), err
}
