package runs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"assay/compiler/reports"
	"assay/compiler/runs"
	"assay/compiler/stats"
	"assay/ingest/rank"
	"assay/provenance"
)

var testNow = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// What a killed process, a full disk or an editor left is passed over and counted.
func TestBrokenTraces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tr := runs.Open(dir)
	if err := os.Mkdir(tr.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	one := runs.Trace{Time: testNow, Kind: "build", Axes: reports.Axes{Coverage: reports.Ratio(1, 2, "")}}
	tr.Append(one, true)
	name := filepath.Join(tr.Dir, runs.Name)
	whole, _ := os.ReadFile(name)
	for what, damage := range map[string][]byte{
		"torn":      whole[:len(whole)/2],
		"binary":    {0, 0xff, '\n', 0},
		"long":      bytes.Repeat([]byte("x"), 3*runs.MostLine),
		"no object": []byte("[1,2]\nnull\n{}\n"),
		"no number": []byte(`{"time":"2026-11-01T12:00:00Z","kind":"build","axes":{"coverage":{"score":-7}}}` + "\n"),
		"no query":  []byte(`{"time":"2026-11-01T12:00:00Z","kind":"query","axes":{}}` + "\n"),
		"odd query": []byte(`{"time":"2026-11-01T12:00:00Z","kind":"query","axes":{},"query":{"hash":"","intent":"news","hits":[{"keyword":9}]}}` + "\n"),
	} {
		if err := os.WriteFile(name, append(bytes.Clone(whole), damage...), 0o644); err != nil {
			t.Fatal(err)
		}
		tr.Append(one, true)
		list, broken, err := tr.Read()
		if len(list) != 2 || broken == 0 || err != nil {
			t.Errorf("%s: %d traces, %d broken, %v", what, len(list), broken, err)
		}
	}
}

// Many at once lose nothing, and what is kept is bounded.
func TestManyTraces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(runs.Open(dir).Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				runs.Open(dir).Append(runs.Trace{Time: testNow, Kind: "build"}, false)
			}
		})
	}
	all.Wait()
	if list, broken, err := runs.Open(dir).Read(); len(list) != 800 || broken > 0 || err != nil {
		t.Errorf("%d traces, %d broken, %v", len(list), broken, err)
	}
	tr := runs.Open(dir)
	tr.Cap = 4 << 10
	size := func() (n int64) {
		for _, name := range []string{runs.Name, runs.Older} {
			if info, err := os.Stat(filepath.Join(tr.Dir, name)); err == nil {
				n += info.Size()
			}
		}
		return n
	}
	tr.Append(runs.Trace{Time: testNow, Kind: "build"}, true) // the one that was too large is the older one now
	for i := range 500 {
		tr.Append(runs.Trace{Time: testNow.Add(time.Duration(i) * time.Second), Kind: "build"}, i%3 > 0)
	}
	if size() > 2*tr.Cap+runs.MostLine {
		t.Errorf("%d bytes", size())
	}
	list, _, _ := tr.Read()
	if last := list[len(list)-1]; !last.Time.Equal(testNow.Add(499 * time.Second)) {
		t.Errorf("the last is gone: %v", last.Time)
	}
	for range 500 { // without the lock
		tr.Append(runs.Trace{Time: testNow, Kind: "build"}, false)
	}
	if size() > 4*tr.Cap {
		t.Errorf("%d bytes", size())
	}
	// No .assay, no trace: a search of a vault that was never built makes no folder.
	nowhere := runs.Open(filepath.Join(dir, "nowhere"))
	nowhere.Append(runs.Trace{Time: testNow, Kind: "build"}, true)
	if _, err := os.Stat(nowhere.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Error("a trace made .assay")
	}
}

func FuzzReadTraces(f *testing.F) {
	line, _ := json.Marshal(runs.Trace{Time: testNow, Kind: "build", Axes: reports.Axes{Coverage: reports.Ratio(1, 2, "")}})
	f.Add(append(line, '\n'))
	f.Add([]byte(`{"time":"2026-11-01T12:00:00Z","kind":"query","axes":{},"query":{"hash":"a","intent":"news","hits":[{"chunk":"c","keyword":1}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, broken, err := runs.Read(bytes.NewReader(text))
		if err != nil || len(list)+broken > bytes.Count(text, []byte{'\n'})+1 {
			t.Fatalf("%d traces, %d broken, %v", len(list), broken, err)
		}
		if len(list) > 0 {
			stats.Figures(list)
			stats.Weigh("news", rank.Default().Intents["news"], list, map[provenance.ChunkID]bool{"c": true})
		}
	})
}
