package vault

import (
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// beneath is how a file below a folder is opened: openat2(2) follows the path in one call and
// never leads out of the folder, where [os.Root] opens each folder on the way.
var beneath = unix.OpenHow{
	Flags:   unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NONBLOCK,
	Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
}

// readBelow reads a file below an open folder, in four calls of the kernel. It
// reports false for whatever is not done so simply: a file that is none, a
// kernel before Linux 5.6.
func readBelow(in *os.File, name string) ([]byte, bool) {
	fd, err := retried(func() (int, error) { how := beneath; return unix.Openat2(int(in.Fd()), name, &how) })
	if err != nil {
		return nil, false
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if _, err := retried(func() (int, error) { return 0, unix.Fstat(fd, &st) }); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, false
	}
	data := make([]byte, 0, int(st.Size)+1)
	for {
		n, err := retried(func() (int, error) { return unix.Read(fd, data[len(data):cap(data)]) })
		if err != nil {
			return nil, false
		}
		if data = data[:len(data)+n]; len(data) < cap(data) { // of a file, less than asked for is the end
			return data, true
		}
		data = slices.Grow(data, len(data)+1) // it grew
	}
}

// retried repeats a call of the kernel that a signal interrupted.
func retried(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != unix.EINTR {
			return n, err
		}
	}
}
