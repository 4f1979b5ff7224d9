package review

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/compiler"
	"assay/compiler/draft"
	"assay/provenance"
	"assay/text"
	"assay/vault/markdown"
)

// A change puts text in place of a range of a note.
type change struct {
	start, end int
	text       string
}

// patched is the notes as an ending would have them, by path.
func patched(p *compiler.Plan, row ConflictRow, o ResolveOptions, e ending) (map[string][]byte, error) {
	changes := map[string][]change{}
	lines := map[string][]string{} // footnotes to add
	if e.loser != nil {
		if err := supersede(p, changes, lines, row, o, *e.loser, *e.winner); err != nil {
			return nil, err
		}
	}
	for _, side := range []struct {
		s    ConflictSide
		when string
	}{{row.Existing, e.when}, {row.New, e.newWhen}} {
		if side.when == "" {
			continue
		}
		ch, err := condition(p, side.s, side.when)
		if err != nil {
			return nil, err
		}
		changes[side.s.Note] = append(changes[side.s.Note], ch)
	}
	if e.exception && row.New.Note != row.Existing.Note {
		if err := except(p, changes, lines, row, e.newWhen); err != nil {
			return nil, err
		}
	}
	out := map[string][]byte{}
	for note, list := range changes {
		text, err := p.Snap.Read(note)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", note, err)
		}
		slices.SortStableFunc(list, func(a, b change) int { return b.start - a.start })
		for _, ch := range list {
			text = markdown.Splice(text, ch.start, ch.end, ch.text)
		}
		if add := lines[note]; len(add) > 0 {
			text = draft.AppendLines(text, add, len(p.ByPath[note].Footnotes) > 0)
		}
		out[note] = text
	}
	return out, nil
}

// condition has a claim say first when it holds. All else of the sentence stays, and so
// does its citation.
func condition(p *compiler.Plan, s ConflictSide, when string) (change, error) {
	c := s.n.Claims[s.at]
	if c.Kind == markdown.TableRow {
		return change{}, inTable(s)
	}
	text, err := p.Snap.Read(s.Note)
	if err != nil {
		return change{}, fmt.Errorf("read %s: %w", s.Note, err)
	}
	old := string(text[c.Start:c.End])
	return change{c.Start, c.End, conditioned(old, when)}, nil
}

// plainOpenings are words that have a capital only because they open a sentence.
var plainOpenings = strings.Fields("The A An This That These Those It Its They There All Each Every Some Most Many No One Two")

// conditioned is a sentence that says first when it holds.
func conditioned(sentence, when string) string {
	when = strings.Join(strings.Fields(strings.TrimRight(when, ",.; ")), " ")
	if when == "" {
		return sentence
	}
	first, size := utf8.DecodeRuneInString(when)
	if word, rest, ok := strings.Cut(sentence, " "); ok && slices.Contains(plainOpenings, word) {
		sentence = strings.ToLower(word) + " " + rest
	}
	return string(unicode.ToUpper(first)) + when[size:] + ", " + sentence
}

// except has the existing note say behind its general claim where it does not hold,
// with the citation that says so.
func except(p *compiler.Plan, changes map[string][]change, lines map[string][]string, row ConflictRow, when string) error {
	text, err := p.Snap.Read(row.Existing.Note)
	if err != nil {
		return fmt.Errorf("read %s: %w", row.Existing.Note, err)
	}
	c := row.Existing.n.Claims[row.Existing.at]
	end, markers := ownMarkers(text, c)
	if markers == "" {
		markers = markersOf(text, c) // else it would take the citation of the exception
	} else {
		markers = ""
	}
	sentence, err := sentenceOf(p, row.New)
	if err != nil {
		return err
	}
	cites, add, err := carry(p, row.Existing.n, row.New)
	if err != nil {
		return err
	}
	lines[row.Existing.Note] = append(lines[row.Existing.Note], add...)
	changes[row.Existing.Note] = append(changes[row.Existing.Note], change{end, end, markers + " " + conditioned(sentence, when) + cites})
	return nil
}

func inTable(s ConflictSide) error {
	return fmt.Errorf("resolve: %s:%d is a row of a table, which has no room for a sentence; edit it by hand", s.Note, s.Line)
}

// supersede puts the sentence that stands in the place of the one that does not, with
// its own citation, and keeps the old one with its quote and date below its paragraph,
// as a quotation: shown, linked, and no claim any more.
func supersede(p *compiler.Plan, changes map[string][]change, lines map[string][]string, row ConflictRow, o ResolveOptions, loser, winner ConflictSide) error {
	c := loser.n.Claims[loser.at]
	if c.Kind == markdown.TableRow {
		return inTable(loser)
	}
	text, err := p.Snap.Read(loser.Note)
	if err != nil {
		return fmt.Errorf("read %s: %w", loser.Note, err)
	}
	end, markers := ownMarkers(text, c)
	sentence, err := sentenceOf(p, winner)
	if err != nil {
		return err
	}
	if winner.Note == loser.Note {
		sentence = "" // it stands in this note already
		for end < len(text) && text[end] == ' ' {
			end++
		}
	} else {
		cites, add, err := carry(p, loser.n, winner)
		if err != nil {
			return err
		}
		sentence += cites
		lines[loser.Note] = append(lines[loser.Note], add...)
	}
	changes[loser.Note] = append(changes[loser.Note], change{c.Start, end, sentence})
	// What stood before it and took its citation from it, or from behind it, keeps that.
	if i := sharing(loser.n, loser.at); i >= 0 {
		at := loser.n.Claims[i].End
		changes[loser.Note] = append(changes[loser.Note], change{at, at, markersOf(text, loser.n.Claims[i])})
	}
	at := blockEnd(text, end)
	changes[loser.Note] = append(changes[loser.Note], change{at, at, superseded(p, row, o, loser, markers, at == len(text) && !bytes.HasSuffix(text, []byte("\n")))})
	return nil
}

var inferenceMarker = text.Pattern(`^\s*(?:\(Derived\)|\^\[inferred\])`)

// ownMarkers is where a claim ends with the citations that follow it, and those.
func ownMarkers(text []byte, c markdown.Claim) (end int, markers string) {
	end = c.End
	for _, cite := range c.Cites {
		if cite.Scope == markdown.ScopeSentence && cite.Start >= end && len(bytes.TrimSpace(text[end:cite.Start])) == 0 {
			markers += string(text[cite.Start:cite.End])
			end = cite.End
		}
	}
	if m := inferenceMarker().FindIndex(text[end:]); m != nil {
		end += m[1]
	}
	return end, markers
}

// markersOf is the citations that a claim takes from its block, each once.
func markersOf(text []byte, c markdown.Claim) (out string) {
	last := -1
	for _, cite := range c.Cites {
		if cite.Scope == markdown.ScopeBlock && cite.Start > last && cite.End > cite.Start {
			out += string(text[cite.Start:cite.End])
			last = cite.Start
		}
	}
	return out
}

// sharing is the nearest claim before one that takes its citation from it or from the
// same one behind it, or -1.
func sharing(n *markdown.Note, at int) int {
	if at == 0 {
		return -1
	}
	before, c := n.Claims[at-1], n.Claims[at]
	for _, a := range before.Cites {
		for _, b := range c.Cites {
			if a.Scope == markdown.ScopeBlock && b.Scope <= markdown.ScopeBlock && a.Start == b.Start && a.End > a.Start {
				return at - 1
			}
		}
	}
	return -1
}

// sentenceOf is a claim as its note writes it, on one line.
func sentenceOf(p *compiler.Plan, s ConflictSide) (string, error) {
	text, err := p.Snap.Read(s.Note)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", s.Note, err)
	}
	c := s.n.Claims[s.at]
	raw := string(text[c.Start:c.End])
	inside := slices.ContainsFunc(c.Cites, func(cite markdown.Cite) bool {
		return cite.End > c.Start && cite.Start < c.End && cite.End > cite.Start
	})
	if c.Kind == markdown.TableRow || inside || strings.ContainsAny(raw, "\r\n") || strings.Contains(raw, "](") {
		raw = c.Text
	}
	return raw, nil
}

// carry is the citations of a claim as another note writes them, and the footnotes that
// it lacks for that.
func carry(p *compiler.Plan, to *markdown.Note, s ConflictSide) (cites string, add []string, err error) {
	done := map[string]bool{}
	for _, e := range s.held {
		marker := "^[" + e.Span.File + "]"
		if e.Chunk != "" {
			marker = "[^" + e.Chunk.Anchor() + "]"
		}
		if done[marker] {
			continue
		}
		done[marker] = true
		cites += marker
		if e.Chunk == "" || slices.ContainsFunc(to.Footnotes, func(f markdown.Footnote) bool { return strings.EqualFold(f.Label, e.Chunk.Anchor()) }) {
			continue
		}
		if f, ok := p.Draft.Footnote(to.Path, e.Chunk, s.Text, ""); ok {
			add = append(add, f.Line())
		}
	}
	if cites == "" && len(s.n.Claims[s.at].Cites) > 0 {
		return "", nil, fmt.Errorf("resolve: what %s:%d cites is not held, so its citation cannot be taken over; edit the notes by hand", s.Note, s.Line)
	}
	return cites, add, nil
}

// superseded is the callout that keeps what was believed.
func superseded(p *compiler.Plan, row ConflictRow, o ResolveOptions, s ConflictSide, markers string, unended bool) string {
	var b strings.Builder
	if unended {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n> [!quote]- Superseded on %s\n> %s%s\n", p.Now.UTC().Format(time.DateOnly), s.Text, strings.ReplaceAll(markers, "\n", " "))
	if s.Quote != "" {
		said := "Its source said"
		if s.Retrieved != "" {
			said += " (retrieved " + s.Retrieved[:len(time.DateOnly)] + ")"
		}
		fmt.Fprintf(&b, "> %s: “%s”", said, provenance.EscapeText(strings.Join(strings.Fields(s.Quote), " ")))
		if s.URL != "" && strings.Contains(s.URL, "://") {
			fmt.Fprintf(&b, " — <%s>", s.URL)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "> Why: %s (`%s`)\n", provenance.EscapeText(strings.Join(strings.Fields(o.Reason), " ")), row.ID)
	return b.String()
}

// blockEnd is the end of the paragraph, list or callout that a place stands in: where a
// block can be put without cutting one. It is the start of a blank line, or the end.
func blockEnd(text []byte, at int) int {
	fence := ""
	blank := -1
	for i := bytes.LastIndexByte(text[:at], '\n') + 1; i < len(text); {
		next := len(text)
		if k := bytes.IndexByte(text[i:], '\n'); k >= 0 {
			next = i + k + 1
		}
		line := strings.TrimRight(string(text[i:next]), "\r\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case trimmed == "":
			if blank < 0 {
				blank = i
			}
		case blank >= 0 && !strings.ContainsAny(line[:1], " \t>") && !listMarker().MatchString(line):
			return blank // it is no part of the list or quote before it
		default:
			blank = -1
			if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
				fence = trimmed[:3]
			}
		}
		i = next
	}
	if blank >= 0 {
		return blank
	}
	return len(text)
}

var listMarker = text.Pattern(`^(?:[-*+]|\d{1,9}[.)])[ \t]`)

// afterwards is one of the two claims after an ending.
type afterwards struct {
	note   string
	claim  markdown.Claim
	edited bool
}

// claimsAfter finds both claims in the notes as they would be, and holds the edit to
// them: no other claim may come or go.
func claimsAfter(p *compiler.Plan, row ConflictRow, e ending, texts map[string][]byte) ([]afterwards, error) {
	sides := []ConflictSide{row.Existing, row.New}
	came := map[string][]markdown.Claim{}
	for note, text := range texts {
		n := markdown.Parse(note, text, markdown.Options{ExemptSections: p.Policy.Vault.ExemptSections})
		old, now := idsOf(p.ByPath[note].Claims), idsOf(n.Claims)
		went := 0
		for id := range old {
			if !now[id] {
				went++
			}
		}
		for _, c := range n.Claims {
			if !old[c.ID] {
				came[note] = append(came[note], c)
			}
		}
		want := 0
		for _, s := range sides {
			if s.Note == note && (e.loser != nil && e.loser.Claim == s.Claim || e.loser == nil && (s.Claim == row.Existing.Claim && e.when != "" || s.Claim == row.New.Claim && e.newWhen != "")) {
				want++
			}
		}
		said := 0
		if e.exception && note == row.Existing.Note {
			said = 1
		}
		if went > want || len(came[note]) > want+said {
			return nil, fmt.Errorf("resolve %s: the edit would change other claims of %s; edit it by hand", row.ID, note)
		}
	}
	var out []afterwards
	if row.New.Note == row.Existing.Note && row.New.n.Claims[row.New.at].Start < row.Existing.n.Claims[row.Existing.at].Start {
		slices.Reverse(sides)
	}
	for _, s := range sides {
		n := markdown.Parse(s.Note, texts[s.Note], markdown.Options{ExemptSections: p.Policy.Vault.ExemptSections})
		if texts[s.Note] == nil || idsOf(n.Claims)[s.Claim] {
			out = append(out, afterwards{s.Note, s.n.Claims[s.at], false})
		} else if list := came[s.Note]; len(list) > 0 {
			out = append(out, afterwards{s.Note, list[0], true})
			came[s.Note] = list[1:]
		}
	}
	return out, nil
}

func idsOf(claims []markdown.Claim) map[markdown.ClaimID]bool {
	out := make(map[markdown.ClaimID]bool, len(claims))
	for _, c := range claims {
		out[c.ID] = true
	}
	return out
}
