package grade

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/compiler/view"
	"assay/gates/judge"
	"assay/provenance"
	"assay/vault/markdown"
)

// judged is what the judge said of one claim: of each cited passage alone, and of
// all together where none carries the claim alone.
type judged struct {
	Each     []provenance.Judgement
	Together *provenance.Judgement
}

// Judge asks how the cited passages bear on a claim. It is the action that "graded"
// counts: keyed by the words of claim and passages, not by where they stand.
func (gr *Grader) Judge(n *markdown.Note, c markdown.Claim, e Basis) (judged, bool) {
	threshold := gr.Policy.Synthesis.MinSimilarityThreshold
	a := &view.Action{
		Kind: "grade", Target: n.Path + " " + view.Short(c.Text), Keep: true,
		Inputs: []view.Input{{Name: "judge", Hash: gr.Version.Lexical}, {Name: "claim", Hash: view.HashOf(append([]string{c.Text}, e.Lead...)...)}, {Name: "together", Hash: "2"}, {Name: "threshold", Hash: strconv.FormatFloat(threshold, 'g', -1, 64)}},
		Encode: encodeJudged,
	}
	longest := ""
	for i, q := range e.Questions {
		p := &e.Grading.Passages[i]
		name := "passage " + NameOf(p.Evidence)
		if e.Skip[i] {
			a.Inputs = append(a.Inputs, view.Input{Name: name, Hash: judge.RulePassedOver})
			continue
		}
		if len(q.Text) > len(longest) {
			longest, a.Reads = q.Text, p.Evidence.Span.File
		}
		a.Inputs = append(a.Inputs, view.Input{Name: name, Hash: view.HashOf(gr.textOf(p.Evidence, p.Cite.Quote).sum, strings.Join(q.Context, "\n"), strconv.Itoa(q.From), strconv.Itoa(q.To), strconv.FormatBool(q.Whole))})
	}
	if len(e.Premises) > 0 {
		a.Inputs = append(a.Inputs, view.Input{Name: "premises", Hash: view.HashOf(e.Premises...)})
	}
	a.Run = func(ctx context.Context, w view.World) (any, error) {
		return AskJudge(ctx, w.Judge, c.Text, e, threshold)
	}
	j, ok := view.Need(gr.View, a, DecodeJudged)
	if !ok {
		return j, false
	}
	gr.used = append(gr.used, a.Key())
	return gr.consult(n, c, e, j)
}

// carries reports a judgement that carries a claim alone.
func carries(j provenance.Judgement, threshold float64) bool {
	return j.Stance == provenance.Supports && j.Score >= threshold && len(j.Missing) == 0
}

// together is the question whether all that is cited carries a claim as one text; false
// where that is no more than one passage alone. Of many texts only what each was quoted for is read.
func together(claim string, e Basis, each []provenance.Judgement) (judge.Question, bool) {
	texts := slices.Clone(e.Premises)
	var context []string
	whole := len(e.Premises) == 0 && len(e.Skip) == 0
	for i, q := range e.Questions {
		whole = whole && q.Whole
		text := q.Text
		if len(e.Skip) > 0 {
			text = text[each[i].QuoteStart:each[i].QuoteEnd]
		}
		if e.Skip[i] || text == "" {
			continue
		}
		texts = append(texts, text)
		context = append(context, q.Context...)
	}
	return judge.Question{Claim: claim, Text: strings.Join(texts, "\n\n"), Context: context, Lead: e.Lead, Whole: whole}, len(texts) > 1 || len(e.Premises) > 0
}

// AskJudge asks a judge about each text that a claim cites, but those to skip, and about all
// together where none carries the claim.
func AskJudge(ctx context.Context, j judge.Judge, claim string, e Basis, threshold float64) (judged, error) {
	var out judged
	carried := false
	for i, q := range e.Questions {
		if e.Skip[i] {
			out.Each = append(out.Each, provenance.Judgement{Judge: j.Model(), Rule: judge.RulePassedOver})
			continue
		}
		answer, err := j.Judge(ctx, q)
		if err != nil {
			return out, fmt.Errorf("judge claim %q: %w", view.Short(claim), err)
		}
		carried = carried || carries(answer, threshold)
		out.Each = append(out.Each, answer)
	}
	for all, several := together(claim, e, out.Each); several && !carried; {
		answer, err := j.Judge(ctx, all)
		if err != nil {
			return out, fmt.Errorf("judge claim %q: %w", view.Short(claim), err)
		}
		out.Together = &answer
		if !carries(answer, threshold) {
			break
		}
		fewer, less := apart(j, claim, e, out.Each)
		if !less {
			break
		}
		e, out.Together = fewer, nil
		all, several = together(claim, e, out.Each)
	}
	return out, nil
}

// apart leaves out what is cited for a claim and speaks of something else: it carries nothing
// together with the others.
func apart(j judge.Judge, claim string, e Basis, each []provenance.Judgement) (Basis, bool) {
	var texts, quotes []string
	var at []int
	for i, q := range e.Questions {
		if !e.Skip[i] && q.Text != "" {
			texts, quotes = append(texts, strings.Join(append(slices.Clone(q.Context), q.Text), "\n\n")), append(quotes, q.Text[each[i].QuoteStart:each[i].QuoteEnd])
			at = append(at, i)
		}
	}
	skip := maps.Clone(e.Skip)
	if skip == nil {
		skip = map[int]bool{}
	}
	for k, bears := range j.Bears(claim, append(texts, e.Premises...), append(quotes, e.Premises...)) {
		if !bears && k < len(at) {
			skip[at[k]] = true
		}
	}
	more := len(skip) > len(e.Skip)
	e.Skip = skip
	return e, more
}
