package main

import "assay/text/syntax/arc"

// costs are the numbers of arcs of the known tree that each move puts out of reach: the
// dynamic oracle of the arc-hybrid system (Goldberg and Nivre 2013).
func costs(s *arc.State, tree sentence) (c [3]int) {
	stack, next := s.Stack(), s.Next()
	n := int32(len(tree))
	if len(stack) == 0 {
		return c
	}
	top := stack[len(stack)-1]
	if next < n {
		head := tree[next].head
		for _, i := range stack {
			if i == head && i != top || tree[i].head == next {
				c[arc.Shift]++
			}
		}
		if head < 0 {
			c[arc.Shift]++ // the root goes on an empty stack
		}
	}
	under := int32(-1)
	if len(stack) > 1 {
		under = stack[len(stack)-2]
	}
	head := tree[top].head
	if head > next || head == under {
		c[arc.Left]++
	}
	if head >= next {
		c[arc.Right]++
	}
	for j := next; j < n; j++ {
		if tree[j].head == top {
			c[arc.Left]++
			c[arc.Right]++
		}
	}
	return c
}

// right says of each step whether none costs less: an arc of the known tree is right
// with its own relation only.
func right(s *arc.State, tree sentence, steps []arc.Step) []bool {
	c := costs(s, tree)
	least := 1 << 30
	for m, cost := range c {
		if s.Can(arc.Move(m)) {
			least = min(least, cost)
		}
	}
	good := make([]bool, len(steps))
	some := false
	for i, step := range steps {
		m := step.Move()
		good[i] = c[m] == least
		if good[i] && m != arc.Shift {
			h, d := s.Arc(m)
			good[i] = tree[d].head != h || uint8(tree[d].rel) == step.Rel()
		}
		some = some || good[i]
	}
	if !some { // its relation is one that never joins such words: any will do
		for i, step := range steps {
			good[i] = c[step.Move()] == least
		}
	}
	return good
}
