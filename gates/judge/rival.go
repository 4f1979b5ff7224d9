package judge

import (
	"slices"
	"strings"

	"assay/gates/judge/layout"
	"assay/gates/judge/value"
)

// several reports a cell or key with more values of the kind: a score, a list.
func (b *valueBinder) several(in, at int32) bool {
	s := &b.source.All[in]
	if s.Kind == layout.InClause {
		return false
	}
	first, last := b.Source.Range(s.Body)
	end := b.Source.EndOfRange(at)
	for k := first; k < last; k++ {
		if int32(k) != at && value.Rivals(&b.Source.Values[k], &b.Source.Values[at]) && (end == 0 || b.Source.EndOfRange(int32(k)) == end) {
			return true
		}
	}
	return false
}

// spokenFor reports an entry whose value the claim has too, and says it of that no
// less than of value i.
func (b *valueBinder) spokenFor(i int32, r *candidate, share float32) bool {
	for k := range b.Claim.Values {
		if int32(k) == i || r.at < 0 || b.Relate(&b.Claim.Values[k], &b.Source.Values[r.at]) != value.Same {
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
func (b *valueBinder) wordsInstead(cv *value.Value, anchors []candidate, asked []askedWord) int32 {
	s := &b.source.All[anchors[0].in]
	if s.Kind == layout.InClause || len(b.source.Slots) > maxRivals {
		return -1
	}
	// What is counted stands beside the value, and tells nothing of whose it is.
	asked = slices.DeleteFunc(slices.Clone(asked), func(w askedWord) bool {
		return w.term >= 0 && cv.Noun != "" && b.Claim.Toks[b.Terms[w.term].Tok].Stem == cv.Noun
	})
	best := float32(-1)
	for k, x := range anchors {
		anchors[k] = b.weigh(candidate{in: x.in, at: x.at, how: x.how}, asked)
		best = max(best, anchors[k].score)
	}
	for _, in := range b.source.Slots {
		q := &b.source.All[in]
		if q.Group != s.Group || q.Kind == layout.InTable && q.Heads[0] != s.Heads[0] {
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
	unit, in := b.source.All[best.in].Unit, b.Claim.Values[i].In
	whole := b.AlignedIn(unit, in)
	return !slices.ContainsFunc(anchors, func(x candidate) bool {
		u := b.source.All[x.in].Unit
		return u != unit && (b.AlignedIn(u, in) > whole-clear || best.extra > best.matched/2)
	})
}

// inLine reports two cells of one row or one column.
func (b *valueBinder) inLine(x, y int32) bool {
	p, q := &b.source.All[x], &b.source.All[y]
	return p.Group == q.Group && (p.Unit == q.Unit || len(p.Heads) > 0 && len(q.Heads) > 0 && p.Heads[0] == q.Heads[0])
}

// candidates are the entries that have the claim's value, and those of their groups,
// or of the window where none has it, that have another in its place.
func (b *valueBinder) candidates(cv *value.Value, end int, asked []askedWord) (anchors, rivals []candidate) {
	groups := map[int32]bool{}
	var others []candidate
	for j := range b.Source.Values {
		in := b.source.Of[j]
		if in < 0 || end != 0 && b.Source.EndOfRange(int32(j)) != end {
			continue
		}
		switch how := b.relateIn(cv, int32(j)); how {
		case value.Same, value.Coarser:
			if n := len(anchors); n > 0 && anchors[n-1].in == in || n >= maxRivals {
				continue
			}
			anchors = append(anchors, b.weigh(candidate{in: in, at: int32(j), how: how}, asked))
			groups[b.source.All[in].Group] = true
		case value.Different, value.OtherUnit:
			others = append(others, candidate{in: in, at: int32(j), how: how})
		}
	}
	if len(others) == 0 {
		return anchors, nil
	}
	for _, c := range others {
		s := &b.source.All[c.in]
		if len(rivals) >= maxRivals {
			break
		}
		if groups[s.Group] || len(anchors) == 0 && (b.InWindow(s.Unit) || slices.Contains(b.Order, s.Unit)) {
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
func (b *valueBinder) relateIn(cv *value.Value, j int32) value.Relation {
	sv := &b.Source.Values[j]
	how := b.Relate(cv, sv)
	if how != value.Same && b.Source.InName(sv) {
		return value.Unlike
	}
	s := &b.source.All[b.source.Of[j]]
	switch {
	case how == value.Different && s.Kind == layout.InClause:
		if !value.Comparable(cv, sv) && !(cv.Kind == value.Number && cv.Unit == sv.Unit && sv.Noun == "" && b.Source.EndsPhrase(sv.Last)) {
			return value.Unlike
		}
	case how == value.Different:
		if !value.Comparable(cv, sv) && (cv.Unit != "" || sv.Unit != "" || cv.Noun != "" && sv.Noun != "") {
			return value.Unlike
		}
	case how != value.Unlike || s.Kind == layout.InClause:
	case cv.Kind == value.Number && sv.Kind == value.Number && sv.Unit == "" && cv.Unit != "":
		if m, ok := b.unitOver(s); ok {
			if m.Base != cv.Unit {
				return value.Unlike
			}
			scaled := *sv
			scaled.Unit, scaled.UnitWord, scaled.N = cv.Unit, cv.UnitWord, sv.N*m.Scale
			return value.Relate(cv, &scaled)
		}
		switch {
		case value.RawNumber(cv) == sv.N:
			return value.Same
		case s.Kind == layout.InTable:
			return value.OtherUnit
		}
		return value.Different
	}
	return how
}

// unitOver reads a unit in the heads of an entry: "Size (MB)", timeout_ms.
func (b *valueBinder) unitOver(s *layout.Entry) (value.Unit, bool) {
	for _, h := range s.Heads {
		for k := h[1] - 1; k >= h[0]; k-- {
			low := b.Source.Toks[k].Low
			if at := strings.LastIndexByte(low, '_'); at >= 0 {
				low = low[at+1:]
			}
			if m, ok := value.UnitNamed(low); ok {
				return m, true
			}
		}
	}
	return value.Unit{}, false
}
