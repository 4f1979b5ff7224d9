package thread

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"
)

// What going after references is bounded by.
const (
	MaxDepth   = 3
	perLevel   = 3  // references that are followed on one level
	candidates = 20 // that are looked at on one level
	Threshold  = .5 // of relevance, for references of a search's hits
	Alone      = .4 // and of a thread that was asked for by itself
	batch      = 20 // addresses of one call
	atOnce     = 4
	AmongHits  = 50 // comments that are read of a thread which a search found
)

// Batch reads several threads, four at once and twenty at most. What cannot be read is an
// error beside the others.
func (r *Reader) Batch(ctx context.Context, urls []string) (threads []*Thread, errs []error) {
	urls = urls[:min(len(urls), batch)]
	threads, errs = make([]*Thread, len(urls)), make([]error, len(urls))
	var g errgroup.Group
	g.SetLimit(atOnce)
	for i, at := range urls {
		g.Go(func() error {
			threads[i], errs[i] = r.Read(ctx, at)
			return nil
		})
	}
	_ = g.Wait() // errors are beside the threads
	return threads, errs
}

// Follow reads what threads refer to, and what that refers to, as far as it bears on the
// question: until an issue is closed, nothing is left above the threshold, or at depth
// three. Relevance is a number from 0 to 1 of a reference's words.
func (r *Reader) Follow(ctx context.Context, start []*Thread, threshold float64, relevance func(text string) float64) []*Thread {
	seen := map[string]bool{}
	for _, t := range start {
		seen[t.URL] = true
	}
	level, out := start, []*Thread(nil)
	for depth := 0; depth < MaxDepth && ctx.Err() == nil; depth++ {
		var next []string
		for _, ref := range worth(level, seen, threshold, relevance) {
			seen[ref.URL] = true
			next = append(next, ref.URL)
		}
		if len(next) == 0 {
			return out
		}
		read, _ := r.Batch(ctx, next)
		level = slices.DeleteFunc(read, func(t *Thread) bool { return t == nil })
		out = append(out, level...)
		if slices.ContainsFunc(level, func(t *Thread) bool { return t.State == "closed" || t.State == "merged" }) {
			return out // where it ended
		}
	}
	return out
}

// worth are the references of a level that are followed, the most relevant first.
func worth(level []*Thread, seen map[string]bool, threshold float64, relevance func(string) float64) []Ref {
	type scored struct {
		Ref
		score float64
	}
	var list []scored
	for _, t := range level {
		for _, ref := range t.Refs {
			if len(list) < candidates && !seen[ref.URL] && (IsThread(ref.URL) || ref.Type == "discussion") {
				list = append(list, scored{ref, relevance(t.Title + " " + ref.Context)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []Ref
	for _, s := range list {
		if s.score >= threshold && len(out) < perLevel && !slices.ContainsFunc(out, func(r Ref) bool { return r.URL == s.URL }) {
			out = append(out, s.Ref)
		}
	}
	return out
}
