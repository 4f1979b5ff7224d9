//go:build unix

package browser

import (
	"os"
	"os/exec"
	"syscall"
)

// inherit gives the browser its ends of the pipes as descriptors 3 and 4, where it
// looks for them.
func inherit(cmd *exec.Cmd, r, w *os.File) { cmd.ExtraFiles = []*os.File{r, w} }

// killGroup ends the browser and its children at once.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// living reports whether a process exists.
func living(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}
