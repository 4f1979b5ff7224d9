package gates

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// A Brought is something that a vault brings along and that would run, be asked, or get a key
// on this machine. A vault may come from a stranger, so none of it does before the user trusts
// it, outside the vault; and not when it has changed since.
type Brought struct {
	Kind string `json:"kind"` // agents, command, endpoint, key or skill
	Name string `json:"name"` // of the agent, section or skill
	Says string `json:"says"` // what it is, whole
}

// The kinds of Brought.
const (
	BroughtAgents   = "agents"
	BroughtCommand  = "command"
	BroughtEndpoint = "endpoint"
	BroughtKey      = "key"
	BroughtSkill    = "skill"
)

// Brought lists what a vault brings along, with the hashes of its skills by their names.
func (p Policy) Brought(skills map[string]string) []Brought {
	var out []Brought
	add := func(kind, name string, what any) {
		text, err := json.Marshal(what)
		if err != nil {
			text = []byte(err.Error())
		}
		out = append(out, Brought{kind, name, string(text)})
	}
	if a := p.Agents; a.Use != AgentsNone {
		a.Specs = nil // each is told of by itself
		add(BroughtAgents, a.Use, a)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Agents.Specs)) {
		kind := BroughtCommand
		if p.Agents.Specs[name].Endpoint != "" {
			kind = BroughtEndpoint
		}
		add(kind, name, p.Agents.Specs[name])
	}
	if p.Judge.Use == "http" && p.Judge.KeyEnv != "" {
		add(BroughtKey, "judge", []string{p.Judge.KeyEnv, p.Judge.Endpoint})
	}
	if p.Embedding.Use == "http" && p.Embedding.KeyEnv != "" {
		add(BroughtKey, "embedding", []string{p.Embedding.KeyEnv, p.Embedding.Endpoint})
	}
	for _, name := range slices.Sorted(maps.Keys(skills)) {
		add(BroughtSkill, name, skills[name])
	}
	return out
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
