package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"assay/provenance"
)

// An Asker is a judge that costs something and may answer otherwise next time: a model.
// It is asked in a build alone, its answers are recorded, and what counts is the record
// ([Weigh]). It is safe for concurrent use.
type Asker interface {
	// Identity is who answers; another version is another judge.
	Identity() Identity
	// Ask fails where there is no answer: an endpoint that is down, and a reply that is
	// none of the three answers, alike.
	Ask(ctx context.Context, q Question) (Reply, error)
}

// An Identity is a judge's name and version.
type Identity struct {
	Name    string // such as http/qwen2.5:7b
	Version string
}

func (i Identity) String() string { return i.Name + "@" + i.Version }

// A Reply is what an Asker said, and what that cost.
type Reply struct {
	Stance provenance.Stance
	Score  float64 // how surely the text supports the claim, 0 to 1, as the judge has it
	Tokens int     // as the endpoint counts them
	Sent   int     // bytes that left this machine
}

// How much of a text each kind of judge is shown. A stored passage fits the first as a
// whole; the second is what 512 tokens hold with a claim beside it.
const (
	chatExcerpt = 6000
	onnxExcerpt = 1600
)

// Excerpt is the question as a judge of a kind (onnx, or another) is asked it: of a long text,
// the part around what the deterministic judge found, cut at the ends of lines or words.
func Excerpt(kind string, q Question, found provenance.Judgement) Question {
	budget := chatExcerpt
	if kind == "onnx" {
		budget = onnxExcerpt
	}
	q.From, q.To = 0, 0
	if len(q.Text) <= budget {
		return q
	}
	from, to := found.QuoteStart, found.QuoteEnd
	if from < 0 || to > len(q.Text) || from >= to {
		from, to = 0, 0
	}
	around := max(0, budget-(to-from)) / 2
	start, end := max(0, from-around), min(len(q.Text), to+around)
	if start == 0 {
		end = min(len(q.Text), budget)
	}
	if end == len(q.Text) {
		start = max(0, end-budget)
	}
	end = min(end, start+budget)
	if start > 0 {
		start += afterBreak(q.Text[start:end])
	}
	if end < len(q.Text) {
		end = start + beforeBreak(q.Text[start:end])
	}
	q.Text = strings.TrimSpace(q.Text[start:end])
	return q
}

// afterBreak is where the first whole line begins, or else the first whole word.
func afterBreak(s string) int {
	for _, sep := range [...]string{"\n", " "} {
		if i := strings.Index(s, sep); i >= 0 && i < len(s)/4 {
			return i + 1
		}
	}
	return max(0, slices.IndexFunc([]byte(s), utf8.RuneStart))
}

// beforeBreak is where the last whole line ends, or else the last whole word.
func beforeBreak(s string) int {
	for _, sep := range [...]string{"\n", " "} {
		if i := strings.LastIndex(s, sep); i > len(s)*3/4 {
			return i
		}
	}
	end := len(s)
	for end > 0 && !utf8.RuneStart(s[end-1]) {
		end--
	}
	if end > 0 && s[end-1] >= 0xC0 {
		end--
	}
	return end
}

// Settled reports a judgement that no model is asked about, because it could not change
// it: a deterministic check found something, or the text has the claim word for word, or in a cell with its heads.
// Three rules that cap are no findings but doubts about words, and a model may know better:
// that claim and text are in two languages, that the text is in one that is not read, and
// that the claim is put together from
// pieces.
func Settled(l provenance.Judgement) bool {
	if l.Stance == provenance.Contradicts || l.Rule == RuleVerbatim || l.Rule == RuleCell {
		return true
	}
	for _, r := range Rules() {
		if r.Name == l.Rule {
			return r.Effect != Scores && r.Name != RuleLanguage && r.Name != RuleUnread && r.Name != RuleSpliced
		}
	}
	return false
}

// What a model's word can do at most. The table's own lines are in the policy; these
// keep to its defaults.
const (
	uncalibratedCap = 0.70 // below any threshold: a score that nobody calibrated passes nothing
	contradictBelow = 0.20 // calibrated support, for a model's "contradicts" to count
	carriesAlone    = 0.78 // support at which the deterministic judge would pass the claim
)

// Weigh lays a model's answer over the judgement of the deterministic judge l. What l
// found stands: a model overrules no check. Without a calibration no score passes a
// claim. Where l would pass what the model calls contradicted, neither counts alone: the
// claim is for a person.
func Weigh(l provenance.Judgement, who Identity, a provenance.Answer, c *Calibration) provenance.Judgement {
	if Settled(l) {
		l.Others = append(l.Others, provenance.Opinion{Judge: who.String(), Stance: a.Stance, Score: a.Score, Note: "overruled: " + l.Rule})
		return l
	}
	score := uncalibratedCap * a.Score
	if c != nil {
		score = c.Score(a.Score)
	}
	if a.Stance != provenance.Supports {
		score = math.Min(score, uncalibratedCap)
	}
	j := l
	j.Judge, j.Rule, j.Score, j.Stance = who.String(), RuleModel, score, provenance.Silent
	j.Others = append(j.Others, provenance.Opinion{Judge: l.Judge, Stance: l.Stance, Score: l.Score, Note: l.Rule})
	switch {
	case a.Stance == provenance.Supports && score >= 0.5:
		j.Stance = provenance.Supports
	case a.Stance != provenance.Contradicts || c == nil || score >= contradictBelow:
	case l.Stance == provenance.Supports && l.Score >= carriesAlone:
		j.Score = onTopic
	default:
		j.Stance = provenance.Contradicts
	}
	return j
}

// A Calibration turns what a judge says of its own sureness into the share of such
// claims that are truly supported. It is fitted on labelled claims, lies in the vault as
// a file that a review shows, and belongs to one version of one judge: what the judge
// said before counts only as long as this file names it.
type Calibration struct {
	Format    string         `json:"assay"` // CalibrationFormat
	Judge     string         `json:"judge"`
	Version   string         `json:"version"`
	Beside    string         `json:"beside"` // the deterministic judge, which chose the rows
	Method    string         `json:"method"` // isotonic or platt
	Rows      int            `json:"rows"`   // that it was fitted on: labelled, and not settled without the judge
	Supported int            `json:"supported"`
	Sets      []LabelledSet  `json:"sets"`
	Measured  MeasuredScores `json:"measured"` // on rows that took no part in the fit
	Knots     []Step         `json:"knots"`
}

// A LabelledSet is a file that a calibration was fitted on.
type LabelledSet struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
}

// MeasuredScores say what the scores were worth on rows held out in turn.
type MeasuredScores struct {
	Threshold float64 `json:"threshold"`
	Passed    int     `json:"passed"`    // rows at or above it
	Precision float64 `json:"precision"` // of these, truly supported
	Recall    float64 `json:"recall"`    // of the supported rows, passed
	Brier     float64 `json:"brier"`     // mean squared error of the score
}

// A Step is a point of the curve from raw score to share supported, which is straight
// in between.
type Step struct {
	Raw   float64 `json:"raw"`
	Score float64 `json:"score"`
}

// CalibrationFormat is the first member of a calibration file.
const CalibrationFormat = "calibration/1"

const maxCalibration = 1 << 20 // bytes

// MaxKnots is how many knots a curve may have.
const MaxKnots = 1000

// Identity is the judge that it is for.
func (c *Calibration) Identity() Identity { return Identity{c.Judge, c.Version} }

// Score is the calibrated support of a raw score.
func (c *Calibration) Score(raw float64) float64 {
	k := c.Knots
	if math.IsNaN(raw) {
		return 0
	}
	i := sort.Search(len(k), func(i int) bool { return k[i].Raw > raw }) // the first beyond
	switch {
	case i == 0:
		return k[0].Score
	case i == len(k):
		return k[len(k)-1].Score
	}
	a, b := k[i-1], k[i]
	return a.Score + (b.Score-a.Score)*(raw-a.Raw)/(b.Raw-a.Raw)
}

// Passes reports whether any raw score reaches a threshold.
func (c *Calibration) Passes(threshold float64) bool {
	return c.Knots[len(c.Knots)-1].Score >= threshold
}

// ReadCalibration reads a calibration file.
func ReadCalibration(source []byte) (*Calibration, error) {
	if len(source) > maxCalibration {
		return nil, errors.New("the file is larger than 1 MiB")
	}
	c := &Calibration{}
	dec := json.NewDecoder(bytes.NewReader(source))
	if err := dec.Decode(c); err != nil {
		return nil, fmt.Errorf("no calibration: %w", err)
	}
	switch {
	case c.Format != CalibrationFormat:
		return nil, fmt.Errorf("its format is %q, and this assay reads %q", c.Format, CalibrationFormat)
	case c.Judge == "" || c.Version == "":
		return nil, errors.New("it names no judge")
	case len(c.Knots) == 0 || len(c.Knots) > MaxKnots:
		return nil, fmt.Errorf("it has %d knots", len(c.Knots))
	}
	for i, k := range c.Knots {
		if !(k.Raw >= 0 && k.Raw <= 1 && k.Score >= 0 && k.Score <= 1) {
			return nil, fmt.Errorf("knot %d is not between 0 and 1", i+1)
		}
		if i > 0 && (k.Raw <= c.Knots[i-1].Raw || k.Score < c.Knots[i-1].Score) {
			return nil, fmt.Errorf("knot %d does not rise", i+1)
		}
	}
	return c, nil
}

// Print writes a calibration file, a knot a line, so that a review shows what moved.
func (c *Calibration) Print() []byte {
	var b bytes.Buffer
	head := *c
	head.Knots = nil
	source, _ := json.MarshalIndent(head, "", "  ") // plain values never fail
	b.Write(bytes.TrimSuffix(source, []byte("\"knots\": null\n}")))
	b.WriteString("\"knots\": [")
	for i, k := range c.Knots {
		if i > 0 {
			b.WriteByte(',')
		}
		step, _ := json.Marshal(k)
		b.WriteString("\n    ")
		b.Write(step)
	}
	b.WriteString("\n  ]\n}\n")
	return b.Bytes()
}
