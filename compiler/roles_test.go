package compiler_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/provenance"
)

func (v *testVault) buildAs(who string) *reports.Report {
	v.Helper()
	c := v.open()
	c.Opts.As = who
	return mustBuild(v, c)
}

// Invariant (lives and decisions): Who had the compiler read, draft and promote is on record,
// and no agent gets a note into the wiki alone. See also TestWhoIngestedMayNotPromote.
func TestNoAgentAlone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, map[string]string{"01_Wiki/Home.md": "# Home\n\nWe need to know about the [[Kettle]].\n"})
	const solo = "agent:solo"
	if _, err := sources.Propose(ctx, v.open(), sources.Proposal{Target: s.url, By: solo}); err != nil {
		t.Fatal(err)
	}
	held := func(r *reports.Report) {
		t.Helper()
		if len(r.Promoted) > 0 || len(r.Held) != 1 || !strings.Contains(r.Held[0].Reason, "promote as agent:solo: the same actor requested the ingestion") {
			t.Errorf("promoted %v, held %+v", r.Promoted, r.Held)
		}
	}
	held(v.buildAs(solo))
	held(v.buildAs(solo))
	c := v.open()
	c.Opts.As = solo
	if _, err := review.Promote(ctx, c, "02_Drafts/Kettle.md", solo); err == nil {
		t.Error("it promoted by hand")
	}
	for kind, key := range map[string]string{"crawled": "requested_by", "drafted": "requested_by", "synthesized": "requested_by"} {
		if e := v.events(kind); len(e) != 1 || e[0].Text(key) != solo {
			t.Errorf("%s: %+v", kind, e)
		}
	}
	// Another agent's build may, and so may a person's.
	if r := v.buildAs("agent:other"); len(r.Promoted) != 1 {
		t.Errorf("another: held %+v", r.Held)
	}
	e := v.events("promoted")
	if len(e) != 1 || e[0].Actor != provenance.ActorChronicler || e[0].Text("requested_by") != "agent:other" || e[0].Text("agent") != provenance.ActorChronicler {
		t.Errorf("promoted: %+v", e)
	}
}

// What an agent's build took in from a folder of evidence, it does not promote either; the
// next build of a person does, with no question.
func TestAgentsOwnIntake(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	if r := v.buildAs("agent:solo"); len(r.Promoted) > 0 || !slices.ContainsFunc(r.Held, func(h reports.HeldDraft) bool { return strings.Contains(h.Reason, "promote as agent:solo") }) {
		t.Errorf("promoted %v, held %+v", r.Promoted, r.Held)
	}
	c := v.open()
	c.Opts.As, c.Opts.Named = ada, true
	if r := mustBuild(v, c); len(r.Promoted) == 0 {
		t.Errorf("held %+v", r.Held)
	}
	for _, e := range v.events("promoted") {
		if e.Text("requested_by") != ada {
			t.Errorf("%s promoted by %s for %q", e.Subject, e.Actor, e.Text("requested_by"))
		}
	}
}

// The provenance of a note names who wrote it, the ledger who promoted it.
func TestProvenanceNamesTheSynthesiser(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, c := range map[string]struct{ edit, want string }{
		"the compiler's draft":    {"", provenance.ActorChronicler},
		"a draft that ada edited": {"\nGreen tea is steeped for two minutes. ^[raw/tea.md]\n", ada},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newVault(t, tea)
			v.write("pipeline-policy.yaml", "vault: {evidence: [raw]}\n")
			v.build()
			const draft = "02_Drafts/Steeping tea.md"
			if c.edit != "" {
				v.write(draft, strings.Replace(v.read(draft), "\n## See also", c.edit+"\n## See also", 1))
			}
			if _, err := review.Promote(ctx, v.open(), draft, ada); err != nil {
				t.Fatal(err)
			}
			if text := v.read("01_Wiki/Steeping tea.md"); !strings.Contains(text, `provenance_agent: "`+c.want+`"`) {
				t.Errorf("%s:\n%s", c.want, text)
			}
			if e := v.events("promoted"); len(e) != 1 || e[0].Actor != ada || e[0].Text("agent") != c.want {
				t.Errorf("promoted: %+v", e)
			}
		})
	}
}
