package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/stats"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/discover"
	"assay/ingest/rank"
	"assay/ingest/research"
	"assay/ingest/skills"
	"assay/ingest/thread"
	"assay/ingest/tool"
	prompts "assay/templates/skills"
)

func (a *app) researchCommand() *cobra.Command {
	var o research.Options
	var list, canary bool
	var refsOf []string
	format := "text"
	cmd := &cobra.Command{
		Use:   "research question…",
		Short: "what many sources have on a question, as one ranked brief",
		Long: `Research asks many sources at once: code, packages, papers, forums, the web. It merges
what they find into one ranked list, and writes a brief: sentences first, each with the
hits that have it word for word, sources after, and a table of who was asked and what
came of it. The question leaves this machine; ` + "`assay search`" + ` asks what is stored here.

Hits are leads. ` + "`assay source propose URL`" + ` makes one of them evidence.

Without a key it asks sources that are open to all, and a SearXNG of yours at
127.0.0.1:8888 or SEARXNG_URL. --list says what the others want. Policy has the last
word: of a denied domain nothing is asked, and its hits are told as leads that nobody
may follow.`,
		Example: `  assay research "how does SQLite's write-ahead log recover after a crash?"
  assay research --depth deep --intent comparison "Bun vs Deno"
  assay research --source arxiv,openalex --freshness py "retrieval augmented generation"
  assay research --json "latest PostgreSQL release" | jq '.coverage'
  assay research --list`,
		RunE: a.onVault(here, func(cmd *cobra.Command, c *compiler.Compiler, args []string) error {
			engine := a.engine(c)
			defer engine.Close()
			if list {
				return a.listSources(engine)
			}
			if canary {
				return a.canaries(cmd.Context(), engine, o.Sources)
			}
			if len(refsOf) > 0 {
				return a.refsOf(cmd.Context(), c, engine, refsOf)
			}
			if text := strings.Join(args, " "); text != "" {
				o.Queries = append([]string{text}, o.Queries...)
			}
			if len(o.Queries) == 0 {
				return hinted(errors.New("research: there is no question"), `assay research "what to look for"`)
			}
			return a.research(cmd.Context(), c, engine, o, format)
		}),
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.Queries, "queries", nil, "ask this too, besides the question (again for more)")
	f.StringVar(&o.Mode, "mode", "deep", "which web searches: "+strings.Join(research.Modes(), ", "))
	f.StringVar(&o.Depth, "depth", "", "how far to go: "+strings.Join(research.Depths(), ", ")+" (search.depth of the policy)")
	f.StringVar(&o.Intent, "intent", "", "what the question is after: "+strings.Join(stats.Intents(), ", ")+"; none leaves hits in the order of their sources (told from the question)")
	f.StringVar(&o.Freshness, "freshness", "", "nothing older than pd a day, pw a week, pm a month, py a year")
	f.StringSliceVar(&o.Boost, "domain-boost", nil,
		"`domains` that gain in authority, with commas; recommended: those for what the question is after")
	f.StringSliceVar(&o.Sources, "source", nil, "ask these `sources` and no others")
	f.IntVar(&o.Num, "num", 0, "hits of a source and query (what --depth says)")
	f.StringSliceVar(&o.Competitors, "competitors", nil, "ask the same about each of `names`, six at most")
	f.BoolVar(&o.Refs, "extract-refs", false, "read the hits for what they refer to (threads of GitHub are, where the intent is status or exploratory)")
	f.StringArrayVar(&refsOf, "extract-refs-urls", nil, "no question: what these addresses refer to (`URL`, again for more)")
	f.StringVar(&a.opts.Agent, "agent", "",
		"the agent that ranks the hits, by `name` (default: as policy has it, else local relevance ranks)")
	f.StringVar(&a.opts.Model, "model", "",
		"the `model` that agents are asked for (default: as policy, then as their variables have it)")
	f.StringVar(&format, "format", format, "text, json, or agent: evidence in an envelope for a model that writes")
	f.BoolVar(&list, "list", false, "the sources there are, what each is for and what it wants")
	f.BoolVar(&canary, "canary", false, "no question: ask each source (or those of --source) one that it has hits on, and say which still answer as their skills say")
	return cmd
}

// canariesJSON is what `research --canary` answers with.
type canariesJSON struct {
	Coverage []research.Coverage `json:"coverage"`
}

// canaries asks each source that can be asked the question which it always has hits on. One
// that has none has changed, or is down: the run ends with 1.
func (a *app) canaries(ctx context.Context, e *discover.Engine, names []string) error {
	e.Cache = "" // what was answered before says nothing of today
	rows := research.Canaries(ctx, e, names)
	sick := slices.ContainsFunc(rows, func(c research.Coverage) bool {
		return c.Verdict != discover.Answered && c.Verdict != discover.Degraded
	})
	return orFaults(a.answer(canariesJSON{rows}, nil, func() { a.out.Printf("%s", (&research.Result{Coverage: rows}).Table()) }), sick)
}

// engine is what asks sources for a vault: those of assay, and its own where a person trusts
// them. One of the vault's that is named like one of assay's takes its place.
func (a *app) engine(c *compiler.Compiler) *discover.Engine {
	o := view.SearchOptions{Policy: c.Policy, Root: c.Root, Now: c.World.Now}
	e, own, faults := openEngine(o, c.Trusted(), a.getenv)
	for _, f := range faults {
		a.out.Messagef("warning: %v", f)
	}
	if own > 0 && !c.Trusted() {
		a.out.Messagef("%d of the vault's own sources left alone: nobody here trusts them (%s)", own, a.out.Say("`assay trust`"))
	}
	return e
}

// openEngine opens it, and says how many sources the vault itself has.
func openEngine(o view.SearchOptions, trusted bool, getenv func(string) string) (e *discover.Engine, found int, faults []error) {
	list, _ := discover.ReadSkills(skills.Files, ".") // they are part of the program, and a test reads them
	own, faults := discover.ReadSkills(os.DirFS(o.Root), prompts.Folder)
	if found = len(own); !trusted {
		own = nil
	}
	for _, s := range own {
		s.Foreign = true
		if i := slices.IndexFunc(list, func(x *discover.Skill) bool { return x.Name == s.Name }); i >= 0 {
			list[i] = s
		} else {
			list = append(list, s)
		}
	}
	dir := cacheDir()
	if dir != "" {
		dir = filepath.Join(dir, "discover")
	}
	w := newWays(view.WebOptionsOf(o.Policy, o.Now, o.Root), getenv)
	return &discover.Engine{
		Skills: list, Getenv: getenv, Allow: o.Policy.Denied, Dial: w.client.Dial, Call: callTool,
		UserAgent: cmp.Or(o.Policy.Crawl.UserAgent, userAgent), Cache: dir, Now: o.Now,
	}, found, faults
}

// openSearch opens the web searches that a writer is shown results of. Who may search trusts
// the vault.
func openSearch(o view.SearchOptions, getenv func(string) string) (view.Search, error) {
	e, _, _ := openEngine(o, true, getenv)
	w, err := stats.Weights(o.Root)
	if err != nil {
		return nil, err
	}
	return research.Seeker{Engine: e, Live: w.Planning.Live, Deny: o.Policy.Denied, Spend: o.Spend}.Ask, nil
}

func (a *app) research(ctx context.Context, c *compiler.Compiler, e *discover.Engine, o research.Options, format string) error {
	w, err := stats.Weights(c.Root)
	if err != nil {
		return err
	}
	policy := c.Policy.Search
	o.Depth = cmp.Or(o.Depth, policy.Depth)
	if len(o.Sources) == 0 {
		o.Sources = policy.Sources
	}
	if len(o.Boost) == 0 {
		o.Boost = policy.DomainBoost
	}
	var names []string
	for _, s := range e.Skills {
		names = append(names, s.Name)
	}
	for _, s := range o.Sources {
		if !slices.Contains(names, s) {
			return hinted(fmt.Errorf("research: there is no source %q", s), meant(s, names, "did you mean %s?", "`assay research --list` names them all"))
		}
	}
	plan, err := research.Compile(o, e, w, c.World.Now())
	if err != nil {
		return err
	}
	aides, err := stats.AidesOf(c)
	switch {
	case err == nil && c.Opts.Agent != "" && aides.Rerank == nil:
		return hinted(errors.New("research: agents are asked where a policy governs"), a.out.Say("`assay init` proposes one"))
	case err != nil && c.Opts.Agent != "":
		return err
	case err != nil: // as where a skill of the vault cannot be read: the question stands
		a.out.Messagef("warning: no agent ranks: %v", err)
	}
	for _, b := range aides.Refused {
		if b.Kind == gates.BroughtSkill {
			continue // of its sources somebody was told
		}
		a.out.Messagef("not acted on, since nobody here trusts the vault: %s %s (%s)",
			b.Kind, b.Name, a.out.Say("`assay trust`"))
	}
	for _, warning := range plan.Warnings {
		if a.out.JSON || format == "json" {
			text, _ := json.Marshal(map[string]string{"warning": warning}) // a text always can be
			a.out.Messagef("%s", text)
		} else {
			a.out.Messagef("warning: %s", warning)
		}
	}
	names = nil
	for _, s := range plan.Asked {
		if !s.Skip {
			names = append(names, s.Name)
		}
	}
	a.out.Messagef("asking %s", strings.Join(names, ", "))
	threads := a.threads(c, e)
	threads.MaxComments = thread.AmongHits
	began := time.Now()
	r, err := research.Run(ctx, plan, research.Asker{Engine: e, Weights: w, Deny: c.Policy.Denied, Threads: threads,
		Rerank: aides.Rerank, Tools: a.tools(c), Resort: aides.Resort})
	if err != nil {
		return err
	}
	if n, of := stats.Researched(c, r, aides.Cost, time.Since(began)); r.Resorted == research.Nobody {
		a.out.Messagef("warning: no source had a hit, and every agent failed at the last resort%s", times(n, of))
	} else if r.Resorted != "" {
		a.out.Messagef("warning: no source had a hit, so %s searched the web by itself: the last resort%s",
			r.Resorted, times(n, of))
	}
	if r.Reranked.Refused != "" {
		a.out.Messagef("warning: ranked by local relevance: %s", r.Reranked.Refused)
	}
	if !r.Looked() {
		a.out.Messagef("warning: no source could be asked; this is not the same as nothing found")
		a.out.Messagef("%s", a.out.Say("next: `assay research --list` says what each source wants; `assay search` asks what is stored here"))
	}
	switch {
	case a.out.JSON || format == "json":
		return a.out.Object(r.Brief())
	case format == "agent":
		a.out.Printf("%s", r.ForAgents())
	case format == "text":
		a.out.Printf("%s", r.Markdown())
	default:
		return hinted(fmt.Errorf("research: there is no format %q", format), "formats: text, json, agent")
	}
	return nil
}

// times says how often the last resort was needed, where that is on record.
func times(n, of int) string {
	if of == 0 {
		return "; nothing counts how often, as there is no .assay yet"
	}
	return fmt.Sprintf(", needed for %d of %d questions on record", n, of)
}

// tools are the programs of this machine that are asked before the last resort, and DeepWiki.
func (a *app) tools(c *compiler.Compiler) (out []tool.Finder) {
	w := a.ways(c)
	for _, t := range tool.All(tool.Options{Client: w.client, Programs: w.programs()}) {
		if f, ok := t.(tool.Finder); ok {
			out = append(out, f)
		}
	}
	return append(out, w.deepwiki())
}

// refsOf tells what addresses refer to, and asks nothing else.
func (a *app) refsOf(ctx context.Context, c *compiler.Compiler, e *discover.Engine, urls []string) error {
	threads := a.threads(c, e)
	threads.MaxComments = thread.AmongHits
	_, rows := research.Refs(ctx, research.Asker{Engine: e, Deny: c.Policy.Denied, Threads: threads}, urls)
	if a.out.JSON {
		return a.out.Object(research.Brief{Mode: "extract-refs-only", Queries: []string{}, Results: []research.Found{}, Refs: rows,
			Statements: []research.Statement{}, Clusters: []rank.Cluster{}, Coverage: []research.Coverage{}})
	}
	a.out.Printf("%s", (&research.Result{Refs: rows}).References())
	return nil
}

// sourceJSON is a source as `research --list` tells it.
type sourceJSON struct {
	Name   string `json:"name"`
	Class  string `json:"class"`   // code, package, paper, web, reference, community, social, market, video
	For    string `json:"for"`     // what it has
	NotFor string `json:"not_for"` // and what it is no good for
	Use    string `json:"use"`     // always, configured (where it has what it wants), named (where it is asked for by name)
	Wants  string `json:"wants"`   // "" where it can be asked now
	Seen   string `json:"seen"`    // when its form was last looked at, and in what
}

type sourcesJSON struct {
	Sources []sourceJSON `json:"sources"`
}

func (a *app) listSources(e *discover.Engine) error {
	rows := []sourceJSON{}
	for _, s := range e.Skills {
		rows = append(rows, sourceJSON{s.Name, s.Class, s.Description, strings.TrimSpace(s.WhenNotToUse), s.Use, e.Ready(s), strings.TrimSpace(s.Seen.Date + ", " + s.Seen.In)})
	}
	return a.answer(sourcesJSON{rows}, nil, func() {
		for _, r := range rows {
			state := "ready"
			switch {
			case r.Wants != "":
				state = r.Wants
			case r.Use == "named":
				state = "ready, by --source " + r.Name
			}
			a.out.Printf("%s  %s  %s\n    %s\n", a.out.Bold(r.Name), r.Class, a.out.Dim(state), r.For)
		}
	})
}

// callTool asks a tool of a server that speaks MCP, in a session of its own.
func callTool(ctx context.Context, by *http.Client, url, tool string, args any, key string) ([]byte, error) {
	through := *by
	through.Transport = keyed{key, by.Transport}
	client := mcp.NewClient(&mcp.Implementation{Name: "assay", Version: version}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url, MaxRetries: -1, DisableStandaloneSSE: true,
		MaxEventSize: 8 << 20, HTTPClient: &through}, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	r, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			text.WriteString(t.Text)
		}
	}
	switch {
	case r.IsError:
		return nil, fmt.Errorf("the tool failed: %.200s", text.String())
	case r.StructuredContent != nil:
		return json.Marshal(r.StructuredContent)
	}
	return []byte(text.String()), nil
}

// keyed sends a key with each request, where there is one.
type keyed struct {
	key  string
	next http.RoundTripper
}

func (k keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	if k.key != "" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+k.key)
	}
	return k.next.RoundTrip(req)
}
