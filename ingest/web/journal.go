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
	f      *os.File
	path   string
	pages  int
	end    int64
	synced time.Time
	cut    int64
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
	r := bufio.NewReader(j.f)
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
		_, size, ok := readRecord(r)
		if !ok {
			break
		}
		j.pages++
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

// readRecord reads one page, and says how many bytes it has in the file; ok tells that it
// is whole.
func readRecord(r *bufio.Reader) (p Page, size int64, ok bool) {
	line, err := r.ReadSlice('\n')
	if err != nil || len(line) > 64 {
		return p, 0, false
	}
	var meta, body int
	var sum uint32
	head := len(line)
	if n, err := fmt.Sscanf(string(line), "P %d %d %x\n", &meta, &body, &sum); n != 3 || err != nil || meta <= 0 || meta > maxMeta || body < 0 {
		return p, 0, false
	}
	// A length that is damaged must not be reserved.
	b, err := io.ReadAll(io.LimitReader(r, int64(meta)+int64(body)+1))
	end := len(b) - 1
	if err != nil || end != meta+body || b[end] != '\n' || crc32.Checksum(b[:end], castagnoli) != sum || json.Unmarshal(b[:meta], &p) != nil {
		return p, 0, false
	}
	if body > 0 {
		p.Body = b[meta:end]
	}
	p.Replayed = true
	return p, int64(head + len(b)), true
}

// Len is the number of pages held.
func (j *Journal) Len() int { return j.pages }

// Pages calls f with each page in the order in which they came, one in memory at a
// time, until f fails. Pages that are appended meanwhile are not among them.
func (j *Journal) Pages(f func(Page) error) error {
	r := bufio.NewReader(io.NewSectionReader(j.f, int64(journalHeader), j.end-int64(journalHeader)))
	for range j.pages {
		err := errors.New("it was changed while it was open")
		if p, _, ok := readRecord(r); ok {
			err = f(p)
		}
		if err != nil {
			return fmt.Errorf("read journal %s: %w", j.path, err)
		}
	}
	return nil
}

// Append adds a page. When it returns, a killed process no longer loses the page.
func (j *Journal) Append(p Page) error {
	meta, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("append %s to journal: %w", p.URL, err)
	}
	crc := crc32.Update(crc32.Checksum(meta, castagnoli), castagnoli, p.Body)
	head := fmt.Appendf(make([]byte, 0, len(meta)+64), "P %d %d %08x\n", len(meta), len(p.Body), crc)
	end := j.end
	// A body may have many megabytes, so it is not copied to be one write with the
	// rest; a record that is torn between writes fails its sum like any other.
	for _, part := range [][]byte{append(head, meta...), p.Body, []byte("\n")} {
		if _, err := j.f.WriteAt(part, end); err != nil {
			return fmt.Errorf("append %s to journal: %w", p.URL, err)
		}
		end += int64(len(part))
	}
	j.pages++
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
