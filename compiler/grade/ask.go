package grade

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
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
		Inputs: []view.Input{{Name: "judge", Hash: gr.Version.Lexical}, {Name: "claim", Hash: view.HashOf(append([]string{c.Text, e.Written}, e.Lead...)...)}, {Name: "together", Hash: "2"}, {Name: "threshold", Hash: strconv.FormatFloat(threshold, 'g', -1, 64)}},
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
		a.Inputs = append(a.Inputs, view.Input{Name: name, Hash: view.HashOf(gr.textOf(p.Evidence, p.Cite.Quote).sum, strings.Join(slices.Concat(q.Context, q.About), "\n"), strconv.Itoa(q.From), strconv.Itoa(q.To), strconv.FormatBool(q.Whole))})
	}
	if len(e.Premises) > 0 {
		a.Inputs = append(a.Inputs, view.Input{Name: "premises", Hash: view.HashOf(e.Premises...)})
	}
	a.Run = func(ctx context.Context, w view.World) (any, error) {
		return AskJudge(ctx, w.Judge, c.Text, e, threshold)
	}
	j, ok := view.Need[judged](gr.View, a)
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
	var context, about []string
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
		about = append(about, q.About...)
	}
	return judge.Question{Claim: claim, Text: strings.Join(texts, "\n\n"), Context: context, About: about, Lead: e.Lead, Written: e.Written, Whole: whole}, len(texts) > 1 || len(e.Premises) > 0
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
	if carried {
		return out, nil
	}
	for all, several := together(claim, e, out.Each); several; {
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

// A modelJudge is the judge that policy names beside the deterministic one. The first goes
// first, and what it finds stands; about the rest the second is asked, in a build and
// nowhere else. What it answers is recorded, and the record is what counts.
type modelJudge struct {
	kind        string // http, onnx or agent/NAME
	Who         judge.Identity
	Calibration *judge.Calibration // nil where there is none for it
	Fault       string             // why it does not count
	Hint        string
	Shut        error // why policy does not let it be asked
}

func JudgeOptions(p gates.Policy, root string) view.JudgeOptions {
	return view.JudgeOptions{Judging: p.Judge, Private: p.Crawl.AllowPrivateHosts, Leaves: p.Judge.Leaves(), Root: root}
}

// SecondOf is the judge that policy names, as far as the vault's own files tell; nil for
// the one that is built in.
func SecondOf(p gates.Policy, snap *vault.Snapshot) *modelJudge {
	if !p.Judge.IsModel() {
		return nil
	}
	s := &modelJudge{kind: p.Judge.Use, Who: judge.Identity{Name: p.Judge.Name()}, Shut: p.MayAsk()}
	file := p.JudgeFile()
	s.Hint = fmt.Sprintf("`assay eval calibrate --judge %s -o %s LABELLED.jsonl` fits one", p.Judge.Use, gates.ShellWord(file))
	text, err := snap.Read(file)
	if err != nil {
		s.Fault = "it is not calibrated: there is no " + file
		return s
	}
	c, err := judge.ReadCalibration(text)
	switch {
	case err != nil:
		s.Fault = fmt.Sprintf("its calibration %s cannot be read: %v", file, err)
	case c.Judge != s.Who.Name:
		s.Fault = fmt.Sprintf("it is not calibrated: %s is for %s", file, c.Judge)
	default:
		s.Who, s.Calibration, s.Hint = c.Identity(), c, ""
	}
	return s
}

// consult lays the second judge's answers over what the first said of a claim. It reports
// false while answers are on their way.
func (gr *Grader) consult(n *markdown.Note, c markdown.Claim, e Basis, j judged) (judged, bool) {
	if gr.Second == nil || len(e.Questions) == 0 && j.Together == nil {
		return j, true
	}
	threshold := gr.Policy.Synthesis.MinSimilarityThreshold
	out := judged{Each: slices.Clone(j.Each), Together: j.Together}
	whole, carried := true, false
	for i, q := range e.Questions {
		if e.Skip[i] {
			continue
		}
		var ok bool
		if out.Each[i], ok = gr.weigh(n, q, j.Each[i]); !ok {
			whole = false
		}
		carried = carried || carries(out.Each[i], threshold)
	}
	if !whole || carried {
		return out, whole
	}
	q, several := together(c.Text, e, out.Each)
	if !several {
		return out, true
	}
	if out.Together == nil { // the first judge was satisfied with one passage, the second is not
		first, ok := gr.judgeTogether(n, c, q)
		if !ok {
			return out, false
		}
		out.Together = &first
	}
	w, ok := gr.weigh(n, q, *out.Together)
	out.Together = &w
	return out, ok
}

// judgeTogether asks the first judge about all that is cited as one text.
func (gr *Grader) judgeTogether(n *markdown.Note, c markdown.Claim, q judge.Question) (provenance.Judgement, bool) {
	a := &view.Action{
		Kind: "grade", Target: n.Path + " " + view.Short(c.Text), Keep: true,
		Inputs: []view.Input{{Name: "judge", Hash: gr.Version.Lexical}, {Name: "claim", Hash: view.HashOf(c.Text)}, {Name: "together", Hash: view.HashOf(q.Text, strings.Join(q.Context, "\n"), strings.Join(q.Lead, "\n"), q.Written, strconv.FormatBool(q.Whole))}},
		Run: func(ctx context.Context, w view.World) (any, error) {
			answer, err := w.Judge.Judge(ctx, q)
			return judged{Together: &answer}, err
		},
	}
	j, ok := view.Need[judged](gr.View, a)
	if !ok || j.Together == nil {
		return provenance.Judgement{}, false
	}
	return *j.Together, true
}

// weigh lays the second judge's answer over one judgement.
func (gr *Grader) weigh(n *markdown.Note, q judge.Question, l provenance.Judgement) (provenance.Judgement, bool) {
	s := gr.Second
	if judge.Settled(l) {
		return l, true
	}
	switch by := gr.authorKey(n); {
	case s.Calibration == nil:
		l.Unanswered = s.Who.Name + ": " + s.Fault
		return l, true
	case by != "":
		l.Unanswered = s.Who.Name + " does not judge what it wrote: the note is by " + by
		return l, true
	}
	shown := judge.Excerpt(s.kind, q, l)
	key := provenance.NewAnswerKey(q.Claim, shown.Text, shown.Context, s.Who.Name, s.Who.Version)
	if a, ok := gr.Answers.Find(key); ok {
		return judge.Weigh(l, s.Who, a, s.Calibration), true
	}
	gr.open = true
	switch {
	case s.Shut != nil:
		l.Unanswered = s.Who.Name + ": " + s.Shut.Error()
		return l, true
	case !gr.Asks:
		l.Unanswered = s.Who.Name + " has not been asked"
		return l, true
	}
	got, ok := view.Need[heard](gr.View, gr.ask(n, key, shown))
	l.Unanswered = s.Who.Name + ": " + got.why
	return l, ok
}

// heard is what came of a question: an answer, which is on record then, or why there is
// none. It is a fact of this build; the next asks again.
type heard struct{ why string }

// ask is the action that puts a question to the second judge.
func (gr *Grader) ask(n *markdown.Note, key provenance.AnswerKey, q judge.Question) *view.Action {
	a := &view.Action{
		Kind: "ask", Target: n.Path + " " + view.Short(q.Claim), Net: true,
		Inputs: []view.Input{{Name: "judge", Hash: gr.Second.Who.String()}, {Name: "claim", Hash: key.Claim}, {Name: "evidence", Hash: key.Evidence}},
		Cost:   reports.Cost{Tokens: (len(q.Claim) + len(q.Text)) / 4},
	}
	leaves := gr.Policy.Judge.Leaves()
	if leaves {
		a.Cost.Credits = 1
	}
	who, now := gr.Second.Who, gr.Now
	a.Run = func(ctx context.Context, w view.World) (v any, err error) {
		// The judge is no part of the build that could fail it.
		defer func() {
			if r := recover(); r != nil {
				v, err = heard{fmt.Sprintf("internal error: %v", r)}, nil
			}
		}()
		cost, why := put(ctx, w, who, key, q, leaves, now)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.Recorder.Count(cost, why)
		return heard{why}, nil
	}
	return a
}

// put asks, and records what comes.
func put(ctx context.Context, w view.World, who judge.Identity, key provenance.AnswerKey, q judge.Question, leaves bool, now time.Time) (reports.Cost, string) {
	asker, err := w.Asker()
	if err != nil {
		return reports.Cost{}, err.Error()
	}
	if is := asker.Identity(); is != who {
		return reports.Cost{}, fmt.Sprintf("it is calibrated as %s, and here it is %s", who.Version, is.Version)
	}
	if leaves {
		if err := w.Credits.Spend(); err != nil {
			return reports.Cost{}, err.Error()
		}
	}
	reply, err := asker.Ask(ctx, q)
	cost := reports.Cost{Tokens: reply.Tokens}
	if leaves {
		if cost.Credits = 1; reply.Sent == 0 {
			cost.Credits = 0
			w.Credits.Refund()
		}
	}
	if err != nil {
		return cost, err.Error()
	}
	err = w.Recorder.Keep(provenance.Answer{AnswerKey: key, Stance: reply.Stance, Score: reply.Score, At: now, Tokens: reply.Tokens})
	if err != nil {
		return cost, err.Error()
	}
	return cost, ""
}

// authorKey names who wrote a note, where that is the second judge itself: by its
// provenance block, and by what the ledger says of who drafted and promoted it.
func (gr *Grader) authorKey(n *markdown.Note) string {
	if gr.Second == nil {
		return ""
	}
	authors := []string{n.Meta.Stamp.Agent}
	if gr.Ledger != nil {
		for _, e := range gr.Ledger.Touching(n.Path) {
			if e.Kind == provenance.KindDrafted || e.Kind == provenance.KindPromoted || e.Kind == provenance.KindSynthesized {
				authors = append(authors, e.Actor, e.Text("agent"), e.Text("model"))
			}
		}
	}
	for _, a := range authors {
		if sameModel(a, gr.Second.Who.Name) || sameModel(a, gr.Second.model()) {
			return a
		}
	}
	return ""
}

// model is what an agent that judges is asked for, as its version has it; "" for its own choice.
func (s *modelJudge) model() string {
	if parts := strings.SplitN(s.Who.Version, "+", 3); len(parts) == 3 && strings.HasPrefix(s.Who.Name, "agent/") {
		return parts[2]
	}
	return ""
}

// sameModel reports an author and a judge of one family: claude-chronicler and
// http/claude-x, agent:gemini and http/google/gemini-2. A person is nobody's model.
func sameModel(author, judge string) bool {
	if strings.HasPrefix(author, "person:") || strings.HasPrefix(author, "assay-") {
		return false
	}
	family := func(s string) string {
		s = s[strings.LastIndexByte(s, '/')+1:]
		s = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(s, "agent:"), "mcp:"))
		if i := strings.IndexFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && r < 0x80 }); i > 0 {
			s = s[:i]
		}
		return s
	}
	f := family(author)
	return f != "" && f == family(judge) || provenance.Family(author) != "" && provenance.Family(author) == provenance.Family(judge)
}
