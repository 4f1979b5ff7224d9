package vault

import (
	"errors"
	"io/fs"
	"os"
)

// errNotFile is why something is not read that is no file: opening a named pipe waits until
// somebody writes to it, and a device may never end.
var errNotFile = errors.New("something other than a file is there; remove it")

// Open opens a file to read, and nothing but a file; a folder is refused when it is read.
func Open(name string) (*os.File, error) {
	if err := mustBeFile(os.Stat, name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// ReadFile reads a file, and nothing but a file.
func ReadFile(name string) ([]byte, error) {
	if err := mustBeFile(os.Stat, name); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// readFile reads a file below the folder.
func (d *Dir) readFile(name string) ([]byte, error) {
	if err := mustBeFile(d.root.Stat, name); err != nil {
		return nil, err
	}
	return d.root.ReadFile(name)
}

func mustBeFile(stat func(string) (fs.FileInfo, error), name string) error {
	info, err := stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = &fs.PathError{Op: "read", Path: name, Err: errNotFile}
	}
	return err
}
