package compiler

import (
	"bytes"
	"context"
	"sort"
	"sync"
	"time"

	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
)

// A plan is one look at the vault and the results so far: what can run now, and
// what the vault should become. It is made anew after each round of actions, until
// nothing is ready. Making it reads no clock and changes nothing but the plan, and what is
// known of notes and claims where few are new.
type plan struct {
	policy    gates.Policy
	version   worldVersion
	now       time.Time
	keepGoing bool

	results *results
	todo    []*Action                  // what can run now
	hand    func(*Action) (any, error) // runs one
	handful int                        // of the quickest kinds, that it may run itself
	byHand  []*Action                  // those that it did
	asked   map[Key]bool
	blocked bool // an action failed that this plan needs

	base   *vault.Snapshot // the disk
	snap   *vault.Snapshot // the disk with writes laid over it
	writes map[string]vault.Write
	dirty  bool // writes or events since the snapshot was last laid

	second   *second             // the judge that policy names beside the built-in one; nil for none
	recorded *provenance.Answers // of judges, as the vault has them
	answers  *provenance.Answers // those, and what this build got
	recorder *recorder           // nil where no judge is asked
	asks     bool
	open     bool              // while a note is graded: it has a question that nobody answered
	lacking  bool              // some note has
	wrote    map[string]string // by note, the name under which the second judge wrote it; "" where it did not

	ledger     *provenance.Ledger
	ledgerText []byte // as on disk
	attributed bool   // the sources folder has its .gitattributes
	gitmodules []byte // hidden, so no snapshot shows it
	textOfFile func(path string, raw []byte) string
	earlier    *earlier             // what a build found earlier; nil for nothing
	led        map[*vault.Note]lead // where citations lead by the names there are now, of some notes
	then       *past                // what the vault was before some.unbuilt
	edition    int                  // rises when the notes are others
	some       *some                // where the plan is not made over the whole vault
	gaveUp     bool                 // and cannot be made so
	looked     bool                 // in the originals, for what the last note's claims do not cite
	notes      []*vault.Note
	byPath     map[string]*vault.Note
	parsedFrom map[string]vault.Hash
	verdicts   map[string][]provenance.Verdict // by note, parallel to its claims
	records    map[string]*noteVerdicts        // what those depend on, where all of it could be judged
	cites      map[string]*noteVerdicts        // the same of all graded notes, to tell what they cite, not whether it holds
	outcomes   map[string]*outcome             // of notes that nothing happened to, which have no verdicts here
	lazy       bool                            // outcomes will do where they are known
	brief      bool                            // not all that there is to tell is asked for
	nextStale  time.Time
	nextTry    time.Time // when what could not be read is tried again
	trails     *trails
	texts      promotedTexts

	// What people asked for in this build.
	directives  []string          // topics to draft
	promotions  map[string]string // draft → who promotes it
	recrawl     map[provenance.SourceID]reread
	requestedBy string // by whom, where an agent or a client asked
	intakeOnly  bool
	draftOnly   bool // draft the directives and nothing else
	offline     bool // ask nobody outside
	postponed   bool // something was not asked for because of that

	promoted   []string
	heldDrafts []HeldDraft
	waiting    []Waiting
	crawls     []crawlDone
	graphs     map[provenance.SourceID]*web.Graph // of sources that this plan proposes
	tried      []provenance.SourceID              // that could not be mapped

	// Digests that keys are made of.
	digest       string // of the passages that the index should hold; "" for none
	indexed      []indexedPage
	unembedded   bool // some of them have no vectors
	indexing     sync.Mutex
	policyDigest string
	words        map[string]string // digest of what persons said of a note's claims, by note
	namesDigest  string            // of all paths
	exempt       string            // of the sections whose claims do not count
	heldHash     string
	evidenceSum  string // of the evidence in the snapshot digestedOf
	digestedOf   *vault.Snapshot

	// Made when first asked for, and again when the notes change.
	library     *provenance.Library
	resolver    *vault.Resolver
	ended       func() bool // nobody waits for the plan any more; nil for never
	echo        *echoIndex
	echoOf      int // the edition of the notes that echo is of
	likeOf      int
	like        map[likeKey]likeFound // asked for every note that cites the page
	classes     map[provenance.SourceID]string
	draftEvents map[string]provenance.Event
	titles      map[string][]titledPage
	originals   map[string]provenance.SourceID
	pairs       []conflictPair
	filed       map[string]bool // see assessment
	states      map[provenance.SourceID]provenance.SourceState
	statesAt    int // how long the ledger was when states were folded
}

// state is where a source stands, with this plan's events.
func (p *plan) state(id provenance.SourceID) provenance.SourceState {
	if n := p.ledger.Len(); p.states == nil || p.statesAt != n {
		p.states, p.statesAt = map[provenance.SourceID]provenance.SourceState{}, n
	}
	s, ok := p.states[id]
	if !ok {
		s = p.ledger.State(id)
		p.states[id] = s
	}
	return s
}

// worldVersion names the parts of the World that enter keys.
type worldVersion struct {
	Judge   string // all that judges: the deterministic one, the second, and what that has said
	Lexical string // the deterministic one alone
}

// need gives an action's result, if there is one. If not, it puts the action on
// the list of what can run and reports false: asking is declaring.
func need[T any](p *plan, a *Action, decode func([]byte) (T, error)) (v T, ok bool) {
	k := a.Key()
	if v, ok = lookup(p.results, k, decode); ok {
		return v, true
	}
	if _, failed := p.results.failed[k]; failed {
		p.blocked = true
		return v, false
	}
	if p.asked[k] {
		return v, false
	}
	p.asked[k] = true
	if p.handful > 0 && (a.Kind == "parse" || a.Kind == "grade") {
		p.handful--
		p.byHand = append(p.byHand, a)
		p.results.take(a, p.hand)
		v, ok = p.results.memo[k].(T)
		p.blocked = p.blocked || !ok
		return v, ok
	}
	p.todo = append(p.todo, a)
	return v, false
}

// fewActions is how many actions a plan runs itself. Each is a matter of a millisecond, and
// to plan anew after them costs more in a large vault.
const fewActions = 16

// byItself lets the plan run a few.
func (p *plan) byItself(ctx context.Context, w World) {
	p.hand, p.handful = func(a *Action) (any, error) { return attempt(ctx, w, a) }, fewActions
}

// write says what a path should hold. A write that changes nothing is none, nor one
// that would only change line ends: those are git's and the author's.
func (p *plan) write(path string, data []byte) {
	old, base := p.current(path)
	before, there := p.writes[path]
	if old != nil && base == vault.HashText(data) {
		delete(p.writes, path)
		p.dirty = p.dirty || there
		return
	}
	p.writes[path] = vault.Write{Path: path, Data: data, Base: base}
	p.dirty = p.dirty || !there || before.Delete || !bytes.Equal(before.Data, data)
}

// remove says that a path should hold nothing.
func (p *plan) remove(path string) {
	if old, base := p.current(path); old != nil {
		p.writes[path] = vault.Write{Path: path, Delete: true, Base: base}
	} else {
		delete(p.writes, path)
	}
	p.dirty = true
}

// current is what the disk holds at a path, and its hash.
func (p *plan) current(path string) ([]byte, vault.Hash) {
	if _, ok := p.base.File(path); !ok {
		return nil, vault.Hash{}
	}
	data, err := p.base.Read(path)
	if err != nil {
		return nil, vault.Hash{}
	}
	return data, vault.HashText(data)
}

// lay puts the writes so far over the disk, and reads notes anew where they differ.
func (p *plan) lay() bool {
	if p.dirty || p.snap == nil {
		p.snap = p.base.With(p.list()...)
		p.dirty = false
		p.library, p.classes = nil, nil
	}
	return p.parse()
}

// list is the plan's writes by path, the ledger's new lines among them.
func (p *plan) list() []vault.Write {
	out := make([]vault.Write, 0, len(p.writes)+1)
	for _, w := range p.writes {
		out = append(out, w)
	}
	if lines := p.ledger.Pending(); len(lines) > 0 {
		w := vault.Write{Path: p.ledgerPath(), Data: lines}
		if p.ledgerText != nil {
			w.Append, w.Base = true, vault.HashText(p.ledgerText)
		}
		out = append(out, w)
	}
	if lines := p.pendingAnswers(); len(lines) > 0 {
		w := vault.Write{Path: p.policy.AnswersFile(), Data: lines}
		if text, hash := p.current(w.Path); text != nil {
			w.Append, w.Base = true, hash
		}
		out = append(out, w)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out
}

// stopped reports whether nobody waits for the plan any more. What it has by then is not
// all there is, and must not be kept as if it were.
func (p *plan) stopped() bool { return p.ended != nil && p.ended() }
