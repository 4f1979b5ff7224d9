package grade

import (
	"fmt"
	"path"
	"strings"

	"assay/compiler/acquire"
	"assay/compiler/view"
	"assay/gates"
	"assay/provenance"
)

// A barred file is no evidence, and why: a clause about the file or its source. The zero
// value is a file that may carry a claim.
type barred struct {
	Status provenance.LocateStatus // Unadmitted; Refused, which nobody judges; or Broken where stored text is not what was ingested
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
	if gr.admitted == nil || gr.admittedAt != gr.Ledger.Len() || gr.admittedOf != gr.Snap {
		gr.admitted, gr.admittedAt, gr.admittedOf = map[string]barred{}, gr.Ledger.Len(), gr.Snap
	}
	b, known := gr.admitted[file]
	if !known {
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
	b := gr.admission(file)
	if !b.is() && !gr.Policy.IsGuest() && view.Within(file, gr.Policy.Vault.Evidence) && gr.State(gr.SourceOf(file)).State == provenance.StateNone {
		return "unread" // whether it is a copy of a note hangs on when it is read, see knownBefore
	}
	return b.key()
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

// originalAdmission is the same of a file that is cited where it lies. What vault.evidence
// lists a person let in: the next build reads it as it is now, so a check need not wait
// for that. Any other file has to be a source by the ledger, and as it was read.
func (gr *Grader) originalAdmission(file string) barred {
	if listed := view.Within(file, gr.Policy.Vault.Evidence) && file != gates.PolicyFile; listed {
		b := gr.standing(gr.SourceOf(file))
		if s := gr.State(gr.SourceOf(file)).State; s == provenance.Rejected || s == provenance.Failed {
			return b
		}
		return barred{}
	}
	for at := file; at != "."; at = path.Dir(at) { // a person proposed the file, or a folder that holds it
		id := provenance.NewSourceID(at)
		if gr.State(id).State == provenance.StateNone {
			continue
		}
		if b := gr.standing(id); b.is() {
			return b
		}
		return gr.asRead(id, file)
	}
	return barred{provenance.Unadmitted, fmt.Sprintf("%s is no original: neither vault.evidence nor the ledger names it", file)}
}

// asRead compares an original with what a source was made from.
func (gr *Grader) asRead(id provenance.SourceID, file string) barred {
	s, told := gr.SourceNow(id), gr.State(id)
	f, _ := gr.Snap.File(file)
	for _, page := range s.Pages {
		if page.URL == file && page.Hash == f.Hash && (told.Content == "" || told.Content == acquire.SourceDigest(s)) {
			return barred{}
		}
	}
	return barred{provenance.Unadmitted, fmt.Sprintf("%s is not what was ingested of it", file)}
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
	if gr.Acquire.IntakeOnly { // what is read now is audited next
		least = provenance.Crawled
	}
	if at >= least && at <= provenance.Promoted {
		return barred{}
	}
	why := fmt.Sprintf("source %s is %s", id, s.State)
	status := provenance.Unadmitted
	if s.State == provenance.Rejected {
		status = provenance.Refused
	}
	switch {
	case s.State == provenance.StateNone:
		why = fmt.Sprintf("source %s is in state none: the ledger does not know it", id)
	case s.Reason != "":
		why += " (" + view.Short(strings.Join(strings.Fields(s.Reason), " ")) + ")"
	default:
		why += ", and not " + least.String()
	}
	return barred{status, why}
}

// asIngested compares the stored passages of a source with those that the ledger says were
// indexed. The hashes of the files are in the snapshot, so pages are read only where one of
// them is another than it was when they were last compared.
func (gr *Grader) asIngested(id provenance.SourceID) barred {
	want := gr.State(id).Passages
	if want == "" {
		return barred{}
	}
	if now := gr.Index.PassagesOf(id); now != want {
		return barred{provenance.Broken, fmt.Sprintf("the stored passages of %s %s", id, provenance.NotAsIngested)}
	}
	return barred{}
}
