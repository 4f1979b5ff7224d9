package compiler

import (
	"fmt"
	"strings"
	"sync"

	"assay/agents"
	"assay/compiler/author"
	"assay/compiler/draft"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/templates/skills"
)

// Crew is who writes drafts, nil where that is the built-in Chronicler; and what of the vault's
// own wishes is not acted on, since nobody here trusts it.
func (c *Compiler) Crew() (*author.Crew, []gates.Brought, error) {
	a := c.Policy.Agents
	list, digest := c.Brought()
	if c.Guest() || a.Use == gates.AgentsNone && c.Opts.Agent == "" && digest == "" {
		return nil, nil, nil
	}
	user := c.user()
	trusted := digest == "" || user.Trusts(digest)
	refused := list
	if trusted {
		refused = nil
	} else {
		refused = barred(refused, c.Policy, user)
	}
	if c.Opts.Agent == "" && (a.Use == gates.AgentsNone || !trusted) {
		return nil, refused, nil
	}
	table, err := c.agentTable(user, trusted)
	if err != nil {
		return nil, refused, err
	}
	choice := func(name string) agents.Choice {
		role := a.RoleOf(name)
		return agents.Choice{Chain: a.Chain, First: role.Agent, MinTier: role.MinTier, Only: c.Opts.Agent}
	}
	crew := &author.Crew{Skills: map[string]skills.Skill{}, Purpose: c.Opts.Purpose, Live: c.Policy.Search.Live && trusted, Librarian: choice(provenance.RoleLibrarian), Options: view.AgentOptions{
		Table: table, Choice: choice(provenance.RoleChronicler), Model: c.Opts.Model, Timeout: a.Timeout, Root: c.Root, Private: c.Policy.Crawl.AllowPrivateHosts, MaySend: c.Policy.MaySend,
	}}
	for _, name := range skills.Names() {
		if crew.Skills[name], err = c.skill(name, trusted); err != nil {
			return nil, refused, err
		}
	}
	return crew, refused, nil
}

// agentTable is the agents that assay knows, with those of the user, and of the vault where it is
// trusted.
func (c *Compiler) agentTable(user view.User, trusted bool) ([]agents.Spec, error) {
	own, err := user.Agents()
	table := agents.Merge(agents.Table(), own...)
	if trusted {
		table = c.Policy.Agents.AgentTable(table)
	}
	return table, err
}

// barred are those of what a vault brings along that are held back: a key is not, where the user
// lets its host have it whatever vault asks.
func barred(list []gates.Brought, p gates.Policy, user view.User) (out []gates.Brought) {
	for _, b := range list {
		switch {
		case b.Kind != gates.BroughtKey:
		case b.Name == "judge" && user.Lets(p.Judge.KeyEnv, p.Judge.Endpoint), b.Name == "embedding" && user.Lets(p.Embedding.KeyEnv, p.Embedding.Endpoint):
			continue
		}
		out = append(out, b)
	}
	return out
}

// A NoAgentError says that a run asked for an agent, and that none is here.
type NoAgentError struct {
	Missing []agents.Missing
	Without string // what goes on without one, and how
	Refused bool   // the vault is not trusted
}

func (e *NoAgentError) Error() string {
	if e.Refused {
		return "policy requires agents, and nobody here trusts the vault with them"
	}
	text := "no agent was found"
	for i, m := range e.Missing {
		text += [2]string{": looked for ", "; "}[min(i, 1)] + m.Name + " (" + strings.TrimPrefix(m.Why, m.Name+" is ") + ")"
	}
	return text
}

// Hint says what to do.
func (e *NoAgentError) Hint() string {
	if e.Refused {
		return "`assay trust` shows what the vault brings along, and asks"
	}
	return "install one of them and log in, or leave out --agent: " + e.Without
}

func noChronicler(missing []agents.Missing) *NoAgentError {
	return &NoAgentError{Missing: missing, Without: "the built-in Chronicler goes on, where policy says `agents: {use: auto}` or `none`"}
}

// agentsHere stops a run at its start that asks for an agent where none is.
func (c *Compiler) agentsHere() error {
	required := c.Policy.Agents.Use == gates.AgentsRequired
	if c.Opts.Agent == "" && (!required || c.Guest()) {
		return nil
	}
	crew, refused, err := c.Crew()
	switch {
	case err != nil:
		return err
	case crew == nil:
		return &NoAgentError{Refused: len(refused) > 0}
	case c.Opts.Agent != "" && len(refused) > 0:
		if _, known := agents.Lookup(crew.Options.Table, c.Opts.Agent); !known && c.Policy.Agents.Specs[c.Opts.Agent].IsOwn() {
			return &UntrustedError{"agents.specs." + c.Opts.Agent}
		}
	}
	if found, missing := c.Find(crew.Options); len(found) == 0 {
		return noChronicler(missing)
	}
	return nil
}

// An UntrustedError says that something came with the vault, and that nobody here let it act.
type UntrustedError struct{ What string }

func (e *UntrustedError) Error() string {
	return e.What + " came with the vault, and nobody here trusts it"
}

// Hint says what to do.
func (e *UntrustedError) Hint() string { return (&NoAgentError{Refused: true}).Hint() }

// Find finds the agents of a choice, and says why the others may not be asked.
func (c *Compiler) Find(o view.AgentOptions) ([]*agents.Agent, []agents.Missing) {
	if c.World.OpenAgents == nil {
		return nil, nil
	}
	return c.World.OpenAgents(o)
}

// crewed is who writes drafts, as it was found at the beginning of a build.
type crewed struct {
	crew    *author.Crew // nil: the built-in Chronicler
	here    []string     // Chroniclers that were found, in their order
	plays   map[string]string
	missing []agents.Missing
	refused []gates.Brought
	err     error
	asks    bool // in this run
	spent   spending
}

// digest names all of agents that an assessment hangs on; "" where none is in use.
func (x *crewed) digest() string {
	if x.crew == nil && len(x.refused) == 0 && x.err == nil {
		return ""
	}
	parts := append([]string{"agents", fmt.Sprint(x.err)}, x.here...)
	if x.crew != nil {
		parts = append(parts, x.crew.Digest(), x.crew.Options.Model)
	}
	for _, b := range x.refused {
		parts = append(parts, b.Kind, b.Name, b.Says)
	}
	return view.HashOf(parts...)
}

// open opens the agents of a build, when the first is asked, and counts what they cost.
func (x *crewed) open(c *Compiler, w *view.World) {
	var mu sync.Mutex
	roles := map[string][]*agents.Agent{}
	w.Agents = func(role string) ([]*agents.Agent, error) {
		mu.Lock()
		defer mu.Unlock()
		if found, ok := roles[role]; ok {
			return found, nil
		}
		found, missing := c.Find(x.crew.OptionsOf(role))
		if len(found) == 0 {
			return nil, noChronicler(missing)
		}
		roles[role] = found
		return found, nil
	}
	w.Spent = x.spent.add
	w.Search = x.crew.Searching(c.World, view.SearchOptions{Policy: c.Policy, Root: c.Root, Now: c.World.Now, Spend: w.Credits.Spend})
}

// spending adds up what asking agents cost.
type spending struct {
	mu   sync.Mutex
	cost reports.Cost
}

func (s *spending) add(c reports.Cost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	reports.Add(&s.cost, c, 1)
}

// report says how agents stand, nil where nothing of them is in use.
func (x *crewed) report(use string, dr *draft.Drafter) *reports.AgentsReport {
	if x.crew == nil && len(x.refused)+len(x.missing) == 0 {
		return nil
	}
	r := &reports.AgentsReport{Use: use, Here: append([]string{}, x.here...), Wrote: dr.Wrote, Blind: dr.Blind, Lacks: dr.Lacks}
	if len(x.here) == 0 && len(x.missing) > 0 {
		r.Missing, r.Hint = (&NoAgentError{Missing: x.missing}).Error(), "`assay doctor` says what was looked for"
	}
	for _, b := range x.refused {
		r.Refused = append(r.Refused, b.Kind+" "+b.Name)
	}
	if len(r.Refused) > 0 {
		r.Hint = "`assay trust` shows what it is, and asks"
	}
	return r
}
