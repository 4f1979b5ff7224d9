//go:build !linux && !darwin

package vault

import (
	"io/fs"
	"os"
)

// A folder is one that is open.
type folder struct{ *os.File }

func openFolder(abs string) (*folder, error) {
	f, err := os.Open(abs)
	if err != nil {
		return nil, err
	}
	return &folder{f}, nil
}

// statAt fills in what the folder entry says of a file. There is neither inode nor
// time of change here: size and time of modification must do.
func statAt(_ *folder, e fs.DirEntry, f *File) error {
	info, err := e.Info()
	if err != nil {
		return err
	}
	f.Size, f.ModTime = info.Size(), info.ModTime().UnixNano()
	return nil
}

// statPath is statAt for a file that is reached in another way.
func statPath(abs string, f *File) error {
	info, err := os.Lstat(abs)
	if err != nil {
		return err
	}
	f.Size, f.ModTime = info.Size(), info.ModTime().UnixNano()
	return nil
}
