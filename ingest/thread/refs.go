package thread

import (
	"regexp"
	"slices"
	"strings"
)

// A Ref is something that a thread refers to.
type Ref struct {
	Type    string `json:"type"` // issue, pr, discussion, duplicate, commit, related, cross_ref_issue, cross_ref_pr, url
	URL     string `json:"url"`
	Context string `json:"context"` // the words around it
}

// around is how many characters of a reference's surroundings are kept, on each side.
const around = 40

var (
	address = regexp.MustCompile(`https?://[^\s<>"'\x60\])}]+`)
	// owner/repo#12, #12, GH-12
	short   = regexp.MustCompile(`(?:^|[\s(\[,;:])((?:([\w.-]+/[\w.-]+))?#(\d+)|GH-(\d+))\b`)
	hash    = regexp.MustCompile(`(?:^|[\s(\x60])(?:commit )?([0-9a-f]{40})\b`)
	image   = regexp.MustCompile(`(?i)(?:\.(?:png|jpe?g|gif|svg|webp|ico)(?:\?.*)?$|/user-attachments/|camo\.githubusercontent\.com|/badge[/.])`)
	leadsTo = regexp.MustCompile(`(?i)\b(duplicate of|duplicates|fix(?:e[sd])?|close[sd]?|resolve[sd]?|see also|related to|follow-up (?:of|to))\s*:?\s*$`)
	number  = regexp.MustCompile(`^https?://(?:www\.)?github\.com/[\w.-]+/[\w.-]+/(issues|pull|discussions|commit)/\w+`)
)

// refer adds references that the thread does not have yet, and none to itself.
func (t *Thread) refer(refs []Ref) {
	if t.Refs == nil {
		t.Refs = []Ref{}
	}
	for _, r := range refs {
		at, _, _ := strings.Cut(r.URL, "#")
		if at == t.URL || image.MatchString(r.URL) || slices.ContainsFunc(t.Refs, func(x Ref) bool { return x.URL == r.URL }) {
			continue
		}
		t.Refs = append(t.Refs, r)
	}
}

// references finds what a text refers to. Numbers alone are of a repository.
func references(text, repo string) []Ref {
	var out []Ref
	add := func(kind, url string, from, to int) {
		before := text[:from]
		if m := leadsTo.FindStringSubmatch(before[max(0, len(before)-60):]); m != nil {
			kind = "related"
			if strings.HasPrefix(strings.ToLower(m[1]), "duplicate") {
				kind = "duplicate"
			}
		}
		out = append(out, Ref{kind, url, wordsAround(text, from, to)})
	}
	for _, m := range address.FindAllStringIndex(text, -1) {
		at := strings.TrimRight(text[m[0]:m[1]], ".,;:!?")
		add(kindOf(at), at, m[0], m[0]+len(at))
	}
	for _, m := range short.FindAllStringSubmatchIndex(text, -1) {
		of := repo
		if m[4] >= 0 {
			of = "https://github.com/" + text[m[4]:m[5]]
		}
		n := m[6:8]
		if n[0] < 0 {
			n = m[8:10]
		}
		if of != "" {
			add("issue", of+"/issues/"+text[n[0]:n[1]], m[2], m[3])
		}
	}
	for _, m := range hash.FindAllStringSubmatchIndex(text, -1) {
		if repo != "" {
			add("commit", repo+"/commit/"+text[m[2]:m[3]], m[2], m[3])
		}
	}
	return out
}

// kindOf an address.
func kindOf(at string) string {
	if m := number.FindStringSubmatch(at); m != nil {
		return map[string]string{"issues": "issue", "pull": "pr", "discussions": "discussion", "commit": "commit"}[m[1]]
	}
	return "url"
}

// wordsAround is the text around a reference, in one line.
func wordsAround(text string, from, to int) string {
	head, tail := []rune(text[:from]), []rune(text[to:])
	head, tail = head[max(0, len(head)-around):], tail[:min(len(tail), around)]
	return strings.Join(strings.Fields(string(head)+text[from:to]+string(tail)), " ")
}
