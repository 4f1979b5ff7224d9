package agents

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Choice says which agents to look for.
type Choice struct {
	Chain   []string // those that may be asked
	First   string   // the one that is asked before the others, where it is in the chain
	MinTier int      // none below it
	Only    string   // a person names the one to ask, whatever its tier
}

// Missing is an agent that cannot be asked, and why.
type Missing struct{ Name, Why string }

// Find finds the agents of a choice that are here, in the order in which to ask them: the first
// of the role, then by tier, then as the chain has them. Nothing is run, and nobody asked.
func Find(list []Spec, o Options, c Choice) (found []*Agent, missing []Missing) {
	names := c.Chain
	if c.Only != "" {
		names, c.MinTier = []string{c.Only}, 0
	}
	for _, name := range names {
		a, err := open(list, o, name, c.MinTier)
		if err != nil {
			missing = append(missing, Missing{name, err.Error()})
			continue
		}
		found = append(found, a)
	}
	slices.SortStableFunc(found, func(a, b *Agent) int {
		if is, other := a.Name == c.First, b.Name == c.First; is != other {
			return map[bool]int{true: -1, false: 1}[is]
		}
		return cmp.Compare(b.Tier, a.Tier)
	})
	return found, missing
}

func open(list []Spec, o Options, name string, minTier int) (*Agent, error) {
	s, ok := Lookup(list, name)
	if !ok {
		return nil, errors.New("no agent of that name is known")
	}
	if s.Tier < minTier {
		return nil, fmt.Errorf("its tier is %d, below %d", s.Tier, minTier)
	}
	o.Timeout = cmp.Or(max(o.Timeout, 0), Timeout)
	if s.Model = cmp.Or(o.Model, s.Model); s.Model == "" && s.ModelEnv != "" {
		s.Model = o.Getenv(s.ModelEnv)
	}
	a := &Agent{Spec: s, o: o, gate: make(chan struct{}, atOnce)}
	if len(s.Needs) > 0 && !slices.ContainsFunc(s.Needs, func(name string) bool { return o.Getenv(name) != "" }) {
		return nil, errors.New("it needs a key: none of " + strings.Join(s.Needs, ", ") + " is set")
	}
	var err error
	if s.Endpoint == "" {
		a.Path, err = o.Door.Look(s.Program.Program)
		return a, err
	}
	switch {
	case s.Model == "":
		return nil, errors.New("no model is named")
	case o.Endpoint == nil:
		return nil, errors.New("no endpoint can be asked here")
	}
	s.API = cmp.Or(s.API, "openai")
	a.client, err = o.Endpoint(s)
	return a, err
}
