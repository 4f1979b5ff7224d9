package ui

import (
	"errors"
	"slices"
	"strings"
)

// Hinter is an error that knows what its reader could do about it.
type Hinter interface {
	error
	Hint() string
}

// Failure tells that assay could do nothing: as text on standard error, or, where
// the answer was to be JSON, as its object.
func (o *Out) Failure(err error) {
	message, hints := strings.TrimSpace(err.Error()), HintsOf(err)
	if o.JSON {
		var object struct {
			Error struct {
				Message string `json:"message"`
				Hint    string `json:"hint"`
			} `json:"error"`
		}
		object.Error.Message, object.Error.Hint = message, strings.Join(hints, "; ")
		if o.Object(object) == nil {
			return
		}
	}
	for _, line := range strings.Split(message, "\n") {
		o.Messagef("%s %s %s", o.Bold("assay:"), o.style(red, "error:"), o.Say(line))
	}
	for _, hint := range hints {
		o.Messagef("%s %s", o.style(green, "hint:"), o.Say(hint))
	}
}

// HintsOf gathers the hints of an error and of those it joins or wraps, each once.
func HintsOf(err error) (hints []string) {
	var walk func(error)
	walk = func(err error) {
		switch e := err.(type) {
		case nil:
			return
		case Hinter:
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
