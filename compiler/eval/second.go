package eval

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"assay/gates/judge"
	"assay/provenance"
)

// A Second is a judge that is asked, as a vault would have it: the deterministic one
// goes first, what it finds stands, and the answer of the other is calibrated. Kind,
// First and Asker must be set. It is safe for concurrent use.
type Second struct {
	Kind        string // http, onnx or agent/NAME
	First       judge.Judge
	Asker       judge.Asker
	Calibration *judge.Calibration // nil: no answer passes a claim
	Spend       func() error       // called before each question that leaves the machine; nil where none does
	Answers     *AnswerFile        // on record; nil for none
	Bytes       int64              // of the model, where it lies here
	Now         time.Time          // when answers are recorded as given

	mu   sync.Mutex
	cost Cost
	why  string // the first question without an answer, and what stood in the way
}

// A Cost is what a judge took besides time.
type Cost struct {
	Settled    int   `json:"settled"`    // rows that the built-in judge settled, so that nobody was asked
	Replayed   int   `json:"replayed"`   // answered from the file of answers
	Asked      int   `json:"asked"`      // questions put
	Unanswered int   `json:"unanswered"` // of these, without an answer; graded by the built-in judge
	Tokens     int   `json:"tokens"`
	Credits    int   `json:"credits"`
	Sent       int64 `json:"sent_bytes"`
	Model      int64 `json:"model_bytes"`
}

// Model names the judge and its version.
func (s *Second) Model() string { return s.Asker.Identity().String() }

// Judge answers as a build would, after it has asked.
func (s *Second) Judge(ctx context.Context, q judge.Question) (provenance.Judgement, error) {
	l, a, err := s.ask(ctx, q)
	if err != nil || a == nil {
		return l, err
	}
	return judge.Weigh(l, s.Asker.Identity(), *a, s.Calibration), nil
}

// Bears asks the first judge.
func (s *Second) Bears(claim string, texts, quotes []string) []bool {
	return s.First.Bears(claim, texts, quotes)
}

// ask gives the first judge's judgement, and the second's answer where there is one.
func (s *Second) ask(ctx context.Context, q judge.Question) (provenance.Judgement, *provenance.Answer, error) {
	l, err := s.First.Judge(ctx, q)
	if err != nil {
		return l, nil, err
	}
	if judge.Settled(l) {
		s.add(Cost{Settled: 1}, "")
		return l, nil, nil
	}
	who := s.Asker.Identity()
	shown := judge.Excerpt(s.Kind, q, l)
	key := provenance.NewAnswerKey(q.Claim, shown.Text, shown.Context, who.Name, who.Version)
	if a, ok := s.Answers.find(key); ok {
		s.add(Cost{Replayed: 1}, "")
		return l, &a, nil
	}
	if s.Spend != nil {
		if err := s.Spend(); err != nil {
			s.add(Cost{Unanswered: 1}, err.Error())
			return l, nil, nil
		}
	}
	reply, err := s.Asker.Ask(ctx, shown)
	cost := Cost{Asked: 1, Tokens: reply.Tokens, Sent: int64(reply.Sent)}
	if s.Spend != nil && reply.Sent > 0 {
		cost.Credits = 1
	}
	if ctx.Err() != nil {
		return l, nil, ctx.Err()
	}
	if err != nil {
		cost.Unanswered = 1
		s.add(cost, err.Error())
		return l, nil, nil
	}
	s.add(cost, "")
	a := provenance.Answer{Question: key, Stance: reply.Stance, Score: reply.Score, At: s.Now, Tokens: reply.Tokens}
	return l, &a, s.Answers.keep(a)
}

func (s *Second) add(c Cost, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.cost
	t.Settled, t.Replayed, t.Asked, t.Unanswered = t.Settled+c.Settled, t.Replayed+c.Replayed, t.Asked+c.Asked, t.Unanswered+c.Unanswered
	t.Tokens, t.Credits, t.Sent = t.Tokens+c.Tokens, t.Credits+c.Credits, t.Sent+c.Sent
	s.why = cmp.Or(s.why, why)
}

// Cost is what was spent so far, and why a question had no answer, if one had none.
func (s *Second) Cost() (c Cost, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c = s.cost
	c.Model = s.Bytes
	return c, s.why
}

// An AnswerFile holds answers, so that a set is asked once: a line each, as a vault's
// verdicts.jsonl has them. What is there is read; what comes is appended.
type AnswerFile struct {
	path string
	mu   sync.Mutex
	held *provenance.Answers
	open bool // its last line has no end
}

// OpenAnswers reads a file of answers, which need not be there yet.
func OpenAnswers(path string) (*AnswerFile, error) {
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("read answers: %w", err)
	}
	held := provenance.ReadAnswers(text)
	return &AnswerFile{path: path, held: held, open: held.Unclosed()}, nil
}

func (f *AnswerFile) find(k provenance.AnswerKey) (provenance.Answer, bool) {
	if f == nil {
		return provenance.Answer{}, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.held.Find(k)
}

func (f *AnswerFile) keep(a provenance.Answer) error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	out, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("record answer: %w", err)
	}
	line := append(a.Line(), '\n')
	if f.open {
		line = append([]byte{'\n'}, line...)
	}
	_, err = out.Write(line)
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("record answer: %w", err)
	}
	f.held.Add(a)
	f.open = false
	return nil
}
