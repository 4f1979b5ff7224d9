package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"assay/agents"
	"assay/agents/endpoint"
	"assay/compiler/author"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/judge"
	"assay/gates/judge/chat"
	"assay/gates/judge/onnx"
	"assay/ingest/index"
	"assay/ingest/plain"
	"assay/ingest/tool"
	"assay/ingest/web"
)

// openJudge makes the judge that a policy names beside the built-in one. It connects to
// nothing before it is asked.
func openJudge(o view.JudgeOptions, getenv func(string) string) (judge.Asker, error) {
	if o.Agent() != "" {
		return openAgentJudge(o, getenv)
	}
	switch o.Use {
	case "http":
		key, err := keyFor("judge", o.KeyEnv, o.Endpoint, o.Leaves, o.Trusted, getenv)
		if err != nil {
			return nil, err
		}
		return chat.New(chat.Options{Endpoint: o.Endpoint, API: o.API, Model: o.Model, Key: key, Timeout: o.Timeout, HTTP: clientFor(o.Leaves, o.Private)})
	case "onnx":
		dir, err := modelFolder(o.Model, getenv)
		if err != nil {
			return nil, err
		}
		j, err := onnx.Open(dir, o.Model)
		if err != nil {
			return nil, hinted(err, "`assay doctor` says what goes where")
		}
		return j, nil
	}
	return nil, fmt.Errorf("no judge %q that is asked", o.Use)
}

// keysVariable says which key may go to which host: a vault names a variable and an
// endpoint, and may come from a stranger. So the user says of both that they belong
// together, outside the vault: here, or by `assay trust`.
const keysVariable = "ASSAY_JUDGE_KEYS"

// openEmbedder makes the model that a policy names for vectors. It connects to nothing
// before it is asked.
func openEmbedder(o view.EmbedderOptions, getenv func(string) string) (view.Embedder, error) {
	key, err := keyFor("embedding", o.KeyEnv, o.Endpoint, o.Leaves, o.Trusted, getenv)
	if err != nil {
		return nil, err
	}
	return index.Model(o.API, o.Endpoint, key, o.Model), nil
}

// keyFor is the key that a section of the policy names, if the user lets its endpoint have
// it.
func keyFor(section, variable, endpoint string, leaves, trusted bool, getenv func(string) string) (string, error) {
	if variable == "" {
		return "", nil
	}
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", fmt.Errorf("read %s.endpoint: %w", section, err)
	}
	key := getenv(variable)
	switch {
	case key == "":
		return "", hinted(fmt.Errorf("its key is missing: %s is not set", variable), "set it, or take "+section+".key_env off the policy")
	case !trusted && !letsKey(variable, u, getenv):
		return "", hinted(fmt.Errorf("policy would send the key in %s to %s, and %s does not let it", variable, u.Hostname(), keysVariable),
			"if you trust the vault and the host, run `assay trust`, or set "+keysVariable+"="+pairOf(variable, u))
	case leaves && u.Scheme != "https":
		return "", hinted(fmt.Errorf("the key in %s would go to %s without encryption", variable, u.Hostname()), "write https:// in "+section+".endpoint")
	}
	return key, nil
}

func pairOf(variable string, u *url.URL) string {
	return variable + "@" + strings.ToLower(u.Hostname())
}

func letsKey(variable string, u *url.URL, getenv func(string) string) bool {
	pairs := strings.FieldsFunc(getenv(keysVariable), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.ContainsFunc(pairs, func(p string) bool { return strings.EqualFold(p, pairOf(variable, u)) })
}

// clientFor connects to this machine alone where the endpoint says that it is on it,
// and elsewhere as a crawl would: to the public internet, and to private hosts that
// policy names. It follows no redirect, since that would take claims and key along.
func clientFor(leaves bool, private []string) *http.Client {
	dial := dialLoopback
	if leaves {
		dial = web.NewClient(web.Options{AllowPrivateHosts: private, Timeout: 30 * time.Second}).Dial
	}
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dial, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: 30 * time.Second, MaxResponseHeaderBytes: 64 << 10,
		},
	}
}

// dialLoopback connects to this machine and to nothing else, whatever a name leads to.
func dialLoopback(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: 10 * time.Second, ControlContext: func(_ context.Context, _, resolved string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(resolved)
		if err != nil || !ap.Addr().Unmap().IsLoopback() {
			return fmt.Errorf("%s leads to %s, which is not this machine", address, resolved)
		}
		return nil
	}}
	return d.DialContext(ctx, network, address)
}

// modelFolder is where a model of a name lies: in the user's own configuration, so that a
// vault cannot say where.
func modelFolder(name string, getenv func(string) string) (string, error) {
	if !gates.IsPlainName(name) {
		return "", fmt.Errorf("%q is not the name of a model's folder", name)
	}
	root := getenv("ASSAY_MODELS")
	if root == "" {
		dir := configDir(getenv)
		if dir == "" {
			return "", hinted(errors.New("this user has no configuration folder"), "set ASSAY_MODELS to a folder of models")
		}
		root = filepath.Join(dir, "models")
	}
	return filepath.Join(root, name), nil
}

// findAgents finds the agents of a choice. It runs nothing, and asks nobody.
func findAgents(o view.AgentOptions, getenv func(string) string) ([]*agents.Agent, []agents.Missing) {
	return agents.Find(o.Table, agents.Options{
		Door: door{tool.Programs{Path: getenv("PATH"), Avoid: []string{o.Root}}}, Getenv: getenv, Model: o.Model, Timeout: o.Timeout,
		Endpoint: func(s agents.Spec) (*endpoint.Client, error) { return agentEndpoint(o, s, getenv) },
	}, o.Choice)
}

// openAgentJudge makes the agent that a policy or a person names for a judge. It runs nothing.
func openAgentJudge(o view.JudgeOptions, getenv func(string) string) (judge.Asker, error) {
	if !o.Trusted {
		return nil, hinted(fmt.Errorf("policy would have %s judge, and nobody here trusts the vault", o.Agent()), "`assay trust` shows what the vault brings along, and asks")
	}
	if o.Fault != nil {
		return nil, o.Fault
	}
	found, missing := findAgents(o.Agents, getenv)
	switch {
	case len(missing) > 0:
		return nil, hinted(fmt.Errorf("%s cannot be asked: %s", o.Agent(), strings.TrimPrefix(missing[0].Why, o.Agent()+" is ")), "install it and log in; docs/agents.md says what each needs")
	case found[0].Path == "":
		return nil, hinted(fmt.Errorf("%s is no program", o.Agent()), "what listens at an address is asked by `judge: {use: http}`")
	}
	return author.NewJudge(found[0], o.Skill), nil
}

// agentEndpoint opens the endpoint of an agent. A policy's own was trusted with its key.
func agentEndpoint(o view.AgentOptions, s agents.Spec, getenv func(string) string) (*endpoint.Client, error) {
	leaves := gates.LeavesMachine(s.Endpoint)
	if o.MaySend != nil {
		if err := o.MaySend(s.Endpoint); err != nil {
			return nil, err
		}
	}
	key, err := keyFor("agents.specs."+s.Name, s.KeyEnv, s.Endpoint, leaves, true, getenv)
	if err != nil {
		return nil, err
	}
	return endpoint.New(endpoint.Options{Endpoint: s.Endpoint, API: s.API, Model: s.Model, Key: key, Timeout: o.Timeout, Retries: -1, HTTP: clientFor(leaves, o.Private)})
}

// door runs programs as sources are read with: none of the vault, and all that one started
// dies with it.
type door struct{ tool.Programs }

func (d door) Run(ctx context.Context, r agents.Run) (stdout, stderr string, err error) {
	out, errs, err := d.Programs.Run(ctx, tool.Command{Name: r.Program, Args: r.Args, Dir: r.Dir, Env: r.Env, Stdin: r.Stdin, Timeout: r.Timeout})
	return plain.Text(out), plain.Text(errs), err
}
