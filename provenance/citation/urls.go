package citation

import (
	"cmp"
	"encoding/json"
	"net/url"
	"path"
	"strings"

	"assay/provenance"
	"assay/vault/markdown"
)

// locateURL is for a citation by address: a stored page, or an original whose
// frontmatter says that it came from there.
func (l *Library) locateURL(note *markdown.Note, target string) provenance.Located {
	paths := l.heads().urls[urlKey(target)]
	if len(paths) == 0 {
		return provenance.Located{Status: provenance.NotHeld, Reason: target + " is not stored"}
	}
	return l.gather(note, paths[:1])
}

// AddressKey is the same for two spellings of one page's address, "" for what is none.
func AddressKey(address string) string {
	if !isURL(address) {
		return ""
	}
	return urlKey(address)
}

// urlKey is what two addresses of one page have in common: no scheme, no www, no
// fragment, no trailing slash, no tracking parameters, no arXiv version.
func urlKey(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return s
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if p := u.Port(); p != "" && p != "80" && p != "443" {
		host += ":" + p
	}
	if host == "arxiv.org" || strings.HasSuffix(host, ".arxiv.org") {
		if n := arxivNumber(u.Path); n != "" {
			return "arxiv.org/" + n
		}
	}
	if host == "dx.doi.org" {
		host = "doi.org"
	}
	p := strings.TrimSuffix(strings.TrimSuffix(u.EscapedPath(), "index.html"), "/")
	query := u.Query()
	for k := range query {
		if strings.HasPrefix(k, "utm_") || k == "fbclid" || k == "gclid" {
			query.Del(k)
		}
	}
	if len(query) > 0 {
		p += "?" + query.Encode()
	}
	return host + p
}

// A work is an entry of a bibliography, as far as it can lead to a text.
type work struct {
	title, url, doi, arxiv string
	files                  []string
	from                   string // the bibliography
}

// locateWork is for [@key].
func (l *Library) locateWork(note *markdown.Note, key string) provenance.Located {
	key = strings.TrimPrefix(key, "@")
	w, ok := l.works()[key]
	names := []string{key, "@" + key}
	if ok {
		names = append(append([]string(nil), w.files...), names...)
		if w.arxiv != "" {
			names = append(names, w.arxiv)
		}
	}
	var page provenance.Located // about the work, of the wiki's own
	for _, name := range names {
		if paths := l.resolve(note, cleanTarget(name)); len(paths) == 1 {
			loc := l.open(note, paths[0])
			if loc.Status != provenance.Generated {
				return loc
			}
			page = loc
		}
	}
	switch {
	case ok:
	case page.Status == provenance.Generated:
		return page
	default:
		return provenance.Located{Status: provenance.NotHeld, Reason: "no bibliography of the vault has the key " + key}
	}
	for _, address := range []string{w.url, doiURL(w.doi), arxivURL(w.arxiv)} {
		if address == "" {
			continue
		}
		if loc := l.locateURL(note, address); loc.Status != provenance.NotHeld {
			return loc
		}
	}
	what := cmp.Or(w.title, w.url, doiURL(w.doi), arxivURL(w.arxiv), key)
	return provenance.Located{Status: provenance.NotHeld, Reason: w.from + " lists " + key + " (" + what + "), whose text is not stored"}
}

func doiURL(doi string) string {
	if doi == "" || isURL(doi) {
		return doi
	}
	return "https://doi.org/" + strings.TrimPrefix(doi, "doi:")
}

func arxivURL(number string) string {
	if number == "" {
		return ""
	}
	return "https://arxiv.org/abs/" + number
}

func (l *Library) readBibliographies() map[string]work {
	all := map[string]work{}
	for _, f := range l.snapshot.Files() {
		name := strings.ToLower(path.Base(f.Path))
		var read func(string) map[string]work
		switch {
		case strings.HasSuffix(name, ".bib") || strings.HasSuffix(name, ".bibtex"):
			read = readBibTeX
		case strings.HasSuffix(name, ".json") && (strings.Contains(name, "csl") || strings.Contains(name, "bibliography") ||
			strings.Contains(name, "references") || strings.Contains(name, "library") || strings.Contains(name, "zotero")):
			read = readCSL
		default:
			continue
		}
		text, err := l.snapshot.Read(f.Path)
		if err != nil {
			continue
		}
		for key, w := range read(string(text)) {
			if _, twice := all[key]; !twice {
				w.from = f.Path
				all[key] = w
			}
		}
	}
	return all
}

// readCSL reads CSL-JSON, a list of items or an object that holds one.
func readCSL(text string) map[string]work {
	type item struct {
		ID    any    `json:"id"`
		Key   string `json:"citation-key"`
		Title string `json:"title"`
		URL   string `json:"URL"`
		DOI   string `json:"DOI"`
		Note  string `json:"note"`
	}
	var items []item
	if json.Unmarshal([]byte(text), &items) != nil {
		var wrapped struct {
			Items []item `json:"items"`
		}
		if json.Unmarshal([]byte(text), &wrapped) != nil {
			return nil
		}
		items = wrapped.Items
	}
	out := make(map[string]work, len(items))
	for _, i := range items {
		w := work{title: i.Title, url: i.URL, doi: i.DOI, arxiv: arxivNumber(i.URL + " " + i.Note)}
		if id, ok := i.ID.(string); ok {
			out[id] = w
		}
		if i.Key != "" {
			out[i.Key] = w
		}
	}
	return out
}

// maxBibKey is far above any key met; it keeps a hostile file linear.
const maxBibKey = 300

// readBibTeX reads the entries of a .bib file; what is not an entry is passed over.
func readBibTeX(text string) map[string]work {
	out := map[string]work{}
	for {
		at := strings.IndexByte(text, '@')
		if at < 0 {
			return out
		}
		text = text[at+1:]
		open := strings.IndexAny(text, "{(@")
		if open < 0 || text[open] == '@' {
			continue
		}
		kind := strings.ToLower(strings.TrimSpace(text[:open]))
		if kind == "" || kind == "comment" || kind == "string" || kind == "preamble" || strings.ContainsAny(kind, " \n") {
			continue
		}
		body := text[open+1:]
		comma := strings.IndexAny(body[:min(len(body), maxBibKey)], ",{}@\n=")
		if comma < 0 || body[comma] != ',' {
			continue
		}
		key, rest := body[:comma], body[comma+1:]
		var w work
		text = w.readFields(rest)
		out[strings.TrimSpace(key)] = w
	}
}

// readFields reads `name = {value},` until the entry ends and gives what follows.
func (w *work) readFields(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\r\n,")
		eq := strings.IndexAny(s, "=}@")
		if eq < 0 || s[eq] != '=' {
			return s[max(0, eq):]
		}
		name := strings.ToLower(strings.TrimSpace(s[:eq]))
		var value string
		value, s = bibValue(strings.TrimLeft(s[eq+1:], " \t\r\n"))
		switch name {
		case "title":
			w.title = strings.NewReplacer("{", "", "}", "").Replace(value)
		case "url", "howpublished":
			if i := strings.Index(value, "http"); i >= 0 && (w.url == "" || name == "url") {
				w.url = strings.TrimRight(value[i:], "} ")
			}
		case "doi":
			w.doi = value
		case "eprint":
			w.arxiv = arxivNumber(value)
		case "file":
			for _, f := range strings.FieldsFunc(value, func(r rune) bool { return r == ';' || r == ':' }) {
				if strings.Contains(f, ".") {
					w.files = append(w.files, strings.TrimSpace(f))
				}
			}
		}
	}
}

func bibValue(s string) (value, rest string) {
	if s == "" {
		return "", ""
	}
	if s[0] == '"' {
		value, rest, _ = strings.Cut(s[1:], `"`)
		return value, rest
	}
	if s[0] != '{' {
		end := strings.IndexAny(s, ",}\n")
		if end < 0 {
			end = len(s)
		}
		return strings.TrimSpace(s[:end]), s[end:]
	}
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:]
			}
		}
	}
	return s[1:], ""
}
