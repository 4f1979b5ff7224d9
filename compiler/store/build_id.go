package store

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"strconv"
	"sync"
)

// BuildID names this build of the program: the id that the Go linker leaves near the start
// of every executable, which is a hash of all that went into it. Where there is none it is
// the executable's size and time.
var BuildID = sync.OnceValue(func() string {
	const near = 1 << 16 // bytes within which the id lies in every format of executables
	name, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(name)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	head := make([]byte, near)
	n, _ := io.ReadFull(f, head)
	if id, ok := idIn(head[:n]); ok {
		return id
	}
	info, err := f.Stat()
	if err != nil {
		return "unknown"
	}
	return strconv.FormatInt(info.Size(), 36) + "-" + strconv.FormatInt(info.ModTime().UnixNano(), 36)
})

// idIn finds the id in the first bytes of an executable: in ELF the note "Go" of type 4, its
// length before it; else a line of its own.
func idIn(head []byte) (string, bool) {
	if at := bytes.Index(head, []byte("\x04\x00\x00\x00Go\x00\x00")); at >= 4 && bytes.HasPrefix(head, []byte("\x7fELF")) {
		id := head[at+8:]
		if n := binary.LittleEndian.Uint32(head[at-4:]); uint64(n) <= uint64(len(id)) {
			return string(id[:n]), true
		}
	}
	_, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \""))
	id, _, end := bytes.Cut(rest, []byte("\"\n \xff"))
	return string(id), ok && end
}
