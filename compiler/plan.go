package compiler

import (
	"bytes"
	"context"
	"sort"
	"time"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// A view is one look at the vault and the results so far, with what a plan wants to be
// done and written. It changes nothing but itself.
type view struct {
	setting
	asking
	changes
	reading

	base    *vault.Snapshot // the disk
	snap    *vault.Snapshot // the disk with writes laid over it
	earlier *earlier        // what a build found earlier; nil for nothing
	some    *some           // where the plan is not made over the whole vault
	gaveUp  bool            // and cannot be made so
}

// setting is what a plan is made by.
type setting struct {
	policy       gates.Policy
	policyDigest string
	version      worldVersion
	now          time.Time
	keepGoing    bool
	lazy         bool        // outcomes will do where they are known
	offline      bool        // ask nobody outside
	ended        func() bool // nobody waits for the plan any more; nil for never
	attributed   bool        // the sources folder has its .gitattributes
	gitmodules   []byte      // hidden, so no snapshot shows it
	textOfFile   func(path string, raw []byte) string
}

// asking is what a plan asks of actions.
type asking struct {
	results   *results
	todo      []*Action                  // what can run now
	hand      func(*Action) (any, error) // runs one
	handful   int                        // of the quickest kinds, that it may run itself
	byHand    []*Action                  // those that it did
	asked     map[Key]bool
	blocked   bool // an action failed that this plan needs
	postponed bool // something was not asked for because nobody outside may be
}

// changes are what a plan wants the vault to become.
type changes struct {
	writes     map[string]vault.Write
	dirty      bool // writes or events since the snapshot was last laid
	ledger     *provenance.Ledger
	ledgerText []byte              // as on disk
	recorded   *provenance.Answers // of judges, as the vault has them
	answers    *provenance.Answers // those, and what this build got
	recorder   *recorder           // nil where no judge is asked
}

// reading is what is known of the snapshot, made when first asked for.
type reading struct {
	notes       []*vault.Note
	edition     int // rises when the notes are others
	byPath      map[string]*vault.Note
	parsedFrom  map[string]vault.Hash
	namesDigest string // of all paths
	exempt      string // digest of the sections whose claims do not count
	heldHash    string
	evidenceSum string // of the evidence in the snapshot digestedOf
	digestedOf  *vault.Snapshot
	library     *provenance.Library
	resolver    *vault.Resolver
	originals   map[string]provenance.SourceID
	classes     map[provenance.SourceID]string
	states      map[provenance.SourceID]provenance.SourceState
	statesAt    int // how long the ledger was when states were folded
}

// state is where a source stands, with this plan's events.
func (p *view) state(id provenance.SourceID) provenance.SourceState {
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
func need[T any](p *view, a *Action, decode func([]byte) (T, error)) (v T, ok bool) {
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
func (p *view) byItself(ctx context.Context, w World) {
	p.hand, p.handful = func(a *Action) (any, error) { return attempt(ctx, w, a) }, fewActions
}

// write says what a path should hold. A write that changes nothing is none, nor one
// that would only change line ends: those are git's and the author's.
func (p *view) write(path string, data []byte) {
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
func (p *view) remove(path string) {
	if old, base := p.current(path); old != nil {
		p.writes[path] = vault.Write{Path: path, Delete: true, Base: base}
	} else {
		delete(p.writes, path)
	}
	p.dirty = true
}

// current is what the disk holds at a path, and its hash.
func (p *view) current(path string) ([]byte, vault.Hash) {
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
func (p *view) lay() bool {
	if p.dirty || p.snap == nil {
		p.snap = p.base.With(p.list()...)
		p.dirty = false
		p.library, p.classes = nil, nil
	}
	return p.parse()
}

// list is the plan's writes by path, the ledger's new lines among them.
func (p *view) list() []vault.Write {
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
func (p *view) stopped() bool { return p.ended != nil && p.ended() }
