package compiler

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest/rank"
	"assay/provenance"
	"assay/vault"
)

// A Trace is what one run left to be judged by: counts, hashes and ids, and no word
// of a note, a source or a question. A build that did something leaves one, and so
// do each search and each question of research; a build with nothing to do and a check leave none.
type Trace struct {
	Time    time.Time             `json:"time"`
	Kind    string                `json:"kind"` // build, draft, promote, crawl, query, research
	MS      int64                 `json:"ms"`
	Failed  bool                  `json:"failed,omitempty"` // it ended with an error
	Judge   string                `json:"judge,omitempty"`
	Actions *reports.TraceActions `json:"actions,omitempty"`
	Notes   int                   `json:"notes,omitempty"`
	Claims  *reports.Tally        `json:"claims,omitempty"`
	Gaps    int                   `json:"gaps,omitempty"`
	Cost    *reports.Cost         `json:"cost,omitempty"`
	Axes    reports.Axes          `json:"axes"`
	Metrics *reports.RoleMetrics  `json:"metrics,omitempty"`
	Query   *TraceQuery           `json:"query,omitempty"`
	Asked   *reports.TraceAsked   `json:"asked,omitempty"`
}

// TraceQuery is a question by its hash, and what it was answered with.
type TraceQuery struct {
	Hash   string      `json:"hash"` // of the question: tells that it was asked again, and not what it was
	Intent rank.Intent `json:"intent"`
	Ranked bool        `json:"ranked"` // by that intent; else in the order of the index
	Hits   []TraceHit  `json:"hits"`
}

// TraceHit is a passage and what was measured of it.
type TraceHit struct {
	Chunk provenance.ChunkID `json:"chunk"`
	rank.Features
}

// TraceResearch is the kind of those that `assay research` leaves.
const TraceResearch = "research"

// Traces lie in .assay, one JSON object a line. When the newer file is full it takes
// the place of the older one, so both together never hold more than twice that.
const (
	TracesName  = "runs.jsonl"
	TracesOlder = "runs-1.jsonl"
	tracesFull  = 1 << 20
	TraceMost   = 64 << 10 // bytes of one line; anything longer is none of ours
)

type traces struct {
	Dir string
	Cap int64 // of one file
}

func NewTraces(root string) traces {
	return traces{filepath.Join(root, vault.StateDir), tracesFull}
}

// Append adds a line with one write to a file opened for appending, so that lines of
// processes that run at once stand one after the other. Only who holds the vault's
// lock may let the file grow over into the older one; without the lock a full file is
// left to the next build, up to twice its size, and then nothing is added.
//
// A line that a killed process left half written is closed by the next one and passed
// over by readers. Traces are a memory: a disk that refuses costs nothing but them,
// and no build fails for its trace.
func (t traces) Append(tr Trace, locked bool) {
	line, err := json.Marshal(tr)
	if err != nil || len(line) >= TraceMost {
		return
	}
	if _, err := os.Stat(t.Dir); err != nil {
		return
	}
	name := filepath.Join(t.Dir, TracesName)
	if info, err := os.Stat(name); err == nil && info.Size()+int64(len(line)) > t.Cap {
		if locked {
			os.Rename(name, filepath.Join(t.Dir, TracesOlder))
		} else if info.Size() > 2*t.Cap {
			return
		}
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return
	}
	defer f.Close()
	if view.Torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	f.Write(append(line, '\n'))
}

// Read gives all traces, the oldest first, and how many lines were none.
func (t traces) Read() (list []Trace, broken int, err error) {
	for _, name := range []string{TracesOlder, TracesName} {
		f, err := vault.Open(filepath.Join(t.Dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		got, bad, err := ReadTraces(f)
		f.Close()
		if err != nil {
			return nil, 0, err
		}
		list, broken = append(list, got...), broken+bad
	}
	return list, broken, nil
}

func ReadTraces(from io.Reader) (list []Trace, broken int, err error) {
	r := bufio.NewReaderSize(from, TraceMost)
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			broken++
			for errors.Is(err, bufio.ErrBufferFull) { // to the end of a line that is too long
				_, err = r.ReadSlice('\n')
			}
			line = nil
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var tr Trace
			if json.Unmarshal(line, &tr) == nil && tr.sound() {
				list = append(list, tr)
			} else {
				broken++
			}
		}
		switch {
		case err == io.EOF:
			return list, broken, nil
		case err != nil:
			return nil, 0, err
		}
	}
}

// sound reports whether a line is a trace that figures may be made of.
func (tr Trace) sound() bool {
	if tr.Time.IsZero() || tr.Kind == "" || tr.Kind == "query" && (tr.Query == nil || !tr.Query.Intent.Valid()) || tr.Kind == TraceResearch && tr.Asked == nil {
		return false
	}
	all := tr.Axes.List()
	if tr.Metrics != nil {
		all = append(all, tr.Metrics.List()...)
	}
	for _, m := range all {
		if s := m.Score; s != nil && !(*s >= 0 && *s <= 1e6) {
			return false
		}
	}
	if tr.Query != nil {
		for _, h := range tr.Query.Hits {
			for _, x := range []float64{h.Keyword, h.Freshness, h.Authority} {
				if !(x >= 0 && x <= 1) {
					return false
				}
			}
		}
	}
	return true
}

// traceKind says what a build was for.
func (p *Plan) traceKind() string {
	switch {
	case p.Acquire.IntakeOnly:
		return "crawl"
	case p.Draft.DraftOnly:
		return "draft"
	case len(p.Draft.Promotions) > 0:
		return "promote"
	}
	return "build"
}

// moved reports whether claims have other tiers than at the last look, as when time
// alone made evidence stale.
func (s *Session) moved(a *view.Assessment) bool {
	last, _ := s.Store.Head()
	if last == nil {
		return true
	}
	before, err := view.DecodeAssessment(last)
	return err != nil || before.Claims != a.Claims
}

// trace leaves the record of a build that did something.
func (c *Compiler) trace(p *Plan, a *view.Assessment, errors int, counts reports.ActionCounts, written int, spent reports.Cost, took time.Duration) {
	h := p.Assess.History()
	if !p.Policy.IsGuest() {
		p.Draft.Texts.Keep(p.Draft, h.PromotedAs)
	}
	metrics := p.Assess.Metrics(a, h, counts.Run, counts.Failed)
	NewTraces(c.Root).Append(Trace{
		Time: p.Now.Truncate(time.Second), Kind: p.traceKind(), MS: took.Milliseconds(), Judge: p.Version.Judge,
		Actions: &reports.TraceActions{Run: counts.Run, Failed: counts.Failed, Written: written, Promoted: len(p.Draft.Promoted)},
		Notes:   a.Files, Claims: &a.Claims, Gaps: a.Gaps, Cost: &spent, Axes: p.Assess.Axes(a, h, errors+counts.Failed), Metrics: &metrics,
	}, true)
}

// traceFailure leaves the record of a build that ended with an error. What the vault
// is like then was not looked at.
func (c *Compiler) traceFailure(s *Session, counts reports.ActionCounts, took time.Duration) {
	none := reports.Unknown("the build ended with an error")
	NewTraces(c.Root).Append(Trace{
		Time: s.Now.Truncate(time.Second), Kind: "build", MS: took.Milliseconds(), Failed: true, Judge: c.World.Judge.Model(),
		Actions: &reports.TraceActions{Run: counts.Run, Failed: counts.Failed + 1},
		Axes:    reports.Axes{ArtefactBuilds: reports.Ratio(0, 1, ""), LicenceClear: none, HumanRewrite: none, Coverage: none, Freshness: none},
		Metrics: &reports.RoleMetrics{Uptime: reports.Ratio(counts.Run, counts.Run+counts.Failed+1, ""), GapToCrawl: none, IndexAccuracy: none,
			PolicyCompliance: none, AuditIntegrity: none, EvidenceCoverage: none, ClaimsPerPassage: none},
	}, true)
}
