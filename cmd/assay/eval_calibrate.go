package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"assay/compiler/eval"
	"assay/gates"
	"assay/gates/judge"
	"assay/vault"
)

func (a *app) evalCalibrate() *cobra.Command {
	var o eval.CalibrateOptions
	var name, out, plot, answers string
	cmd := &cobra.Command{
		Use:   "calibrate file.jsonl[.gz]…",
		Short: "what a judge's scores are worth, and the curve that makes them honest",
		Long: `Calibrate puts labelled rows of {"id","claim","evidence","label"} to a judge and shows
for each band of scores how many of its rows are truly supported. For a judge that is
asked (http, onnx, agent) it fits the curve from its scores to that share, on the rows
that the built-in judge leaves to it, and holds the curve to the promise that of what passes
at 0.78 at least 95 in 100 are supported. The table and the figures are of rows that
took no part in the fit. Nothing is written unless -o names a file: the vault reads the
one that its policy names, 03_Sources/judge.json if it names none. Commit it, and the
judge counts. With --answers a set is asked once, also when it is stopped in between.

Of the built-in judge, whose curve comes with it, calibrate only reports.`,
		Example: `  assay eval calibrate --judge lexical labelled.jsonl.gz --plot lexical.svg
  assay eval calibrate --judge http labelled.jsonl.gz --answers answers.jsonl
  assay eval calibrate --judge http labelled.jsonl.gz --answers answers.jsonl -o 03_Sources/judge.json`,
		Args: takes(1, -1, "one file or more"),
		RunE: func(cmd *cobra.Command, args []string) error {
			judges, err := a.evalJudges(name, answers)
			if err != nil {
				return err
			}
			if len(judges) != 1 {
				return hinted(errors.New("calibrate takes one judge at a time"), "`assay eval claims --judge A,B` compares several")
			}
			o.Progress = a.rowProgress(judges[0])
			r, err := eval.Calibrate(cmd.Context(), args, judges[0], o)
			if err != nil {
				return err
			}
			if plot != "" {
				if err := vault.Replace(plot, eval.Plot(r.Judge, r.Bins, o.Threshold, 0.95), 0o644); err != nil {
					return fmt.Errorf("write plot: %w", err)
				}
			}
			wrote := ""
			if out != "" {
				if wrote, err = a.writeCalibration(out, r); err != nil {
					return err
				}
			}
			return a.answer(r, nil, func() { a.calibrationText(r, out, wrote) })
		},
	}
	cmd.Flags().StringVar(&name, "judge", "lexical", judgesFlag)
	cmd.Flags().StringVarP(&out, "out", "o", "", "write the calibration to `file`")
	cmd.Flags().StringVar(&plot, "plot", "", "draw the table as SVG into `file`")
	cmd.Flags().StringVar(&answers, "answers", "", "keep answers in `file`, and ask nothing that it holds")
	cmd.Flags().StringVar(&o.Method, "method", "", "isotonic or platt (default: isotonic from 400 rows on)")
	cmd.Flags().Float64Var(&o.Threshold, "threshold", gates.Default().Synthesis.MinSimilarityThreshold, "support at which 95 in 100 shall be supported")
	cmd.Flags().IntVarP(&o.Jobs, "jobs", "j", 0, "rows judged at once (0: as many as CPUs)")
	return cmd
}

// writeCalibration writes a calibration, and says what it took the place of.
func (a *app) writeCalibration(file string, r eval.CalibrationReport) (string, error) {
	if r.Calibration == nil {
		return "", hinted(fmt.Errorf("%s has its calibration built in: there is none to write", r.Judge), "leave -o out")
	}
	was := "which was not there"
	switch old, err := vault.ReadFile(file); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", fmt.Errorf("read %s: %w", file, cause(err))
	default:
		c, err := judge.ReadCalibration(old)
		if err != nil { // a person's file, for all we know
			return "", hinted(fmt.Errorf("%s is there, and is no calibration: %w", file, err), "name another file, or move that one away")
		}
		was = fmt.Sprintf("which was that of %s on %d rows", c.Identity(), c.Rows)
	}
	if err := vault.Replace(file, r.Calibration.Print(), 0o644); err != nil {
		return "", fmt.Errorf("write calibration: %w", err)
	}
	return was, nil
}

func (a *app) calibrationText(r eval.CalibrationReport, out, was string) {
	a.out.Printf("%-12s%8s%12s%12s\n", "score", "rows", "mean", "supported")
	for _, b := range r.Bins {
		a.out.Printf("%.1f–%.1f     %8d%12.3f%12.3f\n", b.From, b.To, b.Rows, b.Mean, b.Supported)
	}
	a.out.Printf("\n%s, %d rows", r.Judge, r.Rows)
	if c := r.Cost; c != nil {
		a.out.Printf(": %d settled by the built-in judge, %d asked, %d from the file of answers, %d without an answer", c.Settled, c.Asked, c.Replayed, c.Unanswered)
		a.out.Printf("; %d tokens, %d credits", c.Tokens, c.Credits)
	}
	a.out.Printf("\n")
	if r.Missing != "" {
		a.out.Printf("without an answer: %s\n", r.Missing)
	}
	m := r.Measured
	a.out.Printf("%s\n", a.out.Bold(fmt.Sprintf("at %.2f: %d pass, precision %.4f, recall %.4f; Brier score %.4f", m.Threshold, m.Passed, m.Precision, m.Recall, m.Brier)))
	switch c := r.Calibration; {
	case c == nil:
	case !c.Passes(m.Threshold):
		a.out.Printf("%s\n", "by this calibration the judge passes no claim: nowhere are 95 in 100 supported")
	case out == "":
		a.out.Printf("%s\n", "nothing was written; -o FILE writes the calibration")
	}
	if was != "" {
		a.out.Printf("wrote %s, %s\n", out, was)
	}
}
