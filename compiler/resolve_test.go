package compiler_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/compiler/stats"
	"assay/gates"
	"assay/provenance"
)

// disputed is a vault whose originals disagree: an old page and a new one.
func disputed(notes map[string]string) map[string]string {
	files := map[string]string{
		"pipeline-policy.yaml": "vault: {evidence: [raw]}\npromotion: {high_stakes_tags: [safety]}\n",
		"raw/old.md": "---\nretrieved: 2026-08-20\nurl: https://docs.example.org/old\n---\n# Relay\n\nThe relay cache keeps a response for 60 seconds. " +
			"The relay cache is written in the language C. The relay cache has a memory limit of 64 megabytes.\n",
		"raw/new.md": "---\nretrieved: 2026-10-20\nurl: https://docs.example.org/new\n---\n# Relay\n\nThe relay cache keeps a response for 600 seconds.\n",
	}
	for name, text := range notes {
		files[name] = text
	}
	return files
}

func (v *testVault) conflicts() []review.ConflictRow {
	v.Helper()
	rows, err := review.Conflicts(context.Background(), v.open())
	if err != nil {
		v.Fatal(err)
	}
	return rows
}

const (
	sixty      = "The relay cache keeps a response for 60 seconds."
	sixHundred = "The relay cache keeps a response for 600 seconds."
	written    = "The relay cache is written in the language C."
	limit      = "The relay cache has a memory limit of 64 megabytes."
	oldRaw     = "^[raw/old.md]"
	newRaw     = "^[raw/new.md]"
	callout    = "> [!quote]- Superseded on 2026-11-01\n> " + sixty
	rest       = "\n> Its source said (retrieved 2026-08-20): “" + sixty + "” — <https://docs.example.org/old>\n"
)

// Invariant (grading): Resolving a conflict changes the sentences concerned and no other
// claim, keeps what was believed, and is refused where it would cost a claim its evidence. See
// also conflicts.txtar.
func TestResolve(t *testing.T) {
	t.Parallel()
	draft := "# News\n\n" + sixHundred + newRaw + "\n"
	cases := []struct {
		name  string
		notes map[string]string
		o     review.ResolveOptions
		want  map[string][]string // pieces that notes hold afterwards
		fails string
	}{
		{"a sentence with its own citation", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Update}, map[string][]string{"01_Wiki/Relay.md": {"# Relay\n\n" + sixHundred + newRaw + "\n\n" + callout + oldRaw + rest}}, ""},
		{"sentences before it took its citation", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + written + " " + limit + " " + sixty + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Update}, map[string][]string{"01_Wiki/Relay.md": {written + " " + limit + oldRaw + " " + sixHundred + newRaw + "\n\n> [!quote]"}}, ""},
		{"it took the citation of one behind it", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + written + " " + sixty + " " + limit + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Update}, map[string][]string{"01_Wiki/Relay.md": {written + oldRaw + " " + sixHundred + newRaw + " " + limit + oldRaw + "\n\n> [!quote]"}}, ""},
		{"an item of a loose list", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n- " + sixty + oldRaw + "\n\n- " + written + oldRaw + "\n\n## More\n\n" + limit + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Update}, map[string][]string{"01_Wiki/Relay.md": {"- " + sixHundred + newRaw + "\n\n- " + written + oldRaw + "\n\n" + callout, "\n\n## More\n"}}, ""},
		{"no line end at the end", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw, "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Update}, map[string][]string{"01_Wiki/Relay.md": {sixHundred + newRaw + "\n\n" + callout}}, ""},
		{"the existing claim stands", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Update, Keep: gates.SideExisting, Reason: "the new page has a misprint"},
			map[string][]string{"01_Wiki/Relay.md": {"# Relay\n\n" + sixty + oldRaw + "\n"}, "02_Drafts/News.md": {sixty + oldRaw, "> " + sixHundred + newRaw, "> Why: the new page has a misprint"}}, ""},
		{"both in one note", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw + "\n\n" + written + oldRaw + " " + sixHundred + newRaw + "\n"},
			review.ResolveOptions{As: gates.Update}, map[string][]string{"01_Wiki/Relay.md": {callout, sixHundred + newRaw}}, ""},
		{"two permanent notes", map[string]string{"01_Wiki/Zebra.md": "# Z\n\n" + sixty + oldRaw + "\n", "01_Wiki/Ant.md": "# A\n\n" + sixHundred + newRaw + "\n"},
			review.ResolveOptions{As: gates.Update}, map[string][]string{"01_Wiki/Zebra.md": {sixHundred + newRaw, callout}, "01_Wiki/Ant.md": {"# A\n\n" + sixHundred + newRaw + "\n"}}, ""},
		{"conditions of one's own", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Parallelize, When: "usually", NewWhen: "generally", Reason: "as I saw"},
			map[string][]string{"01_Wiki/Relay.md": {"Usually, the relay"}, "02_Drafts/News.md": {"Generally, the relay"}}, ""},
		{"a row of a table", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n| what | source |\n|---|---|\n| " + sixty + oldRaw + " | |\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Update}, nil, "edit it by hand"},
		{"no condition known", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: gates.Narrow, Reason: "so it seems"}, nil, "no source names a condition"},
		{"what is not held cannot be taken over", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw + "\n", "02_Drafts/News.md": "# News\n\n" + sixHundred + " [docs](https://nowhere.example.org/x)\n"},
			review.ResolveOptions{As: gates.Update, Reason: "it is newer"}, nil, "is not held"},
		{"no way", map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + sixty + oldRaw + "\n", "02_Drafts/News.md": draft},
			review.ResolveOptions{As: "guess"}, nil, "want update, narrow, parallelize or escalate"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := newVault(t, disputed(c.notes))
			v.build()
			rows := v.conflicts()
			if len(rows) != 1 {
				t.Fatalf("%d conflicts, want 1: %v", len(rows), v.tiers())
			}
			id := string(rows[0].ID)
			before := v.files()
			c.o.By = "person:ada"
			dry := c.o
			dry.Dry = true
			shown, err := review.Resolve(context.Background(), v.open(), id, dry)
			v.same(before)
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("error %v, want one that says %q", err, c.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			done, err := review.Resolve(context.Background(), v.open(), id, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if !done.Applied || done.Diff != shown.Diff || done.Digest != shown.Digest {
				t.Errorf("applied %+v\nshown %+v", done, shown)
			}
			for name, pieces := range c.want {
				for _, piece := range pieces {
					if !strings.Contains(v.read(name), piece) {
						t.Errorf("%s lacks\n%s\nit holds\n%s", name, piece, v.read(name))
					}
				}
			}
			if left := v.conflicts(); len(left) > 0 {
				t.Errorf("still in conflict: %+v", left)
			}
			for claim, tier := range v.tiers() {
				if tier != "T5" {
					t.Errorf("%s: %s", claim, tier)
				}
			}
			after := v.files()
			again, err := review.Resolve(context.Background(), v.open(), id, c.o)
			if err != nil || !again.Done || again.By != "person:ada" {
				t.Errorf("a second time: %+v, %v", again, err)
			}
			v.same(after)
			v.build()
			if r := v.build(); r.Actions.Planned != 0 {
				t.Errorf("the vault does not come to rest: %+v", r.Actions)
			}
			if problems := provenance.ReadLedger([]byte(v.read("03_Sources/ledger.jsonl"))).Verify(); len(problems) > 0 {
				t.Errorf("ledger: %+v", problems)
			}
			why, err := stats.Why(context.Background(), v.open(), string(rows[0].Existing.Claim))
			if err != nil || !slices.ContainsFunc(why.Steps, func(s reports.WhyStep) bool {
				return strings.HasSuffix(s.Text, "believed until then: "+rows[0].Existing.Text)
			}) {
				t.Errorf("what was believed is lost: %+v, %v", why, err)
			}
			// The notes as they were, from git: the same conflict, and the same way out.
			for name := range c.want {
				v.write(name, before[name])
			}
			if c.o.As == gates.Update {
				if rows := v.conflicts(); len(rows) != 1 || string(rows[0].ID) != id {
					t.Fatalf("undone, but the conflicts are %+v", rows)
				}
				if r, err := review.Resolve(context.Background(), v.open(), id, c.o); err != nil || !r.Applied {
					t.Errorf("after an undo: %+v, %v", r, err)
				}
			}
		})
	}
}

// TestResolveKeepsTheStamp follows passages: a promoted note gets footnote and stamp of
// the claim that it takes over.
func TestResolveKeepsTheStamp(t *testing.T) {
	t.Parallel()
	v := newVault(t, disputed(nil))
	v.build()
	chunk := func(text string) provenance.ChunkID {
		for name, page := range v.files() {
			if strings.HasPrefix(name, "03_Sources/sr_") && strings.HasSuffix(name, ".md") && strings.Contains(page, text) {
				_, rest, _ := strings.Cut(page, "^chk-")
				id, _ := provenance.ChunkFromAnchor("chk-" + rest[:16])
				return id
			}
		}
		t.Fatalf("no passage says %q", text)
		return ""
	}
	was, now := chunk("for 60 seconds"), chunk("for 600 seconds")
	v.write("02_Drafts/Relay.md", "---\naliases: [relay]\n---\n# Relay\n\n"+sixty+"[^"+was.Anchor()+"]\n")
	v.build()
	if _, err := review.Promote(context.Background(), v.open(), "02_Drafts/Relay.md", "person:ada"); err != nil {
		t.Fatal(err)
	}
	v.write("02_Drafts/News.md", "# News\n\n"+sixHundred+"[^"+now.Anchor()+"]\n")
	v.build()
	rows := v.conflicts()
	if len(rows) != 1 || rows[0].Proposal.Way != gates.Update {
		t.Fatalf("conflicts %+v", rows)
	}
	if _, err := review.Resolve(context.Background(), v.open(), string(rows[0].ID), review.ResolveOptions{As: gates.Update, By: "person:ada"}); err != nil {
		t.Fatal(err)
	}
	text := v.read("01_Wiki/Relay.md")
	for _, want := range []string{"aliases: [relay]", "provenance_chunk_ids: [\"" + string(now) + "\"]", sixHundred + "[^" + now.Anchor() + "]", "\n[^" + now.Anchor() + "]: [",
		"\n[^" + was.Anchor() + "]: [", callout + "[^" + was.Anchor() + "]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the note lacks %s:\n%s", want, text)
		}
	}
	if r := v.build(); slices.Contains(r.Written, "01_Wiki/Relay.md") {
		t.Errorf("the build wrote the note again:\n%s\nwas\n%s", v.read("01_Wiki/Relay.md"), text)
	}
}

// Invariant (grading): No agent resolves what is for a person.
func TestOnlyAPersonResolvesHighStakes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	notes := map[string]string{"01_Wiki/Relay.md": "---\ntags: [safety]\n---\n# Relay\n\n" + sixty + oldRaw + "\n", "02_Drafts/News.md": "# News\n\n" + sixHundred + newRaw + "\n"}
	v := newVault(t, disputed(notes))
	v.edit("pipeline-policy.yaml", "promotion: {", "promotion: {mode: auto, ")
	v.build()
	before := v.files()
	id := string(v.conflicts()[0].ID)
	for _, o := range []review.ResolveOptions{
		{As: gates.Update, By: "agent:codex", Reason: "newer"},
		{As: gates.Update, By: "mcp:client", Reason: "newer", Digest: "any"},
		{As: gates.Escalate, Keep: review.KeepBoth, By: provenance.ActorChronicler, Reason: "newer"},
		{As: gates.Update, By: "person:ada", Reason: "newer"}, // not at a terminal
	} {
		if _, err := review.Resolve(ctx, v.open(), id, o); !errors.Is(err, sources.ErrAuthRequired) {
			t.Errorf("%+v: %v, want AUTH_REQUIRED", o, err)
		}
		v.same(before)
	}
	shown, err := review.Resolve(ctx, v.open(), id, review.ResolveOptions{As: gates.Update, By: "person:ada", Reason: "newer", Dry: true})
	if err != nil || shown.Needs == "" {
		t.Fatalf("%+v, %v", shown, err)
	}
	if _, err := review.Resolve(ctx, v.open(), id, review.ResolveOptions{As: gates.Update, By: "person:ada", Reason: "another", Digest: shown.Digest}); err == nil {
		t.Error("what was agreed to was not what was done")
	}
	if _, err := review.Resolve(ctx, v.open(), id, review.ResolveOptions{As: gates.Update, By: "person:ada", Reason: "newer", Digest: shown.Digest}); err != nil {
		t.Error(err)
	}
	// With low stakes and under auto an agent may, as it may promote.
	notes["01_Wiki/Relay.md"] = "# Relay\n\n" + sixty + oldRaw + "\n"
	v = newVault(t, disputed(notes))
	v.build()
	id = string(v.conflicts()[0].ID)
	if _, err := review.Resolve(ctx, v.open(), id, review.ResolveOptions{As: gates.Update, By: "agent:codex"}); !errors.Is(err, sources.ErrAuthRequired) {
		t.Errorf("under review: %v, want AUTH_REQUIRED", err)
	}
	v.edit("pipeline-policy.yaml", "promotion: {", "promotion: {mode: auto, ")
	if r, err := review.Resolve(ctx, v.open(), id, review.ResolveOptions{As: gates.Update, By: "agent:codex"}); err != nil || !r.Applied {
		t.Errorf("under auto: %+v, %v", r, err)
	}
}

// TestConflictsFollowPermanentNotes changes only the permanent note: a draft that was
// looked at before is in conflict all the same, as in a fresh clone.
func TestConflictsFollowPermanentNotes(t *testing.T) {
	t.Parallel()
	v := newVault(t, disputed(map[string]string{"01_Wiki/Relay.md": "# Relay\n\n" + written + oldRaw + "\n", "02_Drafts/News.md": "# News\n\n" + sixHundred + newRaw + "\n"}))
	v.build()
	if rows := v.conflicts(); len(rows) != 0 {
		t.Fatalf("conflicts %+v", rows)
	}
	v.edit("01_Wiki/Relay.md", written, sixty)
	v.build()
	if rows := v.conflicts(); len(rows) != 1 || rows[0].New.Note != "02_Drafts/News.md" {
		t.Errorf("conflicts %+v, want that of the draft", rows)
	}
	v.edit("01_Wiki/Relay.md", sixty, written)
	v.build()
	if rows := v.conflicts(); len(rows) != 0 {
		t.Errorf("conflicts %+v, want none again", rows)
	}
}
