//go:build linux || darwin

package vault

import "golang.org/x/sys/unix"

// Stat fills in what the folder entry at a path says of a file.
func Stat(abs string, f *File) error {
	var st unix.Stat_t
	err := unix.Lstat(abs, &st)
	for err == unix.EINTR {
		err = unix.Lstat(abs, &st)
	}
	f.Size, f.ModTime, f.Ctime, f.Inode = st.Size, st.Mtim.Nano(), st.Ctim.Nano(), uint64(st.Ino)
	return err
}
