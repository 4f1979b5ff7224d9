package draft

import (
	"errors"
	"slices"
	"strings"

	"assay/agents"
	"assay/ingest"
	"assay/provenance"
	"assay/text"
)

// askedFor is what a draft of an agent was made from.
type askedFor struct {
	inputs  string   // names the passages, and the words that asked
	queries []string // that found passages beside the topic
}

// askFor has an agent write a draft, where it has not written one from the same passages by
// the same words: what is written is in the vault, and a clone does not ask again.
func (dr *Drafter) askFor(t topic, event provenance.Event, hits []ingest.Hit) (drafting, bool) {
	queries, ok := dr.queries(t, event, hits)
	if !ok {
		return drafting{}, false
	}
	if hits, ok = dr.widened(hits, queries); !ok {
		return drafting{}, false
	}
	if hits = dr.usable(dr.withHome(t.name, hits)); len(hits) == 0 {
		return drafting{}, false
	}
	least := dr.Policy.Vault.MinNoteWords
	inputs := dr.Author.Inputs(least, hits)
	only := dr.Author.Crew.Options.Choice.Only
	wanted := only == "" || event.Text("agent") == "agent:"+only
	if _, there := dr.Base.File(t.Path); there && provenance.Automatic(event.Text("agent")) && event.Text("inputs") == inputs && wanted {
		return drafting{}, false
	}
	made, ok := dr.Author.Draft(t.name, least, hits)
	if !ok {
		dr.refuseAnswers(t, dr.Author.Failure(t.name, least, hits))
		return drafting{}, false
	}
	if made.Draft.Title == "" {
		return drafting{}, false
	}
	return drafting{topic: t, made: made.Draft, hits: hits, by: made, asked: askedFor{inputs, queries}}, true
}

// queries are what the Librarian searches for besides the topic: what it said when the draft
// was made, or says now.
func (dr *Drafter) queries(t topic, event provenance.Event, hits []ingest.Hit) ([]string, bool) {
	if _, there := dr.Base.File(t.Path); there && event.Data["queries"] != nil {
		return event.List("queries"), true
	}
	if len(hits) == 0 {
		return nil, true
	}
	return dr.Author.Queries(t.name, hits)
}

// widened are some passages and those that other queries find, each query's best first.
func (dr *Drafter) widened(hits []ingest.Hit, queries []string) ([]ingest.Hit, bool) {
	out, seen, whole := slices.Clone(hits), map[provenance.ChunkID]bool{}, true
	for _, h := range hits {
		seen[h.Chunk] = true
	}
	for _, q := range queries {
		more, ok := dr.Index.Search(q)
		whole = whole && ok
		for _, h := range more[:min(len(more), mostOfQuery)] {
			if !seen[h.Chunk] {
				seen[h.Chunk] = true
				out = append(out, h)
			}
		}
	}
	return out, whole
}

// mostOfQuery is how many passages another query adds.
const mostOfQuery = 4

// refuseUntrusted records, once for each, what came with the vault and would have run, been
// asked or got a key.
func (dr *Drafter) refuseUntrusted() {
	for _, b := range dr.Untrusted {
		dr.refuse(provenance.ActorEngineer, provenance.RoleEngineer, "trust:"+b.Kind+":"+b.Name, map[string]any{
			"what": "act on " + b.Kind + " " + b.Name, "reason": "it came with the vault, and nobody here trusts it: " + short(b.Says)})
	}
}

// refuseParts records what of an agent's answer was not taken, and answers that were refused
// as a whole before it.
func (dr *Drafter) refuseParts(d drafting) {
	for _, s := range d.by.Strange {
		dr.refuse(s.Agent, provenance.RoleChronicler, d.Path, map[string]any{"what": "draft", "reason": short(s.Why)})
	}
	if len(d.by.Refused) > 0 {
		dr.refuse(d.by.Agent, provenance.RoleChronicler, d.Path, map[string]any{"what": "draft", "reason": short(strings.Join(d.by.Refused, "; "))})
	}
}

// refuseAnswers records the answers for whose sake there is no draft at all.
func (dr *Drafter) refuseAnswers(t topic, err error) {
	all, ok := errors.AsType[*agents.Error](err)
	if !ok {
		return
	}
	for _, f := range all.Tried {
		if odd, ok := errors.AsType[*agents.AnswerError](f.Err); ok {
			dr.refuse("agent:"+f.Agent, provenance.RoleChronicler, t.Path, map[string]any{"what": "draft", "reason": short(odd.Error())})
		}
	}
}

// refuse records a refusal, unless the ledger has the same of its subject already.
func (dr *Drafter) refuse(who, role, subject string, data map[string]any) {
	if slices.ContainsFunc(dr.Ledger.Touching(subject), func(e provenance.Event) bool {
		return e.Kind == provenance.KindRefused && e.Actor == who && e.Text("what") == data["what"] && e.Text("reason") == data["reason"]
	}) {
		return
	}
	dr.Acquire.Record(who, role, provenance.KindRefused, subject, data)
}

// short keeps an event to a line that one can read.
func short(s string) string { return text.Clip(strings.Join(strings.Fields(s), " "), 600) }
