package web

import (
	"fmt"
	"strings"
)

// maxRepeats of one segment in a path, and maxSegments of any, mark a trap: relative
// links that resolve deeper and deeper, calendars without end.
const (
	maxRepeats  = 4
	maxSegments = 32
)

// bounds decide, before any request, whether an address may be one of a source.
type bounds struct {
	limits Limits
	allow  func(string) *Failure
	names  bool // addresses are names of things, so that their look says nothing of a type or a trap
}

// holds reports whether an address lies within the prefixes.
func (b *bounds) holds(canonical string) bool { return WithinAny(b.limits.Prefixes, canonical) }

// screen gives the fate of an address that is not to be asked for, nil for one that is.
func (b *bounds) screen(canonical string, depth int) *Failure {
	if fail := b.allow(canonical); fail != nil {
		return fail
	}
	if !b.names && asset(canonical) {
		return &Failure{Verdict: Type, Reason: "its name ends as no text does"}
	}
	if depth > b.limits.Depth {
		return &Failure{Verdict: Quota, Reason: fmt.Sprintf("more than %d links from the seed", b.limits.Depth)}
	}
	if !b.names && trap(canonical) {
		return &Failure{Verdict: Quota, Reason: "the path repeats itself, as in a space without end"}
	}
	return nil
}

func trap(canonical string) bool {
	path, _, _ := strings.Cut(pathOf(canonical), "?")
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if len(segments) > maxSegments {
		return true
	}
	count := map[string]int{}
	for _, s := range segments {
		if count[s]++; s != "" && count[s] >= maxRepeats {
			return true
		}
	}
	return false
}
