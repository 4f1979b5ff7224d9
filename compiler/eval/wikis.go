package eval

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
)

// A WikiLabel is what a reader said of one place of a wiki. Paths have '/'.
type WikiLabel struct {
	Wiki    string   `json:"wiki"`
	File    string   `json:"file"`
	Line    int      `json:"line"`  // 0: the claim is to be found by its words
	Claim   string   `json:"claim"` // it may be cut off
	Cited   []string `json:"cited"`
	Label   string   `json:"label"` // supported, unsupported, contradicted, not-a-claim, unclear; of T4 conflict, no-conflict
	Part    string   `json:"part"`
	Why     string   `json:"why"`
	Stratum string   `json:"stratum"` // what the sample was drawn from; planted, T4 and link… are told apart
	Tier    string   `json:"tier"`
	Code    string   `json:"code"`
	Weight  float64  `json:"weight"`         // how many claims it stands for
	Edit    []string `json:"edit,omitempty"` // of a planted row: words of the line, and what is put in their place first
	Kind    string   `json:"kind,omitempty"` // likewise: what was changed

	Got *WikiGot `json:"got,omitempty"`
}

// WikiGot is what the gate said of a label's place.
type WikiGot struct {
	Error    string `json:"error,omitempty"` // the code of the error that it got
	Rule     string `json:"rule,omitempty"`  // what decided
	Tier     string `json:"tier,omitempty"`  // of the claim there, if it is one
	Quote    string `json:"quote,omitempty"` // of the source, that it was read by
	Holds    bool   `json:"holds"`
	Conflict bool   `json:"conflict"` // T4, once the wiki is adopted
}

// The labels of wikis that are scored, and strata that are not drawn at random.
const (
	labelUnsupported  = "unsupported"
	labelContradicted = "contradicted"
	labelNoClaim      = "not-a-claim"
	labelConflict     = "conflict"

	stratumPlanted  = "planted"
	stratumEarlier  = "earlier"
	stratumConflict = "T4"
	stratumLink     = "link" // a prefix
)

// WikisOptions say how labelled wikis are measured.
type WikisOptions struct {
	Labels string // the file of labels; "" for labels.jsonl of the folder
	Plant  int    // claims of each wiki to make false; 0 for none
	Seed   string
	Open   func(root string) (*compiler.Compiler, error)
	Adopt  func(context.Context, *compiler.Compiler) error
	// Progress tells which wiki is looked at.
	Progress func(reports.Event)
}

// Wikis checks whole wikis, each as a vault of its own that never heard of assay, and
// compares what it gets with labels by place and severity; no message is read.
func Wikis(ctx context.Context, dir string, o WikisOptions) (*WikisReport, error) {
	labels, err := ReadWikiLabels(cmp.Or(o.Labels, filepath.Join(dir, "labels.jsonl")))
	if err != nil && (o.Labels != "" || o.Plant == 0 || !errors.Is(err, os.ErrNotExist)) {
		return nil, err
	}
	names, absent, err := wikiNames(dir, labels, o.Plant > 0)
	if err != nil {
		return nil, err
	}
	r := &WikisReport{Rules: []RuleScore{}, Plants: []PlantScore{}, Wikis: []WikiScore{}, Absent: absent}
	for i, name := range names {
		if o.Progress != nil {
			o.Progress(reports.Event{Phase: "check", Done: i, Total: len(names), Text: name})
		}
		rows := slices.DeleteFunc(slices.Clone(labels), func(l *WikiLabel) bool { return l.Wiki != name })
		rows, score, err := measureWiki(ctx, dir, name, rows, o)
		if err != nil {
			return nil, fmt.Errorf("measure wiki %s: %w", name, err)
		}
		r.Wikis, r.rows = append(r.Wikis, score), append(r.rows, rows...)
	}
	r.score()
	return r, nil
}

// ReadWikiLabels reads labels of claims.
func ReadWikiLabels(file string) ([]*WikiLabel, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	rows, err := rowsOf(data, func(l *WikiLabel) error {
		switch {
		case l.Wiki == "" || l.File == "" || l.Label == "":
			return errors.New("wiki, file or label is missing")
		case !filepath.IsLocal(l.Wiki) || !filepath.IsLocal(filepath.FromSlash(l.File)):
			return fmt.Errorf("%s/%s leaves the folder", l.Wiki, l.File)
		case l.Edit != nil && len(l.Edit) != 2:
			return errors.New("edit is not two texts")
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read labels %s: %w", file, err)
	}
	var labels []*WikiLabel
	for i := range rows {
		if !strings.HasPrefix(rows[i].Stratum, stratumLink) { // links are no claims
			labels = append(labels, &rows[i])
		}
	}
	return labels, nil
}

// A wikiRun is one wiki being measured, in a copy.
type wikiRun struct {
	root  string
	o     WikisOptions
	files map[string][]byte
}

func measureWiki(ctx context.Context, dir, name string, rows []*WikiLabel, o WikisOptions) ([]*WikiLabel, WikiScore, error) {
	tmp, err := os.MkdirTemp("", "assay-wiki-")
	if err != nil {
		return nil, WikiScore{}, err
	}
	defer os.RemoveAll(tmp)
	w := &wikiRun{o: o, files: map[string][]byte{}}
	if w.root, err = copyWiki(dir, name, tmp); err != nil {
		return nil, WikiScore{}, err
	}
	began := time.Now()
	first, err := w.check(ctx)
	if err != nil {
		return nil, WikiScore{}, err
	}
	score := scoreWiki(name, first, time.Since(began))
	if o.Plant > 0 {
		plants, err := w.plant(ctx, name)
		if err != nil {
			return nil, score, err
		}
		rows = append(rows, plants...)
	}
	var stood, planted, conflicts []*WikiLabel
	for _, l := range rows {
		switch {
		case l.Edit != nil:
			planted = append(planted, l)
		case l.Stratum == stratumConflict:
			conflicts = append(conflicts, l)
		default:
			stood = append(stood, l)
		}
	}
	if err := w.compare(first, stood); err != nil {
		return nil, score, err
	}
	if len(planted) > 0 {
		if err := w.compareEdited(ctx, planted); err != nil {
			return nil, score, err
		}
	}
	if len(conflicts) > 0 {
		told, err := w.adopted(ctx, conflicts)
		if err != nil {
			return nil, score, err
		}
		score.Conflicts = &told
	}
	return rows, score, nil
}

// check grades the copy as it is now.
func (w *wikiRun) check(ctx context.Context) (*reports.CheckReport, error) {
	c, err := w.o.Open(w.root)
	if err != nil {
		return nil, err
	}
	clear(w.files)
	return c.Check(ctx, compiler.CheckOptions{Claims: true, Baseline: compiler.BaselineOptions{Off: true}})
}

// compareEdited puts the planted falsehoods in, and takes them out again.
func (w *wikiRun) compareEdited(ctx context.Context, rows []*WikiLabel) error {
	was := map[string][]byte{}
	for _, l := range rows {
		text, err := w.read(l.File)
		if err != nil {
			return err
		}
		if _, ok := was[l.File]; !ok {
			was[l.File] = text
		}
		from, to, ok := lineOf(text, l.Line)
		if !ok || !bytes.Contains(text[from:to], []byte(l.Edit[0])) {
			return fmt.Errorf("labels and wiki differ: line %d of %s has no %q", l.Line, l.File, l.Edit[0])
		}
		line := bytes.ReplaceAll(text[from:to], []byte(l.Edit[0]), []byte(l.Edit[1]))
		if err := w.write(l.File, slices.Concat(text[:from], line, text[to:])); err != nil {
			return err
		}
	}
	second, err := w.check(ctx)
	if err != nil {
		return err
	}
	if err := w.compare(second, rows); err != nil {
		return err
	}
	for file, text := range was {
		if err := w.write(file, text); err != nil {
			return err
		}
	}
	return nil
}

// adopted looks for conflicts, which a wiki has only once it has a policy.
func (w *wikiRun) adopted(ctx context.Context, rows []*WikiLabel) (int, error) {
	c, err := w.o.Open(w.root)
	if err != nil {
		return 0, err
	}
	if err := w.o.Adopt(ctx, c); err != nil {
		return 0, err
	}
	r, err := w.check(ctx)
	if err != nil {
		return 0, err
	}
	for _, l := range rows {
		at, err := w.place(l)
		if err != nil {
			return 0, err
		}
		l.Got = &WikiGot{Conflict: slices.ContainsFunc(r.List, func(c reports.ClaimRow) bool { return c.Tier == provenance.T4.String() && at.meets(c) })}
	}
	return r.Claims.T4, nil
}

// compare says what labels got.
func (w *wikiRun) compare(r *reports.CheckReport, rows []*WikiLabel) error {
	for _, l := range rows {
		at, err := w.place(l)
		if err != nil {
			return err
		}
		l.Got = &WikiGot{}
		most := 0
		for _, c := range r.List {
			n := at.overlap(c)
			if n == 0 {
				continue
			}
			if c.Severity == gates.Error.String() && l.Got.Error == "" {
				l.Got.Error, l.Got.Rule = string(c.Code), c.Decided()
			}
			if n > most {
				most, l.Got.Tier, l.Got.Quote = n, c.Tier, c.Quote
				if l.Got.Error == "" {
					l.Got.Rule = c.Decided()
				}
			}
		}
		for _, d := range r.Diagnostics {
			if l.Got.Error == "" && d.Claim == "" && d.Severity == gates.Error && at.meets(reports.ClaimRow{ClaimPlace: reports.ClaimPlace{File: d.Span.File, Start: d.Span.Start, End: d.Span.End}}) {
				l.Got.Error = string(d.Code)
			}
		}
		l.Got.Holds = l.Got.Error == "" && slices.Contains([]string{provenance.T2.String(), provenance.T3.String(), provenance.T5.String()}, l.Got.Tier)
	}
	return nil
}
