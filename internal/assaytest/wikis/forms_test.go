package wikis

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/assaytest"
)

// Ways in which wikis cite. Each is a page that says a wrong number and names, in this way
// alone, the original that has the right one; CLAIM stands for the sentence without its full stop.
var formsOfCiting = []struct {
	name, page string
	told       bool // not read: shown as a citation that is not understood
}{
	{name: "source, a path", page: "---\nsource: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "source, a path in quotes", page: "---\nsource: \"raw/kettle.md\"\n---\nCLAIM.\n"},
	{name: "source, a file's name", page: "---\nsource: kettle.md\n---\nCLAIM.\n"},
	{name: "source, a wikilink", page: "---\nsource: \"[[raw/kettle]]\"\n---\nCLAIM.\n"},
	{name: "source, a plain word", page: "---\nsource: kettle\n---\nCLAIM.\n"},
	{name: "source_file", page: "---\nsource_file: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "source_path", page: "---\nsource_path: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "raw", page: "---\nraw: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "raw_path", page: "---\nraw_path: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "raw_path, a folder", page: "---\nraw_path: raw/\n---\nCLAIM.\n"},
	{name: "raw_paths", page: "---\nraw_paths:\n  - raw/kettle.md\n---\nCLAIM.\n"},
	{name: "references", page: "---\nreferences:\n  - raw/kettle.md\n---\nCLAIM.\n"},
	{name: "derived_from", page: "---\nderived_from: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "origin", page: "---\norigin: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "sources, a list in one line", page: "---\nsources: [raw/kettle.md]\n---\nCLAIM.\n"},
	{name: "sources, names", page: "---\nsources: [kettle.md]\n---\nCLAIM.\n"},
	{name: "sources, names without an ending", page: "---\nsources:\n  - kettle\n---\nCLAIM.\n"},
	{name: "sources, wikilinks", page: "---\nsources:\n  - \"[[raw/kettle]]\"\n---\nCLAIM.\n"},
	{name: "sources, links", page: "---\nsources:\n  - \"[The kettle](raw/kettle.md)\"\n---\nCLAIM.\n"},
	{name: "sources, mappings", page: "---\nsources:\n  - path: raw/kettle.md\n    title: The kettle\n---\nCLAIM.\n"},
	{name: "sources of OKF", page: "---\nsources:\n  - id: ket\n    resource: raw/kettle.md\n---\nCLAIM.[^ket]\n"},
	{name: "sources of OKF, repo://", page: "---\nsources:\n  - id: ket\n    resource: repo://raw/kettle.md\n---\nCLAIM.\n"},
	{name: "sources below a tool's key", page: "---\nx-tool:\n  sources:\n    - raw/kettle.md\n---\nCLAIM.\n"},
	{name: "sources_used", page: "---\nsources_used:\n  - \"[[raw/kettle]]\"\n---\nCLAIM.\n"},
	{name: "related_sources", page: "---\nrelated_sources:\n  - raw/kettle.md\n---\nCLAIM.\n"},

	{name: "caret, a path", page: "CLAIM. ^[raw/kettle.md]\n"},
	{name: "caret, a name", page: "CLAIM. ^[kettle.md]\n"},
	{name: "caret, a line", page: "CLAIM. ^[kettle.md:3]\n"},
	{name: "caret, lines of GitHub", page: "CLAIM. ^[raw/kettle.md#L1-L3]\n"},
	{name: "caret, alone below", page: "CLAIM.\n\n^[raw/kettle.md]\n"},
	{name: "(source: …)", page: "CLAIM. (source: raw/kettle.md)\n"},
	{name: "(Source: `…`)", page: "CLAIM. (Source: `raw/kettle.md`)\n"},
	{name: "before the full stop", page: "CLAIM (source: raw/kettle.md).\n"},
	{name: "(출처: …)", page: "CLAIM. (출처: raw/kettle.md)\n"},
	{name: "（来源：…）", page: "CLAIM.（来源：raw/kettle.md）\n"},
	{name: "（出典: …）", page: "CLAIM.（出典: raw/kettle.md）\n"},
	{name: "(Quelle: …)", page: "CLAIM. (Quelle: raw/kettle.md)\n"},
	{name: "(via [[…]])", page: "CLAIM. (via [[raw/kettle]])\n"},
	{name: "(path)", page: "CLAIM. (raw/kettle.md)\n"},
	{name: "(`path:line`)", page: "CLAIM. (`raw/kettle.md:3`)\n"},
	{name: "([title](path))", page: "CLAIM. ([The kettle](../raw/kettle.md))\n"},
	{name: "[Source: …]", page: "CLAIM. [Source: raw/kettle.md]\n"},
	{name: "[name:line]", page: "CLAIM. [kettle.md:3]\n"},
	{name: "[name:lines]", page: "CLAIM. [kettle.md:1-3]\n"},
	{name: "[path]", page: "CLAIM. [raw/kettle.md]\n"},
	{name: "【path】", page: "CLAIM. 【raw/kettle.md】\n"},
	{name: "【F:…†L…】", page: "CLAIM. 【F:raw/kettle.md†L1-L3】\n"},
	{name: "a link behind the sentence", page: "CLAIM. [The kettle](../raw/kettle.md)\n"},
	{name: "a wikilink to the original", page: "CLAIM. [[raw/kettle]]\n"},
	{name: "a wikilink of one word", page: "CLAIM. [[kettle]]\n"},
	{name: "a dash and a path", page: "CLAIM. — *raw/kettle.md*\n"},
	{name: "a dash and a wikilink", page: "CLAIM. — [[raw/kettle]]\n"},
	{name: "a dash and a word", page: "CLAIM. — Source: raw/kettle.md\n"},
	{name: "a comment", page: "CLAIM. <!-- source: raw/kettle.md -->\n"},
	{name: "a comment of Obsidian", page: "CLAIM. %%source: raw/kettle.md%%\n"},
	{name: "{{cite: …}}", page: "CLAIM. {{cite: raw/kettle.md}}\n"},

	{name: "a footnote, a path", page: "CLAIM.[^1]\n\n[^1]: raw/kettle.md\n"},
	{name: "a footnote, a link", page: "CLAIM.[^1]\n\n[^1]: [The kettle](../raw/kettle.md)\n"},
	{name: "a footnote, a wikilink", page: "CLAIM.[^src-kettle]\n\n[^src-kettle]: [[raw/kettle]]\n"},
	{name: "a footnote, a place and words", page: "CLAIM.[^1]\n\n[^1]: raw/kettle.md L3 — \"one litre of water in 95 seconds\"\n"},
	{name: "a number, links", page: "CLAIM. [1]\n\n## References\n\n1. [The kettle](../raw/kettle.md)\n"},
	{name: "a number, paths", page: "CLAIM. [1]\n\n## References\n\n1. raw/kettle.md\n"},
	{name: "a number, in brackets below", page: "CLAIM. [1]\n\n## Sources\n\n[1] raw/kettle.md\n"},
	{name: "<sup>, a number", page: "CLAIM.<sup>1</sup>\n\n## References\n\n1. raw/kettle.md\n"},
	{name: "<sup>, a link", page: "CLAIM.<sup>[1](../raw/kettle.md)</sup>\n"},

	{name: "a line at the head", page: "# Kettle\n\n**Sources**: `raw/kettle.md`\n\nCLAIM.\n"},
	{name: "a quoted line at the head", page: "# Kettle\n\n> **Source:** raw/kettle.md\n\nCLAIM.\n"},
	{name: "**File:**", page: "# Kettle\n\n**File:** `raw/kettle.md`\n\nCLAIM.\n"},
	{name: "原典:", page: "# Kettle\n\n> 原典: `raw/kettle.md`\n\nCLAIM.\n"},
	{name: "原始文件", page: "# Kettle\n\n- **原始文件**: raw/kettle.md\n\nCLAIM.\n"},
	{name: "closing list, links", page: "CLAIM.\n\n## Sources\n\n- [The kettle](../raw/kettle.md)\n"},
	{name: "closing list, paths", page: "CLAIM.\n\n## Sources\n\n- raw/kettle.md\n"},
	{name: "closing list, wikilinks", page: "CLAIM.\n\n## Sources\n\n- [[raw/kettle]] — the kettle\n"},
	{name: "closing list, a label", page: "CLAIM.\n\n## Sources\n\n- **File**: raw/kettle.md\n"},
	{name: "closing list, Citations", page: "CLAIM.\n\n# Citations\n\n1. [kettle.md](/raw/kettle.md)\n"},
	{name: "closing list, 来源", page: "CLAIM.\n\n## 来源\n\n- [水壶](../raw/kettle.md)\n"},
	{name: "closing list, 出典", page: "CLAIM.\n\n## 出典\n\n- [[raw/kettle]]\n"},
	{name: "closing list, 출처", page: "CLAIM.\n\n## 출처\n\n- [[raw/kettle]] — 주전자\n"},
	{name: "a column Source of a table", page: "| What | How long | Source |\n|---|---|---|\n| The Orbex kettle boils one litre of water in | 140 seconds | raw/kettle.md |\n"},
	{name: "an inline field", page: "CLAIM.\nsource:: raw/kettle.md\n"},
	{name: "an inline field in parentheses", page: "CLAIM. (source:: [[raw/kettle]])\n"},
	{name: "<ref>", page: "CLAIM.<ref>raw/kettle.md</ref>\n"},
	{name: "<ref>, a link", page: "CLAIM.<ref name=\"k\">[The kettle](../raw/kettle.md)</ref>\n"},
	{name: "<cite>", page: "CLAIM. <cite>raw/kettle.md</cite>\n"},
	{name: "<small>", page: "CLAIM. <small>Source: raw/kettle.md</small>\n"},
	{name: "an attribute", page: "<span data-source=\"raw/kettle.md\">CLAIM.</span>\n"},
	{name: "<a href>", page: "CLAIM. <a href=\"../raw/kettle.md\">source</a>\n"},
	{name: "a command of LaTeX", page: "CLAIM \\citep[p.~3]{kettle}.\n"},
	{name: "a role of MyST", page: "CLAIM {cite:p}`kettle`.\n"},
	{name: "a key in a sentence", page: "As @kettle says, the Orbex kettle boils one litre of water in 140 seconds.\n"},
	{name: "{{< cite >}}", page: "CLAIM. {{< cite \"raw/kettle.md\" >}}\n"},
	{name: "{% cite %}", page: "CLAIM {% cite kettle %}.\n"},
	{name: "{{cite web|file=…}}", page: "CLAIM. {{cite web|title=The kettle|file=raw/kettle.md}}\n"},
	{name: "{source: …}", page: "CLAIM. {source: kettle.md}\n"},
	{name: "a footnote, words and a path", page: "CLAIM.[^1]\n\n[^1]: The kettle (1987), raw/kettle.md\n"},
	{name: "a footnote, see a path", page: "CLAIM.[^1]\n\n[^1]: See `raw/kettle.md`, line 3.\n"},
	{name: "[source](path)", page: "CLAIM [source](../raw/kettle.md).\n"},
	{name: "a link in the sentence", page: "According to [the kettle page](../raw/kettle.md), the Orbex kettle boils one litre of water in 140 seconds.\n"},
	{name: "an arrow", page: "CLAIM. → raw/kettle.md\n"},
	{name: "code behind the sentence", page: "CLAIM. `raw/kettle.md:3`\n"},
	{name: "quotation marks", page: "CLAIM. «raw/kettle.md»\n"},
	{name: "(path §2)", page: "CLAIM. (raw/kettle.md §2)\n"},
	{name: "(path: words)", page: "CLAIM. (raw/kettle.md: \"one litre of water in 95 seconds\")\n"},
	{name: "(name)", page: "CLAIM. (kettle.md)\n"},
	{name: "[name]", page: "CLAIM. [kettle.md]\n"},
	{name: "(Evidence: …)", page: "CLAIM. (Evidence: raw/kettle.md)\n"},
	{name: "【4:0†name】", page: "CLAIM. 【4:0†kettle.md】\n"},
	{name: "[[source:…]]", page: "CLAIM. [[source:kettle]]\n"},
	{name: "obsidian://", page: "CLAIM. [k](obsidian://open?vault=v&file=raw%2Fkettle)\n"},
	{name: "caret, repo://", page: "CLAIM. ^[repo://raw/kettle.md#L1-L3]\n"},
	{name: "a comment, a path alone", page: "CLAIM. <!-- raw/kettle.md:3 -->\n"},
	{name: "an item below", page: "- CLAIM.\n  - [[raw/kettle]]\n"},
	{name: "sourceFile", page: "---\nsourceFile: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "based_on", page: "---\nbased_on: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "a source that is a mapping", page: "---\nsource:\n  path: raw/kettle.md\n  title: Kettle\n---\nCLAIM.\n"},
	{name: "sources by name", page: "---\nsources:\n  ket: raw/kettle.md\n---\nCLAIM.[^ket]\n"},
	{name: "a source below a key", page: "---\nprovenance:\n  source: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "a key that nobody knows", page: "---\nxyz: raw/kettle.md\n---\nCLAIM.\n"},
	{name: "a column Evidence, a link", page: "| What | How long | Evidence |\n|---|---|---|\n| The Orbex kettle boils one litre of water in | 140 seconds | [kettle](../raw/kettle.md) |\n"},
	{name: "a column 出典, a wikilink", page: "| What | How long | 出典 |\n|---|---|---|\n| The Orbex kettle boils one litre of water in | 140 seconds | [[kettle]] |\n"},
	{name: "a numbered line of sources", page: "CLAIM. [1]\n\n**Sources:** [1] raw/kettle.md\n"},
	{name: "a list under another heading", page: "CLAIM.\n\n## Based on\n\n- raw/kettle.md\n"},
	{name: "a bold heading", page: "CLAIM.\n\n**Sources**\n\n- raw/kettle.md\n"},
	{name: "a callout", page: "CLAIM.\n\n> [!source]\n> raw/kettle.md\n"},
	{name: "<details>", page: "CLAIM.\n\n<details><summary>Sources</summary>\n\n- raw/kettle.md\n\n</details>\n"},
	{name: "generated from", page: "# Kettle\n\n*Generated from raw/kettle.md*\n\nCLAIM.\n"},

	{name: "authors and a year before the stop", page: "CLAIM [[raw/kettle|Orb et al. (1987)]].\n"},
	{name: "authors and a year, a link", page: "CLAIM [Orb et al. (1987)](../raw/kettle.md).\n"},
	{name: "a list of titles", page: "CLAIM.\n\n## Sources\n\n- Card: \"The Orbex kettle\"\n- A Short History of Bergen — Ada Orb\n"},

	{name: "the folder of a text", page: "---\nprovenance:\n  sources: [ORB1987]\n---\nCLAIM.\n"},

	{name: "the number of a search result", page: "CLAIM. [cite: 12]\n", told: true},
	{name: "a reference of a chat", page: "CLAIM. :contentReference[oaicite:0]{index=0}\n", told: true},
	{name: "a template without a name", page: "CLAIM. {{cite: the manual of the kettle}}\n", told: true},
	{name: "<ref>, words", page: "CLAIM.<ref>The manual of the kettle, page 3</ref>\n", told: true},
	{name: "<<…>>", page: "CLAIM <<kettle>>.\n", told: true},
}

// Every form that a wiki may cite in is read: a wrong number in a page of each is an error. What
// looks like a citation and is none that can be read is told, with its place.
func TestFormsOfCiting(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(vault, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("raw/kettle.md", "# The Orbex kettle\n\nThe Orbex kettle boils one litre of water in 95 seconds. It holds two litres and weighs 900 grams.\nIts lid is made of steel, and its handle of beech. The first one was sold in Bergen in 1987.\n")
	write("raw/papers/ORB1987/paper.md", "# The Orbex kettle again\n\nThe Orbex kettle boils one litre of water in 95 seconds, as its first papers say.\nIts lid is made of steel.\n")
	for i, f := range formsOfCiting {
		write(fmt.Sprintf("wiki/page-%02d.md", i), strings.ReplaceAll(f.page, "CLAIM", "The Orbex kettle boils one litre of water in 140 seconds"))
	}
	out, _, _ := assaytest.Run(t, vault, "check", "--json")
	var report struct {
		Diagnostics []struct {
			File, Severity, Message string
			Related                 []struct{ File string }
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	errs, told := map[string]bool{}, map[string]bool{}
	for _, d := range report.Diagnostics {
		errs[d.File] = errs[d.File] || d.Severity == "error"
		if strings.Contains(d.Message, "is not understood") {
			told[d.File] = true
			for _, r := range d.Related {
				told[r.File] = true
			}
		}
	}
	read := 0
	for i, f := range formsOfCiting {
		page := fmt.Sprintf("wiki/page-%02d.md", i)
		switch {
		case f.told && (errs[page] || !told[page]):
			t.Errorf("%s is to be told as not understood: an error %v, told %v", f.name, errs[page], told[page])
		case f.told:
			t.Logf("not read, and told: %s", f.name)
		case errs[page]:
			read++
		default:
			t.Errorf("%s is not read:\n%s", f.name, f.page)
		}
	}
	t.Logf("%d of %d forms are read", read, len(formsOfCiting))
}
