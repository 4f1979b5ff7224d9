//go:build linux || darwin

package vault

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// A folder is one that is open.
type folder struct {
	*os.File
	fd int
}

// openFolder is [os.Open] without what only files need that one waits for: several calls
// of the kernel, for each of what may be thousands of folders.
func openFolder(abs string) (*folder, error) {
	for {
		fd, err := unix.Open(abs, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return nil, &fs.PathError{Op: "open", Path: abs, Err: err}
		}
		return &folder{os.NewFile(uintptr(fd), abs), fd}, nil
	}
}

// statAt fills in what the folder entry says of a file. Asking relative to the open
// folder saves the kernel the way from the root, a third of a scan's time.
func statAt(in *folder, e fs.DirEntry, f *File) error {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(in.fd, e.Name(), &st, unix.AT_SYMLINK_NOFOLLOW)
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
