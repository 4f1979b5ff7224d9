//go:build unix

package vault

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockFile takes an exclusive lock without waiting, or fails with errHeld.
func lockFile(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return errHeld
		case !errors.Is(err, unix.EINTR):
			return os.NewSyscallError("flock", err)
		}
	}
}

// syncFolder makes a folder's names durable.
func syncFolder(f *os.File) error {
	err := f.Sync()
	// Some network file systems know no sync of folders; nothing can be done there.
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}

// keepOwner gives f the owner of the file that it replaces, where we may.
func keepOwner(f *os.File, was fs.FileInfo) {
	old, ok := was.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	if int(old.Uid) != os.Geteuid() || int(old.Gid) != os.Getegid() {
		_ = f.Chown(int(old.Uid), int(old.Gid))
	}
}
