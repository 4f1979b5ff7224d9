package tree

import "syscall"

// remote names the kind of a file system on which others may change files without
// this kernel's knowledge, by its magic number (statfs(2)); "" for any other.
func remote(root string) string {
	var s syscall.Statfs_t
	if syscall.Statfs(root, &s) != nil {
		return ""
	}
	switch uint32(s.Type) {
	case 0x6969:
		return "NFS"
	case 0x517b, 0xfe534d42, 0xff534d42:
		return "SMB"
	case 0x01021997:
		return "9p" // a Windows drive under WSL, a shared folder of a virtual machine
	case 0x65735546:
		return "FUSE" // sshfs, rclone, virtiofs, a folder mounted into Docker Desktop
	case 0x786f4256, 0xbacbacbc:
		return "a shared folder"
	case 0x00c36400:
		return "Ceph"
	case 0x0bd00bd0:
		return "Lustre"
	case 0x5346414f, 0x6b414653:
		return "AFS"
	}
	return ""
}
