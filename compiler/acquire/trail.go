package acquire

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"assay/ingest/web"
	"assay/provenance"
	"assay/vault"
)

// A trail is what crawls of a source leave in .assay besides its text: the map, and
// what servers said of each URL. All of it can be deleted; the next crawl is then
// unconditional.
type trail struct {
	Tried time.Time         `json:"tried,omitzero"` // the last crawl, whatever came of it
	URLs  map[string]footed `json:"urls,omitempty"`
}

// footed is what is known of one URL.
type footed struct {
	Verdict      web.Verdict `json:"verdict"`
	Class        web.Class   `json:"class,omitempty"`
	Reason       string      `json:"reason,omitempty"`
	Depth        int         `json:"depth,omitempty"`
	ETag         string      `json:"etag,omitempty"`
	LastModified string      `json:"last_modified,omitempty"`
	Links        []string    `json:"links,omitempty"`
	Text         vault.Hash  `json:"text,omitzero"` // that the validators are of
	Of           string      `json:"of,omitempty"`  // the URL whose page this one is a copy of
}

// failed reports whether an address could not be read for a reason that may pass.
func (t trail) failed() bool {
	for _, f := range t.URLs {
		if f.Verdict == web.Failed && !f.Class.Lasting() {
			return true
		}
	}
	return false
}

// Trails reads and writes them. They lie in .assay/crawl, named after their source.
type Trails struct {
	dir  string
	read map[provenance.SourceID]trail

	journals []string // as they lay there when first asked
}

func NewTrails(root string) *Trails {
	return &Trails{dir: filepath.Join(root, vault.StateDir, "crawl"), read: map[provenance.SourceID]trail{}}
}

func (t *Trails) file(id provenance.SourceID, kind string) string {
	return filepath.Join(t.dir, string(id)+"."+kind)
}

// of is a source's trail; empty where there is none, or where it is damaged.
func (t *Trails) of(id provenance.SourceID) trail {
	got, ok := t.read[id]
	if !ok {
		if text, err := vault.ReadFile(t.file(id, "trail.json")); err == nil {
			if json.Unmarshal(text, &got) != nil {
				got = trail{}
			}
		}
		t.read[id] = got
	}
	return got
}

// keep writes a source's trail. It is a memory only, so a disk that refuses costs
// nothing but requests.
func (t *Trails) keep(id provenance.SourceID, got trail) {
	t.read[id] = got
	t.save(id, "trail.json", got)
}

// Graph is a source's map, where one is kept.
func (t *Trails) Graph(id provenance.SourceID) *web.Graph {
	text, err := vault.ReadFile(t.file(id, "map.json"))
	if err != nil {
		return nil
	}
	g := &web.Graph{}
	if json.Unmarshal(text, g) != nil || len(g.Nodes) == 0 {
		return nil
	}
	return g
}

func (t *Trails) KeepGraph(id provenance.SourceID, g *web.Graph) { t.save(id, "map.json", g) }

func (t *Trails) save(id provenance.SourceID, kind string, v any) {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil || os.MkdirAll(t.dir, 0o755) != nil {
		return
	}
	_ = vault.ReplaceCache(t.file(id, kind), text)
}

// journal is where a crawl keeps its pages until they are stored. It is named after
// where it looks, and not after what that may cost: a ceiling that is raised meanwhile
// leaves what is paid for.
func (t *Trails) journal(r Remote) string {
	kind := "journal"
	if r.more {
		kind = "more.journal"
	}
	return t.file(r.Id, strings.Join([]string{"r" + strconv.Itoa(r.state.Revision+1), r.place().String()[:8], kind}, "."))
}

// place names where a source is looked for: hosts, prefixes and depth.
func (r Remote) place() vault.Hash {
	return (&web.Graph{Limits: web.Limits{Prefixes: r.Limits.Prefixes, Depth: r.Limits.Depth}}).Digest()
}

// sweep removes the journals of crawls that are stored: a build that is killed right
// after it stored one leaves it.
func (t *Trails) sweep(id provenance.SourceID, revision int) {
	for _, name := range t.journaled() {
		rest, ok := strings.CutPrefix(filepath.Base(name), string(id)+".r")
		number, _, _ := strings.Cut(rest, ".")
		if of, err := strconv.Atoi(number); ok && err == nil && of <= revision {
			os.Remove(name)
		}
	}
}

// journaled lists the journals that lay there when first asked.
func (t *Trails) journaled() []string {
	if t.journals == nil {
		t.journals = []string{}
		if names, err := filepath.Glob(filepath.Join(t.dir, "*.journal*")); err == nil {
			t.journals = append(t.journals, names...)
		}
	}
	return t.journals
}

// clean removes the journals of a source, but for one.
func (t *Trails) clean(id provenance.SourceID, but string) {
	names, _ := filepath.Glob(t.file(id, "*.journal*"))
	for _, name := range names {
		if but == "" || !strings.HasPrefix(path.Base(filepath.ToSlash(name)), filepath.Base(but)) {
			os.Remove(name)
		}
	}
}
