package tree

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"assay/vault"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// lay writes files below a folder; a name that ends in "/" is a folder.
func lay(t testing.TB, root string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(path, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(name+" "+time.Now().String()), 0o644))
	}
}

func follow(t testing.TB, root string, o Options) *Follower {
	t.Helper()
	f, err := Follow(root, o)
	must(t, err)
	t.Cleanup(f.Close)
	return f
}

// heard gathers bursts until one has been quiet for a while.
func heard(t testing.TB, f *Follower, within time.Duration) (b Burst, notices []string) {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		more, notice, err := f.Next(ctx)
		cancel()
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			return b, notices
		case err != nil:
			t.Fatal(err)
		case notice != nil:
			notices = append(notices, notice.Error())
		}
		b = b.Join(more)
	}
}

// until gathers bursts until they tell of all paths, and what else was said on the way.
func until(t testing.TB, f *Follower, paths []string) (b Burst, notices []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for {
		missing := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return covers(b, p) })
		if len(missing) == 0 {
			return b, notices
		}
		more, notice, err := f.Next(ctx)
		if err != nil {
			t.Errorf("not told of %v: %+v", missing, b)
			return b, notices
		}
		if notice != nil {
			notices = append(notices, notice.Error())
		}
		b = b.Join(more)
	}
}

// covers reports whether a burst tells of a path, itself or a folder it lies in.
func covers(b Burst, path string) bool {
	return b.All || slices.ContainsFunc(b.Paths, func(p string) bool { return p == path || strings.HasPrefix(path, p+"/") })
}

// What an editor, a shell or a sync does to a tree is told of, whatever it is, and so
// is what happens next in the folders that came of it.
//
// Invariant (watching): No change is missed: events lead to where to look and are never
// believed, folders that come or move are followed, an overflow looks at everything, and where
// no event comes a look finds it. See also TestFollowAfterAnOverflow,
// TestFollowFindsWhatNobodyTold, TestFollowWithoutEvents, TestFollowEndsWithItsFolder,
// TestWatchFollowsLinksInside, TestWatchNoticesTheTime, TestEventsOutlastPatience.
func TestFollowTellsWhatChanged(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		change func(t *testing.T, root string)
		tells  []string // must be told of
		then   []string // written afterwards, and must be told of
	}{
		"write": {func(t *testing.T, root string) { lay(t, root, "a.md") }, []string{"a.md"}, []string{"a.md"}},
		"saved by way of another file": {func(t *testing.T, root string) {
			lay(t, root, "d/.a.md.tmp")
			must(t, os.Rename(filepath.Join(root, "d/.a.md.tmp"), filepath.Join(root, "d/x.md")))
		}, []string{"d/x.md"}, []string{"d/x.md"}},
		"saved as vim does": {func(t *testing.T, root string) {
			lay(t, root, "4913")
			must(t, os.Remove(filepath.Join(root, "4913")))
			must(t, os.Rename(filepath.Join(root, "a.md"), filepath.Join(root, "a.md~")))
			lay(t, root, "a.md")
			must(t, os.Remove(filepath.Join(root, "a.md~")))
		}, []string{"a.md"}, []string{"a.md"}},
		"folders in a new folder": {func(t *testing.T, root string) {
			must(t, os.MkdirAll(filepath.Join(root, "n/e/w"), 0o755))
			lay(t, root, "n/e/w/a.md")
		}, []string{"n/e/w/a.md"}, []string{"n/e/w/b.md", "n/e/c.md"}},
		"a folder that moves": {func(t *testing.T, root string) {
			must(t, os.Rename(filepath.Join(root, "d"), filepath.Join(root, "moved")))
		}, []string{"d/x.md", "moved/x.md"}, []string{"moved/x.md", "moved/deep/y.md"}},
		"folders that change places": {func(t *testing.T, root string) {
			must(t, os.Rename(filepath.Join(root, "d"), filepath.Join(root, "t")))
			must(t, os.Rename(filepath.Join(root, "e"), filepath.Join(root, "d")))
			must(t, os.Rename(filepath.Join(root, "t"), filepath.Join(root, "e")))
		}, []string{"d/x.md", "e/x.md"}, []string{"d/x.md", "e/deep/y.md", "d/deep/y.md"}},
		"a folder moved into a new one": {func(t *testing.T, root string) {
			must(t, os.Mkdir(filepath.Join(root, "n"), 0o755))
			must(t, os.Rename(filepath.Join(root, "d/deep"), filepath.Join(root, "n/deep")))
		}, []string{"d/deep/y.md", "n/deep/y.md"}, []string{"n/deep/y.md", "n/z.md"}},
		"a folder deleted and made again": {func(t *testing.T, root string) {
			must(t, os.RemoveAll(filepath.Join(root, "d")))
			lay(t, root, "d/x.md")
		}, []string{"d/x.md"}, []string{"d/x.md", "d/new.md"}},
		"a folder that comes from elsewhere": {func(t *testing.T, root string) {
			other := t.TempDir()
			lay(t, other, "in/a.md", "in/deep/b.md")
			must(t, os.Rename(filepath.Join(other, "in"), filepath.Join(root, "in")))
		}, []string{"in/a.md", "in/deep/b.md"}, []string{"in/deep/b.md"}},
		"a folder that goes elsewhere": {func(t *testing.T, root string) {
			must(t, os.Rename(filepath.Join(root, "d"), filepath.Join(t.TempDir(), "d")))
		}, []string{"d/x.md", "d/deep/y.md"}, []string{"a.md"}},
		"other permissions":    {func(t *testing.T, root string) { must(t, os.Chmod(filepath.Join(root, "a.md"), 0o600)) }, []string{"a.md"}, nil},
		"settings of Obsidian": {func(t *testing.T, root string) { lay(t, root, ".obsidian/app.json") }, []string{"a.md"}, []string{".obsidian/app.json"}},
		"more than anybody wants to list": {func(t *testing.T, root string) {
			for i := range mostPaths + 10 {
				lay(t, root, fmt.Sprintf("many/%d.md", i))
			}
		}, []string{"many/7.md"}, []string{"many/7.md"}},
	}
	for name, c := range cases {
		for _, way := range []string{"events", "looks"} {
			t.Run(name+" by "+way, func(t *testing.T) {
				t.Parallel()
				root := t.TempDir()
				lay(t, root, "a.md", "d/x.md", "d/deep/y.md", "e/x.md", "e/deep/y.md", ".git/HEAD")
				o := Options{Hidden: []string{".obsidian/app.json"}, State: ".assay"}
				if way == "looks" {
					o.Poll = 20 * time.Millisecond
				}
				f := follow(t, root, o)
				c.change(t, root)
				until(t, f, c.tells)
				for _, path := range c.then {
					heard(t, f, 100*time.Millisecond)
					lay(t, root, path)
					until(t, f, []string{path})
				}
			})
		}
	}
}

// What no scan of a vault looks at is no reason to wake up.
func TestFollowIsDeafToWhatIsHidden(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	lay(t, root, "a.md", ".obsidian/app.json", ".assay/state.bin", "node_modules/m/x.js")
	f := follow(t, root, Options{Hidden: []string{".obsidian/app.json"}, State: ".assay"})
	lay(t, root, ".a.md.swp", ".git/index", ".assay/state.bin", ".assay/new", ".obsidian/workspace.json", "node_modules/m/x.js", "node_modules/y.js", ".stfolder/x")
	if b, _ := heard(t, f, 300*time.Millisecond); !b.Empty() {
		t.Errorf("told of %+v", b)
	}
	must(t, os.RemoveAll(filepath.Join(root, ".assay")))
	if b, _ := until(t, f, []string{"."}); !b.All {
		t.Errorf("the state is gone: %+v", b)
	}
}

// A link that leads round is no way in, and the folder may itself be reached by one.
func TestFollowGoesRoundInNoCircle(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	lay(t, base, "real/a.md", "real/d/x.md")
	root := filepath.Join(base, "link")
	must(t, os.Symlink("real", root))
	must(t, os.Symlink("..", filepath.Join(base, "real", "d", "up")))
	must(t, os.Symlink(".", filepath.Join(base, "real", "self")))
	f := follow(t, root, Options{})
	if h := f.How(); !h.Events || h.Folders != 2 {
		t.Errorf("%+v", h)
	}
	lay(t, base, "real/d/x.md")
	if b, _ := until(t, f, []string{"d/x.md"}); !slices.Equal(b.Paths, []string{"d/x.md"}) {
		t.Errorf("told of %+v", b)
	}
}

// A checkout of thousands of files is one burst.
//
// Invariant (watching): A burst is one build. See also TestPace.
func TestFollowTakesACheckoutAsOne(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no git")
		}
		t.Skip("no git")
	}
	root := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", root, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	lay(t, root, "a.md")
	git("add", ".")
	git("commit", "-qm", "one")
	git("checkout", "-qb", "many")
	for i := range 1500 {
		lay(t, root, fmt.Sprintf("d%d/n%d.md", i%40, i))
	}
	git("add", ".")
	git("commit", "-qm", "two")
	git("checkout", "-q", "main")
	f := follow(t, root, Options{})
	checked := make(chan error, 1)
	go func() { checked <- exec.Command("git", "-C", root, "checkout", "-q", "many").Run() }()
	var all, last Burst
	patience := time.Minute // a busy machine may be slow to begin
	for {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		b, _, err := f.Next(ctx)
		cancel()
		if err != nil {
			break
		}
		// On a busy machine git stands still for a while, and a checkout may take longer than
		// a burst may last. Nothing else parts it.
		still, end := quiet, most
		if last.All || len(last.Paths) >= manyPaths {
			still, end = quietMany, mostMany
		}
		if gap := b.First.Sub(last.Last); !last.Empty() && gap < still && b.First.Sub(last.First) < end {
			t.Errorf("a burst of %d files ended %v before the next", len(last.Paths), gap)
		}
		last, all = b, all.Join(b)
		if covers(all, "d3/n3.md") {
			patience = 1500 * time.Millisecond
		}
	}
	must(t, <-checked)
	if !covers(all, "d3/n3.md") {
		t.Error("a file of the checkout was told of in no burst")
	}
	lay(t, root, "d3/n3.md")
	until(t, f, []string{"d3/n3.md"})
}

// fake is a system that tells what a test has it tell.
type fake struct {
	happened chan fsnotify.Event
	failed   chan error
	add      func(string) error

	mu      sync.Mutex
	folders []string
	closed  bool
}

func newFake() *fake {
	return &fake{happened: make(chan fsnotify.Event), failed: make(chan error), add: func(string) error { return nil }}
}

func (f *fake) Add(folder string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.add(folder); err != nil {
		return err
	}
	f.folders = append(f.folders, folder)
	return nil
}
func (f *fake) Events() <-chan fsnotify.Event { return f.happened }
func (f *fake) Errors() <-chan error          { return f.failed }
func (f *fake) Close() error                  { f.mu.Lock(); defer f.mu.Unlock(); f.closed = true; return nil }

// After an overflow everything is looked at, and events are asked for anew, for nobody
// knows which folders came in the meantime.
func TestFollowAfterAnOverflow(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	lay(t, root, "a.md")
	var systems []*fake
	f := follow(t, root, Options{open: func() (events, error) { systems = append(systems, newFake()); return systems[len(systems)-1], nil }})
	lay(t, root, "unheard/of/b.md")
	systems[0].failed <- fsnotify.ErrEventOverflow
	if b, _ := until(t, f, []string{"."}); !b.All {
		t.Errorf("told of %+v", b)
	}
	if len(systems) != 2 || !systems[0].closed || len(systems[1].folders) != 3 {
		t.Errorf("%d systems were asked; the last of %v", len(systems), systems[len(systems)-1].folders)
	}
}

// Where the system's limits are reached the tree is looked at, and the user told what
// raises them. Nothing is held that other programs could use.
func TestFollowWithoutEvents(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		open func() (events, error)
		hint string
	}{
		"no instance": {func() (events, error) { return nil, fmt.Errorf("couldn't initialize inotify: %w", syscall.EMFILE) }, "max_user_instances"},
		"no watch": {func() (events, error) {
			f, n := newFake(), 0
			f.add = func(string) error {
				if n++; n > 2 {
					return fmt.Errorf("add: %w", syscall.ENOSPC)
				}
				return nil
			}
			return f, nil
		}, "max_user_watches"},
		"its end": {func() (events, error) { f := newFake(); close(f.happened); return f, nil }, "--poll"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			lay(t, root, "a.md", "b/c.md", "d/e/f.md")
			f := follow(t, root, Options{open: c.open, fast: 100 * time.Millisecond})
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			var limit LimitError
			for !errors.As(nextNotice(t, ctx, f), &limit) {
			}
			if hint := hintFor("linux", limit.Err, name == "no instance", 4); !strings.Contains(hint, c.hint) {
				t.Errorf("hint %q", hint)
			}
			if h := f.How(); h.Events || h.Every != 100*time.Millisecond {
				t.Errorf("%+v", h)
			}
			heard(t, f, 50*time.Millisecond)
			lay(t, root, "d/e/f.md")
			until(t, f, []string{"d/e/f.md"})
		})
	}
	if hint := hintFor("darwin", syscall.EMFILE, false, 4); !strings.Contains(hint, "launchctl") {
		t.Errorf("hint %q", hint)
	}
}

func nextNotice(t *testing.T, ctx context.Context, f *Follower) error {
	t.Helper()
	for {
		_, notice, err := f.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if notice != nil {
			return notice
		}
	}
}

// Where events do not come, as on a network drive, a look finds what changed; then
// looks come often, and that is said once.
func TestFollowFindsWhatNobodyTold(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	lay(t, root, "a.md", "d/x.md")
	told := newFake()
	f := follow(t, root, Options{open: func() (events, error) { return told, nil }, every: 250 * time.Millisecond, fast: 200 * time.Millisecond, grace: 150 * time.Millisecond})
	time.Sleep(50 * time.Millisecond)
	lay(t, root, "a.md")
	told.happened <- fsnotify.Event{Name: f.dir.Abs("a.md"), Op: fsnotify.Write}
	if b, notices := heard(t, f, time.Second); !covers(b, "a.md") || len(notices) != 0 {
		t.Errorf("what was told of was missed: %+v, %q", b, notices)
	}
	// How long a look takes sets when the next one comes, so wait for it and no set time.
	lay(t, root, "a.md")
	_, notices := until(t, f, []string{"a.md"})
	_, more := heard(t, f, time.Second)
	if notices = append(notices, more...); len(notices) != 1 {
		t.Errorf("a second change, of which nobody told: %q", notices)
	}
	lay(t, root, "d/x.md", "d/new.md")
	b, notices := until(t, f, []string{"d/x.md", "d/new.md"})
	if covers(b, "a.md") || len(notices) != 0 { // it was said once
		t.Errorf("told of %+v, %q", b, notices)
	}
	if h := f.How(); h.Every >= everySlow {
		t.Errorf("%+v", h)
	}
}

// A folder that goes and comes back at once, as in a checkout, is followed on.
func TestFollowFolderThatComesBack(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	lay(t, root, "d/a.md", "e/b.md")
	f := follow(t, root, Options{every: time.Hour})
	for range 100 {
		must(t, os.RemoveAll(filepath.Join(root, "d")))
		lay(t, root, "d/a.md")
	}
	heard(t, f, 500*time.Millisecond)
	lay(t, root, "d/new.md")
	until(t, f, []string{"d/new.md"})
	must(t, os.Rename(filepath.Join(root, "d"), filepath.Join(root, "moved")))
	heard(t, f, 500*time.Millisecond)
	lay(t, root, "moved/later.md")
	until(t, f, []string{"moved/later.md"})
}

// A folder that goes away, or is another one now, ends it.
func TestFollowEndsWithItsFolder(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(root string) error{
		"deleted":  os.RemoveAll,
		"moved":    func(root string) error { return os.Rename(root, root+"2") },
		"replaced": func(root string) error { return errors.Join(os.RemoveAll(root), os.Mkdir(root, 0o755)) },
		"moved with the folder it lies in": func(root string) error {
			return os.Rename(filepath.Dir(root), filepath.Dir(root)+"2")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := filepath.Join(t.TempDir(), "up", "vault")
			lay(t, root, "a.md")
			f := follow(t, root, Options{})
			must(t, change(root))
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			for {
				if _, _, err := f.Next(ctx); err != nil {
					if !errors.Is(err, ErrGone) {
						t.Error(err)
					}
					return
				}
			}
		})
	}
}

// A burst is over soon after a save, later where a file is being saved or many are, and
// in any case before long.
func TestPace(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	ms := func(n int) time.Time { return at.Add(time.Duration(n) * time.Millisecond) }
	for name, c := range map[string]struct {
		pace
		now  int
		want time.Duration
	}{
		"just now":                  {pace{first: at, last: at}, 0, quiet},
		"quiet":                     {pace{first: at, last: at}, 15, 0},
		"on and on":                 {pace{first: at, last: ms(299)}, 299, time.Millisecond},
		"an emptied file":           {pace{first: at, last: at, half: true}, 20, 40 * time.Millisecond},
		"a checkout":                {pace{first: at, last: ms(500), many: true}, 500, quietMany},
		"a checkout on and on":      {pace{first: at, last: ms(1999), many: true}, 2000, 0},
		"the clock was turned back": {pace{first: at, last: at}, -5, 20 * time.Millisecond},
	} {
		if got := c.wait(ms(c.now)); got != c.want {
			t.Errorf("%s: wait %v, want %v", name, got, c.want)
		}
	}
}

// An edit that the size and times of a file cannot tell from what was there is taken for
// one while it is as young as the look.
func TestLookDoubtsWhatIsYoung(t *testing.T) {
	began := time.Unix(1_800_000_000, 500)
	old := table{files: []vault.File{{Path: "a", ModTime: began.UnixNano()}, {Path: "b", ModTime: began.Add(-time.Hour).UnixNano()}}, began: began}
	if got := young(old, old); !slices.Equal(got, []string{"a"}) {
		t.Errorf("young: %v", got)
	}
}

// Who is told that a folder moved, and waits no longer, is told of what comes after.
func TestEventsOutlastPatience(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	lay(t, root, "a/x.md", "b/c/y.md")
	f := follow(t, root, Options{})
	must(t, os.Rename(filepath.Join(root, "a"), filepath.Join(root, "A2")))
	time.Sleep(2 * quietMany) // the burst is over
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if b, _, _ := f.Next(ctx); !b.All {
		t.Fatalf("told of %+v", b)
	}
	lay(t, root, "A2/x.md", "b/c/y.md", "z.md")
	until(t, f, []string{"A2/x.md", "b/c/y.md", "z.md"})
}
