package judge

import (
	"context"
	"slices"
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
