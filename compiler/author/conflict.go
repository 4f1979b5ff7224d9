package author

import (
	"context"
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
func (c *Crew) Advise(ctx context.Context, w view.World, list []*agents.Agent, fresh, existing DisputeSide) (Advice, error) {
	mark := drawn()
	form := fmt.Sprintf(adviceForm, mark)
	inputs := map[string]any{"mark": mark, "schema": form}
	for name, s := range map[string]DisputeSide{"new": fresh, "existing": existing} {
		inputs[name] = block(name+" CLAIM", s.Claim, mark) + block(name+" SOURCE", s.About, mark) + block(name+" PASSAGE", text.Clip(s.Passage, mostPassage), mark)
	}
	out, by, err := first(ctx, c, w, list, skills.Conflict, inputs, agents.Question{Schema: schemaOf("conflict", form)}, func(a Advice) error {
		return a.fault(fresh.Passage, existing.Passage)
	})
	if err != nil {
		return Advice{}, err
	}
	out.By, out.Reason = by, text.Clip(oneLine(out.Reason), 300)
	return out, nil
}

// fault says why nothing of an advice is taken, such as that it quotes what does not stand there.
func (a Advice) fault(fresh, existing string) error {
	switch {
	case (a.Way == gates.Update) != (a.Keep != ""):
		return fmt.Errorf("it says %s and keeps %q", a.Way, a.Keep)
	case oneLine(a.Reason) == "":
		return errors.New("it gives no reason")
	case a.Way != gates.Escalate && a.New+a.Existing == "":
		return fmt.Errorf("it says %s and quotes nothing", a.Way)
	case a.New != "" && !quotes(fresh, a.New), a.Existing != "" && !quotes(existing, a.Existing):
		return fmt.Errorf("it quotes %q, and it does not stand there", clip(oneLine(a.New+" … "+a.Existing)))
	}
	return nil
}
