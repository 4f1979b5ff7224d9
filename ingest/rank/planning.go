package rank

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Planning says what a question becomes before any source is asked.
type Planning struct {
	Synonyms        map[string]string   `yaml:"synonyms"`
	Expansions      map[Intent][]string `yaml:"expansions"`
	English         map[string]string   `yaml:"english"`
	Freshness       map[Intent]string   `yaml:"freshness"`
	Shapes          map[Intent]Shape    `yaml:"shapes"`
	ShapeSignals    map[Shape][]string  `yaml:"shape_signals"`
	Caps            map[Shape]int       `yaml:"caps"`
	Depths          map[string]Depth    `yaml:"depths"`
	Classes         map[Intent][]string `yaml:"classes"`
	Modes           map[string][]string `yaml:"modes"`
	Expects         map[string][]string `yaml:"expects"`
	Boosts          map[Intent][]string `yaml:"boosts"`
	Workers         Workers             `yaml:"workers"`
	ExpansionWeight float64             `yaml:"expansion_weight"`
	Live            Live                `yaml:"live"`
}

// Workers bound what web searches are asked at once.
type Workers struct {
	Queries  int   `yaml:"queries"`
	Sources  int   `yaml:"sources"`  // of one query
	Requests int64 `yaml:"requests"` // of all
}

// Searches are the web searches of a mode, as far as they can be asked here: "a unless b" is
// a where b cannot.
func (p *Planning) Searches(mode string, ready func(name string) bool) (out []string) {
	for _, entry := range p.Modes[mode] {
		name, other, _ := strings.Cut(entry, " unless ")
		if other == "" || !ready(other) {
			out = append(out, name)
		}
	}
	return out
}

// Live says which web searches have a word in a draft: one after another until one has results.
type Live struct {
	Chain   []string `yaml:"chain"`
	Results int      `yaml:"results"`
}

// A Shape is what a question looks like: it decides on caps, clusters and how freshness
// counts.
type Shape string

// A Depth bounds a run.
type Depth struct {
	Stream  int `yaml:"stream"`  // hits of one source on one query
	Pool    int `yaml:"pool"`    // hits that stay in the race
	Rerank  int `yaml:"rerank"`  // hits that are reranked
	Queries int `yaml:"queries"` // what the question becomes, at most
}

// A Subquery is one way of asking a question.
type Subquery struct {
	Text   string  `json:"query"`
	Weight float64 `json:"weight"`
}

// Shape of a question of an intent.
func (w *Weights) Shape(query string, i Intent) Shape {
	spaced := " " + plain(query) + " "
	for _, shape := range []Shape{"prediction", "opinion"} {
		if slices.ContainsFunc(w.Planning.ShapeSignals[shape], func(s string) bool { return signalled(spaced, s) }) {
			return shape
		}
	}
	return cmp.Or(w.Planning.Shapes[i], "concept")
}

// Window is how new a hit must be: what a comparison of the latest wants is the latest.
func (w *Weights) Window(query string, i Intent) string {
	spaced := " " + plain(query) + " "
	if i == "comparison" && slices.ContainsFunc(w.Signals["status"], func(s string) bool { return signalled(spaced, s) }) {
		i = "status"
	}
	return w.Planning.Freshness[i]
}

// asking are words of a question that are about the asking.
var asking = strings.Fields(`a an the of in on for to with and or is are was were be do does did how what why when where which who can could should
would will my your our i we you it its there about from by at as this that these those has have had not between than me tell explain show find`)

// stripped are the words of a question, "" for each that is about the asking.
func (w *Weights) stripped(query string, i Intent) []string {
	text := query
	drop := map[string]bool{}
	spaced := " " + plain(query) + " "
	for _, s := range w.Signals[i] {
		if isHan(s) {
			text = strings.ReplaceAll(text, s, " ")
		} else if signalled(spaced, s) {
			for _, word := range strings.Fields(plain(s)) {
				drop[word] = true
			}
		}
	}
	var out []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("?!,;:\"“”()[]？！，。、的", r)
	}) {
		low := strings.ToLower(word)
		if drop[low] || slices.Contains(asking, low) {
			word = ""
		}
		out = append(out, word)
	}
	return out
}

func isHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// Topic is what a question is about: its words without those of asking.
func (w *Weights) Topic(query string, i Intent) string {
	if t := strings.Join(strings.Fields(strings.Join(w.stripped(query, i), " ")), " "); t != "" {
		return t
	}
	return strings.TrimSpace(query)
}

// Entity is the one thing by name that a question is about, "" where it has none: what
// stands in quotes, else a run of words with a capital, a digit or a mark of a name, else
// a topic of one word.
func (w *Weights) Entity(query string, i Intent) string {
	if _, rest, ok := strings.Cut(query, `"`); ok {
		if quoted, _, ok := strings.Cut(rest, `"`); ok && strings.TrimSpace(quoted) != "" {
			return strings.TrimSpace(quoted)
		}
	}
	words := w.stripped(query, i)
	if a, _, ok := Sides(query); ok {
		words = w.stripped(a, i)
	}
	var run []string
	for _, word := range words {
		if named(word) {
			run = append(run, word)
		} else if len(run) > 0 {
			break
		}
	}
	switch {
	case len(run) > 0:
		return strings.Join(run[:min(len(run), 4)], " ")
	case strings.Contains(w.Topic(query, i), " "):
		return ""
	}
	return strings.Join(words, "")
}

// named reports whether a word looks like a name: it has a capital, a digit or a mark.
// Latin letters in a Chinese question are a name too.
func named(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool {
		return unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("/.@_+#", r)
	})
}

// Sides are the two things that a question compares.
func Sides(query string) (a, b string, ok bool) {
	low := strings.ToLower(query)
	for _, mark := range []string{" vs. ", " vs ", " versus ", " compared to ", " 还是 ", "还是", " 和 ", "和"} {
		i := strings.Index(low, mark)
		if i <= 0 || (mark == "和" || mark == " 和 ") && !strings.Contains(query, "区别") {
			continue
		}
		a, b = query[:i], query[i+len(mark):]
		return side(a, true), side(b, false), side(a, true) != "" && side(b, false) != ""
	}
	if _, rest, found := strings.Cut(low, "difference between "); found {
		if i := strings.Index(rest, " and "); i > 0 {
			rest = query[len(query)-len(rest):]
			return side(rest[:i], true), side(rest[i+5:], false), true
		}
	}
	return "", "", false
}

func side(s string, last bool) string {
	s = strings.NewReplacer("的区别", " ", "区别", " ", "?", " ", "？", " ").Replace(s)
	words := strings.FieldsFunc(s, unicode.IsSpace)
	words = slices.DeleteFunc(words, func(x string) bool {
		return slices.Contains(asking, strings.ToLower(x)) || strings.EqualFold(x, "latest")
	})
	if len(words) > 3 { // "latest Bun vs Deno for small servers"
		if last {
			words = words[len(words)-3:]
		} else {
			words = words[:3]
		}
	}
	return strings.Join(words, " ")
}

// Queries are what a question becomes: itself first, then what its intent adds, up to a
// number.
func (w *Weights) Queries(query string, i Intent, shape Shape, limit, year int) []Subquery {
	p := w.Planning
	if c := p.Caps[shape]; c > 0 {
		limit = min(limit, c)
	}
	out := []Subquery{{strings.TrimSpace(query), 1}}
	add := func(text string) {
		text = strings.Join(strings.Fields(text), " ")
		if len(out) < limit && text != "" && !slices.ContainsFunc(out, func(s Subquery) bool { return strings.EqualFold(s.Text, text) }) {
			out = append(out, Subquery{text, p.ExpansionWeight})
		}
	}
	topic := w.Topic(query, i)
	if isHan(query) {
		english := w.inEnglish(query)
		add(english)
		topic = cmp.Or(w.inEnglish(topic), topic)
	}
	a, b, sides := Sides(query)
	for _, form := range p.Expansions[i] {
		if !sides && !strings.Contains(form, "{q}") {
			continue
		}
		add(strings.NewReplacer("{q}", topic, "{a}", a, "{b}", b, "{year}", strconv.Itoa(year)).Replace(form))
	}
	for _, word := range strings.Fields(query) {
		if s := p.Synonyms[word]; s != "" {
			add(strings.Replace(query, word, s, 1))
		}
	}
	return out
}

// Also is a question in other languages, as far as that is known.
func (w *Weights) Also(query string) []string {
	if english := w.inEnglish(query); english != "" && isHan(query) {
		return []string{english}
	}
	return nil
}

// inEnglish is a Chinese technical question in English as far as the words are known: ""
// where less than half of it is.
func (w *Weights) inEnglish(query string) string {
	words := slices.SortedFunc(maps.Keys(w.Planning.English), func(a, b string) int { // the longest first, then by text
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	out, known := query, 0
	for _, zh := range words {
		if n := strings.Count(out, zh); n > 0 {
			out = strings.ReplaceAll(out, zh, " "+w.Planning.English[zh]+" ")
			known += n * len([]rune(zh))
		}
	}
	left := 0
	out = strings.Map(func(r rune) rune {
		if isHan(string(r)) {
			left++
			return ' '
		}
		return r
	}, out)
	if known == 0 || known < left {
		return ""
	}
	return strings.Join(strings.Fields(out), " ")
}

// sound says what of planning cannot be meant.
func (p *Planning) sound() error {
	for name, d := range p.Depths {
		if d.Stream < 1 || d.Pool < 1 || d.Rerank < 1 || d.Queries < 1 || max(d.Stream, d.Pool, d.Rerank, d.Queries) > 1000 {
			return fmt.Errorf("planning: depths: %s: each number is from 1 to 1000", name)
		}
	}
	for i := range p.Classes {
		if !i.Valid() {
			return fmt.Errorf("planning: classes: no intent %q; there are %s", i, names())
		}
	}
	if p.Workers.Queries < 1 || p.Workers.Sources < 1 || p.Workers.Requests < 1 {
		return fmt.Errorf("planning: workers: each number is from 1")
	}
	if p.Live.Results < 1 || p.Live.Results > 100 {
		return fmt.Errorf("planning: live: results are from 1 to 100")
	}
	for i, code := range p.Freshness {
		if Days(code) == 0 {
			return fmt.Errorf("planning: freshness: %s: %q is none of pd, pw, pm, py", i, code)
		}
	}
	return nil
}

// Days of a freshness code: pd a day, pw a week, pm a month, py a year; 0 for another.
func Days(code string) int { return map[string]int{"pd": 1, "pw": 7, "pm": 30, "py": 365}[code] }
