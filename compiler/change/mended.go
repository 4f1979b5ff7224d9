package change

import (
	"context"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
)

// past is the vault without the change, judged once.
func (j *changeJudge) past(ctx context.Context) (*compiler.Session, *view.Assessment, error) {
	if j.pastJudged == nil {
		s, err := j.before(ctx)
		if err != nil {
			return nil, nil, err
		}
		a, err := j.judged(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		j.pastSession, j.pastJudged = s, a
	}
	return j.pastSession, j.pastJudged, nil
}

// mended says what the notes that the change touches counted before it, and which faults are
// gone. One that has only moved is not, nor is one whose sentence is another and fails in the
// same way: those that the change is blamed for and that were there before are marked as old.
func (j *changeJudge) mended(ctx context.Context, after *view.Assessment, blamed []gates.Diagnostic, paths []string) (*reports.Summary, []gates.Diagnostic, error) {
	s, a, err := j.past(ctx)
	if err != nil {
		return nil, nil, err
	}
	var sum view.Counts
	for _, n := range countsOf(s, a, j.namesBefore(), paths) {
		sum.Add(&n, 1)
	}
	still := map[place]bool{}
	for i := range after.Each {
		d := &after.Each[i]
		file, start := j.stood(s, d)
		still[placeOf(d, file, start)] = true
	}
	type kind struct {
		file string
		code gates.Code
	}
	was, again := faultsIn(s, a).worst(), map[kind][]*gates.Diagnostic{}
	for i := range blamed {
		d := &blamed[i]
		file, start := j.stood(s, d)
		if _, d.Old = was[placeOf(d, file, start)]; !d.Old {
			again[kind{file, d.Code}] = append(again[kind{file, d.Code}], d)
		}
	}
	var gone []gates.Diagnostic
	for i := range a.Each {
		d := &a.Each[i]
		k := kind{d.Span.File, d.Code}
		switch {
		case d.Severity == gates.Note, len(paths) > 0 && !view.Within(d.Span.File, paths), still[placeOf(d, d.Span.File, d.Span.Start)]:
		case len(again[k]) > 0:
			again[k][0].Old, again[k] = true, again[k][1:]
		default:
			gone = append(gone, *d)
		}
	}
	return &sum.Summary, gates.Gather(gone), nil
}

// namesBefore are the touched notes by the names that they had.
func (j *changeJudge) namesBefore() (names []string) {
	for _, t := range j.touched {
		if t.note && t.was != "" {
			names = append(names, t.was)
		}
	}
	return append(names, j.gone...)
}

// stood is where the place of a diagnostic was before the change; -1 for one on a new line.
func (j *changeJudge) stood(s *compiler.Session, d *gates.Diagnostic) (file string, start int) {
	file, start = d.Span.File, d.Span.Start
	if was, ok := j.renamed[file]; ok {
		return was, start
	}
	t := j.touched[file]
	if t == nil || !t.note || t.was == "" {
		return file, start
	}
	if t.whole == nil {
		if t.whole = t.lines; t.whole == nil {
			was, _ := s.Base.Read(t.was)
			now, _ := j.after.Base.Read(file)
			t.whole = newChangedLines(was, now)
		}
	}
	if at, ok := t.whole.old(start); ok {
		return t.was, at
	}
	return t.was, -1
}
