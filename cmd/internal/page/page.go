// Package page is what a check found as one page of HTML: a table by folder, and each finding
// with its claim, what the source says and where, side by side.
//
// Read [Write] first. The page is one file that needs no script and loads nothing; it may be
// opened where nobody trusts the notes, so that all of them is escaped, control characters too.
package page

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"

	"assay/cmd/internal/ui"
	"assay/compiler/reports"
	"assay/gates"
)

// Mark is in every page that assay wrote, so that it writes over nothing else.
const Mark = `<meta name="generator" content="assay report">`

// Most findings are on a page: more, and browsers take seconds to lay it out.
const Most = 5000

// A Page is what is shown.
type Page struct {
	Name   string // of the vault
	Day    string // on which it was checked
	Answer string // the line that answers
	Cites  string // how the notes cite
	Texts  ui.Texts
	*reports.CheckReport
}

//go:embed page.html page.css
var files embed.FS

// Write writes a page, and says how many findings are left out.
func Write(w io.Writer, p Page) (left int, err error) {
	css, err := files.ReadFile("page.css")
	if err != nil {
		return 0, err
	}
	shown, err := template.New("page.html").Funcs(template.FuncMap{"visible": ui.Visible, "share": share, "bar": parts}).ParseFS(files, "page.html")
	if err != nil {
		return 0, err
	}
	ds := gates.WorstFirst(p.Diagnostics)
	if left = len(ds) - Most; left > 0 {
		ds = ds[:Most]
	}
	return max(0, left), shown.Execute(w, struct {
		Page
		CSS    template.CSS
		Mark   template.HTML
		Bar    []part
		Codes  []byCode
		Left   int
		Counts string
	}{p, template.CSS(css), Mark, parts(p.Summary), p.codes(ds), max(0, left), ui.Faults(p.Summary)})
}

// A part of a bar.
type part struct {
	Name string
	N    int
	Of   int
}

func parts(s reports.Summary) []part {
	return []part{{"hold", s.Hold, s.Cited}, {"weak", s.Weak, s.Cited}, {"fail", s.DoNot - s.Weak, s.Cited}, {"unchecked", s.NotHeld + s.Abroad, s.Cited}}
}

// share of a whole in per cent, for a width.
func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// byCode are the findings of one code, by folder.
type byCode struct {
	Code     gates.Code
	Severity string
	Means    string
	N        int
	Folders  []byFolder
}

type byFolder struct {
	Folder string
	Found  []finding
}

// A finding is what is said of one place.
type finding struct {
	Place, Tier, Message, Hint, Claim string
	Also                              []string // other places that it is said of
	Quotes                            []quote
}

type quote struct{ Place, Text string }

// codes sorts findings by code, the worst first, and by folder within it.
func (p *Page) codes(ds []gates.Diagnostic) (codes []byCode) {
	rows, at := ui.Rows(ds, p.Texts), map[gates.Code]int{}
	words, in := ui.Words(p.Texts), map[[2]string]int{} // findings by code and folder
	for _, d := range ds {
		in[[2]string{string(d.Code), path.Dir(d.Span.File)}]++
	}
	for i, d := range ds {
		n, ok := at[d.Code]
		if !ok {
			n = len(codes)
			entry, _ := gates.Lookup(d.Code)
			at[d.Code], codes = n, append(codes, byCode{Code: d.Code, Severity: d.Severity.String(), Means: strings.ReplaceAll(entry.Means, "`", "")})
		}
		group := path.Dir(d.Span.File)
		if in[[2]string{string(d.Code), group}] > mostOpened {
			group = d.Span.File
		}
		codes[n].add(group, findingOf(rows[i], words(d.Span)))
	}
	for i := range codes {
		slices.SortStableFunc(codes[i].Folders, func(a, b byFolder) int { return cmp.Compare(a.Folder, b.Folder) })
	}
	return codes
}

// mostOpened findings are shown at once where somebody opens a folder: of more, by note.
const mostOpened = 50

// Few enough are they that who opens a code sees them all at once.
func (c byCode) Few() bool { return c.N <= 10 }

// Open is what is seen before anybody opens anything: errors, where they are few.
func (c byCode) Open() bool { return c.Few() && c.Severity == gates.Error.String() }

func (c *byCode) add(folder string, f finding) {
	c.N++
	i := slices.IndexFunc(c.Folders, func(x byFolder) bool { return x.Folder == folder })
	if i < 0 {
		i, c.Folders = len(c.Folders), append(c.Folders, byFolder{Folder: folder})
	}
	c.Folders[i].Found = append(c.Folders[i].Found, f)
}

func findingOf(d ui.Diagnostic, claim string) finding {
	f := finding{Place: ui.Place(d.File, d.Line), Tier: d.Tier, Message: d.Message, Hint: d.Hint, Claim: claim}
	for _, r := range d.Related {
		place := ui.Place(r.File, r.Line)
		switch {
		case r.Message == gates.AlsoHere && r.File == d.File:
			f.Also = append(f.Also, fmt.Sprintf("line %d", r.Line))
		case r.Message == gates.AlsoHere:
			f.Also = append(f.Also, place)
		default:
			f.Quotes = append(f.Quotes, quote{place, r.Message})
		}
	}
	return f
}
