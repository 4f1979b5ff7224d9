package stats

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/compiler"
	"assay/gates/mutate"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// PlantOptions say which falsehoods are made of a vault's claims.
type PlantOptions struct {
	Kinds []mutate.Kind // empty for all
	Most  int           // claims to change; 0 for all
	Seed  string        // another one takes other claims and values
}

// A Plant is an edit of one line of a note after which a claim that is verified says
// something else. Old and New are words of that line.
type Plant struct {
	File  string
	Line  int
	Kind  mutate.Kind
	Cited []string
	Old   string
	New   string
	From  string // the words of the claim that were changed
	To    string
}

// Plants makes falsehoods of the claims that are verified, also by evidence that is stale by
// now: one of a claim, of as many kinds as there are. It writes nothing.
func Plants(ctx context.Context, c *compiler.Compiler, o PlantOptions) ([]Plant, error) {
	_, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	t := &Trial{C: c, P: p, o: MutateOptions{Kinds: o.Kinds}}
	t.Collect()
	rank := func(s *patient) int { return mutate.Pick(1<<30, o.Seed, string(s.Claim.ID)) }
	slices.SortStableFunc(t.Patients, func(a, b *patient) int { return cmp.Compare(rank(a), rank(b)) })
	var out []Plant
	made := map[mutate.Kind]int{}
	for _, s := range t.Patients {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if o.Most > 0 && len(out) == o.Most {
			break
		}
		if s.tier != provenance.T5 && s.tier != provenance.T3 {
			continue
		}
		if plant, ok := t.plant(s, o, made); ok {
			made[plant.Kind]++
			out = append(out, plant)
		}
	}
	slices.SortStableFunc(out, func(a, b Plant) int { return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return out, nil
}

// plant makes of a claim the falsehood of the kind that is rarest so far.
func (t *Trial) plant(s *patient, o PlantOptions, made map[mutate.Kind]int) (best Plant, ok bool) {
	text, err := t.P.Snap.Read(s.Note.Path)
	if err != nil {
		return best, false
	}
	about := t.about(s)
	about.Seed += o.Seed
	mutants := mutate.Mutants(s.Claim.Text, about, o.Kinds)
	from := 0
	if len(mutants) > 0 {
		from = mutate.Pick(len(mutants), about.Seed)
	}
	for i := range mutants {
		m := mutants[(from+i)%len(mutants)]
		if ok && made[m.Kind] >= made[best.Kind] {
			continue
		}
		if next, fits := edit(text, s.Claim, m); fits {
			best, ok = next, true
			best.Kind = m.Kind
		}
	}
	if !ok {
		return best, false
	}
	best.File = s.Note.Path
	for _, q := range s.Basis.Grading.Passages {
		best.Cited = append(best.Cited, q.Evidence.Span.File)
	}
	slices.Sort(best.Cited)
	best.Cited = slices.Compact(best.Cited)
	return best, true
}

// edit is a mutant as a change of the note's own text, which may have marks between the
// words; false where the words changed cannot be told there, or stand on several lines.
func edit(text []byte, c markdown.Claim, m mutate.Mutant) (Plant, bool) {
	raw := string(text[c.Start:c.End])
	at := -1
	if raw == c.Text {
		at = m.Start
	} else {
		// As many words before it as the text has once.
		for begin := max(0, m.Start-20); begin <= m.Start && at < 0; begin++ {
			if words := c.Text[begin : m.Start+len(m.From)]; words != "" && strings.Count(raw, words) == 1 {
				at = strings.Index(raw, words) + m.Start - begin
			}
		}
	}
	if at < 0 {
		return Plant{}, false
	}
	end := at + len(m.From)
	if wordGoesOn(raw, end) && !wordGoesOn(c.Text, m.Start+len(m.From)) {
		return Plant{}, false // the words, which have marks in the note, begin another word there
	}
	from := strings.LastIndexByte(raw[:at], '\n') + 1
	to := len(raw)
	if i := strings.IndexByte(raw[end:], '\n'); i >= 0 {
		to = end + i
	}
	if from > at || strings.Contains(m.From, "\n") {
		return Plant{}, false
	}
	line := vault.NewLines(text).Position(c.Start + at).Line
	return Plant{Line: line, Old: raw[from:to], New: raw[from:at] + m.To + raw[end:to], From: m.From, To: m.To}, true
}

func wordGoesOn(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
