package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"assay/agents/endpoint"
)

// A Door runs programs. Whoever has one sees to it that no program of a vault is run, that
// all that a program started dies with it, and that its output is plain text.
type Door interface {
	Look(program string) (path string, err error)
	Run(ctx context.Context, r Run) (stdout, stderr string, err error)
}

// A Run is one run of a program.
type Run struct {
	Program string
	Args    []string
	Dir     string
	Env     []string // NAME=value, besides the little that every program gets
	Stdin   []byte   // nothing where nil
	Timeout time.Duration
}

// Options say how agents are asked.
type Options struct {
	Door     Door
	Getenv   func(string) string
	Endpoint func(Spec) (*endpoint.Client, error) // opens one; nil where there are none
	Model    string                               // that a person asks for: it goes before the others
	Timeout  time.Duration                        // of one answer; [Timeout] where 0
}

// Timeout is how long an agent may take.
const Timeout = 180 * time.Second

// An Agent is one that was found here, with the model that it is asked for. It is safe for
// concurrent use.
type Agent struct {
	Spec
	Path   string // of its program; "" of an endpoint
	o      Options
	client *endpoint.Client
	gate   chan struct{}

	mu   sync.Mutex
	row  int   // failures in a row
	down error // it is left alone

	version sync.Mutex // held while it is asked for its version
	known   bool       // whether that will do
	tooOld  error      // why not
}

// atOnce is how many questions one agent gets at a time, and lostAfter how often in a row it
// may fail before it is left alone.
const (
	atOnce    = 4
	lostAfter = 3
)

// Actor is how the ledger calls an agent.
func (a *Agent) Actor() string { return "agent:" + a.Name }

// Searches reports whether it can be asked to search the web.
func (a *Agent) Searches() bool { return a.client == nil && len(a.Searching) > 0 }

// A Question is a prompt, and the form of its answer.
type Question struct {
	Prompt string
	Schema *Schema
	Search bool // by searching the web itself: see [Agent.Searches]
}

// A Reply is an answer of the schema, and what it cost where that is known.
type Reply struct {
	JSON   json.RawMessage
	Tokens int
}

// maxTokens of an answer of an endpoint: a draft is some hundred words with their quotes.
const maxTokens = 8192

// Ask puts one question.
func (a *Agent) Ask(ctx context.Context, q Question) (Reply, error) {
	select {
	case a.gate <- struct{}{}:
		defer func() { <-a.gate }()
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
	a.mu.Lock()
	down := a.down
	a.mu.Unlock()
	if down != nil {
		return Reply{}, down
	}
	if q.Search && !a.Searches() {
		return Reply{}, errors.New("no way is known to have it search the web")
	}
	said, tokens, err := a.say(ctx, q)
	if ctx.Err() != nil {
		return Reply{}, ctx.Err()
	}
	a.note(err)
	if err != nil {
		return Reply{Tokens: tokens}, err
	}
	raw, err := object(said, q.Schema.Holds)
	return Reply{raw, tokens}, err
}

// note counts failures in a row; an answer of whatever kind ends the row.
func (a *Agent) note(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil {
		a.row = 0
		return
	}
	if a.row++; a.row >= lostAfter {
		a.down = fmt.Errorf("left alone after %d failures in a row: %w", a.row, err)
	}
}

// say is what an agent says, as text.
func (a *Agent) say(ctx context.Context, q Question) (said string, tokens int, err error) {
	if a.client == nil {
		said, err = a.run(ctx, q)
		return said, 0, err
	}
	r, err := a.client.Ask(ctx, endpoint.Question{Messages: []endpoint.Message{{Role: "user", Content: q.Prompt}},
		Name: q.Schema.Name, Schema: json.RawMessage(q.Schema.Text), MaxTokens: maxTokens, Quick: true})
	return r.Content, r.Tokens, err
}

// An AnswerError says that an answer came which was refused for what it says.
type AnswerError struct{ Err error }

func (e *AnswerError) Error() string { return e.Err.Error() }
func (e *AnswerError) Unwrap() error { return e.Err }

// A Failure is an agent that gave no answer, and why.
type Failure struct {
	Agent string
	Err   error
}

// An Error says that no agent gave an answer, and what became of each.
type Error struct{ Tried []Failure }

func (e *Error) Error() string {
	text := "no agent gave an answer"
	for i, f := range e.Tried {
		text += [2]string{": ", "; "}[min(i, 1)] + f.Agent + ": " + f.Err.Error()
	}
	return text
}

// Walk asks one agent after another until one does what is asked of it.
func Walk(ctx context.Context, list []*Agent, do func(context.Context, *Agent) error) error {
	failed := &Error{}
	for _, a := range list {
		err := do(ctx, a)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		}
		failed.Tried = append(failed.Tried, Failure{a.Name, err})
	}
	if len(failed.Tried) == 0 {
		return errors.New("no agent is here to ask")
	}
	return failed
}
