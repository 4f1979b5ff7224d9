package gates

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// policyOf reads a policy of a test.
func policyOf(t *testing.T, text string) Policy {
	t.Helper()
	p, err := ParsePolicy(PolicyFile, []byte("version: 1.0\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func nobody(string) bool { return false }

// What lowers a bar is told, what raises it is nobody's business, and until it is accepted
// the old value holds beside what else is new.
func TestComparePolicies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ was, now, lowers string }{
		{"", "", ""},
		{"", "synthesis: {min_similarity_threshold: 0.9}", ""},
		{"", "synthesis: {min_similarity_threshold: 0.5}", "`synthesis.min_similarity_threshold` from 0.78 to 0.5"},
		{"", "synthesis: {reject_below: 0.3}", ""},
		{"", "synthesis: {reject_below: 0.1}", "`synthesis.reject_below` from 0.2 to 0.1"},
		{"", "synthesis: {freshness_threshold_days: 30}", ""},
		{"", "synthesis: {freshness_threshold_days: 91}", "`synthesis.freshness_threshold_days` from 90 to 91"},
		{"", "synthesis: {freshness: {tags: {old: never}}}", "`synthesis.freshness.tags` from null to {\"old\":-1}"},
		{"", "vault: {exclude: [a, b]}", "`vault.exclude` gains \"a\", \"b\""},
		{"vault: {exclude: [a, b]}", "vault: {exclude: [b]}", ""},
		{"", "vault: {ungraded: [journal]}", "`vault.ungraded` gains \"journal\""},
		{"vault: {exclude: [a]}", "vault: {exclude: [b]}", "`vault.exclude` gains \"b\" and loses \"a\""},
		{"", "vault: {wiki: Wiki}", "`vault.wiki` from \"01_Wiki\" to \"Wiki\""},
		{"", "vault: {witnesses: 2}", ""},
		{"vault: {witnesses: 2}", "", "`vault.witnesses` from 2 to 1"},
		{"", "safety: {denied_domains: [\"*.social\", reddit.com, x.com]}", ""},
		{"", "safety: {denied_domains: [reddit.com]}", "`safety.denied_domains` loses \"*.social\""},
		{"", "safety: {approved_domains: [a.example]}", "`safety.approved_domains` gains \"a.example\""},
		{"", "safety: {require_signatures: true}", ""},
		{"safety: {require_signatures: true}", "", "`safety.require_signatures` from true to false"},
		{"", "promotion: {mode: auto}", "`promotion.mode` from \"review\" to \"auto\""},
		{"promotion: {mode: auto}", "", ""},
		{"promotion: {direct: allow}", "", ""},
		{"", "promotion: {direct: refuse}", ""},
		{"promotion: {direct: refuse}", "", "`promotion.direct` from \"refuse\" to \"tell\""},
		{"", "promotion: {direct: allow}", "`promotion.direct` from \"tell\" to \"allow\""},
		{"synthesis: {evidence_state: indexed}", "", ""},
		{"", "synthesis: {evidence_state: indexed}", "`synthesis.evidence_state` from \"verified\" to \"indexed\""},
		{"", "gates: {uncited: count}", "`gates.uncited` from \"error\" to \"count\""},
		{"gates: {uncited: count}", "gates: {uncited: warn}", ""},
		{"", "judge: {use: agent/claude}", "`judge.use` from \"lexical\" to \"agent/claude\""},
		{"", "quotas: {max_credits_per_session: 9999}\ncrawl: {max_depth: 50}", ""},
	} {
		was, now := policyOf(t, tt.was), policyOf(t, tt.now)
		lower, bar := ComparePolicies(was, now, nobody)
		var said []string
		for _, l := range lower {
			said = append(said, l.Text)
		}
		if got := strings.Join(said, "; "); got != tt.lowers {
			t.Errorf("%q → %q lowers %q, want %q", tt.was, tt.now, got, tt.lowers)
		}
		if again, _ := ComparePolicies(was, bar, nobody); len(again) > 0 {
			t.Errorf("%q → %q: the bar that holds is lower: %v", tt.was, tt.now, again)
		}
		if _, bar := ComparePolicies(was, now, func(string) bool { return true }); !reflect.DeepEqual(bar, now) {
			t.Errorf("%q → %q: accepted, and another one holds", tt.was, tt.now)
		}
	}
	both := "synthesis: {min_similarity_threshold: 0.5, reject_below: 0.4}"
	if _, bar := ComparePolicies(Default(), policyOf(t, both), nobody); bar.Synthesis.MinSimilarityThreshold != 0.78 || bar.Synthesis.RejectBelow != 0.4 {
		t.Errorf("one is lowered and one raised: %+v", bar.Synthesis)
	}
	if lower, bar := ComparePolicies(Default(), Guest(), nobody); len(lower) != 1 || bar.IsGuest() {
		t.Errorf("a policy that is gone: %v", lower)
	}
	if lower, _ := ComparePolicies(Guest(), policyOf(t, "promotion: {mode: auto}"), nobody); lower != nil {
		t.Errorf("where nothing was required: %v", lower)
	}
}

// Each field of a policy is called by its key, so that a new key is told by its name.
func TestBarCallsKeysByTheirNames(t *testing.T) {
	t.Parallel()
	keys := map[string]bool{}
	for _, k := range PolicyKeys() {
		for name := k.Key; name != ""; {
			keys[name] = true
			at := strings.LastIndexByte(name, '.')
			name = name[:max(at, 0)]
		}
	}
	none := []string{"vault.evidence_by_name"}
	var walk func(section string, of reflect.Type)
	walk = func(section string, of reflect.Type) {
		for i := range of.NumField() {
			key := strings.TrimPrefix(section+"."+keyOf(of.Field(i).Name), ".")
			if !keys[key] && !slices.Contains(none, key) {
				t.Errorf("%s is no key of a policy", key)
			}
			if of.Field(i).Type.Kind() == reflect.Struct {
				walk(key, of.Field(i).Type)
			}
		}
	}
	walk("", reflect.TypeFor[Policy]())
	for key := range directions {
		if !keys[key] {
			t.Errorf("%s has a direction and is no key", key)
		}
	}
}

// A baseline that holds lets be no more than the old one, and nothing that the new one
// does not.
func TestCompareBaselinesProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) *Baseline {
			b := &Baseline{}
			for range rapid.IntRange(0, 6).Draw(t, label) {
				b.Entries = append(b.Entries, Known{Code: "uncited", Note: rapid.SampledFrom([]string{"a.md", "b.md", "c.md"}).Draw(t, "note"),
					Count: rapid.IntRange(1, 3).Draw(t, "count"), Until: rapid.SampledFrom([]Day{"2027-01-01", "9999-01-01"}).Draw(t, "until")})
			}
			b.tidy()
			return b
		}
		was, now := draw("was"), draw("now")
		lower, bar := CompareBaselines(BaselineFile, was, now, nobody)
		lets := func(b *Baseline, k Known) bool {
			return slices.ContainsFunc(b.Entries, func(o Known) bool { return o.key() == k.key() && o.Until >= k.Until && o.count() >= k.count() })
		}
		for _, k := range bar.Entries {
			if !lets(was, k) {
				t.Errorf("%+v is let be, and was not", k)
			}
		}
		for _, k := range now.Entries {
			if !lets(was, k) && !slices.ContainsFunc(lower, func(l Lowering) bool { return strings.Contains(l.Text, k.Note) }) {
				t.Errorf("%+v is not told", k)
			}
		}
		if _, all := CompareBaselines(BaselineFile, was, now, func(string) bool { return true }); all.Len() != now.Len() {
			t.Errorf("accepted, and %d of %d hold", all.Len(), now.Len())
		}
	})
}
