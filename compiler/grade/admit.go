package grade

import (
	"fmt"
	"path"
	"strings"

	"assay/compiler/acquire"
	"assay/compiler/codec"
	"assay/compiler/index"
	"assay/compiler/view"
	"assay/provenance"
)

// A barred file is no evidence, and why: a clause about the file or its source. The zero
// value is a file that may carry a claim.
type barred struct {
	Status provenance.LocateStatus // Unadmitted, or Broken where stored text is not what was ingested
	Why    string
}

func (b barred) is() bool { return b.Why != "" }

// key names it among what a verdict depends on.
func (b barred) key() string {
	if !b.is() {
		return ""
	}
	return b.Status.String() + ": " + b.Why
}

// admission holds a cited file to the ledger: evidence is what was ingested, as it was
// ingested. A vault without a policy has no ledger, and goes by what lies there.
func (gr *Grader) admission(file string) barred {
	if gr.Policy.IsGuest() {
		return barred{}
	}
	b, known := gr.admitted[file]
	if !known || gr.admittedAt != gr.Ledger.Len() || gr.admittedOf != gr.Snap {
		if gr.admittedAt != gr.Ledger.Len() || gr.admittedOf != gr.Snap || gr.admitted == nil {
			gr.admitted, gr.admittedAt, gr.admittedOf = map[string]barred{}, gr.Ledger.Len(), gr.Snap
		}
		b = gr.judgeAdmission(file)
		gr.admitted[file] = b
	}
	return b
}

// admissionKey names an admission among what a verdict depends on.
func (gr *Grader) admissionKey(file string) string {
	if path.Base(file) == provenance.SourceFile { // told of each of its pages
		return ""
	}
	return gr.admission(file).key()
}

func (gr *Grader) judgeAdmission(file string) barred {
	if !view.Within(file, []string{gr.Policy.Vault.Sources}) {
		return gr.originalAdmission(file)
	}
	id := provenance.SourceID(path.Base(path.Dir(file)))
	if !id.Valid() || path.Ext(file) != ".md" {
		return barred{provenance.Unadmitted, file + " is no page of a source"}
	}
	if b := gr.standing(id); b.is() {
		return b
	}
	if _, listed := gr.SourceNow(id).Page(path.Base(file)); !listed {
		return barred{provenance.Unadmitted, fmt.Sprintf("%s is not listed in the %s of %s: nobody ingested it", path.Base(file), provenance.SourceFile, id)}
	}
	return gr.asIngested(id)
}

// originalAdmission is the same of a file that is cited where it lies: it must belong to a
// source, and be what that source was made from.
func (gr *Grader) originalAdmission(file string) barred {
	id := gr.SourceOf(file)
	for at := file; id == "" && at != "."; at = path.Dir(at) { // proposed by a person: the file, or a folder that holds it
		if known := provenance.NewSourceID(at); gr.State(known).State != provenance.StateNone {
			id = known
		}
	}
	if id == "" {
		return barred{provenance.Unadmitted, fmt.Sprintf("%s is no original: neither vault.evidence nor the ledger names it", file)}
	}
	if b := gr.standing(id); b.is() {
		return b
	}
	s := gr.SourceNow(id)
	f, _ := gr.Snap.File(file)
	for _, page := range s.Pages {
		if page.URL != file {
			continue
		}
		// Before pages were sorted in it, the digest of a source that had grown was of another order.
		told := gr.State(id)
		known := told.Content != "" && (told.Revision <= 1 || len(s.Pages) == 1)
		if page.Hash != f.Hash || known && acquire.SourceDigest(s) != told.Content {
			return barred{provenance.Unadmitted, fmt.Sprintf("%s is not what was ingested of it: it changed since", file)}
		}
		return barred{}
	}
	return barred{provenance.Unadmitted, fmt.Sprintf("%s was not ingested with the rest of %s", file, id)}
}

// standing holds a source to the state that policy asks for.
func (gr *Grader) standing(id provenance.SourceID) barred {
	s := gr.State(id)
	at := s.State
	if at == provenance.AuthRequired { // a refresh that waits; what is stored was verified before
		at = s.From
	}
	least := provenance.Verified
	if gr.Policy.Synthesis.EvidenceState == provenance.Indexed.String() {
		least = provenance.Indexed
	}
	if at >= least && at <= provenance.Promoted {
		return barred{}
	}
	why := fmt.Sprintf("source %s is %s", id, s.State)
	switch {
	case s.State == provenance.StateNone:
		why = fmt.Sprintf("source %s is in state none: the ledger does not know it", id)
	case s.Reason != "":
		why += " (" + view.Short(strings.Join(strings.Fields(s.Reason), " ")) + ")"
	default:
		why += ", and not " + least.String()
	}
	return barred{provenance.Unadmitted, why}
}

// asIngested compares the stored passages of a source with those that the ledger says were
// indexed. The hashes of the files are in the snapshot, so pages are read only where one of
// them is another than it was when they were last compared.
func (gr *Grader) asIngested(id provenance.SourceID) barred {
	want := gr.State(id).Passages
	if want == "" {
		return barred{}
	}
	if now := gr.PassagesOf(id); now != want {
		return barred{provenance.Broken, fmt.Sprintf("the stored passages of %s %s", id, provenance.NotAsIngested)}
	}
	return barred{}
}

// PassagesOf is the digest of the passages that the stored pages of a source have now.
func (gr *Grader) PassagesOf(id provenance.SourceID) string {
	folder := gr.SourcePath(id, "")
	parts := []string{"stored passages", string(id)}
	var pages []string
	s := gr.SourceNow(id)
	for _, f := range gr.Snap.Under(folder) {
		if _, listed := s.Page(path.Base(f.Path)); listed && path.Dir(f.Path) == folder {
			sum := f.Bytes()
			parts, pages = append(parts, f.Path, string(sum[:])), append(pages, f.Path)
		}
	}
	key := view.KeyOf(parts...)
	digest, ok := view.Lookup(gr.Results, key, decodeText)
	if !ok {
		var ids []provenance.ChunkID
		for _, file := range pages {
			for _, c := range gr.Index.PageChunks(file) {
				ids = append(ids, provenance.ChunkID(c))
			}
		}
		digest = index.ChunkDigest(ids)
		gr.Results.Memo[key] = digest
		e := &codec.Encoder{}
		e.Str(digest)
		gr.Results.Store.Put(key, e.B)
	}
	return digest
}

func decodeText(b []byte) (string, error) {
	d := codec.NewDecoder(b)
	return d.Str(), d.Err
}
