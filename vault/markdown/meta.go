package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// frontmatter finds the frontmatter and reads what means something to us.
func (r *reader) frontmatter() {
	at := findFences(r.file)
	r.note.BodyStart = at.open
	switch {
	case at.present:
		r.note.BodyStart = at.end
		r.meta(at)
	case at.unclosed:
		end, _ := cutLine(r.file, at.open)
		r.problem("frontmatter-unclosed", at.open, end, "the frontmatter has no closing ---")
	}
}

// meta takes over what the fields of the frontmatter say.
func (r *reader) meta(at fences) {
	front := readFields(r.file, at)
	for _, p := range front.problems {
		r.problem(p.Kind, p.Start, p.End, p.Text)
	}
	seen := make(map[string]bool, len(front.fields))
	for i := range front.fields {
		f := &front.fields[i]
		key := metaKey(f.key)
		name := strings.ToLower(f.key)
		if seen[name] && knownMeta[key] {
			r.problem("frontmatter-duplicate", f.start, f.end, fmt.Sprintf("the key %q stands twice; the first counts", f.key))
			continue
		}
		seen[name] = true
		r.note.Meta.Taken = r.note.Meta.Taken || f.key == "ingestedAt" && inSources(r.note.Path)
		r.field(key, f)
		for _, v := range f.values {
			r.metaLinks(v)
		}
	}
	m := &r.note.Meta
	m.Taken = m.Taken && len(m.Sources) == 0 && !slices.ContainsFunc(r.origins, func(c Cite) bool { return inSources(c.Target) })
}

func metaKey(key string) string {
	key = strings.ToLower(strings.TrimSpace(key))
	return cmp.Or(otherKeys[key], key)
}

// otherKeys are other spellings of keys.
var otherKeys = map[string]string{"alias": "aliases", "tag": "tags", "source_url": "url", "source-url": "url", "licence": "license",
	"ingestedat": "retrieved", "ingested_at": "retrieved", "stale-after": "stale_after", "staleafter": "stale_after", "sources_wanted": "gaps"}

// sourceIDs are the names by which footnotes call on entries of the frontmatter's sources.
func (r *reader) sourceIDs(f *field) {
	for _, v := range f.values {
		c := ReadTarget(v.text)
		if v.id == "" || c.Target == "" || !citablePath(c.Target) {
			continue
		}
		if r.byID == nil {
			r.byID = map[string]Cite{}
		}
		c.Form, c.Label = CiteFootnote, v.id
		r.byID[footnoteKey(v.id)] = c
	}
}

// ExportedID begins the ids of sources that an export puts into notes: what claims rest on, told to
// other tools, and cited by nobody.
const ExportedID = "assay-"

var knownMeta = set("title", "aliases", "tags", "sources", "gaps", "retrieved", "url", "license", "author", "status", "stale_after", "generated", "provenance_source_ids", "provenance_chunk_ids", "provenance_retrieved", "provenance_agent")

func (r *reader) field(key string, f *field) {
	m := &r.note.Meta
	if knownMeta[key] && strings.HasPrefix(key, "provenance_") {
		m.Stamp.Present = true
	}
	switch key {
	case "title":
		m.Title = f.one()
	case "aliases":
		m.Aliases = append(m.Aliases, f.many(true)...)
	case "tags":
		for _, t := range strings.Fields(strings.Join(f.many(true), " ")) {
			if t = strings.TrimPrefix(t, "#"); t != "" {
				m.Tags = append(m.Tags, t)
			}
		}
	case "sources":
		r.sourcesField(f)
	case nestedKey:
		r.originField(f, true)
	case "gaps":
		m.Gaps = append(m.Gaps, f.many(false)...)
	case "retrieved":
		m.Retrieved = f.one()
	case "url":
		m.URL = f.one()
	case "license":
		m.Licence = f.one()
	case "author":
		m.Author = strings.Join(f.many(false), ", ")
	case "status":
		m.Status = strings.ToLower(f.one())
	case "stale_after":
		m.StaleAfter = f.one()
	case "generated":
		v := strings.ToLower(f.one())
		m.Generated = v == "true" || v == "yes"
	case "provenance_source_ids":
		m.Stamp.SourceIDs = f.many(false)
		for _, v := range f.values {
			r.metaCite(Cite{Target: v.text}, v)
		}
	case "provenance_chunk_ids":
		m.Stamp.ChunkIDs = f.many(false)
	case "provenance_retrieved":
		m.Stamp.Retrieved = f.one()
	case "provenance_agent":
		m.Stamp.Agent = f.one()
	default:
		switch squashed := separators.Replace(key); {
		case originKeys[squashed]:
			r.originField(f, true)
		case sourceWords[squashed] || fileWords[squashed]:
			r.originField(f, false)
		case !elsewhereKeys[squashed]:
			r.perhapsOrigin(f)
		}
	}
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

// originKeys say in frontmatter what a note was made from, without dashes: source_file, sourceFile.
var originKeys = set("sourcefile", "sourcefiles", "sourcepath", "sourcepaths", "sourcesused", "sourcenote", "sourcenotes", "relatedsources", "rawfile", "rawfiles", "rawpath", "rawpaths",
	"derivedfrom", "references", "citations", "originals", "rawsources", "sourcedoc", "sourcedocs", "sourcedocument", "sourcedocuments", "sourceref", "sourcerefs", "basedon", "generatedfrom",
	"ingestedfrom", "extractedfrom", "convertedfrom", "compiledfrom", "summaryof", "summarizes", "refs", "bibliography")

// elsewhereKeys lead to other files than those that a note rests on.
var elsewhereKeys = set("related", "seealso", "up", "parent", "next", "prev", "previous", "links", "link", "cover", "image", "banner", "icon", "template", "cssclass", "cssclasses", "permalink", "slug",
	"duplicates", "duplicateof", "supersedes", "supersededby", "redirect", "redirects", "type", "created", "updated", "date", "resource", "description", "id")

// perhapsOrigin takes the path of an original under a key that nobody knows: it counts if it is there.
func (r *reader) perhapsOrigin(f *field) {
	for _, v := range f.values {
		if c := ReadTarget(v.text); strings.IndexByte(v.text, '/') > 0 && namesFile(c.Target) && inSources(c.Target) {
			c.Form, c.Scope, c.Start, c.End = CiteMention, ScopeNote, v.start, v.end
			r.origins = append(r.origins, c)
		}
	}
}

// metaCite is what metadata names, for the whole note.
func metaCite(target string, start, end int) Cite {
	c := ReadTarget(target)
	c.Form, c.Scope, c.Start, c.End = CiteMeta, ScopeNote, start, end
	return c
}

func (r *reader) metaCite(c Cite, v value) {
	c.Form, c.Scope, c.Start, c.End = CiteMeta, ScopeNote, v.start, v.end
	r.noteCites = append(r.noteCites, c)
}

func (r *reader) sourcesField(f *field) {
	r.sourceIDs(f)
	for i := 0; i < len(f.values); i++ {
		v := f.values[i]
		if v.text == "" || strings.HasPrefix(v.id, ExportedID) || !f.list && strings.Trim(v.text, "0123456789") == "" { // how many they are
			continue
		}
		r.note.Meta.Sources = append(r.note.Meta.Sources, v.text)
		if n := r.cutByComma(f, i); n > 0 {
			last := f.values[i+n]
			r.problem("frontmatter-list-split", v.start, last.end, "a comma in a file name splits this list of sources; quote the name")
			for _, more := range f.values[i+1 : i+n+1] {
				r.note.Meta.Sources = append(r.note.Meta.Sources, more.text)
			}
			v.end, v.text = last.end, clean(r.file[v.start:last.end])
			i += n
		}
		if c := ReadTarget(v.text); citablePath(c.Target) {
			r.metaCite(c, v)
		}
	}
	if len(f.values) == 0 && !f.list && !complained(r.note.Problems, f) {
		r.problem("frontmatter-empty", f.start, f.end, "the key "+f.key+" has no value")
	}
}

// originField reads a key that other tools have for what a note was made from: it counts where
// the note itself lists no sources. Of a key that
// ordinary words stand under as well (source: web clipper), only what names a file counts.
func (r *reader) originField(f *field, names bool) {
	for _, v := range f.values {
		c := ReadTarget(v.text)
		link := strings.HasPrefix(v.text, "[") || strings.Contains(v.text, "://")
		slug := names || strings.ContainsAny(v.text, "-_0123456789")
		if c.Target == "" || !citablePath(c.Target) {
			continue
		}
		if c.Form = CiteMeta; !link && !fileLike(c.Target) && !(slug && sourceName(c.Target)) {
			if c.Form = CiteMention; len(c.Target) > 100 { // a word that may be a file's name
				continue
			}
		}
		c.Scope, c.Start, c.End = ScopeNote, v.start, v.end
		r.origins = append(r.origins, c)
	}
}

// cutByComma counts the items after the i-th that belong to its name: "[Smith, J. -
// talk.md]" comes out of YAML as two items. The reader of the list tries both.
func (r *reader) cutByComma(f *field, i int) int {
	for k := i; f.list && k+1 < len(f.values); k++ {
		v, next := f.values[k], f.values[k+1]
		if fileLike(v.text) || strings.ContainsAny(v.text, "[]") || v.end >= next.start ||
			string(bytes.TrimSpace(r.file[v.end:next.start])) != "," {
			return 0
		}
		if fileLike(next.text) {
			return k + 1 - i
		}
	}
	return 0
}

// metaLinks finds [[X]] and [t](x) in a value of the frontmatter.
func (r *reader) metaLinks(v value) {
	if !strings.Contains(v.text, "[") || v.start >= v.end {
		return
	}
	raw := r.file[v.start:v.end]
	p := r.scanAt(v.start, raw, scanEnv{file: r.file, skip: new(int), plain: true})
	for _, l := range p.links {
		if l.URL && !strings.Contains(string(raw), "](") {
			continue
		}
		l.Meta = true
		r.note.Links = append(r.note.Links, l)
	}
}
