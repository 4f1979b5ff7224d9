package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"

	"assay/gates/judge"
)

// ruleCode names the code that is there for one rule alone: files of the judge, or
// functions. What several need is nobody's.
var ruleCode = map[string]string{
	judge.RuleValue:      "binding.go clause.go compare.go crossed.go fraction.go money.go numerals.go rank.go rival.go role.go scale.go value.go values.go",
	judge.RuleDate:       "dates.go",
	judge.RuleUnit:       "unit.go",
	judge.RuleName:       "checkNames renamed unheard unheardOf nameRun opens anyFound rival leadBefore leadBetween kinToRun isDemonym alignedOutside slot.go",
	judge.RuleNegation:   "scope.go lead.go denied.go deniesInPart differsByDenial retells",
	judge.RuleAntonym:    "checkAntonyms opposite alignedWithout beside compareOne contrary",
	judge.RuleBoundary:   "bound.go limit.go",
	judge.RuleDirection:  "swap.go frame.go stated.go state.go mend.go mood.go",
	judge.RuleQuotation:  "checkQuotations quotations wordsIn foldForQuote",
	judge.RuleQuantifier: "checkQuantifiers piece.go sign.go",
	judge.RuleHedge:      "alternativeLeft",
	judge.RuleSpliced:    "spliced pieced parallel.go",
	judge.RuleNothing:    "assertion.go",
	judge.RuleReplaced:   "echo.go change.go phrase.go compareNames oneName oneSlip",
	judge.RuleUnread:     "unread.go",
	judge.RuleVerbatim:   "prune.go sameSentence sameClause conditioned",
	judge.RuleCell:       "cell.go",
	judge.RuleClauses:    "split.go",
	judge.RuleSilent:     "invented.go",
}

// groupCode is the same of the groups of features.
var groupCode = map[string]string{
	"order":    "commonRun pairs jumps inversions",
	"density":  "density",
	"clauses":  "clauses",
	"polarity": "exclusive checkPolarity",
	"weave":    "weave leaveOut cutShort isVerb",
	"bonds":    "relation.go",
}

// lines counts the lines of code.
func lines(code string) (int, error) {
	n, found := 0, map[string]bool{}
	want := strings.Fields(code)
	files, err := filepath.Glob("gates/judge/*.go")
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("count lines: no gates/judge here; run it from the root of the repository")
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return 0, fmt.Errorf("count lines: %w", err)
		}
		if slices.Contains(want, filepath.Base(file)) {
			n += bytes.Count(source, []byte("\n"))
			found[filepath.Base(file)] = true
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, source, parser.ParseComments)
		if err != nil {
			return 0, fmt.Errorf("count lines: %w", err)
		}
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && slices.Contains(want, f.Name.Name) {
				found[f.Name.Name] = true
				from := f.Pos()
				if f.Doc != nil {
					from = f.Doc.Pos()
				}
				n += set.Position(f.End()).Line - set.Position(from).Line + 2
			}
		}
	}
	for _, w := range want {
		if !found[w] {
			return 0, fmt.Errorf("count lines: the judge has no file or function %s", w)
		}
	}
	return n, nil
}

// A profile is where the time of one run went. A rule that is switched off is still
// looked for, so that no clock could tell what it takes.
type profile struct{ file, program string }

func takeProfile(run func() error) (profile, error) {
	out, err := os.CreateTemp("", "judge-*.prof")
	if err != nil {
		return profile{}, fmt.Errorf("write profile: %w", err)
	}
	defer out.Close()
	if err := pprof.StartCPUProfile(out); err != nil {
		return profile{}, fmt.Errorf("take profile: %w", err)
	}
	err = run()
	pprof.StopCPUProfile()
	program, _ := os.Executable()
	return profile{out.Name(), program}, err
}

var ofTotal = regexp.MustCompile(`nodes accounting for [^,]+, ([0-9.]+)% of`)

// share is how much of the time was spent in code, and in what that calls.
func (p profile) share(code string) string {
	var any []string
	for _, w := range strings.Fields(code) {
		if strings.HasSuffix(w, ".go") {
			w = `/judge/` + regexp.QuoteMeta(w)
		} else {
			w = `judge\..*\b` + w + `$`
		}
		any = append(any, w)
	}
	out, err := exec.Command("go", "tool", "pprof", "-top", "-focus="+strings.Join(any, "|"), p.program, p.file).Output()
	if m := ofTotal.FindSubmatch(out); err == nil && m != nil {
		return string(m[1]) + " %"
	}
	return "0 %"
}
