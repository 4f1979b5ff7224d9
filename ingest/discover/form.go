package discover

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"
)

const maxDeep = 64

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
	d.Strict = true
	d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "us-ascii") {
			return r, nil
		}
		return nil, fmt.Errorf("charset %s", charset)
	}
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
		v, err := element(d, start, 0)
		if err != nil {
			return nil, fmt.Errorf("its answer cannot be read as XML: %w", err)
		}
		return json.Marshal(map[string]any{start.Name.Local: v})
	}
}

func element(d *xml.Decoder, start xml.StartElement, depth int) (any, error) {
	if depth > maxDeep {
		return nil, errors.New("nested too deep")
	}
	out := map[string]any{}
	for _, a := range start.Attr {
		out["@"+a.Name.Local] = a.Value
	}
	var text strings.Builder
	for {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			v, err := element(d, t, depth+1)
			if err != nil {
				return nil, err
			}
			name := t.Name.Local
			switch had := out[name].(type) {
			case nil:
				out[name] = v
			case []any:
				out[name] = append(had, v)
			default:
				out[name] = []any{had, v}
			}
		case xml.EndElement:
			s := strings.TrimSpace(text.String())
			if len(out) == 0 {
				return s, nil
			}
			if s != "" {
				out["#text"] = s
			}
			return out, nil
		}
	}
}

// fromEvents gives the events of a stream by their names: an event's data that is a list
// is joined to the others' of its name.
func fromEvents(body []byte) ([]byte, error) {
	out := map[string][]json.RawMessage{}
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, maxBody)
	event, data := "message", ""
	end := func() error {
		defer func() { event, data = "message", "" }()
		if data == "" {
			return nil
		}
		var list []json.RawMessage
		if json.Unmarshal([]byte(data), &list) == nil {
			out[event] = append(out[event], list...)
			return nil
		}
		if !json.Valid([]byte(data)) {
			return errors.New("an event of its answer cannot be read as JSON")
		}
		out[event] = append(out[event], json.RawMessage(data))
		return nil
	}
	for lines.Scan() {
		name, rest, _ := strings.Cut(lines.Text(), ":")
		rest = strings.TrimPrefix(rest, " ")
		switch name {
		case "event":
			event = rest
		case "data":
			if data != "" {
				data += "\n"
			}
			data += rest
		case "":
			if err := end(); err != nil {
				return nil, err
			}
		}
	}
	if err := errors.Join(lines.Err(), end()); err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, errors.New("its answer is no stream of events")
	}
	return json.Marshal(out)
}
