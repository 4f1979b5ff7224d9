package ui

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

type oneText string

func (t oneText) Read(string) ([]byte, error) { return []byte(t), nil }

// Invariant (the screen): However much a check found, what it says first fits 80 columns and 40
// rows, and the worst finding stands last.
func TestScreenFits(t *testing.T) {
	words := rapid.SampledFrom([]string{"tea", "茶は緑茶である。", "🍵", "a-very-long-name-without-any-blank-in-it", "wiki", "汽笛"})
	said := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(words, 1, 60).Draw(t, "words"), " ") })
	name := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(words, 1, 4).Draw(t, "path"), "/") + ".md" })
	rapid.Check(t, func(t *rapid.T) {
		text := said.Draw(t, "text")
		r := &reports.CheckReport{Guest: true, Summary: reports.Summary{Cited: 900_000, Hold: 300_000, DoNot: 300_000, NotHeld: 200_000, Abroad: 100_000, Uncited: 12}}
		r.Summary.Citations = reports.Citations{Total: 5000, Resolve: 4000}
		r.Summary.Forms = reports.Forms{Meta: 2000, Page: 1500, Link: 1000, Key: 500}
		for range rapid.IntRange(0, 40).Draw(t, "findings") {
			d := gates.Diagnostic{
				Code: rapid.SampledFrom([]gates.Code{gates.ValueMismatch, gates.Unsupported, gates.WeakEvidence, gates.PageCitation, gates.UnresolvedLink}).Draw(t, "code"),
				Tier: provenance.T0, Graded: true, Message: said.Draw(t, "message"), Hint: said.Draw(t, "hint"), Claim: "cl_a",
				Severity: rapid.SampledFrom([]gates.Severity{gates.Note, gates.Warning, gates.Error}).Draw(t, "severity"),
				Span:     vault.Span{File: name.Draw(t, "file"), End: len(text)},
			}
			d.Related = []gates.Related{{Span: vault.Span{File: name.Draw(t, "source"), End: len(text)}, Message: said.Draw(t, "quote")}}
			r.Diagnostics = append(r.Diagnostics, d)
		}
		r.Summary.Errors, r.Summary.Warnings, r.Summary.Notes = gates.Count(r.Diagnostics)
		for range rapid.IntRange(1, 60).Draw(t, "folders") {
			r.Folders = append(r.Folders, reports.FolderRow{Folder: name.Draw(t, "folder"), Notes: 7, Summary: r.Summary})
			r.Files += 7
		}
		var text80 bytes.Buffer
		o := &Out{Stdout: &text80, Stderr: &text80, Texts: oneText(text).Read}
		o.Check(r, false)
		rows := 0
		for line := range strings.Lines(text80.String()) {
			rows += max(1, (columnsOf(strings.TrimSuffix(line, "\n"))+79)/80)
		}
		if rows > screenRows {
			t.Fatalf("%d rows:\n%s", rows, text80.String())
		}
		if e, w := strings.Index(text80.String(), ": error: "), strings.LastIndex(text80.String(), ": warning: "); e >= 0 && w > e {
			t.Fatalf("a warning below an error:\n%s", text80.String())
		}
	})
}

// Broken links are counted apart from the other warnings, however many there are, and none stands
// among the worst while there are errors.
func TestScreenCountsBrokenLinks(t *testing.T) {
	r := &reports.CheckReport{Guest: true}
	for i := range 300 {
		r.Diagnostics = append(r.Diagnostics, gates.Diagnostic{Code: gates.UnresolvedLink, Severity: gates.Warning, Message: "links to `x`, which is not there", Span: vault.Span{File: fmt.Sprintf("wiki/%d.md", i%40)}})
	}
	for i := range 6 {
		r.Diagnostics = append(r.Diagnostics, gates.Diagnostic{Code: gates.ValueMismatch, Severity: gates.Error, Graded: true, Claim: "cl_a", Message: "claim says 1, its source says 2", Span: vault.Span{File: fmt.Sprintf("wiki/e%d.md", i)}})
	}
	r.Summary.Errors, r.Summary.Warnings, r.Summary.Notes = gates.Count(r.Diagnostics)
	var said bytes.Buffer
	o := &Out{Stdout: &said, Stderr: &said, Texts: oneText("text").Read}
	o.Check(r, false)
	if s := said.String(); !strings.Contains(s, "6 errors, 300 warnings (300 broken links in 40 files): --all") || strings.Contains(s, "links to") {
		t.Errorf("the screen says:\n%s", s)
	}
}

// Folders are folded until they fit, and no claim is lost on the way.
func TestFolders(t *testing.T) {
	var rows []reports.FolderRow
	for _, top := range []string{"a", "b"} {
		for i := range 9 {
			rows = append(rows, reports.FolderRow{Folder: fmt.Sprintf("%s/%d", top, i), Notes: 1, Summary: reports.Summary{Cited: i}})
		}
	}
	for _, tt := range []struct {
		most int
		want string
	}{{20, "a/1 a/2"}, {6, "a b"}} {
		got, cited := fold(rows, tt.most), 0
		var names []string
		for _, r := range got {
			names = append(names, r.Folder)
			cited += r.Summary.Cited
		}
		if line := strings.Join(names, " "); !strings.HasPrefix(line, tt.want) || cited != 72 || len(got) > tt.most {
			t.Errorf("%d rows, %d cited: %s", len(got), cited, line)
		}
	}
	one := fold(rows[:9], 4)
	if len(one) != 4 || one[3].Folder != "5 other folders" || one[3].Summary.Cited != 1+2+3+4+5 {
		t.Errorf("%+v", one)
	}
}
