package provenance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/vault/markdown"
)

// The keys of the provenance block, in the order in which they are written.
const (
	StampSourceIDs = "provenance_source_ids"
	StampChunkIDs  = "provenance_chunk_ids"
	StampRetrieved = "provenance_retrieved"
	StampAgent     = "provenance_agent"
)

// A Stamp is what a promoted note's frontmatter says it rests on.
type Stamp struct {
	SourceIDs []SourceID
	ChunkIDs  []ChunkID // without those cited as a whole file
	Retrieved time.Time // the oldest retrieval among what it rests on; UTC, whole seconds
	Agent     string    // who wrote the note, such as claude-chronicler
}

// normal is the form in which two equal stamps are equal: sorted, without
// duplicates, in UTC and whole seconds.
func (s Stamp) normal() Stamp {
	s.SourceIDs, s.ChunkIDs = slices.Clone(s.SourceIDs), slices.Clone(s.ChunkIDs)
	slices.Sort(s.SourceIDs)
	slices.Sort(s.ChunkIDs)
	s.SourceIDs, s.ChunkIDs = slices.Compact(s.SourceIDs), slices.Compact(s.ChunkIDs)
	s.Retrieved = s.Retrieved.UTC().Truncate(time.Second)
	return s
}

// Values are the four values as the frontmatter has them.
func (s Stamp) Values() markdown.Stamp {
	s = s.normal()
	v := markdown.Stamp{Present: true, Retrieved: s.Retrieved.Format(time.RFC3339), Agent: s.Agent}
	for _, id := range s.SourceIDs {
		v.SourceIDs = append(v.SourceIDs, string(id))
	}
	for _, id := range s.ChunkIDs {
		v.ChunkIDs = append(v.ChunkIDs, string(id))
	}
	return v
}

// Print gives exactly four lines of YAML, each with its line end:
//
//	provenance_source_ids: ["sr_…"]
//	provenance_chunk_ids: ["chk_…", "chk_…"]
//	provenance_retrieved: "2026-04-29T12:00:00Z"
//	provenance_agent: "claude-chronicler"
func (s Stamp) Print() []byte {
	v := s.Values()
	return fmt.Appendf(nil, "%s: %s\n%s: %s\n%s: %s\n%s: %s\n",
		StampSourceIDs, yamlList(v.SourceIDs), StampChunkIDs, yamlList(v.ChunkIDs),
		StampRetrieved, encodeJSON(v.Retrieved), StampAgent, encodeJSON(v.Agent))
}

// yamlList writes a flow sequence. A JSON string is a double-quoted YAML scalar.
func yamlList(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = string(encodeJSON(item))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// ParseStamp reads a provenance block as a note has it. The error names the first
// key that is not what it must be; a note without any of the four is an error too.
func ParseStamp(v markdown.Stamp) (Stamp, error) {
	var s Stamp
	if !v.Present {
		return s, fmt.Errorf("read provenance: the note has none of the four keys")
	}
	if len(v.SourceIDs) == 0 {
		return s, fmt.Errorf("read %s: want at least one source", StampSourceIDs)
	}
	for _, id := range v.SourceIDs {
		if !SourceID(id).Valid() {
			return s, fmt.Errorf("read %s: %q is not the id of a source (sr_ and %d characters)", StampSourceIDs, id, idChars)
		}
		s.SourceIDs = append(s.SourceIDs, SourceID(id))
	}
	for _, id := range v.ChunkIDs {
		if !ChunkID(id).Valid() {
			return s, fmt.Errorf("read %s: %q is not the id of a chunk (chk_ and %d characters)", StampChunkIDs, id, idChars)
		}
		s.ChunkIDs = append(s.ChunkIDs, ChunkID(id))
	}
	at, err := time.Parse(time.RFC3339, v.Retrieved)
	if err != nil || !strings.HasSuffix(v.Retrieved, "Z") {
		return s, fmt.Errorf("read %s: %q is not a time in UTC such as 2026-04-29T12:00:00Z", StampRetrieved, v.Retrieved)
	}
	s.Retrieved = at
	if strings.TrimSpace(v.Agent) == "" {
		return s, fmt.Errorf("read %s: want who wrote the note", StampAgent)
	}
	s.Agent = v.Agent
	return s.normal(), nil
}
