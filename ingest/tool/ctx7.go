package tool

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"assay/ingest/web"
)

// contextHost is the site of Context7, whose addresses name libraries and topics.
const contextHost = "context7.com"

// overview is asked for where a seed names no topic: ctx7 wants a question.
const overview = "overview and getting started"

// Context7 reads documentation of libraries through ctx7 in its two steps: which
// library is meant, then what it says on a topic. A page is one library and one topic,
// known as https://context7.com/owner/name?topic=…; the seed "ctx7:name#topic" is
// resolved to such an address by the map, so that a person approves the library.
type Context7 struct{ Options }

// Name is "ctx7".
func (Context7) Name() string { return "ctx7" }

// Fits takes "ctx7:" seeds and addresses of libraries on context7.com.
func (Context7) Fits(raw string) bool {
	_, err := parseLibrary(raw)
	return err == nil
}

// Available finds ctx7.
func (e Context7) Available(ctx context.Context) Program {
	return e.available(ctx, Program{
		Name: "ctx7", For: "documentation of libraries, by topic",
		Install: "install ctx7 (npm install -g ctx7); CONTEXT7_API_KEY or ctx7 login gives higher limits",
	})
}

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
		l := library{name: line(name)}
		if topic = line(topic); topic != "" {
			l.topics = []string{topic}
		}
		if strings.HasPrefix(l.name, "/") && libraryID(l.name) {
			l.id, l.name = l.name, ""
		} else if l.name == "" || len(l.name) > 100 || !letterFirst(l.name) {
			return library{}, fmt.Errorf("read seed %q: no name of a library", clip(raw, 80))
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
		if l.topics[i] = line(t); l.topics[i] == "" || len(t) > 300 || !letterFirst(l.topics[i]) {
			return library{}, fmt.Errorf("read seed: %q is no topic", clip(line(t), 80))
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
	for _, p := range parts {
		if !plainName(strings.TrimPrefix(p, "@")) || p == "." || p == ".." || len(p) > 100 {
			return false
		}
	}
	return true
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

// Map resolves the library and lists a page a topic.
func (e Context7) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	lib, err := parseLibrary(seed)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	topics := lib.topics
	if len(topics) == 0 {
		topics = []string{""}
	}
	name := strings.TrimSpace(seed)
	if lib.id != "" {
		name = lib.page(topics[0])
		g := e.graph(name, lib.page(""), l, lib.page(""))
		for _, t := range topics {
			add(g, web.Node{URL: lib.page(t), Found: web.FoundSeed})
		}
		return g, nil
	}
	g := e.graph(name, name, l, name)
	s, err := e.session(ctx)
	if err != nil {
		return lost(g, err), ctx.Err()
	}
	defer s.door.Close()
	g.Requests++
	found, err := s.resolve(ctx, lib.name, topics[0])
	if err != nil {
		return lost(g, err), ctx.Err()
	}
	lib.id = found[0].ID
	g = e.graph(name, lib.page(""), l, lib.page(""))
	g.Requests = 1
	for _, t := range topics {
		add(g, web.Node{URL: lib.page(t), Found: web.FoundSeed, From: name})
	}
	for _, other := range found[1:min(len(found), 6)] { // so that a person sees what else the name could mean
		add(g, web.Node{URL: library{id: other.ID}.page(topics[0]), Depth: 1, Found: web.FoundLink, From: name, Verdict: web.Quota, Reason: "another library of that name; propose its address if it is the one that is meant"})
	}
	return g, ctx.Err()
}

// Crawl reads the topics of a graph.
func (e Context7) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	chosen := *g
	chosen.Nodes = slices.DeleteFunc(slices.Clone(g.Nodes), func(n web.Node) bool { return n.Verdict == web.Quota })
	return web.Collect(ctx, e.Client, &chosen, o, func(ctx context.Context, n web.Node) web.Page {
		var p web.Page
		lib, err := parseLibrary(n.URL)
		if err == nil && lib.id == "" {
			err = failed(web.ClassURL, "the library was not resolved by the map")
		}
		var s *contextSession
		if err == nil {
			s, err = e.session(ctx)
		}
		if err != nil {
			settle(&p, err)
			return p
		}
		defer s.door.Close()
		topic := overview
		if len(lib.topics) > 0 {
			topic = lib.topics[0]
		}
		body, err := s.docs(ctx, lib, topic, n.URL)
		p.Requests = 1
		if err != nil {
			settle(&p, err)
			return p
		}
		p.Verdict, p.Body, p.Header.ContentType = web.Fetched, body, markdown
		return p
	})
}

type contextSession struct {
	e    Context7
	door *door
}

func (e Context7) session(ctx context.Context) (*contextSession, error) {
	base := e.Context
	if base == "" {
		base = "https://" + contextHost
	}
	at, err := web.Canonical(base)
	if err != nil {
		return nil, fmt.Errorf("reach Context7: %w", err)
	}
	// Node.js before 24 walks past the door.
	if err := look(ctx, e.Client, at); err != nil {
		return nil, err
	}
	d, err := openDoor(e.Client)
	if err != nil {
		return nil, err
	}
	return &contextSession{e, d}, nil
}

func (s *contextSession) run(ctx context.Context, args ...string) ([]byte, []byte, error) {
	env := append(s.door.env(), pass("CONTEXT7_API_KEY")...)
	env = append(env, "CTX7_TELEMETRY_DISABLED=1", "NO_UPDATE_NOTIFIER=1", "NODE_NO_WARNINGS=1", "CI=1")
	if s.e.Context != "" {
		args = append([]string{"--base-url", strings.TrimSuffix(s.e.Context, "/")}, args...)
	}
	out, stderr, err := s.e.Programs.Run(ctx, Command{Name: "ctx7", Args: args, Dir: os.TempDir(), Env: env, Timeout: s.e.timeout()})
	return out, stderr, explain(ctx, err, s.door, []sign{
		{"not found", web.Gone, ""},
		{"redirected", web.Gone, ""},
		{"unauthorized", web.Failed, web.ClassForbidden},
		{"api key", web.Failed, web.ClassForbidden},
		{"quota", web.Failed, web.ClassThrottled},
		{"http error 429", web.Failed, web.ClassThrottled},
		{"http error 5", web.Failed, web.ClassServer},
		{"fetch failed", web.Failed, web.ClassConnect},
	}...)
}

type match struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// resolve is the first step.
func (s *contextSession) resolve(ctx context.Context, name, topic string) ([]match, error) {
	args := []string{"library", "--json", "--", name}
	if topic != "" {
		args = append(args, topic)
	}
	out, said, err := s.run(ctx, args...)
	if err != nil {
		return nil, err
	}
	var found []match
	if strings.HasPrefix(strings.TrimSpace(string(out)), "[") {
		if err := decode("ctx7", out, &found); err != nil {
			return nil, err
		}
	}
	found = slices.DeleteFunc(found, func(m match) bool { return !libraryID(m.ID) })
	if len(found) == 0 {
		return nil, &Failure{Verdict: web.Gone, Reason: "ctx7 knows no library of that name" + because(out, said)}
	}
	return found, nil
}

// because is what a program said where it gave nothing.
func because(out, said []byte) string {
	for _, b := range [][]byte{said, out} {
		if l := firstLine(b); l != "" {
			return ": " + l
		}
	}
	return ""
}

// docs is the second step.
func (s *contextSession) docs(ctx context.Context, lib library, topic, at string) ([]byte, error) {
	out, said, err := s.run(ctx, "docs", "--json", "--", lib.id, topic)
	if err != nil {
		return nil, err
	}
	var d struct {
		Code []struct {
			Title       string `json:"codeTitle"`
			Description string `json:"codeDescription"`
			Language    string `json:"codeLanguage"`
			ID          string `json:"codeId"`
			List        []struct {
				Language string `json:"language"`
				Code     string `json:"code"`
			} `json:"codeList"`
		} `json:"codeSnippets"`
		Info []struct {
			Breadcrumb string `json:"breadcrumb"`
			Content    string `json:"content"`
			ID         string `json:"pageId"`
		} `json:"infoSnippets"`
	}
	if !strings.HasPrefix(strings.TrimSpace(string(out)), "{") {
		return nil, &Failure{Verdict: web.Gone, Reason: "ctx7 has no documentation on the topic" + because(out, said)}
	}
	if err := decode("ctx7", out, &d); err != nil {
		return nil, err
	}
	title := strings.TrimPrefix(lib.id, "/") + ": " + topic
	var w writer
	fmt.Fprintf(&w, "# %s\n", escaped(title))
	for _, i := range d.Info {
		w.snippet(i.Breadcrumb, i.ID, nest(Plain([]byte(i.Content)), 2))
	}
	for _, c := range d.Code {
		parts := []string{nest(Plain([]byte(c.Description)), 2)}
		for _, l := range c.List {
			if lang := l.Language; strings.TrimSpace(l.Code) != "" {
				if lang == "" {
					lang = c.Language
				}
				parts = append(parts, fenced(strings.ToLower(line(lang)), Plain([]byte(l.Code))))
			}
		}
		w.snippet(c.Title, c.ID, strings.TrimSpace(strings.Join(parts, "\n\n")))
	}
	if len(d.Info)+len(d.Code) == 0 {
		return nil, &Failure{Verdict: web.Gone, Reason: "ctx7 has no documentation on the topic"}
	}
	return WithMeta(w.String(), Field{"title", title}, Field{"author", "Context7 (excerpts of documentation; titles and summaries by a model)"}, Field{"url", at}, Field{"generated", "true"}), nil
}

// snippet writes an excerpt with the address where it comes from.
func (w *writer) snippet(title, from, body string) {
	if body == "" {
		return
	}
	if title = escaped(title); title == "" {
		title = "Excerpt"
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", title, body)
	if at, err := web.Canonical(from); err == nil {
		fmt.Fprintf(w, "\nFrom <%s>\n", at)
	}
}
