package judge

import (
	"assay/gates/judge/measure"
	"assay/text"
	"slices"
	"strings"
)

// several reports a cell or key with more values of the kind: a score, a list.
func (b *valueBinder) several(in, at int32) bool {
	s := &b.source.all[in]
	if s.kind == inClause {
		return false
	}
	first, last := b.s.valueRange(s.body)
	return slices.ContainsFunc(b.s.values[first:last], func(v value) bool {
		return v.first != b.s.values[at].first && rivalKinds(&v, &b.s.values[at])
	})
}

// inScore reports a value that is a part of something written with several: 6-4, 7:40.
func (t *reading) inScore(i int32) bool {
	v := &t.values[i]
	touches := func(x, y *value) bool {
		return x.in == y.in && x.last == y.first && rivalKinds(x, y) && strings.ContainsAny(t.raw[x.end:max(x.end, y.start)], "-–:(`")
	}
	return i > 0 && touches(&t.values[i-1], v) || int(i)+1 < len(t.values) && touches(v, &t.values[i+1])
}

// spokenFor reports an entry whose value the claim has too, and says it of that no
// less than of value i.
func (b *valueBinder) spokenFor(i int32, r *candidate, share float32) bool {
	for k := range b.c.values {
		if int32(k) == i || r.at < 0 || b.relate(&b.c.values[k], &b.s.values[r.at]) != same {
			continue
		}
		asked, total := b.asked(int32(k))
		matched := b.weigh(candidate{in: r.in, at: r.at}, asked).matched
		if total == 0 || matched/total >= share-0.01 || matched >= r.matched {
			return true
		}
	}
	return false
}

// wordsInstead finds a cell or key that fits better than all with the claim's value and
// holds words: "Team plan: unlimited".
func (b *valueBinder) wordsInstead(cv *value, anchors []candidate, asked []askedWord) int32 {
	s := &b.source.all[anchors[0].in]
	if s.kind == inClause || len(b.source.slots) > maxRivals {
		return -1
	}
	// What is counted stands beside the value, and tells nothing of whose it is.
	asked = slices.DeleteFunc(slices.Clone(asked), func(w askedWord) bool {
		return w.term >= 0 && cv.noun != "" && b.c.toks[b.terms[w.term].tok].Stem == cv.noun
	})
	best := float32(-1)
	for k, x := range anchors {
		anchors[k] = b.weigh(candidate{in: x.in, at: x.at, how: x.how}, asked)
		best = max(best, anchors[k].score)
	}
	for _, in := range b.source.slots {
		q := &b.source.all[in]
		if q.group != s.group || q.kind == inTable && q.heads[0] != s.heads[0] {
			continue
		}
		c := b.weigh(candidate{in: in, at: -1}, asked)
		if c.score <= best+0.01 || !b.named(in) {
			continue
		}
		beaten := !slices.ContainsFunc(anchors, func(x candidate) bool {
			gain, loss := compareGot(asked, c.got, x.got, false)
			return gain == 0 || loss > 0
		})
		if beaten {
			return in
		}
	}
	return -1
}

// apart reports, of sentences, that none with the claim's value has about as much of the
// claim as the one with another: what the words of a clause tell holds within a sentence.
func (b *valueBinder) apart(best *candidate, anchors []candidate, i int32) bool {
	const clear = 0.15
	unit, in := b.source.all[best.in].unit, b.c.values[i].in
	whole := b.alignedIn(unit, in)
	return !slices.ContainsFunc(anchors, func(x candidate) bool {
		u := b.source.all[x.in].unit
		return u != unit && (b.alignedIn(u, in) > whole-clear || best.extra > best.matched/2)
	})
}

// inLine reports two cells of one row or one column.
func (b *valueBinder) inLine(x, y int32) bool {
	p, q := &b.source.all[x], &b.source.all[y]
	return p.group == q.group && (p.unit == q.unit || len(p.heads) > 0 && len(q.heads) > 0 && p.heads[0] == q.heads[0])
}

// candidates are the entries that have the claim's value, and those of their groups,
// or of the window where none has it, that have another in its place.
func (b *valueBinder) candidates(cv *value, asked []askedWord) (anchors, rivals []candidate) {
	groups := map[int32]bool{}
	var others []candidate
	for j := range b.s.values {
		in := b.source.of[j]
		if in < 0 {
			continue
		}
		switch how := b.relateIn(cv, int32(j)); how {
		case same, coarser:
			if n := len(anchors); n > 0 && anchors[n-1].in == in || n >= maxRivals {
				continue
			}
			anchors = append(anchors, b.weigh(candidate{in: in, at: int32(j), how: how}, asked))
			groups[b.source.all[in].group] = true
		case different, otherUnit:
			others = append(others, candidate{in: in, at: int32(j), how: how})
		}
	}
	if len(others) == 0 {
		return anchors, nil
	}
	for _, c := range others {
		s := &b.source.all[c.in]
		if len(rivals) >= maxRivals {
			break
		}
		if groups[s.group] || len(anchors) == 0 && (b.inWindow(s.unit) || slices.Contains(b.order, s.unit)) {
			if slices.ContainsFunc(anchors, func(x candidate) bool { return x.in == c.in }) {
				continue // both stand in one entry
			}
			rivals = append(rivals, b.weigh(c, asked))
		}
	}
	return anchors, rivals
}

// relateIn relates a value of the claim with one of an entry, whose heads may give its
// unit or the thing that it counts.
func (b *valueBinder) relateIn(cv *value, j int32) relation {
	sv := &b.s.values[j]
	how := b.relate(cv, sv)
	if how != same && b.s.inName(sv) {
		return unlike
	}
	s := &b.source.all[b.source.of[j]]
	switch {
	case how == different && s.kind == inClause:
		if !comparable(cv, sv) && !(cv.kind == number && cv.unit == sv.unit && sv.noun == "" && b.s.endsPhrase(sv.last)) {
			return unlike
		}
	case how == different:
		if !comparable(cv, sv) && (cv.unit != "" || sv.unit != "" || cv.noun != "" && sv.noun != "") {
			return unlike
		}
	case how != unlike || s.kind == inClause:
	case cv.kind == number && sv.kind == number && sv.unit == "" && cv.unit != "":
		if m, ok := b.unitOver(s); ok {
			if m.Base != cv.unit {
				return unlike
			}
			scaled := *sv
			scaled.unit, scaled.unitWord, scaled.n = cv.unit, cv.unitWord, sv.n*m.Scale
			return relate(cv, &scaled)
		}
		switch {
		case rawNumber(cv) == sv.n:
			return same
		case s.kind == inTable:
			return otherUnit
		}
		return different
	}
	return how
}

// endsPhrase reports that nothing is counted by the value before token i: "Hill has three
// pumps, Dale five."
func (t *reading) endsPhrase(i int32) bool {
	return int(i) >= len(t.toks) || t.toks[i].Unit != t.toks[i-1].Unit || t.toks[i].Is(text.MarkBreak|text.MarkStop)
}

// inName reports a number within a name: gate-9-b.
func (t *reading) inName(v *value) bool {
	return v.start > 1 && (t.raw[v.start-1] == '-' || t.raw[v.start-1] == '_') && text.IsASCIIWord(t.raw[v.start-2])
}

// unitOver reads a unit in the heads of an entry: "Size (MB)", timeout_ms.
func (b *valueBinder) unitOver(s *entry) (measure.Unit, bool) {
	for _, h := range s.heads {
		for k := h[1] - 1; k >= h[0]; k-- {
			low := b.s.toks[k].Low
			if at := strings.LastIndexByte(low, '_'); at >= 0 {
				low = low[at+1:]
			}
			if m, ok := measure.Of(low); ok {
				return m, true
			}
		}
	}
	return measure.Unit{}, false
}
