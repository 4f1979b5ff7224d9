package judge

import (
	"iter"
	"slices"
	"strings"

	"assay/provenance"
	"assay/text"
)

// A setting is a key with its value, as code has them: mode: "fork", --retries=3. A claim is read without
// the marks of Markdown, and a setting in it is one where its text sets the key in code.
type setting struct {
	key, value string
	start, end int // bytes, of both
}

func (s *setting) String() string { return s.key + ": " + s.value }

var settingForm = text.Pattern(`([A-Za-z_][\w.-]*)["']?(?:\s*=\s*|:\s+|\s*:\s*["'])\[?["']?([\w./+-]+)`)

// settingsIn are what may be settings in a line. A value that ends in dots stands for any.
func settingsIn(line string) (all []setting) {
	for _, m := range settingForm().FindAllStringSubmatchIndex(line, -1) {
		key, value := line[m[2]:m[3]], strings.TrimSuffix(line[m[4]:m[5]], ".")
		if m[2] > 0 && inWord(line[m[2]-1]) || strings.HasSuffix(value, "..") || strings.Trim(value, "./+-") == "" {
			continue
		}
		if key = strings.TrimLeft(key[strings.LastIndexByte(key, '.')+1:], "-"); key != "" {
			all = append(all, setting{key, value, m[2], m[5]})
		}
	}
	return all
}

// literal reports a value that no word of prose is: true, 30, low-power, but not "Push-to-talk".
func literal(value string) bool {
	return !text.HasUpper(value) || strings.ContainsAny(value, "_0123456789")
}

// unset are the settings of a claim of which the text sets the key, and nowhere to that value.
func (a *alignment) unset() (all []setting) {
	if !strings.Contains(a.s.Raw, "`") {
		return nil
	}
	for _, c := range settingsIn(a.c.Raw) {
		if literal(c.value) && !strings.Contains(c.value, "/") && a.s.inCode(c.key) && !a.s.sets(&c) {
			all = append(all, c)
		}
	}
	return all
}

// inCode reports a text that has a word in code.
func (t *reading) inCode(word string) bool {
	for at := range wordsAt(t.Raw, word) {
		if t.ticked(at) {
			return true
		}
	}
	return false
}

// ticked reports a place between backticks.
func (t *reading) ticked(at int) bool {
	const longest = 1 << 10 // bytes of a line that are looked at
	before := t.Raw[max(0, at-longest):at]
	return strings.Count(before[1+strings.LastIndexByte(before, '\n'):], "`")%2 == 1
}

// sets reports a text that has key and value of a setting near each other in a line, and the value not
// as that of another key.
func (t *reading) sets(s *setting) bool {
	const near = 120 // bytes
	for at := range wordsAt(t.Raw, s.key) {
		before := t.Raw[max(0, at-near):at]
		line, _, _ := strings.Cut(t.Raw[at:min(len(t.Raw), at+len(s.key)+near)], "\n")
		line = before[1+strings.LastIndexByte(before, '\n'):] + line
		if all := settingsIn(line); slices.ContainsFunc(all, func(o setting) bool { return o.key == s.key && o.value == s.value }) ||
			hasWord(line, s.value) && !slices.ContainsFunc(all, func(o setting) bool { return o.value == s.value }) {
			return true
		}
	}
	return false
}

// otherSetting finds where the text says the rest of the claim the key of a setting with another value,
// or its value with another key.
func (a *alignment) otherSetting() *finding {
	for _, c := range a.unset() {
		first, last := a.c.tokenFrom(c.start), a.c.tokenFrom(c.end)-1
		if last < first {
			continue
		}
		for unit, u := range a.s.Units {
			w := windowOf(int32(unit))
			if a.inWindow(w.first) {
				w = a.window
			}
			raw := a.s.Raw[u.Start:u.End]
			for _, s := range settingsIn(raw) {
				switch {
				case !literal(s.value) || !a.s.ticked(int(u.Start)+s.start):
					continue
				case s.key == c.key && !hasWord(a.c.Raw, s.value):
				case s.value == c.value && !hasWord(strings.ReplaceAll(raw, c.key+".", ""), c.key) && !hasWord(a.c.Raw, s.key):
				default:
					continue
				}
				if share, _ := a.sharedIn(w, a.c.Toks[first].Unit, first, last); share >= sharesClaim {
					return &finding{rule: RuleValue, effect: Refutes, unit: int32(unit), copied: true, mismatch: &provenance.Mismatch{Kind: "name", Claim: c.String(), Source: s.String()}}
				}
			}
		}
	}
	return nil
}

func hasWord(s, word string) bool {
	for range wordsAt(s, word) {
		return true
	}
	return false
}

// wordsAt are the places of a word that no letter, digit or underscore of ASCII goes on.
func wordsAt(s, word string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at, next := 0, 0; ; at = next {
			i := strings.Index(s[at:], word)
			if i < 0 {
				return
			}
			at += i
			next = at + len(word)
			if (at == 0 || !inWord(s[at-1])) && (next == len(s) || !inWord(s[next])) && !yield(at) {
				return
			}
		}
	}
}

func inWord(c byte) bool { return c == '_' || text.IsASCIIWord(c) }
