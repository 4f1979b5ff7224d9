package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/internal/assaytest"
	"assay/provenance"
)

// An evidenceAttempt is a way to get a claim past what evidence has to be.
type evidenceAttempt struct {
	name string
	do   func(t *testing.T, v evidenceVault)
	want int      // the status of check
	told []string // in what check says
	not  []string // and not there
	run  []string // in place of check
}

// evidenceVault is a vault with one promoted note and its source.
type evidenceVault struct{ dir string }

// newBypassVault builds a vault in which a draft was promoted.
func newBypassVault(t *testing.T) evidenceVault {
	t.Helper()
	dir := t.TempDir()
	assaytest.Lay(t, dir, map[string]string{
		"pipeline-policy.yaml": "version: 1.0\nvault: {evidence: [raw]}\npromotion: {mode: auto}\n",
		"raw/mill.md":          "# The upper mill\n\nThe upper mill was built in 1968 on the river Lune by the brothers Hask. It has nine pairs of stones, and grinds rye.\n",
		"02_Drafts/Mill.md":    "# Mill\n\nThe upper mill was built in 1968 on the river Lune by the brothers Hask. ^[raw/mill.md]\n",
	})
	assaytest.Must(t, 0, dir, "build")
	assaytest.Must(t, 0, dir, "check")
	return evidenceVault{dir}
}

func (v evidenceVault) path(name string) string {
	return filepath.Join(v.dir, filepath.FromSlash(name))
}

func (v evidenceVault) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(v.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (v evidenceVault) put(t *testing.T, name, text string) {
	t.Helper()
	assaytest.Lay(t, v.dir, map[string]string{name: text})
}

func (v evidenceVault) swap(t *testing.T, name, old, now string) {
	t.Helper()
	text := v.read(t, name)
	if !strings.Contains(text, old) {
		t.Fatalf("%s does not have %q:\n%s", name, old, text)
	}
	v.put(t, name, strings.ReplaceAll(text, old, now))
}

// page is the only stored page, relative to the vault.
func (v evidenceVault) page(t *testing.T) string {
	t.Helper()
	pages, _ := filepath.Glob(v.path("03_Sources/sr_*/*.md"))
	if len(pages) != 1 {
		t.Fatalf("stored pages: %v", pages)
	}
	name, _ := filepath.Rel(v.dir, pages[0])
	return filepath.ToSlash(name)
}

func (v evidenceVault) source(t *testing.T) provenance.SourceID {
	return provenance.SourceID(filepath.Base(filepath.Dir(v.path(v.page(t)))))
}

var anchorAt = regexp.MustCompile(`\^chk-[a-z2-7]{16}`)

// forge changes what a stored page says, and gives its passage the id that the new words have.
func (v evidenceVault) forge(t *testing.T, old, now string) (anchor string) {
	t.Helper()
	page := v.page(t)
	v.swap(t, page, old, now)
	text := v.read(t, page)
	f := provenance.ParsePage(page, []byte(text), provenance.Source{ID: v.source(t)})
	for _, c := range f.Chunks {
		if !c.Intact {
			id := provenance.NewChunkID(v.source(t), c.Text)
			text = strings.ReplaceAll(text, "^"+c.ID.Anchor(), "^"+id.Anchor())
			anchor = id.Anchor()
		}
	}
	v.put(t, page, text)
	return anchor
}

// direct lets people write into the wiki, so that a row is about evidence alone.
func (v evidenceVault) direct(t *testing.T) {
	v.swap(t, "pipeline-policy.yaml", "mode: auto", "mode: auto, direct: allow")
}

// cites is a permanent note with one claim.
func (v evidenceVault) cites(t *testing.T, claim, target string) {
	v.put(t, "01_Wiki/Claim.md", "# Claim\n\n"+claim+" ^["+target+"]\n")
}

const unpromoted = "[unpromoted-note]"

var evidenceBypasses = []evidenceAttempt{
	{name: "a note is written straight into the wiki", want: 1, told: []string{"01_Wiki/Stones.md", unpromoted, "assay promote", "assay attest", "direct: allow"},
		do: func(t *testing.T, v evidenceVault) {
			v.put(t, "01_Wiki/Stones.md", "# Stones\n\nThe upper mill has nine pairs of stones, and grinds rye. ^[raw/mill.md]\n")
		}},
	{name: "a draft is moved into the wiki by hand", want: 1, told: []string{unpromoted},
		do: func(t *testing.T, v evidenceVault) {
			v.put(t, "02_Drafts/Stones.md", "# Stones\n\nThe upper mill grinds barley.\n")
			if err := os.Rename(v.path("02_Drafts/Stones.md"), v.path("01_Wiki/Stones.md")); err != nil {
				t.Fatal(err)
			}
		}},
	{name: "a hand-written note has the provenance block of a promoted one", want: 1, told: []string{"01_Wiki/Twin.md", unpromoted},
		do: func(t *testing.T, v evidenceVault) { v.put(t, "01_Wiki/Twin.md", v.read(t, "01_Wiki/Mill.md")) }},
	{name: "an agent vouches for a note", want: 2, told: []string{"only a person's word counts"}, run: []string{"attest", "01_Wiki", "--reason", "x", "--as", "agent:solo"},
		do: func(t *testing.T, v evidenceVault) {}},
	{name: "the policy says that people write straight into the wiki", want: 0, not: []string{unpromoted},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			v.cites(t, "The upper mill was built in 1968 on the river Lune by the brothers Hask.", "raw/mill.md")
		}},
	{name: "a person vouches for a batch", want: 0, not: []string{unpromoted},
		do: func(t *testing.T, v evidenceVault) {
			v.cites(t, "The upper mill was built in 1968 on the river Lune by the brothers Hask.", "raw/mill.md")
			assaytest.Must(t, 0, v.dir, "attest", "01_Wiki", "--reason", "read through", "--as", "person:ada")
		}},
	{name: "a promoted note is renamed", want: 0, not: []string{unpromoted},
		do: func(t *testing.T, v evidenceVault) {
			if err := os.Rename(v.path("01_Wiki/Mill.md"), v.path("01_Wiki/Upper mill.md")); err != nil {
				t.Fatal(err)
			}
		}},
	{name: "provenance_agent is forged", want: 1, told: []string{"provenance_agent says person:ada, and the ledger says assay-chronicler"},
		do: func(t *testing.T, v evidenceVault) {
			v.swap(t, "01_Wiki/Mill.md", `provenance_agent: "assay-chronicler"`, `provenance_agent: "person:ada"`)
		}},
	{name: "provenance_retrieved is in the future", want: 1, told: []string{"provenance_retrieved is 2031-01-01T00:00:00Z, later than anything that the ledger has"},
		do: func(t *testing.T, v evidenceVault) {
			text := regexp.MustCompile(`provenance_retrieved: .*`).ReplaceAllString(v.read(t, "01_Wiki/Mill.md"), `provenance_retrieved: "2031-01-01T00:00:00Z"`)
			v.put(t, "01_Wiki/Mill.md", text)
		}},
	{name: "evidence is changed and its id recomputed", want: 1, told: []string{"are not those that the ledger says were ingested", "[changed-evidence]"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			anchor := v.forge(t, "1968", "1999")
			v.put(t, "01_Wiki/Claim.md", "# Claim\n\nThe upper mill was built in 1999 on the river Lune by the brothers Hask.[^"+anchor+"]\n")
		}},
	{name: "changed evidence is verified", want: 1, told: []string{"are not those that the ledger says were ingested"}, run: []string{"source", "verify", "raw/mill.md"},
		do: func(t *testing.T, v evidenceVault) { v.forge(t, "1968", "1999") }},
	{name: "a passage is added to a stored page", want: 1, told: []string{"[changed-evidence]"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			id := provenance.NewChunkID(v.source(t), "The upper mill burnt down in 1970.")
			v.put(t, v.page(t), v.read(t, v.page(t))+"\nThe upper mill burnt down in 1970. ^"+id.Anchor()+"\n")
			v.put(t, "01_Wiki/Claim.md", "# Claim\n\nThe upper mill burnt down in 1970.[^"+id.Anchor()+"]\n")
		}},
	{name: "a page lies beside the stored ones, and source.yaml does not list it", want: 0, told: []string{"is not listed in the source.yaml", "[unadmitted-source]"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			id := provenance.NewChunkID(v.source(t), "The upper mill burnt down in 1970.")
			v.put(t, filepath.ToSlash(filepath.Join(filepath.Dir(v.page(t)), "fire-00000000.md")), "---\nassay: page/1\ntitle: \"Fire\"\n---\n\nThe upper mill burnt down in 1970. ^"+id.Anchor()+"\n")
			v.put(t, "01_Wiki/Claim.md", "# Claim\n\nThe upper mill burnt down in 1970.[^"+id.Anchor()+"]\n")
		}},
	{name: "a page and its source.yaml are laid into the sources by hand", want: 1, told: []string{"[unrecorded-source]", "is in state none: the ledger does not know it", "[unadmitted-source]"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			source := provenance.NewSourceID("https://example.org/mill")
			id := provenance.NewChunkID(source, "The upper mill burnt down in 1970.")
			folder := "03_Sources/" + string(source) + "/"
			v.put(t, folder+"source.yaml", "assay: source/1\nid: \""+string(source)+"\"\nurl: \"https://example.org/mill\"\npages:\n  \"https://example.org/mill\":\n    file: \"mill-00000000.md\"\n    retrieved: \"2026-05-01T00:00:00Z\"\n")
			v.put(t, folder+"mill-00000000.md", "---\nassay: page/1\ntitle: \"Fire\"\nsource: \""+string(source)+"\"\nretrieved: \"2026-05-01T00:00:00Z\"\n---\n\nThe upper mill burnt down in 1970. ^"+id.Anchor()+"\n")
			v.put(t, "01_Wiki/Claim.md", "# Claim\n\nThe upper mill burnt down in 1970.[^"+id.Anchor()+"]\n")
		}},
	{name: "the source of a promoted note is rejected", want: 0, told: []string{"is rejected (wrong mill)", "[unadmitted-source]"},
		do: func(t *testing.T, v evidenceVault) {
			assaytest.Must(t, 0, v.dir, "source", "reject", string(v.source(t)), "--reason", "wrong mill")
		}},
	{name: "a rejected source is cited by the path of its original", want: 0, told: []string{"is rejected (wrong mill)"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			assaytest.Must(t, 0, v.dir, "source", "reject", string(v.source(t)), "--reason", "wrong mill")
			v.cites(t, "The upper mill was built in 1968 on the river Lune by the brothers Hask.", "raw/mill.md")
		}},
	{name: "a text file anywhere in the vault", want: 0, told: []string{"notes.txt is no original", "[unadmitted-source]"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			v.put(t, "notes.txt", "The upper mill burnt down in 1970.\n")
			v.cites(t, "The upper mill burnt down in 1970.", "notes.txt")
		}},
	{name: "a comment in the policy", want: 0, told: []string{"pipeline-policy.yaml is no original", "[unadmitted-source]"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			v.put(t, "pipeline-policy.yaml", v.read(t, "pipeline-policy.yaml")+"# The upper mill burnt down in 1970.\n")
			v.cites(t, "The upper mill burnt down in 1970.", "pipeline-policy.yaml")
		}},
	{name: "a text file among the sources", want: 0, told: []string{"is no page of a source"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			v.put(t, "03_Sources/fire.txt", "The upper mill burnt down in 1970.\n")
			v.cites(t, "The upper mill burnt down in 1970.", "03_Sources/fire.txt")
		}},
	{name: "what nobody ingested says the opposite all the same", want: 1, told: []string{"claim says 1970, its source says 1980"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			v.put(t, "notes.txt", "The upper mill burnt down in 1980.\n")
			v.cites(t, "The upper mill burnt down in 1970.", "notes.txt")
		}},
	{name: "a short copy of a promoted note vouches for it", want: 0, told: []string{"[circular-citation]"},
		do: func(t *testing.T, v evidenceVault) {
			v.swap(t, "01_Wiki/Mill.md", "raw/mill.md", "raw/copy.md")
			v.put(t, "raw/copy.md", "The upper mill was built in 1968 on the river Lune by the brothers Hask.\n")
			assaytest.Run(t, v.dir, "build")
		}},
	{name: "a copy of a promoted note with sentences added vouches for it", want: 0, told: []string{"[circular-citation]"},
		do: func(t *testing.T, v evidenceVault) {
			v.swap(t, "01_Wiki/Mill.md", "raw/mill.md", "raw/copy.md")
			v.put(t, "raw/copy.md", "The upper mill was built in 1968 on the river Lune by the brothers Hask. Rye came from the hills. Carts brought it in autumn. The road was poor.\n")
			assaytest.Run(t, v.dir, "build")
		}},
	{name: "the page takes a word back: one of the brothers becomes all of them", want: 0, told: []string{"T1 claim says one, its source says all"},
		do: func(t *testing.T, v evidenceVault) {
			v.put(t, "raw/mill.md", v.read(t, "raw/mill.md")+"\nThe council settled the dispute by asking one of the brothers involved, and let the other go home.\n")
			assaytest.Must(t, 0, v.dir, "build")
			anchors := anchorAt.FindAllString(v.read(t, v.page(t)), -1)
			anchor := anchors[len(anchors)-1]
			v.direct(t)
			v.put(t, "01_Wiki/Dispute.md", "# Dispute\n\nThe council settled the dispute by asking one of the brothers involved, and let the other go home.[^"+anchor[1:]+"]\n")
			assaytest.Must(t, 0, v.dir, "check")
			v.swap(t, "raw/mill.md", "one of the", "all of the")
			assaytest.Must(t, 0, v.dir, "build")
		}},
	{name: "the source failed its audit", want: 0, told: []string{"is failed (", "[unadmitted-source]"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			v.put(t, "raw/future.md", "---\nretrieved: 2031-01-01T00:00:00Z\n---\n# Fire\n\nThe upper mill burnt down in 1970, and nobody was hurt.\n")
			v.cites(t, "The upper mill burnt down in 1970, and nobody was hurt.", "raw/future.md")
			assaytest.Must(t, 0, v.dir, "build")
		}},
	{name: "an approved file is replaced by a folder", want: 0, told: []string{"no original"},
		do: func(t *testing.T, v evidenceVault) {
			v.direct(t)
			v.put(t, "papers/a.md", "# Wheel\n\nThe wheel of the upper mill is four metres across, and made of oak.\n")
			assaytest.Must(t, 0, v.dir, "source", "propose", "papers/a.md")
			assaytest.Must(t, 0, v.dir, "build")
			if err := os.Remove(v.path("papers/a.md")); err != nil {
				t.Fatal(err)
			}
			v.put(t, "papers/a.md/b.md", "# Fire\n\nThe upper mill burnt down in 1970, and nobody was hurt.\n")
			assaytest.Must(t, 0, v.dir, "build")
			if pages, _ := filepath.Glob(v.path("03_Sources/sr_*/fire-*.md")); len(pages) > 0 {
				t.Errorf("read from the folder: %v", pages)
			}
			v.cites(t, "The upper mill burnt down in 1970, and nobody was hurt.", "papers/a.md/b.md")
		}},
	{name: "an inference of two passages is promoted unmarked", want: 0, not: []string{"unmarked-inference", unpromoted},
		do: func(t *testing.T, v evidenceVault) {
			v.put(t, "raw/height.md", "# Heights\n\nThe upper mill is 34 metres tall.\n")
			v.put(t, "02_Drafts/Both.md", "# Both\n\nThe upper mill was built in 1968 and is 34 metres tall. ^[raw/mill.md] ^[raw/height.md]\n")
			assaytest.Must(t, 0, v.dir, "build")
			if text := v.read(t, "01_Wiki/Both.md"); !strings.Contains(text, "34 metres tall. (Derived) ^[raw/mill.md]") {
				t.Errorf("promoted without its mark:\n%s", text)
			}
		}},
	{name: "two passages say one half each", want: 0, not: []string{"does not have 340", "unmarked-inference"},
		do: func(t *testing.T, v evidenceVault) {
			v.put(t, "raw/height.md", "# Heights\n\nThe Kestrel Tower is 340 metres tall.\n")
			v.put(t, "raw/year.md", "# Years\n\nThe Kestrel Tower was finished in 1987.\n")
			v.put(t, "02_Drafts/Both.md", "# Both\n\nThe Kestrel Tower is 340 metres tall and was finished in 1987. ^[raw/year.md] ^[raw/height.md]\n")
			assaytest.Must(t, 0, v.dir, "build")
			if text := v.read(t, "01_Wiki/Both.md"); !strings.Contains(text, "finished in 1987. (Derived) ^[raw/year.md]") {
				t.Errorf("promoted without its mark:\n%s", text)
			}
		}},
	{name: "the other half is said of another thing", want: 0, told: []string{"02_Drafts/Both.md", "T1"},
		do: func(t *testing.T, v evidenceVault) {
			v.put(t, "raw/height.md", "# Heights\n\nThe Falcon Tower is 340 metres tall.\n")
			v.put(t, "raw/year.md", "# Years\n\nThe Kestrel Tower was finished in 1987.\n")
			v.put(t, "02_Drafts/Both.md", "# Both\n\nThe Kestrel Tower is 340 metres tall and was finished in 1987. (Derived) ^[raw/year.md] ^[raw/height.md]\n")
			assaytest.Must(t, 0, v.dir, "build")
			if _, err := os.Stat(v.path("01_Wiki/Both.md")); err == nil {
				t.Error("promoted")
			}
		}},
	{name: "a new vault has a note that was never a draft", want: 1, told: []string{unpromoted},
		do: func(t *testing.T, v evidenceVault) {
			for _, name := range []string{"pipeline-policy.yaml", "01_Wiki", "03_Sources", "raw", ".assay", "02_Drafts", "00_Inbox"} {
				if err := os.RemoveAll(v.path(name)); err != nil {
					t.Fatal(err)
				}
			}
			assaytest.Must(t, 0, v.dir, "init")
			assaytest.Must(t, 0, v.dir, "build")
			v.put(t, "raw/mill.md", "# The upper mill\n\nThe upper mill was built in 1968 on the river Lune by the brothers Hask.\n")
			v.cites(t, "The upper mill was built in 1968 on the river Lune by the brothers Hask.", "../raw/mill.md")
		}},
	{name: "the policy does not say, and nothing was promoted yet", want: 0, told: []string{"warning: nobody promoted this note"},
		do: func(t *testing.T, v evidenceVault) {
			if err := os.RemoveAll(v.path("03_Sources")); err != nil {
				t.Fatal(err)
			}
		}},
	{name: "status says how much falls short", want: 0, run: []string{"status"}, told: []string{"1 note nobody promoted; a note that nobody promoted is an error", "1 claim on sources that are not verified by the ledger"},
		do: func(t *testing.T, v evidenceVault) {
			v.put(t, "notes.txt", "The upper mill burnt down in 1970.\n")
			v.cites(t, "The upper mill burnt down in 1970.", "notes.txt")
		}},
}

// Invariant (evidence): What nobody ingested, promoted or vouched for carries no claim and
// stays in no wiki unsaid, by whatever file it came. See also TestExampleDamageIsFound.
func TestEvidenceBypasses(t *testing.T) {
	t.Parallel()
	for _, b := range evidenceBypasses {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			v := newBypassVault(t)
			b.do(t, v)
			args := b.run
			if args == nil {
				args = []string{"check"}
			}
			out, messages, status := assaytest.Run(t, v.dir, args...)
			out += messages
			if status != b.want {
				t.Errorf("status %d, want %d", status, b.want)
			}
			for _, words := range b.told {
				if !strings.Contains(out, words) {
					t.Errorf("does not tell %q", words)
				}
			}
			for _, words := range b.not {
				if strings.Contains(out, words) {
					t.Errorf("tells %q", words)
				}
			}
			if t.Failed() {
				t.Logf("%s", out)
			}
		})
	}
}
