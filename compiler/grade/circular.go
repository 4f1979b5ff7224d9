package grade

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"assay/compiler/view"
	"assay/ingest/alike"
	"assay/provenance"
	"assay/vault/markdown"
)

// CircularFrom is the similarity from which on a page counts as a copy of a note: of
// the sentences of both, in runs of four words. A note that takes half of its sentences
// from a page word for word is far below; one that was copied and then touched up in
// every tenth sentence is above.
const CircularFrom = 0.8

// Circular says why a passage is no witness for a claim of a note, "" where it may be
// one: its text was written here. That a note quotes its source is no sign of it. The
// signs are that a page and a note are the same as a whole, or that the page itself says
// where it has its text from.
func (gr *Grader) Circular(n *markdown.Note, c markdown.Claim, e provenance.Evidence, rec *NoteVerdicts) string {
	file := e.Span.File
	w := gr.wholeOf(file)
	for _, address := range append([]string{e.URL}, w.named...) {
		if ours := gr.Policy.Ours(address); ours != "" {
			return fmt.Sprintf("it is read from %s, where this vault is published (%s)", address, ours)
		}
	}
	if w.cites {
		if id := gr.Held().CitesHeld(gr.Held().Text(file)); id != "" {
			return fmt.Sprintf("%s was written from this vault: it cites %s, which is held here", file, id)
		}
		rec.held = gr.HeldDigest() // it may be, one day
	}
	if why := gr.quotesUs(n, c, e, w); why != "" {
		return why
	}
	for _, name := range w.from {
		rec.asked.Name(name)
		if to := gr.Links().Resolve(file, markdown.Link{Target: name, Wiki: true}); to.Path == n.Path {
			return fmt.Sprintf("%s names this note as its source", file)
		}
	}
	return gr.selfQuotation(n, file, w, rec)
}

// quotesUs says that a passage has its words from this vault: it names an address of
// it, or its page does, or links to the citing note, and it says what the claim says in
// the claim's own words.
func (gr *Grader) quotesUs(n *markdown.Note, c markdown.Claim, e provenance.Evidence, w *whole) string {
	to := "this very note"
	if w.ours != "" {
		to = w.ours + ", where this vault is published"
		if gr.Policy.NamesOurs(e.Text) != "" && e.Chunk != "" {
			return "the passage refers to " + to
		}
	} else if !gr.linksBack(n.Path, e.Span.File) {
		return ""
	}
	const run = 5 // shingles: eight words in a row
	words := alike.Shingles(c.Text)
	if shared := alike.Contained(words, alike.Shingles(e.Text)) * float64(len(words)); shared+1e-9 < min(run, float64(len(words))) {
		return ""
	}
	return fmt.Sprintf("%s refers to %s, and has the claim's own words", e.Span.File, to)
}

// linksBack reports whether a page links to a note where a repository or Obsidian shows
// it. A note in no folder has a name that any page may have.
func (gr *Grader) linksBack(note, file string) bool {
	if !strings.Contains(note, "/") {
		return false
	}
	text := gr.Held().Text(file)
	bare := strings.TrimSuffix(note, path.Ext(note))
	names := []string{note, (&url.URL{Path: note}).EscapedPath(), url.PathEscape(bare), url.QueryEscape(bare)}
	return slices.ContainsFunc(names, func(name string) bool { return inLink(text, name) })
}

// inLink reports whether a text has an address that ends with a path, or with one and a
// fragment or query.
func inLink(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(name)
		start := strings.LastIndexAny(text[:i], " \t\n<>()[]\"'`") + 1
		if before := text[start:i]; strings.Contains(before, "://") && strings.ContainsAny(before[len(before)-1:], "/=") &&
			(from == len(text) || strings.ContainsRune(" \t\n<>()[]\"'`.,;#?&", rune(text[from]))) {
			return true
		}
	}
}

// selfQuotation says that a page is the citing note or a permanent note, as a whole.
func (gr *Grader) selfQuotation(n *markdown.Note, file string, w *whole, rec *NoteVerdicts) string {
	if gr.knownBefore(n, file) {
		rec.dependFrom(file, gr.writtenFrom(n, file))
		if why := gr.saidBefore(n, file); why != "" {
			return why
		}
	}
	if w.marks == (alike.Marks{}) {
		return ""
	}
	like := gr.likeNotes(file, w.marks)
	rec.dependLike(gr, file, w.marks, like)
	others := like.notes
	if mine := gr.Results.Parsed[n].Marks; mine.Shared(w.marks) >= LikeMarks && !slices.Contains(others, n) {
		others = append([]*markdown.Note{n}, others...)
		rec.dependFrom(file, gr.writtenFrom(n, file))
	}
	for _, other := range others {
		if other != n && gr.knownBefore(other, file) {
			if why := gr.saidBefore(other, file); why != "" {
				return why
			}
		}
		j := gr.Equality(other, file)
		if j < CircularFrom || gr.writtenFrom(other, file) {
			continue
		}
		what := "the note " + other.Path
		if other == n {
			what = "this very note"
		}
		return fmt.Sprintf("%s is %s, nearly word for word (Jaccard %.2f)", file, what, j)
	}
	return ""
}

// saidBefore says that a file has what a note says, which the ledger knew before it knew the
// file: then it does not matter how short either is, nor what else the file says.
func (gr *Grader) saidBefore(n *markdown.Note, file string) string {
	key := [2]string{gr.Results.Parsed[n].Claims, file + gr.wholeOf(file).hash.String()}
	share, known := gr.Memo.said[key]
	if !known {
		share = alike.Contained(gr.shinglesOf(n, file, nil)) // of every section: no heading hides a copy
		gr.Memo.said[key] = share
	}
	if share >= CircularFrom {
		return fmt.Sprintf("%s has %.0f %% of what %s says word for word, and was read after it", file, 100*share, n.Path)
	}
	return ""
}

// knownBefore reports whether the ledger knew a note as permanent before it knew a file. What
// was written from the file is no copy's original.
func (gr *Grader) knownBefore(n *markdown.Note, file string) bool {
	if gr.Policy.IsGuest() || gr.IsDraft(n.Path) {
		return false
	}
	id := gr.sourceAt(file)
	promoted := gr.firstOf(provenance.KindPromoted, n.Path)
	if id == "" || promoted == nil || gr.writtenFrom(n, file) {
		return false
	}
	read := gr.firstOf(provenance.KindCrawled, string(id))
	if read == nil || !read.Time.Equal(promoted.Time) {
		return read == nil || read.Time.After(promoted.Time)
	}
	for _, e := range gr.Ledger.Events() { // within one second their order tells
		if e.ID == read.ID || e.ID == promoted.ID {
			return e.ID == promoted.ID
		}
	}
	return false
}

// sourceAt is the source that a file is a page of, or that it was read for.
func (gr *Grader) sourceAt(file string) provenance.SourceID {
	if id := provenance.SourceID(path.Base(path.Dir(file))); id.Valid() {
		return id
	}
	return gr.SourceOf(file)
}

// firstOf is the first event of a kind that is about a subject; nil where there is none.
func (gr *Grader) firstOf(kind, subject string) (first *provenance.Event) {
	for _, e := range gr.Ledger.Touching(subject) {
		if e.Kind == kind && e.Subject == subject && (first == nil || e.Time.Before(first.Time)) {
			first = &e
		}
	}
	return first
}

// Equality is the similarity of a note's sentences to a page's. Sentences are cut from
// both in one way, so that citations, links and headings make no difference.
func (gr *Grader) Equality(n *markdown.Note, file string) float64 {
	key := [2]string{gr.Results.Parsed[n].Claims, file + gr.wholeOf(file).hash.String()}
	j, known := gr.Memo.equal[key]
	if !known {
		j = alike.Jaccard(gr.shinglesOf(n, file, gr.Policy.Vault.ExemptSections))
		gr.Memo.equal[key] = j
	}
	return j
}

// shinglesOf are the runs of words of a note's sentences, and of a page's without the sections
// that are exempt.
func (gr *Grader) shinglesOf(n *markdown.Note, file string, exempt []string) (note, page []uint64) {
	p := markdown.Parse("page.md", []byte(gr.Held().Text(file)), markdown.Options{ExemptSections: exempt})
	return alike.Shingles(sentencesOf(gr.Whole(n))), alike.Shingles(sentencesOf(p))
}

func sentencesOf(n *markdown.Note) string {
	var b strings.Builder
	for _, c := range n.Claims {
		b.WriteString(c.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// writtenFrom reports whether the ledger shows that a note came from a page and not
// the page from the note: the compiler drafted it from that source, or the page was
// fetched from the web before there was such a note. A draft that the ledger does not
// know has been nowhere yet.
func (gr *Grader) writtenFrom(n *markdown.Note, file string) bool {
	id := gr.sourceAt(file)
	if id == "" {
		return false
	}
	base := path.Base(n.Path) // a note that was promoted or moved keeps its name
	for _, e := range gr.Ledger.Touching(string(id)) {
		if e.Kind == provenance.KindDrafted && path.Base(e.Subject) == base {
			return true
		}
	}
	if !view.IsRemote(gr.SourceNow(id).URL) {
		return false
	}
	read, seen := gr.firstOf(provenance.KindCrawled, string(id)), gr.firstSeen(n)
	if seen.IsZero() {
		return gr.IsDraft(n.Path)
	}
	return read != nil && !read.Time.After(seen)
}

// firstSeen is when the ledger first told of a note or of its draft.
func (gr *Grader) firstSeen(n *markdown.Note) (first time.Time) {
	draft := path.Join(gr.Policy.Vault.Drafts, strings.TrimPrefix(n.Path, gr.Policy.Vault.Wiki+"/"))
	for _, e := range append(gr.Ledger.Touching(n.Path), gr.Ledger.Touching(draft)...) {
		if first.IsZero() || e.Time.Before(first) {
			first = e.Time
		}
	}
	return first
}
