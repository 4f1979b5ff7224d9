//go:build unix

package robust

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/internal/assaytest"
	"assay/vault"
)

// editsOf is how many edits TestWatchIsAColdBuild makes: some each time the tests run,
// as many as ASSAY_EDITS says when someone wants to be sure, others with each ASSAY_SEED.
func editsOf(t *testing.T) (edits int, seed uint64) {
	edits, seed = 300, 1
	if n, err := strconv.Atoi(os.Getenv("ASSAY_EDITS")); err == nil {
		edits = n
	}
	if n, err := strconv.ParseUint(os.Getenv("ASSAY_SEED"), 10, 64); err == nil {
		seed = n
	}
	return edits, seed
}

// Whatever is done to a vault while it is watched, what watch said and wrote by then is
// what a build says and writes that knows nothing of before.
//
// Invariant (building): What watch said and wrote by any moment is what a cold build says and
// writes, whatever was done to the vault.
func TestWatchIsAColdBuild(t *testing.T) {
	t.Parallel()
	edits, seed := editsOf(t)
	dir := filepath.Join(t.TempDir(), "vault")
	assaytest.Lay(t, dir, forest())
	assaytest.Lay(t, dir, map[string]string{".gitignore": ".assay/\n"})
	e := &editor{t: t, dir: dir, r: rand.New(rand.NewPCG(seed, 11)), damaged: map[string][]byte{}}
	e.branch()
	w := startWatch(t, dir)
	began := time.Now()
	for i := 1; i <= edits; i++ {
		e.edit()
		w.forgot = e.forgot
		if i%100 == 0 || i == edits {
			w.rest(i)
			if d := w.differs(); d != "" {
				t.Fatalf("after %d edits (ASSAY_SEED=%d) watch and a cold build differ (-build +watch):\n%s\nthe last edits:\n%s",
					i, seed, d, strings.Join(e.log[max(0, len(e.log)-40):], "\n"))
			}
		}
	}
	t.Logf("%d edits in %v, told of in %d events (ASSAY_SEED=%d)", edits, time.Since(began).Round(time.Second), w.events, seed)
}

// forest is a vault with claims that hold and that do not, links, gaps, originals in
// folders, and drafts.
func forest() map[string]string {
	files := trees()
	files["pipeline-policy.yaml"] = "vault: {evidence: [raw]}\npromotion: {mode: review}\n"
	for i, name := range strings.Fields("Alder Ash Birch Cedar Elm Fir Oak Pine") {
		files["01_Wiki/kinds/"+name+" in brief.md"] = fmt.Sprintf("# %s in brief\n\n%s flowers for %d weeks in spring. ^[raw/on-%s.md]\n\nSee [[Wood of %s]] and [[Trees#Leaves]].\n",
			name, name, 2+i%4, strings.ToLower(name), strings.ToLower(name))
	}
	files["00_Inbox/To do.md"] = "# To do\n\nWhat of [[Mistletoe]]?\n"
	files["02_Drafts/Heights.md"] = "# Heights\n\nOak is a tree that grows to 27 metres. ^[raw/on-oak.md]\n"
	return files
}

// editor does what people and programs do to a vault.
type editor struct {
	t       *testing.T
	dir     string
	r       *rand.Rand
	n       int
	log     []string
	damaged map[string][]byte
	others  int // branches
	forgot  bool
}

func (e *editor) path(name string) string { return filepath.Join(e.dir, filepath.FromSlash(name)) }

func (e *editor) git(args ...string) {
	cmd := exec.Command("git", append([]string{"-C", e.dir, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil && !bytes.Contains(out, []byte("nothing to commit")) {
		e.log = append(e.log, fmt.Sprintf("  git %v: %v: %s", args, err, bytes.TrimSpace(out)))
	}
}

// branch makes a repository with two branches that have little in common.
func (e *editor) branch() {
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("CI") != "" {
			e.t.Fatal("no git")
		}
		e.t.Skip("no git")
	}
	e.git("init", "-q", "-b", "main")
	e.git("add", "-A")
	e.git("commit", "-qm", "main")
	e.git("checkout", "-qb", "other")
	for range 40 {
		e.quietly()
	}
	e.git("add", "-A")
	e.git("commit", "-qm", "other")
	e.git("checkout", "-qf", "main")
	e.git("clean", "-qfd")
}

// edit does one thing, and perhaps pauses, so that it meets watch at any stage.
func (e *editor) edit() {
	kinds := []struct {
		weight int
		what   string
		do     func() string
	}{
		{24, "write", e.write}, {10, "part", e.part}, {8, "rename", e.rename}, {4, "case", e.recase}, {8, "delete", e.remove},
		{5, "mkdir", e.mkdir}, {4, "move folder", e.moveFolder}, {3, "link", e.link}, {4, "touch", e.touch}, {2, "policy", e.policy},
		{5, "damage", e.damage}, {4, "restore", e.restore}, {4, "original", e.original}, {5, "same size", e.sameSize}, {5, "blink", e.blink},
		{6, "save as vim", e.vim}, {5, "save by rename", e.atomic}, {3, "checkout", e.checkout}, {1, "remove folder", e.removeFolder},
		{1, "settings", e.settings}, {1, "build", e.build}, {1, "forget", e.forget}, {2, "odd", e.odd}, {3, "line ends", e.lineEnds},
	}
	sum := 0
	for _, k := range kinds {
		sum += k.weight
	}
	at := e.r.IntN(sum)
	for _, k := range kinds {
		if at -= k.weight; at < 0 {
			e.n++
			e.log = append(e.log, fmt.Sprintf("%d %s %s", e.n, k.what, k.do()))
			break
		}
	}
	switch e.r.IntN(24) {
	case 0: // long enough for an answer
		time.Sleep(time.Duration(e.r.IntN(400)) * time.Millisecond)
	case 1, 2, 3, 4, 5, 6:
		time.Sleep(time.Duration(e.r.IntN(60)) * time.Millisecond)
	}
}

// quietly is an edit of which nothing needs to be there.
func (e *editor) quietly() {
	[]func() string{e.write, e.part, e.rename, e.remove, e.mkdir, e.original}[e.r.IntN(6)]()
}

// files are those of the vault that a person would touch, in a fixed order.
func (e *editor) files(under ...string) (names []string) {
	for _, top := range under {
		filepath.WalkDir(e.path(top), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") && d.Name() != "index.md" && d.Name() != "log.md" {
				rel, _ := filepath.Rel(e.dir, path)
				names = append(names, filepath.ToSlash(rel))
			}
			return nil
		})
	}
	slices.Sort(names)
	return names
}

func (e *editor) note() string {
	names := e.files("01_Wiki", "02_Drafts", "00_Inbox")
	if len(names) == 0 {
		return e.fresh("")
	}
	return names[e.r.IntN(len(names))]
}

func (e *editor) folder() string {
	return []string{"01_Wiki", "01_Wiki/kinds", "01_Wiki/a/b", "02_Drafts", "00_Inbox", "01_Wiki/new"}[e.r.IntN(6)]
}

func (e *editor) fresh(folder string) string {
	if folder == "" {
		folder = e.folder()
	}
	return fmt.Sprintf("%s/Note %d.md", folder, e.r.IntN(60))
}

var woods = strings.Fields("alder ash aspen beech birch cedar cherry cypress elm fir hazel holly hornbeam juniper larch linden maple oak pine poplar")

// text is a note with claims right and wrong, links, citations that lead nowhere.
func (e *editor) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Note %d\n", e.r.IntN(1000))
	for range 1 + e.r.IntN(4) {
		i := e.r.IntN(len(woods))
		switch e.r.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "\nThe wood of %s weighs about %d kilograms per cubic metre. ^[raw/on-%s.md]\n", woods[i], 400+7*i, woods[i])
		case 1:
			fmt.Fprintf(&b, "\nThe wood of %s weighs about %d kilograms per cubic metre. ^[raw/on-%s.md]\n", woods[i], 300+e.r.IntN(900), woods[i])
		case 2:
			fmt.Fprintf(&b, "\nSee [[Wood of %s]], [[Note %d]] and [[%s]].\n", woods[i], e.r.IntN(60), strings.ToUpper(woods[i][:1])+woods[i][1:])
		case 3:
			fmt.Fprintf(&b, "\nNobody knows why %s is green. ^[raw/on-%d.md]\n", woods[i], e.r.IntN(9))
		case 4:
			fmt.Fprintf(&b, "\n## Part %d\n\n![[picture %d.png]] The leaves of %s are %d centimetres long. ^[raw/on-%s.md]\n", e.r.IntN(9), e.r.IntN(5), woods[i], 3+i%9, woods[i])
		case 5:
			fmt.Fprintf(&b, "\nWhat does %s smell of? ^b%d\n", woods[i], e.r.IntN(9))
		}
	}
	return b.String()
}

func (e *editor) put(name, text string) {
	_ = os.MkdirAll(filepath.Dir(e.path(name)), 0o755)
	_ = os.WriteFile(e.path(name), []byte(text), 0o644)
}

func (e *editor) write() string {
	name := e.note()
	if e.r.IntN(3) == 0 {
		name = e.fresh("")
	}
	e.put(name, e.text())
	return name
}

// part rewrites the end of a file in place, in two steps.
func (e *editor) part() string {
	name := e.note()
	f, err := os.OpenFile(e.path(name), os.O_RDWR, 0)
	if err != nil {
		return name
	}
	defer f.Close()
	info, _ := f.Stat()
	_ = f.Truncate(info.Size() / 2)
	_, _ = f.Seek(0, 2)
	if e.r.IntN(2) == 0 {
		time.Sleep(time.Duration(e.r.IntN(30)) * time.Millisecond)
	}
	_, _ = f.WriteString("\n\n" + e.text())
	return name
}

func (e *editor) rename() string {
	from, to := e.note(), e.fresh("")
	_ = os.MkdirAll(filepath.Dir(e.path(to)), 0o755)
	_ = os.Rename(e.path(from), e.path(to))
	return from + " to " + to
}

// lineEnds makes LF of CRLF in a note or an original, or the other way round.
func (e *editor) lineEnds() string {
	name := e.note()
	if e.r.IntN(4) == 0 {
		name = "raw/on-" + woods[e.r.IntN(len(woods))] + ".md"
	}
	text, err := os.ReadFile(e.path(name))
	if err != nil {
		return "none"
	}
	if to := bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")); len(to) < len(text) {
		_ = os.WriteFile(e.path(name), to, 0o644)
	} else {
		_ = os.WriteFile(e.path(name), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), 0o644)
	}
	return name
}

func (e *editor) recase() string {
	from := e.note()
	base := filepath.Base(from)
	to := strings.ToUpper(base[:1]) + strings.ToLower(base[1:])
	if to == base {
		to = strings.ToLower(base)
	}
	to = filepath.ToSlash(filepath.Join(filepath.Dir(from), to))
	_ = os.Rename(e.path(from), e.path(to))
	return from + " to " + to
}

func (e *editor) remove() string {
	name := e.note()
	if len(e.files("01_Wiki")) > 25 {
		_ = os.Remove(e.path(name))
	}
	return name
}

func (e *editor) mkdir() string {
	folder := fmt.Sprintf("01_Wiki/f%d/g%d", e.r.IntN(6), e.r.IntN(6))
	for range 1 + e.r.IntN(3) {
		e.put(e.fresh(folder), e.text())
	}
	return folder
}

// folders are the ones that can be moved.
func (e *editor) folders() (names []string) {
	filepath.WalkDir(e.path("01_Wiki"), func(path string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(e.dir, path); err == nil && d.IsDir() && rel != "01_Wiki" {
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
	return names
}

func (e *editor) moveFolder() string {
	names := e.folders()
	if len(names) == 0 {
		return "none"
	}
	from, to := names[e.r.IntN(len(names))], fmt.Sprintf("01_Wiki/f%d", e.r.IntN(12))
	if e.r.IntN(3) == 0 {
		to = from + "/../" + strings.ToUpper(filepath.Base(from))
	}
	_ = os.Rename(e.path(from), e.path(to))
	return from + " to " + to
}

func (e *editor) removeFolder() string {
	names := e.folders()
	if len(names) < 3 {
		return "none"
	}
	name := names[e.r.IntN(len(names))]
	_ = os.RemoveAll(e.path(name))
	return name
}

func (e *editor) link() string {
	name := e.note()
	if strings.HasPrefix(name, "02_Drafts/") {
		return "none" // a build cannot write a draft through it
	}
	to := []string{"Trees.md", "nowhere.md", "kinds", "..", "../raw/on-oak.md", filepath.Join(filepath.Dir(e.dir), "outside.md")}[e.r.IntN(6)]
	_ = os.Remove(e.path(name))
	_ = os.Symlink(to, e.path(name))
	return name + " to " + to
}

func (e *editor) touch() string {
	name := e.note()
	at := time.Now().Add(-time.Duration(e.r.IntN(100)) * time.Hour)
	_ = os.Chtimes(e.path(name), at, at)
	return name
}

func (e *editor) policy() string {
	text := []string{
		"vault: {evidence: [raw]}\npromotion: {mode: review}\n",
		"vault: {evidence: [raw], witnesses: 2}\npromotion: {mode: review}\n",
		"vault: {evidence: [raw], exclude: ['01_Wiki/kinds/']}\npromotion: {mode: review}\n",
		"vault: {evidence: [raw], exempt_sections: [Part 3, Part 4]}\npromotion: {mode: review}\n",
	}[e.r.IntN(4)]
	e.put("pipeline-policy.yaml", text)
	return text
}

// damage changes a byte of a stored page.
func (e *editor) damage() string {
	names := e.files("03_Sources")
	if len(names) == 0 {
		return "none"
	}
	name := names[e.r.IntN(len(names))]
	text, err := os.ReadFile(e.path(name))
	if err != nil || len(text) < 10 || !strings.HasSuffix(name, ".md") {
		return "none"
	}
	if _, ok := e.damaged[name]; !ok {
		e.damaged[name] = bytes.Clone(text)
	}
	text[len(text)-8-e.r.IntN(len(text)/2)] = 'x'
	_ = os.WriteFile(e.path(name), text, 0o644)
	return name
}

func (e *editor) restore() string {
	for name, text := range e.damaged {
		delete(e.damaged, name)
		if _, err := os.Stat(e.path(name)); err == nil {
			_ = os.WriteFile(e.path(name), text, 0o644)
		}
		return name
	}
	return "none"
}

// original changes what evidence is made from.
func (e *editor) original() string {
	i := e.r.IntN(len(woods))
	name := "raw/on-" + woods[i] + ".md"
	text, err := os.ReadFile(e.path(name))
	switch {
	case err != nil:
		e.put(name, trees()[name])
	case e.r.IntN(5) == 0:
		_ = os.Remove(e.path(name))
	default:
		e.put(name, strings.Replace(string(text), "kilograms per cubic metre", "kilograms per cubic metre when it is dry", 1))
	}
	return name
}

// sameSize writes twice within the clock's tick.
func (e *editor) sameSize() string {
	name, i := e.fresh("01_Wiki"), e.r.IntN(len(woods))
	for _, weight := range []int{400 + 7*i, 100 + e.r.IntN(800)} {
		e.put(name, fmt.Sprintf("# Weighed\n\nThe wood of %s weighs about %d kilograms per cubic metre. ^[raw/on-%s.md]\n", woods[i], weight, woods[i]))
	}
	return name
}

func (e *editor) blink() string {
	name := e.fresh("")
	e.put(name, e.text())
	_ = os.Remove(e.path(name))
	return name
}

func (e *editor) vim() string {
	name := e.note()
	_ = os.WriteFile(e.path(filepath.Dir(name)+"/4913"), nil, 0o644)
	_ = os.Remove(e.path(filepath.Dir(name) + "/4913"))
	_ = os.Rename(e.path(name), e.path(name+"~"))
	e.put(name, e.text())
	_ = os.Remove(e.path(name + "~"))
	return name
}

func (e *editor) atomic() string {
	name := e.note()
	temp := filepath.Dir(name) + "/.syncthing." + filepath.Base(name) + ".tmp"
	e.put(temp, e.text())
	_ = os.Rename(e.path(temp), e.path(name))
	return name
}

// checkout goes to another branch, with all there is committed to this one.
func (e *editor) checkout() string {
	e.git("add", "-A")
	e.git("commit", "-qm", "more")
	to := []string{"main", "other"}[e.r.IntN(2)]
	if e.others < 4 && e.r.IntN(5) == 0 {
		e.others++
		to = fmt.Sprintf("more-%d", e.others)
		e.git("checkout", "-qfb", to)
		return to
	}
	e.git("checkout", "-qf", to)
	return to
}

func (e *editor) settings() string {
	filter := []string{"[]", `["01_Wiki/a/"]`, `["/note 1\\d/"]`}[e.r.IntN(3)]
	e.put(".obsidian/app.json", `{"userIgnoreFilters":`+filter+`}`)
	return filter
}

// build is what somebody runs in another window.
func (e *editor) build() string {
	command := []string{"build", "check"}[e.r.IntN(2)]
	_ = assaytest.Program(e.dir, command).Run()
	return command
}

// forget throws the state away that is said to be disposable.
func (e *editor) forget() string {
	if e.r.IntN(3) > 0 {
		return "nothing"
	}
	e.forgot = true
	return fmt.Sprint(os.RemoveAll(e.path(".assay")))
}

// odd is what is no note, and what hardly is one.
func (e *editor) odd() string {
	switch e.r.IntN(4) {
	case 0:
		name := fmt.Sprintf("01_Wiki/picture %d.png", e.r.IntN(5))
		if os.Remove(e.path(name)) != nil {
			e.put(name, "\x89PNG")
		}
		return name
	case 1:
		name := e.note()
		e.put(name, "")
		return name + " emptied"
	case 2:
		name := e.note()
		e.put(name, "---\ntags: [\n---\n# Broken\n\x00\xff\n")
		return name + " broken"
	}
	name := e.note()
	if strings.HasPrefix(name, "02_Drafts/") {
		return "none" // a build cannot write a draft over it
	}
	_ = os.Remove(e.path(name))
	e.put(name+"/in it.md", e.text())
	return name + " a folder"
}

// watcher is an assay that watches, and what it has said.
type watcher struct {
	t      *testing.T
	dir    string
	lines  chan []byte
	events int
	files  map[string][]json.RawMessage
	state  map[string]json.RawMessage
	failed json.RawMessage // what the last build failed to do
	stuck  func()
	forgot bool // the state was thrown away meanwhile
}

func startWatch(t *testing.T, dir string) *watcher {
	t.Helper()
	w := &watcher{t: t, dir: dir, lines: make(chan []byte, 10_000), files: map[string][]json.RawMessage{}, state: map[string]json.RawMessage{}}
	cmd := assaytest.Program(dir, "watch", "--json")
	var messages lockedBuffer
	cmd.Stderr = &messages
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.stuck = func() {
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		time.Sleep(time.Second)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		d := json.NewDecoder(out)
		for {
			var line json.RawMessage
			if d.Decode(&line) != nil {
				close(w.lines)
				return
			}
			w.lines <- line
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		<-read
		if err := cmd.Wait(); err != nil || strings.Contains(messages.String(), "goroutine ") {
			t.Errorf("watch ended with %v\n%s", err, messages.String())
		}
	})
	return w
}

// rest waits until watch has seen all that was done, and has nothing more to do.
func (w *watcher) rest(n int) {
	w.t.Helper()
	name := "00_Inbox/Sync.md"
	_ = os.RemoveAll(filepath.Join(w.dir, filepath.FromSlash(name))) // it may be a link or a folder by now
	assaytest.Lay(w.t, w.dir, map[string]string{name: fmt.Sprintf("# Sync\n\nSee [[Mark %d]].\n", n)})
	seen, deadline := false, time.After(60*time.Second)
	for {
		quiet := time.After(400 * time.Millisecond)
		switch {
		case !seen:
			quiet = nil
		case w.failed != nil: // it is tried again meanwhile; what lasts, a cold build fails to do as well
			quiet = time.After(2 * time.Second)
		}
		select {
		case line, ok := <-w.lines:
			if !ok {
				w.t.Fatal("watch ended")
			}
			w.take(line)
			// Nothing but a build of this very text says so.
			seen = seen || slices.ContainsFunc(w.files[name], func(d json.RawMessage) bool { return bytes.Contains(d, fmt.Appendf(nil, "`Mark %d`", n)) })
		case <-quiet:
			return
		case <-deadline:
			w.stuck() // says where
			w.t.Fatalf("watch did not see %s within a minute (failed: %s)", name, w.failed)
		}
	}
}

// take keeps what an event says, as an editor would.
func (w *watcher) take(line []byte) {
	w.t.Helper()
	var e struct {
		Event string
		Files []struct {
			File        string
			Diagnostics []json.RawMessage
		}
		Claims, Gaps, Summary json.RawMessage
		Failures              json.RawMessage
		Error                 struct{ Message string }
	}
	if err := json.Unmarshal(line, &e); err != nil {
		w.t.Fatalf("%v\n%s", err, line)
	}
	w.events++
	switch e.Event {
	case "ready", "change":
		for _, f := range e.Files {
			if w.files[f.File] = f.Diagnostics; len(f.Diagnostics) == 0 {
				delete(w.files, f.File)
			}
		}
		w.state["claims"], w.state["gaps"], w.state["summary"], w.state["failures"] = e.Claims, e.Gaps, e.Summary, e.Failures
		if w.failed = e.Failures; w.failed != nil {
			w.t.Logf("failed: %s", w.failed)
		}
	case "error":
		w.t.Errorf("watch: %s", e.Error.Message)
	}
}

// differs compares what watch has said and written with what a build of the same notes
// says and writes that begins with nothing.
func (w *watcher) differs() string {
	w.t.Helper()
	at := filepath.Join(w.t.TempDir(), "vault")
	if out, err := exec.Command("cp", "-a", w.dir, at).CombinedOutput(); err != nil {
		w.t.Fatalf("copy: %v\n%s", err, out)
	}
	defer os.RemoveAll(at)
	for _, name := range []string{vault.StateDir, ".git"} {
		if err := os.RemoveAll(filepath.Join(at, name)); err != nil {
			w.t.Fatal(err)
		}
	}
	// A transaction whose record somebody deletes in its midst leaves what it has begun.
	if left, _ := filepath.Glob(filepath.Join(at, "*", ".assay-tmp-*")); w.forgot {
		for _, name := range left {
			_ = os.Remove(name)
		}
	}
	before := assaytest.Files(w.t, at)
	out, messages, _ := assaytest.Run(w.t, at, "build", "--json")
	var b struct {
		Diagnostics           []json.RawMessage
		Claims, Gaps, Summary json.RawMessage
		Failures              json.RawMessage
	}
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		w.t.Fatalf("%v\n%s%s", err, out, messages)
	}
	written := cmp.Diff(assaytest.Files(w.t, at), before)
	if written != "" {
		written = "the vault's files:\n" + written
	}
	want := map[string][]string{}
	for _, d := range b.Diagnostics {
		var in struct{ File string }
		_ = json.Unmarshal(d, &in)
		want[in.File] = append(want[in.File], compact(d))
	}
	got := map[string][]string{}
	for file, ds := range w.files {
		for _, d := range ds {
			got[file] = append(got[file], compact(d))
		}
	}
	for name, v := range map[string]json.RawMessage{"claims": b.Claims, "gaps": b.Gaps, "summary": b.Summary, "failures": b.Failures} {
		want[name], got[name] = []string{compact(v)}, []string{compact(w.state[name])}
	}
	return written + cmp.Diff(want, got)
}

func compact(v json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, v) != nil {
		return string(v)
	}
	return b.String()
}
