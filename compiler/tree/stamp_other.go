//go:build !linux && !darwin

package tree

import "io/fs"

// There is neither inode nor time of change here: size and time of modification must
// do.
func stampInfo(info fs.FileInfo) stamp {
	m := info.ModTime().UnixNano()
	return stamp{mix(info.Size(), m, int64(info.Mode())), m}
}
