package discover

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
	"golang.org/x/net/html/charset"
)

// asJSON reads a reply of a form as JSON.
func asJSON(form string, body []byte) (gjson.Result, error) {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	if len(body) == 0 {
		return gjson.Result{}, errors.New("its answer is empty")
	}
	var err error
	switch form {
	case "xml":
		body, err = fromXML(body)
	case "sse":
		body, err = fromEvents(body)
	}
	switch {
	case err != nil:
		return gjson.Result{}, err
	case body[0] == '<':
		return gjson.Result{}, errors.New("its answer is a page and not data")
	case !json.Valid(body): // which bounds how deep brackets nest
		return gjson.Result{}, errors.New("its answer cannot be read as JSON")
	}
	return gjson.ParseBytes(body), nil
}

// fromXML gives elements as objects: attributes as "@name", text as "#text" where there
// is more than text, and lists where a name stands more than once. Names lose their
// prefixes.
func fromXML(body []byte) ([]byte, error) {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.CharsetReader = charset.NewReaderLabel
	for {
		t, err := d.Token()
		if err != nil {
			return nil, errors.New("its answer cannot be read as XML")
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if strings.EqualFold(start.Name.Local, "html") {
			return nil, errors.New("its answer is a page and not data")
		}
		var root node
		if err := d.DecodeElement(&root, &start); err != nil {
			return nil, fmt.Errorf("its answer cannot be read as XML: %w", err)
		}
		return json.Marshal(map[string]any{start.Name.Local: root.value()})
	}
}

// node is an element of XML.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Nodes   []node     `xml:",any"`
}

func (n node) value() any {
	out := map[string]any{}
	for _, a := range n.Attrs {
		out["@"+a.Name.Local] = a.Value
	}
	for _, c := range n.Nodes {
		switch had := out[c.XMLName.Local].(type) {
		case nil:
			out[c.XMLName.Local] = c.value()
		case []any:
			out[c.XMLName.Local] = append(had, c.value())
		default:
			out[c.XMLName.Local] = []any{had, c.value()}
		}
	}
	text := strings.TrimSpace(n.Text)
	if len(out) == 0 {
		return text
	}
	if text != "" {
		out["#text"] = text
	}
	return out
}

// fromEvents gives the events of a stream by their names: an event's data that is a list
// is joined to the others' of its name.
func fromEvents(body []byte) ([]byte, error) {
	out := map[string][]json.RawMessage{}
	for block := range strings.SplitSeq(strings.ReplaceAll(string(body), "\r\n", "\n"), "\n\n") {
		event, lines := "message", []string{}
		for line := range strings.SplitSeq(block, "\n") {
			name, rest, _ := strings.Cut(line, ":")
			rest = strings.TrimPrefix(rest, " ")
			switch name {
			case "event":
				event = rest
			case "data":
				lines = append(lines, rest)
			}
		}
		data := []byte(strings.TrimSpace(strings.Join(lines, "\n")))
		var list []json.RawMessage
		switch {
		case len(data) == 0:
		case json.Unmarshal(data, &list) == nil:
			out[event] = append(out[event], list...)
		case json.Valid(data):
			out[event] = append(out[event], data)
		default:
			return nil, errors.New("an event of its answer cannot be read as JSON")
		}
	}
	if len(out) == 0 {
		return nil, errors.New("its answer is no stream of events")
	}
	return json.Marshal(out)
}
