package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// invariant is what a test's comment says must stay true, behind the word: its subject,
// what is so, and the other tests that hold it.
var invariant = regexp.MustCompile(`^([a-z' ]+)\): ([^.].*?)\.(?: See also (.*?)\.)?$`)

// TestInvariants lists what must stay true, by subject, with the test that holds it:
//
//	go test ./cmd/assay -run TestInvariants -v
func TestInvariants(t *testing.T) {
	t.Parallel()
	have, lines := declaredTests(t), []string{}
	testFiles(t, func(path, text string) {
		for _, block := range commentBlock.FindAllStringSubmatch(text, -1) {
			comment := strings.Join(strings.Fields(commentMark.ReplaceAllString(block[1], " ")), " ")
			for _, said := range strings.Split(comment, "Invariant (")[1:] {
				m := invariant.FindStringSubmatch(strings.TrimSpace(said))
				if m == nil {
					t.Errorf("%s: write // Invariant (subject): what must stay true. See also TestB.\n%s", path, said)
					continue
				}
				for _, also := range strings.Split(m[3], ", ") {
					if also != "" && !have[also] {
						t.Errorf("%s: see also %s, which is not there", path, also)
					}
				}
				holds := cmp.Or(block[2], filepath.Base(path))
				lines = append(lines, m[1]+": "+m[2]+" ("+strings.TrimPrefix(filepath.Dir(path), "../../")+" "+holds+")")
			}
		}
	})
	if len(lines) < 100 {
		t.Errorf("only %d invariants found", len(lines))
	}
	slices.Sort(lines)
	t.Log("\n" + strings.Join(lines, "\n"))
}

var (
	commentBlock = regexp.MustCompile(`(?m)((?:^(?://|#).*\n)+)(?:^func (\w+)\()?`)
	commentMark  = regexp.MustCompile(`(?m)^(?://|#)`)
)

// sources parses every Go file of the module that is no test.
func sourceFiles(t *testing.T, each func(path string, file *ast.File, fset *token.FileSet)) {
	t.Helper()
	root, seen := filepath.Join("..", ".."), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		seen++
		each(filepath.ToSlash(rel), file, fset)
		return err
	})
	if err != nil || seen < 50 {
		t.Fatalf("%d files: %v", seen, err)
	}
}

// writers are the only files that may change what is on disk, and what they write.
var writers = map[string]string{
	"vault/apply.go":              "the vault, in transactions",
	"vault/recover.go":            "the vault, rolling forward",
	"vault/replace.go":            "a file as a whole, for those below",
	"vault/lock.go":               "the lock, and .assay itself",
	"vault/lock_unix.go":          "the lock",
	"vault/lock_windows.go":       "the lock",
	"internal/lab/vaultgen/":      "vaults that tests and benchmarks ask for",
	"compiler/compiler.go":        "the vault: the one door of the compiler",
	"compiler/store/":             "results",
	"compiler/state.go":           "the folder with the user for results of vaults that were never built",
	"compiler/view/recorder.go":   "answers of judges, below .assay, until the transaction that records them",
	"compiler/runs/runs.go":       "traces of runs, below .assay",
	"compiler/draft/rewrite.go":   "notes as they were promoted, below .assay",
	"compiler/acquire/trail.go":   "maps of sources and what servers said of them, below .assay",
	"ingest/browser/":             "a browser's profile: a temporary one, or the one that the user made",
	"ingest/tool/":                "clones and subtitles, in temporary folders",
	"cmd/assay/world.go":          "the name of what the index holds",
	"compiler/change/cache.go":    "what was said of what is staged, below .assay",
	"cmd/assay/hook.go":           "a hook that a person asked for",
	"cmd/assay/report.go":         "a badge or a page that a person asked for, by name, over nothing else",
	"cmd/assay/eval_calibrate.go": "a calibration and a plot that a person asked for, by name",
	"cmd/assay/init.go":           "a policy that a person asked for",
	"cmd/assay/doctor.go":         "an empty file, at once removed: can the folder be written",
	"cmd/assay/signature.go":      "a signature that ssh-keygen looks at, in a temporary file",
	"cmd/assay/terminal.go":       "the controlling terminal",
	"compiler/eval/":              "an index in a temporary folder",
	"agents/program.go":           "the empty folder that an agent runs in, a temporary one",
	"cmd/assay/user.go":           "what a person trusts, in their own configuration",
	"cmd/internal/mcp/tokens.go":  "tokens of MCP clients, in a person's own configuration",
	"compiler/export/":            "pages for other tools, in a folder that a person named",
	"ingest/discover/":            "answers of sources, in the user's cache folder",
	"internal/assaytest/":         "what tests ask for",
	"internal/lab/linters/":       "copies of wikis in temporary folders, for developers",
	"internal/lab/fit/":           "the judge's weights, for developers",
	"internal/lab/intents/":       "what intents are told by, for developers",
	"internal/lab/pack/":          "the judge's word list, for developers",
	"internal/lab/ablate/":        "answers in temporary files, for developers",
	"internal/lab/parser/":        "the parser's weights, for developers",
}

// TestOnlyApplyWritesTheVault keeps the doors to the disk few enough to read.
func TestOnlyApplyWritesTheVault(t *testing.T) {
	writes := map[string]bool{"WriteFile": true, "Create": true, "CreateTemp": true, "Rename": true, "Remove": true, "RemoveAll": true,
		"Mkdir": true, "MkdirAll": true, "MkdirTemp": true, "OpenFile": true, "Truncate": true, "Link": true, "Symlink": true, "Chmod": true}
	whole := map[string]bool{"Replace": true, "ReplaceCache": true, "BeginFile": true, "Apply": true} // of vault
	sourceFiles(t, func(path string, file *ast.File, fset *token.FileSet) {
		for allowed := range writers {
			if strings.HasPrefix(path, allowed) {
				return
			}
		}
		if strings.HasPrefix(path, "ingest/index/") || strings.HasPrefix(path, "ingest/web/") {
			return // each writes below the folder of .assay it is given
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := call.X.(*ast.Ident); ok && (pkg.Name == "os" && writes[call.Sel.Name] || pkg.Name == "vault" && whole[call.Sel.Name]) {
				t.Errorf("%s: %s: only vault.Apply writes the vault; if this writes elsewhere, name the file in writers",
					fset.Position(call.Pos()), call.Sel.Name)
			}
			return true
		})
	})
}

// TestNoHiddenState: what is in the program is what one can read in it.
func TestNoHiddenState(t *testing.T) {
	sourceFiles(t, func(path string, file *ast.File, fset *token.FileSet) {
		globals := map[string]bool{}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == "init" && d.Recv == nil {
					t.Errorf("%s: func init: make a literal that one can read", fset.Position(d.Pos()))
				}
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
				for _, spec := range d.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						globals[name.Name] = true
					}
				}
			}
		}
		// Assignments to a variable of the package, from within a function of its file.
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			local := map[string]bool{}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Field:
					for _, name := range n.Names {
						local[name.Name] = true
					}
				case *ast.AssignStmt:
					for _, l := range n.Lhs {
						if id, ok := l.(*ast.Ident); ok {
							if n.Tok == token.DEFINE {
								local[id.Name] = true
							} else if globals[id.Name] && !local[id.Name] {
								t.Errorf("%s: %s is a variable of the package, and changes", fset.Position(id.Pos()), id.Name)
							}
						}
					}
				case *ast.ValueSpec:
					for _, name := range n.Names {
						local[name.Name] = true
					}
				case *ast.RangeStmt:
					for _, e := range []ast.Expr{n.Key, n.Value} {
						if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
							local[id.Name] = true
						}
					}
				}
				return true
			})
		}
	})
}
