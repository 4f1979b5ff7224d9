// Package chat asks a language model behind an endpoint whether a text supports a claim:
// any that speaks OpenAI's chat completions, and Ollama. Read [Judge] first.
//
// What is sent is the claim and the text, both as data between marks that neither can
// know; what comes back is one JSON object of two fields, and everything else is no
// answer. The model is told nothing of tiers and decides none.
package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"assay/agents/endpoint"
	"assay/gates/judge"
)

// Version is that of the question: other words to the model are another judge.
const Version = "chat/1"

// Options say whom to ask.
type Options = endpoint.Options

// Judge asks one model. It is safe for concurrent use.
type Judge struct {
	client *endpoint.Client
	once   bool // a reply that is no answer is not asked for again
}

// New makes a judge, and connects to nothing.
func New(o Options) (*Judge, error) {
	c, err := endpoint.New(o)
	if err != nil {
		return nil, err
	}
	return &Judge{c, o.Retries < 0}, nil
}

// Identity is the model's name and the version of the question.
func (j *Judge) Identity() judge.Identity {
	version := Version
	if IsMiniCheck(j.client.Model()) {
		version = MiniCheckVersion
	}
	return judge.Identity{Name: Name(j.client.Model()), Version: version}
}

// Name is how records and calibrations call a model.
func Name(model string) string { return "http/" + model }

// ErrNoAnswer says that a reply came and is none of the three answers.
var ErrNoAnswer = errors.New("the reply is no answer")

// Ask puts a question. A reply that does not parse is asked for once more; what a source
// says in it can make an answer fail, and never make one.
func (j *Judge) Ask(ctx context.Context, q judge.Question) (judge.Reply, error) {
	if IsMiniCheck(j.client.Model()) {
		return j.miniCheck(ctx, q)
	}
	var spent judge.Reply
	for try := 0; ; try++ {
		mark, err := nonce()
		if err != nil {
			return spent, err
		}
		said, err := j.client.Ask(ctx, endpoint.Question{
			Messages: []endpoint.Message{{Role: "system", Content: instruction}, {Role: "user", Content: question(q, mark)}},
			Name:     "judgement", Schema: json.RawMessage(schema), MaxTokens: maxTokens,
		})
		spent.Tokens += said.Tokens
		spent.Sent += said.Sent
		var strange *endpoint.FormError
		if err != nil && !errors.As(err, &strange) {
			return spent, err
		}
		if err == nil {
			answer, wrong := parse(said.Content)
			if err = wrong; err == nil {
				spent.Stance, spent.Score = answer.Stance, answer.Score
				return spent, nil
			}
		}
		if try > 0 || j.once {
			return spent, fmt.Errorf("ask %s: %w: %w", j.client.Model(), ErrNoAnswer, err)
		}
	}
}
