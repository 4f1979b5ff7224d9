package agents

import (
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

// A Schema is the form of an answer. One schema serves all agents: every member is required
// and no other may be there, as the strictest of them ask.
type Schema struct {
	Name string
	Text string
	form *jsonschema.Resolved
}

// NewSchema reads a JSON schema.
func NewSchema(name, text string) (*Schema, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	form, err := s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	return &Schema{name, text, form}, nil
}

// Holds says in which way a value is not of the schema.
func (s *Schema) Holds(raw json.RawMessage) error {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return err
	}
	if err := s.form.Validate(value); err != nil {
		return fmt.Errorf("%s", clip(err.Error(), 300))
	}
	return nil
}
