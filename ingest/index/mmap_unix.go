//go:build unix

package index

import (
	"fmt"
	"syscall"

	"assay/vault"
)

// mapFile maps a file that does not change into memory; unmap gives it back.
func mapFile(path string) (b []byte, unmap func() error, err error) {
	f, err := vault.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if stat.Size() == 0 {
		return nil, func() error { return nil }, nil
	}
	if b, err = syscall.Mmap(int(f.Fd()), 0, int(stat.Size()), syscall.PROT_READ, syscall.MAP_SHARED); err != nil {
		return nil, nil, fmt.Errorf("map %s: %w", path, err)
	}
	return b, func() error { return syscall.Munmap(b) }, nil
}
