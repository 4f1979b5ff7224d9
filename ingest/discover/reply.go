package discover

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"assay/ingest/plain"
	"assay/text"
)

// maxText is how much of a hit's text is kept, in bytes.
const maxText = 4000

// read finds the hits in a reply. A reply that is not as the skill says is an error: it
// must not look as if there were nothing.
func (s *Skill) read(body []byte, num int) (Answer, error) {
	a := Answer{Source: s.Name, Verdict: Answered}
	doc, err := asJSON(s.Reply.Form, body)
	if err != nil {
		return a, err
	}
	list := doc
	if s.Reply.Hits != "" {
		if list = doc.Get(s.Reply.Hits); !list.Exists() {
			return a, fmt.Errorf("its answer has no %q", s.Reply.Hits)
		}
	}
	items := list.Array()
	for _, item := range items {
		if h, ok := s.hit(item); ok {
			h.Rank = len(a.Hits) + 1
			a.Hits = append(a.Hits, h)
		}
		if num > 0 && len(a.Hits) == num {
			break
		}
	}
	if s.Reply.Answer != "" {
		a.Summary = clean(doc.Get(s.Reply.Answer).String())
	}
	if s.Reply.Pause != "" {
		a.pause = doc.Get(s.Reply.Pause).Float()
	}
	if s.Reply.Engines != "" {
		doc.Get(s.Reply.Engines).ForEach(func(_, e gjson.Result) bool {
			a.Engines = append(a.Engines, clean(strings.Join(texts(e), ": ")))
			return true
		})
	}
	partial := s.Reply.Partial != "" && doc.Get(s.Reply.Partial).Bool()
	switch {
	case len(items) > 0 && len(a.Hits) == 0 && len(s.Reply.Where) == 0:
		return a, fmt.Errorf("none of its %d items has a title and an address where the skill looks for them", len(items))
	case len(a.Hits) > 0 && (partial || len(a.Engines) > 0):
		a.Verdict, a.Reason = Degraded, "it did not look everywhere"
	case len(a.Hits) == 0 && (partial || len(a.Engines) > 0):
		a.Verdict, a.Reason = Failed, "it did not look everywhere, and found nothing where it did"
	case len(a.Hits) == 0:
		a.Verdict = Empty
	}
	return a, nil
}

// Sound are hits that did not come by a skill, as those of skills are: their texts clean, in
// their order, and none without a title or an address of the web.
func Sound(hits []Hit) (out []Hit) {
	for _, h := range hits {
		h.Title, h.URL, h.Snippet = clean(h.Title), strings.TrimSpace(h.URL), clean(h.Snippet)
		if h.Rank = len(out) + 1; h.Title != "" && isWeb(h.URL) {
			out = append(out, h)
		}
	}
	return out
}

func isWeb(at string) bool {
	u, err := url.Parse(at)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}

func texts(r gjson.Result) []string {
	var out []string
	for _, e := range r.Array() {
		out = append(out, e.String())
	}
	return out
}

// hit reads one item.
func (s *Skill) hit(item gjson.Result) (Hit, bool) {
	for path, want := range s.Reply.Where {
		if got := item.Get(path).String(); got != want {
			return Hit{}, false
		}
	}
	m := s.Reply.Map
	h := Hit{
		Title: clean(value(item, m.Title)), URL: strings.TrimSpace(value(item, m.URL)), Snippet: clean(value(item, m.Snippet)),
		Author: clean(value(item, m.Author)), ID: value(item, m.ID),
		Engine: clean(value(item, m.Engine)), Signals: signals(item, s.Reply.Signals),
	}
	for _, p := range m.Date {
		if h.Date = date(item.Get(p), s.Reply.Dates); !h.Date.IsZero() {
			break
		}
	}
	if h.Title == "" {
		h.Title, _, _ = strings.Cut(h.Snippet, "\n")
		h.Title = clip(h.Title, 100)
	}
	return h, h.Title != "" && isWeb(h.URL)
}

func signals(item gjson.Result, paths map[string]string) map[string]float64 {
	out := map[string]float64{}
	for name, path := range paths {
		if v := item.Get(path); v.Exists() && v.Type != gjson.Null {
			out[name] = v.Float() // "12" is 12 too
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// pathIn finds the paths in a text with braces.
var pathIn = regexp.MustCompile(`\{([^{}]+)\}`)

// value is the first of the paths that has one. A text with braces has paths in them and
// is whole or nothing. After a bar stands what to do with it: "abstract | inverted".
func value(item gjson.Result, paths Paths) string {
	for _, p := range paths {
		if v := one(item, p); v != "" {
			return v
		}
	}
	return ""
}

func one(item gjson.Result, path string) string {
	if strings.Contains(path, "{") {
		whole := true
		out := pathIn.ReplaceAllStringFunc(path, func(m string) string {
			v := one(item, m[1:len(m)-1])
			whole = whole && v != ""
			return v
		})
		if !whole {
			return ""
		}
		return out
	}
	path, how, _ := strings.Cut(path, " | ")
	v := item.Get(strings.TrimSpace(path))
	switch strings.TrimSpace(how) {
	case "inverted": // words by their positions, as OpenAlex keeps abstracts
		return inverted(v)
	case "json": // JSON in a string
		return strings.Join(texts(gjson.Parse(v.String())), ", ")
	case "tail": // after the last slash
		s := v.String()
		return s[strings.LastIndexByte(s, '/')+1:]
	case "underscores":
		return strings.ReplaceAll(v.String(), " ", "_")
	}
	if v.IsArray() {
		return strings.Join(texts(v), " … ")
	}
	if v.IsObject() {
		return ""
	}
	return v.String()
}

func inverted(v gjson.Result) string {
	type word struct {
		at   int
		text string
	}
	var words []word
	v.ForEach(func(k, at gjson.Result) bool {
		for _, p := range at.Array() {
			words = append(words, word{int(p.Int()), k.String()})
		}
		return len(words) < 2000
	})
	slices.SortFunc(words, func(a, b word) int { return a.at - b.at })
	var out []string
	for _, w := range words {
		out = append(out, w.text)
	}
	return strings.Join(out, " ")
}

// date reads a date in the form that the skill says, else as ISO 8601.
func date(v gjson.Result, form string) time.Time {
	if !v.Exists() || v.Type == gjson.Null || v.String() == "" {
		return time.Time{}
	}
	switch form {
	case "epoch":
		return time.Unix(v.Int(), 0).UTC()
	case "epoch_ms":
		return time.UnixMilli(v.Int()).UTC()
	case "parts": // [[2024, 5, 1]], as Crossref has it
		p := v.Array()
		if len(p) > 0 && p[0].IsArray() {
			p = p[0].Array()
		}
		at := []int{0, 1, 1}
		for i := range min(3, len(p)) {
			at[i] = int(p[i].Int())
		}
		if at[0] < 1000 {
			return time.Time{}
		}
		return time.Date(at[0], time.Month(at[1]), at[2], 0, 0, 0, 0, time.UTC)
	}
	s := v.String()
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.DateOnly, "2006-01", time.RFC1123Z, time.RFC1123, "Mon Jan 02 15:04:05 -0700 2006", "Jan 2, 2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	if y, err := strconv.Atoi(s); err == nil && y > 1000 && y < 3000 {
		return time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return time.Time{}
}

var tags = text.Pattern(`<[^<>]{1,300}>`)

// clean is text for people: without tags, entities, commands to a terminal and marks that
// turn the direction of text, within bounds, its white space folded.
func clean(s string) string {
	if len(s) > 4*maxText {
		s = s[:4*maxText]
	}
	return clip(plain.Line(html.UnescapeString(tags().ReplaceAllString(strings.ToValidUTF8(s, ""), " "))), maxText)
}

// clip cuts a text to n bytes, at a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
