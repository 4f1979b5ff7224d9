package stats

import (
	"context"
	"fmt"
	"path"
	"slices"

	"assay/compiler"
	"assay/ingest"
	"assay/provenance"
)

// Passage is one stored passage, by its id.
func Passage(ctx context.Context, c *compiler.Compiler, id provenance.ChunkID) (ingest.Hit, error) {
	s, err := c.LookUnder(ctx, c.Policy.Vault.Sources)
	if err != nil {
		return ingest.Hit{}, err
	}
	p := c.Plan(s, false)
	p.Snap = p.Base
	for _, file := range p.Index.Pages() {
		if !slices.Contains(p.Index.PageChunks(file), string(id)) || p.State(provenance.SourceID(path.Base(path.Dir(file)))).State == provenance.Rejected {
			continue
		}
		page := p.Index.ReadPage(file)
		for _, chunk := range page.Chunks {
			if chunk.ID == id {
				return ingest.Hit{Chunk: id, Source: page.Source, URL: page.URL, Title: page.Title, Heading: chunk.Heading, Text: chunk.Text, Retrieved: page.Retrieved}, nil
			}
		}
	}
	return ingest.Hit{}, fmt.Errorf("find passage %q: nothing that is stored has it", id)
}
