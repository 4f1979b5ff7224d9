package provenance

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"

	"assay/vault/markdown"
)

func TestStampPrintsFourLines(t *testing.T) {
	s, c, d := NewSourceID("https://example.org/a"), NewChunkID("sr_a", "one"), NewChunkID("sr_a", "two")
	stamp := Stamp{SourceIDs: []SourceID{s, s}, ChunkIDs: []ChunkID{c, d, c}, Retrieved: time.Date(2026, 4, 29, 14, 0, 0, 0, time.FixedZone("", 7200)), Agent: "claude-chronicler"}
	first, second := c, d
	if d < c {
		first, second = d, c
	}
	want := `provenance_source_ids: ["` + string(s) + `"]
provenance_chunk_ids: ["` + string(first) + `", "` + string(second) + `"]
provenance_retrieved: "2026-04-29T12:00:00Z"
provenance_agent: "claude-chronicler"
`
	if got := string(stamp.Print()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Invariant (names and stored text): The provenance of a note reads back to what was printed.
func TestStampParseUndoesPrint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(1, 8, -1)
		s := Stamp{
			Retrieved: time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "at"), 0).UTC(),
			Agent:     "a" + rapid.String().Draw(t, "agent"),
		}
		s.Agent = strings.ToValidUTF8(s.Agent, "?")
		for _, u := range rapid.SliceOfN(text, 1, 4).Draw(t, "sources") {
			s.SourceIDs = append(s.SourceIDs, NewSourceID(u))
		}
		for _, u := range rapid.SliceOfN(text, 0, 4).Draw(t, "chunks") {
			s.ChunkIDs = append(s.ChunkIDs, NewChunkID("sr_x", u))
		}
		s = s.normal()
		back, err := ParseStamp(s.Values())
		if err != nil || !reflect.DeepEqual(back, s) {
			t.Fatalf("%+v comes back as %+v, %v", s, back, err)
		}
		// And through YAML, as it stands in a note.
		var m struct {
			S []string `yaml:"provenance_source_ids"`
			C []string `yaml:"provenance_chunk_ids"`
			R string   `yaml:"provenance_retrieved"`
			A string   `yaml:"provenance_agent"`
		}
		if plain(s.Agent) {
			if err := yaml.Unmarshal(s.Print(), &m); err != nil {
				t.Fatalf("%s: %v", s.Print(), err)
			}
			back, err = ParseStamp(markdown.Stamp{Present: true, SourceIDs: m.S, ChunkIDs: m.C, Retrieved: m.R, Agent: m.A})
			if err != nil || string(back.Print()) != string(s.Print()) {
				t.Fatalf("%s comes back as\n%s, %v", s.Print(), back.Print(), err)
			}
		}
	})
}

// plain leaves out what YAML readers differ about.
func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '\\' })
}

func TestParseStampRefuses(t *testing.T) {
	good := Stamp{SourceIDs: []SourceID{NewSourceID("u")}, ChunkIDs: []ChunkID{NewChunkID("sr_x", "t")},
		Retrieved: time.Unix(1e9, 0), Agent: "a"}.Values()
	for key, spoil := range map[string]func(*markdown.Stamp){
		"none of the four": func(v *markdown.Stamp) { v.Present = false },
		"at least one":     func(v *markdown.Stamp) { v.SourceIDs = nil },
		StampSourceIDs:     func(v *markdown.Stamp) { v.SourceIDs = []string{"sr_123"} },
		StampChunkIDs:      func(v *markdown.Stamp) { v.ChunkIDs = []string{"chk-aaaaaaaaaaaaaaaa"} },
		StampRetrieved:     func(v *markdown.Stamp) { v.Retrieved = "2026-04-29T12:00:00+02:00" },
		"a time in UTC":    func(v *markdown.Stamp) { v.Retrieved = "yesterday" },
		StampAgent:         func(v *markdown.Stamp) { v.Agent = " " },
	} {
		v := good
		spoil(&v)
		if _, err := ParseStamp(v); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: got error %v", key, err)
		}
	}
	if _, err := ParseStamp(good); err != nil {
		t.Error(err)
	}
}
