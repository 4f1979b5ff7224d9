package vault

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes an exclusive lock without waiting, or fails with errHeld. It locks
// one byte far beyond the end: Windows would keep others from reading locked bytes,
// and they want to read who we are.
func lockFile(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errHeld
	}
	if err != nil {
		return os.NewSyscallError("LockFileEx", err)
	}
	return nil
}

// syncFolder does nothing: NTFS journals names by itself and cannot sync a folder.
func syncFolder(*os.File) error { return nil }

// keepOwner does nothing: a new file inherits its folder's access list.
func keepOwner(*os.File, fs.FileInfo) {}
