package provenance

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// An Event is one line of the ledger: who did or decided what, about what, when,
// and knowing which events before it.
//
// Its line is one JSON object with the members in the order of this struct. ID is
// ev_ and 32 base32 characters of the SHA-256 of the same line with the "id" member
// cut out, so that every byte behind it is covered, members of later versions too.
type Event struct {
	ID      string         `json:"id"`
	Prev    []string       `json:"prev"`    // ids of the heads when it was written, sorted
	Time    time.Time      `json:"time"`    // UTC, whole seconds
	Actor   string         `json:"actor"`   // see ActorKind
	Role    string         `json:"role"`    // the role the actor played
	Kind    string         `json:"kind"`    // what happened: FORMAT.md lists the kinds
	Subject string         `json:"subject"` // a source id, a claim id, or a note's path
	Data    map[string]any `json:"data"`    // as encoding/json reads it: numbers are float64
}

// Text is a string of the event's data, or "".
func (e Event) Text(key string) string {
	s, _ := e.Data[key].(string)
	return s
}

// Number is a number of the event's data, or 0.
func (e Event) Number(key string) float64 {
	n, _ := e.Data[key].(float64)
	return n
}

// Counts are the whole numbers of an object of the event's data, by their names.
func (e Event) Counts(key string) map[string]int {
	object, _ := e.Data[key].(map[string]any)
	counts := make(map[string]int, len(object))
	for name, n := range object {
		if f, ok := n.(float64); ok {
			counts[name] = int(f)
		}
	}
	return counts
}

// List is a list of strings of the event's data; a single string is a list of one.
func (e Event) List(key string) []string {
	switch v := e.Data[key].(type) {
	case string:
		return []string{v}
	case []any:
		list := make([]string, 0, len(v))
		for _, item := range v {
			if s, ok := item.(string); ok {
				list = append(list, s)
			}
		}
		return list
	}
	return nil
}

// Moment is a time of the event's data (RFC 3339), or the zero time.
func (e Event) Moment(key string) time.Time {
	t, err := time.Parse(time.RFC3339, e.Text(key))
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// The kinds of event.
const (
	KindProposed           = "proposed"
	KindMapped             = "mapped"
	KindApproved           = "approved"
	KindCrawled            = "crawled"
	KindRefreshed          = "refreshed"
	KindIndexed            = "indexed"
	KindVerified           = "verified"
	KindSynthesized        = "synthesized"
	KindPromoted           = "promoted"
	KindRejected           = "rejected"
	KindFailed             = "failed"
	KindAuthRequired       = "auth_required"
	KindUnreachable        = "unreachable"
	KindWithdrawn          = "withdrawn"
	KindPruned             = "pruned"
	KindDrafted            = "drafted"
	KindResolved           = "resolved"
	KindAttested           = "attested"
	KindClaimRejected      = "claim_rejected"
	KindAttestationRevoked = "attestation_revoked"
	KindResolutionRevoked  = "resolution_revoked"
	KindVouched            = "vouched"
	KindDirective          = "directive"
	KindBarAccepted        = "bar_accepted"
	KindRefused            = "refused"
	KindSigned             = "signed"
)

// eventKinds says what a kind of event is about, and which state it puts a source in: StateNone
// where it moves nothing. One that sets a state and is about a note moves every source that its
// data names under "sources". FORMAT.md says what each kind means and what its data has.
var eventKinds = map[string]struct {
	Subject string // source, note, claim or vault; any of them
	Sets    State
}{
	KindProposed:           {"source", Proposed},
	KindMapped:             {"source", Mapped},
	KindApproved:           {"source", Approved},
	KindCrawled:            {"source", Crawled},
	KindRefreshed:          {"source", Crawled},
	KindIndexed:            {"source", Indexed},
	KindVerified:           {"source", Verified},
	KindSynthesized:        {"note", Synthesized},
	KindPromoted:           {"note", Promoted},
	KindRejected:           {"source", Rejected},
	KindFailed:             {"source", Failed},
	KindAuthRequired:       {"source", AuthRequired},
	KindUnreachable:        {"source", StateNone},
	KindWithdrawn:          {"source", StateNone},
	KindPruned:             {"source", StateNone},
	KindDrafted:            {"note", StateNone},
	KindResolved:           {"claim", StateNone},
	KindAttested:           {"claim", StateNone},
	KindClaimRejected:      {"claim", StateNone},
	KindVouched:            {"note", StateNone},
	KindAttestationRevoked: {"claim", StateNone},
	KindResolutionRevoked:  {"claim", StateNone},
	KindDirective:          {"vault", StateNone},
	KindBarAccepted:        {"vault", StateNone},
	KindSigned:             {"vault", StateNone},
	KindRefused:            {"any", StateNone},
}

// Entered is the state that an event of a kind puts a source in, StateNone where it moves none.
func Entered(kind string) State { return eventKinds[kind].Sets }

// canonical gives the event's line without line end, its id (which is set from the
// rest, whatever e.ID says), and the bytes of its data.
func (e Event) canonical() (line []byte, id string, data []byte) {
	data = encodeData(e.Data)
	prev := append([]string{}, e.Prev...)
	slices.Sort(prev)
	rest := encodeJSON(struct {
		Prev    []string        `json:"prev"`
		Time    string          `json:"time"`
		Actor   string          `json:"actor"`
		Role    string          `json:"role"`
		Kind    string          `json:"kind"`
		Subject string          `json:"subject"`
		Data    json.RawMessage `json:"data"`
	}{slices.Compact(prev), e.Time.UTC().Format(time.RFC3339), e.Actor, e.Role, e.Kind, e.Subject, data})[1:]
	id = eventID(rest)
	return slices.Concat([]byte(`{"id":"`+id+`",`), rest), id, data
}

// eventID hashes a line from behind its "id" member on.
func eventID(rest []byte) string {
	sum := sha256.Sum256(slices.Concat([]byte{'{'}, rest))
	return eventPrefix + encodeID(sum[:], eventChars)
}

// encodeData is JSON with sorted keys. What JSON cannot hold (a NaN, a channel) is
// written as its text: an audit record is never refused for an odd value.
func encodeData(data map[string]any) []byte {
	if len(data) == 0 {
		return []byte("{}")
	}
	if out := encodeJSON(data); out != nil {
		return out
	}
	plain := make(map[string]any, len(data))
	for k, v := range data {
		if encodeJSON(v) == nil {
			v = fmt.Sprint(v)
		}
		plain[k] = v
	}
	return encodeJSON(plain)
}

// encodeJSON is json.Marshal without HTML escapes, or nil when v cannot be encoded.
func encodeJSON(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func decodeData(data string) map[string]any {
	if data == "" || data == "{}" {
		return nil
	}
	var m map[string]any
	dec := json.NewDecoder(strings.NewReader(data))
	if err := dec.Decode(&m); err != nil || len(m) == 0 {
		return nil
	}
	return m
}

var lineProblems = map[string]string{
	ProblemTorn:   "the last line is incomplete, as after a crash while it was written; it is set aside",
	ProblemSyntax: "this line is not an event; it is set aside",
	ProblemHash:   "this line does not hash to its id: it was changed after it was written; it counts for nothing",
	ProblemMerge:  "git left a conflict marker; both sides are read",
}

// readLine reads one line, and says what is wrong with it.
func readLine(line string) (entry, string) {
	if isConflictMarker(line) {
		return entry{}, ProblemMerge
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

// isConflictMarker reports a line that git left between two sides of a merge.
func isConflictMarker(line string) bool {
	markers := [...]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}
	return len(line) >= 7 && slices.Contains(markers[:], line[:7])
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
