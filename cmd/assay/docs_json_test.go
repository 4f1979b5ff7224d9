package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler/adopt"
	"assay/compiler/eval"
	"assay/compiler/export"
	"assay/compiler/fix"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/compiler/stats"
	"assay/gates"
	"assay/ingest/research"
)

// A jsonAnswer is what a command prints with --json.
type jsonAnswer struct {
	command string
	value   any // of the type that is printed
}

// answers has every command. TestEveryCommandHasItsAnswer holds the
// list whole; a field is explained by the comment beside it in the code.
var answers = []jsonAnswer{
	{"adopt", adopt.Adoption{}},
	{"adopt --undo", adopt.Abandoned{}},
	{"fix", fix.Fixes{}},
	{"export okf", export.Exported{}},
	{"attest", reports.PacketClaim{}},
	{"build", ui.BuildAnswer{}},
	{"check", ui.CheckAnswer{}},
	{"conflicts", conflictsJSON{}},
	{"doctor", ui.FindingsAnswer{}},
	{"draft", ui.DraftAnswer{}},
	{"eval calibrate", eval.CalibrationReport{}},
	{"eval claims", eval.ClaimsReport{}},
	{"eval claims --judge A,B", eval.Comparison{}},
	{"eval extract", eval.ExtractReport{}},
	{"eval mutate", stats.MutateReport{}},
	{"eval retrieval", eval.RetrievalReport{}},
	{"eval runs", stats.RunsReport{}},
	{"eval runs --propose", stats.WeightsProposal{}},
	{"eval wikis", eval.WikisReport{}},
	{"eval wikis --rows (a line)", eval.WikiLabel{}},
	{"explain", explainJSON{}},
	{"explain CODE", codeJSON{}},
	{"explain TIER", termJSON{}},
	{"explain KEY", gates.PolicyKey{}},
	{"gaps", gapsJSON{}},
	{"gaps --sources", leadsJSON{}},
	{"graph", stats.Graph{}},
	{"graph --format jsonld", stats.LinkedGraph{}},
	{"hook install, hook status, hook uninstall", hookReport{}},
	{"init", initReport{}},
	{"ledger sign", signedJSON{}},
	{"ledger verify", ui.LedgerAnswer{}},
	{"mcp token", tokensJSON{}},
	{"promote, source crawl, source refresh", ui.BuildAnswer{}},
	{"promote -n, review DRAFT", reports.Packet{}},
	{"report", reportJSON{}},
	{"resolve", review.Resolution{}},
	{"review", reviewJSON{}},
	{"review --decide (a line in)", review.Decision{}},
	{"review --decide (a line out)", review.Decided{}},
	{"research", research.Brief{}},
	{"research --canary", canariesJSON{}},
	{"research --list", sourcesJSON{}},
	{"thread", threadJSON{}},
	{"thread --extract-refs-only", refsJSON{}},
	{"search", ui.HitsAnswer{}},
	{"source approve, source map, source propose, source reject, source show, source verify", reports.SourceReport{}},
	{"source list", ui.SourcesAnswer{}},
	{"source prune", sources.PruneReport{}},
	{"source refresh --archive", ui.RefreshAnswer{}},
	{"trust", trustJSON{}},
	{"status", reports.StatusReport{}},
	{"version", versionJSON{}},
	{"watch (a line for each event)", ui.Event{}},
	{"why", reports.WhyReport{}},
	{"any of them with status 2", ui.FailureAnswer{}},
}

// TestEveryCommandHasItsAnswer: docs/json.md passes over no command.
func TestEveryCommandHasItsAnswer(t *testing.T) {
	told := map[string]bool{}
	for _, a := range answers {
		for _, command := range strings.Split(a.command, ", ") {
			told[regexp.MustCompile(`^[a-z]+( [a-z]+)?`).FindString(command)] = true
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			name := strings.TrimPrefix(sub.CommandPath(), "assay ")
			if sub.IsAvailableCommand() && !sub.HasSubCommands() && !told[name] {
				t.Errorf("answers has no row for `assay %s`", name)
			}
			if sub.Name() != "completion" && sub.Name() != "help" {
				walk(sub)
			}
		}
	}
	walk((&app{out: &ui.Out{}}).root())
}

// jsonRegion is a table of the commands, then one for each type of their answers.
func jsonRegion(t *testing.T) string {
	s := &shapes{t: t, names: map[reflect.Type]string{}, taken: map[string]bool{}, comments: map[string]map[string]string{}}
	rows := newTable("command", "answer")
	for _, a := range answers {
		rows.row("`"+strings.ReplaceAll(a.command, ", ", "`, `")+"`", s.describe(reflect.TypeOf(a.value)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", rows)
	for i := 0; i < len(s.order); i++ { // describing one may find others
		ty := s.order[i]
		fmt.Fprintf(&b, "### %s\n\n", s.names[ty])
		if about := s.comment(ty, ""); about != "" {
			fmt.Fprintf(&b, "%s\n\n", wrapped(about))
		}
		if of := s.extends(ty); of != "" {
			fmt.Fprintf(&b, "All fields of %s, and:\n\n", of)
		}
		fields := newTable("field", "type", "meaning")
		s.fields(ty, fields)
		fmt.Fprintf(&b, "%s\n", fields)
	}
	return b.String()
}

// shapes names the types of answers as they are met.
type shapes struct {
	t        *testing.T
	names    map[reflect.Type]string
	taken    map[string]bool
	order    []reflect.Type
	comments map[string]map[string]string // of a package: Type and Type.Field → what its comment says
}

func (s *shapes) describe(ty reflect.Type) string {
	switch {
	case ty == reflect.TypeFor[time.Time]():
		return "text, RFC 3339"
	case ty.Implements(reflect.TypeFor[encoding.TextMarshaler]()), ty.Implements(reflect.TypeFor[json.Marshaler]()) && ty.Kind() != reflect.Struct:
		return "text"
	}
	switch ty.Kind() {
	case reflect.Pointer:
		return s.describe(ty.Elem())
	case reflect.Slice, reflect.Array:
		return "list of " + s.describe(ty.Elem())
	case reflect.Map:
		return "name → " + s.describe(ty.Elem())
	case reflect.Struct:
		name := s.name(ty)
		return "[" + name + "](#" + strings.ReplaceAll(name, " ", "-") + ")"
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Interface:
		return "any"
	default:
		return "whole number"
	}
}

var capital = regexp.MustCompile(`([a-z])([A-Z])`)

// name is a type's name in words, without what only the code needs.
func (s *shapes) name(ty reflect.Type) string {
	if name := s.names[ty]; name != "" {
		return name
	}
	plain := ty.Name()
	for _, end := range []string{"Report", "Answer", "JSON", "Row"} {
		if rest := strings.TrimSuffix(plain, end); rest != "" {
			plain = rest
		}
	}
	name := strings.ToLower(capital.ReplaceAllString(plain, "$1 $2"))
	if s.taken[name] {
		name = path.Base(ty.PkgPath()) + " " + name
	}
	if name == "" || s.taken[name] {
		s.t.Errorf("two types of answers are called %q, or one has no name: %s", name, ty)
	}
	s.taken[name], s.names[ty] = true, name
	s.order = append(s.order, ty)
	return name
}

// extends is the answer of another command that a type has all fields of.
func (s *shapes) extends(ty reflect.Type) string {
	for i := range ty.NumField() {
		if f := ty.Field(i); f.Anonymous && isAnswer(f.Type) {
			return s.describe(f.Type)
		}
	}
	return ""
}

func isAnswer(ty reflect.Type) bool {
	return slices.ContainsFunc(answers, func(a jsonAnswer) bool { return reflect.TypeOf(a.value) == ty })
}

// fields writes a type's fields, those of embedded types among them, as encoding/json
// has them: an outer field hides an inner one of the same name.
func (s *shapes) fields(ty reflect.Type, rows *table) {
	for _, f := range reflect.VisibleFields(ty) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" || name == "-" || !f.IsExported() || s.hidden(ty, f, name) {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if len(f.Index) > 1 && isAnswer(ty.Field(f.Index[0]).Type) {
			continue // see extends
		}
		owner := ty
		for _, i := range f.Index[:len(f.Index)-1] {
			if owner = owner.Field(i).Type; owner.Kind() == reflect.Pointer {
				owner = owner.Elem()
			}
		}
		name = "`" + name + "`"
		if strings.Contains(options, "omit") {
			name += "?"
		}
		rows.row(name, s.describe(f.Type), s.comment(owner, f.Name))
	}
}

// hidden reports whether a field nearer to the type has the same name in JSON.
func (s *shapes) hidden(ty reflect.Type, f reflect.StructField, name string) bool {
	for _, other := range reflect.VisibleFields(ty) {
		n, _, _ := strings.Cut(other.Tag.Get("json"), ",")
		if n == name && len(other.Index) < len(f.Index) {
			return true
		}
	}
	return false
}

// comment is what the code says beside a field, or with field "" of the type.
func (s *shapes) comment(ty reflect.Type, field string) string {
	pkg := ty.PkgPath()
	if pkg == "main" || strings.HasSuffix(pkg, ".test") {
		pkg = "assay/cmd/assay"
	}
	if s.comments[pkg] == nil {
		s.comments[pkg] = commentsOf(s.t, strings.TrimPrefix(pkg, "assay/"))
	}
	key := ty.Name()
	if field != "" {
		key += "." + field
	}
	return s.comments[pkg][key]
}

// commentsOf reads what a package says of its types and their fields.
func commentsOf(t *testing.T, dir string) map[string]string {
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(dir), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no Go files in %s: %v", dir, err)
	}
	said := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range d.Specs {
				ty, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				doc := ty.Doc
				if doc == nil {
					doc = d.Doc
				}
				said[ty.Name.Name] = aboutType(ty.Name.Name, doc)
				if st, ok := ty.Type.(*ast.StructType); ok {
					for _, f := range st.Fields.List {
						for _, n := range f.Names {
							said[ty.Name.Name+"."+n.Name] = strings.TrimSuffix(oneLine(f.Doc, f.Comment), ".")
						}
					}
				}
			}
		}
	}
	return said
}

var reference = regexp.MustCompile(`\[([A-Za-z.]+)\]`) // a link of Go's comments

func oneLine(groups ...*ast.CommentGroup) string {
	var words []string
	for _, g := range groups {
		if g != nil {
			words = append(words, strings.Fields(g.Text())...)
		}
	}
	return reference.ReplaceAllString(strings.Join(words, " "), "$1")
}

// aboutType is a type's comment without "A Name is" and "as JSON".
func aboutType(name string, doc *ast.CommentGroup) string {
	text := oneLine(doc)
	for _, start := range []string{"A ", "An ", "The ", ""} {
		if rest, ok := strings.CutPrefix(text, start+name+" "); ok {
			text = rest
			break
		}
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "is "), "are ")
	text = strings.ReplaceAll(text, ", as JSON", "")
	text = strings.ReplaceAll(text, " as JSON", "")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// wrapped breaks prose into lines as the documents have them.
func wrapped(text string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if n := len([]rune(word)); column > 0 && column+1+n > columns {
			b.WriteString("\n")
			column = n
		} else {
			if column > 0 {
				b.WriteString(" ")
				column++
			}
			column += n
		}
		b.WriteString(word)
	}
	return b.String()
}
