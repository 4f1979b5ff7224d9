package main

import (
	"assay/vault"
	"bytes"
	"errors"
	"io/fs"
	"os"
)

// replaceOwn writes a file as a whole, over none that lacks the mark of what assay wrote.
func replaceOwn(name, mark string, data []byte) error {
	switch was, err := os.ReadFile(name); {
	case err == nil && !bytes.Contains(was, []byte(mark)):
		return hinted{errors.New("another file is there"), "name another, or remove that one"}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return cause(err)
	}
	return cause(vault.Replace(name, data, 0o644))
}
