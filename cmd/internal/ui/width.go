package ui

import (
	"strings"

	"github.com/rivo/uniseg"
)

// tabWidth in columns; where a tab stands on the line does not matter here, since
// the underline counts the same way.
const tabWidth = 4

// columnsOf is how many columns text takes: two for CJK and emoji, none for
// combining marks.
func columnsOf(s string) int {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
		return len(s) // most text, and told in a hundredth of the time
	}
	return uniseg.StringWidth(strings.ReplaceAll(s, "\t", strings.Repeat(" ", tabWidth)))
}

// An excerpt is a line of a file as shown: the part that matters, and where the
// underline goes.
type excerpt struct {
	text        string
	from, width int // columns of the underline within text
}

// excerptOf shows line with bytes start to end underlined, in at most limit
// columns. Of a longer line it shows the part around the beginning of what is
// underlined, with … for what is left out.
func excerptOf(line string, start, end, limit int) excerpt {
	end = min(max(end, start), len(line))
	start = min(start, end)
	line = strings.ToValidUTF8(line, "\ufffd")
	// Invalid bytes became longer; a mark in such a line may be off, never out.
	start, end = min(start, len(line)), min(end, len(line))
	before, marked, after := Visible(line[:start]), Visible(line[start:end]), Visible(line[end:])
	if trimmed := strings.TrimLeft(before, " \t"); marked != "" {
		before = trimmed
	}
	if columnsOf(before)+columnsOf(marked)+columnsOf(after) > limit {
		lead := limit / 4
		if columnsOf(marked) < limit {
			lead = max(lead, limit-columnsOf(marked)-8)
		}
		before = ending(before, lead)
		marked = firstColumns(marked, limit-columnsOf(before))
		after = firstColumns(after, limit-columnsOf(before)-columnsOf(marked))
	}
	expand := func(s string) string { return strings.ReplaceAll(s, "\t", strings.Repeat(" ", tabWidth)) }
	return excerpt{
		text: strings.TrimRight(expand(before+marked+after), " "),
		from: columnsOf(before), width: columnsOf(strings.TrimRight(marked, " ")),
	}
}

// firstColumns cuts text to at most n columns, never through a character.
func firstColumns(s string, n int) string {
	if columnsOf(s) <= n {
		return s
	}
	var b strings.Builder
	used, state := 0, -1
	for rest := s; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used += columnsOf(cluster); used > n-1 {
			break
		}
		b.WriteString(cluster)
	}
	if n < 1 {
		return ""
	}
	return b.String() + "…"
}

// ending cuts the beginning of a text that takes more than n columns, and says so by ….
func ending(s string, n int) string {
	if columnsOf(s) <= n {
		return s
	}
	return "…" + lastColumns(s, n-1)
}

// lastColumns keeps the end of a text, at most n columns of it.
func lastColumns(s string, n int) string {
	total, state := columnsOf(s), -1
	for rest := s; rest != ""; {
		if total <= n {
			return rest
		}
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		total -= columnsOf(cluster)
		if rest == "" {
			break
		}
	}
	return ""
}
