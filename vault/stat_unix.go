//go:build linux || darwin

package vault

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// statAt fills in what the folder entry says of a file. Asking relative to the open
// folder saves the kernel the way from the root, a third of a scan's time.
func statAt(folder *os.File, e fs.DirEntry, f *File) error {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(int(folder.Fd()), e.Name(), &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		break
	}
	f.Size, f.ModTime, f.Ctime, f.Inode = st.Size, st.Mtim.Nano(), st.Ctim.Nano(), uint64(st.Ino)
	return nil
}

// statPath is statAt for a file that is reached in another way.
func statPath(abs string, f *File) error {
	var st unix.Stat_t
	if err := unix.Lstat(abs, &st); err != nil {
		return err
	}
	f.Size, f.ModTime, f.Ctime, f.Inode = st.Size, st.Mtim.Nano(), st.Ctim.Nano(), uint64(st.Ino)
	return nil
}
