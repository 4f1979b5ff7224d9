package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"assay/compiler/reports"
	"assay/compiler/tree"
	"assay/compiler/watch"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

var mills = files{"01_Wiki/Mill.md": "# Mill\n\nThe mill was built in 1840 on the Lune.\n\nSee [[Nobody]].\n"}

func millChange() watch.Change {
	wrong := gates.Diagnostic{Code: gates.ValueMismatch, Severity: gates.Error, Graded: true, Tier: provenance.T0,
		Span: at(mills, "01_Wiki/Mill.md", "The mill was built in 1840 on the Lune."), Message: "claim says 1840, its source says 1820", Claim: "clm-1"}
	link := gates.Diagnostic{Code: gates.UnresolvedLink, Severity: gates.Note, Span: at(mills, "01_Wiki/Mill.md", "[[Nobody]]"), Message: "links to `Nobody`, which is not there"}
	mended := gates.Diagnostic{Code: gates.UnresolvedLink, Severity: gates.Note, Span: vault.Span{File: "01_Wiki/Gone.md", Start: 40, End: 50}, Message: "links to `Miller`, which is not there"}
	return watch.Change{
		Report: &reports.Report{Vault: "/v", Claims: reports.Tally{T0: 1}, Gaps: 1, Summary: reports.Summary{Errors: 1, Notes: 1, Cited: 1, DoNot: 1}},
		Paths:  []string{"01_Wiki/Mill.md"}, New: []gates.Diagnostic{wrong}, Fixed: []gates.Diagnostic{mended}, Still: 1,
		Files: []watch.FileDiagnostics{{File: "01_Wiki/Gone.md"}, {File: "01_Wiki/Mill.md", Diagnostics: []gates.Diagnostic{wrong, link}}},
		Work:  8300 * time.Microsecond, Since: 24 * time.Millisecond,
	}
}

// told is what a change looks like: standard output, then what goes beside it.
func told(o Out, ch watch.Change) string {
	var out, messages bytes.Buffer
	o.Stdout, o.Stderr, o.Texts = &out, &messages, mills.Read
	o.Change(ch)
	return out.String() + messages.String()
}

func TestChangeText(t *testing.T) {
	ch := millChange()
	want := `01_Wiki/Mill.md:3:1: error: T0 claim says 1840, its source says 1820 [value-mismatch]
    The mill was built in 1840 on the Lune.
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

fixed 01_Wiki/Gone.md: links to ` + "`Miller`" + `, which is not there [unresolved-link]
1 new, 1 fixed, 1 still (8.3ms)

`
	if got := told(Out{}, ch); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := told(Out{Color: true}, ch); !strings.Contains(got, "\x1b[1m1 new, 1 fixed, 1 still\x1b[0m") {
		t.Errorf("in colour: %q", got)
	}
	// A save that changes nothing is told of to somebody who looks, and to nobody else.
	same := watch.Change{Report: ch.Report, Paths: ch.Paths, Still: 2, Work: 8 * time.Millisecond}
	if got := told(Out{}, same); got != "" {
		t.Errorf("nothing new: %q", got)
	}
	if got := told(Out{Screen: true}, same); got != "01_Wiki/Mill.md: nothing new, 2 still (8ms)\n" {
		t.Errorf("nothing new, at a terminal: %q", got)
	}
	same.Still, same.Fixed = 0, ch.Fixed
	if got := told(Out{}, same); !strings.HasSuffix(got, "\n1 fixed, clean (8ms)\n\n") {
		t.Errorf("the last is fixed: %q", got)
	}
	ready := watch.Change{Ready: true, Report: ch.Report, Watch: tree.How{Events: true, Every: 30 * time.Second}, New: ch.New}
	if got := told(Out{}, ready); got != "1 error, 1 note; `assay check` shows them\n1 cited claim: 0 hold, 1 does not; 1 gap\nwatching /v; Ctrl-C ends it\n" {
		t.Errorf("at first: %q", got)
	}
	ready.Watch = tree.How{Every: 2 * time.Second}
	if got := told(Out{}, ready); !strings.Contains(got, "watching /v, looking every 2s;") {
		t.Errorf("without events: %q", got)
	}
	if got := told(Out{}, watch.Change{Notice: errors.New("not every change is told of")}); got != "note: not every change is told of\n" {
		t.Errorf("a notice: %q", got)
	}
	if got := told(Out{}, watch.Change{Err: errors.New("read policy: no")}); got != "assay: error: read policy: no\n" {
		t.Errorf("an error: %q", got)
	}
}

// Of many the first are shown, the rest is said to be there.
func TestChangeTextOfACheckout(t *testing.T) {
	ch := millChange()
	for range 60 {
		ch.New, ch.Fixed = append(ch.New, ch.New[0]), append(ch.Fixed, ch.Fixed[0])
	}
	got := told(Out{}, ch)
	for _, want := range []string{"not shown: 41 value-mismatch; `assay check` shows them\n", "fixed and 51 more\n", "61 new, 61 fixed, 1 still"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
}

// One line a change, with the whole state of the files it is about.
func TestChangeJSON(t *testing.T) {
	var out bytes.Buffer
	o := Out{Stdout: &out, JSON: true, Lines: true, Texts: mills.Read}
	ready := millChange()
	ready.Ready, ready.Watch = true, tree.How{Events: true, Folders: 3, Every: 30 * time.Second}
	for _, ch := range []watch.Change{ready, millChange(), {Notice: errors.New("slow")}, {Err: errors.New("no")}} {
		if err := o.ChangeJSON(ch); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines:\n%s", len(lines), out.String())
	}
	for i, want := range []string{
		`"event":"ready","vault":"/v","watching":{"events":true,"folders":3,"every_ms":30000},"paths":["01_Wiki/Mill.md"],"work_ms":8.3,"since_last_event_ms":24,`,
		`"event":"change","paths":["01_Wiki/Mill.md"],"work_ms":8.3,"since_last_event_ms":24,"files":[{"file":"01_Wiki/Gone.md","diagnostics":[]},`,
		`"event":"notice","message":"slow"}`,
		`"event":"error","error":{"message":"no","hint":""}}`,
	} {
		if !strings.HasPrefix(lines[i], "{"+want) {
			t.Errorf("line %d is %s", i, lines[i])
		}
	}
	var e Event
	if err := json.Unmarshal([]byte(lines[1]), &e); err != nil {
		t.Fatal(err)
	}
	if len(e.New) != 1 || e.New[0].Line != 3 || e.New[0].EndColumn != 40 || len(e.Fixed) != 1 || e.Fixed[0].File != "01_Wiki/Gone.md" || len(e.Files[1].Diagnostics) != 2 {
		t.Errorf("%+v", *e.EventBody)
	}
}
