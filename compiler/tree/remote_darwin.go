package tree

import (
	"strings"
	"syscall"
)

// remote names the kind of a file system on which others may change files without
// this kernel's knowledge; "" for any other.
func remote(root string) string {
	var s syscall.Statfs_t
	if syscall.Statfs(root, &s) != nil {
		return ""
	}
	var name []byte
	for _, c := range s.Fstypename {
		if c == 0 {
			break
		}
		name = append(name, byte(c))
	}
	switch kind := string(name); {
	case kind == "nfs", kind == "smbfs", kind == "afpfs", kind == "webdav", strings.Contains(kind, "fuse"):
		return kind
	}
	return ""
}
