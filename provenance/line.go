package provenance

import (
	"encoding/json"
	"strings"
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
	var read struct {
		Event
		Data json.RawMessage `json:"data"` // not decoded before somebody asks
	}
	if err := json.Unmarshal([]byte(line), &read); err != nil || read.ID == "" || len(read.Data) > 0 && read.Data[0] != '{' {
		return entry{}, ProblemSyntax
	}
	e := entry{Event: read.Event, data: string(read.Data)}
	e.Time = e.Time.UTC()
	rest, found := strings.CutPrefix(line, `{"id":"`+read.ID+`",`)
	if (!found || eventID([]byte(rest)) != e.ID) && !sameEvent(line, e.ID) {
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
