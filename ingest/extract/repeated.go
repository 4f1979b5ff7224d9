package extract

import (
	"slices"
	"strings"
)

// Edges of a page, in blocks. What repeats in the middle of pages (a warning, a
// definition, a line of code) is the site's matter and not its furniture.
const (
	headBlocks = 10
	footBlocks = 20
	fewPages   = 4 // of fewer pages nothing can be said
)

// Repeated names the blocks that stand at the head or foot of most pages of one
// site, given the Markdown of all of them: what a page's own marks did not give away
// as navigation, sidebar or imprint. They are sorted; the order of pages means
// nothing.
func Repeated(pages []string) []string {
	if len(pages) < fewPages {
		return nil
	}
	count := map[string]int{}
	for _, p := range pages {
		b := markdownBlocks(p)
		seen := map[string]bool{}
		for i, x := range b {
			if (i < headBlocks || i >= len(b)-footBlocks) && !seen[x] {
				seen[x] = true
				count[x]++
			}
		}
	}
	var out []string
	for x, n := range count {
		if n*10 >= len(pages)*6 {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return out
}

// Strip takes blocks that [Repeated] named off the ends of a page: from its end up
// to the first block of its own, and from its beginning, past its title. A heading
// goes only with all that stands below it.
func Strip(markdown string, repeated []string) string {
	b := markdownBlocks(markdown)
	named := func(s string) bool { _, ok := slices.BinarySearch(repeated, s); return ok }
	end := len(b)
	for end > 0 && len(b)-end < footBlocks && named(b[end-1]) {
		end--
	}
	drop := make([]bool, end)
	own := 0
	for i := 0; i < min(end, headBlocks) && own < 2; i++ {
		if drop[i] = named(b[i]); !drop[i] {
			own++
		}
	}
	for i := end - 1; i >= 0; i-- {
		if drop[i] && strings.HasPrefix(b[i], "#") && (i+1 == end || !drop[i+1]) {
			drop[i] = false
		}
	}
	var kept []string
	for i, x := range b[:end] {
		if !drop[i] {
			kept = append(kept, x)
		}
	}
	if len(kept) == len(b) || len(kept) == 0 {
		return markdown // nothing is gone, or the page is nothing else
	}
	return strings.Join(kept, "\n\n") + "\n"
}

// markdownBlocks cuts at blank lines, not within fences.
func markdownBlocks(s string) []string {
	var out []string
	var open string
	from := 0
	flush := func(to int) {
		if x := strings.Trim(s[from:to], "\n"); x != "" {
			out = append(out, x)
		}
		from = to
	}
	for at := 0; at < len(s); {
		to := strings.IndexByte(s[at:], '\n')
		if to < 0 {
			break
		}
		line := strings.TrimLeft(s[at:at+to], " >")
		run := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case open == "" && len(run) >= 3:
			open = run
		case open != "" && len(run) >= len(open) && strings.TrimSpace(line) == run:
			open = ""
		case open == "" && line == "" && s[at:at+to] == "":
			flush(at)
		}
		at += to + 1
	}
	flush(len(s))
	return out
}
