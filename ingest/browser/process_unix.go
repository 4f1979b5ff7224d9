//go:build unix

package browser

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group makes the browser the head of its processes, which end with it, and puts relay
// between it and chromedp: what it writes to, its second pipe, becomes one of ours.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = mortal()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	end := cmd.ExtraFiles[1]
	fd, err := unix.FcntlInt(end.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return
	}
	to := os.NewFile(uintptr(fd), "chromedp")
	r, w, err := os.Pipe()
	if err == nil {
		err = unix.Dup2(int(w.Fd()), int(end.Fd()))
		unix.CloseOnExec(int(end.Fd()))
		w.Close()
	}
	if err != nil {
		to.Close()
		return
	}
	go func() {
		relay(to, r)
		to.Close()
		r.Close()
	}()
}
