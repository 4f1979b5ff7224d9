package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/view"
	"assay/ingest/web"
)

// shelf is a site of n pages besides its front page.
func shelf(n int) map[string]string {
	pages := map[string]string{}
	var links strings.Builder
	for i := range n {
		fmt.Fprintf(&links, `<li><a href="p%d.html">page %d</a></li>`, i, i)
		pages[fmt.Sprintf("/p%d.html", i)] = page(fmt.Sprintf("Page %d", i), fmt.Sprintf("<p>Page number %d of the collection describes item %d in a sentence of its own.</p>", i, i*7))
	}
	pages["/"] = page("Collection", "<p>The collection has many pages, each about one thing.</p><ul>"+links.String()+"</ul>")
	return pages
}

// grow makes a site one of n pages.
func (s *site) grow(n int) {
	for path, text := range shelf(n) {
		s.set(path, text)
	}
}

func (v *testVault) refreshAs(who string) *reports.Report {
	v.Helper()
	c := v.open()
	c.Opts.As = who
	r, err := sources.Refresh(context.Background(), c, sources.RefreshOptions{})
	if err != nil {
		v.Fatal(err)
	}
	return r
}

// approvePolicy is one under which each new site waits for a person.
const askingPolicy = "version: 1.0\ncrawl: {delay: 0s, allow_private_hosts: [\"127.0.0.1\"]}\n"

// Invariant (the web): An approval carries its ceiling. What a source grows beyond it, by a
// refresh, a map or a raised quota, waits for a person; what is held stands meanwhile.
func TestGrowthWaitsForAPerson(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, policy := range map[string]string{
		"approved by a person":  askingPolicy + "safety: {require_hitl_for_costs_over: 4}\n",
		"approved by policy":    askingPolicy + "safety: {approved_domains: [\"127.0.0.1\"], require_hitl_for_costs_over: 4}\n",
		"beside a small quota":  askingPolicy + "safety: {require_hitl_for_costs_over: 4}\nquotas: {max_credits_per_session: 3}\n",
		"beside a small source": askingPolicy + "safety: {require_hitl_for_costs_over: 3}\nquotas: {max_pages_per_source: 4}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, shelf(3))
			v := newWebVault(t, policy, nil)
			r := v.propose(s.url)
			id := string(r.ID)
			if r.Map.Cost.Credits != 4 || r.Map.Ceiling != 4 {
				t.Fatalf("the map: %+v", r.Map)
			}
			if r.Map.Needs != "" {
				if err := sources.Approve(ctx, v.open(), id, r.Map.Digest, ada); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				v.build()
			}
			if got := v.source(id); got.Pages != 4 {
				t.Fatalf("%+v", got.SourceRow)
			}
			s.grow(80)
			s.bodies()
			v.later(24 * time.Hour)
			// An agent refreshes, under quotas that were raised meanwhile.
			v.write("pipeline-policy.yaml", strings.NewReplacer("per_session: 3", "per_session: 60", "per_source: 4", "per_source: 400").Replace(policy))
			b := v.refreshAs("agent:solo")
			if n, _ := s.bodies(); b.Cost.Credits > 4 || n > 4 {
				t.Errorf("spent %+v, %d pages sent", b.Cost, n)
			}
			if len(b.Waiting) != 1 || !strings.Contains(b.Waiting[0].Needs, "has grown by 77") || b.Waiting[0].Command != "assay source map "+id {
				t.Errorf("waiting %+v", b.Waiting)
			}
			if got := v.source(id); got.State != "verified" || got.Pages != 4 {
				t.Errorf("what is held: %+v", got.SourceRow)
			}
			s.bodies()
			for range 2 {
				v.build()
			}
			if n, _ := s.bodies(); n != 0 {
				t.Errorf("builds read %d pages that nobody approved", n)
			}
			// Nor does a map by an agent raise it.
			if _, err := sources.Map(ctx, v.open(), id, "agent:solo"); !errors.Is(err, sources.ErrAuthRequired) {
				t.Errorf("an agent's map: %v", err)
			}
			// A person sees what it would cost now, and approves that.
			got, err := sources.Map(ctx, v.open(), id, ada)
			if err != nil || got.State != "auth_required" || got.Map.Cost.Credits < 81 {
				t.Fatalf("a person's map: %v %+v", err, got)
			}
			if err := sources.Approve(ctx, v.open(), id, got.Map.Digest, ada); err != nil {
				t.Fatal(err)
			}
			s.bodies()
			spent := 0
			for range 3 {
				spent += v.build().Cost.Credits
			}
			if n, _ := s.bodies(); n != 77 || spent != 77 {
				t.Errorf("after the approval %d pages were sent for %d credits, want those 77 that were not held", n, spent)
			}
			if got := v.source(id); got.Pages != 81 || got.State != "verified" || got.Needs != "" {
				t.Errorf("%+v needs %q", got.SourceRow, got.Needs)
			}
		})
	}
}

// Invariant (the web): What a session may spend is no limit of a source: a crawl goes on in the
// next session, and no page is paid for twice.
func TestCrawlGoesOnInTheNextSession(t *testing.T) {
	t.Parallel()
	policy := strings.Replace(webPolicy, "costs_over: 100", "costs_over: 200", 1)
	s := newSite(t, shelf(149))
	v := newWebVault(t, policy, nil)
	id := string(v.propose(s.url).ID)
	s.bodies()
	spent := v.build().Cost.Credits
	if spent != 100 {
		t.Errorf("the first session spent %d", spent)
	}
	r, err := sources.Crawl(context.Background(), v.open(), id, nil)
	if err != nil {
		t.Fatal(err)
	}
	spent += r.Cost.Credits
	if n, _ := s.bodies(); n != 150 || spent != 150 || v.source(id).Pages != 150 {
		t.Errorf("%d pages sent for %d credits, %d stored", n, spent, v.source(id).Pages)
	}
	// So does a refresh that was cut short, by the next build.
	v.write("pipeline-policy.yaml", policy+"quotas: {max_credits_per_session: 90}\n")
	v.later(24 * time.Hour)
	first := v.refresh()
	if first.Cost.Credits != 90 || len(first.Waiting) != 1 || first.Waiting[0].Command != "assay build" || len(v.events("refreshed")) != 0 {
		t.Errorf("cut short: %+v %+v", first.Cost, first.Waiting)
	}
	if b := v.build(); b.Cost.Credits != 60 || len(v.events("refreshed")) != 1 {
		t.Errorf("the build after it: %+v, %d refreshed", b.Cost, len(v.events("refreshed")))
	}
}

// Invariant (the web): Raising a quota is a reason to build, and what is held is not paid for
// again.
func TestRaisedQuotaIsAReasonToBuild(t *testing.T) {
	t.Parallel()
	policy := strings.Replace(webPolicy, "costs_over: 100", "costs_over: 25", 1)
	s := newSite(t, shelf(30))
	v := newWebVault(t, policy+"quotas: {max_pages_per_source: 10}\n", nil)
	id := string(v.propose(s.url).ID)
	s.bodies()
	spent := v.build().Cost.Credits
	v.write("pipeline-policy.yaml", policy+"quotas: {max_pages_per_source: 18}\n")
	spent += v.build().Cost.Credits
	if n, _ := s.bodies(); n != 18 || spent != 18 || v.source(id).Pages != 18 {
		t.Errorf("18 pages a source: %d sent for %d, %d stored", n, spent, v.source(id).Pages)
	}
	// Beyond what policy approved it waits for a person.
	v.write("pipeline-policy.yaml", policy)
	b := v.build()
	if n, _ := s.bodies(); n != 7 || v.source(id).Pages != 25 || len(b.Waiting) != 1 || !strings.Contains(b.Waiting[0].Needs, "a person") {
		t.Errorf("any number of pages: %d sent, %d stored, waiting %+v", n, v.source(id).Pages, b.Waiting)
	}
	before := v.files()
	v.build()
	v.same(before)
}

// Invariant (the web): A refresh that finds a site unchanged changes the ledger alone, and the
// evidence is as fresh as if every page had been written anew.
func TestRefreshWritesWhatChanged(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	id := string(v.propose(s.url).ID)
	v.build()
	v.write("01_Wiki/Kettle.md", resting(v, "The lid gasket is made of silicone.", "The kettle boils one litre of water in three minutes."))
	v.build()
	tiers := func(want string) {
		t.Helper()
		for claim, tier := range v.tiers() {
			if tier != want {
				t.Errorf("%s is %s, want %s", claim, tier, want)
			}
		}
	}
	v.later(80 * 24 * time.Hour)
	before := v.files()
	v.refresh()
	for name, text := range v.files() {
		if before[name] != text && name != "03_Sources/ledger.jsonl" {
			t.Errorf("%s changed with nothing", name)
		}
	}
	// The clock goes on while pages are read, as clocks do.
	was := v.world.Now
	var ticks atomic.Int64
	v.world.Now = func() time.Time { return was().Add(time.Duration(ticks.Add(1)) * time.Second) }
	v.refresh()
	v.world.Now = was
	if e := v.events("refreshed"); e[1].Moment("confirmed").IsZero() || e[1].Moment("confirmed").After(e[1].Time) {
		t.Errorf("confirmed at %s by an event of %s", e[1].Text("confirmed"), e[1].Time)
	}
	v.later(80 * 24 * time.Hour) // 160 days after it was fetched, 80 after it was confirmed
	tiers("T5")
	if got := v.source(id); got.Freshness != "fresh" {
		t.Errorf("%s: %s", got.Retrieved, got.Freshness)
	}
	// One page fails, one changed: theirs are the only lines that change.
	s.set("/parts.html", "!500")
	s.set("/cleaning.html", strings.Replace(kettles()["/cleaning.html"], "every 30 days", "every 90 days", 1))
	v.world.OpenWeb = openImpatient
	file := "03_Sources/" + id + "/source.yaml"
	lines := strings.Split(v.read(file), "\n")
	v.refresh()
	now := strings.Split(v.read(file), "\n")
	changed := 0
	for i := range now {
		if i >= len(lines) || now[i] != lines[i] {
			changed++
		}
	}
	if len(now) > len(lines)+1 || changed > 8 {
		t.Errorf("%d lines of source.yaml changed:\n%s", changed, strings.Join(now, "\n"))
	}
	// What could not be looked at ages on from when it was last seen.
	v.later(15 * 24 * time.Hour)
	for claim, tier := range v.tiers() {
		want := "T5"
		if strings.Contains(claim, "gasket") {
			want = "T3"
		}
		if tier != want {
			t.Errorf("%s is %s, want %s", claim, tier, want)
		}
	}
	// All of it goes with the ledger alone: a clone without .assay says the same.
	had := v.tiers()
	v.remove(".assay")
	for claim, tier := range v.tiers() {
		if had[claim] != tier {
			t.Errorf("%s is %s on a clone, was %s", claim, tier, had[claim])
		}
	}
}

// greedy asks for all credits that there may be before it begins, as a service's crawl does.
type greedy struct{ web.HTTP }

func (e greedy) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	n := 0
	for o.Spend() == nil {
		n++
	}
	for range n {
		o.Refund()
	}
	return e.HTTP.Crawl(ctx, g, o)
}

type greedyWeb struct{ loopback }

func (w greedyWeb) Ways(seed string) (string, []web.Envelope, error) {
	at, err := web.Canonical(seed)
	return at, []web.Envelope{greedy{web.HTTP{Client: w.client}}}, err
}

// A crawl that came to its end is stored, though more was asked for than there is.
func TestCreditsAskedForAhead(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy+"quotas: {max_credits_per_session: 5}\n", nil)
	v.world.OpenWeb = func(o view.WebOptions) view.Web { return greedyWeb{loopback{web.NewClient(o.Options)}} }
	id := string(v.propose(s.url).ID)
	if b := v.build(); b.Cost.Credits != 4 || len(b.Waiting) != 0 || v.source(id).Pages != 4 {
		t.Errorf("%+v, waiting %+v, %d pages", b.Cost, b.Waiting, v.source(id).Pages)
	}
}

// A claim that went stale is fresh again after a refresh that found its page unchanged,
// whatever a build kept of it before.
func TestStaleClaimIsFreshAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	v.propose(s.url)
	v.build()
	v.write("01_Wiki/Kettle.md", resting(v, "The lid gasket is made of silicone."))
	v.build()
	v.world.OpenWeb = func(o view.WebOptions) view.Web { // no network
		o.AllowPrivateHosts = nil
		return openLoopback(o)
	}
	v.later(91 * 24 * time.Hour)
	if b := v.build(); b.Claims.T3 != 1 {
		t.Fatalf("while nobody could ask: %+v", b.Claims)
	}
	v.world.OpenWeb = openLoopback
	v.refresh()
	kept := v.build().Claims
	v.remove(".assay")
	if cold := v.build().Claims; kept.T5 != 1 || cold != kept {
		t.Errorf("kept %+v, cold %+v", kept, cold)
	}
}
