package eval

import (
	"cmp"
	"context"
	"sync"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
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
	Answers     *view.AnswerFile   // on record, so that a set is asked once; nil for none
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
	if s.Answers != nil {
		if a, ok := s.Answers.Find(key); ok {
			s.add(Cost{Replayed: 1}, "")
			return l, &a, nil
		}
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
	a := provenance.Answer{AnswerKey: key, Stance: reply.Stance, Score: reply.Score, At: s.Now, Tokens: reply.Tokens}
	if s.Answers != nil {
		err = s.Answers.Keep(a)
	}
	return l, &a, err
}

func (s *Second) add(c Cost, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	reports.Add(&s.cost, c, 1)
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
