package compiler

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"assay/gates"
	"assay/provenance"
	"assay/vault"
)

// An earlier says what of the vault is as it was when a build last had nothing to do: what
// that build found of it still holds, though the vault as a whole is another one.
type earlier struct {
	files       []vault.File          // of then, by path
	since       map[string]vault.Hash // notes that changed before the table of files was made, and after that build
	rows        []noteRow             // of notes, by path
	names, held string                // digests of all paths, and of all that is no note
	evidence    string                // digest, made when it is asked for
}

// earlierBuild reads it from the store; nil where there is none.
func (s *session) earlierBuild() *earlier {
	if s.c.opts.Force || !s.store.Assessed() {
		return nil
	}
	head, _ := s.store.Head()
	base, err := decodeAssessment(head)
	if err != nil || base.made != s.made() || !base.rooted {
		return nil
	}
	rows, ok := s.store.rows.Every()
	if !ok {
		return nil
	}
	return &earlier{files: s.store.Files(), since: base.since, rows: rows, names: base.names, held: base.held0}
}

func (t *earlier) file(name string) (vault.File, bool) {
	i, ok := slices.BinarySearchFunc(t.files, name, func(f vault.File, name string) int { return strings.Compare(f.Path, name) })
	if !ok {
		return vault.File{}, false
	}
	return t.files[i], true
}

// unchanged reports whether a note is what it was then, and so is all evidence.
func (p *plan) unchanged(n *vault.Note) bool {
	if p.earlier == nil || !p.evidenceStands() {
		return false
	}
	now, ok := p.snap.File(n.Path)
	was, had := p.earlier.file(n.Path)
	_, changed := p.earlier.since[n.Path]
	return ok && had && !changed && now.Bytes() == was.Bytes() && !was.Ignored
}

// heldThen reports whether a note's outcome held then, and all that it depends on is what
// it was: names and evidence, the files that it rests on, what was said of it.
func (p *plan) heldThen(n *vault.Note, o *outcome) bool {
	if p.earlier == nil || p.namesDigest != p.earlier.names || p.heldDigest() != p.earlier.held {
		return false
	}
	i, ok := rowAt(p.earlier.rows, n.Path)
	return ok && p.earlier.rows[i].settled && p.earlier.rows[i].outcome == p.outcomeKey(n) && p.saidAsBefore(n, &o.noteVerdicts) && p.restsAsBefore(n, &o.noteVerdicts)
}

// evidenceStands reports whether all that is no note is what it was, but for what is said
// of it in the ledger and by judges.
func (p *plan) evidenceStands() bool {
	if p.earlier.evidence == "" {
		p.earlier.evidence = p.digestEvidence(p.earlier.files)
	}
	return p.evidenceDigest() == p.earlier.evidence
}

func (p *plan) isEvidenceOf(f *vault.File) bool {
	return !p.isNote(*f) && f.Path != p.ledgerPath() && f.Path != p.policy.AnswersFile() && !gates.IsBaseline(f.Path)
}

// evidenceDigest names the evidence: all that is no note, but for what is said of it.
func (p *plan) evidenceDigest() string {
	if p.digestedOf != p.snap {
		p.digestedOf, p.evidenceSum = p.snap, p.digestEvidence(p.snap.Files())
	}
	return p.evidenceSum
}

func (p *plan) digestEvidence(files []vault.File) string {
	var parts []string
	for i := range files {
		if f := &files[i]; p.isEvidenceOf(f) {
			sum := f.Bytes()
			parts = append(parts, f.Path, string(sum[:]))
		}
	}
	return hashOf(parts...)
}

// recallThin reads on which topics the evidence, as it is and as it is thought of, says too
// little for a draft. To find that out costs more than all else that a plan does with
// topics.
func (p *plan) recallThin() {
	parts := []string{"thin topics", embedderOf(p.policy), strconv.Itoa(p.policy.Vault.MinNoteWords), p.evidenceDigest()}
	for _, f := range p.stored() {
		if path.Base(f.Path) == provenance.SourceFile {
			id := path.Base(path.Dir(f.Path))
			parts = append(parts, id, p.state(provenance.SourceID(id)).State.String())
		}
	}
	r, k := p.results, keyOf(parts...)
	if r.thin == nil || r.thinOf != k {
		r.thin, r.thinOf = map[string]bool{}, k
		names, _ := lookup(r, k, decodeJSON[[]string])
		for _, name := range names {
			r.thin[name] = true
		}
	}
}

func (p *plan) keepThin() {
	r := p.results
	names := slices.Sorted(maps.Keys(r.thin))
	r.memo[r.thinOf] = names
	r.store.Put(r.thinOf, encodeJSON(names))
}
