package gates

import (
	"fmt"
	"strings"

	"assay/provenance"
	"assay/text"
	"assay/vault/markdown"
)

// quoted is the passage that decided, as a related place.
func quoted(j provenance.Judged) []Related {
	text := j.Evidence.Text
	if from, to := j.Judgement.QuoteStart, j.Judgement.QuoteEnd; 0 <= from && from < to && to <= len(text) {
		return place(j.Evidence, text[from:to])
	}
	return place(j.Evidence, "")
}

func place(e provenance.Evidence, words string) []Related {
	if e.Span.File == "" {
		return nil
	}
	message := quote(words)
	if words == "" {
		message = "the cited passage"
	}
	return []Related{{Span: e.Span, Quote: words, Message: message}}
}

// quote shows words in quotation marks, on one line and no longer than one reads, without the
// signs that the lines of a comment in code begin with.
func quote(s string) string {
	var words []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		for _, sign := range [...]string{"* ", "// ", "# "} {
			line = strings.TrimPrefix(line, sign)
		}
		words = append(words, strings.Fields(line)...)
	}
	return `"` + text.Clip(strings.Join(words, " "), 160) + `"`
}

// CiteProblem is a clause on a citation that could not be judged.
func CiteProblem(at provenance.Located) string {
	if at.Reason == "" {
		return citeName(at.Cite)
	}
	return citeName(at.Cite) + because(at.Reason)
}

func clip40(s string) string { return text.Clip(s, 40) }

// list names the first few of several words.
func list(words []string, most int, show func(string) string) string {
	var b strings.Builder
	for i, w := range words {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(words)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(show(w))
	}
	return b.String()
}

func because(reason string) string {
	if reason = strings.TrimSuffix(strings.TrimSpace(reason), "."); reason == "" {
		return ""
	}
	return ": " + reason
}

// meant offers the names an author may have meant, else the hint.
func meant(candidates []string, hint string) string {
	switch len(candidates) {
	case 0:
		return hint
	case 1:
		return "did you mean " + candidates[0] + "?"
	}
	return "did you mean one of " + list(candidates, 4, func(s string) string { return s }) + "?"
}

// orElse is a hint with what else can be done where the vault has a policy: others have no
// index of what they cite, and no ledger to keep a person's word.
func (p Policy) orElse(hint, more string) string {
	if p.IsGuest() {
		return hint
	}
	return hint + more
}

// searchFor is the command that looks for passages about a claim.
func searchFor(c markdown.Claim) string {
	words := strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"'`$\\!", r) {
			return -1
		}
		return r
	}, c.Text))
	return "`assay search \"" + text.Clip(strings.Join(words, " "), 60) + "\"`"
}

// ShellWord quotes an argument for a command that a person may paste.
func ShellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+,=~", r) || r > 127
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 && s[0] != '~' && s[0] != '-' {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Nearest is the name that a typo most likely meant, or "" when none is near: at
// most a third of the word may differ (a swap of neighbours counts once).
func Nearest(word string, names []string) string {
	runes := []rune(word)
	best, most := "", max(1, len(runes)/3)
	if len(runes) > 64 { // no name is that long
		return ""
	}
	for _, name := range names {
		if d := text.EditDistance(runes, []rune(name), most); d <= most {
			best, most = name, d-1
		}
	}
	return best
}
