package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/compiler/reports"
	"assay/gates"
	"assay/vault"
)

// maxResults is how many results GitHub takes of a run; it rejects a log with more.
const maxResults = 25_000

// CheckSARIF writes what `assay check` found as a SARIF 2.1.0 log. The same findings
// give the same bytes: no time, no path of this machine. It says of which version assay is and
// what the command ends with, and where known is asked for, what a baseline lets be, as suppressed.
func (o *Out) CheckSARIF(r *reports.CheckReport, version string, status int, known bool) error {
	l := &sarifLog{out: o, at: newPlaces(o.Texts), artifacts: map[string]int{}, rules: map[gates.Code]int{}, marks: map[string]int{}}
	run := sarifRun{
		Invocations: []sarifInvocation{{ExecutionSuccessful: true, ExitCode: status}},
		Automation:  map[string]string{"id": "assay/"},
		BaseIDs:     map[string]sarifArtifactLocation{srcRoot: {Description: &sarifMessage{Text: "the top of the repository, or the vault where it lies in none"}}},
		ColumnKind:  "unicodeCodePoints",
		NewLines:    []string{"\r\n", "\n", "\r"},
		Results:     []sarifResult{},
	}
	run.Tool.Driver = l.driver(version)
	if o.Repo != "" {
		run.Automation["id"] += o.Repo + "/"
	}
	if r.Change != nil || len(r.Paths) > 0 {
		// Of one category GitHub takes what a log does not have for fixed.
		run.Automation["id"] += "part/"
	}
	notify := func(format string, args ...any) {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications,
			sarifNotification{Level: "note", Message: sarifMessage{Text: plainText(fmt.Sprintf(format, args...))}})
	}
	known = known && r.Baseline != nil
	shown := r.Diagnostics
	if len(shown) > maxResults {
		left := len(shown) - maxResults
		shown = gates.WorstFirst(shown)[:maxResults]
		notify("%d of %d results are left out, none of them worse than those that are here.", left, len(r.Diagnostics))
		o.Messagef("%d of %d results are left out: GitHub takes no more of a run", left, len(r.Diagnostics))
	}
	for _, d := range shown {
		result := l.result(d)
		if known {
			result.Suppressions = []sarifSuppression{}
		}
		run.Results = append(run.Results, result)
	}
	if r.Baseline != nil {
		notify("%s.", baselineLine(r.Baseline, o.repoPath(r.Baseline.File)))
	}
	if known {
		for _, d := range r.Known {
			result := l.result(d)
			result.Suppressions = []sarifSuppression{{Kind: "external", Status: "accepted", Justification: "listed in " + r.Baseline.File}}
			run.Results = append(run.Results, result)
		}
	}
	run.Artifacts = l.files
	return o.Object(struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// srcRoot is the name that uploaders know the top of a checkout by.
const srcRoot = "%SRCROOT%"

type sarifLog struct {
	out       *Out
	at        *places
	rules     map[gates.Code]int
	artifacts map[string]int
	files     []sarifArtifact
	marks     map[string]int // how often a fingerprint has been given
}

// driver says what assay is, and what each of its codes means.
func (l *sarifLog) driver(version string) sarifDriver {
	d := sarifDriver{Name: "assay", Version: version, SemanticVersion: strings.TrimPrefix(version, "v")}
	for i, e := range gates.Codes() {
		l.rules[e.Code] = i
		rank := e.Severity.String()
		if e.Severity == gates.Note {
			rank = "recommendation"
		}
		d.Rules = append(d.Rules, sarifRule{
			ID:    string(e.Code),
			Short: sarifMessage{Text: plainText(e.Means)},
			Full:  sarifMessage{Text: plainText(e.Explain())},
			Help:  sarifMessage{Text: plainText(e.Do), Markdown: plainText(e.Do)},
			// In a permanent note; drafts never go above a warning.
			Configuration: map[string]string{"level": e.Severity.String()},
			Properties:    map[string]string{"problem.severity": rank},
		})
	}
	return d
}

func (l *sarifLog) result(d gates.Diagnostic) sarifResult {
	r := sarifResult{
		RuleID: string(d.Code), RuleIndex: l.rules[d.Code], Level: d.Severity.String(),
		Message:      sarifMessage{Text: plainText(sentence(d.Message))},
		Fingerprints: map[string]string{"assayFault/v1": l.fingerprint(d)},
		Properties:   map[string]string{},
	}
	if d.Hint != "" {
		r.Message.Text += "\n" + plainText(sentence("hint: "+d.Hint))
	}
	if d.Graded {
		r.Properties["tier"] = d.Tier.String()
	}
	if d.Claim != "" {
		r.Properties["claim"] = string(d.Claim)
	}
	span := d.Span
	if span.File == "" { // the vault as a whole; a place there has to be
		span.File = gates.PolicyFile
	}
	r.Locations = []sarifLocation{{Physical: l.place(span, "analysisTarget")}}
	for i, related := range d.Related {
		r.Related = append(r.Related, sarifLocation{ID: i + 1, Physical: l.place(l.at.narrow(related), ""), Message: &sarifMessage{Text: plainText(related.Message)}})
	}
	if d.Fix != nil {
		r.Fixes = []sarifFix{l.fix(*d.Fix)}
	}
	return r
}

// fingerprint tells a fault from others by what is said, so that it is the same one
// when lines above it come and go.
func (l *sarifLog) fingerprint(d gates.Diagnostic) string {
	what := string(d.Claim)
	switch {
	case d.Group.Members != nil:
		what = d.Group.Key
	case d.Claim == "":
		what = d.Span.File + "\x00" + l.at.words(d.Span)
	}
	sum := sha256.Sum256([]byte(string(d.Code) + "\x00" + what))
	mark := hex.EncodeToString(sum[:8])
	l.marks[mark]++
	return fmt.Sprintf("%s:%d", mark, l.marks[mark])
}

func (l *sarifLog) fix(f gates.Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{Text: plainText(sentence(f.Title))}}
	for _, e := range f.Edits {
		place := l.place(e.Span, "")
		region := place.Region
		region.Snippet = nil
		edit := sarifReplacement{Deleted: region, Inserted: sarifMessage{Text: e.Text}}
		i := slices.IndexFunc(out.Changes, func(c sarifChange) bool { return c.Location.URI == place.Location.URI })
		if i < 0 {
			out.Changes = append(out.Changes, sarifChange{Location: place.Location})
			i = len(out.Changes) - 1
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, edit)
	}
	return out
}

// place is a span of a file of the vault as a place of the repository.
func (l *sarifLog) place(s vault.Span, role string) sarifPhysical {
	from, to := l.at.span(s)
	p := sarifPhysical{
		Location: l.location(s.File, role),
		Region:   sarifRegion{StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column},
	}
	if text := l.at.text(s); text != "" {
		p.Region.Snippet = &sarifMessage{Text: text}
	}
	return p
}

func (l *sarifLog) location(path, role string) sarifArtifactLocation {
	at := sarifArtifactLocation{URI: path}
	if !strings.Contains(path, "://") {
		at.URI, at.BaseID = escapePath(l.out.repoPath(path)), srcRoot
	}
	i, ok := l.artifacts[at.URI]
	if !ok {
		i = len(l.files)
		l.artifacts[at.URI] = i
		l.files = append(l.files, sarifArtifact{Location: at, Encoding: "UTF-8"})
	}
	if role != "" && len(l.files[i].Roles) == 0 {
		l.files[i].Roles = []string{role}
	}
	at.Index = &i
	return at
}

// escapePath writes a path as a relative reference of RFC 3986, to which all but
// letters, digits and -._~ is foreign.
func escapePath(path string) string {
	return strings.NewReplacer("%2F", "/", "+", "%20").Replace(url.QueryEscape(path))
}

// plainText writes a text as a plain text message: braces would be placeholders there,
// and what stands in brackets before parentheses a link that a note made up.
func plainText(text string) string {
	return strings.NewReplacer("{", "{{", "}", "}}", "](", "] (").Replace(text)
}

// sentence ends a text with a full stop, where nothing else ends it.
func sentence(text string) string {
	if last, _ := utf8.DecodeLastRuneInString(text); text == "" || strings.ContainsRune(".!?…", last) {
		return text
	}
	return text + "."
}

// The parts of a SARIF 2.1.0 log that assay writes (OASIS, errata 01). Names and
// order are the standard's.

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Invocations []sarifInvocation                `json:"invocations"`
	Automation  map[string]string                `json:"automationDetails"` // id: up to the last '/' the category by which GitHub tells analyses apart
	BaseIDs     map[string]sarifArtifactLocation `json:"originalUriBaseIds"`
	Artifacts   []sarifArtifact                  `json:"artifacts,omitempty"`
	Results     []sarifResult                    `json:"results"`
	ColumnKind  string                           `json:"columnKind"`
	NewLines    []string                         `json:"newlineSequences"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	Version         string      `json:"version"`
	SemanticVersion string      `json:"semanticVersion"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string            `json:"id"`
	Short         sarifMessage      `json:"shortDescription"`
	Full          sarifMessage      `json:"fullDescription"`
	Configuration map[string]string `json:"defaultConfiguration"`
	Help          sarifMessage      `json:"help"`
	Properties    map[string]string `json:"properties"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	ExitCode            int                 `json:"exitCode"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifArtifact struct {
	Location sarifArtifactLocation `json:"location"`
	Roles    []string              `json:"roles,omitempty"`
	Encoding string                `json:"encoding"`
}

type sarifArtifactLocation struct {
	URI         string        `json:"uri,omitempty"`
	BaseID      string        `json:"uriBaseId,omitempty"`
	Index       *int          `json:"index,omitempty"`
	Description *sarifMessage `json:"description,omitempty"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Level        string             `json:"level"`
	Message      sarifMessage       `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Related      []sarifLocation    `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string  `json:"partialFingerprints"`
	Suppressions []sarifSuppression `json:"suppressions,omitzero"` // all results of a run have them, or none
	Fixes        []sarifFix         `json:"fixes,omitempty"`
	Properties   map[string]string  `json:"properties,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifMessage `json:"message,omitempty"`
}

type sarifPhysical struct {
	Location sarifArtifactLocation `json:"artifactLocation"`
	Region   sarifRegion           `json:"region"`
}

// sarifRegion counts from 1, columns in code points; its end is exclusive.
type sarifRegion struct {
	StartLine   int           `json:"startLine"`
	StartColumn int           `json:"startColumn"`
	EndLine     int           `json:"endLine"`
	EndColumn   int           `json:"endColumn"`
	Snippet     *sarifMessage `json:"snippet,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Location     sarifArtifactLocation `json:"artifactLocation"`
	Replacements []sarifReplacement    `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion  `json:"deletedRegion"`
	Inserted sarifMessage `json:"insertedContent"`
}
