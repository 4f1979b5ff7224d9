// Package author has an agent write a draft, and takes from it only what its passages carry.
//
// An agent is given a [Packet]: the passages that were found, as data between marks. What it
// gives back is JSON of one schema, in which each claim names its passage and quotes it. A claim
// that names another passage, or quotes what does not stand there, is refused before anybody
// judges it; so is a text that is more than a sentence. What is left becomes a draft like any
// other, and goes through the gates that everything goes through. Read [Crew] first, then
// packet.go, then check.go.
//
// An agent may also rank hits (research.go), or judge a claim beside the built-in judge
// ([Judge]); what it says there is held to what it was given in the same way.
package author

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assay/agents"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest"
	"assay/ingest/research"
	"assay/provenance"
	"assay/templates"
	"assay/templates/skills"
)

// A Crew is who may be asked, and by which words.
type Crew struct {
	Options   view.AgentOptions // of the Chronicler
	Librarian agents.Choice
	Skills    map[string]skills.Skill // by name
	Purpose   string                  // what a note is for; "" for none
	Live      bool                    // whoever writes sees what a web search has on the topic
}

// Digest names the words and the purpose: what an answer hangs on besides its passages. Who is
// here to be asked is no part of it, since a clone is to have the same drafts.
func (c *Crew) Digest() string {
	parts := []string{c.Skills[skills.Draft].Hash, c.Skills[skills.Repair].Hash, c.Purpose}
	if c.Live {
		parts = append(parts, "live")
	}
	return view.HashOf(parts...)
}

// who names those that may be asked, on whatever machine.
func (c *Crew) who() string {
	return view.HashOf(string(view.EncodeJSON(c.Options.Choice)), string(view.EncodeJSON(c.Librarian)), c.Options.Model)
}

// OptionsOf say whom to ask in a role.
func (c *Crew) OptionsOf(role string) view.AgentOptions {
	o := c.Options
	if role == provenance.RoleLibrarian {
		o.Choice = c.Librarian
	}
	return o
}

// Made is what an agent wrote.
type Made struct {
	Draft   templates.Draft // without a title where the passages say nothing on the topic
	Agent   string          // such as agent:claude
	Model   string          // that it was asked for, "" for its own choice
	Missing []string        // what it says that the passages do not have
	Refused []string        // of what it gave, and why
	Strange []Strange       // answers of agents that were asked before it, refused as a whole
	Search  string          // what came of a web search for its topic; "" where none was asked
	Blind   bool            // that search had no results
}

// Strange is an answer that was refused as a whole.
type Strange struct{ Agent, Why string }

// Author asks the crew.
type Author struct {
	*view.View
	Crew *Crew
	Here map[string]string // who plays a role here, such as agent:claude
	Asks bool              // in this run; else what is not written yet waits for another
}

// Inputs names what a draft of a topic is made from: the words that ask, and the passages.
func (au *Author) Inputs(least int, hits []ingest.Hit) string {
	parts := []string{au.Crew.Digest(), strconv.Itoa(least)}
	for _, h := range packed(hits) {
		parts = append(parts, string(h.Chunk), view.HashOf(h.Text, h.Title, strings.Join(h.Heading, "\n")))
	}
	return view.HashOf(parts...)
}

// Draft asks for a draft of a topic from passages. Asking is declaring, as everywhere: it
// reports false while the answer is on its way, and where there is none.
func (au *Author) Draft(topic string, least int, hits []ingest.Hit) (Made, bool) {
	p := Packet{Topic: topic, Threshold: au.Policy.Synthesis.MinSimilarityThreshold, Hits: packed(hits)}
	a := au.action(p, au.Inputs(least, hits))
	return needed[Made](au, a)
}

// needed is what an action has made, here or elsewhere; where nobody is asked in this run, it
// waits for another.
func needed[T any](au *Author, a *view.Action) (made T, ok bool) {
	if made, ok = view.Lookup[T](au.Results, a.Key()); ok {
		return made, true
	}
	if au.Offline || !au.Asks {
		au.Postponed = true
		return made, false
	}
	return view.Need[T](au.View, a)
}

// Failure is why a draft that was asked for in this build is not there; nil where it is not
// known to have failed.
func (au *Author) Failure(topic string, least int, hits []ingest.Hit) error {
	return au.Results.Failure(au.action(Packet{Topic: topic}, au.Inputs(least, hits)).Key())
}

func (au *Author) action(p Packet, inputs string) *view.Action {
	crew, size := au.Crew, 0
	for _, h := range p.Hits {
		size += len(h.Text)
	}
	return &view.Action{
		Kind: "draft", Target: p.Topic, Net: true, Keep: true, Asked: true,
		Inputs: []view.Input{{Name: "packet", Hash: inputs}, {Name: "agents", Hash: crew.who()}},
		Cost:   reports.Cost{Tokens: size / 4},
		Run: func(ctx context.Context, w view.World) (any, error) {
			list, err := w.Agents(provenance.RoleChronicler)
			if err != nil {
				return nil, err
			}
			return crew.write(ctx, w, list, p)
		},
	}
}

// write asks one agent after another.
func (c *Crew) write(ctx context.Context, w view.World, list []*agents.Agent, p Packet) (made Made, err error) {
	var strange []Strange
	if c.Live && w.Search != nil {
		live, err := w.Search(ctx, p.Topic)
		if none, ok := errors.AsType[*research.SearchError](err); ok {
			p.searched = none.Error() // it writes from what is held, and is told so
		} else if err != nil {
			return made, err
		} else {
			p.Leads, p.searched = live.Leads, live.Said()
		}
	}
	err = agents.Walk(ctx, list, func(ctx context.Context, a *agents.Agent) error {
		var err error
		made, err = c.by(ctx, w, a, p)
		if odd, ok := errors.AsType[*agents.AnswerError](err); ok {
			strange = append(strange, Strange{a.Actor(), odd.Error()})
		}
		return err
	})
	made.Strange = strange
	made.Search, made.Blind = p.searched, p.searched != "" && len(p.Leads) == 0
	return made, err
}

// by has one agent write, and once mend what was found wrong with it.
func (c *Crew) by(ctx context.Context, w view.World, a *agents.Agent, p Packet) (Made, error) {
	inputs := p.inputs()
	inputs["purpose_lens"] = nil
	if c.Purpose != "" {
		inputs["purpose_lens"] = c.Purpose
	}
	first, err := c.ask(ctx, w, a, skills.Draft, inputs, p)
	if err != nil {
		return Made{}, err
	}
	best := first
	if len(first.faults()) > 0 {
		mend(inputs, first)
		if again, err := c.ask(ctx, w, a, skills.Repair, inputs, p); err == nil && again.sound() >= first.sound() {
			best = again
		} else if ctx.Err() != nil {
			return Made{}, ctx.Err()
		}
	}
	made := Made{Agent: a.Actor(), Model: a.Model, Refused: best.refused, Missing: best.missing}
	switch {
	case len(best.claims) > 0:
		made.Draft = best.draft(p.Topic)
	case len(best.refused) > 0:
		return Made{}, &agents.AnswerError{Err: errors.New("nothing of its answer could be taken: " + strings.Join(best.refused, "; "))}
	}
	return made, nil
}

// ask has a draft written or mended, and checks what comes back.
func (c *Crew) ask(ctx context.Context, w view.World, a *agents.Agent, skill string, inputs map[string]any, p Packet) (*answer, error) {
	raw, err := c.put(ctx, w, a, skill, inputs, agents.Question{Schema: schemaOf("draft", schemaText)})
	if err != nil {
		return nil, err
	}
	var g given
	if err := readAnswer(raw, &g); err != nil {
		return nil, err
	}
	return check(ctx, w.Judge, g, raw, p)
}

// schemaOf is a form of answers that is part of the program.
func schemaOf(name, text string) *agents.Schema {
	s, err := agents.NewSchema(name, text)
	if err != nil {
		panic(err) // a test asks by each
	}
	return s
}

// put asks an agent by a skill, and counts what that costs.
func (c *Crew) put(ctx context.Context, w view.World, a *agents.Agent, skill string, inputs map[string]any, q agents.Question) (json.RawMessage, error) {
	prompt, err := c.Skills[skill].Render(inputs)
	if err != nil {
		return nil, err
	}
	leaves := a.Endpoint != "" && gates.LeavesMachine(a.Endpoint)
	if leaves {
		if err := w.Credits.Spend(); err != nil {
			return nil, err
		}
	}
	q.Prompt = prompt
	reply, err := a.Ask(ctx, q)
	if w.Spent != nil {
		w.Spent(reports.Cost{Tokens: cmp.Or(reply.Tokens, (len(prompt)+len(reply.JSON))/4), Credits: map[bool]int{true: 1}[leaves]})
	}
	return reply.JSON, err
}

// first has one agent after another answer by a skill, until one gives what can be taken, and says
// whose that is. fault says why an answer cannot be; nil for any of the form.
func first[T any](ctx context.Context, c *Crew, w view.World, list []*agents.Agent, skill string, inputs map[string]any, q agents.Question, fault func(T) error) (got T, by string, err error) {
	err = agents.Walk(ctx, list, func(ctx context.Context, a *agents.Agent) error {
		raw, err := c.put(ctx, w, a, skill, inputs, q)
		if err != nil {
			return err
		}
		got, by = *new(T), a.Actor()
		if err = readAnswer(raw, &got); err == nil && fault != nil {
			err = fault(got)
		}
		if err != nil {
			return &agents.AnswerError{Err: err}
		}
		return nil
	})
	return got, by, err
}

func readAnswer(raw json.RawMessage, got any) error {
	if err := json.Unmarshal(raw, got); err != nil {
		return fmt.Errorf("read its answer: %w", err)
	}
	return nil
}
