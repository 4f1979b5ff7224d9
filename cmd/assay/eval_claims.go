package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/eval"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/judge"
	"assay/gates/judge/onnx"
)

func (a *app) evalClaims() *cobra.Command {
	var o eval.ClaimsOptions
	var names, answers string
	cmd := &cobra.Command{
		Use:   "claims file.jsonl[.gz]…",
		Short: "how well claims are graded",
		Long: `Claims grades rows of {"id","claim","evidence","label"}, label being supported, refuted
or nei, by the thresholds of the default policy, and says how often a claim that is
not supported passes (false T5) and one that is gets rejected (false T0). Several files
are one set. With --judge several judges answer the same rows and stand in one table
with what each costs; one that is asked (http, onnx, agent) goes after the built-in one,
as in a vault, and passes nothing without the vault's calibration of it.`,
		Example: `  assay eval claims labelled.jsonl.gz
  assay eval claims labelled.jsonl.gz --threshold 0.85 --json | jq .false_t5
  assay eval claims --judge lexical,http,onnx:nli labelled.jsonl.gz more.jsonl`,
		Args: takes(1, -1, "one file or more"),
		RunE: func(cmd *cobra.Command, args []string) error {
			judges, err := a.evalJudges(names, answers)
			if err != nil {
				return err
			}
			var all eval.Comparison
			for _, j := range judges {
				o.Progress = a.rowProgress(j)
				r, err := eval.Claims(cmd.Context(), args, j, o)
				if err != nil {
					return err
				}
				all.Judges = append(all.Judges, r)
			}
			if one := all.Judges[0]; len(all.Judges) == 1 {
				return a.answer(one, nil, func() { a.claimsText(one) })
			}
			return a.answer(all, nil, func() { a.comparisonText(all) })
		},
	}
	d := gates.Default().Synthesis
	cmd.Flags().Float64Var(&o.Threshold, "threshold", d.MinSimilarityThreshold, "support that carries a claim")
	cmd.Flags().Float64Var(&o.RejectBelow, "reject-below", d.RejectBelow, "support below which a claim is rejected")
	cmd.Flags().StringVar(&names, "judge", "lexical", judgesFlag)
	cmd.Flags().StringVar(&answers, "answers", "", "keep answers in `file`, and ask nothing that it holds")
	cmd.Flags().IntVarP(&o.Jobs, "jobs", "j", 0, "rows judged at once (0: as many as CPUs)")
	return cmd
}

func (a *app) claimsText(r eval.ClaimsReport) {
	tiers := []string{"T0", "T1", "T2", "T3", "T4", "T5"}
	a.out.Printf("%-12s", "label")
	for _, t := range tiers {
		a.out.Printf("%8s", t)
	}
	a.out.Printf("\n")
	for _, label := range slices.Sorted(maps.Keys(r.Tiers)) {
		a.out.Printf("%-12s", label)
		for _, t := range tiers {
			a.out.Printf("%8d", r.Tiers[label][t])
		}
		a.out.Printf("\n")
	}
	a.out.Printf("\n%s, %d rows, threshold %.2f, %.0f rows a second\n", r.Judge, r.Rows, r.Threshold, r.RowsPerS)
	a.out.Printf("%s\n", a.out.Bold(fmt.Sprintf("false T5 %.4f, false T0 %.4f, T5 recall %.4f, T5 precision %.4f, AUC %.4f, macro F1 %.4f",
		r.FalseT5, r.FalseT0, r.Recall, r.Precision, r.AUC, r.MacroF1)))
	a.costText(r)
}

// costText says what a judge that is asked took, and what it lacked.
func (a *app) costText(r eval.ClaimsReport) {
	if r.Cost == nil {
		return
	}
	c := r.Cost
	a.out.Printf("%d rows settled by the built-in judge, %d asked, %d from the file of answers, %d without an answer; %d tokens, %d credits\n",
		c.Settled, c.Asked, c.Replayed, c.Unanswered, c.Tokens, c.Credits)
	if r.Calibrated != nil && !*r.Calibrated {
		a.out.Printf("%s is not calibrated, so that no answer of it passes a claim; `assay eval calibrate` fits a curve\n", r.Judge)
	}
	if r.Missing != "" {
		a.out.Printf("without an answer: %s\n", r.Missing)
	}
}

// comparisonText is a line for each judge: what it lets through, what it finds, and what
// that costs.
func (a *app) comparisonText(all eval.Comparison) {
	width := len("judge")
	for _, r := range all.Judges {
		width = max(width, utf8.RuneCountInString(r.Judge))
	}
	a.out.Printf("%-*s%10s%10s%10s%10s%8s%12s%9s%9s%9s%12s\n", width, "judge", "false T5", "recall", "precision", "false T0", "AUC",
		"rows/s", "asked", "tokens", "credits", "bytes")
	for _, r := range all.Judges {
		var c eval.Cost
		if r.Cost != nil {
			c = *r.Cost
		}
		a.out.Printf("%-*s%10.4f%10.4f%10.4f%10.4f%8.4f%12.1f%9d%9d%9d%12d\n", width, r.Judge, r.FalseT5, r.Recall, r.Precision, r.FalseT0, r.AUC,
			r.RowsPerS, c.Asked, c.Tokens, c.Credits, c.Model+c.Sent)
	}
	a.out.Printf("\n%d rows, threshold %.2f; bytes are those of a model here, or sent\n", all.Judges[0].Rows, all.Judges[0].Threshold)
	for _, r := range all.Judges {
		if r.Cost != nil {
			a.out.Printf("\n%s: ", r.Judge)
			a.costText(r)
		}
	}
}

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
func (a *app) rowProgress(j judge.Judge) (step func(done, total int)) {
	if _, slow := j.(*eval.Second); !slow {
		return nil
	}
	show := a.watch()
	return func(done, total int) {
		show(reports.Event{Phase: "ask", Done: done, Total: total, Text: j.Model()})
	}
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
