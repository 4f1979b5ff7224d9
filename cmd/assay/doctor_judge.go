package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"assay/agents"
	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/judge"
	"assay/gates/judge/onnx"
	"assay/provenance"
	"assay/vault"
)

// judge looks at the judge that policy names beside the built-in one: what it needs on
// this machine, whether the vault has its calibration, and what is on record. It asks
// nobody anything.
func (d *diagnosis) judge(c *compiler.Compiler) {
	p := c.Policy
	if !p.Judge.IsModel() {
		d.missing("model", "no second judge: a true claim in words far from its source's is T1, and a person reads it",
			"`ollama pull bespoke-minicheck`, name it under judge in "+gates.PolicyFile+", and calibrate it: three commands in docs/models.md")
		return
	}
	name := "judge " + p.Judge.Name()
	var here judge.Identity
	switch {
	case p.Judge.Agent() != "":
		here = d.agentJudge(name, c.JudgeOptions())
	case p.Judge.Use == "onnx":
		d.model(name, p.Judge.Model)
	default:
		d.endpoint(name, p, c.JudgeOptions())
	}
	d.calibration(name, p, here)
}

// agentJudge looks at an agent that judges, and says who it is where it can be asked.
func (d *diagnosis) agentJudge(name string, o view.JudgeOptions) (here judge.Identity) {
	asker, err := openJudge(o, d.a.getenv)
	if err != nil {
		d.missing(name, err.Error(), first(ui.HintsOf(err)))
		return here
	}
	found, _ := findAgents(o.Agents, d.a.getenv)
	d.fine(name, "%s, %s; asked by `assay build` alone: claims and passages go to it", found[0].Path, asker.Identity().Version)
	return asker.Identity()
}

// embedding looks at the model that policy names for vectors.
func (d *diagnosis) embedding(p gates.Policy, trusted bool) {
	e := p.Embedding
	if !e.IsModel() {
		return
	}
	_, err := openEmbedder(view.EmbedderOptions{Embedding: e, Leaves: e.Leaves(), Trusted: trusted}, d.a.getenv)
	d.asked("embedding "+e.Model, e.Endpoint, e.Leaves(), "passages and queries", "`assay build` and `assay search`", err)
}

// asked says of a model at an address where it is, what goes there, and who asks it, or why it
// cannot be asked.
func (d *diagnosis) asked(name, endpoint string, leaves bool, sent, by string, err error) {
	where := "on this machine"
	if leaves {
		where = "on the network: " + sent + " go there, a credit each"
	}
	if err != nil {
		d.missing(name, err.Error(), first(ui.HintsOf(err)))
	} else {
		d.fine(name, "%s, %s; asked by %s", endpoint, where, by)
	}
}

func (d *diagnosis) endpoint(name string, p gates.Policy, o view.JudgeOptions) {
	if err := p.MayAsk(); err != nil {
		d.missing(name, "policy does not let it be asked: "+err.Error(), first(ui.HintsOf(err)))
		return
	}
	_, err := openJudge(o, d.a.getenv)
	d.asked(name, p.Judge.Endpoint, o.Leaves, "claims and passages", "`assay build` alone", err)
}

func (d *diagnosis) model(name, model string) {
	dir, err := modelFolder(model, d.a.getenv)
	if err != nil {
		d.missing(name, err.Error(), first(ui.HintsOf(err)))
		return
	}
	hint := "put model.onnx, tokenizer.json and config.json of a cross-encoder or NLI model (BERT, RoBERTa, DeBERTa or their like, exported to ONNX) into " + dir
	if !isFolder(dir) {
		d.missing(name, "there is no "+dir, hint)
		return
	}
	about, err := onnx.Look(dir)
	if err != nil {
		d.wrong(name, err.Error(), hint)
		return
	}
	d.fine(name, "%s, %s", dir, about)
}

func (d *diagnosis) calibration(name string, p gates.Policy, here judge.Identity) {
	file := p.JudgeFile()
	hint := fmt.Sprintf("until then the built-in judge grades alone; `assay eval calibrate --judge %s -o %s LABELLED.jsonl` fits one", p.Judge.Use, gates.ShellWord(file))
	text, err := vault.ReadFile(filepath.Join(d.root, filepath.FromSlash(file)))
	if err != nil {
		d.missing("calibration", "there is no "+file+", so that "+name[len("judge "):]+" does not count", hint)
		return
	}
	c, err := judge.ReadCalibration(text)
	switch {
	case err != nil:
		d.wrong("calibration", file+": "+err.Error(), hint)
		return
	case c.Judge != p.Judge.Name():
		d.wrong("calibration", fmt.Sprintf("%s is for %s, and policy names %s", file, c.Judge, p.Judge.Name()), hint)
		return
	case here.Version != "" && c.Version != here.Version:
		d.missing("calibration", fmt.Sprintf("%s is for %s, and here it is %s", file, c.Version, here.Version), "answers on record count; nothing new is asked before it is fitted again")
	case !c.Passes(p.Synthesis.MinSimilarityThreshold):
		d.missing("calibration", fmt.Sprintf("%s: no answer of this judge reaches %g, so it passes no claim", file, p.Synthesis.MinSimilarityThreshold), "another model, or more labelled rows")
	case c.Beside != judge.LexicalModel:
		d.missing("calibration", fmt.Sprintf("%s was fitted beside %s, and the built-in judge is %s now, which leaves other claims to it", file, c.Beside, judge.LexicalModel),
			"it counts; fit it again to know what it is worth")
	default:
		d.fine("calibration", "%s: %s on %d rows; held out, %.0f in 100 of those it passes are supported", file, c.Method, c.Rows, 100*c.Measured.Precision)
	}
	text, err = vault.ReadFile(filepath.Join(d.root, filepath.FromSlash(p.AnswersFile())))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.wrong("answers", "read answers: "+cause(err).Error(), "make "+p.AnswersFile()+" readable, or restore it from git")
		return
	}
	answers := provenance.ReadAnswers(text)
	n, _ := answers.Of(c.Judge, c.Version)
	d.fine("answers", "%d on record of %s, %d of others", n, c.Identity(), answers.Len()-n)
}

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
	own, err := openUser(d.a.getenv, d.root).Agents()
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
		d.missing(name, cmp.Or(agent.Path, agent.Endpoint)+": "+fault.Error(), "install a newer one")
		return
	}
	use := "`assay draft --agent " + agent.Name + "` has it write"
	if least := a.RoleOf("chronicler").MinTier; a.Use != gates.AgentsNone && slices.Contains(a.Chain, agent.Name) && agent.Tier >= least {
		use = "builds have it write drafts"
	}
	where := cmp.Or(agent.Path, agent.Endpoint+" for "+agent.Model)
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
