//go:build linux || darwin

package tree

import (
	"io/fs"
	"syscall"
)

func stampInfo(info fs.FileInfo) stamp {
	m := info.ModTime().UnixNano()
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{mix(info.Size(), m, int64(info.Mode())), m}
	}
	c := changed(st)
	return stamp{mix(info.Size(), m, c, int64(st.Ino), int64(info.Mode())), max(m, c)}
}
