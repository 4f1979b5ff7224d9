package review

import (
	"context"
	"errors"
	"strings"

	"assay/compiler"
	"assay/compiler/author"
	"assay/provenance"
)

// Advise has agents say of each conflict which way out its sources speak for. What they say
// stands beside the proposal: it changes neither that nor anything else. A conflict that nobody
// has a word on keeps why.
func Advise(ctx context.Context, c *compiler.Compiler, rows []ConflictRow) error {
	crew, _, err := c.Crew()
	if err != nil {
		return err
	}
	if crew == nil {
		return errors.New("conflicts: agents are asked where a policy governs; `assay adopt` makes one")
	}
	found, missing := c.Find(crew.OptionsOf(provenance.RoleLibrarian))
	if len(found) == 0 {
		return &compiler.NoAgentError{Missing: missing}
	}
	for i := range rows {
		advice, err := crew.Advise(ctx, c.World, found, rows[i].New.disputed(), rows[i].Existing.disputed())
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			advice = author.Advice{Refused: err.Error()}
		}
		rows[i].Advice = &advice
	}
	return nil
}

// disputed is a side as an agent is shown it.
func (s ConflictSide) disputed() author.DisputeSide {
	d := author.DisputeSide{Claim: s.Text, About: strings.Join([]string{s.Title, s.URL, "class: " + s.Class, "published: " + s.Published, "retrieved: " + s.Retrieved}, "\n")}
	if len(s.held) > 0 {
		d.Passage = s.held[0].Text
	}
	return d
}
