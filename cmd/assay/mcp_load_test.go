package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/cmd/internal/mcp"
	"assay/internal/assaytest"
	"assay/internal/lab/vaultgen"
	"assay/provenance"
)

// load is a crowd of clients that ask at once. ASSAY_MCP_LOAD=60s has it be 1,000 of them over
// 10,000 passages for so long; else it is small and short. ASSAY_MCP_RATE is how many calls a
// second they make together; 0 for as many as are answered.
type load struct {
	clients, chunks int
	rate            float64
	over            time.Duration
}

func loadOf(t *testing.T) load {
	l := load{clients: 100, chunks: 500, rate: 60, over: 2 * time.Second}
	if long, err := time.ParseDuration(os.Getenv("ASSAY_MCP_LOAD")); err == nil {
		l = load{clients: 1000, chunks: 10_000, rate: 60, over: long}
	}
	fmt.Sscanf(os.Getenv("ASSAY_MCP_RATE"), "%f", &l.rate)
	return l
}

// outsiders are the files that are proposed.
const outsiders = 400

// names of the clients' tokens: a client by itself may ask only so much.
const loadNames = 25

// tally is what the crowd was answered.
type tally struct {
	mu       sync.Mutex
	took     map[string][]time.Duration
	proposed map[string]bool // addresses whose proposal was acknowledged
	failed   []string
}

func (a *tally) add(tool string, took time.Duration, failure string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.took[tool] = append(a.took[tool], took); failure != "" {
		a.failed = append(a.failed, tool+": "+failure)
	}
}

// A crowd of clients is served without a race, and no event that one of them was told of is lost.
//
// Invariant (lives and decisions): No acknowledged event is lost, however many clients ask at
// once. See also TestKilledServerLosesNoEvent.
func TestManyClientsAtOnce(t *testing.T) {
	t.Parallel()
	l := loadOf(t)
	dir := t.TempDir()
	if _, err := vaultgen.Write(dir, vaultgen.Options{Notes: 100, Chunks: l.chunks}, func() error { assaytest.Run(t, dir, "build"); return nil }); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for i := range outsiders {
		files[fmt.Sprintf("outside/%d.md", i)] = "# A page\n\nIt says little.\n"
	}
	assaytest.Lay(t, dir, files)
	assaytest.Run(t, dir, "build") // some of its notes are wrong
	tokens := &mcp.Tokens{File: filepath.Join(t.TempDir(), "tokens")}
	keys := make([]string, loadNames)
	for i := range keys {
		var err error
		if keys[i], err = tokens.New(fmt.Sprintf("c%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(mcp.New(mcp.Options{Root: dir, World: world(os.Getenv), Logf: t.Logf}).Handler(tokens))
	defer server.Close()
	base := &http.Transport{MaxIdleConns: 2 * l.clients, MaxIdleConnsPerHost: 2 * l.clients}
	defer base.CloseIdleConnections()

	queries := vaultgen.Queries(500)
	got := &tally{took: map[string][]time.Duration{}, proposed: map[string]bool{}}
	ctx := t.Context()
	ready, begin := sync.WaitGroup{}, make(chan struct{})
	var crowd sync.WaitGroup
	for i := range l.clients {
		ready.Add(1)
		crowd.Go(func() {
			transport := &sdk.StreamableClientTransport{Endpoint: server.URL + mcp.Path, HTTPClient: &http.Client{Transport: bearer{keys[i%loadNames], base}}, DisableStandaloneSSE: true}
			c, err := sdk.NewClient(&sdk.Implementation{Name: "load", Version: "1"}, nil).Connect(ctx, transport, nil)
			ready.Done()
			if err != nil {
				got.add("connect", 0, err.Error())
				return
			}
			defer c.Close()
			<-begin
			member{c: c, load: l, got: got, queries: queries, n: i, r: rand.New(rand.NewPCG(uint64(i), 1))}.run(ctx)
		})
	}
	ready.Wait()
	close(begin)
	crowd.Wait()

	for i, failure := range got.failed {
		if t.Errorf("%s", failure); i == 5 {
			t.Fatalf("and %d more", len(got.failed)-i-1)
		}
	}
	held := map[string]bool{}
	for _, e := range events(t, dir) {
		if e.Kind == provenance.KindProposed {
			held[e.Text("url")] = true
		}
	}
	for url := range got.proposed {
		if !held[url] {
			t.Errorf("the proposal of %s was acknowledged, and the ledger has nothing of it", url)
		}
	}
	assaytest.Must(t, 0, dir, "ledger", "verify")
	for tool, took := range got.took {
		slices.Sort(took)
		t.Logf("%-24s %6d calls, median %s, p95 %s, longest %s", tool, len(took), took[len(took)/2], took[len(took)*95/100], took[len(took)-1])
	}
	t.Logf("%d proposals acknowledged, all on record", len(got.proposed))
	if len(got.proposed) == 0 || len(got.took["semantic_search_sources"]) == 0 {
		t.Error("nothing was measured")
	}
}

// A member of the crowd.
type member struct {
	c       *sdk.ClientSession
	load    load
	got     *tally
	queries []string
	n       int
	r       *rand.Rand
}

func (m member) run(ctx context.Context) {
	over := time.Now().Add(m.load.over)
	for k := 0; ; k++ {
		if m.load.rate > 0 {
			pause := time.Duration(m.r.ExpFloat64() * float64(m.load.clients) / m.load.rate * float64(time.Second))
			time.Sleep(min(pause, time.Until(over)+time.Millisecond))
		}
		if time.Now().After(over) {
			return
		}
		switch p := m.r.IntN(100); {
		case p < 88:
			m.call(ctx, "semantic_search_sources", map[string]any{"query": m.queries[m.r.IntN(len(m.queries))]})
		case p < 94:
			m.call(ctx, "list_sources", map[string]any{})
		case p < 97:
			m.call(ctx, "list_notes", map[string]any{})
		default:
			url := fmt.Sprintf("outside/%d.md", m.r.IntN(outsiders))
			if m.call(ctx, "propose_source_intake", map[string]any{"target": url, "reason": "load", "wait_seconds": 120}) {
				m.got.mu.Lock()
				m.got.proposed[url] = true
				m.got.mu.Unlock()
			}
		}
	}
}

func (m member) call(ctx context.Context, tool string, args map[string]any) bool {
	began := time.Now()
	r, err := m.c.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: args})
	failure := ""
	switch {
	case err != nil:
		failure = err.Error()
	case r.IsError && !strings.Contains(said(r), "too many calls"):
		failure = said(r)
	}
	m.got.add(tool, time.Since(began), failure)
	return err == nil && !r.IsError
}
