package chat

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"assay/agents/endpoint"
	"assay/gates/judge"
	"assay/provenance"
)

// MiniCheckVersion is that of the question to a model that knows one question only: whether a
// document supports a claim, yes or no.
const MiniCheckVersion = "minicheck/1"

// IsMiniCheck reports a model that was made for that question, bespoke-minicheck as Ollama has
// it. It knows no instruction and no form but its own.
func IsMiniCheck(model string) bool {
	name, _, _ := strings.Cut(model[strings.LastIndexByte(model, '/')+1:], ":")
	return strings.EqualFold(name, "bespoke-minicheck")
}

// parts are the words by which the model tells the two parts of its question.
var parts = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(document|claim)\s*[:：]`) })

// miniCheck puts the question in the model's own form. Neither part can begin the other: the
// words that do are not left in them. "No" may be either of two answers, and counts as silence.
func (j *Judge) miniCheck(ctx context.Context, q judge.Question) (judge.Reply, error) {
	clean := func(s string) string { return parts().ReplaceAllString(s, "$1 -") }
	text := q.Text
	if len(q.Context) > 0 {
		text = strings.Join(q.Context, "\n") + "\n\n" + text
	}
	said, err := j.client.Ask(ctx, endpoint.Question{MaxTokens: 4,
		Messages: []endpoint.Message{{Role: "user", Content: "Document: " + clean(text) + "\nClaim: " + clean(strings.Join(strings.Fields(q.Claim), " "))}}})
	spent := judge.Reply{Tokens: said.Tokens, Sent: said.Sent}
	var cut *endpoint.FormError
	if errors.As(err, &cut) {
		return spent, fmt.Errorf("ask %s: %w: %w", j.client.Model(), ErrNoAnswer, err)
	}
	if err != nil {
		return spent, err
	}
	switch strings.ToLower(strings.Trim(said.Content, " \n\t.\"'")) {
	case "yes":
		spent.Stance, spent.Score = provenance.Supports, 1
	case "no":
	default:
		return spent, fmt.Errorf("ask %s: %w: it is neither yes nor no", j.client.Model(), ErrNoAnswer)
	}
	return spent, nil
}
