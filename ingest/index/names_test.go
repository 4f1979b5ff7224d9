package index

import (
	"testing"

	"assay/ingest"
)

// A page that is called what is asked for comes before those that say it more often, also
// where its name is an abbreviation's long form, and a list of names comes last.
func TestNamedPagesComeFirst(t *testing.T) {
	t.Parallel()
	hits := []ingest.Hit{
		{Chunk: "chk_a", Title: "Index", Score: 1, Text: "- WAL buffers\n- WAL files\n- WAL level\n- WAL records\n- WAL writer"},
		{Chunk: "chk_b", Title: "Settings of the server", Score: 0.9, Text: "WAL is flushed by the WAL writer when WAL is full."},
		{Chunk: "chk_c", Title: "5.2. Write-Ahead Logging (WAL)", Score: 0.6, Text: "The log is written before the pages are."},
	}
	got := named("WAL", hits)
	for i, want := range []string{"chk_c", "chk_b", "chk_a"} {
		if string(got[i].Chunk) != want {
			t.Errorf("%d is %s, want %s", i, got[i].Chunk, want)
		}
	}
}
