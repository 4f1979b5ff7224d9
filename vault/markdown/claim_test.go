package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var formNames = []string{"chunk", "footnote", "caret", "block", "link", "paren", "key", "meta", "undefined", "mention"}
var scopeNames = []string{"", "block ", "section ", "note "}

// showClaims prints claims one a line: the text, then what it cites.
func showClaims(text string) []string {
	n := Parse("Note.md", []byte(text), Options{ExemptSections: []string{"See also"}})
	var out []string
	for _, c := range n.Claims {
		s := c.Text
		if c.Inferred {
			s += " (Derived)"
		}
		for _, x := range c.Cites {
			s += " <" + scopeNames[x.Scope] + formNames[x.Form] + " " + x.Target
			if x.Anchor != "" {
				s += "#" + x.Anchor
			}
			if x.FromLine > 0 {
				s += fmt.Sprintf(":%d-%d", x.FromLine, x.ToLine)
			}
			if x.Quote != "" {
				s += fmt.Sprintf(" %q", x.Quote)
			}
			s += ">"
		}
		out = append(out, s)
	}
	return out
}

// Invariant (grading): A sentence that cites nothing takes no citation of its neighbour's.
func TestClaims(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"prose", "The cache is warm. The server is not.\n", "The cache is warm.|The server is not."},
		{"wrapped", "The cache\nis warm today.\n", "The cache is warm today."},
		{"markup", "The **cache** of `foo.go` is _warm_, ==very== ~~cold~~ [hot](a.md) and [[B|b]].\n", "The cache of foo.go is warm, very cold hot and b."},
		{"not headings or code", "# The cache is warm\n\n```\nThe cache is warm.\n```\n\n    The cache is warm.\n\n$$\nx is y z\n$$\n\n<div>\nThe cache is warm.\n</div>\n", ""},
		{"not quotations", "> The cache is warm.\n", ""},
		{"callouts", "> [!note] Caches stay warm here\n> The cache is warm.\n\n> [!opinion]\n> Caches are the best of all.\n", "The cache is warm."},
		{"not questions, orders or the author", "Is the cache warm? Use the cache header. I like warm caches. We like them too. See the other page. Don't use it.\n", ""},
		{"nouns that look like orders", "Use of caches is common. Test suites are slow. World War I was long.\n", "Use of caches is common.|Test suites are slow.|World War I was long."},
		{"orders and things named like orders", "Have a look at X and Y. Look at the other page. Compare the two pages here. Check the valves regularly. Use caches wisely and often. Make sure it works. Note that the cache is warm.\n\nCheck valves prevent backflow. Build tools compile code. Run times vary widely. Read and write speeds differ. Set theory provides a basis.\n", "Check valves prevent backflow.|Build tools compile code.|Run times vary widely.|Read and write speeds differ.|Set theory provides a basis."},
		{"links and what joins them", "And [[A]], [[B]] and [[C]].\n\n以及[[甲]]、[[乙]]和[[丙]]。\n\n[[A]] and [[B]] are warm.\n", "A and B are warm."},
		{"pairs of names", "智能手机 -- ipod\n\n搜索引擎 -- 导航网站\n\ngithub1s 在线 vscode -- github 增强 chrome 插件\n\nold phone → new phone\n\nVarnish -- keeps pages in memory\n", "Varnish -- keeps pages in memory"},
		{"hard breaks", "- The phone beats the player  \n  Tea beats coffee every day\n- One two three four,  \n  five six and  \n  seven\n", "The phone beats the player|Tea beats coffee every day|One two three four, five six and seven"},
		{"not tasks or lists of links", "- [ ] The cache is warm.\n- [[A]]\n- [B](b.md), [[C]]\n- https://example.com/a\n", ""},
		{"list items", "- **Varnish** – keeps pages in memory\n- The cache\n  is warm.\n  - Inner items are claims too.\n1. The first of all steps is this.\n", "Varnish – keeps pages in memory|The cache is warm.|Inner items are claims too.|The first of all steps is this."},
		{"table", "| Name | Year |\n|---|---|\n| Go | 2009[^1] |\n\n[^1]: [a](a.md)\n", "Go: 2009 <footnote a.md>"},
		{"metadata", "**Status**: draft\n**Tags**: a, b and c\nkey:: value of it\n\nThe cache is warm.\n", "The cache is warm."},
		{"lead-in", "The cache has these parts:\n\n- one big warm part\n", "one big warm part"},
		{"exempt", "The cache is warm.\n\n## See also\n\nThe cache is cold.\n\n### Deeper\n\nThe cache is cold.\n\n## Next\n\nThe cache is new.\n", "The cache is warm.|The cache is new."},
		{"generated", "<!-- assay:generated -->\n\nThe cache is warm.\n", ""},
		{"comments", "The cache %%is not%% is warm. %%\n\nThe cache is cold.\n\n%%\n\nThe <!-- not\nat all --> server is warm.\n", "The cache is warm.|The server is warm."},
		{"chinese", "缓存是热的。服务器不是热的！是吗？\n", "缓存是热的。|服务器不是热的！"},
		{"items within a paragraph", "The cache has two parts: 1. The first part is warm. 2. The second part is big. See version 2. It is new.\n", "The first part is warm.|The second part is big.|It is new."},
		{"items within a paragraph in Chinese", "缓存由两部分组成： 1. 第一部分是热的 2. 第二部分很大。\n", "第一部分是热的|第二部分很大。"},
		{"japanese", "キャッシュは温かい。「行く。」と彼は言った。参照してください。\n", "キャッシュは温かい。|「行く。」と彼は言った。"},

		{"chunk", "The cache is warm.[^chk-ab12]\n\n[^chk-ab12]: [t](<../s/a b.md#^chk-ab12>) \"the cache is warm\"\n", `The cache is warm. <chunk chk-ab12#../s/a b.md "the cache is warm">`},
		{"a neighbour's footnote", "A cache is warm. It is big.[^1] It is new.\n\nAlone it stands here.\n\n[^1]: https://example.com/x\n", "A cache is warm.|It is big. <footnote https://example.com/x>|It is new.|Alone it stands here."},
		{"footnote before the stop", "缓存是热的[^src-a]。\n\n[^src-a]: [[source-a]]\n", "缓存是热的。 <footnote source-a>"},
		{"no space after the footnote", "The cache is warm.[^1]The server is not.[^2]\n\n[^1]: a.md\n[^2]: b.md\n", "The cache is warm. <footnote a.md>|The server is not. <footnote b.md>"},
		{"path, section, line, quote", "The cache is warm.[^1]\n\n[^1]: raw/x.wiki §\"Head\" L3 — \"the cache is warm\"\n", `The cache is warm. <footnote raw/x.wiki#Head:3-3 "the cache is warm">`},
		{"explaining footnote", "The cache is warm.[^n] The server is not.[^1]\n\n[^n]: That is to say, lukewarm.\n[^1]: a.md\n", "The cache is warm.|The server is not. <footnote a.md>"},
		{"undefined", "The cache is warm.[^9]\n", "The cache is warm. <undefined 9>"},
		{"caret", "The cache is warm. It is big. ^[a.md]\n", "The cache is warm. <block caret a.md>|It is big. <caret a.md>"},
		{"caret ranges", "The cache is warm ^[a.md:3-5, 9-12, b.md#L2-L4, c.md#L7, d e.md:8]\n", "The cache is warm <caret a.md:3-5> <caret a.md:9-12> <caret b.md:2-4> <caret c.md:7-7> <caret d e.md:8-8>"},
		{"caret malformed", "The cache is warm ^[file.md:START-END]\n\nThe server is cold ^[a.md#slug]\n\nThe disk is old ^[plain words]\n\nThe net is up ^[a.md\n## Next\n", "The cache is warm <undefined file.md:START-END>|The server is cold <caret a.md#slug>|The disk is old <undefined plain words>|The net is up <caret a.md>"},
		{"caret inferred", "The cache is warm. ^[inferred]\n", "The cache is warm. (Derived)"},
		{"caret addresses", "キャッシュは温かい。^[Sources: https://a.example/x; https://b.example/y.]\n", "キャッシュは温かい。 <caret https://a.example/x> <caret https://b.example/y>"},
		{"inline footnote", "The cache is warm.^[This is only to say that it is not cold.]\n", "The cache is warm."},
		{"block link", "The cache is warm. [[Page#^b1]]\n\nThe server is up [[Page#^b2]]\n", "The cache is warm. <block Page#^b1>|The server is up <block Page#^b2>"},
		{"link after the stop", "The cache is warm. [T](raw/x.md)\n\nThe [cache](raw/x.md) is up. [[Bob]] was here.\n", "The cache is warm. <link raw/x.md>|The cache is up. <mention raw/x.md>|Bob was here."},
		{"wikilinks that lead on", "The cache is warm. [[Page]]\n\nThe server is up。[[Page]] [[Other#Part]]\n\nNotes are small ([[Notes should be atomic]]). Titles matter ([[标题很重要]]).\n", "The cache is warm. <mention Page>|The server is up。 <mention Page>|Notes are small (Notes should be atomic).|Titles matter (标题很重要)."},
		{"wikilinks that cite", "The cache is warm. [[raw/page]]\n\nThe server is up. [[03_Sources/a/page|p]] [[Page#^b]]\n\nThe disk is old ([[smith-2019]]). The net is up ([[RFC 9111]], [[@lee]]).\n\nThe fan is loud ^[[[Page]]]\n", "The cache is warm. <block raw/page>|The server is up. <block 03_Sources/a/page> <block Page#^b>|The disk is old. <block smith-2019>|The net is up. <block RFC 9111> <block @lee>|The fan is loud <caret Page>"},
		{"addresses within applications", "The cache is warm. [open](ticktick://x)\n\nThe disk is old ([pdf](zotero://select/1)). The server is up.[^1] The net is up. [mail](mailto:a@b.example)\n\n[^1]: [T](obsidian://open?x)\n", "The cache is warm.|The disk is old (pdf).|The server is up.|The net is up."},
		{"footnote in passing", "The cache is warm.[^1] The server is up.[^2]\n\n[^1]: One must also install the plugin that reads the syntax of [[Page]] links.\n[^2]: Source: [[Other page]], 2019\n", "The cache is warm.|The server is up. <footnote Other page>"},
		{"neighbours of other forms", "The cache is warm. The disk is old (source: a.md). The net is up. The fan is loud [@lee].\n\n- The door is shut. It is new. [T](raw/x.md)\n", "The cache is warm. <block paren a.md>|The disk is old. <paren a.md>|The net is up.|The fan is loud. <key lee>|The door is shut.|It is new. <link raw/x.md>"},
		{"a generator's number", "The cache grew by 9%[^12^].\n", "The cache grew by 9%."},
		{"parenthesis", "The cache is warm ([T](raw/x.md), [U](u.md)). The [[A]] ([[B]]) is a thing.\n", "The cache is warm. <link raw/x.md> <link u.md>|The A (B) is a thing."},
		{"paren source", "The cache is warm (source: `raw/a.md`, b.go). It is (Source: c.md#L3) big.\n", "The cache is warm. <paren raw/a.md> <paren b.go>|It is big. <paren c.md:3-3>"},
		{"alone", "# H\n\nThe cache is warm.\n\n- The server is also up.\n\n(source: raw/big.md)\n\nThe disk is very old.\n", "The cache is warm. <section paren raw/big.md>|The server is also up. <section paren raw/big.md>|The disk is very old."},
		{"key", "The cache is warm [@smith2019; see @lee, p. 3].\n", "The cache is warm. <key smith2019> <key lee>"},
		{"derived", "The cache is warm. (Derived)[^1] The server is up.\n\n[^1]: a.md\n", "The cache is warm. (Derived) <footnote a.md>|The server is up."},
		{"note sources", "---\nsources: [a.md, \"[T](raw/b.md)\"]\n---\n\nThe cache is warm. The server is up.[^1]\n\n[^1]: c.md\n", "The cache is warm. <note meta a.md> <note meta raw/b.md>|The server is up. <footnote c.md>"},
		{"note scope", "---\nsources:\n  - a.md\n  - \"[T](raw/b.md)\"\n---\n\nThe cache is warm.\n", "The cache is warm. <note meta a.md> <note meta raw/b.md>"},
		{"source line", "**Sources**: `raw/a.md`, `raw/b.md`\n\nThe cache is warm.\n", "The cache is warm. <note meta raw/a.md> <note meta raw/b.md>"},
		{"source line in prose", "The cache is warm.\n\nSource: this came up when we were reading [[Page]] and two others\n", "The cache is warm."},
		{"closing list of paths", "The cache is warm.\n\n## Sources\n\n- `raw/a.md`\n- raw/b.md\n- [[Page]] – a talk by [[Bob]]\n- Smith (2019). [T](https://a.example). Journal.\n\n## Related pages\n\n- [[Other]]\n", "The cache is warm. <note meta raw/a.md> <note meta raw/b.md> <note link https://a.example> <note block Page>"},
		{"prose under sources", "The cache is warm.\n\n## 来源\n\n大刘 [[三体]] 书里的概念，很有名。\n\n- An idea from the book [[Three]] and others.\n", "The cache is warm."},
		{"a part called sources", "The cache is warm.\n\n## Sources\n\n- [[How to read]]\n\n## Spaces\n\n- [[How to plan]]\n", "The cache is warm."},
		{"closing list", "The cache is warm.\n\n# Citations\n\n1. [a.md:17-18](/references/a-1a2b3c4d.md)\n", "The cache is warm. <note link /references/a-1a2b3c4d.md:17-18>"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var want []string
			if test.want != "" {
				want = strings.Split(test.want, "|")
			}
			if diff := cmp.Diff(want, showClaims(test.text)); diff != "" {
				t.Errorf("%s\n%s", test.text, diff)
			}
			crlf := strings.ReplaceAll(test.text, "\n", "\r\n")
			if diff := cmp.Diff(want, showClaims("\ufeff"+crlf)); diff != "" {
				t.Errorf("with CRLF and BOM: %s", diff)
			}
		})
	}
}

func TestClaimSpan(t *testing.T) {
	text := "# H\n\nBefore it all. The **cache** is [warm](a.md).[^1] **Bold is the end.** [[Page]] holds it.\n\n- Item with four words ^id\n\n[^1]: a.md\n"
	n := Parse("Note.md", []byte(text), Options{})
	want := []string{"Before it all.", "The **cache** is [warm](a.md).", "**Bold is the end.**", "[[Page]] holds it.", "Item with four words"}
	var got []string
	for _, c := range n.Claims {
		got = append(got, text[c.Start:c.End])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c := n.Claims[4]; c.BlockID != "id" || c.Kind != ListItem || c.Heading != 0 {
		t.Errorf("%+v", c)
	}
}

func TestNormalizeClaim(t *testing.T) {
	a := Parse("a.md", []byte("The **cache** is\n  [warm](x.md).[^1]\n"), Options{}).Claims[0]
	if got := NormalizeClaim("The cache is `warm`. (Derived)"); got != a.Text {
		t.Errorf("%q and %q", got, a.Text)
	}
	if NewClaimID("a.md", a.Text) != a.ID || NewClaimID("b.md", a.Text) == a.ID {
		t.Error("an id is made of note and text")
	}
	if got := NormalizeClaim("Cafe\u0301  is \t open"); got != "Café is open" {
		t.Errorf("%q", got)
	}
}

// A section that is exempt is so with an addition behind its name, and not with another word.
func TestExemptSectionsWithAdditions(t *testing.T) {
	for heading, exempt := range map[string]bool{
		"Open questions":                       true,
		"Open Questions / things to clarify":   true,
		"Open questions and next steps":        true,
		"Open questions of the field, settled": false,
		"References":                           true,
		"References and borrowing":             false,
	} {
		n := Parse("Note.md", []byte("# Note\n\n## "+heading+"\n\nThe ferry leaves at six every morning. [[src]]\n"), Options{ExemptSections: []string{"Open questions", "References"}})
		if got := len(n.Claims) == 0; got != exempt {
			t.Errorf("%s: exempt %t", heading, got)
		}
	}
}
