package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"assay/compiler"
	"assay/compiler/eval"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/judge"
	"assay/gates/judge/onnx"
	"assay/vault"
)

// judgesFlag is how --judge is told in help.
const judgesFlag = "`names` with commas between: lexical, http or onnx as the policy here has them, http:MODEL or onnx:MODEL for another model, agent/NAME for an agent"

// evalJudges makes the judges of a list of names, as the policy of the vault that one is
// in has them.
func (a *app) evalJudges(names, answers string) ([]judge.Judge, error) {
	w := world(a.getenv)
	root, p, snapErr := a.policyHere()
	var out []judge.Judge
	for _, name := range strings.Split(names, ",") {
		name = strings.TrimSpace(name)
		kind, model, _ := strings.Cut(name, ":")
		if kind == "lexical" && model == "" {
			out = append(out, w.Judge)
			continue
		}
		if snapErr != nil {
			return nil, snapErr
		}
		agent := gates.Judging{Use: kind}.Agent()
		if kind != "http" && kind != "onnx" && agent == "" {
			return nil, hinted(fmt.Errorf("no judge %q", name), "name one or more of lexical, http, onnx and agent/NAME, with commas between")
		}
		j, err := a.second(root, p, kind, model, w.Judge)
		if err != nil {
			return nil, err
		}
		if answers != "" {
			if j.Answers, err = view.OpenAnswers(answers); err != nil {
				return nil, err
			}
		}
		j.Now = w.Now()
		out = append(out, j)
	}
	return out, nil
}

// rowProgress shows how far a judge is that takes its time, and is nil for one that does not.
func (a *app) rowProgress(j judge.Judge) (step func(done, total int), end func()) {
	if _, slow := j.(*eval.Second); !slow {
		return nil, func() {}
	}
	show, end := a.watch()
	return func(done, total int) {
		show(reports.Event{Phase: "ask", Done: done, Total: total, Text: j.Model()})
	}, end
}

// policyHere is the policy of the vault that one is in, or the default one.
func (a *app) policyHere() (root string, p gates.Policy, err error) {
	if root, err = compiler.FindRoot("."); err != nil {
		return "", gates.Default(), err
	}
	text, err := vault.ReadFile(filepath.Join(root, gates.PolicyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return root, gates.Default(), nil
	}
	if err != nil {
		return root, p, fmt.Errorf("read policy: %w", err)
	}
	p, err = gates.ParsePolicy(gates.PolicyFile, text)
	return root, p, err
}

// second opens a judge that is asked.
func (a *app) second(root string, p gates.Policy, kind, model string, first judge.Judge) (*eval.Second, error) {
	o, err := a.secondOptions(root, p, kind, model)
	if err != nil {
		return nil, err
	}
	asker, err := openJudge(o, a.getenv)
	if err != nil {
		return nil, err
	}
	s := &eval.Second{Kind: kind, First: first, Asker: asker}
	if o.Leaves {
		s.Spend = (&view.Credits{Most: p.Quotas.MaxCreditsPerSession}).Spend
	}
	if kind == "onnx" {
		if dir, err := modelFolder(o.Model, a.getenv); err == nil {
			s.Bytes = onnx.Size(dir)
		}
	}
	if text, err := vault.ReadFile(filepath.Join(root, filepath.FromSlash(p.JudgeFile()))); err == nil {
		c, err := judge.ReadCalibration(text)
		if err != nil {
			return nil, fmt.Errorf("read calibration %s: %w", p.JudgeFile(), err)
		}
		if c.Identity() == asker.Identity() {
			s.Calibration = c
		}
	}
	return s, nil
}

func (a *app) secondOptions(root string, p gates.Policy, kind, model string) (o view.JudgeOptions, err error) {
	if name := (gates.Judging{Use: kind}).Agent(); name != "" {
		c, err := compiler.Open(root, world(a.getenv), compiler.Options{Here: true, Agent: name})
		if err != nil {
			return o, err
		}
		return c.AskedJudge(kind, model), nil
	}
	if model == "" {
		if p.Judge.IsModel() && p.Judge.Use != kind {
			return o, hinted(fmt.Errorf("policy names no model for %s", kind), "write --judge "+kind+":MODEL")
		}
		model = p.Judge.Model
	}
	p.Judge.Use, p.Judge.Model = kind, model
	switch {
	case model == "":
		return o, hinted(fmt.Errorf("policy names no model for %s", kind), "write --judge "+kind+":MODEL, or judge.model in "+gates.PolicyFile)
	case kind == "http" && p.Judge.Endpoint == "":
		return o, hinted(errors.New("policy names no endpoint for http"), "write judge.endpoint, such as http://127.0.0.1:11434, in "+gates.PolicyFile)
	}
	return view.JudgeOptions{Judging: p.Judge, Private: p.Crawl.AllowPrivateHosts, Leaves: p.Judge.Leaves(), Root: root}, p.MayAsk()
}
