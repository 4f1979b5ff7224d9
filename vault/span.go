package vault

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"sort"
	"unicode/utf8"
)

// Hash names bytes: the SHA-256 of text with its line ends normalised to LF, so
// that a checkout with autocrlf has the hashes of the commit.
type Hash [sha256.Size]byte

// HashText hashes text after turning CRLF and lone CR into LF.
func HashText(text []byte) Hash {
	if bytes.IndexByte(text, '\r') < 0 {
		return sha256.Sum256(text)
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return sha256.Sum256(bytes.ReplaceAll(text, []byte("\r"), []byte("\n")))
}

// A Sum is what a text is known by.
type Sum struct {
	Size    int64  // bytes
	Hash    Hash   // HashText
	Returns uint64 // digest of where its carriage returns stand, which Hash leaves out; 0 for none
}

// SumText sums a text.
func SumText(text []byte) Sum { return Sum{int64(len(text)), HashText(text), returns(text)} }

// returns digests the places of a text's carriage returns (FNV-1a, 64 bits).
func returns(text []byte) uint64 {
	h := uint64(0)
	for at := 0; ; at++ {
		i := bytes.IndexByte(text[at:], '\r')
		if i < 0 {
			return h
		}
		if at += i; h == 0 {
			h = 14695981039346656037
		}
		h = (h ^ uint64(at)) * 1099511628211
	}
}

// Bytes names the bytes as they are, where Hash names the text: places in it hang on both.
func (s Sum) Bytes() Hash {
	if s.Returns == 0 {
		return s.Hash
	}
	return sha256.Sum256(binary.LittleEndian.AppendUint64(s.Hash[:], s.Returns))
}

// IsZero reports whether h names nothing.
func (h Hash) IsZero() bool { return h == Hash{} }

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes h as hex.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads hex.
func (h *Hash) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(h) {
		return fmt.Errorf("read hash %q: want %d hex digits", text, 2*len(h))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// A Span is a range of bytes in a file of the vault: anything one can point at,
// in a note or in a stored source. End is exclusive.
type Span struct {
	File       string
	Start, End int
}

// A Position is a place as people count it: line and column from 1, the column in
// code points.
type Position struct {
	Line, Column int
}

// A Problem is something odd about the text of a file. It is a fact, not a
// judgement: whether it matters is for gates to say.
type Problem struct {
	Kind       string // stable, such as "frontmatter-syntax"
	Start, End int
	Text       string
}

// Lines finds positions in a text. The zero value knows an empty text.
type Lines struct {
	text   []byte
	starts []int
	within []column // places within long lines, from which their columns are counted
}

// A column is a byte offset and the code points of its line before it.
type column struct{ at, points int }

// farApart are the bytes between two places of a line from which columns are counted.
const farApart = 4096

// NewLines indexes text, which must not change afterwards.
func NewLines(text []byte) Lines {
	l := Lines{text: text, starts: append(make([]int, 0, 1+len(text)/40), 0)}
	var last column
	if bytes.HasPrefix(text, []byte(BOM)) {
		last.at = len(BOM)
	}
	for i := last.at; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts, last = append(l.starts, i+1), column{at: i + 1}
		} else if i-last.at >= farApart && utf8.RuneStart(text[i]) {
			last = column{i, last.points + utf8.RuneCount(text[last.at:i])}
			l.within = append(l.within, last)
		}
	}
	return l
}

// Position of a byte offset; offsets beyond the text are clamped to its ends. A
// byte order mark has no column.
func (l Lines) Position(offset int) Position {
	offset = max(0, min(offset, len(l.text)))
	line := sort.SearchInts(l.starts, offset+1)
	if line == 0 {
		return Position{1, 1}
	}
	start := l.starts[line-1]
	if line == 1 && bytes.HasPrefix(l.text, []byte(BOM)) {
		start = min(len(BOM), offset)
	}
	from := column{at: start}
	if k := sort.Search(len(l.within), func(k int) bool { return l.within[k].at > offset }); k > 0 && l.within[k-1].at > start {
		from = l.within[k-1]
	}
	return Position{line, from.points + utf8.RuneCount(l.text[from.at:offset]) + 1}
}

// Line returns the text of line n (from 1) without its line end.
func (l Lines) Line(n int) []byte {
	start, end := l.Range(n)
	return bytes.TrimRight(l.text[start:end], "\r\n")
}

// Range returns the bytes of line n (from 1), its line end included.
func (l Lines) Range(n int) (start, end int) {
	if n < 1 || n > len(l.starts) {
		return len(l.text), len(l.text)
	}
	end = len(l.text)
	if n < len(l.starts) {
		end = l.starts[n]
	}
	return l.starts[n-1], end
}

// Count is the number of lines.
func (l Lines) Count() int { return len(l.starts) }

// BOM is the byte order mark that a text may begin with.
const BOM = "\ufeff"
