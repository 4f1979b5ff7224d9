package acquire

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
)

// crawled is what a crawl brought.
type crawled struct {
	result      *web.Result
	envelope    string
	boilerplate []string      // what most pages have at their head or foot
	pages       []crawledPage // every URL with its verdict, by URL
	paused      string        // why it is to go on in another session; empty where it is done
	moved       string        // why the source is not what was approved any more
}

// crawledPage is one URL, with its text where there is any.
type crawledPage struct {
	page web.Page // without body
	extracted
}

// crawlAction reads a source. What it fetched is kept in a journal until the build
// has stored it, so that a build that is killed fetches nothing twice.
func (aq *Acquirer) crawlAction(r Remote, cited func(provenance.ChunkID) bool) *view.Action {
	stored := aq.Source(r.Id)
	known := aq.Trails.of(r.Id)
	job := &crawlJob{Remote: r, trails: aq.Trails, known: known, concurrency: aq.Policy.Crawl.Concurrency, stored: map[string]storedAs{},
		first: len(stored.Pages) == 0, boilerplate: stored.Boilerplate}
	for _, page := range stored.Pages {
		as := storedAs{hash: page.Hash}
		file := aq.SourcePath(r.Id, page.File)
		if text, err := aq.Base.Read(file); err == nil {
			as.there = true
			for _, c := range provenance.ParsePage(file, text, stored).Chunks {
				as.before = append(as.before, c.Text)
				if cited(c.ID) {
					job.cited = append(job.cited, c.Text)
				}
			}
		}
		job.stored[page.URL] = as
	}
	cost := min(r.Credits, r.most())
	if r.more {
		cost = r.Limits.Credits
	}
	return &view.Action{
		Kind: "crawl", Target: r.Seed, Net: true,
		Inputs: []view.Input{{Name: "source", Hash: string(r.Id)}, {Name: "approval", Hash: r.Approval}, {Name: "stored", Hash: SourceDigest(stored)}, {Name: "revision", Hash: strconv.Itoa(r.state.Revision)},
			{Name: "limits", Hash: fmt.Sprintf("%d %d %t", r.Limits.Pages, r.Limits.Credits, r.more)}},
		Cost: reports.Cost{Pages: cost, Credits: cost},
		Run:  job.run,
	}
}

type storedAs struct {
	hash   vault.Hash // of the text
	before []string   // its passages
	there  bool       // the page file is on disk
}

// A crawlJob is one crawl and the extraction of what it brings.
type crawlJob struct {
	Remote
	trails      *Trails
	known       trail
	stored      map[string]storedAs
	cited       []string // passages that notes rest on, which keep their names wherever they move
	concurrency int
	first       bool     // nothing of it is stored yet
	boilerplate []string // as the first crawl found it

	world view.World
	mu    sync.Mutex
	pages map[string]*crawledPage
}

func (j *crawlJob) run(ctx context.Context, w view.World) (any, error) {
	j.world, j.pages = w, map[string]*crawledPage{}
	ways, err := j.ways(w)
	if err != nil {
		return nil, fmt.Errorf("crawl %s: %w", j.Seed, err)
	}
	name := j.trails.journal(j.Remote)
	j.trails.clean(j.Id, name)
	// A way that brings nothing gives over to the next: from plain requests to a
	// program, from that to a server.
	var out crawled
	for i, way := range ways {
		if out, err = j.by(ctx, way, name+"."+way.Name()); err != nil {
			return nil, fmt.Errorf("crawl %s: %w", j.Seed, err)
		}
		looked := slices.ContainsFunc(out.pages, func(p crawledPage) bool { return p.page.Verdict.Look() == web.LooksGood })
		if out.moved != "" || out.paused != "" || looked || i == len(ways)-1 {
			break
		}
	}
	return out, nil
}

// by crawls by one envelope.
func (j *crawlJob) by(ctx context.Context, way web.Envelope, journal string) (crawled, error) {
	out := crawled{envelope: way.Name()}
	g, err := j.graph(ctx, way)
	if err != nil {
		return out, err
	}
	if !g.Limits.Alike(j.Limits) {
		out.moved = movedTo + strings.Join(g.Limits.Prefixes, ", ") + " now, which was not approved"
		return out, nil
	}
	g.Limits.Pages, g.Limits.Credits = j.Limits.Pages, j.Limits.Credits
	kept, err := web.OpenJournal(journal, j.place())
	if err != nil {
		return out, err
	}
	defer kept.Close()
	if err := j.handOver(kept); err != nil {
		return out, err
	}
	clear(j.pages)
	var readers errgroup.Group
	var spent atomic.Int64
	o := web.CrawlOptions{
		Concurrency: j.concurrency, Journal: kept, Known: j.knownOf, ListedOnly: j.kept,
		Spend: func() error {
			if spent.Add(1) > int64(j.Limits.Credits) { // a service may bill more than one a page
				spent.Add(-1)
				return fmt.Errorf("the %d credits that were approved for a reading are used up", j.Ceiling)
			}
			err := j.world.Credits.Spend()
			if err != nil {
				out.paused = err.Error()
			}
			return err
		},
		Refund:   func() { spent.Add(-1); j.world.Credits.Refund() },
		Emit:     j.reader(ctx, &readers),
		Progress: j.progress,
	}
	out.result, err = way.Crawl(ctx, g, o)
	if err = errors.Join(err, readers.Wait()); err != nil {
		return out, err
	}
	if out.result.Beyond+out.result.Pending == 0 {
		out.paused = "" // the last page cost more than there was, and nothing is left
	}
	for _, url := range slices.Sorted(maps.Keys(j.pages)) {
		out.pages = append(out.pages, *j.pages[url])
	}
	if out.boilerplate = j.boilerplate; j.first {
		out.boilerplate = j.repeated(out.pages)
	}
	return out, j.cut(ctx, out)
}

// graph is what to ask for: the map that a person saw, or a new one where there is
// none or the source is read again, and every page that is stored.
func (j *crawlJob) graph(ctx context.Context, way web.Envelope) (*web.Graph, error) {
	g := j.trails.Graph(j.Id)
	if g == nil || j.refresh && !j.more || !g.Limits.Alike(j.Limits) {
		l := j.Limits
		l.Prefixes, l.Probe = nil, -1 // where it leads now is looked at again; the crawl finds the rest
		if p := j.Limits.Prefixes; len(p) != 1 || web.PrefixOf(j.Seed) != p[0] {
			l.Prefixes = p // a person named them, and not the map
		}
		var err error
		if g, err = way.Map(ctx, j.Seed, l); err != nil {
			return nil, err
		}
		if !g.Reached() {
			g.Limits.Prefixes = j.Limits.Prefixes // it could not be asked where it leads
		}
	}
	if j.kept {
		g.Nodes = nil
	}
	// What is held comes first: where a limit is met, it is what is new that waits.
	var held, fresh []web.Node
	unlisted := maps.Clone(j.stored)
	for _, n := range g.Nodes {
		if _, stored := j.stored[n.URL]; !stored {
			fresh = append(fresh, n)
			continue
		}
		held = append(held, n)
		delete(unlisted, n.URL)
	}
	for _, url := range slices.Sorted(maps.Keys(unlisted)) {
		held = append(held, web.Node{URL: url, Depth: 1, Found: web.FoundLink})
	}
	g.Nodes = append(held, fresh...)
	return g, nil
}

// knownOf is what to ask a server with, where the text that it is of is stored.
func (j *crawlJob) knownOf(url string) web.Known {
	k, ok := j.known.URLs[url]
	s := j.stored[url]
	if k.Of != "" {
		s = j.stored[k.Of]
	}
	if !ok || !s.there || s.hash != k.Text || k.Text.IsZero() {
		return web.Known{}
	}
	return web.Known{ETag: k.ETag, LastModified: k.LastModified, Links: k.Links}
}

func (j *crawlJob) progress(p web.Progress) {
	if j.world.Progress != nil {
		j.world.Progress(reports.Event{Phase: "crawl", Done: p.Done, Total: p.Done + p.Queued, Text: p.URL, Bytes: p.Bytes, Source: string(j.Id), Kept: p.Replayed})
	}
}

// reader gives what takes the pages of a crawl, one at a time, and extracts them beside it
// as readers. What waits for them is bounded, so that a fast server does not fill the
// memory.
func (j *crawlJob) reader(ctx context.Context, readers *errgroup.Group) func(web.Page) error {
	readers.SetLimit(runtime.GOMAXPROCS(0))
	return func(p web.Page) error {
		if p.Verdict != web.Fetched {
			j.put(crawledPage{page: p})
			return nil
		}
		readers.Go(func() error { return j.read(ctx, p) })
		return ctx.Err()
	}
}

// read extracts one page. A page that hurts is that page's error, not the crawl's.
func (j *crawlJob) read(ctx context.Context, p web.Page) (err error) {
	body := p.Body
	p.Body = nil
	defer func() {
		if r := recover(); r != nil {
			p.Verdict, p.Class, p.Reason = web.Failed, web.ClassProtocol, fmt.Sprintf("its text could not be extracted: %v", r)
			j.put(crawledPage{page: p})
			err = nil
		}
	}()
	doc, err := j.world.Extract.Extract(ctx, body, view.Original{Name: path.Base(p.Final), URL: p.Final, ContentType: p.Header.ContentType})
	if err != nil {
		return err
	}
	j.put(crawledPage{page: p, extracted: extracted{doc: doc}})
	return nil
}

// maxBoilerplate bounds a block that is taken for boilerplate, in bytes.
const maxBoilerplate = 2000

// repeated names what most pages have at their head or foot.
func (j *crawlJob) repeated(pages []crawledPage) []string {
	var texts []string
	for _, p := range pages {
		if p.page.Verdict == web.Fetched {
			texts = append(texts, p.doc.Markdown)
		}
	}
	return slices.DeleteFunc(j.world.Extract.Repeated(texts), func(block string) bool { return len(block) > maxBoilerplate })
}

// cut takes the boilerplate off the pages and cuts what stays into passages.
func (j *crawlJob) cut(ctx context.Context, c crawled) error {
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i := range c.pages {
		if c.pages[i].page.Verdict == web.Fetched && ctx.Err() == nil {
			workers.Go(func() error { j.cutPage(&c.pages[i], c.boilerplate); return nil })
		}
	}
	return errors.Join(workers.Wait(), ctx.Err())
}

func (j *crawlJob) cutPage(p *crawledPage, boilerplate []string) {
	if len(boilerplate) > 0 {
		if text := j.world.Extract.Strip(p.doc.Markdown, boilerplate); text != p.doc.Markdown {
			p.doc.Markdown, p.doc.Hash = text, vault.HashText([]byte(text))
		}
	}
	keep := slices.Concat(j.stored[p.page.URL].before, j.cited)
	if p.chunks = ingest.Split(p.doc, j.Id, keep); len(p.chunks) > 0 {
		return
	}
	p.page.Verdict, p.page.Reason = web.Soft404, "there is no text in it"
	if len(p.doc.Warnings) > 0 {
		p.page.Reason += ": " + p.doc.Warnings[0]
		if strings.HasPrefix(p.doc.Warnings[0], "not text") {
			p.page.Verdict = web.Type
		}
	}
	p.extracted = extracted{}
}

func (j *crawlJob) put(p crawledPage) {
	j.mu.Lock()
	defer j.mu.Unlock()
	// A URL may be told of twice: first as something that could not be asked for.
	if old := j.pages[p.page.URL]; old == nil || old.page.Verdict.Look() <= p.page.Verdict.Look() {
		j.pages[p.page.URL] = &p
	}
}

// trail is what the crawl leaves for the next.
func (c crawled) trail(old trail, now time.Time) trail {
	t := trail{Tried: now, URLs: map[string]footed{}}
	texts := map[string]vault.Hash{}
	for _, p := range c.pages {
		if texts[p.page.URL] = p.doc.Hash; p.page.Verdict == web.NotModified {
			texts[p.page.URL] = old.URLs[p.page.URL].Text
		}
	}
	for _, p := range c.pages {
		f := footed{Verdict: p.page.Verdict, Class: p.page.Class, Reason: p.page.Reason, Depth: p.page.Depth}
		switch p.page.Verdict {
		case web.Fetched:
			f.ETag, f.LastModified, f.Links, f.Text = p.page.Header.ETag, p.page.Header.LastModified, p.page.Links, p.doc.Hash
		case web.NotModified:
			was := old.URLs[p.page.URL]
			f.ETag, f.LastModified, f.Links, f.Text, f.Of = was.ETag, was.LastModified, was.Links, was.Text, was.Of
		case web.Duplicate:
			if p.page.Status == 200 {
				f.ETag, f.LastModified, f.Text, f.Of = p.page.Header.ETag, p.page.Header.LastModified, texts[p.page.Of], p.page.Of
			}
		}
		t.URLs[p.page.URL] = f
	}
	return t
}

// via names the envelopes that read the pages.
func (c crawled) via() string {
	names := map[string]bool{}
	for _, p := range c.pages {
		switch {
		case p.page.Verdict != web.Fetched && p.page.Verdict != web.NotModified:
		case p.page.Via == "":
			names[c.envelope] = true
		default:
			names[p.page.Via] = true
		}
	}
	if len(names) == 0 {
		return c.envelope
	}
	return strings.Join(slices.Sorted(maps.Keys(names)), "+")
}

// summary says in a line what became of the URLs of a crawl.
func (c crawled) summary() string {
	parts := c.counted(func(web.Verdict) bool { return true })
	reasons := map[string]bool{}
	for _, p := range c.pages {
		if p.page.Verdict.Look() != web.LooksGood && p.page.Reason != "" && len(reasons) < 3 {
			reasons[p.page.Reason] = true
		}
	}
	if len(parts) == 0 {
		return "nothing was found"
	}
	s := strings.Join(parts, ", ")
	if len(reasons) > 0 {
		s += ": " + strings.Join(slices.Sorted(maps.Keys(reasons)), "; ")
	}
	return s
}

func (c crawled) verdicts() map[web.Verdict]int {
	counts := map[web.Verdict]int{}
	for _, p := range c.pages {
		counts[p.page.Verdict]++
	}
	return counts
}

// counted says how many URLs have each of some verdicts.
func (c crawled) counted(told func(web.Verdict) bool) (parts []string) {
	counts := c.verdicts()
	for _, v := range web.Verdicts() {
		if n := counts[v]; n > 0 && told(v) {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return parts
}

// confirm notes that a page says what is stored of it. That is one moment for all pages
// of a source, on the ledger: so a refresh of a site of which nothing changed changes no file.
func (u *update) confirm(page *provenance.Page, at time.Time) {
	u.looked[page.URL] = true
	if at.After(u.p.Now) {
		at = u.p.Now // the build's one moment, by which its events are dated
	}
	if at = at.UTC().Truncate(time.Second); !u.r.more && (u.confirmed.IsZero() || at.Before(u.confirmed)) {
		u.confirmed = at
	}
}

// missed are the pages that are stored and that this crawl did not see. What was known of
// them so far goes into the description, since the ledger's word is of the others now.
func (u *update) missed() []string {
	var out []string
	if u.confirmed.IsZero() {
		return nil
	}
	state := u.p.State(u.r.Id)
	for i := range u.next.Pages {
		if page := &u.next.Pages[i]; !u.looked[page.URL] {
			page.Retrieved = state.Seen(*page)
			out = append(out, page.URL)
		}
	}
	return out
}
