package discover

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"assay/vault"
)

// keepStale is how long an answer is kept to be shown, marked, where its source fails.
const keepStale = 7 * 24 * time.Hour

// kept is an answer as the cache has it: what a source sent. Keys and tokens are in no name
// and no file.
type kept struct {
	At   time.Time `json:"at"`
	Body []byte    `json:"body"`
}

// held is the answer of a name in the folder of the cache.
func (e *Engine) held(key string) (k kept, ok bool) {
	text, err := os.ReadFile(filepath.Join(e.Cache, key+".json"))
	return k, e.Cache != "" && err == nil && json.Unmarshal(text, &k) == nil
}

// write writes a file of the cache. One that cannot be written costs a request later and
// nothing else.
func (e *Engine) write(file string, v any) {
	text, err := json.Marshal(v)
	if e.Cache != "" && err == nil && os.MkdirAll(e.Cache, 0o700) == nil {
		_ = vault.ReplaceCache(filepath.Join(e.Cache, file), text)
	}
}

// may counts a request against the source's budgets, and reports whether they have room for it.
func (e *Engine) may(s *Skill) bool {
	l := e.lane(s)
	e.mu.Lock()
	defer e.mu.Unlock()
	if s.Limits.PerRun > 0 && l.asked >= s.Limits.PerRun {
		return false
	}
	l.asked++
	if s.Limits.PerMonth == 0 {
		return true
	}
	file := "spent-" + e.now().Format("2006-01") + ".json"
	if e.spent == nil {
		e.spent = map[string]int{}
		if text, err := os.ReadFile(filepath.Join(e.Cache, file)); e.Cache != "" && err == nil {
			json.Unmarshal(text, &e.spent)
		}
	}
	if e.spent[s.Name] >= s.Limits.PerMonth {
		return false
	}
	e.spent[s.Name]++
	e.write(file, e.spent)
	return true
}

// sweep removes answers too old to be shown. It is asked for at the end of a run.
func (e *Engine) sweep() {
	if e.Cache == "" {
		return
	}
	entries, _ := os.ReadDir(e.Cache)
	for _, f := range entries {
		if info, err := f.Info(); err == nil && !f.IsDir() && e.now().Sub(info.ModTime()) > 4*keepStale {
			os.Remove(filepath.Join(e.Cache, f.Name()))
		}
	}
}
