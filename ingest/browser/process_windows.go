package browser

import (
	"os/exec"
	"strconv"
)

// group keeps a console from opening, and ends the browser with its children.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr.HideWindow = true // chromedp has put the handles of the pipe there
	cmd.Cancel = func() error {
		exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
		return cmd.Process.Kill()
	}
}

// memory cannot be told cheaply.
func memory(int) int64 { return 0 }
