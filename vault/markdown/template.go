package markdown

import (
	"bytes"
	"strings"
)

// template reads what tools have in braces: {{cite: a.md}}, {{< cite "a.md" >}}, {% cite a %},
// {{cite web|url=https://…}}, {source: a.md}, {cite}`a`.
func (s *scanner) template() bool {
	rest := s.src[s.i:]
	shut := "}"
	if len(rest) > 1 && (rest[1] == '{' || rest[1] == '%') {
		shut = map[byte]string{'{': "}}", '%': "%}"}[rest[1]]
	}
	k := bytes.Index(rest[:min(len(rest), 300)], []byte(shut))
	if k < 0 || s.env.plain {
		return false
	}
	body := strings.Trim(string(rest[1:k]), "{}<>%/ \t")
	n := 0
	for n < len(body) && letter(body[n]) {
		n++
	}
	name, args := strings.ToLower(body[:n]), body[n:]
	end := s.i + k + len(shut)
	if cited := strings.HasPrefix(name, "cit"); !cited && !sourceWords[name] || !cited && strings.HasPrefix(name, "ref") && rest[1] != '{' {
		return false
	}
	if end < len(s.src) && s.src[end] == '`' && shut == "}" {
		tick := bytes.IndexByte(s.src[end+1:min(len(s.src), end+200)], '`')
		return tick > 0 && s.cite(keys(string(s.src[end+1:end+1+tick])), end+tick+2)
	}
	if args == "" || !strings.ContainsRune(":|= \"'", rune(args[0])) {
		return false
	}
	if cites := templateCites(args); s.cite(cites, end) {
		return true
	}
	s.unread(s.i, end, "a template in braces")
	return false
}

// templateCites are what the arguments of a template name.
func templateCites(args string) []Cite {
	parts := strings.Split(strings.TrimLeft(args, ":|= "), "|")
	for _, part := range parts {
		name, value, ok := strings.Cut(part, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); ok && (name == "url" || name == "file" || name == "path" || sourceWords[name]) {
			return form(namedTargets(strings.Trim(value, ` "'`)), CiteParen)
		}
	}
	first := strings.Trim(parts[0], ` "'`)
	if len(parts) > 1 && !fileLike(first) || strings.ContainsAny(first, " =") && !fileLike(first) {
		return nil
	}
	return form(namedTargets(first), CiteParen)
}

func form(cites []Cite, f CiteForm) []Cite {
	for i := range cites {
		cites[i].Form = f
	}
	return cites
}

// keys are those of a bibliography that a command or a role has: smith2019, jones2020.
func keys(list string) (cites []Cite) {
	for key := range strings.SplitSeq(list, ",") {
		if key = strings.Trim(key, " @"); key != "" && !strings.ContainsAny(key, " {}<>") {
			cites = append(cites, Cite{Form: CiteKey, Target: key})
		}
	}
	return cites
}

var texCommand = lazily(`^\\(?:auto|paren|text|foot|full)?cite[a-zA-Z]*\*?(?:\[[^\]\n]*\])*\{([^{}\n]+)\}`)

// command reads \cite{a}, \citep[p. 3]{a, b} and their like.
func (s *scanner) command() bool {
	rest := s.src[s.i:min(len(s.src), s.i+200)]
	if s.env.plain || !bytes.Contains(rest[:min(len(rest), 12)], []byte("cite")) {
		return false
	}
	m := texCommand().FindSubmatch(rest)
	return m != nil && s.cite(keys(string(m[1])), s.i+len(m[0]))
}

// element reads an HTML element that cites: <ref>raw/a.md</ref>, <cite>…</cite>,
// <small>Source: a.md</small>. end is where what it holds begins.
func (s *scanner) element(name string, end int) bool {
	inside, _, ok := bytes.Cut(s.src[end:min(len(s.src), end+500)], []byte("</"+name+">"))
	if !ok || s.env.plain || len(bytes.TrimSpace(s.text)) == 0 {
		return false
	}
	after := end + len(inside) + len("</>") + len(name)
	text := strings.TrimSpace(string(inside))
	if k := strings.IndexByte(text, ':'); k > 0 && sourceWords[strings.ToLower(strings.TrimSpace(text[:k]))] {
		return s.cite(form(namedTargets(text[k+1:]), CiteParen), after)
	}
	if cites := entryCites(text); name != "small" && s.cite(form(cites, CiteParen), after) {
		return true
	}
	if name == "ref" && text != "" {
		s.unread(s.i, after, "a <ref> that names no file or address")
	}
	return false
}

var (
	componentValue = lazily(`\s(?:slugs?|ids?|keys?|src|sources?|refs?|cite|file|path|href|url|to)=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\})`)
	componentQuote = strings.NewReplacer("[", " ", "]", " ", `"`, " ", "'", " ", "`", " ")
)

// component reads a component of MDX that cites: <Cite slug="smith-2019" />, <Source file="raw/a.md" />,
// <Citation ids={["a", "b"]} />. What is no file and no address is a key.
func (s *scanner) component(name string, tag []byte, after int) bool {
	if !strings.HasPrefix(strings.ToLower(name), "cit") && (!sourceWords[strings.ToLower(name)] || name == strings.ToLower(name)) || s.env.plain {
		return false
	}
	m := componentValue().FindSubmatch(tag)
	if m == nil {
		return false
	}
	var cites []Cite
	for _, name := range splitTargets(strings.TrimSpace(componentQuote.Replace(string(bytes.Join(m[1:], nil))))) {
		if fileLike(name) {
			cites = append(cites, form(namedTargets(name), CiteParen)...)
		} else {
			cites = append(cites, keys(name)...)
		}
	}
	if !s.cite(cites, after) {
		return false
	}
	if !bytes.HasSuffix(tag, []byte("/")) { // what it holds is of the sentence
		s.emitAs(" ", s.i)
	}
	return true
}

// attributes reads what a tag has of originals: <span data-source="raw/a.md">.
func (s *scanner) attributes(tag []byte, after int) {
	for _, value := range bytes.Split(tag, []byte(`"`)) {
		if path := string(value); namesFile(path) && inSources(path) {
			s.mention(ReadTarget(path), len(s.text), s.file(s.i), s.fileEnd(after))
			return
		}
	}
}
