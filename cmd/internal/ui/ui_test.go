package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"assay/compiler/reports"
	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// files is a vault for tests.
type files map[string]string

func (f files) Read(path string) ([]byte, error) {
	if text, ok := f[path]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("not there")
}

// shown renders diagnostics as text without colour.
func shown(f files, write func(*Out)) string {
	var b bytes.Buffer
	write(&Out{Stdout: &b, Stderr: &b, Texts: f.Read})
	return b.String()
}

func at(f files, path, words string) vault.Span {
	i := strings.Index(f[path], words)
	return vault.Span{File: path, Start: i, End: i + len(words)}
}

// Invariant (speaking): Nothing that a vault or a site says can move the cursor or change a
// colour, and JSON lists are never null. See also TestBuildJSON.
func TestDiagnosticText(t *testing.T) {
	f := files{
		"01_Wiki/HTTP caching.md": "# HTTP caching\n\nA response is fresh for 60 seconds by default.[^chk-k3v9]\n",
		"03_Sources/sr_1/c.md":    "# Caching\r\n\r\nA response is\r\nfresh for 600 seconds unless it says otherwise. ^chk-k3v9\r\n",
	}
	d := gates.Diagnostic{
		Code: gates.ValueMismatch, Severity: gates.Error, Graded: true, Tier: provenance.T0,
		Span:    at(f, "01_Wiki/HTTP caching.md", "A response is fresh for 60 seconds by default."),
		Message: "claim says 60 seconds, its source says 600",
		Hint:    "correct the number, or cite a passage that says 60",
		Related: []gates.Related{{Span: vault.Span{File: "03_Sources/sr_1/c.md", Start: 11, End: 80}, Quote: "fresh for 600 seconds", Message: `"fresh for 600 seconds"`}},
	}
	want := `01_Wiki/HTTP caching.md:3:1: error: T0 claim says 60 seconds, its source says 600 [value-mismatch]
    A response is fresh for 60 seconds by default.[^chk-k3v9]
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
03_Sources/sr_1/c.md:4:1: note: "fresh for 600 seconds"
hint: correct the number, or cite a passage that says 60

`
	if got := shown(f, func(o *Out) { o.Diagnostics([]gates.Diagnostic{d}) }); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The underline stands under the words, whatever they are made of.
func TestUnderline(t *testing.T) {
	for _, tt := range []struct{ line, mark, shown, under string }{
		{"- a claim.", "claim", "- a claim.", "    ^~~~~"},
		{"\tindented claim.", "claim", "indented claim.", "         ^~~~~"},
		{"緑茶は3分蒸らす。次", "3分蒸らす。", "緑茶は3分蒸らす。次", "      ^~~~~~~~~~~"},
		{"a\ttab then claim", "claim", "a    tab then claim", "              ^~~~~"},
		{"👩‍🔬 says claim", "claim", "👩‍🔬 says claim", "        ^~~~~"},
		{"e\u0301te\u0301 claim", "claim", "e\u0301te\u0301 claim", "    ^~~~~"},
		{"claim\x1b[31m red", "\x1b[31m red", "claim␛[31m red", "     ^~~~~~~~~"},
	} {
		i := strings.Index(tt.line, tt.mark)
		e := excerptOf(tt.line, i, i+len(tt.mark), 80)
		under := strings.Repeat(" ", e.from) + "^" + strings.Repeat("~", max(0, e.width-1))
		if e.text != tt.shown || under != tt.under {
			t.Errorf("%q:\n got %q\n     %q\nwant %q\n     %q", tt.line, e.text, under, tt.shown, tt.under)
		}
	}
}

func TestExcerptFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := strings.NewReplacer("\n", "", "\r", "").Replace(rapid.StringN(0, 200, 600).Draw(t, "line"))
		start := rapid.IntRange(0, len(line)).Draw(t, "start")
		end := rapid.IntRange(start, len(line)).Draw(t, "end")
		limit := rapid.IntRange(30, 120).Draw(t, "limit")
		e := excerptOf(line, start, end, limit)
		if !utf8.ValidString(e.text) || strings.ContainsAny(e.text, "\x1b\n") {
			t.Fatalf("unsafe excerpt %q", e.text)
		}
		if e.from < 0 || e.width < 0 || e.from+e.width > limit+2*tabWidth {
			t.Fatalf("underline from %d, %d wide, in %d columns", e.from, e.width, limit)
		}
	})
}

func TestLimits(t *testing.T) {
	var ds []gates.Diagnostic
	for i := range 9 {
		ds = append(ds, gates.Diagnostic{Code: gates.WeakEvidence, Severity: gates.Warning, Span: vault.Span{File: fmt.Sprint(i)}})
		ds = append(ds, gates.Diagnostic{Code: gates.Uncited, Severity: gates.Error, Span: vault.Span{File: fmt.Sprint(i)}})
	}
	got := shown(nil, func(o *Out) { o.some(ds, 9, 3) })
	if n := strings.Count(got, "warning:"); n != 3 {
		t.Errorf("%d warnings shown, want 3", n)
	}
	if n := strings.Count(got, "error:"); n != 9 {
		t.Errorf("%d errors shown, want all 9", n)
	}
	if !strings.Contains(got, "not shown: 6 weak-evidence; `assay check` shows them") {
		t.Errorf("does not say what is left out:\n%s", got)
	}
}

// A file that is gone, or shorter than when it was read, takes no line away.
func TestDiagnosticOfAChangedFile(t *testing.T) {
	d := gates.Diagnostic{Code: gates.WeakEvidence, Severity: gates.Warning, Span: vault.Span{File: "a.md", Start: 50, End: 60}, Message: "m"}
	for _, f := range []files{{}, {"a.md": "short\n"}} {
		if got := shown(f, func(o *Out) { o.Diagnostics([]gates.Diagnostic{d}) }); !strings.Contains(got, "warning: m [weak-evidence]") {
			t.Errorf("got %q", got)
		}
	}
}

func TestRows(t *testing.T) {
	f := files{"a.md": "\ufeff漢字 claim.\r\nnext\r\n"}
	d := gates.Diagnostic{Code: gates.UnmarkedInference, Severity: gates.Note, Graded: true, Tier: provenance.T2, Span: at(f, "a.md", "claim."), Claim: "c",
		Fix: &gates.Fix{Title: "mark it", Edits: []gates.Edit{{Span: vault.Span{File: "a.md", Start: 16, End: 16}, Text: " (Derived)"}}}}
	got, _ := json.Marshal(Rows([]gates.Diagnostic{d}, f.Read))
	want := `[{"code":"unmarked-inference","severity":"note","tier":"T2","message":"","file":"a.md","line":1,"column":4,"end_line":1,"end_column":10,"claim":"c","related":[],` +
		`"fix":{"title":"mark it","edits":[{"file":"a.md","line":1,"column":10,"end_line":1,"end_column":10,"text":" (Derived)"}]}}]`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, _ := json.Marshal(Rows(nil, f.Read)); string(got) != "[]" {
		t.Errorf("no diagnostics are %s", got)
	}
}

type withHint struct{ error }

func (withHint) Hint() string { return "do this" }

func TestFailure(t *testing.T) {
	err := errors.Join(fmt.Errorf("read policy: %w", withHint{errors.New("line 1")}), withHint{errors.New("line 2")})
	var out, msg bytes.Buffer
	o := &Out{Stdout: &out, Stderr: &msg, JSON: true}
	o.Failure(err)
	if got, want := out.String(), "{\n  \"error\": {\n    \"message\": \"read policy: line 1\\nline 2\",\n    \"hint\": \"do this\"\n  }\n}\n"; got != want || msg.Len() > 0 {
		t.Errorf("JSON\n%s, stderr %q", got, msg.String())
	}
	out.Reset()
	o.JSON = false
	o.Failure(err)
	if got, want := msg.String(), "assay: error: read policy: line 1\nassay: error: line 2\nhint: do this\n"; got != want || out.Len() > 0 {
		t.Errorf("text %q, stdout %q", got, out.String())
	}
}

// JSON answers never have null where a reader expects a list.
func TestBuildJSON(t *testing.T) {
	var b bytes.Buffer
	o := &Out{Stdout: &b}
	if err := o.BuildJSON(&reports.Report{Vault: "v"}); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"promoted", "held", "written", "waiting", "diagnostics"} {
		if _, ok := got[key].([]any); !ok {
			t.Errorf("%s is %v", key, got[key])
		}
	}
	for _, key := range []string{"vault", "duration_ms", "actions", "claims", "gaps", "cost"} {
		if _, ok := got[key]; !ok {
			t.Errorf("%s is missing", key)
		}
	}
}

func TestClaimsLine(t *testing.T) {
	for _, tt := range []struct {
		s    reports.Summary
		want string
	}{
		{reports.Summary{Cited: 312, Hold: 287, DoNot: 9, NotHeld: 16}, "312 cited claims: 287 hold, 9 do not, 16 cite sources not held"},
		{reports.Summary{Cited: 1, Hold: 1}, "1 cited claim: 1 holds, 0 do not"},
		{reports.Summary{Uncited: 2}, "no cited claims; 2 cite nothing"},
		{reports.Summary{}, "no cited claims"},
	} {
		if got := claimsLine(tt.s); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringN(0, 300, 900).Draw(t, "s")
		width := rapid.IntRange(8, 60).Draw(t, "width")
		for _, line := range wrap(s, width, 5) {
			if columnsOf(line) > width && len([]rune(line)) > 1 {
				t.Fatalf("%q is %d columns wide, want %d at most", line, columnsOf(line), width)
			}
		}
	})
}
