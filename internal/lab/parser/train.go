package main

import (
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"
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
	epochs, tagEpochs             int
	tagBits, moveBits, relBits    uint
	tagLeast, moveLeast, relLeast uint8
	tagMost, moveMost, relMost    int
	folds                         int
	margin                        float64
}

func (t *trainer) say(format string, args ...any) {
	fmt.Fprintf(t.log, "%6.1fs %s\n", time.Since(t.began).Seconds(), fmt.Sprintf(format, args...))
}

// train makes a model of the sentences.
func (t *trainer) train(all []sentence) *arc.Model {
	t.number(all)
	all = append(all, t.variants(all)...)
	t.say("%d sentences with variants, %d fine tags", len(all), len(t.fines))

	// The parser learns from tags as it will see them: given by a tagger that has not
	// seen the sentence.
	tags := make([][]uint8, len(all))
	for fold := range t.opt.folds {
		var rest []sentence
		for i, s := range all {
			if t.fold(i, len(all)) != fold {
				rest = append(rest, s)
			}
		}
		m := t.words(rest)
		w := t.tagger(m, rest).average()
		s := arc.NewState(m)
		right, n := 0, 0
		for i, sen := range all {
			if t.fold(i, len(all)) != fold {
				continue
			}
			s.Read(sen.words())
			for j := range sen {
				s.SetTag(j, tagOf(s, w, j))
				tags[i] = append(tags[i], s.Tag(j))
				n++
				if t.wide[s.Tag(j)] == uint8(sen[j].tag) {
					right++
				}
			}
		}
		t.say("fold %d: UPOS %.4f", fold, float64(right)/float64(n))
	}
	m := t.words(all)
	m.Tags = t.tagger(m, all).average().table(t.opt.tagMost)
	t.say("tagger trained")
	moves, rels := t.parser(m, all, tags)
	m.Moves = moves.average().table(t.opt.moveMost)
	m.Rels = rels.average().table(t.opt.relMost)
	return m
}

// fold keeps a sentence and its neighbours, and its variant, apart from the others.
func (t *trainer) fold(i, n int) int { return i * t.opt.folds * 4 / n % t.opt.folds }

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
	names := make([]string, 0, len(count))
	for f := range count {
		names = append(names, f)
	}
	sort.Slice(names, func(i, j int) bool {
		if count[names[i]] != count[names[j]] {
			return count[names[i]] > count[names[j]]
		}
		return names[i] < names[j]
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
func (t *trainer) variants(all []sentence) []sentence {
	var more []sentence
	for _, s := range all {
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
	}
	return more
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
		n, most := 0, 0
		for _, c := range tags {
			n += c
			most = max(most, c)
		}
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
		_ = most
	}
	for k := range t.fines {
		if rare[k]*500 > nrare {
			m.Open |= 1 << k
		}
		if capitals[k]*20 > ncap {
			m.Proper |= 1 << k
		}
	}
	for f, tags := range forms { // a word seen a few times can have other tags too
		n := 0
		for _, c := range tags {
			n += c
		}
		if n >= 2 && n < 8 && m.Words[f]&^m.Open == 0 {
			m.Words[f] |= m.Open
		}
	}
	for way := range fits {
		for h := range fits[way] {
			for d, rels := range fits[way][h] {
				n := 0
				for _, c := range rels {
					n += c
				}
				for r, c := range rels {
					if c > 1 && c*300 > n {
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

func tagOf(s *arc.State, w *weights, i int) uint8 {
	may := s.May(i)
	if may&(may-1) == 0 {
		return uint8(bits.TrailingZeros64(may))
	}
	k, _ := w.best(s.TagFeatures(i), may)
	return uint8(k)
}

// tagger trains the tagger of a model.
func (t *trainer) tagger(m *arc.Model, all []sentence) *weights {
	s := arc.NewState(m)
	count := newCounter(t.opt.tagBits)
	for _, sen := range all {
		s.Read(sen.words())
		for i, n := range sen {
			gold := t.fine[n.fine]
			if may := s.May(i); may&(may-1) != 0 {
				for _, f := range s.TagFeatures(i) {
					count.add(arc.Class(f, gold))
				}
			}
			s.SetTag(i, uint8(gold))
		}
	}
	w := count.weights(1, t.opt.tagLeast)
	var buf []uint32
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
				got, _ := w.best(features, may)
				if gold := t.fine[n.fine]; got != gold && may>>gold&1 == 1 {
					buf = classes(features, gold, buf)
					w.add(buf, 0, 1)
					buf = classes(features, got, buf)
					w.add(buf, 0, -1)
				}
				s.SetTag(i, uint8(got))
			}
		}
	}
	return w
}

// parser trains moves and relations.
func (t *trainer) parser(m *arc.Model, all []sentence, tags [][]uint8) (moves, rels *weights) {
	s := arc.NewState(m)
	moveCount, relCount := newCounter(t.opt.moveBits), newCounter(t.opt.relBits)
	read := func(i int) sentence {
		s.Read(all[i].words())
		for j := range all[i] {
			s.SetTag(j, tags[i][j])
		}
		return all[i]
	}
	for i := range all {
		tree := read(i)
		for !s.Done() {
			moves := free(s, tree)
			m := arc.Right
			for k := range moves {
				if moves[k] && t.random.Float64() < .7 || moves[k] && m == arc.Right {
					m = arc.Move(k)
				}
			}
			if t.random.Float64() < .05 { // off the path too
				if x := arc.Move(t.random.IntN(3)); s.Can(x) {
					m = x
				}
			}
			if !s.Can(m) {
				m = arc.Shift
			}
			for _, f := range s.MoveFeatures() {
				moveCount.add(f)
			}
			rel := uint8(0)
			if m != arc.Shift {
				h, d := s.Arc(m)
				rel = uint8(syntax.Dep)
				if tree[d].head == h {
					rel = uint8(tree[d].rel)
					for _, f := range s.RelFeatures(h, d) {
						relCount.add(arc.Class(f, int(rel)))
					}
				}
			}
			s.Do(m, rel)
		}
	}
	moves = moveCount.weights(3, t.opt.moveLeast)
	rels = relCount.weights(1, t.opt.relLeast)
	t.say("features counted")
	var buf []uint32
	sums := make([]float32, 3)
	order := t.random.Perm(len(all))
	for epoch := range t.opt.epochs {
		t.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		right, n, relRight, relN := 0, 0, 0, 0
		for _, o := range order {
			tree := read(o)
			for !s.Done() {
				good := free(s, tree)
				features := s.MoveFeatures()
				moves.sums(features, sums)
				got, gold := -1, -1
				for k := range sums {
					if !s.Can(arc.Move(k)) {
						continue
					}
					x := sums[k]
					if !good[k] {
						x += float32(t.opt.margin)
					}
					if got < 0 || x > sums[got]+bonus(good[got], t.opt.margin) {
						got = k
					}
					if good[k] && (gold < 0 || sums[k] > sums[gold]) {
						gold = k
					}
				}
				moves.clock++
				n++
				if good[got] {
					right++
				} else {
					moves.add(features, gold, 1)
					moves.add(features, got, -1)
				}
				m := arc.Move(gold)
				if epoch > 0 && t.random.Float64() < .9 {
					for k := range sums {
						if s.Can(arc.Move(k)) && (!s.Can(m) || sums[k] > sums[m]) {
							m = arc.Move(k)
						}
					}
				}
				rel := uint8(0)
				if m != arc.Shift {
					h, d := s.Arc(m)
					among := s.RelsFor(h, d)
					rel = uint8(bits.TrailingZeros64(among))
					if among&(among-1) != 0 {
						features := s.RelFeatures(h, d)
						k, _ := rels.best(features, among)
						rel = uint8(k)
						rels.clock++
						if gold := int(tree[d].rel); tree[d].head == h && among>>gold&1 == 1 {
							relN++
							if k != gold {
								buf = classes(features, gold, buf)
								rels.add(buf, 0, 1)
								buf = classes(features, k, buf)
								rels.add(buf, 0, -1)
							} else {
								relRight++
							}
						}
					}
				}
				s.Do(m, rel)
			}
		}
		t.say("epoch %d: moves %.4f, relations %.4f", epoch, float64(right)/float64(n), float64(relRight)/float64(relN))
	}
	return moves, rels
}

func bonus(good bool, margin float64) float32 {
	if good {
		return 0
	}
	return float32(margin)
}
