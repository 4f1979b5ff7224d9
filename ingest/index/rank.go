package index

import (
	"cmp"
	"math"
	"slices"
)

// inverseFrequency is BM25's weight of a term.
func inverseFrequency(df uint64, docs int) float64 {
	return math.Log(1 + (max(0, float64(docs)-float64(df))+0.5)/(float64(df)+0.5))
}

// cutMatches orders matches, best first, ties by id, and keeps n.
func cutMatches(found []match, n int) []match {
	slices.SortFunc(found, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	return found[:min(len(found), n)]
}

// rrfK is the constant of reciprocal rank fusion (Cormack, Clarke and Büttcher,
// SIGIR 2009).
const rrfK = 60

// builtinShare is the share of the list by built-in vectors against 1 for the text list.
// Words are the better witness: on three public test collections shares from 0.15 to 0.3
// differ little, and larger ones are worse. A model's list has as much as the text's.
const (
	builtinShare = 0.2
	modelShare   = 1
)

// fuse adds up the reciprocal ranks of both lists.
func fuse(text, vector []match, share float64, n int) []match {
	sum := make(map[string]float64, len(text)+len(vector))
	for rank, m := range text {
		sum[m.id] += 1 / float64(rrfK+rank+1)
	}
	for rank, m := range vector {
		sum[m.id] += share / float64(rrfK+rank+1)
	}
	fused := make([]match, 0, len(sum))
	for id, score := range sum {
		fused = append(fused, match{id, score})
	}
	return cutMatches(fused, n)
}
