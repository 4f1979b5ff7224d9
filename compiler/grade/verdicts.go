package grade

import (
	"strconv"
	"time"

	"assay/compiler/codec"
	"assay/compiler/view"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/provenance/citation"
	"assay/vault"
	"assay/vault/markdown"
)

// NoteVerdicts are a note's verdicts with what they depend on besides the key.
type NoteVerdicts struct {
	verdicts  []provenance.Verdict
	files     []dependency // files whose text was judged or described
	names     string       // digest of all paths, where a citation was looked up by name
	held      string       // digest of all that is not a note, where a citation led nowhere
	led       string       // where those citations led; "" where the digests alone say whether that still holds
	lost      bool         // a passage was among what is not held
	asked     citation.Asked
	premises  []string  // notes whose claims a derived one rests on; known while the note is graded, since such verdicts are never kept
	attested  string    // digest of what persons said of the note's claims; "" for nothing
	nextStale time.Time // when a verdict turns T3 by the clock alone; zero: never
}

type dependency struct {
	path string
	hash vault.Hash
	// Of a text long enough to be a copy of a note: its marks, the digest of the notes
	// that share them, and those that it is a copy of. Another note can become its double
	// without the file changing.
	marks  alike.Marks
	notes  string
	copies string
	// Of a text like the note itself: whether the ledger shows that the note came from it.
	from   string
	barred string // why it was no evidence by the ledger; "" where it was
}

// depend notes what a look-up read, and where it led.
func (r *NoteVerdicts) depend(p *Grader, at provenance.Located) {
	if at.Cite.Form != markdown.CiteChunk {
		r.names = p.NamesDigest
	}
	r.led = p.addTarget(r.led, at)
	if at.Status != provenance.Held {
		r.names, r.held = p.NamesDigest, p.HeldDigest()
		r.lost = r.lost || at.Cite.Form == markdown.CiteChunk
		return
	}
	r.dependFile(p, at.Evidence.Span.File)
	if at.Evidence.Source != "" {
		r.dependFile(p, p.SourcePath(at.Evidence.Source, provenance.SourceFile))
	}
}

func (r *NoteVerdicts) dependFile(p *Grader, path string) {
	for _, d := range r.files {
		if d.path == path {
			return
		}
	}
	if f, ok := p.Snap.File(path); ok {
		r.files = append(r.files, dependency{path: path, hash: p.SumOf(f), barred: p.admissionKey(path)})
	}
}

// dependLike notes which notes a file was compared with.
func (r *NoteVerdicts) dependLike(p *Grader, file string, marks alike.Marks, f likeFound) {
	for i := range r.files {
		if r.files[i].path == file {
			r.files[i].marks, r.files[i].notes, r.files[i].copies = marks, f.digest, p.copiesOf(file, f.notes)
		}
	}
}

// dependFrom notes whether the ledger shows that the note came from a file that is like it.
func (r *NoteVerdicts) dependFrom(file string, from bool) {
	for i := range r.files {
		if r.files[i].path == file {
			r.files[i].from = strconv.FormatBool(from)
		}
	}
}

// stillHold reports whether stored verdicts still hold for this snapshot and time.
func (gr *Grader) stillHold(n *markdown.Note, r *NoteVerdicts) bool {
	if r.attested != gr.Words[n.Path] || !r.nextStale.IsZero() && gr.Now.After(r.nextStale) { // a person or the clock said something since
		return false
	}
	if (r.names != "" && r.names != gr.NamesDigest || r.held != "" && r.held != gr.HeldDigest()) && !gr.resolvesAsBefore(n, r) {
		return false
	}
	for _, d := range r.files {
		if f, ok := gr.Snap.File(d.path); !ok || gr.SumOf(f) != d.hash || d.barred != gr.admissionKey(d.path) {
			return false
		}
		if d.marks != (alike.Marks{}) && !gr.stillAlone(&d) || d.from != "" && d.from != strconv.FormatBool(gr.writtenFrom(n, d.path)) {
			return false
		}
	}
	return true
}

// stillAlone reports whether a file that was judged has the notes beside it that it had
// then. Only a copy, of which there are few, is looked at closely.
func (gr *Grader) stillAlone(d *dependency) bool {
	f := gr.likeNotes(d.path, d.marks)
	return f.digest == d.notes && (d.copies == "" || gr.copiesOf(d.path, f.notes) == d.copies)
}

// place gives stored verdicts their claims, and their citations the places that
// they have in the note now.
func place(n *markdown.Note, verdicts []provenance.Verdict) {
	for i := range verdicts {
		if i >= len(n.Claims) {
			return
		}
		verdicts[i].Claim = n.Claims[i].ID
		fix := func(c *markdown.Cite) {
			for _, now := range n.Claims[i].Cites {
				there := *c
				there.Start, there.End = now.Start, now.End
				if there == now {
					*c = now
					return
				}
			}
		}
		if best := verdicts[i].Best; best != nil {
			fix(&best.Cite)
		}
		for j := range verdicts[i].Passages {
			fix(&verdicts[i].Passages[j].Cite)
		}
		for j := range verdicts[i].Problems {
			fix(&verdicts[i].Problems[j].Cite)
		}
	}
}

// Expires notes that something turns stale at t.
func (gr *Grader) Expires(t time.Time) {
	if !t.IsZero() && (gr.NextStale.IsZero() || t.Before(gr.NextStale)) {
		gr.NextStale = t
	}
}

// Where citations lead hangs on all names in the vault. So a digest of it is kept with what
// was made of it, and where names are others than they were it is made again, before notes
// are graded for nothing.

// addTarget adds to a digest where a citation led that names or other files may lead elsewhere.
// What is in the file is told by the file.
func (gr *Grader) addTarget(digest string, at provenance.Located) string {
	if at.Cite.Form == markdown.CiteChunk && at.Status == provenance.Held {
		return digest
	}
	empty := at.Status == provenance.Dangling && at.Cite.Form == markdown.CiteChunk && len(gr.Index.Pages()) == 0
	at.Cite = markdown.Cite{}
	at.Also = append([]provenance.Evidence{at.Evidence}, at.Also...)
	at.Evidence = provenance.Evidence{}
	for i := range at.Also {
		to := &at.Also[i]
		to.Text, to.Heading, to.Retrieved, to.Barred = "", nil, time.Time{}, ""
	}
	return view.HashOf(digest, strconv.FormatBool(empty), string(codec.Encode(at)))
}

// resolvesAsBefore reports whether a note's citations lead where they led, though there are
// other names than there were, or another ledger: those that names decide on, and where a passage
// was lost all.
func (gr *Grader) resolvesAsBefore(n *markdown.Note, r *NoteVerdicts) bool {
	if r.led == "" {
		return false
	}
	led, asked := "", citation.Asked{}
	held := gr.Held().Asking(&asked)
	for _, c := range gr.Whole(n).Claims {
		for _, cite := range c.Cites {
			if cite.Form != markdown.CiteChunk || r.lost {
				led = gr.addTarget(led, held.Locate(n, cite))
			}
		}
	}
	if led != r.led {
		return false
	}
	r.asked.Add(asked)
	r.asked.Tidy()
	if r.names = gr.NamesDigest; r.held != "" { // so that the next plan need not look
		r.held = gr.HeldDigest()
	}
	return true
}
