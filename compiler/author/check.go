package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"assay/compiler/compose"
	"assay/gates/judge"
	"assay/provenance"
	"assay/templates"
	"assay/text"
	"assay/vault/markdown"
)

// answer is what is left of what an agent gave.
type answer struct {
	raw     json.RawMessage
	claims  []claim
	missing []string
	refused []string // in words, what was not taken and why
	weak    []string // what was taken, and its passage does not carry
}

// A claim that was taken.
type claim struct {
	heading string
	line    templates.Cited
}

func (a *answer) faults() []string { return append(slices.Clone(a.refused), a.weak...) }

// sound is how many claims are taken and carried.
func (a *answer) sound() int { return len(a.claims) - len(a.weak) }

// mostClaims is more than a note has.
const mostClaims = 80

// check takes what can be taken of an answer.
func check(ctx context.Context, j judge.Judge, g given, raw json.RawMessage, p Packet) (*answer, error) {
	a := &answer{raw: raw}
	for _, text := range g.Missing {
		if text = oneLine(text); text != "" && !hidden(text) && len(a.missing) < 12 {
			a.missing = append(a.missing, clip(text))
		}
	}
	seen := map[string]bool{}
	for _, s := range g.Sections {
		heading := oneLine(s.Heading)
		if why := p.headingFault(heading); why != "" {
			a.refused = append(a.refused, fmt.Sprintf("the heading %q %s", clip(heading), why))
			heading = ""
		}
		for _, c := range s.Claims {
			line, why := p.take(c)
			switch {
			case len(a.claims) == mostClaims:
				why = "is one too many"
			case why == "" && seen[line.Text]:
				why = "stands twice"
			}
			if why != "" {
				a.refused = append(a.refused, fmt.Sprintf("the claim %q %s", clip(oneLine(c.Text)), why))
				continue
			}
			seen[line.Text] = true
			a.claims = append(a.claims, claim{heading, line})
			why, err := p.weakness(ctx, j, line)
			if err != nil {
				return nil, err
			}
			if why != "" {
				a.weak = append(a.weak, fmt.Sprintf("the claim %q: %s", clip(line.Text), why))
			}
		}
	}
	return a, nil
}

// take is a claim as it goes into a draft, or why it does not.
func (p Packet) take(c givenClaim) (line templates.Cited, why string) {
	text := oneLine(c.Text)
	if why = textFault(text); why != "" {
		return line, why
	}
	var chunks []provenance.ChunkID
	for _, e := range c.Evidence {
		h, ok := p.find(e.Passage)
		switch {
		case !ok:
			return line, fmt.Sprintf("cites %q, which is no passage that it was given", clip(oneLine(e.Passage)))
		case !quotes(h.Text, e.Quote):
			return line, fmt.Sprintf("quotes %q, which does not stand in %s", clip(oneLine(e.Quote)), h.Chunk.Anchor())
		}
		if !slices.Contains(chunks, h.Chunk) {
			chunks = append(chunks, h.Chunk)
		}
	}
	switch {
	case len(chunks) == 0:
		return line, "cites no passage"
	case len(chunks) > 1 && !c.Derived:
		return line, "cites several passages and is not marked as derived from them"
	}
	line = templates.Cited{Text: text, Chunk: chunks[0], More: chunks[1:], Derived: c.Derived && len(chunks) > 1}
	if !isClaim(line) {
		return line, "is no statement that can be checked"
	}
	return line, ""
}

// maxClaim in bytes: a longer text is no sentence.
const maxClaim = 600

// textFault says why a text cannot stand in a draft as a sentence.
func textFault(text string) string {
	switch {
	case text == "":
		return "is empty"
	case len(text) > maxClaim:
		return "is longer than a sentence"
	case hidden(text):
		return "has characters that are not shown"
	case strings.ContainsAny(text, "[]<>`|^") || strings.Contains(text, "://") || strings.Contains(text, "%%") || strings.Contains(text, "(Derived)"):
		return "has markup, a link or a citation of its own"
	case strings.ContainsAny(text[:1], "#>-*+~=:!"):
		return "begins like something else than a sentence"
	}
	return ""
}

// hidden reports characters that are not shown, or that turn the direction of text.
func hidden(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || r == '\uFEFF' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	})
}

// headingFault says why a heading is not taken. No passage is cited for one, so it may say
// nothing in words that are not the packet's.
func (p Packet) headingFault(heading string) string {
	if heading == "" {
		return ""
	}
	if why := textFault(heading); why != "" {
		return why
	}
	words := compose.Stems(heading)
	if len(words) > 8 {
		return "is longer than a heading"
	}
	known := compose.Stems(p.Topic)
	for _, h := range p.Hits {
		for w := range compose.Stems(h.Title + "\n" + strings.Join(h.Heading, "\n") + "\n" + h.Text) {
			known[w] = true
		}
	}
	for w := range words {
		if !known[w] && !plainHeadings()[w] {
			return fmt.Sprintf("says %q, which no passage does", w)
		}
	}
	return ""
}

// plainHeadings are words of headings that claim nothing.
var plainHeadings = sync.OnceValue(func() map[string]bool {
	return compose.Stems("overview background history definition purpose use uses usage operation types parts limits limitations examples details behaviour behavior comparison requirements configuration see related")
})

// isClaim reports whether a vault would grade all of a line: what is graded nowhere must not
// come into a note by an agent.
func isClaim(line templates.Cited) bool {
	d := templates.Draft{Title: "x", Lead: []templates.Cited{line}}
	n := markdown.Parse("x.md", d.Bytes(), markdown.Options{})
	return len(n.Claims) == 1 && n.Ungraded.Total() == 0 && len(n.Claims[0].Cites) == 1+len(line.More)
}

// leastQuote is how many characters a quotation has at least, unless it is all of a passage: a
// shorter one stands everywhere.
const leastQuote = 8

// quotes reports whether words stand in a passage, however its lines are broken and whatever is
// bold in it.
func quotes(text, quote string) bool {
	want := folded(quote)
	if want == folded(text) {
		return want != ""
	}
	return len([]rune(want)) >= leastQuote && (strings.Contains(folded(text), want) || strings.Contains(folded(compose.PlainText(text)), want))
}

// folded is text without differences that nobody means: spaces, and forms of quotation marks,
// apostrophes and dashes.
func folded(s string) string {
	s = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "\u00a0", " ", "…", "...").Replace(norm.NFC.String(s))
	return strings.Join(strings.Fields(s), " ")
}

// weakness says in which way a claim is not carried by its passage, as the deterministic judge
// sees it; "" where it is, and of what is derived, which the gates look at as a whole.
func (p Packet) weakness(ctx context.Context, j judge.Judge, line templates.Cited) (string, error) {
	if line.Derived {
		return "", nil
	}
	h, ok := p.find(line.Chunk.Anchor())
	if !ok {
		return "", errors.New("a claim that was taken has no passage")
	}
	got, err := j.Judge(ctx, judge.Question{Claim: line.Text, Text: h.Text, Context: append([]string{h.Title}, h.Heading...)})
	if err != nil {
		return "", err
	}
	switch {
	case got.Stance != provenance.Contradicts && got.Score >= p.Threshold:
		return "", nil
	case got.Mismatch != nil:
		return fmt.Sprintf("it says %q, and its passage says %q", got.Mismatch.Claim, got.Mismatch.Source), nil
	case got.Stance == provenance.Contradicts:
		return "its passage says otherwise", nil
	case len(got.Missing) > 0:
		return "its passage does not have " + strings.Join(got.Missing, ", "), nil
	case len(got.Absent) > 0:
		return "its passage never says " + strings.Join(got.Absent, ", "), nil
	}
	return "its passage does not say so", nil
}

// draft is what was taken, in its order.
func (a *answer) draft(topic string) templates.Draft {
	d := templates.Draft{Title: topic}
	at := ""
	for i, c := range a.claims {
		switch {
		case c.heading == "" && len(d.Sections) == 0:
			d.Lead = append(d.Lead, c.line)
			continue
		case i == 0 || c.heading != at || len(d.Sections) == 0:
			d.Sections = append(d.Sections, templates.Section{Heading: c.heading})
		}
		at = c.heading
		s := &d.Sections[len(d.Sections)-1]
		s.Lines = append(s.Lines, c.line)
	}
	return d
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func clip(s string) string { return text.Clip(s, 80) }
