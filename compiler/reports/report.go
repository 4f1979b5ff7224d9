// Package reports is what commands answer with: the JSON contract, as plain types.
// Nothing here asks or decides anything.
package reports

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"time"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Tally counts claims by tier.
type Tally struct {
	T0        int `json:"T0"`
	T1        int `json:"T1"`
	T2        int `json:"T2"`
	T3        int `json:"T3"`
	T4        int `json:"T4"`
	T5        int `json:"T5"`
	Unchecked int `json:"unchecked"`
}

// A Report is what a build did and found. It is the JSON contract of
// `assay build --json`, less the diagnostics' rendering.
type Report struct {
	Vault     string          `json:"vault"`
	Guest     bool            `json:"guest,omitempty"`
	Duration  time.Duration   `json:"-"`
	Actions   ActionCounts    `json:"actions"`
	Claims    Tally           `json:"claims"`
	Gaps      int             `json:"gaps"`
	Promoted  []string        `json:"promoted"`
	Held      []HeldDraft     `json:"held"`
	Written   []string        `json:"written"`
	Waiting   []Waiting       `json:"waiting"`
	Cost      Cost            `json:"cost"`
	Judge     *JudgeReport    `json:"judge,omitempty"`     // the judge that policy names beside the built-in one
	Agents    *AgentsReport   `json:"agents,omitempty"`    // that policy or a person has write drafts
	Explained []Explanation   `json:"explained,omitempty"` // with Explain or DryRun: every action and why it runs
	Failures  []Failure       `json:"failures,omitempty"`
	Summary   Summary         `json:"summary"`
	Baseline  *BaselineReport `json:"baseline,omitempty"`
	DryRun    bool            `json:"dry_run,omitempty"`

	Findings
	Basis
}

// Findings are what a build found, as cmd renders it.
type Findings struct {
	Diagnostics []gates.Diagnostic `json:"-"` // with positions; nil where Brief was asked for
	Errors      gates.Brief        `json:"-"` // what they have of errors
	Showcase    []Example          `json:"-"` // one claim of each tier, worst first, where all notes were looked at
	Unseen      []Waiting          `json:"-"` // sources that were read and not seen whole; source show has every address
}

// Basis is what a report is of.
type Basis struct {
	Some  bool            `json:"-"` // only some notes had to be looked at
	Base  *vault.Snapshot `json:"-"` // what was judged, with what was written
	Until time.Time       `json:"-"` // when it no longer holds by the clock alone; zero: never
}

// Read gives the text of a file as it was judged.
func (r *Report) Read(path string) ([]byte, error) {
	if r.Base == nil {
		return nil, fs.ErrNotExist
	}
	return r.Base.Read(path)
}

// ActionCounts says how much work there was.
type ActionCounts struct {
	Planned int            `json:"planned"`
	Run     int            `json:"run"`
	Failed  int            `json:"failed"`
	ByKind  map[string]int `json:"by_kind"`
}

// HeldDraft is a draft that was not promoted.
type HeldDraft struct {
	Note   string `json:"note"`
	Claims Tally  `json:"claims"`
	Reason string `json:"reason"`
}

// Waiting is something only a person can let go on.
type Waiting struct {
	Source  string `json:"source"` // source id, or a draft's path
	Needs   string `json:"needs"`
	Command string `json:"command"`
}

// Cost is what was, or would be, spent.
type Cost struct {
	Pages   int `json:"pages"`
	Credits int `json:"credits"`
	Tokens  int `json:"tokens"`
}

// Explanation says why an action runs.
type Explanation struct {
	Kind   string   `json:"kind"`
	Target string   `json:"target"`
	Why    []string `json:"why"` // one line per input that is new or changed
	Stops  string   `json:"stops,omitempty"`
}

// A Failure is an action that could not be done; it is reported and never stored.
type Failure struct {
	Kind   string `json:"kind"`
	Target string `json:"target"`
	Error  string `json:"error"`
}

// Summary counts diagnostics, and the cited claims in guest mode's terms.
type Summary struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
	Cited    int `json:"cited"`                    // claims with a citation
	Hold     int `json:"hold"`                     // of these, T5, T3 or T2 and rejected by nobody
	DoNot    int `json:"do_not"`                   // of these, T0, T1 or T4, or rejected by a person
	Weak     int `json:"weak"`                     // of those that do not, T1
	NotHeld  int `json:"not_held"`                 // of these, unchecked, their language aside
	Abroad   int `json:"other_language,omitempty"` // of these, unchecked since the source is in another language
	Uncited  int `json:"uncited"`
	Known    int `json:"known,omitempty"` // errors and warnings that a baseline lets be; the counts above are without them

	Answered   int `json:"answered,omitempty"`   // claims that the judge which policy names had a say in
	Unanswered int `json:"unanswered,omitempty"` // claims that it might have, and the built-in one graded alone

	Citations Citations `json:"citations"`
	Forms     Forms     `json:"citation_forms"` // how they are written

	NotGraded markdown.Ungraded `json:"not_graded"` // cited sentences that are no claims, by why
}

// Example is a claim that stands for its tier.
type Example struct {
	Tier    provenance.Tier
	Rule    string
	Note    string
	Line    int
	Claim   string
	Reason  string
	InDraft bool
}

// A CheckReport is what the gates say of the vault as it stands.
type CheckReport struct {
	Vault       string
	Guest       bool
	Claims      Tally
	Summary     Summary
	Diagnostics []gates.Diagnostic
	Paths       []string     // what was asked for; empty for the whole vault
	Files       int          // notes looked at
	Folders     []FolderRow  // of these, by name
	Unbuilt     bool         // the vault has a policy, and nothing was stored by it yet
	Judge       *JudgeReport // the judge that policy names beside the built-in one
	Change      *ChangeReport
	List        []ClaimRow // every claim of the notes, where that was asked for

	Baseline *BaselineReport    // what a baseline made of it; nil without one
	Known    []gates.Diagnostic // that the baseline lets be
	Edited   *BaselineEdited    // where a person had the baseline written
}

// FolderRow is the share of the counts that the notes right in one folder have.
type FolderRow struct {
	Folder  string  `json:"folder"` // "." for the top of the vault
	Notes   int     `json:"notes"`
	Claims  Tally   `json:"claims"`
	Summary Summary `json:"summary"`
}

// A ChangeReport is what a check was about that looked at a change alone. The counts of
// claims are then those of the notes touched, and those of diagnostics are of what is
// reported.
type ChangeReport struct {
	Staged    bool             `json:"staged"`             // the vault as git's index has it
	Since     string           `json:"since,omitempty"`    // the commit that it is compared with, as it was named
	Touched   []string         `json:"touched"`            // files of the vault that the change adds, edits, renames or removes
	Elsewhere int              `json:"elsewhere"`          // diagnostics of places that it did not touch and that were not there before
	Remarks   []string         `json:"remarks"`            // what else a reader should know of how it was judged
	Lowers    []gates.Lowering `json:"lowers,omitempty"`   // what of the change lowers the bar of its own claims
	Digest    string           `json:"digest,omitempty"`   // of what nobody accepted yet: a person types how it begins
	Recorded  string           `json:"recorded,omitempty"` // the ledger, where a person accepted that just now

	Vault *vault.Snapshot `json:"-"` // as it was judged; nil where the change is none of the vault's

	Before *Summary           `json:"-"` // of the notes touched as they were, where that was asked for
	Mended []gates.Diagnostic `json:"-"` // errors and warnings that are gone, likewise
	Past   *vault.Snapshot    `json:"-"` // in which those have their places
}

// GapRow is one row of `assay gaps`.
type GapRow struct {
	Kind   string   `json:"kind"`
	File   string   `json:"file"`
	Line   int      `json:"line"`
	Column int      `json:"column"`
	Target string   `json:"target"`
	Count  int      `json:"count"`
	From   []string `json:"from"`
	Note   string   `json:"note,omitempty"`
}

// WhyReport is a walk from a subject to the bytes it rests on.
type WhyReport struct {
	Subject string    `json:"subject"`
	Kind    string    `json:"kind"` // note, claim or source
	Steps   []WhyStep `json:"steps"`
}

// WhyStep is one line of the walk, indented by depth.
type WhyStep struct {
	Depth  int    `json:"depth"`
	Text   string `json:"text"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Detail string `json:"detail,omitempty"` // a quote or a hash
}

// A StatusReport is the vault at a glance.
type StatusReport struct {
	Vault     string         `json:"vault"`
	Guest     bool           `json:"guest"`
	Notes     map[string]int `json:"notes"` // wiki, drafts, inbox
	Claims    Tally          `json:"claims"`
	Gaps      map[string]int `json:"gaps"` // by kind
	Sources   map[string]int `json:"sources"`
	Chunks    int            `json:"chunks"`
	Oldest    string         `json:"oldest,omitempty"` // RFC 3339, the oldest retrieval cited
	Stale     int            `json:"stale"`
	LastBuild string         `json:"last_build,omitempty"`
	Pending   int            `json:"pending"` // actions a build would run
	Waiting   []Waiting      `json:"waiting"`
	Summary   Summary        `json:"summary"`

	Admission *AdmissionReport `json:"admission,omitempty"` // not of a vault without a policy
	Baseline  *BaselineReport  `json:"baseline,omitempty"`
	Roles     []RoleRow        `json:"roles,omitempty"` // not of a vault without a policy
	Metrics   *RoleMetrics     `json:"metrics,omitempty"`
}

// A RoleRow says who plays a role.
type RoleRow struct {
	Role   string         `json:"role"`
	Actor  string         `json:"actor"`  // who plays it here and now
	Events map[string]int `json:"events"` // of the ledger, by who played it
}

// An Event tells of progress.
type Event struct {
	Phase  string // read, parse, crawl, extract, index, grade, write
	Done   int
	Total  int
	Text   string
	Bytes  int64  // so far, of what comes over a network
	Source string // that is being crawled; "" where the event is of an action
	Kept   int    // of Done, what a crawl that was stopped had fetched before
}

// Of is the count of a tier.
func (t *Tally) Of(tier provenance.Tier) *int {
	counts := [...]*int{provenance.Unchecked: &t.Unchecked, provenance.T0: &t.T0, provenance.T1: &t.T1, provenance.T2: &t.T2,
		provenance.T3: &t.T3, provenance.T4: &t.T4, provenance.T5: &t.T5}
	if int(tier) < len(counts) {
		return counts[tier]
	}
	return &t.Unchecked
}

func (t *Tally) Count(tier provenance.Tier) { *t.Of(tier)++ }

// Add adds counts to others of their type; sign is -1 to take them away.
func Add[T any](to *T, counts T, sign int) {
	add(reflect.ValueOf(to).Elem(), reflect.ValueOf(counts), int64(sign))
}

func add(to, counts reflect.Value, sign int64) {
	for i := range to.NumField() {
		if f := to.Field(i); f.Kind() == reflect.Struct {
			add(f, counts.Field(i), sign)
		} else {
			f.SetInt(f.Int() + sign*counts.Field(i).Int())
		}
	}
}

// AgentsReport says how the agents stand that write drafts.
type AgentsReport struct {
	Use     string              `json:"use"`               // agents.use of the policy
	Here    []string            `json:"here"`              // those that were found, in the order in which they are asked
	Missing string              `json:"missing,omitempty"` // why none is asked
	Hint    string              `json:"hint,omitempty"`
	Refused []string            `json:"refused,omitempty"` // what the vault brings along and nobody here trusts
	Wrote   map[string]string   `json:"wrote,omitempty"`   // drafts of this build, and who wrote them
	Lacks   map[string][]string `json:"lacks,omitempty"`   // of these, what the agent says that the passages lack
	Blind   map[string]string   `json:"blind,omitempty"`   // of these, those written without live results although search.live asks for them, and why
}

// JudgeReport says how the judge that policy names stands.
type JudgeReport struct {
	Name       string `json:"name"`
	Version    string `json:"version,omitempty"` // that is calibrated
	Calibrated bool   `json:"calibrated"`
	Answers    int    `json:"answers"`           // on record, of this version
	Asked      int    `json:"asked,omitempty"`   // in this build
	Missing    string `json:"missing,omitempty"` // why it does not count, or was not asked
	Hint       string `json:"hint,omitempty"`
}

// BaselineReport says what a baseline made of a report. New and Expired are among the
// diagnostics.
type BaselineReport struct {
	File    string `json:"file"`    // a path of the vault
	Entries int    `json:"entries"` // errors and warnings that it lists
	Known   int    `json:"known"`   // found, and let be
	New     int    `json:"new"`
	Expired int    `json:"expired"` // found, and let be no longer
	Fixed   int    `json:"fixed"`   // not found any more; known only where the whole vault was looked at
}

// BaselineEdited says what became of a baseline that a person had written.
type BaselineEdited struct {
	Written bool // else it was so before, or none is needed
	Listed  int  // entries before
	Added   int
	Again   int // entries that were over, and are let be once more
	Dropped int
}

// A BaselineEdit is how a baseline is written; none unless a person asks.
type BaselineEdit string

// An AdmissionReport says what policy asks before a note is permanent and a source is
// evidence, and how much of the vault falls short of it.
type AdmissionReport struct {
	Direct     string `json:"direct"`         // promotion.direct: refuse, allow or tell
	Refuses    bool   `json:"refuses"`        // a note written straight into the wiki is an error
	Unpromoted int    `json:"unpromoted"`     // permanent notes that the ledger knows nothing of
	Evidence   string `json:"evidence_state"` // synthesis.evidence_state
	Unadmitted int    `json:"unadmitted"`     // things to tell of claims whose source has not that state
}

// Count says n things: "1 claim", "3 claims". many is what several are called, where that is not
// told by what one is.
func Count(n int, one string, many ...string) string {
	stem, y := strings.CutSuffix(one, "y")
	switch {
	case n == 1:
		return "1 " + one
	case len(many) > 0:
		return fmt.Sprintf("%d %s", n, many[0])
	case y && !strings.HasSuffix(stem, "a"):
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// Few lists some, and says how many more there are.
func Few(list []string, most int) string {
	if len(list) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
	}
	return strings.Join(list, ", ")
}

// Verb is what one thing does, or several do.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// LeftAlone is a file that a command did not write, and why.
type LeftAlone struct {
	File string `json:"file"`
	Why  string `json:"why"`
}
