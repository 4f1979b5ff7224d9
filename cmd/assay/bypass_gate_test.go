package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/provenance"
)

// A bypass is a way to get an ungraded or wrong claim into a commit.
type bypass struct {
	name string // as a person would say it
	do   func(v *gateVault)
	// What stops it: a code of an error that `check --staged` ends with status 1 for; or,
	// where it is only told, words of its output.
	stopped string
	told    string
}

const (
	bypassPolicy = "version: 1.0\nvault:\n  evidence: [raw]\n  exempt_sections: [\"See also\"]\n"
	goodTea      = "# Tea\n\nBlack tea is steeped at 95 degrees for four minutes. ^[raw/tea.txt]\n"
	wrongClaim   = "Black tea is steeped at 60 degrees for four minutes. ^[raw/tea.txt]\n"
	wrongTea     = "# Tea\n\n" + wrongClaim
)

// bypassVault is a vault that was built and committed, for each row to be copied.
func bypassVault(t *testing.T) *gateVault {
	v := newGateVault(t)
	v.write(".gitignore", ".assay/\n")
	v.write("pipeline-policy.yaml", bypassPolicy)
	v.write("raw/tea.txt", "Black tea is steeped at 95 degrees for four minutes. Green tea is steeped at 80 degrees.\n")
	v.write("raw/coffee.txt", "Coffee is brewed at 93 degrees.\n")
	v.write("01_Wiki/Tea.md", goodTea)
	v.write("01_Wiki/Coffee.md", "# Coffee\n\nCoffee is brewed at 93 degrees. ^[raw/coffee.txt]\n\n## Brewing\n\nCoffee is brewed at 93 degrees. ^[raw/coffee.txt]\n")
	v.assay(exitClean, "build", v.dir)
	v.git("add", ".")
	v.git("commit", "-q", "-m", "all")
	return v
}

// assay runs the program and gives all that it says.
func (v *gateVault) assay(status int, args ...string) string {
	v.t.Helper()
	var out bytes.Buffer
	got := run(v.t.Context(), args, &out, &out, func(name string) string {
		return map[string]string{"SOURCE_DATE_EPOCH": "1793880000", "USER": "ada", "PATH": os.Getenv("PATH")}[name]
	})
	if got != status {
		v.t.Fatalf("assay %v: status %d, want %d\n%s", args, got, status, out.String())
	}
	return out.String()
}

func (v *gateVault) read(name string) string {
	v.t.Helper()
	text, err := os.ReadFile(filepath.Join(v.dir, filepath.FromSlash(name)))
	if err != nil {
		v.t.Fatal(err)
	}
	return string(text)
}

func (v *gateVault) policy(more string) { v.write("pipeline-policy.yaml", bypassPolicy+more) }

func (v *gateVault) link(to, name string) {
	v.t.Helper()
	if err := os.Symlink(to, filepath.Join(v.dir, filepath.FromSlash(name))); err != nil {
		v.t.Skip(err)
	}
}

// describe changes a source.yaml by hand.
func (v *gateVault) describe(old, now string) {
	v.t.Helper()
	names, _ := filepath.Glob(filepath.Join(v.dir, "03_Sources/sr_*/source.yaml"))
	name, _ := filepath.Rel(v.dir, names[0])
	text := v.read(filepath.ToSlash(name))
	if !strings.Contains(text, old) {
		v.t.Fatalf("no %s in\n%s", old, text)
	}
	v.write(filepath.ToSlash(name), strings.ReplaceAll(text, old, now))
}

const bypassLedger = "03_Sources/ledger.jsonl"

// cut leaves the first lines of the ledger.
func (v *gateVault) cut(lines int) {
	v.write(bypassLedger, strings.Join(strings.SplitAfter(v.read(bypassLedger), "\n")[:lines], ""))
}

var gateBypasses = []bypass{
	// The ledger.
	{"the ledger is deleted", func(v *gateVault) { v.git("rm", "-q", bypassLedger) }, "shortened-ledger", ""},
	{"the ledger is emptied", func(v *gateVault) { v.cut(0) }, "shortened-ledger", ""},
	{"the ledger is cut at its end", func(v *gateVault) { v.cut(len(strings.Split(v.read(bypassLedger), "\n")) - 3) }, "shortened-ledger", ""},
	{"the ledger loses a line in the middle", func(v *gateVault) {
		lines := strings.SplitAfter(v.read(bypassLedger), "\n")
		v.write(bypassLedger, strings.Join(append(lines[:2:2], lines[3:]...), ""))
	}, "shortened-ledger", ""},
	{"a line of the ledger is rewritten", func(v *gateVault) {
		v.write(bypassLedger, strings.Replace(v.read(bypassLedger), "assay-librarian", "person:ada", 1))
	}, "shortened-ledger", ""},
	{"the ledger is written anew by another build", func(v *gateVault) {
		os.RemoveAll(filepath.Join(v.dir, "03_Sources"))
		os.RemoveAll(filepath.Join(v.dir, ".assay"))
		var out bytes.Buffer
		run(v.t.Context(), []string{"build", v.dir}, &out, &out, func(name string) string {
			return map[string]string{"SOURCE_DATE_EPOCH": "1793990000", "PATH": os.Getenv("PATH")}[name]
		})
	}, "shortened-ledger", ""},
	{"a rejection is cut off the end of the ledger", func(v *gateVault) {
		before := v.read(bypassLedger)
		id := strings.SplitN(strings.SplitN(before, `"subject":"`, 2)[1], `"`, 2)[0]
		v.t.Chdir(v.dir)
		v.assay(exitClean, "source", "reject", id, "--reason", "forged", "--as", "person:ada")
		v.git("add", ".")
		v.git("commit", "-q", "-m", "rejected")
		v.write(bypassLedger, before)
	}, "shortened-ledger", ""},
	{"sources and ledger move to another folder without the ledger's end", func(v *gateVault) {
		v.git("mv", "03_Sources", "Sources")
		v.write("pipeline-policy.yaml", strings.Replace(bypassPolicy, "vault:\n", "vault:\n  sources: Sources\n", 1))
		v.write("Sources/ledger.jsonl", strings.Join(strings.SplitAfter(v.read("Sources/ledger.jsonl"), "\n")[:4], ""))
	}, "shortened-ledger", ""},

	{"a promotion by who ingested the source", func(v *gateVault) {
		v.record(provenance.ActorEngineer, provenance.KindPromoted, "01_Wiki/New.md", map[string]any{"sources": []any{v.forgeNote("agent:solo")}, "agent": "agent:solo"})
	}, "unpromoted-note", "what the ledger has of it does not count"},
	{"a promotion of a promoted note by who ingested the source", func(v *gateVault) {
		source := string(provenance.ReadLedger([]byte(v.read(bypassLedger))).Sources()[0])
		v.record(provenance.ActorEngineer, provenance.KindPromoted, "01_Wiki/Tea.md", map[string]any{"sources": []any{source}})
	}, "damaged-ledger", ""},
	{"a promotion that names no source", func(v *gateVault) {
		v.forgeNote("agent:solo")
		v.record("agent:solo", provenance.KindPromoted, "01_Wiki/New.md", map[string]any{"agent": "agent:solo"})
	}, "unpromoted-note", "what the ledger has of it does not count"},

	// The policy in the same commit.
	{"policy excludes the wiki", func(v *gateVault) {
		v.policy("  exclude: [\"01_Wiki/**\"]\n")
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"policy exempts the section of the claim", func(v *gateVault) {
		v.write("pipeline-policy.yaml", strings.Replace(bypassPolicy, "See also", "Brewing", 1))
		v.write("01_Wiki/Tea.md", "# Tea\n\n## Brewing\n\n"+wrongClaim)
	}, "lowered-bar value-mismatch", ""},
	{"policy lowers the threshold", func(v *gateVault) { v.policy("synthesis: {min_similarity_threshold: 0.3}\n") }, "lowered-bar", ""},
	{"policy lowers what is rejected", func(v *gateVault) { v.policy("synthesis: {reject_below: 0.01}\n") }, "lowered-bar", ""},
	{"policy makes evidence stay fresh for ever", func(v *gateVault) { v.policy("synthesis: {freshness_threshold_days: 99999}\n") }, "lowered-bar", ""},
	{"policy asks for no provenance block", func(v *gateVault) { v.policy("synthesis: {require_provenance_block: false}\n") }, "lowered-bar", ""},
	{"policy moves the wiki", func(v *gateVault) {
		v.write("pipeline-policy.yaml", strings.Replace(bypassPolicy, "vault:\n", "vault:\n  wiki: Elsewhere\n", 1))
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"policy calls the wiki an inbox", func(v *gateVault) {
		v.write("pipeline-policy.yaml", strings.Replace(bypassPolicy, "vault:\n", "vault:\n  inbox: 01_Wiki\n  wiki: Elsewhere\n", 1))
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"policy calls the wiki drafts", func(v *gateVault) {
		v.write("pipeline-policy.yaml", strings.Replace(bypassPolicy, "vault:\n", "vault:\n  drafts: 01_Wiki\n  wiki: Elsewhere\n", 1))
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"policy is deleted", func(v *gateVault) { v.git("rm", "-q", "pipeline-policy.yaml"); v.write("01_Wiki/Tea.md", wrongTea) }, "lowered-bar value-mismatch", ""},
	{"policy names another folder as evidence", func(v *gateVault) {
		v.write("pipeline-policy.yaml", strings.Replace(bypassPolicy, "[raw]", "[raw, notes]", 1))
	}, "lowered-bar", ""},
	{"policy promotes by itself", func(v *gateVault) { v.policy("promotion: {mode: auto}\n") }, "lowered-bar", ""},
	{"policy approves a domain", func(v *gateVault) { v.policy("safety: {approved_domains: [evil.example]}\n") }, "lowered-bar", ""},
	{"policy lets a denied domain in", func(v *gateVault) { v.policy("safety: {denied_domains: []}\n") }, "lowered-bar", ""},
	{"policy names another judge", func(v *gateVault) {
		v.policy("judge: {use: http, model: yes-man, endpoint: \"http://127.0.0.1:9\"}\n")
	}, "lowered-bar", ""},
	{"policy says that nobody is asked, and lowers the bar", func(v *gateVault) {
		v.policy("safety: {require_hitl_for_bar_changes: false}\nsynthesis: {min_similarity_threshold: 0.3}\n")
	}, "lowered-bar", ""},

	{"git is told to take the new policy for the old one", func(v *gateVault) {
		old := strings.TrimSpace(v.git("rev-parse", "HEAD:pipeline-policy.yaml"))
		v.policy("gates: {uncited: count}\n")
		v.git("replace", old, strings.TrimSpace(v.git("hash-object", "-w", "pipeline-policy.yaml")))
		v.write("01_Wiki/New.md", "# New\n\nTea came from the moon.\n")
	}, "lowered-bar uncited", ""},
	{"policy is kept, and git told to ignore it", func(v *gateVault) {
		v.git("rm", "-q", "--cached", "pipeline-policy.yaml")
		v.write(".gitignore", ".assay/\npipeline-policy.yaml\n")
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"the wiki becomes a submodule", func(v *gateVault) {
		v.git("rm", "-rq", "01_Wiki")
		v.git("init", "-q", "01_Wiki")
		v.git("-C", "01_Wiki", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x")
	}, "lowered-bar", ""},
	{"the wiki becomes a link to a folder", func(v *gateVault) {
		v.git("mv", "01_Wiki", "Pages")
		v.link("Pages", "01_Wiki")
		v.write("Pages/Tea.md", wrongTea)
	}, "lowered-bar", ""},
	{"a folder of the wiki is a link", func(v *gateVault) {
		v.write("Pages/New.md", wrongTea)
		v.link("../Pages", "01_Wiki/Pages")
	}, "lowered-bar", ""},
	{"a note becomes a link out of the vault", func(v *gateVault) {
		v.git("rm", "-q", "01_Wiki/Tea.md")
		v.link(filepath.Join(v.dir, "..", "Tea.md"), "01_Wiki/Tea.md")
	}, "lowered-bar", ""},
	{"the wiki's name in other letters, which is the same folder elsewhere", func(v *gateVault) { v.write("01_WIKI/New.md", wrongTea) }, "value-mismatch", ""},
	{"a source says that it was read later than it was", func(v *gateVault) { v.describe("retrieved: \"2026-11-05", "retrieved: \"2026-12-24") }, "lowered-bar", ""},
	{"a source says that it is of another class", func(v *gateVault) { v.describe("class: \"reference\"", "class: \"primary\"") }, "lowered-bar", ""},
	{"results of a build come with the change", func(v *gateVault) {
		v.write(".gitignore", "")
		v.git("add", "-f", ".assay")
		v.write("01_Wiki/Tea.md", goodTea+"\nGreen tea is steeped at 80 degrees. ^[raw/tea.txt]\n")
	}, "", ".assay is in git, so nothing that is stored there counts"},
	{"a note in a folder that is not read", func(v *gateVault) { v.write("01_Wiki/node_modules/Tea.md", wrongTea) }, "", "01_Wiki/node_modules/Tea.md is not read"},

	// Baseline, settings and marks.
	{"a baseline is written by hand, until 9999", func(v *gateVault) {
		v.write("01_Wiki/Tea.md", wrongTea)
		v.git("add", ".")
		v.t.Chdir(v.dir)
		v.assay(exitClean, "check", "--baseline-write")
		v.write("assay-baseline.jsonl", strings.ReplaceAll(v.read("assay-baseline.jsonl"), `"until":"20`, `"until":"99`))
	}, "lowered-bar value-mismatch", ""},
	{"Obsidian's ignore filters leave the wiki out", func(v *gateVault) {
		v.write(".obsidian/app.json", `{"userIgnoreFilters":["01_Wiki/"]}`)
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"ignore filters for notes to come", func(v *gateVault) {
		v.write(".obsidian/app.json", `{"userIgnoreFilters":["/New.*/"]}`)
	}, "lowered-bar", ""},
	{"the wiki becomes the folder of templates", func(v *gateVault) {
		v.write(".obsidian/templates.json", `{"folder":"01_Wiki"}`)
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"the wiki becomes Templater's folder", func(v *gateVault) {
		v.write(".obsidian/plugins/templater-obsidian/data.json", `{"templates_folder":"01_Wiki"}`)
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"ignore filters that git has not leave the wiki out", func(v *gateVault) {
		v.write(".gitignore", ".assay/\n.obsidian/\n")
		v.write(".obsidian/app.json", `{"userIgnoreFilters":["01_Wiki/"]}`)
		v.write("01_Wiki/Tea.md", wrongTea)
	}, "", "nothing is graded of what Obsidian's settings or `vault.exclude` leave out: "},
	{"a note is marked as generated", func(v *gateVault) {
		v.write("01_Wiki/Tea.md", "<!-- assay:generated -->\n"+wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"a new note says generated: true", func(v *gateVault) {
		v.write("01_Wiki/New.md", "---\ngenerated: true\n---\n"+wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"a new note says generated: \"Yes\" in the midst of others", func(v *gateVault) {
		v.write("01_Wiki/New.md", "---\ntitle: generated\ngenerated : \"Yes\"\ntags: [a]\n---\n"+wrongTea)
	}, "lowered-bar value-mismatch", ""},
	{"the log becomes a note and keeps its mark", func(v *gateVault) {
		v.git("mv", "01_Wiki/log.md", "01_Wiki/Journal.md")
		v.write("01_Wiki/Journal.md", v.read("01_Wiki/Journal.md")+"\n"+wrongClaim)
	}, "lowered-bar value-mismatch", ""},
	{"recorded answers of a judge are taken out", func(v *gateVault) {
		v.policy("judge: {use: http, model: m, endpoint: \"http://127.0.0.1:9\"}\n")
		v.write("03_Sources/verdicts.jsonl", "{\"id\":\"an_x\"}\n")
		v.git("add", ".")
		v.git("commit", "-q", "-m", "judge")
		v.write("03_Sources/verdicts.jsonl", "\n")
	}, "lowered-bar", ""},
	{"answers of a judge are written by hand", func(v *gateVault) {
		yes := provenance.Answer{AnswerKey: provenance.NewAnswerKey("claim", "text", nil, "http/m", "chat/1"), Stance: provenance.Supports, Score: 1}
		v.write("03_Sources/verdicts.jsonl", string(yes.Line())+"\n")
	}, "", "nobody can tell here who gave them"},
	{"the calibration of the judge is another one", func(v *gateVault) {
		v.policy("judge: {use: http, model: m, endpoint: \"http://127.0.0.1:9\"}\n")
		v.git("add", ".")
		v.git("commit", "-q", "-m", "judge")
		v.write("03_Sources/judge.json", "{}\n")
	}, "lowered-bar", ""},

	// What is cited and not graded.
	{"a claim as an imperative", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\nNote that "+wrongClaim) }, "", "1 cited sentence is not graded: 1 as a question, an imperative"},
	{"a claim to be remembered", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\nRemember: "+wrongClaim) }, "", "1 cited sentence is not graded"},
	{"a claim of what we know", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\nWe know that "+wrongClaim) }, "", "1 cited sentence is not graded"},
	{"a claim as a question", func(v *gateVault) {
		v.write("01_Wiki/New.md", "# New\n\nIs black tea not steeped at 60 degrees? ^[raw/tea.txt]\n")
	}, "", "1 cited sentence is not graded"},
	{"a claim as a line of metadata", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\nsteeping:: 60 degrees ^[raw/tea.txt]\n") }, "", "1 on lines of metadata"},
	{"a claim as the text of a link", func(v *gateVault) {
		v.write("01_Wiki/New.md", "# New\n\n[Black tea is steeped at 60 degrees for four minutes.](../raw/tea.txt)\n")
	}, "", "1 as the text of a link"},
	{"a claim in a callout of an opinion", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\n> [!opinion]\n> "+wrongClaim) }, "", "1 in quotations, tasks, opinions"},
	{"a claim as a task", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\n- [x] "+wrongClaim) }, "", "1 in quotations, tasks, opinions"},
	{"a claim in a section that is exempt already", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\n## See also\n\n"+wrongClaim) }, "", "1 in exempt sections"},
	{"a claim in HTML", func(v *gateVault) {
		v.write("01_Wiki/New.md", "# New\n\n<div>Black tea is steeped at 60 degrees.[^1]</div>\n\n[^1]: raw/tea.txt\n")
	}, "", "1 in HTML"},
	{"a claim as a heading", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\n## "+wrongClaim) }, "", "1 in headings, titles or heads of tables"},
	{"a claim as the head of a table", func(v *gateVault) {
		v.write("01_Wiki/New.md", "# New\n\n| "+strings.TrimSpace(wrongClaim)+" |\n|---|\n| tea |\n")
	}, "", "1 in headings, titles or heads of tables"},
	{"a claim as the title of a callout", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\n> [!note] "+wrongClaim) }, "", "1 in headings, titles or heads of tables"},
	{"a claim in HTML that is not closed", func(v *gateVault) { v.write("01_Wiki/New.md", "# New\n\n<pre>\n"+wrongClaim) }, "", "1 in HTML"},
	{"a page and a board beside the notes", func(v *gateVault) {
		v.write("01_Wiki/New.html", "<p>"+wrongClaim)
		v.write("01_Wiki/Board.canvas", "{}")
	}, "", "01_Wiki/Board.canvas and 1 more: no note, so nothing in it is graded"},
	{"a claim in a file for agents", func(v *gateVault) { v.write("01_Wiki/CLAUDE.md", "# New\n\n"+wrongClaim) }, "", "1 in files for agents"},
	{"a claim in the catalogue, under its mark", func(v *gateVault) {
		v.write("01_Wiki/index.md", v.read("01_Wiki/index.md")+"\n"+wrongClaim)
	}, "", "1 in notes marked as generated"},
}

// Ways around the commit gate: each is stopped, or told.
//
// Invariant (grading): No way around the gate that is known is silent.
func TestBypassesOfTheGate(t *testing.T) {
	tryBypasses(t, bypassVault(t), gateBypasses)
}

// tryBypasses tries each on a copy of a vault.
func tryBypasses(t *testing.T, base *gateVault, rows []bypass) {
	for _, b := range rows {
		t.Run(b.name, func(t *testing.T) {
			v := &gateVault{t, filepath.Join(t.TempDir(), "vault")}
			if err := os.CopyFS(v.dir, os.DirFS(base.dir)); err != nil {
				t.Fatal(err)
			}
			v.git("status", "--porcelain") // the index goes by the times of the copy
			b.do(v)
			v.git("add", ".")
			status := exitFaults
			if b.stopped == "" {
				status = exitClean
			}
			said := v.assay(status, "check", "--staged", v.dir)
			for code := range strings.FieldsSeq(b.stopped) {
				if !strings.Contains(said, "["+code+"]") {
					t.Errorf("no %s is told:\n%s", code, said)
				}
			}
			if !strings.Contains(said, b.told) {
				t.Errorf("does not say %q:\n%s", b.told, said)
			}
			// What a branch says is what its commit said.
			v.git("commit", "-q", "-m", "bypass")
			if again := v.assay(status, "check", "--diff", "HEAD~1", v.dir); b.told == "" {
				for code := range strings.FieldsSeq(b.stopped) {
					if !strings.Contains(again, "["+code+"]") {
						t.Errorf("--diff tells no %s:\n%s", code, again)
					}
				}
			}
		})
	}
}

// Who compares with a branch that has gone on is not told what that has and this one never
// had.
func TestBarOfABranchThatIsBehind(t *testing.T) {
	v := bypassVault(t)
	v.git("checkout", "-q", "-b", "work")
	v.write("01_Wiki/Tea.md", goodTea+"\nGreen tea is steeped at 80 degrees. ^[raw/tea.txt]\n")
	v.git("commit", "-q", "-a", "-m", "work")
	v.git("checkout", "-q", "main")
	v.policy("synthesis: {min_similarity_threshold: 0.9}\n")
	v.write("raw/new.txt", "Herbal tea has no caffeine.\n")
	v.assay(exitClean, "build", v.dir)
	v.git("add", ".")
	v.git("commit", "-q", "-m", "stricter")
	v.git("checkout", "-q", "work")
	if said := v.assay(exitClean, "check", "--diff", "main", v.dir); strings.Contains(said, "lowers") || strings.Contains(said, "shortened") {
		t.Error(said)
	}
	v.cut(3)
	if said := v.assay(exitFaults, "check", "--diff", "main", v.dir); !strings.Contains(said, "shortened-ledger") {
		t.Error(said)
	}
}
