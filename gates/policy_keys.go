package gates

import (
	"fmt"
	"net/netip"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
)

// read reads the value of a key by the type of its field, and by what the reference says may be
// written there.
func (r *policyReader) read(k PolicyKey, v ast.Node, into any) {
	switch at := into.(type) {
	case *bool:
		value(r, k.Key, v, at, "true or false", flagOf)
	case *int:
		least := 0
		if k.Value == wholeFrom1 {
			least = 1
		}
		r.whole(k.Key, v, at, least)
	case *int64:
		value(r, k.Key, v, at, "a size such as 500KB, 20MB or 1GB", sizeOf)
	case *float64:
		value(r, k.Key, v, at, "a number from 0 to 1", shareOf)
	case *time.Duration:
		value(r, k.Key, v, at, "a duration with its unit, such as 500ms, 30s, 2m or 1d", durationOf)
	case *[]string:
		*at = r.list(k, v)
	case *map[string]int:
		*at = r.table(k, v)
	case *map[string]AgentSpec:
		*at = map[string]AgentSpec{}
		for _, e := range r.entries(v, k.Key) {
			s := AgentSpec{API: "openai"}
			r.section(e.value, join(k.Key, e.key), reflect.ValueOf(&s).Elem())
			(*at)[e.key] = s
		}
	case *map[string]Role:
		for _, e := range r.known(v, k.Key, sortedKeys(*at)) {
			role := (*at)[e.key]
			r.section(e.value, join(k.Key, e.key), reflect.ValueOf(&role).Elem())
			(*at)[e.key] = role
		}
	case *string:
		r.text(k, v, at)
	}
}

// text reads a text: of some choices, or a folder of the vault, empty where it does not have one.
func (r *policyReader) text(k PolicyKey, v ast.Node, into *string) {
	s, ok := textOf(v)
	var choices []string
	switch {
	case k.Key == "version":
		if s != "1.0" && s != "1" {
			r.fail(v, fmt.Sprintf("`%s` is %s", k.Key, describe(v)), "this assay reads version 1.0")
		}
		return
	case k.Key == "embedding.use":
		choices = []string{"builtin", "onnx", "http"} // onnx is refused later, with its reason
	case strings.HasPrefix(k.Key, "agents.specs.") && strings.HasSuffix(k.Key, ".api"):
		choices = []string{"openai", "ollama"}
	case strings.HasPrefix(k.Value, folder), k.Value == vaultFile:
		if !ok {
			r.want(k.Key, v, "the path of a folder in the vault")
		} else if clean, ok := r.inside(k.Key, v, s); ok {
			*into = clean
		}
		return
	case !strings.HasPrefix(k.Value, "`"):
		value(r, k.Key, v, into, "text", textOf)
		return
	default:
		choices = strings.Split(strings.ReplaceAll(k.Value, "`", ""), ", ")
	}
	if !slices.Contains(choices, s) && (k.Key != "judge.use" || Judging{Use: s}.Agent() == "") {
		hint := "one of: " + strings.Join(choices, ", ")
		if near := Nearest(s, choices); near != "" {
			hint = fmt.Sprintf("did you mean `%s`? %s", near, hint)
		}
		r.fail(v, fmt.Sprintf("`%s` is %s", k.Key, describe(v)), hint)
		return
	}
	*into = s
}

// list reads a list of texts; one text alone is a list of one.
func (r *policyReader) list(k PolicyKey, v ast.Node) []string {
	items := []ast.Node{v}
	if seq, ok := v.(*ast.SequenceNode); ok {
		items = seq.Values
	}
	list := make([]string, 0, len(items))
	for _, item := range items {
		s, ok := textOf(item)
		if !ok || s == "" {
			r.want(k.Key, item, "a list of texts")
			continue
		}
		switch k.Value {
		case domains:
			ok = r.host(k.Key, item, s)
		case globs:
			ok = r.glob(k.Key, item, s)
		case addresses:
			ok = r.address(k.Key, item, s)
		case folders:
			s, ok = r.inside(k.Key, item, s)
			ok = ok && !slices.Contains(list, s)
		}
		if ok {
			list = append(list, s)
		}
	}
	return list
}

// table reads names with whole numbers, 1 or more, or with days.
func (r *policyReader) table(k PolicyKey, v ast.Node) map[string]int {
	table := map[string]int{}
	for _, e := range r.entries(v, k.Key) {
		key, n, ok := join(k.Key, e.key), 1, true
		switch k.Value {
		case tiers:
			r.whole(key, e.value, &n, 1)
			if ok = r.host(key, e.value, e.key); ok && n > OtherSite {
				r.fail(v, fmt.Sprintf("`%s` is %d", key, n), "write a tier of authority: 1 (reference), 2, 3, or 4 for any other site")
			}
		case folderCounts:
			r.whole(key, e.value, &n, 1)
			_, ok = r.inside(key, e.value, e.key)
		case tagCounts:
			r.whole(key, e.value, &n, 1)
		default:
			if s, _ := textOf(e.value); s == "never" {
				n = NeverStale
			} else {
				n = 0
				r.whole(key, e.value, &n, 0)
			}
		}
		if ok {
			table[e.key] = n
		}
	}
	return table
}

// whole reads a whole number from least upwards.
func (r *policyReader) whole(key string, v ast.Node, into *int, least int) {
	value(r, key, v, into, fmt.Sprintf("a whole number, %d or more", least), func(v ast.Node) (int, bool) {
		n, ok := wholeOf(v)
		return n, ok && n >= least
	})
}

// inside cleans a path and refuses one that leaves the vault: a vault may be a
// stranger's, and its policy must not open the rest of the disk.
func (r *policyReader) inside(key string, v ast.Node, s string) (string, bool) {
	if s == "" {
		return "", true
	}
	slashed := strings.ReplaceAll(s, `\`, "/")
	clean := path.Clean(slashed)
	drive := len(slashed) > 1 && slashed[1] == ':'
	if path.IsAbs(slashed) || drive || clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(slashed, "~") {
		r.fail(v, fmt.Sprintf("`%s` points outside the vault: %s", key, describe(v)),
			"name a folder in the vault; a file from outside becomes a source with `assay source propose PATH`")
		return "", false
	}
	return clean, true
}

func (r *policyReader) host(key string, v ast.Node, s string) bool {
	name := strings.TrimPrefix(s, "*.")
	if _, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return true
	}
	if name == "" || strings.ContainsAny(name, "/:*? \t@") || strings.HasPrefix(name, ".") || strings.Contains(name, "..") {
		r.fail(v, fmt.Sprintf("`%s` has %s, which is no domain", key, describe(v)), "write a domain such as example.org, or *.example.org for its subdomains only")
		return false
	}
	return true
}

// address reads a place on the web: a host, or one with the beginning of a path.
func (r *policyReader) address(key string, v ast.Node, s string) bool {
	host, _, _ := strings.Cut(plainAddress(s), "/")
	if name, _, ok := strings.Cut(host, ":"); ok {
		host = name
	}
	if strings.Contains(s, "*") || !strings.Contains(host, ".") && host != "localhost" || strings.ContainsAny(host, " \t@?") {
		r.fail(v, fmt.Sprintf("`%s` has %s, which is no address", key, describe(v)), "write where the vault can be read, such as https://notes.example.org or example.org/garden")
		return false
	}
	return true
}

func (r *policyReader) glob(key string, v ast.Node, s string) bool {
	if _, err := path.Match(strings.ReplaceAll(s, "**", "*"), ""); err != nil {
		r.fail(v, fmt.Sprintf("`%s` has %s, which is no pattern", key, describe(v)), "write a path or a pattern such as templates/** or *.excalidraw.md")
		return false
	}
	return true
}

// A PolicyKey is a key of the policy, as a person is told of it.
type PolicyKey struct {
	Key     string `json:"key"`     // section.key
	Value   string `json:"value"`   // what may be written there
	Default string `json:"default"` // as the file has it
	Means   string `json:"means"`
}

// PolicyKeys is every key there is, by section, in the order of the reference.
func PolicyKeys() []PolicyKey { return slices.Clone(policyKeys[:]) }

// LookupPolicyKey finds a key by its whole name, such as crawl.delay.
func LookupPolicyKey(name string) (PolicyKey, bool) {
	return lookup(policyKeys[:], func(k PolicyKey) bool { return strings.EqualFold(k.Key, name) })
}

const (
	wholeFrom0   = "whole number"
	wholeFrom1   = "whole number, 1 or more"
	share        = "number from 0 to 1"
	flagValue    = "`true`, `false`"
	domains      = "list of domains"
	globs        = "list of globs"
	addresses    = "list of addresses"
	durations    = "duration: `500ms`, `30s`, `2m`, `1d`"
	folder       = "path in the vault with `/`; `.` is the vault, empty is none"
	folders      = "list of folders or files"
	vaultFile    = "file of the vault"
	tiers        = "domain → 1, 2, 3 or 4"
	tagCounts    = "tag → whole number"
	folderCounts = "folder → whole number"
	notYet       = "Not acted on in this version: another value than the default is an error."
)

var policyKeys = [...]PolicyKey{
	{"version", "`1.0`", "1.0", "The version of the policy's format."},

	{"quotas.max_credits_per_session", wholeFrom0, "100", "When these credits are used up, a crawl stops. Its pages wait in a journal, and the next session goes on there. A session is one run of assay. It limits no source: see the ceiling of an approval."},
	{"quotas.max_pages_per_source", wholeFrom1, "200", "Pages that one crawl of a source may ask for; the rest get the verdict *quota*, and wait until the number is raised. Never more than the source was approved for."},

	{"safety.denied_domains", domains, `["*.social", "reddit.com"]`, "Hosts that are refused everywhere: at the proposal, in a map, at a link, at a redirect, in a browser or a program, and as a citation. A name covers its subdomains, `*.name` those alone."},
	{"safety.approved_domains", domains, "[]", "Domains whose sites are read without asking a person, within the costs below."},
	{"safety.require_hitl_for_costs_over", "whole number of credits", "20", "A source that would cost more waits for a person (a human in the loop), whatever its domain. A map that may not have seen every page counts as `quotas.max_pages_per_source`. An approval holds up to this number of credits, or what the map came to where that is more: so far a source may grow and no further."},
	{"safety.require_hitl_for_new_domain", flagValue, "true", "With `false`, domains outside of the list need nobody."},
	{"safety.require_signatures", flagValue, "false", "With `true`, an approval, attestation, promotion, word for a note or accepted bar of a person that is not signed with an SSH key of theirs is an error (`unsigned-decision`), and counts for nothing: so that `promotion.mode: review` lets no promotion count but a person's. Whose keys count stands in the user's own configuration: see the runbook."},
	{"safety.require_hitl_for_bar_changes", flagValue, "true", "A change that lowers the bar of its own claims fails `check --staged` and `--diff` until a person accepts it with `--accept-policy`. With `false` it is told only, and holds at once."},

	{"synthesis.freshness_threshold_days", wholeFrom1, "90", "Evidence that was retrieved longer ago is stale: its claims are T3, and the next build asks its server again."},
	{"synthesis.freshness.tags", "tag → days or `never`", "{}", "Freshness for the notes with a tag, without `#`; a tag covers nested tags. Of all that apply the shortest wins."},
	{"synthesis.freshness.domains", "domain → days or `never`", "{}", "Freshness by the domain of the source."},
	{"synthesis.freshness.classes", "class → days or `never`", "{}", "Freshness by the class of the source: primary, reviewed, official, reference, press, community or social."},
	{"synthesis.authority", tiers, "{}", "Tiers of authority in place of the built-in ones: 1 is a reference, 4 any other site. No tier of a claim depends on it."},
	{"synthesis.min_similarity_threshold", share, "0.78", "Support at and above which a passage carries a claim."},
	{"synthesis.reject_below", share + ", below the one above", "0.20", "Support below which a citation counts as made up."},
	{"synthesis.require_provenance_block", flagValue, "true", "A promoted note without its four provenance keys is an error."},
	{"synthesis.evidence_state", "`verified`, `indexed`", "verified", "The state that a source must have reached on the ledger before a claim may rest on it. A claim on any other is *unchecked*, and told with the state."},

	{"vault.wiki", folder, "01_Wiki", "Permanent notes: every claim must pass."},
	{"vault.drafts", folder, "02_Drafts", "Drafts that wait for promotion; nothing in them is above a warning."},
	{"vault.inbox", folder, "00_Inbox", "Captured notes: links and gaps are read, claims are not graded."},
	{"vault.sources", folder + "; never the vault itself", "03_Sources", "Stored evidence and the ledger, written by assay; commit it with the notes."},
	{"vault.evidence", folders, "[]", "Originals that a person put there; read, never written."},
	{"vault.exclude", globs, "[]", "What is no part of the vault. A glob with a slash starts at the root, one without matches at any depth; `**` is any folders."},
	{"vault.ungraded", globs, "[]", "Notes that are no permanent ones although they lie in the wiki: instructions for agents, changelogs, journals, templates. Their links and gaps are read, their claims are not graded. Globs as above."},
	{"vault.exempt_sections", "list of headings", `["Open questions", "See also", "References"]`, "Nothing below these headings is a claim, nor, if it has more than one word, below one with an addition: “Open questions / to clarify”."},
	{"vault.min_note_words", wholeFrom0, "30", "A note with fewer words is a stub, which is a gap."},
	{"vault.witnesses", wholeFrom1, "1", "Independent sources that a claim must rest on; fewer is a gap, and holds a draft."},
	{"vault.witnesses_by.tags", tagCounts, "{}", "The same for the notes with a tag; of all that apply the largest wins."},
	{"vault.witnesses_by.folders", folderCounts, "{}", "The same for the notes below a folder."},
	{"vault.lists.files", globs, "[]", "Lists of claims with their evidence, in YAML or JSON, whose claims are graded as those of notes. Globs as above. The `.claims/*.json` of OpenWiki need no setting below the wiki."},
	{"vault.lists.claim", "name of a key", "statement", "The key of a mapping that has a claim."},
	{"vault.lists.reference", "name of a key", "reference", "The key that says where that is: a path, with lines or without, an address, an identifier such as `PMID:123`, or a list of them; in the mapping itself or within it."},
	{"vault.lists.snippet", "name of a key", "snippet", "The key beside a reference that has its words. Words that the reference does not have are told."},
	{"vault.published", addresses, "[]", "Where this vault can be read, such as `https://example.org/garden`: what stands there is no witness of it."},

	{"promotion.mode", "`review`, `auto`", "review", "`review`: a person promotes. `auto`: the build does, when every gate passes."},
	{"promotion.high_stakes_tags", "list of tags", "[]", "Notes with one of these always wait for a person."},
	{"promotion.direct", "`refuse`, `allow`, `tell`", "tell", "Notes that are written straight into the wiki, so that the ledger has neither their promotion nor a person's word. `refuse`: each is an error. `allow`: people do that here. `tell`: a warning, and an error once any note of the vault was promoted."},

	{"gates.uncited", "`count`, `warn`, `error`", "error", "Claims of permanent notes that cite nothing. `count`: people cite at will, and such claims are a number in the summary. `warn`, `error`: each is told. A draft has to cite, whatever stands here."},

	{"crawl.user_agent", "text", `""`, "How assay names itself, and to which group of robots.txt it listens: the name before the first `/`. Empty: `assay/VERSION (evidence for a Markdown vault)`."},
	{"crawl.delay", durations, "1s", "The pause between two requests to one host, which never gets two at a time. A longer `Crawl-delay` in robots.txt is kept, up to a minute."},
	{"crawl.concurrency", wholeFrom1, "4", "Hosts at a time within one source."},
	{"crawl.max_depth", wholeFrom0, "5", "Links from the address that was proposed; 0 is that page alone. What a sitemap or feed names is one away."},
	{"crawl.max_body", "size: `500KB`, `20MB`, `1GiB`", "20MB", "Bytes of one answer, before and after decompression; more is *error too-large*."},
	{"crawl.timeout", durations, "30s", "Of one request, from dialling to the last byte; also of a page in a browser."},
	{"crawl.allow_private_hosts", "list of `name`, `name:port`, `*.name`", "[]", "Hosts that may lead to this machine or its network. Any other address is refused as it is connected to, unless it is of the public internet. A metadata service or link-local address must be named as that very address."},
	{"crawl.backend", "`builtin`, `firecrawl`, `browser`", "builtin", "`builtin`: plain requests, and an installed Chromium where a page needs one. `browser`: Chromium renders every page of HTML, and without one nothing is read. `firecrawl`: a service reads them all."},
	{"crawl.profile", "name", `""`, "The Chromium profile with which pages behind a login are read: `assay/profiles/NAME` in your own configuration. You make it once: `chromium --user-data-dir=FOLDER`, log in, close. A vault can name a profile, and never say where one lies."},

	{"judge.use", "`lexical`, `onnx`, `http`, `agent/NAME`", "lexical", "The judge of claims. `lexical` is built in and always goes first; the others are asked by builds about what it leaves open. `agent/claude` is a program on the path, which acts once you let it: `assay trust`."},
	{"judge.model", "name", `""`, "The model as the endpoint names it; of `onnx` a folder of yours, by name; of `agent/NAME` the model that it is asked for, empty for its own choice."},
	{"judge.endpoint", "address", `""`, "Of `http`: where it listens, such as `http://127.0.0.1:11434`."},
	{"judge.api", "`openai`, `ollama`", "openai", "Of `http`: what the endpoint speaks."},
	{"judge.key_env", "name of a variable", `""`, "Of `http`: the variable that holds the key. It goes to its host once you let it: `assay trust`, or `ASSAY_JUDGE_KEYS`."},
	{"judge.timeout", durations, "1m", "Of one question."},
	{"judge.calibration", vaultFile, `""`, "The judge's calibration; empty is `judge.json` among the sources."},

	{"embedding.use", "`builtin`, `http`", "builtin", "What turns text into vectors for search. `onnx` is refused."},
	{"embedding.model", "name", `""`, "The model as the endpoint names it."},
	{"embedding.endpoint", "address", `""`, "Of `http`. One on another machine must be on `safety.approved_domains`."},
	{"embedding.api", "`openai`, `ollama`", "openai", "`openai` is POST /v1/embeddings, `ollama` is POST /api/embeddings."},
	{"embedding.key_env", "name of a variable", `""`, "As of the judge."},
	{"embedding.timeout", durations, "1m", "Of one passage."},

	{"search.sources", "list", "[]", "The sources that `assay research` asks, and no others; empty: those that fit the question. `assay research --list` names them."},
	{"search.depth", "`quick`, `default`, `deep`", "default", "How far `assay research` goes."},
	{"search.proposals", wholeFrom0, "5", "How many sources a build may have waiting that it proposed for gaps, from what the vault itself names; 0: none. It asks nobody."},
	{"search.live", "true or false", "false", "Whether an agent that writes a draft is shown what a web search has on its topic: SearXNG, then Brave. It is told that this is no evidence. Not acted on before `assay trust`. See [agents](agents.md)."},
	{"search.last_resort", "true or false", "false", "Whether an agent may search the web itself where `assay research` has no hit from any source or installed tool. Each time is counted, and warns. Not acted on before `assay trust`. See [research](research.md)."},
	{"search.domain_boost", domains, "[]", "Hosts that gain in authority where `assay research` ranks."},

	{"agents.use", "`none`, `auto`, `required`", "none", "Who writes drafts. `none`: the built-in Chronicler. `auto`: an agent where one is here, else the built-in one. `required`: a build without one does not begin. Nothing of this section is acted on before `assay trust`. See [agents](agents.md)."},
	{"agents.chain", "list of names", "[claude, codex, agy, gemini, ollama]", "Who may be asked: the role's own agent first, the others by their tiers."},
	{"agents.min_tier", wholeFrom0, "8", "No agent below this tier is asked."},
	{"agents.timeout", durations, "180s", "Of one answer. Whoever takes longer is stopped, and the next one is asked."},
	{"agents.ollama_model", "text", `""`, "The model that `ollama` is asked for; it goes before `OLLAMA_MODEL`."},
	{"agents.specs", "name → `command` or `endpoint`, `api`, `key_env`; `tier`, `model`, `min_version`, `env`", "{}", "Agents of your own, and another model or tier for those that assay knows. A command gets the question on standard input."},
	{"agents.roles", "role → `agent`, `min_tier`", "{librarian: {agent: agy, min_tier: 6}, engineer: {agent: codex}, chronicler: {agent: claude}}", "Who plays a role before the others. The Chronicler writes drafts, the Librarian says what to look for. Engineer and Chronicler are never of one maker."},

	{"store.use", "`embedded`, `postgres`", "embedded", notYet},
}
