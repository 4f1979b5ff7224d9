package gates

import (
	"fmt"
	"strings"

	"assay/provenance"
	"assay/text"
	"assay/vault/markdown"
)

// unchecked says why a claim could not be checked: one line for each reason, and
// one for all claims of a note that cite the same thing.
func unchecked(d Diagnostic, v provenance.Verdict, p Policy) (ds []Diagnostic) {
	for _, at := range v.Problems {
		switch at.Status {
		case provenance.Held, provenance.Dangling, provenance.Broken, provenance.Circular:
		default:
			ds = append(ds, notChecked(d, at, p))
		}
	}
	if v.Rule == provenance.RuleOtherLanguage && v.Best != nil {
		return append(ds, otherLanguage(d, *v.Best))
	}
	if len(ds) == 0 {
		d.Code, d.Message = Unjudged, reason(v, "no judge has answered")
		d.Hint = "run `assay build`"
		return []Diagnostic{d}
	}
	return ds
}

// otherLanguage is one line for all claims of a note over one source.
func otherLanguage(d Diagnostic, best provenance.Judged) Diagnostic {
	name := citeName(best.Cite)
	d.Code, d.Message = OtherLanguage, name+" is in another language than the claim, so its words could not be compared"
	d.Hint = "read the source; cite one in the language of the note too, or set `judge.use` to a model that reads both"
	d.Group = Group{Key: d.Span.File + "\x00" + best.Cite.Target, Many: "%s cite " + name + ", which is in another language"}
	return d
}

func notChecked(d Diagnostic, at provenance.Located, p Policy) Diagnostic {
	name := citeName(at.Cite)
	if p.Denied(at.Cite.Target) != nil {
		d.Code = DeniedSource
		d.Message = fmt.Sprintf("%s is in a domain that policy denies", name)
		d.Hint = "cite another source"
		d.Group = Group{Key: d.Span.File + "\x00" + at.Cite.Target, Many: "%s cite " + name + ", in a domain that policy denies"}
		return d
	}
	rule := uncheckedRules[provenance.NotHeld]
	if r, ok := uncheckedRules[at.Status]; ok {
		rule = r
	}
	d.Code = rule.code
	why := whyNot(at)
	d.Message = name + " " + rule.is + why
	d.Hint = meant(at.Candidates, rule.hint)
	if at.Status == provenance.Malformed {
		d.Hint = mend(at.Cite, rule.hint)
	}
	if rule.code == SourceNotHeld {
		d.Hint = meant(at.Candidates, hintFor(at.Cite, p))
	}
	key := d.Span.File + "\x00" + at.Cite.Target
	if at.Status == provenance.Submodule {
		key = at.Reason // once for the submodule, wherever it is cited
	}
	d.Group = Group{Key: key, Many: "%s cite " + name + ", which " + rule.is + why}
	return d
}

// whyNot is what the reason says beyond the name and the status.
func whyNot(at provenance.Located) string {
	_, rest, named := strings.Cut(at.Reason, at.Cite.Target)
	switch at.Status {
	case provenance.Unadmitted, provenance.Refused:
		return because(at.Reason)
	case provenance.Stub:
		if named && strings.HasPrefix(rest, " ") {
			return because("it" + rest)
		}
	case provenance.Generated:
		if _, held, ok := strings.Cut(at.Reason, "and of its original "); ok {
			return because(held)
		}
		return ""
	case provenance.Malformed:
		if at.Cite.Label != "" {
			_, rest, _ = strings.Cut(at.Reason, "[^"+at.Cite.Label+"] ")
			return because("it " + rest)
		}
	}
	if named {
		return "" // it would only say the name again
	}
	return because(at.Reason)
}

// hintFor says how a source that is not held comes to be.
func hintFor(c markdown.Cite, p Policy) string {
	switch {
	case HostOf(c.Target) == "":
		return "add the file, or correct its name"
	case p.IsGuest(), strings.Contains(c.Target, "`"): // which would end the command in the hint
		return "save the page in the vault, with `url:` in its frontmatter, and it is checked"
	}
	return "`assay source propose " + ShellWord(c.Target) + "` fetches it"
}

// uncheckedRules is what is said for each reason that leaves nothing to check.
var uncheckedRules = map[provenance.LocateStatus]struct {
	code     Code
	is, hint string
}{
	provenance.NotHeld:   {SourceNotHeld, "is not held here", ""},
	provenance.Stub:      {StubSource, "has no text to check against", "put the original in its place, or cite another source"},
	provenance.Generated: {GeneratedSource, "was generated, and no original behind it is held", "put the original among your originals, under the page's name or with its `url:`, or cite it"},
	provenance.Submodule: {SubmoduleMissing, "is in a git submodule that is not checked out", "run `git submodule update --init`"},
	provenance.Ambiguous: {AmbiguousCitation, "names several files", "write more of the path"},
	provenance.TooLarge:  {TooLarge, "is not judged", "split the sentence, or store the text in parts and cite the part"},

	provenance.Unadmitted: {UnadmittedSource, "is no evidence", "take its source through the lifecycle: `assay build` ingests what vault.evidence lists, `assay source propose` asks for others, and `assay source list` shows where each stands"},

	provenance.Refused: {UnadmittedSource, "is no evidence", "cite another source; `assay source propose` asks for this one once more"},

	provenance.Malformed: {MalformedCitation, "cannot be read as a citation", "name a file, as in ^[notes/talk.md], or write a footnote whose definition has a link, a path or a URL"},
}

// mend says how to mend a citation that cannot be read.
func mend(c markdown.Cite, otherwise string) string {
	switch {
	case c.Label != "":
		return "define it with a link, a path or a URL, or cite in another way"
	case strings.Contains(c.Target, "START"), strings.Contains(c.Target, "filename.md"), strings.Contains(c.Target, "source-file.md"):
		return "this was left in from a prompt: name the file, or take it out"
	}
	return otherwise
}

// citeName names a citation as its author would.
func citeName(c markdown.Cite) string {
	switch {
	case c.Form == markdown.CiteUndefined && c.Label != "":
		return "the footnote [^" + text.Clip(c.Label, 40) + "]"
	case c.Target == "":
		return "the citation"
	case c.Form == markdown.CiteKey:
		return "@" + text.Clip(c.Target, 60)
	case c.Anchor != "":
		return text.Clip(c.Target+"#"+c.Anchor, 80)
	}
	return text.Clip(c.Target, 80)
}
