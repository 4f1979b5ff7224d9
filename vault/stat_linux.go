package vault

import (
	"io/fs"
	"syscall"
)

// inode gives what a folder entry says of a file beyond size and time.
func inode(info fs.FileInfo) (ino uint64, ctime int64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ino, st.Ctim.Nano()
	}
	return 0, 0
}
