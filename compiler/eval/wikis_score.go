package eval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/gates"
	"assay/vault/markdown"
)

// A WikisReport tells what a gate makes of labelled wikis.
type WikisReport struct {
	Labels      int          `json:"labels"`             // rows
	Errors      WikiShare    `json:"errors_right"`       // of the errors on labelled lines, those on claims that are unsupported or contradicted
	Alarms      WikiShare    `json:"false_alarms"`       // of the supported claims and no claims, those with an error
	Caught      WikiShare    `json:"caught"`             // of the contradicted claims, those with an error
	Natural     WikiShare    `json:"caught_natural"`     // of those that stood there
	Planted     WikiShare    `json:"caught_planted"`     // of those that were put there
	Unsupported WikiShare    `json:"unsupported_told"`   // of the unsupported claims, those with an error
	Supported   WikiShare    `json:"supported_hold"`     // of the supported claims, those that hold
	NoClaims    int          `json:"supported_no_claim"` // supported claims that are read as none
	Conflicts   WikiShare    `json:"conflicts_right"`    // of the labelled conflicts that are told, those that are any
	Told        *int         `json:"conflicts_told"`     // in all; null where no label asked
	Rules       []RuleScore  `json:"by_rule"`
	Plants      []PlantScore `json:"by_plant"`
	Wikis       []WikiScore  `json:"wikis"`
	Absent      []string     `json:"absent,omitempty"` // wikis that labels name and the folder lacks

	rows []*WikiLabel
}

// A WikiShare is a part of labelled rows. Weighted counts each for as many as it stands for.
type WikiShare struct {
	Share    float64  `json:"share"`
	Part     int      `json:"part"`
	Of       int      `json:"of"`
	Weighted *float64 `json:"weighted,omitempty"` // by what the labelled rows stand for
}

// A RuleScore is how often the errors of one rule were right.
type RuleScore struct {
	Code  string `json:"code"`
	Rule  string `json:"rule"`
	Right int    `json:"right"`
	Wrong int    `json:"wrong"`
}

// A PlantScore is how many falsehoods of one kind were caught.
type PlantScore struct {
	Kind     string `json:"kind"`
	Planted  int    `json:"planted"`
	Caught   int    `json:"caught"`
	Disputed int    `json:"disputed"` // those that are in conflict with what was there, were that said in another note
}

// inDispute reports a planted claim that is in conflict with the one in whose place it stands.
func (l *WikiLabel) inDispute() bool {
	if len(l.Edit) != 2 {
		return false
	}
	said := func(note, text string) gates.Statement {
		return gates.Statement{Note: note, Claim: markdown.Claim{Text: text, End: len(text)}}
	}
	was := strings.Replace(l.Claim, l.Edit[1], l.Edit[0], 1)
	return gates.NewConflicts([]gates.Statement{said("was.md", was)}).Find(said("is.md", l.Claim)) != nil
}

// A WikiScore is how much of one wiki is graded, holds and is in error, whatever the labels.
type WikiScore struct {
	Wiki      string  `json:"wiki"`
	Seconds   float64 `json:"seconds"`
	Claims    int     `json:"claims"`
	Graded    int     `json:"graded"` // cited, and there is something to check against
	Hold      int     `json:"hold"`
	Errors    int     `json:"errors"`
	HoldsPer  float64 `json:"holds_per_100"`
	ErrorsPer float64 `json:"errors_per_100"`
	Conflicts *int    `json:"conflicts,omitempty"` // T4, once it is adopted
}

func scoreWiki(name string, r *reports.CheckReport, took time.Duration) WikiScore {
	s := WikiScore{Wiki: name, Seconds: took.Seconds(), Claims: len(r.List), Graded: r.Summary.Hold + r.Summary.DoNot, Hold: r.Summary.Hold}
	for _, c := range r.List {
		if c.Severity == gates.Error.String() {
			s.Errors++
		}
	}
	s.HoldsPer, s.ErrorsPer = 100*ratio(s.Hold, s.Graded), 100*ratio(s.Errors, s.Graded)
	return s
}

// shareOf is the part of rows, of those that are asked for, that fits.
func (r *WikisReport) shareOf(of, fits func(*WikiLabel) bool) WikiShare {
	var s WikiShare
	all, part := 0.0, 0.0
	for _, l := range r.rows {
		if !of(l) {
			continue
		}
		s.Of++
		all += l.Weight
		if fits(l) {
			s.Part++
			part += l.Weight
		}
	}
	s.Share = ratio(s.Part, s.Of)
	if all > 0 {
		weighted := part / all
		s.Weighted = &weighted
	}
	return s
}

// score computes the figures from what each label got.
func (r *WikisReport) score() {
	r.Labels = len(r.rows)
	drawn := func(l *WikiLabel) bool {
		return l.Stratum != stratumConflict && l.Stratum != stratumPlanted && l.Stratum != stratumEarlier
	}
	labelled := func(names ...string) func(*WikiLabel) bool {
		return func(l *WikiLabel) bool { return drawn(l) && slices.Contains(names, l.Label) }
	}
	inError := func(l *WikiLabel) bool { return l.Got.Error != "" }
	faulty := labelled(labelUnsupported, labelContradicted)
	clear := labelled(labelSupported, labelNoClaim, labelUnsupported, labelContradicted)
	supported := labelled(labelSupported)
	contradicted := func(planted bool) func(*WikiLabel) bool {
		return func(l *WikiLabel) bool {
			return l.Stratum != stratumConflict && l.Label == labelContradicted && (l.Stratum == stratumPlanted) == planted
		}
	}
	r.Errors = r.shareOf(func(l *WikiLabel) bool { return clear(l) && inError(l) }, faulty)
	r.Alarms = r.shareOf(labelled(labelSupported, labelNoClaim), inError)
	r.Unsupported = r.shareOf(labelled(labelUnsupported), inError)
	r.Supported = r.shareOf(supported, func(l *WikiLabel) bool { return l.Got.Holds })
	r.NoClaims = r.shareOf(supported, func(l *WikiLabel) bool { return l.Got.Tier == "" }).Part
	r.Natural, r.Planted = r.shareOf(contradicted(false), inError), r.shareOf(contradicted(true), inError)
	r.Caught = r.shareOf(func(l *WikiLabel) bool { return contradicted(false)(l) || contradicted(true)(l) }, inError)
	r.Conflicts = r.shareOf(func(l *WikiLabel) bool { return l.Stratum == stratumConflict && l.Got.Conflict },
		func(l *WikiLabel) bool { return l.Label == labelConflict })
	for _, w := range r.Wikis {
		if w.Conflicts != nil {
			told := *w.Conflicts
			if r.Told != nil {
				told += *r.Told
			}
			r.Told = &told
		}
	}
	rules, plants := map[[2]string]*RuleScore{}, map[string]*PlantScore{}
	for _, l := range r.rows {
		if l.Stratum == stratumPlanted {
			kind := cmp.Or(l.Kind, stratumPlanted)
			if plants[kind] == nil {
				plants[kind] = &PlantScore{Kind: kind}
			}
			plants[kind].Planted++
			if inError(l) {
				plants[kind].Caught++
			}
			if l.inDispute() {
				plants[kind].Disputed++
			}
		}
		if !clear(l) || !inError(l) {
			continue
		}
		key := [2]string{l.Got.Error, l.Got.Rule}
		if rules[key] == nil {
			rules[key] = &RuleScore{Code: key[0], Rule: key[1]}
		}
		if faulty(l) {
			rules[key].Right++
		} else {
			rules[key].Wrong++
		}
	}
	for _, rule := range rules {
		r.Rules = append(r.Rules, *rule)
	}
	slices.SortFunc(r.Rules, func(a, b RuleScore) int { return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Rule, b.Rule)) })
	for _, kind := range slices.Sorted(maps.Keys(plants)) {
		r.Plants = append(r.Plants, *plants[kind])
	}
}

// WriteRows writes the labels with what each got.
func (r *WikisReport) WriteRows(file string) error { return writeLabels(file, r.rows) }

// WritePlants writes what was planted, as labels that can be measured again.
func (r *WikisReport) WritePlants(file string) error {
	var plants []*WikiLabel
	for _, l := range r.rows {
		if l.Edit != nil {
			bare := *l
			bare.Got = nil
			plants = append(plants, &bare)
		}
	}
	return writeLabels(file, plants)
}

func writeLabels(file string, rows []*WikiLabel) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	var err error
	for _, l := range rows {
		err = errors.Join(err, enc.Encode(l))
	}
	if err = errors.Join(err, os.WriteFile(file, text.Bytes(), 0o644)); err != nil {
		return fmt.Errorf("write labels: %w", err)
	}
	return nil
}
