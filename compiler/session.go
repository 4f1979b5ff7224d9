package compiler

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/compiler/acquire"
	"assay/compiler/assess"
	"assay/compiler/audit"
	"assay/compiler/author"
	"assay/compiler/codec"
	"assay/compiler/conflict"
	"assay/compiler/draft"
	"assay/compiler/grade"
	"assay/compiler/index"
	"assay/compiler/store"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Session is what a command works on: the disk as it is now, and the store.
type Session struct {
	C     *Compiler
	Store *view.Store
	Base  *vault.Snapshot
	Began int64 // when the scan began, in nanoseconds since 1970
	Now   time.Time
	reads int    // files that had to be read to be known
	under string // the folder that alone was looked at; "" for the vault

	Results *view.Results
	memos   memos
	ledger  *readLedger
	builds  int         // that results were kept over
	policy  string      // digest of the one that they were made by
	Scope   *view.Scope // where the next plan need not be made over the whole vault

	recorder *view.Recorder // of a build that may ask a judge
	crew     *crewed        // nil before somebody looked
	signed   signedLedger
	answers  readAnswers

	Trails     *acquire.Trails
	Gitmodules []byte // hidden, so no snapshot shows it
	attributed bool   // the folder of sources has its .gitattributes
}

// memos are what the stages found of files in earlier plans of this process.
type memos struct {
	grade *grade.Memo
	draft *draft.Memo
}

// readAnswers are those of judges, and the file that they were read from.
type readAnswers struct {
	*provenance.Answers
	of vault.Hash
}

// ClockTick is more than the time within which two changes of a file can carry one
// time stamp: 4 ms on Linux, 10 ms elsewhere.
const ClockTick = 20 * time.Millisecond

// Look reads the disk and the store. It takes no lock and writes nothing.
func (c *Compiler) Look(ctx context.Context) (*Session, error) { return c.LookUnder(ctx, "") }

// LookToBuild is the same for what agents may be asked for.
func (c *Compiler) LookToBuild(ctx context.Context) (*Session, error) {
	s, err := c.Look(ctx)
	if err != nil {
		return nil, err
	}
	return s, s.AskAgents()
}

// LookUnder is the same for what asks of one folder alone; "" for the vault.
func (c *Compiler) LookUnder(ctx context.Context, folder string) (*Session, error) {
	s := &Session{C: c, under: folder, Now: c.World.Now().UTC(), Trails: acquire.NewTrails(c.Root)}
	s.readHidden()
	opened := view.Prefetch(func() *view.Store { return view.OpenStore(StateDir(c.World, c.Root)) })
	err := s.scan(ctx, opened)
	s.Store = opened()
	s.Forget()
	s.Store.Torn = func() error { return s.Base.Changed() }
	return s, err
}

// Stored looks at a folder, or at the vault, as it lies on disk: the plan adds nothing to it.
func (c *Compiler) Stored(ctx context.Context, folder string) (*Session, *Plan, error) {
	s, err := c.LookUnder(ctx, folder)
	if err != nil {
		return nil, nil, err
	}
	p := c.Plan(s, false)
	p.Snap = p.Base
	return s, p, nil
}

// readHidden reads the hidden files that a build asks for, since no snapshot has them.
func (s *Session) readHidden() {
	s.Gitmodules, _ = s.C.Dir.ReadFile(".gitmodules")
	_, err := os.Lstat(s.C.Dir.Abs(AttributesFile(s.C.Policy)))
	s.attributed = err == nil
}

// Forget lets go of what earlier plans left in memory.
func (s *Session) Forget() {
	s.Results = view.NewResults(s.Store)
	s.Results.Force = s.C.Opts.Force
	s.memos, s.ledger = memos{grade.NewMemo(), &draft.Memo{Footed: map[*markdown.Note]string{}}}, nil
}

// scan looks at the disk, while the store may still be opened.
func (s *Session) scan(ctx context.Context, store func() *view.Store) error {
	s.Began = time.Now().Add(-ClockTick).UnixNano()
	s.reads = 0
	recall := func() ([]vault.File, int64) { return store().Files(), store().Since() }
	base, err := s.C.Dir.Scan(ctx, vault.ScanOptions{Exclude: s.C.Policy.Vault.Exclude, Recall: recall, Under: s.under, Settings: s.C.Opts.Settings})
	if err != nil {
		return err
	}
	s.Base = base
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

// Stands reports whether the files that a session looked at are on disk still, and no others. It
// opens no store.
func (s *Session) Stands(ctx context.Context) bool {
	recall := func() ([]vault.File, int64) { return s.Base.Files(), s.Began }
	base, err := s.C.Dir.Scan(ctx, vault.ScanOptions{Exclude: s.C.Policy.Vault.Exclude, Recall: recall, Under: s.under, Settings: s.C.Opts.Settings})
	if err != nil {
		return false
	}
	for range vault.Differences(s.Base.Files(), base.Files()) {
		return false
	}
	return true
}

// Made names all that an assessment is made by and from, but for the files and the clock.
func (s *Session) Made() string {
	v := s.C.version()
	// The policy that was read: the file may be another one by the time of the scan.
	parts := []string{"assessment", store.BuildID(), string(view.EncodeJSON(s.C.Policy)), v.Judge}
	for _, p := range s.Base.Problems() {
		parts = append(parts, p.Path, p.Kind, p.Text)
	}
	parts = append(append(parts, "excluded"), s.Base.Excluded()...)
	if signatures := s.signatures(); signatures != nil {
		parts = append(parts, signatures.State())
	}
	if agents := s.crewNow().digest(); agents != "" {
		parts = append(parts, agents)
	}
	parts = append(parts, string(s.Gitmodules)) // hidden, so no table of files has it
	return view.HashOf(parts...)
}

// Replay is the stored assessment, if nothing it depends on has changed. A brief one has
// not all that there is to tell.
func (s *Session) Replay(brief bool) *view.Assessment {
	if !s.Store.Assessed() {
		return nil
	}
	if !brief {
		go s.Store.Told.All()
	}
	a, err := s.Store.Assessment()
	if err != nil || a.Made != s.Made() || !a.Until.IsZero() && s.Now.After(a.Until) {
		return nil
	}
	if changed, media, ok := s.changed(); !ok || len(changed)+len(media) > 0 {
		return nil
	}
	a.Stored = true
	if !brief {
		told := s.Store.Told.With(nil)
		s.Store.Folders.All() // is told as well: what is broken there shows now
		if s.Store.Broken() {
			return nil
		}
		assess.Tell(a, told)
	}
	return a
}

// keep stores an assessment.
func (s *Session) keep(a *view.Assessment) {
	s.Store.SetFiles(s.Base.Files(), s.Began)
	if a.Made = s.Made(); s.signedSince() {
		a.Made += " unsigned" // to be made again
	}
	s.Store.SetHead(codec.Encode(a.Head), codec.Encode(a.Brief))
	s.Store.KeepNotes(a)
}

// refresh stores the table of files, if reading it was work that the next command
// can be spared.
func (s *Session) refresh() error {
	if s.reads == 0 {
		return nil
	}
	s.Store.SetFiles(s.Base.Files(), s.Began)
	return s.Store.Commit()
}

// Store keeps what a reader found, if nobody else is writing. A reader never waits.
func (c *Compiler) Store(ctx context.Context, s *Session, a *view.Assessment) {
	c.commit(ctx, s, func() error { s.keep(a); return s.Store.Commit() })
}

// SaveSoFar keeps what a look has found that goes on, or that someone stopped.
func (c *Compiler) SaveSoFar(ctx context.Context, s *Session) {
	c.commit(context.WithoutCancel(ctx), s, s.Store.Save)
}

func (c *Compiler) commit(ctx context.Context, s *Session, save func() error) {
	d := c.Dir
	if home := filepath.Dir(s.Store.Dir()); home != c.Root {
		if makeCache(c.World, home, c.Root) != nil {
			return
		}
		var err error
		if d, err = vault.OpenDir(home); err != nil {
			return
		}
		defer d.Close()
	} else if _, err := os.Stat(s.Store.Dir()); err != nil {
		return
	}
	unlock, err := vault.Lock(ctx, d, vault.LockOptions{Command: c.Opts.Command})
	if err != nil {
		return
	}
	defer unlock()
	// Another process may have stored more since: its journal must not be cut.
	if !s.Store.Unchanged() {
		return
	}
	_ = save() // a cache that cannot be written costs time and nothing else
}

func (c *Compiler) version() view.WorldVersion {
	model := c.World.Judge.Model()
	return view.WorldVersion{Judge: model, Lexical: model}
}

// Plan begins a plan of the session's snapshot.
func (c *Compiler) Plan(s *Session, lazy bool) *Plan {
	r := s.Results
	v := &view.View{
		Setting: view.Setting{Policy: c.Policy, PolicyDigest: policyDigest(c.Policy), Version: c.version(), Now: s.Now, KeepGoing: c.Opts.KeepGoing, Lazy: lazy, Gitmodules: s.Gitmodules, Attributed: s.attributed},
		Asking:  view.Asking{Results: r, Asked: map[view.Key]bool{}},
		Changes: view.Changes{Writes: map[string]vault.Write{}},
		Reading: view.Reading{ByPath: r.ByPath, ParsedFrom: r.ParsedFrom},
		Base:    s.Base, Scope: s.Scope,
	}
	p := &Plan{View: v}
	p.Index = &index.Indexer{View: v}
	p.Acquire = &acquire.Acquirer{View: v, Index: p.Index, Trails: s.Trails, Graphs: map[provenance.SourceID]*web.Graph{}}
	if provenance.Automatic(c.Opts.As) || c.Opts.Named {
		p.Acquire.RequestedBy = c.Opts.As
	}
	p.Audit = &audit.Auditor{View: v, Index: p.Index, Acquire: p.Acquire}
	p.conflict = &conflict.Finder{View: v}
	p.Grade = &grade.Grader{View: v, Index: p.Index, Acquire: p.Acquire, Conflict: p.conflict, Memo: s.memos.grade}
	p.Draft = &draft.Drafter{View: v, Index: p.Index, Acquire: p.Acquire, Grade: p.Grade, Memo: s.memos.draft, Hold: c.Opts.Hold, Promotions: map[string]string{}, Texts: draft.NewPromotedTexts(s.C.Root),
		Wrote: map[string]string{}, Blind: map[string]string{}, Lacks: map[string][]string{}}
	p.Assess = &assess.Assessor{View: v, Acquire: p.Acquire, Conflict: p.conflict, Grade: p.Grade, Draft: p.Draft}
	p.Unsigned = s.unsigned(p.LedgerPath())
	l := s.ledgerNow(p.LedgerPath(), p.Unsigned)
	p.Ledger, p.LedgerText, p.Grade.Words = l.ledger, l.text, l.words
	p.TextOfFile = func(name string, raw []byte) string {
		if !view.IsReadable(name) || vault.IsNote(name) || strings.HasSuffix(name, ".txt") {
			return string(raw)
		}
		doc, err := c.World.Extract.Extract(context.Background(), raw, view.Original{Name: name, URL: name})
		if err != nil {
			return string(raw)
		}
		return doc.Markdown
	}
	s.attachJudge(p)
	s.attachCrew(p)
	return p
}

// attachJudge puts the judge that policy names beside the deterministic one, with all that is on
// record of it: what counts is then part of the version that results are kept under.
func (s *Session) attachJudge(p *Plan) {
	if p.Grade.Second = grade.SecondOf(p.Policy, s.Base); p.Grade.Second == nil {
		return
	}
	file := p.Policy.AnswersFile()
	if f, ok := s.Base.File(file); s.answers.Answers == nil || f.Hash != s.answers.of || !ok {
		text, _ := s.Base.Read(file)
		s.answers = readAnswers{provenance.ReadAnswers(text), f.Hash}
	}
	p.Recorded, p.Answers, p.Recorder = s.answers.Answers, s.answers.Answers, s.recorder
	if fresh := s.recorder.Answers(); len(fresh) > 0 {
		p.Answers = s.answers.Clone()
		for _, a := range fresh {
			p.Answers.Add(a)
		}
	}
	p.Grade.Asks, p.Grade.Wrote = s.recorder != nil, map[string]string{}
	_, said := p.Answers.Of(p.Grade.Second.Who.Name, p.Grade.Second.Who.Version)
	calibration := p.Grade.Second.Fault
	if c := p.Grade.Second.Calibration; c != nil {
		calibration = string(c.Print())
	}
	p.Version.Judge = strings.Join([]string{p.Version.Lexical, p.Grade.Second.Who.String(), view.HashOf(calibration), said}, " ")
}

// crewNow looks who is here, once in a build.
func (s *Session) crewNow() *crewed {
	if s.crew != nil {
		return s.crew
	}
	x := &crewed{}
	s.crew = x
	if x.crew, x.refused, x.err = s.C.Crew(); x.crew == nil {
		return x
	}
	found, missing := s.C.Find(x.crew.Options)
	for _, a := range found {
		x.here = append(x.here, a.Name)
	}
	if x.missing = missing; len(found) == 0 {
		x.crew = nil
		return x
	}
	x.plays = map[string]string{provenance.RoleChronicler: found[0].Actor()}
	if librarians, _ := s.C.Find(x.crew.OptionsOf(provenance.RoleLibrarian)); len(librarians) > 0 {
		x.plays[provenance.RoleLibrarian] = librarians[0].Actor()
	}
	return x
}

// AskAgents lets agents be asked in this run, or says why it cannot be had.
func (s *Session) AskAgents() error {
	if err := s.C.agentsHere(); err != nil {
		return err
	}
	x := s.crewNow()
	x.asks = true
	return x.err
}

// attachCrew puts who writes drafts into a plan.
func (s *Session) attachCrew(p *Plan) {
	x := s.crewNow()
	p.Draft.Untrusted = x.refused
	if x.crew != nil {
		p.Draft.Author = &author.Author{View: p.View, Crew: x.crew, Here: x.plays, Asks: x.asks}
	}
}

// policyDigest names the part of the policy that tiers depend on.
func policyDigest(p gates.Policy) string {
	return view.HashOf(string(view.EncodeJSON(p.Synthesis)), string(view.EncodeJSON(p.Vault)), string(view.EncodeJSON(p.Safety)), string(view.EncodeJSON(p.Gates)))
}

func (c *Compiler) AdoptedPath() string { return path.Join(c.SourcesFolder(), adoptedFile) }

// adoptedFile lies among the sources and is committed with them.
const adoptedFile = "adopted.json"

// SourcesFolder is the folder of sources; of a vault without a policy the one that an
// adoption would give it, or once gave it.
func (c *Compiler) SourcesFolder() string {
	return cmp.Or(c.Policy.Vault.Sources, gates.Default().Vault.Sources)
}

// Unreadable says that a committed record cannot be read. To go on without it would judge by
// less than was decided, and write a new one over it.
func Unreadable(file, why string) error {
	return gates.WithHint(fmt.Errorf("read %s: %s", file, why), fmt.Sprintf("make it readable, or restore it: `git checkout -- %s`; nothing was changed", file))
}

// records refuses a vault whose committed records are there and cannot be read.
func (s *Session) records() error {
	if s.C.Policy.IsGuest() {
		return nil
	}
	return s.readable(s.C.Policy.LedgerFile(), s.C.Policy.AnswersFile(), s.C.AdoptedPath())
}

// readable refuses files that are there and cannot be read.
func (s *Session) readable(files ...string) error {
	for _, p := range s.Base.Problems() {
		if _, held := s.Base.File(p.Path); !held && slices.Contains(files, p.Path) {
			return Unreadable(p.Path, p.Text)
		}
	}
	return nil
}

// signedLedger is a ledger whose signatures were looked at, which takes a program each.
type signedLedger struct {
	of       string
	unsigned []provenance.Event
}

// signatures are what policy asks decisions to be signed by; nil where it does not ask.
func (s *Session) signatures() view.Signatures {
	if s.C.Guest() || !s.C.Policy.Safety.RequireSignatures {
		return nil
	}
	return SignaturesOf(s.C.World, s.C.Root)
}

// SignaturesOf are those that hold for a vault.
func SignaturesOf(w view.World, root string) view.Signatures {
	if w.OpenSignatures == nil {
		return noSignatures{}
	}
	return w.OpenSignatures(root)
}

// unsigned are the decisions on the vault's ledger, as it is before the plan, that lack a
// signature which policy asks for.
func (s *Session) unsigned(file string) []provenance.Event {
	signatures := s.signatures()
	if signatures == nil {
		return nil
	}
	if of := s.signedOf(file, signatures); s.signed.of != of {
		text, _ := s.Base.Read(file)
		s.signed = signedLedger{of, provenance.ReadLedger(text).Unsigned(signatures.Holds)}
	}
	return s.signed.unsigned
}

// signedOf names what signatures are looked at in.
func (s *Session) signedOf(file string, signatures view.Signatures) string {
	f, _ := s.Base.File(file)
	return view.HashOf(f.Hash.String(), signatures.State())
}

// signedSince reports that the vault's ledger is another one than that whose signatures
// were looked at: a build wrote to it, and what it says of the vault is not all there is.
func (s *Session) signedSince() bool {
	signatures := s.signatures()
	return signatures != nil && s.signed.of != s.signedOf(s.C.Policy.LedgerFile(), signatures)
}

type noSignatures struct{}

func (noSignatures) Holds(string, []byte, string) bool { return false }
func (noSignatures) State() string                     { return "" }

// A readLedger is the ledger as a file has it, and what it has to say of claims.
type readLedger struct {
	hash   vault.Hash
	text   []byte
	ledger *provenance.Ledger
	words  map[string]string
	signed string // what signatures were looked at in
}

// ledgerNow reads the ledger, unless it is the one that was read last and nothing was
// added to it since.
func (s *Session) ledgerNow(file string, unsigned []provenance.Event) *readLedger {
	f, ok := s.Base.File(file)
	if r := s.ledger; r != nil && ok && r.hash == f.Hash && len(r.ledger.Pending()) == 0 && r.signed == s.signed.of {
		return r
	}
	text, _ := s.Base.Read(file)
	r := &readLedger{hash: f.Hash, text: text, ledger: provenance.ReadLedger(text), signed: s.signed.of}
	r.ledger.SetAside(unsigned)
	r.words = view.WordsOn(r.ledger)
	s.ledger = r
	return r
}
