package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/sources"
	"assay/compiler/stats"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// kettles is a small manual.
func kettles() map[string]string {
	return map[string]string{
		"/": page("Kettle manual", `<p>The manual describes the kettle and how it is kept in good order for many years of use.</p>`,
			`<ul><li><a href="boiling.html">Boiling</a></li><li><a href="cleaning.html">Cleaning</a></li><li><a href="parts.html">Parts</a></li></ul>`),
		"/boiling.html": page("Boiling", `<p>The kettle boils one litre of water in three minutes. It switches itself off at 100 degrees.</p>`,
			`<h2>Altitude</h2><p>Above 2,000 metres water boils at a lower temperature, so the kettle takes longer to switch off.</p>`),
		"/cleaning.html": page("Cleaning", `<p>Limescale is removed with citric acid. The kettle is descaled every 30 days in regions with hard water.</p>`),
		"/parts.html":    page("Parts", `<p>The lid gasket is made of silicone. The base station weighs 400 grams and rests on rubber feet.</p>`),
	}
}

// resting is a note whose claims rest on the manual.
func resting(v *testVault, claims ...string) string {
	var b strings.Builder
	b.WriteString("# Kettle\n")
	for _, claim := range claims {
		hits, err := stats.Search(context.Background(), v.open(), claim, stats.SearchOptions{K: 1})
		if err != nil || len(hits) == 0 {
			v.Fatalf("nothing found for %q: %v", claim, err)
		}
		fmt.Fprintf(&b, "\n%s[^%s]\n", claim, hits[0].Chunk.Anchor())
	}
	return b.String()
}

func TestWebSourceFromProposalToPromotedNote(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, map[string]string{"01_Wiki/Home.md": "# Home\n\nWe need to know about the [[Kettle]].\n"})
	r := v.propose(s.url)
	if r.State != "mapped" || len(r.Map.Pages) != 4 || r.Map.Cost.Credits != 4 || r.Map.Needs != "" {
		t.Errorf("after the proposal: %s, %+v", r.State, r.Map)
	}
	b := v.build()
	if len(b.Promoted) != 1 || b.Cost.Credits != 4 {
		t.Errorf("promoted %v, cost %+v", b.Promoted, b.Cost)
	}
	var kinds []string
	for _, e := range provenance.ReadLedger([]byte(v.read("03_Sources/ledger.jsonl"))).Events() {
		kinds = append(kinds, e.Kind)
	}
	want := []string{"proposed", "mapped", "approved", "crawled", "indexed", "verified", "drafted", "synthesized", "promoted"}
	if d := cmp.Diff(want, kinds); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
	// Nothing is asked for again: not by a second build, not by one that lost its state.
	before := v.files()
	s.bodies()
	v.build()
	v.remove(".assay")
	v.build()
	v.same(before)
	if _, n := s.bodies(); n != 0 {
		t.Errorf("%d requests without need", n)
	}
}

// A site changes between two builds in every way that a site may.
//
// Invariant (the web): Unchanged passages keep their ids, and exactly the claims on changed
// text change tier.
func TestWebSourceThatChanges(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	id := string(v.propose(s.url).ID)
	v.build()
	const (
		stays   = "The kettle boils one litre of water in three minutes."
		edited  = "The kettle is descaled every 30 days in regions with hard water."
		moved   = "Above 2,000 metres water boils at a lower temperature."
		dropped = "The lid gasket is made of silicone."
	)
	v.write("01_Wiki/Kettle.md", resting(v, stays, edited, moved, dropped))
	v.build()
	before := v.tiers()
	for claim, tier := range before {
		if tier != "T5" {
			t.Fatalf("%s is %s before anything changed", claim, tier)
		}
	}
	ids := func() (out []string) {
		for name, text := range v.files() {
			if strings.HasPrefix(name, "03_Sources/"+id+"/") {
				for _, c := range provenance.ParsePage(name, []byte(text), provenance.Source{ID: provenance.SourceID(id)}).Chunks {
					out = append(out, string(c.ID)+" "+c.Text)
				}
			}
		}
		slices.Sort(out)
		return out
	}
	had := ids()

	v.later(24 * time.Hour)
	s.bodies()
	if r := v.refresh(); len(r.Written) != 1 { // the ledger: when they were seen is no change of a page
		t.Errorf("written although nothing changed: %v", r.Written)
	}
	if n, _ := s.bodies(); n != 1 { // the seed is looked at for where it leads
		t.Errorf("%d pages sent whole although nothing changed", n)
	}
	if d := cmp.Diff(before, v.tiers()); d != "" {
		t.Errorf("tiers changed with nothing:\n%s", d)
	}

	pages := kettles()
	s.set("/cleaning.html", strings.Replace(pages["/cleaning.html"], "every 30 days", "every 90 days", 1))
	altitude := pages["/boiling.html"][strings.Index(pages["/boiling.html"], "<h2>"):strings.Index(pages["/boiling.html"], "</main>")]
	s.set("/boiling.html", strings.Replace(pages["/boiling.html"], altitude, "", 1))
	s.set("/parts.html", "!410")
	s.set("/altitude.html", page("Altitude", altitude))
	s.set("/", strings.Replace(pages["/"], "<ul>", `<ul><li><a href="altitude.html">Altitude</a></li>`, 1))
	v.later(24 * time.Hour)
	v.refresh()

	got := changed(before, v.tiers())
	want := []string{
		"01_Wiki/Kettle.md: " + edited + ": T5 → T0",
		"01_Wiki/Kettle.md: " + dropped + ": T5 → T3",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("tiers (-want +got):\n%s", d)
	}
	now := ids()
	for _, passage := range had {
		text := passage[strings.Index(passage, " "):]
		if !strings.Contains(text, "descaled") && !slices.Contains(now, passage) && !strings.Contains(text, "manual describes") {
			t.Errorf("an unchanged passage has another id: %s", passage)
		}
	}
	why, err := stats.Why(context.Background(), v.open(), "01_Wiki/Kettle.md:5")
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for _, step := range why.Steps {
		fmt.Fprintln(&told, step.File, step.Line, step.Text, step.Detail)
	}
	for _, words := range []string{"every 90 days", "every 30 days", "cleaning-"} {
		if !strings.Contains(told.String(), words) {
			t.Errorf("why does not say %q:\n%s", words, told.String())
		}
	}
	if e := v.events("withdrawn"); len(e) != 1 || !strings.HasSuffix(e[0].Text("url"), "/parts.html") {
		t.Errorf("withdrawn: %v", e)
	}
}

// A page that is not there once is an accident; on two days, it is unavailable. A
// network that is not there says nothing about pages.
//
// Invariant (the web): Two failures on different days, never one and never a missing network,
// make a page unavailable.
func TestTwoStrikesOnDifferentDays(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	r := v.propose(s.url)
	v.build()
	parts := func() provenance.Page {
		src, _ := provenance.ParseSource([]byte(v.read("03_Sources/" + string(r.ID) + "/source.yaml")))
		for _, p := range src.Pages {
			if strings.HasSuffix(p.URL, "parts.html") {
				return p
			}
		}
		t.Fatal("the page is gone from the record")
		return provenance.Page{}
	}
	s.set("/parts.html", "!404")
	for day, want := range []bool{false, false, true} {
		if day != 1 { // the second try is on the same day
			v.later(24 * time.Hour)
		}
		v.refresh()
		if got := !parts().Unavailable.IsZero(); got != want {
			t.Errorf("try %d: unavailable %t, want %t", day+1, got, want)
		}
	}
	urls := v.source(string(r.ID)).URLs
	if len(urls) != 1 || urls[0].Verdict != "unavailable" || !urls[0].Held {
		t.Errorf("source show: %+v", urls)
	}
	s.set("/parts.html", kettles()["/parts.html"])
	v.refresh()
	if p := parts(); !p.Unavailable.IsZero() || !p.Strike.IsZero() {
		t.Errorf("back again, and still %+v", p)
	}
	// No network: nothing is held against any page.
	v.world.OpenWeb = func(o view.WebOptions) view.Web {
		o.AllowPrivateHosts = nil
		return openLoopback(o)
	}
	before := v.read("03_Sources/" + string(r.ID) + "/source.yaml")
	v.later(24 * time.Hour)
	v.refresh()
	if got := v.read("03_Sources/" + string(r.ID) + "/source.yaml"); got != before {
		t.Errorf("a crawl that could not look changed the record:\n%s", cmp.Diff(before, got))
	}
}

func (v *testVault) source(id string) *reports.SourceReport {
	v.Helper()
	r, err := sources.Source(context.Background(), v.open(), id)
	if err != nil {
		v.Fatal(err)
	}
	return r
}

// A build asks for stale evidence again by itself, at most once a day.
//
// Invariant (the web): A build asks for stale evidence by itself, at most once a day.
func TestBuildRefreshesStaleEvidence(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	id := string(v.propose(s.url).ID)
	v.build()
	v.write("01_Wiki/Kettle.md", resting(v, "The lid gasket is made of silicone."))
	v.build()
	v.later(91 * 24 * time.Hour)
	s.bodies()
	v.build()
	if _, n := s.bodies(); n == 0 {
		t.Error("stale evidence was not asked for again")
	}
	if got := v.source(id); got.Freshness != "fresh" || len(v.events("refreshed")) != 1 {
		t.Errorf("after the build: %s", got.Freshness)
	}
	for claim, tier := range v.tiers() {
		if tier != "T5" {
			t.Errorf("%s is %s", claim, tier)
		}
	}
	// A server that fails is left alone for a day.
	for path := range kettles() {
		s.set(path, "!500")
	}
	v.world.OpenWeb = openImpatient
	v.later(91 * 24 * time.Hour)
	v.build()
	s.bodies()
	v.later(time.Hour)
	v.build()
	if _, n := s.bodies(); n != 0 {
		t.Errorf("%d requests an hour after a failure", n)
	}
	v.later(24 * time.Hour)
	v.build()
	if _, n := s.bodies(); n == 0 {
		t.Error("not tried again a day later")
	}
	if n := len(v.events("unreachable")); n != 2 {
		t.Errorf("%d unreachable events, want 2", n)
	}
}

// What policy asks of a person, nobody else can give.
//
// Invariant (lives and decisions): Only a person at a terminal, or the policy, approves. See
// also approve.txtar.
//
// Invariant (the web): An approval stands for its bounds and is void with any of them; an
// agent or client has not even an unknown host mapped. See also TestDigestIsOfTheBounds.
func TestApprovalOfWebSources(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSite(t, kettles())
	const strict = "version: 1.0\ncrawl: {delay: 0s, allow_private_hosts: [\"127.0.0.1\"]}\n"
	v := newWebVault(t, strict, nil)

	// An agent may not even have an unknown host looked at.
	r, err := sources.Propose(ctx, v.open(), sources.Proposal{Target: s.url, By: "agent:codex", Why: "because"})
	if err != nil || r.State != "auth_required" {
		t.Fatalf("an agent's proposal: %v, %+v", err, r)
	}
	if _, n := s.bodies(); n != 0 {
		t.Errorf("%d requests for an agent's proposal of a new domain", n)
	}
	if _, err := sources.Map(ctx, v.open(), string(r.ID), "mcp:editor"); err == nil || !strings.Contains(err.Error(), "AUTH_REQUIRED") {
		t.Errorf("a client mapped a new domain: %v", err)
	}
	r, err = sources.Map(ctx, v.open(), string(r.ID), ada)
	if err != nil || r.State != "mapped" {
		t.Fatalf("a person's map: %v, %+v", err, r)
	}
	// The map waits for a person, and no build, agent or client is one.
	b := v.build()
	if len(b.Waiting) != 1 || !strings.Contains(b.Waiting[0].Needs, "127.0.0.1 is not in safety.approved_domains") ||
		b.Waiting[0].Command != "assay source approve "+string(r.ID) {
		t.Errorf("waiting: %+v", b.Waiting)
	}
	for _, by := range []string{"agent:codex", "mcp:editor", provenance.ActorEngineer} {
		if err := sources.Approve(ctx, v.open(), string(r.ID), r.Map.Digest, by); err == nil {
			t.Errorf("%s approved", by)
		}
	}
	if err := sources.Approve(ctx, v.open(), string(r.ID), "0000", ada); err == nil {
		t.Error("approved with another digest")
	}
	if err := sources.Approve(ctx, v.open(), string(r.ID), r.Map.Digest, ada); err != nil {
		t.Fatal(err)
	}
	v.build()
	if got := v.source(string(r.ID)); got.State != "verified" || got.Pages != 4 {
		t.Fatalf("after approval: %+v", got.SourceRow)
	}

	// The approval stands when the site adds a page within the bounds,
	s.set("/warranty.html", page("Warranty", "<p>The warranty of the kettle covers two years from the day of purchase.</p>"))
	s.set("/", strings.Replace(kettles()["/"], "<ul>", `<ul><li><a href="warranty.html">Warranty</a></li>`, 1))
	v.refresh()
	if got := v.source(string(r.ID)); got.Pages != 5 || got.State != "verified" {
		t.Errorf("a new page within the bounds: %+v", got.SourceRow)
	}
	// whatever quotas say, since it carries its own ceiling,
	for _, changed := range []string{
		strict + "quotas: {max_pages_per_source: 300}\n",
		strict + "quotas: {max_credits_per_session: 50}\n",
	} {
		v.write("pipeline-policy.yaml", changed)
		v.later(time.Hour)
		v.refresh()
		if got := v.source(string(r.ID)); got.State != "verified" || got.Map.Ceiling != 20 {
			t.Errorf("under %s: %s, a ceiling of %d", changed, got.State, got.Map.Ceiling)
		}
	}
	// and is void when the depth changes,
	for _, changed := range []string{
		strings.Replace(strict, "delay: 0s", "delay: 0s, max_depth: 2", 1),
	} {
		v.write("pipeline-policy.yaml", changed)
		s.bodies()
		v.later(time.Hour)
		v.refresh()
		if _, n := s.bodies(); n != 0 {
			t.Errorf("%d requests without approval under %s", n, changed)
		}
		got := v.source(string(r.ID))
		if got.State != "auth_required" || !strings.Contains(got.Needs, "void") {
			t.Errorf("under %s: %s, %s", changed, got.State, got.Needs)
		}
		if err := sources.Approve(ctx, v.open(), string(r.ID), got.Map.Digest, ada); err != nil {
			t.Fatal(err)
		}
		if got := v.source(string(r.ID)); got.State != "verified" {
			t.Errorf("approved anew: %s", got.State)
		}
	}
	// or when it leads to another host.
	other := newSite(t, kettles())
	s.set("/", "→ "+strings.Replace(other.url, "127.0.0.1", "localhost", 1))
	v.write("pipeline-policy.yaml", strings.Replace(v.read("pipeline-policy.yaml"), `["127.0.0.1"]`, `["127.0.0.1", "localhost"]`, 1))
	v.later(time.Hour)
	v.refresh()
	got := v.source(string(r.ID))
	if got.State != "auth_required" || !strings.Contains(got.Needs, "localhost") || got.Command != "assay source map "+string(r.ID) {
		t.Errorf("moved to another host: %s, %s, %s", got.State, got.Needs, got.Command)
	}
	got, err = sources.Map(ctx, v.open(), string(r.ID), ada)
	if err != nil || got.State != "auth_required" {
		t.Fatalf("mapped where it leads now: %v %+v", err, got)
	}
	if err := sources.Approve(ctx, v.open(), string(r.ID), got.Map.Digest, ada); err != nil {
		t.Fatal(err)
	}
	v.refresh()
	if got := v.source(string(r.ID)); got.State != "verified" {
		t.Errorf("approved where it leads now: %s %s", got.State, got.Needs)
	}
}

// A denied domain is denied at every door.
//
// Invariant (the web): A denied domain is denied at every door: proposal, seed's redirect,
// map, page's redirect, citation.
func TestDeniedDomainAtEveryDoor(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	denied := newSite(t, kettles())
	bad := strings.Replace(denied.url, "127.0.0.1", "localhost", 1)
	pages := kettles()
	pages["/"] = strings.Replace(pages["/"], "<ul>", `<ul><li><a href="`+bad+`boiling.html">elsewhere</a></li><li><a href="away.html">away</a></li>`, 1)
	pages["/away.html"] = "→ " + bad + "cleaning.html"
	s := newSite(t, pages)
	const policy = `version: 1.0
safety: {denied_domains: [localhost], approved_domains: ["127.0.0.1", localhost]}
crawl: {delay: 0s, allow_private_hosts: ["127.0.0.1", localhost]}
`
	v := newWebVault(t, policy, map[string]string{"01_Wiki/Note.md": "# Note\n\nThe kettle boils one litre of water in three minutes. [manual](" + bad + "boiling.html)\n"})
	if _, err := sources.Propose(ctx, v.open(), sources.Proposal{Target: bad, By: ada, Why: "door 1: proposal"}); err == nil || !strings.Contains(err.Error(), "denied") {
		t.Errorf("proposal: %v", err)
	}
	seed := newSite(t, map[string]string{"/": "→ " + bad})
	if _, err := sources.Propose(ctx, v.open(), sources.Proposal{Target: seed.url, By: ada, Why: "door 2: redirect of a seed"}); err == nil || !strings.Contains(err.Error(), "denied") {
		t.Errorf("redirect of the seed: %v", err)
	}
	r := v.propose(s.url)
	v.build()
	for _, n := range r.Map.Graph.Nodes {
		if strings.Contains(n.URL, "localhost") {
			t.Errorf("door 3: the map holds %s", n.URL)
		}
	}
	var away reports.SourceURL
	for _, u := range v.source(string(r.ID)).URLs {
		if strings.HasSuffix(u.URL, "away.html") {
			away = u
		}
	}
	if away.Verdict != string(web.Denied) || !strings.Contains(away.Reason, "localhost") {
		t.Errorf("door 4: redirect of a page: %+v", away)
	}
	if _, n := denied.bodies(); n != 0 {
		t.Errorf("%d requests reached the denied host", n)
	}
	check, err := v.open().Check(ctx, compiler.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(check.Diagnostics, func(d gates.Diagnostic) bool { return d.Code == "denied-source" }) {
		t.Errorf("door 5: the citation passes: %+v", check.Diagnostics)
	}
	// A domain that is denied later is not read again, approved or not.
	v.write("pipeline-policy.yaml", strings.Replace(policy, "[localhost]", `[localhost, "127.0.0.1"]`, 1))
	s.bodies()
	v.refresh()
	v.build()
	if _, n := s.bodies(); n != 0 {
		t.Errorf("door 6: %d requests to a host that was denied later", n)
	}
	if err := sources.Approve(ctx, v.open(), string(r.ID), v.source(string(r.ID)).Map.Digest, ada); err == nil {
		t.Error("door 7: a denied source was approved")
	}
}

// Limits are looked at before a request is sent.
//
// Invariant (the web): Quotas hold before a request, also after a restart; what a session
// leaves, the next one reads. See also TestQuotasHoldBeforeARequest,
// TestResumedCrawlKeepsItsLimits.
func TestQuotas(t *testing.T) {
	t.Parallel()
	many := map[string]string{}
	var links strings.Builder
	for i := range 30 {
		fmt.Fprintf(&links, `<li><a href="p%d.html">page %d</a></li>`, i, i)
		many[fmt.Sprintf("/p%d.html", i)] = page(fmt.Sprintf("Page %d", i), fmt.Sprintf("<p>Page number %d of the collection describes item %d in a sentence of its own.</p>", i, i*7))
	}
	many["/"] = page("Collection", "<p>The collection has many pages, each about one thing.</p><ul>"+links.String()+"</ul>")
	dear := strings.Replace(webPolicy, "costs_over: 100", "costs_over: 200", 1) // a map that is not whole counts as the limit
	build := func(quotas string) (*reports.Report, *reports.SourceReport, *site) {
		s := newSite(t, many)
		v := newWebVault(t, dear+quotas, nil)
		id := v.propose(s.url).ID
		s.bodies()
		return v.build(), v.source(string(id)), s
	}
	b, src, s := build("quotas: {max_pages_per_source: 10}\n")
	if n, _ := s.bodies(); src.Pages != 10 || n != 10 || b.Cost.Credits != 10 {
		t.Errorf("pages per source: %d stored, %d sent, %+v", src.Pages, n, b.Cost)
	}
	if len(src.URLs) != 21 || src.URLs[0].Verdict != "quota" {
		t.Errorf("what was not read: %d %+v", len(src.URLs), src.URLs[:1])
	}
	b, src, s = build("quotas: {max_credits_per_session: 7}\n")
	if n, _ := s.bodies(); src.Pages != 0 || n != 7 || b.Cost.Credits != 7 || len(b.Waiting) != 1 || b.Waiting[0].Command != "assay build" {
		t.Errorf("credits per session: %d stored, %d sent, %+v, waiting %+v", src.Pages, n, b.Cost, b.Waiting)
	}
	// Two sources share a session; what is left over goes on in the next.
	one, two := newSite(t, many), newSite(t, many)
	v := newWebVault(t, dear+"quotas: {max_credits_per_session: 40}\n", nil)
	v.propose(one.url)
	v.propose(two.url)
	one.bodies()
	two.bodies()
	first := v.build()
	if first.Cost.Credits != 40 || len(first.Waiting) == 0 || !strings.Contains(first.Waiting[0].Needs, "max_credits_per_session") {
		t.Errorf("first session: %+v %+v", first.Cost, first.Waiting)
	}
	second := v.build()
	a, _ := one.bodies()
	c, _ := two.bodies()
	if second.Cost.Credits != 22 || len(second.Waiting) != 0 || a != 31 || c != 31 {
		t.Errorf("second session: %+v %+v; %d and %d pages sent", second.Cost, second.Waiting, a, c)
	}
	// A cost above the limit waits for a person, whatever the domain.
	costly := newSite(t, many)
	v = newWebVault(t, strings.Replace(webPolicy, "costs_over: 100", "costs_over: 20", 1), nil)
	r := v.propose(costly.url)
	costly.bodies()
	w := v.build().Waiting
	if _, n := costly.bodies(); n != 0 || len(w) != 1 || !strings.Contains(w[0].Needs, "more than the 20 that policy allows") || !strings.Contains(r.Needs, "credits") {
		t.Errorf("%d requests; waiting %+v", n, w)
	}
}

// A source that cannot be read is told, and tried again later; it fails no build.
//
// Invariant (the web): A source that cannot be read fails no build and is tried later.
func TestUnreadableWebSource(t *testing.T) {
	t.Parallel()
	pages := kettles()
	s := newSite(t, pages)
	v := newWebVault(t, webPolicy, nil)
	id := string(v.propose(s.url).ID)
	for path := range kettles() {
		s.set(path, page("Sign in", `<form><input type=password></form><p>Sign in to read this page.</p>`))
	}
	r := v.build()
	if len(r.Waiting) != 1 || !strings.Contains(r.Waiting[0].Needs, "login-wall") || r.Waiting[0].Command != "assay source crawl "+id {
		t.Errorf("waiting: %+v", r.Waiting)
	}
	if got := v.source(id); got.State != "failed" || got.Pages != 0 {
		t.Errorf("%+v", got.SourceRow)
	}
	s.bodies()
	v.build()
	if _, n := s.bodies(); n != 0 {
		t.Errorf("%d requests right after a failure", n)
	}
	for path, text := range kettles() {
		s.set(path, text)
	}
	v.later(2 * time.Hour)
	v.build()
	if got := v.source(id); got.State != "verified" || got.Pages != 4 {
		t.Errorf("after the second try: %+v", got.SourceRow)
	}
	if _, err := sources.Propose(context.Background(), v.open(), sources.Proposal{Target: s.url + "nowhere.html", By: ada, Why: ""}); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("a proposal of a page that is not there: %v", err)
	}
}

// Invariant (the web): What something rests on is never pruned.
func TestPrune(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	id := string(v.propose(s.url).ID)
	v.build()
	v.write("01_Wiki/Kettle.md", resting(v, "The lid gasket is made of silicone."))
	v.build()
	before := v.files()
	if r, err := sources.Prune(ctx, v.open(), nil, true); err != nil || len(r.Sources) != 1 || len(r.Sources[0].Removed) != 3 || r.Sources[0].Kept != 1 {
		t.Fatalf("%v %+v", err, r)
	}
	v.same(before)
	if _, err := sources.Prune(ctx, v.open(), []string{id}, false); err != nil {
		t.Fatal(err)
	}
	v.build()
	if got := v.source(id); got.Pages != 1 {
		t.Errorf("%d pages stayed", got.Pages)
	}
	v.refresh() // asks for what stayed
	if got := v.source(id); got.Pages != 1 {
		t.Errorf("%d pages after a refresh", got.Pages)
	}
	if _, err := sources.Crawl(ctx, v.open(), id, nil); err != nil { // reads all of it again
		t.Fatal(err)
	}
	if got := v.source(id); got.Pages != 4 {
		t.Errorf("%d pages after a crawl", got.Pages)
	}
	for claim, tier := range v.tiers() {
		if tier != "T5" {
			t.Errorf("%s is %s", claim, tier)
		}
	}
	if _, err := os.Stat(v.path(".assay/crawl")); err != nil {
		t.Error(err)
	}
}

// What a note lists under sources_wanted: is acquired by the build, where policy says
// so, and waits for a person elsewhere.
func TestSourcesWanted(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	other := newSite(t, kettles())
	unknown := strings.Replace(other.url, "127.0.0.1", "localhost", 1)
	v := newWebVault(t, strings.Replace(webPolicy, `hosts: ["127.0.0.1"]`, `hosts: ["127.0.0.1", localhost]`, 1), map[string]string{
		"01_Wiki/Home.md": "---\nsources_wanted:\n  - " + s.url + "\n  - " + unknown + "\n  - http://127.0.0.1:1/nobody\n  - https://old.reddit.com/r/tea\n---\n# Home\n\nSee [[Kettle]].\n"})
	v.world.OpenWeb = openImpatient
	r := v.build()
	if len(r.Promoted) != 1 {
		t.Errorf("promoted %v", r.Promoted)
	}
	if _, n := other.bodies(); n != 0 {
		t.Errorf("%d requests to a domain that nobody approved", n)
	}
	var waits []string
	for _, w := range r.Waiting {
		waits = append(waits, w.Source+" "+w.Needs+" "+w.Command)
	}
	all := strings.Join(waits, "\n")
	if len(waits) != 3 || !strings.Contains(all, "old.reddit.com is denied") || !strings.Contains(all, "assay source propose "+unknown) || !strings.Contains(all, "to be reached") {
		t.Errorf("waiting:\n%s", all)
	}
	if e := v.events("proposed"); len(e) != 1 || e[0].Text("why") != "gap" || e[0].Actor != provenance.ActorLibrarian {
		t.Errorf("proposed: %+v", e)
	}
	if m := v.last().Metrics.GapToCrawl; m.Part != 2 || m.Of != 5 { // the page and the note made of it; three addresses were not read
		t.Errorf("gap to crawl: %+v", m)
	}
	before := v.files()
	s.bodies()
	v.build()
	v.same(before)
	if _, n := s.bodies(); n != 0 {
		t.Errorf("%d requests by a second build", n)
	}
}

// What a site repeats on its pages is left out of all of them, and stays out when one
// of them is read again alone.
func TestBoilerplateOfSites(t *testing.T) {
	t.Parallel()
	const about = "<div class=x7><p>Kettle Weekly is written by two engineers in Bergen who like hot water and short letters.</p><p>Write to the editors for a printed copy.</p></div>"
	pages := map[string]string{"/": page("Kettle Weekly", `<p>All letters of the year, the newest first, each about one kettle.</p>`,
		`<p><a href="l0.html">zero</a> <a href="l1.html">one</a> <a href="l2.html">two</a> <a href="l3.html">three</a> <a href="l4.html">four</a></p>`)}
	for i := range 5 {
		pages[fmt.Sprintf("/l%d.html", i)] = strings.Replace(page(fmt.Sprintf("Letter %d", i),
			fmt.Sprintf("<p>The kettle of letter %d boils %d litres in %d minutes, which we measured twice.</p>", i, i+1, 2*i+3),
			fmt.Sprintf("<p>Its cord is %d centimetres long and its lid opens by a spring.</p>", 70+i)), "</main>", "</main>"+about, 1)
	}
	s := newSite(t, pages)
	v := newWebVault(t, webPolicy, nil)
	id := string(v.propose(s.url).ID)
	v.build()
	texts := func() (out string) {
		for name, text := range v.files() {
			if strings.HasPrefix(name, "03_Sources/"+id+"/") && strings.HasSuffix(name, ".md") {
				out += text
			}
		}
		return out
	}
	if n := strings.Count(texts(), "Bergen"); n != 0 {
		t.Errorf("what every page repeats is stored %d times", n)
	}
	if got := texts(); strings.Count(got, "by a spring") != 5 {
		t.Errorf("a page's own text is gone:\n%s", got)
	}
	before := v.files()
	s.set("/l3.html", strings.Replace(pages["/l3.html"], "boils 4 litres", "boils 5 litres", 1))
	v.later(24 * time.Hour)
	v.refresh()
	if n := strings.Count(texts(), "Bergen"); n != 0 {
		t.Errorf("after a refresh of one page it is stored %d times", n)
	}
	for name, text := range v.files() {
		if strings.HasSuffix(name, ".md") && !strings.Contains(name, "letter-3") && before[name] != text && strings.HasPrefix(name, "03_Sources/") {
			t.Errorf("%s changed although its page did not", name)
		}
	}
}

// Every address of a crawl has a verdict that can be asked for, copies too, and a
// source is found by any spelling of its address.
//
// Invariant (the web): Every address gets a verdict, copies and targets of redirects too. See
// also TestTargetsOfRedirectsGetAVerdictOfTheirOwn.
func TestCopiesHaveTheirVerdict(t *testing.T) {
	twin := page("Tea bowls", "<p>A tea bowl of Karatsu ware holds 200 millilitres, and its foot is left without glaze.</p>")
	s := newSite(t, map[string]string{
		"/a b/":         page("Bowls", "<p>Bowls for tea are thrown, dried, glazed and fired.</p>", "<a href=one.html>one</a> <a href=two.html>two</a>"),
		"/a b/one.html": twin, "/a b/two.html": twin,
	})
	v := newWebVault(t, webPolicy, nil)
	v.propose(s.url + "a b/")
	v.build()
	src := v.source(strings.Replace(s.url, "http", "HTTP", 1) + "a b/#top")
	if len(src.URLs) != 1 {
		t.Fatalf("addresses without text of their own: %+v", src.URLs)
	}
	if u := src.URLs[0]; u.Verdict != string(web.Duplicate) || !strings.HasSuffix(u.Reason, ".html") {
		t.Errorf("the copy: %+v", u)
	}
}

// A page has the address that it was read from. It may name another of its own site,
// and none of another: else it would be evidence for what nobody read.
//
// Invariant (the web): No page passes for one of another site.
func TestNoPagePassesForAnother(t *testing.T) {
	text := "<p>The kettle of the mountain holds nine litres of water, and is made of copper by hand in the valley.</p>"
	head := func(canonical, body string) string {
		return "<!doctype html><title>Kettles</title><link rel=canonical href='" + canonical + "'><main>" + body + "</main>"
	}
	s := newSite(t, map[string]string{
		"/":         head("https://nature.example/1", text+"<a href=own.html>own</a> <a href=front.md>front</a>"),
		"/own.html": head("/kettles/own", strings.ReplaceAll(text, "kettle", "bowl")),
		"/front.md": "---\nurl: https://nature.example/2\n---\n\n" + strings.ReplaceAll(text, "kettle", "spoon"),
	})
	v := newWebVault(t, webPolicy, map[string]string{"01_Wiki/K.md": "# K\n\n" +
		"The kettle of the mountain holds nine litres of water.[^1] The spoon of the mountain holds nine litres of water.[^2] " +
		"The bowl of the mountain holds nine litres of water.[^3]\n\n" +
		"[^1]: https://nature.example/1\n[^2]: https://nature.example/2\n[^3]: " + s.url + "kettles/own\n"})
	r := v.propose(s.url)
	if got := v.build(); got.Claims.T5 != 1 || got.Claims.Unchecked != 2 {
		t.Errorf("tiers: %+v", got.Claims)
	}
	for file, text := range v.files() {
		if strings.HasPrefix(file, "03_Sources/"+string(r.ID)) && strings.Contains(text, "nature.example") {
			t.Errorf("%s:\n%s", file, text)
		}
	}
}

// The vault at a glance says of a source what a build says of it: one that policy
// approves waits for nobody, one that failed waits for a look.
func TestStatusSaysWhatWaits(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Kettles", "<p>The kettle of the mountain holds nine litres of water, and is made of copper.</p>")})
	v := newWebVault(t, webPolicy, nil)
	v.propose(s.url)
	waiting := func() []reports.Waiting {
		r, err := stats.Status(context.Background(), v.open())
		if err != nil {
			t.Fatal(err)
		}
		return r.Waiting
	}
	if w := waiting(); len(w) != 0 {
		t.Errorf("approved by policy, and it waits: %+v", w)
	}
	s.set("/", "!500")
	r := v.build()
	if w := waiting(); len(w) != 1 || cmp.Diff(w, r.Waiting) != "" || !strings.HasPrefix(w[0].Needs, "a look: ") {
		t.Errorf("failed: %+v, and the build says %+v", w, r.Waiting)
	}
}

// What may not be read says which state is missing and who can help; what was asked
// for and could not be had says so.
func TestCrawlByHandSaysWhatIsMissing(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Kettles", "<p>The kettle of the mountain holds nine litres of water, and is made of copper.</p>")})
	v := newWebVault(t, strings.Replace(webPolicy, `["127.0.0.1"], require`, `[], require`, 1), nil)
	id := string(v.propose(s.url).ID)
	_, err := sources.Crawl(context.Background(), v.open(), id, nil)
	if !errors.Is(err, sources.ErrAuthRequired) || !strings.Contains(err.Error(), "state approved is missing") || !strings.Contains(err.Error(), "assay source approve "+id) {
		t.Errorf("not approved: %v", err)
	}
	v.write("pipeline-policy.yaml", webPolicy)
	s.set("/", "!500")
	r, err := sources.Crawl(context.Background(), v.open(), id, nil)
	if err != nil || len(r.Waiting) != 1 || r.Waiting[0].Command != "assay source crawl "+id {
		t.Errorf("the server fails: %v, %+v", err, r)
	}
}

// What was read by hand is drafted from by the next build.
func TestBuildAfterCrawlByHand(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, map[string]string{"01_Wiki/Home.md": "# Home\n\nWe need to know about the [[Kettle]].\n"})
	id := string(v.propose(s.url).ID)
	if _, err := sources.Crawl(context.Background(), v.open(), id, nil); err != nil {
		t.Fatal(err)
	}
	if e := v.events("crawled"); len(e) != 1 || e[0].Text("digest") == "" || e[0].Number("pages") != 4 {
		t.Errorf("crawled: %+v", e)
	}
	if r := v.build(); len(r.Promoted) != 1 {
		t.Errorf("promoted %v after a crawl by hand", r.Promoted)
	}
}

// A page that could not be read for a reason that may pass is asked for again a day
// later, without a word from anybody.
func TestBuildAsksAgainForWhatFailed(t *testing.T) {
	t.Parallel()
	pages := kettles()
	pages["/parts.html"] = "!500"
	s := newSite(t, pages)
	v := newWebVault(t, webPolicy, nil)
	v.world.OpenWeb = openImpatient
	id := string(v.propose(s.url).ID)
	v.build()
	if got := v.source(id); got.Pages != 3 || len(got.URLs) != 1 || got.URLs[0].Verdict != "error" {
		t.Fatalf("%+v %+v", got.SourceRow, got.URLs)
	}
	s.set("/parts.html", kettles()["/parts.html"])
	s.bodies()
	v.later(time.Hour)
	v.build()
	if _, n := s.bodies(); n != 0 {
		t.Errorf("%d requests an hour later", n)
	}
	v.later(24 * time.Hour)
	v.build()
	if got := v.source(id); got.Pages != 4 || len(got.URLs) != 0 {
		t.Errorf("a day later: %+v %+v", got.SourceRow, got.URLs)
	}
}

// A build that reads old evidence again leaves nothing waiting to be read again.
func TestReadAgainIsNotWaiting(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Kettles", "<p>The kettle of the mountain holds nine litres of water, and is made of copper.</p>")})
	v := newWebVault(t, webPolicy, nil)
	v.propose(s.url)
	v.build()
	v.later(120 * 24 * time.Hour)
	if r := v.build(); r.Cost.Pages != 1 || len(r.Waiting) != 0 {
		t.Errorf("read again: %+v, waiting: %+v", r.Cost, r.Waiting)
	}
	s.set("/", "!500")
	v.later(120 * 24 * time.Hour)
	if r := v.build(); len(r.Waiting) != 1 || !strings.HasPrefix(r.Waiting[0].Needs, "to be read again: ") {
		t.Errorf("it could not be read again: %+v", r.Waiting)
	}
}

// A page of a site may be proposed alone, and a file is no folder.
func TestOnePageOfASite(t *testing.T) {
	t.Parallel()
	pages := kettles()
	pages["/notes.txt"] = "The kettle of the notes weighs 900 grams and has a wooden handle that stays cool."
	pages["/boiling.html"] = strings.Replace(pages["/boiling.html"], "</main>", `<p><a href="parts.html">parts</a></p></main>`, 1)
	s := newSite(t, pages)
	v := newWebVault(t, webPolicy, nil)
	r, err := sources.Propose(context.Background(), v.open(), sources.Proposal{Target: s.url + "boiling.html", By: ada, Page: true})
	if err != nil || len(r.Map.Pages) != 1 {
		t.Fatalf("%v %+v", err, r)
	}
	if n, _ := s.bodies(); n != 1 {
		t.Errorf("%d pages were read for the map of one", n)
	}
	text := v.propose(s.url + "notes.txt")
	// Until it is read, the last word counts.
	if wide := v.propose(s.url + "boiling.html"); len(wide.Map.Pages) != 2 {
		t.Errorf("proposed with its folder: %v", wide.Map.Pages)
	}
	if r, err = sources.Propose(context.Background(), v.open(), sources.Proposal{Target: s.url + "boiling.html", By: ada, Page: true}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*reports.SourceReport{r, text} {
		if len(r.Map.Pages) != 1 || r.Map.Cost.Credits != 1 {
			t.Errorf("%s: %d pages, %+v", r.URL, len(r.Map.Pages), r.Map.Cost)
		}
	}
	v.build()
	v.later(24 * time.Hour)
	v.refresh()
	if _, err := sources.Propose(context.Background(), v.open(), sources.Proposal{Target: v.path("notes.md"), By: ada, Page: true}); err == nil {
		t.Error("a page of a file was taken")
	}
	for _, id := range []provenance.SourceID{r.ID, text.ID} {
		if got := v.source(string(id)); got.Pages != 1 || got.State != "verified" {
			t.Errorf("%+v", got.SourceRow)
		}
		again, err := sources.Map(context.Background(), v.open(), string(id), ada)
		if err != nil || len(again.Map.Pages) != 1 || again.State != "verified" {
			t.Errorf("mapped again: %v %+v", err, again)
		}
	}
}

// A claim that cites a page by its address keeps what the page said, too.
func TestPageCitedByAddressChanges(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	v.propose(s.url)
	v.build()
	v.write("01_Wiki/Kettle.md", "# Kettle\n\nThe kettle is descaled every 30 days in regions with hard water. [manual]("+s.url+"cleaning.html)\n\n"+
		"The lid gasket is made of silicone. [manual]("+s.url+"parts.html)\n\nThe base station weighs 400 grams. [manual]("+s.url+"parts.html)\n")
	v.build()
	before := v.tiers()
	pages := kettles()
	s.set("/cleaning.html", strings.Replace(pages["/cleaning.html"], "every 30 days", "every 90 days", 1))
	s.set("/parts.html", strings.Replace(pages["/parts.html"], "The lid gasket is made of silicone. ", "", 1))
	v.later(24 * time.Hour)
	v.refresh()
	want := []string{
		"01_Wiki/Kettle.md: The kettle is descaled every 30 days in regions with hard water.: T5 → T0",
		"01_Wiki/Kettle.md: The lid gasket is made of silicone.: T5 → T3",
	}
	if d := cmp.Diff(want, changed(before, v.tiers())); d != "" {
		t.Errorf("tiers (-want +got):\n%s", d)
	}
	check, err := v.open().Check(context.Background(), compiler.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var quotes []string
	for _, d := range check.Diagnostics {
		for _, r := range d.Related {
			quotes = append(quotes, r.Message+r.Quote)
		}
	}
	if all := strings.Join(quotes, "\n"); !strings.Contains(all, "every 90 days") || !strings.Contains(all, "every 30 days") {
		t.Errorf("check does not show both wordings:\n%s", all)
	}
}
