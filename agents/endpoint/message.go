package endpoint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
)

// request is the body of a question. A plain one has none of what not every endpoint knows.
func (c *Client) request(q Question, plain bool) ([]byte, error) {
	body := map[string]any{"model": c.o.Model, "messages": q.Messages, "stream": false}
	switch {
	case plain:
	case c.o.API == Ollama:
		if q.Schema != nil {
			body["format"] = q.Schema
		}
		if q.Quick {
			body["think"] = false
		}
		body["options"] = map[string]any{"temperature": 0, "seed": 1, "num_predict": q.MaxTokens}
	default:
		body["temperature"], body["max_tokens"] = 0, q.MaxTokens
		if q.Schema == nil {
			break
		}
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": q.Name, "strict": true, "schema": q.Schema}}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		return nil, fmt.Errorf("write question: %w", err)
	}
	return b.Bytes(), nil
}

// read finds what the model said in a reply, and what it cost.
func (c *Client) read(raw []byte) (content string, tokens int, err error) {
	if c.o.API == Ollama {
		return ollama(raw)
	}
	return completion(raw)
}

func ollama(raw []byte) (string, int, error) {
	var r struct {
		Message    Message `json:"message"`
		Done       bool    `json:"done"`
		DoneReason string  `json:"done_reason"`
		Prompt     int     `json:"prompt_eval_count"`
		Eval       int     `json:"eval_count"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return "", 0, errors.New("it is no reply of /api/chat")
	}
	if !r.Done || r.DoneReason == "length" {
		return "", count(r.Prompt + r.Eval), errors.New("it was cut off")
	}
	return r.Message.Content, count(r.Prompt + r.Eval), nil
}

func completion(raw []byte) (string, int, error) {
	var r struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
			Finish string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			Prompt int `json:"prompt_tokens"`
			Answer int `json:"completion_tokens"`
			Total  int `json:"total_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return "", 0, errors.New("it is no chat completion")
	}
	tokens := cmp.Or(r.Usage.Total, r.Usage.Prompt+r.Usage.Answer)
	switch tokens = count(tokens); {
	case len(r.Choices) != 1:
		return "", tokens, fmt.Errorf("it has %d choices", len(r.Choices))
	case r.Choices[0].Message.Refusal != "":
		return "", tokens, errors.New("the model refuses")
	case r.Choices[0].Finish != "" && r.Choices[0].Finish != "stop":
		return "", tokens, fmt.Errorf("it ended by %.20q", r.Choices[0].Finish)
	}
	return r.Choices[0].Message.Content, tokens, nil
}

// count bounds what an endpoint says of its cost.
func count(tokens int) int { return min(max(0, tokens), 10_000_000) }
