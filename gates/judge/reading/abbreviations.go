package reading

import (
	"strings"

	"assay/gates/judge/lexicon"
	"assay/text"
)

// SpelledOut reports initials of a run of names in which words stand.
func (t *Text) SpelledOut(initials, words string) bool {
	first := t.Initial[strings.ToLower(initials)] - 1
	if first < 0 {
		return false
	}
	last := first
	for next := last + 1; int(next) < len(t.Toks) && int(next-first) < 2*len(initials) && t.Toks[next].Unit == t.Toks[first].Unit && !t.Parted(next); next++ {
		last = next
	}
	return strings.Contains(t.Raw[t.Toks[first].Start:t.Toks[last].End], words)
}

// ShortFor reports letters that a word may be written by: WS for WebSocket, MS for Microsoft.
func ShortFor(short, long string) bool {
	if len(short) < 2 || len(short) > 4 || !text.IsUpperWord(short) || len(long) <= len(short) || short[0] != long[0] {
		return false
	}
	rest := strings.ToUpper(long)
	for i := range short {
		at := strings.IndexByte(rest, short[i])
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// BeginWith counts how often the same words begin with letters, small words left out or not: DK
// and DOK are a dictionary of keys.
func (t *Text) BeginWith(letters string) (most int) {
	places := map[string]int{}
	for i := range t.Toks {
		k, end := 0, int32(0)
		for at := i; at < len(t.Toks) && k < len(letters); at++ {
			tok := &t.Toks[at]
			if end = tok.End; tok.Low[0] == letters[k] && (tok.Content() || k > 0 && k < len(letters)-1) {
				k++
			} else if k == 0 || tok.Content() {
				break
			}
		}
		if k == len(letters) {
			words := strings.ToLower(strings.Join(strings.Fields(t.Raw[t.Toks[i].Start:end]), " "))
			places[words]++
			most = max(most, places[words])
		}
	}
	return most
}

// FormAt reports a form of a name at token i.
func (t *Text) FormAt(i int32, words []string) bool {
	if int(i)+len(words) > len(t.Toks) {
		return false
	}
	for k, w := range words {
		tok := &t.Toks[i+int32(k)]
		if tok.Low != w || tok.Unit != t.Toks[i].Unit || w != "of" && !t.Capital(int(i)+k) {
			return false
		}
		if k == 0 {
			continue
		}
		if gap := t.Gap(i + int32(k) - 1); gap != " " && gap != "." && gap != ". " {
			return false
		}
	}
	if len(words) > 1 || len(words[0]) > 3 {
		return true
	}
	tok := &t.Toks[i]
	return (text.IsUpperWord(t.Raw[tok.Start:tok.End]) || lexicon.Shortened.Has(words[0])) && (!lexicon.WordyCodes.Has(words[0]) || tok.Is(text.MarkBreak) && i > 0 && t.Toks[i-1].Is(text.MarkName) && strings.TrimSpace(t.Gap(i-1)) == ",")
}

// indexDefined notes what a text itself abbreviates: "common gateway interface (CGI)", "CGI (common gateway
// interface)".
func (t *Text) indexDefined() {
	for i := range t.Toks {
		tok := &t.Toks[i]
		if n := len(tok.Low); n < 2 || n > 6 || !text.IsUpperWord(t.Raw[tok.Start:tok.End]) {
			continue
		}
		rest := strings.TrimLeft(t.Raw[tok.End:], " ")
		if rest == "" || rest[0] != '(' && rest[0] != ')' {
			continue
		}
		words := make([]int32, len(tok.Low))
		switch {
		case rest[0] == ')' && tok.Start > 0 && t.Raw[tok.Start-1] == '(' && t.spelledBy(tok, words, int32(i), -1):
			t.abbreviates(tok.Low, words)
		case rest[0] == '(' && t.spelledBy(tok, words, int32(i), 1) && strings.HasPrefix(t.Raw[t.Toks[words[len(words)-1]].End:], ")"):
			t.abbreviates(tok.Low, words)
		}
	}
}

func (t *Text) abbreviates(short string, words []int32) {
	if t.Defined == nil {
		t.Defined = map[string][]int32{}
	}
	t.Defined[short] = words
}

// spelledBy reports that the words before a token, or behind it, begin with its letters, and which these are.
func (t *Text) spelledBy(tok *text.Token, words []int32, k, step int32) bool {
	in := func() bool { return k+step >= 0 && int(k+step) < len(t.Toks) && t.Toks[k+step].Unit == tok.Unit }
	for n := range words {
		letter := n
		if step < 0 {
			letter = len(words) - 1 - n
		}
		if !in() {
			return false
		}
		for k += step; t.Toks[k].Is(text.MarkStop) && t.Toks[k].Low[0] != tok.Low[letter] && in(); {
			k += step
		}
		if t.Toks[k].Low[0] != tok.Low[letter] {
			return false
		}
		words[letter] = k
	}
	return true
}

// indexParts makes the words within an identifier findable.
func (t *Text) indexParts(i int, tok *text.Token) {
	raw := t.Raw[tok.Start:tok.End]
	from := 0
	add := func(to int) {
		if to-from >= 3 {
			if t.Parts == nil {
				t.Parts = map[string][]int32{}
			}
			w := strings.ToLower(raw[from:to])
			t.Parts[w] = append(t.Parts[w], int32(i))
		}
	}
	for j := 1; j < len(raw); j++ {
		c, before := raw[j], raw[j-1]
		switch {
		case c == '_' || c == '.':
			add(j)
			from = j + 1
		case c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z', text.IsDigitByte(c) && !text.IsDigitByte(before) && before != '_' && before != '.':
			if from < j {
				add(j)
			}
			from = j
		}
	}
	if from < len(raw) && from > 0 {
		add(len(raw))
	}
}

// indexInitials notes the initials of runs of names, so that NATO finds the North
// Atlantic Treaty Organization.
func (t *Text) indexInitials() {
	for i := 0; i < len(t.Toks); i++ {
		if !t.Capital(i) {
			continue
		}
		var letters [8]byte
		n, last := 0, i
		for j := i; j < len(t.Toks) && n < len(letters); j++ {
			tok := &t.Toks[j]
			if tok.Unit != t.Toks[i].Unit || j > i && tok.Is(text.MarkBreak) {
				break
			}
			if t.Capital(j) {
				letters[n] = t.Raw[tok.Start] | 0x20 // in lower case
				n, last = n+1, j
			} else if !tok.Is(text.MarkStop) || j-last > 2 {
				break
			}
		}
		if n >= 2 {
			if t.Initial == nil {
				t.Initial = map[string]int32{}
			}
			for k := 2; k <= n; k++ {
				if t.Initial[string(letters[:k])] == 0 {
					t.Initial[string(letters[:k])] = int32(i) + 1
				}
			}
			i = last
		}
	}
}
