package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/ingest/discover"
	"assay/ingest/rank"
)

// Live is what came of a web search for somebody who writes.
type Live struct {
	Leads  []discover.Hit // no evidence
	By     string         // the search that had them
	Silent []string       // upstream engines of it that did not answer
	Tried  []Coverage     // all that were asked, in their order
}

// Said is what came of it, in a line.
func (l Live) Said() string {
	said := fmt.Sprintf("results of %s: %d", l.By, len(l.Leads))
	if len(l.Silent) > 0 {
		said += " (silent: " + strings.Join(l.Silent, "; ") + ")"
	}
	return said
}

// A SearchError says that no web search had results, and what came of each. Whoever asked
// may go on without any.
type SearchError struct{ Tried []Coverage }

func (e *SearchError) Error() string {
	if len(e.Tried) == 0 {
		return "no web search is here to ask"
	}
	var said []string
	for _, c := range e.Tried {
		said = append(said, strings.TrimRight(fmt.Sprintf("%s: %s, %s", c.Source, c.Verdict, c.Reason), ", "))
	}
	return "no web search has results: " + strings.Join(said, "; ")
}

// A Seeker is who is asked for a writer's sake, and within which bounds.
type Seeker struct {
	Engine *discover.Engine
	Live   rank.Live
	Deny   func(url string) error // why policy denies an address: such a hit is left out
	Spend  func() error           // asked before a search that costs money; nil: it may cost
}

// Ask asks one web search after another until one has results. Where none has any it gives a
// [SearchError].
func (s Seeker) Ask(ctx context.Context, topic string) (Live, error) {
	var l Live
	for _, name := range s.Live.Chain {
		skill := s.Engine.Skill(name)
		if skill == nil {
			continue
		}
		if s.Spend != nil && skill.Limits.USD > 0 && s.Engine.Ready(skill) == "" {
			if err := s.Spend(); err != nil {
				l.Tried = append(l.Tried, Coverage{Source: name, Verdict: discover.Spent, Reason: err.Error()})
				continue
			}
		}
		answers := s.Engine.Ask(ctx, skill, discover.Query{Text: topic, Num: s.Live.Results})
		if err := ctx.Err(); err != nil {
			return l, err
		}
		l.Tried = append(l.Tried, cover(answers)...)
		for _, a := range answers {
			l.Leads = slices.DeleteFunc(slices.Clone(a.Hits), func(h discover.Hit) bool {
				return s.Deny != nil && s.Deny(h.URL) != nil
			})
			if len(l.Leads) > 0 {
				l.By, l.Silent = a.Source, a.Engines
				return l, nil
			}
		}
	}
	return l, &SearchError{l.Tried}
}
