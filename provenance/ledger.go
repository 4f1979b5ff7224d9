package provenance

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/vault"
)

// A Ledger is the audit record of a vault, read: a graph of events in which each
// names the ones its writer had seen. The order of the lines means nothing, so git
// may merge the file as a union of lines.
//
// Any number of goroutines may read a Ledger while nobody appends to it.
type Ledger struct {
	entries  []entry          // in topological order, ties by id
	byID     map[string]int   // index into entries
	touching map[string][]int // subject → indices of the events that concern it
	heads    map[string]bool  // events that no other has seen
	problems []vault.Problem  // found while reading
	size     int              // of the file, Pending included
	pending  []byte
	aside    map[string]bool // decisions that count for nothing, by id
	unclosed bool            // the file's last line has no line end
}

// entry is an event and its place in the file and the graph. Its data stays as it
// was written until someone asks.
type entry struct {
	Event
	data       string
	start, end int   // of its line, without line end
	parents    []int // the entries that Prev names and that are held
	chain      int   // the first entry of the run of only children it belongs to
	epoch      int   // how many bottlenecks of the graph stand at or before it
}

// The kinds of Problem that a ledger can have.
const (
	ProblemTorn       = "ledger-torn"       // the last line is incomplete
	ProblemSyntax     = "ledger-syntax"     // a line that is no event
	ProblemHash       = "ledger-hash"       // a line that was changed after it was written
	ProblemMissing    = "ledger-missing"    // names an event that is not there
	ProblemMerge      = "ledger-merge"      // a conflict marker that git left
	ProblemKind       = "ledger-kind"       // a kind of event that is not known
	ProblemTransition = "ledger-transition" // a state that may not be entered from where the source was
	ProblemRole       = "ledger-role"       // an actor who may not do this
)

// ReadLedger reads a ledger file. It never fails: what is no intact event is set
// aside, grants nothing, and is one of Problems.
func ReadLedger(text []byte) *Ledger {
	most := bytes.Count(text, []byte{'\n'}) + 1
	l := &Ledger{byID: make(map[string]int, most), heads: map[string]bool{}, touching: map[string][]int{}, size: len(text)}
	broken := map[string]bool{}
	read, at := make([]entry, 0, most), make(map[string]int, most)
	for from, line := range recordLines(string(text), &l.unclosed) { // events are substrings of one copy
		end := from + len(line)
		e, kind := readLine(line)
		if kind != "" {
			if kind == ProblemSyntax && l.unclosed {
				kind = ProblemTorn
			}
			if e.ID != "" {
				broken[e.ID] = true
			}
			l.problems = append(l.problems, vault.Problem{Kind: kind, Start: from, End: end, Text: lineProblems[kind]})
			continue
		}
		if _, twice := at[e.ID]; twice {
			continue
		}
		at[e.ID] = len(read)
		e.start, e.end = from, end
		read = append(read, e)
	}
	l.order(read, at, broken)
	slices.SortStableFunc(l.problems, func(a, b vault.Problem) int { return a.Start - b.Start })
	return l
}

// recordLines are the lines of a file of records that are not blank, and where each begins. unclosed
// tells whether the line at hand has no end.
func recordLines(text string, unclosed *bool) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
		for line := range strings.Lines(text[at:]) {
			from := at
			at += len(line)
			whole := strings.TrimSuffix(line, "\n")
			*unclosed = whole == line
			if line = strings.TrimSuffix(whole, "\r"); strings.TrimSpace(line) != "" && !yield(from, line) {
				return
			}
		}
	}
}

// Append adds an event that has seen everything in the ledger: it sets Prev, ID,
// and a time in UTC and whole seconds, and gives back the event as it will be read.
func (l *Ledger) Append(e Event) Event {
	e.Prev = l.Heads()
	e.Time = e.Time.UTC().Truncate(time.Second)
	line, id, data := e.canonical()
	e.ID = id
	if _, held := l.byID[id]; held {
		e.Data = decodeData(string(data))
		return e
	}
	if l.unclosed {
		l.pending = append(l.pending, '\n')
		l.size++
		l.unclosed = false
	}
	l.pending = append(append(l.pending, line...), '\n')
	// Read it back, so that what is folded now is what the next process folds.
	ent, kind := readLine(string(line))
	if kind != "" {
		ent = entry{Event: e, data: string(data)}
		ent.Data = nil
	}
	ent.start, ent.end = l.size, l.size+len(line)
	l.size += len(line) + 1
	l.place(ent, true)
	out := ent.Event
	out.Prev = slices.Clone(out.Prev)
	out.Data = decodeData(ent.data)
	return out
}

// Pending is what Append added: whole lines to put at the end of the file. It
// begins with a line end where the file lacks one.
func (l *Ledger) Pending() []byte { return slices.Clone(l.pending) }

// Heads are the ids of the events that no other has seen, sorted.
func (l *Ledger) Heads() []string {
	heads := slices.AppendSeq(make([]string, 0, len(l.heads)), maps.Keys(l.heads))
	slices.Sort(heads)
	return heads
}

// Len is the number of events.
func (l *Ledger) Len() int { return len(l.entries) }

// Events are all events in topological order, ties by id. The order depends on the
// set of events alone.
func (l *Ledger) Events() []Event {
	events := make([]Event, len(l.entries))
	for i := range l.entries {
		events[i] = l.event(i)
	}
	return events
}

// Touching are the events that concern a source, a claim or a note, in topological
// order: those with that subject, and of notes' events those that name the source.
func (l *Ledger) Touching(subject string) []Event {
	events := make([]Event, len(l.touching[subject]))
	for i, at := range l.touching[subject] {
		events[i] = l.event(at)
	}
	return events
}

// event is an entry with its data read.
func (l *Ledger) event(i int) Event {
	e := l.entries[i].Event
	e.Data = decodeData(l.entries[i].data)
	return e
}

// Problems are the defects found while reading, by place.
func (l *Ledger) Problems() []vault.Problem { return slices.Clone(l.problems) }

// LostSince are the events that an older state of the ledger has and this one lacks, in
// the order of the older one. A ledger only grows, so there is none unless lines were cut
// off, taken out or changed. What was no intact event then is nothing that could be lost.
func (l *Ledger) LostSince(older *Ledger) []Event {
	var lost []Event
	for i := range older.entries {
		if _, held := l.byID[older.entries[i].ID]; !held {
			lost = append(lost, older.event(i))
		}
	}
	return lost
}

// AcceptedSince finds who accepted what lowers the bar, by the ids of what was lowered: in
// events that an older state lacks, since an acceptance is of one change. Only a person's
// counts.
func (l *Ledger) AcceptedSince(older *Ledger) map[string]string {
	by := map[string]string{}
	for i := range l.entries {
		e := &l.entries[i]
		if _, had := older.byID[e.ID]; had || e.Kind != KindBarAccepted || KindOfActor(e.Actor) != Person || l.IsAside(e.ID) {
			continue
		}
		for _, id := range l.event(i).List("accepts") {
			by[id] = e.Actor
		}
	}
	return by
}
