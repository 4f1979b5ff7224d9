package provenance

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/vault"
	"assay/vault/markdown"
)

// An Attestation is a person's word for a claim or against it, bound to the claim as
// it read and to the evidence as it was.
type Attestation struct {
	Rejects bool // the word is against the claim
	Reason  string
}

// ClaimHash binds an attestation to a claim's words.
func ClaimHash(c markdown.Claim) vault.Hash { return vault.HashText([]byte(c.Text)) }

// EvidenceHash binds an attestation to evidence: the passages' sources and
// normalised texts, in any order, duplicates once. It is not zero without evidence.
func EvidenceHash(evidence []Evidence) vault.Hash {
	sums := make([]string, 0, len(evidence))
	for _, e := range evidence {
		one := sha256.Sum256([]byte(string(e.Source) + "\n" + NormalizeText(e.Text)))
		sums = append(sums, string(one[:]))
	}
	slices.Sort(sums)
	h := sha256.New()
	for _, s := range slices.Compact(sums) {
		h.Write([]byte(s))
	}
	var out vault.Hash
	h.Sum(out[:0])
	return out
}

// NewWord is the event that records a person's word for a claim (KindAttested) or against it
// (KindClaimRejected). The caller sets Time and Role and appends it.
func NewWord(kind string, c markdown.Claim, evidence []Evidence, note, reason, by string) Event {
	return Event{Actor: by, Kind: kind, Subject: string(c.ID), Data: map[string]any{
		"claim": ClaimHash(c).String(), "evidence": EvidenceHash(evidence).String(), "note": note, "reason": reason}}
}

// Attestation is what a person said of a claim last, for it or against it, and that still
// holds: of this claim as it reads and this evidence as it is. A revocation ends every
// word on the claim that its writer had seen and every concurrent one; a later word
// counts again. Of concurrent words the one against the claim wins.
func (l *Ledger) Attestation(c markdown.Claim, evidence []Evidence) (word Attestation, ok bool) {
	about := l.touching[string(c.ID)]
	if len(about) == 0 {
		return Attestation{}, false
	}
	text, held := ClaimHash(c), EvidenceHash(evidence)
	var revoked []int
	for _, at := range about {
		if l.entries[at].Kind == KindAttestationRevoked && mayAttest(l.entries[at].Event) == nil && !l.IsAside(l.entries[at].ID) {
			revoked = append(revoked, at)
		}
	}
	last := -1
	for i := len(about) - 1; i >= 0; i-- {
		at := about[i]
		rejects := l.entries[at].Kind == KindClaimRejected
		if !rejects && l.entries[at].Kind != KindAttested || mayAttest(l.entries[at].Event) != nil || l.IsAside(l.entries[at].ID) {
			continue
		}
		if slices.ContainsFunc(revoked, func(r int) bool { return !l.before(r, at) }) {
			continue
		}
		e := l.event(at)
		if e.Text("claim") != text.String() || e.Text("evidence") != held.String() {
			continue
		}
		if last >= 0 && (!rejects || word.Rejects || l.before(at, last)) {
			continue
		}
		last = at
		word = Attestation{Rejects: rejects, Reason: e.Text("reason")}
	}
	return word, last >= 0
}

// mayAttest holds that only a person can speak for a claim or against it, and take that or a
// settlement back.
func mayAttest(e Event) error {
	if KindOfActor(e.Actor) != Person {
		return fmt.Errorf("record %s: %s is not a person", e.Kind, e.Actor)
	}
	return nil
}

// An Answer is what a judge that is not deterministic said of one claim and one text.
// It is recorded, so that who has the record gets the same tiers and asks nobody.
type Answer struct {
	AnswerKey
	Stance Stance    `json:"stance"`
	Score  float64   `json:"score"` // as the judge gave it, 0 to 1, before any calibration
	At     time.Time `json:"time"`
	Tokens int       `json:"tokens,omitempty"` // that it cost, where the judge says so
}

// An AnswerKey names a question and who was asked: the words, not where they stand.
type AnswerKey struct {
	Claim    string `json:"claim"`    // 64 hex digits: SHA-256 of the claim's words
	Evidence string `json:"evidence"` // 64 hex digits: SHA-256 of the text shown and of what stands around it
	Judge    string `json:"judge"`    // such as http/qwen2.5:7b
	Version  string `json:"version"`  // of the judge: another one is another judge
}

// NewAnswerKey names the question whether a text, under the given headings, supports
// a claim.
func NewAnswerKey(claim, text string, around []string, judge, version string) AnswerKey {
	return AnswerKey{Claim: hashParts(claim), Evidence: hashParts(append([]string{text}, around...)...), Judge: judge, Version: version}
}

// hashParts hashes texts with their lengths, so that ("ab", "c") and ("a", "bc") differ.
func hashParts(parts ...string) string {
	e := &bytes.Buffer{}
	for _, p := range parts {
		b, _ := json.Marshal(p) // a string never fails, and ends itself
		e.Write(b)
	}
	return vault.Hash(sha256.Sum256(e.Bytes())).String()
}

// Kinds of problem with a file of answers.
const (
	ProblemAnswerTorn   = "answers-torn"   // the last line is incomplete
	ProblemAnswerSyntax = "answers-syntax" // a line that is no answer
	ProblemAnswerHash   = "answers-hash"   // a line that was changed after it was written
	ProblemAnswerMerge  = "answers-merge"  // a conflict marker that git left
)

var answerProblems = map[string]string{
	ProblemAnswerTorn:   "the last answer is incomplete, as after a crash while it was written; it counts for nothing",
	ProblemAnswerSyntax: "this line is no answer of a judge; it counts for nothing",
	ProblemAnswerHash:   "this answer does not hash to its id: it was changed after it was written; it counts for nothing",
	ProblemAnswerMerge:  "git left a conflict marker; the answers of both sides are read",
}

// Answers are the recorded answers of judges. The order of lines means nothing.
type Answers struct {
	byKey    map[AnswerKey]kept
	problems []vault.Problem
	unclosed bool
}

// kept is an answer with its line, which orders and names it.
type kept struct {
	Answer
	line string
}

// ReadAnswers reads a file of answers, a line each. It never fails: what is no intact
// line is set aside and is one of Problems.
func ReadAnswers(text []byte) *Answers {
	a := &Answers{byKey: map[AnswerKey]kept{}}
	for from, line := range recordLines(string(text), &a.unclosed) {
		answer, kind := readAnswer(line)
		if kind != "" {
			if kind == ProblemAnswerSyntax && a.unclosed {
				kind = ProblemAnswerTorn
			}
			a.problems = append(a.problems, vault.Problem{Kind: kind, Start: from, End: from + len(line), Text: answerProblems[kind]})
			continue
		}
		a.Add(answer)
	}
	return a
}

// Add takes an answer in. Of two to one question, as two branches may bring, the
// stricter counts, so that which was read first does not matter.
func (a *Answers) Add(answer Answer) {
	k := kept{answer, string(answer.Line())}
	if old, ok := a.byKey[k.AnswerKey]; ok && !stricter(k, old) {
		return
	}
	a.byKey[k.AnswerKey] = k
}

// stricter reports that x says less for the claim than y. Ties end with the lines.
func stricter(x, y kept) bool {
	if x.Score != y.Score {
		return x.Score < y.Score
	}
	if x.Stance != y.Stance {
		return x.Stance == Contradicts || y.Stance == Supports
	}
	return x.line < y.line
}

// Find is the answer to a question, if there is one.
func (a *Answers) Find(k AnswerKey) (Answer, bool) {
	if a == nil {
		return Answer{}, false
	}
	found, ok := a.byKey[k]
	return found.Answer, ok
}

// Len is the number of questions that are answered.
func (a *Answers) Len() int { return len(a.byKey) }

// Unclosed reports a file whose last line has no end: what is added begins with one.
func (a *Answers) Unclosed() bool { return a.unclosed }

// Problems are the lines that were set aside.
func (a *Answers) Problems() []vault.Problem { return slices.Clone(a.problems) }

// All are the answers, by their lines.
func (a *Answers) All() []Answer {
	sorted := slices.SortedFunc(maps.Values(a.byKey), func(x, y kept) int { return strings.Compare(x.line, y.line) })
	out := make([]Answer, len(sorted))
	for i, k := range sorted {
		out[i] = k.Answer
	}
	return out
}

// Of are the answers of one judge: how many there are, and a name for all of them
// together, in whatever order they came.
func (a *Answers) Of(judge, version string) (n int, digest string) {
	var all [sha256.Size]byte
	for _, k := range a.byKey {
		if k.Judge != judge || k.Version != version {
			continue
		}
		n++
		for i, b := range sha256.Sum256([]byte(k.line)) {
			all[i] ^= b
		}
	}
	return n, encodeID(all[:], idChars)
}

// CountAnswers is how many lines of a file are of one judge, whole or not: for those who
// only tell the number, and should not read every line for it.
func CountAnswers(text []byte, judge, version string) int {
	line := Answer{AnswerKey: AnswerKey{Judge: judge, Version: version}}.Line()
	_, rest, ok := bytes.Cut(line, []byte(`"judge":`))
	name, _, ok2 := bytes.Cut(rest, []byte(`,"stance":`))
	if !ok || !ok2 {
		return 0
	}
	return bytes.Count(text, append([]byte(`"judge":`), name...))
}

// Clone is a copy that others do not see change.
func (a *Answers) Clone() *Answers {
	c := *a
	c.byKey = maps.Clone(a.byKey)
	return &c
}

// answerLine is an answer as it is written.
type answerLine struct {
	ID string `json:"id"`
	Answer
}

const answerPrefix = "an_"

// Line is the answer as a line of the file, its end left out.
func (a Answer) Line() []byte {
	a.At = a.At.UTC().Truncate(time.Second)
	return encodeJSON(answerLine{a.id(), a}) // nil for a score that is no number; readAnswer and the judges let none in
}

func (a Answer) id() string {
	sum := sha256.Sum256(encodeJSON(answerLine{Answer: a}))
	return answerPrefix + encodeID(sum[:], eventChars)
}

// maxAnswerLine in bytes: a line is some 400, and one that is far longer was not
// written by us.
const maxAnswerLine = 4 << 10

func readAnswer(line string) (Answer, string) {
	if isConflictMarker(line) {
		return Answer{}, ProblemAnswerMerge
	}
	var l answerLine
	if len(line) > maxAnswerLine {
		return Answer{}, ProblemAnswerSyntax
	}
	dec := json.NewDecoder(strings.NewReader(line))
	dec.DisallowUnknownFields()
	if dec.Decode(&l) != nil || dec.More() || l.ID == "" {
		return Answer{}, ProblemAnswerSyntax
	}
	if !isHash(l.Claim) || !isHash(l.Evidence) || l.Judge == "" || !(l.Score >= 0 && l.Score <= 1) { // not NaN either
		return Answer{}, ProblemAnswerSyntax
	}
	if l.Answer.id() != l.ID {
		return Answer{}, ProblemAnswerHash
	}
	return l.Answer, ""
}

func isHash(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }
