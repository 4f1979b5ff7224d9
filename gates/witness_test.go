package gates

import (
	"strings"
	"testing"

	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

func TestWitnessesFor(t *testing.T) {
	l := Default().Vault
	l.Witnesses = 2
	l.WitnessesBy = Asked{Tags: map[string]int{"#Medicine": 3, "draft": 1}, Folders: map[string]int{"01_Wiki/Law": 4, "./01_Wiki/Fun/": 1}}
	for _, c := range []struct {
		note string
		tags []string
		want int
	}{
		{"01_Wiki/a.md", nil, 2},
		{"01_Wiki/a.md", []string{"medicine/surgery"}, 3},
		{"01_Wiki/a.md", []string{"medicines"}, 2},
		{"01_Wiki/a.md", []string{"draft"}, 1},
		{"01_Wiki/a.md", []string{"draft", "medicine"}, 3},
		{"01_Wiki/Law/a.md", []string{"medicine"}, 4},
		{"01_Wiki/Lawful/a.md", nil, 2},
		{"01_Wiki/Fun/a.md", nil, 1},
	} {
		if got := l.WitnessesFor(c.note, c.tags); got != c.want {
			t.Errorf("%s %v: %d, want %d", c.note, c.tags, got, c.want)
		}
	}
}

func TestOurs(t *testing.T) {
	p := Default()
	p.Vault.Published = []string{"https://www.Notes.example.org/garden/", "mine.example.org"}
	for url, want := range map[string]bool{
		"https://notes.example.org/garden":                 true,
		"http://NOTES.example.org/garden/tea#x":            true,
		"https://www.notes.example.org:443/garden/?q=1":    true,
		"https://notes.example.org/gardening":              false,
		"https://notes.example.org/":                       false,
		"https://mine.example.org/anything":                true,
		"https://notmine.example.org/":                     false,
		"https://example.org/?to=https://mine.example.org": false,
		"raw/mine.example.org":                             false,
	} {
		if got := p.Ours(url) != ""; got != want {
			t.Errorf("%s: %v", url, got)
		}
	}
	for text, want := range map[string]bool{
		"See https://mine.example.org.":                            true,
		"See [it](https://www.mine.example.org/tea).":              true,
		"(mine.example.org)":                                       true,
		"See mine.example.org.uk.":                                 false,
		"See notmine.example.org and mine.example.orgs":            false,
		"a.mine.example.org is another's":                          false,
		"notes.example.org/garden/tea":                             true,
		"notes.example.org/gardens, then Notes.Example.org/Garden": true,
		"":                          false,
		"\xff mine.example.org\xff": true,
	} {
		if got := p.NamesOurs(text) != ""; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if Default().NamesOurs("mine.example.org") != "" || Default().Ours("https://mine.example.org") != "" {
		t.Error("a vault that is published nowhere has an address")
	}
}

func TestTooFewWitnesses(t *testing.T) {
	p := Default()
	p.Vault.WitnessesBy.Tags = map[string]int{"law": 2}
	at := func(file string) provenance.Judged {
		return provenance.Judged{Evidence: provenance.Evidence{Span: vault.Span{File: file}}}
	}
	v := provenance.Verdict{Tier: provenance.T5, Rule: provenance.RuleSupported, Cited: true, Passages: []provenance.Judged{at("raw/a.md"), at("raw/b.md")},
		Witnesses: provenance.Witnesses{Count: 1, Twins: []provenance.Twin{{Passage: 1, Of: 0, Why: "near-copies (Jaccard 0.93)"}}}}
	look := func(tags []string, v provenance.Verdict, guest bool) []Diagnostic {
		n := claimIn("01_Wiki/a.md", markdown.Claim{})
		n.Meta.Tags = tags
		asks := p
		if guest {
			asks = Guest()
		}
		return Check(Facts{Notes: []*markdown.Note{n}, Verdicts: map[string][]provenance.Verdict{n.Path: {v}}}, asks)
	}
	ds := look([]string{"law"}, v, false)
	if len(ds) != 1 || ds[0].Code != SingleWitness || ds[0].Severity != Warning || ds[0].Tier != provenance.T5 ||
		ds[0].Message != "rests on 1 independent witness, and policy asks for 2; raw/a.md and raw/b.md are one: near-copies (Jaccard 0.93)" ||
		!strings.HasPrefix(ds[0].Hint, "cite another source") || len(ds[0].Related) != 1 {
		t.Errorf("%+v", ds)
	}
	weak := v
	weak.Tier, weak.Rule = provenance.T3, provenance.RuleStale
	for name, ds := range map[string][]Diagnostic{"no such tag": look(nil, v, false), "guest": look([]string{"law"}, v, true)} {
		if len(ds) != 0 {
			t.Errorf("%s: %+v", name, ds)
		}
	}
	if ds := look([]string{"law"}, weak, false); len(ds) != 1 || ds[0].Code != StaleEvidence {
		t.Errorf("of a claim that does not hold there is worse to say: %+v", ds)
	}
}

func TestWitnessPolicy(t *testing.T) {
	good := `
vault:
  witnesses: 2
  witnesses_by: {tags: {medicine: 3}, folders: {01_Wiki/Law: 2}}
  published: ["https://notes.example.org/garden", me.example.org, "localhost:8080"]
synthesis: {authority: {example.org: 1, "*.example.net": 4}}
`
	p, err := ParsePolicy("p.yaml", []byte(good))
	if err != nil || p.Vault.WitnessesBy.Tags["medicine"] != 3 || p.Vault.WitnessesBy.Folders["01_Wiki/Law"] != 2 || len(p.Vault.Published) != 3 || p.Synthesis.Authority["example.org"] != 1 {
		t.Errorf("%v, %+v", err, p.Vault)
	}
	for text, want := range map[string]string{
		"vault: {witnesses_by: {tag: {medicine: 3}}}":          "`vault.witnesses_by.tag`",
		"vault: {witnesses_by: {tags: {medicine: 0}}}":         "`vault.witnesses_by.tags.medicine`",
		"vault: {witnesses_by: {folders: {../up: 2}}}":         "points outside the vault",
		"vault: {published: [garden]}":                         "which is no address",
		"vault: {published: [\"*.example.org\"]}":              "which is no address",
		"synthesis: {authority: {example.org: 5}}":             "`synthesis.authority.example.org` is 5",
		"synthesis: {authority: {example.org: high}}":          "`synthesis.authority.example.org`",
		"synthesis: {authority: {\"https://example.org\": 1}}": "which is no domain",
	} {
		if _, err := ParsePolicy("p.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
