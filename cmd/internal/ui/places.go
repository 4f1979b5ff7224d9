package ui

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"assay/gates"
	"assay/vault"
)

// places finds lines and columns, reading each file once. It is for one goroutine; what it
// has read is there for others too, see [places.beside].
type places struct {
	read *filesRead
	own  indexed // the file whose turn it is, in memory that the next one takes
	name string  // of that file
}

// filesRead is safe for concurrent use.
type filesRead struct {
	texts Texts
	mu    sync.Mutex
	files map[string]*indexed
}

type indexed struct {
	once  sync.Once
	text  []byte
	lines vault.Lines
}

func newPlaces(t Texts) *places {
	return &places{read: &filesRead{texts: t, files: map[string]*indexed{}}}
}

// beside is places for another goroutine.
func (p *places) beside() *places { return &places{read: p.read} }

// turn says that what comes next is about a file, and no more about the one before it: of
// long lists, the texts would take more memory than all else.
func (p *places) turn(path string) {
	texts, ok := p.read.texts.(interface {
		ReadInto(path string, memory []byte) ([]byte, error)
	})
	if !ok || path == "" || path == p.name {
		return
	}
	p.name = path
	text, err := texts.ReadInto(path, p.own.text[:0])
	if err != nil {
		text = p.own.text[:0]
	}
	p.own.text, p.own.lines = text, p.own.lines.Of(text)
}

func (p *places) file(path string) *indexed {
	if path == p.name {
		return &p.own
	}
	return p.read.file(path)
}

func (r *filesRead) file(path string) *indexed {
	r.mu.Lock()
	f := r.files[path]
	if f == nil {
		f = &indexed{}
		r.files[path] = f
	}
	r.mu.Unlock()
	f.once.Do(func() {
		if r.texts != nil && path != "" {
			f.text, _ = r.texts.Read(path) // a file that is gone has no lines; the message still stands
		}
		f.lines = vault.NewLines(f.text)
	})
	return f
}

// span gives a span's positions.
func (p *places) span(s vault.Span) (from, to vault.Position) {
	f := p.file(s.File)
	return f.lines.Position(s.Start), f.lines.Position(max(s.Start, s.End))
}

// Place is a line of a file as people write it; "" for no file.
func Place(file string, line int) string {
	if file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// words are what stands in a span, on one line.
func (p *places) words(s vault.Span) string {
	text := p.file(s.File).text
	if s.Start >= s.End || s.End > len(text) {
		return "" // the file has changed since, or cannot be read
	}
	return strings.Join(strings.Fields(string(text[s.Start:s.End])), " ")
}

// narrow finds the words of a related place within its span. The judged text is
// the stored one with anchors and escapes undone, so the words are looked for as
// they stand, then by their first ones; where neither is found the span stands.
func (p *places) narrow(r gates.Related) vault.Span {
	f := p.file(r.Span.File)
	start, end := max(0, min(r.Span.Start, len(f.text))), max(0, min(r.Span.End, len(f.text)))
	if r.Quote == "" || start >= end {
		return r.Span
	}
	within := f.text[start:end]
	if i := bytes.Index(within, []byte(r.Quote)); i >= 0 {
		return vault.Span{File: r.Span.File, Start: start + i, End: start + i + len(r.Quote)}
	}
	words := strings.Fields(r.Quote)
	for n := min(len(words), 8); n >= 2; n-- {
		if i := bytes.Index(within, []byte(strings.Join(words[:n], " "))); i >= 0 {
			return vault.Span{File: r.Span.File, Start: start + i, End: min(start+i+len(r.Quote), end)}
		}
	}
	for start < end && (f.text[start] == '\n' || f.text[start] == '\r') {
		start++
	}
	return vault.Span{File: r.Span.File, Start: start, End: end}
}
