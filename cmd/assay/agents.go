package main

import (
	"context"
	"fmt"
	"strings"

	"assay/agents"
	"assay/agents/endpoint"
	"assay/compiler/author"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/judge"
	"assay/ingest/tool"
)

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
	case found[0].Path() == "":
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
	return tool.Plain(out), tool.Plain(errs), err
}
