package adopt

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/templates"
	"assay/vault"
	"assay/vault/markdown"
)

// A Dialect is one way to cite that a vault uses.
type Dialect struct {
	Form    string `json:"form"`    // as one would write it
	Notes   int    `json:"notes"`   // that use it
	Cites   int    `json:"cites"`   // markers, each once; of a list for the whole note its items
	Held    int    `json:"held"`    // of these, that lead to text which is here
	Example string `json:"example"` // a target, as some note has it
}

// forms are the ways to cite, the likeliest of a foreign wiki first.
var forms = []struct {
	form markdown.CiteForm
	name string
}{
	{markdown.CiteCaretFile, "^[file.md]"},
	{markdown.CiteParen, "(source: path)"},
	{markdown.CiteMeta, "sources: of the page"},
	{markdown.CiteFootnote, "[^n] and a definition"},
	{markdown.CiteLink, "[text](path or address)"},
	{markdown.CiteBlock, "[[page]] after the sentence"},
	{markdown.CiteKey, "[@key] and a bibliography"},
	{markdown.CiteUndefined, "a marker that cannot be read"},
	{markdown.CiteMention, "a path or a link in the sentence"},
	{markdown.CiteChunk, "[^chk-…], assay's own"},
}

// survey is what a look at a vault that never heard of assay shows.
type survey struct {
	dialects  []Dialect
	citing    []string            // notes with claims that cite
	summaries []string            // of these, pages that were written about an original
	claims    map[string]int      // cited claims, by note
	held      map[string]bool     // originals that some citation leads to
	leads     map[string]int      // citations that lead to text which is here, by note
	roles     map[string]fileRole // of every file that is text
	apart     []roleFound         // notes that nobody holds to sources
	isApart   func(note string) bool
	tally     reports.Tally
}

type fileRole uint8

const (
	isNote fileRole = iota + 1
	isOriginal
	isSummary
)

// takeSurvey looks at a graded plan.
func takeSurvey(p *compiler.Plan) *survey {
	s := &survey{claims: map[string]int{}, held: map[string]bool{}, leads: map[string]int{}, roles: map[string]fileRole{}}
	lib := p.Held()
	for _, f := range p.Base.Files() {
		switch {
		case view.Within(f.Path, []string{cmp.Or(p.Policy.Vault.Sources, gates.Default().Vault.Sources)}):
		case !vault.IsNote(f.Path) && !view.IsReadable(f.Path):
		case lib.IsOriginal(f.Path):
			s.roles[f.Path] = isOriginal
		case lib.IsSummary(f.Path):
			s.roles[f.Path] = isSummary
		default:
			s.roles[f.Path] = isNote
		}
	}
	uses := map[markdown.CiteForm]*Dialect{}
	for _, n := range p.Notes {
		if !p.Graded(n) {
			continue
		}
		p.Whole(n)
		type marker struct {
			at     int
			target string
		}
		seen, in := map[marker]bool{}, map[markdown.CiteForm]bool{}
		for i, v := range p.Grade.VerdictsOf(n) {
			if !v.Cited {
				continue
			}
			s.claims[n.Path]++
			s.tally.Count(v.Tier)
			for _, c := range n.Claims[i].Cites {
				if seen[marker{c.Start, c.Target}] {
					continue
				}
				seen[marker{c.Start, c.Target}] = true
				if uses[c.Form] == nil {
					uses[c.Form] = &Dialect{Example: c.Target}
				}
				d := uses[c.Form]
				if d.Cites++; !in[c.Form] {
					in[c.Form] = true
					d.Notes++
				}
				if at := lib.Locate(n, c); at.Status == provenance.Held {
					d.Held++
					s.leads[n.Path]++
					s.held[at.Evidence.Span.File] = true
					for _, also := range at.Also {
						s.held[also.Span.File] = true
					}
				}
			}
		}
		if s.claims[n.Path] > 0 {
			s.citing = append(s.citing, n.Path)
			if s.roles[n.Path] == isSummary {
				s.summaries = append(s.summaries, n.Path)
			}
		}
	}
	s.setApart(p.Notes)
	for f := range s.held { // of a type that no source is made of, and evidence all the same
		if s.roles[f] == 0 {
			s.roles[f] = isOriginal
		}
	}
	for _, f := range forms {
		if d := uses[f.form]; d != nil {
			d.Form = f.name
			s.dialects = append(s.dialects, *d)
		}
	}
	return s
}

// setApart finds the notes that nobody holds to sources.
func (s *survey) setApart(notes []*markdown.Note) {
	var names, globs []string
	for _, n := range notes {
		if s.roles[n.Path] == isNote {
			names = append(names, n.Path)
		}
	}
	s.apart = rolesOf(names, s.citing)
	for _, f := range s.apart {
		globs = append(globs, f.globs...)
	}
	s.isApart = vault.Excludes(globs)
}

// declined says why nothing can be held to its sources here, nil where something can.
func (s *survey) declined() error {
	for _, n := range s.permanent() {
		if s.leads[n] > 0 {
			return nil
		}
	}
	if len(s.permanent()) == 0 {
		return Declined{"no note cites anything, so there is nothing to hold to a source",
			"name the original behind a sentence, such as `^[file.md]`, or in `sources:` of the page; `assay init` writes a policy without that"}
	}
	all, example := 0, ""
	for _, d := range s.dialects {
		all, example = all+d.Cites, cmp.Or(example, d.Example)
	}
	return Declined{fmt.Sprintf("%s, and none leads to a text that is here (such as %q)", reports.Count(all, "citation"), example),
		"put the originals into the vault, such as under raw/, or correct the names; `assay gaps` lists them"}
}

// Declined says why a wiki is not adopted, and what to do first.
type Declined struct{ Why, Do string }

func (d Declined) Error() string { return "adopt: " + d.Why }

// Hint says what to do.
func (d Declined) Hint() string { return d.Do }

// permanent are the notes that cite something and are to be held to it. Summaries are
// notes only where nothing else is.
func (s *survey) permanent() []string {
	summary := func(f string) bool { return s.isApart(f) || s.roles[f] == isSummary }
	if notes := slices.DeleteFunc(slices.Clone(s.citing), summary); len(notes) > 0 {
		return notes
	}
	return slices.DeleteFunc(slices.Clone(s.citing), s.isApart)
}

// wiki is the folder that holds the notes which cite something: the folder itself where
// they lie side by side. A note or a few that lie far from all others do not make the
// whole vault permanent.
func (s *survey) wiki() string {
	notes := s.permanent()
	common := commonFolder(notes)
	if common != "." {
		return common
	}
	tops := map[string][]string{}
	for _, n := range notes {
		top, _, deep := strings.Cut(n, "/")
		if deep {
			tops[top] = append(tops[top], n)
		}
	}
	for _, in := range tops {
		if far := len(notes) - len(in); far*10 <= len(notes) || far == 1 && len(notes) >= 4 {
			return commonFolder(in)
		}
	}
	return common
}

// commonFolder is the deepest that holds all of some files, "" for none.
func commonFolder(files []string) string {
	if len(files) == 0 {
		return ""
	}
	common := path.Dir(files[0])
	for _, n := range files[1:] {
		for common != "." && !strings.HasPrefix(n, common+"/") {
			common = path.Dir(common)
		}
	}
	return common
}

// evidence are the folders and files that hold originals and nothing else, the
// outermost first: a summary or a note among them would become evidence of itself.
func (s *survey) evidence() []string {
	under := map[string]*[2]int{} // by folder: originals, other notes
	cited := map[string]bool{}
	for f, role := range s.roles {
		for dir := path.Dir(f); ; dir = path.Dir(dir) {
			n := under[dir]
			if n == nil {
				n = &[2]int{}
				under[dir] = n
			}
			if role == isOriginal {
				n[0]++
				cited[dir] = cited[dir] || s.held[f]
			} else {
				n[1]++
			}
			if dir == "." {
				break
			}
		}
	}
	var out []string
	taken := func(f string) bool {
		return slices.ContainsFunc(out, func(e string) bool { return f == e || strings.HasPrefix(f, e+"/") })
	}
	for _, dir := range slices.Sorted(maps.Keys(under)) { // a folder before what is in it
		if n := under[dir]; dir != "." && n[0] > 0 && n[1] == 0 && !taken(dir) && (cited[dir] || citation.AmongSources(path.Base(dir)+"/x")) {
			out = append(out, dir)
		}
	}
	alone := slices.DeleteFunc(slices.Sorted(maps.Keys(s.held)), func(f string) bool { return s.roles[f] != isOriginal || taken(f) })
	return append(out, alone...)
}

// starter is the policy that suits what was seen. No folder is moved or renamed.
// What a folder's name says counts only where no note in it cites anything: such notes
// would be graded no longer.
func (s *survey) starter(base *vault.Snapshot, look templates.Starter) templates.Starter {
	d := gates.Default().Vault
	t := templates.Starter{Wiki: s.wiki(), Drafts: d.Drafts, Sources: d.Sources, Evidence: s.evidence(), Exclude: []string{}, Direct: true, Uncited: gates.UncitedCount}
	quiet := func(folder string) bool {
		return folder != "" && !slices.ContainsFunc(s.citing, func(n string) bool { return strings.HasPrefix(n, folder+"/") })
	}
	if quiet(look.Inbox) {
		t.Inbox = look.Inbox
	}
	if quiet(look.Drafts) {
		t.Drafts = look.Drafts
	}
	for _, pattern := range look.Exclude {
		if folder, ok := strings.CutSuffix(pattern, "/**"); ok && quiet(folder) {
			t.Exclude = append(t.Exclude, pattern)
		}
	}
	for i := 2; len(base.Under(t.Sources)) > 0; i++ { // the name is taken by something of their own
		t.Sources = fmt.Sprintf("%s-%d", d.Sources, i)
	}
	if _, taken := base.File(agentsFile); !taken { // it will be ours, and makes no claims
		t.Exclude = append(t.Exclude, agentsFile)
	}
	say := func(format string, args ...any) { t.Found = append(t.Found, fmt.Sprintf(format, args...)) }
	for _, f := range s.apart {
		t.Ungraded = append(t.Ungraded, f.globs...)
	}
	total, notes := 0, 0
	for f, n := range s.claims {
		if n > 0 && s.keeps(t.Wiki, f) {
			total, notes = total+n, notes+1
		}
	}
	where := t.Wiki + "/"
	if t.Wiki == "." {
		where = "the whole vault"
	}
	say("%s: %s with %s that cite something; they become the permanent notes", where, reports.Count(notes, "note"), reports.Count(total, "claim"))
	for _, dialect := range s.dialects {
		say("cites with %s: %s in %s, %d to text that is here", dialect.Form, reports.Count(dialect.Cites, "time"), reports.Count(dialect.Notes, "note"), dialect.Held)
	}
	for _, f := range s.apart {
		say("%s that nobody holds to sources: %s (%s)", reports.Count(f.notes, "note"), f.what, reports.Few(f.globs, 4))
	}
	if n := len(s.dropped(t.Wiki)); n > 0 {
		say("%s: what is cited there is followed as before, and not graded", reports.Count(n, "page that cites something is no permanent note", "pages that cite something are no permanent notes"))
	}
	other := 0
	for f := range s.held {
		if _, known := s.roles[f]; !known {
			other++
		}
	}
	if other > 0 {
		say("%s of a kind that is not stored, such as code: what cites them is checked against the files themselves", reports.Count(other, "cited file is", "cited files are"))
	}
	return t
}

// keeps reports a note that is permanent under a policy.
func (s *survey) keeps(wiki, note string) bool {
	return (wiki == "." || strings.HasPrefix(note, wiki+"/")) && !s.isApart(note)
}

// dropped are the notes whose cited claims are no longer graded under a policy.
func (s *survey) dropped(wiki string) []string {
	return slices.DeleteFunc(slices.Clone(s.citing), func(f string) bool { return s.keeps(wiki, f) })
}
