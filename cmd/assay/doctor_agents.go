package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/agents"
	"assay/compiler"
	"assay/compiler/view"
	"assay/gates"
)

// trust looks at what the vault brings along, and reports whether it may act.
func (d *diagnosis) trust(c *compiler.Compiler) (trusted bool) {
	list, _ := c.Brought()
	var names []string
	for _, b := range list {
		names = append(names, b.Kind+" "+b.Name)
	}
	trusted = c.Trusted()
	switch {
	case len(list) == 0:
	case trusted:
		d.fine("trust", "what the vault brings along may act here: %s", strings.Join(names, ", "))
	default:
		d.missing("trust", "the vault brings along what nobody here trusts, and it does not act: "+strings.Join(names, ", "), "`assay trust` shows it whole, and asks")
	}
	return trusted
}

// agents looks for the agents that could write drafts here. Programs are asked for their
// version, and nobody for anything else.
func (d *diagnosis) agents(ctx context.Context, p gates.Policy, trusted bool) {
	table := agents.Table()
	own, err := user{configDir(d.a.getenv), d.root, d.a.getenv}.Agents()
	if err != nil {
		d.wrong("agents", err.Error(), "correct it, or remove it")
	}
	table = agents.Merge(table, own...)
	if trusted {
		table = p.Agents.AgentTable(table)
	}
	names := slices.Clone(p.Agents.Chain)
	for _, s := range table {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	o := view.AgentOptions{Table: table, Choice: agents.Choice{Chain: names}, Timeout: p.Agents.Timeout, Root: d.root, Private: p.Crawl.AllowPrivateHosts, MaySend: p.MaySend}
	found, missing := findAgents(o, d.a.getenv)
	said := make([]string, len(found))
	faults := make([]error, len(found))
	var asked sync.WaitGroup
	for i, agent := range found {
		asked.Go(func() { said[i], faults[i] = agent.Version(ctx) })
	}
	asked.Wait()
	for i, agent := range found {
		d.agent(agent, said[i], faults[i], p.Agents)
	}
	d.absent(missing, len(found), p.Agents)
}

func (d *diagnosis) agent(agent *agents.Agent, version string, fault error, a gates.Agents) {
	name := "agent " + agent.Name
	if fault != nil {
		d.missing(name, cmp.Or(agent.Path(), agent.Endpoint)+": "+fault.Error(), "install a newer one")
		return
	}
	use := "`assay draft --agent " + agent.Name + "` has it write"
	if least := a.RoleOf("chronicler").MinTier; a.Use != gates.AgentsNone && slices.Contains(a.Chain, agent.Name) && agent.Tier >= least {
		use = "builds have it write drafts"
	}
	where := cmp.Or(agent.Path(), agent.Endpoint+" for "+agent.ModelName())
	if version != "" {
		where += " " + version
	}
	d.fine(name, "%s, tier %d; %s", where, agent.Tier, use)
}

// absent says which agents are not here, in one line: most people have one.
func (d *diagnosis) absent(missing []agents.Missing, found int, a gates.Agents) {
	var parts []string
	for _, m := range missing {
		why := strings.TrimPrefix(m.Why, m.Name+" is ")
		if why == "not installed" {
			parts = append(parts, m.Name)
		} else {
			parts = append(parts, fmt.Sprintf("%s (%s)", m.Name, why))
		}
	}
	if len(parts) == 0 {
		return
	}
	text := "not here: " + strings.Join(parts, ", ")
	if found == 0 {
		text = "none is here, so the built-in Chronicler writes drafts; looked for " + strings.Join(parts, ", ")
	}
	if found == 0 && a.Use == gates.AgentsRequired {
		d.wrong("agents", text, "install one and log in, or set agents.use to auto")
		return
	}
	d.missing("agents", text, "docs/agents.md says what each needs")
}
