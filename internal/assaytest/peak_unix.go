//go:build unix

package assaytest

import (
	"os/exec"
	"runtime"
	"syscall"
)

// Peak is the most memory that a process which ended had resident, in bytes.
func Peak(cmd *exec.Cmd) int64 {
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
