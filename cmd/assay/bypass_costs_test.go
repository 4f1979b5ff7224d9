package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/compiler"
	"assay/compiler/sources"
	"assay/internal/assaytest"
	"assay/provenance"
)

// A growing is a site whose number of pages tests change.
type growing struct{ pages, asked atomic.Int64 }

func (g *growing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var n int64
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch {
	case r.URL.Path == "/":
		fmt.Fprint(w, "<!doctype html><title>Kettles</title><main><h1>Kettles</h1><p>The kettles of the valley are made of copper, each by one smith of its own.</p><ul>")
		for i := range g.pages.Load() - 1 {
			fmt.Fprintf(w, "<li><a href=p%d.html>%d</a></li>", i, i)
		}
		fmt.Fprint(w, "</ul></main>")
	case scanAll(r.URL.Path, "/p%d.html", &n) && n < g.pages.Load():
		fmt.Fprintf(w, "<!doctype html><title>Kettle %[1]d</title><main><h1>Kettle %[1]d</h1><p>Kettle number %[1]d holds %[2]d litres of water. Kettle number %[1]d is made of copper and weighs %[3]d grams.</p></main>", n, 2*n+3, 70*n+400)
	default:
		http.NotFound(w, r)
		return
	}
	g.asked.Add(1)
}

func scanAll(s, format string, n *int64) bool {
	k, err := fmt.Sscanf(s, format, n)
	return k == 1 && err == nil
}

// A costAttempt is a vault, a site, and what somebody tries.
type costAttempt struct {
	*testing.T
	dir, url string
	site     *growing
	now      int64
	said     strings.Builder
	spent    int
	sent     int64 // pages that were sent before the attempt
}

const bypassNow = 1780000000

// try runs the real program and takes down what it says and spends.
func (b *costAttempt) try(args ...string) (status int) {
	b.Helper()
	cmd := assaytest.Program(b.dir, args...)
	cmd.Env = append(cmd.Env, fmt.Sprintf("SOURCE_DATE_EPOCH=%d", b.now))
	var messages strings.Builder
	cmd.Stderr = &messages
	out, _ := cmd.Output()
	fmt.Fprintf(&b.said, "$ assay %s\n%s%s", strings.Join(args, " "), out, messages.String())
	var r struct {
		Cost     struct{ Credits int }
		Promoted []string
	}
	_ = json.Unmarshal(out, &r)
	b.spent += r.Cost.Credits
	return cmd.ProcessState.ExitCode()
}

func (b *costAttempt) write(name, text string) {
	assaytest.Lay(b.T, b.dir, map[string]string{name: strings.ReplaceAll(text, "$SITE", b.url)})
}

func (b *costAttempt) read(name string) string {
	text, _ := os.ReadFile(filepath.Join(b.dir, filepath.FromSlash(name)))
	return string(text)
}

// policy begins with what a loopback takes.
func (b *costAttempt) policy(more string) {
	b.write("pipeline-policy.yaml", "version: 1.0\ncrawl: {delay: 0s, allow_private_hosts: [\"127.0.0.1\", localhost]}\n"+more)
}

func (b *costAttempt) id() string { return string(provenance.NewSourceID(b.url + "/")) }

// approved is a source of n pages that a person, or the policy, approved, and that was read.
func (b *costAttempt) approved(n int64, policy string) {
	b.Helper()
	b.site.pages.Store(n)
	b.policy(policy)
	assaytest.Must(b.T, 0, b.dir, "source", "propose", b.url+"/", "--as", "person:ada")
	if !strings.Contains(policy, "approved_domains") {
		b.approve()
	}
	assaytest.Must(b.T, 0, b.dir, "build")
	if p := b.ledger().State(provenance.SourceID(b.id())); p.State != provenance.Verified {
		b.Fatalf("not read: %+v", p)
	}
	b.day()
	b.said.Reset()
	b.sent = b.site.asked.Load()
}

// approve is what a person does at a terminal.
func (b *costAttempt) approve() {
	b.Helper()
	c, err := compiler.Open(b.dir, world(func(key string) string {
		return map[string]string{"SOURCE_DATE_EPOCH": fmt.Sprint(b.now)}[key]
	}), compiler.Options{Here: true})
	if err != nil {
		b.Fatal(err)
	}
	r, err := sources.Source(b.Context(), c, b.id())
	if err == nil {
		err = sources.Approve(b.Context(), c, b.id(), r.Map.Digest, "person:ada")
	}
	if err != nil {
		b.Fatal(err)
	}
}

func (b *costAttempt) day() { b.now += int64(25 * time.Hour / time.Second) }

func (b *costAttempt) ledger() *provenance.Ledger {
	return provenance.ReadLedger([]byte(b.read("03_Sources/ledger.jsonl")))
}

// record writes an event into the ledger by hand, well formed.
func (b *costAttempt) record(actor, kind, subject string, data map[string]any) {
	l := b.ledger()
	l.Append(provenance.Event{Time: time.Unix(b.now, 0), Actor: actor, Role: provenance.RolePerson, Kind: kind, Subject: subject, Data: data})
	b.write("03_Sources/ledger.jsonl", b.read("03_Sources/ledger.jsonl")+string(l.Pending()))
}

const (
	byPerson = "safety: {require_hitl_for_costs_over: 4}\n"
	byPolicy = "safety: {approved_domains: [\"127.0.0.1\"], require_hitl_for_costs_over: 4}\n"
	solo     = "agent:solo"
)

// Ways to spend more than was approved, and to get a note into the wiki alone: each is
// stopped, or told.
func TestBypassOfCostsAndRoles(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name  string
		try   func(*costAttempt)
		spend int // credits at most, of all that is tried
		says  string
	}{
		{"an agent refreshes a site that grew from 4 pages to 81", func(b *costAttempt) {
			b.approved(4, byPerson)
			b.site.pages.Store(81)
			b.try("source", "refresh", "--as", solo, "--json")
		}, 4, "a person's approval of more: it has grown by 77 addresses"},
		{"and crawls it whole", func(b *costAttempt) {
			b.approved(4, byPerson)
			b.site.pages.Store(81)
			b.try("source", "crawl", b.id(), "--as", solo, "--json")
		}, 4, "has grown by 77"},
		{"and does so again and again on one day", func(b *costAttempt) {
			b.approved(4, byPerson)
			for range 4 {
				b.try("source", "crawl", b.id(), "--as", solo, "--json")
				b.try("source", "refresh", "--as", solo, "--json")
			}
		}, 4, "it was read within a day, and agent:solo asks for it again"},
		{"the session's quota is raised first", func(b *costAttempt) {
			b.approved(4, byPolicy+"quotas: {max_credits_per_session: 5}\n")
			b.site.pages.Store(81)
			b.policy(byPolicy + "quotas: {max_credits_per_session: 5000}\n")
			b.try("source", "refresh", "--as", solo, "--json")
		}, 4, "has grown by 77"},
		{"the pages of a source are raised first", func(b *costAttempt) {
			b.approved(4, byPolicy+"quotas: {max_pages_per_source: 4}\n")
			b.site.pages.Store(81)
			b.policy(byPolicy + "quotas: {max_pages_per_source: 5000}\n")
			b.try("build", "--as", solo, "--json")
			b.try("source", "refresh", "--as", solo, "--json")
		}, 4, "has grown by 77"},
		{"a build finds it stale", func(b *costAttempt) {
			b.approved(4, byPerson)
			b.site.pages.Store(81)
			b.now += 100 * 24 * 3600
			b.try("build", "--as", solo, "--json")
		}, 4, "has grown by 77"},
		{"the site shows its other pages once it was approved", func(b *costAttempt) {
			b.site.pages.Store(4)
			b.policy(byPerson)
			b.try("source", "propose", b.url+"/", "--as", "person:ada")
			b.approve()
			b.site.pages.Store(81)
			b.try("build", "--json")
		}, 4, "has grown by"},
		{"the cache of maps is deleted first", func(b *costAttempt) {
			b.approved(4, byPerson)
			b.site.pages.Store(81)
			if err := os.RemoveAll(filepath.Join(b.dir, ".assay")); err != nil {
				b.Fatal(err)
			}
			b.try("source", "refresh", "--as", solo, "--json")
		}, 4, "has grown by 77"},
		{"an agent maps it anew", func(b *costAttempt) {
			b.approved(4, byPerson+"quotas: {max_pages_per_source: 90}\n")
			b.site.pages.Store(15)
			b.policy(byPolicy)
			b.try("source", "map", b.id(), "--as", solo)
			b.try("build", "--as", solo, "--json")
		}, 0, "AUTH_REQUIRED: it has grown, and a reading would cost 15 credits where 4 were approved"},
		{"an agent approves", func(b *costAttempt) {
			b.site.pages.Store(81)
			b.policy(byPerson)
			b.try("source", "propose", b.url+"/", "--as", "person:ada")
			b.try("source", "approve", b.id())
			b.try("build", "--as", solo, "--json")
		}, 0, "AUTH_REQUIRED: approving"},
		{"an agent writes a person's approval into the ledger, where persons sign theirs", func(b *costAttempt) {
			b.site.pages.Store(81)
			b.policy("safety: {require_hitl_for_costs_over: 4, require_signatures: true}\n")
			b.try("source", "propose", b.url+"/", "--as", "person:ada")
			b.record("person:ada", provenance.KindApproved, b.id(), map[string]any{"digest": b.ledger().State(provenance.SourceID(b.id())).Bounds})
			b.try("build", "--as", solo, "--json")
		}, 0, "a signature of person:ada: policy asks for it"},
		{"an agent writes the policy's approval into the ledger", func(b *costAttempt) {
			b.site.pages.Store(81)
			b.policy(byPerson)
			b.try("source", "propose", b.url+"/", "--as", "person:ada")
			b.record(provenance.ActorEngineer, provenance.KindApproved, b.id(), map[string]any{"approver": "policy", "digest": b.ledger().State(provenance.SourceID(b.id())).Bounds})
			b.try("build", "--as", solo, "--json")
		}, 0, "more than the 4 that policy allows"},
		{"an agent writes the approval into the ledger", func(b *costAttempt) {
			b.site.pages.Store(81)
			b.policy(byPerson)
			b.try("source", "propose", b.url+"/", "--as", "person:ada")
			b.record(solo, provenance.KindApproved, b.id(), map[string]any{"approver": "policy"})
			b.try("build", "--as", solo, "--json")
			b.try("ledger", "verify")
		}, 0, "only a person or the policy approves a crawl"},
		{"an agent writes a higher ceiling into the ledger", func(b *costAttempt) {
			b.approved(4, byPerson)
			b.site.pages.Store(81)
			b.record(solo, provenance.KindMapped, b.id(), map[string]any{"ceiling": 5000, "credits": 1, "depth": 5, "prefixes": []any{b.url + "/"}, "digest": b.ledger().State(provenance.SourceID(b.id())).Approval})
			b.try("source", "refresh", "--as", solo, "--json")
			b.try("ledger", "verify")
		}, 4, "mapped of"},
		{"an agent proposes a new domain", func(b *costAttempt) {
			b.policy(byPerson)
			b.try("source", "propose", b.url+"/", "--as", solo)
			b.try("build", "--as", solo, "--json")
			if n := b.site.asked.Load(); n > 0 {
				b.Errorf("%d pages of it were asked for", n)
			}
		}, 0, "127.0.0.1 is not in safety.approved_domains"},
		{"an agent proposes a dear source of an approved domain", func(b *costAttempt) {
			b.site.pages.Store(15)
			b.policy(byPolicy)
			b.try("source", "propose", b.url+"/", "--as", solo)
			b.try("build", "--as", solo, "--json")
		}, 0, "costs 15 credits, more than the 4 that policy allows without a person"},
		{"it spells the address in another way", func(b *costAttempt) {
			b.approved(4, byPerson)
			b.site.pages.Store(15)
			b.policy(byPolicy)
			b.try("source", "propose", strings.Replace(b.url, "http", "HTTP", 1)+"/./?utm_source=x#top", "--as", solo)
			b.try("build", "--as", solo, "--json")
			if n := len(b.ledger().Sources()); n != 1 {
				b.Errorf("%d sources of one address", n)
			}
		}, 0, "verified"},
		{"a note wants a dear site", func(b *costAttempt) {
			b.site.pages.Store(15)
			b.policy(byPolicy)
			b.write("01_Wiki/N.md", "---\nsources_wanted: [$SITE/]\n---\n# N\n\nWe want it.\n")
			b.try("build", "--as", solo, "--json")
		}, 0, "costs 15 credits, more than the 4"},
		{"a note wants one page, and gets one", func(b *costAttempt) {
			b.site.pages.Store(81)
			b.policy(byPolicy)
			b.write("01_Wiki/N.md", "---\nsources_wanted: [$SITE/p3.html]\n---\n# N\n\nWe want it.\n")
			b.try("build", "--as", solo, "--json")
			b.try("source", "list", "--json")
		}, 1, `"pages": 1,`},
		{"a note wants a new domain", func(b *costAttempt) {
			b.policy(byPerson)
			b.write("01_Wiki/N.md", "---\nsources_wanted: [$SITE/]\n---\n# N\n\nWe want it.\n")
			b.try("build", "--as", solo, "--json")
			if n := b.site.asked.Load(); n > 0 {
				b.Errorf("%d pages of it were asked for", n)
			}
		}, 0, "a person's proposal: 127.0.0.1 is not in safety.approved_domains"},
		{"an agent asks again for what a person rejected", func(b *costAttempt) {
			b.site.pages.Store(3)
			b.policy(byPerson)
			b.try("source", "propose", b.url+"/", "--as", "person:ada")
			b.try("source", "reject", b.id(), "--reason", "an advertisement", "--as", "person:ada")
			b.policy(byPolicy)
			b.try("source", "propose", b.url+"/", "--as", solo)
			b.try("build", "--as", solo, "--json")
		}, 0, "AUTH_REQUIRED: person:ada rejected it (an advertisement)"},
		{"ten sessions of one crawl", func(b *costAttempt) {
			b.site.pages.Store(20)
			b.policy("safety: {approved_domains: [\"127.0.0.1\"], require_hitl_for_costs_over: 20}\nquotas: {max_credits_per_session: 3}\n")
			b.try("source", "propose", b.url+"/", "--as", solo)
			b.sent = b.site.asked.Load()
			for range 10 {
				b.try("source", "crawl", b.id(), "--as", solo, "--json")
			}
			if n := b.site.asked.Load() - b.sent; n > 20+7 { // each session looks anew where the address leads
				b.Errorf("%d pages were sent for 20", n)
			}
		}, 20, "credits of quotas.max_credits_per_session are used up"},
		{"a file of the vault takes what watch says", func(b *costAttempt) {
			b.policy(byPerson)
			log, err := os.Create(filepath.Join(b.dir, "events.txt"))
			if err != nil {
				b.Fatal(err)
			}
			defer log.Close()
			cmd := assaytest.Program(b.dir, "watch", "--json")
			var messages strings.Builder
			cmd.Stdout, cmd.Stderr = log, &messages
			stop := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
			defer stop.Stop()
			_ = cmd.Run()
			b.said.WriteString(messages.String() + b.read("events.txt"))
			if code := cmd.ProcessState.ExitCode(); code != 2 {
				b.Errorf("status %d", code)
			}
		}, 0, "events.txt, a file that it watches"},
		{"one agent proposes, reads, drafts and has it promoted", func(b *costAttempt) {
			b.alone()
			for range 2 {
				b.try("build", "--as", solo, "--json")
			}
		}, 3, "promote as agent:solo: the same actor requested the ingestion"},
		{"under another spelling of its name", func(b *costAttempt) {
			b.alone()
			b.try("build", "--as", solo, "--json")
			b.try("build", "--as", "agent:SOLO ", "--json")
		}, 3, "the same actor requested the ingestion"},
		{"by hand", func(b *costAttempt) {
			b.alone()
			b.try("build", "--as", solo, "--json")
			if b.try("promote", "02_Drafts/Kettles.md", "--as", solo) == 0 {
				b.Error("it was let through")
			}
		}, 3, "promote as agent:solo: the same actor requested the ingestion"},
		{"as a decision of a review", func(b *costAttempt) {
			b.alone()
			b.try("build", "--as", solo, "--json")
			b.write("../decisions", `{"id":"02_Drafts/Kettles.md","decision":"accept","by":"person:ada"}`+"\n")
			b.try("review", "--decide", filepath.Join(filepath.Dir(b.dir), "decisions"), "--as", solo)
		}, 3, "AUTH_REQUIRED: this is agent:solo"},
		{"as an MCP client", func(b *costAttempt) {
			b.alone()
			b.try("source", "crawl", b.id(), "--as", "mcp:editor", "--json")
			b.try("build", "--as", "mcp:editor", "--json")
		}, 3, "promote as mcp:editor"},
		{"in the name of the compiler", func(b *costAttempt) {
			b.alone()
			b.try("build", "--as", provenance.ActorChronicler)
		}, 0, "does not say who that is"},
		{"by a draft that it asks for", func(b *costAttempt) {
			b.alone()
			b.try("source", "crawl", b.id(), "--as", solo, "--json")
			b.try("draft", "Kettles", "--as", solo, "--json")
		}, 3, "promote as agent:solo: the same actor requested the ingestion"},
		{"by a draft that it writes itself", func(b *costAttempt) {
			b.alone()
			b.try("source", "crawl", b.id(), "--as", solo, "--json")
			b.write("02_Drafts/Mine.md", "# Mine\n\nKettle number 1 holds 5 litres of water. [kettles]($SITE/p1.html)\n")
			b.try("build", "--as", solo, "--json")
		}, 3, "promote as agent:solo: the same actor requested the ingestion"},
		{"by a file that it lays among the originals", func(b *costAttempt) {
			b.policy("vault: {evidence: [raw]}\npromotion: {mode: auto}\n")
			b.write("01_Wiki/Home.md", "# Home\n\nWe ask for [[Kettles]].\n")
			b.write("raw/copper.md", "# Kettles\n\nKettles are made of copper in the valley by smiths. Kettles hold nine litres of water for the table.\n\n## Weight\n\nKettles of the valley weigh 900 grams without their lid. Kettles last for forty years of daily use in most kitchens.\n")
			b.try("build", "--as", solo, "--json")
		}, 0, "promote as agent:solo: the same actor requested the ingestion"},
		{"by reading again what a person had read", func(b *costAttempt) {
			b.write("01_Wiki/Home.md", "# Home\n\nWe ask for nothing yet.\n")
			b.approved(3, byPolicy+"promotion: {mode: auto}\n")
			b.try("source", "refresh", "--as", solo, "--json")
			b.write("01_Wiki/Home.md", "# Home\n\nWe ask for [[Kettles]].\n")
			b.try("build", "--as", solo, "--json")
		}, 3, "promote as agent:solo: the same actor requested the ingestion"},
		{"by a promotion that it writes into the ledger", func(b *costAttempt) {
			b.alone()
			b.try("build", "--as", solo, "--json")
			b.record(provenance.ActorChronicler, provenance.KindPromoted, "01_Wiki/Kettles.md", map[string]any{"sources": []any{b.id()}, "requested_by": solo})
			b.try("ledger", "verify")
		}, 3, "promote as agent:solo: the same actor requested the ingestion"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			b := &costAttempt{T: t, dir: filepath.Join(t.TempDir(), "vault"), site: &growing{}, now: bypassNow}
			server := httptest.NewServer(b.site)
			t.Cleanup(server.Close)
			b.url = server.URL
			row.try(b)
			if b.spent > row.spend {
				t.Errorf("spent %d credits, approved were %d\n%s", b.spent, row.spend, b.said.String())
			}
			if !strings.Contains(b.said.String(), row.says) {
				t.Errorf("nobody says %q:\n%s", row.says, b.said.String())
			}
			for _, name := range []string{"Kettles", "Mine"} {
				if b.read("01_Wiki/"+name+".md") != "" {
					t.Errorf("%s is in the wiki:\n%s", name, b.said.String())
				}
			}
		})
	}
}

// alone is a vault that promotes by itself, in which one agent proposed a source.
func (b *costAttempt) alone() {
	b.site.pages.Store(3)
	b.policy(byPolicy + "promotion: {mode: auto}\n")
	b.write("01_Wiki/Home.md", "# Home\n\nWe ask for [[Kettles]].\n")
	b.try("source", "propose", b.url+"/", "--as", solo)
}
