//go:build !unix

package tool

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
)

// ownGroup sees to it that the programs which a program started die with it.
func ownGroup(cmd *exec.Cmd) {
	if runtime.GOOS != "windows" {
		return
	}
	cmd.Cancel = func() error {
		kill := filepath.Join(os.Getenv("SystemRoot"), "System32", "taskkill.exe")
		if exec.Command(kill, "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
}

// reap does nothing: what a program leaves behind is not known to be its own here.
func reap(*exec.Cmd) {}
