package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/compiler"
	"assay/compiler/view"
	"assay/compiler/watch"
	"assay/gates"
	"assay/gates/judge"
	"assay/ingest"
	"assay/provenance"
	"assay/vault"
)

// watched is a vault that is being watched.
type watched struct {
	*testVault
	changes chan watch.Change
	end     context.CancelFunc
	ended   chan error
}

func watchVault(v *testVault, o watch.Options) *watched {
	v.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := &watched{testVault: v, changes: make(chan watch.Change, 1000), end: cancel, ended: make(chan error, 1)}
	o.Told = func(ch watch.Change) { w.changes <- ch }
	c := v.open()
	go func() { w.ended <- watch.Run(ctx, c, o) }()
	v.Cleanup(func() {
		cancel()
		select {
		case <-w.ended:
		case <-time.After(10 * time.Second):
			v.Error("watching does not end")
		}
	})
	if ch := w.next(); !ch.Ready {
		v.Fatalf("first of all: %+v", ch)
	}
	return w
}

// next is what is told next.
func (w *watched) next() watch.Change {
	w.Helper()
	select {
	case ch := <-w.changes:
		return ch
	case err := <-w.ended:
		w.ended <- err
		w.Fatalf("watching ended: %v", err)
	case <-time.After(time.Minute): // a busy machine
		w.Fatal("nothing was told")
	}
	return watch.Change{}
}

// silent holds that nothing is told for a while.
func (w *watched) silent(d time.Duration) {
	w.Helper()
	select {
	case ch := <-w.changes:
		w.Errorf("told of %+v", ch)
	case <-time.After(d):
	}
}

func codesIn(ds []gates.Diagnostic) string {
	var out []string
	for _, d := range ds {
		out = append(out, d.Span.File+" "+string(d.Code))
	}
	return strings.Join(out, ", ")
}

func filesOf(ch watch.Change) string {
	var out []string
	for _, f := range ch.Files {
		out = append(out, fmt.Sprintf("%s %d", f.File, len(f.Diagnostics)))
	}
	return strings.Join(out, ", ")
}

var mill = map[string]string{
	"pipeline-policy.yaml": "vault: {evidence: [raw]}\npromotion: {direct: allow}\n",
	"raw/lune.md":          "---\ntitle: Works on the Lune\nretrieved: 2026-10-01\n---\n# Works on the Lune\n\nThe mill was built in 1820 on the river Lune. It has four pairs of stones. The miller lived next door until 1911.\n",
	"01_Wiki/Mill.md":      "# Mill\n\nThe mill was built in 1820 on the river Lune. ^[raw/lune.md]\n\nSee [[Miller]].\n",
	"01_Wiki/Miller.md":    "# Miller\n\nThe miller lived next door until 1911. ^[raw/lune.md]\n\nSee [[Mill]].\n",
}

// A save is told of by what it brought and what it mended; what was said before is
// counted, and a file about which something else is said comes whole.
func TestWatchTellsWhatChanged(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	v.build()
	w := watchVault(v, watch.Options{})
	text := v.read("01_Wiki/Mill.md")

	v.write("01_Wiki/Mill.md", strings.Replace(text, "1820", "1840", 1))
	ch := w.next()
	if codesIn(ch.New) != "01_Wiki/Mill.md value-mismatch" || len(ch.Fixed) != 0 || ch.Report.Claims.T0 != 1 || ch.Report.Summary.Errors != 1 {
		t.Errorf("a wrong year: new %s, fixed %s, %+v", codesIn(ch.New), codesIn(ch.Fixed), ch.Report.Claims)
	}
	if ch.Work <= 0 || ch.Since < ch.Work || ch.Paths[0] != "01_Wiki/Mill.md" || filesOf(ch) != "01_Wiki/Mill.md 1" {
		t.Errorf("work %v, since %v, paths %v, files %s", ch.Work, ch.Since, ch.Paths, filesOf(ch))
	}

	// A line more above it: the same is said, at another place.
	v.write("01_Wiki/Mill.md", "# Mill\n\nRead on.\n"+strings.Replace(text, "1820", "1840", 1)[6:]+"\nSee [[Nobody]].\n")
	ch = w.next()
	if codesIn(ch.New) != "01_Wiki/Mill.md unresolved-link" || len(ch.Fixed) != 0 || ch.Still != 1 || filesOf(ch) != "01_Wiki/Mill.md 2" {
		t.Errorf("a line more: new %s, fixed %s, still %d, files %s", codesIn(ch.New), codesIn(ch.Fixed), ch.Still, filesOf(ch))
	}

	// A note that another links to moves: what is said of it goes with it.
	if err := os.Rename(v.path("01_Wiki/Mill.md"), v.path("01_Wiki/Watermill.md")); err != nil {
		t.Fatal(err)
	}
	ch = w.next()
	if codesIn(ch.New) != "01_Wiki/Miller.md unresolved-link" || len(ch.Fixed) != 0 || ch.Still != 2 ||
		filesOf(ch) != "01_Wiki/Mill.md 0, 01_Wiki/Miller.md 1, 01_Wiki/Watermill.md 2" {
		t.Errorf("renamed: new %s, fixed %s, still %d, files %s", codesIn(ch.New), codesIn(ch.Fixed), ch.Still, filesOf(ch))
	}

	v.write("01_Wiki/Mill.md", text)
	v.remove("01_Wiki/Watermill.md")
	for !strings.Contains(filesOf(ch), "01_Wiki/Watermill.md 0") {
		ch = w.next()
	}
	if ch.Report.Summary.Errors != 0 || len(ch.Report.Diagnostics) != 0 {
		t.Errorf("mended: %s", codesIn(ch.Report.Diagnostics))
	}
	w.silent(300 * time.Millisecond)
}

// What a build writes, and a save that changes nothing, is nothing to tell, and a build
// of its own writes leads to no other.
//
// Invariant (writing): Watch holds the lock only while it builds. See also TestWatchAtAShell.
//
// Invariant (watching): What a build writes, and what is hidden, leads to no other. See also
// TestFollowIsDeafToWhatIsHidden.
func TestWatchSettles(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	var builds atomic.Int64
	v.world.Now = func() time.Time { builds.Add(1); return testNow }
	w := watchVault(v, watch.Options{})
	w.silent(500 * time.Millisecond)
	v.write("raw/tea.md", strings.Replace(v.read("raw/tea.md"), "four minutes", "five minutes", 1))
	if ch := w.next(); len(ch.Report.Written) == 0 {
		t.Errorf("nothing was written: %+v", ch.Report)
	}
	w.silent(500 * time.Millisecond)
	before := builds.Load()
	w.silent(500 * time.Millisecond)
	v.write("01_Wiki/Home.md", v.read("01_Wiki/Home.md"))
	w.silent(500 * time.Millisecond)
	if n := builds.Load() - before; n > 3 {
		t.Errorf("%d looks at the clock for a save that changes nothing", n)
	}
	// Nobody is kept out while nothing happens.
	unlock, err := vault.Lock(context.Background(), v.open().Dir, vault.LockOptions{})
	if err != nil {
		t.Fatal(err)
	}
	// And who holds the vault is waited for.
	v.write("01_Wiki/Home.md", "# Home\n\nSee [[Nothing]].\n")
	w.silent(300 * time.Millisecond)
	unlock()
	if ch := w.next(); codesIn(ch.New) != "01_Wiki/Home.md unresolved-link" {
		t.Errorf("new %s", codesIn(ch.New))
	}
}

// Whatever policy lets a build ask for, watching asks nobody: not when it begins, not
// on a save, not for what is due. A build does it afterwards.
//
// Invariant (watching): Watch asks no site, no service and no model.
func TestWatchAsksNobody(t *testing.T) {
	t.Parallel()
	s := newSite(t, kettles())
	v := newWebVault(t, webPolicy, nil)
	v.propose(s.url)
	v.build()
	v.write("01_Wiki/Kettle.md", resting(v, "The kettle boils one litre of water in three minutes."))
	v.build()
	var asked atomic.Int64
	v.world.OpenJudge = func(view.JudgeOptions) (judge.Asker, error) { asked.Add(1); return nil, errors.New("not here") }
	v.write("pipeline-policy.yaml", v.read("pipeline-policy.yaml")+"judge: {use: http, endpoint: 'http://127.0.0.1:1', model: 'm:7b'}\n")
	v.later(400 * 24 * time.Hour) // everything is stale, and would be read again
	s.bodies()
	ledger := v.read("03_Sources/ledger.jsonl")
	w := watchVault(v, watch.Options{Clock: 50 * time.Millisecond})
	for i, text := range []string{
		"---\nsources_wanted: ['" + s.url + "cleaning.html', '" + s.url + "new/']\n---\n# Kettle\n\nThe kettle boils one litre of water in nine minutes. See [[Limescale]].\n",
		"# Kettle\n\nWater needs three minutes in the kettle, or so. See " + s.url + "parts.html\n",
	} {
		v.write(fmt.Sprintf("01_Wiki/Kettle %d.md", i), text)
		w.next()
	}
	w.silent(200 * time.Millisecond)
	if _, n := s.bodies(); n != 0 || asked.Load() != 0 {
		t.Errorf("%d requests, %d questions", n, asked.Load())
	}
	if v.read("03_Sources/ledger.jsonl") != ledger {
		t.Error("the ledger has grown")
	}
	w.end()
	if err := <-w.ended; err != nil {
		t.Error(err)
	}
	w.ended <- nil
	v.build()
	if _, n := s.bodies(); n == 0 {
		t.Error("then a build did not ask either: nothing was due")
	}
}

// slow is a judge that takes its time, and notices when nobody waits for it any more.
type slow struct {
	builtin judge.Judge
	mu      sync.Mutex
	took    time.Duration
	asked   int
	given   int
	stopped int
}

func (s *slow) Model() string { return s.builtin.Model() }

func (s *slow) Bears(claim string, texts, quotes []string) []bool {
	return s.builtin.Bears(claim, texts, quotes)
}

func (s *slow) Judge(ctx context.Context, q judge.Question) (provenance.Judgement, error) {
	s.mu.Lock()
	took := s.took
	s.asked++
	s.mu.Unlock()
	select {
	case <-time.After(took):
	case <-ctx.Done():
		s.mu.Lock()
		s.stopped++
		s.mu.Unlock()
		return provenance.Judgement{}, ctx.Err()
	}
	s.mu.Lock()
	s.given++
	s.mu.Unlock()
	return s.builtin.Judge(ctx, q)
}

// A build that a save overtakes is given up; somebody who never stops typing is
// answered all the same.
//
// Invariant (watching): A build that a save overtakes is given up, unless it writes; who never
// stops typing is answered all the same.
func TestWatchGivesUpWhatIsOvertaken(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	s := &slow{builtin: v.world.Judge}
	v.world.Judge = s
	v.build()
	w := watchVault(v, watch.Options{})
	s.mu.Lock()
	s.took, s.asked = 2*time.Second, 0
	s.mu.Unlock()
	write := func(year int) {
		v.write("01_Wiki/Mill.md", fmt.Sprintf("# Mill\n\nThe mill was built in %d on the river Lune. ^[raw/lune.md]\n\nSee [[Miller]].\n", year))
	}
	write(1901)
	for asked := 0; asked == 0; time.Sleep(10 * time.Millisecond) { // until it is being judged
		s.mu.Lock()
		asked = s.asked
		s.mu.Unlock()
	}
	write(1902)
	ch := w.next()
	s.mu.Lock()
	stopped := s.stopped
	s.took = 10 * time.Second // longer than anybody's patience
	s.mu.Unlock()
	if stopped == 0 || !strings.Contains(ch.Report.Diagnostics[0].Message, "1902") || codesIn(ch.New) != "01_Wiki/Mill.md value-mismatch" {
		t.Errorf("%d given up; told of %s", stopped, codesIn(ch.New))
	}
	s.mu.Lock()
	s.took = 300 * time.Millisecond
	s.mu.Unlock()
	began := time.Now()
	for year := 1903; len(w.changes) == 0; year++ {
		write(year)
		time.Sleep(100 * time.Millisecond)
		if time.Since(began) > time.Minute {
			t.Fatal("who types on and on gets no answer")
		}
	}
	t.Logf("answered after %v of typing", time.Since(began).Round(10*time.Millisecond))
}

// What cannot be built is told once and ends nothing; what is mended is told too.
//
// Invariant (watching): Errors are reported by watch and end nothing.
func TestWatchOutlastsErrors(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	w := watchVault(v, watch.Options{})
	policy := v.read("pipeline-policy.yaml")
	v.write("pipeline-policy.yaml", policy+"nonsense: [\n")
	if ch := w.next(); ch.Err == nil || !strings.Contains(ch.Err.Error(), "pipeline-policy.yaml") {
		t.Errorf("told of %+v", ch)
	}
	v.write("01_Wiki/Mill.md", "# Mill\n\nSee [[Nobody]].\n")
	w.silent(300 * time.Millisecond)
	v.write("pipeline-policy.yaml", policy)
	if ch := w.next(); ch.Err != nil || !strings.Contains(codesIn(ch.New), "01_Wiki/Mill.md unresolved-link") {
		t.Errorf("told of %+v", ch)
	}
	// A policy that says something else counts at once, and so does none.
	v.write("pipeline-policy.yaml", "vault: {evidence: [raw], witnesses: 2}\npromotion: {direct: allow}\n")
	if ch := w.next(); ch.Report == nil || !strings.Contains(codesIn(ch.New), "single-witness") {
		t.Errorf("another policy: %+v, %v", ch.Report, ch.Err)
	}
	v.remove("pipeline-policy.yaml")
	if ch := w.next(); ch.Report == nil || !ch.Report.Guest {
		t.Errorf("no policy: %+v, %v", ch.Report, ch.Err)
	}
}

// Evidence that goes stale while nothing happens is told of.
func TestWatchNoticesTheTime(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	var later atomic.Int64
	v.world.Now = func() time.Time { return testNow.Add(time.Duration(later.Load())) }
	w := watchVault(v, watch.Options{Clock: 50 * time.Millisecond})
	w.silent(200 * time.Millisecond)
	later.Store(int64(10 * 365 * 24 * time.Hour))
	if ch := w.next(); ch.Report.Claims.T3 == 0 {
		t.Errorf("told of %+v", ch.Report.Claims)
	}
	w.silent(200 * time.Millisecond)
}

// What a baseline lets be is told of again once its day is over, though nothing else
// happens.
func TestWatchNoticesTheEndOfABaseline(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	var later atomic.Int64
	v.world.Now = func() time.Time { return testNow.Add(time.Duration(later.Load())) }
	v.write("01_Wiki/Miller.md", "# Miller\n\nThe miller ground rye for nobody at all.\n")
	until := gates.DayOf(testNow.AddDate(0, 0, 5))
	r, err := v.open().Check(t.Context(), compiler.CheckOptions{Baseline: compiler.BaselineOptions{Edit: compiler.BaselineWrite, Until: until}})
	if err != nil || r.Summary.Errors != 0 || r.Summary.Known == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	w := watchVault(v, watch.Options{Clock: 50 * time.Millisecond})
	later.Store(int64(5 * 24 * time.Hour))
	w.silent(200 * time.Millisecond)
	later.Store(int64(6 * 24 * time.Hour))
	if ch := w.next(); ch.Report.Summary.Errors == 0 || ch.Report.Baseline.Expired == 0 || len(ch.New) == 0 {
		t.Errorf("told of %+v, %s", ch.Report.Summary, codesIn(ch.New))
	}
}

// A vault that is replaced is opened again, one that is gone ends it.
//
// Invariant (watching): Watch ends with its vault, its reader or an interrupt. See also
// TestWatchEndsWithItsVault, TestWatchForAnEditor.
func TestWatchOfAVaultThatGoes(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	v.dir = filepath.Join(v.dir, "vault")
	for _, name := range []string{"pipeline-policy.yaml", "01_Wiki/Mill.md"} {
		v.write(name, mill[name])
	}
	w := watchVault(v, watch.Options{Wait: 2 * time.Second})
	if err := os.Rename(v.dir, v.dir+".old"); err != nil {
		t.Fatal(err)
	}
	if ch := w.next(); ch.Err == nil || !strings.Contains(ch.Err.Error(), "replaced") {
		t.Errorf("told of %+v", ch)
	}
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range mill {
			if !yield(name) {
				return
			}
		}
	}) {
		v.write(name, mill[name])
	}
	ch := w.next()
	if !ch.Ready || ch.Err != nil {
		t.Fatalf("told of %+v", ch)
	}
	v.write("01_Wiki/Mill.md", strings.Replace(mill["01_Wiki/Mill.md"], "1820", "1840", 1))
	for !strings.Contains(codesIn(ch.New), "value-mismatch") {
		ch = w.next()
	}
	for try := 0; ; try++ { // what the last build still writes may stand in a folder that is being emptied
		if err := os.RemoveAll(v.dir); err == nil {
			break
		} else if try == 100 {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	select {
	case err := <-w.ended:
		if err == nil || !strings.Contains(err.Error(), "moved or deleted") {
			t.Errorf("ended with %v", err)
		}
		w.ended <- nil
	case <-time.After(30 * time.Second):
		t.Error("watching a vault that is gone")
	}
}

// Two names of one file are one file: a link says what its target says.
func TestWatchFollowsLinksInside(t *testing.T) {
	t.Parallel()
	v := newVault(t, mill)
	for name, to := range map[string]string{"01_Wiki/Other name.md": "Mill.md", "01_Wiki/Lost.md": "Later.md"} {
		if err := os.Symlink(to, v.path(name)); err != nil {
			t.Skip(err)
		}
	}
	w := watchVault(v, watch.Options{})
	v.write("01_Wiki/Mill.md", strings.Replace(mill["01_Wiki/Mill.md"], "1820", "1840", 1))
	if ch := w.next(); codesIn(ch.New) != "01_Wiki/Mill.md value-mismatch, 01_Wiki/Other name.md value-mismatch" {
		t.Errorf("new %s", codesIn(ch.New))
	}
	v.write("01_Wiki/Later.md", "# Later\n\nSee [[Mill]].\n")
	if ch := w.next(); codesIn(ch.Fixed) != "01_Wiki/Lost.md unreadable-file" {
		t.Errorf("fixed %s", codesIn(ch.Fixed))
	}
}

// busy is an index that another program has for a while.
type busy struct {
	listIndex
	still atomic.Int32 // searches that fail
}

func (b *busy) Search(ctx context.Context, q ingest.Query) ([]ingest.Hit, error) {
	if b.still.Add(-1) >= 0 {
		return nil, errors.New("index busy")
	}
	return b.listIndex.Search(ctx, q)
}

// What failed is told once, and tried again without another change.
//
// Invariant (watching): Watch tries again what failed.
func TestWatchTriesAgainWhatFailed(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	index := &busy{}
	v.world.OpenIndex = func(string) view.Index { return index }
	v.remove("01_Wiki/Home.md")
	w := watchVault(v, watch.Options{})
	index.still.Store(2)
	v.write("01_Wiki/Home.md", tea["01_Wiki/Home.md"])
	ch := w.next()
	if ch.Report == nil || len(ch.Report.Failures) == 0 || !strings.Contains(ch.Report.Failures[0].Error, "index busy") {
		t.Fatalf("told of %+v", ch)
	}
	for len(ch.Report.Failures) > 0 || !v.exists("01_Wiki/Steeping tea.md") {
		ch = w.next()
	}
	if index.still.Load() > -1 {
		t.Error("nothing failed twice")
	}
}
