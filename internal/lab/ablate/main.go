// Ablate measures what each rule of the built-in judge is worth: it grades labelled rows
// with all rules, then with each rule switched off, and prints what changed.
//
//	go run ./internal/lab/ablate [-wikis FOLDER] [-swaps ROWS.jsonl] [-weights FILES] SET.jsonl.gz …
//
// -weights names fits to compare instead, the first of which is the whole one: those of
// internal/lab/fit -without GROUP, in files that are called by the group.
//
// FOLDER holds labels.jsonl and the unpacked wikis that it labels; a label's evidence is
// the text of all files that it cites. The columns are shares: of the sets the mean over
// sets, so that a large one counts as much as a small one.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assay/compiler/eval"
	"assay/gates/judge"
	"assay/vault/markdown"
)

func main() {
	wikis := flag.String("wikis", "", "folder of labels.jsonl and unpacked wikis")
	swaps := flag.String("swaps", "", "rows of swapped values, as internal/lab/swaps prints them")
	weights := flag.String("weights", "", "comma-separated fits to compare")
	flag.Parse()
	if err := run(*wikis, *swaps, strings.FieldsFunc(*weights, func(r rune) bool { return r == ',' }), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(wikis, swaps string, weights, files []string) (err error) {
	var swapped, cited []eval.ClaimRow
	sets := make([][]eval.ClaimRow, len(files))
	for i, file := range files {
		if sets[i], err = eval.ReadClaims(file); err != nil {
			return err
		}
	}
	if swaps != "" {
		if swapped, err = eval.ReadClaims(swaps); err != nil {
			return err
		}
	}
	if wikis != "" {
		if cited, err = wikiRows(wikis); err != nil {
			return err
		}
	}
	fmt.Println("| without | sets: false T5 | false T0 | recall | swaps: T5 | T0 | right T5 | wikis: errors right | told | hold |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	line := func(name string, j *judge.Lexical) error {
		var falseT5, falseT0, recall float64
		for _, rows := range sets {
			r, err := eval.Grade(context.Background(), rows, j, eval.ClaimsOptions{})
			if err != nil {
				return err
			}
			n := float64(len(sets))
			falseT5, falseT0, recall = falseT5+r.FalseT5/n, falseT0+r.FalseT0/n, recall+r.Recall/n
		}
		ofSwaps, err := eval.Grade(context.Background(), swapped, j, eval.ClaimsOptions{})
		if err != nil {
			return err
		}
		ofWikis, err := eval.Grade(context.Background(), cited, j, eval.ClaimsOptions{})
		if err != nil {
			return err
		}
		wrong, right := ofWikis.Tiers["supported"]["T0"], ofWikis.Tiers["nei"]["T0"]+ofWikis.Tiers["refuted"]["T0"]
		fmt.Printf("| %s | %.4f | %.4f | %.3f |", name, falseT5, falseT0, recall)
		fmt.Printf(" %.3f | %.3f | %.3f |", share(ofSwaps, "refuted", "T5"), share(ofSwaps, "refuted", "T0"), share(ofSwaps, "supported", "T5"))
		fmt.Printf(" %.2f (%d) | %.2f | %.2f |\n", float64(right)/float64(right+wrong), right+wrong, share(ofWikis, "nei", "T0"), share(ofWikis, "supported", "T5"))
		return nil
	}
	for i, file := range weights {
		name := "nothing"
		if i > 0 {
			name = strings.TrimSuffix(filepath.Base(file), ".json")
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read weights: %w", err)
		}
		w, err := judge.ReadWeights(data)
		if err != nil {
			return err
		}
		if err := line(name, judge.NewFitted(w)); err != nil {
			return err
		}
	}
	if len(weights) > 0 {
		return nil
	}
	if err := line("nothing", judge.NewLexical()); err != nil {
		return err
	}
	for _, r := range judge.Rules() {
		if err := line(r.Name, judge.NewFitted(nil, r.Name)); err != nil {
			return err
		}
	}
	return nil
}

// share is how many rows of a label got a tier; NaN where there are none.
func share(r eval.ClaimsReport, label, tier string) float64 {
	n := 0
	for _, k := range r.Tiers[label] {
		n += k
	}
	return float64(r.Tiers[label][tier]) / float64(n)
}

// wikiRows are the labelled lines with the files that they cite.
func wikiRows(folder string) (rows []eval.ClaimRow, err error) {
	labels, err := eval.ReadWikiLabels(filepath.Join(folder, "labels.jsonl"))
	names := map[string]string{"supported": "supported", "unsupported": "nei", "contradicted": "refuted"}
	for _, l := range labels {
		row := eval.ClaimRow{Claim: markdown.NormalizeClaim(l.Claim), Label: names[l.Label]}
		if row.Label == "" || l.Stratum == "T4" || l.Stratum == "planted" {
			continue
		}
		var text []string
		for _, c := range l.Cited {
			if b, err := os.ReadFile(filepath.Join(folder, l.Wiki, filepath.FromSlash(c))); err == nil {
				text = append(text, string(b))
			}
		}
		if row.Evidence = eval.EvidenceText(strings.Join(text, "\n\n")); row.Evidence != "" {
			rows = append(rows, row)
		}
	}
	return rows, err
}
