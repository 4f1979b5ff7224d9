//go:build unix && !linux

package browser

import "syscall"

// mortal is a group of processes of its own; as its pipe closes, the browser ends itself.
func mortal() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// memory cannot be told cheaply.
func memory(int) int64 { return 0 }
