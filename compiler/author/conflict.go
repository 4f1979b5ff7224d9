package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"assay/agents"
	"assay/compiler/view"
	"assay/gates"
	"assay/templates/skills"
	"assay/text"
)

// Advice is what an agent says of a conflict. It is shown to whoever decides, and decides
// nothing.
type Advice struct {
	By       string    `json:"by,omitempty"`
	Way      gates.Way `json:"way,omitempty"`
	Keep     string    `json:"keep,omitempty"` // update: new or existing
	Reason   string    `json:"reason,omitempty"`
	New      string    `json:"new,omitempty"`      // what it quotes of the new claim's source
	Existing string    `json:"existing,omitempty"` // of the existing one's
	Refused  string    `json:"refused,omitempty"`  // why there is none
}

// A DisputeSide is one of two claims, what is known of its source, and what that says.
type DisputeSide struct{ Claim, About, Passage string }

// adviceForm is the schema of an answer, with the mark drawn for it.
const adviceForm = `{"type":"object","additionalProperties":false,"required":["way","keep","reason","new","existing","mark"],"properties":{` +
	`"way":{"type":"string","enum":["update","narrow","parallelize","escalate"]},"keep":{"type":"string","enum":["","new","existing"]},` +
	`"reason":{"type":"string"},"new":{"type":"string"},"existing":{"type":"string"},"mark":{"type":"string","enum":[%q]}}}`

// mostPassage is how much of a side's passage is shown, in characters.
const mostPassage = 4000

// Advise has one agent after another say which way out of a conflict its sources speak for,
// until one does.
func (c *Crew) Advise(ctx context.Context, w view.World, list []*agents.Agent, fresh, existing DisputeSide) (out Advice, err error) {
	mark := drawn()
	form := fmt.Sprintf(adviceForm, mark)
	schema, err := agents.NewSchema("conflict", form)
	if err != nil {
		return out, err
	}
	inputs := map[string]any{"mark": mark, "schema": form}
	for name, s := range map[string]DisputeSide{"new": fresh, "existing": existing} {
		inputs[name] = block(name+" CLAIM", s.Claim, mark) + block(name+" SOURCE", s.About, mark) + block(name+" PASSAGE", text.Clip(s.Passage, mostPassage), mark)
	}
	err = agents.Walk(ctx, list, func(ctx context.Context, a *agents.Agent) error {
		raw, err := c.put(ctx, w, a, skills.Conflict, inputs, agents.Question{Schema: schema})
		if err != nil {
			return err
		}
		if out, err = adviceOf(raw, fresh.Passage, existing.Passage); err != nil {
			return &agents.AnswerError{Err: err}
		}
		out.By = a.Actor()
		return nil
	})
	return out, err
}

// adviceOf reads an answer. Of one that quotes what does not stand there nothing is taken.
func adviceOf(raw json.RawMessage, fresh, existing string) (a Advice, err error) {
	if err := readAnswer(raw, &a); err != nil {
		return a, err
	}
	a.Reason = text.Clip(oneLine(a.Reason), 300)
	switch {
	case (a.Way == gates.Update) != (a.Keep != ""):
		err = fmt.Errorf("it says %s and keeps %q", a.Way, a.Keep)
	case a.Reason == "":
		err = errors.New("it gives no reason")
	case a.Way != gates.Escalate && a.New+a.Existing == "":
		err = fmt.Errorf("it says %s and quotes nothing", a.Way)
	case a.New != "" && !quotes(fresh, a.New), a.Existing != "" && !quotes(existing, a.Existing):
		err = fmt.Errorf("it quotes %q, and it does not stand there", clip(oneLine(a.New+" … "+a.Existing)))
	}
	return a, err
}
