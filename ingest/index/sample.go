package index

import (
	"cmp"
	"slices"

	"assay/ingest"
)

// A sample holds the passages an embedder is trained on: those whose ids rank
// lowest, whatever order they come in.
type sample struct {
	taken []sampled
	bar   uint64 // ranks from here on are refused; 0 while there is room
}

type sampled struct {
	rank     uint64
	id       string
	features []ingest.Feature
}

func (s *sample) offer(id string, features []ingest.Feature) {
	rank := ingest.SampleRank(id)
	if s.bar != 0 && rank >= s.bar {
		return
	}
	s.taken = append(s.taken, sampled{rank, id, features})
	if len(s.taken) >= 2*ingest.SampleSize {
		s.cut()
	}
}

func (s *sample) cut() {
	slices.SortFunc(s.taken, func(a, b sampled) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.id, b.id)) })
	if len(s.taken) > ingest.SampleSize {
		s.bar = s.taken[ingest.SampleSize].rank
		clear(s.taken[ingest.SampleSize:])
		s.taken = s.taken[:ingest.SampleSize]
	}
}

// passages are the sample in the order of ids.
func (s *sample) passages() [][]ingest.Feature {
	s.cut()
	slices.SortFunc(s.taken, func(a, b sampled) int { return cmp.Compare(a.id, b.id) })
	all := make([][]ingest.Feature, len(s.taken))
	for i, t := range s.taken {
		all[i] = t.features
	}
	return all
}
