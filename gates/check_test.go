package gates

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// claimIn makes a note with one claim.
func claimIn(path string, c markdown.Claim) *markdown.Note {
	c.ID, c.Text, c.Start, c.End = "c1", "Tea is steeped for 3 minutes.", 10, 39
	return &markdown.Note{Path: path, BodyStart: 10, Claims: []markdown.Claim{c}}
}

func judged(j provenance.Judgement) *provenance.Judged {
	text := "Steep green tea for two minutes."
	j.QuoteEnd = len(text)
	return &provenance.Judged{Judgement: j, Evidence: provenance.Evidence{
		Text: text, Source: "sr_1", Span: vault.Span{File: "03_Sources/sr_1/tea.md", Start: 100, End: 200},
		Retrieved: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}}
}

func located(s provenance.LocateStatus, target, reason string) []provenance.Located {
	return []provenance.Located{{Status: s, Reason: reason, Cite: markdown.Cite{Target: target, Form: markdown.CiteCaretFile}}}
}

// verdicts is one verdict for each code of a claim, and what is said of it.
var verdicts = []struct {
	code     Code
	severity Severity // in a permanent note
	message  string
	v        provenance.Verdict
	claim    markdown.Claim
}{
	{Uncited, Error, "claim has no citation and no inference marker", provenance.Verdict{Tier: provenance.T0, Rule: provenance.RuleUncited}, markdown.Claim{}},
	{DanglingCitation, Error, "raw/tea.md leads to nothing: there is no such file",
		provenance.Verdict{Tier: provenance.T0, Rule: provenance.RuleDangling, Cited: true, Problems: located(provenance.Dangling, "raw/tea.md", "there is no such file.")}, markdown.Claim{}},
	{ChangedEvidence, Error, "chk-1 was edited after it was stored and no longer hashes to its id",
		provenance.Verdict{Tier: provenance.T0, Rule: provenance.RuleBroken, Cited: true, Problems: located(provenance.Broken, "chk-1", "")}, markdown.Claim{}},
	{ValueMismatch, Error, "claim says 3 minutes, its source says two minutes", provenance.Verdict{Tier: provenance.T0, Rule: provenance.RuleValueMismatch, Cited: true,
		Best: judged(provenance.Judgement{Stance: provenance.Contradicts, Mismatch: &provenance.Mismatch{Kind: "number", Claim: "3 minutes", Source: "two minutes"}})}, markdown.Claim{}},
	{Contradicted, Error, "its source says the opposite", provenance.Verdict{Tier: provenance.T0, Rule: provenance.RuleContradicted, Reason: "its source says the opposite.", Cited: true,
		Best: judged(provenance.Judgement{Stance: provenance.Contradicts})}, markdown.Claim{}},
	{Unsupported, Error, `not in the source: the cited text never uses "tannin"`, provenance.Verdict{Tier: provenance.T0, Rule: provenance.RuleUnsupported, Cited: true,
		Best: judged(provenance.Judgement{Score: 0.199, Absent: []string{"tannin"}})}, markdown.Claim{}},
	{Conflict, Error, "claim says 3, the permanent note 01_Wiki/Tea.md says 2", provenance.Verdict{Tier: provenance.T4, Rule: provenance.RuleConflict, Cited: true,
		Conflict: &provenance.Conflict{Note: "01_Wiki/Tea.md", Text: "Tea is steeped for 2 minutes.", Mismatch: &provenance.Mismatch{Claim: "3", Source: "2"}}}, markdown.Claim{}},
	{RejectedClaim, Warning, "a person rejected this claim: table 3 says the opposite", provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleWeak, Cited: true,
		Best: judged(provenance.Judgement{Score: 0.5}), Rejected: "table 3\n says the opposite"}, markdown.Claim{}},
	{WeakEvidence, Warning, "supported only in part: support 0.77, and policy asks for 0.78", provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleWeak, Cited: true,
		Best: judged(provenance.Judgement{Score: 0.7799})}, markdown.Claim{}},
	{ValueMissing, Warning, "the source does not give 3 minutes", provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleMissingValue, Cited: true,
		Best: judged(provenance.Judgement{Score: 0.9, Missing: []string{"3 minutes"}})}, markdown.Claim{}},
	{Misquoted, Warning, `the source does not have the words "steeped long"`, provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleWeak, Cited: true,
		Best: judged(provenance.Judgement{Score: 0.5, Mismatch: &provenance.Mismatch{Kind: "quotation", Claim: "steeped long"}})}, markdown.Claim{}},
	{UnverifiedInference, Warning, "marked (Derived), but it cites no premises", provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleDerivedUnverified, Reason: "marked (Derived), but it cites no premises"}, markdown.Claim{Inferred: true}},
	{CircularCitation, Warning, "cites tea.md, which is no witness of its own", provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleCircular, Cited: true, Reason: "cites tea.md, which is no witness of its own",
		Problems: located(provenance.Circular, "tea.md", "")}, markdown.Claim{}},
	{StaleEvidence, Warning, "rests on evidence retrieved on 2026-01-02, longer ago than policy allows", provenance.Verdict{Tier: provenance.T3, Rule: provenance.RuleStale, Cited: true,
		Best: judged(provenance.Judgement{Stance: provenance.Supports, Score: 0.9})}, markdown.Claim{}},
	{DriftedEvidence, Warning, "the page has changed since the cited passage was stored", provenance.Verdict{Tier: provenance.T3, Rule: provenance.RuleDrifted, Cited: true,
		Best: &provenance.Judged{Evidence: provenance.Evidence{Drifted: true}}}, markdown.Claim{}},
	{UnmarkedInference, Note, "the cited passages support this together and none of them alone", provenance.Verdict{Tier: provenance.T2, Rule: provenance.RuleCombined, Cited: true}, markdown.Claim{}},
	{SourceNotHeld, Warning, "https://example.org/tea is not held here", provenance.Verdict{Rule: provenance.RuleNotHeld, Cited: true, Problems: located(provenance.NotHeld, "https://example.org/tea", "")}, markdown.Claim{}},
	{StubSource, Warning, "raw/x.md has no text to check against: a redirect", provenance.Verdict{Rule: provenance.RuleStub, Cited: true, Problems: located(provenance.Stub, "raw/x.md", "a redirect")}, markdown.Claim{}},
	{GeneratedSource, Warning, "wiki/x.md was generated, and no original behind it is held", provenance.Verdict{Rule: provenance.RuleGenerated, Cited: true, Problems: located(provenance.Generated, "wiki/x.md", "")}, markdown.Claim{}},
	{SubmoduleMissing, Warning, "raw/k/x.md is in a git submodule that is not checked out: raw/k", provenance.Verdict{Rule: provenance.RuleSubmodule, Cited: true, Problems: located(provenance.Submodule, "raw/k/x.md", "raw/k")}, markdown.Claim{}},
	{TooLarge, Warning, "raw/big.md is not judged: the text has 18 MB", provenance.Verdict{Rule: provenance.RuleTooLarge, Cited: true, Problems: located(provenance.TooLarge, "raw/big.md", "the text has 18 MB")}, markdown.Claim{}},
	{AmbiguousCitation, Warning, "x.md names several files", provenance.Verdict{Rule: provenance.RuleAmbiguous, Cited: true, Problems: located(provenance.Ambiguous, "x.md", "")}, markdown.Claim{}},
	{MalformedCitation, Warning, "file.md:START-END cannot be read as a citation", provenance.Verdict{Rule: provenance.RuleMalformed, Cited: true, Problems: located(provenance.Malformed, "file.md:START-END", "")}, markdown.Claim{}},
	{DeniedSource, Warning, "https://reddit.com/r/tea is in a domain that policy denies", provenance.Verdict{Rule: provenance.RuleNotHeld, Cited: true, Problems: located(provenance.NotHeld, "https://reddit.com/r/tea", "")}, markdown.Claim{}},
	{OtherLanguage, Warning, "raw/茶.md is in another language than the claim, so its words could not be compared", provenance.Verdict{Rule: provenance.RuleOtherLanguage, Cited: true,
		Best: &provenance.Judged{Cite: markdown.Cite{Target: "raw/茶.md", Form: markdown.CiteCaretFile}}}, markdown.Claim{}},
	{UnadmittedSource, Warning, "raw/tea.md is no evidence: source sr_x is failed", provenance.Verdict{Rule: provenance.RuleUnadmitted, Cited: true, Problems: []provenance.Located{
		{Cite: markdown.Cite{Form: markdown.CiteCaretFile, Target: "raw/tea.md"}, Status: provenance.Unadmitted, Reason: "source sr_x is failed"}}}, markdown.Claim{}},
	{Unjudged, Warning, "no judge has answered", provenance.Verdict{Rule: provenance.RuleUnjudged, Cited: true}, markdown.Claim{}},
	{RangeOff, Note, "the claim holds, but its evidence is at line 7 of raw/tea.md, not at line 42–58", provenance.Verdict{Tier: provenance.T5, Rule: provenance.RuleSupported, Cited: true,
		Best: &provenance.Judged{OffRange: 7, Cite: markdown.Cite{FromLine: 42, ToLine: 58}, Evidence: provenance.Evidence{Span: vault.Span{File: "raw/tea.md"}}}}, markdown.Claim{}},
}

func TestClaimsArea(t *testing.T) {
	p := Default()
	for _, tt := range verdicts {
		for path, want := range map[string]Severity{"01_Wiki/a.md": tt.severity, "02_Drafts/a.md": min(tt.severity, Warning)} {
			n := claimIn(path, tt.claim)
			ds := Check(Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{path: {tt.v}}}, p)
			if len(ds) != 1 {
				t.Errorf("%s in %s: %d diagnostics: %+v", tt.code, path, len(ds), ds)
				continue
			}
			d := ds[0]
			if d.Code != tt.code || d.Severity != want || d.Message != tt.message || d.Hint == "" {
				t.Errorf("in %s:\n got %s %s %q (hint %q)\nwant %s %s %q", path, d.Code, d.Severity, d.Message, d.Hint, tt.code, want, tt.message)
			}
			if strings.ToLower(d.Message[:1]) != d.Message[:1] || strings.HasSuffix(d.Message, ".") || strings.HasSuffix(d.Hint, ".") {
				t.Errorf("%s does not keep to the wording rules: %q, %q", tt.code, d.Message, d.Hint)
			}
		}
		for _, path := range []string{"00_Inbox/a.md", "README.md"} {
			if ds := Check(Facts{Notes: []*markdown.Note{claimIn(path, tt.claim)}, Verdicts: map[string][]provenance.Verdict{path: {tt.v}}}, p); len(ds) != 0 {
				t.Errorf("%s: a claim in %s is graded: %+v", tt.code, path, ds)
			}
		}
	}
}

// Invariant (grading): A vault without a policy is asked for nothing and denied nothing. See
// also guest.txtar.
func TestGuestIsToldOfWhatIsCited(t *testing.T) {
	for _, tt := range verdicts {
		n := claimIn("anywhere/a.md", tt.claim)
		ds := Check(Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: {tt.v}}}, Guest())
		if want := tt.v.Cited; (len(ds) > 0) != want {
			t.Errorf("%s: %d diagnostics, cited %v", tt.code, len(ds), want)
		}
	}
}

// Claims of a page that cites nothing are told of in one line, with the original it is about.
func TestGuestIsToldOfTheOriginal(t *testing.T) {
	n := claimIn("wiki/tea.md", markdown.Claim{})
	second := n.Claims[0]
	second.ID, second.Start, second.End = "c2", 50, 79
	n.Claims = append(n.Claims, second)
	j := judged(provenance.Judgement{Score: 0.1, Absent: []string{"tannin"}})
	j.Cite = markdown.Cite{Form: markdown.CiteMeta, Target: "raw/tea.pdf", Scope: markdown.ScopeNote}
	v := provenance.Verdict{Tier: provenance.T0, Rule: provenance.RuleUnsupported, Cited: true, Best: j, Passages: []provenance.Judged{*j}}
	ds := Check(Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: {v, v}}}, Guest())
	if len(ds) != 1 || ds[0].Message != "2 claims are not in the original that the note is about, raw/tea.pdf" {
		t.Errorf("told of %+v", ds)
	}
}

// What a link leads to is there or not, whoever asks: a vault without a policy is told so, and
// nothing fails by it.
func TestGuestIsToldOfBrokenLinks(t *testing.T) {
	for _, kind := range []provenance.GapKind{provenance.UnresolvedLink, provenance.MissingHeading, provenance.MissingBlock, provenance.MissingAttachment} {
		n := &markdown.Note{Path: "anywhere/a.md"}
		ds := Check(Facts{Notes: []*markdown.Note{n}, Gaps: []provenance.Gap{{Kind: kind, File: n.Path, Target: "x", Count: 1}}}, Guest())
		if len(ds) != 1 || ds[0].Code != Code(kind) || ds[0].Severity != Warning || strings.Contains(ds[0].Hint, "draft") {
			t.Errorf("%s: %+v", kind, ds)
		}
	}
}

func TestAttestedIsSilent(t *testing.T) {
	n := claimIn("01_Wiki/a.md", markdown.Claim{})
	v := provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleWeak, Cited: true, Attested: "read table 3"}
	if ds := Check(Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: {v}}}, Default()); len(ds) != 0 {
		t.Errorf("an attested claim is complained about: %+v", ds)
	}
}

// Every code is explained and raised, each by a fact that has it.
//
// Invariant (the house): Every code is explained, has a severity and is raised by something.
func TestEveryCode(t *testing.T) {
	raised := map[Code]bool{}
	for _, tt := range verdicts {
		raised[tt.code] = true
	}
	for _, g := range []provenance.GapKind{provenance.UnresolvedLink, provenance.MissingHeading, provenance.MissingBlock, provenance.MissingAttachment} {
		for _, d := range Check(Facts{Notes: []*markdown.Note{{Path: "a.md"}}, Gaps: []provenance.Gap{{Kind: g, File: "a.md", Target: "b", Count: 2}}}, Default()) {
			raised[d.Code] = true
		}
	}
	for _, kind := range []string{"ledger-hash", "source-yaml", "page-anchor", "frontmatter-syntax", "comment-unclosed", "unreadable", "case-collision", "skill"} {
		for _, d := range CheckProblems("a.md", []vault.Problem{{Kind: kind, Text: "x"}}) {
			raised[d.Code] = true
		}
	}
	two := Default()
	two.Vault.Witnesses = 2
	holds := provenance.Verdict{Tier: provenance.T5, Rule: provenance.RuleSupported, Cited: true, Witnesses: provenance.Witnesses{Count: 1}}
	for _, d := range Check(Facts{Notes: []*markdown.Note{claimIn("01_Wiki/a.md", markdown.Claim{})}, Verdicts: map[string][]provenance.Verdict{"01_Wiki/a.md": {holds}}}, two) {
		raised[d.Code] = true
	}
	n, vs := byPage()
	for _, d := range Check(Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: vs}}, Guest()) {
		raised[d.Code] = true
	}
	one := claimIn("wiki/b.md", markdown.Claim{})
	weak := provenance.Verdict{Tier: provenance.T1, Rule: provenance.RuleWeak, Cited: true, Best: judged(provenance.Judgement{Score: 0.3})}
	for _, d := range CheckNote(NoteFacts{Note: one, Verdicts: []provenance.Verdict{weak}, Elsewhere: map[int]Found{0: {Span: vault.Span{File: "raw/b.md"}, Quote: "Steep it for 3 minutes."}}}, Guest()) {
		raised[d.Code] = true
	}
	stamped := &markdown.Note{Path: "01_Wiki/a.md", Meta: markdown.Meta{Stamp: markdown.Stamp{Present: true, SourceIDs: []string{"bad"}}}}
	for _, d := range Check(Facts{Notes: []*markdown.Note{stamped, {Path: "01_Wiki/b.md"}}, Promoted: map[string]bool{"01_Wiki/b.md": true}}, Default()) {
		raised[d.Code] = true
	}
	unfinished := claimIn("wiki/d.md", markdown.Claim{})
	unfinished.Meta = markdown.Meta{Status: "draft"}
	for _, d := range CheckNote(NoteFacts{Note: unfinished, Verdicts: []provenance.Verdict{weak}}, Guest()) {
		raised[d.Code] = true
	}
	for _, d := range CheckNote(NoteFacts{Note: claimIn("01_Wiki/c.md", markdown.Claim{})}, Default()) {
		raised[d.Code] = true
	}
	for _, d := range CheckLedger("l", provenance.ReadLedger(nil), []*markdown.Note{stamped}) {
		raised[d.Code] = true
	}
	for _, d := range CheckGrowth("l", []provenance.Event{{Kind: provenance.KindRejected}}) {
		raised[d.Code] = true
	}
	for _, d := range CheckSignatures("l", provenance.ReadLedger(nil), []provenance.Event{{Kind: provenance.KindApproved}}) {
		raised[d.Code] = true
	}
	raised[NewLowering(LowersPolicy, PolicyFile, "x").Diagnostic(Error, "").Code] = true
	seen := map[Code]bool{}
	for _, e := range Codes() {
		if seen[e.Code] {
			t.Errorf("%s stands twice in the table", e.Code)
		}
		seen[e.Code] = true
		if !raised[e.Code] {
			t.Errorf("nothing raises %s", e.Code)
		}
		for _, s := range []string{e.Means, e.Do} {
			if len(s) < 20 || !strings.HasSuffix(s, ".") {
				t.Errorf("%s is not explained in sentences: %q", e.Code, s)
			}
		}
	}
	for code := range raised {
		if !seen[code] {
			t.Errorf("%s is raised and not in the table", code)
		}
	}
}

func TestGather(t *testing.T) {
	at := func(file string, start int, s Severity, code Code) Diagnostic {
		return Diagnostic{Span: vault.Span{File: file, Start: start, End: start + 1}, Severity: s, Code: code, Message: "m"}
	}
	want := []Diagnostic{
		at("a.md", 1, Error, ValueMismatch), at("a.md", 1, Warning, WeakEvidence), at("a.md", 9, Note, RangeOff), at("b.md", 0, Error, Uncited),
	}
	for seed := range int64(20) {
		in := append(slices.Clone(want), want[1], want[3])
		rand.New(rand.NewSource(seed)).Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		if diff := cmp.Diff(want, Gather(in)); diff != "" {
			t.Fatalf("seed %d:\n%s", seed, diff)
		}
	}
}

func TestSourcesThatAgeTogetherAreOneLine(t *testing.T) {
	stale := func(day int) provenance.Verdict {
		j := judged(provenance.Judgement{Stance: provenance.Supports, Score: 0.9})
		j.Evidence.Retrieved = time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC)
		return provenance.Verdict{Tier: provenance.T3, Rule: provenance.RuleStale, Cited: true, Best: j}
	}
	f := Facts{Verdicts: map[string][]provenance.Verdict{}}
	for i := range 12 {
		n := claimIn(fmt.Sprintf("01_Wiki/%02d.md", i), markdown.Claim{})
		f.Notes = append(f.Notes, n)
		f.Verdicts[n.Path] = []provenance.Verdict{stale(2 + i/11)}
	}
	ds := Check(f, Default())
	if len(ds) != 2 {
		t.Fatalf("%d lines, want one for each day of retrieval", len(ds))
	}
	if want := "11 claims in 11 notes rest on evidence retrieved on 2026-01-02, longer ago than policy allows"; ds[0].Message != want {
		t.Errorf("message %q, want %q", ds[0].Message, want)
	}
	if n := len(ds[0].Related); n != maxRelated+1 {
		t.Errorf("%d related places", n)
	}
	if ds[1].Message != "rests on evidence retrieved on 2026-01-03, longer ago than policy allows" {
		t.Errorf("message %q", ds[1].Message)
	}
}

func TestWorstFirst(t *testing.T) {
	var in []Diagnostic
	for _, tier := range []provenance.Tier{provenance.T5, provenance.T2, provenance.Unchecked, provenance.T3, provenance.T1, provenance.T4, provenance.T0} {
		in = append(in, Diagnostic{Graded: true, Tier: tier, Severity: claimSeverity(tier)})
	}
	var got []string
	for _, d := range WorstFirst(in) {
		got = append(got, d.Tier.String())
	}
	if want := "T0 T4 T1 T3 unchecked T5 T2"; strings.Join(got, " ") != want {
		t.Errorf("order %v, want %s", got, want)
	}
}

func TestStamp(t *testing.T) {
	chunk := provenance.NewChunkID("sr_x", "tea")
	source := provenance.NewSourceID("raw/tea.md")
	good := markdown.Stamp{Present: true, SourceIDs: []string{string(source)}, ChunkIDs: []string{string(chunk)}, Retrieved: "2026-04-29T12:00:00Z", Agent: "a"}
	cites := []markdown.Cite{{Form: markdown.CiteChunk, Target: chunk.Anchor()}}
	for _, tt := range []struct {
		name   string
		change func(*markdown.Note)
		want   string
	}{
		{"whole", func(*markdown.Note) {}, ""},
		{"gone", func(n *markdown.Note) { n.Meta.Stamp = markdown.Stamp{} }, "a promoted note without its provenance block"},
		{"broken", func(n *markdown.Note) { n.Meta.Stamp.Retrieved = "yesterday" }, "the provenance block cannot be read"},
		{"less", func(n *markdown.Note) { n.Meta.Stamp.ChunkIDs = nil }, "the note cites passages that its provenance block does not name"},
		{"more", func(n *markdown.Note) {
			n.Meta.Stamp.ChunkIDs = append([]string{string(provenance.NewChunkID("sr_x", "coffee"))}, n.Meta.Stamp.ChunkIDs...)
		}, "the provenance block names passages that the note does not cite"},
	} {
		n := claimIn("01_Wiki/a.md", markdown.Claim{Cites: cites})
		n.Meta.Stamp = good
		tt.change(n)
		var got []string
		for _, d := range checkStamp(n, NoteFacts{Note: n, Arrival: Arrival{Promoted: true}}, Default()) {
			got = append(got, d.Message)
		}
		if joined := strings.Join(got, "\n"); tt.want == "" && joined != "" || !strings.HasPrefix(joined, tt.want) {
			t.Errorf("%s: said %q, want %q", tt.name, joined, tt.want)
		}
	}
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]string{"biuld": "build", "chekc": "check", "statsu": "status", "zzz": "", "": ""} {
		if got := Nearest(word, []string{"build", "check", "status", "why"}); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDeniedEvidence(t *testing.T) {
	n := claimIn("01_Wiki/a.md", markdown.Claim{})
	v := provenance.Verdict{Tier: provenance.T5, Rule: provenance.RuleSupported, Cited: true, Best: judged(provenance.Judgement{Score: 0.9})}
	v.Best.Evidence.URL = "https://old.reddit.com/r/tea"
	f := Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: {v}}}
	if ds := Check(f, Default()); len(ds) != 1 || ds[0].Code != DeniedSource || ds[0].Severity != Warning {
		t.Errorf("denied evidence: %+v", ds)
	}
	if ds := Check(f, Guest()); len(ds) != 0 {
		t.Errorf("a guest is told of a policy it does not have: %+v", ds)
	}
}

// What is said of a page that is not held leads to the page, where a policy says what
// may be fetched; a command is quoted for the shell.
func TestNotHeldHint(t *testing.T) {
	for _, tt := range []struct {
		target, hint string
		guest        bool
	}{
		{"https://example.org/tea", "`assay source propose https://example.org/tea` fetches it", false},
		{"https://example.org/tea?a=1&b=$(x)", "`assay source propose 'https://example.org/tea?a=1&b=$(x)'` fetches it", false},
		{"https://example.org/`x`", "save the page in the vault, with `url:` in its frontmatter, and it is checked", false},
		{"https://example.org/tea", "save the page in the vault, with `url:` in its frontmatter, and it is checked", true},
		{"https://reddit.com/r/tea", "cite another source", false},
		{"tea.md", "add the file, or correct its name", false},
	} {
		p := Default()
		if tt.guest {
			p = Guest()
		}
		n := claimIn("01_Wiki/a.md", markdown.Claim{Cites: []markdown.Cite{{Target: tt.target}}})
		v := provenance.Verdict{Rule: provenance.RuleNotHeld, Cited: true, Problems: located(provenance.NotHeld, tt.target, "")}
		ds := Check(Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: {v}}}, p)
		if len(ds) != 1 || ds[0].Hint != tt.hint {
			t.Errorf("%s (guest %v): %+v, want the hint %q", tt.target, tt.guest, ds, tt.hint)
		}
	}
}
