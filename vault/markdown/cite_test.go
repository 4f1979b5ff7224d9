package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What other tools write, and write wrongly.
func TestForeignCitations(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a header below the summary", "# Kiln\n\n**Summary**: How the kiln is fired each week.\n\n**Sources**: `raw/kiln.md`\n\nThe kiln is warm.\n\n## Old\n\nThe door is shut.\n", "Summary: How the kiln is fired each week. <note meta raw/kiln.md>|The kiln is warm. <note meta raw/kiln.md>|The door is shut. <note meta raw/kiln.md>"},
		{"sources after a section", "# Kiln\n\n## Old\n\nThe door is shut.\n\n**Sources**: `raw/door.md`\n\n## New\n\nThe kiln is warm.\n", "The door is shut. <section meta raw/door.md>|The kiln is warm."},
		{"one marker at the end of the page", "# Kiln\n\nThe door is shut.\n\n## New\n\nThe kiln is warm.\n\n^[sources/papers/x.md]\n", "The door is shut. <note caret sources/papers/x.md>|The kiln is warm. <note caret sources/papers/x.md>"},
		{"a marker at the end, and another", "# Kiln\n\nThe door is shut. ^[a.md]\n\nThe roof is new.\n\n## New\n\nThe kiln is warm.\n\n^[b.md]\n", "The door is shut. <caret a.md>|The roof is new.|The kiln is warm. <section caret b.md>"},
		{"a marker in the midst", "# Kiln\n\nThe door is shut.\n\n^[b.md]\n\n## New\n\nThe kiln is warm.\n", "The door is shut. <section caret b.md>|The kiln is warm."},
		{"a name like a placeholder's", "The kiln is warm. ^[QUICKSTART.md]\n\nThe door is shut. ^[a.md#LSTART-LEND]\n\nThe roof is new. ^[…]\n", "The kiln is warm. <caret QUICKSTART.md>|The door is shut. <undefined a.md#LSTART-LEND>|The roof is new. <undefined …>"},
		{"a footnote that only its label explains", "The kiln is warm.[^src-kiln] The door is shut.[^n]\n\n[^src-kiln]: A paper on kilns\n[^n]: That is, most of the time.\n", "The kiln is warm. <undefined src-kiln>|The door is shut."},
		{"a sentence that begins with code", "The wheel turns (source: `a.go`). `Turn` returns an error (source: `b.go`).\n", "The wheel turns. <paren a.go>|Turn returns an error. <paren b.go>"},
		{"links behind sentences of one paragraph", "The kiln is warm. [[raw/kiln]] The door is shut. [[raw/door]] [[raw/kiln]]\n", "The kiln is warm. <block raw/kiln>|The door is shut. <block raw/door> <block raw/kiln>"},
		{"links before the stop", "The kiln is warm [[raw/kiln]]. The door is shut [[raw/door]], [[raw/kiln]].\n", "The kiln is warm. <block raw/kiln>|The door is shut. <block raw/door> <block raw/kiln>"},
		{"a link that is a word before the stop", "The kiln of the town is the one in [[raw/kiln]]. The kiln is like a [[kiln]].\n", "The kiln of the town is the one in raw/kiln. <mention raw/kiln>|The kiln is like a kiln."},
		{"a link that says where more is", "窯の詳細は [[raw/kiln]]。扉は閉まっている [[raw/door]]。\n", "扉は閉まっている。 <block raw/door>"},
		{"links between sentences without spaces", "窑是热的。[[raw/kiln]]RPC 门是关着的。[[raw/door]]\n", "窑是热的。 <block raw/kiln>|RPC 门是关着的。 <block raw/door>"},
		{"many such links", "窑是热的。[[raw/kiln]]门是关着的。[[raw/door]]灯是红色的。[[raw/lamp]]绳子在墙上。\n", "窑是热的。 <block raw/kiln>|门是关着的。 <block raw/door>|灯是红色的。 <block raw/lamp>|绳子在墙上。"},
		{"a link that a sentence without spaces begins with", "窑是热的。[[raw/kiln]]说门是关着的。\n", "raw/kiln说门是关着的。 <note mention raw/kiln>"},
		{"links behind sentences without spaces", "窑是热的。[[raw/kiln]] 门是关着的。[[raw/door]]\n", "窑是热的。 <block raw/kiln>|门是关着的。 <block raw/door>"},
		{"a link that a sentence begins with", "The kiln is warm. [[raw/kiln]] says that the door is shut.\n", "The kiln is warm. raw/kiln says that the door is shut. <mention raw/kiln>"},
		{"ranges with a dash", "The kiln is warm ^[a.md:3–5, L9-L12]\n", "The kiln is warm <caret a.md:3-5> <caret a.md:9-12>"},
		{"a place in the source", "The kiln is warm (source: a.md, lines 3-5). The door is shut (source: b.md, section 2, c.md).\n", "The kiln is warm. <paren a.md:3-5>|The door is shut. <paren b.md> <paren c.md>"},
		{"a comma in a name", "---\nsources: [Kilns, old and new.md, b.md]\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta Kilns, old and new.md> <note meta b.md>"},
		{"a colon in a name", "---\nsources:\n  - Kilns: a guide.md\n  - b.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta Kilns: a guide.md> <note meta b.md>"},
		{"sources that are mappings", "---\nsources:\n  - path: raw/a.md\n    title: A\n  - {file: raw/b.md, pages: 3}\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/a.md> <note meta raw/b.md>"},
		{"the key source", "---\nsource: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"a key that says how good they are", "---\nsource: raw/kiln.md\nevidence: weak\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md> <note mention weak>"},
		{"the key source_file beside a closing list", "---\nsource_file: raw/kiln.md\n---\n\nThe kiln is warm.\n\n## Sources\n[[oven]], [[door]]\n", "The kiln is warm. <note block oven> <note block door> <note mention raw/kiln.md>"},
		{"a list of sources in Portuguese", "# Forno\n\nO forno está quente.\n\n## Fontes\n\n- [[sources/forno]]\n\n## Relações\n\n- [[barro]]\n", "O forno está quente. <note block sources/forno>"},
		{"a line below a closing list in Russian", "Печь была построена в 1850 году.\n\n## Материалы и источники\n\n- [Печь](https://example.org/p)\n\n> Источник: `raw/a.md`, `raw/b.md`\n", "Печь была построена в 1850 году. <note link https://example.org/p> <note meta raw/a.md> <note meta raw/b.md>"},
		{"a label of a file", "# Forno\n\n**Arquivo raw:** `raw/forno.md` (em português)\n\nO forno está quente.\n", "O forno está quente. <note meta raw/forno.md>"},
		{"the key source_file", "---\nsource_file: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"the key source_path", "---\nsource_path: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"the key raw", "---\nraw: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"the key raw_path", "---\nraw_path: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"the key derived_from", "---\nderived_from: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"the key related_sources", "---\nrelated_sources: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"the key references", "---\nreferences: raw/kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"words that may be a source", "---\nsource: web clipper\nlayout: raw\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note mention web clipper>"},
		{"a list of the note's own before other keys", "---\nsource: raw/old.md\nsources: [raw/kiln.md]\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md> <note mention raw/old.md>"},
		{"a key below a tool's", "---\nx-tool:\n  sources:\n    - kiln.md\n---\n\nThe kiln is warm.\n", "The kiln is warm. <note meta kiln.md>"},
		{"entries with ids", "---\nsources:\n  - id: k1\n    resource: repo://docs/kiln.md\n  - id: k2\n    resource: raw/door.md\n---\n\nThe kiln is warm.[^k1] The door is shut.[^k2]\n", "The kiln is warm. <footnote docs/kiln.md>|The door is shut. <footnote raw/door.md>"},
		{"square brackets", "The kiln is warm. [Source: raw/kiln.md]\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"square brackets with lines", "The kiln is warm. [raw/kiln.md:3-4]\n", "The kiln is warm. <paren raw/kiln.md:3-4>"},
		{"lenticular brackets", "The kiln is warm. 【raw/kiln.md】\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"a dagger", "The kiln is warm. 【F:raw/kiln.md†L3-L4】\n", "The kiln is warm. <paren raw/kiln.md:3-4>"},
		{"a path alone", "The kiln is warm. (`raw/kiln.md:3`)\n", "The kiln is warm. <paren raw/kiln.md:3-3>"},
		{"a lead word", "The kiln is warm. (see raw/kiln.md)\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"a label in Korean", "The kiln is warm. (출처: raw/kiln.md)\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"a comment", "The kiln is warm. <!-- source: raw/kiln.md -->\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"an Obsidian comment", "The kiln is warm. %%source: raw/kiln.md%%\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"behind quotations", "He said \"it is warm\" — [talk](raw/talk.md); \"the door is shut at night\" — [[2026-01 Kiln talk]].\n\nIt is \"warm\" — [[Jane]] said so.\n",
			"He said \"it is warm\" <link raw/talk.md>|\"the door is shut at night\" <mention 2026-01 Kiln talk>|It is \"warm\" — Jane said so."},
		{"a call is no source", "## Kilns\n\n- **Source**: the kiln office (`output=list&hl=el`)\n- **Door**: The door of the kiln is shut at night.\n", "Door: The door of the kiln is shut at night."},
		{"a dash", "The kiln is warm. — *raw/kiln.md*\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"a dash and a link", "The kiln is warm. — [[raw/kiln]]\n", "The kiln is warm. <block raw/kiln>"},
		{"a superscript", "The kiln is warm. <sup>[1](raw/kiln.md)</sup>\n", "The kiln is warm. <link raw/kiln.md>"},
		{"a superscript in HTML", "The kiln is warm. <sup><a href=\"raw/kiln.md\">1</a></sup>\n", "The kiln is warm. <link raw/kiln.md>"},
		{"a number that is a link", "The kiln is warm. [[1]](raw/kiln.md)\n", "The kiln is warm. <link raw/kiln.md>"},
		{"numbers of a list", "The kiln is warm [1]. The door is shut [2, 1].<sup>1</sup>\n\n## References\n\n1. [Kilns](raw/kiln.md)\n2. Doors. raw/door.md\n", "The kiln is warm. <link raw/kiln.md>|The door is shut. <link raw/door.md> <link raw/kiln.md> <link raw/kiln.md>"},
		{"numbers without a list", "The kiln is warm [1].\n", "The kiln is warm [1]."},
		{"a file that is mentioned", "The kiln reads its plan (kiln.yaml). The door is set in `door.go` [see above].\n", "The kiln reads its plan (kiln.yaml).|The door is set in door.go [see above]."},
		{"a dash that goes on", "The kiln is warm — it always is — and shut.\n", "The kiln is warm — it always is — and shut."},
		{"a file at the head", "# Kiln\n\n**File:** `raw/kiln.md`\n\nThe kiln is warm.\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"a labelled entry of a list", "The kiln is warm.\n\n## 출처\n\n- **File**: raw/kiln.md\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"sources right below a heading", "---\nsources: [raw/all.md]\n---\n\nThe kiln is warm.\n\n## Doors\n\nSource: [Doors](https://kiln.example/doors). Raw: [doors](../raw/doors.md).\n\nThe door is shut.\n\nThe door is red ^[red.md]\n\n### Locks\n\nThe lock is new.\n\n## Roofs\n\nThe roof is flat.\n",
			"The kiln is warm. <note meta raw/all.md>|The door is shut. <section link ../raw/doors.md> <note meta raw/all.md>|The door is red <caret red.md>|The lock is new. <section link ../raw/doors.md> <note meta raw/all.md>|The roof is flat. <note meta raw/all.md>"},
		{"what was saved, right below a heading", "---\nsources: [raw/all.md]\n---\n\n## Doors\n\nRaw excerpt: [doors.md](../raw/doors.md)\n\nThe door is shut.\n", "The door is shut. <section link ../raw/doors.md> <note meta raw/all.md>"},
		{"a line with a stop, and what goes on behind it", "---\nsources: [raw/all.md]\n---\n\n## Doors\n\nRaw: [doors.md](../raw/doors.md).\n\nThe door is shut.\n\n## Roofs\n\nRaw: [roofs.md](../raw/roofs.md). Submitted **2020-01-23**. Authors: Reed.\n\nThe roof is flat.\n",
			"The door is shut. <section link ../raw/doors.md> <note meta raw/all.md>|The roof is flat. <section link ../raw/roofs.md> <note meta raw/all.md>"},
		{"a quotation of several sentences", "- **[2018]** *\"I have many friends in the kiln. We never open its door. It is warm.\"* — [[Reed-2018]]\n- I like kilns. \"They are warm and round.\" ^[raw/a.md]\n",
			"[2018] \"I have many friends in the kiln. <block Reed-2018>|We never open its door. <block Reed-2018>|It is warm.\" <block Reed-2018>|\"They are warm and round.\" <caret raw/a.md>"},
		{"what is set apart as a quotation", "> \"The kiln is warm in the summer.\" ^[raw/a.md]\n\n> \"The kiln is warm in the winter.\"\n\n> The kiln is warm by night. ^[raw/a.md]\n\n> **\"I fire the kiln on Mondays … and open it on Fridays.\"**\n> — Ada Reed, *On kilns* (2025) [[raw/b]]\n",
			"\"The kiln is warm in the summer.\" <caret raw/a.md>|\"I fire the kiln on Mondays … <mention raw/b>|and open it on Fridays.\" <mention raw/b>"},
		{"a quotation on a page with a source", "---\nsources: [raw/a.md]\n---\n\n> \"I fire the kiln on Mondays.\" — Ada Reed\n\n> \"A short one.\"\n\n- \"I open the door of it on Fridays.\"\n- I open the door of it on Fridays.\n- \"Kilns were warm in the old days\" — not in what was saved\n",
			"\"I fire the kiln on Mondays.\" <note meta raw/a.md>|\"I open the door of it on Fridays.\" <note meta raw/a.md>|\"Kilns were warm in the old days\" — not in what was saved <note meta raw/a.md>"},
		{"several quotations, led in", "From the paper (source: raw/a.md):\n\n> \"The kiln is warm in the summer.\"\n> \"o1 is warm in the winter of it.\" — Ada Reed\n\nElsewhere:\n\n> \"The door is shut in the summer.\"\n",
			"\"The kiln is warm in the summer.\" <section paren raw/a.md>|\"o1 is warm in the winter of it.\" <section paren raw/a.md>"},
		{"a file that is mentioned with a sign", "The kiln has one line, @AGENTS.md, and no more.\n", "The kiln has one line, @AGENTS.md, and no more."},
		{"a kind of source at the head", "# Kiln\n\n**Type:** oven\n**Source lectures:** [[lecture-2]], [[lecture-3]]\n\nThe kiln is warm.\n", "The kiln is warm. <note block lecture-2> <note block lecture-3>"},
		{"a place behind a file", "The kiln is warm (source: raw/a.md § Kilns > Doors). It is red ^[raw/a.md lines 3-5] and flat ([[raw/b]] § Roofs). It is old (来源：raw/c.md 第3节). It is new (source: raw/d.pdf p. 12, 14:30, Table 3). It is shut (source: v1.md notes.md).\n",
			"The kiln is warm. <paren raw/a.md#Doors>|It is red and flat. <caret raw/a.md:3-5> <block raw/b>|It is old. <paren raw/c.md>|It is new. <paren raw/d.pdf>|It is shut. <paren v1.md notes.md>"},
		{"what leads in a list", "---\nsources: [raw/all.md]\n---\n\nA survey found this [^1]:\n\n- The kiln is warm in the summer.\n- The door is shut in the winter ^[raw/b.md]\n\nThe roof is as flat [^1].\n\n- The roof is red in the summer.\n\n[^1]: raw/a.md\n",
			"The kiln is warm in the summer. <section footnote raw/a.md> <note meta raw/all.md>|The door is shut in the winter <caret raw/b.md>|The roof is as flat. <footnote raw/a.md>|The roof is red in the summer. <note meta raw/all.md>"},
		{"a line at the end, behind other pages", "# Kiln\n\nThe kiln is warm.\n\n## Related pages\n\n- [[clay]] — of what it is\n\n---\n\n*Sources: kilns.final.md § 2, § 3*\n", "The kiln is warm. <note meta kilns.final.md#2>"},
		{"a page about an original, among related pages", "# 窑\n\n窑是热的，门在冬天关着。\n\n## 交叉引用\n\n- [[sources/窑-摘要|窑的摘要]] — 用法和示例\n- [[陶]] — 泥和火\n", "窑是热的，门在冬天关着。 <note mention sources/窑-摘要>"},
		{"the files that a page on code was made from", "# File: `src/kiln.py`\n\nThe kiln opens its door at noon.\n\n## Relevant Source Files\n\n- `src/kiln.py:17-40`\n", "The kiln opens its door at noon. <note meta src/kiln.py:17-40>"},
		{"components", "The kiln is warm <Cite slug=\"kiln-2019\" />. It is red <Source file=\"raw/a.md\" />. It has <Cite id='doors'>two doors</Cite> and a roof. It is old <Citation ids={[\"a-1\", \"b-2\"]} />.\n\n<video><source src=\"a.mp4\"></video> The film is long.\n",
			"The kiln is warm. <key kiln-2019>|It is red. <paren raw/a.md>|It has two doors and a roof. <key doors>|It is old. <key a-1> <key b-2>|The film is long."},
		{"a list of sources in Vietnamese", "# Lò\n\nLò nung có hai cửa sắt lớn.\n\n## Nguồn Tham Khảo\n\n- [[lo-nung]]\n", "Lò nung có hai cửa sắt lớn. <note block lo-nung>"},
		{"a path alone right below a heading", "---\nsources: [raw/all.md]\n---\n\nThe kiln is warm.\n\n## Doors\n\n`raw/doors.md`\n\nThe door is shut.\n", "The kiln is warm. <note meta raw/all.md>|The door is shut. <section mention raw/doors.md> <note meta raw/all.md>"},
		{"sources below what they are for", "The kiln is warm.\n\nIt is red.\n\n## Doors\n\nThe door is shut.\n\nSource: raw/doors.md\n\n## Roofs\n\nThe roof is flat.\n", "The kiln is warm.|It is red.|The door is shut. <section meta raw/doors.md>|The roof is flat."},
		{"how many sources there are", "---\nsources: 5\n---\n\nThe kiln is warm.\n", "The kiln is warm."},
		{"a source behind the stop, on the lines below", "The kiln is warm. Sources:\n[[A kiln, fired]],\n[[On a roof]].\n\n- The roof is flat. Source:\n  [[On a roof]].\n- The door is shut. Source:\n  nobody.\n", "The kiln is warm. <block A kiln, fired> <block On a roof>|The roof is flat. <block On a roof>|The door is shut."},
		{"a source behind the stop", "- The kiln is warm. The door is shut. Source: `raw/kiln.md`. confidence: 1 source, last-confirmed 2026-01-02.\n- The roof is flat.\n", "The kiln is warm. <block paren raw/kiln.md>|The door is shut. <paren raw/kiln.md>|The roof is flat."},
		{"how sure it is", "The kiln is warm. confidence: 0.8, 1 source. [source: raw/kiln.md]\n\nThe kiln has this: Source: raw/kiln.md\n", "The kiln is warm. <paren raw/kiln.md>"},
		{"a way on", "---\nsources: [raw/kiln.md]\n---\n\nThe kiln is warm.\n\nAnterior: [[arcilla]] · Siguiente: [[horno]] · Hub: [[hornos del valle]]\n", "The kiln is warm. <note meta raw/kiln.md>"},
		{"what is called so", "---\nsources: [raw/net.md]\n---\n\n- Hub: sends every frame to all of its ports\n- Anterior: toward the front of the body\n", "Hub: sends every frame to all of its ports <note meta raw/net.md>|Anterior: toward the front of the body <note meta raw/net.md>"},
		{"sources left empty", "---\nsources:\n  created: 2026-01-01\n---\n\nThe kiln is warm.\n", "The kiln is warm."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.Split(test.want, "|"), showClaims(test.text)); diff != "" {
				t.Errorf("%s\n%s", test.text, diff)
			}
		})
	}
}

// A fault of the frontmatter is told once.
func TestFrontmatterFaultsOnce(t *testing.T) {
	for text, want := range map[string]string{
		"---\nsources:\n  created: 2026-01-01\n---\n":      "frontmatter-shape",
		"---\nsources:\n---\n":                             "frontmatter-empty",
		"---\nsources: []\n---\n":                          "",
		"---\nsources: [Kilns, old and new.md]\n---\n":     "frontmatter-list-split",
		"---\nsources: [\"Kilns, old and new.md\"]\n---\n": "",
		"---\nsources: [Kilns, Pots, Glazes]\n---\n":       "",
		"---\nsources:\n  - Kilns: a guide.md\n---\n":      "",
	} {
		var got []string
		for _, p := range Parse("a.md", []byte(text), Options{}).Problems {
			got = append(got, p.Kind)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %q", text, got, want)
		}
	}
}

// A schema tells agents what to do, where it stands at the top or is written as one; a note of that name does not.
func TestSchemasInstruct(t *testing.T) {
	for file, want := range map[string]bool{"SCHEMA.md": true, "schema.md": true, "wiki/SCHEMA.md": true, "concepts/schema.md": false, "QWEN.md": true, "conventions.md": true, "concepts/Conventions.md": false} {
		if got := Instructs(file); got != want {
			t.Errorf("%s: %t", file, got)
		}
	}
}
