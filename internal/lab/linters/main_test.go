package main

import "testing"

// A finding is told once where two tools name one line or one link, and what the compiler's lint
// says of a page is found under the name that the page has in the wiki.
func TestAlone(t *testing.T) {
	said := "x \x1b[31merror\x1b[0m \x1b[2m/t/laid/wiki/concepts/a b.md:6\x1b[0m Broken wikilink [[c|see]] — no matching page found\n" +
		"! warning /t/laid/wiki/concepts/d.md Page has no summary in frontmatter\n"
	lint := answer{tool: "lint", found: compilerFindings(said, "/t/laid", true)}
	if len(lint.found) != 2 || lint.found[0].file != "concepts/a b.md" || lint.found[0].line != 6 || lint.found[0].target != "c|see" {
		t.Fatalf("%+v", lint.found)
	}
	own := answer{tool: "assay", found: []finding{{file: "concepts/a b.md", target: "pages/C.md"}, {file: "concepts/d.md", line: 3}}}
	style := answer{tool: "style", style: true, found: []finding{{file: "concepts/d.md", line: 3}}}
	if alone := lint.alone([]answer{own, style}); len(alone) != 1 || alone[0].file != "concepts/d.md" {
		t.Errorf("only the lint finds %+v", alone)
	}
	if alone := own.alone([]answer{lint, style}); len(alone) != 1 || alone[0].line != 3 {
		t.Errorf("only assay finds %+v", alone)
	}
}
