package gates

import (
	"strings"
	"testing"

	"assay/provenance"
)

// Whatever assay calls a tier or a state can be asked for.
func TestTermsAreComplete(t *testing.T) {
	for _, tier := range provenance.Tiers() {
		if term, ok := LookupTerm(tier.String()); !ok || term.Kind != "tier" || len(RulesOf(tier.String())) == 0 {
			t.Errorf("tier %s is not explained", tier)
		}
	}
	for s := provenance.Proposed; s <= provenance.AuthRequired; s++ {
		if term, ok := LookupTerm(s.String()); !ok || term.Kind != "state" {
			t.Errorf("state %s is not explained", s)
		}
	}
	for _, kind := range []provenance.GapKind{provenance.StubNote, provenance.Orphan, provenance.DeadEnd, provenance.OpenQuestion, provenance.Declared,
		provenance.StaleEvidence, provenance.UnresolvedLink, provenance.MissingHeading, provenance.MissingBlock, provenance.MissingAttachment,
		provenance.UncitedClaim, provenance.UncheckedClaim, provenance.SingleWitness} {
		_, isTerm := LookupTerm(string(kind))
		if _, isCode := Lookup(Code(kind)); !isTerm && !isCode {
			t.Errorf("gap %s is not explained", kind)
		}
	}
	for _, term := range Terms() {
		if _, ok := Lookup(Code(term.Name)); ok {
			t.Errorf("%s is a code too", term.Name)
		}
		if !strings.HasSuffix(term.Explain, ".") || strings.HasSuffix(term.Means, ".") || term.Means == "" {
			t.Errorf("%s is worded otherwise than the rest", term.Name)
		}
	}
}

// Of Chinese and Japanese, pairs of characters are shown only where nothing longer is
// there.
func TestTellingWords(t *testing.T) {
	for _, tt := range []struct{ words, want string }{
		{"水温 绿茶叶 Fujian", "绿茶叶 Fujian"},
		{"水温 茶叶", "水温 茶叶"},
		{"of to", "of to"},
		{"", ""},
	} {
		if got := strings.Join(telling(strings.Fields(tt.words)), " "); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.words, got, tt.want)
		}
	}
	j := provenance.Judgement{Absent: []string{"a1", "b2", "c3", "d4", "e5"}}
	if got := absent(j); got != `; the source never uses "a1", "b2", "c3", "d4" and 1 more` {
		t.Errorf("got %q", got)
	}
}
