package mcp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/gates"
	"assay/provenance"
)

func (a *asked) propose(in struct {
	Target string `json:"target" jsonschema:"an address with https://, or the path of a file or folder of the vault"`
	Reason string `json:"reason" jsonschema:"what the source is for: the gap or the question"`
	Page   bool   `json:"page,omitempty" jsonschema:"of a site, this page alone"`
	Wait   *int   `json:"wait_seconds,omitempty" jsonschema:"before a job is given instead of an answer; 20 if left out"`
}) (Work, error) {
	return a.work("proposing "+in.Target, in.Wait, func(d *doing) Work {
		target := in.Target
		if !strings.Contains(target, ":") && !filepath.IsAbs(target) {
			target = filepath.Join(d.c.Root, filepath.FromSlash(target)) // of the vault, wherever this process was started
		}
		_, unknown := sources.Source(d.ctx, d.c, in.Target)
		r, err := sources.Propose(d.ctx, d.c, sources.Proposal{Target: target, By: d.by, Why: in.Reason, Page: in.Page})
		if err != nil {
			return d.not(&sources.Refusal{What: "propose", URL: in.Target}, err)
		}
		w := d.about(r)
		if unknown != nil && w.Approval.State == waiting { // this call was the first word of it
			w.Approval.State = neverAsked
		}
		return w
	})
}

// Named is what tools take that are about one source.
type Named struct {
	Source string `json:"source" jsonschema:"id of the source, the beginning of its id, or its address"`
	Wait   *int   `json:"wait_seconds,omitempty" jsonschema:"before a job is given instead of an answer; 20 if left out"`
}

// upon does work upon a source. what is its word in a refusal.
func (a *asked) upon(what string, in Named, do func(d *doing, r *reports.SourceReport) (Work, error)) (Work, error) {
	return a.work(what+" "+in.Source, in.Wait, func(d *doing) Work {
		r, err := sources.Source(d.ctx, d.c, in.Source)
		if err != nil {
			return d.not(nil, fmt.Errorf("%w; list_sources has those that are known, propose_source_intake asks for a new one", err))
		}
		if r.Standing.State == provenance.Rejected {
			err = fmt.Errorf("%s %s: %w: %s rejected it (%s)", what, r.ID, sources.ErrAuthRequired, r.Standing.By, r.Standing.Reason)
		}
		w := Work{}
		if err == nil {
			w, err = do(d, r)
		}
		if err != nil {
			return d.not(&sources.Refusal{What: what, Subject: string(r.ID)}, err)
		}
		return w
	})
}

func (a *asked) plan(in Named) (Work, error) {
	return a.upon("map", in, func(d *doing, r *reports.SourceReport) (Work, error) {
		if approvalOf(d.c, r).State == approved {
			return d.about(r), nil // what was approved is what is read
		}
		r, err := sources.Map(d.ctx, d.c, string(r.ID), d.by)
		if err != nil {
			return Work{}, err
		}
		return d.about(r), nil
	})
}

func (a *asked) crawl(in struct {
	Named
	Digest string `json:"digest,omitempty" jsonschema:"crawl only if this is what was approved: the digest of the map that you saw"`
}) (Work, error) {
	return a.upon("crawl", in.Named, func(d *doing, r *reports.SourceReport) (Work, error) {
		if in.Digest != "" && in.Digest != r.Standing.Approval {
			return Work{}, fmt.Errorf("crawl %s: %w: what was approved does not have the digest %s", r.ID, sources.ErrAuthRequired, in.Digest)
		}
		report, err := sources.Crawl(d.ctx, d.c, string(r.ID), d.progress)
		return d.built(r, report, err)
	})
}

func (a *asked) index(in Named) (Work, error) {
	return a.upon("index", in, func(d *doing, r *reports.SourceReport) (Work, error) {
		report, err := sources.Index(d.ctx, d.c, string(r.ID), d.progress)
		return d.built(r, report, err)
	})
}

// built is what came of a build that took a source in.
func (d *doing) built(r *reports.SourceReport, report *reports.Report, err error) (Work, error) {
	if err != nil {
		return Work{}, err
	}
	r, err = sources.Source(d.ctx, d.c, string(r.ID))
	if err != nil {
		return Work{}, err
	}
	w := d.about(r)
	w.Cost, w.Failures = &report.Cost, report.Failures
	if w.Status == done && (len(report.Failures) > 0 || r.Standing.State == provenance.Failed) {
		w.undone, w.Status, w.Message = true, failed, fmt.Sprintf("%s is %s: %s", r.ID, r.State, r.Standing.Reason)
		if len(report.Failures) > 0 {
			w.Message = report.Failures[0].Error
		}
	}
	return w, nil
}

func (a *asked) verify(in Named) (Work, error) {
	return a.upon("verify", in, func(d *doing, r *reports.SourceReport) (Work, error) {
		audit, err := sources.Verify(d.ctx, d.c, string(r.ID))
		if err != nil {
			return Work{}, err
		}
		w := d.about(r)
		if w.Audit = audit; !audit.OK && w.Status == done {
			i := slices.IndexFunc(audit.Checks, func(c reports.AuditCheck) bool { return !c.OK })
			w.undone, w.Status, w.Message = true, failed, fmt.Sprintf("%s failed its audit: %s: %s", r.ID, audit.Checks[i].Name, audit.Checks[i].Text)
		}
		return w, nil
	})
}

func (a *asked) packet(in struct {
	Note  string `json:"note,omitempty" jsonschema:"path of a draft"`
	Topic string `json:"topic,omitempty" jsonschema:"write a draft on this first, from the stored sources; instead of note"`
	Wait  *int   `json:"wait_seconds,omitempty" jsonschema:"before a job is given instead of an answer; 20 if left out"`
}) (Work, error) {
	if (in.Note == "") == (in.Topic == "") {
		return Work{}, fmt.Errorf("give either a note or a topic")
	}
	return a.work("compiling the packet of "+in.Note+in.Topic, in.Wait, func(d *doing) Work {
		note, w := in.Note, Work{Status: done}
		if in.Topic != "" {
			report, err := review.Draft(d.ctx, d.c, in.Topic, d.progress)
			if err != nil {
				return d.not(nil, err)
			}
			drafted := ui.DraftedOn(report, in.Topic)
			if note, w.Failures = drafted.Note, report.Failures; note == "" {
				w.undone, w.Status, w.Message, w.Next = true, failed, fmt.Sprintf("what is stored says too little on %q for a draft", in.Topic), "semantic_search_sources shows what is held; propose_source_intake asks for more"
				return w
			}
		}
		d.c.Opts.As, d.c.Opts.Named = "", false // the packet is for a person, whoever asks for it
		p, err := review.Packet(d.ctx, d.c, note)
		if err != nil {
			return d.not(nil, err)
		}
		return w.waitsFor(d.c, p)
	})
}

// waitsFor says what a packet waits for.
func (w Work) waitsFor(c *compiler.Compiler, p *reports.Packet) Work {
	w.Packet = p
	if !p.Ready {
		w.Status, w.Message, w.Next = failed, fmt.Sprintf("%s cannot be promoted: %s", p.Note, strings.Join(p.Blockers, "; ")), "explain_why and check_notes show each claim; mend the draft or find better sources"
		return w
	}
	w.Status, w.Next = authRequired, askPerson
	w.Message = fmt.Sprintf("%s passes every gate and waits for a person", p.Note)
	w.Approval = &Approval{State: neverAsked, Needs: "a person who reads the packet and promotes the draft", Digest: p.Digest,
		Commands: commands(c, "assay review "+gates.ShellWord(p.Note), "assay promote "+gates.ShellWord(p.Note))}
	return w
}

// Handle is what tools take that are about a job.
type Handle struct {
	Job  string `json:"job"`
	Wait *int   `json:"wait_seconds,omitempty" jsonschema:"for it to end; 20 if left out"`
}

func (a *asked) status(in Handle) (Work, error) {
	j, err := a.s.works.of(a.by, in.Job)
	if err != nil {
		return Work{}, err
	}
	return a.await(j, in.Wait, false), nil
}

func (a *asked) stop(in Handle) (Work, error) {
	if j, err := a.s.works.of(a.by, in.Job); err == nil {
		j.cancel()
	}
	return a.status(in)
}

// listMost bounds the lists of an answer: a model reads all of it.
const listMost = 50

// Source is where a source stands: a row of the JSON contract, with its map.
type Source struct {
	reports.SourceRow
	URI     string              `json:"uri" jsonschema:"of this source as a resource"`
	Class   string              `json:"class,omitempty"`
	Map     *Map                `json:"map,omitempty"`
	NotHeld []reports.SourceURL `json:"not_held,omitempty" jsonschema:"the first addresses whose text is not held, and why"`
}

// Map is what a crawl would read, and what it would cost.
type Map struct {
	Root     string       `json:"root"`
	Envelope string       `json:"envelope,omitempty"`
	Prefixes []string     `json:"prefixes,omitempty"`
	Pages    []string     `json:"pages" jsonschema:"the first of them"`
	Count    int          `json:"count" jsonschema:"of pages"`
	Cost     reports.Cost `json:"cost" jsonschema:"an estimate"`
	Ceiling  int          `json:"ceiling" jsonschema:"credits that one reading may ever cost"`
	Digest   string       `json:"digest"`
}

func sourceOf(r *reports.SourceReport) *Source {
	s := &Source{SourceRow: r.SourceRow, URI: uriOf("source", string(r.ID)), Class: r.Class, NotHeld: limited(r.URLs, listMost)}
	if m := r.Map; m != nil {
		s.Map = &Map{m.Root, m.Envelope, m.Prefixes, limited(m.Pages, listMost), len(m.Pages), m.Cost, m.Ceiling, m.Digest}
	}
	return s
}
