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

// An AnswerFile holds answers of judges, a line each. What is there is read; what comes is
// appended, and there from then on. It is safe for concurrent use.
type AnswerFile struct {
	path string
	mu   sync.Mutex
	held *provenance.Answers
}

// OpenAnswers reads a file of answers, which need not be there yet.
func OpenAnswers(path string) (*AnswerFile, error) {
	text, err := vault.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read answers: %w", err)
	}
	return &AnswerFile{path: path, held: provenance.ReadAnswers(text)}, nil
}

// Find gives the answer to a question.
func (f *AnswerFile) Find(k provenance.AnswerKey) (provenance.Answer, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.held.Find(k)
}

// Keep writes an answer to the file and syncs it.
func (f *AnswerFile) Keep(a provenance.Answer) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	out, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("record answer: %w", err)
	}
	line := append(a.Line(), '\n')
	if Torn(out) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = out.Write(line)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return fmt.Errorf("record answer: %w", err)
	}
	f.held.Add(a)
	return nil
}

// A Recorder keeps the answers that a build gets. Those of a build that was killed are
// there from the start.
type Recorder struct {
	*AnswerFile

	Mu    sync.Mutex
	Spent reports.Cost
	Asked int
	Why   map[string]int // questions without an answer, by what stood in the way
}

func NewRecorder(root string) (*Recorder, error) {
	f, err := OpenAnswers(filepath.Join(root, vault.StateDir, answersJournal))
	if err != nil {
		return nil, err
	}
	return &Recorder{AnswerFile: f, Why: map[string]int{}}, nil
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
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.held.All()
}

// Count notes what a question cost, and what stood in the way of its answer.
func (r *Recorder) Count(c reports.Cost, why string) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	r.Asked++
	reports.Add(&r.Spent, c, 1)
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
		if held, ok := v.Recorded.Find(a.AnswerKey); ok && bytes.Equal(held.Line(), a.Line()) {
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
