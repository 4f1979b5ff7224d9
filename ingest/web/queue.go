package web

import (
	"slices"
	"strings"
)

// An item is a URL to ask for.
type item struct {
	url   string
	depth int
}

// A queue holds what is to be asked for, host by host, and gives out one URL of a
// host at a time, in the order in which they came.
type queue struct {
	hosts map[string]*hostQueue
	order []*hostQueue
	turn  int
}

type hostQueue struct {
	items []item
	busy  bool
}

func newQueue() *queue { return &queue{hosts: map[string]*hostQueue{}} }

func (q *queue) host(url string) *hostQueue {
	name, _, _ := strings.Cut(dropScheme(url), "/")
	h := q.hosts[name]
	if h == nil {
		h = &hostQueue{}
		q.hosts[name] = h
		q.order = append(q.order, h)
	}
	return h
}

func (q *queue) push(it item) {
	h := q.host(it.url)
	h.items = append(h.items, it)
}

// next gives the next URL of a host that is not busy, hosts in turn.
func (q *queue) next() (item, bool) {
	for i := range q.order {
		h := q.order[(q.turn+i)%len(q.order)]
		if h.busy || len(h.items) == 0 {
			continue
		}
		q.turn = (q.turn + i + 1) % len(q.order)
		it := h.items[0]
		h.items, h.busy = h.items[1:], true
		return it, true
	}
	return item{}, false
}

// back undoes next.
func (q *queue) back(it item) {
	h := q.host(it.url)
	h.items, h.busy = slices.Insert(h.items, 0, it), false
}

// free lets the next URL of a host go.
func (q *queue) free(url string) { q.host(url).busy = false }

func (q *queue) len() (n int) {
	for _, h := range q.order {
		n += len(h.items)
	}
	return n
}

// rest takes out all that is left.
func (q *queue) rest() []item {
	var all []item
	for _, h := range q.order {
		all = append(all, h.items...)
		h.items = nil
	}
	return all
}
