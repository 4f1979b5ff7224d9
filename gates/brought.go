package gates

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Brought is something that a vault brings along and that would run, be asked, or get a key
// on this machine. A vault may come from a stranger, so none of it does before the user trusts
// it, outside the vault; and not when it has changed since.
type Brought struct {
	Kind string `json:"kind"` // agents, command, endpoint, key, search or skill
	Name string `json:"name"` // of the agent, section or skill
	Says string `json:"says"` // what it is, whole
}

// The kinds of Brought.
const (
	BroughtAgents   = "agents"
	BroughtCommand  = "command"
	BroughtEndpoint = "endpoint"
	BroughtKey      = "key"
	BroughtSearch   = "search"
	BroughtSkill    = "skill"
)

// Brought lists what a vault brings along, with the hashes of its skills by their names.
func (p Policy) Brought(skills map[string]string) []Brought {
	var out []Brought
	add := func(kind, name, says string) { out = append(out, Brought{kind, name, says}) }
	if p.Agents.Use != AgentsNone {
		add(BroughtAgents, p.Agents.Use, p.Agents.says())
	}
	if name := p.Judge.Agent(); name != "" {
		says := fmt.Sprintf("ask %q whether passages support claims, %s each", name, p.Judge.Timeout)
		if p.Judge.Model != "" {
			says += fmt.Sprintf(", for the model %q", p.Judge.Model)
		}
		add(BroughtAgents, "judge", says)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Agents.Specs)) {
		kind := BroughtCommand
		if p.Agents.Specs[name].Endpoint != "" {
			kind = BroughtEndpoint
		}
		add(kind, name, p.Agents.Specs[name].says())
	}
	if p.Judge.Use == "http" && p.Judge.KeyEnv != "" {
		add(BroughtKey, "judge", fmt.Sprintf("%q to %q", p.Judge.KeyEnv, p.Judge.Endpoint))
	}
	if p.Embedding.Use == "http" && p.Embedding.KeyEnv != "" {
		add(BroughtKey, "embedding", fmt.Sprintf("%q to %q", p.Embedding.KeyEnv, p.Embedding.Endpoint))
	}
	if p.Search.Live {
		add(BroughtSearch, "live", "ask web searches for the topics of drafts that agents write, with your keys")
	}
	if p.Search.LastResort {
		add(BroughtSearch, "last_resort", "have an agent search the web itself where nothing else found anything")
	}
	for _, name := range slices.Sorted(maps.Keys(skills)) {
		add(BroughtSkill, name, "skills/"+name+"/SKILL.md as it is now, "+skills[name])
	}
	return out
}

// says is all of the section but its specs, which are told of one by one.
func (a Agents) says() string {
	text := fmt.Sprintf("ask %q of tier %d and above, %s each", a.Chain, a.MinTier, a.Timeout)
	if a.OllamaModel != "" {
		text += fmt.Sprintf(", ollama for %q", a.OllamaModel)
	}
	for _, role := range slices.Sorted(maps.Keys(a.Roles)) {
		if r := a.RoleOf(role); r.Agent != "" {
			text += fmt.Sprintf("; as %s %q first, tier %d", role, r.Agent, r.MinTier)
		}
	}
	return text
}

// says is all of a spec.
func (s AgentSpec) says() string {
	var parts []string
	add := func(name string, value any, is bool) {
		if is {
			parts = append(parts, fmt.Sprintf("%s %q", name, value))
		}
	}
	add("run", s.Command, len(s.Command) > 0)
	add("ask", s.Endpoint+" by "+s.API, s.Endpoint != "")
	add("with the key in", s.KeyEnv, s.KeyEnv != "")
	add("for the model", s.Model, s.Model != "")
	add("with the variables", s.Env, len(s.Env) > 0)
	add("from version", s.MinVersion, s.MinVersion != "")
	if s.Tier > 0 {
		parts = append(parts, fmt.Sprintf("tier %d", s.Tier))
	}
	return strings.Join(parts, ", ")
}

// DigestOfBrought names all of it; "" for none.
func DigestOfBrought(list []Brought) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	for _, x := range list {
		b.WriteString(x.Kind + "\x00" + x.Name + "\x00" + x.Says + "\x00")
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:16])
}
