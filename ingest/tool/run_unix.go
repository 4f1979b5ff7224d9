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

// reap kills what a program left behind that ended by itself.
func reap(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // nobody is in the group any more, mostly
	}
}
