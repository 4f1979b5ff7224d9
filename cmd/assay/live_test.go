package main

import (
	"encoding/json"
	"os"
	"testing"

	"assay/ingest/discover"
	"assay/internal/assaytest"
)

// Each source that can be asked here still answers as its skill says. It goes to the network,
// so it runs where somebody asks for it.
func TestSourcesLive(t *testing.T) {
	if os.Getenv("RUN_INTEGRATION") != "1" {
		t.Skip("asks real servers; RUN_INTEGRATION=1 runs it")
	}
	out, said, _ := assaytest.Run(t, t.TempDir(), "research", "--canary", "--json")
	var got canariesJSON
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Coverage) == 0 {
		t.Fatalf("%v\n%s%s", err, out, said)
	}
	for _, c := range got.Coverage {
		t.Run(c.Source, func(t *testing.T) {
			if c.Verdict != discover.Answered && c.Verdict != discover.Degraded {
				t.Errorf("%s: %s", c.Verdict, c.Reason)
			}
		})
	}
}
