// Swaps writes labelled claims about sources that hold two or three values of one kind:
// the right value of a subject, and the value of its neighbour. The sources are lists,
// tables, keys and clauses in five languages. With -score the built-in judge grades them
// and a table says how often it is right, by layout, language and wording.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/gates/judge"
	"assay/provenance"
)

// A row is a claim about a source.
type row struct {
	ID       string `json:"id"`
	Claim    string `json:"claim"`
	Evidence string `json:"evidence"`
	Label    string `json:"label"`
	Layout   string `json:"layout"`
	Lang     string `json:"lang"`
	Kind     string `json:"kind"`
}

func main() {
	seed := flag.Uint64("seed", 1, "of the choice of values")
	score := flag.Bool("score", false, "grade the rows and print a table")
	flag.Parse()
	all := rows(*seed)
	out := bufio.NewWriter(os.Stdout)
	var err error
	if *score {
		err = grade(out, all)
	} else {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		for _, r := range all {
			if err = enc.Encode(r); err != nil {
				break
			}
		}
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "write the rows: %v\n", err)
		os.Exit(1)
	}
}

// A pair is a subject with its value, and with that of the second attribute.
type pair struct{ Subject, Value, Second string }

// rows lays each domain out in each way and asks of one subject of each.
func rows(seed uint64) []row {
	var all []row
	for _, tg := range tongues() {
		for di := range tg.Domains {
			d := &tg.Domains[di]
			r := rand.New(rand.NewPCG(seed, uint64(di)))
			for _, l := range layouts {
				pairs := choose(r, d)
				if l.two {
					pairs = pairs[:2]
				}
				text := l.write(source{&tg, d, pairs})
				asked := r.IntN(len(pairs))
				wrong := pairs[(asked+1+r.IntN(len(pairs)-1))%len(pairs)].Value
				for k, claim := range append([]string{d.Exact}, d.Other...) {
					kind := "exact"
					if k > 0 {
						kind = "paraphrase"
					}
					id := fmt.Sprintf("%s-%d-%s-%d", tg.Lang, di, strings.ReplaceAll(l.name, " ", "-"), k)
					all = append(all,
						row{id + "-t", capital(fill(claim, pairs[asked].Subject, pairs[asked].Value)), text, "supported", l.name, tg.Lang, kind},
						row{id + "-f", capital(fill(claim, pairs[asked].Subject, wrong)), text, "refuted", l.name, tg.Lang, kind})
				}
			}
		}
	}
	return all
}

func choose(r *rand.Rand, d *domain) []pair {
	values, seconds := slices.Clone(d.Values), slices.Clone(d.Seconds)
	r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	r.Shuffle(len(seconds), func(i, j int) { seconds[i], seconds[j] = seconds[j], seconds[i] })
	pairs := make([]pair, len(d.Subjects))
	for i, s := range d.Subjects {
		pairs[i] = pair{s, values[i], seconds[i]}
	}
	r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	return pairs
}

func fill(form, subject, value string) string {
	return strings.NewReplacer("{s}", subject, "{v}", value).Replace(form)
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// grade asks the built-in judge, with the thresholds that a vault begins with.
func grade(w io.Writer, all []row) error {
	const threshold = 0.78
	type tally struct{ rows, passed, refuted int }
	tallies := map[string]*tally{}
	j := judge.NewLexical()
	for _, r := range all {
		got, err := j.Judge(context.Background(), judge.Question{Claim: r.Claim, Text: r.Evidence})
		if err != nil {
			return err
		}
		for _, key := range []string{"all", "layout " + r.Layout, "lang " + r.Lang} {
			key += "\t" + r.Label + "\t" + r.Kind
			if tallies[key] == nil {
				tallies[key] = &tally{}
			}
			n := tallies[key]
			n.rows++
			if got.Stance == provenance.Supports && got.Score >= threshold && len(got.Missing) == 0 {
				n.passed++
			}
			if got.Stance == provenance.Contradicts {
				n.refuted++
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(tallies)) {
		n := tallies[key]
		if _, err := fmt.Fprintf(w, "%s\t%d rows\t%.3f held\t%.3f refuted\n", key, n.rows, float64(n.passed)/float64(n.rows), float64(n.refuted)/float64(n.rows)); err != nil {
			return err
		}
	}
	return nil
}
