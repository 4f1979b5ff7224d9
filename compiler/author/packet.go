package author

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"

	"assay/ingest"
	"assay/ingest/discover"
	"assay/text"
)

// A Packet is what a draft is written from.
type Packet struct {
	Topic     string
	Threshold float64 // support at which a passage carries a claim
	Hits      []ingest.Hit
	Leads     []discover.Hit // what a web search has: no evidence, nothing may cite it

	searched string // what came of that search, "" where none was asked
}

// How much an agent is given: what a reader would go through for one note.
const (
	mostPassages = 16
	mostText     = 32 << 10
)

// packed are the passages that go into a packet, the best first.
func packed(hits []ingest.Hit) []ingest.Hit {
	size := 0
	for i, h := range hits {
		if size += len(h.Text); i == mostPassages || i > 0 && size > mostText {
			return hits[:i]
		}
	}
	return hits
}

// find is the passage of an id, as it is written in a packet.
func (p Packet) find(id string) (ingest.Hit, bool) {
	id = strings.Trim(strings.TrimSpace(id), "[]^")
	for _, h := range p.Hits {
		if strings.EqualFold(id, h.Chunk.Anchor()) || id == string(h.Chunk) {
			return h, true
		}
	}
	return ingest.Hit{}, false
}

// inputs are those of the skills.
func (p Packet) inputs() map[string]any {
	mark := drawn()
	in := map[string]any{
		"domain": p.Topic, "search_context": nil, "web_context": nil, "web_search": nil, "schema": schemaText, "mark": mark,
	}
	if len(p.Hits) > 0 {
		in["search_context"] = fenced(p.Hits, mark)
	}
	if p.searched != "" {
		in["web_search"] = "there are no live web results"
	}
	if len(p.Leads) > 0 {
		in["web_search"], in["web_context"] = "there are results", leads(p.Leads, mark)
	}
	return in
}

// mend adds what the skill of repairing needs. An answer may hold what a passage said: it is
// data as well.
func mend(inputs map[string]any, a *answer) {
	mark, _ := inputs["mark"].(string)
	inputs["answer"] = strings.TrimSuffix(block("ANSWER", string(a.raw), mark), "\n")
	inputs["faults"] = a.faults()
}

// fenced is passages as data: each between marks that hold a word drawn for this question, so
// that no text can close them, and labelled as what it is.
func fenced(hits []ingest.Hit, mark string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The mark of this question is %s.\n", mark)
	for _, h := range hits {
		text := "text:\n" + h.Text
		if section := strings.Join(h.Heading, " > "); section != "" {
			text = "section: " + section + "\n" + text
		}
		if h.Title != "" {
			text = "page: " + h.Title + "\n" + text
		}
		b.WriteString("\n" + block("PASSAGE "+h.Chunk.Anchor(), text, mark))
	}
	return b.String()
}

// leads are results of a web search as data, between the same marks.
func leads(list []discover.Hit, mark string) string {
	var b strings.Builder
	for i, l := range list {
		text := fmt.Sprintf("address: %s\nfound by: %s\ntitle: %s\n%s", oneLine(l.URL),
			cmp.Or(oneLine(l.Engine), "a web search"), oneLine(l.Title), text.Clip(oneLine(l.Snippet), mostSnippet))
		b.WriteString(block(fmt.Sprintf("WEB %d", i+1), text, mark))
	}
	return b.String()
}

// mostSnippet is how many characters of one result are shown.
const mostSnippet = 600

func drawn() string {
	var b [12]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// block is text as data, between marks that it cannot write.
func block(name, text, mark string) string {
	return fmt.Sprintf("<<%s %s>>\n%s\n<<END %s>>\n", name, mark, strings.ReplaceAll(text, mark, ""), mark)
}

// schemaText is the form of an answer. Every member is required and no other may be there: so
// the strictest of those that can be held to a schema want it, and so nothing comes along that
// nobody asked for, such as a path.
const schemaText = `{"type":"object","additionalProperties":false,"required":["sections","missing"],"properties":{` +
	`"sections":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["heading","claims"],"properties":{` +
	`"heading":{"type":"string"},` +
	`"claims":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["text","derived","evidence"],"properties":{` +
	`"text":{"type":"string"},"derived":{"type":"boolean"},` +
	`"evidence":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["passage","quote"],"properties":{` +
	`"passage":{"type":"string"},"quote":{"type":"string"}}}}}}}}}},` +
	`"missing":{"type":"array","items":{"type":"string"}}}}`

// given is an answer as it comes.
type given struct {
	Sections []struct {
		Heading string
		Claims  []givenClaim
	}
	Missing []string
}

type givenClaim struct {
	Text     string
	Derived  bool
	Evidence []struct{ Passage, Quote string }
}
