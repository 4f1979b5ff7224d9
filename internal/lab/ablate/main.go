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
	"bufio"
	"bytes"
	"context"
	"encoding/json"
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
	if err := run(context.Background(), *wikis, *swaps, strings.FieldsFunc(*weights, func(r rune) bool { return r == ',' }), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, wikis, swaps string, weights, sets []string) error {
	if wikis != "" {
		rows, err := wikiRows(wikis)
		if err != nil {
			return err
		}
		defer os.Remove(rows)
		wikis = rows
	}
	fmt.Println("| without | sets: false T5 | false T0 | recall | swaps: T5 | T0 | right T5 | wikis: errors right | told | hold |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	line := func(name string, j judge.Judge) error {
		var all [3]float64
		for _, set := range sets {
			r, err := eval.Claims(ctx, []string{set}, j, eval.ClaimsOptions{})
			if err != nil {
				return err
			}
			n := float64(len(sets))
			all[0], all[1], all[2] = all[0]+r.FalseT5/n, all[1]+r.FalseT0/n, all[2]+r.Recall/n
		}
		fmt.Printf("| %s | %.4f | %.4f | %.3f |", name, all[0], all[1], all[2])
		if swaps != "" {
			r, err := eval.Claims(ctx, []string{swaps}, j, eval.ClaimsOptions{})
			if err != nil {
				return err
			}
			fmt.Printf(" %.3f | %.3f | %.3f |", share(r, "refuted", "T5"), share(r, "refuted", "T0"), share(r, "supported", "T5"))
		} else {
			fmt.Print(" | | |")
		}
		if wikis != "" {
			r, err := eval.Claims(ctx, []string{wikis}, j, eval.ClaimsOptions{})
			if err != nil {
				return err
			}
			wrong, right := r.Tiers["supported"]["T0"], r.Tiers["nei"]["T0"]+r.Tiers["refuted"]["T0"]
			fmt.Printf(" %.2f (%d) | %.2f | %.2f |\n", float64(right)/float64(max(1, right+wrong)), right+wrong, share(r, "nei", "T0"), share(r, "supported", "T5"))
		} else {
			fmt.Println(" | | |")
		}
		return nil
	}
	for i, file := range weights {
		name := "nothing"
		if i > 0 {
			name = strings.TrimSuffix(filepath.Base(file), ".json")
		}
		if err := fit(name, file, line); err != nil {
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

// fit prints the line of a file of weights.
func fit(name, file string, line func(string, judge.Judge) error) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read weights: %w", err)
	}
	w, err := judge.ReadWeights(data)
	if err != nil {
		return err
	}
	return line(name, judge.NewFitted(w))
}

// share is how many rows of a label got a tier.
func share(r eval.ClaimsReport, label, tier string) float64 {
	n := 0
	for _, k := range r.Tiers[label] {
		n += k
	}
	return float64(r.Tiers[label][tier]) / float64(max(1, n))
}

// wikiRows writes the labelled lines with the files that they cite as rows of a set.
func wikiRows(folder string) (string, error) {
	data, err := os.ReadFile(filepath.Join(folder, "labels.jsonl"))
	if err != nil {
		return "", fmt.Errorf("read labels: %w", err)
	}
	out, err := os.CreateTemp("", "wikis-*.jsonl")
	if err != nil {
		return "", fmt.Errorf("write rows: %w", err)
	}
	defer out.Close()
	names := map[string]string{"supported": "supported", "unsupported": "nei", "contradicted": "refuted"}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var l struct {
			Wiki, Claim, Label, Stratum string
			Cited                       []string
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return "", fmt.Errorf("read labels: %w", err)
		}
		label, ok := names[l.Label]
		if !ok || l.Stratum == "T4" || strings.HasPrefix(l.Stratum, "link") || l.Stratum == "planted" {
			continue
		}
		var text []string
		for _, c := range l.Cited {
			if b, err := os.ReadFile(filepath.Join(folder, l.Wiki, filepath.FromSlash(c))); err == nil {
				text = append(text, string(b))
			}
		}
		if len(text) == 0 {
			continue
		}
		row, err := json.Marshal(map[string]string{"claim": markdown.NormalizeClaim(l.Claim), "evidence": strings.Join(text, "\n\n"), "label": label})
		if err != nil {
			return "", fmt.Errorf("write rows: %w", err)
		}
		if _, err := out.Write(append(row, '\n')); err != nil {
			return "", fmt.Errorf("write rows: %w", err)
		}
	}
	return out.Name(), lines.Err()
}
