//go:build unix

package main

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// hungUp waits until the reader of a pipe is gone; false where ctx ended first.
func hungUp(ctx context.Context, f *os.File) bool {
	for ctx.Err() == nil {
		fds := []unix.PollFd{{Fd: int32(f.Fd())}} // no events: only whether it broke
		n, err := unix.Poll(fds, int((2 * time.Second).Milliseconds()))
		if err != nil && err != unix.EINTR {
			return false
		}
		if n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP|unix.POLLNVAL) != 0 {
			return true
		}
	}
	return false
}
