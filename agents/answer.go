package agents

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// text finds what an agent said in what its program wrote: in the last object that has one of
// its fields, or in all of them.
func (a Answer) text(stdout, file string) (string, error) {
	var objects []gjson.Result
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
		said := ""
		for _, o := range objects {
			if value := o.Get(field).String(); a.Join {
				said += value
			} else {
				said = cmp.Or(value, said)
			}
		}
		if said != "" {
			return said, nil
		}
	}
	return "", fmt.Errorf("its output has none of %s", strings.Join(a.Fields, ", "))
}

// objectsIn are the objects of the first JSON value of a text: itself, or those of the list
// that it is.
func objectsIn(text string) []gjson.Result {
	var raw json.RawMessage
	at := strings.IndexAny(text, "{[")
	if at < 0 || json.NewDecoder(strings.NewReader(text[at:])).Decode(&raw) != nil {
		return nil
	}
	return slices.DeleteFunc(gjson.ParseBytes(raw).Array(), func(v gjson.Result) bool { return !v.IsObject() })
}

// failure is what an agent says of its failure, "" where it did not fail.
func (a Answer) failure(objects []gjson.Result) string {
	if a.Failed == "" {
		return ""
	}
	for _, o := range objects {
		switch failed := o.Get(a.Failed); failed.String() {
		case "", "false", "{}", "[]":
		case "true":
			return cmp.Or(message(o.Get("result")), message(o.Get("error")), message(o.Get("message")), "no reason is given")
		default:
			return message(failed)
		}
	}
	return ""
}

// message is what an error says: a text, or an object with a message.
func message(e gjson.Result) string {
	if e.IsObject() {
		return cmp.Or(e.Get("message").String(), e.Raw)
	}
	return e.String()
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
	why, refused := errors.New("it has no JSON object"), false
	for range mostStarts {
		_, after, found := strings.Cut(said, "{")
		if !found {
			break
		}
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader("{"+after)).Decode(&raw) == nil {
			err := accept(raw)
			if err == nil {
				return raw, nil
			}
			if !refused {
				why, refused = err, true
			}
		}
		said = after
	}
	return nil, &AnswerError{fmt.Errorf("its answer is not what was asked for: %w", why)}
}

// clip cuts a text to n bytes at a character, in one line.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
