//go:build linux || darwin

package vault

import "golang.org/x/sys/unix"

// stat fills in what tells a changed file from an unchanged one.
func stat(abs string, f *File) error {
	var st unix.Stat_t
	if err := unix.Lstat(abs, &st); err != nil {
		return err
	}
	f.Size, f.ModTime, f.Ctime, f.Inode = st.Size, st.Mtim.Nano(), st.Ctim.Nano(), uint64(st.Ino)
	return nil
}
