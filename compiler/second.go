package compiler

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/gates"
	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
)

// A second is the judge that policy names beside the deterministic one. The first goes
// first, and what it finds stands; about the rest the second is asked, in a build and
// nowhere else. What it answers is recorded, and the record is what counts.
type second struct {
	kind        string // http or onnx
	who         judge.Identity
	calibration *judge.Calibration // nil where there is none for it
	fault       string             // why it does not count
	hint        string
	shut        error // why policy does not let it be asked
}

// JudgeOptions say which judge to open.
type JudgeOptions struct {
	gates.Judging
	Private []string // hosts that may be on this network
	Leaves  bool     // the endpoint is not on this machine
	Root    string   // of the vault
}

// JudgeOptions are those of the vault's policy.
func (c *Compiler) JudgeOptions() JudgeOptions { return judgeOptions(c.Policy, c.Root) }

func judgeOptions(p gates.Policy, root string) JudgeOptions {
	return JudgeOptions{Judging: p.Judge, Private: p.Crawl.AllowPrivateHosts, Leaves: p.Judge.Leaves(), Root: root}
}

// secondOf is the judge that policy names, as far as the vault's own files tell; nil for
// the one that is built in.
func secondOf(p gates.Policy, snap *vault.Snapshot) *second {
	if !p.Judge.IsModel() {
		return nil
	}
	s := &second{kind: p.Judge.Use, who: judge.Identity{Name: p.Judge.Name()}, shut: p.MayAsk()}
	file := p.JudgeFile()
	s.hint = fmt.Sprintf("`assay eval calibrate --judge %s -o %s LABELLED.jsonl` fits one", p.Judge.Use, gates.ShellWord(file))
	text, err := snap.Read(file)
	if err != nil {
		s.fault = "it is not calibrated: there is no " + file
		return s
	}
	c, err := judge.ReadCalibration(text)
	switch {
	case err != nil:
		s.fault = fmt.Sprintf("its calibration %s cannot be read: %v", file, err)
	case c.Judge != s.who.Name:
		s.fault = fmt.Sprintf("it is not calibrated: %s is for %s", file, c.Judge)
	default:
		s.who, s.calibration, s.hint = c.Identity(), c, ""
	}
	return s
}

// JudgeReport says how the judge that policy names stands.
type JudgeReport struct {
	Name       string `json:"name"`
	Version    string `json:"version,omitempty"` // that is calibrated
	Calibrated bool   `json:"calibrated"`
	Answers    int    `json:"answers"`           // on record, of this version
	Asked      int    `json:"asked,omitempty"`   // in this build
	Missing    string `json:"missing,omitempty"` // why it does not count, or was not asked
	Hint       string `json:"hint,omitempty"`
}

// judgeReport tells of the judge that policy names, or is nil where that is the one built
// in.
func (c *Compiler) judgeReport(snap *vault.Snapshot, unanswered int, r *recorder) *JudgeReport {
	s := secondOf(c.Policy, snap)
	if s == nil {
		return nil
	}
	out := &JudgeReport{Name: s.who.Name, Version: s.who.Version, Calibrated: s.calibration != nil, Missing: s.fault, Hint: s.hint}
	text, _ := snap.Read(c.Policy.AnswersFile())
	out.Answers = provenance.CountAnswers(text, s.who.Name, s.who.Version)
	if r != nil {
		out.Asked = r.asked
		if reason := r.commonest(); reason != "" {
			out.Missing, out.Hint = reason, "`assay doctor` looks at the judge; the next `assay build` asks again"
		}
	}
	switch {
	case out.Missing != "":
	case s.shut != nil:
		out.Missing = s.shut.Error()
		if h, ok := s.shut.(interface{ Hint() string }); ok {
			out.Hint = h.Hint()
		}
	case unanswered > 0:
		out.Missing, out.Hint = "it has not been asked", "`assay build` asks it"
	}
	return out
}

// commonest is what stood in the way most often.
func (r *recorder) commonest() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	best := ""
	for why, n := range r.why {
		if best == "" || n > r.why[best] || n == r.why[best] && why < best {
			best = why
		}
	}
	return best
}

// consult lays the second judge's answers over what the first said of a claim. It reports
// false while answers are on their way.
func (p *plan) consult(n *vault.Note, c vault.Claim, e basis, j judged) (judged, bool) {
	if p.second == nil || len(e.questions) == 0 && j.Together == nil {
		return j, true
	}
	threshold := p.policy.Synthesis.MinSimilarityThreshold
	out := judged{Each: slices.Clone(j.Each), Together: j.Together}
	whole, carried := true, false
	for i, q := range e.questions {
		var ok bool
		if out.Each[i], ok = p.weigh(n, q, j.Each[i]); !ok {
			whole = false
		}
		carried = carried || carries(out.Each[i], threshold)
	}
	if !whole || carried {
		return out, whole
	}
	q, several := together(c.Text, e)
	if !several {
		return out, true
	}
	if out.Together == nil { // the first judge was satisfied with one passage, the second is not
		first, ok := p.judgeTogether(n, c, q)
		if !ok {
			return out, false
		}
		out.Together = &first
	}
	w, ok := p.weigh(n, q, *out.Together)
	out.Together = &w
	return out, ok
}

// judgeTogether asks the first judge about all that is cited as one text.
func (p *plan) judgeTogether(n *vault.Note, c vault.Claim, q judge.Question) (provenance.Judgement, bool) {
	a := &Action{
		Kind: "grade", Target: n.Path + " " + short(c.Text), keep: true, encode: encodeJudged,
		Inputs: []Input{{"judge", p.version.Lexical}, {"claim", hashOf(c.Text)}, {"together", hashOf(q.Text, strings.Join(q.Context, "\n"), strings.Join(q.Lead, "\n"))}},
		run: func(ctx context.Context, w World) (any, error) {
			answer, err := w.Judge.Judge(ctx, q)
			return judged{Together: &answer}, err
		},
	}
	j, ok := need(p, a, decodeJudged)
	if !ok || j.Together == nil {
		return provenance.Judgement{}, false
	}
	return *j.Together, true
}

// weigh lays the second judge's answer over one judgement.
func (p *plan) weigh(n *vault.Note, q judge.Question, l provenance.Judgement) (provenance.Judgement, bool) {
	s := p.second
	if judge.Settled(l) {
		return l, true
	}
	switch by := p.authorIs(n); {
	case s.calibration == nil:
		l.Unanswered = s.who.Name + ": " + s.fault
		return l, true
	case by != "":
		l.Unanswered = s.who.Name + " does not judge what it wrote: the note is by " + by
		return l, true
	}
	shown := judge.Excerpt(s.kind, q, l)
	key := provenance.NewAnswerKey(q.Claim, shown.Text, shown.Context, s.who.Name, s.who.Version)
	if a, ok := p.answers.Find(key); ok {
		return judge.Weigh(l, s.who, a, s.calibration), true
	}
	p.open = true
	switch {
	case s.shut != nil:
		l.Unanswered = s.who.Name + ": " + s.shut.Error()
		return l, true
	case !p.asks:
		l.Unanswered = s.who.Name + " has not been asked"
		return l, true
	}
	got, ok := need[heard](p, p.ask(n, key, shown), nil)
	l.Unanswered = s.who.Name + ": " + got.why
	return l, ok
}

// heard is what came of a question: an answer, which is on record then, or why there is
// none. It is a fact of this build; the next asks again.
type heard struct{ why string }

// ask is the action that puts a question to the second judge.
func (p *plan) ask(n *vault.Note, key provenance.AnswerKey, q judge.Question) *Action {
	a := &Action{
		Kind: "ask", Target: n.Path + " " + short(q.Claim), net: true,
		Inputs: []Input{{"judge", p.second.who.String()}, {"claim", key.Claim}, {"evidence", key.Evidence}},
		Cost:   Cost{Tokens: (len(q.Claim) + len(q.Text)) / 4},
	}
	leaves := p.policy.Judge.Leaves()
	if leaves {
		a.Cost.Credits = 1
	}
	who, now := p.second.who, p.now
	a.run = func(ctx context.Context, w World) (v any, err error) {
		// The judge is no part of the build that could fail it.
		defer func() {
			if r := recover(); r != nil {
				v, err = heard{fmt.Sprintf("internal error: %v", r)}, nil
			}
		}()
		cost, why := w.put(ctx, who, key, q, leaves, now)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.recorder.count(cost, why)
		return heard{why}, nil
	}
	return a
}

// put asks, and records what comes.
func (w World) put(ctx context.Context, who judge.Identity, key provenance.AnswerKey, q judge.Question, leaves bool, now time.Time) (Cost, string) {
	asker, err := w.asker()
	if err != nil {
		return Cost{}, err.Error()
	}
	if is := asker.Identity(); is != who {
		return Cost{}, fmt.Sprintf("it is calibrated as %s, and here it is %s", who.Version, is.Version)
	}
	if leaves {
		if err := w.credits.spend(); err != nil {
			return Cost{}, err.Error()
		}
	}
	reply, err := asker.Ask(ctx, q)
	cost := Cost{Tokens: reply.Tokens}
	if leaves {
		if cost.Credits = 1; reply.Sent == 0 {
			cost.Credits = 0
			w.credits.refund()
		}
	}
	if err != nil {
		return cost, err.Error()
	}
	err = w.recorder.keep(provenance.Answer{Question: key, Stance: reply.Stance, Score: reply.Score, At: now, Tokens: reply.Tokens})
	if err != nil {
		return cost, err.Error()
	}
	return cost, ""
}

// authorIs names who wrote a note, where that is the second judge itself: by its
// provenance block, and by what the ledger says of who drafted and promoted it.
func (p *plan) authorIs(n *vault.Note) string {
	if p.second == nil {
		return ""
	}
	if by, ok := p.wrote[n.Path]; ok {
		return by
	}
	by := p.author(n)
	p.wrote[n.Path] = by
	return by
}

func (p *plan) author(n *vault.Note) string {
	authors := []string{n.Meta.Stamp.Agent}
	if p.ledger != nil {
		for _, e := range p.ledger.Touching(n.Path) {
			if e.Kind == provenance.KindDrafted || e.Kind == provenance.KindPromoted || e.Kind == provenance.KindSynthesized {
				authors = append(authors, e.Actor, e.Text("agent"))
			}
		}
	}
	for _, a := range authors {
		if sameModel(a, p.second.who.Name) {
			return a
		}
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
	return f != "" && f == family(judge)
}
