package audit

import (
	"assay/compiler/codec"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/ingest/alike"
	"assay/provenance"
)

func encodeInspection(v any) []byte {
	in := v.(Inspection)
	e := &codec.Encoder{}
	codec.List(e, in.Pages, func(e *codec.Encoder, i *inspectedPage) {
		e.Str(i.file)
		e.Str(i.url)
		e.Int(i.passages)
		e.Int(i.broken)
		e.Str(i.fault)
		e.Strs(i.lacks)
		view.PutTime(e, i.retrieved)
		e.Int(i.words)
		e.Uint(uint64(i.flaw))
		e.Str(i.why)
		e.B = i.sketch.Append(e.B)
	})
	codec.List(e, in.copies, func(e *codec.Encoder, group *[]int) {
		codec.List(e, *group, func(e *codec.Encoder, n *int) { e.Int(*n) })
	})
	e.Int(in.distinct)
	e.Int(in.words)
	e.Int(in.repeated)
	codec.List(e, in.faults, func(e *codec.Encoder, f *reports.AuditPage) {
		e.Str(f.Page)
		e.Str(f.File)
		e.Str(f.Why)
	})
	e.Uint(view.Flags(in.licence, in.language))
	codec.List(e, in.samples, func(e *codec.Encoder, s *sampleSentence) {
		e.Str(string(s.chunk))
		e.Str(s.sentence)
	})
	return e.B
}

func decodeInspection(b []byte) (Inspection, error) {
	d := codec.NewDecoder(b)
	var in Inspection
	in.Pages = codec.Unlist(d, func(d *codec.Decoder, i *inspectedPage) {
		i.file, i.url, i.passages, i.broken, i.fault = d.Str(), d.Str(), d.Int(), d.Int(), d.Str()
		i.lacks, i.retrieved, i.words = d.Strs(), view.GetTime(d), d.Int()
		i.flaw, i.why = flaw(d.Uint()), d.Str()
		if len(d.B) < 2*alike.Size {
			d.Fail()
			return
		}
		i.sketch, _ = alike.ReadSketch(string(d.B[:2*alike.Size]))
		d.Skip(2 * alike.Size)
	})
	in.copies = codec.Unlist(d, func(d *codec.Decoder, group *[]int) {
		*group = codec.Unlist(d, func(d *codec.Decoder, n *int) { *n = d.Int() })
	})
	in.distinct, in.words, in.repeated = d.Int(), d.Int(), d.Int()
	in.faults = codec.Unlist(d, func(d *codec.Decoder, f *reports.AuditPage) { f.Page, f.File, f.Why = d.Str(), d.Str(), d.Str() })
	bits := d.Uint()
	in.licence, in.language = bits&1 != 0, bits&2 != 0
	in.samples = codec.Unlist(d, func(d *codec.Decoder, s *sampleSentence) { s.chunk, s.sentence = provenance.ChunkID(d.Str()), d.Str() })
	for _, group := range in.copies {
		for _, n := range group {
			if n < 0 || n >= len(in.Pages) {
				return Inspection{}, codec.ErrCorrupt
			}
		}
	}
	return in, d.Err
}
