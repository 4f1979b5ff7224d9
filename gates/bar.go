package gates

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"assay/text"
)

// A Lowering is a way in which a change makes the gate let through more than before, or
// otherwise than a person knows of. A person accepts each by its ID, which names what the
// bar would be, so that no acceptance covers more than was shown.
type Lowering struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"` // policy, baseline, ignored, generated, calibration, answers, evidence
	File     string `json:"file"`
	Text     string `json:"text"`                  // what it lowers, as a sentence without its subject
	Accepted string `json:"accepted_by,omitempty"` // the person who accepted it in the same change
}

// The kinds of Lowering.
const (
	LowersPolicy      = "policy"
	LowersBaseline    = "baseline"
	LowersIgnored     = "ignored"
	LowersGenerated   = "generated"
	LowersCalibration = "calibration"
	LowersAnswers     = "answers"
	LowersEvidence    = "evidence"
)

// NewLowering names a lowering by what would hold from then on.
func NewLowering(kind, file, text string, now ...string) Lowering {
	sum := sha256.Sum256([]byte(strings.Join(append([]string{kind, file}, now...), "\x00")))
	return Lowering{ID: hex.EncodeToString(sum[:8]), Kind: kind, File: file, Text: text}
}

// DigestOf names several lowerings; "" for none.
func DigestOf(list []Lowering) string {
	if len(list) == 0 {
		return ""
	}
	ids := make([]string, len(list))
	for i, l := range list {
		ids[i] = l.ID
	}
	slices.Sort(ids)
	return NewLowering("all", "", "", ids...).ID
}

// Diagnostic tells it to the author.
func (l Lowering) Diagnostic(severity Severity, hint string) Diagnostic {
	d := Diagnostic{Code: LoweredBar, Severity: severity, Message: "the change lowers the gate: " + l.Text, Hint: hint}
	d.Span.File = l.File
	return d
}

// A direction says which change of a key lets no more through than before.
type direction func(was, now reflect.Value) bool

func up(was, now reflect.Value) bool   { return number(now) >= number(was) }
func down(was, now reflect.Value) bool { return number(now) <= number(was) }
func on(_, now reflect.Value) bool     { return now.Bool() }
func more(was, now reflect.Value) bool { return holds(now, was) }
func less(was, now reflect.Value) bool { return holds(was, now) }
func free(_, _ reflect.Value) bool     { return true }

func to(strict string) direction {
	return func(_, now reflect.Value) bool { return now.String() == strict }
}

// strictest is the direction of a key whose values are listed with the strictest last.
func strictest(values ...string) direction {
	return func(was, now reflect.Value) bool {
		return slices.Index(values, now.String()) >= slices.Index(values, was.String())
	}
}

func number(v reflect.Value) float64 {
	if v.CanInt() {
		return float64(v.Int())
	}
	return v.Float()
}

func holds(all, some reflect.Value) bool {
	list, _ := all.Interface().([]string)
	part, _ := some.Interface().([]string)
	return !slices.ContainsFunc(part, func(s string) bool { return !slices.Contains(list, s) })
}

// directions of keys, or of a section as a whole. A key that is not among them lowers the
// bar whenever it changes: it is safer to ask once too often.
var directions = map[string]direction{
	"quotas": free, "crawl": free, "search": free, "agents": free, "embedding": free, "store": free,
	"safety.denied_domains": more, "safety.approved_domains": less,
	"safety.require_hitl_for_costs_over": down, "safety.require_hitl_for_new_domain": on,
	"safety.require_hitl_for_bar_changes": on, "safety.require_signatures": on,
	"synthesis.freshness_threshold_days": down, "synthesis.min_similarity_threshold": up,
	"synthesis.reject_below": up, "synthesis.require_provenance_block": on,
	"vault.evidence": less, "vault.exclude": less, "vault.ungraded": less, "vault.exempt_sections": less,
	"vault.min_note_words": free, "vault.witnesses": up, "vault.published": more, "vault.lists.files": more,
	"judge.timeout": free, "judge.key_env": free,
	"promotion.high_stakes_tags": more,
	"promotion.mode":             to("review"),
	"gates.uncited":              strictest(UncitedCount, UncitedWarn, UncitedError),
	"promotion.direct":           strictest("allow", "tell", "refuse"),
	"synthesis.evidence_state":   to("verified"),
}

// ComparePolicies lists what of a new policy lowers the bar of an old one, and gives the
// bar that holds until a person accepts it: the new policy, with the old values of those
// keys. A vault that had no policy had no bar. accepted reports what a person accepted.
func ComparePolicies(was, now Policy, accepted func(id string) bool) (lower []Lowering, bar Policy) {
	switch {
	case was.IsGuest():
		return nil, now
	case now.IsGuest():
		l := NewLowering(LowersPolicy, PolicyFile, PolicyFile+" is gone, so nothing is required of the vault any more", "gone")
		if accepted(l.ID) {
			return []Lowering{l}, now
		}
		return []Lowering{l}, was
	}
	bar = now
	compareKeys("", reflect.ValueOf(was), reflect.ValueOf(now), reflect.ValueOf(&bar).Elem(), func(key string, a, b reflect.Value) bool {
		l := NewLowering(LowersPolicy, PolicyFile, fmt.Sprintf("`%s` %s", key, differs(a, b)), key, shown(b))
		lower = append(lower, l)
		return accepted(l.ID)
	})
	slices.SortFunc(lower, func(a, b Lowering) int { return cmp.Compare(a.Text, b.Text) })
	return lower, bar
}

// compareKeys walks two policies key by key, and puts back into bar what is lowered and
// not accepted.
func compareKeys(section string, was, now, bar reflect.Value, lowered func(key string, was, now reflect.Value) bool) {
	for i := range was.NumField() {
		key := keyOf(was.Type().Field(i).Name)
		if section != "" {
			key = section + "." + key
		}
		a, b := was.Field(i), now.Field(i)
		allowed, known := directions[key]
		switch {
		case reflect.DeepEqual(a.Interface(), b.Interface()), known && allowed(a, b):
		case !known && a.Kind() == reflect.Struct:
			compareKeys(key, a, b, bar.Field(i), lowered)
		case !lowered(key, a, b):
			bar.Field(i).Set(a)
		}
	}
}

// keyOf is the key of a policy file for a field: RequireHITLForNewDomain is
// require_hitl_for_new_domain.
func keyOf(field string) string {
	var b strings.Builder
	runes := []rune(field)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// differs says how a value changed; of a list, what was added and taken away.
func differs(was, now reflect.Value) string {
	old, isList := was.Interface().([]string)
	list, _ := now.Interface().([]string)
	if !isList {
		return "from " + shown(was) + " to " + shown(now)
	}
	var parts []string
	if added := without(list, old); len(added) > 0 {
		parts = append(parts, "gains "+inQuotes(added))
	}
	if gone := without(old, list); len(gone) > 0 {
		parts = append(parts, "loses "+inQuotes(gone))
	}
	return strings.Join(parts, " and ")
}

func inQuotes(list []string) string {
	for i, s := range list {
		list[i] = fmt.Sprintf("%q", text.Clip(s, 60))
	}
	return strings.Join(list, ", ")
}

func shown(v reflect.Value) string {
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return fmt.Sprint(v.Interface())
	}
	return string(text)
}

// CompareBaselines lists what a new baseline lets be that an old one did not, and gives the
// one that holds until a person accepts it.
func CompareBaselines(file string, was, now *Baseline, accepted func(id string) bool) (lower []Lowering, bar *Baseline) {
	if now == nil {
		return nil, nil
	}
	old := map[knownKey]Known{}
	if was != nil {
		for _, k := range was.Entries {
			old[k.key()] = k
		}
	}
	bar = &Baseline{}
	for _, k := range now.Entries {
		before, had := old[k.key()]
		if had && k.Until <= before.Until && k.count() <= before.count() {
			bar.Entries = append(bar.Entries, k)
			continue
		}
		says := fmt.Sprintf("`%s` of %s is let be until %s", k.Code, k.Note, k.Until)
		if k.Text != "" {
			says += fmt.Sprintf(" (%q)", text.Clip(k.Text, 60))
		}
		l := NewLowering(LowersBaseline, file, says, string(k.Code), k.Note, string(k.Claim), k.Words, fmt.Sprint(k.count()), string(k.Until))
		lower = append(lower, l)
		switch {
		case accepted(l.ID):
			bar.Entries = append(bar.Entries, k)
		case had:
			k.Until, k.Count = min(k.Until, before.Until), min(k.count(), before.count())
			bar.Entries = append(bar.Entries, k)
		}
	}
	return lower, bar
}
