package provenance

import (
	"errors"
	"strings"
	"testing"
)

// Invariant (lives and decisions): Who ingested may not promote. See also
// TestLedgerHoldsTheRoles, TestWhoIngestedMayNotPromote.
func TestMayPromote(t *testing.T) {
	const claude, editor = "agent:claude", "mcp:editor"
	for _, c := range []struct {
		name   string
		events []Event
		actor  string
		how    string // "" where it is allowed
	}{
		{"the Chronicler, of what the Engineer fetched", []Event{on(KindCrawled)}, ActorChronicler, ""},
		{"the Engineer, of what it fetched", []Event{on(KindCrawled)}, ActorEngineer, "executed"},
		{"of what it refreshed", []Event{on(KindCrawled, "by", claude), on(KindRefreshed)}, ActorEngineer, "executed"},
		{"a person who asked", []Event{on(KindProposed, "by", alice), on(KindCrawled, "requested_by", alice)}, alice, ""},
		{"a person who fetched", []Event{on(KindCrawled, "by", alice)}, alice, "executed"},
		{"a person who supplied the text", []Event{on(KindCrawled, "supplied_by", alice)}, alice, "supplied the text for"},
		{"another person", []Event{on(KindCrawled, "supplied_by", alice)}, "person:bob", ""},
		{"an agent that asked for the crawl", []Event{on(KindCrawled, "requested_by", claude)}, claude, "requested"},
		{"an agent that proposed the source", []Event{on(KindProposed, "by", claude), on(KindCrawled)}, claude, "requested"},
		{"for whom it was proposed", []Event{on(KindProposed, "requested_by", editor), on(KindCrawled)}, editor, "requested"},
		{"a client that asked", []Event{on(KindCrawled, "requested_by", editor)}, editor, "requested"},
		{"an agent that is said to have executed", []Event{on(KindCrawled, "executed_by", claude)}, claude, "executed"},
		{"an agent without a prefix", []Event{on(KindCrawled, "requested_by", "claude-chronicler")}, "claude-chronicler", "requested"},
		{"another spelling", []Event{on(KindCrawled, "by", "agent:Claude")}, claude, "executed"},
		{"an alias of the agent", []Event{on(KindCrawled, "by", "agent:claude-code")}, claude, "executed"},
		{"a client of the same maker", []Event{on(KindCrawled, "requested_by", "mcp:Claude Desktop")}, claude, "requested"},
		{"an agent of the client's maker", []Event{on(KindProposed, "by", "agent:gemini"), on(KindCrawled)}, "agent:agy", "requested"},
		{"an agent of another maker", []Event{on(KindCrawled, "requested_by", "agent:codex")}, claude, ""},
		{"two agents that nobody knows", []Event{on(KindCrawled, "requested_by", "agent:team-a")}, "agent:team-b", ""},
		{"a person of an agent's name", []Event{on(KindCrawled, "requested_by", claude)}, "person:claude", ""},
		{"the Librarian proposed", []Event{on(KindProposed, "by", ActorLibrarian), on(KindCrawled)}, ActorLibrarian, ""},
	} {
		l := ReadLedger([]byte(write("", c.events...)))
		err := MayPromote(l, c.actor, []SourceID{src})
		var re *RoleError
		switch {
		case c.how == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.how != "" && (!errors.As(err, &re) || re.How != c.how || re.Source != src || !strings.Contains(err.Error(), re.Event)):
			t.Errorf("%s: %v, want %q", c.name, err, c.how)
		}
	}
	l := ReadLedger([]byte(write("", on(KindProposed))))
	if err := MayPromote(l, alice, []SourceID{src}); err == nil || !strings.Contains(err.Error(), string(src)) {
		t.Errorf("nobody ingested it: %v", err)
	}
	if err := MayPromote(l, "", nil); err == nil {
		t.Error("nobody may promote")
	}
	if err := MayPromote(l, alice, nil); err != nil {
		t.Errorf("a note without sources: %v", err)
	}
}

// A line that promotes what its actor fetched does not count, even well formed.
func TestLedgerHoldsTheRoles(t *testing.T) {
	promoted := on(KindPromoted, "subject", "01_Wiki/a.md")
	promoted.Actor = ActorEngineer
	promoted.Data["sources"] = []SourceID{src}
	l := ReadLedger([]byte(write("", append(steps(life[:7]...), promoted)...)))
	if s := l.State(src).State; s != Synthesized {
		t.Errorf("state is %s", s)
	}
	if p := l.Verify(); len(p) != 1 || p[0].Kind != ProblemRole {
		t.Errorf("problems are %+v", p)
	}
}

// A build that promotes by itself answers for the agent that wrote: what that agent brought in
// under any name, it does not make permanent through the compiler.
//
// Invariant (agents): No agent has the compiler promote what it brought in itself.
func TestAuthorOfWhatABuildPromotes(t *testing.T) {
	for agent, fine := range map[string]bool{"agent:codex": true, "agent:claude": false, "claude-chronicler": false, ActorChronicler: true} {
		crawled := on(KindCrawled, "requested_by", "mcp:claude-desktop")
		promoted := on(KindPromoted, "subject", "01_Wiki/a.md", "by", ActorChronicler, "agent", agent)
		promoted.Data["sources"] = []SourceID{src}
		events := steps(life[:7]...)
		events[3] = crawled
		l := ReadLedger([]byte(write("", append(events, promoted)...)))
		if got := l.State(src).State == Promoted; got != fine {
			t.Errorf("%s: promoted is %v; %+v", agent, got, l.Verify())
		}
	}
}

func TestKindOfActor(t *testing.T) {
	for actor, want := range map[string]ActorKind{
		ActorLibrarian: BuiltIn, ActorEngineer: BuiltIn, ActorChronicler: BuiltIn, alice: Person,
		"agent:claude": Agent, "mcp:x": Client, "person:": Agent, "": Agent, "alice": Agent, "assay-other": Agent,
	} {
		if got := KindOfActor(actor); got != want {
			t.Errorf("%q is %d, want %d", actor, got, want)
		}
	}
}
