// Package runs is the record of runs.
package runs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
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
	Time    time.Time            `json:"time"`
	Kind    string               `json:"kind"` // build, draft, promote, crawl, query, research
	MS      int64                `json:"ms"`
	Failed  bool                 `json:"failed,omitempty"` // it ended with an error
	Judge   string               `json:"judge,omitempty"`
	Actions *Actions             `json:"actions,omitempty"`
	Notes   int                  `json:"notes,omitempty"`
	Claims  *reports.Tally       `json:"claims,omitempty"`
	Gaps    int                  `json:"gaps,omitempty"`
	Cost    *reports.Cost        `json:"cost,omitempty"`
	Axes    reports.Axes         `json:"axes"`
	Metrics *reports.RoleMetrics `json:"metrics,omitempty"`
	Query   *Query               `json:"query,omitempty"`
	Asked   *Question            `json:"asked,omitempty"`
}

// Actions is what a build did.
type Actions struct {
	Run      int `json:"run"`
	Failed   int `json:"failed"`
	Written  int `json:"written"`
	Promoted int `json:"promoted"`
}

// Question is what `assay research` asked, and what came of it.
type Question struct {
	Hash       string `json:"hash"` // of the question
	Sources    int    `json:"sources"`
	Answered   int    `json:"answered"`
	Hits       int    `json:"hits"`
	Reranked   string `json:"reranked,omitempty"`    // local, or by which agent
	LastResort string `json:"last_resort,omitempty"` // the agent that searched the web, as nothing else had a hit; "nobody" where all failed
}

// Query is a question by its hash, and what it was answered with.
type Query struct {
	Hash   string      `json:"hash"` // of the question: tells that it was asked again, and not what it was
	Intent rank.Intent `json:"intent"`
	Ranked bool        `json:"ranked"` // by that intent; else in the order of the index
	Hits   []Hit       `json:"hits"`
}

// Hit is a passage and what was measured of it.
type Hit struct {
	Chunk provenance.ChunkID `json:"chunk"`
	rank.Features
}

// Research is the kind of those that `assay research` leaves.
const Research = "research"

// Traces lie in .assay, one JSON object a line. When the newer file is full it takes
// the place of the older one, so both together never hold more than twice that.
const (
	Name     = "runs.jsonl"
	Older    = "runs-1.jsonl"
	full     = 1 << 20
	MostLine = 64 << 10 // bytes of one line; anything longer is none of ours
)

// A Log is the record of a vault.
type Log struct {
	Dir string
	Cap int64 // of one file
}

// Open gives the record of the vault in a folder; nothing is read.
func Open(root string) Log {
	return Log{filepath.Join(root, vault.StateDir), full}
}

// Append adds a line with one write to a file opened for appending, so that lines of
// processes that run at once stand one after the other. Only who holds the vault's
// lock may let the file grow over into the older one; without the lock a full file is
// left to the next build, up to twice its size, and then nothing is added.
//
// A line that a killed process left half written is closed by the next one and passed
// over by readers. Traces are a memory: a disk that refuses costs nothing but them,
// and no build fails for its trace.
func (t Log) Append(tr Trace, locked bool) {
	line, err := json.Marshal(tr)
	if err != nil || len(line) >= MostLine {
		return
	}
	if _, err := os.Stat(t.Dir); err != nil {
		return
	}
	name := filepath.Join(t.Dir, Name)
	if info, err := os.Stat(name); err == nil && info.Size()+int64(len(line)) > t.Cap {
		if locked {
			os.Rename(name, filepath.Join(t.Dir, Older))
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
func (t Log) Read() (list []Trace, broken int, err error) {
	for _, name := range []string{Older, Name} {
		f, err := vault.Open(filepath.Join(t.Dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		got, bad, err := Read(f)
		f.Close()
		if err != nil {
			return nil, 0, err
		}
		list, broken = append(list, got...), broken+bad
	}
	return list, broken, nil
}

// Read reads lines of a record, and says how many were none.
func Read(from io.Reader) (list []Trace, broken int, err error) {
	r := bufio.NewReaderSize(from, MostLine)
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
	if tr.Time.IsZero() || tr.Kind == "" || tr.Kind == "query" && (tr.Query == nil || !tr.Query.Intent.Valid()) || tr.Kind == Research && tr.Asked == nil {
		return false
	}
	all := tr.Axes.List()
	if tr.Metrics != nil {
		all = append(all, tr.Metrics.List()...)
	}
	if slices.ContainsFunc(all, func(m *reports.Measure) bool { return m.Score != nil && !within(1e6, *m.Score) }) {
		return false
	}
	return tr.Query == nil || !slices.ContainsFunc(tr.Query.Hits, func(h Hit) bool { return !within(1, h.Keyword, h.Freshness, h.Authority) })
}

// within reports numbers from 0 to most; NaN is none.
func within(most float64, list ...float64) bool {
	return slices.Min(list) >= 0 && slices.Max(list) <= most
}
