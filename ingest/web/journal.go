package web

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"time"

	"assay/vault"
)

const (
	journalMagic  = "assay-crawl 1 "
	journalHeader = len(journalMagic) + 64 + 1
	// syncEvery bounds what a power cut can take; a killed process loses nothing.
	syncEvery = time.Second
	// maxMeta bounds the part of a record before the body.
	maxMeta = 1 << 20
)

// ErrOtherBounds says that a journal belongs to a crawl within other bounds.
var ErrOtherBounds = errors.New("the journal is of a crawl within other bounds")

// A Journal keeps the pages of a crawl as they come, so that a run that was killed
// goes on where it was. It is one file that only grows; see the package
// documentation for its format. Only one process may have it open.
type Journal struct {
	f       *os.File
	path    string
	end     int64
	records []journalRecord
	synced  time.Time
	cut     int64
}

type journalRecord struct {
	at         int64 // of the metadata
	meta, body int
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OpenJournal opens or begins the journal at path for the bounds of a graph
// ([Graph.Digest]). A record that was cut off by a crash, and what follows damage,
// is dropped.
func OpenJournal(path string, bounds vault.Hash) (*Journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open journal: %w", err)
	}
	j := &Journal{f: f, path: path}
	if err := j.open(bounds); err != nil {
		f.Close()
		return nil, fmt.Errorf("open journal %s: %w", path, err)
	}
	return j, nil
}

func (j *Journal) open(bounds vault.Hash) error {
	header := []byte(journalMagic + bounds.String() + "\n")
	r := bufio.NewReaderSize(j.f, 1<<16)
	had := make([]byte, journalHeader)
	n, err := io.ReadFull(r, had)
	switch {
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return err
	case n < journalHeader && bytes.HasPrefix(header, had[:n]):
		if err := j.f.Truncate(0); err != nil {
			return err
		}
		if _, err := j.f.WriteAt(header, 0); err != nil {
			return err
		}
		j.end = int64(journalHeader)
		return j.f.Sync()
	case !bytes.HasPrefix(had, []byte(journalMagic)):
		return errors.New("not a journal of a crawl")
	case !bytes.Equal(had, header):
		return ErrOtherBounds
	}
	j.end = int64(journalHeader)
	for {
		rec, size, ok := readRecord(r, j.end)
		if !ok {
			break
		}
		j.records = append(j.records, rec)
		j.end += size
	}
	info, err := j.f.Stat()
	if err != nil {
		return err
	}
	if j.cut = info.Size() - j.end; j.cut > 0 {
		return j.f.Truncate(j.end)
	}
	return nil
}

// readRecord checks one record without keeping it.
func readRecord(r *bufio.Reader, at int64) (rec journalRecord, size int64, ok bool) {
	line, err := r.ReadSlice('\n')
	if err != nil || len(line) > 64 {
		return rec, 0, false
	}
	var sum uint32
	head := int64(len(line))
	if n, err := fmt.Sscanf(string(line), "P %d %d %x\n", &rec.meta, &rec.body, &sum); n != 3 || err != nil || rec.meta <= 0 || rec.meta > maxMeta || rec.body < 0 {
		return rec, 0, false
	}
	crc := crc32.New(castagnoli)
	if _, err := io.CopyN(crc, r, int64(rec.meta)+int64(rec.body)); err != nil || crc.Sum32() != sum {
		return rec, 0, false
	}
	if b, err := r.ReadByte(); err != nil || b != '\n' {
		return rec, 0, false
	}
	rec.at = at + head
	return rec, head + int64(rec.meta) + int64(rec.body) + 1, true
}

// Len is the number of pages held.
func (j *Journal) Len() int { return len(j.records) }

// Pages calls f with each page in the order in which they came, one in memory at a
// time, until f fails. Pages that are appended meanwhile are not among them.
func (j *Journal) Pages(f func(Page) error) error {
	for _, rec := range j.records[:len(j.records):len(j.records)] {
		p, err := j.read(rec)
		if err == nil {
			err = f(p)
		}
		if err != nil {
			return fmt.Errorf("read journal %s: %w", j.path, err)
		}
	}
	return nil
}

func (j *Journal) read(rec journalRecord) (Page, error) {
	var p Page
	buf := make([]byte, rec.meta+rec.body)
	if _, err := j.f.ReadAt(buf, rec.at); err != nil {
		return p, err
	}
	if err := json.Unmarshal(buf[:rec.meta], &p); err != nil {
		return p, err
	}
	if rec.body > 0 {
		p.Body = buf[rec.meta:]
	}
	p.Replayed = true
	return p, nil
}

// Append adds a page. When it returns, a killed process no longer loses the page.
func (j *Journal) Append(p Page) error {
	meta, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("append %s to journal: %w", p.URL, err)
	}
	crc := crc32.Update(crc32.Checksum(meta, castagnoli), castagnoli, p.Body)
	head := fmt.Appendf(make([]byte, 0, len(meta)+64), "P %d %d %08x\n", len(meta), len(p.Body), crc)
	at := j.end + int64(len(head))
	end := j.end
	// A body may have many megabytes, so it is not copied to be one write with the
	// rest; a record that is torn between writes fails its sum like any other.
	for _, part := range [][]byte{append(head, meta...), p.Body, []byte("\n")} {
		if _, err := j.f.WriteAt(part, end); err != nil {
			return fmt.Errorf("append %s to journal: %w", p.URL, err)
		}
		end += int64(len(part))
	}
	j.records = append(j.records, journalRecord{at, len(meta), len(p.Body)})
	j.end = end
	if now := time.Now(); now.Sub(j.synced) > syncEvery {
		j.synced = now
		if err := j.f.Sync(); err != nil {
			return fmt.Errorf("append %s to journal: %w", p.URL, err)
		}
	}
	return nil
}

// Close writes everything through to the disk.
func (j *Journal) Close() error {
	err := j.f.Sync()
	if e := j.f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("close journal: %w", err)
	}
	return nil
}
