package git

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// An indexed is one entry of git's index.
type indexed struct {
	Entry        // its path below the top of the working tree
	stage   byte // 0, or of which side of a merge it is
	intends bool // it is only intended to be added
}

// readIndex reads git's index, versions 2 to 4 of gitformat-index(5), as it lies on disk:
// git takes longer to print it than a vault's check may take. It reports false where only
// git can tell what the index holds: it is split, sparse, of another version or damaged.
func readIndex(file []byte, idSize int) ([]indexed, bool) {
	const header, stat = 12, 40
	if len(file) < header+idSize || string(file[:4]) != "DIRC" {
		return nil, false
	}
	version, n := binary.BigEndian.Uint32(file[4:]), int(binary.BigEndian.Uint32(file[8:]))
	body := file[: len(file)-idSize : len(file)-idSize] // a checksum ends it, which git does not look at either
	if version < 2 || version > 4 || n > len(body)/(stat+idSize) {
		return nil, false
	}
	text := string(body) // which names are cut from
	ids := make([]byte, 0, 2*idSize*n)
	out := make([]indexed, 0, n)
	at, last := header, ""
	for range n {
		begin := at
		if at += stat + idSize + 2; at > len(body) {
			return nil, false
		}
		mode := binary.BigEndian.Uint32(body[begin+24:])
		ids = hex.AppendEncode(ids, body[begin+stat:at-2])
		flags := binary.BigEndian.Uint16(body[at-2:])
		e := indexed{stage: byte(flags >> 12 & 3)}
		if e.Mode = modeOf(mode); e.Mode == "" {
			return nil, false
		}
		if flags&0x4000 != 0 { // extended
			if at += 2; version < 3 || at > len(body) {
				return nil, false
			}
			e.intends = binary.BigEndian.Uint16(body[at-2:])&0x2000 != 0
		}
		kept := ""
		if version == 4 {
			drop, size := offset(body[at:])
			if size == 0 || drop > len(last) {
				return nil, false
			}
			kept, at = last[:len(last)-drop], at+size
		}
		end := strings.IndexByte(text[at:], 0)
		if end < 0 {
			return nil, false
		}
		e.Path = text[at : at+end]
		if kept != "" {
			e.Path = kept + e.Path
		}
		if at += end + 1; version < 4 { // filled up to a multiple of eight
			at = begin + (at-begin+7)&^7
		}
		if e.Path == "" || at > len(body) {
			return nil, false
		}
		last = e.Path
		out = append(out, e)
	}
	for at < len(body) { // extensions: those that begin with a small letter cannot be passed over
		if len(body)-at < 8 || body[at] < 'A' || body[at] > 'Z' {
			return nil, false
		}
		size := binary.BigEndian.Uint32(body[at+4:])
		if at += 8; uint64(size) > uint64(len(body)-at) {
			return nil, false
		}
		at += int(size)
	}
	id := string(ids)
	for i := range out {
		out[i].ID = id[2*idSize*i : 2*idSize*(i+1)]
	}
	return out, true
}

// modeOf is "" for what is no file, link or submodule: a folder of a sparse index.
func modeOf(mode uint32) Mode {
	switch mode {
	case 0o100644:
		return Regular
	case 0o100755:
		return Executable
	case 0o120000:
		return Link
	case 0o160000:
		return Submodule
	}
	return ""
}

// offset reads a number in the encoding of offsets in packs, and its length in bytes; 0 for
// none.
func offset(b []byte) (value, size int) {
	for i, c := range b[:min(len(b), 4)] {
		value = value<<7 | int(c&0x7f)
		if c < 0x80 {
			return value, i + 1
		}
		value++
	}
	return 0, 0
}
