package gates

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The reference policy, with every key written out, is the default.
const fullPolicy = `version: 1.0
quotas:
  max_credits_per_session: 100
  max_pages_per_source: 200
safety:
  denied_domains: ["*.social", "reddit.com"]
  approved_domains: []
  require_hitl_for_costs_over: 20
  require_hitl_for_new_domain: true
synthesis:
  freshness_threshold_days: 90
  min_similarity_threshold: 0.78
  reject_below: 0.20
  require_provenance_block: true
vault:   {wiki: 01_Wiki, drafts: 02_Drafts, inbox: 00_Inbox, sources: 03_Sources, evidence: [], exclude: [], ungraded: [],
          exempt_sections: ["Open questions", "See also", "References"], min_note_words: 30, witnesses: 1}
crawl:   {user_agent: "", delay: 1s, concurrency: 4, max_depth: 5, max_body: 20MB, timeout: 30s, allow_private_hosts: [],
          backend: builtin}
search:  {sources: [], depth: default, domain_boost: []}
agents:  {use: none, chain: [claude, codex, agy, gemini, ollama], min_tier: 8, timeout: 180s, ollama_model: "",
          roles: {librarian: {agent: agy, min_tier: 6}, engineer: {agent: codex}, chronicler: {agent: claude}}}
judge:   {use: lexical}
embedding: {use: builtin}
store:   {use: embedded}
promotion: {mode: review, high_stakes_tags: []}
gates: {uncited: error}
`

func TestPolicyDefaults(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing\n", "version: 1.0\n", "quotas:\n", fullPolicy, "\ufeff" + fullPolicy, strings.ReplaceAll(fullPolicy, "\n", "\r\n")} {
		p, err := ParsePolicy(PolicyFile, []byte(text))
		if err != nil {
			t.Errorf("ParsePolicy(%.40q): %v", text, err)
		}
		if diff := cmp.Diff(Default(), p, cmp.Transformer("nil", func(s []string) string { return strings.Join(s, "\x00") })); diff != "" {
			t.Errorf("ParsePolicy(%.40q) is not the default:\n%s", text, diff)
		}
	}
}

// What a vault brings along has a digest that any change of it changes.
func TestBrought(t *testing.T) {
	digest := func(policy string, skills map[string]string) string {
		p, err := ParsePolicy("p", []byte(policy))
		if err != nil {
			t.Fatal(err)
		}
		return DigestOfBrought(p.Brought(skills))
	}
	if d := digest("vault: {evidence: [raw]}", nil); d != "" {
		t.Errorf("a plain vault brings %s", d)
	}
	seen := map[string]string{}
	for _, c := range []struct {
		policy string
		skills map[string]string
	}{
		{"agents: {use: auto}", nil}, {"agents: {use: required}", nil}, {"agents: {use: auto, min_tier: 6}", nil}, {"agents: {use: auto, chain: [codex]}", nil},
		{"agents: {specs: {m: {command: [m]}}}", nil}, {"agents: {specs: {m: {command: [m, -x]}}}", nil}, {"agents: {specs: {m: {endpoint: 'http://127.0.0.1:1'}}}", nil},
		{"judge: {use: http, endpoint: 'https://a', model: m, key_env: K}", nil}, {"judge: {use: http, endpoint: 'https://b', model: m, key_env: K}", nil},
		{"embedding: {use: http, endpoint: 'http://127.0.0.1', model: m, key_env: K}", nil},
		{"judge: {use: agent/claude}", nil}, {"judge: {use: agent/codex}", nil}, {"judge: {use: agent/codex, model: m}", nil},
		{"", map[string]string{"draft": "1"}}, {"", map[string]string{"draft": "2"}}, {"", map[string]string{"plan": "1"}},
	} {
		d := digest(c.policy, c.skills)
		if was, ok := seen[d]; d == "" || ok {
			t.Errorf("%s %v has the digest %q of %q", c.policy, c.skills, d, was)
		}
		seen[d] = c.policy
	}
	if digest("judge: {use: http, endpoint: 'http://127.0.0.1:1', model: m}", nil) != "" {
		t.Error("a judge without a key is brought along")
	}
}

func TestPolicyValues(t *testing.T) {
	p, err := ParsePolicy("p.yaml", []byte(`
quotas: {max_credits_per_session: 0}
synthesis:
  min_similarity_threshold: 1
  freshness: {tags: {news: 7}, domains: {"*.kernel.org": 365}, classes: {rfc: never}}
vault:
  wiki: ./notes/
  drafts: ""
  evidence: [raw, 'more\papers', raw/]
  exclude: templates/**
promotion: {mode: auto, high_stakes_tags: [medical]}
`))
	if err != nil {
		t.Fatal(err)
	}
	if p.Quotas.MaxCreditsPerSession != 0 || p.Synthesis.MinSimilarityThreshold != 1 || p.Promotion.Mode != "auto" {
		t.Errorf("values not taken: %+v", p)
	}
	want := Default().Vault
	want.Wiki, want.Drafts, want.Evidence, want.Exclude = "notes", "", []string{"raw", "more/papers"}, []string{"templates/**"}
	if diff := cmp.Diff(want, p.Vault); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Freshness{Tags: map[string]int{"news": 7}, Domains: map[string]int{"*.kernel.org": 365}, Classes: map[string]int{"rfc": NeverStale}}, p.Synthesis.Freshness); diff != "" {
		t.Error(diff)
	}
}

func TestPolicyErrors(t *testing.T) {
	for _, tt := range []struct{ text, message, hint string }{
		{"qoutas: {}", "p:1:1: unknown key `qoutas`", "did you mean `quotas`?"},
		{"quotas:\n  max_page_per_source: 3", "p:2:3: unknown key `quotas.max_page_per_source`", "did you mean `quotas.max_pages_per_source`?"},
		{"min_similarity_threshold: 0.5", "p:1:1: unknown key `min_similarity_threshold`", "did you mean `synthesis.min_similarity_threshold`?"},
		{"judge:\n  zzzz: 3", "p:2:3: unknown key `judge.zzzz`", "known keys in `judge`: api"},
		{"quotas: 7", "p:1:9: quotas is 7, not keys with values", ""},
		{"- a", "the policy is a list", ""},
		{"quotas: {max_pages_per_source: many}", "p:1:32: `quotas.max_pages_per_source` is \"many\"", "write a whole number, 1 or more"},
		{"quotas: {max_pages_per_source: -1}", "`quotas.max_pages_per_source` is -1", "1 or more"},
		{"synthesis: {min_similarity_threshold: 78}", "is 78", "a number from 0 to 1"},
		{"synthesis: {min_similarity_threshold: .nan}", "is .nan", "a number from 0 to 1"},
		{"synthesis: {reject_below: 0.9}", "not below `synthesis.min_similarity_threshold`", "weak evidence"},
		{"synthesis: {require_provenance_block: sure}", "is \"sure\"", "true or false"},
		{"crawl: {delay: 5}", "`crawl.delay` is 5", "a duration with its unit"},
		{"crawl: {max_body: 20 MiBi}", "`crawl.max_body` is \"20 MiBi\"", "a size such as"},
		{"crawl: {profile: ../work}", "`crawl.profile` is \"../work\", not a plain name", "a folder of your own configuration"},
		{"judge: {use: agent}", "`judge.use` is \"agent\"", "agent/NAME"},
		{"embedding: {use: onnx, model: m}", "`embedding.use` is not in this version", "remove the key"},
		{"judge: {use: lexcial}", "`judge.use` is \"lexcial\"", "did you mean `lexical`?"},
		{"agents: {use: sometimes}", "`agents.use` is \"sometimes\"", "none, auto, required"},
		{"agents: {chain: [clyde]}", "`agents.chain` names \"clyde\"", "known are agy, claude"},
		{"agents: {roles: {librarian: {agent: gemni}}}", "`agents.roles` names \"gemni\"", ""},
		{"agents: {roles: {engineer: {agent: claude}}}", "and both are anthropic's", "two roles need two actors"},
		{"agents: {specs: {mine: {tier: 8}}}", "has neither a command nor an endpoint", ""},
		{"agents: {specs: {mine: {command: [./run.sh]}}}", "begins with a path", "no program of a vault is run"},
		{"agents: {specs: {claude: {command: [claude, --dangerously-skip-permissions]}}}", "must not be run", ""},
		{"agents: {specs: {mine: {endpoint: 'ftp://x'}}}", "is no http or https address", ""},
		{"agents: {specs: {mine: {endpoint: 'http://x', key_env: 'a b'}}}", "no name of an environment variable", ""},
		{"agents: {specs: {a/b: {command: [x]}}}", "is no plain name", ""},
		{"vault: {evidence: [../../etc]}", "p:1:20: `vault.evidence` points outside the vault", "assay source propose"},
		{"vault: {wiki: /home}", "points outside the vault", ""},
		{`vault: {wiki: 'C:\notes'}`, "points outside the vault", ""},
		{"vault: {drafts: 01_wiki}", "`vault.drafts` and `vault.wiki` are the same folder", ""},
		{"vault: {sources: .}", "`vault.sources` is the vault itself", ""},
		{"vault: {sources: ''}", "`vault.sources` is the vault itself", ""},
		{"vault: {evidence: [03_Sources]}", "names the sources folder", ""},
		{"safety: {denied_domains: ['https://x.org/']}", "is no domain", "write a domain"},
		{"safety: {denied_domains: [.x.org]}", "is no domain", "write a domain"},
		{"version: 2.0", "`version` is 2.0", "this assay reads version 1.0"},
		{"a: 1\nquotas: {}\nquotas: {}", "quotas", ""},
		{"a: [1", "not valid YAML", ""},
		{"---\nversion: 1.0\n---\nversion: 1.0\n", "a second YAML document", ""},
		{"quotas: &q {}\nsafety: *q", "", ""},
	} {
		_, err := ParsePolicy("p", []byte(tt.text))
		if err == nil {
			t.Errorf("%q: no error", tt.text)
			continue
		}
		if !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%q: error %q, want %q in it", tt.text, err, tt.message)
		}
		var pe *PolicyError
		if !errors.As(err, &pe) || !strings.Contains(pe.Hint(), tt.hint) {
			t.Errorf("%q: hint %q, want %q in it", tt.text, pe.Hint(), tt.hint)
		}
	}
}

func TestPolicyErrorsInFileOrder(t *testing.T) {
	_, err := ParsePolicy("p", []byte("zzz: 1\nquotas: {max_pages_per_source: 0}\nyyy: 2\njudge: {use: onnx}\n"))
	if got := strings.Count(err.Error(), "\n") + 1; got != 4 {
		t.Fatalf("%d errors, want 4:\n%v", got, err)
	}
	for i, line := range strings.Split(err.Error(), "\n") {
		if !strings.HasPrefix(line, "read policy p:"+string(rune('1'+i))+":") {
			t.Errorf("error %d is %q", i, line)
		}
	}
}

func TestDenied(t *testing.T) {
	p := Default()
	for url, denied := range map[string]bool{
		"https://reddit.com/r/x": true, "https://old.reddit.com": true, "HTTPS://WWW.Reddit.COM./": true,
		"https://mastodon.social/@a": true, "https://social/": false, "https://notreddit.com": false,
		"http://user:pw@reddit.com:8080/": true, "//reddit.com/x": true, "https://example.org/?u=reddit.com": false,
		"raw/reddit.com.md": false, "file:///home/reddit.com": false, "": false, "https://reddit.com@example.org/": false,
	} {
		if got := p.Denied(url) != nil; got != denied {
			t.Errorf("Denied(%q) = %v", url, got)
		}
	}
}

// A host has more than one spelling, in the policy and in addresses.
//
// Invariant (the web): A denied domain is denied however its name is spelt.
func TestDeniedBySpelling(t *testing.T) {
	p, err := ParsePolicy("p", []byte("safety: {denied_domains: [bücher.example, '*.xn--r8jz45g.jp', '::1', '[2001:DB8::0]', 10.0.0.1]}"))
	if err != nil {
		t.Fatal(err)
	}
	for url, denied := range map[string]bool{
		"https://BÜCHER.example/": true, "https://www.xn--bcher-kva.example/x": true, "https://bücher。example": true,
		"https://a.例え.jp": true, "https://例え.jp": false, "https://bucher.example/": false,
		"http://[::1]:80/x": true, "http://[0:0::1]/": true, "http://[2001:db8::]/": true, "http://[::2]/": false,
		"http://[::ffff:10.0.0.1]/": true, "http://10.0.0.1.:80/": true,
	} {
		if got := p.Denied(url) != nil; got != denied {
			t.Errorf("Denied(%q) = %v", url, got)
		}
	}
}

func TestNeedsPerson(t *testing.T) {
	p := Default()
	p.Safety.ApprovedDomains = []string{"example.org"}
	for _, tt := range []struct {
		url     string
		credits int
		needs   string
	}{
		{"raw/a.html", 0, ""},
		{"https://docs.example.org/a", 20, ""},
		{"https://docs.example.org/a", 21, "costs 21 credits"},
		{"https://example.com/", 1, "example.com is not in safety.approved_domains"},
	} {
		if got := p.NeedsPerson([]string{tt.url}, tt.credits); !strings.HasPrefix(got, tt.needs) || tt.needs == "" && got != "" {
			t.Errorf("NeedsPerson(%q, %d) = %q", tt.url, tt.credits, got)
		}
	}
}

func TestFreshFor(t *testing.T) {
	const day = 24 * time.Hour
	p := Default()
	p.Synthesis.Freshness = Freshness{
		Tags: map[string]int{"news": 7}, Classes: map[string]int{"RFC": NeverStale, "wiki": 30}, Domains: map[string]int{"*.kernel.org": 365},
	}
	for _, tt := range []struct {
		tags        []string
		class, host string
		want        time.Duration
	}{
		{nil, "", "", 90 * day},
		{[]string{"News/local"}, "", "", 7 * day},
		{[]string{"newsy"}, "", "", 90 * day},
		{nil, "rfc", "", 0},
		{[]string{"news"}, "rfc", "", 7 * day},
		{nil, "wiki", "docs.kernel.org", 30 * day},
		{nil, "", "docs.kernel.org", 365 * day},
	} {
		if got := p.FreshFor(tt.tags, tt.class, tt.host); got != tt.want {
			t.Errorf("FreshFor(%v, %q, %q) = %v, want %v", tt.tags, tt.class, tt.host, got, tt.want)
		}
	}
}

func TestArea(t *testing.T) {
	l := Layout{Wiki: ".", Drafts: "02_Drafts", Sources: "meta/sources", Evidence: []string{"raw"}}
	for path, want := range map[string]Area{
		"a.md": Wiki, "b/c.md": Wiki, "02_Drafts/x.md": Draft, "02_Drafts2/x.md": Wiki, "meta/sources/a/b.md": Sources, "raw/a.txt": Original,
	} {
		if got := l.Area(path); got != want {
			t.Errorf("Area(%q) = %v, want %v", path, got, want)
		}
	}
	if got := Default().Vault.Area("README.md"); got != Elsewhere {
		t.Errorf("a file under no folder is %v", got)
	}
}

func FuzzParsePolicy(f *testing.F) {
	f.Add([]byte(fullPolicy))
	f.Add([]byte("quotas: &a {b: *a}\n<<: *a\n? [x]\n: !!binary |\n  x"))
	f.Add([]byte("a:\n\tb: c"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := ParsePolicy("p", text)
		if err == nil && (p.Synthesis.RejectBelow >= p.Synthesis.MinSimilarityThreshold || p.Vault.Sources == ".") {
			t.Errorf("accepted %q as %+v", text, p)
		}
	})
}
