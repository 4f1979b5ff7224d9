package main

import (
	"errors"
	"fmt"
	"strings"

	"assay/compiler"
	"assay/compiler/eval"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/judge"
	"assay/gates/judge/onnx"
)

// judgesFlag is how --judge is told in help.
const judgesFlag = "`names` with commas between: lexical, http or onnx as the policy here has them, http:MODEL or onnx:MODEL for another model, agent/NAME for an agent"

// evalJudges makes the judges of a list of names, as the policy of the vault that one is
// in has them.
func (a *app) evalJudges(names, answers string) ([]judge.Judge, error) {
	w := world(a.getenv)
	c, openErr := compiler.Open(".", w, compiler.Options{})
	if openErr == nil && c.Guest() {
		c.Policy = gates.Default()
	}
	var out []judge.Judge
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		kind, model, _ := strings.Cut(name, ":")
		switch {
		case kind == "lexical" && model == "":
			out = append(out, w.Judge)
			continue
		case openErr != nil:
			return nil, openErr
		case kind != "http" && kind != "onnx" && (gates.Judging{Use: kind}).Agent() == "":
			return nil, hinted(fmt.Errorf("no judge %q", name), "name one or more of lexical, http, onnx and agent/NAME, with commas between")
		}
		j, err := a.second(c, kind, model)
		if err != nil {
			return nil, err
		}
		if answers != "" {
			if j.Answers, err = view.OpenAnswers(answers); err != nil {
				return nil, err
			}
		}
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

// second opens a judge that is asked.
func (a *app) second(c *compiler.Compiler, kind, model string) (*eval.Second, error) {
	o, err := secondOptions(c, kind, model)
	if err != nil {
		return nil, err
	}
	asker, err := openJudge(o, a.getenv)
	if err != nil {
		return nil, err
	}
	s := &eval.Second{Kind: kind, First: c.World.Judge, Asker: asker, Now: c.World.Now()}
	if o.Leaves {
		s.Spend = (&view.Credits{Most: c.Policy.Quotas.MaxCreditsPerSession}).Spend
	}
	if kind == "onnx" {
		if dir, err := modelFolder(o.Model, a.getenv); err == nil {
			s.Bytes = onnx.Size(dir)
		}
	}
	file := c.Policy.JudgeFile()
	if text, err := c.ReadFile(file); err == nil {
		fitted, err := judge.ReadCalibration(text)
		if err != nil {
			return nil, fmt.Errorf("read calibration %s: %w", file, err)
		}
		if fitted.Identity() == asker.Identity() {
			s.Calibration = fitted
		}
	}
	return s, nil
}

func secondOptions(c *compiler.Compiler, kind, model string) (o view.JudgeOptions, err error) {
	p := c.Policy
	if name := (gates.Judging{Use: kind}).Agent(); name != "" {
		c.Opts.Agent = name
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
	return view.JudgeOptions{Judging: p.Judge, Private: p.Crawl.AllowPrivateHosts, Leaves: p.Judge.Leaves(), Root: c.Root}, p.MayAsk()
}
