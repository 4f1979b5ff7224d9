//go:build unix

package vault

import (
	"os/signal"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// limitFiles makes every write beyond a size fail, as on a full disk.
func limitFiles(t *testing.T, limit string) {
	n, err := strconv.Atoi(limit)
	must(t, err)
	signal.Ignore(syscall.SIGXFSZ)
	must(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: uint64(n), Max: uint64(n)}))
}
