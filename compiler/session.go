package compiler

import (
	"context"
	"os"
	"strings"
	"time"

	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
)

// session is what a command works on: the disk as it is now, and the store.
type session struct {
	c     *Compiler
	store *Store
	base  *vault.Snapshot
	began int64 // when the scan began, in nanoseconds since 1970
	now   time.Time
	reads int    // files that had to be read to be known
	under string // the folder that alone was looked at; "" for the vault

	results *results
	memos   memos
	ledger  *readLedger
	builds  int    // that results were kept over
	policy  string // digest of the one that they were made by
	some    *some  // where the next plan need not be made over the whole vault
	earlier *earlier

	recorder *recorder // of a build that may ask a judge
	answers  *provenance.Answers
	answered vault.Hash // the file that they were read from

	trails     *trails
	gitmodules []byte // hidden, so no snapshot shows it
}

// memos are what the stages found of files in earlier plans of this process.
type memos struct {
	index *indexMemo
	grade *gradeMemo
	draft *draftMemo
}

// clockTick is more than the time within which two changes of a file can carry one
// time stamp: 4 ms on Linux, 10 ms elsewhere.
const clockTick = 20 * time.Millisecond

// look reads the disk and the store. It takes no lock and writes nothing.
func (c *Compiler) look(ctx context.Context) (*session, error) { return c.lookUnder(ctx, "") }

// lookUnder is the same for what asks of one folder alone; "" for the vault.
func (c *Compiler) lookUnder(ctx context.Context, folder string) (*session, error) {
	s := &session{c: c, under: folder, now: c.world.Now().UTC(), trails: newTrails(c.Root)}
	s.gitmodules, _ = c.dir.ReadFile(".gitmodules")
	opened := ahead(func() *Store { return OpenStore(c.world.StateDir(c.Root)) })
	err := s.scan(ctx, opened)
	s.store = opened()
	s.forget()
	s.store.torn = func() error { return s.base.Torn() }
	return s, err
}

// forget lets go of what earlier plans left in memory.
func (s *session) forget() {
	s.results = newResults(s.store)
	s.results.force = s.c.opts.Force
	s.memos, s.ledger = memos{&indexMemo{}, newGradeMemo(), &draftMemo{footed: map[*vault.Note]string{}}}, nil
}

// scan looks at the disk, while the store may still be opened.
func (s *session) scan(ctx context.Context, store func() *Store) error {
	s.began = time.Now().Add(-clockTick).UnixNano()
	s.reads = 0
	recall := func() ([]vault.File, int64) { return store().Files(), store().Since() }
	base, err := s.c.dir.Scan(ctx, vault.ScanOptions{Exclude: s.c.Policy.Vault.Exclude, Recall: recall, Under: s.under})
	if err != nil {
		return err
	}
	s.base = base
	if err := s.records(); err != nil {
		return err
	}
	known, since := recall()
	for _, now := range vault.Differences(known, base.Files()) {
		if now != nil {
			s.reads++
		}
	}
	for i := range known {
		if known[i].Ctime >= since {
			s.reads++
		}
	}
	return nil
}

// made names all that an assessment is made by and from, but for the files and the clock.
func (s *session) made() string {
	v := s.c.version()
	// The policy that was read: the file may be another one by the time of the scan.
	parts := []string{"assessment", buildID(), string(encodeJSON(s.c.Policy)), v.Judge}
	for _, p := range s.base.Problems() {
		parts = append(parts, p.Path, p.Kind, p.Text)
	}
	parts = append(append(parts, "excluded"), s.base.Excluded()...)
	parts = append(parts, string(s.gitmodules)) // hidden, so no table of files has it
	return hashOf(parts...)
}

// replay is the stored assessment, if nothing it depends on has changed. A brief one has
// not all that there is to tell.
func (s *session) replay(brief bool) *assessment {
	if !s.store.Assessed() {
		return nil
	}
	if !brief {
		s.store.told.Ahead()
	}
	a, err := s.store.assessment()
	if err != nil || a.made != s.made() || !a.until.IsZero() && s.now.After(a.until) {
		return nil
	}
	if changed, media, ok := s.changed(); !ok || len(changed)+len(media) > 0 {
		return nil
	}
	a.stored = true
	if !brief {
		told, ok := s.store.told.Every()
		if !ok {
			return nil
		}
		a.tell(told)
	}
	return a
}

// keep stores an assessment.
func (s *session) keep(a *assessment) {
	s.store.SetFiles(s.base.Files(), s.began)
	a.made = s.made()
	s.store.SetHead(a.encode(), encodeBrief(a.brief))
	s.store.keepNotes(a)
}

// refresh stores the table of files, if reading it was work that the next command
// can be spared.
func (s *session) refresh() error {
	if s.reads == 0 {
		return nil
	}
	s.store.SetFiles(s.base.Files(), s.began)
	return s.store.Commit()
}

func (c *Compiler) version() worldVersion {
	model := c.world.Judge.Model()
	return worldVersion{Judge: model, Lexical: model}
}

// plan begins a plan of the session's snapshot.
func (c *Compiler) plan(s *session, lazy bool) *plan {
	r := s.results
	v := &view{
		setting: setting{policy: c.Policy, policyDigest: policyDigest(c.Policy), version: c.version(), now: s.now, keepGoing: c.opts.KeepGoing, lazy: lazy, gitmodules: s.gitmodules},
		asking:  asking{results: r, asked: map[Key]bool{}},
		changes: changes{writes: map[string]vault.Write{}},
		reading: reading{byPath: r.byPath, parsedFrom: r.parsedFrom},
		base:    s.base, some: s.some, earlier: s.earlier,
	}
	p := &plan{view: v}
	p.index = &indexer{view: v, indexMemo: s.memos.index}
	p.acquire = &acquirer{view: v, index: p.index, trails: s.trails, graphs: map[provenance.SourceID]*web.Graph{}}
	p.audit = &auditor{view: v, index: p.index, acquire: p.acquire}
	p.conflict = &conflictFinder{view: v}
	p.grade = &grader{view: v, index: p.index, acquire: p.acquire, conflict: p.conflict, gradeMemo: s.memos.grade}
	p.draft = &drafter{view: v, index: p.index, acquire: p.acquire, grade: p.grade, draftMemo: s.memos.draft, promotions: map[string]string{}, texts: newPromotedTexts(s.c.Root)}
	p.assess = &assessor{view: v, acquire: p.acquire, conflict: p.conflict, grade: p.grade, draft: p.draft}
	l := s.ledgerNow(p.ledgerPath())
	p.ledger, p.ledgerText, p.grade.words = l.ledger, l.text, l.words
	if _, err := os.Lstat(s.c.dir.Abs(attributesFile(c.Policy))); err == nil {
		p.attributed = true
	}
	p.textOfFile = func(name string, raw []byte) string {
		if !isReadable(name) || vault.IsNote(name) || strings.HasSuffix(name, ".txt") {
			return string(raw)
		}
		doc, err := c.world.Extract.Extract(context.Background(), raw, Original{Name: name, URL: name})
		if err != nil {
			return string(raw)
		}
		return doc.Markdown
	}
	s.seat(p)
	return p
}

// seat puts the judge that policy names beside the deterministic one, with all that is on
// record of it: what counts is then part of the version that results are kept under.
func (s *session) seat(p *plan) {
	if p.grade.second = secondOf(p.policy, s.base); p.grade.second == nil {
		return
	}
	file := p.policy.AnswersFile()
	if f, ok := s.base.File(file); s.answers == nil || f.Hash != s.answered || !ok {
		text, _ := s.base.Read(file)
		s.answers, s.answered = provenance.ReadAnswers(text), f.Hash
	}
	p.recorded, p.answers, p.recorder = s.answers, s.answers, s.recorder
	if fresh := s.recorder.answers(); len(fresh) > 0 {
		p.answers = s.answers.Clone()
		for _, a := range fresh {
			p.answers.Add(a)
		}
	}
	p.grade.asks, p.grade.wrote = s.recorder != nil, map[string]string{}
	_, said := p.answers.Of(p.grade.second.who.Name, p.grade.second.who.Version)
	calibration := p.grade.second.fault
	if c := p.grade.second.calibration; c != nil {
		calibration = string(c.Print())
	}
	p.version.Judge = strings.Join([]string{p.version.Lexical, p.grade.second.who.String(), hashOf(calibration), said}, " ")
}

// policyDigest names the part of the policy that tiers depend on.
func policyDigest(p gates.Policy) string {
	return hashOf(string(encodeJSON(p.Synthesis)), string(encodeJSON(p.Vault)), string(encodeJSON(p.Safety)))
}
