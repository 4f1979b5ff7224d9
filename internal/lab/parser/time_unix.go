//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime is how long this program has had a processor: on a machine that others
// use too, that says more of speed than the clock does.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
