package extract

import "testing"

// Invariant (the web): A page is called withdrawn or superseded only when it says so of
// itself.
func TestPagesThatSayTheyAreNoLongerValid(t *testing.T) {
	for _, c := range []struct{ name, head, body, withdrawn, by string }{
		{"retracted article", `<title>RETRACTED ARTICLE: Leaves and light | Journal</title>`, `<h1>RETRACTED ARTICLE: Leaves and light</h1>`, "RETRACTED ARTICLE: Leaves and light | Journal", ""},
		{"capitals and colon", `<meta name="citation_title" content="WITHDRAWN: Leaves and light">`, ``, "WITHDRAWN: Leaves and light", ""},
		{"brackets", `<title>Leaves and light [Retracted]</title>`, ``, "Leaves and light [Retracted]", ""},
		{"status", `<meta name="status" content="Withdrawn 2020-01-01">`, ``, "Withdrawn 2020-01-01", ""},
		{"sentence", ``, `<div class="banner"><p>This guidance was withdrawn on 1 May 2020. Read on.</p></div>`, "This guidance was withdrawn on 1 May 2020.", ""},
		{"comment", ``, `<table><tr><td>Comments:</td><td>This paper has been withdrawn by the author due to an error</td></tr></table>`, "This paper has been withdrawn by the author due to an error", ""},
		{"version", ``, `<p><strong>This version of this preprint has been withdrawn</strong> at the authors' wish.</p>`, "This version of this preprint has been withdrawn at the authors' wish.", ""},
		{"superseded", ``, `<p>This document has been superseded by <a href="/v2/">version 2</a>.</p>`, "", "https://example.org/v2/"},
		{"note before it", ``, `<div>Note: This version is superseded by the <a href="https://example.com/new">new one</a>.</div>`, "", "https://example.com/new"},
		{"RFC", ``, `<pre>Obsoleted by: <a href="/rfc/rfc9110">9110</a>, <a href="/rfc/rfc9111">9111</a></pre>`, "", "https://example.org/rfc/rfc9110"},
		{"link", `<link rel="successor-version" href="/v3">`, ``, "", "https://example.org/v3"},

		{"about withdrawals", `<title>Withdrawn: a life in retreat</title>`, `<h1>Retraction of papers is rising</h1>`, "", ""},
		{"retraction watch", `<title>Retracted papers and how to find them</title>`, `<p>The paper has been retracted by its authors, and others followed.</p>`, "", ""},
		{"not withdrawn", ``, `<p>This paper has not been withdrawn.</p><p>If this document has been withdrawn, tell us.</p>`, "", ""},
		{"money", ``, `<p>This amount has been withdrawn from the account.</p>`, "", ""},
		{"far below", ``, `<p>` + long + `</p><p>This paper has been withdrawn.</p>`, "", ""},
		{"quoted", ``, `<blockquote><p>This paper has been withdrawn.</p></blockquote>`, "", ""},
		{"a function", ``, `<p>f() is superseded by <a href="/g">g()</a>.</p><p>Replaced by <a href="/h">h()</a>.</p>`, "", ""},
		{"what it replaces", ``, `<p>Obsoletes: <a href="/rfc/rfc2616">2616</a></p><p>This document supersedes <a href="/v0">version 0</a>.</p>`, "", ""},
		{"itself", `<link rel="successor-version" href="/a/b.html">`, `<p>This document has been superseded by <a href="#s">section 4</a>.</p>`, "", ""},
		{"latest version", `<link rel="latest-version" href="/latest/">`, ``, "", ""},
	} {
		d := read(t, `<!doctype html><html><head>`+c.head+`</head><body>`+c.body+`<p>Other text of the page.</p></body></html>`, Options{URL: "https://example.org/a/b.html", ContentType: "text/html"})
		if d.Withdrawn != c.withdrawn || d.SupersededBy != c.by {
			t.Errorf("%s: withdrawn %q, superseded by %q", c.name, d.Withdrawn, d.SupersededBy)
		}
	}
	for md, want := range map[string]string{
		"# RETRACTED: Leaves\n\nText.\n":                                "RETRACTED: Leaves",
		"# Leaves\n\n> **This article has been retracted.** See why.\n": "This article has been retracted.** See why.",
		"# On withdrawals\n\nThe army has been withdrawn.\n":            "",
	} {
		if d := read(t, md, Options{Name: "a.md"}); (d.Withdrawn != "") != (want != "") {
			t.Errorf("%q: %q", md, d.Withdrawn)
		}
	}
}

var long = func() string {
	s := ""
	for range 60 {
		s += "The leaves of most trees are green in summer and turn red or yellow in autumn. "
	}
	return s
}()

func TestPageMetadata(t *testing.T) {
	d := read(t, `<!doctype html><html lang="pt-BR"><head><title>Folhas – Revista</title><link rel="canonical" href="/folhas"><meta name="dc.creator" content="Ana Souza">
<meta property="article:published_time" content="2020-02-03T10:00:00Z"><meta property="article:modified_time" content="2021-05-06"><link rel="license" href="/licence"></head><body><h1>Folhas</h1><p>Texto.</p></body></html>`,
		Options{URL: "https://example.org/a?x=1", ContentType: "text/html"})
	if d.Title != "Folhas" || d.Author != "Ana Souza" || d.Published != "2020-02-03" || d.Modified != "2021-05-06" || d.Language != "pt" || d.Licence != "https://example.org/licence" || d.Canonical != "https://example.org/folhas" {
		t.Errorf("%+v", d)
	}
	d = read(t, `<html><head><script type="application/ld+json">{"@graph":[{"@type":"TechArticle","headline":"Leaves","author":[{"name":"Ann"},{"name":"Bo"}],"datePublished":"2020-02-03","dateModified":"2021-05-06","inLanguage":"en-GB","license":{"@id":"https://creativecommons.org/licenses/by/4.0/"}}]}</script></head><body><p>Text.</p></body></html>`, Options{ContentType: "text/html"})
	if d.Title != "Leaves" || d.Author != "Ann, Bo" || d.Published != "2020-02-03" || d.Modified != "2021-05-06" || d.Language != "en" || d.Licence != "https://creativecommons.org/licenses/by/4.0/" {
		t.Errorf("%+v", d)
	}
}
