package stats

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/runs"
	"assay/compiler/view"
	"assay/ingest/rank"
	"assay/provenance"
	"assay/vault"
)

// WeightsProposal is what the record of searches says about the weights. It changes
// nothing: Diff is for a person to read and to apply.
type WeightsProposal struct {
	Vault   string           `json:"vault"`
	File    string           `json:"file"`
	Queries int              `json:"queries"` // that the proposal rests on
	Intents []IntentProposal `json:"intents"`
	Diff    string           `json:"diff"` // unified; empty where nothing would change
}

// IntentProposal is what was found of one sort of question.
type IntentProposal struct {
	Intent    rank.Intent   `json:"intent"`
	Queries   int           `json:"queries"`   // different ones that tell: some of their passages are used, and some are not
	Enough    bool          `json:"enough"`    // to propose anything
	Agreement rank.Features `json:"agreement"` // how often each feature puts a used passage before one that is not; 0.5 says nothing
	From      rank.Mix      `json:"from"`
	To        rank.Mix      `json:"to"`
	first     time.Time
	last      time.Time
}

const (
	// leastQueries that an intent must have: with fewer, two of them that went the
	// other way would turn the proposal round.
	LeastQueries = 20

	// priorQueries is how many questions' worth of doubt each proposal starts from, so
	// that twenty questions move a weight half as far as they would by themselves.
	priorQueries = 20

	// mostStep is how far one proposal moves a weight. What is right will be found
	// again by the next one; what was chance will not.
	mostStep = 0.10
)

// ErrFewRuns says that the record does not carry a proposal.
type ErrFewRuns struct {
	Most   int // different questions that tell, of the intent that has most
	Intent rank.Intent
}

func (e ErrFewRuns) Error() string {
	have := "none is on record"
	if e.Most > 0 {
		have = fmt.Sprintf("%s has %d", e.Intent, e.Most)
	}
	return fmt.Sprintf("propose weights: too few runs: an intent needs %d different questions whose answers notes rest on in part, and %s", LeastQueries, have)
}

// Hint says what would help.
func (e ErrFewRuns) Hint() string {
	return "search with `assay search` and cite what you use; each search is one run on record"
}

// Reweigh proposes weights by what became of the passages that searches found. A
// passage is used when a claim that is T5 now rests on it: so what was cited, and is
// supported, fresh and undisputed still. Same record and vault, same proposal.
func Reweigh(ctx context.Context, c *compiler.Compiler, since time.Time) (*WeightsProposal, error) {
	w, err := Weights(c.Root)
	if err != nil {
		return nil, err
	}
	all, _, err := tracesSince(c, since)
	if err != nil {
		return nil, err
	}
	_, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	used := UsedPassages(p)
	r := &WeightsProposal{Vault: c.Root, File: rank.File, Intents: []IntentProposal{}}
	few := ErrFewRuns{}
	for _, i := range rank.Intents() {
		x := Weigh(i, w.Intents[i], all, used)
		if x.Queries == 0 {
			continue
		}
		r.Intents = append(r.Intents, x)
		if x.Enough {
			r.Queries += x.Queries
		}
		if x.Queries > few.Most {
			few = ErrFewRuns{x.Queries, i}
		}
	}
	if r.Queries == 0 {
		return nil, few
	}
	r.Diff, err = weightsDiff(c, r.Intents)
	return r, err
}

// UsedPassages are those that support a claim that is T5 and that nobody rejected.
func UsedPassages(p *compiler.Plan) map[provenance.ChunkID]bool {
	used := map[provenance.ChunkID]bool{}
	for _, verdicts := range p.Grade.Verdicts {
		for _, v := range verdicts {
			if v.Tier != provenance.T5 || v.Rejected != "" {
				continue
			}
			for _, q := range v.Passages {
				if q.Judgement.Stance == provenance.Supports && q.Evidence.Chunk != "" {
					used[q.Evidence.Chunk] = true
				}
			}
		}
	}
	return used
}

// Weigh proposes the mix of one intent. A question that was asked again counts once,
// as it was answered last.
func Weigh(intent rank.Intent, from rank.Mix, all []runs.Trace, used map[provenance.ChunkID]bool) IntentProposal {
	x := IntentProposal{Intent: intent, From: from, To: from}
	latest := map[string]runs.Trace{}
	for _, t := range all {
		if t.Query != nil && t.Query.Intent == intent {
			latest[t.Query.Hash] = t
		}
	}
	var sum [3]float64
	// Sums of floats depend on their order.
	for _, h := range slices.Sorted(maps.Keys(latest)) {
		got, ok := agreement(latest[h].Query.Hits, used)
		if !ok {
			continue
		}
		x.Queries++
		at := latest[h].Time
		if x.first.IsZero() || at.Before(x.first) {
			x.first = at
		}
		if at.After(x.last) {
			x.last = at
		}
		for i := range sum {
			sum[i] += got[i]
		}
	}
	if x.Queries == 0 {
		return x
	}
	var agreed [3]float64
	for i := range sum {
		agreed[i] = sum[i] / float64(x.Queries)
	}
	x.Agreement = rank.Features{Keyword: *four(agreed[0]), Freshness: *four(agreed[1]), Authority: *four(agreed[2])}
	if x.Enough = x.Queries >= LeastQueries; x.Enough {
		x.To = shift(from, sum, x.Queries)
	}
	return x
}

// agreement is, for each feature, the share of pairs of a used passage and one that is
// not in which it is greater for the used one; equals count half. ok is false where
// there is no such pair.
func agreement(hits []runs.Hit, used map[provenance.ChunkID]bool) (out [3]float64, ok bool) {
	pairs := 0
	for _, u := range hits {
		if !used[u.Chunk] {
			continue
		}
		for _, n := range hits {
			if used[n.Chunk] {
				continue
			}
			pairs++
			for i, d := range [3]float64{u.Keyword - n.Keyword, u.Freshness - n.Freshness, u.Authority - n.Authority} {
				switch {
				case d > 0:
					out[i]++
				case d == 0:
					out[i] += 0.5
				}
			}
		}
	}
	for i := range out {
		out[i] /= float64(max(1, pairs))
	}
	return out, pairs > 0
}

// shift moves each weight in proportion to how well its feature did: w·2A, where A is
// the agreement drawn towards 0.5 by the prior; then to a sum of 1, no further than
// mostStep, in whole hundredths.
func shift(from rank.Mix, sum [3]float64, queries int) rank.Mix {
	old := [3]float64{from.Keyword, from.Freshness, from.Authority}
	var to [3]float64
	total := 0.0
	for i := range to {
		to[i] = old[i] * 2 * (sum[i] + 0.5*priorQueries) / float64(queries+priorQueries)
		total += to[i]
	}
	furthest := 0.0
	for i := range to {
		to[i] /= total
		furthest = max(furthest, math.Abs(to[i]-old[i]))
	}
	if furthest > mostStep { // all three by one factor, so that they still add up
		for i := range to {
			to[i] = old[i] + (to[i]-old[i])*mostStep/furthest
		}
	}
	h := hundredths(to)
	return rank.Mix{Keyword: h[0], Freshness: h[1], Authority: h[2]}
}

// hundredths rounds shares so that they still add up to 1: down, and then up by one
// where most was cut off.
func hundredths(x [3]float64) [3]float64 {
	var whole [3]int
	var rest [3]float64
	left := 100
	for i := range x {
		exact := math.Round(x[i]*1e6) / 1e4 // 0.29 is 28.999…
		whole[i] = int(math.Floor(exact))
		rest[i] = exact - float64(whole[i])
		left -= whole[i]
	}
	for range left {
		most := 0
		for i := range rest {
			if rest[i] > rest[most] {
				most = i
			}
		}
		whole[most]++
		rest[most] = -1
	}
	return [3]float64{float64(whole[0]) / 100, float64(whole[1]) / 100, float64(whole[2]) / 100}
}

// weightsDiff is the patch that makes the vault's file of weights say what is proposed.
func weightsDiff(c *compiler.Compiler, intents []IntentProposal) (string, error) {
	text, err := vault.ReadFile(filepath.Join(c.Root, rank.File))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read weights: %w", err)
	}
	before, after := string(text), string(text)
	for _, x := range intents {
		if x.To != x.From {
			after = withMix(after, x)
		}
	}
	if after == before {
		return "", nil
	}
	w, err := rank.Parse(rank.File, []byte(after))
	if err == nil {
		for _, x := range intents {
			if w.Intents[x.Intent] != x.To {
				err = fmt.Errorf("%s: the line would not say so", x.Intent)
			}
		}
	}
	if err != nil {
		return "", fmt.Errorf("propose weights: %s cannot be edited by line: %w; write each intent as `name: {keyword: …, freshness: …, authority: …}` on a line of its own", rank.File, err)
	}
	return view.Unified(rank.File, before, after), nil
}

// withMix puts an intent's line into a file of weights, with what it was, what the
// reference is, and what it rests on.
func withMix(text string, x IntentProposal) string {
	reference := rank.Default().Intents[x.Intent]
	line := fmt.Sprintf("  %s: {keyword: %.2f, freshness: %.2f, authority: %.2f}  # was %s; reference %s; %d questions, %s to %s: used passages had more of it in %.0f %.0f %.0f %% of pairs",
		x.Intent, x.To.Keyword, x.To.Freshness, x.To.Authority, mixText(x.From), mixText(reference), x.Queries,
		x.first.Format(time.DateOnly), x.last.Format(time.DateOnly), 100*x.Agreement.Keyword, 100*x.Agreement.Freshness, 100*x.Agreement.Authority)
	if text == "" {
		text = "# What search goes by, where this vault differs from what is built in (docs/search.md).\nversion: 1\n"
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	own := regexp.MustCompile(`(?m)^[ ]+` + regexp.QuoteMeta(string(x.Intent)) + `:[ ]*\{[^}\n]*\}[^\n]*$`)
	if at := own.FindStringIndex(text); at != nil {
		end := at[1]
		if strings.HasSuffix(text[:end], "\r") {
			end--
		}
		return text[:at[0]] + line + text[end:]
	}
	if at := regexp.MustCompile(`(?m)^intents:[ \r]*(?:#[^\n]*)?\n`).FindStringIndex(text); at != nil {
		return text[:at[1]] + line + "\n" + text[at[1]:]
	}
	return text + "intents:\n" + line + "\n"
}

func mixText(m rank.Mix) string {
	return fmt.Sprintf("%.2f %.2f %.2f", m.Keyword, m.Freshness, m.Authority)
}
