//go:build !linux && !darwin

package vault

import "os"

// Stat fills in what the folder entry at a path says of a file. There is neither inode nor
// time of change here: size and time of modification must do.
func Stat(abs string, f *File) error {
	info, err := os.Lstat(abs)
	if err == nil {
		f.Size, f.ModTime = info.Size(), info.ModTime().UnixNano()
	}
	return err
}
