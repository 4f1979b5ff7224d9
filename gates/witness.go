package gates

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Asked are the numbers of witnesses that some notes need, in place of the vault's.
type Asked struct {
	Tags    map[string]int // tags of the note, without '#'
	Folders map[string]int // folders of the vault
}

// WitnessesFor is how many independent witnesses each claim of a note must have. A tag
// or folder that names the note decides in place of vault.witnesses; of several the
// strictest.
func (l Layout) WitnessesFor(note string, tags []string) int {
	most := 0
	for tag, n := range l.WitnessesBy.Tags {
		if n > most && slices.ContainsFunc(tags, func(t string) bool { return matchTag(tag, t) }) {
			most = n
		}
	}
	for folder, n := range l.WitnessesBy.Folders {
		if _, in := under(path.Clean(folder), note); in && n > most {
			most = n
		}
	}
	if most > 0 {
		return most
	}
	return l.Witnesses
}

// LacksWitness reports whether a claim holds and rests on fewer independent witnesses
// than are asked for. Of a claim that does not hold there is worse to say.
func LacksWitness(v provenance.Verdict, asked int) bool {
	return v.Tier == provenance.T5 && v.Cited && v.Rejected == "" && max(1, v.Witnesses.Count) < asked // T5 has one by the table
}

// A WitnessCount says how many independent witnesses a claim has.
type WitnessCount struct {
	Count int           `json:"count"`
	Asked int           `json:"asked"` // by policy, of each claim of the note
	Same  []SameWitness `json:"same"`  // passages that were counted with another
}

// A SameWitness is a passage that is the same witness as another, and why.
type SameWitness struct {
	File string `json:"file"`
	Of   string `json:"of"`
	Why  string `json:"why"`
}

// CountWitnesses tells of a verdict's witnesses by the files that they are in.
func CountWitnesses(v provenance.Verdict, asked int) WitnessCount {
	w := WitnessCount{Count: v.Witnesses.Count, Asked: asked, Same: []SameWitness{}}
	for _, t := range v.Witnesses.Twins {
		if t.Passage < len(v.Passages) && t.Of < len(v.Passages) {
			w.Same = append(w.Same, SameWitness{v.Passages[t.Passage].Evidence.Span.File, v.Passages[t.Of].Evidence.Span.File, t.Why})
		}
	}
	return w
}

// String is a clause: how many, and which are one for what reason.
func (w WitnessCount) String() string {
	text := fmt.Sprintf("%d independent witnesses", w.Count)
	switch w.Count {
	case 0:
		text = "no witness"
	case 1:
		text = "1 independent witness"
	}
	for _, s := range w.Same {
		if s.File == s.Of {
			text += fmt.Sprintf("; two passages of %s are one: %s", s.File, s.Why)
			continue
		}
		text += fmt.Sprintf("; %s and %s are one: %s", s.Of, s.File, s.Why)
	}
	return text
}

// Reason says that they are too few.
func (w WitnessCount) Reason() string {
	first, rest, more := strings.Cut(w.String(), "; ")
	text := fmt.Sprintf("rests on %s, and policy asks for %d", first, w.Asked)
	if more {
		text += "; " + rest
	}
	return text
}

// lonely says of a claim that holds that too few say so.
func lonely(note string, c markdown.Claim, v provenance.Verdict, asked int) (ds []Diagnostic) {
	if !LacksWitness(v, asked) {
		return nil
	}
	entry, _ := Lookup(SingleWitness)
	count := CountWitnesses(v, asked)
	d := Diagnostic{
		Code: SingleWitness, Severity: entry.Severity, Span: vault.Span{File: note, Start: c.Start, End: c.End}, Claim: c.ID,
		Graded: true, Tier: v.Tier, Message: count.Reason(), Witnesses: &count,
		Hint: "cite another source that says the same: " + searchFor(c),
	}
	for _, t := range v.Witnesses.Twins {
		if t.Passage < len(v.Passages) {
			for _, r := range quoted(v.Passages[t.Passage]) {
				r.Message = "counted with another (" + t.Why + "): " + r.Message
				d.Related = append(d.Related, r)
			}
		}
	}
	return append(ds, d)
}
