package provenance

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"
)

var lineProblems = map[string]string{
	ProblemTorn:   "the last line is incomplete, as after a crash while it was written; it is set aside",
	ProblemSyntax: "this line is not an event; it is set aside",
	ProblemHash:   "this line does not hash to its id: it was changed after it was written; it counts for nothing",
	ProblemMerge:  "git left a conflict marker; both sides are read",
}

// readLine reads one line, and says what is wrong with it.
func readLine(line string) (entry, string) {
	for _, marker := range [...]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if strings.HasPrefix(line, marker) {
			return entry{}, ProblemMerge
		}
	}
	e, rest, ok := scanLine(line)
	if !ok {
		var plain Event
		if err := json.Unmarshal([]byte(line), &plain); err != nil || plain.ID == "" {
			return entry{}, ProblemSyntax
		}
		e = entry{Event: plain, data: string(encodeData(plain.Data))}
		e.Data = nil
		if after, found := strings.CutPrefix(line, `{"id":"`+plain.ID+`",`); found {
			rest = after
		}
		if rest == "" || eventID([]byte(rest)) != e.ID {
			if !sameEvent(line, e.ID) {
				return e, ProblemHash
			}
		}
		e.Time = e.Time.UTC()
		return e, ""
	}
	if eventID([]byte(rest)) != e.ID {
		return e, ProblemHash
	}
	return e, ""
}

// sameEvent reports whether a line that does not hash as it stands is the event id,
// with other white space or its members in another order, and nothing added.
func sameEvent(line, id string) bool {
	var e Event
	dec := json.NewDecoder(strings.NewReader(line))
	dec.DisallowUnknownFields()
	if dec.Decode(&e) != nil {
		return false
	}
	_, canonical, _ := e.canonical()
	return canonical == id
}

// scanLine reads a line as canonical writes it, which is nearly every line, without
// the cost of a general JSON reader. It gives up on anything else.
func scanLine(line string) (e entry, rest string, ok bool) {
	c := cursor{text: line, ok: true}
	e.ID = c.member(`{"id":`)
	c.literal(",")
	rest = c.text
	c.literal(`"prev":[`)
	for c.ok && !strings.HasPrefix(c.text, "]") {
		if len(e.Prev) > 0 {
			c.literal(",")
		}
		e.Prev = append(e.Prev, c.member(""))
	}
	c.literal("]")
	stamp := c.member(`,"time":`)
	e.Actor = c.member(`,"actor":`)
	e.Role = c.member(`,"role":`)
	e.Kind = c.member(`,"kind":`)
	e.Subject = c.member(`,"subject":`)
	c.literal(`,"data":`)
	if !c.ok || !strings.HasPrefix(c.text, "{") || !strings.HasSuffix(c.text, "}}") {
		return e, rest, false
	}
	e.data = c.text[:len(c.text)-1]
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil || e.data != "{}" && !json.Valid([]byte(e.data)) {
		return e, rest, false
	}
	e.Time = t.UTC()
	return e, rest, true
}

// cursor eats a canonical line from the left.
type cursor struct {
	text string
	ok   bool
}

func (c *cursor) literal(s string) {
	if c.ok {
		c.text, c.ok = strings.CutPrefix(c.text, s)
	}
}

// member eats a name and its string, if that has no escapes.
func (c *cursor) member(name string) string {
	c.literal(name + `"`)
	if !c.ok {
		return ""
	}
	for i := 0; i < len(c.text); i++ {
		switch b := c.text[i]; {
		case b == '"':
			s := c.text[:i]
			c.text = c.text[i+1:]
			c.ok = utf8.ValidString(s)
			return s
		case b == '\\', b < ' ':
			// The general reader knows what to do.
			c.ok = false
			return ""
		}
	}
	c.ok = false
	return ""
}
