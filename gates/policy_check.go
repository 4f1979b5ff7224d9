package gates

import (
	"fmt"
	"reflect"
	"strings"
)

// check looks at what keys mean together, once each of them was read.
func (r *policyReader) check(p Policy) {
	if s := p.Synthesis; s.RejectBelow >= s.MinSimilarityThreshold {
		r.failKey("synthesis.reject_below", fmt.Sprintf("`synthesis.reject_below` is %g, not below `synthesis.min_similarity_threshold` (%g)",
			s.RejectBelow, s.MinSimilarityThreshold), "between the two lies weak evidence; leave room for it")
	}
	if name := p.Crawl.Profile; name != "" && (strings.ContainsAny(name, `/\:`) || strings.HasPrefix(name, ".")) {
		r.failKey("crawl.profile", fmt.Sprintf("`crawl.profile` is %q, not a plain name", name), "it names a folder of your own configuration, which `assay doctor` shows; a vault cannot say where")
	}
	r.judging(p)
	r.embedding(p)
	r.agents(p.Agents)
	r.apart(p.Vault)
	r.later(p)
}

// apart holds the four folders of a vault apart: a folder that is two things
// would be graded and written over.
func (r *policyReader) apart(l Layout) {
	names := [...]string{"wiki", "drafts", "inbox", "sources"}
	folders := [...]string{l.Wiki, l.Drafts, l.Inbox, l.Sources}
	for i, a := range folders {
		for j := range i {
			if a != "" && strings.EqualFold(a, folders[j]) {
				r.failKey("vault."+names[i], fmt.Sprintf("`vault.%s` and `vault.%s` are the same folder, %q", names[i], names[j], a), "give each its own folder")
			}
		}
	}
	for i, e := range l.Evidence {
		for j, folder := range folders[1:] {
			if folder != "" && strings.EqualFold(e, folder) {
				r.failKey("vault.evidence", fmt.Sprintf("`vault.evidence` names the %s folder, %q", names[j+1], l.Evidence[i]), "list only folders with originals that a person put there")
			}
		}
	}
	if l.Sources == "." || l.Sources == "" {
		r.failKey("vault.sources", "`vault.sources` is the vault itself", "stored evidence needs a folder of its own, such as 03_Sources")
	}
}

// later refuses what a policy may say and this version would not act on. The
// defaults may be written out.
func (r *policyReader) later(p Policy) {
	d := Default()
	for _, k := range []struct {
		key       string
		got, want any
		why       string
	}{
		{"embedding.use", p.Embedding.Use == "onnx", false, "no embedding from a model's folder"},
		{"store.use", p.Store.Use, d.Store.Use, "the embedded store only"},
	} {
		if !reflect.DeepEqual(k.got, k.want) {
			r.failKey(k.key, fmt.Sprintf("`%s` is not in this version, which has %s", k.key, k.why), "remove the key; nothing would act on it yet")
		}
	}
}

// failKey points at a key's value, where the file has the key.
func (r *policyReader) failKey(key, message, hint string) { r.fail(r.where[key], message, hint) }
