package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/text/syntax"
	"assay/text/syntax/arc"
)

// few makes up sentences of one pattern, in the columns of CoNLL-U.
func few(t *testing.T) []sentence {
	t.Helper()
	var b strings.Builder
	for _, noun := range []string{"baker", "miller", "tailor", "weaver", "joiner", "cooper"} {
		for _, verb := range []string{"meets", "finds", "thanks", "calls"} {
			b.WriteString("# made up\n1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n")
			b.WriteString("2\t" + noun + "\t_\tNOUN\tNN\t_\t3\tnsubj\t_\t_\n")
			b.WriteString("3\t" + verb + "\t_\tVERB\tVBZ\t_\t0\troot\t_\t_\n")
			b.WriteString("3.1\tnothing\t_\tX\t_\t_\t_\t_\t_\t_\n")
			b.WriteString("4\tthe\tthe\tDET\tDT\t_\t5\tdet:own\t_\t_\n")
			b.WriteString("5\tguard\t_\tNOUN\tNN\t_\t3\tobj\t_\t_\n\n")
		}
	}
	path := filepath.Join(t.TempDir(), "few.conllu")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := readTreebanks(path)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func learn(t *testing.T, all []sentence) []byte {
	t.Helper()
	o := options{epochs: 4, tagEpochs: 3, tagBits: 12, stepBits: 12, tagLeast: 1, stepLeast: 1, tagMost: 1 << 20, stepMost: 1 << 20, folds: 2}
	tr := &trainer{random: rand.New(rand.NewPCG(7, 0)), log: io.Discard, began: time.Now(), opt: o}
	data, err := tr.train(all).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTrainingLearnsAndIsTheSameTwice(t *testing.T) {
	all := few(t)
	data := learn(t, all)
	if !bytes.Equal(data, learn(t, all)) {
		t.Error("the same seed gives other weights")
	}
	m, err := arc.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	s := arc.NewState(m)
	s.Parse([]string{"The", "weaver", "thanks", "the", "guard"})
	var heads []int32
	for i := range 5 {
		heads = append(heads, s.Head(i))
	}
	if !slices.Equal(heads, []int32{1, 2, -1, 4, 2}) || syntax.Relation(s.Rel(1)) != syntax.Nsubj || syntax.Relation(s.Rel(3)) != syntax.Det ||
		syntax.Relation(s.Rel(4)) != syntax.Obj || syntax.Tag(s.Coarse(2)) != syntax.Verb {
		t.Errorf("heads %v", heads)
	}
	var out bytes.Buffer
	if err := measure(&out, data, all); err != nil || !strings.Contains(out.String(), "UAS 1.0000 LAS 1.0000") {
		t.Errorf("%v: %s", err, &out)
	}
}

func TestOracleLeadsToTheTree(t *testing.T) {
	all := few(t)
	tr := &trainer{opt: options{}}
	tr.number(all)
	s := arc.NewState(tr.words(all))
	random := rand.New(rand.NewPCG(3, 0))
	for range 20 {
		s.Read(all[0].words())
		for i, n := range all[0] {
			s.SetTag(i, uint8(tr.fine[n.fine]))
		}
		for !s.Done() {
			steps := s.Steps(nil)
			good := right(s, all[0], steps)
			k := random.IntN(len(steps))
			for !good[k] {
				k = random.IntN(len(steps))
			}
			s.Take(steps[k])
		}
		for i, n := range all[0] {
			if s.Head(i) != n.head {
				t.Fatalf("the head of %s is %d, not %d", n.form, s.Head(i), n.head)
			}
		}
	}
}
