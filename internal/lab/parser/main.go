// Command parser trains the weights of package syntax from treebanks in CoNLL-U, and
// measures them:
//
//	parser -train train.conllu.gz -dev dev.conllu.gz -penn -out ../../../text/syntax/weights/en.arcs
//	parser -lang en -dev dev.conllu.gz
//	parser -lang es -train train.conllu.gz -hold 8
//
// The same treebanks and options give the same weights. With -lang nothing is trained: the
// built-in weights are measured, on -dev and on what -hold keeps back.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"assay/text/syntax"
	"assay/text/syntax/arc"
)

var penn = flag.Bool("penn", false, "the fifth column has Penn tags, which are finer than universal ones")

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "parser:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	train := flag.String("train", "", "treebanks to train on, separated by commas")
	dev := flag.String("dev", "", "treebanks to measure on")
	lang := flag.String("lang", "", "a language whose built-in weights are measured")
	to := flag.String("out", "", "the file that the trained weights are written to")
	hold := flag.Int("hold", 0, "keep every n-th block of 10 training sentences back, and measure on those")
	var o options
	flag.IntVar(&o.epochs, "epochs", 12, "passes over the sentences for the parser")
	flag.IntVar(&o.tagEpochs, "tag-epochs", 6, "passes for the tagger")
	flag.IntVar(&o.folds, "folds", 5, "parts for tagging the training sentences")
	flag.UintVar(&o.tagBits, "tag-bits", 17, "size of the table, as a power of two")
	flag.UintVar(&o.stepBits, "step-bits", 19, "size of the table")
	least := flag.Uint("step-least", 2, "times that a feature must be seen")
	flag.IntVar(&o.tagMost, "tag-most", 60000, "weights kept")
	flag.IntVar(&o.stepMost, "step-most", 400000, "weights kept")
	flag.Parse()
	o.tagLeast, o.stepLeast = 2, uint8(*least)
	held, err := readTreebanks(*dev)
	if err != nil {
		return err
	}
	all, err := readTreebanks(*train)
	if err != nil {
		return err
	}
	if *hold > 0 {
		var rest []sentence
		for i, s := range all {
			if i/10%*hold == 0 {
				held = append(held, s)
			} else {
				rest = append(rest, s)
			}
		}
		all = rest
	}
	if *lang != "" {
		report(out, held, func(words []string) []syntax.Word { return syntax.Parse(*lang, words) })
		return nil
	}
	t := &trainer{random: rand.New(rand.NewPCG(1, 0)), log: out, began: time.Now(), opt: o}
	data, err := t.train(all).Encode()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%d weights of steps, %d bytes\n", o.stepMost, len(data))
	if *to != "" {
		if err := os.WriteFile(*to, data, 0o644); err != nil {
			return fmt.Errorf("write weights: %w", err)
		}
	}
	return measure(out, data, held)
}

// measure says how good a file of weights is.
func measure(out io.Writer, data []byte, held []sentence) error {
	m, err := arc.Decode(data)
	if err != nil {
		return err
	}
	s := arc.NewState(m)
	report(out, held, func(words []string) []syntax.Word {
		s.Parse(words)
		tree := make([]syntax.Word, len(words))
		for i := range tree {
			tree[i] = syntax.Word{Head: s.Head(i), Rel: syntax.Relation(s.Rel(i)), Tag: syntax.Tag(s.Coarse(i))}
		}
		return tree
	})
	return nil
}
