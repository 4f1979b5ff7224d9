package stats

import (
	"cmp"
	"context"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/gates"
	"assay/ingest/rank"
	"assay/provenance"
)

// A GapLeads is a gap with what might fill it.
type GapLeads struct {
	Kind  provenance.GapKind `json:"kind"`
	Topic string             `json:"topic"`
	Files []string           `json:"files"` // the notes that have it
	Leads []Lead             `json:"leads"` // the best first
}

// A Lead is a source that the vault itself names and does not hold.
type Lead struct {
	URL     string  `json:"url"`
	Title   string  `json:"title"`
	Why     string  `json:"why"`
	Score   float64 `json:"score"` // 0–1, as `assay search --intent` scores
	Credits int     `json:"credits"`
	Licence string  `json:"licence"` // of what is held of its host; "unknown" else
	State   string  `json:"state,omitempty"`
	Denied  string  `json:"denied,omitempty"` // by policy
	Command string  `json:"command"`
}

// mention is an address with the words around it.
type mention struct {
	url, title, text, where string
	registered              bool
	state                   string
}

const (
	leadsOfGap = 3
	// enough is the share of a gap's words that a mention must have.
	enough = .6
)

// Leads looks through the vault's own links, its stored pages and the sources that were
// registered and never read, for what might fill each gap. It asks nobody.
func Leads(ctx context.Context, c *compiler.Compiler) ([]GapLeads, error) {
	p, w, rows, err := weighed(ctx, c)
	if err != nil {
		return nil, err
	}
	held, licences := map[string]bool{}, map[string]string{}
	var all []mention
	for _, r := range rows {
		at := w.Fusion.Canonical(r.URL)
		if r.Chunks > 0 {
			held[at] = true
			licences[gates.HostOf(r.URL)] = p.Source(r.ID).Licence
		} else if webOnly(r.URL) != "" {
			all = append(all, mention{url: r.URL, title: r.Title, where: "registered, and never read", registered: true, state: r.State})
		}
	}
	for _, n := range p.Notes {
		text, err := p.Snap.Read(n.Path)
		if err == nil {
			all = append(all, mentions(string(text), n.Path)...)
		}
	}
	for _, f := range p.Snap.Under(c.Policy.Vault.Sources) {
		if text, err := p.Snap.Read(f.Path); err == nil && strings.HasSuffix(f.Path, ".md") {
			all = append(all, mentions(string(text), f.Path)...)
		}
	}
	found := index(slices.DeleteFunc(all, func(m mention) bool { return held[w.Fusion.Canonical(m.url)] }))
	out := []GapLeads{}
	type wanted struct {
		kind  provenance.GapKind
		topic string
	}
	at := map[wanted]int{} // of one topic, whoever lacks it
	for _, g := range p.Grade.Gaps() {
		topic := topicOf(g)
		key := wanted{g.Kind, strings.ToLower(topic)}
		i, known := at[key]
		if !known {
			i = len(out)
			at[key] = i
			out = append(out, GapLeads{Kind: g.Kind, Topic: topic})
			if topic != "" {
				out[i].Leads = leadsOn(c, w, topic, found, licences)
			}
		}
		out[i].Files = append(out[i].Files, g.File)
	}
	out = slices.DeleteFunc(out, func(g GapLeads) bool { return len(g.Leads) == 0 })
	return out, ctx.Err()
}

// Propose turns the leads of gaps into proposals, the best first, as many as policy lets wait.
func Propose(ctx context.Context, c *compiler.Compiler) ([]reports.Waiting, error) {
	gaps, err := Leads(ctx, c)
	if err != nil {
		return nil, err
	}
	var found []sources.Found
	for _, g := range gaps {
		for _, l := range g.Leads {
			if l.Denied == "" && l.State == "" {
				found = append(found, sources.Found{URL: l.URL, Topic: g.Topic, Note: g.Files[0], Reason: l.Why, Licence: l.Licence, Score: l.Score, Credits: l.Credits})
			}
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(found, func(a, b sources.Found) int { return cmp.Compare(b.Score, a.Score) })
	return sources.ProposeFound(ctx, c, found, c.Policy.Search.Proposals)
}

// address is a link with its label, or an address alone.
var address = regexp.MustCompile(`\[([^\]\n]{1,200})\]\((https?://[^\s)]+)\)|https?://[^\s<>"')\]]+`)

// mentions are the addresses of a text, each with what leads to it: the words since the
// address before it.
func mentions(text, where string) (out []mention) {
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "://") || len(line) > 4000 {
			continue
		}
		from := 0
		for _, m := range address.FindAllStringSubmatchIndex(line, 20) {
			one := mention{url: line[m[0]:m[1]], text: line[from:m[0]], where: where}
			if m[2] >= 0 {
				one.title, one.url = line[m[2]:m[3]], line[m[4]:m[5]]
			}
			one.url = strings.TrimRight(one.url, ".,;:`*")
			from = m[1]
			out = append(out, one)
		}
	}
	return out
}

// A mentioned is all mentions with an index of their words.
type mentioned struct {
	all    []mention
	byTerm map[string][]int
}

func index(all []mention) mentioned {
	m := mentioned{all, map[string][]int{}}
	for i, x := range all {
		for term := range rank.Terms(x.title + " " + x.text) {
			m.byTerm[term] = append(m.byTerm[term], i)
		}
	}
	return m
}

// on are the mentions that have enough of a topic's words, in their order.
func (m mentioned) on(topic string) (out []mention) {
	words, has := rank.Terms(topic), map[int]int{}
	for term := range words {
		for _, i := range m.byTerm[term] {
			has[i]++
		}
	}
	for _, i := range slices.Sorted(maps.Keys(has)) {
		if float64(has[i]) >= enough*float64(len(words)) {
			out = append(out, m.all[i])
		}
	}
	return out
}

// topicOf a gap, "" where it has none: what is wanted is known, or is one sentence.
func topicOf(g provenance.Gap) string {
	switch g.Kind {
	case provenance.UnresolvedLink, provenance.StubNote, provenance.OpenQuestion, provenance.Declared:
		return cmp.Or(g.Target, strings.TrimSuffix(path.Base(g.File), ".md"))
	}
	return ""
}

// leadsOn are the best mentions on a topic, each page once.
func leadsOn(c *compiler.Compiler, w *rank.Weights, topic string, found mentioned, licences map[string]string) []Lead {
	best := map[string]Lead{}
	for _, m := range found.on(topic) {
		score := w.Intents["exploratory"].Score(w.Features(topic, rank.Item{Title: m.title, Text: m.text, URL: m.url}, c.World.Now(), c.Policy.Search.DomainBoost))
		at := w.Fusion.Canonical(m.url)
		if had, ok := best[at]; ok && had.Score >= score {
			continue
		}
		l := Lead{URL: m.url, Title: m.title, Why: "named in " + m.where, Score: score, Credits: 1, Licence: "unknown", State: m.state, Command: "assay source propose " + gates.ShellWord(m.url)}
		if m.registered {
			l.Why = m.where
		}
		if known := licences[gates.HostOf(m.url)]; known != "" {
			l.Licence = known
		}
		if err := c.Policy.Denied(m.url); err != nil {
			l.Denied = err.Error()
		}
		best[at] = l
	}
	out := slices.SortedFunc(maps.Values(best), func(a, b Lead) int { return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.URL, b.URL)) })
	return out[:min(len(out), leadsOfGap)]
}
