package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What stands in notes and is no claim, beside what looks like it and is one.
//
// Invariant (grading): What says nothing of the note's subject is no claim. See also
// TestNotesWithoutClaims.
func TestBoilerplate(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"an index", "| Page | Name | Type | Sources |\n|---|---|---|---|\n| [kiln](kiln.md) | Kiln | Tool | 4 |\n| [[wheel]] | Wheel | Tool | 2 |\n", ""},
		{"a table of things with links", "| Tool | Maker | Year |\n|---|---|---|\n| [kiln](kiln.md) | Acme | 1950 |\n\n| Tool | Type | Author |\n|---|---|---|\n| [wheel](wheel.md) | Machine | Bob |\n", "kiln: Acme; 1950|wheel: Machine; Bob"},
		{"the head once more", "| Part | Size |\n|---|---|\n| door | 3 cm wide |\n| Part | Size |\n| lid | |\n", "door: 3 cm wide"},
		{"entries", "- [[Kiln]] — 4 sources\n- [[Wheel]] (2024-05-01)\n- [[Glaze]] — the coat that melts\n", "Glaze — the coat that melts"},
		{"related pages", "The kiln is warm.\n\n## Related pages\n\n- [[Glaze]] — the coat that melts\n- [[Wheel]]: where pots are made\n- [[Clay]] — It is dug from the river bank.\n- The old door is red\n\n## Parts\n\n- [[Door]] — of iron and brick\n\n## 相关页面\n\n- [[釉]]：在火中熔化的涂层\n", "The kiln is warm.|Clay — It is dug from the river bank.|The old door is red|Door — of iron and brick"},
		{"captions", "Figure 3: The kiln seen from above.\n\n図2：窯の断面\n\nFigure 3 shows a kiln with two doors.\n", "Figure 3 shows a kiln with two doors."},
		{"a picture's bytes", "The kiln is warm. ![view](data:image/svg+xml,%3C%3Fxml version='1.0' encoding='UTF-8'%3F%3E%3Csvg width='1px' height='1px')\n\nA link is written as [text](data:...) where the bytes stand in the page itself.\n", "The kiln is warm. !|A link is written as text where the bytes stand in the page itself."},
		{"whose a picture is", "- (c) Ada Potter, some rights reserved (CC BY) — observation\n- Photo: Bob Wheel, CC-BY 4.0\n- (c) Ada Potter keeps the kiln.\n", "(c) Ada Potter keeps the kiln."},
		{"who said it", "> The kiln is warm.\n\n— Ada Potter, Mar 3 2021\n\n— which is why it takes two days to cool.\n", "— which is why it takes two days to cool."},
		{"chapters", "1. How kilns began (0:00–12:30)\n2. Glazes in the old town (1:02:03)\n\n- 00:12:30 What a wheel is for\n- The firing takes 12:30 hours in all.\n- Kilns: each is lit by fire()\n", "The firing takes 12:30 hours in all.|Kilns: each is lit by fire()"},
		{"pointers", "For the full list of kilns, see [[Kilns]]. Details are in [[Kilns]]. The parts are described in [[Parts]]. The kiln is hot; see [[Kilns]].\n\n窯の種類は [[notes/kilns]]、釉薬は [[notes/glazes]]。\n\n窯は二日のあいだ熱い。詳細は、[[Kilns]] を参照。\n\n자세한 내용은 [[Kilns]] 참조.\n\n详见 [[Kilns]]。\n", "The kiln is hot; see Kilns.|窯は二日のあいだ熱い。"},
		{"pointers behind something told", "窯の火は時と共に変わる——詳細は [[notes/kilns]]。\n\nThe kiln is no oven (ovens are told of in [[Ovens]]).\n\n窯は炉ではない（炉は [[notes/ovens]]）。\n", "窯の火は時と共に変わる——詳細は notes/kilns。|The kiln is no oven (ovens are told of in Ovens).|窯は炉ではない（炉は notes/ovens）。"},
		{"a diagram of its own", "This diagram shows the flow of air. The diagram of the maker shows three doors.\n\n위 다이어그램은 가마의 흐름을 보여준다.\n", "The diagram of the maker shows three doors."},
		{"the page itself", "This page summarises what is known of kilns. This wiki keeps one note for each kiln. This page is kept in memory for an hour.\n\n本页汇总窑的资料。\n\nこのページは窯をまとめる。\n\n이 문서는 가마를 정리한다.\n\nLast updated by hand in the spring of 2024.\n", "This page is kept in memory for an hour."},
		{"where it is from", "_All claims below are sourced from raw/kiln.md unless otherwise noted._\n\nThe kiln is warm.\n\nThe details of the lock are drawn from the old wheel.\n", "The kiln is warm. <note mention raw/kiln.md>|The details of the lock are drawn from the old wheel. <note mention raw/kiln.md>"},
		{"links to other pages", "The kiln is warm.\n\nRelated pages: [[Glaze]], [[Wheel of the old town]], and [[Clay]].\n\nVéase también: [[Horno]], [[Torno]].\n", "The kiln is warm."},
		{"related in a sentence", "Related concepts include [[Glaze]], [[Wheel]], and [[Clay of the river]].\n\nRelated kilns include [[Glaze]] of the old town and two wheels.\n", "Related kilns include Glaze of the old town and two wheels."},
		{"pages updated", "## Pages this updated\n\n- Updated [[Kilns]] with the new door.\n\n### What this updated in the wiki\n\n- Added the wheel to [[Wheels]].\n\n## Updated kilns\n\n- The kiln is warm.\n", "The kiln is warm."},
		{"a source by its kind", "The kiln is of brick. (Card: \"Kilns of the moor\")\n\nIt is old. (Lessons 3, 8)\n\n(It is red.)\n", "The kiln is of brick.|It is old.|(It is red.)"},
		{"navigation", "← [[Home]] for all\n\n📖 全文翻訳：[[texts/kiln]]\n\n🔗 First part (short): [[texts/wheel]]\n\n[[Home]] / [[Guides]] / Setup\n\nBack to [[Home]]\n", ""},
		{"still to write", "(TODO: add what glazes are made of)\n\nTBD by the end of the year.\n\nWorth cross-checking with others.\n\n待补充：窑的历史。\n\nCanal: (a definir — carta / jornal)\n\n- Door: (to be confirmed)\n\nThe kiln cost 5,000 marks (to be confirmed).\n", "The kiln cost 5,000 marks (to be confirmed)."},
		{"headings by another name", "**How the kiln is fired each week**\n\nThe kiln is warm.\n\n- **What goes into the old kiln**\n  - Pots are put in first.\n- **Pots are put in first.** They are dry.\n", "The kiln is warm.|Pots are put in first.|Pots are put in first.|They are dry."},
		{"metadata", "# Kiln\n\n- **Original file**: raw/old/kiln.md\n- **作者**: [[Bob]]\n- **原典**: 窯の本 第二版 全三巻\n\nThe kiln is warm.\n\n## Parts\n\n- **原典**: 窯の本 第二版 全三巻\n- **Door**: open/shut by a lever of iron\n", "The kiln is warm. <note meta raw/old/kiln.md>|原典: 窯の本 第二版 全三巻 <note meta raw/old/kiln.md>|Door: open/shut by a lever of iron <note meta raw/old/kiln.md>"},
		{"frontmatter again", "The kiln is warm.\n\n---\ntitle: Kiln\nstate: taken over\naliases:\n  - oven of clay and brick\ntotalCount: 0\n---\n\n# Kiln\n\nThe door is shut.\n\n---\n\nThe roof: it is new and red.\n\n---\n", "The kiln is warm.|The door is shut.|The roof: it is new and red."},
		{"what a model thought", "<think>\nThe reader wants a page on kilns. It must be short.\n\n1. The kiln is warm at first.\n</think>\n\n# Kiln\n\nThe kiln is warm.\n\n<think>The door is left to tell.</think> The door is shut.\n\nA model may write <think> before its answer.\n", "The kiln is warm.|The door is shut.|A model may write before its answer."},
		{"an address in a line of its own", "# Kiln\n\n**Source URL**: https://example.org/kiln\n**Sources:** the manual of kilns, version `10.0`\n\nThe kiln is warm.\n", "The kiln is warm. <note link https://example.org/kiln>"},
		{"a label in a closing list", "The kiln is warm.\n\n## Sources\n\n- **File**: raw/kiln.md\n", "The kiln is warm. <note meta raw/kiln.md>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var want []string
			if test.want != "" {
				want = strings.Split(test.want, "|")
			}
			if diff := cmp.Diff(want, showClaims(test.text)); diff != "" {
				t.Errorf("%s\n%s", test.text, diff)
			}
		})
	}
}

// Files for agents and catalogues hold no claims; a page that is merely named as one does.
func TestNotesWithoutClaims(t *testing.T) {
	list := "- [[A]] — the first of all pages\n- [[B]] — the second of all pages\n- [[C]] — the third of all pages\n"
	for path, want := range map[string]int{"CLAUDE.md": 0, "wiki/AGENTS.md": 0, "wiki/log.md": 0, "wiki/index.md": 0, "wiki/pages.md": 3} {
		if got := len(Parse(path, []byte(list), Options{}).Claims); got != want {
			t.Errorf("%s: %d claims, want %d", path, got, want)
		}
	}
	taken := "---\ntitle: Kilns\nsource: https://example.org/kilns\ningestedAt: 2026-06-12\n---\n\nThe kiln is warm. The door is shut.\n"
	for path, want := range map[string]int{"sources/kilns.md": 0, "wiki/kilns.md": 2} {
		if got := len(Parse(path, []byte(taken), Options{}).Claims); got != want {
			t.Errorf("%s that a tool took from elsewhere: %d claims, want %d", path, got, want)
		}
	}
	if n := Parse("guide/index.md", []byte("The kiln is warm. The door is shut.\n\n- The roof is new and red.\n"), Options{}); len(n.Claims) != 3 {
		t.Errorf("a page that is named index: %d claims", len(n.Claims))
	}
}

// A claim is read with what stands over it.
//
// Invariant (grading): What stands over a claim is read with it and is no evidence. See also
// TestLead.
func TestOver(t *testing.T) {
	text := "# Kiln\n\n## Firing\n\n### Limits\n\nThe kiln cannot:\n\n- melt any kind of steel\n  - steel with much carbon in it\n\n**By size**\n\n| Size | Heat | Time |\n|---|---|---|\n| small | 900 °C | 3 h |\n| big | | 9 h |\n\n## Parts\n\nThe door is shut.\n"
	n := Parse("Kiln.md", []byte(text), Options{})
	var got []string
	for _, c := range n.Claims {
		got = append(got, c.Text+" <- "+strings.Join(n.Over(c), " > "))
	}
	want := []string{
		"melt any kind of steel <- Kiln > Firing > Limits > The kiln cannot",
		"steel with much carbon in it <- Kiln > Firing > Limits > The kiln cannot > melt any kind of steel",
		"small: 900 °C; 3 h <- Kiln > Firing > Limits > By size > Size | Heat | Time",
		"big: 9 h <- Kiln > Firing > Limits > By size > Size | Time",
		"The door is shut. <- Kiln > Parts",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
