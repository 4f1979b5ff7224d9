package links

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/vault"
	"assay/vault/markdown"
)

// vaultOf makes a snapshot of empty files and the notes among them as given.
func vaultOf(names string, notes ...*markdown.Note) (*vault.Snapshot, func(string) *markdown.Note) {
	files := map[string]string{}
	for name := range strings.SplitSeq(names, "|") {
		files[strings.TrimSpace(name)] = ""
	}
	for _, n := range notes {
		files[n.Path] = ""
	}
	return inMemory(files), table(notes)
}

// inMemory is a vault of files that lie on no disk.
func inMemory(files map[string]string) *vault.Snapshot {
	var writes []vault.Write
	for name, text := range files {
		writes = append(writes, vault.Write{Path: name, Data: []byte(text)})
	}
	return new(vault.Snapshot).With(writes...)
}

func table(notes []*markdown.Note) func(path string) *markdown.Note {
	byPath := map[string]*markdown.Note{}
	for _, n := range notes {
		byPath[n.Path] = n
	}
	return func(path string) *markdown.Note { return byPath[path] }
}

func none(string) *markdown.Note { return nil }

func wiki(text string) markdown.Link {
	target, anchor, _ := strings.Cut(text, "#")
	return markdown.Link{Target: target, Anchor: anchor, Wiki: true}
}

func relativeLink(text string) markdown.Link {
	l := wiki(text)
	l.Wiki = false
	return l
}

func show(t Target) string {
	s := t.Path
	switch t.Status {
	case NoFile:
		s += "!file"
	case NoHeading:
		s += "!heading"
	case NoBlock:
		s += "!block"
	case NoAttachment:
		s += "!attachment"
	case External:
		s += "url"
	}
	return s
}

// Invariant (reading): A link leads where Obsidian would go. See also
// TestResolveFindsThePlaceInTheFile.
func TestResolveFindsTheFileThatObsidianOpens(t *testing.T) {
	s, notes := vaultOf("Root.md | a/Note.md | a/b/Note.md | zzzz/Note.md | zzzz/deep/x.md | a/Root.md | Img.png | files/Doc.PDF | Node.js.md | v1.2.md |"+
		" a.png.md | LICENSE | 交换机.md | caf\u00e9.md | Two Words.md | sub/index.md | other/index.md | x/sub/index.md | big/UPPER.MD | 03_Sources/sr_1/Hidden.md | 03_Sources/sr_1/Note.md",
		&markdown.Note{Path: "p/Person.md", Meta: markdown.Meta{Aliases: []string{"The Boss", "Root"}}})
	r := New(s, notes, Options{Sources: "03_Sources"})
	for _, c := range []struct {
		from string
		link markdown.Link
		want string
	}{
		{"Root.md", wiki("Two Words"), "Two Words.md"},
		{"Root.md", wiki("two words"), "Two Words.md"},
		{"Root.md", wiki("two words.md"), "Two Words.md"},
		{"Root.md", wiki("Two\u00a0Words"), "Two Words.md"},
		{"Root.md", wiki("交换机"), "交换机.md"},
		{"Root.md", wiki("cafe\u0301"), "caf\u00e9.md"},
		{"Root.md", wiki("CAF\u00c9"), "caf\u00e9.md"},
		{"Root.md", wiki("upper"), "big/UPPER.MD"},
		// Several: an exact path first, then the note's folder and below, then the shortest path.
		{"a/x.md", wiki("Root"), "Root.md"},
		{"x.md", wiki("Note"), "a/Note.md"},
		{"a/b/c.md", wiki("Note"), "a/b/Note.md"},
		{"zzzz/deep/x.md", wiki("Note"), "a/Note.md"},
		{"x.md", wiki("b/Note"), "a/b/Note.md"},
		{"x.md", wiki("zzzz/note.md"), "zzzz/Note.md"},
		{"x.md", wiki("/zzzz/Note"), "zzzz/Note.md"},
		{"x.md", wiki("/b/Note"), "!file"},
		{"x.md", wiki("sub/index"), "sub/index.md"},
		{"x.md", wiki("q/index"), "!file"},
		{"sub/y.md", wiki("../other/index"), "other/index.md"},
		{"sub/y.md", wiki("./index"), "sub/index.md"},
		{"sub/y.md", wiki("./nothing"), "!file"},
		{"sub/y.md", wiki("../../../other/index"), "other/index.md"},
		{"zzzz/deep/x.md", wiki("./../Note"), "zzzz/Note.md"},
		// Extensions.
		{"x.md", wiki("Img.png"), "Img.png"},
		{"x.md", wiki("img.PNG"), "Img.png"},
		{"x.md", wiki("doc.pdf"), "files/Doc.PDF"},
		{"x.md", wiki("doc"), "!file"},
		{"x.md", wiki("gone.png"), "!attachment"},
		{"x.md", wiki("Node.js"), "Node.js.md"},
		{"x.md", wiki("Deno.js"), "!file"},
		{"x.md", wiki("v1.2"), "v1.2.md"},
		{"x.md", wiki("a.png"), "a.png.md"},
		{"x.md", wiki("LICENSE"), "!file"},
		{"x.md", wiki("sub"), "!file"},
		// Aliases: found; a file always comes first.
		{"x.md", wiki("the boss"), "p/Person.md"},
		{"x.md", wiki("Root"), "Root.md"},
		{"x.md", relativeLink("the boss"), "!file"},
		// Sources: never by accident.
		{"x.md", wiki("Hidden"), "!file"},
		{"x.md", wiki("sr_1/Hidden"), "!file"},
		{"x.md", wiki("03_Sources/sr_1/Hidden"), "03_Sources/sr_1/Hidden.md"},
		{"wiki/x.md", wiki("../03_Sources/sr_1/Hidden"), "03_Sources/sr_1/Hidden.md"},
		{"wiki/x.md", relativeLink("../03_Sources/sr_1/Hidden.md"), "03_Sources/sr_1/Hidden.md"},
		{"03_Sources/sr_1/Note.md", wiki("Hidden"), "03_Sources/sr_1/Hidden.md"},
		// Markdown links: relative to the note before anything else.
		{"a/x.md", relativeLink("Root.md"), "a/Root.md"},
		{"a/x.md", relativeLink("b/Note.md"), "a/b/Note.md"},
		{"a/x.md", relativeLink("zzzz/Note.md"), "zzzz/Note.md"},
		{"a/x.md", relativeLink("../Img.png"), "Img.png"},
		{"a/x.md", relativeLink("./b/../Note.md"), "a/Note.md"},
		{"a/x.md", relativeLink("/Img.png"), "Img.png"},
		{"a/x.md", relativeLink("../LICENSE"), "LICENSE"},
		{"a/x.md", relativeLink("../../../etc/passwd"), "!file"},
		{"a/x.md", markdown.Link{Target: "https://example.org", URL: true}, "url"},
		{"Root.md", wiki(""), "Root.md"},
	} {
		if got := show(r.Resolve(c.from, c.link)); got != c.want {
			t.Errorf("%s from %s: got %q, want %q", c.link.Written(), c.from, got, c.want)
		}
	}
}

func TestResolveFindsThePlaceInTheFile(t *testing.T) {
	n := &markdown.Note{Path: "n.md", Headings: []markdown.Heading{
		{Level: 1, Text: "Guide: C++ & **Go** [[x|y]]", Start: 0, End: 5}, {Level: 2, Text: "Set-up", Start: 10, End: 15}, {Level: 3, Text: "Linux", Start: 20, End: 25}, {Level: 2, Text: "Use", Start: 30, End: 35}, {Level: 3, Text: "Linux", Start: 40, End: 45}, {Level: 2, Text: "it's `code`", Start: 50, End: 55}, {Level: 2, Text: "为什么？", Start: 60, End: 65},
	}, Blocks: []markdown.BlockID{{ID: "abc-1", Start: 70, End: 76}}}
	s, notes := vaultOf("raw.md | doc.pdf", n)
	r := New(s, notes, Options{})
	for link, want := range map[string]int{
		"n#Set-up": 10, "n#set-UP": 10, "n#Setup": -1, "n#Guide C++ & Go x y": 0, "n#Guide C Go x y": 0, "n#Guide:  C++ & **Go** x y": 0,
		"n#Linux": 20, "n#Use#Linux": 40, "n#Guide C++ & Go x y#Use#Linux": 40, "n#Linux#Use": -1, "n##Use": 30, "n#": 0, "n#its code": -1, "n#it's code": 50,
		"n#为什么？": 60, "n#为什么": -1, "n#^abc-1": 70, "n#^ABC-1": 70, "n#^abc": -2, "n#Use#^abc-1": 70, "raw#Whatever": 0, "raw#^x": 0, "doc.pdf#page=3": 0, "#Use": 30,
	} {
		got := r.Resolve("n.md", wiki(link))
		switch {
		case want == -1 && got.Status == NoHeading, want == -2 && got.Status == NoBlock:
		case want >= 0 && got.Status == Found && got.Start == want:
		default:
			t.Errorf("%s: %+v, want %d", link, got, want)
		}
		if got.Path == "" {
			t.Errorf("%s: the file is there, but has no path: %+v", link, got)
		}
	}
}

// A Markdown link names a heading as GitHub does or as Obsidian does, a wikilink as Obsidian
// does.
func TestResolveFindsHeadingsAsGitHubDoes(t *testing.T) {
	n := &markdown.Note{Path: "n.md", Headings: []markdown.Heading{{Level: 2, Text: "2. AAAI 2026", Start: 10, End: 12}, {Level: 2, Text: "C++ & Rust: a talk", Start: 20, End: 22},
		{Level: 2, Text: "Same", Start: 30, End: 32}, {Level: 2, Text: "Same", Start: 40, End: 42}, {Level: 2, Text: "为什么？ 是", Start: 50, End: 52}}}
	s, notes := vaultOf("", n)
	r := New(s, notes, Options{})
	for anchor, want := range map[string]int{"2-aaai-2026": 10, "2-AAAI-2026": 10, "2. AAAI 2026": 10, "c--rust-a-talk": 20, "same": 30, "same-1": 40, "same-2": -1, "为什么-是": 50, "3-nothing": -1} {
		got := r.Resolve("n.md", markdown.Link{Target: "n.md", Anchor: anchor})
		if want < 0 && got.Status != NoHeading || want >= 0 && (got.Status != Found || got.Start != want) {
			t.Errorf("%s: %+v, want %d", anchor, got, want)
		}
	}
	if got := r.Resolve("n.md", wiki("n#2-aaai-2026")); got.Status != NoHeading {
		t.Errorf("a wikilink by GitHub's rule: %+v", got)
	}
}

// A link may lead to a note that is left out of the vault.
func TestResolveFindsWhatIsExcluded(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a.md", "Archive/z.md"} {
		abs := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(abs), 0o755), os.WriteFile(abs, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	d, err := vault.OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	s, err := d.Scan(t.Context(), vault.ScanOptions{Exclude: []string{"Archive/"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := New(s, none, Options{}).Resolve("a.md", wiki("z")); got.Path != "Archive/z.md" {
		t.Errorf("a link to an excluded note leads to %+v", got)
	}
}

// Whatever the spelling, a bare name that exists is found, and in the order of the
// files of the snapshot nothing changes.
func TestResolveIgnoresSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-cA-C\x{e9}]{1,3}(/[a-cA-C][a-cA-C. ]{0,3}[a-c])?`), 1, 12, vault.FoldName).Draw(t, "names")
		files := map[string]string{}
		for _, n := range names {
			files[n+".md"] = ""
		}
		r := New(inMemory(files), none, Options{})
		name := rapid.SampledFrom(names).Draw(t, "name")
		for _, spelled := range []string{name, strings.ToUpper(name), name + ".md", "/" + name} {
			if got := r.Resolve("q/from.md", wiki(spelled)); got.Path != name+".md" {
				t.Fatalf("[[%s]]: %+v, want %s.md", spelled, got, name)
			}
		}
		short := base(name)
		if got := r.Resolve("q/from.md", wiki(short)); got.Status != Found || vault.FoldName(base(got.Path)) != vault.FoldName(short+".md") {
			t.Fatalf("[[%s]]: %+v", short, got)
		}
	})
}

func BenchmarkResolver(b *testing.B) {
	files := map[string]string{}
	var notes []*markdown.Note
	var links []markdown.Link
	for i := range 10000 {
		name := fmt.Sprintf("f%03d/Note about %05d.md", i%200, i)
		files[name] = ""
		n := &markdown.Note{Path: name, Headings: []markdown.Heading{{Level: 1, Text: "Top", Start: 0, End: 1}, {Level: 2, Text: fmt.Sprintf("Part %d", i), Start: 2, End: 3}}}
		notes = append(notes, n)
		for k := range 10 {
			j := (i*7919 + k*104729) % 10000
			l := wiki(fmt.Sprintf("Note about %05d", j))
			switch k {
			case 3:
				l.Target = strings.ToLower(l.Target)
			case 4:
				l.Target = fmt.Sprintf("f%03d/%s", j%200, l.Target)
			case 5:
				l.Anchor = fmt.Sprintf("Part %d", j)
			case 6:
				l.Target = "Nowhere " + l.Target
			case 7:
				l = relativeLink(fmt.Sprintf("../f%03d/%s.md", j%200, l.Target))
			}
			links = append(links, l)
		}
	}
	s, noteAt := inMemory(files), table(notes)
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			New(s, noteAt, Options{Sources: "03_Sources"})
		}
	})
	b.Run("100k links", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			r := New(s, noteAt, Options{Sources: "03_Sources"})
			b.StartTimer()
			for i, l := range links {
				r.Resolve(notes[i/10].Path, l)
			}
		}
	})
}
