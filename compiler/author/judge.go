package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"assay/agents"
	"assay/compiler/view"
	"assay/gates/judge"
	"assay/provenance"
	"assay/templates/skills"
)

// A Judge is an agent that says whether a passage supports a claim. Its answer counts where it
// has the mark that was drawn for the question, which no passage can know, and quotes the passage.
// It is safe for concurrent use.
type Judge struct {
	agent *agents.Agent
	skill skills.Skill
	who   judge.Identity
}

// judgeVersion is that of what is asked and taken, besides the words of the skill.
const judgeVersion = "agent/1"

// NewJudge makes a judge of an agent, and runs nothing. Other words that ask are another version
// of it; so is another model that it is asked for, and another way to run it than assay's own.
func NewJudge(a *agents.Agent, s skills.Skill) *Judge {
	made := []string{s.Hash}
	if known, _ := agents.Lookup(agents.Table(), a.Name); !reflect.DeepEqual(known.Program, a.Program) {
		made = append(made, string(view.EncodeJSON(a.Program)))
	}
	version := judgeVersion + "+" + view.HashOf(made...)[:12]
	if a.Model != "" {
		version += "+" + a.Model
	}
	return &Judge{a, s, judge.Identity{Name: "agent/" + a.Name, Version: version}}
}

// Identity is the agent's name, and what it is asked by.
func (j *Judge) Identity() judge.Identity { return j.who }

// Ask puts a question, once: the next build asks again.
func (j *Judge) Ask(ctx context.Context, q judge.Question) (reply judge.Reply, err error) {
	mark := drawn()
	form := fmt.Sprintf(judgeForm, mark)
	passage := block("PASSAGE", q.Text, mark)
	if len(q.Context) > 0 {
		passage = block("HEADINGS", strings.Join(q.Context, "\n"), mark) + passage
	}
	prompt, err := j.skill.Render(map[string]any{"claim": block("CLAIM", q.Claim, mark), "passage": passage, "mark": mark, "schema": form})
	if err != nil {
		return reply, err
	}
	err = agents.Walk(ctx, []*agents.Agent{j.agent}, func(ctx context.Context, a *agents.Agent) error {
		said, err := a.Ask(ctx, agents.Question{Prompt: prompt, Schema: schemaOf("judgement", form)})
		reply.Tokens = said.Tokens
		if err == nil {
			reply.Stance, reply.Score, err = judgement(said.JSON, q.Text)
		}
		return err
	})
	return reply, err
}

// judgeForm is the schema of an answer. The mark is in it: what an agent repeats of a passage
// that brings an answer along is not of the form.
const judgeForm = `{"type":"object","additionalProperties":false,"required":["verdict","score","quote","mark"],"properties":{` +
	`"verdict":{"type":"string","enum":["supports","contradicts","silent"]},"score":{"type":"number"},` +
	`"quote":{"type":"string"},"mark":{"type":"string","enum":[%q]}}}`

// judgement reads an answer about a text.
func judgement(raw json.RawMessage, text string) (stance provenance.Stance, score float64, err error) {
	var got struct {
		Verdict, Quote string
		Score          float64
	}
	if err := readAnswer(raw, &got); err != nil {
		return stance, 0, err
	}
	switch got.Verdict {
	case "supports":
		stance = provenance.Supports
	case "contradicts":
		stance = provenance.Contradicts
	}
	switch silent := stance == provenance.Silent; {
	case !(got.Score >= 0 && got.Score <= 1):
		err = errors.New("its score is not between 0 and 1")
	case stance == provenance.Supports && got.Score < 0.5, stance == provenance.Contradicts && got.Score > 0.5:
		err = errors.New("its verdict and its score say different things")
	case !silent && oneLine(got.Quote) == "":
		err = fmt.Errorf("it says %q and quotes nothing", got.Verdict)
	case (!silent || got.Quote != "") && !quotes(text, got.Quote):
		err = fmt.Errorf("it quotes %q, which does not stand in the passage", clip(oneLine(got.Quote)))
	}
	if err != nil {
		return provenance.Silent, 0, &agents.AnswerError{Err: err}
	}
	return stance, math.Round(got.Score*1e4) / 1e4, nil
}
