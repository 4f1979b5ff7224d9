package ui

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/provenance"
)

// LastColumns is the end of a text, at most so many columns wide, with … where
// something was left out.
func LastColumns(s string, n int) string { return ending(Visible(s), n) }

// ColumnsOf is how many columns of a terminal a text takes.
func ColumnsOf(s string) int { return columnsOf(Visible(s)) }

// WalkItem shows one thing that waits, with all that one needs to see to decide on it.
// Nothing is cut off but the surroundings of quotes.
func (o *Out) WalkItem(item review.Item, n, of int) {
	head := fmt.Sprintf("── %d of %d ", n, of)
	o.Printf("\n%s\n", o.Dim(head+strings.Repeat("─", max(0, min(o.textWidth(), 72)-columnsOf(head)))))
	tier, _ := provenance.ParseTier(item.Claim.Tier)
	what := provenance.WordOf(tier, item.Claim.Rule)
	if item.Draft {
		what += ", in a draft"
	}
	o.Printf("%s %s %s\n", o.style(tierColour(tier, item.Claim.Rule), item.Claim.Tier), o.Bold(fmt.Sprintf("%s:%d", o.Path(item.Note), item.Claim.Line)), o.Dim(what))
	if item.Conflict != nil {
		o.walkConflict(item)
		return
	}
	o.paragraph(item.Claim.Text, o.Bold)
	o.Printf("\n")
	o.paragraph(o.Say(item.Claim.Reason), plainly)
	o.evidenceOf(item)
	for i, p := range item.Passages {
		if i > 0 {
			o.brief("also", p)
			continue
		}
		o.Printf("\n")
		o.surroundings("source", p)
	}
	for _, p := range item.Elsewhere {
		o.brief("found in", p)
	}
}

// evidenceOf tells what the judge went by.
func (o *Out) evidenceOf(item review.Item) {
	d := item.Detail
	if d == nil {
		return
	}
	rule := d.Rule
	if len(d.Passages) > 0 && d.Passages[0].Rule != "" && d.Passages[0].Rule != rule {
		rule += ", by the judge's rule " + d.Passages[0].Rule
	}
	o.labelled("rule", rule)
	if len(d.Passages) > 0 {
		o.labelled("score", fmt.Sprintf("%.2f of %.2f wanted, similarity %.2f (%s)", item.Claim.Score, d.Threshold, d.Passages[0].Similarity, d.Passages[0].Judge))
	}
	if v := d.Values; v != nil {
		o.labelled("values", fmt.Sprintf("%s: claim says %s, source says %s", v.Kind, v.Claim, v.Source))
	}
	o.labelled("missing", strings.Join(d.Missing, ", "))
	o.labelled("absent", strings.Join(d.Absent, ", "))
	for _, p := range d.Problems {
		o.labelled("cites", o.Say(p))
	}
}

func (o *Out) walkConflict(item review.Item) {
	row := item.Conflict
	for _, side := range []struct {
		name     string
		s        review.ConflictSide
		passages []review.Passage
	}{{"new", row.New, item.Passages}, {"existing", row.Existing, item.Against}} {
		o.Printf("\n  %s %s\n", o.Bold(fmt.Sprintf("%-8s", side.name)), o.Dim(fmt.Sprintf("%s:%d", o.Path(side.s.Note), side.s.Line)))
		o.paragraph(side.s.Text, o.Bold)
		rests := "nothing that is held"
		if side.s.Quote != "" {
			rests = strings.Join(append([]string{side.s.Class}, dated(side.s)...), " · ")
		}
		o.labelled("rests on", rests)
		if len(side.passages) > 0 {
			o.surroundings("source", side.passages[0])
		}
	}
	o.Printf("\n")
	o.paragraph(o.Say(item.Claim.Reason), plainly)
	o.labelled("conflict", string(row.ID)+", "+row.Kind)
	if row.HighStakes {
		o.labelled("stakes", "high: a tag of promotion.high_stakes_tags")
	}
	way := string(row.Proposal.Way)
	if row.Proposal.Keep != "" {
		way += ", keeping " + row.Proposal.Keep
	}
	for _, when := range [...][2]string{{row.Proposal.When, "existing"}, {row.Proposal.NewWhen, "new"}} {
		if when[0] != "" {
			way += fmt.Sprintf("; %s: “%s”", when[1], when[0])
		}
	}
	o.labelled("proposed", way)
	o.labelled("because", o.Say(row.Proposal.Reason))
	o.advice(row.Advice, "  ")
}

// dated says when the source of a side was published and retrieved, as far as that is known.
func dated(s review.ConflictSide) (about []string) {
	if s.Published != "" {
		about = append(about, "published "+s.Published)
	}
	if s.Retrieved != "" {
		about = append(about, fmt.Sprintf("retrieved %s, %s ago", day(s.Retrieved), reports.Count(s.AgeDays, "day")))
	}
	return about
}

// labels are as wide as the longest of them.
const labelWidth = 9

func (o *Out) labelled(name, text string) {
	o.fact("  ", labelWidth, name, wrap(text, o.textWidth()-labelWidth-3, 100))
}

// paragraph writes a text, wrapped.
func (o *Out) paragraph(text string, how func(string) styled) {
	o.below("  ", text, o.textWidth()-2, 100, how)
}

// surroundings shows a quote where it stands in its source, with a bar beside it that
// needs no colour.
func (o *Out) surroundings(name string, p review.Passage) {
	where := fmt.Sprintf("%s:%d", o.Path(p.File), p.Line)
	if len(p.Heading) > 0 {
		where += "  " + strings.Join(p.Heading, " › ")
	}
	o.labelled(name, where)
	var about []string
	if p.URL != "" && p.URL != p.File {
		about = append(about, p.URL)
	}
	if p.Retrieved != "" {
		about = append(about, "retrieved "+day(p.Retrieved))
	}
	o.labelled(" ", strings.Join(append(about, fmt.Sprintf("%s at %.2f", p.Stance, p.Score)), " · "))
	o.block("    ", p.Before, o.Dim)
	o.block("  ▌ ", p.Quote, o.Bold)
	o.block("    ", p.After, o.Dim)
}

// block writes lines of a source behind a margin.
func (o *Out) block(margin, text string, how func(string) styled) {
	const most = 24 // a claim that rests on a table or listing needs no more of it to be judged
	lines := 0
	for _, line := range joined(text) {
		for _, part := range wrap(line, o.textWidth()-len("    "), most) {
			if lines++; lines > most {
				o.Printf("%s%s\n", margin, o.Dim("…"))
				return
			}
			o.Printf("%s%s\n", margin, how(part))
		}
	}
}

// joined are the lines of Markdown as a reader counts them: lines of prose that only a
// narrow page parts are one, those of lists, tables, headings and listings are not.
func joined(text string) (lines []string) {
	fenced, open := false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		bare := strings.TrimLeft(line, " \t")
		switch {
		case strings.HasPrefix(bare, "```"), strings.HasPrefix(bare, "~~~"):
			fenced, open = !fenced, false
			lines = append(lines, line)
		case bare == "":
			open = false
		case open && !fenced && !standsAlone.MatchString(line):
			lines[len(lines)-1] += " " + bare
		default:
			open = !fenced && bare[0] != '#' && bare[0] != '|'
			lines = append(lines, line)
		}
	}
	return lines
}

// standsAlone is a line of Markdown that begins something of its own.
var standsAlone = regexp.MustCompile(`^(?: {4}|\t|[ \t]*(?:[#|>]|[0-9]+[.)] |[-*+] ))`)

// brief is a passage in a line or two.
func (o *Out) brief(name string, p review.Passage) {
	o.labelled(name, fmt.Sprintf("%s:%d %s at %.2f: “%s”", o.Path(p.File), p.Line, p.Stance, p.Score, firstColumns(strings.Join(strings.Fields(p.Quote), " "), 200)))
}

// A Key is one that can be pressed, and what it does.
type Key struct {
	Name string
	Does string
}

// Keys offers keys on as few lines as they take.
func (o *Out) Keys(keys []Key) {
	line, columns := "", 0
	for _, k := range keys {
		width := columnsOf(k.Name) + 1 + columnsOf(k.Does)
		if columns > 0 && columns+3+width > o.textWidth() {
			o.Printf("%s\n", styled(line))
			line, columns = "", 0
		}
		if columns > 0 {
			line, columns = line+"   ", columns+3
		}
		line += string(o.style(green, k.Name)) + " " + Visible(k.Does)
		columns += width
	}
	o.Printf("%s\n", styled(line))
}

// Regraded tells what became of claims.
func (o *Out) Regraded(claims []reports.PacketClaim) {
	for _, c := range claims {
		tier, _ := provenance.ParseTier(c.Tier)
		o.Printf("%s %s\n", o.style(tierColour(tier, c.Rule), fmt.Sprintf("%-4s", c.Tier)), o.Bold(o.fit(c.Text, 5)))
		o.below("     ", o.Say(c.Reason), o.textWidth()-5, 4, plainly)
	}
}

// Decided writes the result of a decision as a line.
func (o *Out) Decided(d review.Decided) {
	name := o.style(green, fmt.Sprintf("%-9s", cmp.Or(d.Decision, "decision")))
	switch {
	case d.Error != "":
		o.Printf("%s %s: %s\n", o.style(red, "refused  "), cmp.Or(d.ID, "line"), o.Say(d.Error))
		if d.Hint != "" {
			o.Printf("          %s\n", o.Say(d.Hint))
		}
	case len(d.Claims) == 0:
		o.Printf("%s %s\n", name, d.ID)
	default:
		o.Printf("%s %s %s %s\n", name, d.ID, d.Claims[0].Tier, o.fit(d.Claims[0].Text, 40))
	}
}
