package gates

import "slices"

// A Code names a kind of diagnostic. Codes are stable: one is never renamed, and
// never used again for something else.
type Code string

// The codes of claims, by tier, worst first.
const (
	Uncited             Code = "uncited"              // T0
	DanglingCitation    Code = "dangling-citation"    // T0
	ChangedEvidence     Code = "changed-evidence"     // T0
	ValueMismatch       Code = "value-mismatch"       // T0
	Contradicted        Code = "contradicted"         // T0
	Unsupported         Code = "unsupported"          // T0
	Conflict            Code = "conflict"             // T4
	WeakEvidence        Code = "weak-evidence"        // T1
	ValueMissing        Code = "value-missing"        // T1
	Misquoted           Code = "misquoted"            // T1
	UnverifiedInference Code = "unverified-inference" // T1
	CircularCitation    Code = "circular-citation"    // T1
	RejectedClaim       Code = "rejected-claim"       // any tier: a person's word against it
	StaleEvidence       Code = "stale-evidence"       // T3
	DriftedEvidence     Code = "drifted-evidence"     // T3
	UnmarkedInference   Code = "unmarked-inference"   // T2
	SourceNotHeld       Code = "source-not-held"      // unchecked, as are those below
	StubSource          Code = "stub-source"
	GeneratedSource     Code = "generated-source"
	SubmoduleMissing    Code = "submodule-missing"
	AmbiguousCitation   Code = "ambiguous-citation"
	MalformedCitation   Code = "malformed-citation"
	TooLarge            Code = "too-large"
	DeniedSource        Code = "denied-source"
	OtherLanguage       Code = "other-language"
	UnadmittedSource    Code = "unadmitted-source"
	Unjudged            Code = "unjudged"
	RangeOff            Code = "range-off" // of a claim that holds
	PageCitation        Code = "page-citation"
	FoundElsewhere      Code = "found-elsewhere"
	SingleWitness       Code = "single-witness"
)

// The codes of notes and files.
const (
	MissingProvenance Code = "missing-provenance"
	InvalidProvenance Code = "invalid-provenance"
	UnresolvedLink    Code = "unresolved-link"
	MissingHeading    Code = "missing-heading"
	MissingBlock      Code = "missing-block"
	MissingAttachment Code = "missing-attachment"
	BrokenFrontmatter Code = "broken-frontmatter"
	ProvisionalPage   Code = "provisional-page"
	OddText           Code = "odd-text"
	UnreadableFile    Code = "unreadable-file"
	FileNameCollision Code = "file-name-collision"
	DamagedLedger     Code = "damaged-ledger"
	DamagedSource     Code = "damaged-source"
	UnrecordedSource  Code = "unrecorded-source"
	ShortenedLedger   Code = "shortened-ledger" // of a change
	LoweredBar        Code = "lowered-bar"      // of a change
	UnsignedDecision  Code = "unsigned-decision"
	UnpromotedNote    Code = "unpromoted-note"
	BrokenSkill       Code = "broken-skill"
)

// A CodeEntry is a line of the table of codes.
type CodeEntry struct {
	Code     Code
	Severity Severity // in a permanent note; drafts never go above a warning
	Means    string   // a sentence or two: what is so
	Do       string   // a sentence or two: what to do about it
}

// Explain says what is so, and what to do.
func (e CodeEntry) Explain() string { return e.Means + " " + e.Do }

// Codes is every code there is, in the order of the table: the worst of claims
// first, then notes and files.
func Codes() []CodeEntry { return slices.Clone(codes[:]) }

// Lookup finds a code's entry.
func Lookup(c Code) (CodeEntry, bool) {
	return lookup(codes[:], func(e CodeEntry) bool { return e.Code == c })
}

// lookup finds the first line of a table that is meant.
func lookup[T any](table []T, meant func(T) bool) (line T, ok bool) {
	if i := slices.IndexFunc(table, meant); i >= 0 {
		return table[i], true
	}
	return line, false
}

var codes = [...]CodeEntry{
	{Uncited, Error, "The claim has no citation and no (Derived) marker, so nothing says why it should be believed.",
		"Cite a stored passage after the sentence, mark it (Derived) and cite its premises, or move it out of the permanent notes."},
	{DanglingCitation, Error, "The citation points into a source that is held here, at a passage, file or footnote that is not there.",
		"Correct the name, or cite another passage; `assay search` finds stored passages by their words."},
	{ChangedEvidence, Error, "The cited passage no longer hashes to its id, or the stored passages of its source are not those that the ledger says were ingested: the stored text was edited.",
		"Evidence is never changed in place: restore the file from git, or ingest the source again and cite the new passage."},
	{ValueMismatch, Error, "The cited passage gives another number, date, unit or name for what the claim says.",
		"The message has both values; correct the claim, or cite a passage that says what the claim says."},
	{Contradicted, Error, "The cited passage says the opposite: one of the two denies what the other says, or draws the limit elsewhere.",
		"Read the quote; correct the claim, or cite another passage."},
	{Unsupported, Error, "The cited passage is about something else: what it shares with the claim is below `synthesis.reject_below`.",
		"The citation is likely to the wrong file; `assay search` may find the right one."},
	{Conflict, Error, "The claim contradicts a claim of a permanent note.",
		"Update the older claim, narrow one of the two, or say under which conditions each holds; until then neither can be relied on."},
	{WeakEvidence, Warning, "The cited passage bears on the claim, but supports it less surely than `synthesis.min_similarity_threshold` asks.",
		"Often one clause goes further than the source: the message names the words that the source never uses. Cut the clause, cite a second passage, or, having read the source, `assay attest` the claim."},
	{ValueMissing, Warning, "The claim has a number, date or name that the cited passage does not give.",
		"Cite the passage that has it, or take it out of the claim."},
	{Misquoted, Warning, "The claim puts words between quotation marks that are not in the cited text.",
		"Quote the source's own words, or drop the quotation marks."},
	{UnverifiedInference, Warning, "The claim is marked (Derived), and the premises it cites are not all verified, or do not support it together.",
		"Cite premises that hold; an inference is no stronger than what it is drawn from."},
	{CircularCitation, Warning, "The cited text is the note itself, a copy of a note of this vault, or what was written from one, and so no witness.",
		"Cite the original that the text came from; if the note was copied from the text and not the text from the note, `assay attest` the claim or say it in words of your own."},
	{RejectedClaim, Warning, "A person read the claim and its evidence and said that it does not hold; the message has the reason. It keeps its tier, is promoted by nobody, and is not asked about again.",
		"Correct the claim or take it out: the rejection lapses when the claim or its evidence changes, and `assay attest --revoke` takes it back."},
	{StaleEvidence, Warning, "The claim is supported, by evidence retrieved longer ago than the policy's freshness threshold, or on a page whose `stale_after` is over.",
		"Look at the source again; if it still says so, ingesting it anew makes the claim fresh, or a later day in `stale_after`."},
	{DriftedEvidence, Warning, "The page has changed since the cited passage was stored, and its new text no longer says this, or says it in other words.",
		"Read the new text, then cite a passage of it."},
	{UnmarkedInference, Note, "No cited passage alone says this, but several together do: it is an inference that is not marked as one.",
		"Put (Derived) after the sentence."},
	{SourceNotHeld, Warning, "The claim cites a source whose text is not stored here, so there is nothing to check it against.",
		"That is no verdict on the claim. Save a page in the vault with `url:` in its frontmatter or `Source: URL` over its first section, or `assay source propose` a file or folder, and the claim is graded."},
	{StubSource, Warning, "The cited file is a stub: a redirect, a notice, or empty, with no text that could support anything.",
		"Replace it by the original, or cite another source."},
	{GeneratedSource, Warning, "The cited page was itself generated and no original behind it is held, so it is no evidence.",
		"Cite the original that the page was made from."},
	{SubmoduleMissing, Warning, "The cited files are in a git submodule that is not checked out here.",
		"Run `git submodule update --init` and check again."},
	{AmbiguousCitation, Warning, "Several files answer to the name that the citation uses, and they say different things.",
		"Write more of the path, so that one file is meant."},
	{MalformedCitation, Warning, "A citation marker cannot be read: no closing bracket, a placeholder from a template, or a footnote that is never defined.",
		"Write [^chk-…], or a footnote whose definition has a link, a path or a URL."},
	{TooLarge, Warning, "The sentence, or the text that it cites, is longer or nested deeper than a judge reads, so it has no verdict.",
		"Split the sentence, or store the text in parts and cite the part."},
	{DeniedSource, Warning, "The claim cites a domain that `safety.denied_domains` shuts out. A denied source is no evidence.",
		"Cite another source, or have a person take the domain off the list."},
	{OtherLanguage, Warning, "The claim is in another language than its source, and no number of it is missing there. The built-in judge compares words, so it cannot say whether the source supports it.",
		"Read the source, cite one in the language of the note too, or let `judge.use` name a model that reads both."},
	{UnadmittedSource, Warning, "The cited text is no evidence: nobody ingested it, or its source is in a state on the ledger (rejected, failed, not verified yet) in which a claim may not rest on it. The message names the state.",
		"`assay build` ingests what `vault.evidence` lists and audits what was read; `assay source propose` asks for other sources. For a rejected source cite another one, or propose it anew."},
	{Unjudged, Warning, "No judge has answered for this claim yet, so it has no tier.",
		"Run `assay build`; if it stays so, `assay doctor` says what is wrong with the judge."},
	{RangeOff, Note, "The claim holds, but its evidence is not in the lines that the citation names.",
		"Line numbers shift easily; correct them, or cite the heading or the passage."},
	{PageCitation, Note, "Claims hold by a list of several sources for the whole page, so that a reader cannot see which of them says it. The message says which does.",
		"Cite it where the claim stands."},
	{FoundElsewhere, Note, "The cited text does not have the claim, and another file that the vault holds has most of its words.",
		"Read the quote: cite that file if it says what the claim says, and correct the claim if it says otherwise."},
	{SingleWitness, Warning, "The claim holds, but rests on fewer independent sources than `vault.witnesses` or `vault.witnesses_by` asks for; copies, mirrors and pages of one site count once, and what quotes this vault not at all.",
		"Cite another source that says the same; until then a draft with the claim is not promoted."},
	{UnpromotedNote, Error, "The note lies among the permanent ones and came by none of the gates: the ledger has neither its promotion nor a person's word for it. A warning where `promotion.direct` is not set and no note of the vault was promoted yet.",
		"Move it to the drafts and promote it, let a person vouch for notes as they stand with `assay attest --reason … FOLDER`, or set `promotion.direct: allow` where people write straight into the wiki; `assay adopt` does so."},
	{MissingProvenance, Error, "A promoted note has lost its provenance block, the four provenance_ keys in its frontmatter.",
		"Restore them from git, or demote the note and promote it again."},
	{InvalidProvenance, Error, "The note's provenance block cannot be read, or names other passages than the note cites.",
		"Run `assay build`, which writes it anew from the citations, or restore it from git."},
	{UnresolvedLink, Note, "A link leads to a note that is not there: something the vault wants and does not hold.",
		"Write the note, correct the link, or let `assay draft` write a first version from the evidence."},
	{MissingHeading, Warning, "The linked note is there and has no such heading.",
		"Correct the link, or restore the heading; Obsidian opens the note at its top."},
	{MissingBlock, Warning, "The linked note is there and has no block with this id.",
		"Correct the link, or put the ^id back at the end of the block."},
	{MissingAttachment, Warning, "An embedded or linked file is not in the vault.",
		"Add the file, or correct its name."},
	{ProvisionalPage, Note, "The page says by `status` that it is a draft, or deprecated. Without a policy what is found in it is a warning at most; with one the folder says what is a draft, and it is judged as others are.",
		"Take the line out when the page is finished, or link to what took its place."},
	{BrokenFrontmatter, Warning, "The frontmatter is not valid YAML, so what it says of tags, sources and provenance could not be read.",
		"The note's text is read all the same. Correct the line; tabs and unquoted `: ` are the commonest causes."},
	{OddText, Warning, "The file has text that readers will take differently than it was meant, such as bytes that are not UTF-8 or a block that is never closed.",
		"Correct it there; the rest of the note is read all the same."},
	{BrokenSkill, Warning, "The vault's own description of a source (`skills/NAME/SKILL.md`) cannot be read, and `search.live` goes on without it.",
		"Correct what the message names; docs/research.md has the keys of a source."},
	{UnreadableFile, Warning, "A file could not be read, so nothing in it was looked at: no permission, a link that goes in circles or leaves the vault, or a name that not every system can hold.",
		"Mend the permission, the link or the name; everything else was checked."},
	{FileNameCollision, Warning, "Two files have names that differ only in case or in the form of their accents. They are one file on macOS and Windows, and a link means either.",
		"Rename one of the two."},
	{DamagedLedger, Error, "A line of the ledger was changed, removed or cannot be read, so the record of who ingested, approved and promoted what is not whole.",
		"Restore ledger.jsonl from git; `assay ledger verify` names each line."},
	{DamagedSource, Warning, "A stored source cannot be read as it was written: its source.yaml or a page file was edited or lost.",
		"Restore it from git, or ingest the source again."},
	{UnrecordedSource, Error, "A note's provenance block, or a stored source, names a source of which the ledger has no record, as when lines were cut from the ledger's end, or a folder was laid among the sources by hand.",
		"Restore ledger.jsonl from git; a source comes in by `assay source propose`."},
	{ShortenedLedger, Error, "The change takes events out of the ledger, or changes them, which the commit before has. The ledger only grows: what somebody decided stays on record.",
		"Restore ledger.jsonl from git and run `assay build`; a decision is taken back by another one, such as `assay attest --revoke`."},
	{UnsignedDecision, Error, "Policy asks for signatures (`safety.require_signatures`), and a decision of a person has none that holds: no signature, a key that is not among the allowed signers of this machine's user, or another event than was signed.",
		"Who decided runs `assay ledger sign`. Whose keys count stands in `assay/allowed_signers` of the user's configuration folder."},
	{LoweredBar, Error, "The change lowers the bar that its own claims are held to: policy, baseline, ignore filters, a generated mark, the calibration or recorded answers of a judge. Claims are judged by the bar as it was.",
		"Take it out of the change, or have a person accept it: `assay check --staged --accept-policy` shows it and writes to the ledger that it is accepted. `safety.require_hitl_for_bar_changes: false` has it told only."},
}
