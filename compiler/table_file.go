package compiler

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"

	"assay/vault"
)

// A file of notes, notes-N.bin, holds the tables of a state: their blocks, then where each
// begins. Like a segment it is never changed.

const notesFooter = 8 + 4 // where the index begins, and its CRC-32C

func notesName(dir string, gen uint64) string {
	return filepath.Join(dir, fmt.Sprintf("notes-%d.bin", gen))
}

// openNotes reads where the blocks of each table are.
func openNotes(dir string, gen uint64, tables int) (f *os.File, places [][]region, err error) {
	if f, err = vault.Open(notesName(dir, gen)); err != nil {
		return nil, nil, err
	}
	if places, err = readPlaces(f, gen, tables); err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, places, nil
}

func readPlaces(f *os.File, gen uint64, tables int) ([][]region, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	head, foot := make([]byte, len(notesMagic)+8), make([]byte, notesFooter)
	if _, err := f.ReadAt(head, 0); err != nil || string(head[:len(notesMagic)]) != notesMagic || binary.LittleEndian.Uint64(head[len(notesMagic):]) != gen {
		return nil, errCorrupt
	}
	end := info.Size() - notesFooter
	if _, err := f.ReadAt(foot, end); err != nil {
		return nil, errCorrupt
	}
	at := binary.LittleEndian.Uint64(foot)
	if at > uint64(end) {
		return nil, errCorrupt
	}
	index := make([]byte, uint64(end)-at)
	if _, err := f.ReadAt(index, int64(at)); err != nil || crc32.Checksum(index, castagnoli) != binary.LittleEndian.Uint32(foot[8:]) {
		return nil, errCorrupt
	}
	d := newDecoder(index)
	all := make([][]region, tables)
	for i := range all {
		all[i] = unlist(d, func(d *decoder, p *region) {
			p.first, p.at, p.size, p.sum, p.count = d.str(), d.int64(), d.int(), uint32(d.uint()), d.int()
			if p.at < 0 || p.count < 0 || p.size < p.count || p.at+int64(p.size) > int64(at) {
				d.fail()
			}
		})
	}
	return all, d.err
}

// A notesWriter writes a file of notes.
type notesWriter struct {
	file *os.File
	name string
	at   int64
	err  error
}

func newNotesWriter(dir string, gen uint64) (*notesWriter, error) {
	name := notesName(dir, gen)
	f, err := vault.BeginFile(name)
	if err != nil {
		return nil, err
	}
	w := &notesWriter{file: f, name: name}
	w.write(binary.LittleEndian.AppendUint64([]byte(notesMagic), gen))
	return w, nil
}

func (w *notesWriter) write(b []byte) {
	if w.err == nil {
		_, w.err = w.file.Write(b)
	}
	w.at += int64(len(b))
}

// add writes a block of so many values, of which the first has a path.
func (w *notesWriter) add(first string, raw []byte, count int) region {
	p := region{first: first, at: w.at, size: len(raw), sum: crc32.Checksum(raw, castagnoli), count: count}
	w.write(raw)
	return p
}

// close ends the file with the places of each table's blocks.
func (w *notesWriter) close(all [][]region) error {
	e := &encoder{}
	for _, places := range all {
		list(e, places, func(e *encoder, p *region) {
			e.str(p.first)
			e.int64(p.at)
			e.int(p.size)
			e.uint(uint64(p.sum))
			e.int(p.count)
		})
	}
	at := w.at
	w.write(e.b)
	foot := binary.LittleEndian.AppendUint64(nil, uint64(at))
	w.write(binary.LittleEndian.AppendUint32(foot, crc32.Checksum(e.b, castagnoli)))
	return vault.FinishFile(w.file, w.name, w.err)
}
