//go:build unix && !linux

package browser

import (
	"os/exec"
	"syscall"
)

// group makes the browser the head of its processes.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// memory cannot be told cheaply.
func memory(int) int64 { return 0 }
