package gates

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"assay/agents"
)

// AgentTable is the agents that a policy knows: those of assay, with its own among them.
func (a Agents) AgentTable(list []agents.Spec) []agents.Spec {
	for _, name := range slices.Sorted(maps.Keys(a.Specs)) {
		list = agents.Merge(list, a.Specs[name].spec(name))
	}
	if a.OllamaModel != "" {
		list = agents.Merge(list, agents.Spec{Name: "ollama", Model: a.OllamaModel})
	}
	return list
}

func (s AgentSpec) spec(name string) agents.Spec {
	out := agents.Spec{Name: name, Family: name, Tier: s.Tier, Model: s.Model, Endpoint: s.Endpoint, KeyEnv: s.KeyEnv}
	if known, ok := agents.Lookup(agents.Table(), name); ok {
		out.Family, out.Tier, out.Never = known.Family, cmp.Or(s.Tier, known.Tier), known.Never
	}
	if s.Endpoint != "" {
		out.API = s.API
	}
	if len(s.Command) > 0 {
		out.Program.Program, out.Args = s.Command[0], s.Command[1:]
	}
	out.MinVersion, out.Env = s.MinVersion, s.Env
	if slices.Contains(s.Command, "{answer_file}") {
		out.Answer.Form = "file"
	}
	return out
}

// IsOwn reports a spec that says what is run, or where is asked.
func (s AgentSpec) IsOwn() bool { return len(s.Command) > 0 || s.Endpoint != "" }

// RoleOf says who plays a role, and the least tier that may.
func (a Agents) RoleOf(name string) Role {
	r := a.Roles[name]
	r.MinTier = cmp.Or(r.MinTier, a.MinTier)
	return r
}

// agents looks at what the keys of agents mean together.
func (r *policyReader) agents(a Agents) {
	if reflect.DeepEqual(a, Default().Agents) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(a.Specs)) {
		r.agentSpec("agents.specs."+name, name, a.Specs[name])
	}
	table := a.AgentTable(agents.Table())
	for _, name := range a.Chain {
		r.knownAgent(table, "agents.chain", name)
	}
	for _, role := range slices.Sorted(maps.Keys(a.Roles)) {
		r.knownAgent(table, "agents.roles", a.Roles[role].Agent)
	}
	engineer, _ := agents.Lookup(table, a.Roles["engineer"].Agent)
	chronicler, _ := agents.Lookup(table, a.Roles["chronicler"].Agent)
	if engineer.Name != "" && engineer.Family == chronicler.Family {
		r.failKey("agents.roles", fmt.Sprintf("`agents.roles` has %s bring sources in and %s write notes from them, and both are %s's", engineer.Name, chronicler.Name, engineer.Family),
			"two roles need two actors: name another for one of them")
	}
}

// knownAgent says of a key that names an agent that nobody knows it.
func (r *policyReader) knownAgent(table []agents.Spec, key, name string) {
	if _, ok := agents.Lookup(table, name); ok || name == "" {
		return
	}
	var names []string
	for _, s := range table {
		names = append(names, s.Name)
	}
	r.failKey(key, fmt.Sprintf("`%s` names %q, and no agent of that name is known", key, name), "known are "+strings.Join(names, ", ")+"; `agents.specs` says what another one is")
}

func (r *policyReader) agentSpec(key, name string, s AgentSpec) {
	_, known := agents.Lookup(agents.Table(), name)
	switch {
	case !s.IsOwn() && !known:
		r.failKey(key, fmt.Sprintf("`%s` has neither a command nor an endpoint", key), "write `command: [program, argument…]`, or `endpoint: http://127.0.0.1:11434`")
		return
	case len(s.Command) > 0 && strings.ContainsAny(s.Command[0], `/\`):
		r.failKey(key+".command", fmt.Sprintf("`%s.command` begins with a path", key), "write the name of a program on $PATH; no program of a vault is run")
		return
	case !IsPlainName(name) || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "":
		r.failKey(key, fmt.Sprintf("`%s` is no plain name", key), "name it with small letters, digits and dashes")
		return
	}
	if s.Endpoint != "" || s.KeyEnv != "" {
		r.service(key, "", s.Endpoint, s.Model, s.KeyEnv)
	}
	if s.IsOwn() {
		if err := s.spec(name).Check(); err != nil {
			r.failKey(key, fmt.Sprintf("`%s`: %v", key, err), "see `agents` in docs/policy.md")
		}
	}
}
