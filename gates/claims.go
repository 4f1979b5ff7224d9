package gates

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"assay/gates/judge"
	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// claimSeverity is how loudly a grade is said in a permanent note. The tier alone
// decides; see also [Area].
func claimSeverity(t provenance.Tier) Severity {
	switch t {
	case provenance.T0, provenance.T4:
		return Error
	case provenance.T2:
		return Note
	default:
		return Warning
	}
}

// checkClaim says what there is to say of one graded claim: its grade unless it
// holds, and what is odd about how it holds.
func checkClaim(path string, c markdown.Claim, v provenance.Verdict, p Policy) (ds []Diagnostic) {
	d := Diagnostic{
		Span: vault.Span{File: path, Start: c.Start, End: c.End}, Claim: c.ID,
		Graded: true, Tier: v.Tier, Severity: claimSeverity(v.Tier),
	}
	if v.Rejected != "" && v.Tier != provenance.T0 && v.Tier != provenance.T4 {
		return append(ds, rejected(d, v)) // the last word on it; why it was weak is history
	}
	switch v.Tier {
	case provenance.T5:
	case provenance.T0:
		ds = append(ds, fabricated(d, c, v, p))
	case provenance.T4:
		ds = append(ds, conflicting(d, v))
	case provenance.T1:
		if v.Attested == "" { // a person has read it and said so
			ds = append(ds, weak(d, c, v, p))
		}
	case provenance.T3:
		ds = append(ds, stale(d, v, p))
	case provenance.T2:
		d.Code, d.Message = UnmarkedInference, "the cited passages support this together and none of them alone"
		d.Hint = "put (Derived) after the sentence"
		d.Fix = &Fix{Title: "mark it (Derived)", Edits: []Edit{{Span: vault.Span{File: path, Start: c.End, End: c.End}, Text: " (Derived)"}}}
		ds = append(ds, d)
	default:
		ds = append(ds, unchecked(d, v, p)...)
	}
	return append(ds, remarks(path, c, v, p)...)
}

// fabricated explains T0.
func fabricated(d Diagnostic, c markdown.Claim, v provenance.Verdict, p Policy) Diagnostic {
	d.Code, d.Message = Unsupported, reason(v, "nothing that the claim cites supports it")
	d.Hint = p.orElse("cite a passage that says it", ": "+searchFor(c))
	if v.Best != nil {
		d.Related = quoted(*v.Best)
	}
	switch v.Rule {
	case provenance.RuleUncited:
		d.Code, d.Message = Uncited, "claim has no citation and no inference marker"
		if p.Gates.Uncited != UncitedError {
			d.Severity = Warning
		}
		d.Hint = "cite a passage after the sentence, or mark it (Derived) and cite its premises; " + searchFor(c)
	case provenance.RuleBroken:
		d.Code = ChangedEvidence
		d.Hint = "restore the file from git, or ingest the source again and cite the new passage"
		if at := find(v.Problems, provenance.Broken); at != nil {
			d.Message = changedPassage(*at)
			d.Related = place(at.Evidence, "")
		}
	case provenance.RuleDangling:
		d.Code = DanglingCitation
		if at := find(v.Problems, provenance.Dangling); at != nil {
			d.Message = citeName(at.Cite) + " leads to nothing" + because(at.Reason)
			d.Hint = meant(at.Candidates, p.orElse("correct it, or cite another passage", ": "+searchFor(c)))
		}
	case provenance.RuleValueMismatch, provenance.RuleContradicted:
		d.Code = Contradicted
		d.Hint = "read the quote, then correct the claim or cite another passage"
		if v.Rule == provenance.RuleValueMismatch {
			d.Code = ValueMismatch
		}
		if v.Best != nil && v.Best.Judgement.Mismatch != nil {
			m := *v.Best.Judgement.Mismatch
			d.Message, d.Hint = says(m, "its source"), "correct the claim, or cite a passage that says "+text.Clip(m.Claim, 40)
		}
		d.Related = append(d.Related, formerly(v, p)...)
	case provenance.RuleUnsupported:
		if v.Best != nil {
			d.Message = notInSource(v.Best.Judgement)
		}
	}
	return d
}

// formerly shows what the source said for the claim before it changed to what sinks it.
func formerly(v provenance.Verdict, p Policy) []Related {
	for _, q := range v.Passages {
		e, j := q.Evidence, q.Judgement
		if v.Best == nil || !e.Superseded || e.Source != v.Best.Evidence.Source || j.Mismatch != nil || j.Score < p.Synthesis.MinSimilarityThreshold {
			continue
		}
		was := quoted(q)
		for i := range was {
			was[i].Message = "before the page changed it said " + was[i].Message
		}
		return was
	}
	return nil
}

// conflicting explains T4.
func conflicting(d Diagnostic, v provenance.Verdict) Diagnostic {
	d.Code = Conflict
	with := v.Conflict
	if with == nil {
		d.Message = reason(v, "contradicts a claim of a permanent note")
		d.Hint = "correct one of the two, or say when each holds"
		return d
	}
	d.Message = fmt.Sprintf("contradicts a permanent note, %s", with.Note)
	if with.Mismatch != nil {
		d.Message = fmt.Sprintf("claim says %s, the permanent note %s says %s", text.Clip(with.Mismatch.Claim, 60), with.Note, text.Clip(with.Mismatch.Source, 60))
	}
	d.Hint = "correct one of the two, or say when, where or in which version each holds; `assay conflicts` proposes a way out"
	d.Related = []Related{{Span: with.Span, Quote: with.Text, Message: quote(with.Text)}}
	return d
}

// rejected tells of a claim that a person rejected, whatever its tier.
func rejected(d Diagnostic, v provenance.Verdict) Diagnostic {
	d.Code, d.Severity = RejectedClaim, Warning
	d.Message = "a person rejected this claim: " + text.Clip(strings.Join(strings.Fields(v.Rejected), " "), 160)
	d.Hint = "correct it or take it out; the rejection lapses when the claim or its evidence changes"
	if v.Best != nil {
		d.Related = quoted(*v.Best)
	}
	return d
}

// weak explains T1.
func weak(d Diagnostic, c markdown.Claim, v provenance.Verdict, p Policy) Diagnostic {
	attest := fmt.Sprintf("`assay attest %s --reason …`", c.ID)
	wants := "and policy asks for"
	d.Code, d.Message = WeakEvidence, reason(v, "its evidence is weak")
	d.Hint = "say less, cite a second passage, or, having read the source, " + attest
	if p.IsGuest() {
		d.Hint, wants = "say less, or cite a second passage", "wanted"
	}
	if v.Best != nil {
		d.Related = quoted(*v.Best)
	}
	switch v.Rule {
	case provenance.RuleCircular:
		d.Code = CircularCitation
		d.Hint = p.orElse("cite the original that the text came from", ", or "+attest+" that the note was copied from it, and not it from the note")
		if at := find(v.Problems, provenance.Circular); at != nil {
			d.Related = place(at.Evidence, "")
			name := citeName(at.Cite)
			d.Group = Group{Key: d.Span.File + "\x00" + at.Cite.Target, Many: "%s cite " + name + ", which is no witness of its own" + because(at.Reason)}
		}
	case provenance.RuleDerivedUnverified, provenance.RuleDerivedUnsupported:
		d.Code = UnverifiedInference
		d.Hint = p.orElse("cite premises that hold and carry it together", ", or "+attest)
	case provenance.RuleMissingValue:
		d.Code = ValueMissing
		d.Hint = "cite the passage that gives it, or take it out of the claim"
		switch {
		case v.Best == nil:
		case v.Best.Judgement.Mismatch != nil && v.Best.Judgement.Mismatch.Kind == "quotation":
			d.Code, d.Message = Misquoted, "the source does not have the words "+quote(v.Best.Judgement.Mismatch.Claim)+" that the citation quotes"
			d.Hint = "quote the source's own words, or take the quotation out"
		default:
			d.Message = "the source does not give " + list(v.Best.Judgement.Missing, 4, clip40)
		}
	case provenance.RuleWeak:
		if v.Best == nil {
			break
		}
		j := v.Best.Judgement
		switch {
		case j.Mismatch != nil && j.Mismatch.Kind == "quotation":
			d.Code, d.Message = Misquoted, "the source does not have the words "+quote(j.Mismatch.Claim)
			d.Hint = "quote the source's own words, or drop the quotation marks"
		case j.Rule == judge.RuleQuotation && len(j.Missing) > 0:
			d.Code, d.Message = Misquoted, "the source does not have the words "+list(j.Missing, 2, clip40)
			d.Hint = "quote the source's own words, or drop the quotation marks"
		case j.Mismatch != nil:
			d.Message = says(*j.Mismatch, "its source")
		case j.Rule == judge.RuleLanguage && len(j.Missing) > 0:
			d.Code, d.Message = ValueMissing, "the source, in another language, does not give "+list(j.Missing, 4, clip40)
			d.Hint = "cite the passage that gives it, or take it out of the claim"
		case j.Score < p.Synthesis.RejectBelow && v.Best.Cite.Scope == markdown.ScopeSection:
			d.Message = fmt.Sprintf("what is cited below it does not say this: support %s%s", score(j.Score), absent(j))
		case j.Score < p.Synthesis.MinSimilarityThreshold:
			d.Message = fmt.Sprintf("supported only in part: support %s, %s %s%s", score(j.Score), wants, score(p.Synthesis.MinSimilarityThreshold), absent(j))
		}
	}
	return d
}

// stale explains T3. What was retrieved on one day ages together and is one line.
func stale(d Diagnostic, v provenance.Verdict, p Policy) Diagnostic {
	d.Code, d.Message = StaleEvidence, reason(v, "its evidence is older than policy allows")
	// A local original that has not changed is not read again: its own date says when
	// a person last looked.
	d.Hint = "look at the source again; if it still says so, put the day into `retrieved:` of the original, then `assay build`"
	if v.Best == nil {
		return d
	}
	e := v.Best.Evidence
	d.Related = quoted(*v.Best)
	if v.Rule == provenance.RulePageStale {
		said, _ := strings.CutPrefix(v.Reason, "supported, but ")
		d.Message, d.Hint = said, "look whether it is still so, then put a later day into `stale_after:`"
		d.Group = Group{Key: said, Many: "%s hold; " + said}
		return d
	}
	switch {
	case e.Withdrawn && !e.Superseded:
		d.Code, d.Message = DriftedEvidence, "the page was withdrawn by its publisher after the cited passage was stored"
		d.Hint = "cite another source; `assay source show " + string(e.Source) + "` says since when"
		return d
	case e.Drifted || e.Superseded:
		d.Code, d.Message = DriftedEvidence, "the page has changed since the cited passage was stored"
		d.Hint = "read the new text and cite a passage of it"
		return d
	case e.Remote:
		d.Hint = "`assay source refresh " + string(e.Source) + "` asks whether it still says so"
	}
	longAgo := ", longer ago than policy allows"
	if p.IsGuest() {
		longAgo = fmt.Sprintf(", more than %d days ago", p.Synthesis.FreshnessThresholdDays)
		d.Hint = "look whether the source still says so"
	}
	if !e.Retrieved.IsZero() {
		day := e.Retrieved.UTC().Format("2006-01-02")
		d.Message = fmt.Sprintf("rests on evidence retrieved on %s"+longAgo, day)
		d.Group = Group{Key: day, Many: "%s rest on evidence retrieved on " + day + longAgo}
	}
	return d
}

// remarks are said of claims that hold.
func remarks(path string, c markdown.Claim, v provenance.Verdict, p Policy) (ds []Diagnostic) {
	if v.Tier != provenance.T5 && v.Tier != provenance.T3 {
		return nil
	}
	ds = append(ds, rangeOff(path, c, v)...)
	if b := v.Best; b != nil && p.Denied(b.Evidence.URL) != nil {
		host := HostOf(b.Evidence.URL)
		ds = append(ds, Diagnostic{
			Code: DeniedSource, Severity: Warning, Claim: c.ID, Span: vault.Span{File: path, Start: c.Start, End: c.End},
			Message: "rests on evidence from " + host + ", a domain that policy denies", Hint: "cite another source",
			Group: Group{Key: path + "\x00" + host, Many: "%s rest on evidence from " + host + ", a domain that policy denies"},
		})
	}
	for _, at := range v.Problems {
		if at.Status != provenance.Dangling && at.Status != provenance.Broken {
			continue
		}
		// Of a list for the whole note, an item that leads nowhere sinks no claim
		// that another carries; it is still wrong, and said once.
		name := citeName(at.Cite)
		ds = append(ds, Diagnostic{
			Code: DanglingCitation, Severity: Warning, Span: vault.Span{File: path, Start: at.Cite.Start, End: at.Cite.End},
			Message: name + " leads to nothing" + because(at.Reason), Hint: meant(at.Candidates, "correct it, or take it out"),
			Group: Group{Key: path + "\x00" + at.Cite.Target, Many: name + " leads to nothing" + because(at.Reason) + "; %s count on it"},
		})
	}
	return ds
}

// score rounds down, so that 0.779 never reads as the 0.78 it failed.
func score(f float64) string { return fmt.Sprintf("%.2f", math.Floor(f*100+1e-9)/100) }

func absent(j provenance.Judgement) string {
	if len(j.Absent) == 0 {
		return ""
	}
	return "; the source never uses " + list(telling(j.Absent), 4, quote)
}

// notInSource names the words that make the claim an invention, if any are known.
func notInSource(j provenance.Judgement) string {
	if j.Rule == provenance.RuleNowhere {
		once := func(s string) string { return quote(strings.Trim(s, "“”")) } // a quotation has its marks
		return "not in the source: the cited text has " + list(j.Missing, 4, once) + " nowhere"
	}
	if len(j.Absent) == 0 {
		return "not in the source: the cited text does not say this"
	}
	return "not in the source: the cited text never uses " + list(telling(j.Absent), 4, quote)
}

// telling leaves out single pairs of CJK characters where longer words are there to
// show: the text has no spaces, and a pair may be cut through two words.
func telling(words []string) []string {
	if longer := slices.DeleteFunc(slices.Clone(words), isPair); len(longer) > 0 {
		return longer
	}
	return words
}

func isPair(w string) bool {
	n := 0
	for _, r := range w {
		if n++; n > 2 || !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return false
		}
	}
	return true
}

// changedPassage names the file in which a passage was changed: an anchor says
// nothing to a reader. Its line is that of the related place.
func changedPassage(at provenance.Located) string {
	name := at.Evidence.Span.File
	if strings.Contains(at.Reason, provenance.NotAsIngested) {
		return at.Reason
	}
	if name == "" {
		return citeName(at.Cite) + " was edited after it was stored and no longer hashes to its id"
	}
	return "the cited passage of " + name + " was edited after it was stored and no longer hashes to its id"
}

func says(m provenance.Mismatch, who string) string {
	line := func(s string) string { return text.Clip(strings.Join(strings.Fields(s), " "), 60) }
	return fmt.Sprintf("claim says %s, %s says %s", line(m.Claim), who, line(m.Source))
}

func find(ls []provenance.Located, status provenance.LocateStatus) *provenance.Located {
	if i := slices.IndexFunc(ls, func(l provenance.Located) bool { return l.Status == status }); i >= 0 {
		return &ls[i]
	}
	return nil
}

// reason is the verdict's own sentence, where it has one.
func reason(v provenance.Verdict, otherwise string) string {
	if s := strings.TrimSuffix(strings.TrimSpace(v.Reason), "."); s != "" {
		return s
	}
	return otherwise
}

func lineRange(c markdown.Cite) string {
	if c.ToLine > c.FromLine {
		return fmt.Sprintf("%d–%d", c.FromLine, c.ToLine)
	}
	return fmt.Sprint(c.FromLine)
}

// rangeOff tells of a claim that holds, but not by the lines that its citation names.
// Line numbers are mostly off in wikis that have them; that is no reason to doubt the
// claim.
func rangeOff(path string, c markdown.Claim, v provenance.Verdict) (ds []Diagnostic) {
	b := v.Best
	if b == nil || b.OffRange == 0 {
		return nil
	}
	for _, q := range v.Passages { // the same file, cited by two ranges
		if q.Cite.FromLine > 0 && q.OffRange == 0 && q.Evidence.Span.File == b.Evidence.Span.File && q.Judgement.Score >= b.Judgement.Score {
			return nil
		}
	}
	return []Diagnostic{{
		Code: RangeOff, Severity: Note, Claim: c.ID, Graded: true, Tier: v.Tier,
		Span:    vault.Span{File: path, Start: b.Cite.Start, End: b.Cite.End},
		Message: fmt.Sprintf("the claim holds, but its evidence is at line %d of %s, not at line %s", b.OffRange, b.Evidence.Span.File, lineRange(b.Cite)),
		Hint:    "correct the line numbers",
		Related: quoted(*b),
		Fix:     renumber(path, b.Cite, b.OffRange),
	}}
}

// renumber puts the right line into a marker that holds one file and its lines and
// nothing else: ^[file.md:3-5], ^[file.md#L3-L5]. How it is written is told by how
// long it is.
func renumber(path string, c markdown.Cite, line int) *Fix {
	if c.Form != markdown.CiteCaretFile || c.FromLine == 0 {
		return nil
	}
	for _, form := range [...]struct{ lines, now string }{
		{fmt.Sprintf(":%d-%d", c.FromLine, c.ToLine), fmt.Sprintf(":%d", line)},
		{fmt.Sprintf(":%d", c.FromLine), fmt.Sprintf(":%d", line)},
		{fmt.Sprintf("#L%d-L%d", c.FromLine, c.ToLine), fmt.Sprintf("#L%d", line)},
		{fmt.Sprintf("#L%d", c.FromLine), fmt.Sprintf("#L%d", line)},
	} {
		if len("^["+c.Target+form.lines+"]") != c.End-c.Start || strings.Contains(c.Target, "%") {
			continue
		}
		end := c.End - len("]")
		return &Fix{Title: fmt.Sprintf("cite line %d", line), Edits: []Edit{{Span: vault.Span{File: path, Start: end - len(form.lines), End: end}, Text: form.now}}}
	}
	return nil
}

// Found is a place that a claim does not cite and that has most of its words.
type Found struct {
	Span  vault.Span
	Chunk provenance.ChunkID // of a stored passage; "" where it is a file
	Quote string
	Lacks []string // words of the claim that are not there
}

// offer names the stored passage that says what an uncited claim says, to be cited.
func offer(d *Diagnostic, e Found) {
	d.Hint = "read the quote; if it says so, cite it: put [^" + e.Chunk.Anchor() + "] after the sentence"
	if len(e.Lacks) > 0 {
		d.Hint = "read the quote, which has not " + list(telling(e.Lacks), 4, quote) + "; if it says so all the same, put [^" + e.Chunk.Anchor() + "] after the sentence"
	}
	d.Related = []Related{{Span: e.Span, Quote: e.Quote, Message: quote(text.Clip(e.Quote, 200))}}
}

// foundElsewhere offers it. The claim may have the wrong file, or the other file may
// tell it differently; a reader sees which.
func foundElsewhere(path string, c markdown.Claim, v provenance.Verdict, e Found) Diagnostic {
	has := " has its words"
	if len(e.Lacks) > 0 {
		has = " has its words, all but " + list(telling(e.Lacks), 4, quote)
	}
	not := "not in what the claim cites; "
	if v.Tier == provenance.Unchecked {
		not = "what the claim cites could not be read; "
	}
	return Diagnostic{
		Code: FoundElsewhere, Severity: Note, Claim: c.ID, Graded: true, Tier: v.Tier,
		Span:    vault.Span{File: path, Start: c.Start, End: c.End},
		Message: not + e.Span.File + has,
		Hint:    "read the quote; if it says so, cite " + e.Span.File,
		Related: []Related{{Span: e.Span, Quote: e.Quote, Message: quote(text.Clip(e.Quote, 200))}},
	}
}
