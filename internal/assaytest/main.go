package assaytest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// Main builds the program, puts it first on PATH and runs the tests: what TestMain of a
// package does whose tests run it. With the race detector the program has it too.
func Main(m *testing.M) {
	bin, err := os.MkdirTemp("", "assay-bin-")
	if err != nil {
		fail(err)
	}
	name := "assay"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	args := []string{"build", "-o", filepath.Join(bin, name)}
	if race {
		args = append(args, "-race")
	}
	if out, err := exec.Command("go", append(args, "assay/cmd/assay")...).CombinedOutput(); err != nil {
		fail(fmt.Errorf("build assay: %w\n%s", err, out))
	}
	os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	Unseen()
	status := m.Run()
	_ = os.RemoveAll(bin)
	os.Exit(status)
}

// remember opens each folder of the module while a test runs: the go command keeps results of tests by
// what they open, and knows nothing of the program that was built here.
var remember = sync.OnceFunc(func() {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return // without the go command nothing was built
	}
	_ = filepath.WalkDir(strings.TrimSpace(string(root)), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "bin") {
			return fs.SkipDir
		}
		return err
	})
})

// Unseen keeps what tests make away from the user's cache of results. The go command, which some
// tests run, keeps its own.
func Unseen() {
	if dir, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		os.Setenv("GOCACHE", filepath.Join(dir, "go-build"))
	}
	os.Setenv("XDG_CACHE_HOME", os.DevNull)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
