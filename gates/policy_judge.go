package gates

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"assay/agents"
)

// judging looks at what the keys of the judge mean together.
func (r *policyReader) judging(p Policy) {
	j := p.Judge
	r.service("judge", j.Use, j.Endpoint, j.Model, j.KeyEnv)
	switch {
	case j.Use != "onnx":
	case j.Model == "":
		r.failKey("judge.use", "`judge.use` is onnx, and `judge.model` is not set", "write the name of a folder with a model; `assay doctor` says where it lies")
	case !IsPlainName(j.Model):
		r.failKey("judge.model", fmt.Sprintf("`judge.model` is %q, not a plain name", j.Model), "it names a folder of your own configuration, which `assay doctor` shows; a vault cannot say where")
	}
	if name := j.Agent(); name != "" {
		table := p.Agents.AgentTable(agents.Table())
		r.knownAgent(table, "judge.use", name)
		if s, _ := agents.Lookup(table, name); s.Endpoint != "" {
			r.failKey("judge.use", fmt.Sprintf("`judge.use` names %s, which is no program", name), "what listens at an address is asked by `use: http`, with `endpoint` and `model`")
		}
	}
}

// Agent is the agent that judges, by name: a program on $PATH. It is "" for other judges.
func (j Judging) Agent() string {
	if name, ok := strings.CutPrefix(j.Use, "agent/"); ok {
		return name
	}
	return ""
}

// embedding looks at what the keys of the embedding mean together. Consent is part of the
// policy: without it nothing is embedded, and search would have other answers.
func (r *policyReader) embedding(p Policy) {
	e := p.Embedding
	r.service("embedding", e.Use, e.Endpoint, e.Model, e.KeyEnv)
	if err := p.maySend(e.Leaves(), e.Endpoint); err != nil && e.Endpoint != "" {
		hint := "name another endpoint"
		if h, ok := err.(interface{ Hint() string }); ok {
			hint = h.Hint()
		}
		r.failKey("embedding.endpoint", "`embedding.endpoint`: "+err.Error(), hint)
	}
}

// service looks at the keys of a section that may name an endpoint.
func (r *policyReader) service(section, use, endpoint, model, keyEnv string) {
	if endpoint != "" {
		if _, err := endpointOf(endpoint); err != nil {
			r.failKey(section+".endpoint", "`"+section+".endpoint` "+err.Error(), "write where it listens, such as http://127.0.0.1:11434")
		}
	}
	if keyEnv != "" && strings.Trim(keyEnv, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		r.failKey(section+".key_env", "`"+section+".key_env` is no name of an environment variable", "write the variable's name, such as OPENAI_API_KEY; a key itself never stands in a policy")
	}
	if use == "http" && endpoint == "" {
		r.failKey(section+".use", "`"+section+".use` is http, and `"+section+".endpoint` is not set", "write where it listens, such as http://127.0.0.1:11434")
	}
	if use == "http" && model == "" {
		r.failKey(section+".use", "`"+section+".use` is http, and `"+section+".model` is not set", "write the model as the endpoint names it")
	}
}

// IsPlainName reports a name that leads nowhere but to one entry of a folder.
func IsPlainName(name string) bool {
	return name != "" && !strings.ContainsAny(name, `/\:`) && !strings.HasPrefix(name, ".")
}

func endpointOf(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, errors.New("is no address")
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, errors.New("is no http or https address")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("has a user, query or fragment")
	}
	return u, nil
}

// IsModel reports a judge that is asked, and not built in.
func (j Judging) IsModel() bool { return j.Use == "http" || j.Use == "onnx" || j.Agent() != "" }

// Name is how records call the judge: http/MODEL, onnx/MODEL, agent/NAME, or "" for the one
// built in.
func (j Judging) Name() string {
	switch {
	case !j.IsModel():
		return ""
	case j.Agent() != "":
		return j.Use
	}
	return j.Use + "/" + j.Model
}

// JudgeFile is where the calibration of the judge lies in the vault.
func (p Policy) JudgeFile() string {
	return cmp.Or(p.Judge.Calibration, p.Vault.Stored("judge.json"))
}

// AnswersFile is where the answers of judges lie in the vault.
func (p Policy) AnswersFile() string { return p.Vault.Stored("verdicts.jsonl") }

// Leaves reports an endpoint that is not on this machine: what is asked there leaves it,
// and costs a credit.
func (j Judging) Leaves() bool { return leaves(j.Use, j.Endpoint) }

// IsModel reports an embedding that is asked for, and not built in.
func (e Embedding) IsModel() bool { return e.Use == "http" }

// Leaves is the same as of a judge.
func (e Embedding) Leaves() bool { return leaves(e.Use, e.Endpoint) }

func leaves(use, endpoint string) bool { return use == "http" && LeavesMachine(endpoint) }

// LeavesMachine reports an address that is not of this machine.
func LeavesMachine(endpoint string) bool {
	u, err := endpointOf(endpoint)
	return err != nil || !isLoopback(u.Hostname())
}

func isLoopback(host string) bool {
	host = foldHost(host)
	if a, err := netip.ParseAddr(host); err == nil {
		return a.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// MayAsk tells why policy does not let the judge be asked: its endpoint is denied, or is
// a host of the network that no person has approved. It is nil for one on this machine.
func (p Policy) MayAsk() error { return p.maySend(p.Judge.Leaves(), p.Judge.Endpoint) }

// MaySend tells why policy does not let an endpoint have what the vault holds.
func (p Policy) MaySend(endpoint string) error { return p.maySend(LeavesMachine(endpoint), endpoint) }

func (p Policy) maySend(leaves bool, endpoint string) error {
	if !leaves {
		return nil
	}
	if err := p.Denied(endpoint); err != nil {
		return err
	}
	if host := HostOf(endpoint); p.Safety.RequireHITLForNewDomain && !p.Approved(host) {
		return WithHint(fmt.Errorf("%s is not in safety.approved_domains, and claims and passages would be sent there", host),
			"add "+host+" to safety.approved_domains in "+PolicyFile+", where a review shows it")
	}
	return nil
}

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
