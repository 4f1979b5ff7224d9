package discover

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"assay/vault"
)

// keepStale is how long an answer is kept to be shown, marked, where its source fails.
const keepStale = 7 * 24 * time.Hour

// A cache keeps answers in memory and, where it has a folder, on disk. What it keeps is
// what a source sent; keys and tokens are in no name and no file.
type cache struct {
	dir   string
	mu    sync.Mutex
	known map[string]kept
	spent map[string]int // requests of this month by source
}

type kept struct {
	At   time.Time `json:"at"`
	Body []byte    `json:"body"`
}

// name of a request: all that decides its answer, and not who asks.
func name(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:20])
}

// in says which folder answers are kept in, "" for none.
func (c *cache) in(dir string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dir = dir
}

func (c *cache) get(key string) (kept, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k, ok := c.known[key]; ok || c.dir == "" {
		return k, ok
	}
	text, err := os.ReadFile(filepath.Join(c.dir, key+".json"))
	var k kept
	if err != nil || json.Unmarshal(text, &k) != nil {
		return kept{}, false
	}
	c.remember(key, k)
	return k, true
}

func (c *cache) remember(key string, k kept) {
	if c.known == nil {
		c.known = map[string]kept{}
	}
	c.known[key] = k
}

// put keeps an answer. A cache that cannot be written costs a request later and nothing
// else.
func (c *cache) put(key string, k kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remember(key, k)
	c.write(key+".json", k)
}

func (c *cache) write(file string, v any) {
	text, err := json.Marshal(v)
	if c.dir != "" && err == nil && os.MkdirAll(c.dir, 0o700) == nil {
		_ = vault.ReplaceCache(filepath.Join(c.dir, file), text) // what is not kept is asked for again
	}
}

// spend counts a request of a source, and reports whether its month has one left.
func (c *cache) spend(source string, now time.Time, perMonth int) bool {
	if perMonth == 0 {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	file := "spent-" + now.UTC().Format("2006-01") + ".json"
	if c.spent == nil {
		c.spent = map[string]int{}
		if text, err := os.ReadFile(filepath.Join(c.dir, file)); c.dir != "" && err == nil {
			json.Unmarshal(text, &c.spent)
		}
	}
	if c.spent[source] >= perMonth {
		return false
	}
	c.spent[source]++
	c.write(file, c.spent)
	return true
}

// sweep removes answers too old to be shown. It is asked for at the end of a run.
func (c *cache) sweep(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dir == "" {
		return
	}
	entries, _ := os.ReadDir(c.dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && !e.IsDir() && now.Sub(info.ModTime()) > 4*keepStale {
			os.Remove(filepath.Join(c.dir, e.Name()))
		}
	}
}
