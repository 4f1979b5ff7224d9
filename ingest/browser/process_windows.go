package browser

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// group keeps a console from opening.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true} }

// inherit gives the browser its ends of the pipes, whose handles it is told.
func inherit(cmd *exec.Cmd, r, w *os.File) {
	in, out := syscall.Handle(r.Fd()), syscall.Handle(w.Fd())
	for _, h := range []syscall.Handle{in, out} {
		syscall.SetHandleInformation(h, syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT)
	}
	cmd.SysProcAttr.AdditionalInheritedHandles = []syscall.Handle{in, out}
	cmd.Args = append(cmd.Args[:1:1], append([]string{fmt.Sprintf("--remote-debugging-io-pipes=%d,%d", in, out)}, cmd.Args[1:]...)...)
}

// killGroup ends the browser and its children at once.
func killGroup(cmd *exec.Cmd) {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
	cmd.Process.Kill()
}

// memory cannot be told cheaply.
func memory(int) int64 { return 0 }

// living is asked of no process here: a profile in use has a file that is locked.
func living(int) bool { return false }
