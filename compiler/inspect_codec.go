package compiler

import (
	"assay/ingest/alike"
	"assay/provenance"
)

func encodeInspection(v any) []byte {
	in := v.(inspection)
	e := &encoder{}
	list(e, in.pages, func(e *encoder, i *inspectedPage) {
		e.str(i.file)
		e.str(i.url)
		e.int(i.passages)
		e.int(i.broken)
		e.str(i.fault)
		e.strs(i.lacks)
		putTime(e, i.retrieved)
		e.int(i.words)
		e.uint(uint64(i.flaw))
		e.str(i.why)
		e.b = i.sketch.Append(e.b)
	})
	list(e, in.copies, func(e *encoder, group *[]int) {
		list(e, *group, func(e *encoder, n *int) { e.int(*n) })
	})
	e.int(in.distinct)
	e.int(in.words)
	e.int(in.repeated)
	list(e, in.faults, func(e *encoder, f *AuditPage) {
		e.str(f.Page)
		e.str(f.File)
		e.str(f.Why)
	})
	e.uint(flags(in.licence, in.language))
	list(e, in.samples, func(e *encoder, s *sampleSentence) {
		e.str(string(s.chunk))
		e.str(s.sentence)
	})
	return e.b
}

func decodeInspection(b []byte) (inspection, error) {
	d := newDecoder(b)
	var in inspection
	in.pages = unlist(d, func(d *decoder, i *inspectedPage) {
		i.file, i.url, i.passages, i.broken, i.fault = d.str(), d.str(), d.int(), d.int(), d.str()
		i.lacks, i.retrieved, i.words = d.strs(), getTime(d), d.int()
		i.flaw, i.why = flaw(d.uint()), d.str()
		if len(d.s) < 2*alike.Size {
			d.fail()
			return
		}
		i.sketch, _ = alike.ReadSketch(d.s[:2*alike.Size])
		d.skip(2 * alike.Size)
	})
	in.copies = unlist(d, func(d *decoder, group *[]int) {
		*group = unlist(d, func(d *decoder, n *int) { *n = d.int() })
	})
	in.distinct, in.words, in.repeated = d.int(), d.int(), d.int()
	in.faults = unlist(d, func(d *decoder, f *AuditPage) { f.Page, f.File, f.Why = d.str(), d.str(), d.str() })
	bits := d.uint()
	in.licence, in.language = bits&1 != 0, bits&2 != 0
	in.samples = unlist(d, func(d *decoder, s *sampleSentence) { s.chunk, s.sentence = provenance.ChunkID(d.str()), d.str() })
	for _, group := range in.copies {
		for _, n := range group {
			if n < 0 || n >= len(in.pages) {
				return inspection{}, errCorrupt
			}
		}
	}
	return in, d.err
}
