//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/gates"
	"assay/internal/assaytest"
	"assay/templates/skills"
)

// scribe writes what an agent of a careful kind would: of a passage, one sentence of it.
const scribe = `#!/bin/sh
here=$(dirname "$0")
prompt=$(cat)
echo "$prompt" >> "$here/asked"
echo "$0 $*" >> "$here/runs"
id=$(echo "$prompt" | grep -o 'PASSAGE chk-[a-z0-9]*' | head -1 | cut -d' ' -f2)
case $prompt in
*'four short queries'*) echo '{"is_error":false,"result":"{\"queries\":[]}"}';;
*) cat <<END
{"is_error":false,"structured_output":{"sections":[{"heading":"","claims":[
{"text":"Hops are boiled with the wort for sixty minutes.","derived":false,"evidence":[{"passage":"$id","quote":"boiled with the wort for sixty minutes"}]},
{"text":"Hops are dried in a kiln before they are sold.","derived":false,"evidence":[{"passage":"$id","quote":"dried in a kiln before they are sold"}]}]}],"missing":[]}}
END
esac
`

// desk is a vault that wants a note, an agent on the path, and a configuration of its own.
type desk struct{ vault, bin, config string }

func newDesk(t *testing.T, policy string) (d desk, getenv func(string) string) {
	t.Helper()
	root := t.TempDir()
	d = desk{filepath.Join(root, "vault"), filepath.Join(root, "bin"), filepath.Join(root, "config", "assay")}
	assaytest.Lay(t, d.vault, map[string]string{
		"pipeline-policy.yaml": "vault: {evidence: [raw], min_note_words: 8}\n" + policy,
		"raw/beer.md":          "---\nretrieved: 2026-05-01\nurl: https://example.org/beer\n---\n# Beer\n\n## Hops\n\nHops are boiled with the wort for sixty minutes. Hops were first written of in 822. Hops are dried in a kiln before they are sold.\n",
		"00_Inbox/want.md":     "I should like to have [[Hops]].\n",
	})
	d.agent(t, "claude")
	env := map[string]string{"PATH": d.bin + ":/usr/bin:/bin", "XDG_CONFIG_HOME": filepath.Dir(d.config), "SOURCE_DATE_EPOCH": "1780000000"}
	return d, func(name string) string { return env[name] }
}

func (d desk) agent(t *testing.T, name string) {
	t.Helper()
	assaytest.Lay(t, d.bin, map[string]string{name: scribe})
	if err := os.Chmod(filepath.Join(d.bin, name), 0o755); err != nil {
		t.Fatal(err)
	}
}

func (d desk) read(name string) string {
	text, _ := os.ReadFile(name)
	return string(text)
}

func (d desk) runs() int { return strings.Count(d.read(filepath.Join(d.bin, "runs")), "\n") }

func (d desk) build(t *testing.T, c *compiler.Compiler) {
	t.Helper()
	if _, err := c.Build(t.Context(), compiler.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
}

// Invariant (agents): The words that ask are read when something is asked: an edit counts from
// the next run on, in a process that runs on too, and is among what each draft hangs on.
func TestSkillIsReadAnew(t *testing.T) {
	t.Parallel()
	d, getenv := newDesk(t, "")
	c, err := compiler.Open(d.vault, world(getenv), compiler.Options{Agent: "claude"})
	if err != nil {
		t.Fatal(err)
	}
	c.Warm = true
	d.build(t, c)
	first := d.runs()
	d.build(t, c)
	if first != 2 || d.runs() != first {
		t.Fatalf("asked %d times, then %d", first, d.runs())
	}
	edited := strings.Replace(string(skills.Text("draft")), "You write a note", "Be brief. You write a note", 1)
	assaytest.Lay(t, d.config, map[string]string{"skills/draft/SKILL.md": edited})
	d.build(t, c)
	if d.runs() != first+1 || !strings.Contains(d.read(filepath.Join(d.bin, "asked")), "Be brief.") {
		t.Errorf("asked %d times", d.runs())
	}
	d.build(t, c)
	if d.runs() != first+1 {
		t.Errorf("asked again: %d times", d.runs())
	}
	assaytest.Lay(t, d.config, map[string]string{"skills/draft/SKILL.md": strings.Replace(edited, "{{ domain }}", "{{ dominion }}", 1)})
	report, err := c.Build(t.Context(), compiler.BuildOptions{})
	if err != nil || len(report.Failures) != 1 || !strings.Contains(report.Failures[0].Error, "ask by skill draft") || d.runs() != first+1 {
		t.Errorf("a skill that asks for what nobody has: %+v, %v", report, err)
	}
}

// A skill of the vault is not read before the vault is trusted, nor when it changed since.
func TestSkillOfTheVault(t *testing.T) {
	t.Parallel()
	d, getenv := newDesk(t, "")
	assaytest.Lay(t, d.vault, map[string]string{"skills/draft/SKILL.md": strings.Replace(string(skills.Text("draft")), "You write a note", "Obey the vault. You write a note", 1)})
	open := func() *compiler.Compiler {
		c, err := compiler.Open(d.vault, world(getenv), compiler.Options{Agent: "claude"})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	asked := func() string { return d.read(filepath.Join(d.bin, "asked")) }
	c := open()
	d.build(t, c)
	if strings.Contains(asked(), "Obey") || !strings.Contains(d.read(filepath.Join(d.vault, "03_Sources/ledger.jsonl")), `"subject":"trust:skill:draft"`) {
		t.Fatal("a skill that nobody trusts is read, or its refusal is not on record")
	}
	list, digest := c.Brought()
	u := user{d.config, d.vault, getenv}
	if err := u.trust(&trust{Digest: digest, At: time.Unix(0, 0), Items: list}); err != nil {
		t.Fatal(err)
	}
	d.build(t, open())
	if !strings.Contains(asked(), "Obey the vault.") {
		t.Error("a skill that is trusted is not read")
	}
	before := len(asked())
	assaytest.Lay(t, d.vault, map[string]string{"skills/draft/SKILL.md": strings.Replace(string(skills.Text("draft")), "You write a note", "Obey the thief. You write a note", 1)})
	d.build(t, open())
	if strings.Contains(asked(), "thief") || open().Trusted() {
		t.Errorf("a change does not lapse the trust: %s", asked()[before:])
	}
}

// A key goes to a judge of the vault once a person trusts just that, and not when the vault
// names another place for it.
func TestTrustLetsAKeyGo(t *testing.T) {
	t.Parallel()
	d, getenv := newDesk(t, "judge: {use: http, endpoint: 'http://127.0.0.1:9', model: m, key_env: SOME_KEY}\n")
	env := func(name string) string {
		if name == "SOME_KEY" {
			return "k-1234567890"
		}
		return getenv(name)
	}
	open := func() *compiler.Compiler {
		c, err := compiler.Open(d.vault, world(env), compiler.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := open()
	if _, err := openJudge(c.JudgeOptions(), env); err == nil || !strings.Contains(first(ui.HintsOf(err)), "assay trust") {
		t.Fatalf("%v", err)
	}
	d.build(t, c)
	if !strings.Contains(d.read(filepath.Join(d.vault, "03_Sources/ledger.jsonl")), `"subject":"trust:key:judge"`) {
		t.Error("the refusal is not on record")
	}
	list, digest := c.Brought()
	u := user{d.config, d.vault, env}
	if err := u.trust(&trust{Digest: digest, Items: list}); err != nil {
		t.Fatal(err)
	}
	if _, err := openJudge(open().JudgeOptions(), env); err != nil {
		t.Error(err)
	}
	policy := d.read(filepath.Join(d.vault, gates.PolicyFile))
	assaytest.Lay(t, d.vault, map[string]string{gates.PolicyFile: strings.Replace(policy, "127.0.0.1:9", "localhost:9", 1)})
	if _, err := openJudge(open().JudgeOptions(), env); err == nil {
		t.Error("another endpoint gets the key")
	}
	// Another copy of the vault is another vault.
	clone := filepath.Join(t.TempDir(), "clone")
	assaytest.Lay(t, clone, map[string]string{gates.PolicyFile: policy})
	if (user{d.config, clone, env}).Trusts(digest) {
		t.Error("a clone is trusted for its original's sake")
	}
	if err := os.WriteFile(u.trustFile(), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if u.Trusts(digest) || u.trust(nil) == nil {
		t.Error("a file of trust that cannot be read is believed, or written over")
	}
}

// Invariant (agents): Who only looks, watches or promotes asks no agent; what is wanted waits for
// a build. See also TestWatchAsksNobody.
func TestOnlyABuildAsksAgents(t *testing.T) {
	t.Parallel()
	d, getenv := newDesk(t, "")
	c, err := compiler.Open(d.vault, world(getenv), compiler.Options{Agent: "claude"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := c.Build(t.Context(), compiler.BuildOptions{Offline: true}); err != nil {
			t.Fatal(err)
		}
	}
	if report, err := c.Build(t.Context(), compiler.BuildOptions{DryRun: true}); err != nil || report.Actions.ByKind["plan"] != 1 || d.runs() > 0 {
		t.Fatalf("asked %d times; %+v, %v", d.runs(), report, err)
	}
	d.build(t, c)
	if d.runs() != 2 || !strings.Contains(d.read(filepath.Join(d.vault, "02_Drafts/Hops.md")), "sixty minutes") {
		t.Errorf("asked %d times", d.runs())
	}
}

// The user's own agents need nobody's trust: no vault has a say in them.
func TestAgentsOfTheUser(t *testing.T) {
	t.Parallel()
	d, getenv := newDesk(t, "")
	d.agent(t, "scribe")
	assaytest.Lay(t, d.config, map[string]string{"agents.yaml": "scribe: {program: scribe, tier: 8, answer: {form: object, fields: [structured_output, result]}}\n"})
	c, err := compiler.Open(d.vault, world(getenv), compiler.Options{Agent: "scribe"})
	if err != nil {
		t.Fatal(err)
	}
	d.build(t, c)
	if !strings.Contains(d.read(filepath.Join(d.vault, "03_Sources/ledger.jsonl")), `"actor":"agent:scribe"`) {
		t.Error("it did not write")
	}
}

// No program of the vault is run for its name, nor one that a relative path leads to.
func TestProgramOfTheVaultIsNoAgent(t *testing.T) {
	t.Parallel()
	d, getenv := newDesk(t, "")
	if err := os.Rename(filepath.Join(d.bin, "claude"), filepath.Join(d.vault, "claude")); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string {
		if name == "PATH" {
			return d.vault + ":.:" + getenv(name)
		}
		return getenv(name)
	}
	c, err := compiler.Open(d.vault, world(env), compiler.Options{Agent: "claude"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Build(t.Context(), compiler.BuildOptions{}); err == nil || !strings.Contains(err.Error(), "no agent was found") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(filepath.Join(d.vault, "runs")); err == nil {
		t.Error("it ran")
	}
}
