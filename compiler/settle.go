package compiler

import (
	"context"
	"errors"

	"assay/compiler/reports"
)

// mostSettling bounds [Compiler.Settle]: each round runs actions, or leaves out some of what it tries.
const mostSettling = 200

// Settle has a plan made, and the actions that it lists run, until one lists none and round says that
// nothing is left to do.
func (c *Compiler) Settle(ctx context.Context, s *Session, progress func(reports.Event), round func(*Plan) (settled bool, err error)) (*Plan, error) {
	for range mostSettling {
		p := c.Plan(s, false)
		settled, err := round(p)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(ctx.Err(), s.Base.Changed()); err != nil {
			return nil, err
		}
		if len(p.Todo) == 0 && settled {
			return p, nil
		}
		if _, err := s.Results.Run(ctx, c.World, p.Todo, c.Jobs(), progress); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("what would change did not settle, so nothing was changed")
}
