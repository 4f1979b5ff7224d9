package discover

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A Query is what sources are asked.
type Query struct {
	Text   string    // what is looked for
	Entity string    // the one thing it is about, where there is one: a package, a project
	Num    int       // hits wanted
	Since  time.Time // nothing older, where not zero
	Until  time.Time
	Window string // pd, pw, pm, py; "" for any time
}

// A Hit is one result as a source gave it.
type Hit struct {
	Title   string
	URL     string
	Snippet string
	Author  string
	ID      string
	Engine  string    // upstream, where the source asked another
	Date    time.Time // zero where the source says none
	Rank    int       // in the source's own order, from 1
	Signals map[string]float64
}

// Verdict is what came of asking a source.
type Verdict string

// What can come of it. Only Answered and Empty say anything about the question.
const (
	Answered     Verdict = "answered"
	Empty        Verdict = "empty"        // it looked, and has nothing
	Degraded     Verdict = "degraded"     // hits, but it did not look everywhere, or they are old ones
	Challenge    Verdict = "challenge"    // a wall against programs
	Blocked      Verdict = "blocked"      // policy denies it
	Unconfigured Verdict = "unconfigured" // no key or address
	Unsuited     Verdict = "unsuited"     // the question has not what it needs, such as a name
	Throttled    Verdict = "throttled"
	Spent        Verdict = "spent" // its budget
	Failed       Verdict = "failed"
	Drifted      Verdict = "drifted" // an answer in another form than the skill says
)

// An Answer is what one source said to one query.
type Answer struct {
	Source   string
	Query    string
	Verdict  Verdict
	Reason   string
	Hits     []Hit
	Summary  string   // an answer in words, where the source gives one: a lead, never evidence
	Engines  []string // upstream engines that did not answer
	Cached   bool
	Stale    bool
	Instead  string // the source that it stands in for
	Requests int
	USD      float64
	Took     time.Duration

	pause float64 // seconds that the source asks to be left alone
}

// names are what a text in braces may stand for.
var braces = regexp.MustCompile(`\{([a-z_]+)(?:\|([a-z0-9_]+))?\}`)

// fill puts values for the names in braces. It reports false where one has none.
//
//	{query} {entity} {num} {since} {until} {window} {base} {key} {user} {password} {id} {ids} {agent}
//
// After a bar stands how: {since|epoch}, {since|stamp}, {window|word} (day, week, …),
// {entity|lower}, {query|path} (escaped for a path), {entity|gomod}.
func fill(text string, values map[string]string) (string, bool) {
	whole := true
	out := braces.ReplaceAllStringFunc(text, func(m string) string {
		parts := braces.FindStringSubmatch(m)
		v, known := values[parts[1]]
		if !known {
			return m
		}
		if v = shaped(v, parts[2]); v == "" {
			whole = false
		}
		return v
	})
	return out, whole
}

func shaped(v, how string) string {
	if v == "" {
		return ""
	}
	day, _ := time.Parse(time.DateOnly, v)
	switch how {
	case "epoch":
		return strconv.FormatInt(day.Unix(), 10)
	case "stamp":
		return day.Format(time.RFC3339)
	case "lower":
		return strings.ToLower(v)
	case "path":
		return url.PathEscape(v)
	case "word":
		return map[string]string{"pd": "day", "pw": "week", "pm": "month", "py": "year"}[v]
	case "gomod": // the module proxy's way of writing upper case
		var b strings.Builder
		for _, r := range v {
			if r >= 'A' && r <= 'Z' {
				b.WriteByte('!')
				r += 'a' - 'A'
			}
			b.WriteRune(r)
		}
		return b.String()
	}
	return v
}

// values are what names stand for in a query's request.
func (q Query) values() map[string]string {
	day := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format(time.DateOnly)
	}
	return map[string]string{"query": q.Text, "entity": q.Entity, "num": strconv.Itoa(q.Num), "since": day(q.Since), "until": day(q.Until), "window": q.Window}
}

// filled puts values into all texts of a body. An entry of a mapping whose text has no
// value is left out.
func filled(v any, values map[string]string) (any, bool) {
	switch v := v.(type) {
	case string:
		out, whole := fill(v, values)
		if v == "{num}" { // a number stays one
			n, err := strconv.Atoi(out)
			return n, err == nil
		}
		return out, whole
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if e, whole := filled(e, values); whole {
				out[k] = e
			}
		}
		return out, true
	case []any:
		var out []any
		for _, e := range v {
			if e, whole := filled(e, values); whole {
				out = append(out, e)
			}
		}
		return out, true
	}
	return v, true
}
