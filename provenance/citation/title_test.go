package citation

import (
	"slices"
	"strings"
	"testing"

	"assay/provenance"
	"assay/vault/markdown"
)

func TestOtherNames(t *testing.T) {
	const kiln = "# The Moor kiln\n\nThe kiln was built on the moor, of brick, by two brothers.\n"
	s := inMemory(map[string]string{
		"wiki/page.md":                    "# Page\n\nThe kiln is old. ^[Old Kiln.md]\n\n# Citations\n\n1. [Old Kiln.md](/references/old-kiln-1a2b3c4d.md)\n",
		"references/old-kiln-1a2b3c4d.md": kiln,
		"raw/lone.md":                     "Two men fired a kiln every autumn, and slept beside it.\n",
		"raw/Kilns, old and new.md":       "Kilns of both ages are told of in this text, one by one.\n",
		"raw/twin/a.md":                   "# Twin\n\nThis is the first of two texts of that title.\n",
		"raw/twin/b.md":                   "# Twin\n\nThis is the second of two texts of that title.\n",
		"x.md":                            "# Moved\n\nIt was moved here from a folder of its name.\n",
		"raw/code.go":                     "package kiln\n\n// Fire lights it.\nfunc Fire() {}\n",
	})
	raw, _ := s.Read("wiki/page.md")
	note := markdown.Parse("wiki/page.md", raw, markdown.Options{})
	l := library(s, Options{ByName: true, TextOf: func(_ string, raw []byte) string { return string(raw) }})
	for _, tt := range []struct {
		form   markdown.CiteForm
		target string
		status provenance.LocateStatus
		file   string
	}{
		{markdown.CiteCaretFile, "Old Kiln.md", provenance.Held, "references/old-kiln-1a2b3c4d.md"}, // by the page's own list
		{markdown.CiteMeta, "The Moor kiln", provenance.Held, "references/old-kiln-1a2b3c4d.md"},    // by its title
		{markdown.CiteMeta, "the moor KILN", provenance.Held, "references/old-kiln-1a2b3c4d.md"},
		{markdown.CiteMeta, "Twin texts", provenance.NotHeld, ""},
		{markdown.CiteFootnote, "source-lone", provenance.Held, "raw/lone.md"}, // the summary was never written
		{markdown.CiteMeta, "Kilns, old and new.md", provenance.Held, "raw/Kilns, old and new.md"},
		{markdown.CiteMeta, "nothing, lone.md", provenance.Held, "raw/lone.md"}, // two names, cut by no comma of their own
		{markdown.CiteMeta, "nothing, at all.md", provenance.NotHeld, ""},
		{markdown.CiteMeta, "raw/lone.md (transcript)", provenance.Held, "raw/lone.md"},
		{markdown.CiteMeta, "note:raw/lone.md", provenance.Held, "raw/lone.md"}, // a kind before the name
		{markdown.CiteMeta, "kb:lone", provenance.Held, "raw/lone.md"},
		{markdown.CiteMeta, "kb:nothing", provenance.NotHeld, ""},
		{markdown.CiteParen, "x/index.md", provenance.NotHeld, ""},
		{markdown.CiteParen, "code.go", provenance.Held, "raw/code.go"},
	} {
		at := l.Locate(note, cite(tt.form, tt.target))
		if at.Status != tt.status || at.Evidence.Span.File != tt.file {
			t.Errorf("%q: %v %s, want %v %s (%s)", tt.target, at.Status, at.Evidence.Span.File, tt.status, tt.file, at.Reason)
		}
	}
	if at := l.Locate(note, cite(markdown.CiteParen, "x/index.md")); len(at.Candidates) != 1 || at.Candidates[0] != "x.md" {
		t.Errorf("x/index.md may mean %v", at.Candidates)
	}
	// Code is its own text, and has lines.
	c := cite(markdown.CiteParen, "code.go")
	c.FromLine, c.ToLine = 3, 4
	if at := l.Locate(note, c); at.Evidence.Text[at.Hint.Start:at.Hint.End] != "// Fire lights it.\nfunc Fire() {}\n" {
		t.Errorf("lines 3-4 of code: %+v", at.Hint)
	}
	if at := l.Locate(note, cite(markdown.CiteCaretFile, "source-none")); at.Status != provenance.NotHeld {
		t.Errorf("%+v", at)
	}
}

// In a folder "sources" lie originals in one wiki and pages about them in another.
func TestSummariesAmongSources(t *testing.T) {
	const text = "The kiln was built on the moor, of brick, by two brothers, and fired each week.\n"
	s := inMemory(map[string]string{
		"wiki/kilns.md":         "# Kilns\n\nThe kiln was built of brick. ^[talk.md]\n",
		"sources/talk.md":       "---\nurl: https://example.org/talk\n---\n" + text,
		"sources/named.md":      "# Named\n\nA summary in our own words, of a text that is here.\n",
		"raw/named.md":          text,
		"sources/linking.md":    "# Linking\n\nA summary that leads on to [[kilns]] and says no more than that.\n",
		"sources/wikitext.md":   "The [[kiln shed]] was built of [[brick (clay)]] and [[oak]] by two brothers.\n",
		"sources/marking.md":    "# Marking\n\nThe kiln was built of brick.[^src-marking]\n\n[^src-marking]: [[source-marking]]\n",
		"sources/papers/pdf.md": "# Pdf\n\nWhat the paper says, in the words of whoever read it.\n",
		"raw/pdf.pdf":           "%PDF-1.4\n\x00",
		"sources/baker-1999.md": "# Kilns of the northern moor\n\nA summary that leads on to [[kilns]], of a paper by its title.\n",
		"raw/papers/7_b.md":     "# <span id=\"page-0-0\"></span>Kilns of the Northern Moor\n\n" + text,
		"sources/local.md":      "---\ntitle: A talk\nurl: https://example.org/t\nlocal_path: raw/named.md\n---\n# A talk\n\nIt was told of a kiln on the moor.\n",
		"wiki/moor.md":          "# Kilns of the northern moor\n\nA page of the wiki, next to [[kilns]].\n",
		"sources/clip.md":       "---\nurl: https://example.org/moor?utm_source=x\n---\n# On the moor\n\nThe article tells of a kiln.\n",
		"clippings/On it.md":    "---\nsource: \"https://www.example.org/moor/\"\n---\n" + text,
		"sources/titled.md":     "# Kilns of the southern moor\n\nWhat the text says, in the words of whoever read it.\n",
		"raw/long.md":           "# Kilns of the southern moor\n\n" + text,
		"原始素材/窑/北方荒原上“砖窑”的历史.md":                       text,
		"raw/2025/Kilns of the whole northern moor.md": text,
		"摘要/窑.md": "# 窑\n\n砖窑的历史。\n",
	})
	raw, _ := s.Read("wiki/kilns.md")
	note := markdown.Parse("wiki/kilns.md", raw, markdown.Options{})
	l := library(s, Options{ByName: true})
	for target, want := range map[string]struct {
		status provenance.LocateStatus
		file   string
	}{
		"sources/talk.md":       {provenance.Held, "sources/talk.md"},
		"sources/named.md":      {provenance.Held, "raw/named.md"},
		"sources/linking.md":    {provenance.Generated, ""},
		"sources/wikitext.md":   {provenance.Held, "sources/wikitext.md"},
		"sources/marking.md":    {provenance.Generated, ""},
		"sources/papers/pdf.md": {provenance.Generated, ""},
		"sources/baker-1999.md": {provenance.Held, "raw/papers/7_b.md"},
		"sources/local.md":      {provenance.Held, "raw/named.md"},
		"wiki/moor.md":          {provenance.Generated, ""},
		"sources/clip.md":       {provenance.Held, "clippings/On it.md"}, // the page has its address
		"sources/titled.md":     {provenance.Held, "raw/long.md"},
		"原始素材/北方荒原上\"砖窑\"的历史.md":                         {provenance.Held, "原始素材/窑/北方荒原上“砖窑”的历史.md"}, // it was moved
		"raw/papers/Kilns of the whole northern moor.md": {provenance.Held, "raw/2025/Kilns of the whole northern moor.md"},
		"raw/2026/Kilns of the whole northern moor.md":   {provenance.NotHeld, ""}, // that of another year
		"raw/2026/long.md": {provenance.NotHeld, ""}, // a short name is that of many
		"摘要/窑.md":          {provenance.Generated, ""},
	} {
		if at := l.Locate(note, cite(markdown.CiteCaretFile, target)); at.Status != want.status || at.Evidence.Span.File != want.file {
			t.Errorf("%s: %v %s, want %v %s (%s)", target, at.Status, at.Evidence.Span.File, want.status, want.file, at.Reason)
		}
	}
}

// A sentence of a page about one original may rest on another page about one that it links.
func TestPagesNamedOnTheWay(t *testing.T) {
	const text = "The kiln was built on the moor, of brick, by two brothers, and fired each week.\n"
	page := "It is older than the mill of [[mill]], and of brick.\n\nIt is of brick, as in [[brick]].\n\nThe mill is old. [[mill]]\n"
	s := inMemory(map[string]string{"raw/moor.md": text, "raw/mill.md": text, "sources/mill.md": "It turns.\n", "concepts/brick.md": "# Brick\n\nIt is red.\n", "sources/moor.md": page})
	l, note := library(s, Options{ByName: true}), markdown.Parse("sources/moor.md", []byte(page), markdown.Options{})
	want := []string{"raw/moor.md raw/mill.md", "raw/moor.md", "raw/moor.md raw/mill.md"}
	for i, claim := range note.Claims {
		var got []string
		for _, c := range l.Settled(note, claim, func(provenance.Located) {}) {
			got = append(got, l.Locate(note, c).Evidence.Span.File)
		}
		if strings.Join(got, " ") != want[i] {
			t.Errorf("%s: rests on %q, want %q", claim.Text, got, want[i])
		}
	}
}

// A file that a page names without a folder is one of the folder that the page was made from.
func TestFilesOfTheOriginalsFolder(t *testing.T) {
	const text = "The kiln was built on the moor, of brick, by two brothers, and fired each week.\n"
	page := "---\nraw_path: raw/kiln/\n---\n\n> \"The kiln was built on the moor, of brick.\"\n> — README.md\n"
	s := inMemory(map[string]string{"README.md": "How to use [this](raw/mill/README.md).\n", "raw/kiln/README.md": text, "raw/mill/README.md": text + text, "sources/kiln.md": page})
	l, note := library(s, Options{ByName: true}), markdown.Parse("sources/kiln.md", []byte(page), markdown.Options{})
	if len(note.Claims) != 1 {
		t.Fatalf("claims: %+v", note.Claims)
	}
	if at := l.Locate(note, note.Claims[0].Cites[0]); at.Evidence.Span.File != "raw/kiln/README.md" {
		t.Errorf("%v %s (%s)", at.Status, at.Evidence.Span.File, at.Reason)
	}
}

// What a page about an original says without a citation rests on that original; a sentence of another page does not.
func TestPagesAboutAnOriginalRestOnIt(t *testing.T) {
	const text = "The kiln was built on the moor, of brick, by two brothers, and fired each week.\n"
	s := inMemory(map[string]string{
		"raw/moor.md":        text,
		"raw/clip.md":        "---\nsource: https://example.org/kiln\n---\n" + text,
		"raw/long.md":        "# Kilns of the southern moor\n\n" + text,
		"sources/moor.md":    "# Moor\n\nIt is of brick. It is old. ^[clip.md]\n",
		"sources/talk.md":    "---\nurl: https://example.org/kiln\n---\nIt is of brick.\n",
		"sources/titled.md":  "# Kilns of the southern moor\n\nIt is of brick.\n",
		"sources/labels.md":  "# A kiln\n\nIt is of brick.\n\n## Origem\n\n- **Arquivo**: `raw/moor.md`\n",
		"concepts/labels.md": "# A kiln\n\nIt is of brick.\n\n## Origem\n\n- **Arquivo**: `raw/moor.md`\n",
		"sources/other.md":   "---\nurl: https://example.org/other\n---\nIt is of brick, see [[moor]].\n",
		"concepts/kilns.md":  "# Kilns of the southern moor\n\nIt is of brick, as in [the text](../raw/moor.md).\n",
		"concepts/linked.md": "---\nurl: https://example.org/kiln\n---\nIt is of brick.\n",
		"concepts/listed.md": "# Ovens\n\nIt is of brick.\n\n## Related pages\n\n- [[sources/moor|Notes on the moor]]\n- [[kilns]]\n",
		"concepts/cited.md":  "# Ovens\n\nIt is of brick. ^[clip.md]\n\n## Related pages\n\n- [[sources/moor|Notes on the moor]]\n",
	})
	l := library(s, Options{ByName: true})
	for page, want := range map[string]string{
		"sources/moor.md":    "raw/moor.md", // by its name
		"sources/talk.md":    "raw/clip.md", // by its address
		"sources/titled.md":  "raw/long.md", // by its title
		"sources/labels.md":  "raw/moor.md", // by a line
		"concepts/labels.md": "",
		"sources/other.md":   "",
		"concepts/kilns.md":  "",
		"concepts/linked.md": "raw/clip.md",
		"concepts/listed.md": "raw/moor.md", // it cites nothing, and lists a page about an original
		"concepts/cited.md":  "raw/clip.md",
	} {
		raw, _ := s.Read(page)
		note, got := markdown.Parse(page, raw, markdown.Options{}), ""
		claim := markdown.Claim{}
		if strings.HasPrefix(page, "concepts/listed") || strings.HasPrefix(page, "concepts/cited") {
			claim = note.Claims[0]
		}
		for _, c := range l.Settled(note, claim, func(provenance.Located) {}) {
			got += l.Locate(note, c).Evidence.Span.File
		}
		if got != want {
			t.Errorf("%s rests on %q, want %q", page, got, want)
		}
	}
	raw, _ := s.Read("sources/moor.md")
	note := markdown.Parse("sources/moor.md", raw, markdown.Options{})
	for front, want := range map[string]string{ // a list that leads nowhere does not stand alone
		"url: https://example.org/kiln\nsources: [gone]":        "|raw/clip.md",
		"original_path: raw/long.md\nsources: [gone]":           "|raw/long.md",
		"original_path: raw/long.md\nsources: [raw/moor.md]":    "raw/moor.md",
		"url: https://example.org/kiln\nsources: [raw/moor.md]": "raw/moor.md",
	} {
		note := markdown.Parse("sources/new.md", []byte("---\n"+front+"\n---\nThe kiln is of brick.\n"), markdown.Options{})
		s := inMemory(map[string]string{"raw/moor.md": text, "raw/clip.md": "---\nsource: https://example.org/kiln\n---\n" + text, "raw/long.md": text,
			"sources/new.md": "---\n" + front + "\n---\nThe kiln is of brick.\n"})
		l := library(s, Options{ByName: true})
		var got []string
		for _, c := range l.Settled(note, note.Claims[0], func(provenance.Located) {}) {
			got = append(got, l.Locate(note, c).Evidence.Span.File)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: rests on %q, want %q", front, got, want)
		}
	}
	if own := []markdown.Cite{cite(markdown.CiteCaretFile, "clip.md")}; !slices.Equal(l.Settled(note, markdown.Claim{Cites: own}, nil), own) {
		t.Error("a sentence's own citation is not kept")
	}
}
