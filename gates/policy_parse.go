package gates

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// A PolicyError is one thing that a policy file says and cannot mean, with its
// place. [ParsePolicy] joins all of them.
type PolicyError struct {
	Path         string
	Line, Column int // from 1, the column in code points; 0,0 for the file as a whole
	Message      string
	Suggestion   string
}

func (e *PolicyError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("read policy %s: %s", e.Path, e.Message)
	}
	return fmt.Sprintf("read policy %s:%d:%d: %s", e.Path, e.Line, e.Column, e.Message)
}

// Hint says what would be right.
func (e *PolicyError) Hint() string { return e.Suggestion }

// maxPolicySize in bytes. A policy is a page of text; something bigger is not one.
const maxPolicySize = 64 << 10

// maxPolicyBrackets bounds nesting: the YAML parser takes time with its square, 12 s
// for 64 KiB of them.
const maxPolicyBrackets = 1000

// ParsePolicy reads a policy file over the defaults. The error joins a
// [PolicyError] for each unknown key, wrong type or value that this version does
// not act on; a policy that comes with an error must not be used. The path is for
// messages only.
func ParsePolicy(path string, text []byte) (p Policy, err error) {
	r := &policyReader{path: path, where: map[string]ast.Node{}}
	if bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > maxPolicyBrackets {
		r.fail(nil, fmt.Sprintf("more than %d opening brackets", maxPolicyBrackets), "a policy is a short YAML file; see `assay init`")
		return Default(), r.err()
	}
	if len(text) > maxPolicySize {
		r.fail(nil, "the file is larger than 64 KiB", "a policy is a short YAML file; see `assay init`")
		return Default(), r.err()
	}
	// The YAML parser is fuzzed, and not by us: a panic in it is a file we cannot
	// read, never a crash.
	defer func() {
		if v := recover(); v != nil {
			r.fail(nil, fmt.Sprintf("cannot be read as YAML: %v", v), "compare it with what `assay init` writes into an empty folder")
			p, err = Default(), r.err()
		}
	}()
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	file, parseErr := parser.ParseBytes(text, 0)
	if parseErr != nil {
		r.syntax(parseErr)
		return Default(), r.err()
	}
	p = Default()
	switch {
	case len(file.Docs) > 1:
		r.fail(file.Docs[1].Body, "a second YAML document", "a policy is one document: remove the --- line")
	case len(file.Docs) == 1 && file.Docs[0].Body != nil:
		r.section(file.Docs[0].Body, "", reflect.ValueOf(&p).Elem())
		r.check(p)
	}
	return p, r.err()
}

// policyReader walks a policy's syntax tree and gathers what is wrong with it.
type policyReader struct {
	path  string
	bad   []*PolicyError
	where map[string]ast.Node // key path → the value's node, to point at in later checks
}

// section reads a mapping into the fields that its keys are named after. A field that is no key of
// the reference is none here either, but for those of agents, which the reference has in one row.
func (r *policyReader) section(node ast.Node, section string, into reflect.Value) {
	fields := map[string]reflect.Value{}
	for i := range into.NumField() {
		name, at := keyOf(into.Type().Field(i).Name), into.Field(i)
		if _, listed := LookupPolicyKey(join(section, name)); listed || at.Kind() == reflect.Struct || strings.HasPrefix(section, "agents.") {
			fields[name] = at
		}
	}
	for _, e := range r.known(node, section, sortedKeys(fields)) {
		at, key := fields[e.key], join(section, e.key)
		if k, listed := LookupPolicyKey(key); listed || at.Kind() != reflect.Struct {
			k.Key = key
			r.read(k, e.value, at.Addr().Interface())
		} else {
			r.section(e.value, key, at)
		}
	}
}

// known are the entries of a mapping that have a known key and a value: "key:" alone keeps the default.
func (r *policyReader) known(node ast.Node, section string, keys []string) []policyEntry {
	return slices.DeleteFunc(r.entries(node, section), func(e policyEntry) bool {
		if !slices.Contains(keys, e.key) {
			r.unknown(e.node, e.key, section, keys)
			return true
		}
		r.where[join(section, e.key)] = e.value
		_, null := e.value.(*ast.NullNode)
		return null
	})
}

type policyEntry struct {
	key   string
	node  ast.Node // the key's
	value ast.Node
}

// entries of a mapping, in file order.
func (r *policyReader) entries(node ast.Node, name string) []policyEntry {
	var values []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		r.fail(node, fmt.Sprintf("%s is %s, not keys with values", cmp.Or(name, "the policy"), describe(node)), "write it as `key: value` lines")
		return nil
	}
	entries := make([]policyEntry, 0, len(values))
	seen := map[string]bool{}
	for _, v := range values {
		key, ok := textOf(v.Key)
		switch {
		case !ok:
			r.fail(v.Key, "a key that is not a plain word", "anchors and merge keys are not read here; write the values out")
		case seen[key]:
			r.fail(v.Key, fmt.Sprintf("key `%s` stands twice", join(name, key)), "keep one of the two")
		default:
			seen[key] = true
			entries = append(entries, policyEntry{key, v.Key, v.Value})
		}
	}
	return entries
}

func (r *policyReader) unknown(node ast.Node, key, section string, keys []string) {
	hint := ""
	if near := Nearest(key, keys); near != "" {
		hint = fmt.Sprintf("did you mean `%s`?", join(section, near))
	} else if home := homeOf(key); home != "" {
		hint = fmt.Sprintf("did you mean `%s`?", home)
	} else if section == "" {
		hint = "known keys: " + strings.Join(keys, ", ")
	} else {
		hint = fmt.Sprintf("known keys in `%s`: %s", section, strings.Join(keys, ", "))
	}
	r.fail(node, fmt.Sprintf("unknown key `%s`", join(section, key)), hint)
}

// homeOf finds the section where a key belongs, for one that was put elsewhere.
func homeOf(key string) string {
	sections := map[string][]string{}
	for _, k := range policyKeys {
		if names := strings.Split(k.Key, "."); len(names) > 1 {
			sections[names[0]] = append(sections[names[0]], names[1])
		}
	}
	for _, section := range sortedKeys(sections) {
		if near := Nearest(key, slices.Sorted(slices.Values(sections[section]))); near != "" {
			return section + "." + near
		}
	}
	return ""
}

func (r *policyReader) fail(node ast.Node, message, hint string) {
	e := &PolicyError{Path: r.path, Message: message, Suggestion: hint}
	if node != nil {
		r.place(e, node.GetToken())
	}
	r.bad = append(r.bad, e)
}

func (r *policyReader) place(e *PolicyError, t *token.Token) {
	if t != nil && t.Position != nil {
		e.Line, e.Column = t.Position.Line, t.Position.Column
	}
}

func (r *policyReader) syntax(err error) {
	e := &PolicyError{Path: r.path, Message: "not valid YAML: " + firstLine(err.Error()), Suggestion: "indent with spaces, quote text that holds `: ` or starts with `*`"}
	var at interface {
		GetMessage() string
		GetToken() *token.Token
	}
	if errors.As(err, &at) {
		e.Message = "not valid YAML: " + at.GetMessage()
		r.place(e, at.GetToken())
	}
	r.bad = append(r.bad, e)
}

// err joins what was found, in the order of the file.
func (r *policyReader) err() error {
	slices.SortStableFunc(r.bad, func(a, b *PolicyError) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	errs := make([]error, len(r.bad))
	for i, e := range r.bad {
		errs[i] = e
	}
	return errors.Join(errs...)
}

func join(section, key string) string {
	if section == "" {
		return key
	}
	return section + "." + key
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// check looks at what keys mean together, once each of them was read.
func (r *policyReader) check(p Policy) {
	if s := p.Synthesis; s.RejectBelow >= s.MinSimilarityThreshold {
		r.failKey("synthesis.reject_below", fmt.Sprintf("`synthesis.reject_below` is %g, not below `synthesis.min_similarity_threshold` (%g)",
			s.RejectBelow, s.MinSimilarityThreshold), "between the two lies weak evidence; leave room for it")
	}
	if name := p.Crawl.Profile; name != "" && !IsPlainName(name) {
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
	refuse := func(key, why string) {
		r.failKey(key, fmt.Sprintf("`%s` is not in this version, which has %s", key, why), "remove the key; nothing would act on it yet")
	}
	if p.Embedding.Use == "onnx" {
		refuse("embedding.use", "no embedding from a model's folder")
	}
	if p.Store.Use != Default().Store.Use {
		refuse("store.use", "the embedded store only")
	}
}

// failKey points at a key's value, where the file has the key.
func (r *policyReader) failKey(key, message, hint string) { r.fail(r.where[key], message, hint) }
