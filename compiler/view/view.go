// Package view is what every stage of a build looks at: the vault with the writes so far laid
// over it, the notes as they were read, the results of actions, and the doors of a [World].
//
// A [View] is made for each plan. A stage asks it for results by naming an [Action], see
// [Need]; what is not there yet goes on the list of what can run. Start with view.go, then
// action.go and results.go. A plan after an edit is made over some notes: question.go is what
// each note rests on, scope.go finds those that an edit bears on.
package view

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/gates"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/links"
	"assay/vault/markdown"
)

// A View is one look at the vault and the results so far, with what a plan wants to be
// done and written. It changes nothing but itself.
type View struct {
	Setting
	Asking
	Changes
	Reading

	Base       *vault.Snapshot // the disk
	Snap       *vault.Snapshot // the disk with writes laid over it
	Scope      *Scope          // where the plan is not made over the whole vault
	OutOfScope bool            // and cannot be made so
}

// Setting is what a plan is made by.
type Setting struct {
	Policy       gates.Policy
	PolicyDigest string
	Version      WorldVersion
	Now          time.Time
	KeepGoing    bool
	Lazy         bool               // outcomes will do where they are known
	Shed         bool               // of notes that were graded no claims and verdicts stay in memory: the store has them
	Offline      bool               // ask nobody outside
	Cancelled    func() bool        // nobody waits for the plan any more; nil for never
	Unsigned     []provenance.Event // decisions that policy asks to be signed, and that are not
	Attributed   bool               // the sources folder has its .gitattributes
	Gitmodules   []byte             // hidden, so no snapshot shows it
	TextOfFile   func(path string, raw []byte) string
}

// Asking is what a plan asks of actions.
type Asking struct {
	Results      *Results
	Todo         []*Action                  // what can run now
	runInline    func(*Action) (any, error) // runs one
	inlineBudget int                        // of the quickest kinds, that it may run itself
	Inline       []*Action                  // those that it did
	Asked        map[Key]bool
	Most         int  // inputs of actions that one round may have; 0 for no limit
	inputs       int  // of those on the list
	Full         bool // more waits for the next round
	Blocked      bool // an action failed that this plan needs
	Postponed    bool // something was not asked for because nobody outside may be
}

// Changes are what a plan wants the vault to become.
type Changes struct {
	Writes     map[string]vault.Write
	Dirty      bool // writes or events since the snapshot was last laid
	Ledger     *provenance.Ledger
	LedgerText []byte              // as on disk
	Recorded   *provenance.Answers // of judges, as the vault has them
	Answers    *provenance.Answers // those, and what this build got
	Recorder   *Recorder           // nil where no judge is asked
}

// Reading is what is known of the snapshot, made when first asked for.
type Reading struct {
	Notes       []*markdown.Note
	Edition     int // rises when the notes are others
	ByPath      map[string]*markdown.Note
	ParsedFrom  map[string]vault.Hash
	NamesDigest string // of all paths
	HeldHash    string
	evidenceSum string // of the evidence in the snapshot digestedOf
	digestedOf  *vault.Snapshot
	library     *citation.Library
	resolver    *links.Resolver
	originals   map[string]provenance.SourceID
	statesMu    sync.Mutex // actions ask at the same time
	states      map[provenance.SourceID]provenance.SourceState
	statesAt    int // how long the ledger was when states were folded
}

// State is where a source stands, with this plan's events.
func (v *View) State(id provenance.SourceID) provenance.SourceState {
	v.statesMu.Lock()
	defer v.statesMu.Unlock()
	if n := v.Ledger.Len(); v.states == nil || v.statesAt != n {
		v.states, v.statesAt = map[provenance.SourceID]provenance.SourceState{}, n
	}
	s, ok := v.states[id]
	if !ok {
		s = v.Ledger.State(id)
		v.states[id] = s
	}
	return s
}

// WorldVersion names the parts of the World that enter keys.
type WorldVersion struct {
	Judge   string // all that judges: the deterministic one, the second, and what that has said
	Lexical string // the deterministic one alone
}

// Need gives an action's result, if there is one. If not, it puts the action on
// the list of what can run and reports false: asking is declaring.
func Need[T any](p *View, a *Action) (v T, ok bool) {
	k := a.Key()
	if v, ok = Lookup[T](p.Results, k); ok {
		return v, true
	}
	if _, failed := p.Results.Failed[k]; failed {
		p.Blocked = true
		return v, false
	}
	if p.Full || p.Asked[k] {
		return v, false
	}
	p.Asked[k] = true
	if p.inlineBudget > 0 && (a.Kind == "parse" || a.Kind == "grade") {
		p.inlineBudget--
		p.Inline = append(p.Inline, a)
		made, err := p.runInline(a)
		if ok = p.Results.take(a, outcome{value: made, err: err, sound: p.Results.Store.Sound()}); ok {
			v, ok = made.(T)
		}
		p.Blocked = p.Blocked || !ok
		return v, ok
	}
	p.Todo = append(p.Todo, a)
	p.inputs += len(a.Inputs)
	p.Full = p.Most > 0 && p.inputs >= p.Most
	return v, false
}

// fewActions is how many actions a plan runs itself. Each is a matter of a millisecond, and
// to plan anew after them costs more in a large vault.
const inlineActions = 16

// RunInline lets the plan run a few.
func (v *View) RunInline(ctx context.Context, w World) {
	v.runInline, v.inlineBudget = func(a *Action) (any, error) { return attempt(ctx, w, a) }, inlineActions
}

// Await takes a round that runs as asked for.
func (v *View) Await(round *Round) {
	for _, a := range round.Actions {
		v.Asked[a.Key()] = true
	}
}

// Write says what a path should hold. A write that changes nothing is none, nor one
// that would only change line ends: those are git's and the author's.
func (v *View) Write(path string, data []byte) {
	old, base := v.Current(path)
	before, there := v.Writes[path]
	if old != nil && base == vault.HashText(data) {
		delete(v.Writes, path)
		v.Dirty = v.Dirty || there
		return
	}
	v.Writes[path] = vault.Write{Path: path, Data: data, Base: base}
	v.Dirty = v.Dirty || !there || before.Delete || !bytes.Equal(before.Data, data)
}

// Remove says that a path should hold nothing.
func (v *View) Remove(path string) {
	if old, base := v.Current(path); old != nil {
		v.Writes[path] = vault.Write{Path: path, Delete: true, Base: base}
	} else {
		delete(v.Writes, path)
	}
	v.Dirty = true
}

// Current is what the disk holds at a path, and its hash.
func (v *View) Current(path string) ([]byte, vault.Hash) {
	if _, ok := v.Base.File(path); !ok {
		return nil, vault.Hash{}
	}
	data, err := v.Base.Read(path)
	if err != nil {
		return nil, vault.Hash{}
	}
	return data, vault.HashText(data)
}

// Lay puts the writes so far over the disk, and reads notes anew where they differ.
func (v *View) Lay() bool {
	if v.Dirty || v.Snap == nil {
		v.Snap = v.Base.With(v.List()...)
		v.Dirty = false
		if v.Scope != nil && v.resolver != nil {
			v.resolver = v.resolver.Renew(v.Note, slices.Collect(maps.Keys(v.Writes))...)
		}
		v.library = nil
	}
	return v.Parse()
}

// List is the plan's writes by path, the ledger's new lines among them.
func (v *View) List() []vault.Write {
	out := slices.AppendSeq(make([]vault.Write, 0, len(v.Writes)+1), maps.Values(v.Writes))
	if lines := v.Ledger.Pending(); len(lines) > 0 {
		w := vault.Write{Path: v.LedgerPath(), Data: lines}
		if v.LedgerText != nil {
			w.Append, w.Base = true, vault.HashText(v.LedgerText)
		}
		out = append(out, w)
	}
	if lines := v.PendingAnswers(); len(lines) > 0 {
		w := vault.Write{Path: v.Policy.AnswersFile(), Data: lines}
		if text, hash := v.Current(w.Path); text != nil {
			w.Append, w.Base = true, hash
		}
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b vault.Write) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Stopped reports whether nobody waits for the plan any more. What it has by then is not
// all there is, and must not be kept as if it were.
func (v *View) Stopped() bool { return v.Cancelled != nil && v.Cancelled() }
