package review

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"assay/compiler"
	"assay/compiler/author"
	"assay/compiler/codec"
	"assay/compiler/view"
	"assay/provenance"
)

// Advise is [Conflicts], after agents were asked of each which way out its sources speak for.
// What they say stands beside the proposal: it changes neither that nor anything else. It is
// kept with the results of the vault. A conflict that nobody has a word on keeps why.
func Advise(ctx context.Context, c *compiler.Compiler) ([]ConflictRow, error) {
	crew, _, err := c.Crew()
	if err != nil {
		return nil, err
	}
	if crew == nil {
		return nil, errors.New("conflicts: agents are asked where a policy governs; `assay adopt` makes one")
	}
	found, missing := c.Find(crew.OptionsOf(provenance.RoleLibrarian))
	if len(found) == 0 {
		return nil, fmt.Errorf("conflicts: %w", &compiler.NoAgentError{Missing: missing, Without: "each conflict has its proposal without one"})
	}
	s, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	defer c.SaveSoFar(ctx, s)
	rows := rowsOfConflicts(p)
	for i := range rows {
		advice, err := crew.Advise(ctx, c.World, found, rows[i].New.disputed(), rows[i].Existing.disputed())
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			advice = author.Advice{Refused: err.Error()}
		default:
			s.Store.Put(rows[i].adviceKey(), codec.Encode(&advice))
		}
		rows[i].Advice = &advice
	}
	return rows, nil
}

// adviceKey names what an agent said of a conflict, as both claims and their evidence are.
func (r ConflictRow) adviceKey() view.Key { return view.KeyOf("advice", r.digest()) }

// disputed is a side as an agent is shown it.
func (s ConflictSide) disputed() author.DisputeSide {
	d := author.DisputeSide{Claim: s.Text, About: strings.Join([]string{s.Title, s.URL, "class: " + s.Class, "published: " + s.Published, "retrieved: " + s.Retrieved}, "\n")}
	if len(s.held) > 0 {
		d.Passage = s.held[0].Text
	}
	return d
}
