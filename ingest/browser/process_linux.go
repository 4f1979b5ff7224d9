package browser

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// mortal is a group of processes of its own, which ends with ours.
func mortal() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// memory is what the processes of a group hold that they share with none, in bytes; 0
// where that cannot be told.
func memory(pgid int) int64 {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	var pages int64
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name before the last parenthesis may hold anything; state, parent and
		// group follow it.
		rest := string(stat[strings.LastIndexByte(string(stat), ')')+1:])
		var state string
		var parent, of int
		if n, _ := fmt.Sscan(rest, &state, &parent, &of); n != 3 || of != pgid {
			continue
		}
		statm, err := os.ReadFile("/proc/" + e.Name() + "/statm")
		if err != nil {
			continue
		}
		var size, resident, shared int64
		if n, _ := fmt.Sscan(string(statm), &size, &resident, &shared); n == 3 {
			pages += resident - shared
		}
	}
	return pages * int64(os.Getpagesize())
}
