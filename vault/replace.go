package vault

import (
	"io/fs"
	"os"
)

// Replace puts a file in place as a whole: whoever reads it finds the old one or the new
// one, after a crash as well.
func Replace(name string, data []byte, mode fs.FileMode) error {
	return replace(name, data, mode, true)
}

// ReplaceCache is Replace for what can be made again and is checked when it is read: it does
// not wait for the disk.
func ReplaceCache(name string, data []byte) error { return replace(name, data, 0o644, false) }

func replace(name string, data []byte, mode fs.FileMode, durable bool) error {
	f, err := BeginFile(name)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	return FinishFile(f, name, durable, err)
}

// BeginFile begins what is to take the place of a file, under a temporary name beside it.
func BeginFile(name string) (*os.File, error) {
	temp := name + ".tmp"
	_ = os.Remove(temp) // of a process that was killed
	return os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
}

// FinishFile gives it the file's name, unless writing it ended with an error; then it is
// gone. What is durable outlives a loss of power.
func FinishFile(f *os.File, name string, durable bool, err error) error {
	if err == nil && durable {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
