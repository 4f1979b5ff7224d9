package ui

import (
	"errors"
	"slices"
	"strings"
)

// Failure tells that assay could do nothing: as text on standard error, or, where
// the answer was to be JSON, as its object.
func (o *Out) Failure(err error) {
	if o.JSON && o.FailureJSON(err) == nil {
		return
	}
	message, hints := strings.TrimSpace(err.Error()), HintsOf(err)
	for _, line := range strings.Split(message, "\n") {
		o.Messagef("%s %s %s", o.Bold("assay:"), o.style(red, "error:"), o.Say(line))
	}
	for _, hint := range hints {
		o.Messagef("%s %s", o.style(green, "hint:"), o.Say(hint))
	}
}

// FailureAnswer says why assay could do nothing, as JSON.
type FailureAnswer struct {
	Event string      `json:"event,omitempty"` // error, of `watch`
	Error FailureText `json:"error"`
}

// FailureText is an error and what to do about it, as JSON.
type FailureText struct {
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// FailureJSON tells of it as JSON.
func (o *Out) FailureJSON(err error) error {
	var object FailureAnswer
	if o.Lines {
		object.Event = "error"
	}
	object.Error.Message, object.Error.Hint = strings.TrimSpace(err.Error()), strings.Join(HintsOf(err), "; ")
	return o.Object(object)
}

// HintsOf gathers the hints of an error and of those it joins or wraps, each once.
func HintsOf(err error) (hints []string) {
	var walk func(error)
	walk = func(err error) {
		if err == nil {
			return
		}
		if e, ok := err.(interface{ Hint() string }); ok {
			if h := e.Hint(); h != "" && !slices.Contains(hints, h) {
				hints = append(hints, h)
			}
		}
		if many, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range many.Unwrap() {
				walk(e)
			}
			return
		}
		walk(errors.Unwrap(err))
	}
	walk(err)
	return hints
}
