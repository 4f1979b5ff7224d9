package extract

import (
	"context"
	"strings"
	"testing"
	"time"

	"assay/vault"
)

// docs wraps content in a page that is documentation by its generator.
func docs(content string) string {
	return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="generator" content="Sphinx 7"><title>Page — Manual</title></head>
<body><nav><a href="/">Home</a> <a href="/next.html">Next</a></nav><main>` + content + `</main><footer>© Somebody</footer></body></html>`
}

func extract(t *testing.T, html string) string {
	t.Helper()
	d, err := Extract(context.Background(), []byte(html), Options{URL: "https://example.org/a/b.html", ContentType: "text/html"})
	if err != nil {
		t.Fatal(err)
	}
	if d.Hash != vault.HashText([]byte(d.Markdown)) {
		t.Error("Hash is not that of Markdown")
	}
	return strings.TrimSuffix(d.Markdown, "\n")
}

func TestStructuresArrive(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"heading without its permalink", `<h2>Use of <code>x</code><a class="headerlink" href="#u">¶</a></h2>`, "## Use of `x`"},
		{"heading that ends in a hash", `<h3>C#</h3>`, `### C\#`},
		{"paragraphs", "<p>One\n  two.</p><p>Three.</p>", "One two.\n\nThree."},
		{"break", `<p>a<br>b<br><br>c</p>`, "a\nb\n\nc"},
		{"absolute link", `<p><a href="../c.html#z">the <b>page</b></a></p>`, "[the **page**](https://example.org/c.html#z)"},
		{"link with parentheses", `<p><a href="/w/Go_(game)">Go</a></p>`, "[Go](https://example.org/w/Go_%28game%29)"},
		{"script link", `<p><a href="javascript:alert(1)">click</a> <a href=" JaVaScRiPt:x">two</a></p>`, "click two"},
		{"data link and image", `<p><a href="data:text/html,x">d</a> <img alt="chart" src="data:image/png;base64,AA"></p>`, "d chart"},
		{"image is told, not loaded", `<p><img alt="A [b]" src="/i.png"></p>`, `[A \[b\]](https://example.org/i.png)`},
		{"emphasis", `<p><em>a</em> <strong> b </strong>c <del>d</del></p>`, "*a* **b** c ~~d~~"},
		{"emphasis that would not close", `<p><b>End.</b>Next</p>`, "End.Next"},
		{"neighbouring emphasis", `<p><b>a</b><b>b</b></p>`, "**ab**"},
		{"code span with a tick", "<p><code>a`b</code></p>", "``a`b``"},
		{"text that looks like markup", `<p># no</p><p>1. no</p><p>- no</p><p>*a* _b_ snake_case &lt;i&gt; a[1] [x](y) &amp;amp;</p>`,
			"\\# no\n\n1\\. no\n\n\\- no\n\n\\*a\\* \\_b\\_ snake_case \\<i> a[1] \\[x](y) &amp;amp;"},
		{"markup in two nodes", `<p>&lt;<span>script>x</span> &<span>amp;</span> !<a href="/x">y</a></p>`, `\<script>x &amp;amp; \![y](https://example.org/x)`},
		{"power", `<p>10<sup>6</sup> and note<sup>1</sup></p>`, "10^6 and note1"},
		{"fence with language", "<pre class=\"language-go\"><code>func f() {\n\treturn  1\n\n}\n</code></pre>", "```go\nfunc f() {\n\treturn  1\n\n}\n```"},
		{"language of the wrapper", `<div class="highlight-python3 notranslate"><div class="highlight"><pre><span class="k">def</span> f(): ...</pre></div></div>`, "```python\ndef f(): ...\n```"},
		{"fence longer than its content", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"},
		{"line numbers", `<table class="highlighttable"><tr><td class="linenos"><pre>1
2</pre></td><td class="code"><pre>a
b</pre></td></tr></table>`, "```\na\nb\n```"},
		{"nested lists", `<ul><li>a<ul><li>b</li><li>c<ol start="3"><li>d</li></ol></li></ul></li><li>e</li></ul>`, "- a\n  - b\n  - c\n    3. d\n- e"},
		{"list with code", "<ul><li><p>a</p><pre>x\n  y</pre></li><li>b</li></ul>", "- a\n\n  ```\n  x\n    y\n  ```\n\n- b"},
		{"short definitions", `<dl><dt><code>-v</code></dt><dd>Be verbose.</dd><dt>-q</dt><dt>--quiet</dt><dd><p>Be quiet.</p></dd></dl>`, "- **`-v`**: Be verbose.\n- **-q**, **--quiet**: Be quiet."},
		{"long definitions", `<dl><dt>f(a, *, b)</dt><dd><p>Does.</p><p>More.</p><dl><dt>a</dt><dd>First.</dd></dl></dd></dl>`, "**f(a, \\*, b)**\n\nDoes.\n\nMore.\n\n**a**\n\nFirst."},
		{"definition without term", `<dl><dd>Alone.</dd></dl>`, "Alone."},
		{"table", `<table><caption>Sizes</caption><thead><tr><th>Name<th>Size</thead><tr><td>a|b<td><code>x|y</code></tr></table>`, "**Sizes**\n\n| Name | Size |\n| --- | --- |\n| a\\|b | `x\\|y` |"},
		{"table with spans", `<table><tr><th>A<th>B<th>C</tr><tr><td rowspan=2>r<td colspan=2>wide</tr><tr><td>x<td>y</tr></table>`, "| A | B | C |\n| --- | --- | --- |\n| r | wide | |\n| r | x | y |"},
		{"table without head", `<table><tr><td>1<td>2</tr><tr><td>3<td>4</tr></table>`, "| | |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"},
		{"blocks in a cell", `<table><tr><th>A<th>B</tr><tr><td><p>1</p><p>2</p><td><ul><li>x</li><li>y</li></ul></tr></table>`, "| A | B |\n| --- | --- |\n| 1 · 2 | x · y |"},
		{"table for layout", `<table role="presentation"><tr><td><p>left</p><td><p>right</p></tr></table>`, "left\n\nright"},
		{"quote", `<blockquote><p>a</p><pre>b

c</pre></blockquote>`, "> a\n>\n> ```\n> b\n>\n> c\n> ```"},
		{"link around blocks", `<a href="x"><h3>Head</h3><p>text</p></a>`, "### Head\n\ntext"},
		{"script and style text", `<p>a</p><script>evil()</script><style>p{}</style><template><p>t</p></template><p hidden>h</p><p style="display: none">h</p>`, "a"},
		{"formula", `<p>so <math alttext="a^2"><mi>a</mi></math></p>`, "so $a^2$"},
		{"soft hyphens", "<p>ex\u00adam\u00adple\u200b!</p>", "example!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := extract(t, docs(c.html)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

const paragraph = "The harbour was rebuilt after the great storm of 1953, and the new breakwater, which took four years to finish, has held ever since. "

func TestArticleLosesWhatSurroundsIt(t *testing.T) {
	page := `<!doctype html><html lang="en"><head><title>Harbour rebuilt | The Gazette</title>
<meta property="og:title" content="Harbour rebuilt"><meta name="author" content="By Ada Marsh"><meta property="article:published_time" content="2021-03-04T10:00:00Z">
<link rel="canonical" href="/news/harbour"><link rel="license" href="https://creativecommons.org/licenses/by/4.0/"></head><body>
<header><a href="/">The Gazette</a></header><div class="main-menu"><ul><li><a href="/a">News</a></li><li><a href="/b">Sport</a></li></ul></div>
<div class="layout-with-sidebar"><article><h1>Harbour rebuilt</h1><p class="byline">By Ada Marsh</p>
<figure><img src="x.jpg" alt="A crane"><figcaption>A crane at work.</figcaption></figure>
<p>` + paragraph + paragraph + `</p><h2>What comes next</h2><p>` + paragraph + `See <a href="/plan">the plan</a>.</p>
<ul><li>a first stage, from spring to autumn of next year</li><li>a second stage</li></ul><p>` + paragraph + `</p>
<div class="related-links"><h3>Related</h3><ul><li><a href="/c">Other story</a></li></ul></div>
<h3>More from the Gazette</h3><ul><li><a href="/d">Something else altogether</a></li></ul></article>
<aside class="sidebar">Buy a subscription today and save half the price for all of the first year of reading.</aside></div>
<div id="comments"><p>` + paragraph + `I do not agree with this at all.</p></div><footer>© The Gazette. All rights reserved.</footer></body></html>`
	d, err := Extract(context.Background(), []byte(page), Options{URL: "https://gazette.example/news/harbour?utm=1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"four years to finish", "## What comes next", "[the plan](https://gazette.example/plan)", "- a second stage"} {
		if !strings.Contains(d.Markdown, want) {
			t.Errorf("lost %q", want)
		}
	}
	for _, not := range []string{"Sport", "Buy a sub", "do not agree", "Other story", "Something else", "All rights", "crane", "By Ada", "# Harbour rebuilt\n"} {
		if strings.Contains(d.Markdown, not) {
			t.Errorf("kept %q in\n%s", not, d.Markdown)
		}
	}
	if d.Title != "Harbour rebuilt" || d.Author != "Ada Marsh" || d.Published != "2021-03-04" || d.Language != "en" ||
		d.Canonical != "https://gazette.example/news/harbour" || d.Licence != "https://creativecommons.org/licenses/by/4.0/" {
		t.Errorf("metadata: %+v", d)
	}
	if len(d.Warnings) > 0 {
		t.Errorf("warnings: %q", d.Warnings)
	}
}

// A page whose text exists only in its data for machines still gives the text.
func TestDeclaredBodyStandsIn(t *testing.T) {
	body := strings.Repeat(paragraph, 8)
	got := extract(t, `<html><head><script type="application/ld+json">{"@type":"NewsArticle","headline":"H","articleBody":"`+body+`"}</script></head><body><div id="app"></div><p>Please enable JavaScript.</p></body></html>`)
	if !strings.Contains(got, "great storm of 1953") || strings.Contains(got, "JavaScript") {
		t.Errorf("got %q", got)
	}
}

func TestForumKeepsItsPosts(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<html><body><nav><a href="/">Board</a></nav><div class="thread"><p>Who can tell me when this was first published, and by whom? ` +
		`I have looked in all the usual places, asked at two libraries, and found nothing that I would want to cite in my own work.</p>`)
	for range 60 {
		b.WriteString(`<div class="comment"><div class="comment-body">` + paragraph + `</div></div>`)
	}
	b.WriteString(`</div></body></html>`)
	if got := extract(t, b.String()); strings.Count(got, "1953") != 60 || !strings.Contains(got, "two libraries") {
		t.Errorf("got %d of 60 posts", strings.Count(got, "1953"))
	}
}

func TestEncodings(t *testing.T) {
	for _, c := range []struct{ name, contentType, raw, want string }{
		{"header", "text/html; charset=iso-8859-1", "<p>caf\xe9</p>", "café"},
		{"meta", "text/html", "<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>", "Привет"},
		{"wrong header over UTF-8", "text/html; charset=iso-8859-1", "<p>naïve 北京</p>", "naïve 北京"},
		{"byte order mark", "", "\xff\xfe<\x00p\x00>\x00\xe9\x00<\x00/\x00p\x00>\x00", "é"},
		{"shift_jis", "text/html; charset=Shift_JIS", "<p>\x93\xfa\x96{</p>", "日本"},
		{"undeclared", "text/html", "<p>caf\xe9 \x93x\x94</p>", "café “x”"},
		{"unknown name", "text/html; charset=klingon", "<p>caf\xe9</p>", "café"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Extract(context.Background(), []byte(c.raw), Options{ContentType: c.contentType, Name: "x.html"})
			if err != nil || strings.TrimSpace(d.Markdown) != c.want {
				t.Errorf("got %q, %v; want %q", d.Markdown, err, c.want)
			}
		})
	}
}

func TestMarkdownIsKept(t *testing.T) {
	in := "\ufeff---\r\ntitle: Caching\r\nurl: https://example.org/x\r\nauthor: [Ada, Bob]\r\nlicense: CC-BY-4.0\r\nretrieved: 2026-04-01\r\n---\r\n\r\n# Head\r\n\r\nSee [[Other|it]] and ^[x.md].\r\n"
	d, err := Extract(context.Background(), []byte(in), Options{Name: "raw/x.md"})
	if err != nil {
		t.Fatal(err)
	}
	if d.Markdown != "# Head\n\nSee [[Other|it]] and ^[x.md].\n" {
		t.Errorf("body %q", d.Markdown)
	}
	if d.Title != "Caching" || d.URL != "https://example.org/x" || d.Author != "Ada, Bob" || d.Licence != "CC-BY-4.0" || !d.Retrieved.Equal(time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("metadata %+v", d)
	}
	broken := "---\na: [\n---\ntext\n"
	if d, _ := Extract(context.Background(), []byte(broken), Options{Name: "x.md"}); d.Markdown != broken || len(d.Warnings) == 0 {
		t.Errorf("broken frontmatter: %q %q", d.Markdown, d.Warnings)
	}
}

func TestTextReadsTheSame(t *testing.T) {
	in := "RFC Title\r\n\r\n1. Introduction\n# not a head\n* star * and <tag>\n\n    code  here\n      more\n"
	d, err := Extract(context.Background(), []byte(in), Options{Name: "rfc.txt"})
	if err != nil {
		t.Fatal(err)
	}
	want := "RFC Title\n\n1\\. Introduction\n\\# not a head\n\\* star * and \\<tag>\n\n```\n    code  here\n      more\n```\n"
	if d.Markdown != want || d.Title != "RFC Title" {
		t.Errorf("got %q\nwant %q\ntitle %q", d.Markdown, want, d.Title)
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"shell", `<html><body><div id="root"></div><script src="a.js"></script></body></html>`, "shell"},
		{"empty", `<html><body></body></html>`, "empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Extract(context.Background(), []byte(c.html), Options{Name: "x.html"})
			if err != nil || !strings.Contains(strings.Join(d.Warnings, "; "), c.want) {
				t.Errorf("warnings %q, %v; want %q", d.Warnings, err, c.want)
			}
		})
	}
}

func TestHostilePagesEndSoon(t *testing.T) {
	distinct := &strings.Builder{}
	for i := range 500 {
		distinct.WriteString(`<b a=` + strings.Repeat("x", i%50+1) + string(rune('a'+i%26)) + `>`)
	}
	for name, page := range map[string]string{
		"deep divs":           strings.Repeat("<div>", 100_000) + "text at the bottom",
		"deep lists":          strings.Repeat("<ul><li>", 50_000) + "text at the bottom",
		"deep quotes":         strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>text at the bottom</p>", 20_000),
		"deep tables":         strings.Repeat("<table><tr><td>", 30_000) + "text at the bottom",
		"deep inline":         strings.Repeat("<i><u>", 50_000) + "text at the bottom",
		"formatting reopened": distinct.String() + strings.Repeat("<p>text at the bottom", 50_000),
		"spans":               "<table>" + strings.Repeat(`<tr><td colspan=1000000 rowspan=65534>text at the bottom</td><td rowspan=9999>x</td></tr>`, 3_000) + "</table>",
		"huge attribute":      `<p class="` + strings.Repeat("a-b ", 2_000_000) + `" title="x">text at the bottom</p>`,
		"unclosed":            `<p>text at the bottom<a href="` + strings.Repeat("x", 1_000_000),
		"entities":            "<p>text at the bottom " + strings.Repeat("&lt;&amp;&#x41;", 200_000),
		"definitions":         strings.Repeat("<dl><dt>a<dd>", 20_000) + "text at the bottom",
		"many links":          strings.Repeat(`<a href="/x">text at the bottom</a> `, 50_000),
		"headings":            strings.Repeat("<h1><h2>", 20_000) + "text at the bottom",
		"many tags":           "text at the bottom" + strings.Repeat("<p>x", 2_000_000),
		"brackets":            "<p>text at the bottom " + strings.Repeat("[", 500_000),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			d, err := Extract(context.Background(), []byte("<html><body>"+page), Options{Name: "x.html"})
			if err != nil {
				t.Fatal(err)
			}
			if spent := time.Since(start); spent > 20*time.Second {
				t.Errorf("took %v", spent)
			}
			if len(d.Markdown) > 20*len(page)+1000 {
				t.Errorf("%d bytes gave %d", len(page), len(d.Markdown))
			}
			if !strings.Contains(d.Markdown, "text at the bottom") {
				t.Errorf("text lost: %.100q, %q", d.Markdown, d.Warnings)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Extract(ctx, []byte("<p>x"), Options{URL: "https://example.org/"}); err == nil || !strings.Contains(err.Error(), "example.org") {
		t.Errorf("err %v", err)
	}
}

func TestBinaryIsRefused(t *testing.T) {
	d, err := Extract(context.Background(), []byte("\x7fELF\x00\x00\x01"), Options{Name: "a.html"})
	if err != nil || d.Markdown != "" || len(d.Warnings) == 0 {
		t.Errorf("%+v, %v", d, err)
	}
}

// A short page that grows says the same of what it already said: its title is not
// text in one version and furniture in the next.
func TestShortPageGrows(t *testing.T) {
	first := "<p>In China the leaves of Longjing are pressed by hand.</p>"
	more := "<h2>Uji</h2><p>" + strings.Repeat("The fields of Uji lie on both banks of the river. ", 5) + "</p>"
	read := func(body string) string {
		d, err := Extract(t.Context(), []byte("<!doctype html><title>China tea</title><main><h1>China tea</h1>"+body+"</main>"), Options{URL: "https://tea.example/china"})
		if err != nil {
			t.Fatal(err)
		}
		return d.Markdown
	}
	short := strings.TrimSpace(read(first))
	if long := read(first + more); !strings.HasPrefix(long, short) {
		t.Errorf("short:\n%s\nlong:\n%s", short, long)
	}
	if only := read("<p>Tea.</p>"); !strings.Contains(only, "# China tea") {
		t.Errorf("nothing but a title: %q", only)
	}
}
