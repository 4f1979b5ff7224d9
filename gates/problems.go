package gates

import (
	"cmp"
	"strings"

	"assay/vault"
	"assay/vault/markdown"
)

// CheckProblems says what is odd about the text of a file.
func CheckProblems(path string, problems []vault.Problem) []Diagnostic {
	ds := make([]Diagnostic, 0, len(problems))
	for _, problem := range problems {
		rule := problemRuleOf(problem.Kind)
		ds = append(ds, Diagnostic{
			Code: rule.code, Severity: rule.severity, Span: vault.Span{File: path, Start: problem.Start, End: problem.End},
			Message: problemText(problem.Text), Hint: rule.hint,
		})
		if problem.Kind == markdown.UnreadCitation {
			d := &ds[len(ds)-1]
			d.Message += " looks like a citation and is not understood"
			d.Group = Group{Key: problem.Text, Many: problem.Text + " looks like a citation and is not understood; %s are like it", Marker: true}
		}
	}
	return ds
}

// problemText is what a reader says of itself, less what a parser says to its maker.
func problemText(text string) string {
	text = strings.TrimSuffix(text, ".")
	if before, _, ok := strings.Cut(text, ": invalid map key"); ok {
		return before + ": text that begins with { has to stand in quotes"
	}
	return text
}

// CheckFiles says which files could not be looked at.
func CheckFiles(problems []vault.FileProblem) []Diagnostic {
	ds := make([]Diagnostic, 0, len(problems))
	for _, problem := range problems {
		d := CheckProblems(problem.Path, []vault.Problem{{Kind: problem.Kind, Text: problem.Text}})[0]
		d.Hint = cmp.Or(problem.Hint, d.Hint)
		ds = append(ds, d)
	}
	return ds
}

// A problemRule says how a kind of problem is told.
type problemRule struct {
	kind     string // a whole kind, or its beginning where it ends in '-'
	code     Code
	severity Severity
	hint     string
}

// The first that fits decides; the last fits everything.
var problemRules = [...]problemRule{
	{"ledger-torn", DamagedLedger, Warning, "the next `assay build` goes on without it"},
	{"ledger-kind", DamagedLedger, Warning, "a newer assay may have written it"},
	{"ledger-merge", DamagedLedger, Error, "delete the marker's line; the events of both sides stay"},
	{"ledger-", DamagedLedger, Error, "restore ledger.jsonl from git; `assay ledger verify` names each line"},
	{"answers-torn", DamagedSource, Warning, "the next `assay build` asks again"},
	{"answers-", DamagedSource, Error, "restore verdicts.jsonl from git, or delete the line: the next `assay build` asks again"},
	{"source-", DamagedSource, Warning, "restore the file from git, or ingest the source again"},
	{"page-", DamagedSource, Warning, "restore the file from git, or ingest the source again"},
	{"frontmatter", BrokenFrontmatter, Warning, "indent with spaces, and quote text that holds `: `"},
	{"skill", BrokenSkill, Warning, "docs/research.md has the keys of a source"},
	{"symlink-folder", UnreadableFile, Note, ""},
	{"symlink-", UnreadableFile, Warning, ""},
	{"unreadable", UnreadableFile, Warning, "check its permissions"},
	{"invalid-name", UnreadableFile, Warning, "rename the file"},
	{"case-collision", FileNameCollision, Warning, "rename one of them"},
	{"unicode-collision", FileNameCollision, Warning, "rename one of them"},
	{"invalid-utf8", OddText, Warning, "save the file as UTF-8"},
	{markdown.UnreadCitation, MalformedCitation, Warning, "write it in one of the forms of docs/citations.md, and it is checked"},
	{"list-syntax", OddText, Warning, "mend it: nothing of the list is read"},
	{"citation-unclosed", MalformedCitation, Warning, "close it with ] on the same line"},
	{"comment-unclosed", OddText, Warning, "close it with %%, or everything after it is hidden"},
	{"", OddText, Warning, "it is read as it stands; mend it, or what follows may be read otherwise than meant"},
}

func problemRuleOf(kind string) problemRule {
	rule, _ := lookup(problemRules[:], func(r problemRule) bool {
		begins := strings.HasSuffix(r.kind, "-") || r.kind == "frontmatter" || r.kind == ""
		return r.kind == kind || begins && strings.HasPrefix(kind, r.kind)
	})
	return rule
}
