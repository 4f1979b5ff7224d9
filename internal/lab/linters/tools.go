package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ask has every tool look at a copy of a wiki: first assay, last the one for which folders are renamed.
func ask(ctx context.Context, assay, tools, wiki string) (answers []answer, err error) {
	dir, err := os.MkdirTemp("", "linters")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	copied := filepath.Join(dir, "wiki")
	if err := os.CopyFS(copied, os.DirFS(wiki)); err != nil {
		return nil, err
	}
	for _, tool := range []func(context.Context, string, string) (answer, error){
		func(ctx context.Context, _, in string) (answer, error) {
			return askAssay(ctx, assay, in, filepath.Join(dir, "cache"))
		}, askMarkdownlint, askLinkCheck, askCompiler} {
		a, err := tool(ctx, tools, copied)
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// run runs a program, and gives what it said and the processor time that it took. That it found
// something is no failure.
func run(ctx context.Context, dir string, env []string, name string, args ...string) (said []byte, took time.Duration, err error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("run %s: %w: %.500s", name, err, out.Bytes())
	}
	return out.Bytes(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

var linkCodes = []string{"unresolved-link", "missing-heading", "missing-attachment"}

// askAssay has a first check: nothing of it was kept. Where links lead nowhere `assay gaps` says.
func askAssay(ctx context.Context, program, dir, cache string) (answer, error) {
	a, env := answer{tool: "assay"}, []string{"XDG_CACHE_HOME=" + cache}
	var check struct {
		Diagnostics []struct {
			File, Severity, Code, Message string
			Line                          int
		}
	}
	var gaps struct {
		Gaps []struct {
			Kind, File, Target string
			Line               int
			From               []string
		}
	}
	took, err := decode(ctx, dir, env, &check, program, "check", "--format", "json")
	if err != nil {
		return a, err
	}
	if _, err := decode(ctx, dir, env, &gaps, program, "gaps", "--json"); err != nil {
		return a, err
	}
	a.took = took
	for _, d := range check.Diagnostics {
		if d.Severity == "note" || slices.Contains(linkCodes, d.Code) {
			continue // gaps has links, with their targets
		}
		a.found = append(a.found, finding{file: d.File, line: d.Line, text: d.Code + ": " + d.Message})
	}
	for _, g := range gaps.Gaps {
		if slices.Contains(linkCodes, g.Kind) {
			for _, from := range g.From {
				a.found = append(a.found, finding{file: from, target: g.Target, text: g.Kind + ": " + g.Target})
			}
		}
	}
	return a, nil
}

func decode(ctx context.Context, dir string, env []string, into any, program string, args ...string) (time.Duration, error) {
	said, took, err := run(ctx, dir, env, program, args...)
	if err != nil {
		return 0, err
	}
	return took, json.NewDecoder(bytes.NewReader(said[max(0, bytes.IndexByte(said, '{')):])).Decode(into)
}

var (
	styling = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	// x error /a/wiki/concepts/b.md:6 Broken wikilink [[c]] — no matching page found
	compilerLine = regexp.MustCompile(`(?m)^\S (?:error|warning|info) (.+?\.md)(?::(\d+))? (.+)$`)
	brokenLink   = regexp.MustCompile(`\[\[([^\]]+)\]\]|\^\[([^\]:]+)`)
	// a.md:3:81 error MD013/line-length Line length [Expected: 80; Actual: 120]
	lintLine = regexp.MustCompile(`(?m)^(.+?\.md):(\d+)(?::\d+)? (?:error|warning) (.+)$`)
	deadIn   = regexp.MustCompile(`dead links? found in (.+?) !`)
	deadLink = regexp.MustCompile(`\[✖\] (.+?) → Status`)
)

// askCompiler runs llm-wiki-compiler's lint wherever a folder wiki/concepts lies.
func askCompiler(ctx context.Context, tools, dir string) (answer, error) {
	a := answer{tool: "llmwiki lint"}
	homes, moved, err := layOut(dir)
	if err != nil {
		return a, err
	}
	for _, home := range homes {
		said, took, err := run(ctx, home, nil, filepath.Join(tools, "llmwiki"), "lint")
		if err != nil {
			return a, err
		}
		a.took += took
		a.found = append(a.found, compilerFindings(string(said), dir, moved)...)
	}
	return a, nil
}

// layOut lays folders where llm-wiki-compiler has them, and says where there are wikis then and
// whether notes had to be moved.
func layOut(dir string) (homes []string, moved bool, err error) {
	if _, err := os.Stat(filepath.Join(dir, "concepts")); err == nil {
		moved = true
		if err := os.MkdirAll(filepath.Join(dir, "wiki"), 0o755); err != nil {
			return nil, moved, err
		}
		if err := rename(dir, "concepts", "wiki/concepts"); err != nil {
			return nil, moved, err
		}
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && strings.HasSuffix(filepath.ToSlash(path), "/wiki/concepts") {
			homes = append(homes, filepath.Dir(filepath.Dir(path)))
		}
		return err
	})
	for _, home := range homes {
		for _, was := range []string{"raw", "references"} {
			if err == nil {
				err = rename(home, was, "sources")
			}
		}
	}
	return homes, moved, err
}

func compilerFindings(said, dir string, moved bool) (found []finding) {
	for _, m := range compilerLine.FindAllStringSubmatch(styling.ReplaceAllString(said, ""), -1) {
		f := finding{file: within(dir, m[1], moved), text: m[3]}
		f.line, _ = strconv.Atoi(m[2])
		if b := brokenLink.FindStringSubmatch(m[3]); b != nil && strings.HasPrefix(m[3], "Broken") {
			f.target = b[1] + b[2]
		}
		found = append(found, f)
	}
	return found
}

func rename(dir, from, to string) error {
	err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, filepath.FromSlash(to)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// within is a file from the top of its wiki, by the name that it has there.
func within(dir, file string, moved bool) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return file
	}
	if rel = filepath.ToSlash(rel); moved {
		return strings.TrimPrefix(rel, "wiki/")
	}
	return rel
}

func askMarkdownlint(ctx context.Context, tools, dir string) (answer, error) {
	a := answer{tool: "markdownlint-cli2", style: true}
	said, took, err := run(ctx, dir, nil, filepath.Join(tools, "markdownlint-cli2"), "**/*.md")
	a.took = took
	for _, m := range lintLine.FindAllStringSubmatch(string(said), -1) {
		line, _ := strconv.Atoi(m[2])
		a.found = append(a.found, finding{file: m[1], line: line, text: m[3]})
	}
	return a, err
}

// askLinkCheck has the links between files checked, and none that lead outside.
func askLinkCheck(ctx context.Context, tools, dir string) (answer, error) {
	a := answer{tool: "markdown-link-check"}
	config := filepath.Join(filepath.Dir(dir), "links.json")
	if err := os.WriteFile(config, []byte(`{"ignorePatterns":[{"pattern":"^(https?|ftp|mailto|tel):"}]}`), 0o644); err != nil {
		return a, err
	}
	said, took, err := run(ctx, dir, nil, filepath.Join(tools, "markdown-link-check"), "--quiet", "--config", config, ".")
	a.took = took
	file := ""
	for line := range strings.Lines(string(said)) {
		if m := deadIn.FindStringSubmatch(line); m != nil {
			file = strings.TrimPrefix(m[1], "./")
		} else if m := deadLink.FindStringSubmatch(line); m != nil {
			a.found = append(a.found, finding{file: file, target: m[1], text: "dead link " + m[1]})
		}
	}
	return a, err
}
