package vault

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// Columns count code points, as far into a line as they are, and a byte order mark has none.
func TestColumnsOfLongLines(t *testing.T) {
	long := strings.Repeat("né 数据库 \xff🙂\x80 ", 3000)
	for _, text := range []string{"", "a\n", long, BOM + long, "one\r\n" + long + "\r" + long + "\nend", BOM + "\n\n" + long} {
		l := NewLines([]byte(text))
		for at := 0; at <= len(text); at += 1 + at%97 {
			before := bytes.ReplaceAll([]byte(text[:at]), []byte("\r\n"), []byte("\n"))
			before = bytes.ReplaceAll(before, []byte("\r"), []byte("\n"))
			line := before[bytes.LastIndexByte(before, '\n')+1:]
			want := Position{bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(bytes.TrimPrefix(line, []byte(BOM))) + 1}
			if at >= len(BOM) || !strings.HasPrefix(text, BOM) {
				if got := l.Position(at); got != want {
					t.Fatalf("%.20q…: byte %d is at %v, want %v", text, at, got, want)
				}
			}
		}
	}
}
