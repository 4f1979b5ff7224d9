package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/gates"
)

// The forms in which check answers.
const (
	formText     = "text"
	formJSON     = "json"
	formSARIF    = "sarif"
	formGitHub   = "github"
	formMarkdown = "markdown"
)

func checkForms() []string {
	return []string{formText, formJSON, formSARIF, formGitHub, formMarkdown}
}

// chooseForm settles on a form, before anything is done.
func (a *app) chooseForm(form string) error {
	forms := checkForms()
	if !slices.Contains(forms, form) {
		hint := "formats: " + strings.Join(forms, ", ")
		return hinted(fmt.Errorf("unknown format %q", form), meant(form, forms, "did you mean --format %s? ("+hint+")", hint))
	}
	if a.out.JSON && form != formText && form != formJSON {
		return hinted(fmt.Errorf("--json and --format %s are two answers", form), "leave one of them out")
	}
	a.out.JSON = a.out.JSON || form == formJSON
	return nil
}

// tellCheck writes a report in the form that was chosen.
func (a *app) tellCheck(c *compiler.Compiler, r *reports.CheckReport, form string, look checkLook, status int) error {
	switch {
	case a.out.JSON:
		return a.out.Object(ui.CheckRows(r, a.out.Texts))
	case form == formSARIF:
		a.out.Repo = inRepository(c.Root)
		return a.out.CheckSARIF(r, ui.SARIFOptions{Version: buildVersion(), Status: status, Known: look.all})
	case form == formGitHub:
		a.out.Repo = inRepository(c.Root)
		a.out.CheckGitHub(r)
	case form == formMarkdown:
		a.out.Repo, a.out.Blob = inRepository(c.Root), a.blob()
		a.out.CheckMarkdown(r)
	case look.quiet:
		if status != exitClean {
			a.out.Printf("%s; %s\n", ui.Faults(r.Summary), ui.Answer(r))
		}
		return nil
	case !a.isIdleHook(r):
		a.out.Check(r, look.all)
	}
	if status != exitClean && r.Summary.Errors == 0 {
		a.out.Messagef("warnings fail here: --warn-error")
	}
	return nil
}

// blob is where GitHub shows the files of the commit that a job runs for.
func (a *app) blob() string {
	server, repository, commit := a.getenv("GITHUB_SERVER_URL"), a.getenv("GITHUB_REPOSITORY"), a.getenv("GITHUB_SHA")
	if server == "" || repository == "" || commit == "" {
		return ""
	}
	return server + "/" + repository + "/blob/" + commit + "/"
}

// inRepository is a vault's folder from the top of the git work tree that it lies in,
// with '/'; "" where it is the top, or lies in none.
func inRepository(root string) string {
	root = realPath(root)
	rel, err := filepath.Rel(cmp.Or(workTree(root), root), root)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// workTree is the top of the git work tree that a folder lies in, "" for none.
func workTree(dir string) string {
	for ; !exists(filepath.Join(dir, ".git")); dir = filepath.Dir(dir) { // a file in a linked work tree
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
	return dir
}

// A strictness says which warnings fail a check.
type strictness struct {
	flag  string       // as typed
	codes []gates.Code // that it names; nil for all
}

// allWarnings is what --warn-error means by itself.
const allWarnings = "all"

// read reads the codes that were named. Where the value of a flag may be left out, it takes '=':
// one that stands after a blank is refused.
func (s *strictness) read(args []string) error {
	if s.flag == allWarnings && len(args) > 0 && !exists(args[0]) {
		if _, ok := gates.Lookup(gates.Code(strings.Split(args[0], ",")[0])); ok {
			return hinted(fmt.Errorf("check %s: no such file or directory", args[0]), "did you mean --warn-error="+args[0]+"?")
		}
	}
	if s.flag == "" || s.flag == allWarnings {
		return nil
	}
	for name := range strings.SplitSeq(s.flag, ",") {
		name = strings.TrimSpace(name)
		entry, ok := gates.Lookup(gates.Code(name))
		switch {
		case !ok:
			return hinted(fmt.Errorf("no diagnostic has the code %q", name), meant(name, explainable(), "did you mean --warn-error=%s?", "`assay explain` lists the codes"))
		case entry.Severity == gates.Note:
			return hinted(fmt.Errorf("%s is told as a note, and notes fail nothing", name), "name codes of warnings")
		}
		s.codes = append(s.codes, entry.Code)
	}
	return nil
}

// status is what a check ends with.
func (s *strictness) status(r *reports.CheckReport) int {
	fails := func(d gates.Diagnostic) bool {
		return s.flag != "" && d.Severity == gates.Warning && (s.codes == nil || slices.Contains(s.codes, d.Code))
	}
	if r.Summary.Errors > 0 || slices.ContainsFunc(r.Diagnostics, fails) {
		return exitFaults
	}
	return exitClean
}
