package pdf

import (
	"bytes"
	"context"
	"strconv"
)

// Bounds on what one file may cost. A file within the crawler's limit of 20 MB that
// an honest program made stays far below them.
const (
	maxObjects  = 12 << 20 // objects and operands that are read
	maxStream   = 16 << 20 // bytes of one stream, unpacked
	maxUnpacked = 192 << 20
	maxKept     = 48 << 20 // of these, what is kept while the file is read
	maxSearched = 1 << 30  // bytes that are looked through for the ends of streams
	maxPages    = 3000
)

// A place is where an object stands: in the file, or in an unpacked object stream.
type place struct {
	at  int
	in  []byte // nil for the file
	own bool
}

// A file finds objects by looking for them, not by its cross-reference table: the
// last definition of a number is the one in force, in damaged files too, and no
// table can lead the reader in circles or make it reserve what it claims to need.
type file struct {
	raw      []byte
	ctx      context.Context
	places   map[int]place
	parsed   map[int]any
	busy     map[int]bool
	spent    int // objects read
	unpacked int
	kept     int
	glyphs   int
	searched int
	trailer  dict
}

func open(ctx context.Context, raw []byte) *file {
	f := &file{raw: raw, ctx: ctx, places: map[int]place{}, parsed: map[int]any{}, busy: map[int]bool{}, trailer: dict{}}
	f.find()
	return f
}

var (
	objWord    = []byte("obj")
	objStm     = []byte("/ObjStm")
	streamWord = []byte("stream")
	endStream  = []byte("endstream")
)

// find notes where each object starts, then those within object streams.
func (f *file) find() {
	var holders []int
	for at := 0; ; {
		i := bytes.Index(f.raw[at:], objWord)
		if i < 0 {
			break
		}
		at += i + len(objWord)
		num, ok := numbered(f.raw[:at-len(objWord)])
		if !ok || len(f.places) >= 1<<20 {
			continue
		}
		f.places[num] = place{at: at}
		if bytes.Contains(f.raw[at:min(len(f.raw), at+300)], objStm) {
			holders = append(holders, num)
		}
	}
	f.trailers()
	for _, num := range holders {
		if f.ctx.Err() != nil {
			return
		}
		f.unpackObjects(num)
	}
}

// numbered reads "12 0 " backwards from the end of b.
func numbered(b []byte) (int, bool) {
	const blank, digits = " \n\r\t\f\x00", "0123456789"
	b = b[max(0, len(b)-40):] // objects stand closer together than that
	gen := bytes.TrimRight(b, blank)
	gap := bytes.TrimRight(gen, digits)
	num := bytes.TrimRight(gap, blank)
	n, err := strconv.Atoi(string(num[len(bytes.TrimRight(num, digits)):]))
	return n, err == nil && len(gap) < len(gen) && len(num) < len(gap) && n < maxObjects
}

// maxTrailers is of the last ones: a file has one for each time it was saved.
const maxTrailers = 64

// trailers gathers what trailers and cross-reference streams say; later ones win.
func (f *file) trailers() {
	end := len(f.raw)
	for range maxTrailers {
		at := bytes.LastIndex(f.raw[:end], []byte("/Root"))
		if at < 0 {
			return
		}
		end = at
		window := max(0, at-1<<12)
		from := bytes.LastIndex(f.raw[window:at], []byte("trailer"))
		if o := bytes.LastIndex(f.raw[window:at], objWord); o > from {
			from = o + len(objWord)
		} else if from >= 0 {
			from += len("trailer")
		}
		if from < 0 {
			continue
		}
		l := &lexer{b: f.raw[:min(len(f.raw), at+1<<12)], at: window + from, spent: &f.spent}
		if d, ok := l.next(0).(dict); ok {
			for _, k := range []name{"Root", "Info", "Encrypt"} {
				if _, later := f.trailer[k]; !later && d[k] != nil {
					f.trailer[k] = d[k]
				}
			}
		}
	}
}

// unpackObjects notes the objects in the object stream of that number.
func (f *file) unpackObjects(num int) {
	s, ok := f.object(num).(stream)
	if !ok || f.name(s.dict["Type"]) != "ObjStm" {
		return
	}
	b, err := f.unpack(s)
	if err != nil || f.kept+len(b) > maxKept {
		return
	}
	f.kept += len(b)
	first, n := f.whole(s.dict["First"], len(b)), f.whole(s.dict["N"], 1<<20)
	l := &lexer{b: b[:max(0, first)], spent: &f.spent}
	for range n {
		number, ok1 := l.next(0).(float64)
		offset, ok2 := l.next(0).(float64)
		if !ok1 || !ok2 || number < 0 || number >= maxObjects || offset < 0 || int(offset) > len(b)-first {
			return
		}
		// An object of its own that stands later in the file is a later edition.
		if p, ok := f.places[int(number)]; ok && p.in == nil && p.at > f.places[num].at {
			continue
		}
		delete(f.parsed, int(number))
		f.places[int(number)] = place{at: first + int(offset), in: b, own: true}
	}
}

// object reads the object of that number, nil where there is none.
func (f *file) object(num int) any {
	if v, ok := f.parsed[num]; ok {
		return v
	}
	p, ok := f.places[num]
	if !ok || f.busy[num] || f.spent > maxObjects {
		return nil
	}
	f.busy[num] = true
	defer delete(f.busy, num)
	b := f.raw
	if p.own {
		b = p.in
	}
	l := &lexer{b: b, at: p.at, spent: &f.spent}
	v := l.next(0)
	switch v.(type) {
	case end, closer, word:
		v = nil
	case float64: // perhaps "5 0 R"
		save := l.at
		if _, ok := l.next(0).(float64); ok && l.next(0) == word("R") {
			v = ref(v.(float64))
		}
		l.at = save
	}
	if d, ok := v.(dict); ok && !p.own {
		if s, ok := f.streamAfter(d, l.at); ok {
			v = s
		}
	}
	f.parsed[num] = v
	return v
}

// streamAfter finds the bytes of a stream behind its dictionary: as long as it says,
// or up to the word that ends it where it says nothing true.
func (f *file) streamAfter(d dict, at int) (stream, bool) {
	l := &lexer{b: f.raw, at: at, spent: &f.spent}
	l.space()
	if !bytes.HasPrefix(f.raw[l.at:], streamWord) {
		return stream{}, false
	}
	at = l.at + len(streamWord)
	if at < len(f.raw) && f.raw[at] == '\r' {
		at++
	}
	if at < len(f.raw) && f.raw[at] == '\n' {
		at++
	}
	if n := f.whole(d["Length"], len(f.raw)); n > 0 && at+n <= len(f.raw) {
		if tail := bytes.TrimLeft(f.raw[at+n:min(len(f.raw), at+n+16)], "\r\n \t"); bytes.HasPrefix(tail, endStream[:len("endst")]) {
			return stream{d, f.raw[at : at+n]}, true
		}
	}
	if f.searched > maxSearched {
		return stream{}, false
	}
	n := bytes.Index(f.raw[at:], endStream)
	if n < 0 {
		n = len(f.raw) - at
	}
	f.searched += n
	return stream{d, f.raw[at : at+n]}, true
}
