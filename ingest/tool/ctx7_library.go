package tool

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"assay/ingest/plain"
	"assay/ingest/web"
	"assay/text"
)

// contextHost is the site of Context7, whose addresses name libraries and topics.
const contextHost = "context7.com"

// A library is a library with the topics that are wanted of it.
type library struct {
	name   string // as a person says it; "" where the id is known
	id     string // "/owner/name" or "/owner/name/version"
	topics []string
}

func parseLibrary(raw string) (library, error) {
	raw = strings.TrimSpace(raw)
	if rest, ok := strings.CutPrefix(raw, "ctx7:"); ok {
		name, topic, _ := strings.Cut(rest, "#")
		if t, err := url.PathUnescape(topic); err == nil {
			topic = t
		}
		l := library{name: plain.Line(name)}
		if topic = plain.Line(topic); topic != "" {
			l.topics = []string{topic}
		}
		if strings.HasPrefix(l.name, "/") && libraryID(l.name) {
			l.id, l.name = l.name, ""
		} else if l.name == "" || len(l.name) > 100 || !letterFirst(l.name) {
			return library{}, fmt.Errorf("read seed %q: no name of a library", text.Clip(raw, 80))
		}
		return l.checked()
	}
	at, err := web.Canonical(raw)
	if err != nil {
		return library{}, err
	}
	u, err := url.Parse(at)
	if err != nil || strings.TrimPrefix(u.Host, "www.") != contextHost {
		return library{}, fmt.Errorf("read seed %s: not an address of %s", at, contextHost)
	}
	l := library{id: strings.TrimSuffix(u.Path, "/"), topics: u.Query()["topic"]}
	first, _, _ := strings.Cut(strings.TrimPrefix(l.id, "/"), "/")
	if !libraryID(l.id) || first == "api" || first == "docs" {
		return library{}, fmt.Errorf("read seed %s: no library", at)
	}
	return l.checked()
}

func (l library) checked() (library, error) {
	for i, t := range l.topics {
		if l.topics[i] = plain.Line(t); l.topics[i] == "" || len(t) > 300 || !letterFirst(l.topics[i]) {
			return library{}, fmt.Errorf("read seed: %q is no topic", text.Clip(plain.Line(t), 80))
		}
	}
	return l, nil
}

// letterFirst keeps a text from being taken for an option or a path.
func letterFirst(s string) bool { return s != "" && !strings.ContainsRune("-@/\\.", rune(s[0])) }

func libraryID(id string) bool {
	parts := strings.Split(strings.TrimPrefix(id, "/"), "/")
	if !strings.HasPrefix(id, "/") || len(parts) < 2 || len(parts) > 3 {
		return false
	}
	return !slices.ContainsFunc(parts, func(p string) bool {
		return !plainName(strings.TrimPrefix(p, "@")) || p == "." || p == ".." || len(p) > 100
	})
}

func (l library) page(topic string) string {
	at := "https://" + contextHost + l.id
	if topic != "" {
		at += "?topic=" + url.QueryEscape(topic)
	}
	if c, err := web.Canonical(at); err == nil {
		return c
	}
	return at
}
