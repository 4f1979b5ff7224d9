package compiler

import (
	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// A recorder keeps the answers that a build gets. Those of a build that was killed are
// there from the start.
type recorder struct {
	path string

	mu    sync.Mutex
	fresh *provenance.Answers
	spent Cost
	asked int
	why   map[string]int // questions without an answer, by what stood in the way
}

func newRecorder(root string) (*recorder, error) {
	r := &recorder{path: filepath.Join(root, vault.StateDir, answersJournal), why: map[string]int{}}
	text, err := vault.ReadFile(r.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // that there is none is the rule
		return nil, fmt.Errorf("read answers of an earlier build: %w", err)
	}
	r.fresh = provenance.ReadAnswers(text)
	return r, nil
}

// keep writes an answer to the journal and syncs it.
func (r *recorder) keep(a provenance.Answer) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := os.OpenFile(r.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("record answer: %w", err)
	}
	line := append(a.Line(), '\n')
	if torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("record answer: %w", err)
	}
	r.fresh.Add(a)
	return nil
}

// torn reports a file whose last line has no end.
func torn(f *os.File) bool {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return false
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], size-1)
	return err == nil && last[0] != '\n'
}

// answers are those so far.
func (r *recorder) answers() []provenance.Answer {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fresh.All()
}

// count notes what a question cost, and what stood in the way of its answer.
func (r *recorder) count(c Cost, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	r.spent.Tokens += c.Tokens
	r.spent.Credits += c.Credits
	if why != "" {
		r.why[why]++
	}
}

// done forgets the journal, once the vault has what was in it.
func (r *recorder) done() {
	if r != nil {
		_ = os.Remove(r.path) // a line that is recorded twice is one answer
	}
}

// answersJournal holds answers from the moment they come until a build's transaction has
// written them among the sources: what was paid for survives a kill in between.
const answersJournal = "answers.jsonl"

// pendingAnswers are the lines that the vault's file lacks.
func (p *view) pendingAnswers() []byte {
	var out bytes.Buffer
	for _, a := range p.recorder.answers() {
		if held, ok := p.recorded.Find(a.Question); ok && bytes.Equal(held.Line(), a.Line()) {
			continue
		}
		if out.Len() == 0 && p.recorded.Unclosed() {
			out.WriteByte('\n')
		}
		out.Write(a.Line())
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// JudgeOptions say which judge to open.
type JudgeOptions struct {
	gates.Judging
	Private []string // hosts that may be on this network
	Leaves  bool     // the endpoint is not on this machine
	Root    string   // of the vault
}
