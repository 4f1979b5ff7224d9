// Linters runs other tools on the wikis that assay checks, and prints how much processor time
// each took, what it found, and how much of that the others did not.
//
//	go run ./internal/lab/linters -assay FILE -tools FOLDER [-sample N] WIKIS
//
// FOLDER has the programs of the npm packages llm-wiki-compiler, markdownlint-cli2 and
// markdown-link-check; each subfolder of WIKIS is a wiki. It is copied, and each tool runs on the
// copy with its defaults and no network. llm-wiki-compiler reads wiki/concepts and wiki/queries
// beside sources: a folder raw or references is named so for it, and concepts put below wiki.
//
// What is found in the originals (folders raw and references) is not counted: nobody mends those.
// A finding is another's too where both name one line, or one link of one file. Style is
// nobody else's. With -sample, so many findings of each tool that assay does not have are printed
// to be read: the same ones each time.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	assay := flag.String("assay", "bin/assay", "the program")
	tools := flag.String("tools", "bin/linters/node_modules/.bin", "folder of the other programs")
	sample := flag.Int("sample", 0, "findings to print that assay does not have, of each tool")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := compare(context.Background(), *assay, *tools, flag.Arg(0), *sample); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A finding is what a tool says of a line or of a link; line is 0 where it names none.
type finding struct {
	file   string
	line   int
	target string // of a link that leads nowhere
	text   string
}

// An answer is what came of a tool on a wiki.
type answer struct {
	tool  string
	took  time.Duration // of processors; 0 where there was nothing that it reads
	found []finding
	style bool // says how a page is written, not what is wrong with it
}

func compare(ctx context.Context, assay, tools, folder string, sample int) error {
	for _, path := range []*string{&assay, &tools} {
		full, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = full
	}
	wikis, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	fmt.Println("| wiki | tool | processor s | findings | not another's |\n|---|---|--:|--:|--:|")
	unknown := map[string][]finding{}
	for _, w := range wikis {
		if !w.IsDir() {
			continue
		}
		answers, err := ask(ctx, assay, tools, filepath.Join(folder, w.Name()))
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name(), err)
		}
		for i := range answers {
			answers[i].found = slices.DeleteFunc(answers[i].found, func(f finding) bool { return isOriginal(f.file) })
		}
		for i, a := range answers {
			alone := a.alone(slices.Delete(slices.Clone(answers), i, i+1))
			if a.took == 0 {
				fmt.Printf("| %s | %s | – | – | – |\n", w.Name(), a.tool)
				continue
			}
			fmt.Printf("| %s | %s | %.1f | %d | %d |\n", w.Name(), a.tool, a.took.Seconds(), len(a.found), len(alone))
			if i == 0 {
				continue
			}
			for _, f := range a.alone(answers[:1]) {
				f.file = w.Name() + "/" + f.file
				unknown[a.tool] = append(unknown[a.tool], f)
			}
		}
	}
	for tool, found := range unknown {
		for _, f := range drawn(found, sample) {
			fmt.Fprintf(os.Stderr, "%s: %s:%d: %s\n", tool, f.file, f.line, f.text)
		}
	}
	return nil
}

func isOriginal(file string) bool {
	return slices.ContainsFunc(strings.Split(file, "/"), func(name string) bool { return name == "raw" || name == "references" })
}

// alone are the findings that no other tool has.
func (a answer) alone(others []answer) (alone []finding) {
	lines, links := map[string]bool{}, map[string]bool{}
	for _, o := range others {
		if o.style || o.tool == a.tool {
			continue
		}
		for _, f := range o.found {
			lines[fmt.Sprintf("%s:%d", f.file, f.line)] = f.line > 0
			links[f.file+"\x00"+lastName(f.target)] = f.target != ""
		}
	}
	for _, f := range a.found {
		if a.style || !lines[fmt.Sprintf("%s:%d", f.file, f.line)] && !links[f.file+"\x00"+lastName(f.target)] {
			alone = append(alone, f)
		}
	}
	return alone
}

// lastName of a link, as a page or file is called.
func lastName(target string) string {
	target, _, _ = strings.Cut(target, "|")
	target = target[strings.LastIndex(target, "/")+1:]
	return strings.ToLower(strings.TrimSuffix(target, ".md"))
}

// drawn are so many of a list, by a hash of what they are.
func drawn(found []finding, n int) []finding {
	hash := func(f finding) uint64 {
		h := fnv.New64a()
		fmt.Fprintf(h, "%s:%d:%s", f.file, f.line, f.text)
		return h.Sum64()
	}
	slices.SortFunc(found, func(a, b finding) int { return cmp.Compare(hash(a), hash(b)) })
	return found[:min(n, len(found))]
}
