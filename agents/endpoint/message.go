package endpoint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"
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
	r := gjson.ParseBytes(raw)
	// A reply whose content is anything but text is none.
	isReply := func(content gjson.Result) bool {
		return gjson.ValidBytes(raw) && r.IsObject() && (content.Type == gjson.String || content.Type == gjson.Null)
	}
	if c.o.API == Ollama {
		said, tokens := r.Get("message.content"), count(r.Get("prompt_eval_count").Int()+r.Get("eval_count").Int())
		switch {
		case !isReply(said):
			return "", 0, errors.New("it is no reply of /api/chat")
		case !r.Get("done").Bool() || r.Get("done_reason").String() == "length":
			return "", tokens, errors.New("it was cut off")
		}
		return said.String(), tokens, nil
	}
	said, ended, spent := r.Get("choices.0.message.content"), r.Get("choices.0.finish_reason").String(), r.Get("usage")
	tokens = count(cmp.Or(spent.Get("total_tokens").Int(), spent.Get("prompt_tokens").Int()+spent.Get("completion_tokens").Int()))
	switch {
	case !isReply(said):
		return "", 0, errors.New("it is no chat completion")
	case r.Get("choices.#").Int() != 1:
		return "", tokens, fmt.Errorf("it has %d choices", r.Get("choices.#").Int())
	case r.Get("choices.0.message.refusal").String() != "":
		return "", tokens, errors.New("the model refuses")
	case ended != "" && ended != "stop":
		return "", tokens, fmt.Errorf("it ended by %.20q", ended)
	}
	return said.String(), tokens, nil
}

// count bounds what an endpoint says of its cost.
func count(tokens int64) int { return int(min(max(0, tokens), 10_000_000)) }
