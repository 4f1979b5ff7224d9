package extract

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/ingest"
)

func read(t *testing.T, raw string, o Options) ingest.Document {
	t.Helper()
	d, err := Extract(context.Background(), []byte(raw), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestFormatIsTold(t *testing.T) {
	for _, c := range []struct {
		raw, kind, name string
		want            format
	}{
		{`<p>x`, "text/html; charset=utf-8", "a.json", formatHTML},
		{`<?xml version="1.0"?><rss><channel/></rss>`, "text/html", "", formatXML},
		{`<?xml version="1.0"?><!DOCTYPE html><html/>`, "text/xml", "", formatHTML},
		{`<?xml version="1.0"?><html/>`, "", "", formatHTML},
		{`<!-- x --><feed xmlns="http://www.w3.org/2005/Atom"/>`, "", "", formatXML},
		{`<?xml version="1.0"?><book/>`, "", "", formatXML},
		{`<book/>`, "application/docbook+xml", "", formatXML},
		{`{}`, "application/ld+json", "", formatJSON},
		{`{"a":1}`, "application/feed+json", "", formatJSON},
		{`{"a":1}`, "text/plain", "x.json", formatJSON},
		{`{"a":1}`, "text/plain", "", formatText},
		{`{"a":1}`, "application/octet-stream", "", formatJSON},
		{`{a}`, "", "", formatText},
		{`[1] a note`, "", "", formatText},
		{`# x`, "", "a.md", formatMarkdown},
		{"a\x00b", "application/json", "", formatBinary},
		{`<?xml`, "", "", formatHTML},
	} {
		if got := (Options{ContentType: c.kind, Name: c.name}).format([]byte(c.raw)); got != c.want {
			t.Errorf("%q as %q, %q: %d, want %d", c.raw, c.kind, c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		raw, kind, name string
		want            bool
	}{
		{"%PDF-1.4", "text/html", "", true}, {"junk %PDF-1.4", "application/pdf", "", true}, {"junk %PDF-1.4", "", "a.PDF", true},
		{"A text on %PDF-", "", "", false}, {"<html>sorry</html>", "application/pdf", "a.pdf", false},
	} {
		if got := (Options{ContentType: c.kind, Name: c.name}).isPDF([]byte(c.raw)); got != c.want {
			t.Errorf("%q as %q, %q: PDF %v", c.raw, c.kind, c.name, got)
		}
	}
}

func TestFeeds(t *testing.T) {
	want := "# News of *Go*\n\nAll of it.\n\n## One & only\n\n2024-05-03 · A. Writer · [https://example.org/1](https://example.org/1)\n\n### Inner\n\nText with a [link](https://example.org/x).\n\n```\ncode\n```\n\n## Two\n\n2024-05-04 · [https://example.org/2](https://example.org/2)\n\nPlain < text.\n"
	want = strings.Replace(want, "*Go*", "Go", 1)
	for name, raw := range map[string]string{
		"rss": `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News of Go</title><link>https://example.org/</link><description>All of it.</description><language>en-us</language><copyright>CC BY 4.0</copyright>
<item><title>One &amp;amp; only</title><link>https://example.org/1</link><dc:creator>A. Writer</dc:creator><pubDate>Fri, 03 May 2024 10:00:00 GMT</pubDate><description>Short.</description><content:encoded><![CDATA[<h1>Inner</h1><p>Text with a <a href="/x">link</a>.<script>evil()</script></p><pre>code</pre>]]></content:encoded></item>
<item><title>Two</title><guid>https://example.org/2</guid><pubDate>Sat, 04 May 2024 10:00:00 +0200</pubDate><description>Plain &amp;lt; text.</description></item></channel></rss>`,
		"rdf": `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>News of Go</title><link>https://example.org/</link><description>All of it.</description><dc:language>en</dc:language><dc:rights>CC BY 4.0</dc:rights></channel>
<item><title>One &amp; only</title><link>https://example.org/1</link><dc:creator>A. Writer</dc:creator><dc:date>2024-05-03T10:00:00Z</dc:date><description>&lt;h2&gt;Inner&lt;/h2&gt;&lt;p&gt;Text with a &lt;a href="/x"&gt;link&lt;/a&gt;.&lt;/p&gt;&lt;pre&gt;code&lt;/pre&gt;</description></item>
<item><title>Two</title><link>https://example.org/2</link><dc:date>2024-05-04</dc:date><description>Plain &lt; text.</description></item></rdf:RDF>`,
		"atom": `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>News of Go</title><subtitle>All of it.</subtitle><link rel="self" href="https://example.org/feed"/><link href="https://example.org/"/><rights>CC BY 4.0</rights>
<entry><title type="html">One &amp;amp; only</title><link rel="alternate" href="https://example.org/1"/><author><name>A. Writer</name></author><published>2024-05-03T10:00:00Z</published><summary>s</summary><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><h1>Inner</h1><p>Text with a <a href="/x">link</a>.</p><pre>code</pre></div></content></entry>
<entry><title>Two</title><link href="https://example.org/2"/><updated>2024-05-04T10:00:00Z</updated><content>Plain &lt; text.</content></entry></feed>`,
		"json": `{"version":"https://jsonfeed.org/version/1.1","title":"News of Go","description":"All of it.","home_page_url":"https://example.org/","language":"en","items":[
{"id":"1","title":"One & only","url":"https://example.org/1","authors":[{"name":"A. Writer"}],"date_published":"2024-05-03T10:00:00Z","content_html":"<h4>Inner</h4><p>Text with a <a href='/x'>link</a>.</p><pre>code</pre>"},
{"id":"2","title":"Two","url":"https://example.org/2","date_published":"2024-05-04","content_text":"Plain < text."}]}`,
	} {
		d := read(t, raw, Options{URL: "https://example.org/feed"})
		if d.Markdown != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, d.Markdown, want)
		}
		if d.Title != "News of Go" || d.Language != "en" || name != "json" && d.Licence != "CC BY 4.0" || len(d.Warnings) > 0 {
			t.Errorf("%s: about: %q %q %q %q", name, d.Title, d.Language, d.Licence, d.Warnings)
		}
	}
	d := read(t, `<rss><channel><title>Cut</title><item><title>A & B</title><description>x &nbsp; y`, Options{})
	if !strings.Contains(d.Markdown, "## A & B") || !strings.Contains(d.Markdown, "x") || len(d.Warnings) == 0 {
		t.Errorf("a broken feed: %q %q", d.Markdown, d.Warnings)
	}
}

func TestJSON(t *testing.T) {
	d := read(t, `{"title":"Sizes of *things*","author":{"name":"A. Writer"},"license":"CC0-1.0","date":"2024-05-03","pi":3.140,"big":12345678901234567890,"e":1.0E+3,"none":null,"ok":true,"empty":"","list":[],
"note":"<p>Use <b>both</b>.</p><script>x</script>","lines":"one\ntwo","tags":["a","b|c"],
"rows":[{"name":"oak","size":2.50},{"name":"ash","size":10,"x":"<i>"}],
"nested":{"b":1,"a":{"c":[[1,2],[3]]}}}`, Options{ContentType: "application/json", URL: "https://example.org/x.json"})
	for _, s := range []string{"- **title**: Sizes of \\*things\\*\n\n# author\n\n- **name**: A. Writer\n\n- **license**: CC0-1.0\n", "**pi**: 3.140", "**big**: 12345678901234567890", "**e**: 1.0E+3", "**none**: null", "**ok**: true", "**empty**: `\"\"`", "**list**: `[]`",
		"# note\n\nUse **both**.\n", "# lines\n\none\ntwo\n", "# tags\n\n- a\n- b|c\n", "# rows\n\n| name | size | x |\n| --- | --- | --- |\n| oak | 2.50 | |\n| ash | 10 | \\<i> |\n", "# nested\n\n- **b**: 1\n\n## a\n\n### c\n\n#### 1\n\n- 1\n- 2\n\n#### 2\n\n- 3\n"} {
		if !strings.Contains(d.Markdown, s) {
			t.Errorf("no %q in\n%s", s, d.Markdown)
		}
	}
	if d.Title != "Sizes of *things*" || d.Author != "A. Writer" || d.Licence != "CC0-1.0" || d.Published != "2024-05-03" {
		t.Errorf("about: %+v", d)
	}
	if i, j := strings.Index(d.Markdown, "**pi**"), strings.Index(d.Markdown, "**big**"); i > j {
		t.Error("order changed")
	}
	for _, raw := range []string{`{"a":`, `{"a":1`, `[1,2`, "{\"a\":1}\n{\"b\":", `{"a":1} hello`, strings.Repeat(`"`, 1<<20), strings.Repeat("[", 5000), strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000)} {
		if d := read(t, raw, Options{Name: "x.json"}); len(d.Warnings) == 0 {
			t.Errorf("%.20q: no warning; %q", raw, d.Markdown)
		}
	}
	if d := read(t, "{\"a\":1}\n{\"a\":2}\n", Options{Name: "x.jsonl"}); d.Markdown == "" || len(d.Warnings) > 0 {
		t.Errorf("lines: %q %q", d.Markdown, d.Warnings)
	}
}

func TestXML(t *testing.T) {
	book := `<?xml version="1.0"?><!DOCTYPE article [<!ENTITY x "y">]><article lang="en"><articleinfo><title>On Leaves</title><author><firstname>Ann</firstname><surname>Writer</surname></author><pubdate>2019-03-07</pubdate><abstract><para>Short.</para></abstract></articleinfo>
<sect1><title>Veins</title><indexterm><primary>vein</primary></indexterm><para>Use <command>cut</command>, <emphasis>not</emphasis> <ulink url="tear.html">tear</ulink><footnote><para>Ever.</para></footnote>.</para>
<programlisting>a &lt; b
  c</programlisting>
<itemizedlist><listitem><para>one</para></listitem><listitem><para>two</para></listitem></itemizedlist>
<variablelist><varlistentry><term>oak</term><listitem><para>A tree.</para></listitem></varlistentry><varlistentry><term>ash</term><listitem><para>Another.</para></listitem></varlistentry></variablelist>
<table><title>Sizes</title><tgroup cols="2"><thead><row><entry>Tree</entry><entry>Size</entry></row></thead><tbody><row><entry>oak</entry><entry>2.50</entry></row></tbody></tgroup></table>
<sect2><title>Small</title><para>End.</para></sect2></sect1></article>`
	want := "# On Leaves\n\nShort.\n\n## Veins\n\nUse `cut`, *not* [tear](https://example.org/d/tear.html) (Ever.).\n\n```\na < b\n  c\n```\n\n- one\n- two\n\n- **oak**: A tree.\n- **ash**: Another.\n\n**Sizes**\n\n| Tree | Size |\n| --- | --- |\n| oak | 2.50 |\n\n### Small\n\nEnd.\n"
	d := read(t, book, Options{ContentType: "application/xml", URL: "https://example.org/d/x.xml"})
	if d.Markdown != want {
		t.Errorf("DocBook: got\n%s\nwant\n%s", d.Markdown, want)
	}
	if d.Title != "On Leaves" || d.Author != "Ann Writer" || d.Published != "2019-03-07" || d.Language != "en" {
		t.Errorf("about: %+v", d)
	}
	jats := `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group><article-title>On Roots</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Writer</surname><given-names>Ann</given-names></name></contrib></contrib-group><pub-date><day>7</day><month>3</month><year>2019</year></pub-date><permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"><p>Open.</p></license></permissions><abstract><p>Short.</p></abstract></article-meta></front><body><sec><title>Depth</title><p>Deep <italic>roots</italic>.</p></sec></body></article>`
	d = read(t, jats, Options{Name: "x.nxml"})
	if d.Markdown != "# On Roots\n\nShort.\n\n## Depth\n\nDeep *roots*.\n" || d.Author != "Ann Writer" || d.Published != "2019-03-07" || d.Licence != "https://creativecommons.org/licenses/by/4.0/" {
		t.Errorf("JATS: %q %+v", d.Markdown, d)
	}
	d = read(t, `<?xml version="1.0"?><catalog updated="2024"><plant id="1"><name>Oak</name><price>2.50</price></plant><plant id="2"><name>Ash</name><price>1.00</price></plant><note>Two &amp; all.</note></catalog>`, Options{Name: "x.xml"})
	if !strings.Contains(d.Markdown, "| id | name | price |\n| --- | --- | --- |\n| 1 | Oak | 2.50 |") || !strings.Contains(d.Markdown, "Two & all.") {
		t.Errorf("data: %s", d.Markdown)
	}
	for _, raw := range []string{"<?xml version='1.0'?><a><b>x", "<?xml version='1.0'?>" + strings.Repeat("<a>", 100_000), `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;">]><a>&m;`} {
		if d := read(t, raw, Options{}); len(d.Warnings) == 0 {
			t.Errorf("%.30q: no warning: %q", raw, d.Markdown)
		}
	}
}

func TestPDF(t *testing.T) {
	page := "BT /F 10 Tf 14 TL 72 700 Td (# No heading, *no* mark, <b>no</b> tag.) Tj T* T* T* (RETRACTED: nothing.) Tj ET"
	raw := fmt.Sprintf("%%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Kids [3 0 R] >> endobj 3 0 obj << /Type /Page /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F << /Subtype /Type1 /BaseFont /Times-Roman >> >> >> >> endobj 4 0 obj << /Length %d >> stream\n%s\nendstream endobj trailer << /Root 1 0 R /Info << /Title (RETRACTED: A Study) >> >>", len(page), page)
	d := read(t, raw, Options{ContentType: "application/pdf"})
	if d.Markdown != "\\# No heading, \\*no\\* mark, \\<b>no\\</b> tag.\n\nRETRACTED: nothing.\n" || d.Title != "RETRACTED: A Study" || d.Withdrawn != "RETRACTED: A Study" {
		t.Errorf("%q %+v", d.Markdown, d)
	}
	for raw, want := range map[string]string{"%PDF-1.4": "damaged", strings.Replace(raw, "trailer <<", "trailer << /Encrypt << >>", 1): "encrypted", strings.Replace(raw, " Tj", " Tx", 2): "no text layer"} {
		if d := read(t, raw, Options{}); d.Markdown != "" || len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], want) {
			t.Errorf("want %s: %q %q", want, d.Markdown, d.Warnings)
		}
	}
}

func TestUndeclaredEncodings(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"japanese", "この文書は、日本語で書かれています。お茶は中国から伝わり、日本で独自の発展をとげました。"},
		{"simplified", "中国是茶的故乡，人们在山上种茶，也在家里喝茶。这个习惯已经有几千年的历史了，而且对生活有很大的影响。"},
		{"traditional", "中國是茶的故鄉，人們在山上種茶，也在家裡喝茶。這個習慣已經有幾千年的歷史了，而且對生活有很大的影響。"},
		{"korean", "이 문서는 한국어로 쓰여 있습니다. 차는 중국에서 들어와 한국에서 독자적으로 발전하였다고 한다."},
		{"western", "Le thé est une boisson préparée par infusion; où l'été a été chaud, on le boit glacé. Déjà vu à la fenêtre. Ça va, garçon? Überall größere Äpfel."},
	} {
		for _, g := range []guess{{japaneseSJIS(), kana}, {eucJP(), kana}, {gb(), hansSet}, {big5(), hantSet}, {eucKR(), hangul}, {latin(), ""}} {
			if (c.name == "western") != (g.usual == "") {
				continue
			}
			raw, err := g.enc.NewEncoder().String("<html><title>x</title><body><p>" + c.text)
			if err != nil || (c.name == "simplified" || c.name == "traditional") && g.usual == kana || c.name == "japanese" && (g.usual == hansSet || g.usual == hantSet || g.usual == hangul) || g.usual == hansSet && c.name != "simplified" || g.usual == hangul && c.name != "korean" || g.usual == hantSet && c.name != "traditional" {
				continue // a text is written in its own country's encodings
			}
			if got := string(decode([]byte(raw), "text/html")); !strings.Contains(got, c.text) {
				t.Errorf("%s: got %.120q", c.name, got)
			}
		}
	}
	for _, s := range []string{"\xcf\xf0\xe8\xe2\xe5\xf2, \xf7\xf2\xee \xfd\xf2\xee \xe7\xe0 \xf1\xf2\xf0\xe0\xed\xe8\xf6\xe0 \xe8 \xea\xf2\xee \xe5\xb8 \xed\xe0\xef\xe8\xf1\xe0\xeb?", "caf\xe9 na\xefve", "\x93quoted\x94 \x96 dash"} {
		if sniffed([]byte(s)) != nil {
			t.Errorf("%q was taken for a text of East Asia", s)
		}
	}
	if !bytes.Equal(decode([]byte("na\xefve"), ""), []byte("naïve")) {
		t.Error("Windows-1252 is no longer the last resort")
	}
}

// What a file is shows in its first element, whatever stands before it.
func TestFirstElementSaysWhatItIs(t *testing.T) {
	for text, want := range map[string]string{
		`<?xml version="1.0" encoding="ISO-8859-1"?><!-- a --><?x y?><!DOCTYPE rss [<!ENTITY a "b>">]> <rss>`: "feed",
		"\ufeff\n<feed xmlns=\"x\">":      "feed",
		`<rdf:RDF>`:                       "feed",
		`<?xml version="1.0"?><svg>`:      "xml",
		`<svg>`:                           "",
		`<!DOCTYPE html><HTML lang="en">`: "html",
		`<!DOCTYPE html><p>text`:          "",
		`some text <rss>`:                 "",
		`<?xml version="1.0"`:             "",
	} {
		if got := looksLikeXML([]byte(text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Subtitles are read as what is said: without the times, and what rolls but once.
func TestCaptions(t *testing.T) {
	d := read(t, "WEBVTT\nKind: captions\nLanguage: ko\n\n00:00:00.080 --> 00:00:04.040\n최근에 확률 문제가\n일어나 가지고\n\n00:00:04.040 --> 00:00:07.279\n일어나 가지고\n<c>조사를</c> 했습니다.\n", Options{Name: "raw/a.ko.vtt"})
	if want := "### 0:00\n\n최근에 확률 문제가 일어나 가지고 조사를 했습니다.\n"; d.Markdown != want || d.Language != "ko" {
		t.Errorf("%q in %q", d.Markdown, d.Language)
	}
	if d := read(t, "1\n00:00:01,000 --> 00:00:02,500\nThe kiln is warm.\n", Options{Name: "a.srt"}); d.Markdown != "### 0:01\n\nThe kiln is warm.\n" {
		t.Errorf("SubRip: %q", d.Markdown)
	}
	if d := read(t, "The kiln is warm.\n", Options{Name: "a.vtt"}); d.Markdown != "The kiln is warm.\n" {
		t.Errorf("text by the name of captions: %q", d.Markdown)
	}
}
