package reading

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"assay/gates/judge/value"
	"assay/text"
)

// A preset is what a text gives as the default of something: "defaults to 16", "/tmp by default".
type Preset struct {
	V          *value.Value // nil for a name
	Name       string
	Start, End int32 // bytes
	In         int32 // unit
}

const (
	DefaultWord = `(?:default(?:s|ed|ing)?|par défaut|por defecto|por omisión|predeterminad[oa]s?|standardmäßig|standardwert|vorgabe(?:wert)?|voreinstellung|voreingestellt|默认|缺省|預設|预设|既定|デフォルト)`
	openMarks   = "[`\"'‘’“«「]*"
)

// What stands before and behind a default, and a name behind the word for it.
var (
	presetBefore = regexp.MustCompile(`(?i)` + DefaultWord + `[^,.;:=()|、，。；：（）0-9]{0,30}[:=：(（]?\s*` + openMarks + `$`)
	presetBehind = regexp.MustCompile("(?i)^[`\"'’”»」]*[^,.;:=()|、，。；：（）0-9]{0,16}" + `(?:by ` + DefaultWord + `|[(（,]\s*(?:the |by )?` + DefaultWord + `\s*[).,;）]|(?:is |, |as )the default\b|` + DefaultWord + `\s*(?:[).,;。，、；）|]|で|$))`)
	presetName   = regexp.MustCompile(`(?i)` + DefaultWord + `(?:\s+value|值|値)?\s*(?:\bis\b|\bto\b|\best\b|\bes\b|\bist\b|为|是|使用|は|:|：|=)\s*` + "([`\"'‘“「]?)" + `([/~\w][\w./~:+-]*[\w/])`)
)

// Presets are the defaults that a sentence gives.
func (t *Text) Presets(unit int32) (all []Preset) {
	u := t.Units[unit]
	raw := t.Raw[u.Start:u.End]
	if !HasAnyOf(raw, presetParts) {
		return nil
	}
	const near = 80 // bytes
	for _, v := range t.ValuesIn([2]int32{u.First, u.Last}) {
		before, behind := t.Raw[max(u.Start, v.Start-near):v.Start], t.Raw[v.End:min(u.End, v.End+near)]
		if presetBefore.MatchString(before) || presetBehind.MatchString(behind) {
			all = append(all, Preset{v, "", v.Start, v.End, unit})
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, m := range presetName.FindAllStringSubmatchIndex(raw, -1) {
		name := raw[m[4]:m[5]]
		if m[2] < m[3] || strings.ContainsAny(name, "/~._") || m[5] == len(raw) || strings.ContainsAny(raw[m[5]:m[5]+1], ".,;)\n") {
			all = append(all, Preset{nil, name, u.Start + int32(m[4]), u.Start + int32(m[5]), unit})
		}
	}
	return all
}

// presetAlone opens a sentence that names what it is the default of in no word before it.
var presetAlone = regexp.MustCompile("(?i)^[*\\-` ]*(?:the |la |el |der |die )?" + DefaultWord + `(?:\s+value|值|値)?\s*(?:\bis\b|\bto\b|\best\b|\bes\b|\bist\b|为|是|は|:|：|=)`)

// presetParts are of the words for a default, each of which has one: most sentences have none, and an
// expression takes long to say so.
var presetParts = []string{"efault", "éfaut", "defecto", "omisión", "determinad", "tandard", "orgabe", "oreingestell", "oreinstellung", "默认", "缺省", "預設", "预设", "既定", "デフォルト"}

// GoesOnTo reports a sentence of the paragraph that another is of, or, where that one says nothing but
// a default, of the entry that it ends.
func (t *Text) GoesOnTo(from, to int32) bool {
	own := t.OpensPreset(to)
	if own && t.OpensPreset(from) {
		return false
	}
	return t.Units[from].Block == t.Units[to].Block || own && t.Units[from].Block+2 >= t.Units[to].Block
}

func (t *Text) OpensPreset(unit int32) bool {
	u := t.Units[unit]
	return presetAlone.MatchString(t.Raw[u.Start:min(u.End, u.Start+60)])
}

// A setting is a key with its value, as code has them: mode: "fork", --retries=3. A claim is read without
// the marks of Markdown, and a setting in it is one where its text sets the key in code.
type Setting struct {
	Key, Value string
	Start, End int // bytes, of both
}

func (s *Setting) String() string { return s.Key + ": " + s.Value }

var settingForm = text.Pattern(`([A-Za-z_][\w.-]*)["']?(?:\s*=\s*|:\s+|\s*:\s*["'])\[?["']?([\w./+-]+)`)

// SettingsIn are what may be settings in a line. A value that ends in dots stands for any.
func SettingsIn(line string) (all []Setting) {
	for _, m := range settingForm().FindAllStringSubmatchIndex(line, -1) {
		key, value := line[m[2]:m[3]], strings.TrimSuffix(line[m[4]:m[5]], ".")
		if m[2] > 0 && inWord(line[m[2]-1]) || strings.HasSuffix(value, "..") || strings.Trim(value, "./+-") == "" {
			continue
		}
		if key = strings.TrimLeft(key[strings.LastIndexByte(key, '.')+1:], "-"); key != "" {
			all = append(all, Setting{key, value, m[2], m[5]})
		}
	}
	return all
}

// InCode reports a text that has a word in code.
func (t *Text) InCode(word string) bool {
	for at := range wordsAt(t.Raw, word) {
		if t.Ticked(at) {
			return true
		}
	}
	return false
}

// Ticked reports a place between backticks.
func (t *Text) Ticked(at int) bool {
	const longest = 1 << 10 // bytes of a line that are looked at
	before := t.Raw[max(0, at-longest):at]
	return strings.Count(before[1+strings.LastIndexByte(before, '\n'):], "`")%2 == 1
}

// Sets reports a text that has key and value of a setting near each other in a line, and the value not
// as that of another key.
func (t *Text) Sets(s *Setting) bool {
	const near = 120 // bytes
	for at := range wordsAt(t.Raw, s.Key) {
		before := t.Raw[max(0, at-near):at]
		line, _, _ := strings.Cut(t.Raw[at:min(len(t.Raw), at+len(s.Key)+near)], "\n")
		line = before[1+strings.LastIndexByte(before, '\n'):] + line
		if all := SettingsIn(line); slices.ContainsFunc(all, func(o Setting) bool { return o.Key == s.Key && o.Value == s.Value }) ||
			HasWord(line, s.Value) && !slices.ContainsFunc(all, func(o Setting) bool { return o.Value == s.Value }) {
			return true
		}
	}
	return false
}

// HasWord reports a string with a word in it.
func HasWord(s, word string) bool {
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
