//go:build unix

package tool

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a program into a group of its own, which is killed as one: the
// programs that it started die with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
