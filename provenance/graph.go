package provenance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"assay/vault"
)

// order puts the events that were read into topological order, ties by id. at finds
// them by id; broken holds the ids of lines that were set aside, whose loss is a
// problem already.
func (l *Ledger) order(read []entry, at map[string]int, broken map[string]bool) {
	waits := make([]int, len(read))
	children := make([][]int, len(read))
	for i := range read {
		var lost []string
		for _, id := range read[i].Prev {
			if p, ok := at[id]; ok {
				waits[i]++
				children[p] = append(children[p], i)
			} else if !broken[id] {
				lost = append(lost, id)
			}
		}
		if len(lost) > 0 {
			l.problems = append(l.problems, vault.Problem{Kind: ProblemMissing, Start: read[i].start, End: read[i].end,
				Text: fmt.Sprintf("this event follows %s, which is not there: lines were removed", strings.Join(lost, ", "))})
		}
	}
	byID := func(a, b int) int { return strings.Compare(read[a].ID, read[b].ID) }
	var ready []int // events all of whose predecessors are placed, by id
	for i := range read {
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	slices.SortFunc(ready, byID)
	l.entries = make([]entry, 0, len(read))
	for len(ready) > 0 {
		i := ready[0]
		l.place(read[i], len(ready) == 1)
		ready = ready[1:]
		for _, c := range children[i] {
			if waits[c]--; waits[c] == 0 {
				at, _ := slices.BinarySearchFunc(ready, c, byID)
				ready = slices.Insert(ready, at, c)
			}
		}
	}
	// A cycle would need a broken SHA-256; its events are left out.
}

// place puts an event behind all others. alone says that no event but its
// descendants can follow.
func (l *Ledger) place(e entry, alone bool) {
	i := len(l.entries)
	e.parents = make([]int, 0, len(e.Prev))
	for _, id := range e.Prev {
		if p, ok := l.byID[id]; ok {
			e.parents = append(e.parents, p)
		}
	}
	e.chain = i
	if len(e.parents) == 1 {
		// An only parent's first child prolongs its run, any other starts one.
		if p := e.parents[0]; l.heads[l.entries[p].ID] {
			e.chain = l.entries[p].chain
		}
	}
	for _, p := range e.parents {
		delete(l.heads, l.entries[p].ID)
	}
	// A bottleneck has seen everything before it and is seen by everything after:
	// between two epochs there is never a doubt who came first.
	if i > 0 {
		e.epoch = l.entries[i-1].epoch
	}
	if alone && len(l.heads) == 0 {
		e.epoch++
	}
	l.heads[e.ID] = true
	l.byID[e.ID] = i
	l.entries = append(l.entries, e)

	l.touch(e.Subject, i)
	if eventKinds[e.Kind].Subject == "note" {
		var data struct {
			Sources []string `json:"sources"`
		}
		if json.Unmarshal([]byte(e.data), &data) == nil {
			for _, s := range data.Sources {
				l.touch(s, i)
			}
		}
	}
}

func (l *Ledger) touch(subject string, i int) {
	list := l.touching[subject]
	if len(list) == 0 || list[len(list)-1] != i {
		l.touching[subject] = append(list, i)
	}
}

// before reports whether the writer of event b had seen event a, or is a itself.
func (l *Ledger) before(a, b int) bool {
	if a >= b {
		return a == b
	}
	from, to := &l.entries[a], &l.entries[b]
	if from.epoch != to.epoch || from.chain == to.chain {
		return true
	}
	// Within an epoch walk back, run by run.
	visited := map[int]bool{}
	stack := []int{b}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x < a {
			continue
		}
		chain := l.entries[x].chain
		if chain == from.chain {
			return true
		}
		if visited[chain] {
			continue
		}
		visited[chain] = true
		stack = append(stack, l.entries[chain].parents...)
	}
	return false
}
