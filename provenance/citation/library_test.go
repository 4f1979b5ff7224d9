package citation

import (
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// wiki is a made-up vault and what its citations lead to.
type wiki struct {
	name    string
	files   map[string]string
	options Options
	cites   []located
}

type located struct {
	note   string // path
	cite   markdown.Cite
	status provenance.LocateStatus
	file   string // of the evidence, or a candidate
	says   string // in the evidence's text, or in the reason
}

const talk = "---\ntitle: A talk\nurl: https://www.example.org/talk/\ningestedAt: 2026-03-01\n---\n\nKites fly when the wind holds.\nA line broke in 1903.\n"

// inMemory is a vault of files that lie on no disk.
// library is one that reads stored pages off the snapshot.
func library(s *vault.Snapshot, o Options) *Library {
	o.Page = func(file string) provenance.PageFile {
		text, _ := s.Read(file)
		return provenance.ParsePage(file, text, provenance.Source{ID: provenance.SourceID(path.Base(path.Dir(file)))})
	}
	return New(s, o)
}

func inMemory(files map[string]string) *vault.Snapshot {
	var writes []vault.Write
	for name, text := range files {
		writes = append(writes, vault.Write{Path: name, Data: []byte(text)})
	}
	return new(vault.Snapshot).With(writes...)
}

func cite(form markdown.CiteForm, target string) markdown.Cite {
	return markdown.Cite{Form: form, Target: target}
}

var wikis = []wiki{
	{
		name:    "D1: caret and base name, citations listed after an export",
		options: Options{ByName: true},
		files: map[string]string{
			"wiki/kites.md":                "# Kites\n\nKites fly when the wind holds. ^[talk.md]\n\n# Citations\n\n1. [talk.md:17-18](/references/talk-1a2b3c4d.md)\n2. [gone.md](/references/gone-00000000.md)\n",
			"references/talk-1a2b3c4d.md":  talk,
			"references/other-9f8e7d6c.md": "Another text, long enough to be one.\n",
		},
		cites: []located{
			{"wiki/kites.md", cite(markdown.CiteCaretFile, "talk.md"), provenance.Held, "references/talk-1a2b3c4d.md", "Kites fly"},
			{"wiki/kites.md", cite(markdown.CiteCaretFile, "other.md"), provenance.Held, "references/other-9f8e7d6c.md", "Another text"},
			{"wiki/kites.md", cite(markdown.CiteCaretFile, "taIk.md"), provenance.NotHeld, "", "no file taIk.md"},
			{"wiki/kites.md", cite(markdown.CiteUndefined, "file.md:START-END"), provenance.Malformed, "", "START-END"},
			{"wiki/kites.md", cite(markdown.CiteCaretFile, "Other.MD"), provenance.Held, "references/other-9f8e7d6c.md", "Another"},
		},
	},
	{
		name:    "D2: paths from the root of a submodule that the header names",
		options: Options{ByName: true, Gitmodules: []byte("[submodule \"project\"]\n\tpath = raw/project\n\turl = https://example.org/project.git\n[submodule \"here\"]\n\tpath = raw/here\n")},
		files: map[string]string{
			"docs/design.md":              "# Design\n\n**Sources**: `raw/project/keps/one/README.md`, `raw/here/keps/two/README.md`\n\nA claim. (source: keps/one/README.md)\n",
			"raw/here/pkg/y/a.go":         "// Package y writes the cache, then the store, in that order, and returns.\npackage y\n",
			"raw/here/pkg/y/b.go":         "package y\n\n// Second has a comment too, so that there is text to be judged by someone.\n",
			"raw/here/keps/two/README.md": "The second proposal keeps the field while it is in use, and no longer than that.\n",
		},
		cites: []located{
			{"docs/design.md", cite(markdown.CiteParen, "keps/one/README.md"), provenance.Submodule, "", "raw/project is not checked out"},
			{"docs/design.md", cite(markdown.CiteParen, "raw/project/keps/one/README.md"), provenance.Submodule, "", "raw/project"},
			{"docs/design.md", cite(markdown.CiteParen, "keps/two/README.md"), provenance.Held, "raw/here/keps/two/README.md", "second proposal"},
			{"docs/design.md", cite(markdown.CiteParen, "pkg/y/"), provenance.Held, "raw/here/pkg/y/a.go", "writes the cache"},
		},
	},
	{
		name:    "D3: sources in the frontmatter",
		options: Options{ByName: true},
		files: map[string]string{
			"wiki/kites.md":                  "---\nsources: [talk.md]\n---\nKites fly.\n",
			"wiki/summary.md":                "---\nsources:\n  - raw/talk.md\n---\nWhat the talk says, in our words and not in its own.\n",
			"raw/talk.md":                    talk,
			"raw/talks/first/transcript.md":  "The first transcript says that lines break under load.\n",
			"raw/talks/second/transcript.md": "The second transcript says something else altogether.\n",
			"raw/2026/4.5.md":                "Version four and a half of the manual of kites.\n",
			"raw/with space.md":              "A name with a space in it is a name all the same.\n",
			"raw/clipped.md":                 "# Kites at night\n\n> Source: https://example.org/night?utm_source=feed\n\nKites fly at night with lamps.\n",
			"raw/夜.md":                       "# 夜\n\n**来源**：<https://example.org/夜>\n\n风筝夜里飞。\n",
			"raw/kite.md":                    "# Kite\n\nURL: https://example.org/wiki/Kite_(toy)\n\nKites are of paper.\n",
			"raw/linked.md":                  "# Linked\n\n- Source: [a page](https://example.org/wiki/Kite_(bird)).\n\nKites are birds as well.\n",
			"raw/refers.md":                  "# Refers\n\nSource: the talk, https://example.org/elsewhere\n\n## More\n\nSource: https://example.org/below\n",
		},
		cites: []located{
			{"wiki/kites.md", cite(markdown.CiteMeta, "talk.md"), provenance.Held, "raw/talk.md", "Kites fly"},
			{"wiki/kites.md", cite(markdown.CiteMeta, "talk"), provenance.Held, "raw/talk.md", "Kites fly"},
			{"wiki/kites.md", cite(markdown.CiteMeta, "first/transcript.md"), provenance.Held, "raw/talks/first/transcript.md", "first"},
			{"wiki/kites.md", cite(markdown.CiteMeta, "2026/4.5.md"), provenance.Held, "raw/2026/4.5.md", "four and a half"},
			{"wiki/kites.md", cite(markdown.CiteMeta, "2026/4.5"), provenance.Held, "raw/2026/4.5.md", "four and a half"},
			{"wiki/kites.md", cite(markdown.CiteMeta, "with%20space.md"), provenance.Held, "raw/with space.md", "a name"},
			{"wiki/kites.md", cite(markdown.CiteMeta, "transcript.md"), provenance.Ambiguous, "raw/talks/first/transcript.md", "several files"},
			{"wiki/kites.md", cite(markdown.CiteBlock, "summary"), provenance.Held, "raw/talk.md", "Kites fly"},
			{"wiki/kites.md", cite(markdown.CiteMeta, "The Talk About Kites"), provenance.NotHeld, "", "no file"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/talk"), provenance.Held, "raw/talk.md", "Kites fly"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/other"), provenance.NotHeld, "", "is not stored"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/night"), provenance.Held, "raw/clipped.md", "with lamps"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/夜"), provenance.Held, "raw/夜.md", "夜里飞"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/wiki/Kite_(toy)"), provenance.Held, "raw/kite.md", "of paper"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/wiki/Kite_(bird)"), provenance.Held, "raw/linked.md", "birds"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/elsewhere"), provenance.NotHeld, "", "is not stored"},
			{"wiki/kites.md", cite(markdown.CiteLink, "https://example.org/below"), provenance.NotHeld, "", "is not stored"},
		},
	},
	{
		name:    "D4: footnotes to summaries, originals by convention",
		options: Options{ByName: true},
		files: map[string]string{
			"wiki/topic.md":                     "A claim.[^src-2301-12345]\n\n[^src-2301-12345]: [[source-2301-12345]]\n",
			"wiki/sources/source-2301-12345.md": "A summary that a model wrote of a paper.[^src-2301-12345]\n",
			"wiki/sources/source_kiln.md":       "A summary of notes on a kiln that are in the raw folder.\n",
			"raw/kiln.md":                       "The kiln of the village was fired once a week, and it was never cold.\n",
			"wiki/sources/source-notes.md":      "A summary of notes that are in the raw folder.\n",
			"wiki/sources/the-oven.md":          "# The oven\n\n- **Arquivo:** `raw/forno-1.md` (em português)\n\nWhat a page says of it.\n",
			"raw/forno-1.md":                    "O forno da aldeia era aceso uma vez por semana.\n",
			"wiki/sources/source-lost.md":       "A summary of a thing that nobody committed.\n",
			"wiki/sources/source-pdf.md":        "A summary of a PDF that is there, without its text.\n",
			"raw/2301.12345v2.txt":              "We show that attention sinks exist in all models that we tried.\n",
			"raw/notes.md":                      "The notes say that it rained on the day of the trial.\n",
			"raw/pdf.pdf":                       "%PDF-1.4\x00",
		},
		cites: []located{
			{"wiki/topic.md", cite(markdown.CiteFootnote, "source-2301-12345"), provenance.Held, "raw/2301.12345v2.txt", "attention sinks"},
			{"wiki/topic.md", cite(markdown.CiteFootnote, "source_kiln"), provenance.Held, "raw/kiln.md", "never cold"},
			{"wiki/topic.md", cite(markdown.CiteFootnote, "source-notes"), provenance.Held, "raw/notes.md", "it rained"},
			{"wiki/topic.md", cite(markdown.CiteFootnote, "the-oven"), provenance.Held, "raw/forno-1.md", "uma vez por semana"},
			{"wiki/topic.md", cite(markdown.CiteFootnote, "source-lost"), provenance.Generated, "", "no original"},
			{"wiki/topic.md", cite(markdown.CiteFootnote, "source-pdf"), provenance.Generated, "", "only the binary file"},
			{"wiki/topic.md", markdown.Cite{Form: markdown.CiteUndefined, Target: "src-notes", Label: "src-notes"}, provenance.Held, "raw/notes.md", "it rained"},
			{"wiki/topic.md", markdown.Cite{Form: markdown.CiteUndefined, Target: "7", Label: "7"}, provenance.Malformed, "", "[^7] is not defined"},
			{"wiki/sources/source-2301-12345.md", cite(markdown.CiteFootnote, "source-2301-12345"), provenance.Circular, "", "cites itself"},
		},
	},
	{
		name:    "what a tool took from elsewhere, and a page of the same name as its original",
		options: Options{ByName: true},
		files: map[string]string{
			"wiki/kiln.md":    "---\nsources: [kiln, oven.md]\n---\n\nThe kiln is warm.\n",
			"raw/kiln.wiki":   "== Kiln ==\n\nThe kiln of the village is never cold.\n",
			"sources/oven.md": "---\ntitle: Oven\nsource: docs/oven.md\ningestedAt: 2026-06-12\n---\n\nThe oven bakes at night.\n",
		},
		cites: []located{
			{"wiki/kiln.md", markdown.Cite{Form: markdown.CiteMeta, Target: "kiln"}, provenance.Held, "raw/kiln.wiki", "never cold"},
			{"wiki/kiln.md", markdown.Cite{Form: markdown.CiteMeta, Target: "oven.md"}, provenance.Held, "sources/oven.md", "bakes at night"},
		},
	},
	{
		name:    "stubs, copies, empty files",
		options: Options{ByName: true},
		files: map[string]string{
			"wiki/a.md":     "---\ntitle: A\n---\n# A\n\nThe encyclopedia says that a kite is a tethered craft, heavier than air, with wing surfaces. ^[copy.md]\n",
			"raw/copy.md":   "---\nurl: https://example.org/a\n---\n# A\n\nThe encyclopedia says that a kite is a tethered craft, heavier than air, with wing surfaces.\n",
			"wiki/b.md":     "# B\n\nIt took three days to build, which is long. ^[letter.md]\n\n## The letter\n\nThe encyclopedia says that a kite is a tethered craft, heavier than air, with wing surfaces that react against the air, and that it took three days to build one of them in the old way.\n",
			"raw/letter.md": "The encyclopedia says that a kite is a tethered craft, heavier than air, with wing surfaces that react against the air, and that it took three days to build one of them in the old way.\n",
			"raw/stub.md":   "# Article\n\nThe original text is withheld for reasons of copyright.\nSee https://example.org/x\n",
			"raw/zh.md":     "# 文章\n\n原文未收录，请访问原网站。\n",
			"raw/lfs.txt":   "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n",
			"raw/empty.md":  "---\ntitle: x\n---\n\n",
			"raw/short.md":  "Kites fly.\n",
			"raw/page.html": "<p>Kites &amp; lines</p>",
			"raw/paper.pdf": "%PDF\x00",
			"raw/paper.txt": "The text of the paper that lies beside it.\n",

			"raw/climb.pdf.extract.md": "## Page 1\n\nThe text of a paper that was never put here.\n",
		},
		cites: []located{
			{"wiki/a.md", cite(markdown.CiteCaretFile, "copy.md"), provenance.Circular, "", "is the page itself"},
			{"wiki/b.md", cite(markdown.CiteCaretFile, "letter.md"), provenance.Held, "raw/letter.md", "three days"},
			{"wiki/a.md", cite(markdown.CiteCaretFile, "raw/stub.md"), provenance.Stub, "", "kept elsewhere"},
			{"wiki/a.md", cite(markdown.CiteCaretFile, "raw/zh.md"), provenance.Stub, "", "kept elsewhere"},
			{"wiki/a.md", cite(markdown.CiteCaretFile, "raw/lfs.txt"), provenance.Stub, "", "Git LFS"},
			{"wiki/a.md", cite(markdown.CiteCaretFile, "raw/empty.md"), provenance.Stub, "", "is empty"},
			{"wiki/a.md", cite(markdown.CiteCaretFile, "raw/short.md"), provenance.Held, "raw/short.md", "Kites fly."},
			{"wiki/a.md", cite(markdown.CiteLink, "../raw/paper.pdf"), provenance.Held, "raw/paper.txt", "beside it"},
			{"wiki/a.md", cite(markdown.CiteLink, "../raw/climb.pdf"), provenance.Held, "raw/climb.pdf.extract.md", "never put here"},
			{"wiki/a.md", cite(markdown.CiteMeta, "kites/raw/short.md"), provenance.Held, "raw/short.md", "Kites fly."}, // from above the root
			{"wiki/a.md", cite(markdown.CiteMeta, "kites/short.md"), provenance.NotHeld, "", "no file"},
			{"wiki/a.md", cite(markdown.CiteCaretFile, "file:///home/someone/kites/raw/short.md"), provenance.Held, "raw/short.md", "Kites"},
			{"wiki/a.md", markdown.Cite{Form: markdown.CiteBlock, Anchor: "^x"}, provenance.Circular, "", "cites itself"},
			{"wiki/a.md", markdown.Cite{Form: markdown.CiteLink, Target: "../../../etc/passwd"}, provenance.NotHeld, "", "no file"},
		},
	},
	{
		name:    "bibliographies",
		options: Options{ByName: true},
		files: map[string]string{
			"notes/n.md":        "A claim [@smith2020].\n",
			"refs.bib":          "@comment{x}\n@article{smith2020,\n  title = {The {Kite}},\n  url = {https://example.org/talk},\n}\n@book{gone99, title=\"A lost book\", doi = {10.1/x}}\n@misc{paper,\n eprint={2301.12345},file={:paper.pdf:PDF}}\n",
			"references.json":   `[{"id":"csl1","title":"By CSL","URL":"https://example.org/talk"}]`,
			"raw/talk.md":       talk,
			"raw/2301-12345.md": "The paper's text, found by its number and nothing else.\n",
		},
		cites: []located{
			{"notes/n.md", cite(markdown.CiteKey, "smith2020"), provenance.Held, "raw/talk.md", "Kites"},
			{"notes/n.md", cite(markdown.CiteKey, "csl1"), provenance.Held, "raw/talk.md", "Kites"},
			{"notes/n.md", cite(markdown.CiteKey, "paper"), provenance.Held, "raw/2301-12345.md", "by its number"},
			{"notes/n.md", cite(markdown.CiteKey, "gone99"), provenance.NotHeld, "", "refs.bib lists gone99 (A lost book)"},
			{"notes/n.md", cite(markdown.CiteKey, "nobody"), provenance.NotHeld, "", "no bibliography"},
		},
	},
	{
		name:    "a vault of assay's own: what does not resolve is a fault",
		options: Options{Evidence: []string{"raw/"}, Graded: []string{"01_Wiki"}},
		files: map[string]string{
			"01_Wiki/n.md":     "A claim.\n",
			"01_Wiki/other.md": "Another note of this wiki.\n",
			"raw/talk.md":      talk,
		},
		cites: []located{
			{"01_Wiki/n.md", cite(markdown.CiteFootnote, "../raw/talk.md"), provenance.Held, "raw/talk.md", "Kites"},
			{"01_Wiki/n.md", cite(markdown.CiteFootnote, "../raw/tale.md"), provenance.Dangling, "raw/talk.md", "not there"},
			{"01_Wiki/n.md", cite(markdown.CiteFootnote, "Smith, a book"), provenance.NotHeld, "", "no file"},
			{"01_Wiki/n.md", cite(markdown.CiteBlock, "other"), provenance.Generated, "", "generated page"},
			{"01_Wiki/n.md", cite(markdown.CiteChunk, "chk-aaaaaaaaaaaaaaaa"), provenance.Dangling, "", "no stored page"},
			{"01_Wiki/n.md", cite(markdown.CiteMeta, "sr_aaaaaaaaaaaaaaaa"), provenance.Dangling, "", "no source"},
		},
	},
}

func TestLocate(t *testing.T) {
	for _, w := range wikis {
		t.Run(w.name, func(t *testing.T) {
			w.options.TextOf = func(p string, raw []byte) string {
				if strings.HasSuffix(p, ".pdf") {
					return "" // scanned: pictures of text
				}
				return "text of " + string(raw)
			}
			s := inMemory(w.files)
			l := library(s, w.options)
			for _, c := range w.cites {
				note := markdown.Parse(c.note, []byte(w.files[c.note]), markdown.Options{})
				got := l.Locate(note, c.cite)
				if got.Status != c.status {
					t.Errorf("%s cites %q: %v (%s) in %q, want %v", c.note, c.cite.Target, got.Status, got.Reason, got.Evidence.Span.File, c.status)
					continue
				}
				if got.Status == provenance.Held {
					if got.Evidence.Span.File != c.file || !strings.Contains(got.Evidence.Text, c.says) {
						t.Errorf("%s cites %q: %s with %q", c.note, c.cite.Target, got.Evidence.Span.File, got.Evidence.Text)
					}
					continue
				}
				if !strings.Contains(got.Reason, c.says) {
					t.Errorf("%s cites %q: reason %q, want %q", c.note, c.cite.Target, got.Reason, c.says)
				}
				if c.file != "" && !strings.Contains(strings.Join(got.Candidates, " "), c.file) {
					t.Errorf("%s cites %q: candidates %q, want %s", c.note, c.cite.Target, got.Candidates, c.file)
				}
			}
		})
	}
}

// One name is written in several ways; versions are no ways of writing.
func TestLocateAcrossSpellings(t *testing.T) {
	l := library(inMemory(map[string]string{"raw/my-tea-notes.md": "tea", "raw/release-1.2.md": "old", "raw/release-12.md": "new", "web/Page One.html": "one", "other/page_one.md": "another", "w/n.md": ""}), Options{ByName: true})
	note := markdown.Parse("w/n.md", nil, markdown.Options{})
	for target, want := range map[string]string{"My Tea Notes.md": "raw/my-tea-notes.md", "raw/my_tea_notes": "raw/my-tea-notes.md", "RAW/MyTeaNotes.txt": "raw/my-tea-notes.md", "../raw/My Tea  Notes.md": "raw/my-tea-notes.md",
		"Release 1.2": "raw/release-1.2.md", "Release 12": "raw/release-12.md", "Release 1.3": "", "elsewhere/My Tea Notes.md": "", "web/page-one.md": "web/Page One.html", "my-tea-notes.csv": ""} {
		got := l.Locate(note, cite(markdown.CiteMeta, target))
		if held := got.Status == provenance.Held; held != (want != "") || held && got.Evidence.Span.File != want {
			t.Errorf("%s: %v %s, want %q", target, got.Status, got.Evidence.Span.File, want)
		}
	}
}

// A page that bears the slug of its original means the original, also where other pages bear it.
func TestLocateTheOriginalOfAPage(t *testing.T) {
	l := library(inMemory(map[string]string{"raw/text/Stream Processing.txt": "one", "raw/text/Stream Processing_2025.txt": "two", "wiki/concepts/stream-processing.md": "", "wiki/lectures/stream-processing.md": "", "wiki/lectures/alone.md": ""}), Options{ByName: true})
	for _, name := range []string{"wiki/concepts/stream-processing.md", "wiki/lectures/stream-processing.md"} {
		got := l.Locate(markdown.Parse(name, nil, markdown.Options{}), cite(markdown.CiteMeta, "stream-processing"))
		if got.Status != provenance.Held || got.Evidence.Span.File != "raw/text/Stream Processing.txt" {
			t.Errorf("%s: %v %s", name, got.Status, got.Evidence.Span.File)
		}
	}
	if got := l.Locate(markdown.Parse("wiki/lectures/alone.md", nil, markdown.Options{}), cite(markdown.CiteMeta, "alone")); got.Status == provenance.Held {
		t.Errorf("a page is its own source: %s", got.Evidence.Span.File)
	}
}

// What an original's frontmatter says of it goes with its text.
func TestFrontmatterGoesWithTheText(t *testing.T) {
	l := library(inMemory(map[string]string{"raw/kiln.md": "---\nautores: [Ada Potter]\naño: 2019\n---\n\nThe kiln is warm.\n", "raw/bare.md": "The kiln is warm.\n", "wiki/a.md": ""}), Options{ByName: true})
	for name, want := range map[string]string{"raw/kiln.md": "autores: [Ada Potter]\naño: 2019", "raw/bare.md": ""} {
		got := l.Locate(markdown.Parse("wiki/a.md", nil, markdown.Options{}), cite(markdown.CiteMeta, name)).Evidence
		if strings.Join(got.About, "|") != want || strings.TrimSpace(got.Text) != "The kiln is warm." {
			t.Errorf("%s: about %q, text %q", name, got.About, got.Text)
		}
	}
}

func TestLocateNamesTheNearest(t *testing.T) {
	l := library(inMemory(map[string]string{"raw/caching-basics.md": "x", "raw/unrelated.md": "y", "w/n.md": ""}), Options{ByName: true})
	got := l.Locate(markdown.Parse("w/n.md", nil, markdown.Options{}), cite(markdown.CiteCaretFile, "cachng-basics.md"))
	if d := cmp.Diff([]string{"raw/caching-basics.md"}, got.Candidates); got.Status != provenance.NotHeld || d != "" {
		t.Errorf("%v %s", got.Status, d)
	}
}

func TestLineRangesAreHints(t *testing.T) {
	files := map[string]string{"raw/talk.md": talk, "w/n.md": "x"}
	l := library(inMemory(files), Options{ByName: true})
	at := func(r provenance.Range, e provenance.Evidence) string { return e.Text[r.Start:r.End] }
	c := markdown.Cite{Form: markdown.CiteCaretFile, Target: "talk.md", FromLine: 8, ToLine: 8}
	got := l.Locate(markdown.Parse("w/n.md", nil, markdown.Options{}), c)
	if at(got.Hint, got.Evidence) != "A line broke in 1903.\n" {
		t.Errorf("line 8: hint %q", at(got.Hint, got.Evidence))
	}
	start := strings.Index(got.Evidence.Text, "1903")
	span := l.Place(got.Evidence, start, start+4)
	if talk[span.Start:span.End] != "1903" {
		t.Errorf("place is %q", talk[span.Start:span.End])
	}
	if !got.Evidence.Ages || got.Evidence.Retrieved.Format(time.DateOnly) != "2026-03-01" || got.Evidence.URL != "https://www.example.org/talk/" {
		t.Errorf("particulars: %+v", got.Evidence)
	}
	c = markdown.Cite{Form: markdown.CiteLink, Target: "raw/doc.md", Anchor: "Second Part"}
	files["raw/doc.md"] = "# Doc\n\n## First part\n\nOne.\n\n## Second part\n\nTwo.\n\n## Third\n\nThree.\n"
	l = library(inMemory(files), Options{ByName: true})
	got = l.Locate(markdown.Parse("w/n.md", nil, markdown.Options{}), c)
	if at(got.Hint, got.Evidence) != "## Second part\n\nTwo.\n\n" {
		t.Errorf("section: %q", at(got.Hint, got.Evidence))
	}
}

const siteID = provenance.SourceID("sr_abcdefghij234567")

// assayVault is a stored source of two pages and a note that cites it.
func assayVault() (files map[string]string, id provenance.ChunkID, pagePath string) {
	passage := func(text string) provenance.Passage {
		return provenance.Passage{ID: provenance.NewChunkID(siteID, provenance.PassageText(text)), Text: text}
	}
	page := provenance.PageFile{Source: siteID, Title: "A page", URL: "https://example.org/a", Retrieved: time.Date(2026, 4, 29, 12, 0, 0, 0, time.UTC),
		Chunks:     []provenance.Passage{passage("# A page\n\nFresh for 600 seconds, says [[RFC]]."), passage("- An item.\n- Another.")},
		Superseded: []provenance.Passage{passage("Old words.")}}
	page.Hash = vault.HashText([]byte("text"))
	pagePath = provenance.PagePath("03_Sources", siteID, page.URL, page.Title)
	id = page.Chunks[0].ID
	s := provenance.Source{ID: siteID, URL: "https://example.org/", Pages: []provenance.Page{{URL: page.URL, File: pagePath[strings.LastIndexByte(pagePath, '/')+1:], Title: page.Title,
		Hash: page.Hash, Retrieved: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)}}}
	files = map[string]string{
		pagePath: string(provenance.PrintPage(page)),
		"03_Sources/" + string(siteID) + "/source.yaml": string(s.Print()),
		"01_Wiki/n.md": "Claim.[^" + id.Anchor() + "]\n\n[^" + id.Anchor() + "]: [A page](<../" + pagePath + "#^" + id.Anchor() + ">) \"Fresh\"\n",
	}
	return files, id, pagePath
}

func TestLocateChunk(t *testing.T) {
	files, id, pagePath := assayVault()
	note := markdown.Parse("01_Wiki/n.md", []byte(files["01_Wiki/n.md"]), markdown.Options{})
	l := library(inMemory(files), Options{})
	for _, c := range []markdown.Cite{
		{Form: markdown.CiteChunk, Target: id.Anchor(), Label: id.Anchor()},
		{Form: markdown.CiteMeta, Target: string(id)},
		{Form: markdown.CiteBlock, Target: "a-page-" + pagePath[len(pagePath)-11:len(pagePath)-3], Anchor: "^" + id.Anchor()},
		{Form: markdown.CiteFootnote, Target: "../" + pagePath, Anchor: "^" + id.Anchor()},
	} {
		got := l.Locate(note, c)
		e := got.Evidence
		if got.Status != provenance.Held || e.Chunk != id || !strings.Contains(e.Text, "[[RFC]]") {
			t.Errorf("%+v: %v %s %+v", c, got.Status, got.Reason, e)
			continue
		}
		if d := cmp.Diff([]string{"A page"}, e.Heading); d != "" || e.Title != "A page" || e.Source != siteID || !e.Ages || e.Retrieved.Month() != time.June {
			t.Errorf("particulars: %+v", e)
		}
		at := strings.Index(e.Text, "says [[RFC]]")
		span := l.Place(e, at, at+len("says [[RFC]]"))
		if got := files[pagePath][span.Start:span.End]; got != "says [&#91;RFC]]" {
			t.Errorf("place is %q", got)
		}
	}
	if got := l.Locate(note, cite(markdown.CiteMeta, string(siteID))); got.Status != provenance.Held || !strings.Contains(got.Evidence.Text, "- Another.") || strings.Contains(got.Evidence.Text, "Old words") {
		t.Errorf("the whole source: %v %q", got.Status, got.Evidence.Text)
	}
	if got := l.Locate(note, cite(markdown.CiteLink, "https://example.org/a#frag")); got.Status != provenance.Held {
		t.Errorf("by address: %v %s", got.Status, got.Reason)
	}
	old := l.Locate(note, cite(markdown.CiteChunk, provenance.NewChunkID(siteID, "Old words.").Anchor()))
	if !old.Evidence.Superseded || !old.Evidence.Drifted || old.Status != provenance.Held || old.Evidence.Retrieved.Month() != time.April {
		t.Errorf("superseded: %+v", old)
	}
	files[pagePath] = strings.Replace(files[pagePath], "600", "60", 1)
	l = library(inMemory(files), Options{})
	if got := l.Locate(note, cite(markdown.CiteChunk, id.Anchor())); got.Status != provenance.Broken || !strings.Contains(got.Reason, pagePath) {
		t.Errorf("changed passage: %v %s", got.Status, got.Reason)
	}
}

func TestLibraryIsSafeForConcurrentUse(t *testing.T) {
	w := wikis[2]
	l := library(inMemory(w.files), w.options)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, c := range w.cites {
				l.Locate(markdown.Parse(c.note, []byte(w.files[c.note]), markdown.Options{}), c.cite)
			}
		})
	}
	group.Wait()
}

func BenchmarkLocateBySuffix(b *testing.B) {
	files := map[string]string{"wiki/n.md": "x"}
	for i := range 10000 {
		files["raw/a"+strings.Repeat("b", i%7)+"/"+string(rune('a'+i%26))+strings.Repeat("x", i%300)+".md"] = "Text of a file."
	}
	s := inMemory(files)
	note := markdown.Parse("wiki/n.md", nil, markdown.Options{})
	for b.Loop() {
		library(s, Options{ByName: true}).Locate(note, cite(markdown.CiteCaretFile, "bxxx.md"))
	}
}

// What was stored of a file does not compete with the file itself for its name.
func TestStoredCopyIsNoSecondFile(t *testing.T) {
	files := map[string]string{
		"wiki/n.md": "x", "raw/tea-dcc14b07.md": "Tea is steeped for three minutes.",
		"03_Sources/sr_627mbnyolq4q5q24/tea-f6bec0b7.md": "Tea is steeped.",
	}
	l := library(inMemory(files), Options{Sources: "03_Sources", Evidence: []string{"raw"}})
	got := l.Locate(markdown.Parse("wiki/n.md", nil, markdown.Options{}), cite(markdown.CiteCaretFile, "tea.md"))
	if got.Status != provenance.Held || got.Evidence.Span.File != "raw/tea-dcc14b07.md" {
		t.Errorf("%v %s %+v", got.Status, got.Reason, got.Evidence.Span)
	}
}

// A key without a bibliography may be the name of a page about the work: the page is named, not the want of a bibliography.
func TestKeysOfPages(t *testing.T) {
	l := library(inMemory(map[string]string{"docs/kiln.md": "It is warm <Cite slug=\"reed-2019\" />.\n", "research/reed-2019.md": "# Reed\n\nThe kiln is warm, see [[kiln]].\n"}), Options{ByName: true})
	note := markdown.Parse("docs/kiln.md", []byte("It is warm <Cite slug=\"reed-2019\" />.\n"), markdown.Options{})
	if at := l.Locate(note, note.Claims[0].Cites[0]); at.Status != provenance.Generated {
		t.Errorf("%v %s", at.Status, at.Reason)
	}
	if at := l.Locate(note, cite(markdown.CiteKey, "nobody-1900")); at.Status != provenance.NotHeld {
		t.Errorf("%v %s", at.Status, at.Reason)
	}
}
