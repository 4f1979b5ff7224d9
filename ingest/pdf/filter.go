package pdf

import (
	"bytes"
	"compress/flate"
	"compress/lzw"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"

	tiff "golang.org/x/image/tiff/lzw"
)

var errBudget = errors.New("unpacks to more than is read of one file")

// unpack gives a stream's bytes without its filters. What can still be read of a
// damaged stream is given; a filter for pictures is an error.
func (f *file) unpack(s stream) ([]byte, error) {
	filters, params := f.list(s.dict["Filter"]), f.list(s.dict["DecodeParms"])
	if len(filters) > 6 {
		return nil, fmt.Errorf("%d filters on one stream", len(filters))
	}
	b := s.raw
	for i, v := range filters {
		var p dict
		if i < len(params) {
			p = f.dict(params[i])
		}
		if f.unpacked >= maxUnpacked {
			return nil, errBudget
		}
		room := min(maxStream, maxUnpacked-f.unpacked)
		var err error
		switch n := f.name(v); n {
		case "FlateDecode", "Fl":
			b = inflate(b, room)
		case "LZWDecode", "LZW":
			early := 1
			if _, ok := p["EarlyChange"]; ok {
				early = f.whole(p["EarlyChange"], 1)
			}
			b = unLZW(b, early, room)
		case "ASCIIHexDecode", "AHx":
			l := &lexer{b: b, spent: new(int)}
			b = []byte(l.hex())
		case "ASCII85Decode", "A85":
			b = un85(b)
		case "RunLengthDecode", "RL":
			b = unRun(b, room)
		case "Crypt":
		default:
			return nil, fmt.Errorf("filter %.40q is for pictures", string(n))
		}
		f.unpacked += len(b)
		if b, err = f.unpredict(b, p); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (f *file) list(v any) array {
	switch v := f.resolve(v).(type) {
	case array:
		return v
	case nil:
		return nil
	default:
		return array{v}
	}
}

// inflate skips zlib's two bytes and its checksum, which damaged files get wrong.
func inflate(b []byte, room int) []byte {
	b = bytes.TrimLeft(b, "\r\n")
	if len(b) < 2 {
		return nil
	}
	out, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b[2:])), int64(room)))
	return out
}

func un85(b []byte) []byte {
	b = bytes.TrimSpace(b)
	b = bytes.TrimPrefix(b, []byte("<~"))
	if i := bytes.IndexByte(b, '~'); i >= 0 {
		b = b[:i]
	}
	out := make([]byte, 4*len(b)+4)
	n, _, _ := ascii85.Decode(out, b, true)
	return out[:n]
}

func unRun(b []byte, room int) []byte {
	var out []byte
	for i := 0; i < len(b) && len(out) < room; {
		n := int(b[i])
		i++
		switch {
		case n == 128:
			return out
		case n < 128:
			to := min(len(b), i+n+1)
			out = append(out, b[i:to]...)
			i = to
		case i < len(b):
			out = append(out, bytes.Repeat(b[i:i+1], 257-n)...)
			i++
		}
	}
	return out
}

// unLZW is TIFF's variant, whose codes grow one entry early, or where a file says so the
// other. What comes before damage is given.
func unLZW(b []byte, early, room int) []byte {
	r := io.Reader(tiff.NewReader(bytes.NewReader(b), tiff.MSB, 8))
	if early == 0 {
		r = lzw.NewReader(bytes.NewReader(b), lzw.MSB, 8)
	}
	out, _ := io.ReadAll(io.LimitReader(r, int64(room)))
	return out
}

// unpredict undoes PNG's and TIFF's prediction, which cross-reference and object
// streams use.
func (f *file) unpredict(b []byte, p dict) ([]byte, error) {
	kind := f.whole(p["Predictor"], 100)
	if kind < 2 {
		return b, nil
	}
	get := func(k name, least, most int) int {
		if _, ok := p[k]; !ok {
			return least
		}
		return max(1, f.whole(p[k], most))
	}
	colors, bits, columns := get("Colors", 1, 32), get("BitsPerComponent", 8, 16), get("Columns", 1, 1<<20)
	row, pixel := (colors*bits*columns+7)/8, max(1, colors*bits/8)
	if kind == 2 {
		if bits != 8 {
			return nil, errors.New("prediction of a depth that text does not have")
		}
		for at := 0; at+row <= len(b); at += row {
			for i := pixel; i < row; i++ {
				b[at+i] += b[at+i-pixel]
			}
		}
		return b, nil
	}
	out := make([]byte, 0, len(b))
	prior := make([]byte, row)
	for len(b) > 1 {
		how := b[0]
		line := append([]byte(nil), b[1:min(len(b), row+1)]...)
		b = b[min(len(b), row+1):]
		for i := range line {
			var left, up, corner int
			up = int(prior[i])
			if i >= pixel {
				left, corner = int(line[i-pixel]), int(prior[i-pixel])
			}
			switch how {
			case 1:
				line[i] += byte(left)
			case 2:
				line[i] += byte(up)
			case 3:
				line[i] += byte((left + up) / 2)
			case 4:
				line[i] += byte(paeth(left, up, corner))
			}
		}
		copy(prior, line)
		out = append(out, line...)
	}
	return out, nil
}

func paeth(a, b, c int) int {
	abs := func(n int) int { return max(n, -n) }
	p := a + b - c
	da, db, dc := abs(p-a), abs(p-b), abs(p-c)
	switch {
	case da <= db && da <= dc:
		return a
	case db <= dc:
		return b
	}
	return c
}
