package provenance

import (
	"fmt"
	"strings"
)

// The roles, and the built-in actors that play them where no agent is set.
const (
	RoleLibrarian  = "librarian"  // gaps, candidates, index and log
	RoleEngineer   = "engineer"   // state machine, policy, execution of fetches
	RoleChronicler = "chronicler" // synthesis, conflicts, quality of evidence
	RolePerson     = "person"     // decides

	ActorLibrarian  = "assay-librarian"
	ActorEngineer   = "assay-engineer"
	ActorChronicler = "assay-chronicler"
)

// PolicyApprover is the approver of a crawl that the policy allows by itself.
const PolicyApprover = "policy"

// ActorKind says what sort of actor an identity names. Identities come from how one
// connected, never from what one says.
type ActorKind uint8

// The kinds of actor. Who is none of the others is treated as an agent.
const (
	Agent   ActorKind = iota // agent:claude
	Person                   // person:alice
	Client                   // mcp:editor, an MCP client
	BuiltIn                  // assay-librarian, assay-engineer, assay-chronicler
)

// KindOfActor reads the kind of an identity from its form.
func KindOfActor(actor string) ActorKind {
	switch {
	case actor == ActorLibrarian, actor == ActorEngineer, actor == ActorChronicler:
		return BuiltIn
	case strings.HasPrefix(actor, "person:") && len(actor) > len("person:"):
		return Person
	case strings.HasPrefix(actor, "mcp:"):
		return Client
	}
	return Agent
}

// A RoleError says that an actor ingested what it wants to promote.
type RoleError struct {
	Actor  string
	Source SourceID
	Event  string // the id of the event that shows it; empty where none shows who ingested
	How    string // executed, supplied or requested
}

func (e *RoleError) Error() string {
	if e.Event == "" {
		return fmt.Sprintf("promote as %s: no event of the ledger says who ingested %s", e.Actor, e.Source)
	}
	return fmt.Sprintf("promote as %s: the same actor %s the ingestion of %s (%s); someone else has to promote what rests on it",
		e.Actor, e.How, e.Source, e.Event)
}

// MayPromote holds the two-role invariant: no actor that ingested a source may
// promote a note that rests on it. Who ingests is who executed a fetch, or supplied
// the text; agents and MCP clients that requested it count too, while a person may
// request a crawl and promote. A source of which the ledger does not know who
// ingested it is refused. The error is a [*RoleError].
func MayPromote(l *Ledger, actor string, sources []SourceID) error {
	if actor == "" {
		return fmt.Errorf("promote: who promotes is not known")
	}
	for _, id := range sources {
		found := false
		for _, at := range l.ingestion(string(id)) {
			e := l.event(at)
			found = found || ingests(e.Kind)
			if how := ingestedBy(e, actor); how != "" {
				return &RoleError{Actor: actor, Source: id, Event: e.ID, How: how}
			}
		}
		if !found {
			return &RoleError{Actor: actor, Source: id}
		}
	}
	return nil
}

// ingests reports whether events of a kind bring text in.
func ingests(kind string) bool { return kind == KindCrawled || kind == KindRefreshed }

// ingestion are the events that asked for the text of a source or brought it in.
func (l *Ledger) ingestion(source string) (of []int) {
	for _, at := range l.touching[source] {
		if kind := l.entries[at].Kind; ingests(kind) || kind == KindProposed {
			of = append(of, at)
		}
	}
	return of
}

// ingestedBy says in which way an actor took part in bringing text in, or "".
func ingestedBy(e Event, actor string) string {
	same := func(other string) bool { return SameActor(other, actor) }
	if ingests(e.Kind) {
		if same(e.Actor) || same(e.Text("executed_by")) {
			return "executed"
		}
		if same(e.Text("supplied_by")) {
			return "supplied the text for"
		}
	}
	if Automatic(actor) {
		if same(e.Text("requested_by")) || e.Kind == KindProposed && same(e.Actor) {
			return "requested"
		}
	}
	return ""
}

// makers are names of programs and models, by who makes them.
var makers = map[string]string{
	"anthropic": "anthropic", "claude": "anthropic", "opus": "anthropic", "sonnet": "anthropic", "haiku": "anthropic",
	"openai": "openai", "codex": "openai", "chatgpt": "openai", "gpt": "openai",
	"google": "google", "gemini": "google", "agy": "google", "antigravity": "google", "gemma": "google",
	"alibaba": "alibaba", "qwen": "alibaba", "copilot": "github", "cursor": "cursor", "opencode": "opencode",
	"mistral": "mistral", "deepseek": "deepseek", "llama": "meta", "grok": "xai",
}

// Family is who makes an agent or a model, as far as its name tells: agent:claude-code and
// mcp:Claude are one maker's. It is "" for persons, for the built-in actors, and where no name
// is known.
func Family(name string) string {
	if k := KindOfActor(name); k == Person || k == BuiltIn {
		return ""
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if f := makers[word]; f != "" {
			return f
		}
	}
	return ""
}

// SameActor reports whether two identities are one: the same name, or agents and clients that
// one maker's name gives away. What brings text in under one of them must not promote it under
// another.
func SameActor(a, b string) bool {
	if strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) {
		return true
	}
	f := Family(a)
	return f != "" && f == Family(b)
}

// Automatic reports whether an identity is an agent's or a client's: what it asks for, it
// counts as having done. A person may ask for a crawl and promote.
func Automatic(actor string) bool {
	k := KindOfActor(actor)
	return actor != "" && (k == Agent || k == Client)
}

// mayRecord holds who may write which event: only persons and the policy approve,
// and nobody promotes what they ingested, nor has the compiler do it.
func (l *Ledger) mayRecord(e Event, at int, ingested []int) error {
	switch e.Kind {
	case KindApproved:
		return mayApprove(e)
	case KindPromoted:
		for _, in := range ingested {
			if !l.before(in, at) {
				continue
			}
			for _, who := range []string{e.Actor, e.Text("requested_by"), agentOf(e)} {
				if how := ingestedBy(l.event(in), who); who != "" && how != "" {
					return fmt.Errorf("promote as %s: the same actor %s the ingestion (%s)", who, how, l.entries[in].ID)
				}
			}
		}
	}
	return nil
}

// Promotions are the events that made notes permanent, in the ledger's order. One that names
// no source was written by nobody's gate, and one whose actor ingested what it rests on does
// not count; any reports that there are such or others.
func (l *Ledger) Promotions() (out []Event, any bool) {
	for at := range l.entries {
		if l.entries[at].Kind != KindPromoted {
			continue
		}
		any = true
		e := l.event(at)
		sources := e.List("sources")
		refused := len(sources) == 0 || l.IsAside(e.ID)
		for _, id := range sources {
			refused = refused || l.mayRecord(e, at, l.ingestion(id)) != nil
		}
		if !refused {
			out = append(out, e)
		}
	}
	return out, any
}

// agentOf is who wrote what a build promoted by itself: nobody else answers for it.
func agentOf(e Event) string {
	if who := e.Text("agent"); KindOfActor(e.Actor) == BuiltIn && Automatic(who) {
		return who
	}
	return ""
}

// maySay holds who may write which decision, whatever the ledger has.
func maySay(e Event) error {
	switch e.Kind {
	case KindAttested, KindClaimRejected, KindAttestationRevoked, KindVouched, KindResolutionRevoked:
		return mayAttest(e)
	case KindResolved:
		return mayResolve(e)
	case KindApproved:
		return mayApprove(e)
	}
	return nil
}

// mayApprove holds that neither an agent nor an MCP client approves, and a build only
// what the policy allows by itself.
func mayApprove(e Event) error {
	k := KindOfActor(e.Actor)
	if k != Person && (k != BuiltIn || e.Text("approver") != PolicyApprover) {
		return fmt.Errorf("approve as %s: only a person or the policy approves a crawl", e.Actor)
	}
	return nil
}

// Allows reports whether an event may be appended: that its kind is known, that its
// actor may record it, and that every source it moves stands where it has to. Append
// takes any event, but one that is not allowed changes nothing and is a defect of
// the ledger for ever: ask first. The error wraps a [*TransitionError] or a
// [*RoleError] where it is one.
func (l *Ledger) Allows(e Event) error {
	k, ok := eventKinds[e.Kind]
	if !ok {
		return fmt.Errorf("record %s: no such kind of event", e.Kind)
	}
	if err := maySay(e); err != nil {
		return err
	}
	var sources []SourceID
	if k.Subject == "source" && !SourceID(e.Subject).Valid() {
		return fmt.Errorf("record %s: %q is not the id of a source", e.Kind, e.Subject)
	}
	if SourceID(e.Subject).Valid() {
		sources = append(sources, SourceID(e.Subject))
	}
	if k.Subject == "note" {
		// As it will be read: the caller may have put any kind of list there.
		e.Data = decodeData(string(encodeData(e.Data)))
		for _, s := range e.List("sources") {
			sources = append(sources, SourceID(s))
		}
	}
	if k.Sets == StateNone {
		return nil
	}
	for _, id := range sources {
		if err := Advance(l.State(id), k.Sets); err != nil {
			return fmt.Errorf("record %s of %s: %w", e.Kind, id, err)
		}
	}
	if e.Kind == KindPromoted {
		if by := e.Text("requested_by"); by != "" {
			if err := MayPromote(l, by, sources); err != nil {
				return err
			}
		}
		return MayPromote(l, e.Actor, sources)
	}
	return nil
}
