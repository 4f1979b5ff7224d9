package view

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/templates/skills"
	"assay/vault"
)

// A Recorder keeps the answers that a build gets. Those of a build that was killed are
// there from the start.
type Recorder struct {
	path string

	Mu    sync.Mutex
	fresh *provenance.Answers
	Spent reports.Cost
	Asked int
	Why   map[string]int // questions without an answer, by what stood in the way
}

func NewRecorder(root string) (*Recorder, error) {
	r := &Recorder{path: filepath.Join(root, vault.StateDir, answersJournal), Why: map[string]int{}}
	text, err := vault.ReadFile(r.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // that there is none is the rule
		return nil, fmt.Errorf("read answers of an earlier build: %w", err)
	}
	r.fresh = provenance.ReadAnswers(text)
	return r, nil
}

// Keep writes an answer to the journal and syncs it.
func (r *Recorder) Keep(a provenance.Answer) error {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	f, err := os.OpenFile(r.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("record answer: %w", err)
	}
	line := append(a.Line(), '\n')
	if Torn(f) {
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

// Torn reports a file whose last line has no end.
func Torn(f *os.File) bool {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return false
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], size-1)
	return err == nil && last[0] != '\n'
}

// Answers are those so far.
func (r *Recorder) Answers() []provenance.Answer {
	if r == nil {
		return nil
	}
	r.Mu.Lock()
	defer r.Mu.Unlock()
	return r.fresh.All()
}

// Count notes what a question cost, and what stood in the way of its answer.
func (r *Recorder) Count(c reports.Cost, why string) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	r.Asked++
	r.Spent.Tokens += c.Tokens
	r.Spent.Credits += c.Credits
	if why != "" {
		r.Why[why]++
	}
}

// Done forgets the journal, once the vault has what was in it.
func (r *Recorder) Done() {
	if r != nil {
		_ = os.Remove(r.path) // a line that is recorded twice is one answer
	}
}

// answersJournal holds answers from the moment they come until a build's transaction has
// written them among the sources: what was paid for survives a kill in between.
const answersJournal = "answers.jsonl"

// PendingAnswers are the lines that the vault's file lacks.
func (v *View) PendingAnswers() []byte {
	var out bytes.Buffer
	for _, a := range v.Recorder.Answers() {
		if held, ok := v.Recorded.Find(a.Question); ok && bytes.Equal(held.Line(), a.Line()) {
			continue
		}
		if out.Len() == 0 && v.Recorded.Unclosed() {
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
	Trusted bool     // the user lets what the vault brings along act
	Root    string   // of the vault

	Agents AgentOptions // of an agent: where it is looked for
	Skill  skills.Skill // and the words that it is asked with
	Fault  error        // why these cannot be had
}
