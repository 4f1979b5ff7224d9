package gates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/provenance"
)

// A Way is how a conflict ends.
type Way string

// The four ways out.
const (
	Update      Way = "update"      // one side is fresher or more authoritative: the other is superseded, not erased
	Narrow      Way = "narrow"      // the existing claim is too general: it gets a scope qualifier
	Parallelize Way = "parallelize" // both hold under different conditions, which both get
	Escalate    Way = "escalate"    // nothing decides, or the stakes are high: a person does
)

// Ways lists them.
func Ways() []Way { return []Way{Update, Narrow, Parallelize, Escalate} }

// A Side is one of two claims that cannot both hold, with what it rests on.
type Side struct {
	Text      string
	Quote     string // what its source says, "" where nothing is held
	Title     string // of the page, with its headings: where a source says for which version or place it speaks
	Class     provenance.Class
	Authority Authority // of its address; zero where it has none
	Published time.Time // zero where unknown
	Retrieved time.Time
}

// Dispute is what [Propose] decides on.
type Dispute struct {
	New, Existing Side
	Mismatch      *provenance.Mismatch // as the new claim sees it; nil where no value differs
	HighStakes    bool                 // a note of the two has a tag of promotion.high_stakes_tags
}

// A Proposal is a way out with its reason. It proposes; who decides is another matter.
type Proposal struct {
	Way    Way    `json:"way"`
	Rule   string `json:"rule"`           // which of the rules decided
	Reason string `json:"reason"`         // one sentence
	Keep   string `json:"keep,omitempty"` // update: new or existing, the side that stands
	// narrow, parallelize: "" where it stays as it is.
	When    string `json:"when,omitempty"`     // what the existing claim is to say first
	NewWhen string `json:"new_when,omitempty"` // what the new claim is to say first
}

// The sides of a conflict.
const (
	SideNew      = "new"
	SideExisting = "existing"
)

// Freshness below this is no reason: two retrievals in one month saw the same world.
const fresherBy = 30 * 24 * time.Hour

// wayRules are asked in this order, and the first that has an answer gives it. What
// both sources say of their own scope goes before who they are: two claims that each
// hold somewhere need no winner.
var wayRules = [...]struct {
	name string
	ask  func(*weighing) *Proposal
}{
	{"high-stakes", (*weighing).highStakes},
	{"conditions", (*weighing).conditions},
	{"succession", (*weighing).succession},
	{"scope", (*weighing).scope},
	{"standing", (*weighing).standing},
}

// Propose picks a way out of a dispute, by the first rule of wayRules that fits:
//
//	high-stakes  a note has a tag that policy leaves to people           escalate
//	conditions   each source names its own version, place, date, measure parallelize
//	succession   a source says that things changed, or of which date     update
//	scope        one source names a condition, the other none            narrow
//	standing     one is fresher or of a better class, and neither worse  update
//	             both ways, or neither                                   escalate
func Propose(d Dispute) Proposal {
	w := weigh(d)
	for _, r := range wayRules {
		if p := r.ask(w); p != nil {
			p.Rule = r.name
			return *p
		}
	}
	return Proposal{Way: Escalate, Rule: "standing", Reason: w.undecided()}
}

// weighing is a dispute with what was read out of it.
type weighing struct {
	Dispute
	newOnly, existingOnly []condition // what the one's words or source say and the other's do not
	newEra, existingEra   era
}

func weigh(d Dispute) *weighing {
	w := &weighing{Dispute: d}
	var mine, theirs string
	if d.Mismatch != nil {
		mine, theirs = d.Mismatch.Claim, d.Mismatch.Source
	}
	fresh := conditionsOf(d.New, mine, theirs)
	old := conditionsOf(d.Existing, mine, theirs)
	w.newOnly, w.existingOnly = lone(fresh, d.Existing, old), lone(old, d.New, fresh)
	w.newEra, w.existingEra = eraOf(d.New.Quote+" "+d.New.Text), eraOf(d.Existing.Quote+" "+d.Existing.Text)
	return w
}

func (w *weighing) highStakes() *Proposal {
	if !w.HighStakes {
		return nil
	}
	return &Proposal{Way: Escalate, Reason: "a note of the two has a tag that policy leaves to a person (promotion.high_stakes_tags)"}
}

func (w *weighing) conditions() *Proposal {
	for _, a := range w.newOnly {
		for _, b := range w.existingOnly {
			if a.kind != b.kind || a.snapshot || b.snapshot {
				continue // of two counts on two days the later one is the answer
			}
			return &Proposal{Way: Parallelize, NewWhen: w.when(w.New, a), When: w.when(w.Existing, b),
				Reason: fmt.Sprintf("both can hold: the new source speaks of %q, the existing one of %q (%s)", a.text, b.text, a.kind)}
		}
	}
	a, b := lasting(w.newOnly), lasting(w.existingOnly)
	if a == nil || b == nil || a.kind == onDate || b.kind == onDate {
		return nil
	}
	return &Proposal{Way: Parallelize, NewWhen: w.when(w.New, *a), When: w.when(w.Existing, *b),
		Reason: fmt.Sprintf("both can hold: the new source speaks of %q, the existing one of %q", a.text, b.text)}
}

// lasting is the first condition that is no date of a count.
func lasting(cs []condition) *condition {
	for i := range cs {
		if !cs[i].snapshot {
			return &cs[i]
		}
	}
	return nil
}

// when is what a claim has to say first, "" where it says so already.
func (w *weighing) when(s Side, c condition) string {
	if strings.Contains(fold(s.Text), c.key) {
		return ""
	}
	return c.text
}

func (w *weighing) succession() *Proposal {
	switch {
	case w.newEra.now && !w.existingEra.now && !w.newEra.past:
		return w.keep(SideNew, fmt.Sprintf("the new source says that things changed (%q)", w.newEra.word))
	case w.existingEra.now && !w.newEra.now && !w.existingEra.past:
		return w.keep(SideExisting, fmt.Sprintf("the existing source says that things changed (%q)", w.existingEra.word))
	case w.existingEra.past && !w.newEra.past:
		return w.keep(SideNew, fmt.Sprintf("the existing source speaks of the past (%q)", w.existingEra.word))
	case w.newEra.past && !w.existingEra.past:
		return w.keep(SideExisting, fmt.Sprintf("the new source speaks of the past (%q)", w.newEra.word))
	}
	if age := w.freshness(); age > 0 && len(w.existingOnly) == 0 && allOpen(w.newOnly) {
		return w.keep(SideNew, fmt.Sprintf("the new source is fresher and says since when it is so (%q)", w.newOnly[0].text))
	} else if age < 0 && len(w.newOnly) == 0 && allOpen(w.existingOnly) {
		return w.keep(SideExisting, fmt.Sprintf("the existing source is fresher and says since when it is so (%q)", w.existingOnly[0].text))
	}
	a, b := latestYear(w.newOnly), latestYear(w.existingOnly)
	switch {
	case a > b && b > 0:
		return w.keep(SideNew, fmt.Sprintf("the new source speaks of %d, the existing one of %d", a, b))
	case b > a && a > 0:
		return w.keep(SideExisting, fmt.Sprintf("the existing source speaks of %d, the new one of %d", b, a))
	}
	return nil
}

// allOpen reports conditions that all began and have no end.
func allOpen(cs []condition) bool {
	return len(cs) > 0 && !slices.ContainsFunc(cs, func(c condition) bool { return !c.open })
}

func (w *weighing) keep(side, reason string) *Proposal {
	return &Proposal{Way: Update, Keep: side, Reason: reason}
}

func (w *weighing) scope() *Proposal {
	a, b := lasting(w.newOnly), lasting(w.existingOnly)
	switch {
	case b != nil && a == nil:
		return &Proposal{Way: Narrow, When: w.when(w.Existing, *b),
			Reason: fmt.Sprintf("the existing claim is more general than its own source, which says it %q", b.text)}
	case a != nil && b == nil:
		return &Proposal{Way: Narrow, NewWhen: w.when(w.New, *a), When: "except " + a.text,
			Reason: fmt.Sprintf("the existing claim is too general: the new source says otherwise %q", a.text)}
	}
	return nil
}

func (w *weighing) standing() *Proposal {
	class, age := w.authority(), w.freshness()
	if class+age == 0 || class*age < 0 {
		return nil
	}
	side, better, worse := SideNew, w.New, w.Existing
	if class+age < 0 {
		side, better, worse = SideExisting, w.Existing, w.New
	}
	var why []string
	if class != 0 {
		why = append(why, fmt.Sprintf("more authoritative (%s against %s)", better.standingOf(worse), worse.standingOf(better)))
	}
	if age != 0 {
		a, b := dates(better, worse)
		why = append(why, fmt.Sprintf("fresher (%s against %s)", a.Format(time.DateOnly), b.Format(time.DateOnly)))
	}
	return w.keep(side, fmt.Sprintf("the %s evidence is %s", side, strings.Join(why, " and ")))
}

// authority is 1 where the new side's source is of a better class, -1 where the
// existing one's is, 0 where neither is. What sort of source it is says more than where
// it stands, so its address is asked only where classes are the same or not known.
func (w *weighing) authority() int {
	a, b := w.New.rank(), w.Existing.rank()
	switch {
	case a >= 0 && b >= 0 && a < b:
		return 1
	case a >= 0 && b >= 0 && a > b:
		return -1
	case w.New.Authority.Tier == 0 || w.Existing.Authority.Tier == 0:
		return 0
	}
	return cmp.Compare(w.Existing.Authority.Tier, w.New.Authority.Tier)
}

// rank is the place of a side's class, the most authoritative first; -1 where it is
// not known. A site on no list is called a reference for want of anything better.
func (s Side) rank() int {
	if s.Class == provenance.ClassReference && s.Authority.Tier == OtherSite {
		return -1
	}
	return slices.Index(provenance.Classes(), s.Class)
}

// standingOf says what a side's source counts as, beside the other's.
func (s Side) standingOf(other Side) string {
	if a, b := s.rank(), other.rank(); a >= 0 && b >= 0 && a != b || s.Authority.Tier == 0 || other.Authority.Tier == 0 {
		return string(s.Class)
	}
	return s.Authority.String()
}

func (w *weighing) freshness() int {
	a, b := dates(w.New, w.Existing)
	switch {
	case a.IsZero() || b.IsZero():
		return 0
	case a.Sub(b) >= fresherBy:
		return 1
	case b.Sub(a) >= fresherBy:
		return -1
	}
	return 0
}

// dates are when both sides were published, or else retrieved: an old page that was
// read yesterday is no fresher for it.
func dates(a, b Side) (time.Time, time.Time) {
	if !a.Published.IsZero() && !b.Published.IsZero() {
		return a.Published, b.Published
	}
	return a.Retrieved, b.Retrieved
}

func (w *weighing) undecided() string {
	if w.authority()*w.freshness() < 0 {
		return fmt.Sprintf("nothing decides: one source is fresher, the other more authoritative (new %s, existing %s)", w.New.standingOf(w.Existing), w.Existing.standingOf(w.New))
	}
	return "nothing decides: neither source is fresher or more authoritative, and neither names a condition"
}
