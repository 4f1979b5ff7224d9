package acquire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
)

// acquire brings the text of sources on the web into the sources folder. It reports
// false while they are still being read.
func (aq *Acquirer) acquire(cited func(provenance.ChunkID) bool) bool {
	done := true
	for _, r := range aq.remotes() {
		a := aq.crawlAction(r, cited)
		c, ok := view.Need[crawled](aq.View, a)
		switch {
		case ok:
			aq.takeRemote(r, c, cited)
		case !aq.Failed(a):
			done = false
		}
	}
	return done
}

// takeRemote stores what a crawl brought, and writes down what it came to.
func (aq *Acquirer) takeRemote(r Remote, c crawled, cited func(provenance.ChunkID) bool) {
	aq.crawls = append(aq.crawls, crawlDone{r.Id, c})
	switch {
	case c.moved != "":
		aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindAuthRequired, string(r.Id),
			map[string]any{"reason": c.moved, "command": "assay source map " + string(r.Id)})
		return
	case c.paused != "":
		aq.Waiting = append(aq.Waiting, reports.Waiting{Source: string(r.Id), Needs: "another session: " + c.paused, Command: "assay build"})
		return
	}
	u := update{p: aq, r: r, c: c, old: aq.Source(r.Id)}
	u.take(cited)
	switch {
	case u.fetched+u.same == 0 && !r.refresh:
		aq.until(aq.Now.Add(retryAfter))
		if s := aq.State(r.Id); s.State != provenance.Failed || s.Reason != c.summary() { // once for one reason
			aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindFailed, string(r.Id), map[string]any{"step": "crawl", "reason": c.summary()})
		}
		return
	case u.fetched+u.same == 0:
		aq.until(aq.Now.Add(refreshAfter))
		if !slices.ContainsFunc(aq.Ledger.Touching(string(r.Id)), func(e provenance.Event) bool { // once a day
			return e.Kind == provenance.KindUnreachable && sameDay(e.Time, aq.Now)
		}) {
			aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindUnreachable, string(r.Id), map[string]any{"url": r.Seed, "reason": c.summary()})
		}
	default:
		aq.recordCrawl(u)
		if c.trail(trail{}, aq.Now).failed() {
			aq.until(aq.Now.Add(refreshAfter)) // and asks again
		}
	}
	for _, w := range u.withdrawn {
		aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, provenance.KindWithdrawn, string(r.Id), map[string]any{"url": w.url, "reason": w.reason})
	}
	aq.Write(aq.SourcePath(r.Id, provenance.SourceFile), u.next.Print())
}

func (aq *Acquirer) recordCrawl(u update) {
	verdicts := map[string]any{}
	for v, n := range u.c.verdicts() {
		verdicts[string(v)] = float64(n)
	}
	data := map[string]any{
		"pages": float64(len(u.next.Pages)), "digest": SourceDigest(u.next),
		"credits":  float64(max(u.c.result.Pages, u.c.result.Spent)), // of earlier runs of this crawl too
		"verdicts": verdicts, "envelope": u.c.via(),
		"retrieved": aq.Now.UTC().Truncate(time.Second).Format(time.RFC3339), "executed_by": provenance.ActorEngineer,
	}
	var nodes []web.Node
	for _, page := range u.c.pages {
		nodes = append(nodes, web.Node{Verdict: page.page.Verdict, Robots: page.page.Robots})
	}
	if rules := robotsOf(nil, nodes); len(rules) > 0 {
		data["robots"] = view.Anys(rules)
	}
	aq.Ran(data)
	if n := u.c.result.Beyond; n > 0 {
		data["beyond"], data["ceiling"] = float64(n), float64(u.r.most())
	}
	kind := provenance.KindCrawled
	if u.r.refresh {
		kind = provenance.KindRefreshed
		data["changed"], data["gone"] = float64(u.fetched), float64(u.gone)
		if !u.confirmed.IsZero() {
			data["confirmed"] = u.confirmed.Format(time.RFC3339)
		}
		if missed := u.missed(); len(missed) > 0 {
			data["missed"] = view.Anys(missed)
		}
	} else {
		data["bytes"] = float64(u.bytes)
		if n := u.c.result.CouldNotLook(); n > 0 {
			data["failed"] = float64(n)
		}
	}
	aq.Record(provenance.ActorEngineer, provenance.RoleEngineer, kind, string(u.r.Id), data)
}

// A withdrawal is a page that its publisher took back, and the words that say so.
type withdrawal struct{ url, reason string }

// An update turns what a crawl brought into the next state of a source.
type update struct {
	p         *Acquirer
	r         Remote
	c         crawled
	old, next provenance.Source
	held      map[provenance.ChunkID]bool // what some page of the source still says

	fetched, same, gone, bytes int
	withdrawn                  []withdrawal // found in this crawl
	confirmed                  time.Time    // since when, at least, all pages were found unchanged but those not in looked
	looked                     map[string]bool
}

func (u *update) take(cited func(provenance.ChunkID) bool) {
	u.next = u.old
	u.next.ID, u.next.URL = u.r.Id, u.r.Seed
	u.next.Pages = slices.Clone(u.old.Pages)
	u.next.Boilerplate = u.c.boilerplate
	u.looked = map[string]bool{}
	at := map[string]int{}
	for i, page := range u.next.Pages {
		at[page.URL] = i
	}
	texts := u.originals()
	u.hold(at)
	gone := func(id provenance.ChunkID) bool { return cited(id) && !u.held[id] }
	for _, got := range u.c.pages {
		i, stored := at[got.page.URL]
		switch v := got.page.Verdict; {
		case v == web.Fetched && texts[got.doc.Hash.String()] != got.page.URL && !stored:
			// The same text under another address: one page, one witness.
		case v == web.Fetched && stored && u.next.Pages[i].Hash == got.doc.Hash && u.p.stands(u.r.Id, u.next.Pages[i]):
			u.seen(&u.next.Pages[i], got)
			u.same++
		case v == web.Fetched:
			u.store(got, gone)
			u.looked[got.page.URL] = true
			u.fetched++
			u.bytes += len(got.doc.Markdown)
		case !stored:
		case v == web.NotModified:
			if got.page.Requests > 0 { // else it is held, and nobody looked
				u.seen(&u.next.Pages[i], got)
			}
			u.same++
		case v == web.Duplicate && got.page.Of != "" && got.page.Of != got.page.URL:
			u.next.Pages[i].SupersededBy = got.page.Of
			u.gone++
		default:
			u.strike(&u.next.Pages[i], got.page)
		}
	}
	u.describe()
}

// originals gives, by text, the address that a text is kept under: one that is stored
// already, else the first that a map or link named.
func (u *update) originals() map[string]string {
	by := map[string]string{}
	unchanged := map[string]bool{}
	for _, got := range u.c.pages {
		unchanged[got.page.URL] = unchanged[got.page.URL] || got.page.Verdict == web.NotModified
	}
	had := map[string]bool{}
	for _, page := range u.old.Pages {
		had[page.URL] = true
		if h := page.Hash.String(); unchanged[page.URL] && by[h] == "" {
			by[h] = page.URL // its text was not sent again; another address may give it
		}
	}
	pages := slices.Clone(u.c.pages)
	slices.SortStableFunc(pages, func(a, b crawledPage) int {
		switch {
		case had[a.page.URL] == had[b.page.URL]:
			return a.page.Depth - b.page.Depth
		case had[a.page.URL]:
			return -1
		}
		return 1
	})
	for _, got := range pages {
		if h := got.doc.Hash.String(); got.page.Verdict == web.Fetched && by[h] == "" {
			by[h] = got.page.URL
		}
	}
	return by
}

// hold gathers the passages that pages say as of this crawl: a section that moved to
// another page is not superseded.
func (u *update) hold(at map[string]int) {
	u.held = map[provenance.ChunkID]bool{}
	for _, got := range u.c.pages {
		switch got.page.Verdict {
		case web.Fetched:
			for _, c := range got.chunks {
				u.held[c.ID] = true
			}
		case web.NotModified:
			if i, ok := at[got.page.URL]; ok {
				for _, id := range u.p.Index.PageChunks(u.p.SourcePath(u.r.Id, u.next.Pages[i].File)) {
					u.held[id] = true
				}
			}
		}
	}
}

// seen notes that a page was had and says what it said.
func (u *update) seen(page *provenance.Page, got crawledPage) {
	u.confirm(page, got.page.Retrieved)
	page.Strike, page.Unavailable, page.SupersededBy = time.Time{}, time.Time{}, ""
	if got.page.Verdict == web.Fetched {
		u.taken(page, got)
	}
}

// taken notes what a page says of itself: that it was withdrawn, or what replaced it.
func (u *update) taken(page *provenance.Page, got crawledPage) {
	page.SupersededBy = got.doc.SupersededBy
	page.Canonical = ""
	if c := got.doc.Canonical; c != page.URL && got.mayBe(c) {
		page.Canonical = c
	}
	switch {
	case got.doc.Withdrawn == "":
		page.Withdrawn = time.Time{}
	case page.Withdrawn.IsZero():
		page.Withdrawn = got.page.Retrieved
		u.withdrawn = append(u.withdrawn, withdrawal{page.URL, got.doc.Withdrawn})
	}
}

// store writes a page that is new or changed. Passages that notes cite and no page
// says any more stay in its file, as superseded ones.
func (u *update) store(got crawledPage, cited func(provenance.ChunkID) bool) {
	o := view.OriginalFile{Path: got.page.Final, Url: got.page.URL, Hash: got.doc.Hash}
	x := got.extracted
	x.doc.Retrieved = got.page.Retrieved
	if !got.mayBe(x.doc.URL) {
		x.doc.URL = got.page.Final
	}
	left := u.p.storePage(&u.next, o, x, cited)
	for i := range u.next.Pages {
		page := &u.next.Pages[i]
		if page.URL != o.Url {
			continue
		}
		page.Drifted, page.Strike, page.Unavailable = time.Time{}, time.Time{}, time.Time{}
		if left > 0 {
			page.Drifted = got.page.Retrieved
		}
		u.taken(page, got)
	}
}

// mayBe reports whether a page may call an address its own. One of another site would
// let it stand in for pages that nobody read, of a denied domain too. Where the page
// has no address of the web, the program that read it gave the other.
func (got crawledPage) mayBe(address string) bool {
	if !strings.Contains(got.page.URL, "://") {
		return address != ""
	}
	return web.SameSite(got.page.Final, address) || web.SameSite(got.page.URL, address)
}

// strike notes that a page that was stored could not be had. Once is an accident;
// twice, on different days, and it is unavailable. Where nobody looked (a limit, a
// rule, no network) nothing is said.
func (u *update) strike(page *provenance.Page, got web.Page) {
	switch got.Verdict {
	case web.Gone, web.Soft404, web.Type, web.LoginWall, web.ConsentWall, web.Shell:
	case web.Failed:
		if got.Status == 0 {
			return
		}
	default:
		return
	}
	u.gone++
	now := got.Retrieved
	if got.Status == 410 && page.Withdrawn.IsZero() { // RFC 9110 §15.5.11: meant, and for good
		page.Withdrawn = now
		u.withdrawn = append(u.withdrawn, withdrawal{page.URL, got.Reason})
	}
	switch {
	case page.Strike.IsZero():
		page.Strike = now
	case page.Unavailable.IsZero() && !sameDay(page.Strike, now):
		page.Unavailable = now
	}
}

func sameDay(a, b time.Time) bool {
	return a.UTC().Format(time.DateOnly) == b.UTC().Format(time.DateOnly)
}

// describe gives the source the words of its first page.
func (u *update) describe() {
	s := &u.next
	s.Fixed = false
	first := s.URL
	for _, got := range u.c.pages {
		if got.page.Depth == 0 && got.page.Verdict == web.Fetched {
			first = got.page.URL
			s.Title, s.Author, s.Licence = got.doc.Title, got.doc.Author, got.doc.Licence
			s.Language, s.Published, s.Modified = got.doc.Language, got.doc.Published, got.doc.Modified
		}
	}
	if s.Title == "" {
		for _, page := range s.Pages {
			if s.Title == "" || page.URL == first {
				s.Title = page.Title
			}
		}
	}
	s.Title = cmp.Or(s.Title, path.Base(s.URL))
	class, fixed := view.ClassOf(s.URL)
	s.Class = cmp.Or(s.Class, class)
	s.Fixed = fixed
}

// stands reports whether a page's file is on disk.
func (aq *Acquirer) stands(id provenance.SourceID, page provenance.Page) bool {
	_, ok := aq.Base.File(aq.SourcePath(id, page.File))
	return ok
}

// crawlDone is a crawl that this plan took in.
type crawlDone struct {
	id provenance.SourceID
	crawled
}

// Paused reports whether a crawl is to go on in another session.
func (aq *Acquirer) Paused() bool {
	return slices.ContainsFunc(aq.crawls, func(c crawlDone) bool { return c.crawled.paused != "" })
}

// Finish forgets what was only kept until the text was stored, and remembers what the
// next crawl may ask with.
func (aq *Acquirer) Finish() (spent reports.Cost) {
	for id, g := range aq.Graphs {
		aq.Trails.KeepGraph(id, g)
	}
	for _, id := range aq.tried {
		t := aq.Trails.of(id)
		t.Tried = aq.Now.Truncate(time.Second)
		aq.Trails.keep(id, t)
	}
	for _, id := range aq.Ledger.Sources() {
		aq.Trails.sweep(id, aq.State(id).Revision)
	}
	for _, c := range aq.crawls {
		if c.result != nil {
			spent.Credits += c.result.Spent
		}
		for _, p := range c.pages {
			if p.page.Requests > 0 && !p.page.Replayed {
				spent.Pages++
			}
		}
		if c.paused != "" {
			continue
		}
		aq.Trails.clean(c.id, "")
		aq.Trails.keep(c.id, c.trail(aq.Trails.of(c.id), aq.Now))
	}
	return spent
}

// Unseen names the sources of which this build could not see every page. That is
// nobody's failure, so nothing waits for it; but it must not look like nothing found.
func (aq *Acquirer) Unseen() []reports.Waiting {
	var out []reports.Waiting
	for _, done := range aq.crawls {
		parts := done.counted(func(v web.Verdict) bool { return v.Look() == web.CouldNotLook })
		if len(parts) > 0 && done.moved == "" && done.paused == "" && aq.State(done.id).State != provenance.Failed {
			out = append(out, reports.Waiting{Source: string(done.id), Needs: strings.Join(parts, ", ") + ": nobody could look", Command: "assay source show " + string(done.id)})
		}
	}
	return out
}

// robotsOf says what the robots.txt files of a source mean, and which group and rule
// decided on the pages that were looked at: each once.
func robotsOf(files []web.RobotsRecord, nodes []web.Node) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Site+": "+f.Means)
	}
	for _, n := range nodes {
		if n.Robots == nil {
			continue
		}
		rule := n.Robots.String()
		if n.Verdict == web.Robots {
			rule = "disallowed: " + rule
		}
		if len(out) < maxRobots && !slices.Contains(out, rule) {
			out = append(out, rule)
		}
	}
	return out
}

// maxRobots is how many rules of robots.txt an event names.
const maxRobots = 20

// MapData is what the ledger keeps of a map.
func MapData(g *web.Graph, way string) map[string]any {
	data := map[string]any{
		"hosts": view.Anys(g.Hosts()), "prefixes": view.Anys(g.Limits.Prefixes), "depth": float64(g.Limits.Depth),
		"pages": float64(g.Wanted()), "credits": float64(g.Credits()), "ceiling": float64(g.Limits.Credits), "envelope": way, "digest": g.Digest().String(),
	}
	if rules := robotsOf(g.Robots, g.Nodes); len(rules) > 0 {
		data["robots"] = view.Anys(rules)
	}
	if g.Partial != "" {
		data["partial"] = g.Partial
	}
	return data
}

func TitleOfURL(seed string) string {
	u, err := url.Parse(seed)
	if err != nil || u.Host == "" {
		return seed
	}
	return u.Host + strings.TrimSuffix(u.EscapedPath(), "/")
}

// LimitsOf are the bounds that policy sets to a source with these prefixes. What one
// session may spend is none of them: a crawl goes on in the next one.
func LimitsOf(p gates.Policy, prefixes []string) web.Limits {
	return web.Limits{Prefixes: prefixes, Depth: p.Crawl.MaxDepth, Pages: p.Quotas.MaxPagesPerSource}
}

// MapBy draws the map by the first envelope that can.
func MapBy(ctx context.Context, seed string, l web.Limits, ways []web.Envelope) (*web.Graph, string, error) {
	var failed error
	for _, way := range ways {
		g, err := way.Map(ctx, seed, l)
		switch {
		case ctx.Err() != nil:
			return nil, "", ctx.Err()
		case err == nil && g.Reached():
			return g, way.Name(), nil
		case err == nil:
			n := g.Nodes[0]
			err = fmt.Errorf("%s: %s", n.Verdict, n.Reason)
		}
		failed = errors.Join(failed, fmt.Errorf("by %s: %w", way.Name(), err))
	}
	if failed == nil {
		failed = errors.New("nothing here can read it; `assay doctor` lists the ways")
	}
	return nil, "", failed
}
