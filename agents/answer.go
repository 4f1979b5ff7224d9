package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// text finds what an agent said in what its program wrote.
func (a Answer) text(stdout, file string) (string, error) {
	var objects []map[string]json.RawMessage
	switch a.Form {
	case "file":
		return file, nil
	case "object":
		objects = objectsIn(stdout)
	case "lines":
		for line := range strings.Lines(stdout) {
			objects = append(objects, objectsIn(line)...)
		}
	default:
		return stdout, nil
	}
	if len(objects) == 0 {
		return "", errors.New("its output has no JSON object")
	}
	if why := a.failure(objects); why != "" {
		return "", errors.New("it says that it failed: " + clip(why, 300))
	}
	for _, field := range a.Fields {
		if said := a.field(objects, field); said != "" {
			return said, nil
		}
	}
	return "", fmt.Errorf("its output has none of %s", strings.Join(a.Fields, ", "))
}

// objectsIn are the objects of the first JSON value of a text: itself, or those of the list
// that it is.
func objectsIn(text string) []map[string]json.RawMessage {
	at := strings.IndexAny(text, "{[")
	if at < 0 {
		return nil
	}
	var raw json.RawMessage
	if json.NewDecoder(strings.NewReader(text[at:])).Decode(&raw) != nil {
		return nil
	}
	var list []map[string]json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var one map[string]json.RawMessage
	if json.Unmarshal(raw, &one) == nil {
		return []map[string]json.RawMessage{one}
	}
	return nil
}

// field is what stands in a field: in the last object that has it, or in all of them.
func (a Answer) field(objects []map[string]json.RawMessage, path string) string {
	said := ""
	for _, o := range objects {
		value := spelled(at(o, path))
		switch {
		case value == "":
		case a.Join:
			said += value
		default:
			said = value
		}
	}
	return said
}

// failure is what an agent says of its failure, "" where it did not fail.
func (a Answer) failure(objects []map[string]json.RawMessage) string {
	if a.Failed == "" {
		return ""
	}
	for _, o := range objects {
		switch said := spelled(at(o, a.Failed)); said {
		case "", "false", "{}", "[]":
		case "true":
			for _, field := range []string{"result", "error", "message"} {
				if why := message(o[field]); why != "" {
					return why
				}
			}
			return "no reason is given"
		default:
			return message(at(o, a.Failed))
		}
	}
	return ""
}

// message is what an error says: a text, or an object with a message.
func message(value json.RawMessage) string {
	var e struct{ Message string }
	if json.Unmarshal(value, &e) == nil && e.Message != "" {
		return e.Message
	}
	return spelled(value)
}

// at is what a path of names leads to.
func at(o map[string]json.RawMessage, path string) json.RawMessage {
	name, rest, deeper := strings.Cut(path, ".")
	value := o[name]
	if !deeper {
		return value
	}
	var inner map[string]json.RawMessage
	if json.Unmarshal(value, &inner) != nil {
		return nil
	}
	return at(inner, rest)
}

// spelled is a text as it is, and any other value as JSON; "" for null and for none.
func spelled(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	if v := bytes.TrimSpace(value); !bytes.Equal(v, []byte("null")) {
		return string(v)
	}
	return ""
}

// mostStarts bounds how many braces of an answer are tried.
const mostStarts = 64

// object finds the JSON object in what an agent said that is taken for an answer, whatever
// stands before and behind it: thoughts, a sentence, a code fence.
func object(said string, accept func(json.RawMessage) error) (json.RawMessage, error) {
	if rest, ok := strings.CutPrefix(strings.TrimSpace(said), "<think>"); ok {
		_, said, _ = strings.Cut(rest, "</think>")
	}
	if strings.TrimSpace(said) == "" {
		return nil, errors.New("it said nothing")
	}
	var first error
	try := func(raw json.RawMessage) bool {
		err := accept(raw)
		if first == nil {
			first = err
		}
		return err == nil
	}
	rest := said
	for range mostStarts {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			break
		}
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader("{"+after)).Decode(&raw) == nil && try(raw) {
			return raw, nil
		}
		rest = after
	}
	from, to := strings.IndexByte(said, '{'), strings.LastIndexByte(said, '}')
	if from >= 0 && from < to && json.Valid([]byte(said[from:to+1])) && try(json.RawMessage(said[from:to+1])) {
		return json.RawMessage(said[from : to+1]), nil
	}
	if first == nil {
		first = errors.New("it has no JSON object")
	}
	return nil, &AnswerError{fmt.Errorf("its answer is not what was asked for: %w", first)}
}

// clip cuts a text to n bytes at a character, in one line.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
