package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"assay/text/syntax"
	"assay/text/syntax/arc"
)

// trainer turns sentences into a model.
type trainer struct {
	random *rand.Rand
	log    io.Writer
	began  time.Time
	fines  []string       // the fine tags
	fine   map[string]int // their numbers
	wide   []uint8
	opt    options
}

type options struct {
	epochs, tagEpochs   int
	tagBits, stepBits   uint
	tagLeast, stepLeast uint8
	tagMost             int
	stepMost            int
	folds               int
}

func (t *trainer) say(format string, args ...any) {
	fmt.Fprintf(t.log, "%6.1fs %s\n", time.Since(t.began).Seconds(), fmt.Sprintf(format, args...))
}

// train makes a model of the sentences.
func (t *trainer) train(all []sentence) *arc.Model {
	t.number(all)
	n := len(all)
	more, source := t.variants(all)
	all = append(all, more...)
	fold := func(i int) int { // neighbours, and variants, are in the same part
		if i >= n {
			i = source[i-n]
		}
		return i * t.opt.folds * 4 / n % t.opt.folds
	}
	t.say("%d sentences with variants, %d fine tags", len(all), len(t.fines))

	// The parser learns from tags as it will see them: given by a tagger that has not
	// seen the sentence.
	tags := make([][]uint8, len(all))
	for part := range t.opt.folds {
		var rest []sentence
		for i, s := range all {
			if fold(i) != part {
				rest = append(rest, s)
			}
		}
		m := t.words(rest)
		w := t.tagger(m, rest)
		s := arc.NewState(m)
		right, tagged := 0, 0
		for i, sen := range all {
			if fold(i) != part {
				continue
			}
			s.Read(sen.words())
			for j := range sen {
				s.SetTag(j, tagOf(s, w, j))
				tags[i] = append(tags[i], s.Tag(j))
				tagged++
				if t.wide[s.Tag(j)] == uint8(sen[j].tag) {
					right++
				}
			}
		}
		t.say("part %d: UPOS %.4f", part, float64(right)/float64(tagged))
	}
	m := t.words(all)
	m.Tags = t.tagger(m, all).table(t.opt.tagMost)
	t.say("tagger trained")
	m.Steps = t.parser(m, all, tags).table(t.opt.stepMost)
	return m
}

// number gives each fine tag a number, and joins rare ones to the commonest of their
// universal tag.
func (t *trainer) number(all []sentence) {
	count := map[string]int{}
	tagOf := map[string]syntax.Tag{}
	for _, s := range all {
		for _, n := range s {
			count[n.fine]++
			tagOf[n.fine] = n.tag
		}
	}
	names := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	t.fine = map[string]int{}
	common := map[syntax.Tag]int{}
	for _, f := range names {
		first, seen := common[tagOf[f]]
		if seen && (count[f] < 40 || len(t.fines) > 55) {
			t.fine[f] = first
			continue
		}
		k := len(t.fines)
		if !seen {
			common[tagOf[f]] = k
		}
		t.fine[f] = k
		t.fines = append(t.fines, f)
		t.wide = append(t.wide, uint8(tagOf[f]))
	}
}

// variants are copies as people write them too: in lower case, without a full stop.
func (t *trainer) variants(all []sentence) (more []sentence, source []int) {
	for i, s := range all {
		p := t.random.Float64()
		if p > .25 {
			continue
		}
		v := slices.Clone(s)
		if p < .15 {
			for i := range v {
				v[i].form = strings.ToLower(v[i].form)
			}
		}
		last := int32(len(v) - 1)
		if last > 0 && p > .08 && v[last].tag == syntax.Punctuation && v[last].head >= 0 && !slices.ContainsFunc(v, func(n node) bool { return n.head == last }) {
			v = v[:last]
		}
		more = append(more, v)
		source = append(source, i)
	}
	return more, source
}

// words makes a model with the lexicon of the sentences, and no weights.
func (t *trainer) words(all []sentence) *arc.Model {
	m := &arc.Model{Wide: t.wide, Root: uint8(syntax.Root), Words: map[uint32]uint64{}}
	for _, r := range []syntax.Relation{syntax.Nsubj, syntax.NsubjPass, syntax.Obj, syntax.Iobj, syntax.Csubj, syntax.Ccomp, syntax.Xcomp,
		syntax.Aux, syntax.AuxPass, syntax.Cop, syntax.Mark, syntax.Case, syntax.Det, syntax.NmodPoss, syntax.Cc, syntax.Conj, syntax.Expl, syntax.Relcl} {
		m.Seen |= 1 << r
	}
	forms := map[uint32][]int{}
	var capitals []int
	var fits [2][32][32][64]int
	capitals = make([]int, len(t.fines))
	ncap := 0
	for _, s := range all {
		for i, n := range s {
			k := t.fine[n.fine]
			f := arc.Form(n.form)
			if forms[f] == nil {
				forms[f] = make([]int, len(t.fines))
			}
			forms[f][k]++
			if i > 0 && arc.Capital(n.form) {
				capitals[k]++
				ncap++
			}
			if n.head >= 0 {
				way := 0
				if int(n.head) < i {
					way = 1
				}
				fits[way][s[n.head].tag][n.tag][n.rel]++
			}
		}
	}
	rare := make([]int, len(t.fines))
	nrare := 0
	for f, tags := range forms {
		n := total(tags)
		if n < 4 {
			nrare += n
			for k, c := range tags {
				rare[k] += c
			}
		}
		if n < 2 {
			continue
		}
		for k, c := range tags {
			if c > 0 && (c > 2 || c*400 > n) {
				m.Words[f] |= 1 << k
			}
		}
	}
	for k := range t.fines {
		if rare[k]*500 > nrare {
			m.Open |= 1 << k
		}
		if capitals[k]*20 > ncap {
			m.Proper |= 1 << k
		}
	}
	if m.Open == 0 {
		m.Open = 1<<len(t.fines) - 1
	}
	for f, tags := range forms { // a word seen a few times can have other tags too
		n := total(tags)
		if n >= 2 && n < 8 && m.Words[f]&^m.Open == 0 {
			m.Words[f] |= m.Open
		}
	}
	for way := range fits {
		for h := range fits[way] {
			for d, rels := range fits[way][h] {
				n := total(rels[:])
				for r, c := range rels {
					if c > 1 && c*200 > n {
						m.Fits[way][h][d] |= 1 << r
					}
				}
				if m.Fits[way][h][d] == 0 {
					m.Fits[way][h][d] = 1 << syntax.Dep
				}
			}
		}
	}
	return m
}

func total(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

func tagOf(s *arc.State, w *weights, i int) uint8 {
	may := s.May(i)
	if may&(may-1) == 0 {
		return uint8(bits.TrailingZeros64(may))
	}
	var sums [256]float32
	w.sums(s.TagFeatures(i), &sums)
	return uint8(heaviest(&sums, may))
}

func heaviest(sums *[256]float32, among uint64) int {
	found := -1
	for k := range 64 {
		if among>>k&1 == 1 && (found < 0 || sums[k] > sums[found]) {
			found = k
		}
	}
	return found
}

// tagger trains the tagger of a model.
func (t *trainer) tagger(m *arc.Model, all []sentence) *weights {
	s := arc.NewState(m)
	count := newCounter(t.opt.tagBits)
	walk := func(each func(features []uint32, tag uint8)) {
		for _, sen := range all {
			s.Read(sen.words())
			for i, n := range sen {
				gold := uint8(t.fine[n.fine])
				if may := s.May(i); may&(may-1) != 0 {
					each(s.TagFeatures(i), gold)
				}
				s.SetTag(i, gold)
			}
		}
	}
	walk(func(features []uint32, _ uint8) { count.count(features) })
	w := count.weights(t.opt.tagLeast)
	walk(w.open)
	w.settle(1)
	var sums [256]float32
	order := t.random.Perm(len(all))
	for range t.opt.tagEpochs {
		t.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, o := range order {
			sen := all[o]
			s.Read(sen.words())
			for i, n := range sen {
				may := s.May(i)
				if may&(may-1) == 0 {
					s.SetTag(i, uint8(bits.TrailingZeros64(may)))
					continue
				}
				w.clock++
				features := s.TagFeatures(i)
				w.sums(features, &sums)
				got := heaviest(&sums, may)
				if gold := t.fine[n.fine]; got != gold && may>>gold&1 == 1 {
					w.add(features, uint8(gold), 1)
					w.add(features, uint8(got), -1)
				}
				s.SetTag(i, uint8(got))
			}
		}
	}
	return w
}

// parser trains the steps: moves with their relations.
func (t *trainer) parser(m *arc.Model, all []sentence, tags [][]uint8) *weights {
	s := arc.NewState(m)
	count := newCounter(t.opt.stepBits)
	read := func(i int) sentence {
		s.Read(all[i].words())
		for j := range all[i] {
			s.SetTag(j, tags[i][j])
		}
		return all[i]
	}
	var steps []arc.Step
	// walk goes to the known tree of each sentence by a way of chance.
	walk := func(each func(features []uint32, step uint8)) {
		for i := range all {
			tree := read(i)
			for !s.Done() {
				steps = s.Steps(steps)
				good := right(s, tree, steps)
				k := t.random.IntN(len(steps))
				for !good[k] {
					k = t.random.IntN(len(steps))
				}
				each(s.StepFeatures(), uint8(steps[k]))
				s.Take(steps[k])
			}
		}
	}
	walk(func(features []uint32, _ uint8) { count.count(features) })
	w := count.weights(t.opt.stepLeast)
	walk(w.open)
	walk(w.open)
	w.settle(t.opt.stepLeast)
	var sums [256]float32
	t.say("features counted")
	order := t.random.Perm(len(all))
	for epoch := range t.opt.epochs {
		t.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		hits, n := 0, 0
		for _, o := range order {
			tree := read(o)
			for !s.Done() {
				steps = s.Steps(steps)
				if len(steps) == 1 {
					s.Take(steps[0])
					continue
				}
				good := right(s, tree, steps)
				features := s.StepFeatures()
				got, gold, rival := -1, -1, -1
				w.sums(features, &sums)
				for k, step := range steps {
					if got < 0 || sums[step] > sums[steps[got]] {
						got = k
					}
					if good[k] && (gold < 0 || sums[step] > sums[steps[gold]]) {
						gold = k
					}
					if !good[k] && (rival < 0 || sums[step] > sums[steps[rival]]) {
						rival = k
					}
				}
				w.clock++
				n++
				if good[got] {
					hits++
				}
				if rival >= 0 && gold >= 0 && sums[steps[gold]] <= sums[steps[rival]] {
					w.add(features, uint8(steps[gold]), 1)
					w.add(features, uint8(steps[rival]), -1)
				}
				take := gold
				if take < 0 || epoch > 0 && t.random.Float64() < .9 {
					take = got
				}
				s.Take(steps[take])
			}
		}
		t.say("epoch %d: steps %.4f", epoch, float64(hits)/float64(n))
	}
	return w
}
